"""Annotated sentences in the files of CoNLL's shared tasks: a token with its tag a line, empty lines between sentences.

Columns are separated by a tab (CrossNER: `token<TAB>tag`) or, in lines without one, by spaces (CoNLL-2003: `token part
chunk tag`); the token is the first, the tag the last. Tags are BIO; an I- that continues nothing, which is how
CoNLL-2003's files begin entities, is read as B-.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from schemas.errors import Faults, InputError, quoted
from schemas.files.compressed_files import open_decompressed

_DOCUMENT = "-DOCSTART-"
_TAG = re.compile(r"O|([BI])-(\S+)")


class TaggedSentence(NamedTuple):
    """A sentence's tokens, each with its tag."""

    tokens: list[str]
    tags: list[str]


@dataclass
class ConllFile:
    """What a file holds."""

    sentences: list[TaggedSentence] = field(default_factory=list)
    """In the order of the file, none without tokens, tags valid BIO."""
    empty: int = 0
    """Sentences without tokens, which were skipped: a second empty line, or one after the start of a document."""
    repaired: int = 0
    """Tags that begin an entity with I- and became B-."""


def read_conll(uri: str, heading: str = "") -> ConllFile:
    """The sentences of a plain, gzip or bzip2 file in UTF-8, with or without a byte order mark, with any line ends.

    A line of one column that begins with `heading` stands above a sentence and is passed over. Raises InputError, with
    file and line of all of them, for lines without a tag or token, for those of another number of columns than the
    first, and for tags that are not BIO.
    """
    found = ConllFile()
    faults = Faults()
    first: tuple[int, int] | None = None  # the first line of a token, and its columns
    tokens: list[str] = []
    tags: list[str] = []
    for number, line in enumerate(text_lines(uri), 1):
        columns = _columns(line)
        is_heading = heading and len(columns) == 1 and columns[0].startswith(heading)
        if columns[:1] == [_DOCUMENT] or is_heading:
            if tokens:
                _close(found, tokens, tags)
                tokens, tags = [], []
            continue
        if not any(columns):
            _close(found, tokens, tags)
            tokens, tags = [], []
            continue
        with faults.caught():
            tag = _tag(line, columns, tags[-1] if tags else "O", f"{uri}, line {number}")
            first = first or (number, len(columns))
            if len(columns) != first[1]:
                raise InputError(
                    f"{uri}, line {number}: {quoted(line)} has {len(columns)} columns, where line {first[0]} has "
                    f"{first[1]}; a line is one token and its tag, with a tab between them"
                )
            found.repaired += tag != columns[-1]
            tokens.append(columns[0])
            tags.append(tag)
    if tokens:
        _close(found, tokens, tags)
    faults.refuse()
    return found


def conll_sentence(tokens: Sequence[str], tags: Sequence[str]) -> str | None:
    """A sentence as `read_conll` reads it, with the empty line behind it.

    None for one with a token that readers take for the beginning of a document.
    """
    if any(token.startswith(_DOCUMENT) for token in tokens):
        return None
    return "".join(f"{token}\t{tag}\n" for token, tag in zip(tokens, tags, strict=True)) + "\n"


def text_lines(uri: str) -> Iterator[str]:
    """The lines of a plain, gzip or bzip2 file in UTF-8, without their ends. Raises InputError for other encodings."""
    with open_decompressed(uri) as file:
        data = file.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{uri}, line {line}: not UTF-8 ({error.reason}); convert the file") from error
    if text:
        # Not splitlines, which would also split at Unicode separators inside tokens.
        yield from text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")


def _columns(line: str) -> list[str]:
    if "\t" in line:
        return [column.strip(" ") for column in line.split("\t")]
    return [column for column in line.split(" ") if column]


def _close(found: ConllFile, tokens: list[str], tags: list[str]) -> None:
    if tokens:
        found.sentences.append(TaggedSentence(tokens, tags))
    else:
        found.empty += 1


def _tag(line: str, columns: Sequence[str], before: str, place: str) -> str:
    """The valid tag of a line's token. Raises InputError for a line that has not both."""
    if len(columns) < 2 or not columns[-1]:
        raise InputError(f"{place}: {quoted(line)} has no tag; a line is a token, a tab and its tag")
    if not columns[0].strip():
        raise InputError(f"{place}: {quoted(line)} has no token; a line is a token, a tab and its tag")
    return valid_tag(columns[-1], before, place)


def valid_tag(tag: str, before: str, place: str) -> str:
    """The tag, B- where it is an I- that does not continue the tag before it. Raises InputError where it is not BIO."""
    match = _TAG.fullmatch(tag)
    if match is None:
        raise InputError(f"{place}: {quoted(tag)} is not a BIO tag: a tag is O, B-label or I-label")
    prefix, label = match.groups()
    return f"B-{label}" if prefix == "I" and before[2:] != label else tag
