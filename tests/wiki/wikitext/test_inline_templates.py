"""Templates that carry words within a sentence, by the rules of each language."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from importlib.resources import files

import pytest

from benchmarks.fuzz.pages import SITE
from schemas.records import Anchor, Paragraph
from tests.support.wikitext import texts
from wiki.wikitext.holes import HoleNames
from wiki.wikitext.inline_templates import expander
from wiki.wikitext.paragraphs import extract_paragraphs


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("from {{lang-fr|[[pain]]}} x", "from French: pain x"),
        ("({{lang-rus|Москва|r=Moskva|p=x}})", "(Russian: Москва, romanized: Moskva)"),
        ("{{bibleref|Mark|3:25|9}} and {{bibleverse||Mark|3:25|KJV}}", "Mark 3:25 and Mark 3:25"),
        ("{{bibleverse|1|Cor|13:4|KJV}} and {{bibleverse|Mark|3:25}}", "1 Cor 13:4 and Mark 3:25"),
        ("{{chem|C|8|-}}, {{chem|O|2|2-}} and {{chem2|SO4(2-)}}", "C8−, O22− and SO42−"),
        (r"{{chem2|(\h{5}C5H5)2Ni}} and {{chem2|\h{6}C6H6-}}", "(η5-C5H5)2Ni and η6-C6H6−"),
        (
            r"{{chem2|H3N\sBH3}}, {{chem2|CH2\dCH2}}, {{chem2|HC\tCH}}, {{chem2|CuSO4*5H2O}}",
            "H3N–BH3, CH2=CH2, HC≡CH, CuSO4·5H2O",
        ),
        ("so {{chem2|2H2 + O2->2H2O}}, {{chem2|N2O4 <-> 2NO2}}, {{chem2|F–}}", "so 2H2 + O2 → 2H2O, N2O4 ⇌ 2NO2, F−"),
        ("{{lang|gem-x-proto|wulfaz}} or {{lang|ine-x-proto|*wl̥kʷos}}", "*wulfaz or *wl̥kʷos"),
        ("({{langx|ru|Москва|Moskva|translation=Moscow}})", "(Russian: Москва, romanized: Moskva, lit. 'Moscow')"),
        ("the {{shy|Pre|fec|tures}} of Japan{{shy}}", "the Prefectures of Japan"),
        ("\"a {{hair space}}'b', 5{{hair space}}–{{hsp}}6", "\"a 'b', 5 – 6"),
        ("one{{break}}two{{br|2}}three", "one two three"),
        ("see {{slink|A|B}} and {{slink||C}}", "see A § B and § C"),
        ("({{langx|de|Wald|lit=forest}}, {{IPA|de|valt}})", "(German: Wald, lit. 'forest')"),
        ("({{langx|de|Wald|lit=forest}}; {{IPA|de|valt}}; born 1900)", "(German: Wald, lit. 'forest'; born 1900)"),
        ("({{lang|de|Wald}} x&mdash;, {{IPA|de|valt}}, y&mdash;German: {{IPA|de|valt}})", "(Wald x—, y—German:)"),
        ("the phoneme {{IPAslink|a}}, {{IPAblink|b}}", "the phoneme /a/, [b]"),
        ("({{OldStyleDate|February 2|1905|January 20}})", "(February 2 [O.S. January 20] 1905)"),
        ("{{OldStyleDateDY|1 May|1706|1 May 1705}}", "1 May 1706 [O.S. 1 May 1705]"),
        ("{{OldStyleDateDY|May 1,|1706|May 1, 1705}}", "May 1, 1706 [O.S. May 1, 1705]"),
        ("({{lang-nds|label=[[A|Low Saxon]]|Hamborg}})", "(Low Saxon: Hamborg)"),
        ("({{langx|he|label=B|ab}}, {{lang-kw|Bosvena}})", "(B: ab, Cornish: Bosvena)"),
        ('in "{{langr|la|De respiratione}}"', 'in "De respiratione"'),
        ("{{as of|2019|lc=yes||df=|post=,}} it", "as of 2019, it"),
        ("in it, {{as of|2019|7|31|df=US|lc=y|post=,}} is", "in it, as of July 31, 2019, is"),
        ("Foo ([[Name|named]] {{IPAc-en|x}}, plural Foos)", "Foo (plural Foos)"),
        ("an ''a''{{'s}} ''b'', ''c''{{'s}} d", "an a's b, c's d"),
        ("an ''a''{{'s}} b and c{{'s}} d", "an a's b and c's d"),
        ("({{ill|de|Ort|Ort|Stadt}}), {{ill|Wien|de|Wien}}", "(Stadt), Wien"),
        ("\"a ''b''{{-\"}} c, \"d 'e{{' \"}} f", '"a b" c, "d \'e\'" f'),
        ("A ({{IPAc-en|x}}, also {{IPAc-en|y}}; locally pronounced {{IPA|fr|z}}) is", "A is"),
        ("A, {{IPAc-en|x}}, is. {{IPAc-en|y}} B", "A, is. B"),
        ("a [[Foo]] {{IPAc-en|x}} is, and the Bar {{respell|BAR}} is", "a Foo is, and the Bar is"),
        ("Foo ({{IPAc-en|x}} or {{IPAc-en|y}}; a {{lang|fr|b}} {{IPA|fr|b}})", "Foo (a b)"),
        ("{{IPAc-en|x}} b ''c'' {{IPAc-en|x}} d", "b c d"),
        ("{{math|{{abs|''x''}} < 1}}, ''{{prime|g}}'' and {{sm|l}}-ascorbic acid", "|x| < 1, g′ and l-ascorbic acid"),
        ("({{lang-sr-cyr|Гунарош}}) 1,{{thin space}}2", "(Serbian Cyrillic: Гунарош) 1, 2"),
        ("of {{val|5|-|7|u=km}}, {{val|1|to|2}} and {{val|3|by|4}}", "of 5–7 km, 1 to 2 and 3 by 4"),
        ("as {{Korean|한글|漢字|labels=no}}", "as 한글; 漢字"),
        ("It is {{crossreference|(see [[Foo|b]])}} {{numero|5}}", "It is (see b) No. 5"),
        ("Foo ({{IPAc-en|x}}, occasionally {{IPAc-en|y}}), also", "Foo, also"),
        ("({{lang-ru|Москва|Moskva}})", "(Russian: Москва, romanized: Moskva)"),
        ("is {{convert|5|to|10|km|mi|abbr=on}} far", "is 5 to 10 km far"),
        ("{{convert|6|ft|2|in|m}} tall", "6 feet 2 inches tall"),
        ("'''Tokyo''' ({{nihongo|Tokyo|東京|Tōkyō}})", "Tokyo (Tokyo (東京, Tōkyō))"),
        ("{{as of|2014|5|lc=y}} it", "as of May 2014 it"),
        ("born {{birth date|1970|4|29|df=yes}}", "born 29 April 1970"),
        ("{{nowrap|{{circa|1900}}}}, x", "c. 1900, x"),
        ("{{HMS|Victory|1765|6}} sank", "HMS Victory sank"),
        ("{{frac|1|2}} of {{frac|3|1|4}}", "1⁄2 of 3 1⁄4"),
        ("the {{sic|teh}} x{{!}}y", "the teh [sic] x|y"),
        ("a ({{IPA|x}}; {{IPA|y}}) b", "a b"),
        ("a ({{IPA|x}};<ref>r</ref> born 1879) b", "a (born 1879) b"),
        ("a, {{x}}, b {{x}}. c ''{{x}}'' d", "a, b. c d"),
        (
            "in pits. {{ref|a}}. Then, {{ref|b}}... and so on... {{ref|c}}. End {{ref|d}}.",
            "in pits. Then... and so on.... End.",
        ),
        ("A ({{audio|a.ogg|listen}}) {{audio|a.ogg}} b, {{Audio|b.ogg|''Birka''|help=no}}, c", "A b, Birka, c"),
        (
            "'''A''' (pronounced in {{IPA2|a}}) is ''(b,'' {{IPA|b}}, Greek ''c''), d'';''{{x}}, e",
            "A is (b, Greek c), d;, e",
        ),
        ("[[A]] ({{IPA2|a}}) and [[B]] ({{IPA2|b}})are", "A and B are"),
        ("order {{clarify|text=a [[delay]]|reason=b}} due{{clarify|date=May 2015}}.", "order a delay due."),
        ("({{bibleverse|Samuel|2|3:3|HE}}), {{bibleverse||Psalm|80|HE}}", "(Samuel 2 3:3), Psalm 80"),
        ("2{{fraction|1|4}}, 5{{frac|3}} and {{frac|1|2}}, A{{1/2}}", "2 1⁄4, 5 1⁄3 and 1⁄2, A1⁄2"),
        ("a{{sfn|B}} {{lang|fr|''mot''}} b{{when}} {{frac|1|2}} c{{cn}} {{sfn|C}}d", "a mot b 1⁄2 c d"),
        ("of Guinness. {{ref|a}}, {{ref|b}} He.{{ref|c}},{{ref|d}}", "of Guinness. He."),
        ("Sources: {{cite web|a}}; {{cite web|b}}", "Sources:"),
        ("In 1990{{sfn|a}}, {{efn|b}} he was in (PET) {{ref|a}}, {{ref|b}}.", "In 1990, he was in (PET)."),
        ("{{1/2}} of {{convert|5|km²|abbr=on}}, {{sqrt|2}}", "1⁄2 of 5 km2, √2"),
        ("see {{usc|26|2035}}, {{ussc|467|837|1984}}", "see 26 U.S.C. § 2035, 467 U.S. 837 (1984)"),
        ("A {{airport codes|LHR|EGLL}}, B ({{nyse|GE}})", "A (IATA: LHR, ICAO: EGLL), B (NYSE: GE)"),
        ("the {{JPN}} of {{mpl|2005 FY|9}} {{OEIS|id=A1}}", "the Japan of 2005 FY9 (sequence A1 in the OEIS)"),
        ("{{angbr|a}} is", "⟨a⟩ is"),
        ("({{nihongo||日本|Nihon|meaning Japan}})", "(Nihon (日本, meaning Japan))"),
        ("of {{val|7.4e25|u=K}} or {{val|-5.1(2)|e=-3}}, {{val|e=6|u=um}}", "of 7.4×1025 K or −5.1(2)×10−3, 106 μm"),
        ("so {{val|3|0.5|e=5|u=km}}, 4{{e|-3}}", "so (3±0.5)×105 km, 4×10−3"),
        ("at {{val|5|u=uHz}}, {{val|3|u=bps}}, {{val|7|u=u}}", "at 5 μHz, 3 bit/s, 7 u"),
        ("a {{sqrt|''2''}}''r'' and {{var|''a''}}''b''", "a √2r and ab"),
        ("a {{nowrap|(''x'' {{=}} 0)}} and {{nowrap|θ {{=}} 0}}", "a (x = 0) and θ = 0"),
        ("{{as of|2020|alt=By 2020}} it", "By 2020 it"),
        (
            "by {{harvtxt|A|B|2004|pp=3-5}}, {{harv|A|2004|loc=Ch. 2}}, {{harvnb|A|B|C|2004}}",
            "by A & B (2004, pp. 3–5), (A 2004, Ch. 2), A, B & C 2004",
        ),
        ("{{harvtxt|A|B|C|D|2004|p=3}}, {{harvs|txt|last=A|first=Z|year=1982}}", "A et al. (2004, p. 3), Z A (1982)"),
        ("{{nihongo|Book||Hon|x}}, {{nihongo|||Hon|x}}, {{nihongo||本||x}}", "Book (Hon, x), Hon (x), (本, x)"),
        (
            "{{nihongo3|a book|本|Hon|x}}, {{nihongo3|book||Hon}}, {{nihongo3|book|本}}",
            "Hon (本, a book, x), Hon (book), book (本)",
        ),
        ("{{nihongo foot|Book|本|Hon|extra=x|post=,|group=n}} or", "Book, or"),
        (
            "({{lang-ru|label=none|Москва|Moskva|Moscow}}; {{langx|de|Wald|wood}})",
            "(Москва, Moskva, 'Moscow'; German: Wald)",
        ),
        ("on {{start date|2010|05|07}}, {{death date|2010|05|07|1950|1|1|df=y}}", "on May 7, 2010, 7 May 2010"),
        ("{{birth date|2010|5|7|df=no}} or {{as of|2011|05|07|lc=y}}", "May 7, 2010 or as of 7 May 2011"),
        ("{{circa}}1450, {{fl.}} 1200, {{reign}} 1558", "c.1450, fl. 1200, r. 1558"),
        ("{{reign|1962|present}}, {{reign|37 BC|c. 19&nbsp;BC}}", "r. 1962–present, r. 37 BC – c. 19 BC"),
        ("{{reign|1558|1603}}, {{reign|1 May 1558|1603}}", "r. 1558–1603, r. 1 May 1558 – 1603"),
        ("of {{INRConvert|1500|c}} in 1990", "of ₹1,500 crore in 1990"),
        ("{{bibleverse|Genesis|1:1|KJV}} and {{bibleref2|Rom|8|KJV|a text}}", "Genesis 1:1 and a text"),
        ("so {{chem2|2 H2 + O2 -> 2 H2O}} it is", "so 2 H2 + O2 → 2 H2O it is"),
        ("{{chem2|CuSO4*5H2O}}, {{chem2|^{13}C}} and {{chem2|C_{n}H_{2n+2} }}", "CuSO4·5H2O, 13C and CnH2n+2"),
        ("of {{mp|2003 UB|313}}, {{H:title|dotted=no|tip|so}}", "of 2003 UB313, so"),
        ("{{key|Win|R}}, the sound {{IPA link|t}}", "⊞ Win+R, the sound t"),
        ("the {{audio-nohelp|a.ogg|Birka}} and {{clarify-span|a word|date=May 2020}}", "the Birka and a word"),
        ("by {{ill|Anna|WD=Q1|short=y}}", "by Anna"),
        ("{{unknown}} is", "is"),
        ("a (,) b ( ) c , d", "a (,) b ( ) c , d"),
        ("x {{formatnum: 3003}} y", "x 3,003 y"),
    ],
)
def test_inline_templates(markup: str, text: str) -> None:
    assert texts(markup, inline_templates=True) == [text]


def test_every_rule_of_every_language_can_be_filled() -> None:
    data = tomllib.loads(files("wiki.wikitext").joinpath("inline_templates.toml").read_text("utf-8"))
    for lang, rules in data["rules"].items():
        expand = expander(replace(SITE, dbname=f"{lang}wiki", lang=lang), HoleNames())
        for names in rules:
            for name in names.split(" / "):
                found = [
                    expand(name.replace("*", "fr") + arguments)
                    for arguments in ("", "|1|2|3|4", "|fr|text", "||text", "||name=Text", "|alt=x|lc=y|df=y")
                ]
                assert any(words.strip() for words in found), (lang, name)
                for words in found:
                    assert "{" not in words, (lang, name)
                    assert re.search(r"\[\[[|\] -]", words) is None, (lang, name)


@pytest.mark.parametrize("space", ["{{nbsp}}", "{{spaces|4}}", "{{thinsp}}", "{{break}}"])
def test_a_line_that_begins_with_the_space_of_a_template_is_not_indented(space: str) -> None:
    assert texts(f"{space}It is so,\n{space}or not.", inline_templates=True) == ["It is so, or not."]
    assert texts(f"of {{{{reign|37{space}BC|4}}}}, a{space}b", inline_templates=True) == ["of r. 37 BC – 4, a b"]


def test_what_clears_the_sides_begins_a_paragraph() -> None:
    found = extract_paragraphs("It is so.{{clear|left}}It was not.\n{{-}}\nIt goes\n{{clear}} on.", "Foo", SITE)
    assert [paragraph.text for paragraph in found.paragraphs] == ["It is so.", "It was not.", "It goes", "on."]
    assert not any(paragraph.problems for paragraph in found.paragraphs)


def test_no_template_of_a_language_is_named_twice() -> None:
    """The first rule holds, and what comes later is never read."""
    rules = tomllib.loads(files("wiki.wikitext").joinpath("inline_templates.toml").read_text("utf-8"))["rules"]
    ruled = {lang: [_page(name) for names in found for name in names.split(" / ")] for lang, found in rules.items()}
    for lang, names in ruled.items():
        assert _repeated(names) == [], lang
    silent = tomllib.loads(files("wiki.wikitext").joinpath("silent_templates.toml").read_text("utf-8"))
    for lang, groups in silent.items():
        names = [_page(" ".join(name.split())) for text in groups.values() for name in re.split(r"\s/\s", text.strip())]
        prefixes = tuple(name[:-1] for name in names if name.endswith("*"))
        assert _repeated(names) == [], lang
        assert [name for name in names if not name.endswith("*") and name.startswith(prefixes)] == [], lang
        assert sorted({*names} & {*ruled["any"], *ruled.get(lang, ())}) == [], lang


def _page(name: str) -> str:
    """A template's name as its page has it: the case of the first letter tells nothing."""
    return name[:1].lower() + name[1:]


def _repeated(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def test_templates_keep_anchors_and_quotations() -> None:
    page = "see {{nowrap|[[Kyoto (city)|Kyoto]] now}}: {{quote|A [[cat]].|author}} and"
    first, second, third = extract_paragraphs(page, "Page", SITE).paragraphs
    assert first == Paragraph("", "see Kyoto now:", [Anchor(4, 9, "Kyoto (city)")])
    assert second == Paragraph("", "A cat.", [Anchor(2, 5, "Cat")])
    assert third.text == "and"


@pytest.mark.parametrize(
    ("lang", "markup", "text"),
    [
        ("de", "{{Zitat|Text=Gut.|Autor=Goethe}}", "„Gut.“"),
        ("fr", "{{citation bloc|Bien.|auteur=Hugo}}", "« Bien. »"),
        ("it", "{{citazione|Bene.|Cartesio}}", "«Bene.»"),
    ],
)
def test_quotations_that_a_template_puts_into_quotes(lang: str, markup: str, text: str) -> None:
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang)
    assert texts(markup, site, inline_templates=True) == [text]


@pytest.mark.parametrize(
    ("lang", "wikitext", "text"),
    [
        ("fr", "le {{s|XII}}, le {{s|XII|e}}, le {{s|I}}", "le XIIe siècle, le XIIe siècle, le Ier siècle"),
        ("fr", "le {{-s|II|e}} et les {{sp|XI|e|et|XII|e|s}}", "le IIe siècle av. J.-C. et les XIe et XIIe siècles"),
        ("fr", "du {{sp-|XII|e|au|XV|e}}, {{s2|I|er|II|e}}", "du XIIe au XVe siècle, Ier et IIe siècles"),
        (
            "fr",
            "{{date|05|09|1990}}, {{date|1er mai 2000}}, {{date-|14 juillet}}",
            "5 septembre 1990, 1er mai 2000, 14 juillet",
        ),
        (
            "fr",
            "{{unité|1234,5|km}}, {{unité|25 000 habitants}}, {{unité|-5|°C}}",
            "1 234,5 km, 25 000 habitants, −5 °C",
        ),
        ("fr", "{{p.}}5, {{p.|7}}, {{n°s}}5 et 6, {{japonais|Mot|語}}", "p. 5, p. 7, nos 5 et 6, Mot (語)"),
        ("es", "{{val|5|u=km}}", "5 km"),
        ("de", "Ulm ({{Audio|A.ogg|anhören}}) ist {{Audio|A.ogg|Aussprache}} groß", "Ulm ist groß"),
        ("de", "{{Audio|A.ogg|Berlin}} ist{{Audio|B.ogg}} 2{{Bruch|1|4}} groß", "Berlin ist 2 1⁄4 groß"),
        ("it", "disse {{cn|che vinse|data=2010}}, in {{passo biblico|Gv3,16}}", "disse che vinse, in Gv3,16"),
        ("fr", "{{unité|5|%}}, {{unité|50|hab./km|2}}", "5 %, 50 hab./km2"),
        ("id", "{{convert|1234.5|km|mi}}, {{convert|-2|-|0|C|F}}", "1.234,5 kilometer, −2–0 °C"),
        ("sv", "han {{källa behövs|vann|datum=2015}} och{{fact}} {{fact|gick}}", "han vann och gick"),
        ("ca", "({{lang-es|x}})", "(en castellà: x)"),
        ("ru", "{{abbr|МГУ|университет|0}}, 2{{дробь|1|4}}", "МГУ, 2 1⁄4"),
        ("ja", "2{{分数|1|4}}、{{convert|5|-|10|km|mi}}", "2 1⁄4、5–10キロメートル"),
        (
            "fr",
            "le {{s-|XX}}, le {{s mini|XX}}, les {{s2-|XIX|e|XX|e}} et {{s2-|I|III}}",
            "le XXe siècle, le XXe s., les XIXe et XXe siècles et Ier et IIIe siècles",
        ),
        ("fr", "{{-s-|II|e}}", "IIe siècle av. J.-C."),
        (
            "fr",
            "le {{date|29 9 2019}}, le {{date-|1 janvier 1995}}, en {{date-|mai 1990}} et {{date|12|4|1990}}",
            "le 29 septembre 2019, le 1er janvier 1995, en mai 1990 et 12 avril 1990",
        ),
        ("fr", "né le {{Date de naissance|1|11|1866}} en {{date||mars|1990}}", "né le 1er novembre 1866 en mars 1990"),
        ("fr", "écoles{{etc.}}, arts{{etc}}", "écoles, etc., arts, etc."),
        ("fr", "{{unité|9.81|m||s|-2}}, {{unité|5|à=6|km}}", "9,81 m s−2, 5 à 6 km"),
        ("fr", "{{M.|Dupont}}, {{citation étrangère|langue=en|yes}}", "M. Dupont, « yes »"),
        ("fr", "{{Précision nécessaire|Certains|date=mai 2010}} disent{{quand}} non", "Certains disent non"),
        ("en", "5{{small| km}} and {{nowrap|a }}b", "5 km and a b"),
        ("en", "{{HMS|Hood|51|6}}, {{HMS|Hood|51|2}}, {{HMS|Hood|51}}", "HMS Hood, Hood, HMS Hood (51)"),
        (
            "en",
            "{{zh|s=北|t=北}}, {{zh|s=台|t=臺|p=Tái}}",
            "Chinese: 北, simplified Chinese: 台; traditional Chinese: 臺; pinyin: Tái",
        ),
        ("de", "{{Höhe|2962.06|DE-NHN}}, {{Höhe|12345|DE-NHN}}", "2962,06 m ü. NHN, 12.345 m ü. NHN"),
        ("ja", "{{convert|12|km|mi}}、{{convert|3|C|F}}", "12キロメートル、3 °C"),
        ("fr", "{{souverain2|Joseph II (empereur du Saint-Empire)}}", "Joseph II"),
        ("ro", "cu {{conversie|4|C-change}}", "cu 4 °C"),
        ("fr", "au {{XXe siècle}}, Otton {{Ier}}, le {{84e|congrès}}", "au XXe siècle, Otton Ier, le 84e congrès"),
        ("fr", "{{unité|83871|km|2}} et {{tmp|9.7|°C}}", "83 871 km2 et 9,7 °C"),
        ("fr", "({{en langue|de|Wien}})", "(en allemand : Wien)"),
        ("fr", "leur {{incise|timide}} retour {{incise|lent|stop}}", "leur – timide – retour – lent"),
        ("de", "{{Höhe|28.1|DE-NHN}} und {{laS|urbs}}", "28,1 m ü. NHN und lateinisch urbs"),
        # The brackets are the author's.
        ("de", "'''Berlin''' [{{IPA|bɛʁˈliːn|Tondatei=A.ogg}}] ist", "Berlin [bɛʁˈliːn] ist"),
        ("de", "Bern ([{{IPA|bɛrn}} oder {{IPA|bærn}}], /{{IPA|bɛrn}}/)", "Bern ([bɛrn oder bærn], /bɛrn/)"),
        ("ru", "({{lang-de|Wien}}), {{iw|Институт|||Institute}}", "(нем. Wien), Институт"),
        (
            "fr",
            "x{{etc.}} {{cf.}} {{RFC|917|titre=X}}, {{IIe siècle av. J.-C.}}",
            "x, etc. cf. RFC 917, IIe siècle av. J.-C.",
        ),
        ("ru", "{{nihongo|обряд|魂葬|консо:}} и {{нихонго|масло|油}}", "обряд (яп. 魂葬 консо:) и масло (яп. 油)"),
        ("fr", "a (b{{Citation nécessaire}}) {{citation nécessaire|c}}", "a (b) c"),
        ("ar", "شبريه {{ألمانية|Spree}} نهر", "شبريه (بالألمانية: Spree) نهر"),
        ("hu", "legalább {{szám|180000}} fő", "legalább 180 000 fő"),
        ("ro", "de {{conversie|22|–|25|C|F}} și {{conversie|1500|km|mi|abbr=on}}", "de 22–25 °C și 1.500 km"),
        ("it", "di {{TA|890 km²}} ed {{M|1234|ul=km}}", "di 890 km² ed 1 234 km"),
        ("ja", "ウィーン（{{Lang-de|Wien}}）", "ウィーン（ドイツ語: Wien）"),
        ("cs", "({{vjazyce2|de|Wien}})", "(německy Wien)"),
        ("fi", "({{k-de|Wien}})", "(saks. Wien)"),
        ("id", "({{lang-de|Wien}}; {{IPA-de|viːn}})", "(bahasa Jerman: Wien; [viːn])"),
        ("tr", "({{lang-de|Wien}})", "(Almanca: Wien)"),
        (
            "es",
            "del {{siglo|I|a|s}} al {{siglo|XX||s|1}}, {{Siglo|XIX|3=S}}",
            "del siglo I a. C. al siglo XX, Siglo XIX",
        ),
        ("es", "siglos {{siglo|XV}} y {{versalita|xvi}}, c.{{esd}}5, {{esd|6 m}}", "siglos XV y xvi, c. 5, 6 m"),
        ("es", "el {{fecha|01|08|1937}}, {{circa|1500}}, 2{{fracción|1|4}}", "el 1 de agosto de 1937, c. 1500, 2 1⁄4"),
        ("es", "{{unidad|12345|km²}} y {{convertir|10|km|mi|abbr=on}}", "12 345 km² y 10 km"),
        (
            "es",
            "{{COL}} a{{cita requerida|t=2010}} b {{sic}}{{¿quién?}} c{{actualizar|2015}} {{bandera|Italia}} d",
            "Colombia a b [sic] c d",
        ),
        ("es", "({{lang-ca|x}})", "(en catalán, x)"),
        ("pt", "em {{AC|48|x}}, {{DC|79}}, {{AC}} e {{ca.|395}}", "em 48 a.C., 79 d.C., a.C. e ca. 395"),
        (
            "pt",
            "{{dtlink|4|10|1959}}, {{dtlink||03|1959}}, {{dtlink|5|7}} e {{dtlink|||1960}}",
            "4 de outubro de 1959, março de 1959, 5 de julho e 1960",
        ),
        ("pt", "{{lknb|Constantino|I}} ({{nwrap|r.|306|337}}), {{ilc|A||B}}", "Constantino I (r. 306–337), A"),
        ("pt", "a{{carece de fontes|data=maio de 2010}} b{{quem?}} c{{nota de rodapé|d}} {{versalete|E}}", "a b c E"),
        (
            "ca",
            "segle {{Romanes|XV}}{{cal citació|data=maig}}, {{versaleta|Riba}} {{bandera|França}}",
            "segle XV, Riba",
        ),
        (
            "nl",
            "({{lang-la|Traiectum}}), a{{Bron?||2013|06|04}} {{feit|b c|2012|3|4}} d{{wie?}}",
            "(Latijn: Traiectum), a b c d",
        ),
        ("nl", "2{{breuk|1|4}} {{CN}} en {{VN}}", "2 1⁄4 China en Vietnam"),
        ("en", "in {{COL}}{{cn}}", "in Colombia"),
        (
            "sv",
            "a{{när|datum=2013-05}} {{flaggbild|Sverige}} b{{vem|vilka|datum=x}} {{liten|c}} 2{{bråk|1|4}}",
            "a b c 2 1⁄4",
        ),
        (
            "da",
            "({{lang-fo|x}}) a{{kilde mangler|dato=Uge 3}} {{flagikon|Norge}} {{lille|b}} 2{{brøk|1|4}}",
            "(færøsk: x) a b 2 1⁄4",
        ),
        (
            "no",
            "({{lang-el|x}}) a{{tr|dato=mai}} {{flaggikon|N}} {{språk|fr|b}} {{liten|c}} 2{{brøk|1|4}}",
            "(gresk: x) a b c 2 1⁄4",
        ),
        # The dumps of no.wikipedia give this code.
        ("nb", "({{lang-de|Wien}}) a{{trenger referanse}} {{flaggikon|N}} b", "(tysk: Wien) a b"),
        (
            "zh",
            "甲（{{bd|1892年|1月14日|1984年|3月6日|catIdx=F}}）、乙{{BD|1882年|11月9日|1952年||Y}}、丙（{{Bd|1961年|7月23日||catIndex=X}}）",
            "甲（1892年1月14日－1984年3月6日）、乙（1882年11月9日－1952年）、丙（1961年7月23日－）",
        ),
        ("zh", "维也纳（{{langx|de|Wien}}，{{lang-bg|Виена}}）", "维也纳（德語：Wien，保加利亞語：Виена）"),
        ("zh", "{{le|甲|A|乙}}、{{link-en|丙|C||x}}、{{Internal link helper/en|丁|D}}", "乙、丙、丁"),
        ("zh", "元音{{IPA|[j]}}、{{IPA|[w]}}和[{{IPA link|f}}]、{{IPAblink|s}}", "元音[j]、[w]和[f]、[s]"),
        ("zh", "字母{{angle bracket|b}}，小行星{{mp|1997 XF|11}}", "字母⟨b⟩，小行星1997 XF11"),
        ("zh", "{{ruby|漢字|かんじ}}（{{jpn|j=漢字|hg=かんじ|f=y}}）", "漢字（日語：漢字／かんじ）"),
        ("zh", "長{{convert|1642|m|ft}}、{{convert|0.22|in|mm}}", "長1,642米、0.22英寸"),
        ("pl", "król{{u|data}} w Wiedniu", "król w Wiedniu"),
        ("uk", "({{lang-cs|Praha}})", "(чеськ. Praha)"),
        ("fi", "({{k-grc|Ἀθῆναι}})", "(m.kreik. Ἀθῆναι)"),
        (
            "pl",
            "({{ang.|Vienna}}, {{Łac.|Vindobona}}, {{w języku|hu|Bécs}})",
            "(ang. Vienna, łac. Vindobona, węg. Bécs)",
        ),
        ("pl", "{{ang.}} {{małe|x}} i {{Państwo|POL}} {{Flaga|POL}}", "ang. x i Polska"),
        ("pl", "król{{u|data}}{{r|x}} w Wiedniu{{fakt|data=2012-05}}", "król w Wiedniu"),
        (
            "cs",
            "({{vjazyce2|sk|Viedeň}}), {{Vlajka a název|Česko}}{{Fakt/dne|2010}} {{malé|x}}",
            "(slovensky Viedeň), Česko x",
        ),
        ("uk", "{{нп|Слово|слову||Word}}, {{iw|треба=А|текст=Б|мова=fr|є=B}}{{хто}}", "слову, Б"),
        ("uk", "({{lang-be|Мінск}}, {{lang-cs|Minsk}}) {{Прапорець|USA}} А{{джерело}}", "(біл. Мінск, чеськ. Minsk) А"),
        (
            "ko",
            "빈({{llang|ko-Hani|大}}){{주태그|주}} {{국기나라|대한민국}}{{출처 필요|날짜=2015}}",
            "빈(한국 한자: 大) 대한민국",
        ),
        ("ko", "{{앵커|A}}그 {{작게|작은}} {{루비|漢|한}}{{누가}}", "그 작은 漢"),
        (
            "vi",
            "({{lang-ko|서울}}, {{langx|en|Seoul}}) {{flag|Việt Nam}}{{cần dẫn nguồn}}",
            "(tiếng Hàn: 서울, tiếng Anh: Seoul) Việt Nam",
        ),
        ("fi", "({{k-grc|Ἀθῆναι}}, {{k-no|Aten}}){{lähde}}", "(m.kreik. Ἀθῆναι, norj. Aten)"),
        (
            "fa",
            "({{lang-en|Vienna}}، {{به آلمانی|Wien}}){{یادچپ|Wien}}{{سخ}}شهر{{مدرک}}",
            "(به انگلیسی: Vienna، به آلمانی: Wien) شهر",
        ),
        ("he", "וינה {{אנ|Vienna}}{{הערה|x}}{{ש}}{{כ}}עיר{{דרוש מקור}}", "וינה עיר"),
        (
            "bg",
            "({{lang-la|1=Anno Domini}}, {{lang-en|word}}) 25{{hairsp}}km{{източник}}",
            "(на латински: Anno Domini, на английски: word) 25 km",
        ),
        (
            "el",
            "({{lang-grc|Ἀθῆναι}}, {{lang-fr|Athènes}}){{εκκρεμεί παραπομπή}} {{flag|Ελλάδα}}",
            "(αρχαία ελληνικά: Ἀθῆναι, γαλλικά: Athènes) Ελλάδα",
        ),
        ("zh", "雨{{來源請求|time=2010}}，雪{{谁}}{{NoteTA|1=zh-hans:甲;zh-hant:乙}}{{注|丙}}。", "雨，雪。"),
        ("zh", "{{tsl|en|A|甲}}、{{tsl|en|A|甲|乙}}、{{tsl|en|A||丙}}、{{tsl|en|B}}", "甲、乙、丙、B"),
        ("zh", "G{{music|sharp}}和A{{music|flat}}，酶（{{EC number|4.2.3.109}}）", "G♯和A♭，酶（EC 4.2.3.109）"),
        ("zh", "法（{{lang-pi|धम्म}}）", "法（巴利語：धम्म）"),
        # What a mark of doubt says of its date, or asks.
        ("sv", "a{{vem}} b{{vem|vilka}}", "a b"),
        ("zh", "甲{{需要解釋|time=2010}}{{失效連結|date=2010}}。", "甲。"),
        ("pl", "a{{kiedy}} b{{potrzebny przypis|data=2012-05}}{{martwy link}} c", "a b c"),
        ("cs", "a{{fakt/dne|20100101103015}} b{{kdo?|datum=2010}}{{kotva|x}} c", "a b c"),
        ("uk", "а{{хто?|дата=2010}} б{{якір|x}}", "а б"),
        ("ko", "가{{누가|날짜=2015}}{{깨진 링크|x}} 나", "가 나"),
        ("vi", "a{{khi nào|ngày=2015}}{{neo|x}} b", "a b"),
        ("fi", "a{{kuka?|päiväys=2015}}{{huomautus|x}} b", "a b"),
        ("fa", "شهر{{چه کسی|تاریخ=۲۰۱۵}}{{لنگر|x}} بود", "شهر بود"),
        ("he", "עיר{{מקור|תאריך=2015}}{{עוגן|x}} היא", "עיר היא"),
        ("bg", "град{{кой|дата=2015}}{{котва|x}} е", "град е"),
        ("el", "πόλη{{πότε|ημερομηνία=2015}}{{άγκυρα|x}} είναι", "πόλη είναι"),
    ],
)
def test_templates_of_other_languages(lang: str, wikitext: str, text: str) -> None:
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang)
    (paragraph,) = extract_paragraphs(wikitext, "Page", site).paragraphs
    assert (paragraph.text, list(paragraph.problems)) == (text, [])
