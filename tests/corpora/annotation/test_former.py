"""What former rounds sent: known again, and which of it is annotated again."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from corpora.annotation.alignment import trimmed
from corpora.annotation.former import ANNOTATED, FormerRounds, check_former, read_former, sentence_key, spans_of
from corpora.annotation.records import Link, Sentence, Span
from corpora.bio import tag_tokens
from schemas.datasets.dataset import part_uris
from schemas.errors import InputError
from tests.support.annotation import pre_annotations, sentence, sentences
from tests.support.dapt_data import write_dataset

FIRST = sentence("[Ann Lee|person] left pre-[war|musical-work] [Rome].", "1-0-0")
SECOND = sentence("[Bob|person] sings.", "2-0-1")
THIRD = sentence("[Bob|person] sings.", "3-0-0")


def rows(*found: Sentence) -> list[dict[str, Any]]:
    return [
        {
            **asdict(each),
            **dict(zip(("page_id", "paragraph", "sentence"), map(int, each.id.split("-")), strict=True)),
            "rev_id": 7,
        }
        for each in found
    ]


def scored(number: int, doubt: float, tokens: str, tags: str) -> dict[str, Any]:
    figures = dict.fromkeys(("entropy_sum", "entropy_mean", "least_confidence", "margin"), 0.0)
    return {
        **{"sentence": number, **figures, "negative_log_p": doubt, "doubtful": doubt > 2},
        **{"tokens": tokens.split(), "tags": tags.split(), "predicted": ["O"] * len(tokens.split())},
    }


@pytest.fixture
def scores(tmp_path: Path) -> str:
    return write_dataset(
        tmp_path,
        "annotated_scores",
        [
            [
                scored(0, 2.1, "Bob sings .", "B-person O O"),
                scored(1, 3.5, "Ann Lee left pre - war Rome .", "O O O O O B-musical-work B-location O"),
            ],
            [scored(2, 9.0, "Nobody sent this .", "O O O O"), scored(3, 2.1, "Bob sings .", "O O O")],
        ],
    )


def test_a_sentence_is_known_by_its_place_and_by_its_text() -> None:
    former = FormerRounds(rows(FIRST))
    assert former.have((1, 0, 0), "It was edited.")
    assert former.have((9, 0, 0), "Ann  Lee left pre-war\u2003Rome.")
    assert not former.have((1, 0, 1), "Ann Lee left.")


def test_what_the_model_doubts_goes_out_again_with_the_labels_that_it_has(scores: str) -> None:
    former = FormerRounds(rows(FIRST, SECOND, THIRD))
    found = former.again(scores, 10)
    assert [(each["page_id"], each["spans"]) for each in found] == [
        (1, (Span(17, 20, "musical-work", ANNOTATED), Span(21, 25, "location", ANNOTATED))),
        # Of two sentences with one text each has the labels of one.
        (2, (Span(0, 3, "person", ANNOTATED),)),
        (3, ()),
    ]
    assert found[0]["links"] == (Link(0, 7, "Ann Lee"), Link(17, 20, "War"), Link(21, 25, "Rome"))
    assert (found[0]["text"], found[0]["rev_id"], found[0]["title"]) == (FIRST.text, 7, "Page")
    assert former.again(scores, 2) == found[:2]
    assert FormerRounds(rows(THIRD, SECOND, FIRST)).again(scores, 10) == found
    assert former.again(scores, 0) == []


def test_of_sentences_that_are_doubted_alike_the_first_goes_out_first(tmp_path: Path) -> None:
    parts = [[scored(3, 2.1, "Bob sings .", "O O O")], [scored(0, 2.1, "Bob sings .", "B-person O O")]]
    found = FormerRounds(rows(SECOND, THIRD)).again(write_dataset(tmp_path, "annotated_scores", parts), 10)
    assert [(each["page_id"], len(each["spans"])) for each in found] == [(2, 1), (3, 0)]


def test_what_went_out_again_does_not_once_more(scores: str) -> None:
    former = FormerRounds(rows(SECOND, FIRST, THIRD, FIRST))
    assert [each["page_id"] for each in former.again(scores, 10)] == [2, 3]
    assert former.have((1, 0, 0), FIRST.text)


def test_a_part_that_is_named_twice_is_read_once(tmp_path: Path, scores: str) -> None:
    parts = part_uris(pre_annotations(tmp_path / "sent", [FIRST]))
    assert [each["page_id"] for each in read_former([*parts, *parts]).again(scores, 10)] == [1]


def test_what_the_model_is_sure_of_stays(tmp_path: Path) -> None:
    sure = write_dataset(tmp_path, "annotated_scores", [[scored(0, 2.0, "Bob sings .", "O O O")]])
    assert FormerRounds(rows(SECOND)).again(sure, 10) == []


@given(sentences())
def test_tags_give_the_entities_that_they_were_made_of(one: Sentence) -> None:
    tagged = tag_tokens(one.text, [(span.start, span.end, span.label) for span in one.spans], "en")
    assert "".join(tagged.tokens) == sentence_key(one.text)
    wanted = [(*trimmed(one.text, span.start, span.end), span.label) for span in one.spans]
    assert [(span.start, span.end, span.label) for span in spans_of(one.text, tagged.tokens, tagged.tags)] == wanted


def test_the_parts_of_former_rounds_are_read_and_others_are_refused(tmp_path: Path) -> None:
    [part] = part_uris(pre_annotations(tmp_path / "sent", [FIRST]))
    check_former(part)
    assert read_former([part]).have((1, 0, 0), "")
    other = write_dataset(tmp_path, "annotated_scores", [[scored(0, 0.0, "a", "O")]])
    with pytest.raises(InputError, match="has no column links, page_id, paragraph, rev_id, text, title; name"):
        check_former(part_uris(other)[0])
    (tmp_path / "a.txt").write_text("text")
    with pytest.raises(InputError, match=r"a\.txt: is not a Parquet file; name the parts of pre_annotations"):
        check_former(str(tmp_path / "a.txt"))
