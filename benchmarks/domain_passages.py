"""The time and memory of scoring the passages of domains: `python -m benchmarks.domain_passages ROOT [--times N]`.

ROOT is the directory of a snapshot that has `DomainPassages`. Its sentences and domains are repeated N times, with
pages of their own. Prints CPU seconds and the peak of memory of one process for one domain and for all at once.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import corpora
from corpora.paired_parts import PartPair, part_pairs
from corpora.steps.domain_passages import DomainCrawl, WikiSample, write_domain_passages
from schemas.catalog.wiki import DOMAIN_PAGES
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from schemas.markdown import table

_APART = 1 << 24
"""How far the ids of a page and of its copy are apart."""
_SAMPLE_SENTENCES = 500_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("--times", type=int, default=50)
    options = parser.parse_args()
    sentences = corpora.find("sentences", options.root)
    typed = corpora.find("typed_sentences", options.root, profile="paper")
    passages = corpora.find("domain_passages", options.root)
    specialised = passages.manifest.provenance.parameters["specialised"]
    rows = sentences.manifest.rows * options.times
    with tempfile.TemporaryDirectory() as folder:
        pairs = _repeat_pairs(part_pairs(sentences.location, typed.location), Path(folder), options.times)
        domains = {
            name: DomainCrawl(_repeat_pages(options.root, name, Path(folder), options.times), frozenset(classes))
            for name, classes in specialised.items()
        }
        first = next(iter(domains))
        chosen = {first: {first: domains[first]}, "all at once": domains}
        rate = _SAMPLE_SENTENCES / rows
        found = [(name, *_measure(pairs, some, rate, Path(folder))) for name, some in chosen.items()]
    print(f"{rows:,} sentences, {sum(pair.bytes for pair in pairs) / 1e6:.0f} MB\n")
    print(table(["domains", "CPU s", "peak MB"], [(name, f"{cpu:.1f}", f"{peak:.0f}") for name, cpu, peak in found]))


def _repeat_pairs(pairs: list[PartPair], folder: Path, times: int) -> list[PartPair]:
    made = []
    for copy in range(times):
        for number, pair in enumerate(pairs):
            sentences = _shift(pair.sentences, folder / f"sentences-{copy}-{number}.parquet", copy)
            typed = _shift(pair.typed, folder / f"typed-{copy}-{number}.parquet", copy) if pair.typed else None
            size = sum(Path(uri).stat().st_size for uri in (sentences, typed) if uri)
            made.append(PartPair(sentences, typed, size))
    return made


def _shift(uri: str, path: Path, copy: int) -> str:
    rows = pq.read_table(uri, partitioning=None)
    ids = pc.add(rows["page_id"], pa.scalar(copy * _APART, rows["page_id"].type))
    pq.write_table(rows.set_column(rows.schema.get_field_index("page_id"), "page_id", ids), path, compression="zstd")
    return str(path)


def _repeat_pages(root: str, domain: str, folder: Path, times: int) -> str:
    rows = corpora.read("domain_pages", root, to="arrow", domain=domain)
    ids = [pc.add(rows["page_id"], pa.scalar(copy * _APART, pa.int64())) for copy in range(times)]
    copies = pa.concat_tables([rows.set_column(0, "page_id", each) for each in ids])
    pages = copies.select(DOMAIN_PAGES.schema.names).cast(DOMAIN_PAGES.schema)
    outputs = [Destination("domain_pages", str(folder / domain / "pages"), str(folder / domain / "staging"))]

    def write(_: object, shard: Shard) -> None:
        shard.write("domain_pages", pages)

    done = write_shard(Unit(0, 1, 0), process=write, outputs=outputs)
    commit([done], outputs, Provenance("0" * 64, "benchmark", 1, "0", {}, []), units=1, max_reject_share=0)
    return outputs[0].location


_Domains = Mapping[str, DomainCrawl]


def _measure(pairs: list[PartPair], domains: _Domains, rate: float, folder: Path) -> tuple[float, float]:
    """CPU seconds and the peak of memory, in MB, of the step in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_score, (pairs, domains, rate, str(folder / "scored" / "-".join(domains))))


def _score(pairs: list[PartPair], domains: _Domains, rate: float, folder: str) -> tuple[float, float]:
    names = ("domain_passages", "domain_terms")
    outputs = [Destination(name, f"{folder}/{name}", f"{folder}/_{name}") for name in names]
    start = time.process_time()
    sample = WikiSample(rate, seed=0)
    step = partial(write_domain_passages, domains=domains, sample=sample, min_score=1.0, lang="en")
    write_shard(Unit(0, 1, pairs), process=step, outputs=outputs)
    return time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


if __name__ == "__main__":
    main()
