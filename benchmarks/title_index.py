"""How long the title index of a large Wikipedia takes to build, and how fast it answers.

    python -m benchmarks.title_index [--titles N] [--redirects N] [--folder PATH]

The titles are made up, and as long as real ones: the default is the size of English DBpedia in 2022. Each stage runs
in a separate process, so that its peak memory is its own. Prints Markdown.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pyarrow as pa

from dbpedia.linking import link, link_column
from dbpedia.sources.instance_types import Redirects
from dbpedia.sources.typed_titles import TypedTitles
from dbpedia.title_index import build_index, index_rows, open_index, write_index
from dbpedia.wikidata_index import EMPTY
from schemas.catalog.wiki import SENTENCES
from schemas.records import Anchor

BLOCK = 1 << 16
CLASSES = tuple(f"Class{number}" for number in range(790))
WORDS = [
    "river",
    "station",
    "county",
    "railway",
    "football",
    "season",
    "church",
    "music",
    "album",
    "district",
    "élection",
    "école",
]


def article_title(number: int) -> str:
    return f"{WORDS[number % 12].title()} {WORDS[number // 12 % 12]} {number:x}"


def redirect_title(number: int) -> str:
    return f"R{number:x} {WORDS[number % 12]} {WORDS[number // 7 % 12]}"


def typed_titles(count: int) -> TypedTitles:
    chunks = [
        pa.array([article_title(number) for number in range(start, min(start + BLOCK, count))], pa.large_string())
        for start in range(0, count, BLOCK)
    ]
    class_ids = np.random.default_rng(1).integers(0, len(CLASSES), count).astype(np.uint16)
    return TypedTitles(pa.concat_arrays(chunks), class_ids)


def redirects(count: int, articles: int) -> Iterator[Redirects]:
    """Seven of ten lead to an article, one to another redirect, two to a title without a class."""
    chance = random.Random(2)
    for start in range(0, count, BLOCK):
        numbers = range(start, min(start + BLOCK, count))
        targets = []
        for _ in numbers:
            draw = chance.random()
            if draw < 0.7:
                targets.append(article_title(chance.randrange(articles)))
            elif draw < 0.8:
                targets.append(redirect_title(chance.randrange(count)))
            else:
                targets.append(f"Untyped {chance.randrange(count)}")
        yield Redirects([redirect_title(number) for number in numbers], targets)


def build(path: str, titles: int, n_redirects: int) -> dict[str, Any]:
    typed = typed_titles(titles)
    start = time.perf_counter()
    made_up = 0.0

    def timed() -> Iterator[Redirects]:
        nonlocal made_up
        before = time.perf_counter()
        for block in redirects(n_redirects, titles):
            made_up += time.perf_counter() - before
            yield block
            before = time.perf_counter()

    built = build_index(typed, timed(), CLASSES)
    build_seconds = time.perf_counter() - start - made_up
    start = time.perf_counter()
    write_index(built.title_index, path)
    write_seconds = time.perf_counter() - start
    start = time.perf_counter()
    n_rows = sum(batch.num_rows for batch in index_rows(built, EMPTY))
    return {
        "build, s": build_seconds,
        "write, s": write_seconds,
        f"{n_rows:,} rows by title, s": time.perf_counter() - start,
        "peak memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3,
        "titles in the index": len(built.title_index),
        "bytes a title": Path(path).stat().st_size / len(built.title_index),
        "file, MB": Path(path).stat().st_size / 1e6,
        **built.counts._asdict(),
    }


def answer(path: str, titles: int) -> dict[str, Any]:
    start = time.perf_counter()
    index = open_index(path)
    load_seconds = time.perf_counter() - start
    chance = random.Random(3)
    targets = [
        article_title(chance.randrange(titles)) if chance.random() < 0.7 else f"Untyped {chance.randrange(titles)}"
        for _ in range(1_000_000)
    ]
    # A first pass brings the file's pages into memory.
    index.lookup(targets)
    rates = {}
    for batch in (100, 1_000, 100_000):
        start = time.perf_counter()
        for place in range(0, len(targets), batch):
            index.lookup(targets[place : place + batch])
        rates[f"lookups a second, {batch:,} at once"] = len(targets) / (time.perf_counter() - start)
    sentences = [
        [Anchor(number, number + 5, target) for number, target in enumerate(targets[place : place + 2])]
        for place in range(0, len(targets), 2)
    ]
    start = time.perf_counter()
    for place in range(0, len(sentences), 5_000):
        link(sentences[place : place + 5_000], index)
    rates["anchors linked a second, lists"] = len(targets) / (time.perf_counter() - start)
    kind = SENTENCES.schema.field("anchors").type
    columns = [
        pa.array([[anchor._asdict() for anchor in sentence] for sentence in sentences[place : place + 5_000]], kind)
        for place in range(0, len(sentences), 5_000)
    ]
    start = time.perf_counter()
    for column in columns:
        link_column(column, index)
    rates["anchors linked a second, columns"] = len(targets) / (time.perf_counter() - start)
    return {"open, ms": load_seconds * 1e3, **rates}


def stay(path: str, titles: int, ready: Any, leave: Any) -> None:
    """Touch every page of the index, and wait for the measurement."""
    index = open_index(path)
    index.lookup([article_title(number) for number in range(0, titles, 4)])
    index.keys.sum(), index.class_ids.sum(), index.redirects.sum()
    ready.release()
    leave.wait()


def share(path: str, titles: int) -> dict[str, Any]:
    ready, leave = multiprocessing.Semaphore(0), multiprocessing.Event()
    workers = [multiprocessing.Process(target=stay, args=(path, titles, ready, leave)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for _ in workers:
        ready.acquire()
    memory = [psutil.Process(worker.pid).memory_full_info() for worker in workers]
    leave.set()
    for worker in workers:
        worker.join()
    return {
        "resident, MB a process of two": " / ".join(f"{each.rss / 1e6:.0f}" for each in memory),
        "of it its own (not shared), MB": " / ".join(f"{each.uss / 1e6:.0f}" for each in memory),
        "proportional share, MB": " / ".join(f"{each.pss / 1e6:.0f}" for each in memory),
    }


def in_process(stage: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    """What a stage returns, run in a new process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(stage, arguments)


@contextmanager
def folder_within(place: str | None) -> Iterator[str]:
    """A temporary folder below a place, which is made; where temporary folders are without one."""
    if place:
        Path(place).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        yield folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--titles", type=int, default=7_600_000, help="titles with a class")
    parser.add_argument("--redirects", type=int, default=10_000_000, help="redirects")
    parser.add_argument("--folder", help="where the index is written; a temporary folder unless given")
    options = parser.parse_args()
    with folder_within(options.folder) as folder:
        path = str(Path(folder) / "titles.arrow")
        figures = in_process(build, path, options.titles, options.redirects)
        figures |= in_process(answer, path, options.titles)
        figures |= share(path, options.titles)
    print("| measure | figure |\n|---|---|")
    for name, figure in figures.items():
        print(f"| {name.replace('_', ' ')} | {f'{figure:,.6g}' if isinstance(figure, float | int) else figure} |")


if __name__ == "__main__":
    main()
