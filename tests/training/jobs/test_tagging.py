from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pyarrow.parquet as pq
import pytest
import torch
from accelerate import Accelerator

from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError
from schemas.model_options import ModelOptions
from tests.support.training.benchmarks import TAGS, benchmark, build, sentences, tokenised, write_encoder
from tests.support.training.datasets import Row, ner_row
from training.data.batches import ner_batches
from training.data.tokenised import tokenise_words
from training.jobs.ner_runs import FineTuning
from training.jobs.tagging import predict, score, sentence_tagger, sentence_tags, words_of
from training.loop.runtime import Runtime
from training.models.encoders import load_tokenizer
from training.models.ner_model import build_model, load_model
from training.models.scores import Score

EMPTY: Row = {"sentence": 0, "tokens": [], "tags": []}
LONG = ner_row("ann/B-person bob/I-person left rome/B-place today near oslo/B-place in bern/B-place")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_encoder(tmp_path_factory.mktemp("encoder"))


def test_each_word_gets_the_tag_that_its_window_alone_would_give(
    encoder: str, tmp_path: Path, runtime: Runtime
) -> None:
    data = tokenised(tmp_path, encoder, [*sentences(70, 1), LONG, EMPTY, *sentences(3, 2)], max_pieces=4)
    assert data.counts["windowed"] > 1
    torch.manual_seed(5)
    model, tokenizer = build_model(ModelOptions(), encoder, TAGS), load_tokenizer(encoder)
    make = ner_batches([data], tokenizer)
    alone = [model.decode(make(np.array([number])))[0] for number in range(data.n_windows)]
    predicted = predict(model, data, tokenizer, runtime)
    assert predicted.tolist() == [tag for row in alone for tag in row]
    assert len(set(predicted.tolist())) > 1


class OneOfTwo:
    """What `predict` needs of an accelerator. The process is one of two; the test itself adds up their results."""

    num_processes = 2
    device = torch.device("cpu")

    def __init__(self, rank: int) -> None:
        self.process_index = rank

    def autocast(self) -> nullcontext[None]:
        return nullcontext()

    def reduce(self, tensor: torch.Tensor, reduction: str) -> torch.Tensor:
        assert reduction == "sum"
        return tensor


def test_processes_share_the_work_and_leave_nothing_out(encoder: str, tmp_path: Path, runtime: Runtime) -> None:
    data = tokenised(tmp_path, encoder, [*sentences(140, 1), LONG])
    torch.manual_seed(5)
    model, tokenizer = build_model(ModelOptions(), encoder, TAGS), load_tokenizer(encoder)
    halves = [
        predict(model, data, tokenizer, replace(runtime, accelerator=cast(Accelerator, OneOfTwo(rank))))
        for rank in range(2)
    ]
    assert all((half > 0).any() for half in halves)
    assert (halves[0] + halves[1] == predict(model, data, tokenizer, runtime)).all()


def test_tags_by_sentence_are_those_that_were_read(encoder: str, tmp_path: Path) -> None:
    rows = [EMPTY, *sentences(5, 1), LONG, EMPTY, *sentences(2, 2)]
    data = tokenised(tmp_path, encoder, rows, max_pieces=4)
    assert list(sentence_tags(data, data.tag_ids)) == [row["tags"] for row in rows]


def kept_run(folder: Path, encoder: str, runtime: Runtime, **changes: Any) -> tuple[str, list[Row]]:
    """Folder of the model of a run, and the run's predictions, of sentences of which one needs several windows."""
    long = ner_row("ann/B-person bob/I-person saw rome/B-place today " * 5)
    target = benchmark(
        folder / "target", train=sentences(24, 1), dev=sentences(8, 2), test=[*sentences(70, 3), long, EMPTY]
    )
    settings: dict[str, Any] = {"seeds": [1], "learning_rate": 2e-3, "batch_size": 8, "epochs": 3, "keep_models": True}
    job = FineTuning(target, "tiny", encoder, "plain", **settings | changes)
    written = build(job, folder, ("ner_runs", "ner_scores", "ner_predictions", "rejects"), runtime)
    counts = read_manifest(written["ner_runs"]).counts["test"]
    assert (counts["empty"], counts["windowed"]) == (1, int(job.max_length > 0))
    run = f"setting={job.settings[0]}/few_shot={job.few_shot[0]}/seed=1"
    return f"{written['ner_runs']}/_models/{run}", pq.read_table(written["ner_predictions"]).to_pylist()


@pytest.mark.parametrize("model", ["tagger", "tagger-crf", "laner", "laner-d16-crf-bio", "bilstm", "bartner"])
def test_a_kept_model_tags_sentences_as_its_run_did(encoder: str, tmp_path: Path, runtime: Runtime, model: str) -> None:
    if model == "bartner":
        encoder = write_encoder(tmp_path / "bart", seq2seq=True)
    folder, rows = kept_run(tmp_path, encoder, runtime, model=model, max_length=10)
    predicted = [row["predicted"] for row in rows]
    assert len({tag for tags in predicted for tag in tags}) > 1
    tag = sentence_tagger(folder, device="cpu")
    assert tag(row["tokens"] for row in rows) == predicted
    # Whatever it is given together.
    assert [tag([row["tokens"]])[0] for row in rows] == predicted
    assert tag([]) == []
    assert tag([[]]) == [[]]


def test_windows_are_those_of_the_training_unless_told(encoder: str, tmp_path: Path, runtime: Runtime) -> None:
    folder, _ = kept_run(tmp_path, encoder, runtime, model="laner", max_length=10)
    model, tokenizer = load_model(Path(folder))
    assert model.max_length == 10
    tags: dict[int, list[list[str]]] = {}
    for pieces, windows in ((8, 8), (30, 3)):
        data = tokenise_words([["ann"] * 62], tokenizer, TAGS, pieces)
        assert data.counts["windows"] == windows
        tags[pieces] = list(sentence_tags(data, predict(model, data, tokenizer, runtime)))
    place = Path(folder).as_uri()
    assert sentence_tagger(place, device="cpu")([("ann",) * 62]) == tags[8]
    assert sentence_tagger(place, max_length=32, device="cpu")([("ann",) * 62]) == tags[30]
    config = Path(folder, "config.json")
    config.write_text(json.dumps({k: v for k, v in json.loads(config.read_text()).items() if k != "ner_max_length"}))
    with pytest.warns(UserWarning, match="does not say how long its windows were in training, so they are as long as"):
        older = sentence_tagger(folder, device="cpu")
    assert older([("ann",) * 62]) == tags[30]


def test_types_that_the_target_lacks_have_their_names(encoder: str, tmp_path: Path, runtime: Runtime) -> None:
    source = benchmark(tmp_path / "source", train=sentences(20, 4, place="city"))
    own = {"settings": ["source-then-target"], "source": source, "few_shot": [1], "source_epochs": 8, "epochs": 1}
    folder, rows = kept_run(tmp_path, encoder, runtime, **own)
    found = sentence_tagger(folder, device="cpu")([row["tokens"] for row in rows])
    assert "B-city" in {tag for tags in found for tag in tags}
    own_types = [["O" if tag.endswith("-city") else tag for tag in tags] for tags in found]
    assert own_types == [row["predicted"] for row in rows]


def test_what_is_no_model_or_no_sentence_is_refused(encoder: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere: no such folder to load a NER model from"):
        sentence_tagger(tmp_path / "nowhere")
    with pytest.raises(InputError, match="there is no NER model in it"):
        sentence_tagger(tmp_path)
    build_model(ModelOptions("laner"), encoder, TAGS).save(tmp_path / "model", load_tokenizer(encoder))
    with pytest.raises(InputError, match="max_length = 33: .* takes 3 to 32 pieces"):
        sentence_tagger(tmp_path / "model", max_length=33)
    tag = sentence_tagger(tmp_path / "model", device="cpu")
    wanted = "is no list of words; give a list of sentences, each a list of its words"
    for given, message in [
        (["ann", "saw", "rome"], f"sentence 0: 'ann' {wanted}"),
        ("ann saw rome", f"sentence 0: 'a' {wanted}"),
        ([["ann"], None], f"sentence 1: None {wanted}"),
        ([["ann"], [], ["in", 1891]], "sentence 2: 1891 is no word; give each word as a string"),
    ]:
        with pytest.raises(InputError) as error:
            tag(cast(Any, given))
        assert message in str(error.value)


def test_words_of_windows_by_hand(encoder: str, tmp_path: Path) -> None:
    data = tokenised(tmp_path, encoder, [ner_row("ann saw"), ner_row("bob"), ner_row("rome oslo bern")])
    assert words_of(data, np.array([2, 0])).tolist() == [3, 4, 5, 0, 1]


@pytest.mark.parametrize(("strict", "right"), [(False, 3), (True, 2)])
def test_a_sentence_in_several_windows_is_scored_as_one(encoder: str, tmp_path: Path, strict: bool, right: int) -> None:
    # The first person goes from one window to the next.
    row = ner_row("ann/B-person bob/I-person left rome/B-place oslo/B-place")
    data = tokenised(tmp_path, encoder, [row, EMPTY], max_pieces=1)
    assert data.n_windows == 5
    predicted = np.array([TAGS.index(tag) for tag in ("B-person", "I-person", "O", "B-place", "I-place")])
    # B-place I-place is one place of two words, which is none of the two.
    assert score(data, predicted).micro() == Score(1 / 2, 1 / 3, 0.4, 3)
    predicted[3:] = TAGS.index("I-place"), TAGS.index("B-place")
    # Only the default mode lets an I tag begin a place.
    assert score(data, predicted, strict).correct.total() == right
