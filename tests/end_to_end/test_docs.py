"""The documentation does what it says: its commands run on the sample, its links lead somewhere.

A block whose info string ends in `runnable` is run, in the order of its page. One with `file=NAME` is written to that
file before the commands of its page run. Commands run in a directory with the files of a checkout that a build reads,
and with a build of the sample; each page has a copy of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schemas.datasets.dataset import read_manifest
from tests.support.build import copy_build
from tests.support.documentation import (
    INDEX,
    PROJECT,
    README,
    Block,
    anchors,
    blocks,
    code_spans,
    links,
    pages,
    shown_files,
)

BUILD = ".venv/bin/wiki-ner build"
CHECKOUT = (
    "luigi.cfg",
    "constraints.txt",
    "domains",
    "settings",
    "sample/annotators.py",
    "sample/html",
    "sample/ner",
    "sample/wiki",
)
RUNNABLE = [block for page in pages() for block in blocks(page) if block.mark == "runnable"]
CONTRIBUTING = PROJECT / "CONTRIBUTING.md"
FIRST = (README, PROJECT / "docs" / "tutorial" / "sample.md")
"""What a newcomer runs; the commands of all other pages are among the tests of builds."""
INTERPRETERS = {"bash": ["bash", "-euo", "pipefail", "-c"], "python": [".venv/bin/python", "-c"]}
SOURCE = re.compile(r"(?:wiki|dbpedia|corpora|training|schemas|tasks|pipelines|domains|settings|sample|tests)/[\w/.]*")
SECONDS = 600


def run(checkout: Path, language: str, text: str) -> subprocess.CompletedProcess[str]:
    """Run a block as a person does, with what it writes to the terminal."""
    environment = {name: value for name, value in os.environ.items() if name != "LUIGI_CONFIG_PATH"}
    return subprocess.run(
        [*INTERPRETERS[language], text],
        cwd=checkout,
        env={**environment, "OMP_NUM_THREADS": "1", "HF_HOME": str(checkout / "hf"), "HF_HUB_OFFLINE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
    )


@pytest.fixture(scope="module")
def built(sample_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a checkout is for its commands, with the corpora of the sample built in `data`."""
    checkout = tmp_path_factory.mktemp("checkout")
    for name in CHECKOUT:
        source, copy = PROJECT / name, checkout / name
        copy.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy)
        else:
            shutil.copy(source, copy)
    (checkout / ".venv").symlink_to(sys.prefix)
    copy_build(sample_build, checkout)
    build = run(checkout, "bash", BUILD)
    assert build.returncode == 0 and "is built already" in build.stdout, build.stdout
    return checkout


@pytest.fixture(scope="module")
def checkout_of(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """A function that gives each page a copy of its own, with the files that the page shows."""
    copies: dict[Path, Path] = {}

    def checkout_of(page: Path) -> Path:
        if page not in copies:
            copies[page] = tmp_path_factory.mktemp(page.stem) / "checkout"
            shutil.copytree(built, copies[page], symlinks=True)
            for name, text in shown_files(page).items():
                (copies[page] / name).parent.mkdir(exist_ok=True)
                (copies[page] / name).write_text(text)
        return copies[page]

    return checkout_of


@pytest.mark.parametrize(
    "block",
    [pytest.param(block, marks=() if block.page in FIRST else pytest.mark.builds) for block in RUNNABLE],
    ids=str,
)
def test_a_runnable_block_runs(block: Block, checkout_of: Callable[[Path], Path]) -> None:
    result = run(checkout_of(block.page), block.language, block.text)
    assert result.returncode == 0, f"{block}:\n{block.text}\n{result.stdout}"


def test_figures_of_the_first_tutorial(built: Path) -> None:
    counts = read_manifest(str(next(built.glob("data/*/sentences/splitter=punkt/build=*")))).counts
    articles, found = counts["pages"]["article"], counts["sentences"]
    told = f"({articles:,} articles, {found['sentences']:,} sentences, {found['anchors']:,} links)"
    assert told in (PROJECT / "docs" / "tutorial" / "sample.md").read_text("utf-8")


@pytest.mark.builds
def test_figures_of_the_tutorial_of_annotation(checkout_of: Callable[[Path], Path]) -> None:
    page = PROJECT / "docs" / "tutorial" / "annotate.md"
    checkout = checkout_of(page)
    if not (checkout / "music-gold").exists():
        for block in RUNNABLE:
            if block.page == page:
                run(checkout, block.language, block.text)
    text, report = (path.read_text("utf-8") for path in (page, checkout / "music-gold" / "report.md"))
    shares = re.findall(r"^\| (?:pre-annotated|corrected|in doubt|changed by).*", report, re.MULTILINE)
    assert len(shares) == 4
    assert [row.replace("%", " %") for row in shares] == re.findall(r"^\| .* % \| .* % \|$", text, re.MULTILINE)
    gold = {path.stem: path.read_text().count("\n\n") for path in (checkout / "music-gold" / "music").iterdir()}
    told = f"{gold['train']} to train on, {gold['dev']} for development, {gold['test']} to test on"
    assert f"**Gold set.** {sum(gold.values())} sentences, split by page: {told}." in text


def test_the_front_page_and_the_first_tutorial_are_run() -> None:
    run_pages = {block.page for block in RUNNABLE}
    assert {*FIRST} <= run_pages


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(PROJECT)))
def test_a_page_is_well_formed(page: Path) -> None:
    marks = {(block.language if block.mark == "runnable" else "", block.mark.split("=")[0]) for block in blocks(page)}
    assert marks <= {("bash", "runnable"), ("python", "runnable"), ("", "file"), ("", "")}, "no such mark of a block"
    assert page.read_text().count("```") == 2 * len(blocks(page)), "a fence that is not closed, or indented otherwise"


@pytest.mark.parametrize("page", [*pages(), CONTRIBUTING], ids=lambda page: str(page.relative_to(PROJECT)))
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for target, anchor in links(page):
        name = os.path.relpath(target, PROJECT)
        if not target.exists():
            broken.append(f"{name}: no such file")
        elif anchor and anchor not in anchors(target):
            broken.append(f"{name}#{anchor}: no such heading")
    assert broken == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(PROJECT)))
def test_the_files_that_a_page_names_exist(page: Path) -> None:
    named = [span.rstrip("/") for span in code_spans(page) if SOURCE.fullmatch(span) and span not in shown_files(page)]
    missing = [name for name in named if not any((PROJECT / f"{name}{end}").exists() for end in ("", ".py", ".toml"))]
    assert missing == []


def test_every_page_is_reached_from_the_index() -> None:
    reached, waiting = set[Path](), [INDEX]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md" and page.is_file():
            reached.add(page)
            waiting += [target for target, _ in links(page)]
    assert set(pages()) - reached == set()
    assert INDEX in {target for target, _ in links(README)}
