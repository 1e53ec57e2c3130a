"""Names by their capitals in Celtic languages."""

from __future__ import annotations

import pytest

from tests.support.capitalised import found_in

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
        # Members of parliament, before and behind the name.
        ("Yr oedd David Davies AS a'r AS Emrys Jones yno.", ["David Davies", "Emrys Jones"]),
        ("Yr AC Emrys Jones a’r AC Huw Rees.", ["Emrys Jones", "Huw Rees"]),
        # A club is called so without an article.
        ("Chwaraeodd i AC Milan ac AS Roma.", ["AC Milan", "AS Roma"]),
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
