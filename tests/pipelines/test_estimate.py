"""The estimate of a whole build from a preview."""

from __future__ import annotations

from pathlib import Path

import pytest
from luigi.configuration import get_config

import pipelines
from pipelines import estimate, preview
from pipelines.estimate import Need, earlier_seconds, whole_build
from pipelines.plan import nothing_written
from schemas.datasets.run_record import RunRecord, write_run_record
from schemas.errors import InputError
from schemas.files import storage
from tasks.dump import dump_files
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTask
from tasks.wikipedia import Punkt, Sentences
from tests.support.configured import Configure
from tests.support.manifests import commit

GB = 10**9


def test_work_grows_with_the_dump_and_the_start_of_a_step_does_not() -> None:
    preview_needs = {
        "type_index": Need(30.0, GB, 500),
        "sentences splitter=punkt": Need(25.0, GB, 1000),
        "domain_pages domain=ai": Need(5.0, 100, 10),
    }
    sentences = {"sentences splitter=punkt"}
    assert whole_build(preview_needs, sentences, sentences, share=0.01, at_once=1) == {
        "type_index": Need(30.0, GB, 500),
        "sentences splitter=punkt": Need(5.0 + 20.0 * 100, GB, 100_000),
        "domain_pages domain=ai": Need(5.0, 100, 10),
    }
    four = whole_build(preview_needs, sentences, sentences, share=0.01, at_once=4)["sentences splitter=punkt"]
    assert four == Need(5.0 + 20.0 * 100 / 4, 4 * GB, 100_000)


def test_a_step_of_one_unit_is_no_faster_with_more_processes() -> None:
    preview_needs = {"orthography": Need(25.0, GB, 1000), "domain_pages domain=ai": Need(5.0, 100, 10)}
    whole = whole_build(preview_needs, {"orthography"}, set(), share=0.01, at_once=4)
    assert whole["orthography"] == Need(5.0 + 20.0 * 100, GB, 100_000)


def test_which_steps_have_more_to_do_for_more_of_the_dump() -> None:
    tasks = [getattr(pipelines, name) for name in pipelines.__all__]
    steps = [task for task in tasks if issubclass(task, DatasetTask) and not issubclass(task, ReportTask)]
    assert {task.__name__ for task in steps if task.grows_with_dump} == {
        *("Sentences", "Infoboxes", "SparqlTypes", "WikidataApi", "TypedSentences", "FilteredSentences", "NerCorpus"),
        *("HtmlPages", "WikidataHtml", "CategoryPages", "Orthography", "SentenceScores", "PreAnnotation"),
        *("DomainPassages", "DaptCorpus", "DomainVocabulary", "DaptText", "HubDataset", "DaptModel", "NerBert"),
    }
    assert {task.__name__ for task in steps if task.grows_with_dump and task.is_shared_out} == {
        *("Sentences", "Infoboxes", "TypedSentences", "FilteredSentences", "NerCorpus", "WikidataHtml", "DaptCorpus"),
        *("CategoryPages", "HubDataset"),
    }


def test_an_estimate_is_told_with_its_sum_and_what_it_is_from() -> None:
    took = {"punkt": Need(6.0, 2 * GB, 500), "sentences": Need(10.0, GB, 1000)}
    whole = whole_build(took, {"sentences"}, {"sentences"}, share=0.125, at_once=1)
    assert estimate.describe(took, whole, pages=5000, share=0.125).splitlines() == [
        "dataset    preview  whole dump  memory       disk",
        "punkt      0:00:06     0:00:06  2.0 GB  500 bytes",
        "sentences  0:00:10     0:00:38  1.0 GB     8.0 kB",
        "",
        "the whole build: about 0:00:44, 2.0 GB of memory at most and 8.5 kB on disk, one step after the other",
        "from 5,000 pages, 12.500% of the dump; more pages give a better estimate",
    ]
    for pages, told in ((40_000, "40,000 pages"), (1, "1 page")):
        last = estimate.describe(took, took, pages=pages, share=1.0).splitlines()[-1]
        assert last == f"from {told}, all of the dump"


def test_an_earlier_build_of_the_same_dataset_says_how_long_it_takes(configure: Configure) -> None:
    configure()
    assert earlier_seconds(Punkt()) is None
    commit(Punkt())
    write_run_record(Punkt().location(), RunRecord("2026-01-01T00:00:00+00:00", 62.5, GB))
    configure(Punkt={"train_mb": 2})
    assert earlier_seconds(Punkt()) == 62.5


def test_a_build_after_half_a_preview_is_of_the_whole_dump(configure: Configure) -> None:
    """Luigi gives the same task for the same parameters, and ours remember what they are made of."""
    configure()
    identity = Sentences().provenance.identity
    made = preview.prepare(["Sentences"], 50)
    assert preview.expected_seconds(["Sentences"]) == {}
    assert made.excerpt.pages and Sentences().provenance.identity == identity


def test_settings_are_checked_before_a_preview_is_looked_for(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    configure()
    path = tmp_path / "settings.cfg"
    path.write_text("[Build]\nroot = 100%\n")
    monkeypatch.setenv("LUIGI_CONFIG_PATH", str(path))
    get_config().read([str(path)])
    with pytest.raises(InputError, match=r"^.*/settings.cfg: root in \[Build\] = '100%': write %% for a percent sign"):
        preview.expected_seconds(["Punkt"])


def test_a_preview_is_known_again_until_the_dump_changes(
    configure: Configure, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configure()
    assert preview.known(["Punkt"]) is None and preview.expected_seconds(["Punkt"]) == {}
    with pytest.raises(InputError, match="^there is no preview of this dump below root"):
        preview.show_estimate(["Punkt"])
    made = preview.prepare(["Punkt"], 50)
    assert made == preview.known(["Punkt"])
    assert 50 <= made.excerpt.pages < 200 and 0 < made.excerpt.share < 0.5
    assert made.command(["Punkt"]) == [
        *("Punkt", "--Build-snapshot", "samplewiki-20260901-preview"),
        *("--Wikipedia-pages", f"{tmp_path}/data/samplewiki-20260901-preview/_input/pages-50.xml.bz2"),
        *("--Completeness-max-difference-share", "1"),
    ]
    with pytest.raises(
        InputError, match="^punkt: there is no record of .* the preview; give `wiki-ner preview` with the same options"
    ):
        preview.show_estimate(["Punkt"])
    assert preview.expected_seconds(["Punkt"]) == {}
    with preview._looking_at(made.command(["Punkt"])):
        commit(Punkt())
        write_run_record(Punkt().location(), RunRecord("2026-01-01T00:00:00+00:00", 62.5, GB))
    assert preview.expected_seconds(["Punkt"]) == {"punkt": 62.5}
    assert preview.show_estimate(["Punkt"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].split() == ["punkt", "0:01:02", "0:01:02", "1.0", "GB", "3.0", "kB"]
    assert printed[-1].startswith(f"from {made.excerpt.pages} pages, {made.excerpt.share:.3%} of the dump")
    configure(Wikipedia={"pages": made.uri})
    assert preview.known(["Punkt"]) is None


def test_beside_the_excerpt_neither_a_preview_nor_an_estimate_writes_anything_below_root(
    configure: Configure, tmp_path: Path
) -> None:
    """A plan of the same steps would remember the checksums of its inputs there."""
    configure()
    root = tmp_path / "data"
    made = preview.prepare(["Punkt"], 50)
    excerpt = ["samplewiki-20260901-preview/_excerpt.json", "samplewiki-20260901-preview/_input/pages-50.xml.bz2"]
    assert sorted(_files(root)) == excerpt
    with preview._looking_at(made.command(["Punkt"])), nothing_written():
        commit(Punkt())
        write_run_record(Punkt().location(), RunRecord("2026-01-01T00:00:00+00:00", 62.5, GB))
    before = _files(root)
    assert preview.show_estimate(["Punkt"]) == 0
    assert preview.expected_seconds(["Punkt"]) == {"punkt": 62.5}
    assert _files(root) == before


def _files(root: Path) -> dict[str, int]:
    """The files below it, and when each was last written."""
    return {str(path.relative_to(root)): path.stat().st_mtime_ns for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("status", [0, 30])
def test_a_preview_that_is_built_is_followed_by_the_estimate(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], status: int
) -> None:
    configure()
    given: list[tuple[list[str], bool]] = []

    def build(arguments: list[str], *, agreed: bool) -> int:
        given.append((arguments, agreed))
        return status

    monkeypatch.setattr("pipelines.run.build", build)
    monkeypatch.setattr(preview, "show_estimate", lambda arguments: print("estimate of", *arguments))
    assert preview.build_preview(["Punkt"], 50, agreed=True) == status
    made = preview.known(["Punkt"])
    assert made is not None and given == [(made.command(["Punkt"]), True)]
    assert capsys.readouterr().out == ("" if status else "\nestimate of Punkt\n")


def test_a_preview_of_a_root_with_odd_signs(configure: Configure, tmp_path: Path) -> None:
    configure(Build={"root": str(tmp_path / "r[1]"), "snapshot": "samplewiki-20260901"})
    made = preview.prepare(["Punkt"], 50)
    with preview._looking_at(made.command(["Punkt"])):
        assert dump_files() == [made.uri]
    configure(Build={"root": str(tmp_path / "a,b"), "snapshot": "samplewiki-20260901"})
    with pytest.raises(InputError, match="a preview reads its excerpt from here, and commas separate"):
        preview.prepare(["Punkt"], 50)
    assert not (tmp_path / "a,b").exists()


def test_a_preview_of_as_many_pages_is_taken_again(configure: Configure) -> None:
    configure()
    made = preview.prepare(["Punkt"], 50)
    number = made.excerpt.pages
    assert preview.prepare(["Punkt"], 20) == preview.prepare(["Punkt"], number) == made
    larger = preview.prepare(["Punkt"], number + 1)
    assert larger.uri.endswith(f"/samplewiki-20260901-preview/_input/pages-{number + 1}.xml.bz2")
    assert larger.excerpt.pages > number and preview.known(["Punkt"]) == larger
    storage.remove_file(larger.uri)
    assert preview.known(["Punkt"]) is None
    whole = preview.prepare(["Punkt"], 10_000)
    assert whole.excerpt.share == 1 and whole.excerpt.pages < 10_000
    assert preview.prepare(["Punkt"], 20_000) == whole


@pytest.mark.parametrize("text", ["", "[]", "null", '{"pages": 5}', '{"pages": null, "share": 1, "uri": "/x"}'])
def test_a_broken_note_of_a_preview_is_none_and_written_anew(configure: Configure, text: str) -> None:
    """The build of the whole dump looks for it too, and does without."""
    configure()
    made = preview.prepare(["Punkt"], 50)
    storage.write_text(f"{made.uri.partition('/_input/')[0]}/_excerpt.json", text)
    assert preview.known(["Punkt"]) is None and preview.expected_seconds(["Punkt"]) == {}
    assert preview.prepare(["Punkt"], 50) == made


def test_how_many_more_processes_have_work_in_the_whole_build(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(Beam={"workers": 3})
    made = preview.prepare(["Punkt"], 50)
    note = f"{made.uri.partition('/_input/')[0]}/_excerpt.json"
    known = storage.read_json(note)
    assert known["processes"] == 3
    files, sizes = ["/dump/a", "/dump/b"], {"/dump/b": 60}
    monkeypatch.setattr(preview, "_asked", dict)
    monkeypatch.setattr(preview, "dump_files", lambda: files)
    monkeypatch.setattr(preview, "split_bytes", lambda: 100)
    monkeypatch.setattr("pipelines.preview.storage.size", sizes.__getitem__)
    for before, workers, excerpt, dump, at_once in [
        (4, 4, 1, 1, 1.0),
        (4, 4, 1, 3, 3.0),
        (4, 4, 2, 9, 2.0),
        (4, 4, 9, 9, 1.0),
        (1, 1, 1, 9, 1.0),
        (2, 4, 9, 9, 2.0),
        (2, 1, 9, 9, 0.5),
        (2, 1, 1, 9, 1.0),
    ]:
        storage.write_json(note, {**known, "processes": before})
        configure(Beam={"workers": workers})
        sizes |= {made.uri: 100 * excerpt, "/dump/a": 100 * dump - 60}
        found = preview.known(["Punkt"])
        assert found is not None and found.at_once == at_once


def test_the_latest_of_several_earlier_builds_says_how_long_it_takes(configure: Configure) -> None:
    for train_mb, day, seconds in ((3, 1, 99.0), (5, 3, 62.5), (7, 2, 10.0)):
        configure(Punkt={"train_mb": train_mb})
        commit(Punkt())
        write_run_record(Punkt().location(), RunRecord(f"2026-01-0{day}T00:00:00+00:00", seconds, GB))
    configure()
    assert earlier_seconds(Punkt()) == 62.5
