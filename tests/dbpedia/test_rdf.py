from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import dbpedia.rdf
from dbpedia.rdf import MAX_DEPTH, MAX_TEXT, read_graph
from dbpedia.sources.infoboxes import read_mappings
from schemas.errors import InputError
from tests.dbpedia.test_ontology import NT, OWL, TURTLE

HEAD, TAIL = OWL.split("<owl:Class rdf:about", 1)[0], "</rdf:RDF>"
LONG = "x" * (MAX_TEXT + 1)
BOMB = "".join(f'<!ENTITY e{n} "&e{n - 1};&e{n - 1};">' for n in range(1, 30))


def graph(tmp_path: Path, text: str | bytes) -> int:
    path = tmp_path / "o.owl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return len(read_graph(str(path)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            f'<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY e0 "x">{BOMB}]>\n<r>&e29;</r>',
            "line 2: declares an XML entity",
        ),
        (f'<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY a "x">]>\n{OWL[22:]}', "line 2: declares an XML entity"),
        (HEAD + "<owl:A>" * MAX_DEPTH + "</owl:A>" * MAX_DEPTH + TAIL, "elements more than 100 deep"),
        (HEAD + f"<owl:A><owl:b>{LONG}</owl:b></owl:A>" + TAIL, "a text of more than 65,536 characters"),
        (HEAD + '<owl:A><owl:b rdf:parseType="Literal"><c/></owl:b></owl:A>' + TAIL, "markup as a literal"),
        (HEAD + "<owl:A " + " ".join(f'owl:a{n}=""' for n in range(1_001)) + "/>" + TAIL, "more than 1,000 attributes"),
        (HEAD + "<owl:A " + " ".join(f'xmlns:a{n}="x"' for n in range(1_001)) + "/>" + TAIL, "1,000 namespaces"),
        (HEAD + "<owl:A>", "no XML: no element found"),
        (NT + f'<http://a/b> <http://a/c> "{LONG}" .\n', "line 6: more than 65,536 bytes"),
        (TURTLE + f'dbo:A dbo:b """{LONG}""" .\n', "line 6: a text of more than 65,536 bytes"),
        (TURTLE + "dbo:A dbo:b " + "[dbo:c " * 5_000 + "1" + "]" * 5_000 + " .", "RecursionError"),
        (TURTLE + "\x1b[2J\n\u202e", r"NotationParseError|BadSyntax"),
    ],
)
def test_what_costs_too_much_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=problem) as error:
        graph(tmp_path, text)
    assert str(error.value).isprintable()


def test_a_text_of_the_longest_length_is_read(tmp_path: Path) -> None:
    text = "x" * (MAX_TEXT - 50)
    assert graph(tmp_path, HEAD + f"<owl:A><owl:b>{text}</owl:b></owl:A>" + TAIL) == 2
    assert graph(tmp_path, NT + f'<http://a/b> <http://a/c> "{text}" .\n') == 5
    assert graph(tmp_path, TURTLE + f'dbo:A dbo:b """{text}""" . # "{"x" * 100}\n') == 5


def test_a_file_of_any_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dbpedia.rdf, "MAX_BYTES", 1 << 20)
    with pytest.raises(InputError, match="more than 1 MB; give DBpedia's ontology, which has 3"):
        graph(tmp_path, b"#\n" * (1 << 19) + b"#")


def test_odd_terms_are_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert (
        graph(tmp_path, TURTLE + "dbo:A dbo:b <http://a\n\x1b b> , '5x'^^<http://www.w3.org/2001/XMLSchema#int> .\n")
        == 6
    )
    assert caplog.records == []


@pytest.mark.parametrize("encoding", ["gb2312", "nope", "utf-7", "idna", "hex", "undefined", "utf-32"])
@pytest.mark.parametrize("read", [read_graph, read_mappings])
def test_an_encoding_that_cannot_be_read(encoding: str, read: Callable[[str], object], tmp_path: Path) -> None:
    path = tmp_path / "o.xml"
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?><r/>')
    with pytest.raises(InputError, match=r"o\.xml: not an (ontology|export)"):
        read(str(path))
