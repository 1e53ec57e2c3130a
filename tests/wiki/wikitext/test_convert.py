"""The quantities that English Wikipedia's template `convert` shows, as its module's documentation has them."""

from __future__ import annotations

import pytest

from tests.support.wikitext_problems import read

CASES = {
    "a name, which the abbreviating form has not": ("{{convert|5|km|mi}}, {{cvt|5|km|mi}}", "5 kilometres, 5 km"),
    "thousands": ("{{convert|12345.6|ft|m}}", "12,345.6 feet"),
    "without separators": ("{{convert|1234|ft|comma=off}}", "1234 feet"),
    "with gaps, which are no characters": ("{{convert|12345|ft|comma=gaps}}", "12345 feet"),
    "temperatures, which have symbols": (
        "{{convert|3000|K|C}}, {{convert|25|C|abbr=off}}",
        "3,000 K, 25 degrees Celsius",
    ),
    "a number of the speed of sound, which stands before it": ("{{convert|2|Mach}}", None),
    "words that may be a unit": ("{{convert|4|mi|adj=mid|-long}}", None),
    "symbols that some units have not": ("{{cvt|2|x|3|acre}}", None),
    "values of several units": ("{{convert|5|ft|10|in|abbr=values}}", None),
    "values of millions": ("{{convert|2|e6m|abbr=values}}", None),
    "a unit alone abbreviated": (
        "{{Convert|60,000|km|mi|abbr=unit}}, {{convert|2.5|e6m3|abbr=unit}}",
        "60,000 km, 2.5 million m3",
    ),
    "a number that is too long for words": (f"{{{{convert|{'9' * 4400}|km|spell=in}}}}", None),
    "one": ("{{convert|1|mi|km}}, {{convert|1.0|mi|km}}", "1 mile, 1.0 mile"),
    "a fraction": ("{{convert|1+1/2|in}}", "1 1⁄2 inches"),
    "a fraction of one": ("{{convert|3/8|in}}, {{convert|3/4|mi}}", "3⁄8 inch, 3⁄4 mile"),
    "a fraction below zero": ("{{convert|-2-3/4|in}}", "−2 3⁄4 inches"),
    "what is neither a fraction nor a range": ("{{convert|3-1/2|in}}", None),
    "decimals below one": ("{{convert|0.5|mi}}, {{convert|.5|in}}", "0.5 miles, 0.5 inches"),
    "a range that ends with one": ("{{convert|0.5|-|1|mi}}, {{convert|0.5-1|mi}}", "0.5–1 mile, 0.5–1 mile"),
    "a range below zero": ("{{convert|-5|-|-2|C}}, {{convert|-5|to|-2|C}}", "−5 – −2 °C, −5 to −2 °C"),
    "what is no number": ("{{convert|~5|mi}}", None),
    "below zero": ("{{convert|-40|C|F}}", "−40 °C"),
    "symbols": ("{{convert|5|km|abbr=on}}", "5 km"),
    "what has no symbol": (
        "{{convert|1.32|acres|2|abbr=on}}, {{cvt|1|acre|ha}}, {{cvt|5|-|10|acre|ha}}, {{cvt|3|rai}}",
        "1.32 acres, 1 acre, 5–10 acres, 3 rai",
    ),
    "tons, of which none has a symbol": (
        "{{cvt|1|LT}}, {{cvt|5200|LT}}, a {{cvt|5|ST|adj=on}} lorry",
        "1 long ton, 5,200 long tons, a 5-short-ton lorry",
    ),
    "what has no symbol as an adjective": ("a {{convert|10|acre|adj=on|abbr=on}} farm", "a 10-acre farm"),
    "American spelling": ("{{convert|5|km|sp=us}}", "5 kilometers"),
    "American tonnes": (
        "{{convert|5|t|sp=us}}, {{convert|5|t/ha|sp=us}}, {{cvt|5|t|sp=us}}",
        "5 metric tons, 5 metric tons per hectare, 5 t",
    ),
    "American gallons": (
        "a {{convert|9|gal|adj=on|sp=us}} tank, {{convert|9|USgal|sp=us}}, {{cvt|9|gal|sp=us}}, {{cvt|9|gal/h|sp=us}}",
        "a 9-U.S.-gallon tank, 9 U.S. gallons, 9 U.S. gal, 9 U.S. gal/h",
    ),
    "American gallons by their code": ("{{convert|9|U.S.gal}}, {{cvt|9|U.S.gal}}", "9 U.S. gallons, 9 U.S. gal"),
    "American fuel": ("{{convert|30|mpgus|sp=us}}, {{cvt|30|mpgus|sp=us}}", "30 miles per U.S. gallon, 30 mpg‑U.S."),
    "a range": ("{{convert|5|-|10|km}}, {{convert|5|to|10|km}}", "5–10 kilometres, 5 to 10 kilometres"),
    "in one value": ("{{convert|5-10|km}}", "5–10 kilometres"),
    "dimensions": ("{{convert|2|x|3|x|4|m}}, {{convert|2|by|3|m}}", "2 by 3 by 4 metres, 2 by 3 metres"),
    "dimensions in symbols": ("{{cvt|2|x|3|m}}, {{cvt|2|xx|3|m}}", "2 m × 3 m, 2 × 3 m"),
    "dimensions in one value": ("{{convert|5x10|m}}, {{cvt|5 x 10|m}}", "5 by 10 metres, 5 m × 10 m"),
    "dimensions in the other unit alone": ("{{cvt|4|by(x)|3|m}}", "4 by 3 m"),
    "dimensions as an adjective": ("a {{convert|2|x|3|m|adj=on}} wall", "a 2-by-3-metre wall"),
    "a range as an adjective": ("a {{convert|2|to|3|m|adj=on}} wall", "a 2-to-3-metre wall"),
    "a range in one value, as an adjective": ("a {{convert|5 to 10|m|adj=on}} wall", "a 5-to-10-metre wall"),
    "a range of symbols that nobody knows as an adjective": ("{{cvt|2|to|3|m|adj=on}}", None),
    "a range that nobody knows as an adjective": ("{{convert|2|and|3|m|adj=on}}", None),
    "in words": ("{{convert|3|mi|spell=in}}, {{convert|1|acre|spell=In}}", "three miles, One acre"),
    "in words, of a range": ("{{convert|1|to|2|mi|spell=In}}, {{cvt|3|mi|spell=in}}", "One to two miles, three mi"),
    "in words that are not known": ("{{convert|13|mi|spell=in}}", None),
    "a way to abbreviate that nobody knows": ("{{convert|13|mi|abbr=~}}", None),
    "a way to abbreviate ranges": ("{{convert|2|x|3|m|abbr=mos}}", None),
    "feet and inches": ("{{convert|5|ft|10|in|cm}}, {{cvt|5|ft|10|in}}", "5 feet 10 inches, 5 ft 10 in"),
    "feet and inches as an adjective": (
        "a {{convert|5|ft|10|in|adj=on}} man, a {{convert|5|ft|10|in|m|adj=mid|-tall}} man",
        "a 5-foot-10-inch man, a 5-foot-10-inch-tall man",
    ),
    "miles and chains": ("{{convert|5|mi|3|chain|km}}", "5 miles 3 chains"),
    "an adjective": ("a {{convert|10|ft|adj=on}} wall", "a 10-foot wall"),
    "an adjective, as it was written": ("a {{convert|10|ft|sing=on}} wall", "a 10-foot wall"),
    "with a word": ("a {{convert|10|ft|m|adj=mid|-long}} wall", "a 10-foot-long wall"),
    "with a word that is missing": ("a {{convert|10|ft|adj=mid}} wall", "a 10-foot wall"),
    "with a word behind a precision": ("a {{convert|10|ft|m|0|adj=mid|-long}} wall", "a 10-foot-long wall"),
    "with a word of its own": ("a {{convert|10|ft|m|adj=mid|long}} wall", "a 10-foot long wall"),
    "without its word": ("a {{convert|10|ft|m|adj=mid}} wall", "a 10-foot wall"),
    "a word before the unit": ("{{convert|4|acre|ha|adj=pre|urban}}", "4 urban acres"),
    "a plus before the unit": ("{{convert|10|m|ft|adj=pre|+}}, {{cvt|10|m|ft|adj=pre|+}}", "10+ metres, 10+ m"),
    "a smaller unit that does not go with the first": ("{{convert|1|LT|2|Lcwt}}", None),
    "a missing word before the unit": ("{{convert|4|acre|adj=pre}}", "4 acres"),
    "powers": ("{{convert|3|sqmi}}, {{convert|3|km2}}, {{cvt|3|cuft}}", "3 square miles, 3 square kilometres, 3 cu ft"),
    "millions": (
        "{{convert|22|e6acre|km2}}, {{convert|1|e6m3}}, a {{convert|2|e6acre|adj=on}} park",
        "22 million acres, 1 million cubic metres, a 2-million-acre park",
    ),
    "millions before a symbol, which are powers of ten": (
        "{{convert|2.5|e6m3|abbr=on}}, {{cvt|5|-|7|e3km2}}",
        "2.5×106 m3, 5×103–7×103 km2",
    ),
    "speed": ("{{convert|60|mph}}, {{convert|100|km/h}}", "60 miles per hour, 100 kilometres per hour"),
    "density": ("{{convert|7|g/cm3}}", "7 grams per cubic centimetre"),
    "people": (
        "{{convert|7|PD/km2}}, {{convert|1|PD/km2}}",
        "7 inhabitants per square kilometre, 1 inhabitant per square kilometre",
    ),
    "for each": ("{{convert|7|/sqmi}}", "7 per square mile"),
    "for each, in symbols": ("{{convert|383|/km2|abbr=on}}, {{cvt|7|PD/km2}}", "383/km2, 7/km2"),
    "oil": ("{{convert|2000|oilbbl/d}}", "2,000 barrels per day"),
    "torque": ("{{convert|200|lbft}}, {{cvt|200|Nm}}", "200 pound-feet, 200 N⋅m"),
    "torque by forces": (
        "{{convert|100|lb.ft}}, {{convert|10|kgf.m}}, {{convert|1|kgf.m}}",
        "100 pound force-feet, 10 kilogram force-metres, 1 kilogram force-metre",
    ),
    "fuel": ("{{convert|30|mpgus}}, {{cvt|6|L/100 km}}", "30 miles per US gallon, 6 L/100 km"),
    "a change of temperature": (
        "{{convert|2|C-change}}, {{convert|2|C-change|abbr=off}}, {{convert|1|F-change|abbr=off}}",
        "2 °C, 2 degrees Celsius change, 1 degree Fahrenheit change",
    ),
    "areas as they were asked for": (
        "{{cvt|5|ft2}}, {{cvt|5|sqft}}, {{cvt|5|mi2}}, {{cvt|5|ft3}}, {{cvt|5|nmi2}}, {{convert|5|ft2}}",
        "5 ft2, 5 sq ft, 5 mi2, 5 ft3, 5 sq nmi, 5 square feet",
    ),
    "square foot, which has no plural": ("{{convert|5|sqfoot}}, {{convert|5|foot2}}", "5 square foot, 5 square foot"),
    "pressure by forces": ("{{convert|5|lb/in2}}, {{cvt|5|lb/in2}}", "5 pounds-force per square inch, 5 lbf/in2"),
    "density by cubes": ("{{cvt|5|lb/ft3}}, {{convert|5|lb/in3}}", "5 lb/cu ft, 5 pounds per cubic inch"),
    "for each of a unit without symbol": (
        "{{cvt|5|lb/acre}}, {{cvt|5|hp/ST}}, {{cvt|5|t/ha}}",
        "5 lb/acre, 5 hp/ST, 5 t/ha",
    ),
    "flow": ("{{convert|5|USgal/h}}, {{cvt|5|ft3/s}}", "5 gallons per hour, 5 cu ft/s"),
    "stars and letters": ("{{cvt|5|AU}}, {{cvt|5|au}}, {{convert|5|angstrom}}", "5 AU, 5 au, 5 ångströms"),
    "names where symbols are asked for": (
        "{{cvt|5|carat}}, {{cvt|5|DWtonne}}, {{cvt|5|ktTNT}}, {{cvt|5|ktonTNT}}, {{cvt|5|rod}}",
        "5 carats, 5 deadweight tonnes, 5 kilotonnes of TNT, 5 kt, 5 rd",
    ),
    "American by its code": (
        "{{convert|5|meters}}, {{convert|5|metres}}, {{cvt|5|mpgu.s.}}",
        "5 meters, 5 metres, 5 mpg‑U.S.",
    ),
    "what Americans write no otherwise": ("{{convert|5|kt|sp=us}}, {{convert|5|daa|sp=us}}", "5 kilotonnes, 5 decares"),
    "barrels": ("{{cvt|5|Moilbbl}}, {{cvt|5|Goilbbl}}", "5 Mbbl, 5 Gbbl"),
    "horsepower of wheels, torrs": ("{{convert|5|whp}}, {{convert|5|torr}}", "5 horsepower, 5 torrs"),
    "torque of metres": ("{{convert|5|kgm}}, {{cvt|5|lb.ft}}", "5 kilogram metres, 5 lb⋅ft"),
    "speed in miles": (
        "{{cvt|5|mi/h}}, {{cvt|5|cm/year}}, {{cvt|5|yr}}, {{cvt|5|years}}",
        "5 mph, 5 cm/year, 5 a, 5 yr",
    ),
    "power": ("{{convert|1500|hp}}, {{convert|3|GW}}", "1,500 horsepower, 3 gigawatts"),
    "a unit that nobody knows": ("{{convert|5|flurbs}}", None),
    "thousands of thousands, as deep as an argument is long": (f"{{{{convert|5|{'e3' * 2400}km}}}}", None),
    "no number": ("{{convert|some|km}}", None),
}

FLIPPED = {
    "a round number": ("{{convert|10|mi|km|order=flip}}", "16 kilometres"),
    "hundreds": ("{{convert|100|ft|m|order=flip}}", "30 metres"),
    "as it was written": ("{{convert|54.5|nmi|km|disp=flip|sp=us}}", "100.9 kilometers"),
    "two significant figures at least": ("{{convert|1|mi|km|order=flip}}", "1.6 kilometres"),
    "decimals": ("{{convert|2.50|km|mi|order=flip}}", "1.55 miles"),
    "a whole number as feet": ("{{convert|30|m|ft|order=flip}}", "98 feet"),
    "no whole number as feet": ("{{convert|30.5|m|ft|order=flip}}", "100 feet"),
    "a whole number as pounds": ("{{convert|500|kg|lb|order=flip}}", "1,100 pounds"),
    "one": ("{{convert|3.281|ft|m|2|order=flip}}", "1.00 metre"),
    "a precision": ("{{convert|17820|km|mi|0|order=flip}}", "11,073 miles"),
    "tens": ("{{convert|17820|km|mi|-1|order=flip}}", "11,070 miles"),
    "a precision without a unit": ("{{convert|1680|mi|0|abbr=off|order=flip}}", "2,704 kilometres"),
    "no unit": ("{{convert|66|lb|order=flip}}, {{convert|5|sqmi||order=flip}}", "30 kilograms, 13 square kilometres"),
    "an adjective": ("a {{convert|360|km|mi|0|adj=on|order=flip}} border", "a 224-mile border"),
    "symbols": ("{{cvt|60|mph|order=flip}}, {{convert|60|mph|km/h|abbr=in|order=flip}}", "97 km/h, 97 km/h"),
    "what has no symbol": ("{{cvt|5|ha|acre|order=flip}}", "12 acres"),
    "the symbol for what follows": ("{{convert|60|mph|km/h|abbr=out|order=flip}}", "97 kilometres per hour"),
    "American spelling": ("{{convert|10|mi|km|sp=us|order=flip}}", "16 kilometers"),
    "feet and inches": ("{{convert|6|ft|2|in|m|order=flip}}", "1.88 metres"),
    "pounds and ounces": ("{{convert|7|lb|10|oz|order=flip}}", "3.5 kilograms"),
    "a range": (
        "{{convert|5|-|10|mi|km|order=flip}}, {{convert|5-10|mi|order=flip}}",
        "8.0–16.1 kilometres, 8.0–16.1 kilometres",
    ),
    "dimensions": (
        "{{convert|20|x|30|ft|m|order=flip}}, {{cvt|20|x|30|ft|m|order=flip}}",
        "6.1 by 9.1 metres, 6.1 m × 9.1 m",
    ),
    "temperatures": ("{{convert|20|C|F|order=flip}}, {{convert|-40|F|C|order=flip}}", "68 °F, −40 °C"),
    "a temperature of nothing": ("{{convert|32|F|order=flip}}, {{convert|31.8|F|C|0|order=flip}}", "0 °C, 0 °C"),
}
"""The quantity that the page shows first is the one in other units."""

NOT_FLIPPED = {
    "feet and inches": "{{convert|5|km|ftin|order=flip}}",
    "two units": "{{convert|5|km|mi nmi|order=flip}}",
    "a unit without a scale": "{{convert|5|km|furlong|order=flip}}",
    "a unit of another kind": "{{convert|5|km|kg|order=flip}}",
    "significant figures": "{{convert|5|km|mi|sigfig=3|order=flip}}",
    "a step to round to": "{{convert|5|km|mi|round=5|order=flip}}",
    "fractions": "{{convert|5|km|mi|frac=8|order=flip}}",
    "a precision that is none": "{{convert|5|km|mi|1.5|order=flip}}",
    "more than there should be": "{{convert|5|km|mi|1|2|order=flip}}",
}

NOT_IN_BRACKETS = {
    "behind `or`": "{{convert|5|km|mi|disp=or}}",
    "with words of one's own": "{{convert|5|km|mi|disp=x| [|]}}",
    "the most general first": "{{convert|5|km|mi|order=out}}",
    "a parameter that nobody knows": "{{convert|5|km|mi|flurb=on}}",
}


@pytest.mark.parametrize(("markup", "text"), FLIPPED.values(), ids=FLIPPED)
def test_the_quantity_that_comes_first_is_reckoned(markup: str, text: str) -> None:
    assert read(f"It is {markup}.") == [f"It is {text}."]


@pytest.mark.parametrize("markup", NOT_FLIPPED.values(), ids=NOT_FLIPPED)
def test_where_it_cannot_be_reckoned_it_is_missing(markup: str) -> None:
    assert read(f"It is {markup}.") == ["It is 5 kilometres<template>."]


@pytest.mark.parametrize("markup", ["{{convert|5|order=flip}}", "{{convert|5|to|6|order=flip}}"])
def test_without_a_unit_nothing_is_known(markup: str) -> None:
    assert read(f"It is {markup}.") == ["It is<template>."]


@pytest.mark.parametrize(
    "markup",
    [
        "{{convert|5|acre|ha|abbr=on|order=out}}",
        "{{cvt|5|t|LT|order=flip}}",
        "{{convert|3|mi|km|spell=in|order=flip}}",
        "{{convert|4+1/2|in|mm|order=flip}}",
        "{{convert|-5|mi|km|order=flip}}",
        "{{convert|0|mi|km|order=flip}}",
        "{{convert|1|ft|-12|in|m|order=flip}}",
        "{{convert|1e9|mi|km|order=flip}}",
        "{{convert|1000000000|mi|km|order=flip}}",
        "{{convert|0.00001|mi|km|order=flip}}",
        "{{convert|2|C-change|F-change|order=flip}}",
        "{{convert|20|±|2|C|F|order=flip}}",
        "{{convert|1|m|order=flip}}",
        "{{convert|12|st|10|lb|order=flip}}",
    ],
)
def test_what_is_not_known_of_the_order_is_said(markup: str) -> None:
    [text] = read(f"It is {markup}.")
    assert text.endswith("<template>.")


@pytest.mark.parametrize("markup", NOT_IN_BRACKETS.values(), ids=NOT_IN_BRACKETS)
def test_other_units_that_stand_in_the_sentence_are_missing_in_it(markup: str) -> None:
    assert read(f"It is {markup}.") == ["It is 5 kilometres<template>."]


@pytest.mark.parametrize(("markup", "text"), CASES.values(), ids=CASES)
def test_convert(markup: str, text: str | None) -> None:
    assert read(f"It is {markup}.") == [f"It is {text}." if text else "It is<template>."]
