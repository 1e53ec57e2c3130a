"""What a build knows of the snapshot that it is made of."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from schemas.datasets.dataset import Provenance
from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock, write_lock
from schemas.errors import InputError
from schemas.files import storage
from tasks.dbpedia import TypeIndex
from tasks.settings.ontology import ontology_files
from tasks.wikipedia import Punkt, Sentences
from tests.support.configured import Configure
from tests.support.paths import PROJECT

DUMP = "samplewiki-20260901-pages-articles-multistream.xml.bz2"
SHA256 = storage.checksum(str(PROJECT / "sample" / "wiki" / DUMP))
FILE = LockedFile(DUMP, "pages", f"https://dumps.wikimedia.org/{DUMP}", 1, "sha1:aa", SHA256)
OTHER = LockedFile("ontology.owl", "ontology", "https://example.org/ontology.owl", 1, "", "0" * 64)


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "samplewiki-20260901.lock.json"
    write_lock(str(path), SnapshotLock("samplewiki", "20260901", (FILE, OTHER)))
    return path


def test_a_manifest_has_the_files_of_the_lock_that_the_dataset_was_made_of(lock: Path, configure: Configure) -> None:
    identity = Punkt().provenance.identity
    assert Punkt().provenance.snapshot == []
    configure(Build={"lock": lock})
    provenance = Sentences().provenance
    assert Punkt().provenance.identity == identity
    assert Punkt().provenance.snapshot == provenance.snapshot == [FILE]
    assert Provenance.from_json(asdict(provenance)) == provenance


def test_a_lock_that_was_written_again_is_read_again(lock: Path, configure: Configure) -> None:
    configure(Build={"lock": lock})
    assert Punkt().provenance.snapshot == [FILE]
    fetched_again = replace(FILE, address="https://mirror.example.org/dump.xml.bz2")
    write_lock(str(lock), SnapshotLock("samplewiki", "20260901", (fetched_again, OTHER)))
    configure(Build={"lock": lock})
    assert Punkt().provenance.snapshot == [fetched_again]


def test_a_file_is_told_by_its_content(tmp_path: Path, lock: Path, configure: Configure) -> None:
    copy = tmp_path / "dump.xml.bz2"
    copy.write_bytes((PROJECT / "sample" / "wiki" / DUMP).read_bytes())
    configure(Build={"lock": lock}, Wikipedia={"pages": copy})
    assert Punkt().provenance.snapshot == [FILE]


def test_what_came_through_other_datasets_is_told_once(lock: Path, configure: Configure) -> None:
    write_lock(str(lock), SnapshotLock("samplewiki", "20260901", (FILE,)))
    configure(Build={"lock": lock})
    assert [file.name for file in Sentences().provenance.snapshot] == [DUMP]


def test_the_files_of_the_lock_are_told_by_name(lock: Path, configure: Configure) -> None:
    ontology = replace(OTHER, name="z.owl", sha256=storage.checksum(ontology_files()["ontology"][0]))
    write_lock(str(lock), SnapshotLock("samplewiki", "20260901", (ontology, FILE)))
    configure(Build={"lock": lock})
    assert TypeIndex().provenance.snapshot == [FILE, ontology]


def test_another_file_of_the_same_name_is_refused(lock: Path, configure: Configure) -> None:
    changed = replace(FILE, sha256="f" * 64)
    write_lock(str(lock), SnapshotLock("samplewiki", "20260901", (changed, OTHER)))
    configure(Build={"lock": lock})
    told = rf"{DUMP}: not the file of the snapshot samplewiki-20260901, by its SHA-256 in {lock}; delete it and "
    with pytest.raises(InputError, match=f"{told}fetch it again"):
        _ = Punkt().provenance


def test_a_lock_whose_fetch_did_not_end_is_told_as_such(lock: Path, configure: Configure) -> None:
    write_lock(str(lock), SnapshotLock("samplewiki", "20260901", (replace(FILE, sha256=""), OTHER)))
    configure(Build={"lock": lock})
    with pytest.raises(InputError) as error:
        _ = Punkt().provenance
    assert str(error.value) == (
        f"{lock}: has no SHA-256 of {DUMP} yet, because the fetch of the snapshot did not end; give the same "
        "`wiki-ner fetch` again"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [(None, r"^lock in \[Build\] = .*: no such file"), ("[]", r"lock\.json: not a whole snapshot lock")],
)
def test_a_lock_that_cannot_be_read_is_refused_before_work_begins(
    text: str | None, message: str, tmp_path: Path, configure: Configure
) -> None:
    path = tmp_path / "no.lock.json"
    if text is not None:
        path.write_text(text)
    configure(Build={"lock": path})
    with pytest.raises(InputError, match=message):
        Punkt().check_inputs()
