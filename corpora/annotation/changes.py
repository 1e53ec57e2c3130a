"""What changed in the entities of a sentence from one version to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from corpora.annotation.records import Link, Span

Kind = Literal["added", "removed", "relabelled", "moved"]


class Change(NamedTuple):
    """A change of one entity."""

    kind: Kind
    span: Span
    """As it is afterwards; of one that was removed, as it was."""
    former: Span | None = None
    """What it was before, of one that was relabelled or moved."""


def changes(before: Iterable[Span], after: Iterable[Span]) -> list[Change]:
    """The changes from one version to the next, in the order of the text.

    An entity that begins or ends elsewhere was moved, whatever its label is; of several that overlap it the first one
    is taken for what became of it. Sources are not compared.
    """
    kept = _keys(before) & _keys(after)
    old = [span for span in before if span.key not in kept]
    found = []
    for span in after:
        if span.key in kept:
            continue
        match = next((each for each in old if overlap(each, span)), None)
        if match is None:
            found.append(Change("added", span))
            continue
        old.remove(match)
        same_place = (match.start, match.end) == (span.start, span.end)
        found.append(Change("relabelled" if same_place else "moved", span, match))
    found += [Change("removed", span) for span in old]
    return sorted(found, key=lambda change: change.span.start)


def same(first: Iterable[Span], second: Iterable[Span]) -> bool:
    """Whether two versions have the same entities with the same labels."""
    return _keys(first) == _keys(second)


def overlap(first: Span | Link, second: Span | Link) -> bool:
    """Whether two stretches of a sentence share some text."""
    return first.start < second.end and second.start < first.end


def _keys(spans: Iterable[Span]) -> set[tuple[int, int, str]]:
    return {span.key for span in spans}
