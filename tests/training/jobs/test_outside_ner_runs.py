"""Baselines of other packages: that of `transformers`, which is installed here, and what all programs are held to."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from transformers import AutoTokenizer

from schemas.errors import InputError
from tests.support.training.benchmarks import benchmark, build, sentences, write_encoder, write_roberta
from tests.support.training.jobs import rows
from training.jobs.outside_ner_runs import OutsideBaseline, read_output, run_program
from training.loop.runtime import Runtime
from training.outside import transformers as program

DATASETS = ("ner_runs", "ner_scores", "ner_predictions", "rejects")
TAGS = ("O", "B-person", "I-person", "B-place", "I-place")
DATA = {"dev": [(["Ann"], ["B-person"])], "test": [(["in", "Rome"], ["O", "B-place"]), (["Oslo"], ["B-place"])]}
OUTPUT = {"epochs": 3, "best_epoch": 2, "dev": [["O"]], "test": [["O", "B-place"], ["O"]]}


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """The configuration of a job that learns its target within seconds."""
    return {
        "target": benchmark(tmp_path / "target", train=sentences(24, 1), dev=sentences(8, 2), test=sentences(8, 3)),
        "target_name": "tiny",
        "model": "transformers",
        "python": sys.executable,
        "weights": write_encoder(tmp_path / "encoder"),
        "encoder_name": "plain",
        "seeds": [1],
        "learning_rate": 2e-2,
        "batch_size": 8,
        "epochs": 10,
        "patience": 3,
    }


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is run where the tests run: what it imports takes ten seconds."""

    def run(command: Sequence[str], _name: str, _runtime: Runtime) -> None:
        source, output = map(Path, command[-2:])
        output.write_text(json.dumps(program.main(json.loads(source.read_text()), output.parent / "model")))

    monkeypatch.setattr("training.jobs.outside_ner_runs.run_program", run)


def test_a_package_is_trained_scored_and_written_as_our_models_are(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Weights are found from where the command was given, though the program runs in a folder of its own.
    monkeypatch.chdir(Path(settings["weights"]).parent)
    job = OutsideBaseline(**settings | {"weights": Path(settings["weights"]).name})
    written = build(job, tmp_path, DATASETS, runtime)
    [run] = rows(written["ner_runs"])
    assert (run["target"], run["encoder"], run["model"], run["setting"]) == ("tiny", "plain", "transformers", "direct")
    assert (run["few_shot"], run["seed"], run["sentences"]) == (0, 1, 24)
    assert run["dev_f1"] == run["precision"] == run["recall"] == run["f1"] == 1.0
    assert run["epochs"] == min(run["best_epoch"] + 3, 10)
    assert [(each["type"], each["f1"], each["support"]) for each in rows(written["ner_scores"])] == [
        ("person", 1.0, 8),
        ("place", 1.0, 8),
    ]
    test = sentences(8, 3)
    assert [(row["sentence"], row["tokens"], row["predicted"]) for row in rows(written["ner_predictions"])] == [
        (number, each["tokens"], each["tags"]) for number, each in enumerate(test)
    ]


@pytest.mark.usefixtures("in_this_process")
def test_types_are_merged_before_the_program_sees_them(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    job = OutsideBaseline(**settings | {"normalise": {"place": "O"}, "epochs": 1})
    written = build(job, tmp_path, DATASETS, runtime)
    assert {tag for row in rows(written["ner_predictions"]) for tag in row["tags"]} == {"O", "B-person", "I-person"}


@pytest.mark.usefixtures("in_this_process")
def test_words_beyond_the_longest_input_are_no_entities(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    long = {key: [each for row in sentences(12, 3) for each in row[key]] for key in ("tokens", "tags")}
    target = benchmark(tmp_path / "long", train=sentences(24, 1), dev=sentences(8, 2), test=[long])
    written = build(OutsideBaseline(**settings | {"target": target}), tmp_path, DATASETS, runtime)
    [row] = rows(written["ner_predictions"])
    # 32 pieces, a word each, with two special ones.
    assert "B-person" in row["predicted"][:30]
    assert row["predicted"][30:] == ["O"] * (len(long["tokens"]) - 30)


@pytest.mark.usefixtures("in_this_process")
def test_roberta_reads_words_with_their_spaces_and_as_many_as_it_has_positions_for(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = write_roberta(tmp_path / "roberta", positions=22)
    long = {key: [each for row in sentences(12, 3) for each in row[key]] for key in ("tokens", "tags")}
    target = benchmark(tmp_path / "long", train=[*sentences(24, 1), long], dev=sentences(8, 2), test=[long])
    read: list[Any] = []
    load = AutoTokenizer.from_pretrained

    def loaded(*given: str, **named: object) -> Any:
        tokenizer = load(*given, **named)
        read.append(tokenizer.convert_ids_to_tokens(tokenizer(["ann", "saw"], is_split_into_words=True)["input_ids"]))
        return tokenizer

    monkeypatch.setattr(AutoTokenizer, "from_pretrained", loaded)
    job = OutsideBaseline(**settings | {"weights": weights, "target": target, "epochs": 1})
    [row] = rows(build(job, tmp_path, DATASETS, runtime)["ner_predictions"])
    assert len(row["predicted"]) == len(long["tokens"])
    assert [[piece for piece in pieces if piece.startswith("Ġ")] for pieces in read] == [["Ġann", "Ġsaw"]]


@pytest.mark.usefixtures("in_this_process")
def test_a_word_without_pieces_is_no_entity_and_moves_no_tag(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime
) -> None:
    [plain] = sentences(1, 3)
    nothing = {"tokens": ["\u200b", *plain["tokens"]], "tags": ["O", *plain["tags"]]}
    target = benchmark(tmp_path / "odd", train=sentences(24, 1), dev=sentences(8, 2), test=[nothing])
    written = build(OutsideBaseline(**settings | {"target": target}), tmp_path, DATASETS, runtime)
    assert [row["predicted"] for row in rows(written["ner_predictions"])] == [nothing["tags"]]


def test_a_model_without_training_is_run_once(settings: dict[str, Any]) -> None:
    units = OutsideBaseline(**settings | {"model": "gliner", "seeds": [5, 6]}).units()
    assert [unit.payload for unit in units] == [("zero-shot", 5, 0)]


@pytest.mark.parametrize(("model", "epochs"), [("gliner", 0), ("gliner-tuned", 10)])
def test_both_ways_of_using_a_package_have_one_program(
    settings: dict[str, Any], tmp_path: Path, runtime: Runtime, monkeypatch: pytest.MonkeyPatch, model: str, epochs: int
) -> None:
    commands, given = [], []

    def run(command: Sequence[str], _name: str, _runtime: Runtime) -> None:
        commands.append(command[3])
        given.append(json.loads(Path(command[-2]).read_text()))
        found = {split: [["O"] * len(each["tokens"]) for each in given[0][split]] for split in ("dev", "test")}
        Path(command[-1]).write_text(json.dumps({"epochs": epochs, "best_epoch": epochs, **found}))

    monkeypatch.setattr("training.jobs.outside_ner_runs.run_program", run)
    written = build(OutsideBaseline(**settings | {"model": model}), tmp_path, DATASETS, runtime)
    assert [Path(command).name for command in commands] == ["gliner.py"]
    assert [each["epochs"] for each in given] == [epochs]
    assert [(each["model"], each["epochs"]) for each in rows(written["ner_runs"])] == [(model, epochs)]


def test_a_program_that_breaks_says_why(runtime: Runtime) -> None:
    runtime.scratch.mkdir(parents=True)
    code = "import sys; print('reading'); sys.exit('there is no folder nowhere')"
    with pytest.raises(InputError) as raised:
        run_program([sys.executable, "-c", code], "transformers", runtime)
    assert str(raised.value) == (
        "transformers ended with status 1; the end of what it said: reading; there is no folder nowhere"
    )


def test_a_program_ends_with_the_one_that_reads_it(runtime: Runtime) -> None:
    def stop(line: str, _share: float) -> None:
        raise BrokenPipeError(line)

    runtime.scratch.mkdir(parents=True)
    code = "import time; print('a line', flush=True); time.sleep(86400)"
    with pytest.raises(BrokenPipeError, match=r"^flair: a line$"):
        run_program([sys.executable, "-c", code], "flair", replace(runtime, show=stop))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": "spacy"}, "model = spacy: there is no such baseline; there are flair, gliner, gliner-tuned, "),
        ({"epochs": 0}, "epochs = 0: give 1 or more"),
        ({"batch_size": 0}, "batch_size = 0: give 1 or more"),
        ({"patience": -1}, "patience = -1: give 0 or more"),
        ({"learning_rate": 0.0}, "learning_rate = 0.0: give a number above 0"),
        ({"seeds": [1, 1]}, r"seeds = \[1, 1\]: give one value or several different ones"),
        ({"type_words": {"song": "song"}}, "type_words names only types that the target lacks: song; it has person, p"),
        ({"type_words": {"place": "person"}}, "the types person and place are both called person; give one another"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(
    settings: dict[str, Any], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        OutsideBaseline(**settings | changes).units()


def test_predictions_that_fit_are_taken(tmp_path: Path) -> None:
    (tmp_path / "output.json").write_text(json.dumps(OUTPUT))
    assert read_output(tmp_path / "output.json", "flair", TAGS, DATA) == OUTPUT


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"test": [["O", "O"]]}, "^flair tagged 1 of the 2 sentences of test$"),
        ({"dev": []}, "^flair tagged 0 of the 1 sentences of dev$"),
        ({"test": [["O", "O"], ["O", "O"]]}, "^flair, sentence 1 of test: 2 tags for 1 words$"),
        (
            {"test": [["O", "B-song"], ["O"]]},
            "^flair, sentence 0 of test: these tags are none of the target's: B-s",
        ),
    ],
)
def test_predictions_that_do_not_fit_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    (tmp_path / "output.json").write_text(json.dumps(OUTPUT | changes))
    with pytest.raises(InputError, match=message):
        read_output(tmp_path / "output.json", "flair", TAGS, DATA)


def test_a_program_without_predictions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^flair ended without predictions: there is no output.json$"):
        read_output(tmp_path / "output.json", "flair", TAGS, DATA)
    (tmp_path / "output.json").write_text(json.dumps({"epochs": 1, "dev": []}))
    with pytest.raises(InputError, match=r"^flair wrote no best_epoch, test to output.json$"):
        read_output(tmp_path / "output.json", "flair", TAGS, DATA)
