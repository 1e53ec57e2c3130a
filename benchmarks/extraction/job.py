"""What the whole job costs on a large dump: bzip2 → pages → sentences with anchors → Parquet."""

from __future__ import annotations

import bz2
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pyarrow as pa

from schemas.catalog.wiki import SENTENCES
from schemas.datasets.dataset import Provenance
from schemas.datasets.part_writers import ParquetWriter
from schemas.datasets.shards import Destination, Unit, infrequent_gc, write_shard
from schemas.records import Paragraph
from tasks.step.beam import run_job
from wiki.articles import read_articles
from wiki.dump.pages import plan_splits, read_pages, read_siteinfo
from wiki.dump.splits import Split
from wiki.sentences.split import Splitter, load_splitter, split_sentences
from wiki.site.siteinfo import SiteInfo
from wiki.steps.sentences import SentenceRows, write_sentences
from wiki.wikitext.paragraphs import extract_paragraphs

_DATASETS = ("sentences", "redirects", "pages", "rejects")
_SAMPLE_SECONDS = 0.25


def cpu(call: Callable[[], Any]) -> float:
    """CPU seconds of this process that a call takes."""
    start = time.process_time()
    call()
    return time.process_time() - start


def decompress(split: Split) -> int:
    """Bytes of XML in a split of a multistream dump, by the bz2 module alone: the floor of all that follows."""
    with Path(split.path).open("rb") as file:
        file.seek(split.start // 8 - len(b"BZh9"))
        data = file.read((split.end - split.start) // 8)
    size = 0
    while data.startswith(b"BZh"):
        decompressor = bz2.BZ2Decompressor()
        try:
            size += len(decompressor.decompress(data))
        except OSError:
            break
        data = decompressor.unused_data
    return size


def some_splits(dump: Path, split_mb: float, number: int) -> list[Split]:
    """Splits spread over the dump, the first and the last left out."""
    splits = plan_splits(str(dump), int(split_mb * 1e6))[1:-1]
    if not splits:
        sys.exit(f"{dump} has less than three splits of {split_mb:g} MB: raise --gigabytes or lower --split-mb")
    return splits[:: max(1, len(splits) // number)][:number]


def outputs(folder: str) -> list[Destination]:
    return [Destination(name, f"{folder}/{name}", f"{folder}/_staging/{name}") for name in _DATASETS]


class Cost(NamedTuple):
    """CPU of a piece of work over that of bz2 decompression of the same bytes: the median of some splits."""

    ratio: float
    seconds_a_mb: float
    bz2_seconds_a_mb: float


def _costs(splits: list[Split], repetitions: int, run: Callable[[Split], dict[str, float]]) -> dict[str, Cost]:
    """Costs of what `run` measures in CPU seconds by name, each the least of the repetitions of a split.

    Decompression takes turns with it and is the least of as many: what others do on the machine adds to either, and
    for seconds on end.
    """
    found: dict[str, list[Cost]] = {}
    for split in splits:
        megabytes = decompress(split) / 1e6
        floors, runs = [], []
        for _ in range(repetitions):
            floors.append(cpu(partial(decompress, split)) / megabytes)
            runs.append(run(split))
        for name in runs[0]:
            least = min(each[name] for each in runs) / megabytes
            found.setdefault(name, []).append(Cost(least / min(floors), least, min(floors)))
    return {name: Cost(*map(statistics.median, zip(*costs, strict=True))) for name, costs in found.items()}


def whole_job(splits: list[Split], splitters: dict[str, Callable[[], Splitter]], repetitions: int) -> dict[str, Cost]:
    """Cost of `write_sentences` by sentence splitter."""
    site = read_siteinfo(splits[0].path)

    def run(split: Split) -> dict[str, float]:
        seconds = {}
        for name, splitter in splitters.items():
            process = partial(write_sentences, site=site, splitter=splitter, inline_templates=True)
            with tempfile.TemporaryDirectory() as folder:
                unit, to = Unit(0, split.size, split), outputs(folder)
                seconds[name] = cpu(partial(write_shard, unit, process=process, outputs=to))
        return seconds

    return _costs(splits, repetitions, run)


def stages(splits: list[Split], splitter: Splitter, repetitions: int) -> dict[str, Cost]:
    """Cost of each stage of the job, run by itself over a whole split."""
    with infrequent_gc():
        return _costs(splits, repetitions, partial(_stages, splitter=splitter))


def _stages(split: Split, splitter: Splitter) -> dict[str, float]:
    site = read_siteinfo(split.path)
    found: dict[str, float] = {}
    at = time.process_time()

    def took(stage: str) -> None:
        nonlocal at
        found[stage] = time.process_time() - at
        at = time.process_time()

    pages = [page for page in read_articles(split, site, _ignore, _ignore) if page.redirect is None]
    took("bzip2 → pages")
    extractions = [extract_paragraphs(page.text, page.title, site) for page in pages]
    took("wikitext → paragraphs with anchors")
    texts = [paragraph.text for extraction in extractions for paragraph in extraction.paragraphs]
    boundaries = {text: splitter(text) for text in texts}
    took("sentence boundaries")

    def known(line: str) -> Sequence[int]:
        return boundaries.get(line, ())

    rows = SentenceRows()
    for page, extraction in zip(pages, extractions, strict=True):
        rows.add(page, extraction, known)
    took("rows, anchors moved to their sentences")
    table = pa.concat_tables(rows.take())
    took("Arrow table")
    with tempfile.TemporaryDirectory() as folder:
        writer = ParquetWriter(folder, "part.parquet", SENTENCES.schema)
        writer.write(table)
        writer.close()
    took("Parquet, zstd, SHA-256")
    return found


def _ignore(*_: Any) -> None:
    pass


def sentence_splitters(splits: list[Split], splitters: dict[str, Splitter]) -> tuple[dict[str, float], float]:
    """CPU seconds of each splitter per MB of text, and the share of boundaries on which the first two agree (F1)."""
    site = read_siteinfo(splits[0].path)
    paragraphs = [
        paragraph
        for split in splits
        for page in read_articles(split, site, _ignore, _ignore)
        if page.redirect is None
        for paragraph in extract_paragraphs(page.text, page.title, site).paragraphs
    ]
    megabytes = sum(len(paragraph.text.encode()) for paragraph in paragraphs) / 1e6
    seconds: dict[str, list[float]] = {name: [] for name in splitters}
    for _ in range(5):
        for name, splitter in splitters.items():
            seconds[name].append(cpu(partial(_split_all, splitter, paragraphs)))
    one, two = (
        [[sentence.text for sentence in split_sentences(paragraph, splitter)] for paragraph in paragraphs]
        for splitter in list(splitters.values())[:2]
    )
    same = sum(len(set(a) & set(b)) for a, b in zip(one, two, strict=True))
    agreement = 2 * same / (sum(len(set(a)) for a in one) + sum(len(set(b)) for b in two))
    return {name: statistics.median(each) / megabytes for name, each in seconds.items()}, agreement


def split_sizes(dump: Path, sizes_mb: tuple[float, ...], repetitions: int) -> dict[float, float]:
    """CPU of reading all pages of one stretch of the dump by splits of each size, over the cheapest size."""
    site = read_siteinfo(str(dump))
    largest = plan_splits(str(dump), int(max(sizes_mb) * 1e6))
    if len(largest) < 2:
        sys.exit(f"{dump} has less than two splits of {max(sizes_mb):g} MB: raise --gigabytes")
    stretch = largest[1]
    seconds: dict[float, list[float]] = {size: [] for size in sizes_mb}
    for _ in range(repetitions):
        for size in sizes_mb:
            inside = [
                split for split in plan_splits(str(dump), int(size * 1e6)) if stretch.start <= split.start < stretch.end
            ]
            bits = sum(split.end - split.start for split in inside)
            taken = cpu(partial(_read_all, inside, site))
            seconds[size].append(taken * (stretch.end - stretch.start) / bits)
    medians = {size: statistics.median(each) for size, each in seconds.items()}
    return {size: median / min(medians.values()) for size, median in medians.items()}


def _split_all(splitter: Splitter, paragraphs: list[Paragraph]) -> None:
    for paragraph in paragraphs:
        splitter(paragraph.text)


def _read_all(splits: list[Split], site: SiteInfo) -> None:
    for split in splits:
        for _ in read_pages(split, site, _ignore):
            pass


class Run(NamedTuple):
    """One run of the Beam job of the step `Sentences`."""

    workers: int
    seconds: float
    """By the clock, from start to commit."""
    peak_mb: list[float]
    """Peak resident memory of each process of the job, the largest first."""
    cpu_seconds: float
    """CPU of the job's processes together."""
    others_seconds: float
    """CPU that all else on the machine took meanwhile: what was not there for the job."""


def run_step(transform: str, configuration: dict[str, Any], to: list[Destination], workers: int) -> Run:
    """Run a step's Beam job as Luigi does."""
    provenance = Provenance(
        identity="benchmark", step=transform, step_version=1, code_version="", parameters={}, inputs=[]
    )
    specification = {
        "transform": transform,
        "configuration": configuration,
        "outputs": [asdict(output) for output in to],
        "provenance": asdict(provenance),
        "max_reject_share": 0.01,
        "runner": "local",
        "local_below_mb": 0,
        "workers": workers,
        "options": [],
    }
    peaks: dict[int, float] = {}
    used: dict[int, float] = {}
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(peaks, used, done))
    watcher.start()
    busy = _machine_seconds()
    start = time.perf_counter()
    try:
        run_job(specification, lambda _line, _share: None)
    finally:
        done.set()
        watcher.join()
    seconds = time.perf_counter() - start
    mine = sum(used.values())
    return Run(workers, seconds, sorted(peaks.values(), reverse=True), mine, _machine_seconds() - busy - mine)


def _machine_seconds() -> float:
    """CPU seconds that all processes of the machine, and its host where that takes cores away, have taken so far."""
    times = psutil.cpu_times()
    return sum(times) - times.idle - getattr(times, "iowait", 0.0)


def _watch(peaks: dict[int, float], used: dict[int, float], done: threading.Event) -> None:
    while not done.wait(_SAMPLE_SECONDS):
        for process in psutil.Process().children(recursive=True):
            try:
                peaks[process.pid] = max(peaks.get(process.pid, 0.0), process.memory_info().rss / 1e6)
                times = process.cpu_times()
                used[process.pid] = times.user + times.system
            except psutil.NoSuchProcess:
                continue


def train_punkt(dump: Path, folder: Path, train_mb: float) -> str:
    """Location of a `punkt` dataset trained on the dump by the step `Punkt`, unless an earlier run has made it."""
    to = [Destination(name, f"{folder}/{name}", f"{folder}/_staging/{name}") for name in ("punkt", "rejects")]
    if not Path(to[0].location).exists():
        configuration = {
            "dumps": [str(dump)],
            "train_bytes": int(train_mb * 1e6),
        }
        run_step("wiki.transforms:TrainPunkt", configuration, to, workers=1)
    return to[0].location


def throughput(dump: Path, punkt: str, split_mb: float, workers: int) -> Run:
    """The Beam job of the step `Sentences` over the whole dump."""
    configuration = {
        "dumps": [str(dump)],
        "split_bytes": int(split_mb * 1e6),
        "splitter": "punkt",
        "punkt": punkt,
        "inline_templates": True,
    }
    with tempfile.TemporaryDirectory(dir=dump.parent) as folder:
        return run_step("wiki.transforms:ExtractSentences", configuration, outputs(folder), workers)


def splitter_loaders(dump: Path, punkt: str) -> dict[str, Callable[[], Splitter]]:
    """The sentence splitters, each loaded once."""
    language = read_siteinfo(str(dump)).lang
    return {name: cache(partial(load_splitter, name, language, punkt)) for name in ("punkt", "sentencex")}
