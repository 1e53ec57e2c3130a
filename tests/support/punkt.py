"""Text for Punkt: to be trained on, and pieces of which hypothesis makes texts."""

from __future__ import annotations

TEXTS = [
    f"In {1900 + number} Prof. Smith met J. Jones of Acme Corp. in Paris. They spoke about trade, etc. and parted. "
    f"The prof. was late. Was he? Mr. Jones left on no. {number} at once. Prof. Smith stayed."
    for number in range(40)
]
PIECES = [
    *("the", "The", "in", "In", "prof", "Prof", "Smith", "U.S", "etc", "J", "no", "1990", "3.5", "1,000", "e.g", "a-b"),
    *(".", "..", ". . .", "?", "!", ",", ";", ":", '"', "'", "(", ")", "”", "“", "»", "--", "-", "—"),
    *("Ωμέγα", "日本", "É", "ǅ", " ", "  ", "\u00a0", "\n", "\t", "\x1c", ". ", ". ", "? "),
]
