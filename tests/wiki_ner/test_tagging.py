"""Entities in running text, by a trained model."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from corpora.bio import valid_bio
from corpora.examples import Example
from schemas.errors import InputError
from schemas.model_options import ModelOptions
from tests.support.datasets import write_dataset
from tests.support.training.benchmarks import write_encoder
from training.jobs.tagging import sentence_tagger
from training.models.encoders import load_tokenizer
from training.models.ner_model import build_model
from wiki_ner import tagging
from wiki_ner.__main__ import main
from wiki_ner.tagging import tag_file, text_tagger

TAGS = ("O", "B-person", "I-person", "B-place", "I-place")
TEXTS = ["Ann saw Rome. Bob left Oslo, in Bern!", "", "Cleo likes Paris (today)."]
WORDS = [
    ["Ann", "saw", "Rome", "."],
    ["Bob", "left", "Oslo", ",", "in", "Bern", "!"],
    ["Cleo", "likes", "Paris", "(", "today", ")", "."],
]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Folder of a model that knows nothing: which tags it gives is chance, and always the same."""
    folder = tmp_path_factory.mktemp("model")
    encoder = write_encoder(tmp_path_factory.mktemp("encoder"))
    torch.manual_seed(5)
    found = build_model(ModelOptions(), encoder, TAGS)
    found.max_length = 16
    found.save(folder / "best", load_tokenizer(encoder))
    return str(folder / "best")


def places(texts: Iterable[str]) -> Iterator[Example]:
    """A tagger to which each text is a sentence that begins with the name of a place."""
    for text in texts:
        tokens = text.split()
        yield Example({}, text, tokens, [text.index(token) for token in tokens], ["B-place", *["O"] * len(tokens[1:])])


def test_sentences_and_tokens_are_those_of_the_corpora(model: str) -> None:
    found = list(text_tagger(model, device="cpu")(TEXTS))
    assert [example.text for example in found] == ["Ann saw Rome.", "Bob left Oslo, in Bern!", TEXTS[2]]
    assert [example.tokens for example in found] == WORDS
    assert found[1].starts == [0, 4, 9, 13, 15, 18, 22]
    assert [example.tags for example in found] == [
        valid_bio(tags) for tags in sentence_tagger(model, device="cpu")(WORDS)
    ]
    assert len({tag for example in found for tag in example.tags}) > 1


def test_of_a_dataset_the_best_model_of_its_current_build_is_taken(model: str, tmp_path: Path) -> None:
    place = write_dataset(str(tmp_path), "wiki-1/ner_bert/label_set=4", "00000001", {"": []})
    shutil.copytree(model, Path(place, "_best"))
    expected = list(text_tagger(model, device="cpu")(TEXTS))
    for given in (place, str(Path(place).parent)):
        assert list(text_tagger(given, device="cpu")(TEXTS)) == expected
    runs = write_dataset(str(tmp_path), "wiki-1/ner_runs/target=ai", "00000001", {"": []})
    with pytest.raises(InputError) as error:
        text_tagger(runs)
    assert str(error.value) == (
        f"{runs}: is 'ner_runs'; give a build of ner_bert, or the folder of a model, as one of _models in ner_runs"
    )
    for seed in ("1", "2"):
        shutil.copytree(model, Path(runs, "_models", "setting=direct", f"seed={seed}"))
    with pytest.raises(InputError) as error:
        text_tagger(runs)
    assert str(error.value) == (
        f"{runs}: is 'ner_runs'; give a build of ner_bert, or the folder of a model, as "
        f"{runs}/_models/setting=direct/seed=1"
    )


def test_texts_are_taken_as_they_come(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagging, "_SENTENCES", 2)
    taken: list[str] = []

    def texts() -> Iterator[str]:
        for text in TEXTS:
            taken.append(text)
            yield text

    tag = text_tagger(model, device="cpu")
    whole = tag(texts())
    first = next(whole)
    assert taken == TEXTS[:1]
    assert [first, *whole] == list(tag(TEXTS))


def test_a_language_has_its_own_tokens_and_sentence_ends(model: str) -> None:
    texts = ["L'Autriche gagna. Ann resta.", "安去了罗马。她走了。"]
    french, chinese = (list(text_tagger(model, lang, device="cpu")(texts)) for lang in ("fr", "zh"))
    assert french[0].tokens == ["L'", "Autriche", "gagna", "."]
    assert [example.text for example in chinese[-2:]] == ["安去了罗马。", "她走了。"]
    assert chinese[-1].tokens == ["她", "走", "了", "。"]


def test_a_line_of_a_file_is_a_paragraph(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_bytes("\ufeffRome fell.\r\nÖland lies there.".encode())
    tag_file(places, str(tmp_path / "text"), str(tmp_path / "out"))
    rome, oland = map(json.loads, (tmp_path / "out").read_text("utf-8").splitlines())
    assert rome == {
        "text": "Rome fell.",
        "entities": [{"start": 0, "end": 4, "label": "place"}],
        "tokens": ["Rome", "fell."],
        "starts": [0, 5],
        "tags": ["B-place", "O"],
    }
    assert (oland["text"], oland["entities"]) == ("Öland lies there.", [{"start": 0, "end": 5, "label": "place"}])
    assert capfd.readouterr() == ("", "2 sentences, 2 entities\n")
    tag_file(places, str(tmp_path / "text"), None)
    assert capfd.readouterr().out == (tmp_path / "out").read_text("utf-8")


def test_standard_input_is_read_where_no_file_is_named(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO("\ufeffRome fell.\n".encode())))
    tag_file(places, None, None)
    assert json.loads(capfd.readouterr().out)["text"] == "Rome fell."
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed; name a file"):
        tag_file(places, None, None)


@pytest.mark.parametrize(("output", "name"), [("/dev/full", "/dev/full"), (None, "standard output")])
def test_what_there_is_no_room_for_is_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path, output: str | None, name: str
) -> None:
    (tmp_path / "a.txt").write_text("Rome\n")
    monkeypatch.setattr("wiki_ner.tagging.text_tagger", lambda *_, **__: places)
    with Path("/dev/full").open("w") as full, monkeypatch.context() as patched, pytest.raises(SystemExit) as ended:
        patched.setattr(sys, "stdout", full)
        main(["tag", "model", str(tmp_path / "a.txt"), *(["-o", output] if output else [])])
    assert ended.value.code == 40
    assert capfd.readouterr().err.splitlines()[-1] == f"wiki-ner: {name}: No space left on device"


def test_an_error_of_the_model_is_told_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def tagger(_: Iterable[str]) -> Iterator[Example]:
        raise OSError("Can't load the weights of the model")

    (tmp_path / "a.txt").write_text("Rome\n")
    monkeypatch.setattr("wiki_ner.tagging.text_tagger", lambda *_, **__: tagger)
    with pytest.raises(SystemExit) as ended:
        main(["tag", "model", str(tmp_path / "a.txt"), "-o", str(tmp_path / "out")])
    assert ended.value.code == 40
    assert capfd.readouterr().err.splitlines()[-1].endswith(": Can't load the weights of the model")


def test_what_is_no_text_is_told_with_its_line_and_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"Rome fell.\nD\xfcsseldorf rose.\n")
    with pytest.raises(InputError) as error:
        tag_file(places, str(tmp_path / "text"), str(tmp_path / "out"))
    assert str(error.value) == f"{tmp_path}/text, line 2: is not UTF-8 (invalid start byte); text is read as UTF-8"
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_the_command_writes_what_the_function_gives(model: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("\n".join(TEXTS))
    with pytest.raises(SystemExit) as ended:
        main(["tag", model, str(tmp_path / "text"), "-o", str(tmp_path / "out"), "--device", "cpu"])
    assert ended.value.code == 0
    rows = [json.loads(line) for line in (tmp_path / "out").read_text().splitlines()]
    assert [(row["tokens"], row["tags"]) for row in rows] == [
        (example.tokens, example.tags) for example in text_tagger(model, device="cpu")(TEXTS)
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "nowhere: no such folder to load a NER model from"),
        (["{model}", "nothing"], "nothing: no such file"),
        (["{model}", "--punkt", "nowhere"], "nowhere: no dataset here (_manifest.json is missing)"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(
    model: str, capfd: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["tag", *(model if each == "{model}" else each for each in arguments)])
    assert ended.value.code == 40
    assert capfd.readouterr().err.splitlines()[-1] == f"wiki-ner: {message}"


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--device", "gpu"), "--device 'gpu': must be one of auto, cpu, cuda, mps"),
        (("--lang", "EN"), "--lang 'EN': must be the code of a language, as en or zh-yue"),
        (("--lang", "../en"), "--lang '../en': must be the code of a language, as en or zh-yue"),
    ],
)
def test_an_option_that_cannot_be_used_is_told(
    capfd: pytest.CaptureFixture[str], option: tuple[str, str], message: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["tag", "model", *option])
    assert (ended.value.code, capfd.readouterr().err) == (2, f"wiki-ner: {message}\n")


def test_compressed_text_is_read_and_written(tmp_path: Path) -> None:
    (tmp_path / "text.gz").write_bytes(gzip.compress(b"Rome fell.\n"))
    tag_file(places, str(tmp_path / "text.gz"), str(tmp_path / "out.gz"))
    assert json.loads(gzip.decompress((tmp_path / "out.gz").read_bytes()))["text"] == "Rome fell."


def test_the_text_itself_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Rome fell.")
    with pytest.raises(InputError, match="text: is the text itself; give another name to -o"):
        tag_file(places, str(tmp_path / "text"), str(tmp_path / "text"))
    assert (tmp_path / "text").read_text() == "Rome fell."


def test_a_dash_is_a_standard_stream(
    model: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"Ann saw Rome.\n")))
    with pytest.raises(SystemExit) as ended:
        main(["tag", model, "-", "-o", "-", "--device", "cpu"])
    assert ended.value.code == 0
    assert json.loads(capfd.readouterr().out)["tokens"] == WORDS[0]
