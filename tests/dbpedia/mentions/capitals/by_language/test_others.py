"""Names by their capitals in Albanian, Armenian, Basque, Esperanto, Galician, Greek and Hungarian."""

from __future__ import annotations

import pytest

from tests.support.capitalised import found_in


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
        # Countries with what part of them they are.
        (
            "Ai jetoi në Shqipërinë e Jugut dhe në Maqedoninë e Veriut. Pa Portën e Lartë.",
            ["Shqipërinë e Jugut", "Maqedoninë e Veriut", "Portën e Lartë"],
        ),
        # A title in lower case stands in the name of a person or ends it.
        (
            "Atje erdhi Mahmud bej Vlora me Selim pashën.",
            ["Mahmud bej Vlora", "Selim pashën"],
        ),
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
        # So does a place in a case behind a person, where the article has the place by itself.
        ("Gero Alberto Diez Berangotik joan zen, eta Berango han da.", ["Alberto Diez", "Berangotik", "Berango"]),
        # A place that owns what is behind it begins a name, where the article has the place by itself.
        ("Han Iruñeak Aragoiko Konderria hartu zuen, Aragoi.", ["Iruñeak", "Aragoiko Konderria", "Aragoi"]),
        ("Han Iruñeak Aragoiko Konderria hartu zuen.", ["Iruñeak Aragoiko Konderria"]),
        ("Han Euskal Herriko Gaztelako Gorteak eta Gaztela.", ["Euskal Herriko Gaztelako Gorteak", "Gaztela"]),
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
    ("text", "expected"),
    [
        (
            "Látta a Landwehr- és a Lujza-csatornát, a Francia Dómot és Berlinben a Tempelhofi negyedet.",
            ["Francia Dómot", "Berlinben"],
        ),
        # Of a name only the last word is in another case.
        (
            "Itt Pozsonyban Erkel László és Esteban Moreno élt, ott Kecskemétről Bécsbe ment.",
            ["Pozsonyban", "Erkel László", "Esteban Moreno", "Kecskemétről", "Bécsbe"],
        ),
        # Foreign names end like that too, but their vowels are not in harmony, or what would be left is too short.
        (
            "Itt Ruben Östlund, Torben Betts, Alban Berg és Grünben Aho élt, ott Pécsből Wiesbadenben Nagy Pál járt.",
            ["Ruben Östlund", "Torben Betts", "Alban Berg", "Grünben", "Aho", "Pécsből", "Wiesbadenben", "Nagy Pál"],
        ),
        (
            "Itt Rómában Nagy Pál, Madridból Nagy Pál, Győrben Nagy Pál, Kovácsként Nagy Pál járt.",
            ["Rómában", "Nagy Pál", "Madridból", "Nagy Pál", "Győrben", "Nagy Pál", "Kovácsként", "Nagy Pál"],
        ),
        ("Itt IV. Béla és XVI. Benedek járt a XX. században.", ["IV. Béla", "XVI. Benedek"]),
        ("Itt a Ferenczy István utca és az Andrássy úton Kossuth Lajos útiterve.", ["Kossuth Lajos"]),
        ("Ez a Szent István-bazilika és a Mol Nyrt. háza.", ["Mol Nyrt."]),
        # Two names side by side: words that begin names, and those that the article has by themselves
        (
            "Azt mondta, hogy Szeged Magyarország városa, Berlinben Németország előtt.",
            ["Szeged", "Magyarország", "Berlinben", "Németország"],
        ),
        (
            "Azt mondta, hogy Berlin Európa városa. Azt mondta, hogy Berlin és Európa nagy.",
            ["Berlin", "Európa", "Berlin", "Európa"],
        ),
        (
            "Azt mondta, hogy Kossuth Lajos és Kossuth Lajos itt. Azt mondta, hogy Kossuth és Lajos ott.",
            ["Kossuth Lajos", "Kossuth Lajos", "Kossuth", "Lajos"],
        ),
        # Titles in the quotation marks of a language.
        ("Megírta a „Háború és Béke” című regényt.", ["Háború és Béke"]),
    ],
)
def test_names_in_hungarian(text: str, expected: list[str]) -> None:
    assert found_in("hu", text) == expected
