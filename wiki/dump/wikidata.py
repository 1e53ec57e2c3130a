"""Dumps of Wikidata: what an item is said to be, from the JSON form or the truthy N-Triples form.

JSON is an array with an entity a line. Truthy N-Triples has a triple a line and has already left out all but the best
statements; what an item is called on which wiki is not in it. Both are described where Wikibase publishes its formats:
https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html and
https://www.mediawiki.org/wiki/Wikibase/Indexing/RDF_Dump_Format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from schemas.errors import InputError, quoted
from schemas.files.compressed_files import open_decompressed
from schemas.sources.ntriples import may_be_triples
from schemas.sources.wikidata_items import UPWARDS, is_qid

Form = Literal["json", "triples"]

OF_PAGES = ("P31", "P106", "P39")
"""instance of, occupation, position held: wanted of the items that a page of the wiki is about."""
_WANTED = OF_PAGES + UPWARDS
"""The latter are wanted of all items, since classes need no page."""
REDIRECT = "redirect"
"""The property, not Wikidata's own, of an item that was merged into another."""

_HEAD_BYTES = 4096
_TRIPLE = re.compile(
    rb"\n<http://www\.wikidata\.org/entity/(Q[0-9]+)> "
    rb"<http://www\.(?:wikidata\.org/prop/direct/(%s)|w3\.org/2002/07/owl#sameAs)> ([^\n]*)"
    % "|".join(_WANTED).encode()
)
_is_item = re.compile(rb"<http://www\.wikidata\.org/entity/(Q[0-9]+)>[ \t]*\.[ \t]*\r?").fullmatch
_OTHER_ENTITY = "[A-PR-Z][0-9]+(?:-[A-Z][0-9]+)?"
_is_other_entity = re.compile(_OTHER_ENTITY).fullmatch
_is_no_item = re.compile(
    rb"(?:_:\S+|<http://www\.wikidata\.org/(?:\.well-known/genid/[^>]*|entity/%s)>)[ \t]*\.[ \t]*\r?"
    % _OTHER_ENTITY.encode()
).fullmatch


class Statement(NamedTuple):
    """That an item has a value of a property, both as `Q42`."""

    item: str
    property: str
    value: str
    """Empty where Wikidata says that there is a value and that it is not known, or that there is none, and where it is
    another entity than an item, such as a lexeme.
    """


class Item(NamedTuple):
    """An item of the JSON form."""

    qid: str
    title: str
    """Title of the item's page on the wiki asked for, as Wikidata writes it; empty where it has none."""
    statements: list[Statement]
    """Of the properties above, for each its best ones."""


class MalformedError(ValueError):
    """A line that is not what the dump's form asks for. The message says why."""


class _EntityId(msgspec.Struct):
    id: str = ""
    numeric_id: int = msgspec.field(name="numeric-id", default=0)


class _DataValue(msgspec.Struct):
    value: _EntityId


class _Snak(msgspec.Struct):
    snaktype: str
    datavalue: _DataValue | None = None


class _Claim(msgspec.Struct):
    mainsnak: _Snak
    rank: str = "normal"


class _Claims(msgspec.Struct):
    P31: list[_Claim] = []
    P39: list[_Claim] = []
    P106: list[_Claim] = []
    P171: list[_Claim] = []
    P279: list[_Claim] = []


class _Page(msgspec.Struct):
    title: str


class JsonReader:
    """Reads entities from lines of the JSON form, for a wiki by its name in Wikidata (`enwiki`).

    Fields that are not asked for are skipped over without making objects of them.
    """

    def __init__(self, wiki: str) -> None:
        sitelinks = msgspec.defstruct(
            "Sitelinks", [("page", _Page | None, msgspec.field(name=wiki, default=None))], namespace={}
        )
        # PHP writes an empty map as an empty list.
        entity = msgspec.defstruct(
            "Entity",
            [
                ("id", str),
                ("type", str, "item"),
                ("claims", _Claims | list[Any], []),
                ("sitelinks", sitelinks | list[Any], []),
            ],
        )
        self._decode = msgspec.json.Decoder(entity).decode

    def read(self, line: bytes) -> Item | None:
        """The item of a line; None for the array's brackets, an empty line, or an entity that is no item.

        Raises MalformedError where the line is no entity.
        """
        line = line.strip().removesuffix(b",")
        if line in (b"", b"[", b"]"):
            return None
        try:
            entity: Any = self._decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise MalformedError(str(error)) from error
        if entity.type != "item":
            return None
        if not is_qid(entity.id):
            raise MalformedError(f"{quoted(entity.id)} is not the id of an item")
        page = getattr(entity.sitelinks, "page", None)
        statements: list[Statement] = []
        if isinstance(entity.claims, _Claims):
            for name in _WANTED:
                claims = getattr(entity.claims, name)
                statements += [Statement(entity.id, name, _value(claim)) for claim in _best(claims)]
        return Item(entity.id, page.title if page else "", statements)


def _best(claims: list[_Claim]) -> list[_Claim]:
    """The preferred ones where there are any, else the normal ones; never the deprecated."""
    return [claim for claim in claims if claim.rank == "preferred"] or [
        claim for claim in claims if claim.rank == "normal"
    ]


def _value(claim: _Claim) -> str:
    snak = claim.mainsnak
    if snak.snaktype != "value" or snak.datavalue is None:
        return ""
    # Dumps before 2017 have the number alone.
    qid = snak.datavalue.value.id or f"Q{snak.datavalue.value.numeric_id}"
    if is_qid(qid):
        return qid
    if _is_other_entity(qid):
        return ""
    raise MalformedError(f"{quoted(qid)} is not the id of an entity")


def find_triples(block: bytes) -> Iterator[Statement | MalformedError]:
    """The statements of a block of whole lines of the truthy form; other predicates are not looked at.

    A line that says one of the predicates and is no triple is an error among them.
    """
    for match in _TRIPLE.finditer(b"\n" + block):
        item, name, rest = match.groups()
        value = _is_item(rest)
        if value and is_qid(item.decode()) and is_qid(value[1].decode()):
            yield Statement(item.decode(), name.decode() if name else REDIRECT, value[1].decode())
        elif name and _is_no_item(rest):
            yield Statement(item.decode(), name.decode(), "")
        else:
            yield MalformedError(match[0][1:201].decode(errors="replace"))


def dump_form(path: str) -> Form:
    """The form of a dump, by its first bytes. Raises InputError where it is neither.

    A text that is neither would give a dataset without rows.
    """
    with open_decompressed(path) as file:
        head = file.read(_HEAD_BYTES).lstrip()
    if head[:1] in (b"[", b"{"):
        return "json"
    if head and may_be_triples(path):
        return "triples"
    raise InputError(
        f"{path}: begins with {quoted(head[:24])}; give a dump of Wikidata, as JSON (…-all.json.bz2) or as truthy "
        "N-Triples (…-truthy.nt.bz2)"
    )
