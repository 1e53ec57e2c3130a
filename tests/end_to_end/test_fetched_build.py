"""From nothing to datasets by two commands, and the same again from the lock."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.datasets.dataset import MANIFEST, Manifest, read_manifest
from schemas.root.current import current_snapshot
from tests.support.build import environment
from tests.support.paths import PROJECT
from tests.support.publisher import Publisher, publishing

pytestmark = pytest.mark.builds

WIKI, DATE = "samplewiki", "20260901"
SAMPLE = PROJECT / "sample" / "wiki"
TYPES = "instance-types_lang=sample_specific.ttl.bz2"


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    """A publisher that has the sample wiki."""
    with publishing() as server:
        entries = {}
        for path in SAMPLE.glob(f"{WIKI}-{DATE}-*"):
            content = path.read_bytes()
            server.files[f"/{WIKI}/{DATE}/{path.name}"] = content
            sha1 = hashlib.sha1(content).hexdigest()
            entries[path.name] = {"size": len(content), "url": f"/{WIKI}/{DATE}/{path.name}", "sha1": sha1}
        server.publish_status({"all": {"status": "done", "files": entries}}, WIKI, DATE)
        server.files[f"/{WIKI}/"] = f'<a href="{DATE}/">'.encode()
        server.files["/ontology.owl"] = (SAMPLE / "ontology.owl").read_bytes()
        types = (SAMPLE / "instance-types_lang=en_specific.ttl.bz2").read_bytes()
        server.files[f"/mappings/instance-types/2022.12.01/{TYPES}"] = types
        yield server


def give(folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "wiki_ner", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def fetched_and_built(publisher: Publisher, folder: Path, *which: str) -> tuple[Path, Manifest]:
    """Directory and manifest of the typed sentences of the paper, by two commands given in a folder."""
    folder.mkdir()
    address = publisher.address
    places = ["--wikimedia", address, "--dbpedia", address, "--ontology", f"{address}/ontology.owl"]
    give(folder, "fetch", *which, "--to", "dumps", "--contact", "tests@example.org", *places)
    task = ["TypedSentences", "--profile", "paper", "--Sentences-splitter", "sentencex"]
    give(folder, "build", *task, "--settings", f"dumps/{WIKI}-latest.cfg", "--processes", "1")
    [path] = (folder / "dumps" / "build" / f"{WIKI}-{DATE}" / "typed_sentences").rglob(MANIFEST)
    return path.parent, read_manifest(str(path.parent))


def test_two_commands_give_datasets_that_say_where_they_are_from_and_can_be_made_again(
    publisher: Publisher, tmp_path: Path
) -> None:
    place, manifest = fetched_and_built(publisher, tmp_path / "one", WIKI)
    pages, page_props = f"{WIKI}-{DATE}-pages-articles-multistream.xml.bz2", f"{WIKI}-{DATE}-page_props.sql.gz"
    addresses = {file.name: file.address for file in manifest.provenance.snapshot}
    # The types through the type index, the text through the sentences; not the tables of the category graph.
    assert {pages, page_props, TYPES, "ontology.owl"} <= addresses.keys()
    assert f"{WIKI}-{DATE}-categorylinks.sql.gz" not in addresses
    assert addresses[pages] == f"{publisher.address}/{WIKI}/{DATE}/{pages}"
    sha256 = hashlib.sha256((SAMPLE / pages).read_bytes()).hexdigest()
    size = (SAMPLE / pages).stat().st_size
    assert f"- {addresses[pages]} ({size:,} bytes, SHA-256 `{sha256}`)\n" in (place / "_README.md").read_text()
    lock = tmp_path / "one" / "dumps" / f"{WIKI}-{DATE}.lock.json"
    again, second = fetched_and_built(publisher, tmp_path / "two", "--lock", str(lock))
    assert (again.name, second.parts) == (place.name, manifest.parts)
    # It has no corpus, which a whole build has.
    give(tmp_path / "two", "promote", "--anyway", "--settings", f"dumps/{WIKI}-latest.cfg")
    assert current_snapshot(str(tmp_path / "two" / "dumps" / "build")) == f"{WIKI}-{DATE}"
