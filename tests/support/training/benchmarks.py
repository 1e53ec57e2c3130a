"""Benchmarks that a tiny encoder learns within a second, and jobs run as `training.job` runs them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import ByteLevelBPETokenizer
from transformers import BertTokenizer, RobertaConfig, RobertaForMaskedLM, RobertaTokenizerFast

from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Destination, Shard, write_shard
from tests.support.training.datasets import SPECIAL, Row, ner_row, write_partitions
from tests.support.training.tiny import save_tiny_encoder
from training.data.corpus import NerSplit
from training.data.tokenised import TokenisedNer, tokenise_ner
from training.job import Job
from training.loop.runtime import Runtime
from training.models.encoders import load_tokenizer

PEOPLE = ("ann", "bob", "cleo", "dora")
PLACES = ("rome", "paris", "oslo", "bern")
FILLERS = ("saw", "left", "likes", "near", "today", "in")
TAGS = ("O", "B-person", "I-person", "B-place", "I-place")


def write_encoder(folder: Path, seed: int = 1, *, seq2seq: bool = False) -> str:
    """Folder of an untrained encoder, or BART, for at most 32 pieces; each word of the sentences is one piece."""
    words = [*SPECIAL, *PEOPLE, *PLACES, *FILLERS]
    tokenizer = BertTokenizer(vocab={word: number for number, word in enumerate(words)}, model_max_length=32)
    return save_tiny_encoder(folder, tokenizer, layers=1, seed=seed, seq2seq=seq2seq)


def write_roberta(folder: Path, positions: int) -> str:
    """Folder of an untrained RoBERTa, whose tokenizer does not say how much it takes: two less than the positions."""
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    pieces = ByteLevelBPETokenizer()
    words = " ".join([*PEOPLE, *PLACES, *FILLERS])
    pieces.train_from_iterator([f" {words}"] * 3, vocab_size=400, min_frequency=1, special_tokens=special)
    RobertaTokenizerFast(tokenizer_object=pieces._tokenizer).save_pretrained(folder)
    config = RobertaConfig(
        vocab_size=400,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=positions,
    )
    torch.manual_seed(1)
    RobertaForMaskedLM(config).save_pretrained(folder)
    return str(folder)


def sentences(number: int, seed: int, place: str = "place") -> list[Row]:
    """Sentences that name a person, by one or two words, and a place."""
    chance = random.Random(seed)
    rows = []
    for _ in range(number):
        names = [f"{chance.choice(PEOPLE)}/B-person", f"{chance.choice(PEOPLE)}/I-person"][: chance.randint(1, 2)]
        words = [*names, chance.choice(FILLERS), f"{chance.choice(PLACES)}/B-{place}", chance.choice(FILLERS)]
        rows.append(ner_row(" ".join(words)))
    return rows


def benchmark(folder: Path, **splits: Sequence[Row]) -> str:
    """Location of a `ner_benchmark` with these splits."""
    parts = {
        f"split={name}": [{**row, "sentence": number} for number, row in enumerate(rows)]
        for name, rows in splits.items()
    }
    return write_partitions(folder, "ner_benchmark", [parts])


def tokenised(folder: Path, encoder: str, rows: list[Row], max_pieces: int = 30) -> TokenisedNer:
    """Sentences in windows of at most so many pieces."""
    split = NerSplit(benchmark(folder, test=rows), "test")
    return tokenise_ner(split, load_tokenizer(encoder), TAGS, max_pieces, folder / "cache")


def build(job: Job, root: Path, datasets: Sequence[str], runtime: Runtime) -> Mapping[str, str]:
    """Run a job and commit its datasets; their locations."""
    outputs = [Destination(each, str(root / each), str(root / "_staging" / each)) for each in datasets]
    provenance = Provenance("0" * 64, datasets[0], 1, "0", {}, [])
    units = job.units()
    prepare(units, outputs, provenance.identity)

    def process(payload: Any, shard: Shard) -> None:
        job.run(payload, runtime)(shard)

    descriptors = [write_shard(unit, process=process, outputs=outputs) for unit in units]
    commit(descriptors, outputs, provenance, units=len(units), max_reject_share=0)
    return {output.dataset: output.location for output in outputs}
