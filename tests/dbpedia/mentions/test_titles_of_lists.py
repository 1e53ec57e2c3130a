"""Titles of lists in each language."""

from __future__ import annotations

import pytest

from dbpedia.mentions.language_files import language_codes
from dbpedia.mentions.noise import flagger, noise_rules
from dbpedia.mentions.words import words_of
from tests.support.noise import ONTOLOGY

LISTS = {
    "af": ["Lys van riviere", "Lyste van riviere", "Berlyn (dubbelsinnig)"],
    "ar": ["قائمة مدن ألمانيا", "أرثوذكسية (توضيح)"],
    "az": ["Azərbaycan çaylarının siyahısı", "Berlin (dəqiqləşdirmə)"],
    "be": ["Спіс рэк", "Берлін (значэнні)", "Берлін (неадназначнасьць)"],
    "bg": ["Списък на реките", "Берлин (пояснение)"],
    "bn": ["বাংলাদেশের জেলাসমূহের তালিকা", "ঢাকা (দ্ব্যর্থতা নিরসন)"],
    "ca": ["Llista de rius", "Berlín (desambiguació)"],
    "cs": ["Seznam řek", "Berlín (rozcestník)"],
    "cy": ["Rhestr afonydd", "Berlin (gwahaniaethu)"],
    "da": ["Liste over floder", "Berlin (flertydig)"],
    "de": ["Liste der Flüsse", "Liste deutscher Flüsse", "Listen der Flüsse", "Berlin (Begriffsklärung)"],
    "el": ["Κατάλογος ποταμών", "Κατάλογος έργων", "Βερολίνο (αποσαφήνιση)"],
    "en": ["List of rivers", "Lists of rivers", "Outline of chess", "Mercury (disambiguation)"],
    "eo": ["Listo de riveroj", "Berlino (apartigilo)"],
    "es": ["Lista de ríos", "Berlín (desambiguación)"],
    "et": ["Eesti jõgede loend", "Berliin (täpsustus)"],
    "eu": ["Ibaien zerrenda", "Berlin (argipena)"],
    "fa": ["فهرست رودها", "فهرست نخست‌وزیران ایران", "برلین (ابهام‌زدایی)"],
    "fi": ["Luettelo joista", "Berliini (täsmennyssivu)"],
    "fr": ["Liste des fleuves", "Liste d'îles", "Chronologie de la France", "Berlin (homonymie)"],
    "ga": ["Liosta aibhneacha", "Beirlín (idirdhealú)"],
    "gl": ["Lista de ríos", "Berlín (homónimos)"],
    "he": ["רשימת נהרות", "ברלין (פירושונים)"],
    "hi": ["भारत के शहरों की सूची", "दिल्ली (बहुविकल्पी)"],
    "hr": ["Popis rijeka", "Spisak rijeka", "Berlin (razdvojba)", "Berlin (čvor)", "Berlin (razvrstavanje)"],
    "hu": ["Folyók listája", "Országok népesség szerinti listája", "Berlin (egyértelműsítő lap)"],
    "hy": ["Հայաստանի գետերի ցանկ", "Բեռլին (այլ կիրառումներ)"],
    "id": ["Daftar sungai", "Berlin (disambiguasi)"],
    "is": ["Listi yfir ár", "Berlín (aðgreining)"],
    "it": ["Lista dei fiumi", "Liste di fiumi", "Berlino (disambigua)"],
    "ja": ["ベルリンの区一覧", "ベルリン (曖昧さ回避)"],
    "ka": ["საქართველოს ქალაქების სია", "თბილისი (მრავალმნიშვნელოვანი)"],
    "kk": ["Қазақстан өзендерінің тізімі", "Берлин (айрық)"],
    "ko": ["강 목록", "베를린 (동음이의)"],
    "lt": ["Lietuvos miestų sąrašas", "Sąrašas:Lietuvos upės", "Berlynas (reikšmės)"],
    "lv": ["Latvijas upju uzskaitījums", "Latvijas pilsētu saraksts", "Berlīne (nozīmju atdalīšana)"],
    "mk": ["Список на реки", "Берлин (појаснување)"],
    "ml": ["കേരളത്തിലെ നദികളുടെ പട്ടിക"],
    "mr": ["भारतीय शहरांची यादी"],
    "ms": ["Senarai sungai", "Berlin (nyahkekaburan)"],
    "nb": ["Liste over elver", "Berlin (andre betydninger)"],
    "nl": ["Lijst van rivieren", "Berlijn (doorverwijspagina)"],
    "nn": ["Liste over elvar", "Berlin (fleirtyding)"],
    "pl": ["Lista rzek", "Berlin (ujednoznacznienie)"],
    "pt": ["Lista de rios", "Berlim (desambiguação)"],
    "ro": ["Lista orașelor", "Listă de râuri", "Berlin (dezambiguizare)"],
    "ru": ["Список рек", "Списки рек", "Берлин (значения)"],
    "sk": ["Zoznam riek", "Berlín (rozlišovacia stránka)"],
    "sl": ["Seznam rek", "Berlin (razločitev)"],
    "sq": ["Lista e lumenjve", "Berlini (kthjellim)"],
    "sr": ["Списак река", "Spisak reka", "Берлин (вишезначна одредница)", "Berlin (višeznačna odrednica)"],
    "sv": ["Lista över floder", "Berlin (olika betydelser)"],
    "ta": ["இந்திய நகரங்களின் பட்டியல்"],
    "te": ["భారతీయ నగరాల జాబితా", "హైదరాబాదు (అయోమయ నివృత్తి)"],
    "th": ["รายชื่อธงในประเทศไทย", "เบอร์ลิน (แก้ความกำกวม)"],
    "tr": ["Nehirler listesi", "Berlin (anlam ayrımı)"],
    "uk": ["Список річок", "Списки річок", "Берлін (значення)"],
    "ur": ["پاکستان کے شہروں کی فہرست", "فہرست پاکستان کے شہر", "لاہور (ضد ابہام)"],
    "uz": ["Дарёлар рўйхати", "Daryolar roʻyxati", "Берлин (маънолари)", "Berlin (maʼnolari)"],
    "vi": ["Danh sách sông", "Berlin (định hướng)"],
    "zh": ["德国城市列表", "德国城市列表 (人口)", "柏林 (消歧义)", "柏林（消歧義）"],
}


def test_titles_of_lists_are_known_in_these_languages() -> None:
    assert list(LISTS) == [lang for lang in language_codes() if words_of(lang).lists]
    for lang, titles in LISTS.items():
        flag = flagger(noise_rules(ONTOLOGY, lang))
        assert {title: flag("Berlin", title, "Place", False) for title in titles} == dict.fromkeys(titles, "list")


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("de", "Liste Peter Pilz"), ("de", "Listenhund"), ("cs", "Seznam.cz"), ("en", "List Of"), ("it", "Lista Dini"),
        ("nl", "Lijst Pim Fortuyn"), ("pl", "Lista Schindlera"), ("ro", "Lista lui Schindler"),
        ("ru", "Список Шиндлера"), ("hu", "Schindler listája"), ("et", "Schindleri nimekiri"), ("he", "רשימת שינדלר"),
        ("eu", "Schindlerren zerrenda"), ("fa", "فهرست شیندلر"), ("vi", "Danh sách của Schindler"),
        ("de", "Schindlers Liste"),
    ],
)  # fmt: skip
def test_names_that_begin_as_the_titles_of_lists_do_are_none(lang: str, title: str) -> None:
    assert flagger(noise_rules(ONTOLOGY, lang))(title, title, "Film", False) == ""
