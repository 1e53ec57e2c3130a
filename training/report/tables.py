"""The tables of the evaluation's report, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

from schemas.markdown import table
from schemas.text_table import counted
from training.report.markdown import NOTHING, percent
from training.report.published import (
    ENCODERS,
    OTHER_SYSTEMS,
    PUBLISHED,
    PUBLISHED_COLUMNS,
    PUBLISHED_TYPES,
    Published,
)
from training.report.results import Combination, Mean, Results, TypeMean, without_additions

_LANER = "laner"
_WITHOUT = ("tagger", _LANER)
"""Beginnings of the names of models that are LANER or lack some of its parts."""


def mean_cell(mean: Mean | None, most_runs: int) -> str:
    """Mean and deviation in percent; the number of runs where seeds are missing."""
    if mean is None:
        return NOTHING
    deviation = f" ± {percent(mean.deviation)}" if mean.runs > 1 else ""
    runs = "" if mean.runs == most_runs else f" ({counted(mean.runs, 'run')})"
    return percent(mean.f1) + deviation + runs


def setting_table(results: Results, setting: str) -> str:
    """The runs of a setting with all target sentences: encoders and models × targets, the best of a column in bold."""
    rows = _with_scores(results, setting)
    scores = [[mean.f1 if mean else None for mean in means] for means in rows.values()]
    cells = [[mean_cell(mean, results.most_runs) for mean in means] for means in rows.values()]
    if len(results.targets) > 1:
        scores = [[*row, _average(row)] for row in scores]
        cells = [[*row, _cell(score[-1], percent)] for row, score in zip(cells, scores, strict=True)]
    columns = [
        _best_in_bold(*column) for column in zip(zip(*cells, strict=True), zip(*scores, strict=True), strict=True)
    ]
    cells = [list(row) for row in zip(*columns, strict=True)]
    lines = [[each.encoder, each.model, *row] for each, row in zip(rows, cells, strict=True)]
    return table(["encoder", "model", *_columns(results.targets)], lines, names=2)


def published_table(results: Results, setting: str, targets: Sequence[str]) -> str:
    """What was published for the setting and the models that were run in it; empty where there is nothing.

    `targets` are those of the results that published figures can stand beside.
    """
    models = {combination.model for combination in _with_scores(results, setting)}
    return _rows_table(
        [each for each in PUBLISHED if each.setting == setting and each.model in models], results, targets
    )


def other_systems_table(results: Results, targets: Sequence[str]) -> str:
    """What was published for systems that are none of our models, and for models that were run without a word on the
    setting; empty where there is nothing."""
    models = {combination.model for combination in results.combinations}
    rows = [each for each in PUBLISHED if each in OTHER_SYSTEMS or (not each.setting and each.model in models)]
    return _rows_table(rows, results, targets)


def _rows_table(rows: Sequence[Published], results: Results, targets: Sequence[str]) -> str:
    """The rows that have a figure for one of the targets."""
    lines = [
        [f"{each.source}, {each.table}", *_pretraining(each), each.model, *_figures(figures, "{:.2f}")]
        for each in rows
        if any(figures := _published(each, results.targets, targets))
    ]
    head = ["published in", "pre-training", "encoder here", "model", *_columns(results.targets)]
    return table(head, lines, names=4) if lines else ""


def _pretraining(row: Published) -> tuple[str, str]:
    """What the row's encoder was trained on, and our name for such an encoder."""
    return row.pretraining, ENCODERS.get(row.pretraining, NOTHING)


def ablation_table(results: Results) -> str:
    """What models without LANER's parts win or lose against it, with one encoder and setting; empty where there is no
    pair."""
    lines = []
    for each in results.combinations:
        if not each.model.startswith(_WITHOUT):
            continue
        laner = each._replace(model=_LANER)
        pairs = [(results.mean(target, each), results.mean(target, laner)) for target in results.targets]
        differences = [100 * (mean.f1 - full.f1) if mean and full else None for mean, full in pairs]
        if each != laner and any(difference is not None for difference in differences):
            lines.append([*each, *_figures(differences, "{:+.2f}")])
    return table(["setting", "encoder", "model", *_columns(results.targets)], lines, names=3) if lines else ""


def published_ablation_table(results: Results, targets: Sequence[str]) -> str:
    """The same differences between published figures, of models that were run in a setting that LANER was run in."""
    run = {(combination.setting, combination.model) for combination in results.combinations}
    lines = []
    for each in PUBLISHED:
        own = (each.setting, _LANER, each.pretraining)
        full = next((row for row in PUBLISHED if (row.setting, row.model, row.pretraining) == own), None)
        if full is None or full == each or not {own[:2], (each.setting, each.model)} <= run:
            continue
        pairs = zip(*(_published(row, results.targets, targets) for row in (each, full)), strict=True)
        differences = [f1 - full_f1 if f1 is not None and full_f1 is not None else None for f1, full_f1 in pairs]
        if any(difference is not None for difference in differences):
            lines.append([each.setting, *_pretraining(each), each.model, *_figures(differences, "{:+.2f}")])
    head = ["setting", "pre-training", "encoder here", "model", *_columns(results.targets)]
    return table(head, lines, names=4) if lines else ""


def best_table(results: Results) -> str:
    """Of each target, the combination that did best on the development split."""
    lines = []
    for target in results.targets:
        best = results.best(target)
        mean = results.mean(target, best) if best else None
        if best and mean:
            lines.append([target, *best, percent(mean.dev_f1), mean_cell(mean, results.most_runs)])
    return table(["target", "setting", "encoder", "model", "development", "test"], lines, names=4) if lines else ""


def few_shot_table(results: Results, target: str) -> str:
    """Combinations × numbers of target sentences, of those that were run with fewer than all."""
    sizes = results.few_shots(target)
    lines = []
    for each in results.combinations:
        means = [results.mean(target, each, size) for size in sizes]
        if any(means):
            cells = [mean_cell(mean, results.most_runs) for mean in (*means, results.mean(target, each))]
            lines.append([*each, *cells])
    return table(["setting", "encoder", "model", *(f"{size:,}" for size in sizes), "all"], lines, names=3)


def additions_table(results: Results) -> str:
    """F1 of the combinations that add sentences, behind those that do not, × targets; empty where none does."""
    rows: dict[tuple[str, ...], list[Combination]] = {}
    for each in results.combinations:
        if any(results.mean(target, each) for target in results.targets):
            rows.setdefault((without_additions(each.setting), each.encoder, each.model), []).append(each)
    lines = [
        [*each, *(mean_cell(results.mean(target, each), results.most_runs) for target in results.targets)]
        for combinations in rows.values()
        if any("+" in each.setting for each in combinations)
        for each in combinations
    ]
    return table(["setting", "encoder", "model", *results.targets], lines, names=3) if lines else ""


def type_table(scores: Mapping[Combination, Mapping[str, TypeMean]]) -> str:
    """Mean F1 of every type of a target, a column for each combination, the best of a type in bold."""
    types = sorted({name for means in scores.values() for name in means})
    support = {name: mean.support for means in scores.values() for name, mean in means.items()}
    lines = []
    for name in types:
        numbers = [means[name].f1 if name in means else None for means in scores.values()]
        cells = _best_in_bold([_cell(number, percent) for number in numbers], numbers)
        lines.append([name, f"{support[name]:,}", *cells])
    return table(["type", "entities", *("<br>".join(each) for each in scores)], lines)


def published_type_table(target: str, settings: Iterable[str], types: Iterable[str]) -> str:
    """The published F1 of the target's types in these settings; empty where there is nothing."""
    shown = [name for name in sorted(types) if name in PUBLISHED_COLUMNS]
    found = {
        (setting, ENCODERS[pretraining], "tagger"): dict(zip(PUBLISHED_COLUMNS, f1, strict=True))
        for (name, setting, pretraining), f1 in PUBLISHED_TYPES.items()
        if name == target and setting in settings
    }
    if not found or not shown:
        return ""
    lines = [[name, *(f"{scores[name]:.2f}" for scores in found.values())] for name in shown]
    return table(["type", *("<br>".join(each) for each in found)], lines)


def _with_scores(results: Results, setting: str) -> dict[Combination, list[Mean | None]]:
    """By combination of the setting that has runs with all target sentences, the means of the targets."""
    rows = {
        each: [results.mean(target, each) for target in results.targets]
        for each in results.combinations
        if each.setting == setting
    }
    return {each: means for each, means in rows.items() if any(means)}


def _published(row: Published, columns: Sequence[str], targets: Sequence[str]) -> list[float | None]:
    return [row.f1.get(column) if column in targets else None for column in columns]


def _columns(targets: Sequence[str]) -> list[str]:
    return [*targets, "average"] if len(targets) > 1 else list(targets)


def _figures(row: Sequence[float | None], pattern: str) -> list[str]:
    """Cells of a row and, where it has several columns, of its average."""
    return [_cell(number, pattern.format) for number in ([*row, _average(row)] if len(row) > 1 else row)]


def _cell(number: float | None, write: Callable[[float], str]) -> str:
    return NOTHING if number is None else write(number)


def _average(row: Sequence[float | None]) -> float | None:
    """Mean of a row that is complete."""
    numbers = [number for number in row if number is not None]
    return fmean(numbers) if len(numbers) == len(row) else None


def _best_in_bold(cells: Sequence[str], scores: Sequence[float | None]) -> list[str]:
    """The cells, those with the best score in bold where there is something to choose from."""
    known = [score for score in scores if score is not None]
    best = max(known) if len(set(known)) > 1 else None
    return [
        f"**{cell}**" if best is not None and score == best else cell for cell, score in zip(cells, scores, strict=True)
    ]
