"""Names by their capitals in Romance languages."""

from __future__ import annotations

import pytest

from tests.support.capitalised import found_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Elided words belong to no name, at the beginning of a sentence neither; within a name they tie it.
        ("Il vit à l'Île-de-France et loin d’Autriche.", ["Île-de-France", "Autriche"]),
        ("L'Autriche est un pays, et L’Oréal est là.", ["Autriche", "L’Oréal"]),
        ("Il est à L'Isle de Noé.", ["L'Isle de Noé"]),
        ("D'après lui, D'autres et C'est là, à l'Institut d’Études Slaves.", ["Institut d’Études Slaves"]),
        # One capital: the adjectives belong to the name, and what goes on otherwise is left out.
        (
            "Il est à l'Union européenne et à la Seconde Guerre mondiale.",
            ["Union européenne", "Seconde Guerre mondiale"],
        ),
        ("Il est à la Cour constitutionnelle de Berlin.", ["Cour constitutionnelle de Berlin"]),
        ("Il est à l'Académie des sciences et à l'Académie royale des sciences.", []),
        ("Il est à la Société de linguistique de Paris, à Paris.", ["Paris"]),
        ("Il est au Ministère de l'Éducation nationale.", []),
        ("Il est à l'Académie royale d’histoire et à l'Union des sciences d’Autriche.", []),
        ("Il est à l'Union des amis du roi du lac de Paris.", []),
        ("Il voit que l'Union est près de Paris.", ["Paris"]),
        ("Il lit L'Éducation sentimentale à Paris.", ["Paris"]),
        ("Il est à l'Union et à l'Union rapide.", []),
        ("Il voit que le Conseil fédéral explique tout.", ["Conseil fédéral"]),
        ("Il est à la Cour constitutionnelle fédérale.", ["Cour constitutionnelle fédérale"]),
        # A kind of thing is no name, and neither is a common noun behind an article.
        ("Il voit la Ligue, à Paris.", ["Paris"]),
        ("Il voit l’Arche, l’Arche et l'Arche à Paris.", ["Paris"]),
        # People of places and sides of the world
        ("Il voit les Berlinois, un Allemand et des Afro-Américains à Paris.", ["Paris"]),
        ("Il va au Sud-Est de l'Europe et en Amérique du Nord, au Nord.", ["Europe", "Amérique du Nord"]),
        ("Il va dans le Sud d’Autriche.", ["Autriche"]),
        ("Il vit au XXe siècle, sous Charles Ier de Bavière.", ["Charles Ier de Bavière"]),
        ("Il voit le Président d'Autriche, le Duc d'Orléans et Paris.", ["Autriche", "Paris"]),
        # What is quoted has a capital whatever it is.
        ("Il a pour thème « Mondialisation » à Paris.", ["Paris"]),
        ("Il vit l'ex-Union Soviétique et Paris.", ["Paris"]),
        (
            "Il va à Aulnay-sous-Bois, dans le Val-d'Oise, à Condé-sur-l’Escaut et à Saint-Jean-de-la-Ruelle.",
            ["Aulnay-sous-Bois", "Val-d'Oise", "Condé-sur-l’Escaut", "Saint-Jean-de-la-Ruelle"],
        ),
        # Small words of other languages tie names too, with a hyphen those that are written so.
        (
            "Il voit Abd al-Rahman III, Goya y Lucientes et Fatima bint Muhammad.",
            ["Abd al-Rahman III", "Goya y Lucientes", "Fatima bint Muhammad"],
        ),
        ("Il voit que l'Union européenne y siège avec Mit Abou al-Koum.", ["Union européenne", "Mit Abou al-Koum"]),
        ("Il est à l'Organisation des Nations unies.", ["Organisation des Nations unies"]),
        # What is no name whatever stands beside it: units, the groups of living beings, what is behind a firm's name
        ("Il voit 30 MHz, 5 GeV et 3 Mpc, à Paris.", ["Paris"]),
        ("Il voit les Culicidés, les Rosacées et les Viperidae à Paris.", ["Paris"]),
        ("Il travaille à la Britannica, Inc., et chez AT&T Inc. à Paris.", ["Britannica", "AT&T Inc.", "Paris"]),
        ("Il voit les Incas, les Huns et les Zoulous à Paris.", ["Paris"]),
        # Other names have the endings of people too: behind a small word, and with other words
        (
            "Né à Amiens, d'Artois, il voit les Valois, trois Pékinois et François II, comte de Blois.",
            ["Amiens", "Artois", "François II", "Blois"],
        ),
        ("À Rennes il a vu le Berlinois.", ["Rennes"]),
        # A lower-case adjective may make another place; a people before a person's name is no part of it.
        ("Il vit au Congo belge et en Asie centrale, puis au Congo.", ["Congo belge", "Asie centrale", "Congo"]),
        ("Il est inventé par le Belge Adolphe Sax, un Belge.", ["Adolphe Sax"]),
        ("Il voit le symbole W. Son nom et Hugo du XIXe siècle.", ["Hugo"]),
    ],
)
def test_names_of_a_french_sentence(text: str, expected: list[str]) -> None:
    assert found_in("fr", text, common="union république monde arche") == expected


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        (
            "it",
            "Vive all'Aquila, presso l'Impero romano e la Chiesa di San Nicola.",
            ["Aquila", "Impero romano", "Chiesa di San Nicola"],
        ),
        ("it", "Vide la Biblioteca Centrale e Regionale di Berlino.", ["Biblioteca Centrale e Regionale di Berlino"]),
        ("it", "Vide la Chiesa della Memoria e Napoli.", ["Chiesa della Memoria", "Napoli"]),
        ("it", "Vide il Museo delle culture e l'arte dell'Ottocento, di Federico il Grande.", ["Federico il Grande"]),
        ("ro", "A văzut Catedrala Sf. Boris și Senatul Berlinului.", ["Catedrala Sf. Boris", "Senatul Berlinului"]),
        (
            "ro",
            "A văzut Filarmonica berlineză și Parcul Științei și Businessului.",
            ["Filarmonica berlineză", "Parcul Științei și Businessului"],
        ),
        (
            "ro",
            "Este în Vestul Germaniei și la Ministerul pentru Securitatea Statului.",
            ["Germaniei", "Ministerul pentru Securitatea Statului"],
        ),
        (
            "ro",
            "Aici Ion Creangă din Humulești a văzut Biblioteca Centrală din Iași și Universitatea din Pisa.",
            ["Ion Creangă", "Humulești", "Biblioteca Centrală din Iași", "Universitatea din Pisa"],
        ),
        ("ro", "Lângă Carol al II-lea și Ecaterina a II-a era pacea.", ["Carol al II-lea", "Ecaterina a II-a"]),
        ("ro", "Inginerul Radu Manicatide și Colonelul au ajuns.", ["Radu Manicatide"]),
        # Foreign names end like that too, but their vowels are not in harmony, or what would be left is too short.
        (
            "it",
            "Vide la Chiesa romana era bella e l'Unione europea arriva, l'Università fondata.",
            ["Chiesa romana", "Unione europea"],
        ),
        # What is called in quotation marks behind a word
        (
            "ro",
            "A scris romanul „Pădurea spânzuraților”, „Ion Vodă”, „Răscoala” și „Gorila” sau „Altă dată”.",
            ["Pădurea spânzuraților", "Ion Vodă", "Răscoala", "Gorila"],
        ),
        ("ro", "El era „Bunul om” al lor.", []),
        (
            "ro",
            "A urmat Liceul „Alexandru Hâjdeu” și Liceul Mare „Hâjdeu”.",
            ["Liceul „Alexandru Hâjdeu”", "Liceul Mare"],
        ),
        # A body behind the place where something else is ends no name of it.
        (
            "ro",
            "A urmat cursurile de Litere de la Universitatea București și Pacea de la București.",
            ["Litere", "Universitatea București", "Pacea de la București"],
        ),
        # Words of other languages are those that the language itself has not.
        ("fr", "À Paris il a vu Berlin et le.", ["Paris", "Berlin"]),
        ("ro", "În Paris el a plecat.", ["Paris"]),
        # Two names side by side: words that begin names, and those that the article has by themselves
        (
            "fr",
            "Elle est fille du roi d'Écosse Jacques V et de la reine d’Angleterre Élisabeth Ire.",
            ["Écosse", "Jacques V", "Angleterre", "Élisabeth Ire"],
        ),
        (
            "fr",
            "Il voit le duc de Guise Marie, puis Marie à Guise, et le duc de Lorraine Anne.",
            ["Guise", "Marie", "Marie", "Guise", "Lorraine Anne"],
        ),
        # A word that only begins a sentence is left out where the article has the rest by itself.
        ("ro", "Orașul Beclean are. El vede Beclean.", ["Beclean", "Beclean"]),
        ("ro", "Orașul Beclean are.", []),
        # The century that something is of, and small words for `to`
        ("it", "Vide la tomba di Donato Donati del XVII secolo, e Ferrara al Papa.", ["Donato Donati", "Ferrara"]),
        (
            "it",
            "Lui vide Nouri al-Maliki nel Regno d'Italia costituito da Napoleone.",
            ["Nouri al-Maliki", "Regno d'Italia", "Napoleone"],
        ),
        # The office that begins the sentence has a capital too.
        ("ro", "Regele Angliei Carol Popescu a venit.", ["Angliei", "Carol Popescu"]),
        # Words with a hyphen before a name are part of it with a capital only.
        ("fr", "Il a rencontré peut-être Jean Dupont et l'ex-économiste Anne Dupont.", ["Jean Dupont", "Anne Dupont"]),
        ("fr", "Il habitait en ex-Union Soviétique.", []),
        ("ro", "El a plecat, luându-și Maria Popescu de soție.", ["Maria Popescu"]),
        # Spanish: some names of several words have one capital, and a place may begin with a capitalised article.
        (
            "es",
            "Vio el Imperio otomano, la Guerra Civil española y Roma.",
            ["Imperio otomano", "Guerra Civil española", "Roma"],
        ),
        ("es", "Vio el Consejo Digital francés, la Unión y Roma.", ["Roma"]),
        ("es", "La Guerra Civil de los años treinta, en Roma.", ["Guerra Civil", "Roma"]),
        (
            "es",
            "Estudió en la Universidad de La Habana, no en la Universidad de Buenos Aires.",
            ["Universidad de La Habana", "Universidad de Buenos Aires"],
        ),
        (
            "es",
            "Vio que Isabel la Católica, Juan de la Cruz y San Pedro eran.",
            ["Isabel la Católica", "Juan de la Cruz", "San Pedro"],
        ),
        ("es", "¿Quién fue Simón Bolívar? ¿Discute el Papa Juan Pablo II? ¡Ay!", ["Simón Bolívar", "Juan Pablo II"]),
        ("es", "Vio al General Franco, al Duque de Alba y al Rey, el 2 de Mayo.", ["Franco"]),
        ("es", "Fue al Sur de Francia y a América del Sur.", ["Francia", "América del Sur"]),
        ("es", "Leyó Salmon Fishing in Yemen y Vargas y Lago.", ["Vargas", "Lago"]),
        (
            "pt",
            "Ele viu a Universidade de São Paulo, João da Silva e o Castelo d'Óbidos.",
            ["Universidade de São Paulo", "João da Silva", "Castelo d'Óbidos"],
        ),
        (
            "pt",
            "Ele viu D. João VI, Pedro o Grande e Dona Maria da Glória.",
            ["João VI", "Pedro o Grande", "Maria da Glória"],
        ),
        ("pt", "O Primeiro-Ministro José Sócrates, em Janeiro, no Sul de Portugal.", ["José Sócrates", "Portugal"]),
        (
            "pt",
            "Ele viu a Primeira Guerra e as placas Indianas na América do Sul.",
            ["Primeira Guerra", "América do Sul"],
        ),
        # Catalan: a dot within a word, and elided words as in French.
        (
            "ca",
            "Va veure Brussel·les i el Col·legi d'Advocats de l'Empordà.",
            ["Brussel·les", "Col·legi d'Advocats de l'Empordà"],
        ),
        (
            "ca",
            "Va anar de L'Anoia a la Universitat de La Laguna, el Dilluns.",
            ["L'Anoia", "Universitat de La Laguna"],
        ),
        # Two surnames with a small word between, where the given name shows that they are one person's.
        (
            "ca",
            "Allà Josep Torras i Bages, Casilda Joan i Julià, Joan Brossa i Narcís Comadira, Sant Cugat i Rubí eren.",
            ["Josep Torras i Bages", "Casilda Joan i Julià", "Joan Brossa", "Narcís Comadira", "Sant Cugat", "Rubí"],
        ),
        (
            "ca",
            "Allà Pere II el Gran i Pere el Gran van veure la Copa del Rei.",
            ["Pere II el Gran", "Pere el Gran", "Copa del Rei"],
        ),
        ("es", "Allí Alfonso X el Sabio y Luis XIV vivieron.", ["Alfonso X el Sabio", "Luis XIV"]),
        ("ca", "Allà la Guerra civil espanyola i la Unió europea van ser.", ["Guerra civil espanyola", "Unió europea"]),
        ("ca", "Allà la República Catalana fundà ciutats i va ser la Universitat de lletres.", ["República Catalana"]),
        (
            "ca",
            "Va escriure la novel·la “Camí de sirga” i fundà “La Terra” i «Calaph».",
            ["Camí de sirga", "La Terra", "Calaph"],
        ),
        ("ca", "Fundador del Diari Català i membre d'Esquerra.", ["Diari Català", "Esquerra"]),
        ("ca", "Segons el President Pere Aragonès, al Sud de França.", ["Pere Aragonès", "França"]),
        # Titles in the quotation marks of a language.
        ("fr", "Il a écrit « Guerre et Paix » et «\xa0Les Misérables\xa0».", ["Guerre et Paix", "Les Misérables"]),
        ("ro", "A scris „Crimă și Pedeapsă” în 1866.", ["Crimă și Pedeapsă"]),
        # Behind a word for a work a title has one capital, and may begin as a sentence does.
        (
            "es",
            "Leyó la novela «Cien años de soledad», dijo «Dos veces no» y vio la vieja película «El sur».",
            ["Cien años de soledad", "El sur"],
        ),
        ("es", "Leyó la novela «Dos.» y la novela «Dos» y la novela «dos veces».", []),
        ("it", "Vide il film «Il nome della rosa» e disse «Il mondo».", ["Il nome della rosa"]),
        # Behind a word that opens a sentence stands what ties it to a name.
        ("fr", "Autour de Rome il y a eu.", ["Rome"]),
        ("pt", "Depois da Revolução Francesa morreu.", ["Revolução Francesa"]),
        ("pt", "São Paulo é grande.", ["São Paulo"]),
        ("pt", "São conhecidos e moram em Lisboa.", ["Lisboa"]),
    ],
)
def test_names_in_romance_languages(lang: str, text: str, expected: list[str]) -> None:
    assert found_in(lang, text, common="orașul") == expected
