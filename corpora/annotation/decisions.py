"""The decisions of a round of annotation as the files in its folder have them, and what they replaced, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from corpora.annotation.changes import changes, same
from corpora.annotation.records import Sentence, Span
from corpora.annotation.tools.json_files import read_lines, write_lines
from schemas.errors import InputError


def write_decisions(sentences: Iterable[Sentence], path: Path) -> None:
    """Write sentences with their decided entities, a line each."""
    write_lines(map(_decision, sentences), path)


def _decision(sentence: Sentence) -> dict[str, object]:
    """A sentence as `decided.jsonl` has it."""
    entities = [[span.start, span.end, span.label] for span in sentence.spans]
    of = {"id": sentence.id, "page_id": sentence.page_id, "title": sentence.title}
    return {**of, "text": sentence.text, "entities": entities}


def read_decisions(path: Path, lang: str, otherwise: str) -> dict[str, Sentence]:
    """The sentences of a file, whose language is `lang`, by id.

    Raises InputError, with what to do `otherwise`, for a line that is not as it was written.
    """
    found: dict[str, Sentence] = {}
    for where, row in read_lines(path):
        try:
            spans = tuple(Span(*entity) for entity in row["entities"])
            found[row["id"]] = Sentence(row["id"], row["text"], spans, (), row["page_id"], row["title"], (), lang)
        except (KeyError, TypeError) as error:
            raise InputError(f"{where}: is not as it was written; {otherwise}") from error
    return found


def replaced(again: Sequence[tuple[Sentence, Sentence]]) -> Iterator[str]:
    """What was decided otherwise before, in Markdown, of sentences before and after."""
    other = [(before, after) for before, after in again if not same(before.spans, after.spans)]
    yield f"# Annotated again\n\n{len(again):,} sentences, {len(other):,} of them with other entities than before.\n"
    for before, after in other:
        yield f"\n## {after.id}, {after.title}\n\n> {' '.join(after.text.split())}\n\n"
        for kind, span, former in changes(before.spans, after.spans):
            was = f"; was {_former(after.text, kind, former)}" if former else ""
            yield f"- {_place(after.text, span)}: {kind}, {span.label}{was}\n"


def _former(text: str, kind: str, former: Span) -> str:
    return former.label if kind == "relabelled" else f"{_place(text, former)}, {former.label}"


def _place(text: str, span: Span) -> str:
    return f"`{' '.join(text[span.start : span.end].split())}` ({span.start}:{span.end})"
