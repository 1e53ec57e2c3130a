"""What holds for the formats of all tools: what was written and not edited is read as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpora.annotation.records import Sentence
from corpora.annotation.tools import TOOLS
from corpora.annotation.tools.metadata import (
    HYPERLINK,
    Placed,
    Unread,
    all_read,
    labels_to_offer,
    marks,
    metadata,
    read_sentence,
)
from sample.annotators import write_annotated
from schemas.errors import InputError
from tests.support.annotation import LABELS, SENTENCES, sentence, sentences

every_tool = pytest.mark.parametrize("name", sorted(TOOLS))


@every_tool
def test_what_was_not_edited_is_read_as_it_was_written(name: str, tmp_path: Path) -> None:
    tool = TOOLS[name]
    path = tmp_path / f"ann{tool.suffix}"
    tool.write(SENTENCES, LABELS, path)
    assert [each.sentence for each in tool.read_sent(path)] == SENTENCES


@every_tool
def test_what_nobody_annotated_is_left_out_where_the_format_says_so(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"ann{TOOLS[name].suffix}"
    TOOLS[name].write(SENTENCES, LABELS, path)
    unknown = name in ("conll", "doccano")
    assert [each.sentence for each in all_read(TOOLS[name].read(path))] == (SENTENCES if unknown else [])
    write_annotated(SENTENCES, LABELS, path, name)
    assert [each.sentence for each in all_read(TOOLS[name].read(path))] == SENTENCES


@every_tool
def test_what_was_read_is_written_to_the_byte(name: str, tmp_path: Path) -> None:
    tool = TOOLS[name]
    first, second = tmp_path / f"first{tool.suffix}", tmp_path / f"second{tool.suffix}"
    tool.write(SENTENCES, LABELS, first)
    tool.write([each.sentence for each in tool.read_sent(first)], LABELS, second)
    assert second.read_bytes() == first.read_bytes()


@every_tool
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(written=st.lists(sentences(), max_size=3))
def test_any_sentence_comes_back(name: str, tmp_path: Path, written: list[Sentence]) -> None:
    tool = TOOLS[name]
    path = tmp_path / f"ann{tool.suffix}"
    tool.write(written, LABELS, path)
    assert [each.sentence for each in tool.read_sent(path)] == written


@every_tool
def test_a_place_names_the_file_and_what_is_there(name: str, tmp_path: Path) -> None:
    tool = TOOLS[name]
    path = tmp_path / f"ann{tool.suffix}"
    tool.write([sentence("[Ann|person] sings"), sentence("Bob", "12-0-4")], LABELS, path)
    places = [each.place.removeprefix(f"{path}, ") for each in tool.read_sent(path)]
    assert (
        places
        == {
            "argilla": ["item 1", "item 2"],
            "conll": ["line 1", "line 5"],
            "doccano": ["line 1", "line 2"],
            "label-studio": ["item 1", "item 2"],
            "prodigy": ["line 1", "line 2"],
        }[name]
    )


@every_tool
def test_a_file_without_what_goes_with_a_sentence_is_refused(name: str, tmp_path: Path) -> None:
    tool = TOOLS[name]
    path = tmp_path / f"ann{tool.suffix}"
    tool.write([sentence("[Ann|person] sings")], LABELS, path)
    path.write_text(path.read_text().replace("sentence_id", "id"))
    with pytest.raises(InputError, match=r"ann\.\w+, (line|item) 1: what goes with a sentence is missing or was chang"):
        list(tool.read_sent(path))


@pytest.mark.parametrize("name", ["argilla", "label-studio"])
def test_a_file_that_is_no_list_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    path.write_text("{}")
    with pytest.raises(InputError, match="not a JSON list"):
        list(all_read(TOOLS[name].read(path)))
    path.write_text("[1]")
    with pytest.raises(InputError, match="item 1: '1' is not a JSON object"):
        list(all_read(TOOLS[name].read(path)))


def test_the_label_of_links_is_kept_for_them() -> None:
    assert labels_to_offer(["person"]) == ["person", HYPERLINK]
    with pytest.raises(InputError, match="the label HYPERLINK marks links"):
        labels_to_offer(["person", HYPERLINK])


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("page_id", "12", r"\['12-0-3', '12', 'Page'\] is not \[str, int, str\]"),
        ("links", [[0, "3", "Ann"]], r"\[0, '3', 'Ann'\] is not \[int, int, str\]"),
        ("suggestions", [[0, 3, "person"]], r"\[0, 3, 'person'\] is not \[int, int, str, str\]"),
        ("annotators", "ann", ""),
    ],
)
def test_what_goes_with_a_sentence_is_of_its_types(field: str, value: object, fault: str) -> None:
    one = sentence("[Ann|person] sings")
    assert read_sentence(metadata(one), one.text, marks(one), "place") == one
    with pytest.raises(InputError, match=f"^place: what goes with a sentence is missing or was changed .*{fault}"):
        read_sentence({**metadata(one), field: value}, one.text, marks(one), "place")


@pytest.mark.parametrize(
    ("name", "place", "first", "message"),
    [
        ("argilla", "item", 1, "'3' is not a JSON object"),
        ("doccano", "line", 0, "not JSON (Extra data: line 1 column 2 (char 1))"),
        ("label-studio", "item", 1, "'3' is not a JSON object"),
        ("prodigy", "line", 0, "not JSON (Extra data: line 1 column 2 (char 1))"),
    ],
)
def test_what_cannot_be_read_costs_its_sentence(
    name: str, place: str, first: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "back"
    write_annotated(SENTENCES[:3], LABELS, path, name)
    lines = path.read_text().splitlines(keepends=True)
    lines[first] = "3,\n"
    lines[first + 2] = lines[first + 2].replace("sentence_id", "id")
    path.write_text("".join(lines))
    found = TOOLS[name].read(path)
    assert next(found) == Unread(f"{path}, {place} 1", message)
    assert next(found) == Placed(f"{path}, {place} 2", SENTENCES[1])
    changed = (
        "what goes with a sentence is missing or was changed (\"'sentence_id'\"); annotate the file that was exported"
    )
    assert next(found) == Unread(f"{path}, {place} 3", f"{changed}, and keep all of its fields")
    assert next(found, None) is None
