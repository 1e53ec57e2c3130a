"""Reading annotated sentences: what is read, what is repaired, and what is refused with its place."""

from __future__ import annotations

import bz2
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.conll import ConllFile, TaggedSentence, read_conll
from schemas.errors import InputError
from tests.support.bio import validate_bio

TWO = "Ann\tB-person\nLee\tI-person\nsings\tO\n\nIn\tO\nRome\tB-location\n\n"
SENTENCES = [
    TaggedSentence(["Ann", "Lee", "sings"], ["B-person", "I-person", "O"]),
    TaggedSentence(["In", "Rome"], ["O", "B-location"]),
]


def read(folder: Path, content: str | bytes) -> ConllFile:
    path = folder / "train.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_conll(str(path))


@pytest.mark.parametrize(
    "content",
    [
        TWO.encode(),
        TWO.removesuffix("\n\n").encode(),
        TWO.replace("\n", "\r\n").encode(),
        TWO.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + TWO.encode(),
        TWO.replace("\t", " NNP B-NP ").encode(),
        TWO.replace("\t", "\tNNP\tB-NP\t").encode(),
        TWO.replace("\t", "  ").replace("\n", " \n").encode(),
        gzip.compress(TWO.encode(), mtime=0),
        bz2.compress(TWO.encode()),
    ],
    ids=["plain", "no-end", "windows", "mac", "bom", "conll2003", "tab-columns", "spaces", "gzip", "bzip2"],
)
def test_every_layout_gives_the_same_sentences(tmp_path: Path, content: bytes) -> None:
    assert read(tmp_path, content) == ConllFile(SENTENCES)


def test_sentences_without_tokens_are_skipped_and_counted(tmp_path: Path) -> None:
    found = read(tmp_path, "-DOCSTART- -X- O O\n\n" + TWO + "\n\t\n-DOCSTART-\n\n" + TWO)
    assert found == ConllFile([*SENTENCES, *SENTENCES], empty=4)
    assert read(tmp_path, TWO + "\n\n") == ConllFile(SENTENCES, empty=2)
    assert read(tmp_path, "") == ConllFile()


def test_a_document_begins_a_sentence(tmp_path: Path) -> None:
    found = read(tmp_path, "a\tO\n-DOCSTART-\nb\tO\n")
    assert [sentence.tokens for sentence in found.sentences] == [["a"], ["b"]]
    assert found.empty == 0


def test_lines_above_sentences_are_passed_over_where_they_are_named(tmp_path: Path) -> None:
    path = tmp_path / "train.txt"
    path.write_text("IMGID:7\nAnn\tB-person\n\nIMGID:8\n\nIMGID:9\nIMGID:9\tO\nIMGID:10\nb\tO\n")
    found = read_conll(str(path), heading="IMGID:")
    assert [sentence.tokens for sentence in found.sentences] == [["Ann"], ["IMGID:9"], ["b"]]
    assert found.empty == 1
    with pytest.raises(InputError, match=r"line 1: 'IMGID:7' has no tag"):
        read_conll(str(path))


def test_an_i_that_begins_an_entity_becomes_a_b(tmp_path: Path) -> None:
    tags = ["I-a", "I-a", "I-a", "I-b", "B-b", "O", "I-b"]
    found = read(tmp_path, "".join(f"x\t{tag}\n" for tag in tags) + "\ny\tI-b\n")
    assert [sentence.tags for sentence in found.sentences] == [
        ["B-a", "I-a", "I-a", "B-b", "B-b", "O", "B-b"],
        ["B-b"],
    ]
    assert found.repaired == 4


def test_white_space_of_unicode_stands_inside_tokens(tmp_path: Path) -> None:
    [sentence] = read(tmp_path, "a\u2028b\tO\n1\u00a0km\tO\n1\u00a0km O\n New York \t B-a \n").sentences
    assert sentence == (["a\u2028b", "1\u00a0km", "1\u00a0km", "New York"], ["O", "O", "O", "B-a"])
    assert read(tmp_path, "1\u00a0km X O\n").sentences == [(["1\u00a0km"], ["O"])]


@pytest.mark.parametrize(
    ("first", "line", "told"),
    [
        ("a O", "New York B-a", r"'New York B-a' has 3 columns, where line 2 has 2"),
        ("a NN B-NP O", "York B-a", r"'York B-a' has 2 columns, where line 2 has 4"),
        ("a\tO", "New\tYork\tB-a", r"'New\\tYork\\tB-a' has 3 columns, where line 2 has 2"),
        ("a\tO", "New York B-a", r"'New York B-a' has 3 columns, where line 2 has 2"),
    ],
)
def test_a_line_with_another_number_of_columns_is_refused(tmp_path: Path, first: str, line: str, told: str) -> None:
    """What is left out between its first and its last column may be tokens."""
    with pytest.raises(InputError, match=rf"train\.txt, line 4: {told}; a line is one token and its tag, with a tab"):
        read(tmp_path, f"-DOCSTART- -X- O O\n{first}\n\n{line}\n")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Rome", r"line 3: 'Rome' has no tag; a line is a token, a tab and its tag"),
        ("Rome\t", r"line 3: 'Rome\\t' has no tag"),
        ("\tO", r"line 3: '\\tO' has no token"),
        ("\u00a0\tO", r"line 3: '\\xa0\\tO' has no token"),
        ("\u00a0", r"line 3: '\\xa0' has no tag"),
        ("Rome\tB-", r"line 3: 'B-' is not a BIO tag: a tag is O, B-label or I-label"),
        ("Rome\tS-location", r"line 3: 'S-location' is not a BIO tag"),
        ("Rome\tlocation", r"line 3: 'location' is not a BIO tag"),
        ("Rome\tB-new york", r"line 3: 'B-new york' is not a BIO tag"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: str, fault: str) -> None:
    with pytest.raises(InputError, match=rf"train\.txt, {fault}"):
        read(tmp_path, f"a\tO\n\n{line}\n")


def test_all_lines_that_cannot_be_read_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, "a\tO\n\nRome\nb\tI-c\nParis\tcity\n\n\tO\n")
    file = tmp_path / "train.txt"
    assert str(error.value) == (
        f"{file}, line 3: 'Rome' has no tag; a line is a token, a tab and its tag; "
        f"{file}, line 5: 'city' is not a BIO tag: a tag is O, B-label or I-label; "
        f"{file}, line 7: '\\tO' has no token; a line is a token, a tab and its tag"
    )


def test_a_file_that_is_not_utf_8_is_refused_with_the_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"train\.txt, line 2: not UTF-8"):
        read(tmp_path, b"a\tO\nM\xfcnchen\tB-location\n")


def test_a_broken_compressed_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="broken compressed file"):
        read(tmp_path, gzip.compress(TWO.encode() * 99)[:-20])


TOKENS = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), min_size=1).filter(
    lambda text: text.strip() == text and not text.startswith("-DOCSTART-")
)
TAGS = st.sampled_from(["O", "B-a", "I-a", "B-b", "I-b"])


@given(st.lists(st.lists(st.tuples(TOKENS, TAGS), min_size=1), min_size=1))
def test_what_is_read_is_valid_and_differs_by_the_repairs_alone(
    tmp_path_factory: pytest.TempPathFactory, sentences: list[list[tuple[str, str]]]
) -> None:
    lines = "\n\n".join("\n".join(f"{token}\t{tag}" for token, tag in sentence) for sentence in sentences)
    found = read(tmp_path_factory.getbasetemp(), lines)
    assert [each.tokens for each in found.sentences] == [[token for token, _ in each] for each in sentences]
    assert all(validate_bio(each.tags) is None for each in found.sentences)
    changed = [
        (before, after)
        for sentence, read_sentence in zip(sentences, found.sentences, strict=True)
        for (_, before), after in zip(sentence, read_sentence.tags, strict=True)
        if before != after
    ]
    assert found.repaired == len(changed)
    assert all(before[0] == "I" and after == f"B{before[1:]}" for before, after in changed)
