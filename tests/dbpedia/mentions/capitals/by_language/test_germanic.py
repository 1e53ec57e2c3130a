"""Names by their capitals in Germanic languages."""

from __future__ import annotations

import pytest

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
        # Adjectives, peoples, languages, months and days have capitals.
        ("Die Suid-Afrikaanse skrywer praat Engels in Desember en op Sondag.", []),
        ("Gister het die Wes-Kaapse regering teen die Britte en Zoeloes geveg.", []),
        (
            "Toe is die Suid-Afrikaanse Kommunistiese Party in Kaapstad gestig.",
            ["Suid-Afrikaanse Kommunistiese Party", "Kaapstad"],
        ),
        ("Toe het Boeresoldate en Zoeloekrygers gekom, en die Anglo-Boereoorlog.", ["Anglo-Boereoorlog"]),
        # A small word ties no people to a name.
        ("Toe het Erasmus Smit vir die Voortrekkers kerk gehou.", ["Erasmus Smit"]),
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
        # Adjectives have a capital in Dutch too: with the noun they are no part of the name before them.
        (
            "Hij zag Jan van Eyck, de Abdij van Maagdendale, een lijst van Belgische steden, in Gent Vlaamse kunst.",
            ["Jan van Eyck", "Abdij van Maagdendale", "Gent"],
        ),
        ("Hij zag de Vlaamse Gemeenschap, Franstalige Belgen en een Brusselaar.", ["Vlaamse Gemeenschap"]),
        ("Daar is Koning Albert II van België de zoon van Prins Leopold.", ["Albert II van België", "Leopold"]),
        ("Zij was Hertogin van Brabant, in het Zuiden van Frankrijk.", ["Frankrijk"]),
        ("Hij las « Bessy », « Nee » en « Het Dwaallicht ».", ["Bessy", "Het Dwaallicht"]),
        # Behind a word for a work a title has one capital, and may begin as a sentence does.
        (
            'Hij las de roman "Het diner", "De avonden" en "Van oude mensen", zei "Het spijt me".',
            ["Het diner", "De avonden", "Van oude mensen"],
        ),
        # Behind a word that opens a sentence stands what ties it to a name.
        ("Tijdens de Eerste Wereldoorlog woonde hij in Gent.", ["Eerste Wereldoorlog", "Gent"]),
    ],
)
def test_names_in_dutch(text: str, expected: list[str]) -> None:
    assert found_in("nl", text) == expected
