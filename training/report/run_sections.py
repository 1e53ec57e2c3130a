"""The sections of the evaluation's report on runs and benchmarks: Markdown and the pictures that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from schemas.catalog.corpora import BENCHMARK_SPLITS
from schemas.datasets.dataset import Manifest, read_manifest
from schemas.markdown import table
from training.durations import duration
from training.report import figures
from training.report.confusion import ELSEWHERE, MISSED, Confusion
from training.report.markdown import Section, code, number_cell, percent, picture_name
from training.report.published import PERSON_AS_ARTIST, TEST_SPLITS
from training.report.results import MOST_SHOWN, Combination, Mean, Results, TypeMean
from training.report.sweeps import SWEEPS, curves
from training.report.tables import (
    ablation_table,
    best_table,
    few_shot_table,
    other_systems_table,
    published_ablation_table,
    published_table,
    published_type_table,
    setting_table,
    type_table,
)
from training.report.tags import TagCounts, published_tag_table, tag_table

_MEANINGS = {
    "direct": "the target's training sentences alone",
    "source-then-target": "the source first, then the target",
    "joint": "source and target together, the target repeated",
    "zero-shot": "no sentences, only the names of the types",
}
_PUBLISHED = (
    "Published, not measured here: BERT-base-cased unless the row says otherwise, by the papers' authors, mean of "
    "three runs (NER-BERT: five)."
)
_STRICT = (
    "No published figures are shown: the papers' are of seqeval's default mode, the scores here of its strict mode "
    "(`strict`)."
)
_STUDENT_TAGS = (
    "Published, not measured here: the student report's figure 4, of its recurrent network with merged types. Its "
    "words are those of the development split, and 89 of its I-location are in universities, whose first word is "
    "B-organisation. Of the model without merged types the report says only that the F1 was a third (section 4.3)."
)
_SIZES, _BY_TYPE = ("sentences", "tokens", "entities"), "entities of "
"""Groups of a benchmark's counts by split, and the beginning of those by type."""
_SHOWN_MISTAKES = 10


TypeScores = Mapping[Combination, Mapping[str, TypeMean]]
"""By combination and type, the scores on a target."""


class OtherParameter(NamedTuple):
    """A value of a parameter whose value is not the same for all runs."""

    name: str
    value: Any
    runs: list[str]
    """Target and model of the runs that have it."""


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


def overview(results: Results, parameters: Mapping[str, Any], others: Sequence[OtherParameter] = ()) -> Section:
    """What was run, and how to read the figures; `parameters` are those that all runs share, `others` those that do
    not."""
    rows = results.rows
    if not rows:
        return Section("What was run", [])
    settings = list(dict.fromkeys(each.setting for each in results.combinations))
    seeds = sorted({row["seed"] for row in rows})
    sizes = sorted({few_shot for _, _, few_shot in results.means if few_shot})
    everything = ["all"] if any(not few_shot for _, _, few_shot in results.means) else []
    facts = {
        "targets": _names(results.targets),
        "settings": ", ".join(
            f"`{each}` ({_MEANINGS[each]})" if each in _MEANINGS else f"`{each}`" for each in settings
        ),
        "encoders": _names(dict.fromkeys(row["encoder"] for row in rows)),
        "models": _names(dict.fromkeys(row["model"] for row in rows)),
        "seeds": ", ".join(map(str, seeds)),
        "target sentences trained on": ", ".join([*everything, *(f"{size:,}" for size in sizes)]),
        "time of all runs together": duration(sum(row["seconds"] for row in rows)),
    }
    blocks = [
        f"{len(rows):,} runs. A run fine-tunes an encoder on a target, takes the epoch with the best F1 on the "
        "development split, and is scored on the test split.",
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        "Scores are micro F1 of whole entities in percent, as mean ± sample standard deviation over the seeds; a score "
        "without ± is that of one run. A dash stands for what was not run. An average is the mean of its row, and only "
        "rows that are complete have one. The best of each column is bold.",
    ]
    if parameters:
        lines = [[f"`{name}`", code(value)] for name, value in parameters.items()]
        blocks += ["Parameters that all runs share:", table(["parameter", "value"], lines, names=2)]
    if others:
        lines = [[f"`{each.name}`", code(each.value), "; ".join(each.runs)] for each in others]
        blocks += ["Parameters that differ:", table(["parameter", "value", "targets and models"], lines, names=3)]
    return Section("What was run", blocks)


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


def score_section(results: Results, targets: Sequence[str]) -> Section:
    """The main tables; published figures for `targets` beside them."""
    blocks = []
    if best := best_table(results):
        blocks += ["The combination that did best on the development split, by target:", best]
    for setting in results.settings:
        blocks += [f"### {setting}", setting_table(results, setting)]
        if published := published_table(results, setting, targets):
            blocks += [_PUBLISHED, published]
    if blocks and (published := other_systems_table(results, targets)):
        blocks += [
            "### Other systems",
            "Published, not measured here: systems that are none of the models here, and models whose setting the "
            "paper does not say.",
            published,
        ]
    return Section("F1 by setting", blocks)


def ablation_section(results: Results, targets: Sequence[str]) -> Section:
    """What LANER's parts are worth."""
    measured = ablation_table(results)
    if not measured:
        return Section("LANER and its parts", [])
    blocks = [
        "Points of F1 that another model wins or loses against the full LANER with the same encoder in the same "
        "setting. `laner-no-context` lacks the attention from the token to the labels before it, `laner-no-background` "
        "that from the last label to the sentence; the taggers lack both.",
        measured,
    ]
    if published := published_ablation_table(results, targets):
        blocks += [f"{_PUBLISHED} The same differences:", published]
    return Section("LANER and its parts", blocks)


def few_shot_section(results: Results) -> Section:
    """Tables of F1 by the number of target sentences, and curves where there are several numbers."""
    blocks, pictures = [], {}
    for target in results.targets:
        if not results.few_shots(target):
            continue
        blocks += [f"### {target}", few_shot_table(results, target)]
        if panels := _few_shot_panels(results, target):
            file = picture_name("few-shot", target)
            pictures[file] = figures.curves(panels)
            blocks.append(f"![F1 on {target} by target sentences]({file})")
    if blocks:
        band = _band(results) if pictures else ""
        blocks.insert(0, f"F1 by the number of target sentences trained on{band}.")
    return Section("Few target sentences", blocks, pictures)


def _band(results: Results) -> str:
    """What is around the curves: nothing where each mean is of one run."""
    return "; the band is one standard deviation wide on each side" if results.most_runs > 1 else ""


def _few_shot_panels(results: Results, target: str) -> list[figures.Panel]:
    """A panel for each setting with a combination that was run with several numbers."""
    panels: dict[str, list[figures.Line]] = {}
    for each in results.combinations:
        found = [results.mean(target, each, size) for size in (*results.few_shots(target), 0)]
        means: list[Mean] = sorted((mean for mean in found if mean), key=lambda mean: mean.sentences)
        if len(means) < 2:
            continue
        line = figures.Line(
            f"{each.encoder}, {each.model}",
            [mean.sentences for mean in means],
            [100 * mean.f1 for mean in means],
            [100 * mean.deviation for mean in means],
        )
        panels.setdefault(each.setting, []).append(line)
    return [figures.Panel(setting, "target sentences", "F1 (%)", lines) for setting, lines in panels.items()]


def sweep_section(results: Results) -> Section:
    """Curves of F1 by each of SWEEPS that has several numbers."""
    blocks, pictures = [], {}
    for target in results.targets:
        for sweep in SWEEPS:
            found = curves(results, target, sweep)
            if not found:
                continue
            panels: dict[str, list[figures.Line]] = {}
            for each, points in found.items():
                numbers, means = zip(*points, strict=True)
                f1, deviations = [100 * mean.f1 for mean in means], [100 * mean.deviation for mean in means]
                panels.setdefault(each.setting, []).append(
                    figures.Line(f"{each.encoder}, {each.model}", numbers, f1, deviations)
                )
            file = picture_name(sweep.name.replace(" ", "-"), target)
            pictures[file] = figures.curves(
                [figures.Panel(setting, sweep.name, "F1 (%)", lines) for setting, lines in panels.items()]
            )
            blocks += [f"### {target}, by {sweep.name}", f"![F1 on {target} by {sweep.name}]({file})"]
    if blocks:
        blocks.insert(0, f"With all target sentences{_band(results)}.")
    return Section("Shares and sizes", blocks, pictures)


def type_section(results: Results, scores: Mapping[str, TypeScores], targets: Sequence[str]) -> Section:
    """F1 by type; `scores` by target has the combinations that are shown."""
    blocks: list[str] = []
    for target in results.targets:
        shown = {each: types for each, types in scores.get(target, {}).items() if types}
        if not shown:
            continue
        blocks += [f"### {target}", type_table(shown)]
        types = {name for means in shown.values() for name in means}
        settings = list(dict.fromkeys(each.setting for each in shown))
        if target in targets and (published := published_type_table(target, settings, types)):
            blocks += [f"{_PUBLISHED} CrossNER's table 4:", published]
    if blocks:
        blocks.insert(
            0,
            "F1 of each type with all target sentences, mean over the seeds. Of a target with more than "
            f"{MOST_SHOWN} combinations the first of each setting is shown and the one that did best on the "
            "development split; `ner_scores` has all.",
        )
    return Section("By type", blocks)


def tag_section(
    predictions: Mapping[str, tuple[Combination, Iterable[Mapping[str, Any]]]], sized: Sequence[str]
) -> Section:
    """The classification report of each target; `predictions` as in `confusion_section`.

    What was published stands beside targets in `sized`, as `of_published_size` gives them.
    """
    blocks, pictures = [], {}
    for target, (combination, rows) in predictions.items():
        counts = TagCounts(rows)
        if counts.words:
            file = picture_name("tags", target)
            tags, shares = counts.shares()
            pictures[file] = figures.heat_map(shares, tags, tags, "tag")
            blocks += [
                f"### {target}",
                f"By {', '.join(combination)}.",
                tag_table(counts),
                f"![Tags of {target} and what they were taken for]({file})",
            ]
            if target in sized and (published := published_tag_table(target, counts)):
                blocks += [_STUDENT_TAGS, published]
    if blocks:
        blocks.insert(
            0,
            "Each word's tag by the benchmark and by the combination that did best on the development split, with all "
            "target sentences, all seeds together. The macro average counts each tag alike, the weighted one each "
            "word; accuracy is of all words, those outside of entities too. The picture has the percentage of the "
            "words of each tag that were given each tag.",
        )
    return Section("By tag", blocks, pictures)


def confusion_section(
    predictions: Mapping[str, tuple[Combination, Iterable[Mapping[str, Any]]]],
    targets: Sequence[str],
    strict: bool = False,
) -> Section:
    """Which type is taken for which; `predictions` by target has a combination with its rows of NER_PREDICTIONS.

    `strict` is as in EntityCounts.
    """
    blocks, pictures = [], {}
    for target, (combination, rows) in predictions.items():
        confusion = Confusion(rows, strict)
        if not confusion.types:
            continue
        file = picture_name("confusion", target)
        pictures[file] = figures.heat_map(confusion.shares(), confusion.types, [*confusion.types, ELSEWHERE, MISSED])
        blocks += [
            f"### {target}",
            f"By {', '.join(combination)}. {confusion.invented:,} of its {confusion.predicted:,} predicted entities "
            "overlap no entity of the benchmark.",
            f"![Types of {target} and what they were taken for]({file})",
        ]
        mistakes = confusion.mistakes()[:_SHOWN_MISTAKES]
        if mistakes:
            lines = [[name, guess, f"{number:,}", percent(share)] for name, guess, number, share in mistakes]
            blocks.append(table(["type", "taken for", "entities", "% of the type"], lines, names=2))
        if target == "music" and target in targets and "person" in confusion.types:
            blocks.append(
                f"{percent(confusion.share('person', 'musicalartist'))} % of the persons were taken for musical "
                f"artists; published for CrossNER's best model: {PERSON_AS_ARTIST:.2f} %."
            )
    if blocks:
        blocks.insert(
            0,
            "Of the entities of each type, the percentage predicted as each type with the same boundaries, predicted "
            f"with {ELSEWHERE}, and {MISSED}, all seeds together. Of each target the combination is shown that did "
            "best on the development split, with all target sentences.",
        )
    return Section("Confusion of types", blocks, pictures)


def shared_parameters(manifests: Sequence[Manifest], without: Sequence[str]) -> dict[str, Any]:
    """The parameters that have one value in all manifests, sorted by name; those named in `without` left out."""
    found = [manifest.provenance.parameters for manifest in manifests]
    return {
        name: value
        for name, value in sorted(found[0].items() if found else ())
        if name not in without and all(name in each and each[name] == value for each in found)
    }


def other_parameters(manifests: Sequence[Manifest], without: Sequence[str]) -> list[OtherParameter]:
    """The parameters that have several values in the manifests of runs, sorted by name; those in `without` left out."""
    found = [manifest.provenance.parameters for manifest in manifests]
    shared = shared_parameters(manifests, without)
    others: list[OtherParameter] = []
    for name in sorted({name for each in found for name in each} - {*shared, *without}):
        by_value: dict[str, OtherParameter] = {}
        for each in found:
            if name in each:
                row = by_value.setdefault(code(each[name]), OtherParameter(name, each[name], []))
                if (run := f"{each['target']} {each['model']}") not in row.runs:
                    row.runs.append(run)
        others += by_value.values()
    return others


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
