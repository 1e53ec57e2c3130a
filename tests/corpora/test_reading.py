"""Datasets are found by their names and read as what is asked for; a wrong name is answered with what there is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow as pa
import pytest

import corpora
from corpora.reading import stored_split
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.current import make_snapshot_current
from tests.support.datasets import write_dataset
from tests.support.s3 import s3_server

VOCABULARY = {
    "domain=music": [{"word": "jazz", "count": 3}, {"word": "opera", "count": 2}],
    "domain=ai": [{"word": "learning", "count": 5}],
}


def abbreviations(*words: str) -> dict[str, list[dict[str, Any]]]:
    return {"": [{"kind": "abbreviation", "first": word, "second": "", "value": 0} for word in words]}


@pytest.fixture
def root(tmp_path: Path) -> str:
    """A root with a snapshot: a vocabulary, and two splitters, the first in two builds."""
    root = str(tmp_path / "data")
    write_dataset(root, "wiki-1/domain_vocabulary", "00000001", VOCABULARY)
    write_dataset(root, "wiki-1/punkt/splitter=punkt", "00000002", abbreviations("old"))
    write_dataset(root, "wiki-1/punkt/splitter=punkt", "00000003", abbreviations("new", "newer"))
    write_dataset(root, "wiki-1/punkt/splitter=other", "00000004", abbreviations())
    return root


def words(frame: pandas.DataFrame) -> list[str]:
    return list(frame["word"])


def test_the_current_build_is_read_as_pandas(root: str) -> None:
    frame = corpora.read("punkt", root, splitter="punkt")
    assert frame.astype({"kind": str}).to_dict("list") == {
        "kind": ["abbreviation", "abbreviation"],
        "first": ["new", "newer"],
        "second": ["", ""],
        "value": [0, 0],
    }


def test_the_directory_of_a_snapshot_is_a_root_too(root: str) -> None:
    frame = corpora.read("punkt", Path(root) / "wiki-1", splitter="punkt")
    assert list(frame["first"]) == ["new", "newer"]


@pytest.mark.parametrize("build", ["00000002", "build=00000002", "00000002" + "0" * 56])
def test_an_older_build_is_read_by_its_digest(root: str, build: str) -> None:
    assert list(corpora.read("punkt", root, splitter="punkt", build=build)["first"]) == ["old"]


def test_what_pandas_reads_of_the_directory_is_read(root: str) -> None:
    location = corpora.find("domain_vocabulary", root).location
    assert location == f"{root}/wiki-1/domain_vocabulary/build=00000001"
    pandas.testing.assert_frame_equal(corpora.read("domain_vocabulary", root), pandas.read_parquet(location))


def test_partitions_are_columns(root: str) -> None:
    frame = corpora.read("domain_vocabulary", root)
    assert frame.astype({"domain": str}).to_dict("list") == {
        "word": ["learning", "jazz", "opera"],
        "count": [5, 3, 2],
        "domain": ["ai", "music", "music"],
    }


def test_one_partition_is_read(root: str) -> None:
    frame = corpora.read("domain_vocabulary", root, domain="music")
    assert (words(frame), list(frame["domain"])) == (["jazz", "opera"], ["music", "music"])


def test_columns_are_chosen(root: str) -> None:
    assert list(corpora.read("domain_vocabulary", root, columns=["domain", "word"]).columns) == ["domain", "word"]


def test_one_column_may_be_named_without_a_list(root: str) -> None:
    assert list(corpora.read("domain_vocabulary", root, columns="word").columns) == ["word"]
    with pytest.raises(InputError, match="^domain_vocabulary: no column 'words'; did you mean word?"):
        corpora.read("domain_vocabulary", root, columns="words")


@pytest.mark.parametrize("stored", ["dev", "validation"])
def test_dev_and_validation_are_two_names_of_one_split(stored: str, tmp_path: Path) -> None:
    row = {"sentence": 0, "tokens": ["Miles"], "tags": ["O"], "ner_tags": [0]}
    write_dataset(str(tmp_path), "wiki-1/ner_benchmark", "00000001", {"split=train": [row], f"split={stored}": [row]})
    for name in ("dev", "validation"):
        frame = corpora.read("ner_benchmark", tmp_path, split=name, columns=["sentence", "split"])
        assert frame.astype({"split": str}).to_dict("list") == {"sentence": [0], "split": [stored]}
    write_dataset(str(tmp_path / "other"), "wiki-1/ner_benchmark", "00000001", {"split=train": [row]})
    with pytest.raises(InputError, match="no partition split=dev; there are train$"):
        corpora.read("ner_benchmark", tmp_path / "other", split="dev")


def test_of_both_names_of_the_development_split_that_which_is_asked_for_is_taken() -> None:
    for names in (["dev", "validation"], ["validation", "dev"]):
        assert [stored_split(name, names) for name in ("dev", "validation", "test")] == ["dev", "validation", "test"]


def test_rows_are_read_as_arrow(root: str) -> None:
    table = corpora.read("domain_vocabulary", root, to="arrow", domain="ai")
    assert isinstance(table, pa.Table)
    assert table.to_pylist() == [{"word": "learning", "count": 5, "domain": "ai"}]
    assert table.schema.field("word").metadata == {b"description": b"a word in lower case, no stop word"}


def test_rows_are_read_in_batches(root: str) -> None:
    batches = corpora.read("domain_vocabulary", root, to="batches", columns=["word"])
    assert isinstance(batches, Iterator)
    assert [row["word"] for batch in batches for row in batch.to_pylist()] == ["learning", "jazz", "opera"]


def test_rows_are_read_as_datasets_has_them(root: str) -> None:
    found = corpora.read("domain_vocabulary", root, to="datasets", domain="music")
    assert type(found).__module__ == "datasets.arrow_dataset"
    assert found[:] == {"word": ["jazz", "opera"], "count": [3, 2], "domain": ["music", "music"]}
    assert {name: feature.dtype for name, feature in found.features.items()} == {
        "word": "string",
        "count": "int64",
        "domain": "string",
    }


def test_numbers_of_tags_have_their_names_in_datasets(tmp_path: Path) -> None:
    row = {"sentence": 0, "tokens": ["Miles", "Davis"], "tags": ["B-artist", "I-artist"], "ner_tags": [1, 2]}
    classes = {"ner_tags": ["O", "B-artist", "I-artist"]}
    write_dataset(str(tmp_path), "wiki-1/ner_benchmark", "00000001", {"split=train": [row]}, classes=classes)
    found = corpora.read("ner_benchmark", tmp_path, to="datasets")
    assert found[0] == {**row, "split": "train"}
    assert found.features["ner_tags"].feature.names == ["O", "B-artist", "I-artist"]
    assert corpora.read("ner_benchmark", tmp_path, to="datasets", columns=["tags"])[:] == {"tags": [row["tags"]]}


def test_rows_without_columns_are_counted_and_datasets_cannot_have_them(root: str) -> None:
    assert len(corpora.read("domain_vocabulary", root, columns=[])) == 3
    assert corpora.read("domain_vocabulary", root, columns=[], to="arrow").num_rows == 3
    with pytest.raises(InputError) as told:
        corpora.read("domain_vocabulary", root, columns=[], to="datasets")
    assert str(told.value) == "columns names none, and datasets has no rows without columns; name one, or leave it out"


def test_without_datasets_the_others_read(root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(InputError, match="^to = 'datasets' needs the package datasets: pip install datasets$"):
        corpora.read("domain_vocabulary", root, to="datasets")
    assert len(corpora.read("domain_vocabulary", root)) == 3


def test_a_dataset_without_rows_has_its_columns(root: str, tmp_path: Path) -> None:
    assert list(corpora.read("punkt", root, splitter="other").columns) == ["kind", "first", "second", "value"]
    write_dataset(str(tmp_path / "empty"), "wiki-1/domain_vocabulary", "00000001", {})
    for table in (
        corpora.read("domain_vocabulary", tmp_path / "empty", to="arrow"),
        pa.table(corpora.read("domain_vocabulary", tmp_path / "empty", to="datasets").to_pandas()),
    ):
        assert (table.schema.names, table.num_rows) == (["word", "count", "domain"], 0)


def test_others_query_what_is_scanned(root: str) -> None:
    scan = corpora.find("domain_vocabulary", root).scan()
    with duckdb.connect() as connection:
        found = connection.register("vocabulary", scan).execute("SELECT word FROM vocabulary WHERE domain = 'ai'")
        assert found.fetchall() == [("learning",)]
    lazy = polars.scan_pyarrow_dataset(scan).filter(polars.col("domain") == "ai")
    assert lazy.collect().to_dicts() == [{"word": "learning", "count": 5, "domain": "ai"}]


def test_a_dataset_of_a_store_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with s3_server("corpora") as endpoint:
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        for digest, number in (("00000001", 1), ("00000002", 2)):
            rows = {"domain=music": [{"word": "jazz", "count": number}]}
            write_dataset("s3://corpora", "wiki-1/domain_vocabulary", digest, rows)
        for place in ("s3://corpora", "s3://corpora/", "s3://corpora/wiki-1"):
            frame = corpora.read("domain_vocabulary", place, verify=True, domain="music")
            assert list(frame["count"]) == [2]
        found = corpora.find("domain_vocabulary", "s3://corpora", build="00000001")
        assert found.location == "s3://corpora/wiki-1/domain_vocabulary/build=00000001"
        with pytest.raises(InputError, match="^s3://corpora: no dataset 'punkt'; there are domain_vocabulary$"):
            corpora.read("punkt", "s3://corpora")


# Wrong names.


@pytest.mark.parametrize(
    ("dataset", "given", "message"),
    [
        (
            "punk",
            {},
            "{root}: no dataset 'punk'; did you mean punkt? There are domain_vocabulary, punkt",
        ),
        ("ner_corpus", {}, "{root}: no dataset 'ner_corpus'; there are domain_vocabulary, punkt"),
        ("", {}, "{root}: no dataset ''; there are domain_vocabulary, punkt"),
        ("../x", {}, "{root}: no dataset '../x'; there are domain_vocabulary, punkt"),
        ("punkt", {"spliter": "punkt"}, "punkt: no key 'spliter'; did you mean splitter? There are splitter"),
        (
            "domain_vocabulary",
            {"domian": "ai"},
            "domain_vocabulary: no key 'domian'; did you mean domain? There are domain",
        ),
        (
            "punkt",
            {"splitter": "punct"},
            "{root}/wiki-1/punkt: no splitter=punct; did you mean punkt? There are other, punkt",
        ),
        (
            "punkt",
            {},
            "{root}/wiki-1/punkt: choose one by splitter; there are splitter=other, splitter=punkt",
        ),
        (
            "domain_vocabulary",
            {"domain": "musik"},
            "{root}/wiki-1/domain_vocabulary/build=00000001: no partition domain=musik; did you mean music? There are "
            "ai, music",
        ),
        (
            "domain_vocabulary",
            {"columns": ["words"]},
            "domain_vocabulary: no column 'words'; did you mean word? There are word, count, domain",
        ),
        (
            "domain_vocabulary",
            {"columns": ["word", "count", "word"]},
            "columns names word more than once; name each once",
        ),
        (
            "punkt",
            {"splitter": "punkt", "build": "00000004"},
            "{root}/wiki-1/punkt/splitter=punkt: no build '00000004'; there are build=00000002, build=00000003",
        ),
        (
            "punkt",
            {"splitter": "punkt", "build": "000000021"},
            "{root}/wiki-1/punkt/splitter=punkt: no build '000000021'; there are build=00000002, build=00000003",
        ),
        ("punkt", {"snapshot": "wiki-2"}, "{root}: no snapshot 'wiki-2'; did you mean wiki-1? There are wiki-1"),
        ("punkt", {"to": "polars"}, "to = 'polars': must be one of pandas, arrow, datasets, batches"),
    ],
)
def test_a_wrong_name_is_answered_with_what_there_is(
    root: str, dataset: str, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as told:
        corpora.read(dataset, root, **given)
    assert str(told.value) == message.format(root=root)


@pytest.mark.parametrize("folder", ["nowhere", ".", "data/_locks"])
def test_a_place_without_datasets_is_no_root(root: str, tmp_path: Path, folder: str) -> None:
    assert root == str(tmp_path / "data")
    with pytest.raises(InputError, match=": no datasets here; give the root of the builds, or the directory of a snap"):
        corpora.read("punkt", tmp_path / folder)


def test_the_keys_that_leave_several_are_named(tmp_path: Path) -> None:
    for step in ("step=punkt", "step=sentences/splitter=punkt", "step=sentences/splitter=other"):
        write_dataset(str(tmp_path), f"wiki-1/rejects/{step}", "00000001", {})
    with pytest.raises(InputError, match="rejects: choose one by step; there are step=punkt, step=sentences/splitter="):
        corpora.find("rejects", tmp_path)
    with pytest.raises(InputError, match="rejects: choose one by splitter; there are step=sentences/splitter=other, "):
        corpora.find("rejects", tmp_path, step="sentences")
    assert corpora.find("rejects", tmp_path, step="punkt").location.endswith("/step=punkt/build=00000001")


def test_a_key_that_only_some_have_tells_none_apart(tmp_path: Path) -> None:
    for step in ("step=a/splitter=x", "step=b"):
        write_dataset(str(tmp_path), f"wiki-1/rejects/{step}", "00000001", {})
    with pytest.raises(InputError, match="rejects: choose one by step; there are step=a/splitter=x, step=b$"):
        corpora.find("rejects", tmp_path)
    write_dataset(str(tmp_path), "wiki-1/rejects/step=c/splitter=y", "00000001", {})
    with pytest.raises(InputError, match="rejects: no splitter=z; there are y$"):
        corpora.find("rejects", tmp_path, step="c", splitter="z")


def test_a_key_may_have_the_name_of_the_first_parameter(tmp_path: Path) -> None:
    for name in ("iob1", "lab"):
        row = {"sentence": 0, "tokens": [name], "tags": ["O"], "ner_tags": [0]}
        write_dataset(str(tmp_path), f"wiki-1/ner_benchmark/dataset={name}", "00000001", {"split=train": [row]})
    assert corpora.find("ner_benchmark", tmp_path, dataset="lab").location.endswith("/dataset=lab/build=00000001")
    assert list(corpora.read("ner_benchmark", root=tmp_path, dataset="lab")["tokens"][0]) == ["lab"]


def test_numbers_are_compared_as_numbers(tmp_path: Path) -> None:
    for alpha in ("0.5", "1.0"):
        write_dataset(str(tmp_path), f"wiki-1/punkt/alpha={alpha}", "00000001", {})
    for given in (1, 1.0, "1", "1.0"):
        assert "/alpha=1.0/" in corpora.find("punkt", tmp_path, alpha=given).location
    with pytest.raises(InputError, match="punkt: no alpha=0.7; "):
        corpora.find("punkt", tmp_path, alpha=0.7)


def test_of_several_snapshots_one_is_chosen(root: str) -> None:
    write_dataset(root, "wiki-2/punkt/splitter=punkt", "00000005", abbreviations("of wiki-2"))
    with pytest.raises(InputError, match="several snapshots have punkt: wiki-1, wiki-2; choose one by snapshot"):
        corpora.read("punkt", root, splitter="punkt")
    assert list(corpora.read("punkt", root, snapshot="wiki-2")["first"]) == ["of wiki-2"]
    # Only one has a vocabulary, and nobody is asked which.
    storage.write_text(f"{root}/_current.json", "{")
    assert len(corpora.read("domain_vocabulary", root)) == 3
    make_snapshot_current(root, "wiki-2")
    assert list(corpora.read("punkt", root, splitter="punkt")["first"]) == ["of wiki-2"]
    assert len(corpora.read("domain_vocabulary", root)) == 3


def test_a_preview_is_read_only_where_it_is_named(root: str) -> None:
    write_dataset(root, "wiki-1-preview/punkt/splitter=punkt", "00000005", abbreviations("of the preview"))
    write_dataset(root, "wiki-1-preview/orthography", "00000006", {})
    storage.write_json(f"{root}/wiki-1-preview/_excerpt.json", {})
    assert list(corpora.read("punkt", root, splitter="punkt")["first"]) == ["new", "newer"]
    assert list(corpora.read("punkt", root, snapshot="wiki-1-preview")["first"]) == ["of the preview"]
    assert list(corpora.read("punkt", f"{root}/wiki-1-preview")["first"]) == ["of the preview"]
    with pytest.raises(InputError) as told:
        corpora.find("orthography", root)
    assert str(told.value) == (
        f"{root}: orthography stands in a preview alone, which is of a part of the dump; give `wiki-ner build`, or "
        "choose it by snapshot='wiki-1-preview'"
    )


# The current build.


def test_where_nothing_says_which_is_current_the_only_build_is_read(tmp_path: Path) -> None:
    write_dataset(str(tmp_path), "wiki-1/punkt", "00000001", abbreviations("A"), current=False)
    assert list(corpora.read("punkt", tmp_path)["first"]) == ["A"]
    write_dataset(str(tmp_path), "wiki-1/punkt", "00000002", abbreviations("B"), current=False)
    with pytest.raises(InputError, match=r"none of the builds that stand here \(build=00000001, build=00000002\)"):
        corpora.read("punkt", tmp_path)


def test_a_current_build_that_is_gone_is_not_replaced_by_any_of_several(root: str) -> None:
    write_dataset(root, "wiki-1/punkt/splitter=punkt", "00000006", {})
    (Path(root) / "wiki-1/punkt/splitter=punkt/build=00000006/_manifest.json").unlink()
    with pytest.raises(InputError, match=r"none of the builds that stand here \(build=00000002, build=00000003\)"):
        corpora.read("punkt", root, splitter="punkt")


# Files that are not what was written.


def part(root: str, domain: str) -> Path:
    return Path(root) / f"wiki-1/domain_vocabulary/build=00000001/domain={domain}/part-00000.parquet"


def test_a_damaged_part_is_found_when_asked(root: str) -> None:
    content = bytearray(part(root, "music").read_bytes())
    content[-6] ^= 1
    part(root, "music").write_bytes(content)
    with pytest.raises(InputError, match="domain=music/part-00000.parquet: has other content than when it was"):
        corpora.read("domain_vocabulary", root, verify=True)
    assert words(corpora.read("domain_vocabulary", root, verify=True, domain="ai")) == ["learning"]
    with pytest.raises(InputError, match="build=00000001: cannot be read .*; verify=True finds"):
        corpora.read("domain_vocabulary", root)
    with pytest.raises(InputError, match="build=00000001: cannot be read .*; verify=True finds"):
        list(corpora.read("domain_vocabulary", root, to="batches"))


def test_a_part_that_is_gone_is_named(root: str) -> None:
    part(root, "ai").unlink()
    with pytest.raises(InputError, match="domain=ai/part-00000.parquet: no such file"):
        corpora.read("domain_vocabulary", root, verify=True)
    with pytest.raises(InputError, match="build=00000001: cannot be read .*domain=ai"):
        corpora.read("domain_vocabulary", root)


def test_a_partition_of_another_key_is_answered_with_what_there_is(root: str) -> None:
    found = corpora.find("domain_vocabulary", root)
    for ask in (found.scan, found.verify):
        with pytest.raises(InputError) as told:
            ask(domian="ai")
        assert str(told.value) == "domain_vocabulary: no partitions by 'domian'; did you mean domain? There are domain"


def test_a_dataset_that_has_no_build_is_told(root: str) -> None:
    (Path(root) / "wiki-1" / "gazetteer").mkdir()
    with pytest.raises(InputError, match=f"^{root}/wiki-1/gazetteer: no build here; give the command that builds gaz"):
        corpora.find("gazetteer", root)


def test_batches_are_of_some_thousand_rows(tmp_path: Path) -> None:
    rows = [{"word": f"{number}", "count": number} for number in range(5000)]
    write_dataset(str(tmp_path), "wiki-1/domain_vocabulary", "00000001", {"domain=ai": rows})
    batches = corpora.read("domain_vocabulary", tmp_path, to="batches")
    assert [batch.num_rows for batch in batches] == [4096, 904]


def test_of_many_names_the_first_twenty_are_told(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"wiki-{number:02}" / "punkt").mkdir(parents=True)
    names = ", ".join(f"wiki-{number:02}" for number in range(20))
    message = rf"^{tmp_path}: several snapshots have punkt: {names}%s; choose one by snapshot='wiki-00', or for all "
    with pytest.raises(InputError, match=message % ""):
        corpora.find("punkt", tmp_path)
    (tmp_path / "wiki-20" / "punkt").mkdir(parents=True)
    with pytest.raises(InputError, match=message % " and 1 more"):
        corpora.find("punkt", tmp_path)
