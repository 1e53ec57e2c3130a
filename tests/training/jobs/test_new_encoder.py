from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError
from schemas.files import storage
from schemas.model_options import ModelOptions
from tests.support.training import benchmarks
from tests.support.training.benchmarks import benchmark
from tests.support.training.datasets import ner_row
from tests.support.training.tiny import SENTENCES, TAGS, ner_batch, some_tags
from training.jobs.new_encoder import NewEncoder
from training.loop.runtime import Runtime
from training.models.encoders import load_encoder, load_masked_lm, load_seq2seq, load_tokenizer, max_pieces
from training.models.ner_model import build_model


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    return benchmark(tmp_path / "corpus", train=[ner_row(sentence) for sentence in SENTENCES])


def job(corpus: str) -> NewEncoder:
    return NewEncoder(
        corpus,
        vocabulary_size=150,
        hidden_size=16,
        layers=2,
        heads=2,
        intermediate_size=32,
        max_length=48,
        seed=1,
    )


def build(job: NewEncoder, root: Path, runtime: Runtime) -> str:
    """Location of the dataset that the job writes."""
    return benchmarks.build(job, root, ["encoder", "rejects"], runtime)["encoder"]


def test_the_encoder_of_the_dataset_is_ready_for_training(corpus: str, tmp_path: Path, runtime: Runtime) -> None:
    best = Path(build(job(corpus), tmp_path, runtime), "_best")
    config = load_encoder(str(best)).config
    tokenizer = load_tokenizer(str(best))
    sizes = config.hidden_size, config.num_hidden_layers, config.num_attention_heads, config.intermediate_size
    assert sizes == (16, 2, 2, 32)
    assert config.vocab_size == len(tokenizer) <= 150
    assert max_pieces(config, tokenizer) == 46
    assert "".join(piece.removeprefix("##") for piece in tokenizer.tokenize("Gothenburg")) == "Gothenburg"
    assert tokenizer.unk_token not in tokenizer.tokenize(SENTENCES[3])
    assert load_masked_lm(str(best))[1] == 0
    model = build_model(ModelOptions(), str(best), TAGS)
    assert model(ner_batch(tokenizer, SENTENCES[:2], some_tags(SENTENCES[:2]))).isfinite()


def test_a_new_sequence_to_sequence_model_is_ready_for_training(corpus: str, tmp_path: Path, runtime: Runtime) -> None:
    best = str(Path(build(replace(job(corpus), seq2seq=True), tmp_path, runtime), "_best"))
    whole, tokenizer = load_seq2seq(best, "bartner"), load_tokenizer(best)
    config = whole.config
    assert (config.encoder_layers, config.decoder_layers, config.hidden_size, config.encoder_ffn_dim) == (2, 2, 16, 32)
    assert max_pieces(config, tokenizer) == 23
    model = build_model(ModelOptions("bartner"), best, TAGS)
    assert model(ner_batch(tokenizer, SENTENCES[:2], some_tags(SENTENCES[:2]))).isfinite()


def test_the_manifest_counts_words_and_pieces_and_names_the_files(
    corpus: str, tmp_path: Path, runtime: Runtime
) -> None:
    location = build(job(corpus), tmp_path, runtime)
    manifest = read_manifest(location)
    words = [word for sentence in SENTENCES for word in sentence.split()]
    assert manifest.seen == len(words)
    assert manifest.counts["vocabulary"]["words"] == len(set(words))
    assert {part.name for part in manifest.parts} >= {
        "_best/config.json",
        "_best/model.safetensors",
        "_best/tokenizer.json",
    }
    assert all(storage.exists(storage.join(location, part.name)) for part in manifest.parts)


def test_two_builds_are_the_same_bytes_and_another_seed_is_not(corpus: str, tmp_path: Path, runtime: Runtime) -> None:
    def checksums(job: NewEncoder, name: str) -> dict[str, str]:
        torch.manual_seed(len(name))  # what the process drew before must not matter
        manifest = read_manifest(build(job, tmp_path / name, runtime))
        return {part.name: part.sha256 for part in manifest.parts}

    first = checksums(job(corpus), "first")
    assert checksums(job(corpus), "the second") == first
    other = checksums(replace(job(corpus), seed=2), "another")
    assert {name for name in first if other[name] != first[name]} == {"_best/model.safetensors"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"vocabulary_size": 50}, "vocabulary_size = 50: must be at least 100"),
        ({"heads": 3}, "hidden_size = 16: must be a multiple of heads = 3"),
        ({"split": "test"}, "there is no split=test in it; it has split=train"),
        ({"corpus": "/nowhere"}, "/nowhere: no dataset here"),
    ],
)
def test_what_cannot_be_built_is_refused_before_the_work(
    corpus: str, changes: dict[str, int | str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        replace(job(corpus), **changes).units()  # type: ignore[arg-type]


def test_a_lower_case_encoder(corpus: str, tmp_path: Path, runtime: Runtime) -> None:
    best = Path(build(replace(job(corpus), lowercase=True), tmp_path, runtime), "_best")
    tokenizer = load_tokenizer(str(best))
    assert tokenizer.tokenize("GOTHENBURG") == tokenizer.tokenize("gothenburg")
    assert tokenizer.unk_token not in tokenizer.tokenize("GOTHENBURG")
