"""What the evaluation's report says of the annotated data, and beside which of it published figures may stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from schemas.catalog.corpora import BENCHMARK_SPLITS
from schemas.datasets.dataset import read_manifest
from schemas.markdown import table
from training.report.markdown import Section, number_cell
from training.report.published import TEST_SPLITS
from training.report.results import TypeScores

_SIZES, _BY_TYPE = ("sentences", "tokens", "entities"), "entities of "
"""Groups of a benchmark's counts by split, and the beginning of those by type."""
_STRICT = (
    "No published figures are shown: the papers' are of seqeval's default mode, the scores here of its strict mode "
    "(`strict`)."
)


@dataclass(frozen=True)
class Benchmark:
    """What the report says of a benchmark."""

    name: str
    sentences: Mapping[str, int]
    """By split."""
    entities: Mapping[str, int]
    types: int
    remarks: Mapping[tuple[str, str], int]
    """What else was counted when it was read, by group and key, as far as there was any."""


def read_benchmark(name: str, location: str) -> Benchmark:
    """What the manifest of the dataset at the location counts."""
    counts = read_manifest(location).counts
    types = {label for group, numbers in counts.items() if group.startswith(_BY_TYPE) for label in numbers}
    remarks = {
        (group, key): number
        for group, numbers in counts.items()
        if group not in _SIZES and not group.startswith(_BY_TYPE)
        for key, number in numbers.items()
        if number
    }
    return Benchmark(name, counts.get("sentences", {}), counts.get("entities", {}), len(types), remarks)


def comparable(
    scores: Mapping[str, TypeScores], benchmarks: Sequence[Benchmark], strict: bool = False
) -> tuple[list[str], list[str]]:
    """The targets that published figures can stand beside, and a note for each that has only the name of such a target.

    A target of another size, or scored by other types, is not CrossNER's, whatever its name. Where scores are `strict`,
    as in EntityCounts, there is no such target, and one note says so.
    """
    if strict:
        return [], [_STRICT] if scores.keys() & TEST_SPLITS.keys() else []
    sizes = _sizes(benchmarks)
    sized = of_published_size(scores, benchmarks)
    same, notes = [], []
    for target, combinations in scores.items():
        if target not in TEST_SPLITS:
            continue
        published = TEST_SPLITS[target]
        size, found = sizes.get(target), len({name for means in combinations.values() for name in means})
        if target not in sized or (published.types and found not in (0, published.types)):
            here = f"{size:,} sentences and " if size is not None else ""
            notes.append(
                f"No published figures are shown for {target}: the papers' test split has {published.wanted()}, this "
                f"one has {here}{found} types."
            )
        else:
            same.append(target)
    return same, notes


def of_published_size(targets: Iterable[str], benchmarks: Sequence[Benchmark]) -> list[str]:
    """The targets with the name and as many test sentences as one of the papers, whatever their types are."""
    sizes = _sizes(benchmarks)
    return [
        target
        for target in targets
        if target in TEST_SPLITS and (target not in sizes or sizes[target] in TEST_SPLITS[target].sentences)
    ]


def _sizes(benchmarks: Sequence[Benchmark]) -> dict[str, int]:
    """Sentences of the test splits."""
    return {each.name: each.sentences.get("test", 0) for each in benchmarks}


def benchmark_section(benchmarks: Sequence[Benchmark], notes: Sequence[str]) -> Section:
    """Sizes of the benchmarks, and what was counted when they were read."""
    if not benchmarks:
        return Section("Benchmarks", [])
    splits = [split for split in BENCHMARK_SPLITS if any(split in each.sentences for each in benchmarks)]
    head = ["dataset", "types", *(f"{split} sentences" for split in splits), *(f"{split} entities" for split in splits)]
    lines = [
        [
            each.name,
            f"{each.types:,}",
            *(number_cell(numbers, split) for numbers in (each.sentences, each.entities) for split in splits),
        ]
        for each in benchmarks
    ]
    blocks = [table(head, lines)]
    if remarks := sorted({key for each in benchmarks for key in each.remarks}):
        counted = [[*key, *(number_cell(each.remarks, key) for each in benchmarks)] for key in remarks]
        blocks += [
            "Counted when they were read:",
            table(["", "", *(each.name for each in benchmarks)], counted, names=2),
        ]
    return Section("Benchmarks", [*blocks, *notes])
