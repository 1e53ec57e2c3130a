from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from schemas.errors import InputError
from tests.support.paths import SHARED
from tests.support.wikidata import ENTITY, PROPERTY, claim, entity, triple
from wiki.dump.wikidata import REDIRECT, Item, JsonReader, MalformedError, Statement, dump_form, find_triples

READER = JsonReader("enwiki")


def read(document: object) -> Item | None:
    return READER.read(json.dumps(document).encode())


def values(document: object) -> list[tuple[str, str]]:
    item = read(document)
    assert item is not None
    return [(statement.property, statement.value) for statement in item.statements]


def test_an_item_with_its_title_on_the_wiki() -> None:
    links = {"dewiki": "Zürich (Stadt)", "enwiki": "Zürich: a city"}
    document = entity("Q72", links, [("P31", "Q515", "normal"), ("P17", "Q39", "normal")])
    assert read(document) == Item("Q72", "Zürich: a city", [Statement("Q72", "P31", "Q515")])
    assert JsonReader("frwiki").read(json.dumps(document).encode()) == Item(
        "Q72", "", [Statement("Q72", "P31", "Q515")]
    )


@pytest.mark.parametrize(
    ("claims", "wanted"),
    [
        ([("P31", "Q1", "normal"), ("P31", "Q2", "preferred"), ("P31", "Q3", "deprecated")], ["Q2"]),
        ([("P31", "Q1", "normal"), ("P31", "Q3", "deprecated"), ("P31", "Q4", "normal")], ["Q1", "Q4"]),
        ([("P31", "Q3", "deprecated")], []),
        # The best statement says that nothing is known: the others are not its best, and truthy has none either.
        ([("P31", "Q1", "normal"), ("P31", None, "preferred")], [""]),
    ],
)
def test_the_best_statements_of_a_property(claims: list[tuple[str, str | None, str]], wanted: list[str]) -> None:
    assert values(entity("Q9", {}, claims)) == [("P31", value) for value in wanted]


def test_ranks_are_of_each_property_by_itself() -> None:
    claims = [("P31", "Q5", "normal"), ("P106", "Q901", "preferred"), ("P106", "Q36180", "normal")]
    assert values(entity("Q9", {}, claims)) == [("P31", "Q5"), ("P106", "Q901")]


def test_empty_maps_written_as_lists() -> None:
    assert read({"id": "Q1", "type": "item", "claims": [], "sitelinks": [], "labels": []}) == Item("Q1", "", [])
    assert read({"id": "Q1", "type": "item", "claims": {}, "sitelinks": {}}) == Item("Q1", "", [])


@pytest.mark.parametrize(
    "value", [{"numeric-id": 5}, {"id": "Q5"}, {"numeric-id": 5, "id": "Q5", "entity-type": "item"}]
)
def test_the_forms_of_an_item_value(value: dict[str, object]) -> None:
    stated = claim("P31", "Q1")
    stated["mainsnak"]["datavalue"]["value"] = value
    assert values({"id": "Q9", "type": "item", "claims": {"P31": [stated]}}) == [("P31", "Q5")]


def test_novalue_and_a_value_that_is_not_there() -> None:
    for kind in ("novalue", "somevalue"):
        stated = {"mainsnak": {"snaktype": kind, "property": "P31"}, "rank": "normal"}
        assert values({"id": "Q9", "type": "item", "claims": {"P31": [stated]}}) == [("P31", "")]


@pytest.mark.parametrize("other", ["L5", "L5-F1", "P31", "M7"])
def test_a_value_that_is_another_entity_costs_its_statement_alone(other: str) -> None:
    claims = [("P31", "Q5", "normal"), ("P106", "Q1", "normal"), ("P106", "Q36180", "normal")]
    document = entity("Q9", {}, claims)
    document["claims"]["P106"][0]["mainsnak"]["datavalue"]["value"] = {"id": other}
    wanted = [("P31", "Q5"), ("P106", ""), ("P106", "Q36180")]
    assert values(document) == wanted
    lines = [triple("Q9", "P31", "Q5"), triple("Q9", "P106", other), triple("Q9", "P106", "Q36180"), ""]
    assert list(find_triples("\n".join(lines).encode())) == [Statement("Q9", *pair) for pair in wanted]


@pytest.mark.parametrize("line", [b"[\n", b"]\n", b"\n", b"", b'{"type":"property","id":"P31","claims":{}},\n'])
def test_what_is_no_item(line: bytes) -> None:
    assert READER.read(line) is None


@pytest.mark.parametrize("end", [b"", b"\n", b",\n", b",\r\n"])
def test_ends_of_lines(end: bytes) -> None:
    assert READER.read(b'{"type":"item","id":"Q1"}' + end) == Item("Q1", "", [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"type":"item","id":"Q1","claims":{"P31":[{"mains', "truncated"),
        (b'{"type":"item","id":"Q01"}', "'Q01' is not the id of an item"),
        (b'{"type":"item"}', "`id`"),
        (b'{"type":"item","id":"\xff"}', "utf-8"),
        (b'{"id":"Q1","claims":{"P31":[{"mainsnak":{"snaktype":"value","datavalue":{"value":"x"}}}]}}', "P31"),
        (
            b'{"id":"Q1","claims":{"P31":[{"mainsnak":{"snaktype":"value","datavalue":{"value":{"id":"Q05"}}}}]}}',
            "'Q05'",
        ),
        (b"Q1", "malformed"),
    ],
)
def test_broken_lines(line: bytes, message: str) -> None:
    with pytest.raises(MalformedError, match=message):
        READER.read(line)


@pytest.fixture(scope="module")
def folder() -> Path:
    """Real items of Wikidata beside the checkout; they are not part of the project."""
    path = SHARED / "wikidata"
    if not path.is_dir():
        pytest.skip(f"the real items are not at {path}")
    return path


def test_real_items(folder: Path) -> None:
    found = {}
    for name in ("Q42", "Q32063953"):
        document = json.loads(gzip.decompress((folder / f"wbgetentities-{name}.json.gz").read_bytes()))
        [item] = map(read, document["entities"].values())
        assert item is not None
        found[item.qid, item.title] = [(each.property, each.value) for each in item.statements]
    assert found == {
        ("Q42", "Douglas Adams"): [
            ("P31", "Q5"),
            *[("P106", value) for value in ("Q28389", "Q6625963", "Q4853732", "Q18844224", "Q36180")],
        ],
        # The answer for Q32063953, which was merged into Q1040.
        ("Q1040", "Karlsruhe"): [
            ("P31", value) for value in ("Q2327515", "Q1549591", "Q262166", "Q253030", "Q515", "Q22865")
        ],
    }


def test_a_real_dump(folder: Path) -> None:
    path = folder / "sample-dump-20150815.json.gz"
    assert dump_form(str(path)) == "json"
    lines = gzip.decompress(path.read_bytes()).splitlines()
    items = [item for item in map(READER.read, lines) if item]
    assert len(items) == 55
    assert sum(len(item.statements) for item in items) == 119
    [germany] = [item for item in items if item.qid == "Q183"]
    numbers = (3624078, 185441, 6256, 43702, 160016, 6505795, 7270, 619610, 4209223, 7275)
    assert germany.statements == [Statement("Q183", "P31", f"Q{number}") for number in numbers]


def test_triples_of_the_wanted_predicates() -> None:
    lines = [
        triple("Q42", "P31", "Q5"),
        f'<{ENTITY}Q42> <http://schema.org/description> "\\u00e9 <{ENTITY}Q1> <{PROPERTY}P31> <{ENTITY}Q2> ."@en .',
        triple("Q42", "P310", "Q7"),
        triple("P31", "P31", "Q18616576"),
        triple("Q42", "P106", "Q36180"),
        f"<{ENTITY}Q43> <{PROPERTY}P31> _:b1 .",
        f"<{ENTITY}Q44> <{PROPERTY}P31> <http://www.wikidata.org/.well-known/genid/ab12> .",
        f"<{ENTITY}Q45> <http://www.w3.org/2002/07/owl#sameAs> <{ENTITY}Q42> .",
        triple("Q515", "P279", "Q486972") + "\r",
    ]
    assert list(find_triples("\n".join([*lines, ""]).encode())) == [
        Statement("Q42", "P31", "Q5"),
        Statement("Q42", "P106", "Q36180"),
        Statement("Q43", "P31", ""),
        Statement("Q44", "P31", ""),
        Statement("Q45", REDIRECT, "Q42"),
        Statement("Q515", "P279", "Q486972"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        f"<{ENTITY}Q42> <{PROPERTY}P31> <{ENTITY}Q5>",
        f"<{ENTITY}Q42> <{PROPERTY}P31> <{ENTITY}Q0> .",
        f'<{ENTITY}Q42> <{PROPERTY}P31> "text" .',
        f"<{ENTITY}Q42> <{PROPERTY}P31> ",
        f"<{ENTITY}Q45> <http://www.w3.org/2002/07/owl#sameAs> <http://example.org/Q1> .",
    ],
)
def test_broken_triples(line: str) -> None:
    [found] = find_triples(f"{line}\n".encode())
    assert isinstance(found, MalformedError)
    assert str(found) == line


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"[\n{}\n]", "json"),
        (b'{"type":"item"}', "json"),
        (triple("Q1", "P31", "Q2").encode(), "triples"),
        (gzip.compress(b"# comment\n", mtime=0), "triples"),
        (f"# comment\n\n<broken>\n{triple('Q1', 'P31', 'Q2')}\n".encode(), "triples"),
    ],
)
def test_the_form_is_told_by_content(tmp_path: Path, data: bytes, form: str) -> None:
    path = tmp_path / "dump"
    path.write_bytes(data)
    assert dump_form(str(path)) == form


@pytest.mark.parametrize(
    "data", [b"", b"@prefix wd: <x> .", b"<?xml version='1.0'?>", b"PK", b"# A text\n\nof us\n", b"<html>"]
)
def test_what_is_no_dump_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "dump"
    path.write_bytes(data)
    with pytest.raises(InputError, match="give a dump of Wikidata"):
        dump_form(str(path))
