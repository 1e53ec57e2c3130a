"""Names by their capitals in Turkic languages."""

from __future__ import annotations

import pytest

from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A noun in the possessive ends the name of what belongs to the name before it, not what a genitive owns.
        ("O, Xəzər dənizinin və Göygöl gölünün yanında idi.", ["Xəzər dənizinin", "Göygöl gölünün"]),
        ("O, Lenin küçəsində və Bakının küçəsində yaşayır.", ["Lenin küçəsində", "Bakının"]),
        ("O, Bakı şəhərində yaşayır.", ["Bakı"]),
        # What has an ending of a case ends a name, but not what only looks like one.
        ("O, Cənubi Koreyada Kim Çen Inlə idi.", ["Cənubi Koreyada", "Kim Çen Inlə"]),
        ("O, Fəridə Məmmədova və Vladimir Lenin Moskvada idi.", ["Fəridə Məmmədova", "Vladimir Lenin", "Moskvada"]),
        ("O, Nevada Ştatı və Amanda Siyfrid haqqında yazdı.", ["Nevada Ştatı", "Amanda Siyfrid"]),
        # Surnames that end so are followed by another name, if nothing of the rest belongs to them.
        ("Sonra İlham Əliyev Ərdoğanla görüşdü.", ["İlham Əliyev", "Ərdoğanla"]),
        ("O, Heydər Əliyev Beynəlxalq Hava Limanı idi.", ["Heydər Əliyev Beynəlxalq Hava Limanı"]),
        ("Sonra Yaponiya Türkiyəyə gəldi.", ["Yaponiya", "Türkiyəyə"]),
        (
            "O, Səməd bəy Mehmandarov və Cəmşid Cabbar oğlu Əmirovdur.",
            ["Səməd bəy Mehmandarov", "Cəmşid Cabbar oğlu Əmirovdur"],
        ),
        ("O, Nizami adına Bakı Muzeyindədir.", ["Nizami adına Bakı Muzeyindədir"]),
        ("Prezident İlham Əliyev “Savarona” ilə getdi.", ["İlham Əliyev", "Savarona"]),
        # A word for a scholar is also a first name.
        ("Sonra Alim Qasımov getdi.", ["Alim Qasımov"]),
        ("Sonra Azərbaycan Prezidenti İlham Əliyev getdi.", ["Azərbaycan", "İlham Əliyev"]),
        ("O, Azərbaycan dilində yazdı.", []),
        # The number of a century is no part of the name before it, nor is one behind a case.
        ("Sonra Bakı XX əsrdə böyüdü, Bakı X əsrdə yox.", ["Bakı", "Bakı"]),
        ("Sonra Bakının 12 rayonu oldu.", ["Bakının"]),
        ("Çox yaşadı. Yeni Zelandiya və Qədim Misir.", ["Yeni Zelandiya", "Qədim Misir"]),
        # A single word before the place is a name if the article has it by itself too, and no side of it.
        ("Sonra Əhməd Berndə yaşadı, Bern və Əhməd.", ["Əhməd", "Berndə", "Bern", "Əhməd"]),
        ("Sonra Əhməd Berndə yaşadı, Bern.", ["Əhməd Berndə", "Bern"]),
        ("Sonra Yeni Şimal Berndə yaşadı, Bern.", ["Yeni Şimal Berndə", "Bern"]),
        # A word that ends another name of the article is no place.
        ("Sonra Albert Eynşteyn Berndə yaşadı, Bern və Maks Bern.", ["Albert Eynşteyn Berndə", "Bern", "Maks Bern"]),
        (
            "Sonra Albert Eynşteyn Bern şəhərində yaşadı, Bern və Maks Bern.",
            ["Albert Eynşteyn Bern", "Bern", "Maks Bern"],
        ),
        # A place in a case stands behind a name, where the article has the place by itself.
        (
            "Sonra Albert Eynşteyn Berndə yaşadı, Bern və Eynşteyn.",
            ["Albert Eynşteyn", "Berndə", "Bern", "Eynşteyn"],
        ),
        ("Sonra Albert Eynşteyn Berndə yaşadı.", ["Albert Eynşteyn Berndə"]),
        ("Sonra Leyla Gəncədən getdi, Leyla və Gəncə.", ["Leyla", "Gəncədən", "Leyla", "Gəncə"]),
        # A person may be called by the last name alone too, and a place have a first word.
        ("Sonra Can Berndə və Can Bern, Bern idi.", ["Can Berndə", "Can Bern", "Bern"]),
        ("Sonra Mərkəzi Berndə, Cənub Berndə və Bern idi.", ["Mərkəzi Berndə", "Cənub Berndə", "Bern"]),
        # So it does before a noun of places, whatever case that has.
        (
            "Sonra Stefan Orbelyani Naxçıvan şəhərində yaşadı, Naxçıvan da var.",
            ["Stefan Orbelyani", "Naxçıvan", "Naxçıvan"],
        ),
        ("Sonra Yeni Bern şəhərində, Yeni Bern və Bern idi.", ["Yeni Bern", "Yeni Bern", "Bern"]),
        (
            "Sonra Naxçıvan Yer kürəsində, Heydər Əliyev SSRİ Nazirlər Soveti idi.",
            ["Naxçıvan", "Heydər Əliyev", "SSRİ Nazirlər Soveti"],
        ),
        # A small word between them is a part of neither, but a title is.
        ("Sonra Fatma xanım Berndə, Səməd bəy Gəncədə idi, Bern.", ["Fatma", "Berndə", "Səməd bəy", "Gəncədə", "Bern"]),
        # Behind a word in a case a number counts what follows.
        ("O, Gəncədə 95 şair gördü.", ["Gəncədə"]),
        # Initials that are written to the surname end a name.
        ("Sonra R.Ərdoğan Amerika Birləşmiş Ştatlarına getdi.", ["R.Ərdoğan", "Amerika Birləşmiş Ştatlarına"]),
        # A title in lower case ends the name of a person, but not with the ending of an office.
        ("Sonra Üzeyir bəyin dostu, Qarabağ xanı Pənah xan idi.", ["Üzeyir bəyin", "Qarabağ", "Pənah xan"]),
    ],
)
def test_names_in_azerbaijani(text: str, expected: list[str]) -> None:
    assert found_in("az", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("У Самарқанд вилоятида, Зарафшон дарёси бўйида эди.", ["Самарқанд вилоятида", "Зарафшон дарёси"]),
        ("U Samarqand viloyatida, Zarafshon daryosi boʻyida edi.", ["Samarqand viloyatida", "Zarafshon daryosi"]),
        ("U Toshkent shahrida edi.", ["Toshkent"]),
        ("Keyin Samarqandda Amir Temur yashadi.", ["Samarqandda", "Amir Temur"]),
        ("Кейин Ўзбекистон Президенти Шавкат Мирзиёев келди.", ["Ўзбекистон", "Шавкат Мирзиёев"]),
        (
            "U Alisher Navoiy nomidagi Toshkent davlat universitetida edi.",
            ["Alisher Navoiy nomidagi Toshkent davlat universitetida"],
        ),
        ("U Rustam Qosim oʻgʻli Aliyev edi.", ["Rustam Qosim oʻgʻli Aliyev"]),
        ("U Olga Ivanova va Jordan Henderson edi.", ["Olga Ivanova", "Jordan Henderson"]),
        ("U Rossiyadan 300 million kub olgan.", ["Rossiyadan"]),
        ("U oʻzbek tilida va Oʻzbekiston xalqi haqida yozdi.", []),
        # Many write the mark of a letter as a quotation mark.
        ("U Farg‘ona va Qo‘qon shahrida, Oʻratepada edi.", ["Farg‘ona", "Qo‘qon", "Oʻratepada"]),
        ("Yangi Zelandiya uzoq.", ["Yangi Zelandiya"]),
        ("Keyin Alisher Navoiy Hirot shahrida yashadi, Hirot uzoq.", ["Alisher Navoiy", "Hirot", "Hirot"]),
        ("Keyin Albert Eynshteyn Bernda yashadi, Bern uzoq.", ["Albert Eynshteyn", "Bernda", "Bern"]),
    ],
)
def test_names_in_uzbek(text: str, expected: list[str]) -> None:
    assert found_in("uz", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ол Қарағанды облысында, Жайық өзені жағасында болды.", ["Қарағанды облысында", "Жайық өзені"]),
        ("Ол Алматы қаласында болды.", ["Алматы"]),
        ("Ол Абай атындағы Қазақ ұлттық университетінде оқыды.", ["Абай атындағы Қазақ ұлттық университетінде"]),
        ("Ол Ресейдің Қазақстандағы Елшісі Алексей Бородавкин.", ["Ресейдің", "Қазақстандағы", "Алексей Бородавкин"]),
        ("Ол Нұрсұлтан Назарбаев Астанада тұрды.", ["Нұрсұлтан Назарбаев", "Астанада"]),
        ("Ол Нұрсұлтан Назарбаев Университетінде оқыды.", ["Нұрсұлтан Назарбаев Университетінде"]),
        (
            "Ол Дариға Назарбаева Қытай Халық Республикасында болды.",
            ["Дариға Назарбаева", "Қытай Халық Республикасында"],
        ),
        ("Кейін Алматы ХХ ғасырда, Семей XIX ғасырда өсті.", ["Алматы", "Семей"]),
        ("Ол Мария Шарапова мен Том Хэнкс Лондонда болды.", ["Мария Шарапова", "Том Хэнкс", "Лондонда"]),
        ("Жаңа Зеландия алыс.", ["Жаңа Зеландия"]),
        ("Кейін Мұхтар Әуезов Семейде оқыды, ал Семей алыс.", ["Мұхтар Әуезов", "Семейде", "Семей"]),
        # Behind a name in a case another begins, where the article has the first without it.
        ("Сол Абылайдан Көркем Уәли туды, ал Абылай хан болды.", ["Абылайдан", "Көркем Уәли", "Абылай хан"]),
        ("Сол Абылайдан Көркем Уәли туды.", ["Абылайдан Көркем Уәли"]),
        # A title in lower case ends the name of a person, in its cases too.
        ("Сонда Абылай ханның және Төле бидің ұрпағы болды.", ["Абылай ханның", "Төле бидің"]),
        ("Кейін Р.Ердоған Нұрсұлтан Назарбаевты шақырды.", ["Р.Ердоған", "Нұрсұлтан Назарбаевты"]),
        ("Кейін Садат Америка Құрама Штаттарының елшісін көрді.", ["Садат", "Америка Құрама Штаттарының"]),
        ("Кейін Асқар Мамин Семей қаласында болды, Семей алыс.", ["Асқар Мамин", "Семей", "Семей"]),
        # A word for a son is also one for what is great.
        ("Ұлы Отан соғысы сонда басталды.", ["Ұлы Отан соғысы"]),
        # Offices are known in their cases.
        ("Сонда Президенттің және Президент Тоқаевтың сөзі.", ["Тоқаевтың"]),
        # A hero at the beginning of a sentence is a first name within one.
        ("Батыр Бауыржан Момышұлы мен Батыр Иманов келді.", ["Бауыржан Момышұлы", "Батыр Иманов"]),
        # The word for a judge behind a name is dance before a school.
        ("Сонда Төле би көшесі мен Мәскеу би мектебінде болды.", ["Төле би көшесі"]),
        ("Сонда Төле би туған.", ["Төле би"]),
    ],
)
def test_names_in_kazakh(text: str, expected: list[str]) -> None:
    assert found_in("kk", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Of Turkish plurals only those of peoples end a name.
        (
            "Orada Maymunlar Cehennemi ile Dünya Çocuklar Günü ve Bakanlar Kurulu göründü.",
            ["Maymunlar Cehennemi", "Dünya Çocuklar Günü", "Bakanlar Kurulu"],
        ),
        ("Orada ABD Dışişleri Bakanı Henry Kissinger göründü.", ["Henry Kissinger"]),
        # What is behind an apostrophe is no part of a Turkish name, but for a capital.
        (
            "Orada Rona'nın Hindistan'da O'Neill ile İstanbul'dan Xi'an'a gittiği söylendi.",
            ["Rona", "Hindistan", "O'Neill", "İstanbul"],
        ),
        # Months have a capital, and so have offices that stand behind what they are of.
        (
            "Orada Fransa Başbakanı Lionel Jospin ile Lennox Kontesi Margaret Douglas, Blunt Ocak 2011'de göründü.",
            ["Fransa", "Lionel Jospin", "Lennox", "Margaret Douglas", "Blunt"],
        ),
        # So have days of the week, and adjectives before a noun, the members of creeds among them.
        (
            "Orada Kori Schulman Pazartesi günü, Malta Şövalyesi Jean Parisot ve Berlin Alevi derneği göründü.",
            ["Kori Schulman", "Malta", "Jean Parisot", "Berlin"],
        ),
        (
            "Orada Berlin 3 Ekim 1990'da Apollo 11 ile IV. Murad ve Abd el-Kadir gibiydi.",
            ["Berlin", "Apollo 11", "IV. Murad", "Abd el-Kadir"],
        ),
        (
            "Orada Sudeten Alman çiftçisi, Uber Çinli şirketi, Almanlar Berlin'i ve Yale Üniversitesinde Meyer vardı.",
            ["Sudeten", "Uber", "Berlin", "Yale Üniversitesinde", "Meyer"],
        ),
        ("Orada Çing hanedanının yıkılmasıyla İngilizlerin ve Parislilerin parası bitti.", []),
    ],
)
def test_names_in_turkish(text: str, expected: list[str]) -> None:
    assert found_in("tr", text) == expected


def test_turkish_words_are_compared_in_their_own_small_letters() -> None:
    text = "Orada İlçe ve Irmak vardı."
    assert found_in("tr", text) == ["İlçe", "Irmak"]
    assert found_in("tr", text, common="ilçe ırmak") == []
    assert found_in("tr", "Irmak vardı.", known="ırmak") == ["Irmak"]
