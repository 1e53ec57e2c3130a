from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError
from schemas.model_options import ModelOptions
from tests.support.training import benchmarks
from tests.support.training.benchmarks import benchmark
from tests.support.training.datasets import ner_row
from tests.support.training.tiny import TAGS, ner_batch, some_tags
from training.jobs.word_vectors_encoder import WordVectors
from training.loop.runtime import Runtime
from training.models.encoders import load_encoder, load_tokenizer, max_pieces
from training.models.ner_model import build_model, load_model

DRAWN, PLACE = (
    np.random.default_rng([1, *word]).standard_normal(2, np.float32).tolist() for word in (b"xyz", b"place")
)


@pytest.fixture
def job(tmp_path: Path) -> WordVectors:
    """Vectors for the words of two benchmarks: Paris, saw, xyz, of all splits, and place, which names a type; [CLS] is
    no word."""
    first = benchmark(tmp_path / "first", train=[ner_row("Paris/B-place saw")], test=[ner_row("saw xyz")])
    second = benchmark(tmp_path / "second", train=[ner_row("Paris/B-place [CLS]")])
    (tmp_path / "words.txt").write_text("saw 1 2\nparis 3 4\nunused 5 6\n")
    (tmp_path / "ngrams.txt").write_text("2gram-#BEGIN#s 1 0 0\n3gram-saw 0 1 0\n2gram-Pa 0 0 1\n2gram-sa -1 -1 3\n")
    return WordVectors([first, second], str(tmp_path / "words.txt"), 1, str(tmp_path / "ngrams.txt"))


def build(job: WordVectors, root: Path, runtime: Runtime) -> str:
    return benchmarks.build(job, root, ["encoder", "rejects"], runtime)["encoder"]


def vectors(location: str) -> dict[str, list[float]]:
    """The input embedding of each piece."""
    best = str(Path(location, "_best"))
    embedding = load_encoder(best).get_input_embeddings()
    assert isinstance(embedding, torch.nn.Embedding)
    return {piece: embedding.weight[number].tolist() for piece, number in load_tokenizer(best).get_vocab().items()}


def test_a_word_has_its_vector_and_behind_it_the_mean_of_those_of_its_ngrams(
    job: WordVectors, tmp_path: Path, runtime: Runtime
) -> None:
    location = build(job, tmp_path, runtime)
    special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    assert vectors(location) == {
        **dict.fromkeys(special, [0.0] * 5),
        # The file has it in lower case.
        "Paris": [3, 4, 0, 0, 1],
        "saw": pytest.approx([1, 2, 0, 0, 1]),
        "xyz": [*DRAWN, 0, 0, 0],
        "place": [*PLACE, 0, 0, 0],
    }
    manifest = read_manifest(location)
    assert manifest.seen == 6
    assert manifest.counts["words"] == {
        **{"were found": 1, "were found in lower case": 1, "were drawn": 2},
        **{"have known n-grams": 2, "have no known n-gram": 2},
    }


def test_without_a_file_of_ngrams_the_vectors_are_those_of_words(
    job: WordVectors, tmp_path: Path, runtime: Runtime
) -> None:
    location = build(replace(job, ngrams=""), tmp_path, runtime)
    assert {word: vector for word, vector in vectors(location).items() if not word.startswith("[")} == {
        "Paris": [3, 4],
        "saw": [1, 2],
        "xyz": DRAWN,
        "place": PLACE,
    }
    assert read_manifest(location).counts["words"] == {
        "were found": 1,
        "were found in lower case": 1,
        "were drawn": 2,
    }


@pytest.mark.parametrize("name", ["bilstm-crf", "rnn", "tagger"])
def test_models_start_from_the_vectors_and_are_saved_and_loaded_with_them(
    name: str, job: WordVectors, tmp_path: Path, runtime: Runtime
) -> None:
    best = str(Path(build(job, tmp_path, runtime), "_best"))
    tokenizer = load_tokenizer(best)
    assert max_pieces(load_encoder(best).config, tokenizer) == 510
    torch.manual_seed(0)
    model = build_model(ModelOptions.parse(name), best, TAGS).eval()
    # Each word is a piece, and one that has no vector is the unknown piece.
    batch = ner_batch(tokenizer, ["saw Paris Rome"], some_tags(["saw Paris Rome"]))
    assert tokenizer.convert_ids_to_tokens(batch.input_ids[0].tolist()) == ["[CLS]", "saw", "Paris", "[UNK]", "[SEP]"]
    assert model(batch).isfinite()
    model.save(tmp_path / "saved", tokenizer)
    loaded, its_tokenizer = load_model(tmp_path / "saved")
    assert torch.equal(loaded.eval()(batch), model(batch))
    assert its_tokenizer.get_vocab() == tokenizer.get_vocab()


def test_two_builds_are_the_same_bytes_and_another_seed_draws_others(
    job: WordVectors, tmp_path: Path, runtime: Runtime
) -> None:
    def checksums(job: WordVectors, name: str) -> dict[str, str]:
        torch.manual_seed(len(name))  # what the process drew before must not matter
        return {part.name: part.sha256 for part in read_manifest(build(job, tmp_path / name, runtime)).parts}

    first = checksums(job, "first")
    assert checksums(job, "the second") == first
    other = checksums(replace(job, seed=2), "another")
    assert {name for name in first if other[name] != first[name]} == {"_best/model.safetensors"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"words": "/nowhere.txt"}, "/nowhere.txt: no such file"),
        ({"ngrams": "/nowhere.txt"}, "/nowhere.txt: no such file"),
        ({"benchmarks": ["/nowhere"]}, "/nowhere: no dataset here"),
    ],
)
def test_what_cannot_be_read_is_refused_before_the_work(
    job: WordVectors, changes: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        replace(job, **changes).units()  # type: ignore[arg-type]
