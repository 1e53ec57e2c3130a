from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rdflib import Graph, URIRef

from dbpedia.sources import triples as module
from dbpedia.sources.triples import (
    RDF_TYPE,
    REDIRECTS,
    TripleCounts,
    count_editions,
    read_triples,
    resource_title,
    resource_titles,
)
from schemas.errors import InputError
from schemas.sources.titles import canonical_title


def pairs_of(path: Path, predicate: str, counts: TripleCounts) -> list[tuple[str, str]]:
    return [pair for block in read_triples(str(path), predicate, counts) for pair in zip(*block, strict=True)]


def line(subject: str, cls: str) -> str:
    return f"<http://dbpedia.org/resource/{subject}> <{RDF_TYPE}> <http://dbpedia.org/ontology/{cls}> .\n"


PLAIN = line("Ada_Lovelace", "Scientist") + line("Ångström", "Unit") + line("Ranma_½", "Manga")
EXPECTED = [
    (f"http://dbpedia.org/resource/{subject}", f"http://dbpedia.org/ontology/{cls}")
    for subject, cls in (("Ada_Lovelace", "Scientist"), ("Ångström", "Unit"), ("Ranma_½", "Manga"))
]


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress, lambda data: bz2.compress(data[:9]) + bz2.compress(data[9:])])  # fmt: skip  # noqa: E501
@pytest.mark.parametrize("block", [1, 50, 4 << 20])
def test_compressions_and_block_sizes(
    compress: Callable[[bytes], bytes], block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BLOCK", block)
    path = tmp_path / "types"
    path.write_bytes(compress(PLAIN.removesuffix("\n").encode()))
    counts = TripleCounts()
    assert pairs_of(path, RDF_TYPE, counts) == EXPECTED
    assert counts == TripleCounts(lines=3, triples=3)


@pytest.mark.parametrize(
    ("text", "expected", "counts"),
    [
        ("", 0, TripleCounts()),
        ("# started 2026\n\n \t\n# completed", 0, TripleCounts(lines=4)),
        ("# started\n" + PLAIN + "# completed\n", 3, TripleCounts(lines=5, triples=3)),
        (PLAIN.replace("\n", "\r\n"), 3, TripleCounts(lines=3, triples=3)),
        (PLAIN.replace("> <", ">\t <").replace("> .", ">. # so"), 3, TripleCounts(lines=3, triples=3)),
        (
            PLAIN + f'<http://a/b> <{RDF_TYPE}> "a \\"word\\""@en .\n_:b <{RDF_TYPE}> <http://a/c> .\n',
            3,
            TripleCounts(lines=5, triples=3, other=2),
        ),
        (PLAIN + f"<http://a/b> <{REDIRECTS}> <http://a/c> .\n", 3, TripleCounts(lines=4, triples=3, other=1)),
        (
            PLAIN + "<http://a/b> <http://a/c>\n<!DOCTYPE html>\n",
            3,
            TripleCounts(
                lines=5, triples=3, malformed=2, first_malformed="FILE, line 4: <http://a/b> <http://a/c>"
            ),
        ),
        # One line has two predicates and another none: their number is right, only their columns are not.
        (
            f"<http://a/b> .\n<http://a/b> <{RDF_TYPE}> <http://a/c> <{RDF_TYPE}> <http://a/d> .\n",
            0,
            TripleCounts(lines=2, malformed=2, first_malformed="FILE, line 1: <http://a/b> ."),
        ),
        (
            line("A", "B").replace("/A>", "/A B>") + PLAIN,
            3,
            TripleCounts(lines=4, triples=3, malformed=1, first_malformed="FILE, line 1: " + line("A B", "B")[:-1]),
        ),
        (
            PLAIN + line("A<B", "C") + PLAIN.replace("\n", "\n\n"),
            6,
            TripleCounts(lines=10, triples=6, malformed=1, first_malformed="FILE, line 4: " + line("A<B", "C")[:-1]),
        ),
        (
            line("\\uD800", "Lone"),
            0,
            TripleCounts(lines=1, malformed=1, first_malformed="FILE, line 1: " + line("\\uD800", "Lone")[:-1]),
        ),
        (
            line("\\UFFFFFFFF", "Beyond"),
            0,
            TripleCounts(lines=1, malformed=1, first_malformed="FILE, line 1: " + line("\\UFFFFFFFF", "Beyond")[:-1]),
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("block", [1, 4 << 20])
def test_lines_are_read_or_counted(
    text: str, expected: int, counts: TripleCounts, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BLOCK", block)
    path = tmp_path / "types.ttl"
    path.write_bytes(text.encode())
    found = TripleCounts()
    assert pairs_of(path, RDF_TYPE, found) == (EXPECTED * 2)[:expected]
    assert found == replace(counts, first_malformed=counts.first_malformed.replace("FILE", str(path)))


def test_escapes_are_undone(tmp_path: Path) -> None:
    path = tmp_path / "types.ttl"
    path.write_text(line("Ranma_\\u00BD", "Manga") + line("\\U0001F600", "Work"), "utf-8")
    assert [subject.rpartition("/")[2] for subject, _ in pairs_of(path, RDF_TYPE, TripleCounts())] == ["Ranma_½", "😀"]


def test_bytes_that_are_not_unicode_cost_their_line_only(tmp_path: Path) -> None:
    path = tmp_path / "types.ttl"
    path.write_bytes(PLAIN.encode() + line("Bad", "Work").encode().replace(b"Bad", b"B\xffd") + PLAIN.encode())
    counts = TripleCounts()
    assert pairs_of(path, RDF_TYPE, counts) == EXPECTED * 2
    assert (counts.lines, counts.malformed) == (7, 1)
    assert counts.first_malformed.startswith(f"{path}, line 4: <http://dbpedia.org/resource/B")


def test_line_numbers_start_again_with_each_file(tmp_path: Path) -> None:
    (tmp_path / "good").write_text(PLAIN, "utf-8")
    (tmp_path / "bad").write_text(PLAIN + "?\n", "utf-8")
    counts = TripleCounts()
    assert pairs_of(tmp_path / "good", RDF_TYPE, counts) + pairs_of(tmp_path / "bad", RDF_TYPE, counts) == EXPECTED * 2
    assert counts.lines == 7
    assert counts.first_malformed == f"{tmp_path / 'bad'}, line 4: ?"


@pytest.mark.parametrize(
    "content", [bz2.compress(PLAIN.encode())[:-5], gzip.compress(PLAIN.encode(), mtime=0)[:-5], b"BZh9 is no bzip2"]
)
def test_broken_compression(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "types.ttl.bz2"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"types\.ttl\.bz2: broken compressed file"):
        pairs_of(path, RDF_TYPE, TripleCounts())


def test_a_file_without_lines_is_refused_before_it_fills_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BLOCK", 100)
    monkeypatch.setattr(module, "_LONGEST_LINE", 1000)
    path = tmp_path / "types.ttl"
    path.write_bytes(b"x" * 5000)
    with pytest.raises(InputError, match="no line end"):
        pairs_of(path, RDF_TYPE, TripleCounts())


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        pairs_of(tmp_path / "missing", RDF_TYPE, TripleCounts())


iri_text = st.text(st.sampled_from("abZ09_%-.()'!,;:@&=+$/?#~*éß½Ω漢😀'"), max_size=8)
written = st.tuples(iri_text, st.sampled_from(["", "\\u00e9", "\\u00C9", "\\U0001F600", "\\u0041"])).map("".join)
iris = written.map(lambda text: f"<http://dbpedia.org/resource/{text}>")
predicates = st.sampled_from([f"<{RDF_TYPE}>", f"<{REDIRECTS}>"])
objects = st.one_of(
    iris,
    st.sampled_from(["_:b1", '"word"', '"a \\"b\\" <c> ."@en', '"1"^^<http://www.w3.org/2001/XMLSchema#int>']),
)
usual = st.builds("{} {} {} .".format, iris, predicates, iris)
unusual = st.builds(
    "{}{}{}{}{}{}{}.{}".format,
    st.sampled_from(["", " ", "\t"]),
    st.one_of(iris, st.just("_:b0")),
    st.sampled_from([" ", "\t", "  "]),
    predicates,
    st.sampled_from([" ", "\t"]),
    objects,
    st.sampled_from([" ", "\t "]),
    st.sampled_from(["", " ", " # so"]),
)
comments = st.sampled_from(["", "   ", "# started 2026", "  # <a> <b> <c> ."])


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.lists(usual), st.lists(st.one_of(usual, unusual, comments))))
def test_rdflib_reads_the_same(tmp_path: Path, lines: list[str]) -> None:
    text = "".join(f"{each}\n" for each in lines)
    path = tmp_path / "types.nt"
    path.write_bytes(text.encode())
    counts = TripleCounts()
    found = pairs_of(path, RDF_TYPE, counts)
    graph = Graph().parse(data=text, format="nt")
    assert set(found) == {
        (str(subject), str(object_))
        for subject, object_ in graph.subject_objects(URIRef(RDF_TYPE))
        if isinstance(subject, URIRef) and isinstance(object_, URIRef)
    }
    blank = sum(not each.strip() or each.strip().startswith("#") for each in lines)
    assert (counts.lines, counts.malformed, counts.triples) == (len(lines), 0, len(found))
    assert counts.other + counts.triples + blank == len(lines)


@pytest.mark.parametrize(
    ("iri", "title"),
    [
        ("http://dbpedia.org/resource/Ada_Lovelace", "Ada Lovelace"),
        ("http://dbpedia.org/resource/Ranma_½", "Ranma ½"),
        ("http://dbpedia.org/resource/Ranma_%C2%BD", "Ranma ½"),
        ("http://dbpedia.org/resource/Who's_Afraid%3F", "Who's Afraid?"),
        ("http://dbpedia.org/resource/AC/DC", "AC/DC"),
        ("http://dbpedia.org/resource/100%", "100%"),
        ("http://dbpedia.org/resource/iPhone", "IPhone"),
        ("http://dbpedia.org/resource/ångström", "Ångström"),
        ("http://dbpedia.org/resource/A\u030angstro\u0308m", "Ångström"),
        ("http://dbpedia.org/resource/_Foo_", "Foo"),
        ("http://de.dbpedia.org/resource/Köln", "Köln"),
        ("http://tr.dbpedia.org/resource/internet", "İnternet"),
        ("http://zh-min-nan.dbpedia.org/resource/Tâi-oân", "Tâi-oân"),
        ("https://dbpedia.org/resource/Ada", "Ada"),
        ("http://dbpedia.org/resource/Lionel_Messi__CareerStation__1", ""),
        ("http://dbpedia.org/resource/", ""),
        ("http://commons.dbpedia.org/resource/File:A.jpg", ""),
        ("http://wikidata.dbpedia.org/resource/Q42", ""),
        ("http://www.wikidata.org/entity/Q42", ""),
        ("http://dbpedia.org/ontology/Person", ""),
        ("http://dbpedia.org/resource/Caf%C3%A9", "Café"),
        ("http://dbpedia.org/resource/Caf%E9", ""),
        ("http://dbpedia.org/resource/Caf\ufffd", ""),
        ("http://dbpedia.org/resource/X%00y", ""),
        ("http://dbpedia.org/resource/X%0Ay", ""),
        ("http://dbpedia.org/resource/X%7Fy", ""),
        ("http://dbpedia.org/resource/X%ED%A0%80y", ""),
    ],
)
def test_titles(iri: str, title: str) -> None:
    assert resource_title(iri) == title
    assert resource_titles([iri]) == [title]
    assert resource_titles(["http://dbpedia.org/resource/A", iri, "http://dbpedia.org/resource/B"]) == ["A", title, "B"]


names = st.text(st.one_of(st.sampled_from("_%25\u00a0\u2003\u0301 \n\tß"), st.characters(codec="utf-8")), max_size=9)


@given(st.lists(names))
def test_titles_of_a_batch_are_those_of_each(parts: list[str]) -> None:
    iris = [f"http://dbpedia.org/resource/{part}" for part in parts]
    titles = resource_titles(iris)
    assert titles == [resource_title(iri) for iri in iris]
    assert all(title == canonical_title(title) for title in titles)


def test_editions_are_counted_by_their_hosts() -> None:
    prefixes = [
        "http://dbpedia.org/resource/",
        "https://dbpedia.org/resource/",
        "http://zh-min-nan.dbpedia.org/resource/",
    ]
    others = [
        "http://commons.dbpedia.org/resource/A",
        "http://www.wikidata.org/entity/Q1",
        "http://dbpedia.org/resource/A",
    ]
    assert count_editions([prefix + "A" for prefix in prefixes]) == {"dbpedia.org": 2, "zh-min-nan.dbpedia.org": 1}
    assert count_editions(others) == {"dbpedia.org": 1}
    assert count_editions([]) == {}


def test_no_iris() -> None:
    assert resource_titles([]) == []


@pytest.mark.parametrize("escape", [r"\u000A", r"\u0000", r"\U0000001B", r"\u007f", "\x7f"])
def test_an_iri_cannot_hold_a_control_character(tmp_path: Path, escape: str) -> None:
    path = tmp_path / "t.nt"
    path.write_text(f"<http://dbpedia.org/resource/A{escape}> <{RDF_TYPE}> <http://dbpedia.org/ontology/City> .\n")
    counts = TripleCounts()
    assert list(read_triples(str(path), RDF_TYPE, counts)) == []
    assert (counts.malformed, counts.other) == (1, 0)
