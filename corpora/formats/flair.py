r"""Flair's column files: a token with its tag and whether a space follows (`+`) or not (`-`) a line.

`ColumnCorpus(folder, {0: "text", 1: "ner", 2: "space-after"}, column_delimiter=r"\t")` reads them. Where the text has
other white space than single spaces between tokens, Flair reads a space.
"""

from __future__ import annotations

from corpora.examples import Example


def flair_sentence(example: Example) -> str:
    """The lines of a sentence, with the empty line behind it."""
    rows = zip(example.tokens, example.tags, example.gaps()[1:], strict=True)
    return "".join(f"{token}\t{tag}\t{'+' if gap else '-'}\n" for token, tag, gap in rows) + "\n"
