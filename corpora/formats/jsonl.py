"""JSON lines: text, tokens, tags and entities by character, with where the sentence is from."""

from __future__ import annotations

import json

from corpora.examples import Example

_LINE_ENDS = {ord(end): json.dumps(end)[1:-1] for end in "\x85\u2028\u2029"}
"""What some readers take for the end of a line, as JSON escapes it."""


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
    return json.dumps(record, ensure_ascii=False).translate(_LINE_ENDS) + "\n"
