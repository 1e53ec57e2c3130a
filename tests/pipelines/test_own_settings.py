"""Settings of one's own give the same corpora in the checkout, where they are laid over the sample's, and elsewhere."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from luigi.configuration import LuigiConfigParser
from luigi.task_register import Register

from pipelines import BuildCorpora
from pipelines.plan import nothing_written, plan
from schemas.datasets.snapshot_lock import LockedFile, SnapshotLock
from snapshots.settings_file import settings
from tests.support.documentation import README, blocks
from tests.support.paths import PROJECT

Identities = dict[str, str]
SAMPLE = PROJECT / "sample" / "wiki"
WIKI = "enwiki-20260901"
TABLES = ("page", "page_props", "categorylinks", "linktarget", "redirect")
FILES = {
    "pages": (f"{WIKI}-pages-articles-multistream1.xml-p1p9.bz2", "pages-articles-multistream.xml.bz2"),
    **{table: (f"{WIKI}-{table}.sql.gz", f"{table}.sql.gz") for table in TABLES},
    "ontology": ("ontology.owl", "ontology.owl"),
    "instance_types": ("instance-types_lang=en_specific.ttl.bz2", "instance-types_lang=en_specific.ttl.bz2"),
}
"""Inputs by their roles: their names in the documentation, and how the names of the sample's end."""


@pytest.fixture
def dumps(tmp_path: Path) -> Path:
    """The folder of a dump of one's own, which is the sample's by other names."""
    folder = tmp_path / "dumps"
    folder.mkdir()
    for name, end in FILES.values():
        [file] = [path for path in SAMPLE.iterdir() if path.name in (end, f"samplewiki-20260901-{end}")]
        shutil.copy(file, folder / name)
    return folder


def shown(page: Path, dumps: Path) -> str:
    """The settings file that a page shows, for the files of a folder."""
    [text] = [block.text for block in blocks(page) if block.language == "ini" and "[CategoryEdges]" in block.text]
    return text.replace("/dumps", str(dumps)).replace("/data/ner", str(dumps / "build"))


def fetched(dumps: Path) -> str:
    """The settings file that `wiki-ner fetch` writes for the files of a folder; there is no lock."""
    files = tuple(LockedFile(name, role, "", None, "") for role, (name, _) in FILES.items())
    text = settings(SnapshotLock("enwiki", "20260901", files), dumps)
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("lock ="))


@pytest.fixture
def identities(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path, Sequence[Path]], Identities]]:
    """What is built in a folder by settings files, by its name."""

    def planned(folder: Path, files: Sequence[Path]) -> Identities:
        parser = LuigiConfigParser()
        parser.read(list(map(str, files)))
        monkeypatch.chdir(folder)
        monkeypatch.delenv("LUIGI_CONFIG_PATH", raising=False)
        monkeypatch.setattr(LuigiConfigParser, "_instance", parser)
        Register.clear_instance_cache()
        with nothing_written():
            return {step.name: step.task.provenance.identity for step in plan(BuildCorpora())}

    yield planned
    monkeypatch.undo()
    Register.clear_instance_cache()


@pytest.mark.parametrize("source", [README, PROJECT / "docs" / "tutorial" / "own-dump.md", None])
def test_the_same_settings_give_the_same_corpora_anywhere(
    source: Path | None, dumps: Path, identities: Callable[[Path, Sequence[Path]], Identities]
) -> None:
    own = dumps / "mine.cfg"
    own.write_text(shown(source, dumps) if source else fetched(dumps))
    elsewhere = identities(dumps, [own])
    assert "domain_pages domain=music" in elsewhere and "ner_corpus profile=names label_set=315 alpha=0.7" in elsewhere
    assert identities(PROJECT, [PROJECT / "luigi.cfg", own]) == elsewhere
