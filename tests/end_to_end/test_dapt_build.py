"""The corpora of domains as a person builds them."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from corpora.levels import LEVELS
from tests.support.build import build, copy_build, datasets, manifest, rows, settings

pytestmark = pytest.mark.builds


@pytest.fixture(scope="module")
def built(sample_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample wiki's corpora of one domain that is no project's own."""
    root = tmp_path_factory.mktemp("dapt")
    copy_build(sample_build, root)
    domains = root / "domains"
    domains.mkdir()
    (domains / "songs.toml").write_text(
        'name = "songs"\nroots = ["Music"]\ndepth = 4\nexclude = []\nmax_pages = 1000\nspecialised = ["song"]\n'
        '[labels]\nsong = ["Song"]\nwork = ["Work"]\n'
    )
    text = (
        f"[BuildDomains]\ndomains = songs\ndirectory = {domains}\n[DaptCorpus]\nentities = gazetteer\n"
        "[BuildCorpora]\nprofiles = paper\nlabel_sets = 4\n"
    )
    for task in ("DaptReport", "DaptText", "HubDataset"):
        status, output = build(root, settings(root, text), task)
        assert status == 0, output
    assert f"hub_dataset: load or upload {datasets(root)['hub_dataset/profile=paper']}/_hub\n" in output
    return root


def test_a_domain_of_ones_own_is_built_by_the_command(built: Path) -> None:
    corpus_rows = rows(built, "dapt_corpus/profile=paper/entities=gazetteer")
    counts = manifest(built, "dapt_corpus/profile=paper/entities=gazetteer").counts
    by_level = {level: [row for row in corpus_rows if row["level"] == level] for level in LEVELS}
    assert len(by_level["domain"]) > len(by_level["entity"]) > len(by_level["task"]) > 10
    places = {
        level: {(row["page_id"], row["paragraph"], row["sentence"]): row["copies"] for row in found}
        for level, found in by_level.items()
    }
    for level, found in by_level.items():
        assert len(places[level]) == len(found)
        assert counts["sentences"][f"songs/{level}"] == sum(row["copies"] for row in found)
    for row in by_level["domain"]:
        place = row["page_id"], row["paragraph"], row["sentence"]
        assert (place in places["entity"]) == (row["n_entities"] >= 2)
        assert (place in places["task"]) == (row["n_specialised"] >= 1)
        assert places["integrated"].get(place, 0) == (place in places["entity"]) + 2 * (place in places["task"])
    assert set(counts["specialised mentions of songs"]) <= {"Song", "NationalAnthem"}
    assert counts["entities"]["songs: gazetteer"] > 20
    domain_pages = {row["page_id"] for row in rows(built, "domain_pages/domain=songs")}
    assert {row["page_id"] for row in corpus_rows} <= domain_pages


def test_text_and_report_are_built_by_the_command(built: Path) -> None:
    found = datasets(built)
    counts = manifest(built, "dapt_corpus/profile=paper/entities=gazetteer").counts["sentences"]
    for level in LEVELS:
        lines = (found["dapt_text/profile=paper"] / "_text" / f"songs.{level}.txt").read_text().splitlines()
        assert sum(map(bool, lines)) == counts[f"songs/{level}"]
    (report,) = (built / "data").glob("*/dapt.md")
    assert f"| songs | {manifest(built, 'domain_pages/domain=songs').rows} |" in report.read_text()


def test_a_folder_for_a_hub_is_built_by_the_command(built: Path) -> None:
    folder = datasets(built)["hub_dataset/profile=paper"] / "_hub"
    assert {path.name for path in folder.iterdir()} == {"LICENSE", "README.md", "croissant.json", "data"}
    examples = manifest(built, "ner_corpus/profile=paper/label_set=4/alpha=0.7").counts["examples"]
    levels = [row["level"] for row in rows(built, "dapt_corpus/profile=paper/entities=gazetteer")]
    wanted = {f"ner-4/{split}": number for split, number in examples.items()}
    wanted |= {f"dapt-songs-{level}/train": levels.count(level) for level in LEVELS}
    found = {
        f"{split.parent.name}/{split.name.partition('-')[0]}": pq.read_metadata(split).num_rows
        for split in folder.glob("data/*/*.parquet")
    }
    assert found == wanted
    card = (folder / "README.md").read_text()
    assert "pretty_name: Corpora for named entity recognition from samplewiki" in card
    assert card.count(", profile `paper`\n") == 2
