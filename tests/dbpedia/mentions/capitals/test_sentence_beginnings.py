"""Names that a common word stands before where a sentence begins."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.ontology import build_ontology

COMMON = frozenset(["historian", "born", "dating", "lake", "van", "central", "radio", "times"])
ENGLISH = capital_words("en", noise_rules(build_ontology(["Person"], []), "en").words)
assert ENGLISH
NAMES = CapitalisedNames(ENGLISH, Orthography(cases=WordCases(lower=COMMON, upper=frozenset())))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Historian Allan Nevins wrote it.", ["Allan Nevins"]),
        ("Born Hans Peter Smolka in Vienna, he came.", ["Hans Peter Smolka", "Vienna"]),
        # Of one word the first may be a part, of a common one too.
        ("Central America is warm.", []),
        ("Radio Angola Times wrote it.", []),
        # A kind of thing and a particle begin names.
        ("Lake Victoria Nyanza is warm.", []),
        ("Van Emde Boas wrote it.", []),
    ],
)
def test_a_common_word_before_several_that_are_not_is_no_part_of_their_name(text: str, expected: list[str]) -> None:
    lower = {word for word in text.split() if word.islower()}
    (spans,) = NAMES.find([text], [[]], lower)
    assert [text[start:end] for start, end in spans] == expected
