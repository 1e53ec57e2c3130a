"""What a model learns from sentences that it chose by its doubts, beside as many that chance chose.

    python -m benchmarks.learning_curve NER_BENCHMARK ENCODER -o RESULTS [--start N] [--step N] [--rounds N] …

NER_BENCHMARK is the location of a built dataset with the splits train and test, ENCODER the name or folder of an
encoder. For each seed `--start` sentences are drawn by hash from half of the train split; then, in rounds, `--step`
more are chosen from the other half: by chance, or by a measure of the doubts of the model that was trained on those
before. As in PreAnnotation a round chooses only one of sentences that differ in numbers or case only. Every model is a
new one and takes the same number of optimiser steps; what is reported is its F1 on the test split. There is no
development split.

Each point is a line of RESULTS as soon as it is measured: the same command goes on after a kill. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import torch

from benchmarks.training_data import table
from corpora.annotation.doubts import MEASURES
from corpora.annotation.sampling import StratifiedSample, wording_of
from schemas.chance import uniform
from schemas.errors import InputError
from schemas.experiments import ModelOptions
from training.data.corpus import NerSplit, bio_tags
from training.data.tokenised import TokenisedNer, ranges, tokenise_ner
from training.jobs.checks import check_has_probabilities
from training.jobs.tagging import doubts, predict, score, train, window_pieces
from training.loop.runtime import Runtime, start
from training.loop.schedule import Schedule
from training.models.encoders import load_tokenizer
from training.models.ner_model import NerModel, build_model
from training.models.uncertainty import sentence_doubt

CHANCE = "chance"
WAYS = (CHANCE, *(measure for measure in MEASURES if measure != "least_confidence"))
"""How sentences are chosen. Least confidence gives the order of -log p."""


@dataclass(frozen=True)
class Experiment:
    """What decides the figures."""

    benchmark: str
    encoder: str
    model: str
    ways: Sequence[str]
    """How sentences are chosen, chance first."""
    start: int
    step: int
    rounds: int
    steps: int
    """Optimiser steps of each training."""
    batch: int
    rate: float
    """Learning rate, which falls to 0."""


@dataclass(frozen=True)
class Point:
    """A model of a curve."""

    seed: int
    way: str
    """How its sentences were chosen; empty for the first ones, which all ways share."""
    sentences: int
    words: int
    f1: float
    chosen: dict[str, list[int]]
    """By way, the numbers of all sentences chosen so far, with those to train on next."""


class Curves:
    """Measures the points of an experiment that are not in the results yet."""

    def __init__(self, experiment: Experiment, runtime: Runtime) -> None:
        self._of = experiment
        self._runtime = runtime
        self._tokenizer = load_tokenizer(experiment.encoder)
        splits = [NerSplit(experiment.benchmark, name) for name in ("train", "test")]
        self._tags = bio_tags(*splits)
        pieces = window_pieces(experiment.encoder, self._tokenizer, 0)
        self._train, self._test = (
            tokenise_ner(split, self._tokenizer, self._tags, pieces, runtime.cache) for split in splits
        )
        self._texts = [" ".join(tokens) for tokens, _ in splits[0].sentences()]
        half = len(self._texts) // 2
        for name, asked in (("start", experiment.start), ("step times --rounds", experiment.step * experiment.rounds)):
            if asked > half:
                raise InputError(f"--{name} = {asked}: half of the train split has {half} sentences")

    def first(self, seed: int) -> Point:
        """The point that all curves of a seed begin with."""
        drawn = self._halves(seed)[0][: self._of.start]
        return self._point(seed, "", {"": drawn}, self._of.ways)

    def following(self, seed: int, way: str, chosen: Sequence[int]) -> Point:
        """The point of a curve for the sentences that were chosen last."""
        return self._point(seed, way, {way: list(chosen)}, (way,))

    def _point(self, seed: int, way: str, chosen: Mapping[str, list[int]], ways: Sequence[str]) -> Point:
        numbers = chosen[way]
        data = subset(self._train, numbers)
        model = self._trained(data, seed)
        counts = score(self._test, predict(model, self._test, self._tokenizer, self._runtime))
        next_ones = {each: [*numbers, *self._choose(model, seed, each, numbers)] for each in ways}
        return Point(seed, way, len(numbers), data.n_words, counts.micro().f1, next_ones)

    def _trained(self, data: TokenisedNer, seed: int) -> NerModel:
        torch.manual_seed(seed)
        model = build_model(ModelOptions.parse(self._of.model), self._of.encoder, self._tags)
        schedule = Schedule(self._of.rate, self._of.steps, self._of.batch, max_steps=self._of.steps, decay="linear")
        train(model, [(data, 1)], self._tokenizer, schedule, self._runtime, seed=seed)
        return model

    def _halves(self, seed: int) -> tuple[list[int], list[int]]:
        """The numbers of the sentences of each half, in the order of a hash."""
        order = sorted(range(len(self._texts)), key=lambda number: (uniform(seed, "half", number), number))
        half = len(order) // 2
        return order[:half], order[half:]

    def _choose(self, model: NerModel, seed: int, way: str, taken: Sequence[int]) -> list[int]:
        left = sorted({*self._halves(seed)[1]}.difference(taken))
        ranks: Sequence[float | None] = [None] * len(left)
        if way != CHANCE:
            data = subset(self._train, left)
            words = doubts(model, data, self._tokenizer, self._runtime)
            sentence = np.repeat(data.sentence, np.diff(data.word_offsets))
            figures = sentence_doubt(words, sentence, len(left))[way]
            ranks = (figures if way == "margin" else -figures).tolist()
        sample: StratifiedSample[int] = StratifiedSample(self._of.step, 0, seed)
        for number, rank in zip(left, ranks, strict=True):
            sample.add((0, 0, number), (), wording_of(self._texts[number], (), ()), number, rank)
        chosen = sample.take()
        if len(chosen) < self._of.step:
            raise InputError(
                f"--step = {self._of.step}: only {len(chosen)} of the sentences left are no near duplicates"
            )
        return chosen


def subset(data: TokenisedNer, sentences: Sequence[int]) -> TokenisedNer:
    """The windows of some sentences, which are given in the order of their numbers or not, numbered anew."""
    place = {number: new for new, number in enumerate(sorted(sentences))}
    windows = np.flatnonzero(np.isin(data.sentence, list(place)))
    pieces, words = np.diff(data.piece_offsets)[windows], np.diff(data.word_offsets)[windows]
    of_words = ranges(data.word_offsets[windows], words)
    return replace(
        data,
        pieces=data.pieces[ranges(data.piece_offsets[windows], pieces)],
        piece_offsets=np.append(0, np.cumsum(pieces)),
        word_starts=data.word_starts[of_words],
        word_offsets=np.append(0, np.cumsum(words)),
        tag_ids=data.tag_ids[of_words],
        sentence=np.array([place[number] for number in data.sentence[windows].tolist()], np.int32),
        counts={**data.counts, "sentences": len(place), "windows": len(windows)},
    )


class Results:
    """The file of the points that are measured; its first line is the experiment."""

    def __init__(self, file: Path, experiment: Experiment) -> None:
        """Raises InputError where the file is of another experiment."""
        self._file = file
        head = json.dumps(asdict(experiment))
        if not file.exists():
            file.write_text(f"{head}\n", "utf-8")
        begun, *lines = file.read_text("utf-8").splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            # The command was killed while it wrote the line.
            file.write_text("".join([begun, *lines[:-1]]), "utf-8")
            del lines[-1]
        begun = begun.rstrip("\n")
        if begun != head:
            raise InputError(f"{file}: has points of another experiment, {begun}; take another file")
        points = [Point(**json.loads(line)) for line in lines]
        self.points = {(point.seed, point.way, point.sentences): point for point in points}

    def add(self, point: Point) -> None:
        """Keep a point, on the disk too."""
        self.points[point.seed, point.way, point.sentences] = point
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(asdict(point))}\n")


def measure(curves: Curves, experiment: Experiment, seeds: Sequence[int], results: Results) -> None:
    """Measure what is missing, seed by seed and round by round, so that whatever is there can be compared."""
    for seed in seeds:
        key = (seed, "", experiment.start)
        if key not in results.points:
            results.add(curves.first(seed))
        chosen = dict(results.points[key].chosen)
        for _ in range(experiment.rounds):
            for way in experiment.ways:
                key = (seed, way, len(chosen[way]))
                if key not in results.points:
                    results.add(curves.following(seed, way, chosen[way]))
                chosen[way] = results.points[key].chosen[way]


def show(points: Sequence[Point], ways: Sequence[str]) -> None:
    """Print the curves, and how far each way is from chance."""
    found = {(point.seed, point.way, point.sentences): point for point in points}
    sizes = sorted({point.sentences for point in points})
    seeds = sorted({point.seed for point in points})
    print(f"{len(seeds)} seeds: {', '.join(map(str, seeds))}\n")
    first = spread([point.f1 for point in points if not point.way])
    print(f"{sizes[0]} sentences, before any choice: F1 {first}\n")
    rows: list[list[str]] = []
    gains: list[list[str]] = []
    for way in ways:
        cells = []
        for size in sizes[1:]:
            some = [point for point in points if (point.way, point.sentences) == (way, size)]
            cells.append(f"{spread([point.f1 for point in some])}, {mean(point.words for point in some):,.0f} words")
        rows.append([way, *cells])
        by_seed = [
            mean(found[seed, way, size].f1 - found[seed, CHANCE, size].f1 for size in sizes[1:]) for seed in seeds
        ]
        if way != CHANCE:
            gains.append([way, spread(by_seed, "+"), f"{sum(gain > 0 for gain in by_seed)} of {len(seeds)}"])
    table(["chosen by", *(f"{size} sentences" for size in sizes[1:])], rows)
    table(["chosen by", "F1 minus chance's, mean of the sizes", "seeds where it is better"], gains)


def spread(values: Sequence[float], sign: str = "") -> str:
    """Mean and standard deviation."""
    return f"{mean(values):{sign}.3f} ± {stdev(values) if len(values) > 1 else 0:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmark")
    parser.add_argument("encoder")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="RESULTS")
    parser.add_argument("--model", default="tagger", help="one with probabilities of single tags: no CRF, not coach")
    parser.add_argument("--measures", default=",".join(WAYS[1:]), help="beside chance, with commas between")
    parser.add_argument("--start", type=int, default=50)
    parser.add_argument("--step", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seeds", default="555,666,777")
    parser.add_argument("--steps", type=int, default=200, help="optimiser steps of each training")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=3e-4, help="learning rate, which falls to 0")
    parser.add_argument("--threads", type=int, default=1)
    options = vars(parser.parse_args())
    seeds = [int(seed) for seed in options.pop("seeds").split(",")]
    check_has_probabilities(ModelOptions.parse(options["model"]))
    output, threads = options.pop("output"), options.pop("threads")
    options["ways"] = [CHANCE, *options.pop("measures").split(",")]
    if unknown := {*options["ways"]}.difference(WAYS):
        parser.error(f"--measures: {', '.join(sorted(unknown))} is none of {', '.join(WAYS[1:])}")
    experiment = Experiment(**{field.name: options[field.name] for field in fields(Experiment)})
    results = Results(output, experiment)
    with tempfile.TemporaryDirectory() as folder:
        runtime = start(Path(folder), Path(folder), device="cpu", threads=threads)
        measure(Curves(experiment, runtime), experiment, seeds, results)
    show([point for point in results.points.values() if point.seed in seeds], experiment.ways)


if __name__ == "__main__":
    main()
