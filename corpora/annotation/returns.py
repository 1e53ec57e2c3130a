"""What annotators send back, held to what they were sent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from corpora.annotation.alignment import sentence_tokens, trimmed, whole_tokens
from corpora.annotation.changes import same
from corpora.annotation.records import Sentence, Span
from corpora.annotation.tools.metadata import Placed, Unread
from schemas.errors import quoted

Spans = tuple[Span, ...]

FILE_UNCHANGED: Final = "file unchanged"
"""The kind of problem that says of a file that nobody may have annotated it."""


class Problem(NamedTuple):
    """Something in what came back that is not as it should be."""

    place: str
    """File, and line or item."""
    kind: str
    """What it is counted as."""
    message: str
    """What it is, and what became of it."""


@dataclass
class Returned:
    """What one person sent back."""

    versions: dict[str, Spans] = field(default_factory=dict)
    """The entities of each sentence that can be used, by its id: whole tokens, in order, none overlapping another."""
    problems: list[Problem] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    """Ids of the sentences that came back and do not count, each told among the problems."""

    def tell(self, place: str, kind: str, sentence_id: str, message: str) -> None:
        """Add a problem with a sentence."""
        self.problems.append(Problem(place, kind, f"sentence {sentence_id}: {message}"))


def check_returned(
    sent: Mapping[str, Sentence], labels: Collection[str], read: Iterable[Placed | Unread], annotator: str | None = None
) -> Returned:
    """The usable sentences of a file, and a problem for everything in it that is not as it should be.

    `sent` are the sentences as they were sent, by id, `labels` those that there are, `annotator` is whose file it is:
    None for the expert's, which may have any sentence. Refused is a sentence that cannot be read, that was not sent, or
    not to them, whose text was changed, that has an unknown label, entities that overlap or are out of the text, or
    that is there twice with different entities. An entity that ends within a token gets the whole token.
    """
    returned = Returned()
    seen: dict[str, Placed] = {}
    for each in read:
        if isinstance(each, Unread):
            returned.problems.append(Problem(each.place, "sentence unreadable", f"{each.message}; {_NOT}"))
            continue
        place, sentence, slips = each
        for where, message in slips:
            returned.tell(where, "tag repaired", sentence.id, message)
        if sentence.id in seen:
            _tell_repeated(each, seen[sentence.id], returned)
            continue
        seen[sentence.id] = Placed(place, sentence)
        original = sent.get(sentence.id)
        if original is None:
            returned.tell(place, "sentence unknown", sentence.id, "was not sent; it does not count")
        elif annotator is not None and annotator not in original.annotators:
            others = ", ".join(original.annotators) or "nobody"
            message = f"was sent to {others} and not to {annotator}; it does not count"
            returned.tell(place, "not dealt", sentence.id, message)
        elif sentence.text != original.text:
            message = f"{_difference(original.text, sentence.text)}; the sentence does not count"
            returned.tell(place, "text changed", sentence.id, message)
        else:
            spans, problems = _aligned(original, sentence.spans, labels)
            for kind, message in problems:
                returned.tell(place, kind, sentence.id, message)
            if spans is not None:
                returned.versions[sentence.id] = spans
    returned.refused = seen.keys() - returned.versions.keys()
    return returned


def _tell_repeated(again: Placed, before: Placed, returned: Returned) -> None:
    """Tell of a sentence that is there again; it does not count where the entities are others."""
    sentence = again.sentence
    alike = (before.sentence.text, before.sentence.spans) == (sentence.text, sentence.spans)
    if not alike:
        returned.versions.pop(sentence.id, None)
    entities = "the same entities" if alike else "other entities"
    counts = "it counts once" if sentence.id in returned.versions else "neither counts"
    returned.tell(again.place, "sentence repeated", sentence.id, f"also in {before.place}, with {entities}; {counts}")


def missing(sent: Mapping[str, Sentence], annotator: str, returned: Returned, file: str) -> list[Problem]:
    """A problem for each sentence that was sent to an annotator and of which nothing usable came back.

    Of those that came back and were refused, a problem says so already.
    """
    known = returned.versions.keys() | returned.refused
    return [
        Problem(
            file, "sentence missing", f"sentence {sentence.id}: sent to {annotator}, and no usable version came back"
        )
        for sentence in sent.values()
        if annotator in sentence.annotators and sentence.id not in known
    ]


def unchanged(suggested: Mapping[str, Sentence], person: str, returned: Returned, file: str) -> list[Problem]:
    """A problem where all that came back of a person is as it was suggested: perhaps nobody has looked at it.

    `suggested` has each sentence, by id, as that person got it.
    """
    versions = returned.versions
    if not versions or not all(same(suggested[each].spans, spans) for each, spans in versions.items()):
        return []
    message = f"all sentences are as they were suggested to {person}; they count, so see whether they were annotated"
    return [Problem(file, FILE_UNCHANGED, message)]


def _difference(sent: str, text: str) -> str:
    """Where a text differs from the one that was sent: in what is no white space, or else in that."""
    # CoNLL's files have no white space, so a text that was changed in one has other spaces everywhere.
    before, after = _visible(sent), _visible(text)
    if [sent[at] for at in before] == [text[at] for at in after]:
        before, after = range(len(sent)), range(len(text))
    pairs = enumerate(zip(before, after, strict=False))
    number = next((number for number, (at, there) in pairs if sent[at] != text[there]), min(len(before), len(after)))
    at, there = (*before, len(sent))[number], (*after, len(text))[number]
    return f"the text was changed at character {at}: {quoted(text[there:], 20)} instead of {quoted(sent[at:], 20)}"


def _visible(text: str) -> Sequence[int]:
    """The places of what is no white space."""
    return [at for at, character in enumerate(text) if not character.isspace()]


def _aligned(
    original: Sentence, spans: Iterable[Span], labels: Collection[str]
) -> tuple[Spans | None, list[tuple[str, str]]]:
    """The spans as whole tokens, or None where the sentence does not count, and the problems with kind and message."""
    tokens = sentence_tokens(original)
    text = original.text
    suggested = set(original.spans)
    found: list[Span] = []
    problems: list[tuple[str, str]] = []
    refused = False
    for span in spans:
        shown = f"{quoted(text[span.start : span.end], 40)} at {span.start}:{span.end}"
        stretch = whole_tokens(span.start, span.end, tokens)
        if span.label not in labels:
            problems.append(("label unknown", f"{shown} is {quoted(span.label)}, which is no label; {_NOT}"))
            refused = True
        elif span.start < 0 or span.end > len(text):
            beyond = f"the entity at {span.start}:{span.end} is beyond the text, which has {len(text):,} characters"
            problems.append(("no text", f"{beyond}; {_NOT}"))
            refused = True
        elif stretch is None:
            problems.append(("no text", f"{shown} holds no token of the text; {_NOT}"))
            refused = True
        elif stretch == trimmed(text, span.start, span.end):
            found.append(span if span in suggested else Span(*stretch, span.label))
        else:
            problems.append(("not whole tokens", f"{shown} became {quoted(text[slice(*stretch)], 40)}, whole tokens"))
            found.append(Span(*stretch, span.label))
    found.sort(key=lambda span: span.key)
    for first, second in pairwise(found):
        if second.start < first.end:
            surfaces = f"{quoted(text[first.start : first.end], 40)} and {quoted(text[second.start : second.end], 40)}"
            problems.append(("overlap", f"{surfaces} at {second.start} overlap; {_NOT}"))
            refused = True
    return None if refused else tuple(found), problems


_NOT = "the sentence does not count"
