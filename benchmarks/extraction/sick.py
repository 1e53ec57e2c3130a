"""Pages that hang careless parsers: a megabyte of one thing, nested or never closed."""

from __future__ import annotations

SICK_PAGES = {
    "open braces": "{{" * 500_000,
    "nested templates": "{{a|" * 170_000 + "}}" * 170_000,
    "open links": "[[a|" * 250_000,
    "open brackets": "[" * 1_000_000,
    "open tables": "{|\n" * 330_000,
    "open references": "<ref>" * 200_000,
    "open comments": "<!--" * 250_000,
    "open quotations": "“So. " * 200_000,
    "apostrophes": "'''''a''" * 125_000,
    "one line of prose": "word [[link]] {{x}} '' " * 43_000,
    "everything at once, unclosed": "{{a|[[b|{|\n''c'''<ref><!--<nowiki>" * 28_000,
}
"""Wikitext by what is wrong with it."""
