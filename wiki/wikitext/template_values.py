"""Values of template parameters as the rules of `inline_templates.toml` want them: by a table, or by a filter.

A rule names one behind the parameter, `{1:month}`, `{1:roman}`; the head of that file says what each means. What a
filter does not understand is empty, so that the rule can say that something is missing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import NamedTuple

from wiki.site.numbers import NumberFormat

Tables = Mapping[str, Mapping[str, str]]

NOT_SHOWN = ("hide", "code", "foreign", "stamp", "proto")
"""Filters that a rule only asks."""

_amount = re.compile(r"[-−]?\d+(?:\.\d+)?")
_unusual = re.compile(r"\d[eE][-−+]?\d|\d ?[-+/] ?\d|[.,]\d{4}|,\d+,|^[-−+]?[.,]")
"""Numbers that templates write each in their way: powers of ten, fractions, ranges, many decimals."""
_thousands_or_decimals = re.compile(r"[.,]\d{3}(?!\d)")
_UNGROUPED = 4
"""Digits of the numbers that some templates write without a mark between thousands."""
_exponent = re.compile(r"[-−]?\d+")
_scientific = re.compile(r"([-−]?\d+(?:\.\d+)?(?:\(\d+\))?)(?:[eE]\+?([-−]?\d+))?")
_roman = re.compile(r"[IVXLCDM]+")
_day = re.compile(r"\d{1,2}(?:er)?")
_page_range = re.compile(r"(?<=\d)-(?=\d)")

_power = re.compile(r"[^\W\d]-\d")
"""A power in a unit (`m.s-2`), which templates write above the line."""
_BETWEEN = frozenset(["-", "–", "x", "×", "/", "±", "et", "ou"])
"""What stands between two numbers, where a unit is expected."""
_composed = re.compile(r"[-.*^_'\"′″]|^(?:u(?!nits?$)|mcg).| (?:mass|radius|luminosity)$")
"""What is in codes of units for `val` that are no plain words or have a sign of theirs: `kg.m-2`, `M_solar`, `uHz`."""

_charge = re.compile(r"\((\d*[-+−])\)")
"""The charge of an ion in the notation of `chem2`, which shows it without the brackets."""
_raised = re.compile(r"[_^]\{([^{}]*)\}")
"""What stands lower or higher in the notation of `chem2`: `^{13}C`."""
_SIGNS = {
    "-": "−", "–": "−", "*": "·", "->": " → ", "<->": " ⇌ ", r"\s": "–", r"\d": "=", r"\t": "≡", r"\q": "≣",
}  # fmt: skip
"""Signs of that notation: charges, crystal water, arrows, which have spaces around them, and bonds."""
_sign = re.compile(r"\\h\{(\d+)\}|<?->|\\[sdtq]|[-–*]")
"""One of them, or how many atoms of a ligand are bound, with a hyphen behind it: `\\h{5}` for η5-."""
_notation = re.compile(r"[\\{}^_]|<(?![/a-z])")
"""What else is written otherwise, as bridges and other arrows."""

_language_code = re.compile(r"[a-z]{2,3}(?:-[a-z]+)?")
_LATIN = ("LATIN", "MODIFIER")
"""How the names of letters begin that may stand in a Latin text."""
_abbreviation = re.compile(r"[A-Z]{2,4}")
"""A country's code, which its template shows as the country's name."""
_ENGLISH = frozenset(["Côte d'Ivoire", "Curaçao", "Réunion", "São Tomé and Príncipe", "Türkiye", "Åland"])
"""English names of countries that have accents."""
_space = re.compile(r"\s|&nbsp;")
_qualifier = re.compile(r" \([^()]*\)$")
"""What tells a title from others of the same name."""


class Values(NamedTuple):
    """What the values of a wiki's templates are read by."""

    tables: Tables
    numbers: NumberFormat

    def read(self, value: str, kind: str) -> str:
        """A value by the table or the filter of a name, none for the value as it is; empty where it is not known."""
        if not kind or not value or kind == "hide":
            return value
        found = _FILTERS.get(kind)
        return found(self, value) if found else self.look_up(value, kind)

    def look_up(self, value: str, table: str) -> str:
        """What a table has for a value; the value itself where it passes on what it does not have."""
        entries = self.tables[table]
        entry = entries.get(value)
        return entry if entry is not None else value if "*" in entries else ""

    def thousands(self, value: str) -> str:
        """A number as the wiki writes it, empty if its form is unusual."""
        return "" if _unusual.search(value) else self.numbers.write(value)

    def amount(self, value: str) -> str:
        """The same of a plain number, empty where its mark may be that of decimals or of thousands."""
        may_be_either = self.numbers.point != "." and _thousands_or_decimals.search(value)
        return "" if may_be_either or not _amount.fullmatch(value) else self.thousands(value)

    def long(self, value: str) -> str:
        """A number as the wiki writes it, but for one of four digits, which has no mark between thousands."""
        whole = value.partition(".")[0]
        if len(whole) == _UNGROUPED and whole.isdecimal() and not _unusual.search(value):
            return self.numbers.with_digits(value.replace(".", self.numbers.point))
        return self.thousands(value)

    def scientific(self, value: str) -> str:
        """A number that may have an exponent; which signs a wiki with a decimal comma writes is not known."""
        found = _scientific.fullmatch(value)
        is_plain = value.isdecimal() and len(value) < _UNGROUPED
        if not found or (self.numbers.point != "." and not is_plain):
            return ""
        return (found[1] + (f"×10{found[2]}" if found[2] else "")).replace("-", "−")

    def date(self, value: str) -> str:
        """A day, a month and a year, of which the first or the last may be missing."""
        words = value.split()
        year = words.pop() if words and words[-1].isdecimal() else ""
        month = self.tables["month"].get(words.pop(), "") if words else None
        day = words.pop() if words and _day.fullmatch(words[0]) else ""
        if words or month == "" or not (month or year):
            return ""
        return " ".join(part for part in (self.tables["day"].get(day, day), month, year) if part)


def _measure(values: Values, value: str) -> str:
    return "" if _power.search(value) or value in _BETWEEN else values.look_up(value, "measure")


def _formula(_: Values, value: str) -> str:
    formula = _raised.sub(r"\1", _charge.sub(r"\1", value))
    if _notation.search(_sign.sub("", formula)):
        return ""
    return _sign.sub(lambda sign: _SIGNS.get(sign[0]) or f"η{sign[1]}-", formula)


def _starred(_: Values, value: str) -> str:
    # As a reference, since at the beginning of a line it would make it an item of a list.
    return "&#42;" + value.lstrip("*")


def _foreign(_: Values, value: str) -> str:
    names = (unicodedata.name(letter, "") for letter in value if letter.isalpha())
    return "" if all(name.startswith(_LATIN) for name in names) else value


_Filter = Callable[[Values, str], str]


def _where(is_known: Callable[[str], object]) -> _Filter:
    """The filter that leaves a value as it is where a function holds, and empty where not."""
    return lambda _, value: value if is_known(value) else ""


_FILTERS: Mapping[str, _Filter] = {
    "thousands": Values.thousands,
    "amount": Values.amount,
    "long": Values.long,
    "scientific": Values.scientific,
    "date": Values.date,
    "exponent": lambda _, value: value.replace("-", "−") if _exponent.fullmatch(value) else "",
    "number": _where(lambda value: value.replace(",", "").replace(".", "").isdecimal()),
    "year": _where(str.isdecimal),
    "stamp": _where(str.isdecimal),
    "roman": _where(_roman.fullmatch),
    "pages": lambda _, value: _page_range.sub("–", value),
    "measure": _measure,
    "val_unit": lambda values, value: (
        values.tables["val_unit"].get(value, "") if _composed.search(value) else values.look_up(value, "val_unit")
    ),
    "formula": _formula,
    "foreign": _foreign,
    "accented": _where(lambda value: not value.isascii() and value not in _ENGLISH),
    "code": _where(_language_code.fullmatch),
    "proto": _where(lambda value: value.endswith("-x-proto")),
    "starred": _starred,
    "words": _where(lambda value: not _abbreviation.fullmatch(value)),
    "word": _where(lambda value: not _space.search(value)),
    "whole_page": _where(lambda value: "#" not in value),
    "title": lambda _, value: _qualifier.sub("", value),
    "lower": lambda _, value: value.lower(),
}
