"""Fetching, from publishers on this machine."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from schemas.errors import InputError
from wiki_ner import fetch as fetching
from wiki_ner.__main__ import main
from wiki_ner.fetch import Places, Remote, dump_files, fetch, wikidata_files

START = "xxwiki-20260901-"
SHARDS = [f"{START}pages-articles-multistream{n}.xml-p{n}p{n}9.bz2" for n in (1, 2)]
TABLES = [f"{START}{name}.sql.gz" for name in ("page", "categorylinks", "page_props", "linktarget", "redirect")]
TYPES = "instance-types_lang=xx_specific.ttl.bz2"


class Publisher(ThreadingHTTPServer):
    """Gives files by their paths, from where they are asked for, and keeps the ranges that were asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {}
        self.asked: list[tuple[str, str]] = []
        self.broken_after: int | None = None
        self.gives_parts = True

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Publisher

    def do_GET(self) -> None:
        wanted = self.headers.get("Range", "")
        self.server.asked.append((self.path, wanted))
        content = self.server.files.get(self.path)
        if content is None:
            self.send_error(404)
            return
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.server.gives_parts else 0
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        end = len(content) if self.server.broken_after is None else start + self.server.broken_after
        self.wfile.write(content[start:end])

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    server = Publisher()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    names = [*SHARDS, *TABLES, f"{START}pages-articles-multistream.xml.bz2", f"{START}stub-articles.xml.gz"]
    entries = {}
    for name in names:
        content = (name * 10).encode()
        path = f"/xxwiki/20260901/{name}"
        server.files[path] = content
        entries[name] = {"size": len(content), "url": path, "sha1": hashlib.sha1(content).hexdigest()}
    jobs = {"one": {"status": "done", "files": entries}, "two": {"status": "waiting"}}
    server.files["/xxwiki/20260901/dumpstatus.json"] = json.dumps({"jobs": jobs}).encode()
    server.files["/ontology.owl"] = b"<rdf/>"
    server.files[f"/mappings/instance-types/2022.12.01/{TYPES}"] = b"types"
    yield server
    server.shutdown()


def give(publisher: Publisher, folder: Path, *more: str) -> int:
    """Exit status of the command."""
    address = publisher.address
    options = ["--wikimedia", f"{address}/", "--dbpedia", address, "--ontology", f"{address}/ontology.owl"]
    with pytest.raises(SystemExit) as ended:
        main(["fetch", "xxwiki", "20260901", "--to", str(folder), *options, *more])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_all_that_a_build_needs_is_fetched_and_named_in_a_settings_file(
    publisher: Publisher, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "dumps"
    assert give(publisher, folder, "--dry-run") == 0
    assert not folder.exists()
    told = capsys.readouterr().out
    assert f"{publisher.address}/xxwiki/20260901/{SHARDS[0]}" in told and "9 files, " in told
    assert give(publisher, folder) == 0
    assert {path.name for path in folder.iterdir()} == {
        *(*SHARDS, *TABLES, TYPES),
        *("ontology.owl", "xxwiki-20260901.cfg"),
    }
    assert (folder / SHARDS[0]).read_bytes() == publisher.files[f"/xxwiki/20260901/{SHARDS[0]}"]
    settings = (folder / "xxwiki-20260901.cfg").read_text()
    assert f"pages = {folder}/{SHARDS[0]},\n    {folder}/{SHARDS[1]}\n" in settings
    assert f"categorylinks_table = {folder}/{TABLES[1]}\n" in settings
    assert "\ndomains =\n" in settings
    # What is there is not fetched again.
    publisher.asked.clear()
    assert give(publisher, folder) == 0
    assert [path for path, _ in publisher.asked] == ["/xxwiki/20260901/dumpstatus.json"]


def test_types_from_wikidata_need_no_release(publisher: Publisher, tmp_path: Path) -> None:
    name, folder = "wikidata-20260831-all.json.bz2", "/wikidatawiki/entities/20260831"
    content = b"[]" * 100
    sums = f"{hashlib.sha1(content).hexdigest()}  {name}\n{'0' * 40}  wikidata-20260831-all.json.gz\n"
    publisher.files |= {f"{folder}/{name}": content, f"{folder}/wikidata-20260831-sha1sums.txt": sums.encode()}
    assert give(publisher, tmp_path, "--wikidata", "20260831") == 0
    assert (tmp_path / name).read_bytes() == content
    assert not (tmp_path / TYPES).exists()
    settings = (tmp_path / "xxwiki-20260901.cfg").read_text()
    assert f"[WikidataStatements]\ndump = {tmp_path}/{name}\n" in settings
    assert "[TypeIndex]\nsources = wikidata\nwikidata_ids = tables\n" in settings
    assert "\ninstance_types =\n" in settings


@pytest.mark.parametrize(
    ("date", "message"),
    [
        ("latest", "^latest: name the date of a dump of Wikidata"),
        ("20260901", r"20260901/wikidata-20260901-sha1sums\.txt: the server says 404"),
        ("20260831", r"the dump has no wikidata-20260831-all\.json\.bz2 yet; take an earlier date$"),
    ],
)
def test_a_dump_of_wikidata_that_is_not_there_is_named(publisher: Publisher, date: str, message: str) -> None:
    publisher.files["/wikidatawiki/entities/20260831/wikidata-20260831-sha1sums.txt"] = b"\nnot a sum\n"
    with pytest.raises(InputError, match=message):
        wikidata_files(date, Places(publisher.address))


@pytest.mark.parametrize("gives_parts", [True, False])
def test_a_download_that_was_broken_off_goes_on(publisher: Publisher, tmp_path: Path, gives_parts: bool) -> None:
    [file] = [each for each in dump_files("xxwiki", "20260901", Places(publisher.address)) if each.name == SHARDS[0]]
    publisher.broken_after = 100
    with pytest.raises(InputError, match="give the same command again: it goes on there$"):
        fetch([file], tmp_path)
    assert (tmp_path / f"{file.name}.part").stat().st_size == 100
    publisher.broken_after = None
    publisher.gives_parts = gives_parts
    fetch([file], tmp_path)
    assert publisher.asked[-1] == (f"/xxwiki/20260901/{SHARDS[0]}", "bytes=100-")
    assert [path.name for path in tmp_path.iterdir()] == [SHARDS[0]]
    assert hashlib.sha1((tmp_path / SHARDS[0]).read_bytes()).hexdigest() == file.sha1


def test_a_file_that_is_not_what_its_publisher_says_is_refused(publisher: Publisher, tmp_path: Path) -> None:
    file = Remote("a", f"{publisher.address}/ontology.owl", None, "0" * 40)
    with pytest.raises(InputError, match=r"its SHA-1 is not 0{40}, which Wikimedia gives; it was deleted, try again$"):
        fetch([file], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_files_that_do_not_fit_are_not_begun(publisher: Publisher, tmp_path: Path) -> None:
    file = Remote("a", f"{publisher.address}/ontology.owl", 10**18, None)
    with pytest.raises(InputError, match=r"1,000,000\.0 TB are to be fetched and .* are free$"):
        fetch([file], tmp_path)


@pytest.mark.parametrize(
    ("wiki", "date", "message"),
    [
        ("xxwiki", "20260101", r"/xxwiki/20260101/dumpstatus\.json: the server says 404"),
        ("../x", "20260101", "^../x 20260101: name a wiki and a date, as enwiki 20260901$"),
        ("xxwiki", "latest", "^xxwiki latest: name a wiki and a date"),
    ],
)
def test_a_dump_that_is_not_there_is_named(publisher: Publisher, wiki: str, date: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        dump_files(wiki, date, Places(publisher.address))


def test_a_dump_that_is_not_finished_is_refused(publisher: Publisher) -> None:
    path = "/xxwiki/20260901/dumpstatus.json"
    document = json.loads(publisher.files[path])
    del document["jobs"]["one"]["files"][TABLES[0]]
    publisher.files[path] = json.dumps(document).encode()
    with pytest.raises(InputError, match=rf"the dump has no {TABLES[0]} yet; take an earlier date$"):
        dump_files("xxwiki", "20260901", Places(publisher.address))
    publisher.files[path] = b"[]"
    with pytest.raises(InputError, match=r"dumpstatus\.json: not the status of a dump"):
        dump_files("xxwiki", "20260901", Places(publisher.address))


def test_a_publisher_that_cannot_be_reached_is_named() -> None:
    with pytest.raises(InputError, match=r"^http://127\.0\.0\.1:9/xxwiki/20260901/dumpstatus\.json: cannot be reached"):
        fetching.dump_files("xxwiki", "20260901", Places("http://127.0.0.1:9"))
