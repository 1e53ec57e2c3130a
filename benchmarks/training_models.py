"""How long the NER models take to train and to tag, on one core or a GPU, compared with the linear tagger.

    python -m benchmarks.training_models ENCODER DATASET [--train SPLIT] [--test SPLIT] [--models NAMES] [--device cuda]

ENCODER is the name or folder of a pre-trained encoder, DATASET the location of an `ner_benchmark` or `ner_corpus`. Each
model is first trained for some epochs, since the time that LANER takes for its greedy tags depends on what it has
learned. Then every model takes the same batches, in turn with the others, in rounds, of which the fastest counts:
seconds of processor time, with one thread; on a GPU seconds by the clock, in float32. Prints Markdown.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import torch

from schemas.model_options import ModelOptions
from training.data.batches import NerBatch, evaluation_plan, ner_batches, ner_plan
from training.data.corpus import NerSplit, bio_tags
from training.data.tokenised import tokenise_ner
from training.models.encoders import load_config, load_tokenizer, max_pieces
from training.models.laner import Laner
from training.models.ner_model import NerModel, build_model
from training.models.scores import EntityCounts

_MODELS = "tagger,tagger-crf,laner,laner-no-context,laner-crf,bilstm-crf"


def seconds(work: Callable[[], object], device: str) -> float:
    """Processor time; by the clock where a GPU does the work."""
    if device == "cpu":
        start = time.process_time()
        work()
        return time.process_time() - start
    torch.cuda.synchronize()
    start = time.perf_counter()
    work()
    torch.cuda.synchronize()
    return time.perf_counter() - start


def training_step(model: NerModel, optimiser: torch.optim.Optimizer, batch: NerBatch) -> None:
    optimiser.zero_grad()
    model(batch).backward()
    optimiser.step()


class Contender:
    """A model with what it needs to train, and what was measured of it."""

    def __init__(self, name: str, encoder: str, tags: Sequence[str], rate: float, device: str) -> None:
        torch.manual_seed(1)
        self.name = name
        self.device = device
        self.model = build_model(ModelOptions.parse(name), encoder, tags).to(device)
        self.optimiser = torch.optim.Adam(self.model.parameters(), lr=rate)
        self.steps: list[float] = []
        self.decodes: list[float] = []
        self.answers = 0
        if isinstance(self.model.network, Laner):
            self.model.network.output.register_forward_hook(self._count)

    def _count(self, *_: object) -> None:
        self.answers += 1

    def train(self, batches: Sequence[NerBatch]) -> None:
        self.model.train()
        for batch in batches:
            training_step(self.model, self.optimiser, batch)

    def measure(self, train: Sequence[NerBatch], test: Sequence[NerBatch]) -> None:
        self.steps.append(seconds(lambda: self.train(train), self.device) / len(train))
        self.answers = 0
        tagging = seconds(lambda: [self.model.decode(batch) for batch in test], self.device)
        self.decodes.append(tagging / len(test))

    def f1(self, test: Sequence[NerBatch]) -> float:
        counts = EntityCounts()
        tags = self.model.tags
        for batch in test:
            gold = [[tags[tag] for tag in row[mask]] for row, mask in zip(batch.tags, batch.word_mask, strict=True)]
            counts.add(gold, [[tags[tag] for tag in row] for row in self.model.decode(batch)])
        return counts.micro().f1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encoder")
    parser.add_argument("dataset")
    parser.add_argument("--train", default="train")
    parser.add_argument("--test", default="dev")
    parser.add_argument("--models", default=_MODELS, help="names, with commas between; ratios are to the first")
    parser.add_argument("--limit", type=int, default=100, help="sentences of each split")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=10, help="epochs of training before anything is measured")
    parser.add_argument("--rate", type=float, default=3e-4, help="learning rate: high, so that few epochs suffice")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    options = parser.parse_args()
    if options.device == "cuda" and not torch.cuda.is_available():
        parser.error("--device cuda: torch finds no CUDA GPU here")
    torch.set_num_threads(1)
    splits = [NerSplit(options.dataset, name, options.limit) for name in (options.train, options.test)]
    tags = bio_tags(*(NerSplit(split.location, split.split) for split in splits))
    tokenizer = load_tokenizer(options.encoder)
    window = max_pieces(load_config(options.encoder), tokenizer)
    with tempfile.TemporaryDirectory() as cache:
        train, test = (tokenise_ner(split, tokenizer, tags, window, Path(cache)) for split in splits)
        plan = ner_plan([(train, 1)], options.batch, seed=1, epoch=0)
        train_batches = [ner_batches([train], tokenizer)(numbers).to(options.device) for numbers in plan]
        plan = evaluation_plan(test.lengths(), options.batch)
        test_batches = [ner_batches([test], tokenizer)(numbers).to(options.device) for numbers in plan]
    names = options.models.split(",")
    contenders = [Contender(name, options.encoder, tags, options.rate, options.device) for name in names]
    for contender in contenders:
        for _ in range(options.epochs):
            contender.train(train_batches)
    scores = [contender.f1(test_batches) for contender in contenders]
    for _ in range(options.rounds):
        for contender in contenders:
            contender.measure(train_batches, test_batches)
    words = test.n_words / test.n_windows
    print(
        f"Batches of {options.batch} sentences of {words:.0f} words on average, {len(tags)} tags, {options.encoder}.\n"
    )
    print("| model | training step, ms | | tagging a batch, ms | | answers a batch | F1 |")
    print("|---|---|---|---|---|---|---|")
    for contender, score in zip(contenders, scores, strict=True):
        step, decode = min(contender.steps), min(contender.decodes)
        step_ratio, decode_ratio = step / min(contenders[0].steps), decode / min(contenders[0].decodes)
        answers = f"{contender.answers / len(test_batches):.1f}" if contender.answers else ""
        print(
            f"| {contender.name} | {1000 * step:.0f} | {step_ratio:.2f} | {1000 * decode:.0f} | {decode_ratio:.2f} "
            f"| {answers} | {score:.3f} |"
        )


if __name__ == "__main__":
    main()
