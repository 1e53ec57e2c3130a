"""How long a gazetteer of millions of names takes to build, how fast it searches text, and how much memory it takes.

    python -m benchmarks.gazetteer SENTENCES [--surfaces N] [--folder PATH]

SENTENCES is the location of a `sentences` dataset, whose text is searched. The names are made up of words of that text,
so that many begin like what stands there: harder than a real list. The default is the size of English DBpedia with its
redirects in 2022. Each stage runs in a process of its own, so that its peak memory is its own. Prints Markdown.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.title_index import folder_within, in_process
from corpora.gazetteer import build_gazetteer, open_gazetteer, write_classes, write_trie
from corpora.surface_forms import SampleSentence, SurfaceRules, Titles, collect_surfaces
from corpora.tokens import tokenize, tokenize_all
from schemas.dataset import read_dataset

CLASSES = tuple(f"Class{number}" for number in range(790))
BLOCK = 1 << 16
SENTENCES = 1 << 12


def read_texts(sentences: str) -> list[str]:
    return [text for batch in read_dataset(sentences, ["text"]) for text in batch.column(0).to_pylist()]


def names(texts: list[str], count: int) -> Iterator[str]:
    """Every fifth capitalised word, and names of one to five words, half of them followed by a number."""
    words = sorted({text[start:end] for text in texts for start, end in tokenize(text, "en") if text[start].isalpha()})
    capitals = [word for word in words if word[0].isupper()]
    chance = random.Random(1)
    yield from capitals[::5]
    for _ in range(count):
        first, *rest = (chance.choice(capitals) for _ in range(chance.choice((1, 2, 2, 2, 3, 3, 4, 5))))
        rest = [chance.choice(words) if chance.random() < 0.3 else word for word in rest]
        number = [] if rest and chance.random() < 0.5 else [format(chance.randrange(count), "x")]
        yield " ".join([first, *rest, *number])


def name_column(texts: list[str], count: int) -> pa.LargeStringArray:
    """The names, each once."""
    blocks, block = [], []
    for name in names(texts, count):
        block.append(name)
        if len(block) == BLOCK:
            blocks.append(pa.array(block, pa.large_string()))
            block = []
    return pa.concat_arrays([*blocks, pa.array(block, pa.large_string())]).unique()


def build(sentences: str, folder: str, count: int) -> dict[str, Any]:
    surfaces = name_column(read_texts(sentences), count)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    class_ids = np.random.default_rng(1).integers(0, len(CLASSES), len(surfaces)).astype(np.uint16)
    gazetteer = build_gazetteer(surfaces, class_ids, CLASSES)
    build_seconds = time.perf_counter() - start
    trie, classes = Path(folder) / "trie", Path(folder) / "classes"
    write_trie(gazetteer, trie)
    write_classes(gazetteer, classes)
    size = trie.stat().st_size + classes.stat().st_size
    return {
        "surfaces": len(surfaces),
        "build, s": build_seconds,
        "peak memory before and after, MB": f"{before / 1e3:.0f} / "
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f}",
        "files, MB": size / 1e6,
        "bytes a surface": size / len(surfaces),
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


def collect(sentences: str, count: int) -> dict[str, Any]:
    texts = read_texts(sentences)
    titles = name_column(texts, count)
    sample = [SampleSentence(place // 100, "", text, []) for place, text in enumerate(texts)]

    def blocks() -> Iterator[Titles]:
        for start in range(0, len(titles), BLOCK):
            some = titles.slice(start, BLOCK).to_pylist()
            yield Titles(some, [CLASSES[place % len(CLASSES)] for place in range(len(some))], [0] * len(some))

    start = time.perf_counter()
    surfaces = collect_surfaces(blocks, lambda: sample, SurfaceRules(0.2, anchor_surfaces=True), "en")
    return {
        "surface forms collected and judged, s": time.perf_counter() - start,
        "titles": len(titles),
        "surfaces kept": int(np.count_nonzero(surfaces.outcomes == 0)),
        "peak memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentences", help="location of a sentences dataset")
    parser.add_argument("--surfaces", type=int, default=18_000_000, help="names")
    parser.add_argument("--folder", help="where the gazetteer is written; a temporary folder unless given")
    options = parser.parse_args()
    with folder_within(options.folder) as folder:
        figures = in_process(build, options.sentences, folder, options.surfaces)
        figures |= in_process(search, options.sentences, folder)
        figures |= in_process(collect, options.sentences, options.surfaces)
    print("| measure | figure |\n|---|---|")
    for name, figure in figures.items():
        print(f"| {name} | {f'{figure:,.4g}' if isinstance(figure, float) else figure} |")


if __name__ == "__main__":
    main()
