"""The content of spaCy's files; that spaCy reads them, `test_spacy_reader.py` tests."""

from __future__ import annotations

import zlib
from typing import Any

import msgpack
import pytest

from corpora.examples import Example
from corpora.formats.spacy_docs import doc_bin, doc_bins
from corpora.formats.spacy_strings import string_number


def example(text: str, *tagged: tuple[str, int, str], **source: Any) -> Example:
    tokens, starts, tags = zip(*tagged, strict=True)
    return Example(source, text, list(tokens), list(starts), list(tags))


ROME = example("In Rome.", ("In", 0, "O"), ("Rome", 3, "B-city"), (".", 7, "O"), page_id=300)._replace(qids=["Q220"])


def expected(*documents: tuple[list[tuple[str, int, str, str]], list[bool], dict[str, Any]]) -> dict[str, Any]:
    rows = [
        (string_number(word), iob, string_number(label), string_number(qid))
        for tokens, _, _ in documents
        for word, iob, label, qid in tokens
    ]
    return {
        "version": "0.1",
        "attrs": [65, 77, 78, 452],
        "tokens": b"".join(number.to_bytes(8, "little") for row in rows for number in row),
        "spaces": bytes(space for _, spaces, _ in documents for space in spaces),
        "lengths": b"".join(len(tokens).to_bytes(4, "little") for tokens, _, _ in documents),
        "strings": sorted(
            {text for tokens, _, _ in documents for word, _, *others in tokens for text in (word, *others)}
        ),
        "cats": [{} for _ in documents],
        "flags": [{"has_unknown_spaces": False} for _ in documents],
        "span_groups": [b"" for _ in documents],
        "user_data": [msgpack.packb(source) for _, _, source in documents],
    }


def test_a_file() -> None:
    assert zlib.decompress(doc_bin([ROME])) == msgpack.packb(
        expected(
            ([("In", 2, "", ""), ("Rome", 3, "city", "Q220"), (".", 2, "", "")], [True, False, False], {"page_id": 300})
        )
    )


@pytest.mark.parametrize(
    ("made", "tokens", "spaces"),
    [
        (example("a b", ("a", 0, "O"), ("b", 2, "O")), "a b", "10"),
        (example(" a ", ("a", 1, "O")), " |a", "01"),
        (example("a  b", ("a", 0, "O"), ("b", 3, "O")), "a| |b", "100"),
        (example("a   b", ("a", 0, "O"), ("b", 4, "O")), "a|  |b", "100"),
        (example("a\u00a0b", ("a", 0, "O"), ("b", 2, "O")), "a|\u00a0|b", "000"),
        (example("a\u00a0 b", ("a", 0, "O"), ("b", 3, "O")), "a|\u00a0 |b", "000"),
        (example("ab  ", ("a", 0, "O"), ("b", 1, "O")), "a|b| ", "010"),
    ],
    ids=["one space", "at the edges", "two", "three", "no space", "no space and a space", "at the end"],
)
def test_white_space_makes_up_the_text(made: Example, tokens: str, spaces: str) -> None:
    words = tokens.split("|") if "|" in tokens else tokens.split()
    rows = [(word, 2, "", "") for word in words]
    flags = [flag == "1" for flag in spaces]
    assert zlib.decompress(doc_bin([made])) == msgpack.packb(expected((rows, flags, {})))
    assert "".join(word + " " * flag for word, flag in zip(words, flags, strict=True)) == made.text


def test_white_space_within_an_entity_belongs_to_it() -> None:
    made = example("a  b  c", ("a", 0, "B-x"), ("b", 3, "I-x"), ("c", 6, "B-x"))._replace(qids=["Q1", None])
    first = [("a", 3, "x", "Q1"), (" ", 1, "x", "Q1"), ("b", 1, "x", "Q1")]
    rows = [*first, (" ", 2, "", ""), ("c", 3, "x", "")]
    assert zlib.decompress(doc_bin([made])) == msgpack.packb(expected((rows, [True, False, True, False, False], {})))


def test_files_are_of_bounded_size() -> None:
    drawn = 0

    def many() -> Any:
        nonlocal drawn
        for _ in range(5):
            drawn += 1
            yield ROME

    files = doc_bins(many(), documents=2)
    assert next(files) == doc_bin([ROME, ROME])
    assert drawn == 2
    assert [each == doc_bin([ROME]) for each in files] == [False, True]
