"""How long a gazetteer of millions of names takes to build, how fast it searches text, and how much memory it takes.

    python -m benchmarks.gazetteer SENTENCES [--surfaces N] [--folder PATH]

SENTENCES is the location of a `sentences` dataset, whose text is the sample and is searched. The names are made up of
words of that text, so that many begin like what stands there: harder than a real list. The default is the size of
English DBpedia with its redirects in 2022. They are read from a file, sorted, as those of a type index are, and each
stage runs in a process of its own, so that its peak memory is its own. Prints Markdown.
"""

from __future__ import annotations

import argparse
import random
import resource
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import psutil
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.title_index import folder_within, in_process
from corpora.gazetteer.evidence import SampleSentence
from corpora.gazetteer.search import open_gazetteer, write_classes, write_trie
from corpora.gazetteer.surface_forms import (
    SurfaceRules,
    Titles,
    collect_surfaces,
    kept_gazetteer,
    surface_rows,
)
from corpora.tokens import tokenize, tokenize_all
from schemas.datasets.dataset import read_batches, read_dataset

CLASSES = tuple(f"Class{number}" for number in range(790))
BLOCK = 1 << 16
SENTENCES = 1 << 12


def read_texts(sentences: str) -> list[str]:
    return [text for batch in read_dataset(sentences, ["text"]) for text in batch.column(0).to_pylist()]


def names(texts: list[str], count: int) -> Iterator[str]:
    """About so many names of one to five words, half of them followed by a number: sorted, each once."""
    words = sorted({text[start:end] for text in texts for start, end in tokenize(text, "en") if text[start].isalpha()})
    capitals = [word for word in words if word[0].isupper()]
    chance = random.Random(1)

    def name(first: str) -> str:
        rest = [chance.choice(capitals) for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 4)))]
        rest = [chance.choice(words) if chance.random() < 0.3 else word for word in rest]
        number = [format(chance.randrange(count), "x")] if rest and chance.random() < 0.5 else []
        return " ".join([first, *rest, *number])

    # No word has a character that sorts before a space.
    for first in capitals:
        yield from sorted({name(first) for _ in range(-(-count // len(capitals)))})


def names_file(folder: str) -> str:
    return str(Path(folder) / "names.parquet")


def write_names(sentences: str, folder: str, count: int) -> dict[str, Any]:
    made = names(read_texts(sentences), count)
    written = size = 0
    with pq.ParquetWriter(names_file(folder), pa.schema([("title", pa.string())])) as file:
        while block := list(islice(made, BLOCK)):
            file.write_table(pa.table({"title": block}))
            written += len(block)
            size += sum(len(name.encode()) for name in block)
    return {"names": written, "bytes of a name": size / written}


def watch(largest: list[int]) -> None:
    """Look ten times a second how much memory the processes that this one has started hold, each for itself."""
    while True:
        for process in psutil.Process().children():
            # It may end while it is looked at.
            with suppress(psutil.Error):
                largest[0] = max(largest[0], process.memory_info().rss)
        time.sleep(0.1)


def build(sentences: str, folder: str) -> dict[str, Any]:
    def titles() -> Iterator[Titles]:
        for batch in read_batches(names_file(folder)):
            some = batch.column(0).to_pylist()
            yield Titles(some, [CLASSES[place % len(CLASSES)] for place in range(len(some))], [0] * len(some))

    sample = [SampleSentence(place // 100, "", text, []) for place, text in enumerate(read_texts(sentences))]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    largest = [0]
    threading.Thread(target=watch, args=[largest], daemon=True).start()
    start = time.perf_counter()
    surfaces = collect_surfaces(titles, lambda: sample, SurfaceRules(0.2, anchor_surfaces=True), "en")
    collected = time.perf_counter()
    rows = sum(map(len, surface_rows(surfaces)))
    read = time.perf_counter()
    gazetteer = kept_gazetteer(surfaces)
    built = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    trie, classes = Path(folder) / "trie", Path(folder) / "classes"
    write_trie(gazetteer, trie)
    write_classes(gazetteer, classes)
    size = trie.stat().st_size + classes.stat().st_size
    return {
        "surfaces": rows,
        "collected and judged, s": collected - start,
        "rows, s": read - collected,
        "trie of those that are kept, s": built - read,
        "peak memory before and after, MB": f"{before * 1.024e-3:,.0f} / {peak * 1.024e-3:,.0f}",
        "of the processes that build tries, MB": largest[0] / 1e6,
        "names that are kept": len(gazetteer),
        "files, MB": size / 1e6,
        "bytes a name": size / len(gazetteer),
    }


def search(sentences: str, folder: str) -> dict[str, Any]:
    texts = read_texts(sentences)
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    gazetteer = open_gazetteer(f"{folder}/trie", f"{folder}/classes")
    open_seconds = time.perf_counter() - start
    rates = {}
    # The first pass brings the files' pages into memory.
    for name in ("first pass", "next passes"):
        found, split = 0, 0.0
        start = time.perf_counter()
        for first in range(0, len(texts), SENTENCES):
            some = texts[first : first + SENTENCES]
            at = time.perf_counter()
            tokens = tokenize_all(some, "en")
            split += time.perf_counter() - at
            found += sum(map(len, gazetteer.search.find(some, tokens)))
        rates[f"text a second, {name}, MB"] = megabytes / (time.perf_counter() - start)
    return {
        "open, ms": open_seconds * 1e3,
        "text, MB": megabytes,
        **rates,
        "of it tokens, s per MB": split / megabytes,
        "matches": found,
        "memory of a worker that searched, MB": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1e3,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentences", help="location of a sentences dataset")
    parser.add_argument("--surfaces", type=int, default=18_000_000, help="names")
    parser.add_argument("--folder", help="where the gazetteer is written; a temporary folder unless given")
    options = parser.parse_args()
    with folder_within(options.folder) as folder:
        figures = in_process(write_names, options.sentences, folder, options.surfaces)
        figures |= in_process(build, options.sentences, folder)
        figures |= in_process(search, options.sentences, folder)
    print("| measure | figure |\n|---|---|")
    for name, figure in figures.items():
        print(f"| {name} | {f'{figure:,.4g}' if isinstance(figure, float) else figure} |")


if __name__ == "__main__":
    main()
