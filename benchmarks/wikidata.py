"""How fast a dump of Wikidata is read, beside its decompression alone, and how its items become classes of titles.

    python -m benchmarks.wikidata read ITEM.json.gz … [--megabytes 200] [--rounds 3]
    python -m benchmarks.wikidata classes ONTOLOGY [--scale 1]

`read` repeats the real entities of the files (an answer of wbgetentities, or a dump) until there are that many MB of
JSON, each time with other hashes, and as many of N-Triples. What is measured runs in turn, and the fastest round
counts; times are processor times, so that other work on the machine does not count.

`classes` invents statements about as many items as Wikidata has for the English Wikipedia (`--scale 1`), and gives each
title its class. Both print the greatest memory of the process.
"""

from __future__ import annotations

import argparse
import bz2
import functools
import gzip
import json
import random
import re
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dbpedia.ontology import read_ontology
from dbpedia.sources.typed_titles import TypeCounts, collect_types
from dbpedia.sources.wikidata import WikidataCounts, read_statements, wikidata_types
from schemas.catalog.index import DATASETS
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Destination, Shard, Unit, write_shard
from schemas.files.storage import open_input
from wiki.dump.compressed import file_end, read_pieces
from wiki.dump.splits import Split, cut_file
from wiki.site.siteinfo import SiteInfo
from wiki.steps.wikidata_statements import write_wikidata_statements

_CLASSES, _TAXA, _TITLES = 4_000_000, 3_700_000, 7_000_000
_SITE = SiteInfo("enwiki", "en", True, ())
_hash = re.compile(rb"[0-9a-fA-F]{12,}")


def entities(paths: Sequence[Path]) -> list[bytes]:
    """The entities of the files, each as a line without its end."""
    found: list[Any] = []
    for path in paths:
        document = json.loads(gzip.decompress(path.read_bytes()))
        found += document["entities"].values() if isinstance(document, dict) else document
    return [json.dumps(each, separators=(",", ":")).encode() for each in found]


def json_lines(known: Sequence[bytes], size: int, chance: random.Random) -> Iterator[bytes]:
    """Lines of the JSON form until there are `size` bytes of it."""
    yield b"[\n"
    done = 0
    while done < size:
        for line in known:
            other = _hash.sub(lambda match: b"%0*x" % (len(match[0]), chance.getrandbits(4 * len(match[0]))), line)
            yield other + b",\n"
            done += len(other)
    yield b"]\n"


def triple_lines(known: Sequence[bytes], size: int, chance: random.Random) -> Iterator[bytes]:
    """Lines of the truthy form: as many labels and statements as the entities have, until there are `size` bytes."""
    done = 0
    while done < size:
        for line in known:
            entity = json.loads(line)
            subject = f"<http://www.wikidata.org/entity/Q{chance.randrange(1, 140_000_000)}>"
            lines = []
            for label in dict(entity["labels"] or {}).values():
                text = json.dumps(label["value"])
                lines.append(f"{subject} <http://www.w3.org/2000/01/rdf-schema#label> {text}@{label['language']} .")
            for name, claims in dict(entity["claims"] or {}).items():
                value = f"<http://www.wikidata.org/entity/Q{chance.randrange(1, 10_000_000)}>"
                lines += [f"{subject} <http://www.wikidata.org/prop/direct/{name}> {value} ."] * len(claims)
            text = "\n".join([*lines, ""])
            yield text.encode()
            done += len(text)


def decompress(split: Split) -> None:
    with open_input(split.path) as file:
        for _ in read_pieces(file, split.kind, 0, file_end(file, split.kind)):
            pass


def read(split: Split, folder: Path, wikidata_ids: str) -> None:
    names = ("wikidata_statements", "wikidata_sitelinks", "rejects")
    with tempfile.TemporaryDirectory(dir=folder) as place:
        outputs = [Destination(name, f"{place}/{name}", f"{place}/{name}") for name in names]
        process = functools.partial(write_wikidata_statements, site=_SITE, wikidata_ids=wikidata_ids)
        write_shard(Unit(0, 1, split), process=process, outputs=outputs)


def seconds(work: Callable[[], Any]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def memory() -> str:
    return f"greatest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB"


def dataset(folder: Path, name: str, tables: Iterator[pa.Table]) -> str:
    """Write a dataset; its location."""
    outputs = [Destination(each, str(folder / each), str(folder / f"_{each}")) for each in (name, "rejects")]

    def process(_: None, shard: Shard) -> None:
        for table in tables:
            shard.write(name, table.cast(DATASETS[name].schema))

    done = write_shard(Unit(0, 1, None), process=process, outputs=outputs)
    commit([done], outputs, Provenance("0", name, 1, "0", {}, []), units=1, max_reject_share=0)
    return str(folder / name)


def qids(numbers: Any) -> pa.Array:
    return pa.array(np.char.add("Q", numbers.astype(str)))


def measure_reading(options: argparse.Namespace) -> None:
    known = entities(options.items)
    size = int(options.megabytes * 1e6)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        ids = dataset(folder, "wikidata_ids", iter([pa.table({"page_id": [1], "title": ["A"], "qid": ["Q139000000"]})]))
        splits: dict[str, tuple[Split, int]] = {}
        for form, lines in (("JSON", json_lines), ("N-Triples", triple_lines)):
            data = b"".join(lines(known, size, random.Random(0)))
            for end, compress in (("bz2", bz2.compress), ("gz", gzip.compress)):
                path = folder / f"{form}.{end}"
                path.write_bytes(compress(data))
                [split] = cut_file(str(path), 1 << 40)
                splits[f"{form}, {end}"] = split, len(data)
            del data
        best: dict[str, list[float]] = {name: [1e9, 1e9] for name in splits}
        for _ in range(options.rounds):
            for name, (split, _) in splits.items():
                location = ids if name.startswith("N") else ""
                best[name][0] = min(best[name][0], seconds(functools.partial(decompress, split)))
                best[name][1] = min(best[name][1], seconds(functools.partial(read, split, folder, location)))
        print("| form | MB | decompressed, MB/s | read, MB/s | read / decompressed |\n|---|---|---|---|---|")
        for name, (floor, taken) in best.items():
            mb = splits[name][1] / 1e6
            print(f"| {name} | {mb:.0f} | {mb / floor:.0f} | {mb / taken:.0f} | {taken / floor:.2f} |")


def invented_statements(scale: float, linked: Sequence[int]) -> Iterator[pa.Table]:
    """Statements in the shape of Wikidata's: classes in a tree of some thirty steps with further ways up, taxa, titles.

    Classes have the numbers from 10^8 up, taxa those from 1.2 * 10^8, items of titles those from 2 * 10^8.
    """
    chance = np.random.default_rng(0)
    n_classes, n_taxa, n_titles = (int(each * scale) for each in (_CLASSES, _TAXA, _TITLES))

    def table(name: str, items: Any, values: Any) -> Iterator[pa.Table]:
        for start in range(0, len(items), 1 << 19):
            part = slice(start, start + (1 << 19))
            length = len(items[part])
            yield pa.table({"qid": qids(items[part]), "property": [name] * length, "value": qids(values[part])})

    def upwards(count: int, first: int) -> Any:
        # Each is below one of those before it, most of them far before it, so that the tree is not deep.
        places = np.arange(1, count)
        return first + (places * chance.random(count - 1) ** 2).astype(np.int64)

    roots = np.array(linked)
    classes = np.arange(100_000_000, 100_000_000 + n_classes)
    yield from table("P279", classes[1:], upwards(n_classes, classes[0]))
    further = chance.integers(0, n_classes, n_classes // 5)
    yield from table("P279", classes[further], classes[chance.integers(0, n_classes, len(further))])
    yield from table("P279", classes[: len(roots) * 10], np.repeat(roots, 10)[:n_classes])
    taxa = np.arange(120_000_000, 120_000_000 + n_taxa)
    yield from table("P171", taxa[1:], upwards(n_taxa, taxa[0]))
    yield from table("P171", taxa[:1], np.array([729]))
    titles = np.arange(200_000_000, 200_000_000 + n_titles)
    kinds = classes[(chance.random(n_titles) ** 4 * n_classes).astype(np.int64)]
    humans = chance.random(n_titles) < 0.3
    yield from table("P31", titles, np.where(humans, 5, kinds))
    second = chance.random(n_titles) < 0.2
    yield from table("P31", titles[second], classes[chance.integers(0, n_classes, int(second.sum()))])
    for _ in range(2):
        some = titles[humans]
        yield from table("P106", some, classes[(chance.random(len(some)) ** 4 * n_classes).astype(np.int64)])


def make(folder: Path, scale: float, linked: Sequence[int]) -> None:
    """Write the two datasets."""
    dataset(folder, "wikidata_statements", invented_statements(scale, linked))
    n_titles = int(_TITLES * scale)
    parts = np.array_split(np.arange(200_000_000, 200_000_000 + n_titles), max(1, n_titles >> 19))
    tables = (pa.table({"title": np.char.add("Title ", part.astype(str)), "qid": qids(part)}) for part in parts)
    dataset(folder, "wikidata_sitelinks", tables)


def measure_classes(options: argparse.Namespace) -> None:
    known = read_ontology(str(options.ontology))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        # In a process of its own, so that its memory does not count.
        maker = get_context("spawn").Process(target=make, args=(folder, options.scale, list(known.items)))
        maker.start()
        maker.join()
        if maker.exitcode:
            raise SystemExit(maker.exitcode)
        statements, titles = (str(folder / name) for name in ("wikidata_statements", "wikidata_sitelinks"))
        print(f"made; {memory()}")
        counts = WikidataCounts()
        started = time.process_time()
        read_in = read_statements(statements)
        print(f"{len(read_in.items):,} statements read in {time.process_time() - started:.0f} s; {memory()}")
        batches = wikidata_types(read_in, titles, known, counts)
        first = next(batches)
        print(f"{counts.items:,} titles decided after {time.process_time() - started:.0f} s; {memory()}")
        types = collect_types((batch for each in ([first], batches) for batch in each), known, TypeCounts())
        print(f"{len(types.titles):,} typed after {time.process_time() - started:.0f} s; {memory()}")
        print(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    reading = commands.add_parser("read")
    reading.add_argument("items", type=Path, nargs="+")
    reading.add_argument("--megabytes", type=float, default=200)
    reading.add_argument("--rounds", type=int, default=3)
    reading.set_defaults(measure=measure_reading)
    classes = commands.add_parser("classes")
    classes.add_argument("ontology", type=Path)
    classes.add_argument("--scale", type=float, default=1)
    classes.set_defaults(measure=measure_classes)
    options = parser.parse_args()
    options.measure(options)


if __name__ == "__main__":
    main()
