"""RDF files as graphs: RDF/XML, N-Triples or Turtle, within bounds on what a file may cost.

They are parsed by Oxigraph, fifty times as fast as by rdflib. It takes minutes on RDF/XML that is nested deeply and
seconds on elements with tens of thousands of attributes, and triples about triples about triples end the process. No
ontology has such things; they are refused before it is asked.
"""

from __future__ import annotations

import io
import logging
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree
from xml.parsers import expat

from pyoxigraph import BlankNode, NamedNode, RdfFormat, Triple, parse
from pyoxigraph import Literal as OxiLiteral
from rdflib import BNode, Graph, Literal, URIRef

from schemas.errors import InputError, quoted
from schemas.files.compressed_files import open_decompressed

MAX_BYTES = 64 << 20
"""Most bytes of a file, decompressed; DBpedia's ontology has 3 MB."""
MAX_DEPTH = 100
"""Most levels of elements, in RDF/XML."""
MAX_ATTRIBUTES = 1_000
"""Most attributes of an element, and most namespaces of a document."""
MAX_TRIPLE_TERMS = 1_000
"""Most triples about triples (RDF 1.2), in N-Triples and Turtle."""


def read_graph(uri: str, patterns: Mapping[URIRef, URIRef | None], language: str) -> Graph:
    """The triples of a file with one of these predicates and its object, where that is not None.

    RDF/XML, N-Triples or Turtle, plain, gzip or bzip2, recognised by content. Of texts those in one language (`en`) are
    kept. Raises InputError where the file cannot be read, or is beyond the bounds.
    """
    with open_decompressed(uri) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"{uri}: more than {MAX_BYTES >> 20} MB; give DBpedia's ontology, which has 3")
    kind = _kind(data)
    graph = Graph()
    # It warns of every odd IRI, with the raw text of the file.
    logging.getLogger("rdflib.term").setLevel(logging.ERROR)
    wanted = {str(predicate): only and str(only) for predicate, only in patterns.items()}
    problem = _check_xml(data) if kind is RdfFormat.RDF_XML else _check_text(data)
    if not problem:
        try:
            for triple in _triples(data, kind):
                predicate = triple.predicate.value
                if predicate in wanted and _fits(triple.object, wanted[predicate], language):
                    graph.add((_term(triple.subject), URIRef(predicate), _term(triple.object)))
        except (SyntaxError, ValueError, MemoryError) as error:
            problem = quoted(str(error), 200)
    if problem:
        raise InputError(f"{uri}: not an ontology in RDF/XML, N-Triples or Turtle ({problem})")
    return graph


def _triples(data: bytes, kind: RdfFormat) -> Iterator[Triple]:
    try:
        yield from parse(data, format=kind, lenient=True)
    except SyntaxError:
        if kind is not RdfFormat.RDF_XML:
            raise
        # Oxigraph takes no encoding but UTF-8, no comment within a text and no CDATA beside one. What has come so far
        # comes again.
        plain = ElementTree.canonicalize(from_file=io.BytesIO(data))
        yield from parse(plain, format=kind, lenient=True)


def _fits(term: object, only: str | None, language: str) -> bool:
    match term:
        case NamedNode(value=value):
            return only in (None, value)
        case OxiLiteral(language=found):
            return only is None and found == language
    # A triple can be about another one since RDF 1.2.
    return only is None and isinstance(term, BlankNode)


def _term(term: object) -> URIRef | BNode | Literal:
    match term:
        case NamedNode(value=value):
            return URIRef(value)
        case OxiLiteral(value=value, language=language):
            return Literal(value, lang=language)
        case BlankNode(value=value):
            return BNode(value)
    raise ValueError(f"a triple about a triple: {term}")


def _kind(data: bytes) -> RdfFormat:
    start = data[:200_000]
    if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        # XML may be in it; the others are UTF-8.
        start = start.decode("utf-16", "ignore").encode()
    start = start.lstrip()[:100_000]
    if re.match(rb"<(\?xml|!--|!DOCTYPE|rdf:RDF)", start):
        return RdfFormat.RDF_XML
    statements = [line for line in start.splitlines()[:-1] or start.splitlines() if line and not line.startswith(b"#")]
    if all(re.fullmatch(rb"\s*(<[^>]*>|_:\S+)\s+<[^>]*>\s+(<[^>]*>|_:\S+|\".*)\s*\.\s*", line) for line in statements):
        return RdfFormat.N_TRIPLES
    return RdfFormat.TURTLE


class _RefusedError(Exception):
    """What an XML document has that is not read."""


def _check_xml(data: bytes) -> str:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.ordered_attributes = True
    depth = namespaces = 0

    def start(_: str, attributes: list[str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise _RefusedError(f"line {parser.CurrentLineNumber}: elements more than {MAX_DEPTH} deep")
        if len(attributes) > 2 * MAX_ATTRIBUTES:
            raise _RefusedError(f"line {parser.CurrentLineNumber}: more than {MAX_ATTRIBUTES:,} attributes")

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def entity(*_: object) -> None:
        # Entities can make gigabytes of a kilobyte, and no ontology needs them.
        raise _RefusedError(f"line {parser.CurrentLineNumber}: declares an XML entity")

    def namespace(*_: object) -> None:
        nonlocal namespaces
        namespaces += 1
        if namespaces > MAX_ATTRIBUTES:
            raise _RefusedError(f"line {parser.CurrentLineNumber}: more than {MAX_ATTRIBUTES:,} namespaces")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.EntityDeclHandler, parser.StartNamespaceDeclHandler = entity, namespace
    try:
        parser.Parse(data, True)
    except _RefusedError as error:
        return str(error)
    except (expat.ExpatError, ValueError, LookupError) as error:
        # The latter two for an encoding that is not known or cannot be read.
        return f"no XML: {error}"
    return ""


def _check_text(data: bytes) -> str:
    return f"more than {MAX_TRIPLE_TERMS:,} triples about triples" if data.count(b"<<") > MAX_TRIPLE_TERMS else ""
