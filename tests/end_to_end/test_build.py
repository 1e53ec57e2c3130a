"""The whole build, on the sample wiki and on the real fragment, as a person runs it."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow.dataset as ds
import pytest

from dbpedia.label_sets import LABEL_SETS
from tests.support import chromium
from tests.support.bio import mentions_of, validate_bio
from tests.support.build import build, contents, copy_build, datasets, manifest, rows, settings, start
from tests.support.golden import different_lines
from tests.support.paths import PROJECT

GOLDEN = PROJECT / "tests" / "golden" / "sample.json"
STEPS = [
    "punkt",
    "sentences/splitter=punkt",
    "type_index",
    "typed_sentences/profile=paper",
    "filtered_sentences/profile=paper/label_set=315",
    "ner_corpus/profile=paper/label_set=4/alpha=0.7",
]


@pytest.fixture(scope="module")
def sample(sample_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the sample wiki by one Beam worker, to which tests add."""
    root = tmp_path_factory.mktemp("sample")
    copy_build(sample_build, root)
    return root


@pytest.fixture(scope="module")
def real_build(tmp_path_factory: pytest.TempPathFactory, real: Path) -> Path:
    """A build of the real fragment."""
    root = tmp_path_factory.mktemp("real")
    text = (PROJECT / "settings" / "real.cfg").read_text().replace("../shared/real", str(real))
    status, output = build(root, settings(root, text))
    assert status == 0, output
    return root


@pytest.fixture(params=["sample", pytest.param("real_build", marks=pytest.mark.builds)])
def built(request: pytest.FixtureRequest) -> Path:
    path: Path = request.getfixturevalue(request.param)
    return path


def summary(root: Path) -> dict[str, object]:
    result: dict[str, object] = {}
    for name in datasets(root):
        found = manifest(root, name)
        result[name] = {"rows": found.rows, "seen": found.seen, "rejected": found.rejected, "counts": found.counts}
    return result


def test_the_sample_gives_the_golden_corpus(sample: Path) -> None:
    """`UPDATE_GOLDEN=1 pytest tests/end_to_end/test_build.py` writes the file anew; read the diff before committing."""
    pages = {"Angela Merkel", "Miles Davis"}
    found = {
        "datasets": summary(sample),
        "sentences": [row for row in rows(sample, "typed_sentences/profile=paper") if row["title"] in pages],
        "examples": [
            {key: row[key] for key in ("title", "paragraph", "sentence", "copy", "tokens", "tags")}
            for row in rows(sample, "ner_corpus/profile=paper/label_set=315/alpha=0.7")
            if row["title"] in pages
        ],
    }
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert found["sentences"] and found["examples"]
    if differences := different_lines(GOLDEN.read_text(encoding="utf-8"), text):
        pytest.fail(f"the build differs from {GOLDEN.relative_to(PROJECT)}:\n{differences}", pytrace=False)


def test_offsets_cut_the_surface_in_every_dataset(built: Path) -> None:
    anchors = {}
    for row in rows(built, "sentences/splitter=punkt"):
        last = 0
        for anchor in row["anchors"]:
            surface = row["text"][anchor["start"] : anchor["end"]]
            assert surface and surface == surface.strip()
            assert last <= anchor["start"] < anchor["end"] <= len(row["text"])
            last = anchor["end"]
        anchors[row["page_id"], row["paragraph"], row["sentence"]] = row
    for name in ("typed_sentences/profile=paper", "filtered_sentences/profile=paper/label_set=315"):
        checked = 0
        for row in rows(built, name):
            source = anchors[row["page_id"], row["paragraph"], row["sentence"]]
            assert row["text"] == source["text"]
            found = [(mention["start"], mention["end"], mention["target"]) for mention in row["mentions"]]
            assert found == [(anchor["start"], anchor["end"], anchor["target"]) for anchor in source["anchors"]]
            checked += len(found)
        assert checked > 100


@pytest.mark.parametrize("size", LABEL_SETS)
def test_every_example_is_valid(built: Path, size: str) -> None:
    kept = rows(built, "filtered_sentences/profile=paper/label_set=315")
    filtered = {(row["page_id"], row["paragraph"], row["sentence"]): row for row in kept}
    examples = rows(built, f"ner_corpus/profile=paper/label_set={size}/alpha=0.7")
    assert len(examples) > 50
    splits: dict[tuple[int, int, int], set[str]] = {}
    for row in examples:
        assert validate_bio(row["tags"]) is None
        assert len(row["tokens"]) == len(row["starts"]) == len(row["tags"])
        for token, begin in zip(row["tokens"], row["starts"], strict=True):
            assert row["text"][begin : begin + len(token)] == token
        opened = [
            (begin, tag[2:]) for begin, tag in zip(row["starts"], row["tags"], strict=True) if tag.startswith("B-")
        ]
        key = row["page_id"], row["paragraph"], row["sentence"]
        assert [begin for begin, _ in opened] == [mention["start"] for mention in filtered[key]["mentions"]]
        assert row["types"] == [label for _, label in opened]
        assert row["url"].endswith(f"/w/index.php?oldid={row['rev_id']}")
        splits.setdefault(key, set()).add(row["split"])
    assert all(len(names) == 1 for names in splits.values())
    assert {name for names in splits.values() for name in names} == {"train", "validation"}


def test_the_label_sets_label_the_same_sentences(built: Path) -> None:
    corpora = [rows(built, f"ner_corpus/profile=paper/label_set={size}/alpha=0.7") for size in LABEL_SETS]
    keys = [[(row["page_id"], row["paragraph"], row["sentence"], row["copy"]) for row in corpus] for corpus in corpora]
    assert keys[0] == keys[1] == keys[2]
    assert {label for row in corpora[2] for label in row["types"]} == {"person", "location", "organisation", "ENTITY"}


def test_pandas_arrow_and_duckdb_read_the_corpus_alike(sample: Path) -> None:
    folder = datasets(sample)["ner_corpus/profile=paper/label_set=315/alpha=0.7"]
    frame = pd.read_parquet(folder)
    table = ds.dataset(folder, partitioning="hive").to_table()
    with duckdb.connect() as database:
        database.execute(
            f"SELECT count(*), sum(len(tokens)) FROM read_parquet('{folder}/**/*.parquet', hive_partitioning = true) "
            "WHERE split IN ('train', 'validation')"
        )
        ((number, tokens),) = database.fetchall()
    assert len(frame) == table.num_rows == number > 0
    assert frame["tokens"].map(len).sum() == tokens
    assert set(frame["split"]) == {"train", "validation"}
    card = (folder / "_README.md").read_text()
    assert "license: cc-by-sa-4.0" in card and "- `tags` (list of string, dictionary): BIO tag of each token" in card


def test_the_report_names_counts_and_places(sample: Path) -> None:
    text = (sample / "data" / "samplewiki-20260901" / "report.md").read_text()
    for piece in (
        *("# Build of samplewiki-20260901", "anchors", "Ten commonest categories before balancing"),
        *("## Profiles side by side", "| propagate of typed_sentences | ", "## Filters (paper)"),
    ):
        assert piece in text


def test_the_report_on_domains_counts_the_links_of_the_category_graph(sample: Path) -> None:
    text = (sample / "data" / "samplewiki-20260901" / "domains.md").read_text()
    assert "| page | 529 |" in text and "| subcat | 338 |" in text


def test_the_page_of_a_build_shows_its_corpus(built: Path) -> None:
    (path,) = (built / "data").glob("*/report.html")
    assert path.stat().st_size < 5_000_000
    found = re.search(r'id="example-data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    page = json.loads(found[1])
    names = [name for name, _, _ in page["categories"]]
    expected: dict[tuple[int, str], list[list[str]]] = {}
    for row in rows(built, "ner_corpus/profile=names/label_set=315/alpha=0.7"):
        surfaces = [row["text"][slice(*span)] for span in spans(row)]
        expected[row["rev_id"], row["text"]] = [list(pair) for pair in zip(surfaces, row["types"], strict=True)]
    assert len(page["examples"]) > 500
    for _, revision, text, mentions in page["examples"]:
        shown = [[text[start:end], names[label]] for start, end, label in mentions]
        assert shown == expected[revision, text]
    for name, _, drawn in page["categories"]:
        assert len(drawn) <= 20 and all(
            name in [names[label] for *_, label in page["examples"][number][3]] for number in drawn
        )


def spans(row: dict[str, Any]) -> list[tuple[int, int]]:
    """Start and end of each mention of a training example."""
    ends = [start + len(token) for start, token in zip(row["starts"], row["tokens"], strict=True)]
    return [(row["starts"][mention.first], ends[mention.end - 1]) for mention in mentions_of(row["tags"])]


@pytest.mark.servers
@pytest.mark.skipif(not chromium.PROGRAM, reason="needs Chromium, which .ci/servers installs")
def test_the_page_of_a_build_opens_without_a_network(built: Path, tmp_path: Path) -> None:
    (path,) = (built / "data").glob("*/report.html")
    with chromium.browser(tmp_path) as page:
        for width in (1400, 390):
            page.open(path, width=width)
            assert page.run("document.documentElement.scrollWidth") <= width
            assert page.run("document.querySelectorAll('.chart svg.marks').length") == 12
        assert page.errors == page.requests == []


def contents_of(root: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Every file of some of the datasets of a build."""
    there = tuple(f"{name}/" for name in names)
    return {name: content for name, content in contents(root).items() if name.startswith(there)}


def test_a_rerun_does_nothing(sample: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (sample / "data").rglob("*") if path.is_file()}
    status, output = build(sample, settings(sample), luigi=True)
    assert status == 0
    assert "Did not run any tasks" in output
    assert before == {path: path.stat().st_mtime_ns for path in (sample / "data").rglob("*") if path.is_file()}


@pytest.mark.builds
def test_numbers_of_workers_do_not_change_a_byte(sample: Path, tmp_path: Path) -> None:
    """Of one profile and label set, which every kind of step is made for."""
    task = ("BuildCorpora", "--profiles", "names", "--label-sets", "4", "--workers", "2")
    status, output = build(tmp_path, settings(tmp_path), *task, workers=2)
    assert status == 0, output
    there = datasets(tmp_path)
    assert {path.parts[0] for path in map(Path, there)} == {path.parts[0] for path in map(Path, datasets(sample))}
    assert contents(tmp_path) == contents_of(sample, there)


@pytest.mark.builds
def test_the_size_of_splits_does_not_change_a_row(tmp_path: Path) -> None:
    config = settings(tmp_path, "[Wikipedia]\nsplit_mb = 100\n[Punkt]\ntrain_mb = 0.1\n")
    other = settings(tmp_path / "small", "[Wikipedia]\nsplit_mb = 0.01\n[Punkt]\ntrain_mb = 0.1\n")
    for root, path in ((tmp_path, config), (tmp_path / "small", other)):
        status, output = build(root, path, "NerCorpus", "--label-set", "4")
        assert status == 0, output
    name = "ner_corpus/profile=paper/label_set=4/alpha=0.7"
    assert len(contents(tmp_path)) < len(contents(tmp_path / "small"))

    def key(row: dict[str, object]) -> tuple[object, ...]:
        return row["page_id"], row["paragraph"], row["sentence"], row["copy"]

    assert sorted(rows(tmp_path, name), key=key) == sorted(rows(tmp_path / "small", name), key=key)


@pytest.mark.builds
def test_a_build_killed_at_every_step_ends_like_an_undisturbed_one(sample: Path, tmp_path: Path) -> None:
    config = settings(tmp_path)
    for step in STEPS:
        job = start(tmp_path, config, "NerCorpus", "--label-set", "4")
        folder = tmp_path / "data" / "_staging" / "samplewiki-20260901" / step
        # For the sentences, which have several units, not before one of them is done.
        sign = "_shards-*/*.json" if step.startswith("sentences") else "_shards-*/plan"
        while not list(folder.glob(sign)):
            assert job.poll() is None, f"the build ended before {step} began: {job.communicate()[0]}"
            time.sleep(0.01)
        os.kill(job.pid, signal.SIGKILL)
        job.communicate()
        assert step not in datasets(tmp_path)
    status, output = build(tmp_path, config, "NerCorpus", "--label-set", "4", workers=2)
    assert status == 0, output
    assert set(STEPS) <= set(datasets(tmp_path)) <= set(datasets(sample))
    assert contents(tmp_path) == contents_of(sample, datasets(tmp_path))
    assert not [path for path in (tmp_path / "data" / "_staging").rglob("*") if path.is_file()]


def test_a_changed_setting_builds_what_depends_on_it_and_says_so(sample: Path) -> None:
    before = datasets(sample)
    status, output = build(sample, settings(sample, "[Build]\nseed = 1\n"), "NerCorpus", "--label-set", "4")
    assert status == 0, output
    assert "is stale: seed was 0, is 1; input filtered_sentences changed; the old build stays" in output
    after = datasets(sample)
    assert {name for name in after if after[name] != before[name]} <= {
        "filtered_sentences/profile=paper/label_set=315",
        "ner_corpus/profile=paper/label_set=4/alpha=0.7",
        "rejects/step=filtered_sentences/profile=paper/label_set=315",
        "rejects/step=ner_corpus/profile=paper/label_set=4/alpha=0.7",
    }
    assert all(folder.exists() for folder in before.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[DBpedia]\nontology = sample/README.md\n", "sample/README.md"),
        ("[DBpedia]\ninstance_types = {empty}\n", "no article has a class"),
        ("[Wikipedia]\npages = {truncated}\n", "it was cut short, fetch it again"),
        ("[Wikipedia]\npages = {empty}\n", "the file is empty"),
        (
            "[BuildCorpora]\nlabel_sets = 316\n",
            "label set 316: there is none; label_set, label_sets or ner-bert-… must name 315",
        ),
    ],
)
def test_bad_input_ends_with_a_message(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "empty.ttl").touch()
    dump = PROJECT / "sample" / "wiki" / "samplewiki-20260901-pages-articles-multistream.xml.bz2"
    (tmp_path / "truncated.xml.bz2").write_bytes(dump.read_bytes()[:-5000])
    places = {"empty": tmp_path / "empty.ttl", "truncated": tmp_path / "truncated.xml.bz2"}
    task = ["BuildCorpora"] if "[BuildCorpora]" in text else ["NerCorpus", "--label-set", "4"]
    status, output = build(tmp_path, settings(tmp_path, text.format(**places)), *task)
    assert status not in (0, 1), output
    assert message in output
    assert "Traceback" not in output, output
