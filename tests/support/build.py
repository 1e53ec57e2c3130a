"""Running the build as a person does, for the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from schemas.datasets.dataset import MANIFEST, Manifest, parquet_parts, read_manifest
from tests.support.paths import PROJECT

LUIGI = (sys.executable, "-m", "luigi")
WIKI_NER = (sys.executable, "-m", "wiki_ner", "build")
"""The commands, by the Python that runs the tests; `luigi` itself may belong to another environment."""


def environment(**changes: str) -> dict[str, str]:
    """An environment in which the packages are those of this checkout, whatever else is installed."""
    bare = PROJECT / "tests" / "support" / "bare"
    return {**os.environ, "PYTHONPATH": f"{bare}{os.pathsep}{PROJECT}", **changes}


def settings(root: Path, text: str = "") -> Path:
    """A settings file with this text, for a build below `root`; without one it says that alone."""
    root.mkdir(parents=True, exist_ok=True)
    path = root / "settings.cfg"
    path.write_text(text or f"[Build]\nroot = {root / 'data'}\n")
    return path


def start(
    root: Path,
    config: Path,
    *arguments: str,
    workers: int = 1,
    training: bool = False,
    luigi: bool = False,
    store: str = "",
) -> subprocess.Popen[str]:
    """Start `wiki-ner build …` with the settings file over luigi.cfg, in an installation without the test tools, and
    without the extra `training` unless it is asked for.

    With `luigi` it is `luigi --module pipelines …`, where each step starts a Python of its own, which takes longer.
    It has to be that where the datasets go below the URI `store`: `wiki-ner build` would put its log into the checkout.
    """
    task = arguments or ("BuildCorpora",)
    command = [*LUIGI, "--module", "pipelines", *task, "--local-scheduler"] if luigi else [*WIKI_NER, *task]
    command += ["--Build-root", store or str(root / "data"), "--Beam-workers", str(workers)]
    command += ["--Training-scratch", str(root / "scratch")]
    extra = {"WITH_TRAINING": "1" if training else "", "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        command,
        cwd=PROJECT,
        env=environment(LUIGI_CONFIG_PATH=str(config), **extra),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def build(
    root: Path,
    config: Path,
    *arguments: str,
    workers: int = 1,
    training: bool = False,
    luigi: bool = False,
    store: str = "",
) -> tuple[int, str]:
    """Exit status and output of a build."""
    job = start(root, config, *arguments, workers=workers, training=training, luigi=luigi, store=store)
    output, _ = job.communicate(timeout=3600)
    return job.returncode, output


def copy_build(build: Path, root: Path) -> None:
    """Put the datasets of another build below `root`, where a build goes on from them."""
    shutil.copytree(build / "data", root / "data", dirs_exist_ok=True)


def datasets(root: Path) -> dict[str, Path]:
    """Committed datasets of a build by their path below the snapshot, build digest left out."""
    found = sorted((root / "data").rglob(MANIFEST))
    return {"/".join(path.relative_to(root / "data").parts[1:-2]): path.parent for path in found}


def contents(root: Path) -> dict[str, bytes]:
    """Every file of the committed datasets but the manifests' and cards' record of where the inputs lie."""
    return {
        f"{name}/{path.relative_to(folder)}": path.read_bytes()
        for name, folder in datasets(root).items()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("_")
    }


def manifest(root: Path, name: str) -> Manifest:
    return read_manifest(str(datasets(root)[name]))


def rows(root: Path, name: str) -> list[dict[str, Any]]:
    """All rows of a dataset, in the order of its manifest, with the columns that its partitions stand for."""
    folder = datasets(root)[name]
    found = []
    for part in parquet_parts(read_manifest(str(folder))):
        partition = dict(piece.split("=") for piece in part.name.split("/")[:-1])
        found += [{**row, **partition} for row in pq.read_table(folder / part.name, partitioning=None).to_pylist()]
    return found
