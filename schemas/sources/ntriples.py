"""What a line of N-Triples is, and whether a file may be made of them: asked of DBpedia's files and of Wikidata's."""

from __future__ import annotations

import re
from typing import Final

from schemas.files.compressed_files import open_decompressed

# The grammar of N-Triples (W3C, section 7), except for what old releases contain: an IRI may have ^ ` { | } and a
# backslash.
_IRI: Final = r"[^\x00-\x20<>\"]*+"
TRIPLE: Final = re.compile(
    rf"[ \t]*(?:<({_IRI})>|_:[^\s<>\"]+)[ \t]*<({_IRI})>[ \t]*"
    rf"(?:<({_IRI})>|_:[^\s<>\"]+?|\"(?:[^\"\\\n\r]++|\\.)*+\"(?:@[a-zA-Z]+(?:-[a-zA-Z0-9]+)*|\^\^<{_IRI}>)?)"
    rf"[ \t]*\.[ \t]*(?:#.*)?\r?"
)
"""A line that is a triple, with groups for its parts that are IRIs."""
BLANK: Final = re.compile(r"[ \t\r]*(?:#.*)?")
"""A line that says nothing."""
_HEAD_BYTES: Final = 1 << 20


def may_be_triples(uri: str, predicate: str | None = None) -> bool:
    """Whether a file may be N-Triples by its first megabyte: a line of it is a triple, or all say nothing.

    With `predicate`, the IRI of one, only its triples count.

    The file may be plain, gzip or bzip2. Files with nothing but comments, and empty ones, are published too. Raises
    InputError where the file is missing or its compression is broken.
    """
    with open_decompressed(uri) as file:
        head = file.read(_HEAD_BYTES)
    lines = head.split(b"\n")
    if len(head) == _HEAD_BYTES:
        # The last one may go on.
        lines.pop()
    strange = False
    for line in lines:
        text = line.decode(errors="replace")
        triple = TRIPLE.fullmatch(text)
        if triple and predicate in (None, triple[2]):
            return True
        strange = strange or not BLANK.fullmatch(text)
    return not strange
