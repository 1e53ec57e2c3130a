"""Imitates annotators with known rates of error: `python -m sample.annotators SENT --domain music --tool conll -o OUT`.

SENT has the files of `pre_annotations` as they are sent to annotators, one for each; OUT gets them annotated. With
`--expert FILE`, the file with the sentences on which annotators differ, OUT gets what an expert makes of it. A file is
written as the tool hands one back in which every sentence is annotated.

What is right is decided by hash, from what is suggested: a suggestion is right, has the wrong label or is no entity; a
hyperlink without a suggestion is an entity or not. What was annotated in a former round is right. An annotator misses
some entities and gives some the wrong label, each annotator others; the expert makes no mistake. So every statistic of
the annotation has an expected value.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from corpora.annotation.adjudication import EXPERT
from corpora.annotation.changes import overlap
from corpora.annotation.former import ANNOTATED
from corpora.annotation.records import Sentence, Span
from corpora.annotation.tools import TOOLS
from corpora.annotation.tools.json_files import read_lines, write_lines, write_list
from schemas.chance import uniform
from schemas.domains import read_domain

DOMAINS: Final = Path(__file__).resolve().parent.parent / "domains"

WRONG_LABEL: Final = 0.10
"""Share of the suggestions that have the wrong label."""
NO_ENTITY: Final = 0.05
"""Share of the suggestions that are no entity."""
UNSUGGESTED: Final = 0.70
"""Share of the hyperlinks without a suggestion that are entities."""
MISSED: Final = 0.04
"""Share of the entities that an annotator misses."""
MISLABELLED: Final = 0.04
"""Share of the entities that an annotator gives a wrong label."""
_SEED: Final = 0


def truth(sentence: Sentence, labels: Sequence[str]) -> tuple[Span, ...]:
    """The entities of a sentence, by what was suggested."""
    found = []
    for span in sentence.spans:
        if span.source == ANNOTATED:
            found.append(span)
            continue
        drawn = uniform(_SEED, "suggestion", sentence.id, span.start)
        if drawn < WRONG_LABEL:
            found.append(Span(span.start, span.end, _other(span.label, labels, sentence.id, span.start)))
        elif drawn >= WRONG_LABEL + NO_ENTITY:
            found.append(span)
    for link in sentence.links:
        is_entity = uniform(_SEED, "hyperlink", sentence.id, link.start) < UNSUGGESTED
        if is_entity and not any(overlap(link, span) for span in sentence.spans):
            found.append(Span(link.start, link.end, _other("", labels, sentence.id, link.start)))
    return tuple(sorted(found, key=lambda span: span.start))


def annotated(sentence: Sentence, labels: Sequence[str], annotator: str) -> Sentence:
    """A sentence as an annotator hands it back."""
    found = []
    for span in truth(sentence, labels):
        drawn = uniform(_SEED, "annotator", annotator, sentence.id, span.start)
        if drawn < MISLABELLED:
            label = _other(span.label, labels, annotator, sentence.id, span.start)
            found.append(Span(span.start, span.end, label))
        elif drawn >= MISLABELLED + MISSED:
            found.append(span)
    return replace(sentence, spans=tuple(found))


def write_annotated(sentences: Iterable[Sentence], labels: Sequence[str], path: Path, tool: str) -> None:
    """Write sentences as a tool hands them back: the same as it is sent, and that somebody has annotated them."""
    TOOLS[tool].write(sentences, labels, path)
    if tool == "prodigy":
        write_lines([{**task, "answer": "accept"} for _, task in read_lines(path)], path)
    elif tool == "label-studio":
        write_list([{**task, "annotations": task["predictions"]} for task in _objects(path)], path)
    elif tool == "argilla":
        write_list([_submitted(record) for record in _objects(path)], path)


def _objects(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return found


def _submitted(record: dict[str, Any]) -> dict[str, Any]:
    responses = {question: [each] for question, each in record["suggestions"].items()}
    return {**record, "responses": responses, "status": "completed"}


def _other(label: str, labels: Sequence[str], *key: int | str) -> str:
    """One of the other labels."""
    others = [each for each in labels if each != label]
    return others[int(uniform(_SEED, "label", *key) * len(others))]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sent", metavar="SENT", type=Path, help="folder with the files as they were sent")
    parser.add_argument("--domain", required=True, help="domain whose labels there are")
    parser.add_argument("--tool", required=True, choices=sorted(TOOLS), metavar="TOOL", help="format of the files")
    parser.add_argument("--annotators", default="ann,bob", metavar="NAMES", help="by commas; default %(default)s")
    parser.add_argument("--expert", metavar="FILE", type=Path, help="file for the expert, to be annotated instead")
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="OUT", help="folder to write to")
    options = parser.parse_args(arguments)
    tool = TOOLS[options.tool]
    labels = list(read_domain(str(DOMAINS / f"{options.domain}.toml")).labels)
    names = options.annotators.split(",")
    sent = {name: [each.sentence for each in tool.read_sent(options.sent / f"{name}{tool.suffix}")] for name in names}
    options.output.mkdir(exist_ok=True)
    if options.expert:
        originals = {sentence.id: sentence for sentences in sent.values() for sentence in sentences}
        differing = [originals[each.sentence.id] for each in tool.read_sent(options.expert)]
        decided = [replace(each, spans=truth(each, labels)) for each in differing]
        write_annotated(decided, labels, options.output / f"{EXPERT}{tool.suffix}", options.tool)
        return
    for name in names:
        answers = [annotated(sentence, labels, name) for sentence in sent[name]]
        write_annotated(answers, labels, options.output / f"{name}{tool.suffix}", options.tool)


if __name__ == "__main__":
    main()
