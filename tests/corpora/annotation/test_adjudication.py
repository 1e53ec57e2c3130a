from __future__ import annotations

from collections import Counter
from dataclasses import replace

from corpora.annotation.adjudication import SplitShares, adjudicate, disagreements, for_expert, gold_files
from corpora.annotation.records import Link, Sentence, Span
from tests.support.annotation import sentence

TEXT = sentence("[Ann Lee|person] left [New York]. ", "1-0-0")
SENT = {each.id: each for each in (TEXT, sentence("Bob sings.", "2-0-0"), sentence("-DOCSTART- x", "3-0-0"))}
ANN = Span(0, 7, "person", "anchor")
CITY = Span(13, 21, "location")


def test_the_expert_decides_before_those_who_agree() -> None:
    versions = {
        "ann": {"1-0-0": [ANN], "2-0-0": [Span(0, 3, "person")]},
        "bob": {"1-0-0": [ANN, CITY], "2-0-0": [Span(0, 3, "person")]},
    }
    assert adjudicate(SENT, versions, {}) == ({"2-0-0": (Span(0, 3, "person"),)}, ["1-0-0"], ["3-0-0"])
    assert adjudicate(SENT, versions, {"1-0-0": [CITY], "2-0-0": []}) == (
        {"1-0-0": (CITY,), "2-0-0": ()},
        [],
        ["3-0-0"],
    )


def test_one_annotator_alone_is_right_and_sources_do_not_differ() -> None:
    assert adjudicate(SENT, {"ann": {"1-0-0": [ANN]}, "bob": {}}, {}).gold == {"1-0-0": (ANN,)}
    other = {"ann": {"1-0-0": [ANN]}, "bob": {"1-0-0": [Span(0, 7, "person")]}}
    assert adjudicate(SENT, other, {}).gold == {"1-0-0": (ANN,)}


def test_the_expert_gets_what_most_marked_and_who_did() -> None:
    versions = {
        "ann": {"1-0-0": [Span(0, 3, "person"), Span(13, 21, "misc")]},
        "bob": {"1-0-0": [ANN, CITY]},
        "eve": {"1-0-0": [ANN]},
    }
    assert for_expert(TEXT, versions) == Sentence(
        "1-0-0",
        TEXT.text,
        (Span(0, 7, "person", "bob+eve"), Span(13, 21, "location", "bob")),
        (Link(0, 7, "Ann Lee"), Link(13, 21, "New York")),
        1,
        "Page",
        ("expert",),
    )
    assert for_expert(TEXT, dict(reversed(versions.items()))) == for_expert(TEXT, versions)
    assert "".join(disagreements([TEXT], versions)) == (
        "# Where annotators differ\n"
        "\n## 1-0-0, Page\n\n> Ann Lee left New York.\n\n"
        "- `Ann` (0:3): person by ann, not by bob, eve\n"
        "- `Ann Lee` (0:7): person by bob, eve, not by ann\n"
        "- `New York` (13:21): location by bob, not by ann, eve\n"
        "- `New York` (13:21): misc by ann, not by bob, eve\n"
    )


def test_the_splits_are_by_page_and_have_their_shares() -> None:
    splits = Counter(SplitShares(0.2, 0.3, 1).split_of(page) for page in range(20_000))
    assert {split: round(number / 20_000, 2) for split, number in splits.items()} == {
        "train": 0.5,
        "dev": 0.2,
        "test": 0.3,
    }


def test_gold_is_written_as_it_is_read() -> None:
    gold = {"1-0-0": [ANN, CITY], "2-0-0": [], "3-0-0": []}
    files, left_out = gold_files(SENT, gold, SplitShares(0, 0, 1))
    assert files == {
        "train.txt": "Ann\tB-person\nLee\tI-person\nleft\tO\nNew\tB-location\nYork\tI-location\n.\tO\n\n"
        "Bob\tO\nsings\tO\n.\tO\n\n"
    }
    assert left_out == ["3-0-0"]
    assert list(gold_files(SENT, gold, SplitShares(1, 0, 1))[0]) == ["dev.txt"]
    assert gold_files({"5-0-0": sentence(" ", "5-0-0")}, {"5-0-0": []}, SplitShares()) == ({}, ["5-0-0"])
    french = replace(sentence("l'Italie", "4-0-0"), lang="fr")
    files, _ = gold_files({"4-0-0": french}, {"4-0-0": []}, SplitShares(0, 0, 1))
    assert files == {"train.txt": "l'\tO\nItalie\tO\n\n"}
    hebrew = replace(sentence("גר בירושלים", "4-0-0"), lang="he")
    files, _ = gold_files({"4-0-0": hebrew}, {"4-0-0": [Span(4, 11, "location")]}, SplitShares(0, 0, 1))
    assert files == {"train.txt": "גר\tO\nבירושלים\tB-location\n\n"}
