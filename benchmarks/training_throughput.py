"""How fast a GPU pre-trains an encoder of the size of BERT-base, and how much of it the training uses.

    python -m benchmarks.training_throughput [--steps N] [--only WORDS]

Domain-adaptive pre-training (a masked language model on blocks of 512 pieces) and NER-BERT's (a tagger on sentences),
each by the training loop itself, on random pieces and untrained weights: what they are does not change the speed. The
first half of the steps warms up; figures are of the second half, by the clock. MFU is the share of the GPU's bf16 peak
that the floating-point operations of the model need (`training.loop.throughput`), in float32 too. Prints Markdown.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from accelerate.state import AcceleratorState
from torch import nn
from transformers import BertTokenizer, PreTrainedTokenizerFast

from benchmarks.training_data import table
from schemas.model_options import ModelOptions
from training.data.batches import text_batches, text_plan
from training.data.masking import Masking
from training.data.tokenised import TokenisedNer, TokenisedText
from training.jobs.ner_training import train
from training.loop.fit import Batches, Fit, fit
from training.loop.runtime import Runtime, start
from training.loop.schedule import Schedule
from training.loop.throughput import dense_parameters, flops_per_token, peak_flops
from training.models.encoders import load_masked_lm
from training.models.masked_lm import MaskedLanguageModel, masked_batches, weight_of
from training.models.ner_model import build_model
from training.models.untrained import EncoderSizes, new_encoder

_VOCABULARY = 28_996
_BASE = EncoderSizes(hidden_size=768, layers=12, heads=12, intermediate_size=3072, max_length=512)
"""With the vocabulary, bert-base-cased."""
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_BLOCK = 512
_CATEGORIES = 315
_WORDS, _PIECES = 26, 1.3
"""Words of half of the sentences at most, and pieces of a word: made up, like the pieces."""


class Case(NamedTuple):
    """One row of the table."""

    model: str
    """dapt, or the name of a NER model."""
    rows: int
    """Blocks or sentences of a step."""
    precision: str = "bf16"
    compile: bool = False

    def __str__(self) -> str:
        return f"{self.model} {self.rows} {self.precision}" + " compiled" * self.compile


CASES = (
    *(Case("dapt", rows) for rows in (16, 32, 64, 128)),
    Case("dapt", 32, "float32"),
    *(Case("tagger", rows) for rows in (32, 96)),
    Case("tagger", 96, "float32"),
    Case("laner", 96),
    *(Case("dapt", rows, compile=True) for rows in (64, 128)),
    Case("tagger", 96, compile=True),
)


class Trained(NamedTuple):
    """A training that has ended."""

    model: nn.Module
    fit: Fit
    length: int
    """Pieces of a row."""


def train_dapt(
    encoder: str, tokenizer: PreTrainedTokenizerFast, schedule: Schedule, steps: int, runtime: Runtime
) -> Trained:
    """As `training.jobs.dapt_model` trains."""
    rows = schedule.batch_size
    n_blocks = min(steps * rows, 2048)
    random = np.random.default_rng(1)
    blocks = random.integers(len(_SPECIAL), _VOCABULARY, (n_blocks, _BLOCK - 2)).astype(np.int32)
    masking = Masking("span", 0.2, tokenizer.mask_token_id, _VOCABULARY, tokenizer.all_special_ids, 1)
    model = MaskedLanguageModel(load_masked_lm(encoder)[0])
    batches = Batches(
        plan_of_epoch=lambda epoch: text_plan(np.arange(steps * rows), rows, seed=1, epoch=epoch),
        make=masked_batches(text_batches(TokenisedText(blocks, {}), tokenizer), masking, n_blocks),
        weight_of=weight_of,
        tokens_of=lambda batch: torch.tensor(batch.input_ids[:, 2:].numel(), device=batch.input_ids.device),
    )
    result = fit(model, batches, schedule, runtime, seed=1)
    return Trained(model, result, _BLOCK)


def train_tagger(
    name: str, encoder: str, tokenizer: PreTrainedTokenizerFast, schedule: Schedule, steps: int, runtime: Runtime
) -> Trained:
    """As `training.jobs.ner_bert` trains, with the model of a name."""
    tags = ("O", *(f"{prefix}-{number}" for number in range(_CATEGORIES) for prefix in "BI"))
    random = np.random.default_rng(1)
    words = np.clip(random.lognormal(np.log(_WORDS), 0.45, steps * schedule.batch_size), 3, 200).astype(np.int64)
    pieces = (words * _PIECES).astype(np.int64)
    starts = [np.sort(random.permutation(n_pieces)[:n_words]) for n_pieces, n_words in zip(pieces, words, strict=True)]
    data = TokenisedNer(
        tags,
        random.integers(len(_SPECIAL), _VOCABULARY, pieces.sum()).astype(np.int32),
        np.cumsum([0, *pieces]),
        np.concatenate(starts).astype(np.int32),
        np.cumsum([0, *words]),
        random.integers(0, len(tags), words.sum()).astype(np.int16),
        np.arange(len(words), dtype=np.int32),
        {"sentences": len(words)},
    )
    model = build_model(ModelOptions.parse(name), encoder, tags)
    result = train(model, [(data, 1)], tokenizer, schedule, runtime, seed=1)
    return Trained(model, result, round(pieces.mean()) + 2)


def measure(encoder: str, tokenizer: PreTrainedTokenizerFast, case: Case, steps: int) -> list[str]:
    """The row of a case."""
    torch.manual_seed(1)
    AcceleratorState._reset_state(reset_partial_state=True)
    torch.compiler.reset()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    schedule = Schedule(learning_rate=5e-5, epochs=1, batch_size=case.rows, clip=1.0)
    with tempfile.TemporaryDirectory() as folder:
        runtime = start(Path(folder), Path(folder), device="cuda", precision=case.precision, compile=case.compile)
        if case.model == "dapt":
            trained = train_dapt(encoder, tokenizer, schedule, steps, runtime)
        else:
            trained = train_tagger(case.model, encoder, tokenizer, schedule, steps, runtime)
    log = trained.fit.log
    middle = next(row for row in log if 2 * row["step"] >= steps)
    tokens, seconds, waited = (log[-1][name] - middle[name] for name in ("tokens", "seconds", "waited"))
    need = flops_per_token(dense_parameters(trained.model), _BASE.layers, _BASE.hidden_size, trained.length)
    peak = peak_flops(runtime.device)
    return [
        case.model,
        case.precision,
        "yes" if case.compile else "",
        f"{case.rows:,}",
        f"{1000 * seconds / (trained.fit.steps - middle['step']):,.1f}",
        f"{tokens / seconds:,.0f}",
        f"{tokens / seconds * need / peak:.1%}" if peak else "",
        f"{waited / seconds:.1%}",
        f"{torch.cuda.max_memory_allocated() / 2**30:.1f}",
        f"{log[0]['seconds']:.1f}",
    ]


def save_base(folder: Path) -> PreTrainedTokenizerFast:
    """Write an untrained encoder of the size of BERT-base with a made-up vocabulary; its tokenizer."""
    pieces = [*_SPECIAL, *(f"p{number}" for number in range(_VOCABULARY - len(_SPECIAL)))]
    tokenizer = BertTokenizer(vocab={piece: number for number, piece in enumerate(pieces)}, do_lower_case=False)
    assert isinstance(tokenizer, PreTrainedTokenizerFast)
    new_encoder(tokenizer, _BASE, 1).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return tokenizer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=60, help="default %(default)s")
    parser.add_argument("--only", default="", help='rows whose names begin with this, as "dapt" or "tagger 96"')
    options = parser.parse_args()
    if not torch.cuda.is_available():
        parser.error("torch finds no CUDA GPU here")
    properties = torch.cuda.get_device_properties(0)
    print(f"{properties.name}, torch {torch.__version__}, {options.steps} steps\n", flush=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        tokenizer = save_base(Path(folder))
        for case in CASES:
            if str(case).startswith(options.only):
                rows.append(measure(folder, tokenizer, case, options.steps))
                print(case, rows[-1], flush=True)
    table(
        ["model", "precision", "compiled", "rows", "ms a step", "pieces/s", "MFU", "waiting", "GiB", "first, s"], rows
    )


if __name__ == "__main__":
    main()
