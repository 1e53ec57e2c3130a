from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
import torch

from schemas import storage
from schemas.dataset import SCHEMAS, read_manifest
from schemas.errors import InputError
from schemas.experiments import ModelOptions
from schemas.shards import Destination, Shard, Unit, commit, prepare, write_shard
from tests.support.dapt_data import PROVENANCE
from tests.support.training.tiny import SENTENCES, TAGS, ner_batch, some_tags
from training.jobs.new_encoder import NewEncoder
from training.loop.runtime import Runtime
from training.models.encoders import load_encoder, load_masked_lm, load_tokenizer, max_pieces
from training.models.ner_model import build_model


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    rows = [
        {"sentence": number, "tokens": sentence.split(), "tags": ["O"] * len(sentence.split())}
        for number, sentence in enumerate(SENTENCES)
    ]
    outputs = [Destination("ner_benchmark", str(tmp_path / "corpus"), str(tmp_path / "_staging" / "corpus"))]
    unit = Unit(0, 1, 0)
    prepare([unit], outputs, PROVENANCE.identity)

    def process(_: int, shard: Shard) -> None:
        shard.write("ner_benchmark", pa.Table.from_pylist(rows, schema=SCHEMAS["ner_benchmark"]), "split=train")

    descriptor = write_shard(unit, process=process, outputs=outputs)
    commit([descriptor], outputs, PROVENANCE, units=1, max_reject_share=0)
    return outputs[0].location


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


def build(job: NewEncoder, folder: Path, runtime: Runtime) -> Path:
    """Directory of the model in the dataset that the job writes."""
    outputs = [Destination("encoder", str(folder), str(folder.parent / "_staging" / folder.name))]
    [unit] = job.units()
    prepare([unit], outputs, PROVENANCE.identity)
    writer = job.run(unit.payload, runtime)
    descriptor = write_shard(unit, process=lambda _, shard: writer(shard), outputs=outputs)
    commit([descriptor], outputs, PROVENANCE, units=1, max_reject_share=0)
    return folder / "_best"


def test_the_encoder_of_the_dataset_is_ready_for_training(corpus: str, tmp_path: Path, runtime: Runtime) -> None:
    best = build(job(corpus), tmp_path / "encoder", runtime)
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


def test_the_manifest_counts_words_and_pieces_and_names_the_files(
    corpus: str, tmp_path: Path, runtime: Runtime
) -> None:
    build(job(corpus), tmp_path / "encoder", runtime)
    manifest = read_manifest(str(tmp_path / "encoder"))
    words = [word for sentence in SENTENCES for word in sentence.split()]
    assert manifest.seen == len(words)
    assert manifest.counts["vocabulary"]["words"] == len(set(words))
    assert {part.name for part in manifest.parts} >= {
        "_best/config.json",
        "_best/model.safetensors",
        "_best/tokenizer.json",
    }
    assert all(storage.exists(storage.join(str(tmp_path / "encoder"), part.name)) for part in manifest.parts)


def test_two_builds_are_the_same_bytes_and_another_seed_is_not(corpus: str, tmp_path: Path, runtime: Runtime) -> None:
    def checksums(job: NewEncoder, name: str) -> dict[str, str]:
        torch.manual_seed(len(name))  # what the process drew before must not matter
        build(job, tmp_path / name, runtime)
        return {part.name: part.sha256 for part in read_manifest(str(tmp_path / name)).parts}

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
    best = build(replace(job(corpus), lowercase=True), tmp_path / "encoder", runtime)
    tokenizer = load_tokenizer(str(best))
    assert tokenizer.tokenize("GOTHENBURG") == tokenizer.tokenize("gothenburg")
    assert tokenizer.unk_token not in tokenizer.tokenize("GOTHENBURG")
