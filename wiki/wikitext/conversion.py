"""The quantity that English Wikipedia's template `convert` shows first where its order is turned (`order=flip`).

That is the one in other units, with the one that was given in brackets. It is reckoned and rounded as Module:Convert
does by default, for the units of `convert_units.toml` that have a scale; a number that it writes otherwise (a fraction,
a power of ten) is not known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import floor, log10
from typing import NamedTuple

from wiki.wikitext.convert import RANGES, apart, numbered
from wiki.wikitext.units import COMPOUND, find_unit, unit_data

_TEMPERATURE = "temperature"
_FLIP = ("order", "disp")
"""Parameters that turn the order by the value `flip`; the second was the way before."""
_UNDERSTOOD = {
    "order": ("", "flip"),
    "abbr": ("", "on", "off", "in", "out"),
    "adj": ("", "on", "off", "1"),
    "sing": ("", "on", "off", "1"),
    "disp": ("", "b", "br", "br()", "sqbr", "flip"),
    **dict.fromkeys(("frac", "round", "sigfig", "spell"), ("",)),
}
"""The values of parameters with which the order can be turned."""
_NEVER_SYMBOLS = ("long tons", "short tons")
"""Symbols of units that the module names where it has symbols of others."""
_FINER = ("ft", "lb")
"""Symbols of units into which whole numbers are converted with more digits."""
_CHANGES = ("±", "+/-")
"""What stands before a change of a temperature, which has no offset."""
_LEAST, _MOST = 1e-4, 1e9
"""Values that are written without a power of ten."""
_FUDGE = 1e-14
"""What the module adds before it rounds, against numbers that are not quite what they should be."""
_number = re.compile(r"([-−]?)(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?")
_precision = re.compile(r"-?\d")


class _Scale(NamedTuple):
    """What a unit is of the base unit of its kind: so many of it, counted from the offset."""

    kind: str
    symbol: str
    factor: float
    offset: float


class _Number(NamedTuple):
    """A number that was given."""

    value: float
    digits: str
    """As it is written, without sign and commas."""


class _Given(NamedTuple):
    """What was given: a quantity, or several between which a range says what is meant."""

    numbers: list[_Number]
    between: list[str]
    scale: _Scale
    """Of the unit; of the smaller one of feet and inches, whose number `numbers` has."""
    default: str
    """Code of the unit into which it is converted where none is named; empty where that is not known."""
    is_compound: bool
    rest: Sequence[str]
    """The arguments behind it."""


class _Asked(NamedTuple):
    """What it is converted into."""

    code: str
    """Of the unit."""
    precision: int | None
    """Decimals; None where nothing is said of them."""


def first_shown(values: Mapping[str, str], *, abbreviated: bool) -> Mapping[str, str]:
    """Parameters of `convert` for the quantity that the page shows first.

    With `order=flip` they are those of the converted one, without it; where it cannot be reckoned they stay as they
    are. `abbreviated` is as in `wiki.wikitext.convert.convert`.
    """
    is_turned = any(values.get(name) == "flip" for name in _FLIP)
    if not is_turned or any(values.get(name, "") not in known for name, known in _UNDERSTOOD.items()):
        return values
    turned = _turned(numbered(values), symbols=values.get("abbr", "on" if abbreviated else "") in ("on", "in"))
    if turned is None:
        return values
    named = {name: value for name, value in values.items() if not name.isdecimal() and name not in _FLIP}
    return named | {str(number): each for number, each in enumerate(turned, 1)}


def _turned(arguments: Sequence[str], *, symbols: bool) -> list[str] | None:
    """The arguments of the converted quantity; None where it cannot be reckoned."""
    given = _given(apart(arguments))
    asked = _asked(given) if given else None
    if given is None or asked is None:
        return None
    scale = _scale(asked.code)
    if scale is None or scale.kind != given.scale.kind or (symbols and scale.symbol in _NEVER_SYMBOLS):
        return None
    converted = [_converted(number.value, given.scale, scale) for number in given.numbers]
    # Nothing, and less, there is of temperatures alone.
    least = -_MOST if scale.kind == _TEMPERATURE else _LEAST
    if not all(least <= value < _MOST for value in converted):
        return None
    # All numbers of a range are rounded alike.
    pairs = zip(given.numbers, converted, strict=True)
    by_default = max(_default_precision(number, value, given, scale) for number, value in pairs)
    shown = [_rounded(value, by_default if asked.precision is None else asked.precision) for value in converted]
    ranges = [part for pair in zip(shown, given.between, strict=False) for part in pair]
    return [*ranges, shown[-1], asked.code]


def _given(arguments: Sequence[str]) -> _Given | None:
    """What was given; None where a number or a unit is not known."""
    numbers: list[_Number] = []
    between: list[str] = []
    place = 0
    while place + 1 < len(arguments) and (number := _read(arguments[place])):
        numbers.append(number)
        following = arguments[place + 1]
        place += 2
        if following in RANGES:
            between.append(following)
            continue
        scale, rest = _scale(following), arguments[place:]
        if scale is None or (scale.kind == _TEMPERATURE and any(each in _CHANGES for each in between)):
            return None
        given = _Given(numbers, between, scale, unit_data()["defaults"].get(scale.symbol, ""), False, rest)
        return _compound(given) if len(rest) > 1 and (following, rest[1]) in COMPOUND else given
    return None


def _compound(given: _Given) -> _Given | None:
    """Feet and inches as inches, pounds and ounces as ounces."""
    number, smaller = _read(given.rest[0]), _scale(given.rest[1])
    if number is None or smaller is None or given.between:
        return None
    total = given.numbers[0].value * round(given.scale.factor / smaller.factor) + number.value
    default = unit_data()["defaults"].get(given.scale.symbol, "")
    return _Given([_Number(total, number.digits)], [], smaller, default, True, given.rest[2:])


def _asked(given: _Given) -> _Asked | None:
    """What is asked for; None where it is more than a unit and a precision."""
    words = [each.strip() for each in given.rest if each.strip()]
    precision = int(words.pop()) if words and _precision.fullmatch(words[-1]) else None
    return _Asked(words[0] if words else given.default, precision) if len(words) < 2 else None


def _read(text: str) -> _Number | None:
    found = _number.fullmatch(text.replace("&minus;", "−").strip())
    if not found:
        return None
    digits = found[2].replace(",", "") + (found[3] or "")
    return _Number(-float(digits) if found[1] else float(digits), digits)


def _scale(code: str) -> _Scale | None:
    """The scale of a unit; None where it has none."""
    unit = find_unit(code)
    # A change of temperature has no offset; and what is written "5 foot" is for adjectives.
    if unit is None or code.endswith("-change") or unit.name == unit.plural == "foot":
        return None
    for kind, scales in unit_data()["scales"].items():
        if unit.symbol in scales:
            factor, offset = [*scales[unit.symbol], 0.0][:2]
            return _Scale(kind, unit.symbol, factor, offset)
    return None


def _converted(value: float, given: _Scale, asked: _Scale) -> float:
    return (value - given.offset) * (given.factor / asked.factor) + asked.offset


def _default_precision(number: _Number, converted: float, given: _Given, asked: _Scale) -> int:
    """Decimals of a converted number where nothing is said of them; below 0 for tens, hundreds …

    As precise as the number that was given, with two significant digits at least; in kelvins three for temperatures.
    """
    whole, _, decimals = number.digits.partition(".")
    precision = len(decimals)
    if not decimals and not given.is_compound:
        precision = len(whole.rstrip("0")) - len(whole)
    if asked.kind == _TEMPERATURE:
        kelvins = abs((number.value - given.scale.offset) * given.scale.factor)
        return max(precision, 2 - floor(log10(kelvins) + _FUDGE)) if kelvins else 2
    if asked.symbol in _FINER and number.value.is_integer():
        finer = -log10(given.scale.factor)
    elif given.is_compound and given.scale.symbol == "in":
        finer = log10(asked.factor) + 2
    else:
        finer = log10(number.value / converted)
    return max(floor(precision + finer + log10(2)), 1 - floor(log10(converted) + _FUDGE))


def _rounded(value: float, precision: int) -> str:
    """A number with so many decimals, or zeros before the point."""
    if precision < 0:
        digits = f"{abs(value) / 10**-precision:.0f}"
        text = digits if digits == "0" else digits + "0" * -precision
    else:
        text = f"{abs(value) + 2 * _FUDGE:.{precision}f}"
    return f"-{text}" if value < 0 and text.strip("0.") else text
