"""What a model learns from sentences that it chose by its doubts, beside as many that chance chose.

    python -m benchmarks.learning_curve NER_BENCHMARK ENCODER -o RESULTS [--by words] [--start N] [--step N] …

NER_BENCHMARK is the location of a built dataset with the splits train and test, ENCODER the name or folder of an
encoder. For each seed `--start` sentences are drawn by hash from half of the train split; then, in rounds, `--step`
more are chosen from the other half: by chance, or by a measure of the doubts of the model that was trained on those
before. With `--by words` both are numbers of words: a round ends with the sentence that reaches `--start` and as many
`--step` as there were rounds, so that no measure gains by long sentences. As in PreAnnotation a round chooses only one
of sentences that differ in numbers or case only. Every model is a new one and takes the same number of optimiser steps;
what is reported is its F1 on the test split. There is no development split.

Each point is a line of RESULTS as soon as it is measured: the same command goes on after a kill. Prints Markdown, also
of what there is when it is interrupted.
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
from schemas.model_options import ModelOptions, check_has_probabilities
from schemas.ranges import ranges
from training.data.corpus import NerSplit, bio_tags
from training.data.tokenised import TokenisedNer, tokenise_ner
from training.jobs.ner_training import train
from training.jobs.tagging import doubts, predict, score
from training.loop.runtime import Runtime, start
from training.loop.schedule import Schedule
from training.models.encoders import load_tokenizer, window_pieces
from training.models.ner_model import NerModel, build_model
from training.models.uncertainty import sentence_doubt

CHANCE = "chance"
UNITS = ("sentences", "words")
"""What is the same for all ways of a round."""
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
    by: str
    """Of UNITS, what `start` and `step` are numbers of."""
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
    round: int
    """0 for the first ones."""
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
        self._words = np.bincount(self._train.sentence, np.diff(self._train.word_offsets)).astype(int).tolist()

    def first(self, seed: int) -> Point:
        """The point that all curves of a seed begin with."""
        drawn = self._until(self._halves(seed)[0], 0, self._of.start, "start")
        return self._point(seed, "", 0, {"": drawn}, self._of.ways)

    def following(self, seed: int, way: str, number: int, chosen: Sequence[int]) -> Point:
        """The point of a curve for the sentences that were chosen last, in the round of that number."""
        return self._point(seed, way, number, {way: list(chosen)}, (way,))

    def _point(self, seed: int, way: str, number: int, chosen: Mapping[str, list[int]], ways: Sequence[str]) -> Point:
        numbers = chosen[way]
        data = subset(self._train, numbers)
        model = self._trained(data, seed)
        counts = score(self._test, predict(model, self._test, self._tokenizer, self._runtime))
        next_ones = {}
        if number < self._of.rounds:
            next_ones = {each: [*numbers, *self._choose(model, seed, each, number + 1, numbers)] for each in ways}
        return Point(seed, way, number, len(numbers), data.n_words, counts.micro().f1, next_ones)

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

    def _choose(self, model: NerModel, seed: int, way: str, number: int, taken: Sequence[int]) -> list[int]:
        """The sentences of a round beside those that were taken in the rounds before."""
        left = sorted({*self._halves(seed)[1]}.difference(taken))
        ranks = dict(zip(left, self._ranks(model, seed, way, left), strict=True))
        sample: StratifiedSample[int] = StratifiedSample(len(left), 0, seed)
        for each, rank in ranks.items():
            sample.add((0, 0, each), (), wording_of(self._texts[each], (), ()), each, rank)
        ordered = sorted(sample.take(), key=lambda each: (ranks[each], each))
        asked = self._of.start + number * self._of.step
        return self._until(ordered, self._size(taken), asked, "start and --step times --rounds")

    def _ranks(self, model: NerModel, seed: int, way: str, sentences: Sequence[int]) -> list[float]:
        """A number for each sentence, the least for the one that is chosen first."""
        if way == CHANCE:
            return [uniform(seed, "annotation", 0, 0, each) for each in sentences]
        data = subset(self._train, sentences)
        words = doubts(model, data, self._tokenizer, self._runtime)
        figures = sentence_doubt(words, np.repeat(data.sentence, np.diff(data.word_offsets)), len(sentences))[way]
        ranks: list[float] = (figures if way == "margin" else -figures).tolist()
        return ranks

    def _size(self, sentences: Sequence[int]) -> int:
        return sum(self._words[each] for each in sentences) if self._of.by == "words" else len(sentences)

    def _until(self, ordered: Sequence[int], there: int, asked: int, option: str) -> list[int]:
        """The first sentences, as many as are needed beside what is there to reach what is asked for."""
        chosen: list[int] = []
        for each in ordered:
            if there + self._size(chosen) >= asked:
                return chosen
            chosen.append(each)
        if (reached := there + self._size(chosen)) >= asked:
            return chosen
        raise InputError(
            f"--{option} ask for {asked:,} {self._of.by}: with all of a half of the train split that are no near "
            f"duplicates there are {reached:,}"
        )


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
        self.points = {(point.seed, point.way, point.round): point for point in points}

    def add(self, point: Point) -> None:
        """Keep a point, on the disk too."""
        self.points[point.seed, point.way, point.round] = point
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(asdict(point))}\n")


def measure(curves: Curves, experiment: Experiment, seeds: Sequence[int], results: Results) -> None:
    """Measure what is missing, round by round and seed by seed, so that whatever is there can be compared."""
    for number in range(experiment.rounds + 1):
        for seed in seeds:
            for way in experiment.ways if number else [""]:
                if (seed, way, number) in results.points:
                    continue
                if number:
                    before = results.points[seed, way if number > 1 else "", number - 1]
                    results.add(curves.following(seed, way, number, before.chosen[way]))
                else:
                    results.add(curves.first(seed))


def show(points: Sequence[Point], ways: Sequence[str]) -> None:
    """Print the curves as far as all seeds that have begun have come, and how far each way is from chance."""
    found = {(point.seed, point.way, point.round): point for point in points}
    seeds = sorted({point.seed for point in points})
    rounds = [
        number
        for number in range(1, max((point.round for point in points), default=0) + 1)
        if all((seed, way, number) in found for seed in seeds for way in ways)
    ]
    if not rounds:
        return
    print(f"{len(seeds)} seeds: {', '.join(map(str, seeds))}\n")
    print(f"before any choice: {cell([point for point in points if not point.way])}\n")
    rows: list[list[str]] = []
    gains: list[list[str]] = []
    for way in ways:
        some = {number: [found[seed, way, number] for seed in seeds] for number in rounds}
        rows.append([way, *map(cell, some.values())])
        by_seed = [mean(found[seed, way, each].f1 - found[seed, CHANCE, each].f1 for each in rounds) for seed in seeds]
        if way != CHANCE:
            gains.append([way, spread(by_seed, "+"), f"{sum(gain > 0 for gain in by_seed)} of {len(seeds)}"])
    table(["chosen by", *(f"round {number}" for number in rounds)], rows)
    table(["chosen by", "F1 minus chance's, mean of the rounds", "seeds where it is better"], gains)


def cell(points: Sequence[Point]) -> str:
    """Of the points of all seeds: F1, and what was annotated for it."""
    sentences, words = (mean(each) for each in zip(*((point.sentences, point.words) for point in points), strict=True))
    return f"{spread([point.f1 for point in points])}, {sentences:,.0f} sentences, {words:,.0f} words"


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
    parser.add_argument("--by", choices=UNITS, default=UNITS[0], help="what --start and --step are numbers of")
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
    check_has_probabilities("--model", ModelOptions.parse(options["model"]))
    output, threads = options.pop("output"), options.pop("threads")
    options["ways"] = [CHANCE, *options.pop("measures").split(",")]
    if unknown := {*options["ways"]}.difference(WAYS):
        parser.error(f"--measures: {', '.join(sorted(unknown))} is none of {', '.join(WAYS[1:])}")
    experiment = Experiment(**{field.name: options[field.name] for field in fields(Experiment)})
    results = Results(output, experiment)
    with tempfile.TemporaryDirectory() as folder:
        runtime = start(Path(folder), Path(folder), device="cpu", threads=threads)
        try:
            measure(Curves(experiment, runtime), experiment, seeds, results)
        finally:
            show([point for point in results.points.values() if point.seed in seeds], experiment.ways)


if __name__ == "__main__":
    main()
