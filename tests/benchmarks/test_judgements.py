from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from benchmarks.names_found import read_marked
from benchmarks.readings import JUDGEMENTS
from benchmarks.typing_precision import UNSEEN, read_judged

TABLES = sorted(path.stem for path in JUDGEMENTS.glob("*.tsv"))
OTHER_COLUMNS = "names-enwik8-01"


def of(*kinds: str) -> list[str]:
    return [name for name in TABLES if any(fnmatch(name, kind) for kind in kinds) and name != OTHER_COLUMNS]


@pytest.mark.parametrize(
    "name", of("anchors", "flagged*", "kept*", "propagated", "unlinked", "added-*", "dropped-*", "capitalised-*")
)
def test_mentions_have_known_verdicts(name: str) -> None:
    assert read_judged(name)


@pytest.mark.parametrize("name", of("names*"))
def test_names_have_known_kinds(name: str) -> None:
    assert read_marked(JUDGEMENTS / f"{name}.tsv")


@pytest.mark.parametrize("name", TABLES)
def test_rows_have_the_columns_of_their_table(name: str) -> None:
    with Path(JUDGEMENTS, f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        columns, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert {len(row) for row in rows} == {len(columns)}


def test_readings_of_a_kind_are_numbered_from_one_without_a_gap() -> None:
    kinds: dict[str, list[int]] = {}
    for name in TABLES:
        if numbered := re.fullmatch(r"(.+)-(\d\d)", name):
            kinds.setdefault(numbered[1], []).append(int(numbered[2]))
    assert kinds
    assert {kind: numbers for kind, numbers in kinds.items() if numbers != list(range(1, len(numbers) + 1))} == {}
    assert kinds.keys().isdisjoint(TABLES)
    assert [name for name in UNSEEN if name.startswith("kept-enwik8")] == [
        f"kept-enwik8-{number:02}" for number in kinds["kept-enwik8"]
    ]


def named_in_readme() -> Iterator[str]:
    for row in re.findall(r"^\| (`.*?) \|", (JUDGEMENTS / "README.md").read_text("utf-8"), re.MULTILINE):
        yield from re.findall(r"`([^`]+)`", row)


def test_the_readme_tells_what_is_in_each_table() -> None:
    kinds = list(named_in_readme())
    assert [kind for kind in kinds if not any(fnmatch(name, kind) for name in TABLES)] == []
    assert [name for name in TABLES if not any(fnmatch(name, kind) for kind in kinds)] == []
