"""What goes with a sentence through every tool, so that what comes back is known again.

A tool keeps the text and what is marked in it. All else of a sentence travels as a record that the tool hands back as
it is: id, page, title, annotators, links, and the suggestions with their sources.

Tools other than CoNLL's files have one layer of labels. There a link without a suggestion is marked by the label
HYPERLINK: annotators give it a label of the set, delete it or leave it, and where it is left it says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from corpora.annotation.alignment import trimmed
from corpora.annotation.records import Link, Sentence, Span
from corpora.annotation.tools.json_files import Object
from schemas.errors import InputError, printable, quoted

HYPERLINK = "HYPERLINK"

Marked = tuple[int, int, str]
"""Start, end and label of what is marked, in code points."""


class Placed(NamedTuple):
    """A sentence that was read, and where it stands, as messages name it."""

    place: str
    sentence: Sentence
    slips: tuple[tuple[str, str], ...] = ()
    """What was read otherwise than it stands there: the place of each, and how it was read."""


class Unread(NamedTuple):
    """A sentence that could not be read, where it stands, and why."""

    place: str
    message: str


def read_each(
    parsed: Iterable[tuple[str, Object | InputError]], placed: Callable[[Object, str], Placed | None]
) -> Iterator[Placed | Unread]:
    """What `placed` makes of each object and its place; left out where that is None, unread where it cannot."""
    for place, record in parsed:
        try:
            if isinstance(record, InputError):
                raise record
            found = placed(record, place)
        except InputError as error:
            yield Unread(place, str(error).removeprefix(printable(f"{place}: ")))
        else:
            if found is not None:
                yield found


def all_read(found: Iterable[Placed | Unread]) -> Iterator[Placed]:
    """The same, where all is to be read. Raises InputError for a sentence that could not be."""
    for each in found:
        if isinstance(each, Unread):
            raise InputError(f"{each.place}: {each.message}")
        yield each


def metadata(sentence: Sentence) -> dict[str, Any]:
    """The record of a sentence, as JSON."""
    return {
        "sentence_id": sentence.id,
        "page_id": sentence.page_id,
        "title": sentence.title,
        "annotators": list(sentence.annotators),
        "links": [[link.start, link.end, link.target] for link in sentence.links],
        "suggestions": [[span.start, span.end, span.label, span.source] for span in sentence.spans],
    }


def read_sentence(record: Any, text: str, marked: Iterable[Marked], place: str) -> Sentence:
    """The sentence of a record, with what is marked in it.

    A span has the source of the suggestion that it is, if it is one. Marks of links that were left as they were are
    dropped. Raises InputError where the record is not one that `metadata` makes.
    """
    try:
        links = tuple(Link(*_typed(each, int, int, str)) for each in record["links"])
        suggestions = [Span(*_typed(each, int, int, str, str)) for each in record["suggestions"]]
        annotators = tuple(_typed(record["annotators"], *[str] * len(record["annotators"])))
        identity = _typed([record[key] for key in ("sentence_id", "page_id", "title")], str, int, str)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"{place}: what goes with a sentence is missing or was changed ({quoted(error)}); annotate the file that "
            "was exported, and keep all of its fields"
        ) from error
    known = {(*trimmed(text, each.start, each.end), each.label): each for each in suggestions}
    linked = {trimmed(text, link.start, link.end) for link in links}
    spans = []
    for start, end, label in marked:
        stretch = trimmed(text, start, end)
        if label != HYPERLINK or stretch not in linked:
            spans.append(known.get((*stretch, label), Span(start, end, label)))
    sentence_id, page_id, title = identity
    in_order = tuple(sorted(spans, key=lambda span: span.key))
    return Sentence(sentence_id, text, in_order, links, page_id, title, annotators)


def marks(sentence: Sentence) -> list[Marked]:
    """What is marked in a sentence where there is one layer: its spans, and its links that no span touches."""
    found = [span.key for span in sentence.spans]
    for link in sentence.links:
        if not any(link.start < end and start < link.end for start, end, _ in found):
            found.append((link.start, link.end, HYPERLINK))
    return sorted(found)


def labels_to_offer(labels: Sequence[str]) -> list[str]:
    """The labels that annotators choose from, with the one of links. Raises InputError where the set has it already."""
    if HYPERLINK in labels:
        raise InputError(f"the label {HYPERLINK} marks links for annotators; name it otherwise in the label set")
    return [*labels, HYPERLINK]


def _typed(values: Any, *types: type) -> list[Any]:
    if not isinstance(values, list) or [type(value) for value in values] != list(types):
        raise TypeError(f"{values!r} is not [{', '.join(each.__name__ for each in types)}]")
    return values
