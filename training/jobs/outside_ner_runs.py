"""Baselines of packages that are none of the project's own, on a target benchmark: trained, run and scored.

Such a package wants versions of its own, so it is run as a process of its own, by the Python of its own environment.
Its program (`training/outside/<package>.py`) is given a file of input and writes a file of output, both JSON:

- the input has the sentences of `train`, `dev` and `test` (`tokens`, and `tags` but for test), the target's `types` and
  `tags`, what the types are called in words (`type_words`), the folder of `weights`, and the settings of the training,
  with 0 `epochs` for a model that is run as it is;
- the output has the predicted tags of each sentence of `dev` and `test`, the `epochs` trained, and the `best_epoch`.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import torch

from schemas.catalog.corpora import BENCHMARK_SPLITS
from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from schemas.experiments import OUTSIDE, UNTRAINED, ZERO_SHOT, package_of
from schemas.files.local_copies import local_directory
from training.data.corpus import NerSplit, bio_tags
from training.data.label_maps import Labels, match_labels
from training.jobs.checks import check_learning_rate, check_least
from training.jobs.run_plan import DIRECT, Run, plan_runs
from training.jobs.run_rows import prediction_rows, run_row, score_rows
from training.loop.fit import Fit
from training.loop.runtime import Runtime
from training.models.label_words import label_words
from training.models.scores import EntityCounts

_LAST_LINES = 5
"""Lines of what a program said that are shown where it broke."""
_LONGEST_LINE = 80


@dataclass
class OutsideBaseline:
    """The job that writes `ner_runs`, `ner_scores` and `ner_predictions` of a package; a unit is a run."""

    target: str
    """Location of the `ner_benchmark` with the splits train, dev and test."""
    target_name: str
    model: str
    """One of OUTSIDE."""
    python: str
    """Python of the environment that has it."""
    weights: str
    """Folder of what it starts from."""
    encoder_name: str
    """What the results call the weights."""
    seeds: Sequence[int] = (555, 666, 777)
    learning_rate: float = 5e-5
    batch_size: int = 16
    epochs: int = 300
    """At most."""
    patience: int = 8
    """Epochs without a better development F1 after which it stops, or anneals (Flair)."""
    type_words: Mapping[str, str] = field(default_factory=dict)
    """Type -> what it is called in words, for a package that reads the names of types; else `label_words`."""
    normalise: Mapping[str, str] = field(default_factory=dict)
    """Type -> coarser type, or O for none: the types that are trained and scored."""
    strict: bool = False
    """Whether scores are those of seqeval's strict mode; the published ones are not."""

    def units(self) -> list[Unit]:
        """One for each run. Raises InputError for anything that cannot be used."""
        if self.model not in OUTSIDE:
            raise InputError(f"model = {self.model}: there is no such baseline; there are {', '.join(OUTSIDE)}")
        check_least(self, batch_size=1, epochs=1, patience=0)
        check_learning_rate(self.learning_rate)
        runs = plan_runs([DIRECT], self.seeds, [0])
        if self.model in UNTRAINED:
            runs = [Run(ZERO_SHOT, self.seeds[0], 0)]
        types = self._types()
        # One setting serves several targets, and none of them has all the types.
        if self.type_words and not self.type_words.keys() & {*types}:
            raise InputError(
                f"type_words names only types that the target lacks: {', '.join(self.type_words)}; it has "
                f"{', '.join(types)}"
            )
        self._type_words()
        return [Unit(index, 1, run) for index, run in enumerate(runs)]

    def run(self, payload: Run, runtime: Runtime) -> Callable[[Shard], None]:
        """Have the package train on the target and tag its splits dev and test."""
        begun = time.monotonic()
        data = {split: self._sentences(split) for split in BENCHMARK_SPLITS}
        runtime.scratch.mkdir(parents=True, exist_ok=True)
        source, output = runtime.scratch / "input.json", runtime.scratch / "output.json"
        output.unlink(missing_ok=True)
        source.write_text(json.dumps(self._input(payload, data, runtime)), encoding="utf-8")
        program = str(files("training.outside") / f"{package_of(self.model)}.py")
        # -I: beside the program, whose name is that of its package, there is no package, and PYTHONPATH names none.
        run_program([self.python, "-I", "-u", program, str(source), str(output)], self.model, runtime)
        found = read_output(output, self.model, self._labels.tags, {name: data[name] for name in ("dev", "test")})
        dev, test = EntityCounts(self.strict), EntityCounts(self.strict)
        for counts, split in ((dev, "dev"), (test, "test")):
            counts.add([tags for _, tags in data[split]], found[split])
        fit = Fit(0, found["epochs"], found["best_epoch"], dev.micro().f1, [])
        seconds = time.monotonic() - begun

        def write(shard: Shard) -> None:
            for split, sentences in data.items():
                shard.seen += len(sentences)
                shard.count(split, "sentences", len(sentences))
            labels = {"target": self.target_name, "encoder": self.encoder_name, "model": self.model}
            trained_on = 0 if payload.setting == ZERO_SHOT else len(data["train"])
            words, gold = zip(*data["test"], strict=True)
            tables = {
                "ner_runs": [labels | run_row(payload, fit, test, trained_on, seconds)],
                "ner_scores": score_rows(payload, test),
                "ner_predictions": prediction_rows(payload, words, iter(gold), iter(found["test"])),
            }
            for dataset, rows in tables.items():
                shard.write_rows(dataset, rows)

        return write

    @cached_property
    def _labels(self) -> Labels:
        tags = bio_tags(*(NerSplit(self.target, split) for split in BENCHMARK_SPLITS))
        return match_labels(tags, {}, {}, self.normalise)

    def _types(self) -> list[str]:
        return [tag[2:] for tag in self._labels.tags if tag.startswith("B-")]

    def _type_words(self) -> dict[str, str]:
        """What each type is called in words. Raises InputError where two are called the same."""
        words = {name: label_words(name) for name in self._types()}
        words |= {name: called for name, called in self.type_words.items() if name in words}
        for (one, its), (other, others) in combinations(words.items(), 2):
            if its == others:
                raise InputError(
                    f"the types {one} and {other} are both called {its}; give one another name by type_words, or make "
                    "them one by normalise"
                )
        return words

    def _sentences(self, split: str) -> list[tuple[list[str], list[str]]]:
        """Words and tags of each sentence."""
        return [(words, self._labels.target_tags(tags)) for words, tags in NerSplit(self.target, split).sentences()]

    def _input(
        self, run: Run, data: Mapping[str, Sequence[tuple[list[str], list[str]]]], runtime: Runtime
    ) -> dict[str, Any]:
        return {
            **{name: [{"tokens": words, "tags": tags} for words, tags in data[name]] for name in ("train", "dev")},
            # Without its tags: nobody can train on them.
            "test": [{"tokens": words} for words, _ in data["test"]],
            "tags": self._labels.tags,
            "types": self._types(),
            "type_words": self._type_words(),
            # The program runs in a folder of its own, and reads no store.
            "weights": local_directory(self.weights),
            "seed": run.seed,
            "epochs": 0 if self.model in UNTRAINED else self.epochs,
            "patience": self.patience,
            "learning_rate": self.learning_rate,
            "batch_size": self.batch_size,
            "device": runtime.device.type,
        }


def run_program(command: Sequence[str], name: str, runtime: Runtime) -> None:
    """Run a program to its end; the last of its lines is shown. Raises InputError where it breaks."""
    threads = {"OMP_NUM_THREADS": str(torch.get_num_threads())}
    offline = {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    lines: list[str] = []
    with subprocess.Popen(
        command,
        # In its folder: whatever a package leaves behind is deleted with it.
        cwd=runtime.scratch,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **threads, **offline},
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        try:
            for line in filter(None, map(str.strip, process.stdout)):
                lines = [*lines[1 - _LAST_LINES :], line]
                runtime.show(f"{name}: {line[:_LONGEST_LINE]}", 0.0)
        except BaseException:
            # Else it is waited for, which may take hours, and nobody reads what it makes.
            process.kill()
            raise
    if process.returncode:
        said = "; ".join(lines)
        raise InputError(f"{name} ended with status {process.returncode}; the end of what it said: {said}")


def read_output(
    path: Path, name: str, tags: Sequence[str], data: Mapping[str, Sequence[tuple[list[str], list[str]]]]
) -> dict[str, Any]:
    """What a program wrote, its predictions held to the words and tags of each split.

    Raises InputError where it wrote nothing, sentences are missing, or tags are missing or none of the target's.
    """
    if not path.is_file():
        raise InputError(f"{name} ended without predictions: there is no {path.name}")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if missing := sorted({"epochs", "best_epoch", *data} - found.keys()):
        raise InputError(f"{name} wrote no {', '.join(missing)} to {path.name}")
    for split, sentences in data.items():
        if len(found[split]) != len(sentences):
            raise InputError(f"{name} tagged {len(found[split]):,} of the {len(sentences):,} sentences of {split}")
        for number, ((words, _), predicted) in enumerate(zip(sentences, found[split], strict=True)):
            place = f"{name}, sentence {number} of {split}"
            if len(predicted) != len(words):
                raise InputError(f"{place}: {len(predicted)} tags for {len(words)} words")
            if strange := sorted({*predicted}.difference(tags)):
                raise InputError(f"{place}: these tags are none of the target's: {', '.join(strange)}")
    return found
