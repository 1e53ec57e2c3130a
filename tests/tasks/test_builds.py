"""The tasks that list and delete builds."""

from __future__ import annotations

from pathlib import Path

import luigi
import pytest

from schemas.datasets.dataset import identity_of, read_manifest
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.current import current_snapshot, make_snapshot_current
from schemas.root.snapshot_diff import OF_EVERY_BUILD, LooksWrongError
from schemas.root.verification import DamagedError
from tasks.builds import Builds, Diff, Promote, Prune, Verify
from tests.support.configured import Configure
from tests.support.datasets import write_dataset


@pytest.fixture
def root(configure: Configure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A root with two builds of a dataset, of which the first is stale."""
    configure()
    root = str(tmp_path / "data")
    # Their identities are no digests.
    monkeypatch.setattr("schemas.root.verification.identity_of", lambda provenance: provenance.identity)
    for digest in ("00000001", "00000002"):
        write_dataset(root, "wiki-1/sentences", digest, {}, rejects="wiki-1/rejects/step=sentences")
    return root


def printed(task: luigi.Task, output: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that a task prints; the columns of tables separated by one space."""
    assert not task.complete()
    task.run()
    assert task.complete()
    return [" ".join(line.split()) for line in output.readouterr().out.splitlines()]


def test_builds_are_listed(root: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = storage.list_files(root)
    head, first, second, _, total = printed(Builds(), capsys)
    assert head == "state dataset build rows size age version made of"
    assert first.startswith("stale wiki-1/sentences 00000001 0 ")
    assert second.startswith("current wiki-1/sentences 00000002 0 ")
    assert total.startswith("4 builds (2 of rejects), ") and "; of these stale: 2 builds (1 of rejects), " in total
    assert storage.list_files(root) == before


def test_stale_builds_are_deleted_when_asked(root: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = storage.list_files(root)
    _, line, _, total = printed(Prune(), capsys)
    assert line.startswith("stale wiki-1/sentences 00000001 0 ")
    assert total.startswith("2 builds (1 of rejects), ")
    assert total.endswith(" kB: would be deleted, by `wiki-ner prune --yes`")
    assert storage.list_files(root) == before
    _, line, _, total = printed(Prune(dry_run=False), capsys)
    assert line.startswith("stale wiki-1/sentences 00000001 0 ")
    assert total.endswith(" kB: deleted")
    assert storage.list_files(root) == [name for name in before if "00000001" not in name]
    for dry_run in (True, False):
        Prune.clear_instance_cache()
        assert printed(Prune(dry_run=dry_run), capsys) == [f"{root}: no stale builds"]


def test_files_that_are_not_as_they_were_written_are_named(root: str, capsys: pytest.CaptureFixture[str]) -> None:
    (total,) = printed(Verify(), capsys)
    assert total.startswith("4 builds (2 of rejects), ") and total.endswith(" kB: all files are as they were written")
    old, new = (f"{root}/wiki-1/sentences/build=0000000{number}" for number in (1, 2))
    size = storage.size(f"{new}/part-00000.parquet")
    storage.remove_file(f"{old}/part-00000.parquet")
    content = bytearray(Path(f"{new}/part-00000.parquet").read_bytes())
    content[-1] ^= 1
    Path(f"{new}/part-00000.parquet").write_bytes(content)
    rejects = f"{root}/wiki-1/rejects/step=sentences/build=00000002"
    Path(f"{rejects}/part-00000.parquet").write_bytes(content[:-4])
    for name in ("more.parquet", "_note.txt"):
        storage.write_text(f"{rejects}/{name}", "")
    before = storage.list_files(root)
    Verify.clear_instance_cache()
    with pytest.raises(DamagedError) as raised:
        Verify().run()
    was = read_manifest(rejects).parts[0].bytes
    assert capsys.readouterr().out.splitlines() == [
        f"{rejects}/part-00000.parquet: has {size - 4:,} bytes, and had {was:,} when it was written",
        f"{rejects}/more.parquet: is none of its files, and is read with them",
        f"{old}/part-00000.parquet: is missing",
        f"{new}/part-00000.parquet: has other content than when it was written",
    ]
    assert str(raised.value).startswith("4 files of 4 builds (2 of rejects), ")
    assert storage.list_files(root) == before


def test_a_disk_that_cannot_read_a_file_does_not_hide_the_others(
    root: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = (f"{root}/wiki-1/sentences/build=0000000{number}/part-00000.parquet" for number in (1, 2))
    storage.remove_file(new)
    checksum = storage.checksum

    def fail_on_old(uri: str) -> str:
        if uri == old:
            raise InputError(f"{uri}: cannot be reached ([Errno 5] Input/output error)")
        return checksum(uri)

    monkeypatch.setattr(storage, "checksum", fail_on_old)
    with pytest.raises(DamagedError, match="^2 files of 4 builds "):
        Verify().run()
    assert capsys.readouterr().out.splitlines() == [
        f"{old}: cannot be reached ([Errno 5] Input/output error)",
        f"{new}: is missing",
    ]


def test_a_file_that_may_not_be_read_is_not_told_to_be_damaged(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its build is whole, and must not be deleted."""
    path = f"{root}/wiki-1/sentences/build=00000001/part-00000.parquet"
    checksum = storage.checksum

    def refuse(uri: str) -> str:
        if uri == path:
            raise InputError(f"{uri}: cannot be read") from PermissionError()
        return checksum(uri)

    monkeypatch.setattr(storage, "checksum", refuse)
    with pytest.raises(InputError, match=f"^{path}: cannot be read$") as told:
        Verify().run()
    assert not isinstance(told.value, DamagedError)


def test_a_build_without_its_manifest_or_in_anothers_place_is_named(
    root: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (f"{root}/wiki-1/sentences/build=0000000{number}" for number in (1, 2))
    storage.remove_file(f"{old}/_manifest.json")
    storage.move(new, new.replace("00000002", "00000003"))
    with pytest.raises(DamagedError, match="^3 files of 4 builds "):
        Verify().run()
    again = "give the command that built the dataset again, or delete the file"
    assert sorted(capsys.readouterr().out.splitlines()) == [
        f"{root}/wiki-1/sentences/_current.json: names build=00000002, which is not there; {again}",
        f"{old}/_manifest.json: is missing",
        f"{root}/wiki-1/sentences/build=00000003: is build=00000002 by its manifest, and found under that name only",
    ]


def test_a_manifest_that_cannot_be_read_is_named_beside_what_else_is_damaged(
    root: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (f"{root}/wiki-1/sentences/build=0000000{number}" for number in (1, 2))
    storage.write_text(f"{old}/_manifest.json", "")
    storage.remove_file(f"{new}/part-00000.parquet")
    with pytest.raises(DamagedError, match="^2 files of 4 builds "):
        Verify().run()
    why = "Expecting value: line 1 column 1 (char 0)"
    assert sorted(capsys.readouterr().out.splitlines()) == [
        f"{old}/_manifest.json: not a manifest of this version ({why}); delete the directory to rebuild",
        f"{new}/part-00000.parquet: is missing",
    ]
    assert sorted(line.split()[0] for line in printed(Builds(), capsys)[1:3]) == ["current", "unreadable"]
    with pytest.raises(InputError, match=f"^{old}/_manifest.json: not a manifest of this version "):
        Prune().run()


def test_a_manifest_that_was_edited_is_named(
    root: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences = [f"{root}/wiki-1/sentences/build=0000000{number}/_manifest.json" for number in (1, 2)]
    rejects = [f"{root}/wiki-1/rejects/step=sentences/build=0000000{number}/_manifest.json" for number in (1, 2)]
    storage.write_json(sentences[0], {**storage.read_json(sentences[0]), "rows": 7})
    with pytest.raises(DamagedError, match="^1 file of 4 builds "):
        Verify().run()
    assert capsys.readouterr().out == f"{sentences[0]}: its rows and bytes are not those of its parts together\n"
    # By the identities of a build none of these is as it was written.
    monkeypatch.setattr("schemas.root.verification.identity_of", identity_of)
    with pytest.raises(DamagedError, match="^5 files of 4 builds "):
        Verify().run()
    told = capsys.readouterr().out.splitlines()
    for path in (*sentences, *rejects):
        assert f"{path}: its step, parameters and inputs are not those of its identity" in told


def test_a_current_build_or_snapshot_that_nothing_says_or_that_is_gone_hides_no_other_damage(
    root: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (f"{root}/wiki-1/sentences/build=0000000{number}" for number in (1, 2))
    broken, gone = f"{root}/wiki-1/sentences/_current.json", f"{root}/wiki-1/rejects/step=sentences/_current.json"
    storage.write_text(broken, "")
    storage.write_json(gone, {"build": "build=00000003"})
    # A dataset of which nothing is left but the name of its build.
    storage.write_json(f"{root}/wiki-1/punkt/_current.json", {"build": "build=00000003"})
    make_snapshot_current(root, "wiki-2")
    storage.remove_file(f"{old}/part-00000.parquet")
    with pytest.raises(DamagedError, match="^5 files of 4 builds .* for a _current.json do only what its line says$"):
        Verify().run()
    again = "give the command that built the dataset again"
    assert capsys.readouterr().out.splitlines() == [
        f"{root}/_current.json: names wiki-2, which is not there; give `wiki-ner promote` again, or delete the file",
        f"{root}/wiki-1/punkt/_current.json: names build=00000003, which is not there; {again}, or delete the file",
        f"{gone}: names build=00000003, which is not there; {again}, or delete the file",
        f"{broken}: names no build; delete it, and {again}",
        f"{old}/part-00000.parquet: is missing",
    ]
    assert [line.split()[0] for line in printed(Builds(), capsys)[1:3]] == ["current", "current"]
    for dry_run in (True, False):
        with pytest.raises(InputError, match=f"^{broken}: names no build; "):
            Prune(dry_run=dry_run).run()
    assert storage.exists(new) and storage.exists(old)


@pytest.fixture
def snapshots(configure: Configure, tmp_path: Path) -> str:
    """A root with three snapshots of a dataset, of 1000, 950 and 500 rows."""
    configure()
    root = str(tmp_path / "data")
    for number, rows in enumerate((1000, 950, 500), start=1):
        items = [{"page_id": n, "title": f"{n}", "qid": f"Q{n}"} for n in range(1, rows + 1)]
        write_dataset(root, f"wiki-{number}/wikidata_ids", "00000001", {"": items})
    return root


def test_two_snapshots_are_compared(snapshots: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(Diff(old="wiki-1", new="wiki-2"), capsys) == [
        "dataset figure before after change limit",
        "wikidata_ids rows 1,000 950 -5.00% 10.00%",
        "",
        "nothing looks wrong with wiki-2 beside wiki-1",
    ]
    with pytest.raises(LooksWrongError, match="^wiki-3 looks wrong beside wiki-1: rows of wikidata_ids. Look at"):
        Diff(old="wiki-1", new="wiki-3").run()
    assert "WRONG  wikidata_ids  rows     1,000    500  -50.00%  10.00%\n" in capsys.readouterr().out
    assert current_snapshot(snapshots) is None


def test_the_limits_are_settings(snapshots: str, configure: Configure, capsys: pytest.CaptureFixture[str]) -> None:
    configure(Rebuild={"max_row_change": 0.5})
    assert printed(Diff(old="wiki-1", new="wiki-3"), capsys)[-1] == "nothing looks wrong with wiki-3 beside wiki-1"
    configure(Rebuild={"max_row_change": 0.01})
    with pytest.raises(LooksWrongError):
        Diff(old="wiki-1", new="wiki-2").run()
    assert current_snapshot(snapshots) is None


def test_a_snapshot_that_looks_wrong_does_not_become_the_current_one(
    snapshots: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(Promote(name="wiki-1", anyway=True), capsys) == [f"wiki-1 is the current snapshot of {snapshots}"]
    assert printed(Promote(name="wiki-2"), capsys)[-1] == (
        f"wiki-2 is the current snapshot of {snapshots}, before it was wiki-1"
    )
    with pytest.raises(LooksWrongError, match="^wiki-3 looks wrong beside wiki-2: "):
        Promote(name="wiki-3").run()
    assert current_snapshot(snapshots) == "wiki-2"
    capsys.readouterr()
    said = printed(Promote(name="wiki-3", anyway=True), capsys)
    assert said == [f"wiki-3 is the current snapshot of {snapshots}, before it was wiki-2"]
    Promote.clear_instance_cache()
    assert printed(Promote(name="wiki-3"), capsys) == ["wiki-3 is the current snapshot already"]


def test_the_first_snapshot_is_judged_by_itself(snapshots: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in OF_EVERY_BUILD:
        write_dataset(snapshots, f"wiki-1/{name}", "00000001", {})
    rows = [{"page_id": n, "title": f"{n}", "qid": f"Q{n}"} for n in range(1, 11)]
    write_dataset(snapshots, "wiki-1/wikidata_ids", "00000002", {"": rows})
    with pytest.raises(LooksWrongError) as raised:
        Promote(name="wiki-1").run()
    assert str(raised.value) == (
        "wiki-1 looks wrong: sentences: has no rows, type_index: has no rows, typed_sentences: has no rows and 2 more. "
        "`wiki-ner build BuildCorpora` with its settings makes what is missing; if it is meant so, `wiki-ner promote "
        "wiki-1 --anyway` promotes it"
    )
    assert current_snapshot(snapshots) is None
    for name in OF_EVERY_BUILD:
        path = f"{snapshots}/wiki-1/{name}/build=00000001/_manifest.json"
        storage.write_json(path, {**storage.read_json(path), "rows": 1})
    Promote.clear_instance_cache()
    assert printed(Promote(name="wiki-1"), capsys) == [
        "nothing looks wrong with wiki-1; there is no current snapshot to compare it with",
        "",
        f"wiki-1 is the current snapshot of {snapshots}",
    ]


def test_the_first_snapshot_is_held_to_the_failure_budget(snapshots: str, configure: Configure) -> None:
    for name in OF_EVERY_BUILD:
        write_dataset(snapshots, f"wiki-1/{name}", "00000001", {})
        path = f"{snapshots}/wiki-1/{name}/build=00000001/_manifest.json"
        storage.write_json(path, {**storage.read_json(path), "rows": 1, "seen": 1000, "rejected": 20})
    with pytest.raises(LooksWrongError, match=r"20 of 1,000 records were rejected, more than the 1\.00% of max_reject"):
        Promote(name="wiki-1").run()
    configure(Build={"max_reject_share": 0.02})
    Promote.clear_instance_cache()
    Promote(name="wiki-1").run()
    assert current_snapshot(snapshots) == "wiki-1"


@pytest.mark.parametrize(
    ("previews", "advice"),
    [
        (
            ["wiki-3"],
            "wiki-3 is a preview, of a part of the dump, so it has fewer rows: compare it with another preview, or a "
            "whole build with a whole one",
        ),
        (
            ["wiki-1", "wiki-3"],
            "Both are previews, of a part of the dump, which nobody promotes; the limits are those of [Rebuild]",
        ),
    ],
)
def test_nobody_is_told_to_promote_a_preview(snapshots: str, previews: list[str], advice: str) -> None:
    for name in previews:
        storage.write_json(f"{snapshots}/{name}/_excerpt.json", {})
    with pytest.raises(LooksWrongError) as raised:
        Diff(old="wiki-1", new="wiki-3").run()
    assert str(raised.value) == f"wiki-3 looks wrong beside wiki-1: rows of wikidata_ids. {advice}"


@pytest.mark.parametrize("anyway", [False, True])
def test_a_snapshot_that_is_not_there_does_not_become_the_current_one(snapshots: str, anyway: bool) -> None:
    with pytest.raises(InputError, match="no datasets of a snapshot 'wiki-4'"):
        Promote(name="wiki-4", anyway=anyway).run()
    assert current_snapshot(snapshots) is None


def test_a_snapshot_cannot_be_compared_with_one_that_was_deleted(snapshots: str) -> None:
    make_snapshot_current(snapshots, "wiki-0")
    with pytest.raises(InputError) as raised:
        Promote(name="wiki-1").run()
    assert str(raised.value) == (
        f"{snapshots}: wiki-0, which is the current snapshot, is not there any more, so wiki-1 cannot be compared with "
        "it; `wiki-ner promote wiki-1 --anyway` promotes it all the same"
    )
    assert current_snapshot(snapshots) == "wiki-0"
    Promote(name="wiki-1", anyway=True).run()
    assert current_snapshot(snapshots) == "wiki-1"


def test_a_snapshot_of_another_wiki_does_not_become_the_current_one(snapshots: str) -> None:
    """Its table of differences would say nothing but that all is wrong."""
    for number, wiki in ((1, "enwiki"), (2, "dewiki")):
        path = f"{snapshots}/wiki-{number}/wikidata_ids/build=00000001/_manifest.json"
        manifest = storage.read_json(path)
        manifest["provenance"]["wiki"] = {"name": wiki, "language": "", "revision_url": ""}
        storage.write_json(path, manifest)
    make_snapshot_current(snapshots, "wiki-1")
    with pytest.raises(LooksWrongError) as raised:
        Promote(name="wiki-2").run()
    assert str(raised.value) == (
        f"{snapshots}: wiki-1, which is the current snapshot, is of enwiki, and wiki-2 of dewiki; a root has one "
        "current snapshot: build each wiki below a root of its own, or have its readers name the snapshot; "
        "`wiki-ner promote wiki-2 --anyway` promotes it all the same"
    )
    assert current_snapshot(snapshots) == "wiki-1"
    Promote(name="wiki-2", anyway=True).run()
    assert current_snapshot(snapshots) == "wiki-2"


@pytest.mark.parametrize("anyway", [False, True])
def test_a_preview_does_not_become_the_current_snapshot(snapshots: str, anyway: bool) -> None:
    storage.write_json(f"{snapshots}/wiki-1/_excerpt.json", {})
    told = "^wiki-1 is a preview, of a part of the dump: give `wiki-ner build`, and promote what that builds$"
    with pytest.raises(InputError, match=told):
        Promote(name="wiki-1", anyway=anyway).run()
    assert current_snapshot(snapshots) is None


@pytest.mark.parametrize("task", [Builds, Prune, Verify])
def test_a_root_that_is_not_there_is_a_mistake(configure: Configure, tmp_path: Path, task: type[luigi.Task]) -> None:
    configure()
    root = tmp_path / "data"
    with pytest.raises(InputError, match=rf"^root in \[Build\] = {root}: no such directory \(looked in /\S*\)$"):
        task().run()


def test_a_root_without_builds_has_none(
    configure: Configure, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configure()
    root = tmp_path / "data"
    root.mkdir()
    assert printed(Builds(), capsys) == [f"{root}: no builds"]
    assert printed(Prune(), capsys) == [f"{root}: no stale builds"]
    with pytest.raises(InputError, match=rf"^{root}: no builds, so nothing was verified; name the root of a build$"):
        Verify().run()
