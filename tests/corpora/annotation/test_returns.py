from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.annotation.alignment import sentence_tokens
from corpora.annotation.records import Sentence, Span
from corpora.annotation.returns import Problem, Returned, check_returned, missing, unchanged
from corpora.annotation.tools import TOOLS
from corpora.annotation.tools.metadata import Placed, Unread
from corpora.bio import tag_tokens
from sample.annotators import write_annotated
from tests.support.annotation import LABELS, SENTENCES, sentence, sentences

SENT = sentence("[Ann Lee|person] lives in pre-war [New York].")


def check(*returned: Sentence) -> Returned:
    places = [Placed(f"ann.jsonl, line {number}", each) for number, each in enumerate(returned, 1)]
    return check_returned({SENT.id: SENT}, LABELS, places)


def marked(*spans: Span) -> Sentence:
    return replace(SENT, spans=spans)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_what_was_not_edited_changes_nothing(name: str, tmp_path: Path) -> None:
    tool, path = TOOLS[name], tmp_path / "file"
    write_annotated(SENTENCES, LABELS, path, name)
    sent = {each.id: each for each in SENTENCES}
    returned = check_returned(sent, LABELS, tool.read(path))
    assert returned.versions == {each.id: each.spans for each in SENTENCES}
    assert returned.problems == []
    assert missing(sent, "ann", returned, "file") == []


def test_what_an_annotator_marked_counts_as_it_is() -> None:
    returned = check(marked(Span(0, 7, "person", "anchor"), Span(25, 33, "location")))
    assert returned == Returned({"12-0-3": (Span(0, 7, "person", "anchor"), Span(25, 33, "location"))}, [])


def test_a_sentence_that_is_there_again_with_another_text_does_not_count() -> None:
    returned = check(SENT, replace(SENT, text=f"{SENT.text} "))
    assert returned.versions == {}
    assert [(each.place, each.kind, each.message) for each in returned.problems] == [
        (
            "ann.jsonl, line 2",
            "sentence repeated",
            "sentence 12-0-3: also in ann.jsonl, line 1, with other entities; neither counts",
        )
    ]


def test_white_space_at_the_edges_of_an_entity_is_no_problem() -> None:
    returned = check(marked(Span(3, 8, "person"), Span(24, 33, "location")))
    assert returned == Returned({"12-0-3": (Span(4, 7, "person"), Span(25, 33, "location"))}, [])


def test_a_part_of_a_token_becomes_the_token() -> None:
    returned = check(marked(Span(21, 24, "musical-work")))
    assert returned.versions == {"12-0-3": (Span(17, 24, "musical-work"),)}
    assert returned.problems == [
        Problem(
            "ann.jsonl, line 1",
            "not whole tokens",
            "sentence 12-0-3: 'war' at 21:24 became 'pre-war', whole tokens",
        )
    ]


@pytest.mark.parametrize(
    ("returned", "kind", "message"),
    [
        (replace(SENT, id="12-0-9"), "sentence unknown", "sentence 12-0-9: was not sent; it does not count"),
        (
            replace(SENT, text="Ann Lee lived."),
            "text changed",
            "sentence 12-0-3: the text was changed at character 12: 'd.' instead of 's in pre-war New Yor'…; "
            "the sentence does not count",
        ),
        (
            replace(SENT, text=SENT.text + " Yes."),
            "text changed",
            "sentence 12-0-3: the text was changed at character 34: 'Yes.' instead of ''; the sentence does not count",
        ),
        (
            # As CoNLL's files have it, without a token.
            replace(SENT, text="Ann Lee lives pre-war New York ."),
            "text changed",
            "sentence 12-0-3: the text was changed at character 14: 'pre-war New York .' instead of "
            "'in pre-war New York.'; the sentence does not count",
        ),
        (
            replace(SENT, text=SENT.text.replace(" ", "\u00a0", 1)),
            "text changed",
            "sentence 12-0-3: the text was changed at character 3: '\\xa0Lee lives in pre-wa'… instead of "
            "' Lee lives in pre-wa'…; the sentence does not count",
        ),
        (
            marked(Span(0, 7, "human")),
            "label unknown",
            "sentence 12-0-3: 'Ann Lee' at 0:7 is 'human', which is no label; the sentence does not count",
        ),
        (
            marked(Span(0, 3, "person"), Span(0, 7, "person")),
            "overlap",
            "sentence 12-0-3: 'Ann' and 'Ann Lee' at 0 overlap; the sentence does not count",
        ),
        (
            marked(Span(17, 19, "person"), Span(21, 24, "location")),
            "overlap",
            "sentence 12-0-3: 'pre-war' and 'pre-war' at 17 overlap; the sentence does not count",
        ),
        (
            marked(Span(7, 8, "person")),
            "no text",
            "sentence 12-0-3: ' ' at 7:8 holds no token of the text; the sentence does not count",
        ),
        (
            marked(Span(30, 99, "person")),
            "no text",
            "sentence 12-0-3: the entity at 30:99 is beyond the text, which has 34 characters; "
            "the sentence does not count",
        ),
        (
            marked(Span(-5, 3, "person")),
            "no text",
            "sentence 12-0-3: the entity at -5:3 is beyond the text, which has 34 characters; "
            "the sentence does not count",
        ),
    ],
)
def test_what_cannot_be_used_is_refused(returned: Sentence, kind: str, message: str) -> None:
    found = check(returned)
    assert found.versions == {}
    assert found.problems[-1] == Problem("ann.jsonl, line 1", kind, message)
    assert [problem.kind for problem in found.problems if problem.kind != "not whole tokens"] == [kind]


def test_the_same_sentence_twice_counts_once() -> None:
    found = check(SENT, SENT)
    assert found.versions == {"12-0-3": SENT.spans}
    assert found.problems == [
        Problem(
            "ann.jsonl, line 2",
            "sentence repeated",
            "sentence 12-0-3: also in ann.jsonl, line 1, with the same entities; it counts once",
        )
    ]


def test_a_sentence_twice_with_other_entities_does_not_count() -> None:
    found = check(SENT, marked(), SENT)
    assert found.versions == {}
    assert [problem.message for problem in found.problems] == [
        "sentence 12-0-3: also in ann.jsonl, line 1, with other entities; neither counts",
        "sentence 12-0-3: also in ann.jsonl, line 1, with the same entities; neither counts",
    ]
    refused = check(marked(Span(0, 7, "human")), marked(Span(0, 7, "human")))
    assert [problem.message.rpartition("; ")[2] for problem in refused.problems] == [
        "the sentence does not count",
        "neither counts",
    ]


def test_what_cannot_be_read_is_told() -> None:
    read: list[Placed | Unread] = [Unread("ann.json, item 1", "not JSON"), Placed("ann.json, item 2", SENT)]
    problem = Problem("ann.json, item 1", "sentence unreadable", "not JSON; the sentence does not count")
    assert check_returned({SENT.id: SENT}, LABELS, read) == Returned({SENT.id: SENT.spans}, [problem])


def test_a_sentence_counts_from_those_it_was_dealt_to_and_the_expert() -> None:
    sent, read = {SENT.id: SENT}, [Placed("eve.jsonl, line 1", SENT)]
    message = "sentence 12-0-3: was sent to ann, bob and not to eve; it does not count"
    problem = Problem("eve.jsonl, line 1", "not dealt", message)
    assert check_returned(sent, LABELS, read, "eve") == Returned({}, [problem], {SENT.id})
    for name in ("bob", None):
        assert check_returned(sent, LABELS, read, name) == Returned({SENT.id: SENT.spans}, [])


def test_a_sentence_that_did_not_come_back_is_missing_from_those_it_was_sent_to() -> None:
    found = check()
    message = "sentence 12-0-3: sent to ann, and no usable version came back"
    assert missing({SENT.id: SENT}, "ann", found, "ann.jsonl") == [Problem("ann.jsonl", "sentence missing", message)]
    assert missing({SENT.id: SENT}, "eve", found, "eve.jsonl") == []


@pytest.mark.parametrize(
    "back",
    [[marked(Span(0, 7, "human"))], [replace(SENT, text="Ann")], [SENT, marked()]],
    ids=["label unknown", "text changed", "repeated with other entities"],
)
def test_a_sentence_that_is_refused_is_told_once(back: list[Sentence]) -> None:
    found = check(*back)
    assert (len(found.problems), found.refused) == (1, {SENT.id})
    assert missing({SENT.id: SENT}, "ann", found, "ann.jsonl") == []


def test_a_file_that_is_as_it_was_suggested_is_told() -> None:
    sent = {SENT.id: SENT, "1-0-0": sentence("[Bob|person] sings.", "1-0-0")}
    suggested = {key: each.spans for key, each in sent.items()}
    message = "all sentences are as they were suggested to ann; they count, so see whether they were annotated"
    assert unchanged(sent, "ann", Returned(suggested), "ann.conll") == [Problem("ann.conll", "file unchanged", message)]
    assert unchanged(sent, "ann", Returned(suggested | {"1-0-0": ()}), "ann.conll") == []
    assert unchanged(sent, "ann", Returned(), "ann.conll") == []


@given(sent=sentences(), data=st.data())
def test_whatever_is_marked_is_refused_or_becomes_whole_tokens(sent: Sentence, data: st.DataObject) -> None:
    offsets = st.integers(-1, len(sent.text) + 1)
    spans = data.draw(st.lists(st.builds(Span, offsets, offsets, st.sampled_from([*LABELS, "other"])), max_size=4))
    back = replace(sent, spans=tuple(spans))
    found = check_returned({sent.id: sent}, LABELS, [Placed("ann, line 1", back)])
    if sent.id not in found.versions:
        assert found.problems
        return
    version = found.versions[sent.id]
    assert len(version) == len(spans)
    starts, ends = zip(*sentence_tokens(sent), strict=True) if version else ((), ())
    assert all(span.start in starts and span.end in ends and span.label in LABELS for span in version)
    # Not refused: in order, not overlapping, with text.
    tag_tokens(sent.text, [(span.start, span.end, span.label) for span in version], "en")
