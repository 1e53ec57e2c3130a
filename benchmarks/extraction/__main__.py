"""Accuracy and speed of the extraction compared with other extractors, and the cost of the whole job on a large dump.

    python -m benchmarks.extraction --real ../shared/real --others ENVIRONMENT/bin/python

Prints Markdown. README.md beside this file says what is needed and what each table measures.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.extraction import extractors, job
from benchmarks.extraction.scaled import scale
from benchmarks.extraction.sick import SICK_PAGES
from benchmarks.extraction.templates import gain
from schemas.records import Page, Paragraph
from wiki.articles import read_articles
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.sentences.split import Splitter, split_sentences
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.paragraphs import extract_paragraphs

_SCORES = {"tok_F": "token F1", "anc_F": "anchor F1", "exact": "exact"}
_SPLIT_SIZES_MB = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)


def main() -> None:
    options = _options()
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    dump = Path(options.real) / "enwiki-sample-pages-articles.xml.bz2"
    site = read_siteinfo(str(dump))
    pages = read_pages(dump, site)
    print(f"`python -m benchmarks.extraction {' '.join(sys.argv[1:])}`\n")
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}\n")
    for name, table in _TABLES.items():
        if name in options.tables:
            print(f"## {name}\n", flush=True)
            print(table(options, dump, site, pages), flush=True)
            print()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.extraction",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--real", required=True, help="folder with the real sample, its truth and score.py")
    parser.add_argument("--others", help="Python of an environment with requirements.txt; without it ours alone is run")
    parser.add_argument("--folder", default="data/benchmark", help="where the large dump is made and kept")
    parser.add_argument("--gigabytes", type=float, default=1.0, help="XML of the large dump")
    parser.add_argument("--repetitions", type=int, default=5, help="how often each measurement is repeated")
    parser.add_argument("--splits", type=int, default=6, help="splits of the large dump that CPU is measured on")
    parser.add_argument("--split-mb", type=float, default=8.0, help="compressed MB of a split")
    parser.add_argument("--train-mb", type=float, default=30.0, help="MB of text that Punkt is trained on")
    parser.add_argument("--tables", nargs="+", choices=list(_TABLES), default=list(_TABLES), help="what to measure")
    return parser.parse_args()


def read_pages(dump: Path, site: SiteInfo) -> list[Page]:
    """The articles of a small dump."""
    return [
        page
        for split in plan_splits(str(dump), 1 << 30)
        for page in read_articles(split, site, lambda _: None, lambda *_: None)
        if page.redirect is None
    ]


def load_scorer(real: Path) -> Any:
    """The module `score.py` in a folder."""
    specification = importlib.util.spec_from_file_location("score", real / "score.py")
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def _extractors(options: argparse.Namespace, dump: Path, _site: SiteInfo, pages: list[Page]) -> str:
    scorer = load_scorer(Path(options.real))
    truth = scorer.load(Path(options.real) / "truth.jsonl.gz")
    megabytes = sum(len(page.text.encode()) for page in pages) / 1e6
    articles = Path(options.folder) / "articles.jsonl"
    with articles.open("w", encoding="utf-8") as stream:
        for page in pages:
            stream.write(json.dumps({"page_id": page.page_id, "title": page.title, "text": page.text}) + "\n")
    pythons = dict.fromkeys(extractors.OURS, sys.executable)
    if options.others:
        pythons |= dict.fromkeys(extractors.OTHERS, options.others)
    out = {name: Path(options.folder) / f"extracted-{number}.jsonl" for number, name in enumerate(pythons)}
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in pythons}
    for _ in range(options.repetitions):
        for name, python in pythons.items():
            command = [python, extractors.__file__, name, str(articles), str(dump), str(out[name])]
            ours = {**os.environ, "PYTHONPATH": str(Path.cwd())} if name in extractors.OURS else None
            ended = subprocess.run(command, env=ours, stdout=subprocess.PIPE, check=True)
            runs[name].append(json.loads(ended.stdout))
    rows = []
    for name, each in runs.items():
        score = scorer.score(truth, scorer.load(out[name]))
        ratio = statistics.median(run["seconds"] / run["bz2"] for run in each)
        seconds = statistics.median(run["seconds"] for run in each) / megabytes
        rows.append([name, *(f"{score[key]:.4f}" for key in _SCORES), f"{seconds:.4f}", f"{ratio:.2f}"])
    floor = statistics.median(run["bz2"] for each in runs.values() for run in each) / megabytes
    rows.append(["bz2 decompression of the dump", *("" for _ in _SCORES), f"{floor:.4f}", "1"])
    header = ["extractor", *_SCORES.values(), "CPU s per MB of wikitext", "× bz2"]
    return _table(header, rows)


def _slow_paragraphs(_: argparse.Namespace, _dump: Path, site: SiteInfo, pages: list[Page]) -> str:
    rows = []
    for on in (False, True):
        found = [extract_paragraphs(page.text, page.title, site, inline_templates=on) for page in pages]
        paragraphs, slow = sum(len(each.paragraphs) for each in found), sum(each.slow for each in found)
        rows.append(["on" if on else "off", f"{paragraphs:,}", f"{slow:,}", f"{slow / paragraphs:.2%}"])
    return _table(["inline templates", "paragraphs", "read by the reference", "share"], rows)


def _templates(_: argparse.Namespace, _dump: Path, site: SiteInfo, pages: list[Page]) -> str:
    found = gain(pages, site, 10)
    common = ", ".join(f"{name} {count}" for name, count in found.resolved.most_common(25))
    return (
        f"{found.resolved.total():,} uses of {len(found.resolved)} templates give words, "
        f"{found.unresolved.total():,} uses of {len(found.unresolved)} others none; "
        f"{found.changed:,} of {found.paragraphs:,} paragraphs read differently.\n\nThe most frequent: {common}.\n\n"
        + _table(["table off", "table on"], [[f"…{before}…", f"…{after}…"] for before, after in found.examples])
    )


def _sick_pages(options: argparse.Namespace, dump: Path, site: SiteInfo, _pages: list[Page]) -> str:
    _, punkt = _large(options, dump)
    splitters = {name: load() for name, load in job.splitter_loaders(dump, punkt).items()}
    rows = []
    for name, text in SICK_PAGES.items():
        cells = [name, f"{len(text) / 1e6:.2f}", f"{job.cpu(partial(extract_paragraphs, text, 'A', site)):.2f}"]
        paragraphs = extract_paragraphs(text, "A", site).paragraphs
        cells += [f"{job.cpu(partial(_split_all, paragraphs, splitter)):.2f}" for splitter in splitters.values()]
        rows.append(cells)
    return _table(["page", "million characters", "extraction, CPU s", *(f"{name}, CPU s" for name in splitters)], rows)


def _split_all(paragraphs: list[Paragraph], splitter: Splitter) -> None:
    for paragraph in paragraphs:
        split_sentences(paragraph, splitter)


def _splitters(options: argparse.Namespace, dump: Path, _site: SiteInfo, _pages: list[Page]) -> str:
    _, punkt = _large(options, dump)
    splitters = {name: load() for name, load in job.splitter_loaders(dump, punkt).items()}
    seconds, agreement = job.sentence_splitters(plan_splits(str(dump), 1 << 30), splitters)
    rows = [[name, f"{each:.4f}"] for name, each in seconds.items()]
    return _table(["splitter", "CPU s per MB of text"], rows) + f"\n\nSentences the same in both (F1): {agreement:.4f}"


def _large(options: argparse.Namespace, dump: Path) -> tuple[Any, str]:
    """The large dump, and the location of the Punkt parameters trained on it; made once."""
    folder = Path(options.folder)
    dumps = scale(dump, int(options.gigabytes * 1e9), folder)
    return dumps, job.train_punkt(dumps.multistream, folder / "punkt", options.train_mb)


def _whole_job(options: argparse.Namespace, dump: Path, _site: SiteInfo, _pages: list[Page]) -> str:
    dumps, punkt = _large(options, dump)
    splits = job.some_splits(dumps.multistream, options.split_mb, options.splits)
    costs = job.whole_job(splits, job.splitter_loaders(dump, punkt), options.repetitions)
    rows = [
        [name, f"{cost.seconds_a_mb:.4f}", f"{cost.bz2_seconds_a_mb:.4f}", f"{cost.ratio:.2f}"]
        for name, cost in costs.items()
    ]
    header = ["sentence splitter", "job, CPU s per MB of XML", "bz2, CPU s per MB of XML", "× bz2"]
    return f"{len(splits)} splits of a dump of {dumps.xml_bytes / 1e9:.2f} GB.\n\n" + _table(header, rows)


def _stages(options: argparse.Namespace, dump: Path, _site: SiteInfo, _pages: list[Page]) -> str:
    dumps, punkt = _large(options, dump)
    splits = job.some_splits(dumps.multistream, options.split_mb, options.splits)
    found = job.stages(splits, job.splitter_loaders(dump, punkt)["punkt"](), options.repetitions)
    total = sum(cost.ratio for cost in found.values())
    rows = [[stage, f"{cost.ratio:.2f}", f"{cost.ratio / total:.0%}"] for stage, cost in found.items()]
    return _table(["stage", "× bz2", "share"], [*rows, ["together", f"{total:.2f}", "100%"]])


def _split_sizes(options: argparse.Namespace, dump: Path, _site: SiteInfo, _pages: list[Page]) -> str:
    dumps, _ = _large(options, dump)
    many, one = (job.split_sizes(path, _SPLIT_SIZES_MB, options.repetitions) for path in dumps[:2])
    rows = [[f"{size:g}", f"{many[size]:.3f}", f"{one[size]:.3f}"] for size in _SPLIT_SIZES_MB]
    return _table(["split_mb", "multistream, CPU over the cheapest", "single stream, CPU over the cheapest"], rows)


def _workers(options: argparse.Namespace, dump: Path, _site: SiteInfo, _pages: list[Page]) -> str:
    dumps, punkt = _large(options, dump)
    rows = []
    for path, kind in ((dumps.multistream, "multistream"), (dumps.single_stream, "single stream")):
        # Two workers between two runs of one: what others do on the machine hits both.
        one, two, again = (job.throughput(path, punkt, options.split_mb, workers) for workers in (1, 2, 1))
        gained = (one.seconds + again.seconds) / 2 / two.seconds
        for run in (one, two, again):
            peaks = " / ".join(f"{peak:.0f}" for peak in run.peak_mb[:3])
            rate = f"{dumps.xml_bytes / 1e6 / run.seconds:.1f}"
            cpu = [f"{run.cpu_seconds:.1f}", f"{run.others_seconds:.1f}"]
            rows.append([kind, str(run.workers), f"{run.seconds:.1f}", rate, *cpu, peaks, ""])
        rows[-2][-1] = f"{gained:.2f}"
    header = [
        "dump",
        "workers",
        "s by the clock",
        "MB of XML per s",
        "its CPU s",
        "others' CPU s",
        "peak MB of its processes",
        "2 over 1",
    ]
    return _table(header, rows)


def _table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


_TABLES: dict[str, Callable[[argparse.Namespace, Path, SiteInfo, list[Page]], str]] = {
    "extractors": _extractors,
    "slow-paragraphs": _slow_paragraphs,
    "templates": _templates,
    "splitters": _splitters,
    "whole-job": _whole_job,
    "stages": _stages,
    "split-sizes": _split_sizes,
    "sick-pages": _sick_pages,
    "workers": _workers,
}


if __name__ == "__main__":
    main()
