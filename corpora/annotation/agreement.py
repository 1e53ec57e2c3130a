"""How far annotators agree: F1 of entities, Cohen's kappa and Krippendorff's alpha of tokens.

A token has the label of the entity that it is in, or none. Where there are more than two annotators, F1 and kappa are
the means of their pairs (Light's kappa); alpha takes all at once. A measure is None where nothing can be compared, and
where all tokens have one label, so that agreement by chance would be whole.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from corpora.annotation.alignment import sentence_tokens
from corpora.annotation.changes import overlap
from corpora.annotation.records import Sentence, Span

NOT_SUGGESTED = "none"
"""Source of what nothing was suggested for."""
_NO_LABEL = "O"

Versions = Mapping[str, Mapping[str, Sequence[Span]]]
"""The entities of each sentence, by annotator and by id."""
_Pair = tuple[str, str]


class Measures(NamedTuple):
    """How far annotators agree on some entities and tokens."""

    entities: int
    """Entities that they marked, those of each counted."""
    f1: float | None
    kappa: float | None
    alpha: float | None


@dataclass
class Agreement:
    """How far annotators agree, over the sentences that several of them annotated."""

    sentences: int
    tokens: int
    whole: Measures
    pairs: dict[_Pair, Measures]
    labels: dict[str, Measures]
    """Of a label: a token has it or not."""
    sources: dict[str, Measures]
    """By the source of what was suggested: the entities that overlap a suggestion of it, and the tokens inside."""


@dataclass
class _Tally:
    """What was counted of some tokens and entities."""

    tokens: defaultdict[_Pair, Counter[tuple[str, ...]]] = field(default_factory=lambda: defaultdict(Counter))
    """How often the two of a pair gave a token which labels."""
    units: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """How often all annotators of a token gave it which labels."""
    shared: defaultdict[_Pair, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Entities that both of a pair marked, by label."""
    marked: defaultdict[_Pair, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Entities of the one and of the other, by label."""
    entities: Counter[str] = field(default_factory=Counter)

    def measures(self, label: str | None = None, pair: _Pair | None = None) -> Measures:
        """Of one label or of all, of one pair or of all."""
        pairs = list(self.tokens) if pair is None else [pair]
        units: Iterable[tuple[tuple[str, ...], int]] = (self.units if pair is None else self.tokens[pair]).items()
        marked = self.entities if pair is None else self.marked[pair]
        tables = [self.tokens[each] for each in pairs]
        if label is not None:
            units = _counted(units, label).items()
            tables = [_counted(table.items(), label) for table in tables]
        f1s = [_f1(_of(self.shared[each], label), _of(self.marked[each], label)) for each in pairs]
        kappas = [cohen_kappa(table) for table in tables]
        return Measures(_of(marked, label), _mean(f1s), _mean(kappas), krippendorff_alpha(dict(units)))


def agreement(sent: Mapping[str, Sentence], versions: Versions, labels: Sequence[str]) -> Agreement:
    """How far annotators agree on the sentences that at least two of them annotated."""
    whole = _Tally()
    sources: defaultdict[str, _Tally] = defaultdict(_Tally)
    sentences = tokens = 0
    for sentence in sent.values():
        by_annotator = {name: each[sentence.id] for name, each in sorted(versions.items()) if sentence.id in each}
        if len(by_annotator) < 2:
            continue
        places = sentence_tokens(sentence)
        sentences += 1
        tokens += len(places)
        labelled = {name: [_label(spans, *place) for place in places] for name, spans in by_annotator.items()}
        suggested = [_source(sentence.spans, Span(*place, "")) for place in places]
        for number, source in enumerate(suggested):
            given = {name: each[number] for name, each in labelled.items()}
            for tally in (whole, sources[source]):
                tally.units[tuple(sorted(given.values()))] += 1
                for first, second in combinations(given, 2):
                    tally.tokens[first, second][given[first], given[second]] += 1
        _count_entities(sentence, by_annotator, whole, sources)
    return Agreement(
        sentences,
        tokens,
        whole.measures(),
        {pair: whole.measures(pair=pair) for pair in whole.tokens},
        {label: whole.measures(label) for label in labels},
        {source: sources[source].measures() for source in sorted(sources)},
    )


def _count_entities(
    sentence: Sentence, versions: Mapping[str, Sequence[Span]], whole: _Tally, sources: Mapping[str, _Tally]
) -> None:
    keys = {name: {span.key for span in spans} for name, spans in versions.items()}
    for name, spans in versions.items():
        for span in spans:
            for tally in (whole, sources[_source(sentence.spans, span)]):
                tally.entities[span.label] += 1
                for other in versions:
                    pair = (min(name, other), max(name, other))
                    tally.marked[pair][span.label] += name != other
                    tally.shared[pair][span.label] += name < other and span.key in keys[other]


def _label(spans: Iterable[Span], start: int, end: int) -> str:
    return next((span.label for span in spans if span.start < end and start < span.end), _NO_LABEL)


def _source(suggestions: Iterable[Span], span: Span) -> str:
    return next((each.source for each in suggestions if overlap(each, span)), NOT_SUGGESTED)


def _counted(units: Iterable[tuple[tuple[str, ...], int]], label: str) -> Counter[tuple[str, ...]]:
    """The same with one label against all others."""
    found: Counter[tuple[str, ...]] = Counter()
    for given, number in units:
        found[tuple(label if each == label else _NO_LABEL for each in given)] += number
    return found


def _of(counts: Counter[str], label: str | None) -> int:
    return counts.total() if label is None else counts[label]


def _f1(shared: int, marked: int) -> float | None:
    return 2 * shared / marked if marked else None


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def cohen_kappa(table: Mapping[tuple[str, ...], int]) -> float | None:
    """Cohen's kappa of two annotators, from how often they gave which two labels (Cohen, 1960)."""
    total = sum(table.values())
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    for (one, other), number in table.items():
        first[one] += number
        second[other] += number
    # In whole numbers: whether chance explains all is no matter of rounding.
    agreed = total * sum(number for (one, other), number in table.items() if one == other)
    by_chance = sum(number * second[label] for label, number in first.items())
    return (agreed - by_chance) / (total * total - by_chance) if total * total > by_chance else None


def krippendorff_alpha(units: Mapping[tuple[str, ...], int]) -> float | None:
    """Krippendorff's alpha for labels without an order, from how often a token was given which labels.

    Tokens that only one annotator has labelled are passed over (Krippendorff, Content Analysis, chapter 11).
    """
    values: Counter[str] = Counter()
    disagreed = 0.0
    for given, number in units.items():
        if len(given) > 1:
            counts = Counter(given)
            differing = len(given) ** 2 - sum(each * each for each in counts.values())
            disagreed += number * differing / (len(given) - 1)
            for label, each in counts.items():
                values[label] += number * each
    total = values.total()
    expected = total * total - sum(each * each for each in values.values())
    return 1 - (total - 1) * disagreed / expected if expected else None
