"""Names by their capitals in Baltic and Finnic languages."""

from __future__ import annotations

import pytest

from tests.support.capitalised import found_in


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A Finnish name of several words has one capital: it ends with the noun of what belongs to the owner before it.
        (
            "Hän näki Turun yliopiston, Oulun käräjäoikeudessa Helsingin ja Suomen antifasistisen komitean.",
            ["Turun yliopiston", "Oulun käräjäoikeudessa", "Helsingin", "Suomen antifasistisen komitean"],
        ),
        (
            "Hän näki Puolan tasavallan perustuslain, Suomen asemaa, Turussa yliopiston ja Oulun uuden yliopiston.",
            ["Puolan tasavallan perustuslain", "Suomen", "Turussa", "Oulun"],
        ),
        # Behind a country's owner, before a city and behind a case that no nominative looks like, another name begins.
        (
            "Siellä Englannin Michael Owen, Risto Rinne Turun yliopistosta ja Helsingissä Åbo Akademi pelasivat.",
            ["Englannin", "Michael Owen", "Risto Rinne", "Turun yliopistosta", "Helsingissä", "Åbo Akademi"],
        ),
        (
            "Siellä Helsingin Sanomat, Costa Rica, Vanessa Paradis ja Suomen Akatemia olivat.",
            ["Helsingin Sanomat", "Costa Rica", "Vanessa Paradis", "Suomen Akatemia"],
        ),
        # Endings behind a colon or an apostrophe are no part of a name, nor are compounds with it.
        (
            "Hän näki The Muppet Show'ssa Lumiukko-elokuvan, Itä-Ukrainan ja Real Madridin -yhtyeen.",
            ["The Muppet Show", "Itä-Ukrainan", "Real Madridin"],
        ),
        ("Hän sanoi ”Muodonmuutoksia suurella näyttämöllä” eikä ”Vapaa pelaaja”.", []),
        (
            "Hän lauloi kappaleen ”Amor ampuu ohi” ja ”Walking in the Air”.",
            ["Amor ampuu ohi", "Walking in the Air"],
        ),
        ("Hän näki presidentti Tarja Halosen ja Kuningas Kustaa II:n.", ["Tarja Halosen", "Kustaa II"]),
        ("Suomalainen Kimi Räikkönen ja Presidentti Niinistö tulivat.", ["Kimi Räikkönen", "Niinistö"]),
        # Thousands are set apart by a space, and are none of a name's number.
        ("Siellä Kimmo Kiljunen 4 103 äänellä ja Apollo 11 kuussa.", ["Kimmo Kiljunen", "Apollo 11"]),
    ],
)
def test_names_in_finnish(text: str, expected: list[str]) -> None:
    assert found_in("fi", text) == expected
