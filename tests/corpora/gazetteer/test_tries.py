from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import marisa_trie
import pytest

from corpora.gazetteer.tries import build_trie
from schemas.errors import InputError

TEXTS = ["Rome", "Zürich", "", "New\nYork", "İlçe", "北京", "New", "𝔸", "~", "New York", "ｚ"]


@pytest.mark.parametrize("block", [1, 4, 1 << 14])
def test_a_trie_of_another_process_is_the_same(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corpora.gazetteer.tries._BLOCK", block)
    assert build_trie(TEXTS).tobytes() == marisa_trie.Trie(TEXTS).tobytes()
    assert build_trie([]).tobytes() == marisa_trie.Trie().tobytes()


def test_order_and_repetition_do_not_matter() -> None:
    assert build_trie([*TEXTS[::-1], *TEXTS]).tobytes() == marisa_trie.Trie(TEXTS).tobytes()


def test_a_trie_gives_its_texts_sorted() -> None:
    trie = build_trie(TEXTS, marisa_trie.LABEL_ORDER)
    assert [text for text, _ in trie.iteritems()] == sorted(TEXTS)
    assert {number for _, number in trie.iteritems()} == set(range(len(TEXTS)))


def test_a_mapped_trie_is_written_as_it_is(tmp_path: Path) -> None:
    build_trie(TEXTS).save(str(tmp_path / "trie"))
    assert (tmp_path / "trie").read_bytes() == marisa_trie.Trie(TEXTS).tobytes()


def test_no_file_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    trie = build_trie(TEXTS)
    assert not list(tmp_path.iterdir())
    assert "Rome" in trie


@pytest.mark.parametrize("error", [InputError("damaged"), BrokenPipeError("store")])
def test_what_fails_while_texts_are_given_is_what_is_said(error: Exception, capfd: pytest.CaptureFixture[str]) -> None:
    def texts() -> Iterator[str]:
        yield "Rome"
        raise error

    with pytest.raises(type(error), match=str(error)):
        build_trie(texts())
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("program", "error", "message"),
    [
        (f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})", MemoryError, "ran out of memory"),
        ("import errno, sys; sys.exit(errno.ENOMEM)", MemoryError, "ran out of memory"),
        (f"import os; os.kill(os.getpid(), {int(signal.SIGABRT)})", MemoryError, "ran out of memory"),
        ("import errno, sys; sys.exit(errno.ENOSPC)", OSError, "there is no room"),
        ("import sys; sys.exit(3)", RuntimeError, "ended with status 3"),
    ],
)
def test_a_process_that_ends_early_is_an_error(
    program: str, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("corpora.gazetteer.tries._PROGRAM", (sys.executable, "-c", program))
    with pytest.raises(error, match=message):
        build_trie(f"Name {number}" for number in range(200_000))
