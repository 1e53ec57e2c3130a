"""MediaWiki's own parser tests, as a ratchet: a case that was once read as MediaWiki reads it stays so.

Two thirds of the cases lie beside the checkout; their names are pinned in `tests/golden/parser_tests.json`, the data is
no part of the project. `UPDATE_GOLDEN=1 pytest tests/wiki/wikitext/test_parser_tests.py` writes the file and
`docs/results/parser-tests.md` anew; read the difference before you commit it. A case that is new among the different
ones has no reason yet: give it one in the file, and run the command again.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import unicodedata
from collections import Counter, defaultdict
from typing import Any, NamedTuple

import pytest

from tests.support.golden import different_lines
from tests.support.paths import PROJECT, SHARED
from wiki.extract import main

GOLDEN = PROJECT / "tests" / "golden" / "parser_tests.json"
PAGE = PROJECT / "docs" / "results" / "parser-tests.md"
CASES = SHARED / "parser-tests"
NO_REASON = "no reason yet"

BARS = {"plain, with paragraphs": 0.97, "plain, with none": 0.99}
"""Least share of the cases of a kind that are read as MediaWiki reads them."""


class Case(NamedTuple):
    name: str
    kind: str
    same: bool


_elsewhere = re.compile(
    r"(?i):?(media|special|(user|wikipedia|project|file|image|mediawiki|template|help|category|module)( talk)?|talk|"
    r"memoryalpha|meatball|wikitravel|[a-z]{2,3}|zh-\w+|google|wikt|mw|mi\d?|rtl|stop|s|w|d|en-x-piglatin|local|"
    r"remote|wikinvest|flickruser):"
)
"""A link that does not lead to an article of the wiki that the cases are written for."""


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _anchors(paragraph: dict[str, Any], title: str) -> list[tuple[str, str]]:
    found = []
    for anchor in paragraph["anchors"]:
        target = _fold(anchor["target"].replace("_", " ")).split("#")[0].strip().lstrip(":")
        target = target[:1].upper() + target[1:]
        surface = _fold(paragraph["text"][anchor["start"] : anchor["end"]])
        if target and surface and target != title and not _elsewhere.match(target):
            found.append((surface, target))
    return found


def _read(paragraphs: list[dict[str, Any]], title: str) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(_fold(p["text"]), _anchors(p, title)) for p in paragraphs if p["text"].strip()]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    if not CASES.is_dir():
        pytest.skip(f"MediaWiki's parser tests are not at {CASES}")
    output = tmp_path_factory.mktemp("parser_tests") / "mine.jsonl"
    assert main([str(CASES / "cases.xml.bz2"), "--inline-templates", "off", "-o", str(output)]) == 0
    found = {line["page_id"]: line["paragraphs"] for line in map(json.loads, output.read_text("utf-8").splitlines())}
    judged = []
    with gzip.open(CASES / "cases.jsonl.gz", "rt", encoding="utf-8") as lines:
        for case in map(json.loads, lines):
            title, wanted = case["title"], case["paragraphs"]
            kind = f"{case['group']}, {'with paragraphs' if wanted else 'with none'}"
            same = _read(wanted, title) == _read(found.get(case["page_id"], []), title)
            judged.append(Case(case["id"], kind, same))
    return judged


def _golden(cases: list[Case], reasons: dict[str, str]) -> str:
    """The golden file of these cases, with the reasons known for the different ones."""
    same: dict[str, list[str]] = defaultdict(list)
    different: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, kind, is_same in cases:
        if is_same:
            same[kind].append(name)
        else:
            different[kind][reasons.get(name, NO_REASON)].append(name)
    return json.dumps({"different": different, "same": same}, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _reasons(golden: dict[str, Any]) -> dict[str, str]:
    return {name: reason for kinds in golden["different"].values() for reason, names in kinds.items() for name in names}


def _page(golden: dict[str, Any]) -> str:
    """The page of results."""
    lines = [
        "# MediaWiki's parser tests",
        "",
        "MediaWiki tests its parser with small pieces of wikitext and the HTML it must make of them. Two thirds of",
        "those that need no template are read here as pages, with `python -m wiki.extract --inline-templates off`. A",
        "case is *same* where all paragraphs and all links to articles are those of the HTML.",
        "`tests/golden/parser_tests.json` pins the cases by name: none that is same may be lost. The test that holds",
        "it, `tests/wiki/wikitext/test_parser_tests.py`, writes this page.",
        "",
        "*Plain* cases are markup alone. *Tags* are extensions. *Site* needs what the parser tests' own wiki has:",
        "images, interwiki prefixes, subpages, test extensions. Wikipedia has none of these: that group measures",
        "nothing here.",
        "",
        "| cases | same | different | share |",
        "|---|---|---|---|",
    ]
    for kind in sorted({*golden["same"], *golden["different"]}):
        same = len(golden["same"].get(kind, []))
        different = sum(map(len, golden["different"].get(kind, {}).values()))
        lines.append(f"| {kind} | {same} | {different} | {same / (same + different):.1%} |")
    lines += ["", "## What is different, and why", ""]
    by_reason: dict[str, list[str]] = defaultdict(list)
    for name, reason in sorted(_reasons(golden).items()):
        by_reason[reason].append(name)
    for reason, names in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        lines.append(f"- **{reason}** ({len(names)})")
        lines += [f"  - `{name.replace('`', '')}`" for name in names]
    return "\n".join(lines) + "\n"


def test_what_was_read_as_mediawiki_reads_it_stays_so(cases: list[Case]) -> None:
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), "two cases have one name"
    kept = GOLDEN.read_text("utf-8") if GOLDEN.exists() else '{"different": {}, "same": {}}'
    found = _golden(cases, _reasons(json.loads(kept)))
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(found, "utf-8")
        PAGE.write_text(_page(json.loads(found)), "utf-8")
        return
    pinned = {name for same in json.loads(kept)["same"].values() for name in same}
    lost = sorted(pinned - {case.name for case in cases if case.same})
    assert not lost, f"read differently now: {lost}"
    assert not different_lines(kept, found), "cases were gained; read them, and bless them with UPDATE_GOLDEN=1"


def test_shares_reach_the_bars(cases: list[Case]) -> None:
    total = Counter(case.kind for case in cases)
    same = Counter(case.kind for case in cases if case.same)
    assert {kind: (same[kind], total[kind]) for kind, bar in BARS.items() if same[kind] < bar * total[kind]} == {}


def test_the_page_says_what_is_pinned_and_why_the_rest_is_different() -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))
    assert NO_REASON not in _reasons(golden).values()
    assert _page(golden) == PAGE.read_text("utf-8")
