"""English Wikipedia's template `convert`: the quantity that was given, as Module:Convert writes it.

The quantity in other units, which the page shows in brackets behind it, is left out. Where it comes first
`wiki.wikitext.conversion` gives its parameters.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Unit(NamedTuple):
    """A unit in words and as a symbol."""

    symbol: str
    name: str
    plural: str
    spelled: bool = True
    """Whether its name is written where nothing is said; temperatures have their symbol."""
    has_symbol: bool = True
    """Whether it has a symbol besides its name, which acres have not."""


_PREFIXES = {
    "Y": "yotta", "Z": "zetta", "E": "exa", "P": "peta", "T": "tera", "G": "giga", "M": "mega", "k": "kilo",
    "h": "hecto", "da": "deca", "d": "deci", "c": "centi", "m": "milli", "μ": "micro", "µ": "micro", "u": "micro",
    "n": "nano", "p": "pico",
}  # fmt: skip
RANGES = {
    "-": "–", "–": "–", "to": " to ", "to(-)": " to ", "and": " and ", "and(-)": " and ", "or": " or ", "by": " by ",
    "by(x)": " by ", "x": " × ", "xx": " × ", "×": " × ", "*": " × ", "+": " + ", "+/-": " ± ", "±": " ± ",
    "through": " through ", "to about": " to about ", "and about": " and about ", "-to-": "-to-", ",": ", ",
    "+x+": " + ", "(-)": "–", "to(about)": " to about ", "&": " & ", "/": "/",
}  # fmt: skip
"""What may stand between two numbers, and how it is written."""
_BETWEEN_WORDS = {"x": " by ", "×": " by "}
"""Ranges whose sign is another where the unit is spelled."""
_HYPHENED = {"-": "–", "–": "–", "to": "-to-", "by": "-by-", "x": "-by-", "×": "-by-"}
"""Ranges before a unit as an adjective; how the module writes others there is not known."""
_REPEATED = ("x", "×")
"""Ranges whose numbers have each the symbol of the unit."""
_WORDS = ("to", "and", "or")
"""Ranges that the module writes in some way of its own before the symbol of a unit as an adjective."""
PARAMETERS = frozenset(
    ["abbr", "adj", "sing", "sp", "lk", "sortable", "sigfig", "round", "disp", "comma", "order", "frac", "spell"]
)
"""Named parameters whose values are understood."""
_VALUES = {
    "abbr": ("", "on", "off", "in", "out", "none", "values", "unit"),
    "adj": ("", "on", "off", "mid", "pre", "1"),
    "sp": ("", "us", "US"),
    "comma": ("", "off", "5", "gaps"),
    "spell": ("", "in", "In"),
}
"""The values of parameters that change the words, as far as it is known how."""
_WITHOUT_QUANTITY = ("number", "output number only", "output only", "out", "unit", "unit2", "unit or text")
"""Values of `disp` by which the page lacks the number or the unit that was given."""
_SPELLED = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ONLY_SPACED = ("foot", "nmi")
"""Codes of lengths whose square has its symbol with words, "sq nmi", however it is asked for."""
_MANY = {"3": "thousand", "6": "million", "9": "billion", "12": "trillion"}
"""What a code of a unit may begin with behind an e: so many of it, by the power of ten."""
_many = re.compile(r"e(3|6|9|12)(?=\D)")
_number = re.compile(r"([-−+]?)(\d+(?:,\d{3})*|\d*)(\.\d+)?(?:e([-+]?\d+))?")
_fraction = re.compile(r"(-?)(?:(\d+)([-+]))?(\d+)//?(\d+)")
_one = re.compile(r"[−+]?1(?:\.0+)?")
_part = re.compile(r"−?\d+⁄\d+")
"""A fraction of one, behind which the module has the singular: 3⁄8 inch."""
_precision = re.compile(r"-?\d+(?:\.\d+)?")
_taken_away = re.compile("-.*/")
"""What is no range: `3-1/2`, which is an error, and a fraction below zero."""
_between = re.compile(r"(?<=\d)(-|–|\s+to\s+|\s+and\s+|\s*[x×]\s*|\s*±\s*)(?=[\d.])")


def convert(values: Mapping[str, str], *, abbreviated: bool) -> str | None:
    """The words of the template, from its parameters by name or number; None where a value or a unit is not known.

    `abbreviated` says that units are symbols unless a parameter says otherwise, as in the template `cvt`.
    """
    arguments = numbered(values)
    abbr = values.get("abbr", "on" if abbreviated else "")
    if not _is_understood(values):
        return None
    spelled = values.get("spell", "")
    symbols = abbr in ("on", "in", "unit")
    adjective = _is_adjective(values) and not symbols
    grouped = {"off": 0, "5": 10_000, "gaps": 0}.get(values.get("comma", ""), 1_000)
    # The numbers as far as a unit follows: with the words between them, or with a unit for each.
    text, place = "", 0
    ranges: list[tuple[str, str, bool]] = []
    while place < len(arguments):
        number = _written(arguments[place], grouped)
        if number is None and len(pieces := apart(arguments[place : place + 1])) > 1:
            arguments[place : place + 1] = pieces
            continue
        if number is None or place + 1 >= len(arguments):
            return None
        if spelled:
            number = _in_words(number, capital=spelled == "In" and not text and not ranges)
            if number is None:
                return None
        following = arguments[place + 1]
        if following in RANGES:
            if (between := _between_numbers(following, values, symbols=symbols)) is None:
                return None
            ranges.append((number, between, following in _REPEATED))
            place += 2
            continue
        power = _many.match(following) if symbols and abbr != "unit" else None
        unit = find_unit(following[power.end() :] if power else following)
        if unit is None:
            return None
        unit = _american(unit) if values.get("sp") == "us" else unit
        tens = f"×10{power[1]}" if power else ""
        if symbols and not unit.has_symbol and any(repeated for *_, repeated in ranges):
            return None
        text += _ranged(ranges, tens, unit if symbols else None)
        ranges.clear()
        # Behind a dash, a minus stands apart.
        text = f"{text[:-1]} – {number}" if text.endswith("–") and number.startswith("−") else text + number
        text += tens
        place += 2
        one = _is_one(number) and not _many.match(following)
        # Feet and inches, pounds and ounces: what is smaller follows with a unit of its own.
        goes_on = place + 1 < len(arguments) and (following, arguments[place + 1]) in COMPOUND
        if abbr == "values":
            return None if goes_on or tens or _many.match(following) else text
        if (extra := "" if goes_on else _own_words(arguments[place:], values, grouped)) is None:
            return None
        text += _with_unit(unit, one, symbols and unit.has_symbol, values, extra)
        if not goes_on:
            return text
        text += "-" if adjective else " "
    return None


def _is_understood(values: Mapping[str, str]) -> bool:
    """Whether it is known how its parameters change the words, and the page shows the number with its unit."""
    is_known = all(values.get(name, "") in known for name, known in _VALUES.items())
    return is_known and values.get("disp") not in _WITHOUT_QUANTITY


def _ranged(ranges: Sequence[tuple[str, str, bool]], tens: str, unit: Unit | None) -> str:
    """Numbers with what is between each and the next; the symbol of a `unit` behind those that have it each."""
    return "".join(
        f"{number}{tens} {unit.symbol}{between}" if repeated and unit else number + tens + between
        for number, between, repeated in ranges
    )


def _between_numbers(code: str, values: Mapping[str, str], *, symbols: bool) -> str | None:
    """What stands between two numbers by one of RANGES; None where it is not known."""
    if _is_adjective(values):
        if not symbols:
            return _HYPHENED.get(code)
        return None if code in _WORDS else RANGES[code]
    return RANGES[code] if symbols else _BETWEEN_WORDS.get(code, RANGES[code])


def _own_words(arguments: Sequence[str], values: Mapping[str, str], grouped: int) -> str | None:
    """The words that `adj` puts to the unit: behind the unit that is asked for and its precision.

    None where it is not known whether a lone value is that unit or the words, and without `adj` where a quantity of
    some other kind follows: a number with a unit that is no part of the first.
    """
    if values.get("adj") not in ("mid", "pre"):
        return None if _is_quantity(arguments[:2], grouped) else ""
    if len(arguments) == 1 and not (_precision.fullmatch(arguments[0]) or all(map(find_unit, arguments[0].split()))):
        return None
    behind = arguments[0 if arguments and _precision.fullmatch(arguments[0]) else 1 :]
    if behind and _precision.fullmatch(behind[0]):
        behind = behind[1:]
    return behind[0] if behind else ""


def _is_quantity(arguments: Sequence[str], grouped: int) -> bool:
    """Whether they are a number and what may be its unit."""
    return len(arguments) > 1 and bool(arguments[1]) and _written(arguments[0], grouped) is not None


def numbered(values: Mapping[str, str]) -> list[str]:
    """The values of numbered parameters, in order."""
    return [values[str(number)] for number in range(1, len(values) + 1) if str(number) in values]


def apart(arguments: Sequence[str]) -> list[str]:
    """The arguments with a first one that is a range ("5-10") as its numbers and what is between them."""
    if any(map(_taken_away.search, arguments[:1])):
        return list(arguments)
    return [each.strip() for first in arguments[:1] for each in _between.split(first)] + list(arguments[1:])


def shown_in_brackets(values: Mapping[str, str]) -> bool:
    """Whether the page shows the quantity in other units in brackets behind the one that was given, as it does mostly.

    Otherwise it stands in the sentence, first or behind an `or`, and is missing in the text of `convert`.
    """
    return not values.get("order") and values.get("disp", "") in ("", "b", "br()", "sqbr")


COMPOUND = frozenset(
    (large, small)
    for larger, smaller in [
        (("ft", "foot", "feet", "yd", "mi"), ("in", "inch", "ft", "foot", "yd")),
        (("mi",), ("furlong", "chain")),
        (("lb", "st", "stone", "cwt", "long ton", "LT"), ("oz", "lb", "cwt", "qtr")),
    ]
    for large in larger
    for small in smaller
)


def _is_one(number: str) -> bool:
    """Whether the name of a unit is in the singular behind the number."""
    return number in ("one", "One") or bool(_one.fullmatch(number) or _part.fullmatch(number))


def _is_adjective(values: Mapping[str, str]) -> bool:
    """Whether the quantity describes a noun: `a 5-acre farm`."""
    return values.get("adj", values.get("sing")) in ("on", "mid", "1")


def _with_unit(unit: Unit, one: bool, symbols: bool, values: Mapping[str, str], extra: str) -> str:
    """The unit behind its number, with what joins the two."""
    adjective = _is_adjective(values) and not symbols
    word = extra if values.get("adj") == "pre" else ""
    if word and not word.startswith("+"):
        word = f" {word}"
    tail = extra if extra.startswith("-") else f" {extra}"
    if values.get("adj") != "mid" or not extra:
        tail = ""
    if symbols or (not unit.spelled and values.get("abbr") != "off"):
        # What is for each, "/km2", has no space before it.
        return f"{word}{'' if unit.symbol.startswith('/') else ' '}{unit.symbol}{tail}"
    name = unit.name if one or adjective else unit.plural
    return f"-{name.replace(' ', '-')}{tail}" if adjective else f"{word} {name}{tail}"


def _american(unit: Unit) -> Unit:
    """The unit as Americans write it."""
    name, plural = (
        _tonne.sub("metric ton", _deca.sub("deka", each.replace("metre", "meter").replace("litre", "liter")))
        for each in (unit.name, unit.plural)
    )
    symbol, name, plural = (_us.sub("U.S.", each) for each in (unit.symbol, name, plural))
    return unit._replace(symbol=symbol, name=name, plural=plural)


def _in_words(number: str, *, capital: bool) -> str | None:
    """A small whole number in words; None for another."""
    if len(number) > 2 or not number.isdecimal() or int(number) >= len(_SPELLED):
        return None
    word = _SPELLED[int(number)]
    return word.capitalize() if capital else word


def _written(value: str, grouped: int) -> str | None:
    """A number as the module writes it; None where it is none."""
    value = value.replace("&minus;", "−").replace("−", "-").strip()
    fraction = _fraction.fullmatch(value)
    if fraction and (not fraction[2] or fraction[3] == (fraction[1] or "+")):
        whole = f"{fraction[2]} " if fraction[2] else ""
        return f"{'−' if fraction[1] else ''}{whole}{fraction[4]}⁄{fraction[5]}"
    found = _number.fullmatch(value)
    if not found or not (found[2] or found[3]):
        return None
    sign, digits = found[1].replace("-", "−"), (found[2] or "0").replace(",", "")
    if grouped and len(digits) < 30 and int(digits) >= grouped:
        digits = f"{int(digits):,}"
    power = f"×10{found[4].replace('-', '−').lstrip('+')}" if found[4] else ""
    return f"{sign}{digits}{found[3] or ''}{power}"


_tonne = re.compile(r"\btonne(?=s?(?: per |$))")
_deca = re.compile("deca(?=[lmg])")
_us = re.compile(r"\bUS\b")
_POWERS = str.maketrans("²³", "23")


@cache
def unit_data() -> dict[str, Any]:
    """The file of units, as it is."""
    return tomllib.loads(files("wiki.wikitext").joinpath("convert_units.toml").read_text("utf-8"))


@cache
def _units() -> dict[str, Unit]:
    """Units by their codes."""
    data = unit_data()
    units = {code: _unit(*entry) for code, entry in data["units"].items()}
    units |= {code: units[code]._replace(has_symbol=False) for code in data["without_symbol"]}
    units |= {code: units[code]._replace(spelled=False) for code in data["by_symbol"]}
    for code, entry in data["metric"].items():
        base = _unit(*entry)
        units.setdefault(code, base)
        for prefix, word in _PREFIXES.items():
            symbol = f"{prefix.replace('u', 'μ')}{base.symbol}"
            units.setdefault(prefix + code, Unit(symbol, word + base.name, word + base.plural))
    lengths = {code: _unit(*entry) for code, entry in data["lengths"].items()}
    lengths |= {f"{prefix}m": units[f"{prefix}m"] for prefix in ("k", "h", "d", "c", "m", "μ", "n")}
    for code, length in lengths.items():
        for power, word, short in (("2", "square", "sq"), ("3", "cubic", "cu")):
            raised, spaced = f"{length.symbol}{power}", f"{short} {length.symbol}"
            unit = Unit(raised, f"{word} {length.name}", f"{word} {length.plural}")
            # The symbol of most is as it was asked for: "ft2" or "sq ft".
            units.setdefault(code + power, unit._replace(symbol=spaced) if code in _ONLY_SPACED else unit)
            units.setdefault(short + code, unit if length.symbol.endswith("m") else unit._replace(symbol=spaced))
    return units


def _unit(symbol: str, name: str = "", plural: str = "") -> Unit:
    return Unit(symbol, name or symbol, plural or (f"{name}s" if name else symbol), bool(name))


def find_unit(code: str) -> Unit | None:
    """The unit of a code; `a/b` is so much of one for each of the other. None where it is not known."""
    code = code.strip().translate(_POWERS)
    found = _units().get(code)
    if many := _many.match(code):
        counted = code[many.end() :]
        unit = None if _many.match(counted) else find_unit(counted)
        word = _MANY[many[1]]
        return unit and Unit(f"{word} {unit.symbol}", f"{word} {unit.name}", f"{word} {unit.plural}")
    if found or "/" not in code:
        return found
    over, under = code.split("/", 1)
    above, below = _units().get(over), _units().get(under)
    if below and over in ("", "PD"):
        one, many_people = ("inhabitant ", "inhabitants ") if over else ("", "")
        return Unit(f"/{below.symbol}", f"{one}per {below.name}", f"{many_people}per {below.name}")
    if not above or not below:
        return None
    return Unit(
        f"{above.symbol}/{below.symbol}",
        f"{above.name} per {below.name}",
        f"{above.plural} per {below.name}",
    )
