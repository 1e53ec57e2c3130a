"""What went out in former rounds of annotation: left out of the next one, but for what is annotated again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import pyarrow.parquet as pq

from corpora.annotation.records import Link, Span
from corpora.annotation.sampling import Place, place_of
from corpora.bio import tagged_spans
from schemas.datasets.dataset import read_batches, read_dataset
from schemas.errors import InputError
from schemas.files import storage

ANNOTATED: Final = "annotated"
"""Source of a label that stands in a sentence because it was annotated so before."""
_COLUMNS: Final = ("page_id", "paragraph", "sentence", "rev_id", "title", "text", "links")


class FormerRounds:
    """The sentences of former rounds, known again by their place and by their text.

    Both decide: a sentence that was edited since stands at the place of one that was sent, and one that moved has its
    text.
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """`rows` are those of `pre_annotations`; a sentence that was sent in several rounds is the same in all."""
        self._rows: dict[Place, Mapping[str, Any]] = {}
        self._times: Counter[Place] = Counter()
        for row in rows:
            place = place_of(row)
            self._rows.setdefault(place, row)
            self._times[place] += 1
        self._texts = {sentence_key(row["text"]) for row in self._rows.values()}

    def have(self, place: Place, text: str) -> bool:
        """Whether a sentence was sent before."""
        return place in self._rows or sentence_key(text) in self._texts

    def again(self, annotated_scores: str, most: int) -> list[dict[str, Any]]:
        """Rows of those that a model doubts although it was trained on them, with the labels that they have.

        They are the sentences of an `annotated_scores` dataset that are `doubtful`, the most doubted first, and so
        many at most (the student report, section 3.2). What went out again in a former round does not once more.
        """
        columns = ["sentence", "negative_log_p", "doubtful", "tokens", "tags"]
        scored = [row for batch in read_dataset(annotated_scores, columns) for row in batch.to_pylist()]
        sent: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for place, row in sorted(self._rows.items()):
            if self._times[place] == 1:
                sent[sentence_key(row["text"])].append(row)
        found: list[dict[str, Any]] = []
        for each in sorted(scored, key=lambda each: (-each["negative_log_p"], each["sentence"])):
            same_text = sent.get("".join(each["tokens"]))
            if each["doubtful"] and same_text and len(found) < most:
                row = same_text.pop(0)
                links = tuple(Link(**link) for link in row["links"])
                found.append({**row, "links": links, "spans": spans_of(row["text"], each["tokens"], each["tags"])})
        return found


def sentence_key(text: str) -> str:
    """What tells a sentence whatever its tokens are: its text without the white space between them."""
    return "".join(text.split())


def spans_of(text: str, tokens: Sequence[str], tags: Sequence[str]) -> tuple[Span, ...]:
    """The entities of a text whose tokens have these BIO tags: joined, they are the text without its white space."""
    places = [place for place, character in enumerate(text) if not character.isspace()]
    ends = [0]
    for token in tokens:
        ends.append(ends[-1] + len(token))
    return tuple(
        Span(places[ends[first]], places[ends[end] - 1] + 1, label, ANNOTATED)
        for first, end, label in tagged_spans(tags)
    )


def read_former(uris: Iterable[str]) -> FormerRounds:
    """The sentences of Parquet parts of `pre_annotations`."""
    parts = dict.fromkeys(uris)
    return FormerRounds(
        row for uri in parts for batch in read_batches(uri, list(_COLUMNS)) for row in batch.to_pylist()
    )


def check_former(uri: str) -> None:
    """Raise InputError for a file that is no Parquet part of `pre_annotations`."""
    try:
        with storage.open_input(uri) as source:
            missing = sorted(set(_COLUMNS).difference(pq.read_schema(source).names))
    except (ValueError, OSError) as error:
        raise InputError(f"{uri}: is not a Parquet file; name the parts of pre_annotations") from error
    if missing:
        raise InputError(f"{uri}: has no column {', '.join(missing)}; name the parts of pre_annotations")
