"""JSON lines: text, tokens, tags and entities by character, with where the sentence is from."""

from __future__ import annotations

from corpora.examples import Example
from corpora.json_text import json_text


def json_line(example: Example) -> str:
    """The line of a sentence; `text[start:end]` is an entity, in code points."""
    tokens, starts = example.tokens, example.starts
    entities = [
        {"start": starts[first], "end": starts[end - 1] + len(tokens[end - 1]), "label": label}
        | ({} if example.qids is None else {"qid": qid})
        for first, end, label, qid in example.entities()
    ]
    record = {
        **example.source,
        "text": example.text,
        "entities": entities,
        "tokens": tokens,
        "starts": starts,
        "tags": example.tags,
    }
    return json_text(record) + "\n"
