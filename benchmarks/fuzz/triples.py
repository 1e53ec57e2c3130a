"""Mutated RDF: N-Triples of types and redirects, the ontology in three formats, and exports of DBpedia's mappings.

    python -m benchmarks.fuzz.triples --number 100000 [--seed S] [--first N] [--jobs 2]

Each case mutates one small file and reads it. Nothing but an InputError of one line may come of it; of N-Triples every
line must be counted, and blocks of any size must give the same triples. Then the time for texts that are hard to read
is compared with that for four times as much.
"""

from __future__ import annotations

import bz2
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import dbpedia.sources.triples
from benchmarks.fuzz.harness import growths, run
from benchmarks.fuzz.mutations import mutated
from dbpedia.label_sets import label_map
from dbpedia.ontology import Ontology, read_ontology
from dbpedia.sources.infoboxes import read_mappings
from dbpedia.sources.instance_types import read_types
from dbpedia.sources.triples import RDF_TYPE, REDIRECTS, TripleCounts, read_triples, resource_titles
from dbpedia.sources.typed_titles import TypeCounts
from schemas.errors import InputError

SAMPLE = Path(__file__).parents[2] / "sample" / "wiki"
_LINES = 12
_DBO, _RDFS = "http://dbpedia.org/ontology/", "http://www.w3.org/2000/01/rdf-schema#"
_OWL_CLASS = "http://www.w3.org/2002/07/owl#Class"
_CLASSES = ("Band", "Group", "Person", "Agent", "Species")
_TURTLE = f"@prefix dbo: <{_DBO}> .\n@prefix rdfs: <{_RDFS}> .\n# classes\n" + "".join(
    f"dbo:{cls} a <{_OWL_CLASS}> ; rdfs:subClassOf dbo:Agent, [ a dbo:X ] ; rdfs:label 'a'@en, 'b' .\n"
    for cls in _CLASSES
)
_MAPPINGS = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">
<page><title>Mapping en:Infobox band</title><revision>
<text>{{TemplateMapping | mapToClass = Band }}</text></revision></page>
<page><title>Mapping en:Infobox x</title><revision><text>{{ConditionalMapping | cases =
{{Condition | templateProperty = a | operator = equals | value = b
| mapping = {{TemplateMapping | mapToClass = Group }}}}
{{Condition | operator = otherwise | mapping = {{TemplateMapping | mapToClass = Person }}}} }}</text></revision></page>
<page><title>Mapping en:Old</title><revision><text>#REDIRECT [[Mapping en:Infobox band]]</text></revision></page>
</mediawiki>
"""
TOKENS = (
    *(b"<", b">", b" .", b".", b'"', b'"""', b"'", b"\\", b"\\u0041", b"\\u000A", b"\\ud800", b"\\UFFFFFFFF", b"\\n"),
    *(
        b"\n",
        b"\r\n",
        b"\r",
        b"\0",
        b"\xff",
        b"\xe2\x80\xae",
        b"\x1b",
        b"\t",
        b" ",
        b"#",
        b"_:b1",
        b"@en",
        b"^^<http://a>",
    ),
    *(b"[", b"]", b"(", b")", b";", b",", b"a", b"@prefix x: <http://x/> .", b"@base <http://b/> .", b"&amp;", b"&x;"),
    *(b"<!ENTITY x 'y'>", b"<!DOCTYPE r [", b"]>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<rdf:RDF>", b"</rdf:RDF>"),
    *(b"rdf:parseType='Literal'", b"rdf:parseType='Collection'", b"xml:lang='en'", b"xmlns:x='y'", b"rdf:about=''"),
    *(b"http://dbpedia.org/ontology/", b"http://dbpedia.org/resource/", b"Band", b"{{", b"}}", b"|", b"[[", b"]]"),
    *(b"equals", b"mapToClass", b"<title>", b"</page>", b"%00", b"%FF", b"__", b"owl:Class", b"subClassOf", b"en"),
)


@cache
def _seeds() -> dict[str, bytes]:
    types, redirects = (
        b"".join(bz2.decompress(next(SAMPLE.glob(pattern)).read_bytes()).splitlines(keepends=True)[:_LINES])
        for pattern in ("instance-types*", "redirects*")
    )
    owl = (SAMPLE / "ontology.owl").read_bytes()
    classes = owl.split(b"<owl:Class ")
    ntriples = "".join(f"<{_DBO}{cls}> <{RDF_TYPE}> <{_OWL_CLASS}> .\n" for cls in _CLASSES) + "".join(
        f'<{_DBO}{cls}> <{_RDFS}subClassOf> <{_DBO}Agent> .\n<{_DBO}{cls}> <{_RDFS}label> "a"@en .\n'
        for cls in _CLASSES
    )
    return {
        "types": types,
        "redirects": redirects,
        "ontology.owl": b"<owl:Class ".join(classes[:6]).rpartition(b"</owl:Class>")[0] + b"</owl:Class>\n</rdf:RDF>\n",
        "ontology.nt": ntriples.encode(),
        "ontology.ttl": _TURTLE.encode(),
        "mappings": _MAPPINGS.encode(),
    }


def check_file(chance: Random) -> str:
    """Draw a file, change it and check what is read; returns the outcome."""
    kind = chance.choice(sorted(_seeds()))
    data = mutated(_seeds()[kind], chance, TOKENS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f"
        path.write_bytes(data)
        try:
            read(kind, str(path), chance)
        except InputError as error:
            assert str(error).isprintable(), repr(str(error))
            return "refused"
    return "read"


def read(kind: str, path: str, chance: Random) -> None:
    """Read a file of a kind, and use what it gives. Raises InputError, or AssertionError for a wrong count."""
    if kind.startswith("ontology"):
        ontology = read_ontology(path)
        for labels in ("315", "212", "4"):
            label_map(ontology, labels)
        ontology.most_specific(ontology.classes)
    elif kind == "mappings":
        read_mappings(path)
    else:
        predicate = RDF_TYPE if kind == "types" else REDIRECTS
        found = _triples(path, predicate)
        before = dbpedia.sources.triples._BLOCK
        try:
            dbpedia.sources.triples._BLOCK = chance.choice((10, 200, 1_000))
            if _triples(path, predicate) != found:
                raise AssertionError("blocks of another size give other triples")
        finally:
            dbpedia.sources.triples._BLOCK = before
        if kind == "types":
            read_types([path], _ontology(), TypeCounts())


@cache
def _ontology() -> Ontology:
    return read_ontology(str(SAMPLE / "ontology.owl"))


def _triples(path: str, predicate: str) -> tuple[list[tuple[str, str]], list[str], int, int, int]:
    counts = TripleCounts()
    pairs: list[tuple[str, str]] = []
    for block in read_triples(path, predicate, counts):
        pairs += zip(block.subjects, block.objects, strict=True)
    if counts.triples + counts.other + counts.malformed > counts.lines:
        raise AssertionError("more triples and rejects than lines")
    titles = resource_titles([subject for subject, _ in pairs])
    return pairs, titles, counts.lines, counts.other, counts.malformed


_START = f"<{_DBO}A> <{RDF_TYPE}> <{_OWL_CLASS}> .\n".encode()
_TURTLE_START = _START + b"@prefix o: <http://o/> .\n"
_RDF_XML_START = f'<rdf:RDF xmlns:rdf="{RDF_TYPE.removesuffix("type")}" xmlns:o="http://o/">'.encode()
SHAPES: dict[str, Callable[[int], bytes]] = {
    "plain triples": lambda n: _START * (n // len(_START)),
    "a long literal": lambda n: _START + b'<a> <b> "' + b"x" * n + b'" .\n',
    "escapes": lambda n: _START + b'<a> <b> "' + b"\\n" * (n // 2) + b'" .\n',
    "a long name": lambda n: _START + b"<a> <b> _:" + b"x." * (n // 2) + b" .\n",
    "a long IRI": lambda n: _START + b"<a> <b> <" + b"x" * n + b"> .\n",
    "an open IRI": lambda n: _START + b"<" * n + b"\n",
    "blanks": lambda n: _START + b" " * n + b"x\n",
    "comments": lambda n: _START + b"<a> <b> <c> ." + b"#" * n + b"\n",
    "line ends": lambda n: _START + b"\n" * n,
    "no line end": lambda n: b"x" * n,
    "not UTF-8": lambda n: _START + b"\xff\n" * (n // 2),
    "quotes": lambda n: _START + b'<a> <b> "' + b'"' * n + b"\n",
    "triples about triples": lambda n: (
        _START + b"<a> <b> " + b"<<( <a> <b> " * (n // 16) + b"<c>" + b" )>>" * (n // 16) + b" .\n"
    ),
    "brackets": lambda n: _TURTLE_START + b"<a> <b> " + b"[<c> " * (n // 6) + b"1" + b"]" * (n // 6) + b" .\n",
    "lists": lambda n: _TURTLE_START + b"<a> <b> " + b"(" * (n // 2) + b"1" + b")" * (n // 2) + b" .\n",
    "prefixes": lambda n: _TURTLE_START + b"".join(b"@prefix a%d: <x> .\n" % number for number in range(n // 20)),
    "nested elements": lambda n: (
        _RDF_XML_START + b"<o:a><o:b>" * (n // 21) + b"</o:b></o:a>" * (n // 21) + b"</rdf:RDF>"
    ),
    "a text in pieces": lambda n: (
        _RDF_XML_START + b"<o:a><o:b>" + b"x<!--y--><![CDATA[z]]>" * (n // 22) + b"</o:b></o:a></rdf:RDF>"
    ),
    "markup as a literal": lambda n: (
        _RDF_XML_START + b'<o:a><o:b rdf:parseType="Literal">' + b"<c/>" * (n // 4) + b"</o:b></o:a></rdf:RDF>"
    ),
}
"""RDF of about so many bytes that a careless reader goes through again and again."""


def read_shape(data: bytes) -> None:
    """Read a text as N-Triples, and as an ontology."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f"
        path.write_bytes(data)
        _triples(str(path), RDF_TYPE)
        try:
            read_ontology(str(path))
        except InputError:
            return


def main() -> int:
    """Run the command; returns 1 where there were faults."""
    return run(__doc__, {"triples": check_file}, 1_000, growths(read_shape, SHAPES))


if __name__ == "__main__":
    sys.exit(main())
