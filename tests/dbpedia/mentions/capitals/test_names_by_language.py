"""Names by their capitals, language by language; what holds in all of them stands in `test_names.py`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.mentions.words import language_data, words_of
from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A name of several words has one capital: what agrees with its first word belongs to it, in other cases too.
        ("Han lämnade Svenska kyrkan för Förenta staternas armé.", ["Svenska kyrkan", "Förenta staternas"]),
        ("Han läste Kungliga Tekniska högskolan och Röda korset.", ["Kungliga Tekniska högskolan", "Röda korset"]),
        ("Han såg Svenska och sedan Norra delar.", []),
        ("Då hade Europa mötte flickan.", ["Europa"]),
        ("Han seglade där (Stilla havet, söder om ön) och på ”Norra havet”.", ["Stilla havet", "Norra havet"]),
        ("Norra delen ligger där (Stora delar finns).", []),
        # What bodies and places are called behind a name.
        ("Han kom till Uppsala universitet, i Västra Götalands län.", ["Uppsala universitet", "Västra Götalands län"]),
        # A place belongs to the name of a body and of nobody else.
        ("Han kom till Högskolan i Borås och Dramaten i Stockholm.", ["Högskolan i Borås", "Dramaten", "Stockholm"]),
        ("Högskolan i Borås växte.", ["Högskolan i Borås"]),
        # One word belongs to who is of it.
        ("Han såg Adam av Bremen och Amerika av Anna Berg.", ["Adam av Bremen", "Amerika", "Anna Berg"]),
        ("Han såg Karl den store, Erik den helige och den store.", ["Karl den store", "Erik den helige"]),
        # An owner, behind which another name begins.
        ("Han såg Apple med Siri och Apples Siri.", ["Apple", "Siri", "Apples", "Siri"]),
        ("Han såg Apples Siri.", ["Apples Siri"]),
        ("Då är Apple här, Apples Radio med Radio.", ["Apple", "Apples Radio", "Radio"]),
        ("Han såg Anna Berg och Anna Bergs Olof Svensson.", ["Anna Berg", "Anna Bergs Olof Svensson"]),
        ("Apples bolag köpte Apple.", ["Apples", "Apple"]),
        ("Då har Västgötalagen Sveriges skydd.", ["Västgötalagen", "Sveriges"]),
        ("Då är Republiken Kinas president här.", ["Republiken Kinas"]),
        # A month behind a number, a saint with a colon, marks that are the same on both sides or point inwards.
        ("Det var i Sverige 6 juni och i S:t Petersburg.", ["Sverige", "S:t Petersburg"]),
        ("Han skrev romanen ”Stormen över havet”, läste »Hamlet« och sade ”Nej”.", ["Stormen över havet", "Hamlet"]),
        ("Han såg Alaska, fru Nowakowska och New York-baserade bolag.", ["Alaska", "Nowakowska"]),
        # Behind an office a capital shows a name where the sentence begins too.
        ("Kung Carl Gustaf kom.", ["Carl Gustaf"]),
        ("Mr Osborne kom.", ["Osborne"]),
        ("Författaren Selma Lagerlöf kom.", ["Selma Lagerlöf"]),
        ("Författaren kom.", []),
        ("Hans Zimmer kom.", []),
    ],
)
def test_names_in_swedish(text: str, expected: list[str]) -> None:
    assert found_in("sv", text, common="radio norra hans delar") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("nb", "Han forlot Den norske kirke og De forente nasjoner.", ["Den norske kirke", "De forente nasjoner"]),
        ("nb", "Da lå Det nye huset der, i Den.", ["Det nye huset"]),
        ("nb", "Den norske kirke vokste, og Den vokste.", []),
        ("nb", "Den norske kirke er Den norske kirke.", ["Den norske kirke", "Den norske kirke"]),
        ("nb", "Han kom til Universitetet i Oslo og Oslo kommune.", ["Universitetet i Oslo", "Oslo kommune"]),
        ("nb", "Han så Høyres Yngve Brox i Høyre.", ["Høyres", "Yngve Brox", "Høyre"]),
        ("nb", "Han leste «Hamlet» i Norge 17 mai.", ["Hamlet", "Norge"]),
        ("nn", "Han kom frå Den norske kyrkja og Oslo kommune.", ["Den norske kyrkja", "Oslo kommune"]),
        ("nn", "Dei kom frå Dei sameinte nasjonane.", ["Dei sameinte nasjonane"]),
        ("nn", "Statsråd Anna Berg kom, og ho vann Nobels litteraturpris.", ["Anna Berg", "Nobels litteraturpris"]),
        ("da", "Han kom til Københavns Universitet i Aarhus kommune.", ["Københavns Universitet", "Aarhus kommune"]),
        ("da", "Han så Det Røde Hav og Alexander den Store.", ["Det Røde Hav", "Alexander den Store"]),
        ("da", "Han så Erik af Pommern og Danmark af Anna Berg.", ["Erik af Pommern", "Danmark", "Anna Berg"]),
        ("da", "Kronprins Frederik kom til Skt. Peters Kirke.", ["Frederik", "Skt. Peters Kirke"]),
    ],
)
def test_names_in_norwegian_and_danish(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # The end of a foreign given name looks like that of a place in the locative, but little stands before it.
        ("pl", "Tam był Howie Mandel i David Bowie Tribute.", ["Howie Mandel", "David Bowie Tribute"]),
        (
            "pl",
            "Tam w Lwowie Jan Berg i w Iławie Adam Mickiewicz.",
            ["Lwowie", "Jan Berg", "Iławie", "Adam Mickiewicz"],
        ),
        ("cs", "Tam byl Blaze Bayley a v Praze Jan Hus.", ["Blaze Bayley", "Praze", "Jan Hus"]),
        ("fi", "Siellä Raissa Orlova ja Anissa Helou olivat.", ["Raissa Orlova", "Anissa Helou"]),
        (
            "fi",
            "Siellä Dubaissa Matti Meikäläinen ja Oulussa Minna Canth olivat.",
            ["Dubaissa", "Matti Meikäläinen", "Oulussa", "Minna Canth"],
        ),
        (
            "fi",
            "Siellä Alankomaissa Jan Berg ja Iranissa Ann Lee.",
            ["Alankomaissa", "Jan Berg", "Iranissa", "Ann Lee"],
        ),
        # In quotation marks what has one capital is a name behind a word for a work alone.
        ("uk", "Він написав роман «Тіні забутих предків» і сказав «Тіні забутих людей».", ["Тіні забутих предків"]),
        ("uk", "У новій пісні «Червона рута» й у п’єсі «Лісова пісня».", ["Червона рута", "Лісова пісня"]),
        ("uk", "Журналіст «Дуже гарно» сказав.", []),
    ],
)
def test_what_only_looks_like_a_place_or_a_work(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("word", "is_one"),
    [
        *((word, False) for word in ("Jordan", "Jordana", "Sheridan", "Bohdan", "Dušan", "Balkán", "Vatikán", "Milan")),
        *((word, True) for word in ("Američan", "Jihoameričané", "Kanaďana", "Egypťanů", "Rakušan", "Pražany")),
        *((word, True) for word in ("Tibeťan", "Londýňan", "Brňané", "Afričanům", "Novozélanďan")),
    ],
)
def test_czech_names_are_no_peoples(word: str, is_one: bool) -> None:
    czech = capital_words("cs", words_of("cs"))
    assert czech and czech.of_people
    assert bool(czech.of_people.fullmatch(word)) == is_one


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("pl", "Zespół Szkół Polskich stał koło Krakowa.", ["Zespół Szkół Polskich", "Krakowa"]),
        ("pl", "Koło Krakowa stał dom.", ["Krakowa"]),  # the preposition
        ("cs", "Strana Jana Husa tam byla.", ["Strana Jana Husa"]),
        ("cs", "Strana byla tam.", []),
    ],
)
def test_what_names_begin_with_does_not_only_begin_sentences(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # The capital of the sentence is that of the word behind what has lost its first letter.
        ("nl", "'s Avonds zag hij Delft.", ["Delft"]),
        ("nl", "Hij zei: “’s Morgens zag ik Delft.”", ["Delft"]),
        ("nl", "Hij zag 's Gravenhage.", ["Gravenhage"]),
        ("af", "’n Bevolkingsopname is in Kaapstad gehou.", ["Kaapstad"]),
        ("af", "ŉ Bevolkingsopname is in Kaapstad gehou.", ["Kaapstad"]),
        ("af", "Hy het ’n Mazda gekoop.", ["Mazda"]),
    ],
)
def test_sentences_that_begin_with_a_cut_word(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


# Read here as Rusyn (`rue`), of which nobody gave words.
MACEDONIAN = "претседателот по филм град во е со му го"


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("rue", "Таму живеел Иван Мештровиќ, скулптор од Сплит.", ["Иван Мештровиќ", "Сплит"]),
        # What begins the sentence is a word that the wiki has in lower case.
        ("rue", "Претседателот Хамид Карзај стигна во Кабул.", ["Хамид Карзај", "Кабул"]),
        ("rue", "По Загреб стигна.", ["Загреб"]),
        ("rue", "По Сплит стигна.", []),  # which nothing shows to have a capital elsewhere
        ("rue", "По Град Филм стигна.", []),
        ("rue", "Го читаше Charles de Gaulle.", ["Charles de Gaulle"]),
        ("rue", "Свиреа House of the Rising Sun.", ["House of the Rising Sun"]),
        ("rue", "Ги виде Лорд Бајрон и фирмата Acme Ltd. таму.", ["Лорд Бајрон", "Acme Ltd."]),
        ("tk", "Ol gün Ismail Kadare geldi.", ["Ismail Kadare"]),
        # Months and adjectives with a capital are data of such a language too, in all that they may begin with.
        ("gd", "Tha a' Ghàidhlig ann an Alba sa Ghearran, agus na h-Èireannaich.", ["Alba"]),
        ("gd", "Tha e ann an Roinn h-Alba.", ["Roinn h-Alba"]),
        ("br", "Emañ ar Vrezhoned e Breizh e miz C'hwevrer ha Gwengolo.", ["Vrezhoned", "Breizh"]),
        ("br", "Komz a ra ar Gall e Brezhoneg.", []),
        ("fy", "Hy wie in Fryske skriuwer yn Fryslân.", ["Fryslân"]),
        ("hyw", "Նա ապրում էր Երևանում։", ["Երևանում"]),
    ],
)
def test_names_of_a_language_without_words(lang: str, text: str, expected: list[str]) -> None:
    assert "capitals" not in language_data(lang)
    assert found_in(lang, text, MACEDONIAN, "загреб") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A noun in lower case ends the name of what belongs to the owner before it, in its case.
        (
            "Ta elas Pärnu maakonnas Vändra vallas, Tartu riiklikus ülikoolis, Tallinna linnas ja Balti jaamas.",
            ["Pärnu maakonnas", "Vändra vallas", "Tartu riiklikus ülikoolis", "Tallinna", "Balti jaamas"],
        ),
        # An adjective begins a name with one capital, its noun in the same case.
        (
            "Ta oli Teises maailmasõjas, nägi Vaikset ookeani ja Mustal merel teist maailma.",
            ["Teises maailmasõjas", "Vaikset ookeani", "Mustal merel"],
        ),
        # Behind a case that no nominative looks like, and behind a place that is one, another name begins.
        (
            "Ta oli Ühendriikides Missouri osariigis, USAst Eestisse, Saaremaal Ants Kase ja Lätis Jaan Tamme juures.",
            [
                *("Ühendriikides", "Missouri osariigis", "USAst", "Eestisse"),
                *("Saaremaal", "Ants Kase", "Lätis", "Jaan Tamme"),
            ],
        ),
        (
            "Siin Londonist Mary Poppins, Viljandisse Juhan Liiv ja Pariisis Paul Keres.",
            ["Londonist", "Mary Poppins", "Viljandisse", "Juhan Liiv", "Pariisis", "Paul Keres"],
        ),
        (
            "Seal olid Walt Disney, Jesse James, August Kitzberg, Jaanus Tamm, Toomas Nipernaadi ja Francis Drake.",
            ["Walt Disney", "Jesse James", "August Kitzberg", "Jaanus Tamm", "Toomas Nipernaadi", "Francis Drake"],
        ),
        (
            "Seal olid Mercedes Sosa, Los Andes Tolima, Helga Nõu, Ernest Hemingway ja Charles de Gaulle.",
            ["Mercedes Sosa", "Los Andes Tolima", "Helga Nõu", "Ernest Hemingway", "Charles de Gaulle"],
        ),
        (
            "Seal olid Christ Church, East London, Faust Symphony, Automobile Club, Matisse Museum ja Renault Clio.",
            ["Christ Church", "East London", "Faust Symphony", "Automobile Club", "Matisse Museum", "Renault Clio"],
        ),
        # Who is called by an office before the name begins the sentence, though the surname is a common noun too.
        ("Peaminister Tiit Vähi tuli.", ["Tiit Vähi"]),
        ("Tantsuajaloolane Heino Aassalu tuli.", ["Heino Aassalu"]),
        ("Sündinud Tallinnas, elas ta Narvas.", ["Tallinnas", "Narvas"]),
        # What stands in quotation marks is a name alone, and behind a word for a work with one capital.
        (
            "Ta luges romaani “Tõde ja õigus”, „Postimeest” ja ütles „Jah” ning „Ma tulen varsti”.",
            ["Tõde ja õigus", "Postimeest"],
        ),
        # A capital shows a name in brackets and behind an abbreviation.
        ("See oli 1949. a. Tallinnas (Eestis).", ["Tallinnas", "Eestis"]),
        ("Siin oli XIX sajandil Karl XII.", ["Karl XII"]),
    ],
)
def test_names_in_estonian(text: str, expected: list[str]) -> None:
    assert found_in("et", text, common="vähi peaminister tantsuajaloolane sündinud teises mustal") == expected


def test_a_body_has_its_place_behind_an_article_that_begins_the_sentence() -> None:
    text = "De Universiteit van het Noorden is daar."
    assert found_in("nl", text, "universiteit") == ["Universiteit van het Noorden"]
    assert found_in("nl", text) == ["Universiteit"]  # which is no common noun there


GREEK = "πανεπιστήμιο κάτοικοι τράπεζα εθνική πρόεδρος ταινία ένωση μάχη πόλεμο παγκόσμιο όχι"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Τον Μάρτιο ο Τραμπ πήγε στη Ρώμη την Κυριακή.", ["Τραμπ", "Ρώμη"]),
        # Peoples have a capital in all cases, and the names of places none of their endings.
        ("Εκεί οι Έλληνες νίκησαν τους Τρώες, τις Αμαζόνες και τους Αθηναίους των Ρώσων.", []),
        (
            "Εκεί ο Βρετανός ποιητής είδε τη Θράκη, τη Σύρο, την Αργεντινή και τις Μυκήνες.",
            ["Θράκη", "Σύρο", "Αργεντινή", "Μυκήνες"],
        ),
        # Behind a place and behind the genitive of the plural another name begins.
        ("Ο πρόεδρος της Γαλλίας Εμανουέλ Μακρόν ήρθε.", ["Γαλλίας", "Εμανουέλ Μακρόν"]),
        ("Ο δήμαρχος Κωνσταντινούπολης Εκρέμ Ιμάμογλου ήρθε.", ["Κωνσταντινούπολης", "Εκρέμ Ιμάμογλου"]),
        ("Με τον αρχηγό των Αιθιόπων Μέμνονα ήρθε στο Πανεπιστήμιο Αθηνών.", ["Μέμνονα", "Πανεπιστήμιο Αθηνών"]),
        ("Ήρθε από νησί των Ηνωμένων Πολιτειών Αμερικής.", ["Ηνωμένων Πολιτειών Αμερικής"]),
        # A body has its place, where an article begins the sentence too.
        (
            "Το Πανεπιστήμιο της Οξφόρδης και η Εθνική Τράπεζα της Ελλάδος.",
            ["Πανεπιστήμιο της Οξφόρδης", "Εθνική Τράπεζα της Ελλάδος"],
        ),
        ("Στα Χανιά της Κρήτης ζουν. Κάτοικοι της Αθήνας ήρθαν.", ["Χανιά", "Κρήτης", "Αθήνας"]),
        ("Ήταν ο Πέτρος ο Μέγας, είδε τον Τραμπ ο Πούτιν.", ["Πέτρος ο Μέγας", "Τραμπ", "Πούτιν"]),
        ("Στον Β΄ Παγκόσμιο Πόλεμο η Ευρωπαϊκή Ένωση.", ["Β΄ Παγκόσμιο Πόλεμο", "Ευρωπαϊκή Ένωση"]),
        ("Είδε τον Πρόεδρο Τζο Μπάιντεν και τον Άγιο Νικόλαο.", ["Τζο Μπάιντεν", "Άγιο Νικόλαο"]),
        ("Η ταινία «Το λιβάδι που δακρύζει» και η «Μεγάλη μέρα».", ["Το λιβάδι που δακρύζει", "Μεγάλη μέρα"]),
        ("Ο υπουργός είπε «Δεν ξέρω πού πάω» και «Όχι».", []),
    ],
)
def test_greek_names(text: str, expected: list[str]) -> None:
    assert found_in("el", text, GREEK) == expected


BULGARIAN = "президентът министърът градът романът битката след съюз партия събрание върху каза река"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A name that begins with an adjective has one capital, and the articles of both agree.
        (
            "Там беше Европейският съюз, а в Народното събрание - Зелената лява партия.",
            ["Европейският съюз", "Народното събрание", "Зелената лява партия"],
        ),
        (
            "Отиде в Горна Оряховица, на Стара планина и в Берлинската художествена академия.",
            ["Горна Оряховица", "Стара планина", "Берлинската художествена академия"],
        ),
        ("Там е Висшият съдебен съвет и са Съединените щати.", ["Висшият съдебен съвет", "Съединените щати"]),
        # It is not known where it ends.
        ("Там е Демократическата партия на народите и Българската академия на науките.", []),
        ("Там е Консервативната партия на Тереза Мей.", ["Консервативната партия", "Тереза Мей"]),
        ("Там германският Чайковски подкрепя Украйна със стара техника.", ["Чайковски", "Украйна"]),
        # Names have no cases: behind a country its minister begins.
        ("Там министърът на Великобритания Майкъл Гоув дойде.", ["Великобритания", "Майкъл Гоув"]),
        ("След Лио Варадкар дойде Жан-Ив льо Дриан.", ["Лио Варадкар", "Жан-Ив льо Дриан"]),
        ("Там чете „Под игото“ и вестник “Гардиън“ от агенция Франс прес.", ["Под игото", "Гардиън", "Франс прес"]),
        ("Там той каза „Не знам нищо“ и излезе.", []),
    ],
)
def test_bulgarian_names(text: str, expected: list[str]) -> None:
    assert found_in("bg", text, BULGARIAN) == expected


VIETNAMESE = "anh á bộ chính công dân liên minh nghiệp pháp phủ quốc số thống tổng xanh đảng đức"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A word of several syllables has one capital, and alone is no name; an office of several is in none.
        ("Họ gặp Thủ tướng Angela Merkel ở Đại học Quốc gia Hà Nội.", ["Angela Merkel", "Đại học Quốc gia Hà Nội"]),
        ("Liên minh châu Âu đã họp với Quốc hội, rồi Tổng thống đến.", ["Liên minh châu Âu"]),
        ("Liên minh đã họp.", []),
        ("Quốc tế Cộng sản đã họp.", []),
        (
            "Họ gặp Tổng Thư ký Kofi Annan và Bộ Công nghiệp và Thương mại.",
            ["Kofi Annan", "Bộ Công nghiệp và Thương mại"],
        ),
        ("Chính phủ Việt Nam đã họp.", ["Việt Nam"]),
        # A kind of thing in lower case is part of the name behind it, and shows that it is one; not what ends so.
        ("Ở đó có đảng Xanh, liên đảng Xanh và châu Á.", ["đảng Xanh", "Xanh", "châu Á"]),
        ("Họ đến thành phố Hồ Chí Minh và xã hội Đức.", ["thành phố Hồ Chí Minh", "Đức"]),
        ("Sông Hồng dài.", ["Sông Hồng"]),
        ("Bán đảo Triều Tiên rộng.", ["Bán đảo Triều Tiên"]),
        # A syllable is a name by what stands behind it, though the wiki has it in lower case; two letters suffice.
        ("Họ xem Pháp luật ở đó, rồi đến Pháp, Đức hồi tháng Tám và Mỹ.", ["Pháp", "Đức", "Mỹ"]),
        ("Họ đến Đông Nam Á và Ý, nghe ý kiến, xem nhóm X.", ["Đông Nam Á", "Ý"]),
        ("Họ xem Á hậu ở đó.", []),
        ("Anh đã gặp họ ở Anh.", ["Anh", "Anh"]),
        ("Anh đã gặp họ.", []),
        ("Moscow đã gặp họ.", ["Moscow"]),
        ("Moscow xưa đã gặp họ.", []),
        # A creed has a second word in lower case, within a name too.
        (
            "Họ xem Hồi giáo ở đó, Ấn Độ giáo và Giáo hội Phật giáo Việt Nam.",
            ["Hồi giáo", "Ấn Độ giáo", "Giáo hội Phật giáo Việt Nam"],
        ),
        # People and languages are none.
        ("Họ là người Đức và nói tiếng Pháp ở Nga.", ["Nga"]),
        ("Họ gặp Moon Jae-in ở Mát-xcơ-va.", ["Moon Jae-in", "Mát-xcơ-va"]),
        # A noun may be counted by what stands before it.
        ("Họ bán Morata 70 triệu bảng, dùng Apollo 11 và Apollo 12.", ["Morata", "Apollo 11", "Apollo 12"]),
        ("Hôm đó tổng thống Mỹ Donald Trump gặp Donald Trump ở Mỹ.", ["Mỹ", "Donald Trump", "Donald Trump", "Mỹ"]),
        # Behind a title the place and the person are two where the article has both.
        (
            "Họ gặp Tổng thống Hàn Quốc Moon Jae-in ở Hàn Quốc, và ông Moon Jae-in.",
            ["Hàn Quốc", "Moon Jae-in", "Hàn Quốc", "Moon Jae-in"],
        ),
        ("Họ gặp Tổng thống Park Geun Hye và ông Park.", ["Park Geun Hye", "Park"]),
        ("Họ đọc tiểu thuyết “Số đỏ”, nói “Số đỏ”.", ["Số đỏ"]),
        ("Ông Merkel đến Bà Rịa, gặp HLV Zidane (Pháp).", ["Merkel", "Bà Rịa", "Zidane", "Pháp"]),
    ],
)
def test_vietnamese_names_are_of_syllables(text: str, expected: list[str]) -> None:
    assert found_in("vi", text, VIETNAMESE) == expected


def test_what_stands_apart_in_vietnamese_is_in_no_name() -> None:
    words = capital_words("vi", words_of("vi"))
    assert words
    assert not words.compounds & (words.openers | words.offices)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Beliau melihat Perdana Menteri Mahathir Mohamad pada Ogos dan Isnin.", ["Mahathir Mohamad"]),
        ("Di sana Tan Sri Khalid Ibrahim dan Sri Lanka menang.", ["Khalid Ibrahim", "Sri Lanka"]),
        ("Di sana orang Eropah berbahasa Turki, Arab dan Inggeris di Bosnia, Jepun.", ["Bosnia", "Jepun"]),
        (
            "Pulau Pinang besar. Kementerian Pelajaran dan Sukan kecil.",
            ["Pulau Pinang", "Kementerian Pelajaran dan Sukan"],
        ),
        (
            "Ketika itu Samy Vellu a/l Sangalimuthu menemui Ahmad bin Ali.",
            ["Samy Vellu a/l Sangalimuthu", "Ahmad bin Ali"],
        ),
        ("Di sana raja Siam Rama V menang.", ["Siam", "Rama V"]),
    ],
)
def test_malay_names_are_as_indonesian_ones(text: str, expected: list[str]) -> None:
    assert found_in("ms", text, common="pulau kementerian pelajaran sukan raja") == expected


VILNIUS_MUSEUM = "Vilniaus arkivyskupijos bažnytinio paveldo muziejus"
BALTIC = """otrā otrais pasaules pēc prezidents prezidentam rožu jomas mākslas vēstures rīta antrasis antrojo po mokslo
sovietų lietuviai latvieši prezidentui dailės valstybinis noslēdza lielā"""


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # A noun in lower case ends the name of its owner, adjectives, other owners and a conjunction between or not.
        ("lv", "Tur ir Rīgas pils un Gaujas nacionālais parks.", ["Rīgas pils", "Gaujas nacionālais parks"]),
        ("lv", "Viņš peldēja Rīgas jūras līcī.", ["Rīgas jūras līcī"]),
        ("lv", "Tur ir Cēsu Vēstures un mākslas muzejs.", ["Cēsu Vēstures un mākslas muzejs"]),
        ("lv", "Rundāles pils ir skaista.", ["Rundāles pils"]),  # where the sentence begins too
        ("lv", "Tur plūst Gaujas upe, tur dzīvo Rīgas vakars.", ["Gaujas", "Rīgas"]),
        ("lv", "Viņš strādā Latvijas Nacionālajā mākslas muzejā.", ["Latvijas Nacionālajā mākslas muzejā"]),
        ("lv", "Viņš redzēja Rīgā skolu.", ["Rīgā"]),  # the place, no owner
        ("lv", "Tur ir Svētā Pētera baznīca.", ["Svētā Pētera baznīca"]),
        # Common nouns own it in names.
        ("lv", "Tur ir Rožu laukums un Jomas iela, bet arī Rožu dziesma.", ["Rožu laukums", "Jomas iela"]),
        # What agrees with an adjective, which has the ending of what is definite, and an owner between.
        ("lv", "Pēc Otrā pasaules kara viņš brauca.", ["Otrā pasaules kara"]),
        ("lv", "Viņš apmeklēja Balto pili un Lielajā ģildē dziedāja.", ["Balto pili", "Lielajā ģildē"]),
        ("lv", "Otrais karš sākās.", []),
        ("lv", "Prezidentam Kārlim Ulmanim bija prezidents Kārlis Ulmanis.", ["Kārlim Ulmanim", "Kārlis Ulmanis"]),
        ("lv", "Latvieši dzīvo šeit, Vācu ordenis tur.", ["Vācu ordenis"]),
        ("lv", "Latvijā Jānis Bērziņš dzīvoja.", ["Jānis Bērziņš"]),
        ("lv", "Tur bija Ludvigs van Bēthovens.", ["Ludvigs van Bēthovens"]),
        ("lv", "Viņš uzrakstīja romānu „Purva bridējs” un teica „Purva putns”.", ["Purva bridējs"]),
        ("lt", "Jis mokėsi Vilniaus universitete.", ["Vilniaus universitete"]),
        ("lt", "Ten yra Vilniaus arkivyskupijos bažnytinio paveldo muziejus.", [VILNIUS_MUSEUM]),
        ("lt", "Ten yra Vilniaus įsteigtos mokyklos, Kauno vikaras.", ["Vilniaus", "Kauno"]),
        ("lt", "Ten yra Mokslo muziejus, bet Mokslo knyga.", ["Mokslo muziejus"]),
        ("lt", "Po Antrojo pasaulinio karo buvo ramu.", ["Antrojo pasaulinio karo"]),
        ("lt", "Ten yra Antrojo pasaulinio karo muziejus.", ["Antrojo pasaulinio karo muziejus"]),
        ("lt", "Jis mokėsi Valstybiniame dailės institute.", ["Valstybiniame dailės institute"]),
        ("lt", "Jis buvo Didžiojoje Britanijoje.", ["Didžiojoje Britanijoje"]),
        ("lt", "Vilniuje Jonas Basanavičius gyveno.", ["Jonas Basanavičius"]),
        ("lt", "Prezidentui Antanui Smetonai rašė.", ["Antanui Smetonai"]),
        ("lt", "Ten yra Šv. Petro ir Povilo bažnyčia.", ["Šv. Petro ir Povilo bažnyčia"]),
        ("lt", "Ten yra Šv. arkangelo Mykolo bažnyčia.", ["Šv. arkangelo Mykolo bažnyčia"]),
        ("lt", "Ten yra Jono Petro ir Povilo namai.", ["Jono Petro", "Povilo"]),
        ("lt", "Sovietų Sąjungai okupavus šalį bėgo.", ["Sovietų Sąjungai"]),
        ("lt", "Lietuviai bėgo, 1812 m. Kaunas degė.", ["Kaunas"]),
        ("lt", "Jis parašė romaną „Altorių šešėly“.", ["Altorių šešėly"]),
    ],
)
def test_baltic_names_have_one_capital_and_end_with_a_noun(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, BALTIC, "rīgas vilniaus") == expected


SLOVAK = "dejiny nórska nórsku nórskom poľska vydal oponentom založenie videl práca"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # An adjective takes in what agrees with it, with a short vowel behind a long syllable too; an uncertain one
        # where another adjective follows or the noun of a body.
        (
            "Bol v Európskej únii, v Slovenskom národnom divadle i pri Kjótskom protokole a Bielom dome.",
            ["Európskej únii", "Slovenskom národnom divadle", "Kjótskom protokole", "Bielom dome"],
        ),
        (
            "Podľa toho Najvyšší súd, Kjótsky protokol a Nízke Tatry boli v Organizácii Spojených národov.",
            ["Najvyšší súd", "Kjótsky protokol", "Nízke Tatry"],
        ),
        ("Práca Národnej rady Slovenskej republiky bola.", ["Národnej rady", "Slovenskej republiky"]),
        ("Táto Španielska občianska vojna bola v Slovenskom raji.", ["Španielska občianska vojna"]),
        # A possessive is one only before such a noun; else what agrees with it shows that it is no surname.
        (
            "Tam Karlova univerzita, Newtonov zákon a Mannerheimovej línie boli.",
            ["Karlova univerzita", "Newtonov zákon", "Mannerheimovej línie"],
        ),
        ("Počas Kimovej cesty, Kimov otec, pred Kimovou vládou a s Kimovým plánom i Kimovho brata.", []),
        ("Tam vláda Angely Merkelovej vedie štát a o Merkelovej sa písalo.", ["Angely Merkelovej", "Merkelovej"]),
        ("Tam bol Ivanov aj Ivanov povedal.", ["Ivanov", "Ivanov"]),
        # Countries whose adjective has their form, but not where it begins a sentence.
        ("Bol v Nórsku, potom s Nórskom o vláde Nórska hovoril.", ["Nórsku", "Nórskom", "Nórska"]),
        ("Dejiny Nórska boli a Nórska kráľovná.", ["Nórska", "Nórska"]),
        ("Nórska kráľovná bola o dejinách Nórska.", ["Nórska"]),
        # What begins a sentence: small words, verbs and nouns whose endings no name has.
        ("Oponentom Jána Husa bol.", ["Jána Husa"]),
        ("Založenie Bratislavy bolo.", ["Bratislavy"]),
        ("Videl Jána Husa.", ["Jána Husa"]),
        ("Univerzita Mateja Bela bola.", ["Univerzita Mateja Bela"]),
        ("Nová Dedinka bola a v Starej Turej Pravda.", ["Nová Dedinka", "Starej Turej Pravda"]),
        # Offices, also of the church, and numbers of rulers with their dot.
        (
            "Cisár Karol IV. Veľký videl Otca Jozefa Tisa a pápež Pius XI. bol.",
            ["Karol IV. Veľký", "Jozefa Tisa", "Pius XI."],
        ),
        # Two names side by side: behind an owner and behind a place in its case, but not before its adjective.
        (
            "Tam veľvyslanec Rumunska Michael Guest a v Košiciach Ján Hus i v Prahe Karol IV. boli.",
            ["Rumunska", "Michael Guest", "Košiciach", "Ján Hus", "Prahe", "Karol IV."],
        ),
        ("Bol v Banskej Bystrici a vo Vranove nad Topľou.", ["Banskej Bystrici", "Vranove nad Topľou"]),
        ("Stojí tam Kostol svätej Alžbety aj Dóm sv. Martina.", ["Kostol svätej Alžbety", "Dóm sv. Martina"]),
        # Works, with one capital.
        ("V románe „Živý bič“ povedal „Dobrý deň“ a v piesni „Prší“.", ["Živý bič", "Prší"]),
        # A capital behind a colon shows a name.
        ("Boli tam: Bratislava (nem. Pressburg).", ["Bratislava", "Pressburg"]),
    ],
)
def test_slovak_names(text: str, expected: list[str]) -> None:
    assert found_in("sk", text, SLOVAK) == expected


@pytest.mark.parametrize(
    ("word", "is_one"),
    [
        *((word, True) for word in ("Američanom", "Juhoameričania", "Moskovčania", "Parížanov", "Rimania", "Česi")),
        *((word, True) for word in ("Čechmi", "Nemcami", "Slováci", "Rusov", "Gréci", "Angličankám", "Židia")),
        # Places, clubs and given names.
        *((word, False) for word in ("Topoľčanoch", "Piešťanoch", "Slovan", "Rus", "Ruska", "Frank", "Dušan", "Milan")),
        *((word, False) for word in ("Čechách", "Nórska", "Jordan", "Nemecku", "Slovenska", "Poliakovej")),
    ],
)
def test_slovak_names_are_no_peoples(word: str, is_one: bool) -> None:
    slovak = capital_words("sk", words_of("sk"))
    assert slovak and slovak.of_people
    assert bool(slovak.of_people.fullmatch(word)) == is_one


def test_slovenian_names_that_begin_a_sentence_are_known_by_another_case() -> None:
    assert found_in("sl", "Plečnik je rekel, da Plečnika in Ljubljane ni.") == ["Plečnik", "Plečnika", "Ljubljane"]
    assert found_in("sl", "Ljubljana je rekla, da Plečnika ni.") == ["Plečnika"]


CROATIAN_AND_SERBIAN = (
    "hrvatska hrvatskoj hrvatske turske njemačka predsjednik predsednik banka banke stranka stranke centra rat unija "
    "sveučilište sveučilišta nakon grad u je s i za narodna demokratska хрватској председник банка банке народна"
)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # A country that is an adjective by its form; adjectives have no capital within a sentence.
        ("hr", "Živi u Hrvatskoj, a radi za pretvaranje Turske u tursku pokrajinu.", ["Hrvatskoj", "Turske"]),
        ("sr", "Он живи у Хрватској.", ["Хрватској"]),
        ("sr", "On živi u Hrvatskoj.", ["Hrvatskoj"]),
        ("hr", "Bio je na Hrvatskoj radioteleviziji ondje.", ["Hrvatskoj radioteleviziji"]),
        # One capital, all cases.
        ("hr", "Srušili su nebodere Svjetskog trgovačkog centra ondje.", ["Svjetskog trgovačkog centra"]),
        ("hr", "Poginuo je prije Drugog svjetskog rata ondje.", ["Drugog svjetskog rata"]),
        ("sr", "Радио је у Народној библиотеци тамо.", ["Народној библиотеци"]),
        # With the country or the people behind it, but not where what goes on is not known.
        ("hr", "Radi u vodstvu Narodne banke Srbije ondje.", ["Narodne banke Srbije"]),
        ("sr", "Чланови су Демократске партије Албанаца тамо.", ["Демократске партије Албанаца"]),
        ("hr", "Poslali su Međunarodne sigurnosne snage za potporu.", []),
        # A possessive is none.
        ("hr", "Snimio je pet Azrinih albuma i putovao po Titanovoj površini.", []),
        ("hr", "Predsjednik Afganistana Hamid Karzai stigao je.", ["Afganistana", "Hamid Karzai"]),
        ("hr", "Posjetila je Predraga u Crnoj Gori Milu Novak.", ["Predraga", "Crnoj Gori", "Milu Novak"]),
        ("hr", "Graniči s Bosnom i Hercegovinom i Crnom Gorom.", ["Bosnom i Hercegovinom", "Crnom Gorom"]),
        ("sr", "Граничи са Босном и Херцеговином.", ["Босном и Херцеговином"]),
        ("hr", "Studirao je na Sveučilištu u Zagrebu.", ["Sveučilištu u Zagrebu"]),
        ("hr", "Predao je Zagreb u Split.", ["Zagreb", "Split"]),
        ("hr", "Ondje radi Croatia osiguranje danas.", ["Croatia osiguranje"]),
        ("hr", "Govorio je o utakmici od Zagreba do Splita.", ["Zagreba", "Splita"]),
        ("sr", "Био је члан Српске академије наука и уметности.", []),
        # Peoples.
        ("hr", "Ondje su živjeli Srbi, Iračani, Albanci i Turci, a od Egipćana nitko.", []),
        ("sr", "Тамо су живели Срби, Албанци и Турци.", []),
        ("hr", "Sastao se Nijemac Karl Novak s Hrvatom.", ["Karl Novak"]),
        ("sr", "Sastao se sa Gruevskim i Gruevski je otišao.", ["Gruevskim", "Gruevski"]),  # no adjective
        # What begins a sentence.
        ("hr", "Nakon Zagreba stigao je.", ["Zagreba"]),
        ("hr", "Premijer Ivo Sanader otišao je.", ["Ivo Sanader"]),
        ("sr", "Премијер Никола Груевски је отишао.", ["Никола Груевски"]),
        ("hr", "Objavio je roman „Povratak u grad” ondje.", ["Povratak u grad"]),
        ("sr", "Објавио је роман „Повратак у град” тамо.", ["Повратак у град"]),
        ("hr", "Ondje je vladao Petar II. Petrović Njegoš.", ["Petar II. Petrović Njegoš"]),
        ("bs", "Živi u Hrvatskoj.", ["Hrvatskoj"]),
        ("sh", "Živi u Hrvatskoj.", ["Hrvatskoj"]),
    ],
)
def test_names_in_croatian_and_serbian(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, CROATIAN_AND_SERBIAN) == expected


def test_the_country_behind_a_body_is_a_name_of_its_own_in_czech() -> None:
    assert found_in("cs", "Je tam Národní banka Slovenska dnes.", "banka") == ["Národní banka", "Slovenska"]


def test_keys_of_south_slavic_languages_are_what_makes_the_difference() -> None:
    text = "Radi u Hrvatskoj za pretvaranje Narodne banke Srbije ondje."
    words = capital_words("hr", words_of("hr"))
    assert words
    orthography = Orthography(cases=WordCases(lower=frozenset(["hrvatskoj", "banke"])))
    for changed, expected in (
        (words, ["Hrvatskoj", "Narodne banke Srbije"]),
        (replace(words, homographs=()), ["Narodne banke Srbije"]),
        (replace(words, bodies_with_owners=False), ["Hrvatskoj", "Narodne banke", "Srbije"]),
    ):
        spans = next(CapitalisedNames(changed, orthography).find([text], [[]], {"radi", "hrvatskoj"}))
        assert [text[start:end] for start, end in spans] == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("hr", "Tom Hanks je glumac.", ["Tom Hanks"]),
        ("hr", "Igrali su HNK Rijeka i Hajduk.", ["HNK Rijeka", "Hajduk"]),
        ("hr", "Tada je Zrinski poginuo.", ["Zrinski"]),
        ("hr", "Otišao je u Brčko i na Aljasku.", ["Brčko", "Aljasku"]),
        ("sr", "Тада је Црњански писао.", ["Црњански"]),
        ("sr", "Писао је Петар II Петровић Његош.", ["Петар II Петровић Његош"]),
        ("sr", "Играли су WFC Ђорђе Јовановић.", ["Ђорђе Јовановић"]),  # the other is an abbreviation
        ("ru", "При этом Николай II Александрович правил.", ["Николай II Александрович"]),
        ("sk", "Potom India podpísala zmluvu.", ["India"]),
        ("sk", "Potom Tom Hanks hral.", ["Tom Hanks"]),
        ("el", "Τότε ο Ξενοφών Ζολώτας παραιτήθηκε.", ["Ξενοφών Ζολώτας"]),
        ("lv", "Tad Henriete raksta.", ["Henriete"]),
        ("et", "Siis Rüütel ütles.", ["Rüütel"]),
        ("ms", "Beliau bertemu Dalai Lama di India.", ["Dalai Lama", "India"]),
        ("az", "Sonra Qurban gəldi.", ["Qurban"]),
        ("kk", "Кейін Том мен Штеффи Граф келді.", ["Том", "Штеффи Граф"]),
        ("uz", "Keyin Bob keldi.", ["Bob"]),
        ("hy", "Հետո Իշխան Գրիգորյանը և Արևը եկան։", ["Իշխան Գրիգորյանը", "Արևը"]),
    ],
)
def test_names_that_look_like_other_words_of_the_language(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


WELSH = "mae yn cafodd gan iechyd glyn mlynedd ryfel gweinidog gadawodd datblygodd"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The verb that begins a sentence is none, nor are months, peoples and languages.
        ("Datblygodd John Rees y dociau ym mis Hydref 1905.", ["John Rees"]),
        ("Mae Caerdydd yn fawr, a'r Gymraeg a'r Saesneg yn ieithoedd.", ["Caerdydd"]),
        ("Yma bu'r Normaniaid, y Gwyddelod Cymreig a'r Almaenwyr.", []),
        # A name begins otherwise behind other words, and a small word may lean on it.
        ("Aeth i Gaergybi ac yng Nghaerdydd a Phlaid Cymru'n gryf.", ["Gaergybi", "Nghaerdydd", "Phlaid Cymru"]),
        ("Caerdydd sydd fawr, yng Nghaerdydd.", ["Caerdydd", "Nghaerdydd"]),
        ("Aeth i Gastell-nedd ac i Ben-y-bont.", ["Gastell-nedd", "Ben-y-bont"]),
        # An article ties a name that begins with a word known for it, and no subject to its object.
        ("Aeth i Barc yr Arfau ac i Neuadd y Ddinas.", ["Barc yr Arfau", "Neuadd y Ddinas"]),
        ("Gadawodd Hitler yr Almaen.", ["Hitler", "Almaen"]),
        ("Y Cyngor a'r Senedd.", ["Senedd"]),
        # Offices, what they are for, and a number behind a name.
        ("Yno bu'r Brenin Edward VII a'r Prif Weinidog Iechyd.", ["Edward VII"]),
        ("Bu yng Nghymru 50 mlynedd.", ["Nghymru"]),
        # Given names that look like other words.
        ("Bob Dylan a Dan Biggar.", ["Bob Dylan", "Dan Biggar"]),
        ("Cyhoeddwyd y nofel “Cysgod y Cryman” yno.", ["Cysgod y Cryman"]),
    ],
)
def test_names_in_welsh(text: str, expected: list[str]) -> None:
    assert found_in("cy", text, WELSH) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What is written before the capital of a name belongs to it.
        (
            "Tá sé i mBaile Átha Cliath, in Éirinn agus i bhFrainc na nGael.",
            ["mBaile Átha Cliath", "Éirinn", "bhFrainc"],
        ),
        ("Tá sí i bPoblacht na hÉireann agus ó Chorcaigh.", ["bPoblacht na hÉireann", "Chorcaigh"]),
        ("I gClais Mhór a rugadh Criostóir Ó hÓgartaigh.", ["gClais Mhór", "Criostóir Ó hÓgartaigh"]),
        ("I gCill na Mallach a bhí sé.", ["gCill na Mallach"]),
        # None is within a word in lower case.
        ("Bhí an rDNA agus an mRNA ann.", []),
        # The article ties what begins with a word known for it.
        ("Bhí Údarás na Gaeltachta agus Conradh na Gaeilge ann.", ["Údarás na Gaeltachta", "Conradh na Gaeilge"]),
        ("Throid Brian Ború na Lochlannaigh.", ["Brian Ború"]),
        ("Bunaíodh Conradh na Gaeilge sa bhliain 1893.", ["Conradh na Gaeilge"]),
        # Languages, peoples, months and offices.
        ("Labhair sé Gearmáinis, Béarla agus an Ghaeilge i mí an Mheithimh.", []),
        ("Bhí na Meiriceánaigh agus an tAire Stáit ann Dé Luain.", []),
        (
            "Bhí an tAthair Eoghan Ó Growney agus an Taoiseach Éamon de Valera ann.",
            ["Eoghan Ó Growney", "Éamon de Valera"],
        ),
        ("Bhí ceannaire Shinn Féin Mary Lou McDonald ann.", ["Shinn Féin", "Mary Lou McDonald"]),
        ("Bhí Rialtas na Stát Aontaithe ag an am sin sna Stáit Aontaithe.", ["Stát Aontaithe", "Stáit Aontaithe"]),
        # An elided word before a name.
        ("Thug sé d'Eoin Mac Néill é.", ["Eoin Mac Néill"]),
        ("D'éirigh Sasana.", ["Sasana"]),
        # What begins a name begins no sentence.
        ("Ó Dálaigh agus Mac Grianna a scríobh.", ["Ó Dálaigh", "Mac Grianna"]),
    ],
)
def test_names_in_irish(text: str, expected: list[str]) -> None:
    assert found_in("ga", text, "bunaíodh throid labhair gaeltachta clais mhór an bhí") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Peoples, and the kings of a country.
        ("Hér unnu Þjóðverjar Dani og Norðmenn, en Íslendingurinn Jón Helgason kom.", ["Jón Helgason"]),
        ("Hér sá Hákon Noregskonung og Bretadrottningu.", ["Hákon"]),
        # What somebody is called behind the name.
        ("Hér bjó Haraldur hinn hárfagri og saga Haralds hárfagra.", ["Haraldur hinn hárfagri", "Haralds hárfagra"]),
        # The place of a body belongs to its name.
        (
            "Hann kom í Háskólann í Köln, og Snorri Sturluson í Reykholti.",
            ["Háskólann í Köln", "Snorri Sturluson", "Reykholti"],
        ),
        # A patronym ends a name.
        ("Hér sá Guðrúnu Jónsdóttur Kjartan Ólafsson.", ["Guðrúnu Jónsdóttur", "Kjartan Ólafsson"]),
        # A name is known by another case.
        ("Snorri kom, og hér sá Snorra.", ["Snorri", "Snorra"]),
        ("Hann las skáldsöguna „Sjálfstætt fólk“ í Reykjavík 17 júní.", ["Sjálfstætt fólk", "Reykjavík"]),
        ("Forseti Íslands kom, Karl Ágúst og Örn Arnarson.", ["Íslands", "Karl Ágúst", "Örn Arnarson"]),
    ],
)
def test_names_in_icelandic(text: str, expected: list[str]) -> None:
    assert found_in("is", text, "forseti karl örn") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A small word ties a name that begins with a word known for it.
        ("Ai pa Kongresin e Manastirit dhe Malin e Zi.", ["Kongresin e Manastirit", "Malin e Zi"]),
        ("Ai pa Shtetet e Bashkuara të Amerikës.", ["Shtetet e Bashkuara të Amerikës"]),
        ("Atje ishin Sami Frashëri e Naim Frashëri.", ["Sami Frashëri", "Naim Frashëri"]),
        ("Atje ishte Pjetri i Madh.", ["Pjetri i Madh"]),
        # Behind a state or town in the genitive another name begins.
        (
            "Kryeministri i Kosovës Albin Kurti foli me Presidentin Donald Trump.",
            ["Kosovës", "Albin Kurti", "Donald Trump"],
        ),
        ("Partia Socialiste e Shqipërisë fitoi.", ["Partia Socialiste e Shqipërisë"]),
        ("Qeveria e Shqipërisë vendosi.", ["Shqipërisë"]),
        # Endings behind a hyphen.
        ("Atje foli Konstantin Jireçek-ut.", ["Konstantin Jireçek"]),
        # Peoples that have a capital, and given names that are other words too.
        ("Atje luftuan Serbët dhe Shqiptarët.", []),
        ("Atje erdhi Drita Agolli dhe Era Istrefi.", ["Drita Agolli", "Era Istrefi"]),
        ("Ai lexoi romanin “Kështjella e bardhë” në Tiranë.", ["Kështjella e bardhë", "Tiranë"]),
    ],
)
def test_names_in_albanian(text: str, expected: list[str]) -> None:
    assert found_in("sq", text, "drita era partia") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A case of its own ends a name, as no foreign name does; what looks like one does not.
        ("Gero Mikelekin Madril ikusi zuen.", ["Mikelekin", "Madril"]),
        ("Han Rosa Luxemburgek Berlin ikusi zuen.", ["Rosa Luxemburgek", "Berlin"]),
        (
            "Han Karen Blixen, Marek Hamsik eta Taras Shevtxenko zeuden.",
            ["Karen Blixen", "Marek Hamsik", "Taras Shevtxenko"],
        ),
        # Behind a name in a case another begins where the article has the first one, though a word opens the sentence.
        ("Gero Bilbon Athletic Club sortu zen, eta Bilbora joan zen.", ["Bilbon", "Athletic Club", "Bilbora"]),
        ("Orduan Picasso Parisen bizi zen, eta Picasso eta Parisen.", ["Picasso", "Parisen", "Picasso", "Parisen"]),
        ("Han Gaztela eta Gaztelako Juana I.aren semea zeuden.", ["Gaztela", "Gaztelako", "Juana I.aren"]),
        ("Han Donostia eta Donostiako Udala zeuden.", ["Donostia", "Donostiako Udala"]),
        # A place before a noun belongs to that, not to the person before it.
        ("Han Iñaki Azkuna Bilboko alkatea bizi zen.", ["Iñaki Azkuna", "Bilboko"]),
        ("Han Britainia Handiko eta Ipar Koreako gudariak zeuden.", ["Britainia Handiko", "Ipar Koreako"]),
        # Rulers have a number with the case, a father and an epithet.
        ("Han Antso II.a Gartzez Abarkaren garaian.", ["Antso II.a Gartzez Abarkaren"]),
        ("Han Antso VII.a Azkarra eta Felipe II.aren semea.", ["Antso VII.a Azkarra", "Felipe II.aren"]),
        ("Han Karlos V.a Frantziara joan zen.", ["Karlos V.a", "Frantziara"]),
        # Nouns in lower case behind what they belong to.
        ("Ezaguna da Orreagako gudua, eta Logroñori setioa jarri zuen.", ["Orreagako gudua", "Logroñori"]),
        ("Gero Bigarren Mundu Gerran hil zen.", ["Bigarren Mundu Gerran"]),
        ("Joan Mari Torrealdai etorri zen.", ["Joan Mari Torrealdai"]),
    ],
)
def test_names_in_basque(text: str, expected: list[str]) -> None:
    assert found_in("eu", text, common="udala udal erresuma mundu gerran") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Viviu na Coruña, en O Grove e nas Pontes.", ["Coruña", "O Grove", "Pontes"]),
        ("Mira Sorvino, Ben Affleck e Tristán da Cunha chegaron.", ["Mira Sorvino", "Ben Affleck", "Tristán da Cunha"]),
        ("Despois da Revolución francesa loitaron os Galegos.", ["Revolución francesa"]),
        ("O Estatuto de autonomía de Galicia é lei.", []),
        ("O Ministerio de Cultura e Deporte aprobou o plan.", ["Ministerio de Cultura e Deporte"]),
        ("Leu a novela «Cen anos de soidade» (Madrid).", ["Cen anos de soidade", "Madrid"]),
        ("Afonso X o Sabio escribiu.", ["Afonso X o Sabio"]),
        ("Segundo Marx, o papa Francisco falou.", ["Marx", "Francisco"]),
        ("Actualmente, o Reino Unido e Irán asinaron.", ["Reino Unido", "Irán"]),
    ],
)
def test_names_in_galician(text: str, expected: list[str]) -> None:
    assert found_in("gl", text, common="ministerio cultura deporte reino") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A name with one capital takes in what agrees with it, in the accusative too.
        ("Dum la Unua mondmilito li vidis la Nigran maron.", ["Unua mondmilito", "Nigran maron"]),
        ("Ĝi estis posedaĵo de Savoja dinastio.", ["Savoja dinastio"]),
        ("Franca soldato venis, kaj li vidis Eŭropan Union.", ["Eŭropan Union"]),
        # Peoples by their plural, which is none of mountains and countries; in the singular they may be other names.
        ("Li skribis pri Francoj, Germanojn kaj Kristanoj en la Alpoj.", ["Alpoj"]),
        ("Tie vivis Marco Polo kaj Franco.", ["Marco Polo", "Franco"]),
        # The number of a ruler, but not that of a date.
        ("Reĝo Ludoviko la 14-a venis al Parizo la 14-an de majo.", ["Ludoviko la 14-a", "Parizo"]),
        ("Tie vivis Frederiko la Granda.", ["Frederiko la Granda"]),
        # A name that a common noun has the form of.
        ("Li vizitis Kubon kaj kreis Esperanton.", ["Kubon", "Esperanton"]),
        ("La filmo “La nomo de la rozo” estas “La nova mondo”.", ["La nomo de la rozo"]),
        ("Laŭ Zamenhof, ankaŭ (Varsovio) estis tie.", ["Zamenhof", "Varsovio"]),
    ],
)
def test_names_in_esperanto(text: str, expected: list[str]) -> None:
    assert found_in("eo", text, common="franca kubon esperanton nova mondo") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Adjectives, peoples, languages, months and days have capitals.
        ("Die Suid-Afrikaanse skrywer praat Engels in Desember en op Sondag.", []),
        ("Gister het die Wes-Kaapse regering teen die Britte en Zoeloes geveg.", []),
        (
            "Toe is die Suid-Afrikaanse Kommunistiese Party in Kaapstad gestig.",
            ["Suid-Afrikaanse Kommunistiese Party", "Kaapstad"],
        ),
        ("Toe het Zoeloekrygers en Johannesburgers in Zoeloeland geveg.", ["Zoeloeland"]),
        # Names that only look like them.
        (
            "Daar het Christo Wiese, Sebastiaan Bothma en Frans Steyn gewoon.",
            ["Christo Wiese", "Sebastiaan Bothma", "Frans Steyn"],
        ),
        ("Toe het Paolo Veronese geskilder.", ["Paolo Veronese"]),
        # The verb is no word of another language.
        ("Die Verbode Stad het bekend geword.", ["Verbode Stad"]),
        ("Slegs Karel die Grote en Jan van der Merwe was daar.", ["Karel die Grote", "Jan van der Merwe"]),
        (
            "Hy het die Universiteit van die Vrystaat (Bloemfontein) besoek.",
            ["Universiteit van die Vrystaat", "Bloemfontein"],
        ),
        ("Die roman “Die swerfjare van Poppie Nongena” is bekend.", ["Die swerfjare van Poppie Nongena"]),
    ],
)
def test_names_in_afrikaans(text: str, expected: list[str]) -> None:
    assert found_in("af", text, common="party regering verbode stad") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Names of several words have one capital, countries are called by adjectives.
        (
            "Tam so Združeno kraljestvo, Severna Irska, Irsko morje in Hrvaška.",
            ["Združeno kraljestvo", "Severna Irska", "Irsko morje", "Hrvaška"],
        ),
        (
            "Potem je od Združenega kraljestva in Sovjetske zveze ostalo malo.",
            ["Združenega kraljestva", "Sovjetske zveze"],
        ),
        # What belongs to a person has a capital, so has a people.
        ("Pravijo, da Johnsonova stališča Johnsonu škodijo.", ["Johnsonu"]),
        ("Včeraj so Nemci in Rusi šli.", []),
        # Behind a country or union another name begins.
        ("Tam je predsednik Slovenije Borut Pahor.", ["Slovenije", "Borut Pahor"]),
        ("Tam je sekretar iz Unije Stevom Barclayjem.", ["Stevom Barclayjem"]),
        ("Študiral je na Univerzi v Ljubljani.", ["Univerzi v Ljubljani"]),
        ("Tam je predsednik Danilo Türk in Bosna in Hercegovina.", ["Danilo Türk", "Bosna in Hercegovina"]),
        ("Igral je v seriji »Prijatelji«.", ["Prijatelji"]),
        # What opens a sentence, offices with it; those that many are called by are surnames behind a name.
        ("Kralj Karel III. je tam.", ["Karel III."]),
        ("Tam je slikar Franc Kralj.", ["Franc Kralj"]),
        ("Zdravnik Fritz von Weizsäcker je tam.", ["Fritz von Weizsäcker"]),
        # Names that look like common words.
        ("Tam je Reka, tam igra Luka Dončić.", ["Reka", "Luka Dončić"]),
        ("Odšel je v Novo Gorico.", ["Novo Gorico"]),
        ("Včeraj je Slovan igral.", ["Slovan"]),
    ],
)
def test_slovenian_names(text: str, expected: list[str]) -> None:
    assert found_in("sl", text, "potem tam včeraj kralj zdravnik") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The adjective of a name with one capital has an article, and its noun agrees.
        (
            "Тогаш биле Римската империја, Бугарското царство и Првата македонска фудбалска лига.",
            ["Римската империја", "Бугарското царство", "Првата македонска фудбалска лига"],
        ),
        (
            "Се вклучил во Тајната македонска револуционерна организација таму.",
            ["Тајната македонска револуционерна организација"],
        ),
        # What belongs to a person is no body.
        ("Обележје во Делчевата револуционерна активност е борбата.", []),
        # Surnames end like adjectives.
        ("Тогаш Мицкоски и Илиевски рекле.", ["Мицкоски", "Илиевски"]),
        # Names have no cases: behind a country the one who has an office there is named.
        ("Таму е претседателот на Франција Емануел Макрон.", ["Франција", "Емануел Макрон"]),
        ("Таму е премиерот на Велика Британија Борис Џонсон.", ["Велика Британија", "Борис Џонсон"]),
        ("Тогаш Турците и Македонците дојдоа.", []),
        ("Стадионот „Ренцо Барбера“ е таму.", ["Ренцо Барбера"]),
        ("Претседателот Стево Пендаровски дојде.", ["Стево Пендаровски"]),
        ("Потоа Индија, Хрватска и Риека беа таму.", ["Индија", "Хрватска", "Риека"]),
        # What goes on behind its noun is left out, since it is not known where it ends.
        ("Работел во Македонската академија на науките таму.", []),
        ("Замина во Нови Сад и во Нова Зеландија.", ["Нови Сад", "Нова Зеландија"]),
    ],
)
def test_macedonian_names(text: str, expected: list[str]) -> None:
    assert found_in("mk", text, "тогаш таму претседателот замина обележје") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        (
            "be",
            "Гэта Вялікае княства, Мінская вобласць і Тэўтонскі ордэн.",
            ["Вялікае княства", "Мінская вобласць", "Тэўтонскі ордэн"],
        ),
        # The name before a body with one capital ends there.
        (
            "be",
            "Нарадзіўся ў вёсцы Вязынка Маладзечанскага раёна Мінскай вобласці.",
            ["Вязынка", "Маладзечанскага раёна", "Мінскай вобласці"],
        ),
        # But not before a noun of another case.
        ("be", "Ён з атрада Кастуся Каліноўскага атрад.", ["Кастуся Каліноўскага"]),
        # Surnames end like adjectives.
        ("be", "Тады Каліноўскі і Дзяржынскі сказалі.", ["Каліноўскі", "Дзяржынскі"]),
        # What belongs to a person has a capital.
        ("be", "Яго зарэзалі чацвёра Міндоўгавых стайнікаў, сказаў Міндоўг.", ["Міндоўг"]),
        # Behind the genitive of a state another name begins.
        ("be", "Гэта магістр Лівоніі Андрэй фон Штырлянд.", ["Лівоніі", "Андрэй фон Штырлянд"]),
        ("be", "Аўтар опер «Яснае світанне» і кнігі “Жалейка”.", ["Яснае світанне", "Жалейка"]),
        ("be", "Гісторык Мікола Ермаловіч піша.", ["Мікола Ермаловіч"]),
        # What goes on behind its noun is left out, since it is not known where it ends.
        ("be", "Ён сябар Нацыянальнай акадэміі навук.", []),
        ("be", "Потым Раман Абрамовіч і Індыя прыйшлі.", ["Раман Абрамовіч", "Індыя"]),
    ],
)
def test_belarusian_names_and_those_before_a_body_with_one_capital(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, "гэта тады гісторык потым") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("ru", "Он читал А.С.Пушкина и М.Лермонтова.", ["А.С.Пушкина", "М.Лермонтова"]),
        ("en", "He met J.R.R.Tolkien and B.Russell-Smith in a B.Sc course.", ["J.R.R.Tolkien", "B.Russell-Smith"]),
        ("en", "He saw O‘ahu and Hawai‘i.", ["O‘ahu", "Hawai‘i"]),
        ("et", "Ta nägi Tartust 300 meest.", ["Tartust"]),
    ],
)
def test_initials_and_marks_of_letters_are_part_of_a_name(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text) == expected


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
        ("Sonra Azərbaycan Prezidenti İlham Əliyev getdi.", ["Azərbaycan", "İlham Əliyev"]),
        ("O, Azərbaycan dilində yazdı.", []),
        # The number of a century is no part of the name before it, nor is one behind a case.
        ("Sonra Bakı XX əsrdə böyüdü, Bakı X əsrdə yox.", ["Bakı", "Bakı"]),
        ("Sonra Bakının 12 rayonu oldu.", ["Bakının"]),
        ("Çox yaşadı. Yeni Zelandiya və Qədim Misir.", ["Yeni Zelandiya", "Qədim Misir"]),
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
    ],
)
def test_names_in_kazakh(text: str, expected: list[str]) -> None:
    assert found_in("kk", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Նա սովորել է Երևանի պետական համալսարանում։", ["Երևանի պետական համալսարանում"]),
        ("Նա Սևանա լճի և Արաքս գետի ափին էր։", ["Սևանա լճի", "Արաքս գետի"]),  # of three letters and of four
        ("Նա Երևան քաղաքում և Գերմանիայում էր։", ["Երևան", "Գերմանիայում"]),
        ("Նա Օսմանյան կայսրության մասին գրեց։", ["Օսմանյան կայսրության"]),
        ("Նա Հայաստանի Հանրապետության նախագահ Արմեն Սարգսյանն է։", ["Հայաստանի Հանրապետության", "Արմեն Սարգսյանն"]),
        # Behind the article and the locative another name begins.
        ("Հետո Թոմ Հենքսը Լոնդոնում տեսավ։", ["Թոմ Հենքսը", "Լոնդոնում"]),
        ("Հետո Բաքվում Ալիևը խոսեց։", ["Բաքվում", "Ալիևը"]),
        ("Նա Լև Տոլստոյի և Սերգեյ Եսենինի մասին գրեց «Արարատ» ակումբում։", ["Լև Տոլստոյի", "Սերգեյ Եսենինի", "Արարատ"]),
        (
            "Նա Խ.Աբովյանի անվան Հայկական մանկավարժական համալսարանում էր։",
            ["Խ.Աբովյանի անվան Հայկական մանկավարժական համալսարանում"],
        ),
        ("Նոր Զելանդիան հեռու է։", ["Նոր Զելանդիան"]),
        ("Նա հայ գրող է, ռուս և ֆրանսիացի։", []),
    ],
)
def test_names_in_armenian(text: str, expected: list[str]) -> None:
    assert found_in("hy", text) == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        # Names that small words have the form of, at the beginning of a sentence too.
        ("eo", "Mia Farrow kantis.", ["Mia Farrow"]),
        ("eo", "Ho Chi Minh mortis.", ["Ho Chi Minh"]),
        ("eo", "Mia patro mortis.", []),
        ("af", "Dan Brown skryf.", ["Dan Brown"]),
        ("af", "Dan skryf hy.", []),
        ("gl", "El Greco pintou.", ["El Greco"]),
        ("gl", "El pintou.", []),
        ("eu", "Mila Kunis etorri zen.", ["Mila Kunis"]),
        ("eu", "Hor Andre Agassi bizi da.", ["Andre Agassi"]),
        # A city in the case of where something is.
        ("eu", "Hor bizi da Mikel Laboa Donostian.", ["Mikel Laboa", "Donostian"]),
        ("eu", "Hor Novak Djokovic eta Marie Curiek Pariseko.", ["Novak Djokovic", "Marie Curiek", "Pariseko"]),
        # An ordinal that begins a name is no word that only begins a sentence.
        ("af", "Die Eerste Wêreldoorlog het begin.", ["Eerste Wêreldoorlog"]),
        # Countries and rivers that seem to be peoples; a ruler's name that became an office; a country among terms.
        ("af", "Hy woon in Swede by die Boesmansrivier.", ["Swede", "Boesmansrivier"]),
        ("eo", "Tie mortis Julio Cezaro, en Sovetunio.", ["Julio Cezaro", "Sovetunio"]),
        # Surnames among offices.
        ("ga", "Tá Lucille Ball agus Peadar Conallach ann.", ["Lucille Ball", "Peadar Conallach"]),
        ("cy", "Yno mae Israel Sieff yn byw.", ["Israel Sieff"]),
        # A country and a house that begin with a noun and an article; adjectives and members of a parliament.
        ("cy", "Yno mae Gwlad yr Iâ a Siop y Pethe.", ["Gwlad yr Iâ", "Siop y Pethe"]),
        ("cy", "Roedd yn Aelod Seneddol, ac yno mae ASau.", []),
        ("ga", "Tá Áras an Uachtaráin ann.", ["Áras an Uachtaráin"]),
    ],
)
def test_words_of_small_wikipedias_that_are_names_too(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, common="mia ho dan el mila eerste") == expected


@pytest.mark.parametrize(
    ("lang", "text", "common", "expected"),
    [
        # Given names and surnames that are words at the beginning of sentences as well.
        ("mk", "Ли Харви Освалд дојде во Далас.", "", ["Ли Харви Освалд", "Далас"]),
        ("sl", "Jim Carrey je prišel v Pariz.", "", ["Jim Carrey", "Pariz"]),
        ("sl", "Le Corbusier je živel v Švici.", "", ["Le Corbusier", "Švici"]),
        ("sl", "Roman Polanski je živel v Parizu.", "roman", ["Parizu"]),
        ("be", "Кім Ір Сен памёр.", "", ["Кім Ір Сен"]),
        ("is", "Hans Christian Andersen bjó í Lübeck.", "hans", ["Lübeck"]),
        ("az", "İlkin Qədirli gəldi.", "", ["İlkin Qədirli"]),
        # Offices and adjectives that are.
        ("mk", "Таму Џингис Хан и глумецот Шах Рук Хан дојдоа.", "", ["Џингис Хан", "Шах Рук Хан"]),
        ("mk", "Композиторот Бела Барток ја посети Мали.", "", ["Бела Барток", "Мали"]),
        ("sl", "Potem sta Naoto Kan in Aga Kan obiskala Mali.", "", ["Naoto Kan", "Aga Kan", "Mali"]),
        ("be", "Там Імран Хан быў.", "", ["Імран Хан"]),
        ("kk", "Әкім Тарази келді.", "", ["Әкім Тарази"]),
        ("sq", "Presidenti Ilir Meta vizitoi Romën.", "", ["Ilir Meta", "Romën"]),
        # Names that have the ending of an adjective or of a people.
        ("sl", "Potem je Portugalska premagala Češkoslovaško.", "", ["Portugalska", "Češkoslovaško"]),
        ("be", "Тады Прага мела мэра, Чыкага таксама.", "", ["Прага", "Чыкага"]),
        ("be", "Там філосаф Фрыдрых Ніцшэ наведаў Цюрых.", "", ["Фрыдрых Ніцшэ", "Цюрых"]),
        ("be", "Тады Генрых пайшоў у Панаму.", "", ["Генрых", "Панаму"]),
        ("is", "Forsætisráðherra Hermann Jónasson sá Neumann.", "", ["Hermann Jónasson", "Neumann"]),
        ("is", "Prófessor Finnur Jónsson sá Bandaríkjamann og Norðmanns.", "", ["Finnur Jónsson"]),
        # A name of one capital that goes on with a noun.
        ("is", "Þar funduðu Sameinuðu þjóðirnar í Genf.", "", ["Genf"]),
        # Small words of names of people.
        ("sq", "Atje Leonardo da Vinçi pikturoi.", "", ["Leonardo da Vinçi"]),
        ("kk", "Сонда Леонардо да Винчи тұрды, Абай да Мұхтар келді.", "", ["Леонардо да Винчи", "Абай", "Мұхтар"]),
        ("hy", "Հետո Լեոնարդո դա Վինչին եկավ։", "", ["Լեոնարդո դա Վինչին"]),
        # Given names that end like surnames.
        ("az", "Orada Lev Tolstoy və Yeva Peron yaşayırdı.", "", ["Lev Tolstoy", "Yeva Peron"]),
        ("kk", "Сонда Лев Гумилёв пен Яков Свердлов тұрды.", "", ["Лев Гумилёв", "Яков Свердлов"]),
        ("uz", "Унда Лев Толстой ва Нова Горица бор.", "", ["Лев Толстой", "Нова Горица"]),
        ("uz", "Unda Lev Tolstoy va Yakov Sverdlov bor.", "", ["Lev Tolstoy", "Yakov Sverdlov"]),
        # Countries behind an office, before a name.
        ("is", "Forseti Frakklands Emmanuel Macron kom.", "", ["Frakklands", "Emmanuel Macron"]),
        ("is", "Forseti Bandaríkjanna Barack Obama kom.", "", ["Bandaríkjanna", "Barack Obama"]),
        ("sq", "Papa i Romës Françesku foli.", "", ["Romës", "Françesku"]),
    ],
)
def test_names_with_the_form_of_other_words(lang: str, text: str, common: str, expected: list[str]) -> None:
    assert found_in(lang, text, common) == expected
