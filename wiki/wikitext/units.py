"""The units of English Wikipedia's template `convert`, by their codes: data in `convert_units.toml`."""

from __future__ import annotations

import re
import tomllib
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
_ONLY_SPACED = ("foot", "nmi")
"""Codes of lengths whose square has its symbol with words, "sq nmi", however it is asked for."""
_MANY = {"3": "thousand", "6": "million", "9": "billion", "12": "trillion"}
"""What a code of a unit may begin with behind an e: so many of it, by the power of ten."""
MANY_OF = re.compile(r"e(3|6|9|12)(?=\D)")
"""The beginning of such a code."""
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
    if many := MANY_OF.match(code):
        counted = code[many.end() :]
        unit = None if MANY_OF.match(counted) else find_unit(counted)
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


def american(unit: Unit) -> Unit:
    """The unit as Americans write it."""
    name, plural = (
        _tonne.sub("metric ton", _deca.sub("deka", each.replace("metre", "meter").replace("litre", "liter")))
        for each in (unit.name, unit.plural)
    )
    symbol, name, plural = (_us.sub("U.S.", each) for each in (unit.symbol, name, plural))
    return unit._replace(symbol=symbol, name=name, plural=plural)


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
"""Codes of units of which the second, smaller one may follow the first with a number of its own."""
