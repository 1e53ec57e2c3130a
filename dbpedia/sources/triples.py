"""N-Triples as DBpedia publishes them: one triple a line, in files of hundreds of millions of lines."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from schemas.errors import InputError
from schemas.files.compressed_files import open_decompressed
from schemas.sources.ntriples import BLANK, TRIPLE
from schemas.sources.titles import canonical_title

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
REDIRECTS = "http://dbpedia.org/ontology/wikiPageRedirects"

_BLOCK = 4 << 20
_LONGEST_LINE = 32 << 20

# Bytes that occur in the releases only in literals and escapes.
_UNUSUAL = bytes({*range(32), 127, ord('"'), ord("\\")} - {ord("\n")})
_COLUMNS = {
    "subject": pa.string(),
    "predicate": pa.dictionary(pa.int32(), pa.string()),
    "object": pa.string(),
    "end": pa.dictionary(pa.int32(), pa.string()),
}
_BRACKETS = ((pc.starts_with, "<"), (pc.ends_with, ">"))
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
# What no IRI can have, but the escapes of one can say.
_IMPOSSIBLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
# What no title can have, but the percent-encoding of one can say; the last is what bytes become that are not UTF-8.
_IMPOSSIBLE_IN_TITLE = re.compile(r"__|[\x00-\x1f\x7f\ufffd]")
_RESOURCE = "http://dbpedia.org/resource/"
_EDITION = re.compile(r"https?://(?:(?!commons\.|wikidata\.)([a-z][a-z-]*)\.)?dbpedia\.org/resource/(.+)", re.DOTALL)
_PLAIN_START = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


@dataclass
class TripleCounts:
    """What was read from one or more files."""

    lines: int = 0
    triples: int = 0
    """Triples of the predicate asked for whose subject and object are IRIs."""
    other: int = 0
    """Valid triples of other predicates, or with literals or blank nodes."""
    malformed: int = 0
    """Lines that are not a triple, a comment or blank."""
    first_malformed: str = ""
    """File, line number and text (cut to 200 code points) of the first of them."""


class Triples(NamedTuple):
    """A block of triples in the order of the file: IRIs, with the escapes of N-Triples undone."""

    subjects: list[str]
    objects: list[str]


def read_triples(uri: str, predicate: str, counts: TripleCounts) -> Iterator[Triples]:
    """The triples of one predicate in an N-Triples file, in blocks of about 4 MB of text.

    The file may be plain, gzip or bzip2, recognised by content. Comments and blank lines are skipped; malformed lines
    are counted in `counts` and left out. Raises InputError where the file is missing or its compression is broken.
    """
    before = 0
    for block in _blocks(uri):
        triples = _parse(block, predicate)
        if triples is None:
            text = _decode(block, f"{uri}, line", before, counts)
            triples = _read_lines(text, predicate, f"{uri}, line", before, counts)
        n_lines = block.count(b"\n")
        before += n_lines
        counts.lines += n_lines
        counts.triples += len(triples.subjects)
        if triples.subjects:
            yield triples


def resource_titles(iris: Sequence[str]) -> list[str]:
    """The canonical title of each IRI, or an empty string for one that does not name an article.

    Articles are the resources of DBpedia and its language editions, percent-encoded or not. Not articles are the
    resources of Commons and Wikidata, and those whose name holds `__`, which stand for a part of an article
    (`Lionel_Messi__CareerStation__1`) and which no title can hold; nor can one hold control characters, or bytes that
    are not UTF-8.
    """
    skip = len(_RESOURCE)
    joined = "\n".join([iri[skip:] if iri.startswith(_RESOURCE) else "" for iri in iris])
    if not joined.isascii():
        joined = unicodedata.normalize("NFC", joined)
    joined = joined.replace("_", " ")
    titles = joined.split("\n")
    if len(titles) != len(iris) or " \n" in joined or joined.endswith(" ") or "\ufffd" in joined:
        return [resource_title(iri) for iri in iris]
    return [
        # A title is kept as it is if `canonical_title` could not change it; all others take the slow path.
        title
        if title[:1] in _PLAIN_START and "%" not in title and "  " not in title and title.isprintable()
        else resource_title(iri)
        for title, iri in zip(titles, iris, strict=True)
    ]


def resource_title(iri: str) -> str:
    """The same for one IRI."""
    match = _EDITION.fullmatch(iri)
    if match is None:
        return ""
    name = unquote(match[2])
    return "" if _IMPOSSIBLE_IN_TITLE.search(name) else canonical_title(name, lang=match[1] or "")


def count_editions(iris: Sequence[str]) -> Counter[str]:
    """How many of the IRIs are resources of each edition of DBpedia, by its host (`de.dbpedia.org`)."""
    others = [iri for iri in iris if not iri.startswith(_RESOURCE)]
    counts = Counter({"dbpedia.org": len(iris) - len(others)})
    matches = filter(None, map(_EDITION.fullmatch, others))
    counts.update(f"{match[1]}.dbpedia.org" if match[1] else "dbpedia.org" for match in matches)
    return +counts


def _blocks(uri: str) -> Iterator[bytes]:
    """The file's bytes, in blocks that end with a line; the last line gets its newline if it has none."""
    rest = b""
    with open_decompressed(uri) as file:
        while data := file.read(_BLOCK):
            end = data.rfind(b"\n") + 1
            if end:
                yield rest + data[:end]
                rest = data[end:]
            elif len(rest) > _LONGEST_LINE:
                raise InputError(f"{uri}: no line end in {len(rest):,} bytes, so this is not N-Triples")
            else:
                rest += data
    if rest:
        yield rest + b"\n"


def _decode(block: bytes, place: str, before: int, counts: TripleCounts) -> str:
    try:
        return block.decode()
    except UnicodeDecodeError:
        lines = block.split(b"\n")
        for number, line in enumerate(lines, before + 1):
            try:
                line.decode()
            except UnicodeDecodeError:
                _reject(line.decode(errors="replace"), place, number, counts)
                lines[number - before - 1] = b""
        return b"\n".join(lines).decode()


def _parse(block: bytes, predicate: str) -> Triples | None:
    """The triples of a block whose every line is `<subject> <predicate> <object> .`, with single spaces and without
    escapes.

    None for any other block. The releases are written like this, so Arrow's CSV reader can split their lines.
    """
    if len(block) != len(block.translate(None, _UNUSUAL)):
        return None
    try:
        table = csv.read_csv(
            pa.BufferReader(block),
            read_options=csv.ReadOptions(
                use_threads=False, block_size=len(block) + 1, column_names=["subject", "predicate", "object", "end"]
            ),
            parse_options=csv.ParseOptions(delimiter=" ", quote_char=False),
            convert_options=csv.ConvertOptions(column_types=_COLUMNS),
        )
    except pa.ArrowInvalid:  # a line with more or fewer columns, or bytes that are not UTF-8
        return None
    iris = [table["subject"], table["object"]]
    n_lines = block.count(b"\n")
    # The predicate holds one pair of angle brackets, subject and object at least one, and a line has three: so each
    # has one, and no line is blank.
    if (
        table["predicate"].unique().to_pylist() != [f"<{predicate}>"]
        or table["end"].unique().to_pylist() != ["."]
        or not all(pc.all(test(column, pattern=sign)).as_py() for column in iris for test, sign in _BRACKETS)
        or not block.count(b"<") == block.count(b">") == 3 * n_lines
    ):
        return None
    subjects, objects = ([iri[1:-1] for iri in column.to_pylist()] for column in iris)
    return Triples(subjects, objects)


def _read_lines(text: str, predicate: str, place: str, before: int, counts: TripleCounts) -> Triples:
    triples = Triples([], [])
    for number, line in enumerate(text.split("\n")[:-1], before + 1):
        match = TRIPLE.fullmatch(line)
        if match is None:
            if not BLANK.fullmatch(line):
                _reject(line, place, number, counts)
            continue
        subject, stated, object_ = (_unescape(iri) if iri else iri for iri in match.groups())
        if _IMPOSSIBLE.search(f"{subject}{stated}{object_}"):
            _reject(line, place, number, counts)
        elif subject is None or object_ is None or stated != predicate:
            counts.other += 1
        else:
            triples.subjects.append(subject)
            triples.objects.append(object_)
    return triples


def _unescape(iri: str) -> str:
    # A code point beyond Unicode becomes a surrogate, which the caller refuses.
    return _ESCAPE.sub(_code_point, iri)


def _code_point(match: re.Match[str]) -> str:
    code = int(match[1] or match[2], 16)
    return chr(code) if code <= sys.maxunicode else "\ud800"


def _reject(line: str, place: str, number: int, counts: TripleCounts) -> None:
    counts.malformed += 1
    counts.first_malformed = counts.first_malformed or f"{place} {number}: {line[:200]}"
