"""The sections of the evaluation's report on the scores of runs: Markdown and the pictures that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from schemas.markdown import table
from training.report import figures
from training.report.confusion import ELSEWHERE, MISSED, Confusion
from training.report.markdown import Section, percent, picture_name
from training.report.published import PERSON_AS_ARTIST
from training.report.results import MOST_SHOWN, Combination, Mean, Results, TypeScores
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

_PUBLISHED = (
    "Published, not measured here: BERT-base-cased unless the row says otherwise, by the papers' authors, mean of "
    "three runs (NER-BERT: five)."
)
_STUDENT_TAGS = (
    "Published, not measured here: the student report's figure 4, of its recurrent network with merged types. Its "
    "words are those of the development split, and 89 of its I-location are in universities, whose first word is "
    "B-organisation. Of the model without merged types the report says only that the F1 was a third (section 4.3)."
)
_SHOWN_MISTAKES = 10


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
