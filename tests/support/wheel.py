"""What `.ci/wheel` asks: whether a wheel holds every file of the packages, and whether a build by it gives the sample.

python -m tests.support.wheel files WHEEL
python -m tests.support.wheel results FOLDER    where articles.jsonl and the build's root data/ are
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from tests.support.git import project_files
from tests.support.paths import PROJECT

PACKAGES = sorted({path.parent.name for path in PROJECT.glob("*/__init__.py")} - {"tests"})
CORPUS = "ner_corpus/profile=paper/label_set=315/alpha=0.7"


def packaged_files() -> list[str]:
    """The project's files that a wheel must hold: all in the packages, code and data."""
    return [name for name in project_files() if name.partition("/")[0] in PACKAGES]


def wrong_files(wheel: Path, wanted: Iterable[str]) -> list[str]:
    """How the files of a wheel differ from those that are wanted, a line for each."""
    expected = set(wanted)
    with zipfile.ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
    missing = [f"{wheel.name} lacks {name}" for name in sorted(expected - found)]
    return missing + [f"{wheel.name} has {name}, which is no file of the packages" for name in sorted(found - expected)]


def wrong_results(folder: Path, golden: dict[str, Any]) -> list[str]:
    """How the articles and the datasets in a folder differ from the golden file, a line for each."""
    with (folder / "articles.jsonl").open(encoding="utf-8") as lines:
        found = {"articles": sum("paragraphs" in json.loads(line) for line in lines)}
    wanted = {"articles": golden["sentences/splitter=punkt"]["counts"]["pages"]["article"]}
    for name, dataset in golden.items():
        found[name] = _rows(folder, name)
        wanted[name] = dataset["rows"]
    for split, rows in golden[CORPUS]["counts"]["examples"].items():
        found[f"{CORPUS}, {split}"] = _rows(folder, f"{CORPUS}/build=*/split={split}")
        wanted[f"{CORPUS}, {split}"] = rows
    return [f"{name}: {found[name]} instead of {rows}" for name, rows in wanted.items() if found[name] != rows]


def _rows(folder: Path, name: str) -> int:
    return sum(pq.read_metadata(part).num_rows for part in folder.glob(f"data/*/{name}/**/*.parquet"))


def main(command: str, path: Path) -> int:
    """Print what is wrong; returns the exit status."""
    if command == "files":
        wrong = wrong_files(path, packaged_files())
    else:
        (golden,) = PROJECT.glob("tests/**/golden/sample.json")
        wrong = wrong_results(path, json.loads(golden.read_text(encoding="utf-8"))["datasets"])
    for line in wrong:
        print(f"wheel: {line}", file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
