from __future__ import annotations

import bz2
import functools
import gzip
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from schemas.datasets.shards import Descriptor, Destination, Unit, write_shard
from tests.support.type_data import wikidata_ids
from tests.support.wikidata import ENTITY, PROPERTY, entity, json_dump, triple
from tests.support.wikis import EN
from wiki.dump.splits import cut_file
from wiki.steps.wikidata_statements import write_wikidata_statements

Rows = list[tuple[str, ...]]
DATASETS = ("wikidata_statements", "wikidata_sitelinks", "rejects")


def run(root: Path, path: Path, ids: str = "", split: int = 10**9) -> tuple[dict[str, Rows], list[Descriptor]]:
    """The rows of all splits of a dump by dataset, those of rejects as (reason, text), and the descriptors."""
    outputs = [Destination(name, str(root / name), str(root / name)) for name in DATASETS]
    process = functools.partial(write_wikidata_statements, site=EN, wikidata_ids=ids)
    done = []
    for index, each in enumerate(cut_file(str(path), split)):
        done.append(write_shard(Unit(index, 1, each), process=process, outputs=outputs))
    rows: dict[str, Rows] = {}
    for name in DATASETS:
        found: list[dict[str, Any]] = []
        for part in sorted((root / name).glob("*.parquet")):
            found += pq.read_table(part).to_pylist()
        wanted = ("reason", "text") if name == "rejects" else None
        rows[name] = [tuple(row[key] for key in wanted or row) for row in found]
    return rows, done


ITEMS = [
    entity("Q42", {"enwiki": "Douglas Adams", "dewiki": "D"}, [("P31", "Q5", "normal"), ("P106", "Q36180", "normal")]),
    entity("Q5", {"enwiki": "human"}, [("P279", "Q154954", "normal"), ("P31", None, "normal")]),
    entity("Q2", {"dewiki": "Erde"}, [("P31", "Q634", "normal"), ("P279", "Q35120", "normal")]),
    entity("Q3", {"enwiki": "Category:Writers"}, [("P31", "Q4167836", "normal")]),
    entity("Q4", {"enwiki": "2001: A Space Odyssey"}, [("P31", "Q11424", "normal")]),
    entity("Q6", {}, []),
    entity("Q140", {}, [("P171", "Q127960", "normal"), ("P31", "Q16521", "normal")]),
]
STATEMENTS = [
    ("Q42", "P31", "Q5"),
    ("Q42", "P106", "Q36180"),
    ("Q5", "P279", "Q154954"),
    ("Q2", "P279", "Q35120"),
    ("Q4", "P31", "Q11424"),
    ("Q140", "P171", "Q127960"),
]
SITELINKS = [("Douglas Adams", "Q42"), ("Human", "Q5"), ("2001: A Space Odyssey", "Q4")]


def test_the_json_form_names_its_titles_itself(tmp_path: Path) -> None:
    path = tmp_path / "dump.json.gz"
    path.write_bytes(gzip.compress(json_dump([*ITEMS, {"type": "property", "id": "P31", "claims": {}}])))
    rows, [done] = run(tmp_path, path)
    assert rows == {"wikidata_statements": STATEMENTS, "wikidata_sitelinks": SITELINKS, "rejects": []}
    assert (done.seen, done.rejected) == (7, 0)
    assert done.counts["items"] == {"of articles": 3, "of no page": 3, "of other pages": 1}
    assert done.counts["statements without a value"] == {"P31": 1}


@pytest.mark.parametrize("split", [1, 300, 10**9])
def test_splits_change_nothing(tmp_path: Path, split: int) -> None:
    path = tmp_path / "dump.json.bz2"
    data = json_dump(ITEMS)
    path.write_bytes(b"".join(bz2.compress(data[start : start + 700]) for start in range(0, len(data), 700)))
    rows, _ = run(tmp_path, path, split=split)
    assert rows == {"wikidata_statements": STATEMENTS, "wikidata_sitelinks": SITELINKS, "rejects": []}


def test_a_broken_line_is_a_reject(tmp_path: Path) -> None:
    path = tmp_path / "dump.json"
    path.write_bytes(b'[\n{"type":"item","id":"Q1","claims":{"P31":[{"ma\n' + json_dump(ITEMS[:1]))
    rows, [done] = run(tmp_path, path)
    assert rows["wikidata_statements"] == STATEMENTS[:2]
    [(reason, text)] = rows["rejects"]
    assert reason == "malformed-line"
    assert text.endswith('{"type":"item","id":"Q1","claims":{"P31":[{"ma')
    assert (done.seen, done.rejected) == (2, 1)


def test_the_truthy_form_takes_the_items_of_pages_from_the_wiki(tmp_path: Path) -> None:
    lines = [
        triple("Q42", "P31", "Q5"),
        triple("Q43", "P31", "Q5"),
        triple("Q2000000000", "P106", "Q5"),
        f"<{ENTITY}Q42> <{PROPERTY}P106> _:b0 .",
        triple("Q43", "P279", "Q7"),
        f"<{ENTITY}Q44> <http://www.w3.org/2002/07/owl#sameAs> <{ENTITY}Q42> .",
        f"<{ENTITY}Q42> <{PROPERTY}P31> nothing",
    ]
    path = tmp_path / "truthy.nt.bz2"
    path.write_bytes(bz2.compress("\n".join([*lines, ""]).encode()))
    ids = wikidata_ids(tmp_path / "ids", {"Douglas Adams": "Q42", "Earth": "Q2"})
    rows, [done] = run(tmp_path, path, ids)
    assert rows["wikidata_statements"] == [("Q42", "P31", "Q5"), ("Q43", "P279", "Q7"), ("Q44", "redirect", "Q42")]
    assert rows["rejects"] == [("malformed-line", lines[-1])]
    assert rows["wikidata_sitelinks"] == []
    assert done.seen == 7
    assert done.counts["statements"] == {"P279": 1, "P31": 1, "of items without a page": 2, "redirect": 1}
