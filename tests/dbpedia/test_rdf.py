from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rdflib import RDF, RDFS, BNode, Literal, URIRef

import dbpedia.rdf
from dbpedia.rdf import MAX_DEPTH, MAX_TRIPLE_TERMS, read_graph
from dbpedia.sources.infoboxes import read_mappings
from schemas.errors import InputError
from tests.dbpedia.test_ontology import NT, OWL, TURTLE

HEAD, TAIL = OWL.split("<owl:Class rdf:about", 1)[0], "</rdf:RDF>"
BOMB = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 30))
ABOUT, CLOSED = "<<( <http://a/s> <http://a/c> ", " )>>"
DEEP = f"{ABOUT * 200_000}<http://a/o>{CLOSED * 200_000}"

B, C = URIRef("http://www.w3.org/2002/07/owl#b"), URIRef("http://a/c")
OWL_CLASS = URIRef("http://www.w3.org/2002/07/owl#Class")
PATTERNS = dict.fromkeys([RDF.type, RDFS.label, RDFS.subClassOf, B, C, URIRef("http://dbpedia.org/ontology/b")])


def read(path: str) -> int:
    """The number of triples that are read."""
    return len(read_graph(path, PATTERNS, "en"))


def graph(tmp_path: Path, text: str | bytes) -> int:
    path = tmp_path / "o.owl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(str(path))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            f'<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY e0 "x">{BOMB}]>\n<r>&e29;</r>',
            "line 2: declares an XML entity",
        ),
        (f'<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY a "x">]>\n{OWL[22:]}', "line 2: declares an XML entity"),
        (HEAD + "<owl:A>" * MAX_DEPTH + "</owl:A>" * MAX_DEPTH + TAIL, "elements more than 100 deep"),
        (HEAD + "<owl:A " + " ".join(f'owl:a{n}=""' for n in range(1_001)) + "/>" + TAIL, "more than 1,000 attributes"),
        (HEAD + "<owl:A " + " ".join(f'xmlns:a{n}="x"' for n in range(1_001)) + "/>" + TAIL, "1,000 namespaces"),
        (HEAD + "<owl:A>", "no XML: no element found"),
        (f"{NT}<http://a/b> <http://a/c> {DEEP} .\n", "more than 1,000 triples about triples"),
        (f"{TURTLE}<http://a/b> <http://a/c> {DEEP} .\n", "more than 1,000 triples about triples"),
        (TURTLE + "\x1b[2J\n\u202e", "Parser error at line 6 column 1: "),
    ],
)
def test_what_costs_too_much_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=problem) as error:
        graph(tmp_path, text)
    assert str(error.value).isprintable()


def test_a_text_may_be_as_long_as_it_is(tmp_path: Path) -> None:
    text = "x" * (1 << 20)
    assert graph(tmp_path, HEAD + f'<owl:A><owl:b xml:lang="en">{text}</owl:b></owl:A>' + TAIL) == 2
    assert graph(tmp_path, NT + f'<http://a/b> <http://a/c> "{text}"@en .\n') == 5
    assert graph(tmp_path, TURTLE + f'dbo:A dbo:b """{text}"""@en . # {"x" * 100}\n') == 5


@pytest.mark.parametrize("text", ["a<!-- b -->c", "a<![CDATA[c]]>", "<![CDATA[a]]>&#99;", "a<!-- b --><![CDATA[]]>c"])
@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1"])
def test_a_text_in_pieces_is_one_and_in_any_encoding(text: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "o.owl"
    head = HEAD.replace('"1.0"', f'"1.0" encoding="{encoding}"')
    content = (
        f'<owl:A xml:lang="en"><owl:b>{text}</owl:b><owl:b>\xe9</owl:b></owl:A><owl:Class rdf:about="http://a/b"/>'
    )
    path.write_bytes(f"{head}{content}{TAIL}".encode(encoding))
    found = read_graph(str(path), {B: None, RDF.type: None}, "en")
    assert {*found.objects(None, B)} == {Literal("ac", lang="en"), Literal("\xe9", lang="en")}
    assert {*found.subjects(RDF.type, OWL_CLASS)} == {URIRef("http://a/b")}


@pytest.mark.parametrize(("text", "triples"), [(OWL, 6), (NT, 4), (TURTLE, 4)])
def test_a_byte_order_mark_and_the_line_ends_of_windows(text: str, triples: int, tmp_path: Path) -> None:
    assert graph(tmp_path, text) == triples
    assert graph(tmp_path, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == triples


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("declared", ["", ' encoding="UTF-16"'])
def test_xml_in_utf_16(order: str, declared: str, tmp_path: Path) -> None:
    text = "\ufeff" + OWL.replace(' encoding="UTF-8"', "").replace('version="1.0"', f'version="1.0"{declared}')
    assert graph(tmp_path, text.encode(f"utf-16-{order}")) == 6


def test_brackets_may_be_as_deep_as_they_are(tmp_path: Path) -> None:
    assert graph(tmp_path, TURTLE + "dbo:A dbo:b " + "[dbo:c " * 5_000 + "1" + "]" * 5_000 + " .") == 5


def test_what_is_asked_for_is_read(tmp_path: Path) -> None:
    path = tmp_path / "o.nt"
    texts = ["<http://a/x>", "_:y", '"two"@EN', '"zwei"@de', '"2"', '"2"^^<http://a/y>', '"<&\\n"@en', '"two"@en-gb']
    path.write_text("".join(f"<http://a/b> <http://a/{p}> {text} .\n" for p in "cd" for text in texts))
    found = read_graph(str(path), {C: None}, "en")
    assert {(str(s), str(p)) for s, p, _ in found} == {("http://a/b", "http://a/c")}
    terms = set(found.objects())
    assert sum(isinstance(term, BNode) for term in terms) == 1
    named = {URIRef("http://a/x"), Literal("<&\n", lang="en"), Literal("two", lang="en")}
    assert {term for term in terms if not isinstance(term, BNode)} == named
    assert [*read_graph(str(path), {C: URIRef("http://a/x")}, "en").objects()] == [URIRef("http://a/x")]


@pytest.mark.parametrize(
    "text",
    [
        f"{NT}<http://a/b> <http://a/d> {ABOUT}<http://a/o>{CLOSED} .\n",
        f"{NT}<http://a/b> <http://a/c> {ABOUT}<http://a/o>{CLOSED} .\n",
        f"{TURTLE}<http://a/b> <http://a/c> {ABOUT * MAX_TRIPLE_TERMS}<http://a/o>{CLOSED * MAX_TRIPLE_TERMS} .\n",
        TURTLE + "<< dbo:A dbo:b dbo:c >> dbo:d dbo:e .\n",
    ],
)
def test_triples_about_triples_are_passed_over(text: str, tmp_path: Path) -> None:
    assert graph(tmp_path, text) == 4


def test_a_file_of_any_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dbpedia.rdf, "MAX_BYTES", 1 << 20)
    with pytest.raises(InputError, match="more than 1 MB; give DBpedia's ontology, which has 3"):
        graph(tmp_path, b"#\n" * (1 << 19) + b"#")


def test_odd_terms_are_read_without_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    odd = "dbo:A dbo:b <http://a{b> , '5x'^^<http://www.w3.org/2001/XMLSchema#int> , '6x'@en .\n"
    assert graph(tmp_path, TURTLE + odd) == 6
    assert caplog.records == []


@pytest.mark.parametrize("encoding", ["gb2312", "nope", "utf-7", "idna", "hex", "undefined", "utf-32"])
@pytest.mark.parametrize("read", [read, read_mappings])
def test_an_encoding_that_cannot_be_read(encoding: str, read: Callable[[str], object], tmp_path: Path) -> None:
    path = tmp_path / "o.xml"
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?><r/>')
    with pytest.raises(InputError, match=r"o\.xml: not an (ontology|export)"):
        read(str(path))
