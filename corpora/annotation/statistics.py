"""How much annotators changed, as CrossNER reports it (Liu et al., 2021, section "NER Data Collection").

The paper gives four shares and no definition beyond their denominators. What is counted here:

| share | of | what |
|---|---|---|
| pre-annotated | hyperlinks on an entity of the gold set | those on a suggestion too |
| corrected | the same | entities that the first annotator added, removed, relabelled or moved; may exceed 1 |
| in doubt | the first annotator's entities, where there is a second | those that the second does not have so |
| changed by the expert | all entities of the first annotator | added, removed, relabelled or moved by the expert |

The first annotator of a sentence is the first of those it was dealt to from whom it came back. Sentences without a
decision are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corpora.annotation.agreement import Versions
from corpora.annotation.changes import changes, overlap
from corpora.annotation.records import Sentence, Span


class Share(NamedTuple):
    """A number of things and what it is a share of, with the published share."""

    name: str
    number: int
    of: int
    published: float
    """CrossNER's, of all five domains."""


class Statistics(NamedTuple):
    """How much annotators changed."""

    shares: list[Share]
    added: dict[str, tuple[int, int]]
    """Entities of the gold set where nothing was suggested, by label: those on a hyperlink, and those on none."""


def statistics(
    sent: Mapping[str, Sentence],
    versions: Versions,
    expert: Mapping[str, Sequence[Span]],
    gold: Mapping[str, Sequence[Span]],
    labels: Sequence[str],
) -> Statistics:
    """The shares of CrossNER, and what was added to the suggestions, over the sentences of the gold set."""
    counts: Counter[str] = Counter()
    added = {label: [0, 0] for label in labels}
    for sentence_id, final in gold.items():
        sentence = sent[sentence_id]
        linked = [link for link in sentence.links if any(overlap(link, span) for span in final)]
        counts["linked"] += len(linked)
        counts["pre-annotated"] += sum(any(overlap(link, span) for span in sentence.spans) for link in linked)
        for span in final:
            if not any(overlap(span, each) for each in sentence.spans):
                added[span.label][not any(overlap(span, link) for link in sentence.links)] += 1
        given = [versions[name][sentence_id] for name in _in_turn(sentence, versions) if sentence_id in versions[name]]
        if not given:
            continue
        first = given[0]
        counts["annotated"] += len(first)
        counts["corrected"] += len(changes(sentence.spans, first))
        if sentence_id in expert:
            counts["changed"] += len(changes(first, final))
        if len(given) > 1:
            second = {span.key for span in given[1]}
            counts["checked"] += len(first)
            counts["in doubt"] += sum(span.key not in second for span in first)
    shares = [
        Share("pre-annotated", counts["pre-annotated"], counts["linked"], 0.6364),
        Share("corrected by the first annotator", counts["corrected"], counts["linked"], 0.7333),
        Share("in doubt for the second annotator", counts["in doubt"], counts["checked"], 0.0859),
        Share("changed by the expert", counts["changed"], counts["annotated"], 0.0857),
    ]
    return Statistics(shares, {label: (linked, other) for label, (linked, other) in added.items()})


def _in_turn(sentence: Sentence, versions: Versions) -> list[str]:
    """The annotators with a version of anything: those whom the sentence was dealt to first, in that order."""
    return [
        *(name for name in sentence.annotators if name in versions),
        *(name for name in versions if name not in sentence.annotators),
    ]
