"""Runs of words with capitals."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS
from dbpedia.mentions.capitals.run_pattern import run_pattern
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.words import words_of

WORDS = words_of("en")
ENGLISH = capital_words("en", WORDS)
assert ENGLISH
RUN = run_pattern(ENGLISH)

_UNIT = (
    rf"(?:(?:{CAPITAL}\.)+{CAPITAL}[^\W\d_{CAPITALS}]{{2,}}(?:-{CAPITAL}\w+)?"
    rf"|(?:{CAPITAL}\.){{2,}}|{CAPITAL}\.(?= {CAPITAL})|St\.(?= )"
    rf"|{CAPITAL}\w*(?:['’](?!s\b)\w+|·\w+|-(?:\w{{2,3}}-)?{CAPITAL}\w*|&{CAPITAL}\w*)*)"
)
PLAIN_RUN = re.compile(
    rf"{WORDS.edge_before}(?:\d{{1,3}}(?:st|nd|rd|th) )?{_UNIT}"
    rf"(?:(?: & | (?:{'|'.join(ENGLISH.within_runs.ties)}) (?!The\b)| ){_UNIT})*"
    rf"(?: \d{{1,3}}(?![\w%–-]|,? ?\d|\.(?!\Z)| [^\W\dA-Z]\w{{2,}}s\b))?{WORDS.edge_after}"
)
PIECES = [
    *("A", "St", "S", "Ab", "Éc", "ab", "The", "de", "van", "der", "of", "the", "s", "years", "1", "22", "333", "3rd"),
    *("12th", "1234th", " & "),
    *"    ..-–'’&,/%(_٣·",
]


@example("A 1 1")
@example("A.The")
@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_a_run_is_an_ordinal_and_words_with_ties_between_edges(text: str) -> None:
    fast, plain = ([match.span() for match in each.finditer(text)] for each in (RUN, PLAIN_RUN))
    assert fast == plain


def test_a_word_has_so_many_parts_and_no_more() -> None:
    """Else a text of nothing else took the square of its length, in French minutes for 20,000 characters."""
    french = capital_words("fr", words_of("fr"))
    assert french
    pattern = run_pattern(french)
    assert pattern.fullmatch("A" + "-l'Aa" * 9)
    assert not pattern.fullmatch("A" + "-l'Aa" * 10)
