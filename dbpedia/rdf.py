"""RDF files as graphs: RDF/XML, N-Triples or Turtle, within bounds on what a file may cost.

Oxigraph's parser takes a twentieth of the time that rdflib's takes. It looks at all open elements, their namespaces and
attributes at each element, so minutes would pass on a file of a megabyte with deep ones. No ontology has such elements,
nor texts as long as a book; they are refused before it is asked.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from xml.parsers import expat

from pyoxigraph import BlankNode, NamedNode, RdfFormat, parse
from pyoxigraph import Literal as OxiLiteral
from rdflib import BNode, Graph, Literal, URIRef

from schemas.errors import InputError, quoted
from schemas.storage import open_decompressed

MAX_BYTES = 64 << 20
"""Most bytes of a file, decompressed; DBpedia's ontology has 3 MB."""
MAX_TEXT = 1 << 16
"""Most bytes of a literal, a line of N-Triples, or the text of an element."""
MAX_DEPTH = 100
"""Most levels of elements, in RDF/XML."""
MAX_ATTRIBUTES = 1_000
"""Most attributes of an element."""

_turtle_text = re.compile(
    rb'<[^<>"\s]*+>|#[^\n]*+|"""(?:[^"\\]|\\.|"(?!""))*+"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*+\'\'\''
    rb"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|[^\s<#\"']++",
    re.DOTALL,
)
_PARSE_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns# parseType"


def read_graph(uri: str, patterns: Mapping[URIRef, URIRef | None], language: str) -> Graph:
    """The triples of a file with one of these predicates and its object, where that is not None.

    RDF/XML (in UTF-8), N-Triples or Turtle, plain, gzip or bzip2, recognised by content. Texts are kept in one language
    (`en`) only.

    Raises InputError where the file cannot be read, or is beyond the bounds.
    """
    with open_decompressed(uri) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"{uri}: more than {MAX_BYTES >> 20} MB; give DBpedia's ontology, which has 3")
    name = _format(data)
    problem = _CHECKS[name](data)
    graph = Graph()
    # It warns of every odd IRI, with the raw text of the file.
    logging.getLogger("rdflib.term").setLevel(logging.ERROR)
    if not problem:
        wanted = {str(predicate): only and str(only) for predicate, only in patterns.items()}
        try:
            for triple in parse(data, format=_FORMATS[name], lenient=True):
                predicate = triple.predicate.value
                if predicate in wanted and _fits(triple.object, wanted[predicate], language):
                    graph.add((_term(triple.subject), URIRef(predicate), _term(triple.object)))
        except (SyntaxError, ValueError, MemoryError) as error:
            problem = quoted(str(error), 200)
    if problem:
        raise InputError(f"{uri}: not an ontology in RDF/XML, N-Triples or Turtle ({problem})")
    return graph


def _fits(term: object, only: str | None, language: str) -> bool:
    match term:
        case NamedNode(value=value):
            return only in (None, value)
        case OxiLiteral(language=found):
            return only is None and found == language
    # A triple can be about another one since RDF 1.2.
    return only is None and isinstance(term, BlankNode)


def _term(term: NamedNode | BlankNode | OxiLiteral) -> URIRef | BNode | Literal:
    match term:
        case NamedNode(value=value):
            return URIRef(value)
        case OxiLiteral(value=value, language=language):
            return Literal(value, lang=language)
    return BNode(term.value)


def _format(data: bytes) -> str:
    start = data[:200_000].removeprefix(b"\xef\xbb\xbf").lstrip()[:100_000]
    if re.match(rb"<(\?xml|!--|!DOCTYPE|rdf:RDF)", start):
        return "xml"
    statements = [line for line in start.splitlines()[:-1] or start.splitlines() if line and not line.startswith(b"#")]
    if all(re.fullmatch(rb"\s*(<[^>]*>|_:\S+)\s+<[^>]*>\s+(<[^>]*>|_:\S+|\".*)\s*\.\s*", line) for line in statements):
        return "nt"
    return "turtle"


class _RefusedError(Exception):
    """What an XML document has that is not read."""


def _check_xml(data: bytes) -> str:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.ordered_attributes = parser.buffer_text = True
    texts: list[int] = []
    namespaces = 0

    def start(_: str, attributes: list[str]) -> None:
        texts.append(0)
        if len(texts) > MAX_DEPTH:
            raise _RefusedError(f"line {parser.CurrentLineNumber}: elements more than {MAX_DEPTH} deep")
        if len(attributes) > 2 * MAX_ATTRIBUTES:
            raise _RefusedError(f"line {parser.CurrentLineNumber}: more than {MAX_ATTRIBUTES:,} attributes")
        if (_PARSE_TYPE, "Literal") in zip(attributes[::2], attributes[1::2], strict=True):
            raise _RefusedError(f"line {parser.CurrentLineNumber}: markup as a literal (rdf:parseType)")

    def end(_: str) -> None:
        texts.pop()

    def text(data: str) -> None:
        texts[-1] += len(data)
        if texts[-1] > MAX_TEXT:
            raise _RefusedError(f"line {parser.CurrentLineNumber}: a text of more than {MAX_TEXT:,} characters")

    def entity(*_: object) -> None:
        # Entities can make gigabytes of a kilobyte, and no ontology needs them.
        raise _RefusedError(f"line {parser.CurrentLineNumber}: declares an XML entity")

    def namespace(*_: object) -> None:
        nonlocal namespaces
        namespaces += 1
        if namespaces > MAX_ATTRIBUTES:
            raise _RefusedError(f"line {parser.CurrentLineNumber}: more than {MAX_ATTRIBUTES:,} namespaces")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = text, entity
    parser.StartNamespaceDeclHandler = namespace
    try:
        parser.Parse(data, True)
    except _RefusedError as error:
        return str(error)
    except (expat.ExpatError, ValueError, LookupError) as error:
        # The latter two for an encoding that is not known or cannot be read.
        return f"no XML: {error}"
    return ""


def _check_ntriples(data: bytes) -> str:
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > MAX_TEXT:
            return f"line {number}: more than {MAX_TEXT:,} bytes"
    return ""


def _check_turtle(data: bytes) -> str:
    for token in _turtle_text.finditer(data):
        if token.end() - token.start() > MAX_TEXT:
            line = 1 + data.count(b"\n", 0, token.start())
            return f"line {line}: a text of more than {MAX_TEXT:,} bytes"
    return ""


_FORMATS = {"xml": RdfFormat.RDF_XML, "nt": RdfFormat.N_TRIPLES, "turtle": RdfFormat.TURTLE}
_CHECKS = {"xml": _check_xml, "nt": _check_ntriples, "turtle": _check_turtle}
