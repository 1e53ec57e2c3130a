"""GLiNER's training data: `{"tokenized_text": [tokens], "ner": [[first token, last token, label], …]}`.

Both token numbers count from 0, and the last one belongs to the mention.
"""

from __future__ import annotations

import json

from corpora.examples import Example


def gliner_item(example: Example) -> str:
    """The JSON object of a sentence; a file is a list of them."""
    spans = [[first, end - 1, label] for first, end, label, _ in example.entities()]
    return json.dumps({"tokenized_text": example.tokens, "ner": spans}, ensure_ascii=False)
