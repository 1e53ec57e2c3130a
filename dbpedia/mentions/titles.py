"""What the title of an article says of a name: its words, the qualifier behind them, and the last name of a person."""

from __future__ import annotations

import re

from dbpedia.mentions.words import Words

ROMAN_NUMERAL = re.compile(r"[IVX]+")
_QUALIFIED = re.compile(r"(.+?) \(([^()]+)\)")
_BETWEEN_LETTERS = re.compile("['’ -]")
"""What stands between the letters of a surname: `О'Нил`, `Гарсиа Маркес`."""


def split_qualifier(title: str) -> tuple[str, str]:
    """A title without the qualifier in parentheses at its end, and the qualifier, empty where there is none."""
    match = _QUALIFIED.fullmatch(title) if title.endswith(")") else None
    return (match[1], match[2]) if match else (title, "")


def in_order(name: str) -> list[str]:
    """The words of a name whose surname stands first, before a comma, with the surname last."""
    surname, _, given = name.partition(", ")
    return [*given.split(), *surname.split()]


def proper_words(title: str, words: Words) -> list[str]:
    """The words of a title without the qualifier, what follows a comma, numerals, and `Jr.` and the like.

    Where a comma stands behind the surname, in the order of a text: `Александр`, `Сергеевич`, `Пушкин`.
    """
    name = split_qualifier(title)[0]
    found = (in_order(name) if words.surname_and_comma else name.partition(", ")[0].split()) or [title]
    while len(found) > 1 and (ROMAN_NUMERAL.fullmatch(found[-1]) or found[-1].rstrip(".") in words.generations):
        found.pop()
    return found


def family_name(title: str, words: Words) -> str:
    """The last word of a title; where titles have the surname first, all before the comma (`Ван Гог, Винсент`)."""
    surname, comma, _ = split_qualifier(title)[0].partition(", ")
    return surname if comma and words.surname_and_comma else proper_words(title, words)[-1]


def last_name(title: str, words: Words) -> str:
    """The last name of a person by the title, empty where it shows none or may have the given name last."""
    if words.surname_first:
        return ""
    last = family_name(title, words)
    if words.surname_and_comma:
        has_surname = ", " in split_qualifier(title)[0] and not ROMAN_NUMERAL.fullmatch(last)
        return last if has_surname and _BETWEEN_LETTERS.sub("", last).isalpha() else ""
    found = proper_words(title, words)
    if len(found) == 1 or not last.replace("-", "").isalpha():
        return ""
    return "" if any(word.islower() and word not in words.particles for word in found) else last
