"""The report on what annotators sent back, in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from corpora.annotation.agreement import Agreement, Measures
from corpora.annotation.statistics import Statistics
from schemas.markdown import share, table

_MEASURES = ("entities", "F1", "kappa", "alpha")


class Changed(NamedTuple):
    """What annotators changed, and what is not counted in that."""

    counted: Statistics
    again: int
    """Sentences without, since they were annotated before."""
    awaiting: int
    """Sentences without, since they await the expert."""


class GoldSet(NamedTuple):
    """What the gold set has."""

    sentences: Mapping[str, int]
    """What became of all that came back: how many of them are where."""
    entities: Counter[str]
    """By label."""


def annotation_report(
    name: str,
    came_back: Mapping[str, tuple[int, int]],
    problems: Mapping[str, int],
    agreed: Agreement,
    changed: Changed,
    gold: GoldSet,
) -> str:
    """The report.

    `came_back` has of each person how many sentences were sent and how many usable ones came back, `problems` how often
    there was which.
    """
    parts = [
        f"# Annotations of {name}",
        "## What came back",
        table(["from", "sent", "usable"], [(person, *numbers) for person, numbers in came_back.items()]),
        *_problems(problems),
        "## Agreement",
        f"{agreed.sentences:,} sentences with {agreed.tokens:,} tokens came back from several annotators. F1 is of "
        "entities with the same bounds and label. Kappa is Cohen's, alpha is Krippendorff's, both of the labels of "
        "tokens. Of more than two annotators, F1 and kappa are the means of their pairs.",
        table(["annotators", *_MEASURES], _agreement(agreed), names=1),
        "By label, a token having it or not:",
        table(["label", *_MEASURES], [(label, *_figures(each)) for label, each in agreed.labels.items()]),
        "By the source of what was suggested; `none` is where nothing was:",
        table(["source", *_MEASURES], [(source, *_figures(each)) for source, each in agreed.sources.items()]),
        "## What annotators changed",
        'Beside the shares that CrossNER published (Liu et al., 2021, section "NER Data Collection"). '
        "What each is a share of: `docs/how-to/annotate.md`."
        f"{_without(changed.again)}{_without_open(changed.awaiting)}",
        table(
            ["", "number", "of", "share", "CrossNER"],
            [
                (each.name, each.number, each.of, share(each.number, each.of), f"{each.published:.2%}")
                for each in changed.counted.shares
            ],
        ),
        "Entities of the gold set for which nothing was suggested:",
        table(
            ["label", "on a hyperlink", "on none"],
            [(label, *numbers) for label, numbers in changed.counted.added.items()],
        ),
        "## Gold set",
        table(["sentences", "number"], list(gold.sentences.items())),
        table(["label", "entities"], list(gold.entities.items())),
    ]
    return "\n\n".join(parts) + "\n"


def _problems(problems: Mapping[str, int]) -> Iterator[str]:
    if problems:
        yield table(["problem", "times"], sorted(problems.items()))
        yield "Each stands in `problems.txt`, with its file and line."
    else:
        yield "Nothing was amiss with it."


def _without(again: int) -> str:
    if not again:
        return ""
    which = "sentence that was" if again == 1 else "sentences that were"
    return f" Without the {again:,} {which} annotated in a former round."


def _without_open(awaiting: int) -> str:
    # What is in doubt, and what an expert changes, is in the very sentences that are left out.
    if not awaiting:
        return ""
    which = "sentence that awaits" if awaiting == 1 else "sentences that await"
    return (
        f" Without the {awaiting:,} {which} the expert, where annotators differ: until these are decided, the shares "
        "in doubt and changed by the expert say little."
    )


def _agreement(agreed: Agreement) -> Iterator[Sequence[object]]:
    for pair, each in agreed.pairs.items():
        yield " and ".join(pair), *_figures(each)
    if len(agreed.pairs) != 1:
        yield "all", *_figures(agreed.whole)


def _figures(measures: Measures) -> Sequence[object]:
    values = (measures.f1, measures.kappa, measures.alpha)
    return measures.entities, *("–" if value is None else f"{value:.3f}" for value in values)
