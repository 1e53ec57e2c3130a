"""The SPARQL source against an endpoint that fails in every way that real ones do."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dbpedia.sources import sparql
from dbpedia.sources.endpoint import Endpoint
from dbpedia.sources.sparql import SparqlCounts, TypeCache, fetch_types
from schemas.errors import InputError
from tests.support.build import build, manifest, rows, settings
from tests.support.fake_endpoint import (
    EXPECTED,
    PREFIX,
    TITLES,
    TYPES,
    Fake,
    run,
)
from tests.support.paths import PROJECT


def test_titles_are_asked_for_in_batches_by_posted_forms(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert list(found.types) == sorted(EXPECTED)
    assert (found.counts.typed, found.counts.untyped, found.counts.refused) == (5, 5, [])
    assert [len(names) for names in fake.asked] == [4, 4, 2]
    assert [form["default-graph-uri"] for form in fake.forms] == [["http://dbpedia.org"]] * 3
    assert {agent.split(" ", 1)[1] for agent in fake.agents} == {"(someone@example.org)"}
    assert found.pauses == []


def test_without_a_graph_none_is_sent(fake: Fake, tmp_path: Path) -> None:
    run(fake, ["Rome"], tmp_path / "cache", graph="")
    assert "default-graph-uri" not in fake.forms[0]


def test_nothing_is_asked_twice(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    run(fake, TITLES[:6], tmp_path / "cache")
    found = run(fake, TITLES, tmp_path / "cache", batch=3)
    assert found.types == EXPECTED
    assert sorted(name for names in fake.asked for name in names) == [title.replace(" ", "_") for title in TITLES]


def test_what_was_answered_before_a_failure_is_kept(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    fake.trap = lambda _names, number: (403, {}, b"") if number == 2 else None
    with pytest.raises(
        InputError, match="status 403 Forbidden; give the address of a SPARQL endpoint that may be used"
    ):
        run(fake, TITLES, tmp_path / "cache")
    fake.trap = lambda _names, _number: None
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert fake.asked[3:] == [["Title_08", "Title_09"]]


KILLED = """
import sys
from dbpedia.sources.endpoint import Endpoint
from dbpedia.sources.sparql import SparqlCounts, TypeCache, fetch_types
endpoint = Endpoint(sys.argv[1], "http://dbpedia.org", "http://dbpedia.org/resource/", "someone@example.org")
list(fetch_types(sys.argv[3:], endpoint, TypeCache(sys.argv[2], endpoint), SparqlCounts(), batch_size=4))
"""


def test_a_killed_process_has_kept_every_answer(fake: Fake, tmp_path: Path) -> None:
    fake.types = TYPES
    third = threading.Event()
    killed = threading.Event()

    def hang(_names: list[str], number: int) -> None:
        if number == 2:
            third.set()
            killed.wait(300)

    fake.trap = hang
    command = [sys.executable, "-c", KILLED, fake.url, str(tmp_path / "cache"), *TITLES]
    process = subprocess.Popen(command, cwd=PROJECT)
    assert third.wait(300)
    process.kill()
    process.wait()
    killed.set()
    found = run(fake, TITLES, tmp_path / "cache")
    assert found.types == EXPECTED
    assert fake.asked[3:] == [["Title_08", "Title_09"]]


@pytest.mark.parametrize("other", ["url", "graph", "iri_prefix"])
def test_the_cache_is_of_one_endpoint_graph_and_prefix(tmp_path: Path, other: str) -> None:
    settings = {"url": "http://x/sparql", "graph": "http://dbpedia.org", "iri_prefix": PREFIX, "contact": "me"}
    for changed, expected in (
        ({}, {"Rome": "City"}),
        ({other: "http://y/"}, {}),
        ({"contact": "you"}, {"Rome": "City"}),
    ):
        cache = TypeCache(str(tmp_path / "cache"), Endpoint(**{**settings, **changed}))
        if not changed:
            cache.put({"Rome": "City"})
        assert cache.get(["Rome", "Paris"]) == expected
        cache.close()


def test_what_became_of_the_titles_is_counted_after_every_batch_of_answers(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sparql, "_CHUNK", 4)
    fake.types = TYPES
    fake.trap = lambda names, _number: (400, {}, b"no") if "Title_05" in names else None
    endpoint = Endpoint(fake.url, "", PREFIX, "someone@example.org")
    cache, counts = TypeCache(str(tmp_path / "cache"), endpoint), SparqlCounts()
    seen = [
        ([title for title, _ in typed], counts.typed, counts.untyped, len(counts.refused))
        for typed in fetch_types(TITLES, endpoint, cache, counts, batch_size=10)
    ]
    cache.close()
    assert seen == [
        (["Title 00", "Title 02"], 2, 2, 0),
        (["Title 04", "Title 06"], 4, 3, 1),
        (["Title 08"], 5, 4, 1),
    ]


def test_a_file_that_is_no_cache(fake: Fake, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("not a database, " * 100)
    with pytest.raises(InputError, match=r"notes.txt: cannot be used as a cache of answers \(file is not a database\)"):
        run(fake, ["Rome"], other)


def test_a_cache_of_another_version(fake: Fake, tmp_path: Path) -> None:
    path = tmp_path / "cache"
    run(fake, ["Rome"], path)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(InputError, match="format 99, this program reads 1"):
        run(fake, ["Rome"], path)


MAPPINGS = """<mediawiki><page><title>Mapping en:Infobox officeholder</title><revision><text>
{{TemplateMapping | mapToClass = Politician }}</text></revision></page></mediawiki>"""


def test_the_build_takes_types_from_all_sources(fake: Fake, tmp_path: Path) -> None:
    fake.types = {"Angela_Merkel": ["Chancellor", "Politician"], "Bob_Dylan": ["Singer"]}
    (tmp_path / "mappings.xml").write_text(MAPPINGS)
    config = settings(
        tmp_path,
        f"[DBpedia]\nmappings = {tmp_path}/mappings.xml\n[TypeIndex]\nsources = sparql, infobox, dump\n"
        f"[SparqlTypes]\nendpoint = {fake.url}\ncontact = me@example.org\ncache = {tmp_path}/cache.sqlite\n"
        "[Sentences]\nsplitter = sentencex\n",
    )
    status, output = build(tmp_path, config, "TypeIndex")
    assert status == 0, output
    found = {row["title"]: (row["class"], row["origin"]) for row in rows(tmp_path, "type_index")}
    expected = {
        "Angela Merkel": ("Chancellor", "sparql"),
        "Winston Churchill": ("Politician", "infobox"),
        "Berlin": ("Capital", "dump"),
    }
    assert {title: found.get(title) for title in expected} == expected
    assert manifest(tmp_path, "sparql_types").rows == 2
    assert manifest(tmp_path, "type_index").counts["agreement of infobox and dump"]["contradicting"] == 3


def test_an_endpoint_is_not_asked_without_a_contact(tmp_path: Path) -> None:
    status, output = build(tmp_path, settings(tmp_path, "[TypeIndex]\nsources = sparql\n"), "TypeIndex")
    assert status != 0
    assert "contact in [SparqlTypes] is empty: give a mail or web address that the endpoint may use" in output
