from __future__ import annotations

from pathlib import Path

import pytest

from corpora.annotation.records import Span
from corpora.annotation.tools import conll
from corpora.annotation.tools.metadata import Placed, Unread, all_read
from corpora.conll import read_conll
from schemas.errors import InputError
from tests.support.annotation import LABELS, sentence

HEAD = (
    '-DOCSTART- {"text": "Ann Lee lives in New York.", "sentence_id": "12-0-3", "page_id": 12, "title": "Page", '
    '"annotators": ["ann", "bob"], "links": [[0, 7, "Ann Lee"], [17, 25, "New York"]], '
    '"suggestions": [[0, 7, "person", "anchor"]]}\n'
)
BODY = (
    "Ann\tB-link\tB-person\nLee\tI-link\tI-person\nlives\tO\tO\nin\tO\tO\nNew\tB-link\tO\nYork\tI-link\tO\n.\tO\tO\n\n"
)


def written(tmp_path: Path) -> Path:
    path = tmp_path / "ann.conll"
    conll.write([sentence("[Ann Lee|person] lives in [New York].")], LABELS, path)
    return path


def test_a_sentence_is_its_tokens_links_and_tags(tmp_path: Path) -> None:
    assert written(tmp_path).read_text() == HEAD + BODY
    assert (tmp_path / "labels.txt").read_text() == "location\nperson\nmusical-work\n"


def test_other_readers_pass_over_what_goes_with_a_sentence(tmp_path: Path) -> None:
    found = read_conll(str(written(tmp_path)))
    assert found.sentences == [
        (["Ann", "Lee", "lives", "in", "New", "York", "."], ["B-person", "I-person", "O", "O", "O", "O", "O"])
    ]


def test_what_an_annotator_marked_has_no_source(tmp_path: Path) -> None:
    path = written(tmp_path)
    text = path.read_text().replace("New\tB-link\tO", "New\tB-link\tB-location")
    path.write_text(text.replace("York\tI-link\tO", "York\tI-link\tI-location"))
    [read] = all_read(conll.read(path))
    assert read.sentence.spans == (Span(0, 7, "person", "anchor"), Span(17, 25, "location"))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_and_the_last_line_may_differ(tmp_path: Path, end: str) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_text().rstrip("\n").replace("\n", end).encode())
    [read] = all_read(conll.read(path))
    assert read.sentence == sentence("[Ann Lee|person] lives in [New York].")


def test_a_changed_token_is_a_changed_text(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text().replace("lives\t", "lived\t"))
    [read] = all_read(conll.read(path))
    assert read.sentence.text == "Ann Lee lived in New York ."
    assert read.sentence.spans == (Span(0, 7, "person", "anchor"),)


def test_a_token_that_is_gone_is_a_changed_text(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text().replace("lives\tO\tO\n", ""))
    [read] = all_read(conll.read(path))
    assert read.sentence.text == "Ann Lee in New York ."


def test_a_sentence_without_its_first_line_is_told(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_text(HEAD + BODY + BODY + HEAD + BODY)
    first, second = conll.read(path)
    message = "a token behind an empty line, without a line -DOCSTART- between; keep these lines"
    assert first == Unread(f"{path}, line 10", message)
    assert second == Placed(f"{path}, line 18", sentence("[Ann Lee|person] lives in [New York]."))


def test_an_empty_line_within_a_sentence_is_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text().replace("in\tO\tO\n", "\nin\tO\tO\n"))
    [read] = all_read(conll.read(path))
    assert read.sentence == sentence("[Ann Lee|person] lives in [New York].")


def test_lines_in_quotes_are_told_once(tmp_path: Path) -> None:
    path = written(tmp_path)
    head = HEAD.rstrip("\n").replace('"', '""')
    path.write_text(f'"{head}"\n{BODY}"{head}"\n{BODY}')
    with pytest.raises(InputError) as error:
        list(conll.read(path))
    assert str(error.value) == (
        f"{path}, line 1: lines are in quotes, as a spreadsheet writes them; save the file without quotes, or annotate "
        "the one that was exported in a text editor"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("lives\tO\tO", "lives", r"line 4: 'lives' is not a token, its link and its tag"),
        ("lives\tO\tO", "lives\tO", r"line 4: 'lives\\tO' is not a token, its link and its tag"),
        ("lives\tO\tO", "lives\tO\tO\tO", r"line 4: 'lives\\tO\\tO\\tO' is not a token, its link and its tag"),
        ("lives\tO\tO", "lives\tO\tperson", r"line 4: 'person' is not a BIO tag: a tag is O, B-label or I-label"),
        ("-DOCSTART- ", "#", r"line 1: a token before the first line with -DOCSTART-"),
        ('"page_id"', "page_id", r"line 1: what goes with a sentence is not JSON"),
        ('{"text"', '[1] {"text"', r"line 1: what goes with a sentence is not JSON \(Extra data"),
        (HEAD, "-DOCSTART- [1]\n", r"line 1: what goes with a sentence is no JSON object; keep these lines$"),
        ('"text": "Ann', '"words": "Ann', r'line 1: no "text"'),
    ],
)
def test_what_cannot_be_read_is_told_with_file_and_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(InputError, match=rf"ann\.conll, {message}"):
        list(all_read(conll.read(path)))


def test_an_i_that_continues_nothing_is_read_as_b_and_told(tmp_path: Path) -> None:
    path = written(tmp_path)
    # After O, where the sentence goes on; after another label, and at the beginning of a sentence.
    text = path.read_text().replace(
        "New\tB-link\tO\nYork\tI-link\tO", "New\tB-link\tI-location\nYork\tI-link\tI-location"
    )
    path.write_text(text.replace("Ann\tB-link\tB-", "Ann\tB-link\tI-").replace("lives\tO\tO", "lives\tO\tI-location"))
    [read] = all_read(conll.read(path))
    assert read.sentence.spans == (
        Span(0, 7, "person", "anchor"),
        Span(8, 13, "location"),
        Span(17, 25, "location"),
    )
    assert read.slips == tuple(
        (f"{path}, line {line}", f"'I-{label}' continues no entity of that label; it is read as B-{label}")
        for line, label in [(2, "person"), (4, "location"), (6, "location")]
    )


def test_all_that_cannot_be_read_is_told_at_once(tmp_path: Path) -> None:
    path = written(tmp_path)
    broken = path.read_text().replace("lives\tO\tO", "lives\tO\tperson").replace("in\tO\tO", "in O O")
    path.write_text(f"stray\tO\tO\n{broken}{broken.replace('page_id', 'page')}-DOCSTART- [\n")
    with pytest.raises(InputError) as error:
        list(all_read(conll.read(path)))
    told = [
        (each.split(": ")[0], each.split(": ")[1][:24]) for each in str(error.value).split("; ") if str(path) in each
    ]
    assert told == [
        (f"{path}, line 1", "a token before the first"),
        (f"{path}, line 5", "'person' is not a BIO ta"),
        (f"{path}, line 6", "'in O O' is not a token,"),
        (f"{path}, line 14", "'person' is not a BIO ta"),
        (f"{path}, line 15", "'in O O' is not a token,"),
        (f"{path}, line 11", "what goes with a sentenc"),
        (f"{path}, line 20", "what goes with a sentenc"),
    ]
