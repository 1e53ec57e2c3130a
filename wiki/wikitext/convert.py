"""English Wikipedia's template `convert`: the quantity that was given, as Module:Convert writes it.

The quantity in other units, which the page shows in brackets behind it, is left out. Where it comes first
`wiki.wikitext.conversion` gives its parameters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wiki.wikitext.units import COMPOUND, MANY_OF, Unit, american, find_unit

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
_number = re.compile(r"([-−+]?)(\d+(?:,\d{3})*|\d*)(\.\d+)?(?:e([-+]?\d+))?")
_fraction = re.compile(r"(-?)(?:(\d+)([-+]))?(\d+)//?(\d+)")
_one = re.compile(r"[−+]?1(?:\.0+)?")
_part = re.compile(r"−?\d+⁄\d+")
"""A fraction of one, behind which the module has the singular: 3⁄8 inch."""
_precision = re.compile(r"-?\d+(?:\.\d+)?")
_taken_away = re.compile("-.*/")
"""What is no range: `3-1/2`, which is an error, and a fraction below zero."""
_between = re.compile(r"(?<=\d)(-|–|\s+to\s+|\s+and\s+|\s*[x×]\s*|\s*±\s*)(?=[\d.])")


class _Style(NamedTuple):
    """How a quantity is written, by the named parameters of the template."""

    symbols: bool
    """Whether units are symbols."""
    adjective: bool
    grouped: int
    """The least number whose digits are grouped, 0 for none."""
    spelled: str
    """How numbers are in words: in, In for a capital, empty for not."""

    @classmethod
    def of(cls, values: Mapping[str, str], abbr: str) -> _Style:
        symbols = abbr in ("on", "in", "unit")
        grouped = {"off": 0, "5": 10_000, "gaps": 0}.get(values.get("comma", ""), 1_000)
        return cls(symbols, _is_adjective(values) and not symbols, grouped, values.get("spell", ""))


class _Numbers(NamedTuple):
    """The numbers of a quantity as far as a unit follows."""

    ranges: Sequence[tuple[str, str, bool]]
    """Those before the last, each with what is between it and the next, and whether each has the symbol of the unit."""
    last: str
    code: str
    """Of the unit."""
    rest: Sequence[str]
    """The arguments behind it."""


def convert(values: Mapping[str, str], *, abbreviated: bool) -> str | None:
    """The words of the template, from its parameters by name or number; None where a value or a unit is not known.

    `abbreviated` says that units are symbols unless a parameter says otherwise, as in the template `cvt`.
    """
    if not _is_understood(values):
        return None
    abbr = values.get("abbr", "on" if abbreviated else "")
    style = _Style.of(values, abbr)
    text = ""
    rest: Sequence[str] = numbered(values)
    while numbers := _read_numbers(rest, values, style, begins=not text):
        code, rest = numbers.code, numbers.rest
        many = MANY_OF.match(code)
        power = many if style.symbols and abbr != "unit" else None
        unit = find_unit(code[power.end() :] if power else code)
        if unit is None:
            return None
        unit = american(unit) if values.get("sp") == "us" else unit
        tens = f"×10{power[1]}" if power else ""
        if style.symbols and not unit.has_symbol and any(repeated for *_, repeated in numbers.ranges):
            return None
        text += _ranged(numbers.ranges, tens, unit if style.symbols else None)
        # Behind a dash, a minus stands apart.
        is_minus_behind_dash = text.endswith("–") and numbers.last.startswith("−")
        text = f"{text[:-1]} – {numbers.last}{tens}" if is_minus_behind_dash else f"{text}{numbers.last}{tens}"
        # Feet and inches, pounds and ounces: what is smaller follows with a unit of its own.
        goes_on = len(rest) > 1 and (code, rest[1]) in COMPOUND
        if abbr == "values":
            return None if goes_on or many else text
        if (extra := "" if goes_on else _own_words(rest, values, style.grouped)) is None:
            return None
        text += _with_unit(unit, _is_one(numbers.last) and not many, style.symbols and unit.has_symbol, values, extra)
        if not goes_on:
            return text
        text += "-" if style.adjective else " "
    return None


def _read_numbers(
    arguments: Sequence[str], values: Mapping[str, str], style: _Style, *, begins: bool
) -> _Numbers | None:
    """The numbers that arguments begin with, None where no unit follows or it is not known how they are written.

    `begins` says that they are the first ones of the template.
    """
    ranges: list[tuple[str, str, bool]] = []
    while arguments:
        number = _written(arguments[0], style.grouped)
        if number is None and len(pieces := apart(arguments[:1])) > 1:
            arguments = [*pieces, *arguments[1:]]
            continue
        if number is None or len(arguments) == 1:
            return None
        if style.spelled:
            number = _in_words(number, capital=style.spelled == "In" and begins and not ranges)
            if number is None:
                return None
        code, arguments = arguments[1], arguments[2:]
        if code not in RANGES:
            return _Numbers(ranges, number, code, arguments)
        if (between := _between_numbers(code, values, symbols=style.symbols)) is None:
            return None
        ranges.append((number, between, code in _REPEATED))
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
