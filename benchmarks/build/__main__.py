"""What a whole build of the corpora costs, step by step, in times of what Python's bz2 takes for the same dump.

    python -m benchmarks.build --real ../shared/real --folder /tmp/build-benchmark

Prints Markdown. README.md beside this file says what is needed and what is measured.
"""

from __future__ import annotations

import argparse
import bz2
import multiprocessing
import os
import platform
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from benchmarks.build.measured_build import SETTINGS, Build, build
from benchmarks.build.scaled_types import scale_types
from benchmarks.extraction.scaled import scale

_DUMP = "enwiki-sample-pages-articles.xml.bz2"
_TYPES = "instance-types_lang=en_specific.ttl.bz2"
_MANY_PARTS = 10_000
_GROWS_IN_PARTS = ("sentences", "redirects", "pages", "typed_sentences", "filtered_sentences", "ner_corpus", "rejects")
"""Datasets of which a larger dump has more parts."""


def main() -> None:
    options = _options()
    real, folder = Path(options.real).absolute(), Path(options.folder).absolute()
    print(f"`python -m benchmarks.build {' '.join(sys.argv[1:])}`\n")
    made = [
        (folder / f"{xml_mb:g}", scale(real / _DUMP, int(xml_mb * 1e6), folder / f"{xml_mb:g}"))
        for xml_mb in (options.small_mb, options.xml_mb)
    ]
    small, large = (dumps.xml_bytes / 1e6 for _, dumps in made)
    if small >= large:
        sys.exit(f"in whole copies of the fragment the dumps have {small:.1f} and {large:.1f} MB: raise --xml-mb")
    builds = []
    for place, dumps in made:
        _write_settings(real, dumps.multistream, dumps.xml_bytes, place, options.split_mb)
        shutil.rmtree(place / "data", ignore_errors=True)
        # Luigi reads its settings while it is imported, so each build has a process of its own.
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            builds.append(pool.submit(build, place, dumps.multistream, dumps.xml_bytes / 1e6, options.profile).result())
    load = os.getloadavg()[2]
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}; load {load:.1f}")
    print(_table(*builds))
    print("\n| the same command again | CPU s |\n|---|---|")
    print(f"| the larger build | {_again(place, options.profile):.1f} |")
    with many_parts(place / "data", _MANY_PARTS):
        print(f"| the same with {_MANY_PARTS:,} parts in each dataset | {_again(place, options.profile):.1f} |")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.build", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--real", required=True, help="folder with the real fragment, its tables, ontology and types")
    parser.add_argument("--folder", default="data/build-benchmark", help="where the dumps are kept, and built")
    parser.add_argument("--small-mb", type=float, default=6.0, help="MB of XML of the smaller dump")
    parser.add_argument("--xml-mb", type=float, default=250.0, help="MB of XML of the larger dump")
    parser.add_argument("--split-mb", type=float, default=8.0, help="compressed MB of a split")
    parser.add_argument("--profile", default="paper", help="profile of the corpora")
    return parser.parse_args()


def _write_settings(real: Path, dump: Path, xml_bytes: int, folder: Path, split_mb: float) -> None:
    """Write the settings file for the build of a dump, with types for all of it."""
    copies = -(-xml_bytes // len(bz2.decompress((real / _DUMP).read_bytes())))
    types = folder / f"types-{copies}.ttl.bz2"
    if not types.exists():
        scale_types(real / _TYPES, copies, types)
    table = f"{real}/enwiki-sample"
    (folder / SETTINGS).write_text(
        f"""[Build]
root = {folder}/data
snapshot = scaled
[Wikipedia]
pages = {dump}
page_table =
redirect_table =
split_mb = {split_mb}
[DBpedia]
ontology = {real}/dbpedia-ontology.owl
instance_types = {types}
redirects =
[TypeIndex]
wikidata_ids = none
[CategoryEdges]
page_table = {table}-page.sql.gz
categorylinks_table = {table}-categorylinks.sql.gz
linktarget_table = {table}-linktarget.sql.gz
page_props_table = {table}-page_props.sql.gz
[FilteredSentences]
min_mentions = 10
""",
        encoding="utf-8",
    )


def _table(small: Build, large: Build) -> str:
    """What each step takes, and how much of it grows with the dump: by the two builds, a line through two points."""
    growth = (large.mb - small.mb) * large.bz2 / large.mb
    sizes = f"{small.mb:,.0f} MB", f"{large.mb:,.0f} MB"
    columns = [
        *(f"{size} of XML, CPU s" for size in sizes),
        "grows with the dump, × bz2",
        *(f"{size}, memory in MB" for size in sizes),
        *(f"{size}, largest process in MB" for size in sizes),
        f"{sizes[1]}, MB written",
    ]
    rows = [
        f"bz2: {small.bz2:.2f} and {large.bz2:.2f} CPU s\n",
        f"| step | {' | '.join(columns)} |",
        "|---" * (len(columns) + 1) + "|",
    ]
    for name, two in large.steps.items():
        one = small.steps[name]
        memory = " | ".join(f"{held / 1e6:,.0f}" for held in (one.memory, two.memory, one.largest, two.largest))
        rows.append(f"| {name} | {_growing(one.cpu, two.cpu, growth)} | {memory} | {two.bytes / 1e6:,.1f} |")
    planning = [each.whole - sum(step.cpu for step in each.steps.values()) for each in (small, large)]
    rows.append(f"| planning and scheduling | {_growing(planning[0], planning[1], growth)} | | | | | |")
    rows.append(f"| **all** | {_growing(small.whole, large.whole, growth)} | | | | | |")
    return "\n".join(rows)


def _growing(small: float, large: float, growth: float) -> str:
    """CPU seconds of both builds, and what grows in times of bz2."""
    return f"{small:.1f} | {large:.1f} | {(large - small) / growth:.2f}"


def _again(folder: Path, profile: str) -> float:
    """CPU seconds of the command on a build that is complete, the least of three."""
    settings = str(folder / SETTINGS)
    command = [sys.executable, "-m", "wiki_ner", "build", "BuildCorpora", "--profiles", profile, "--settings", settings]
    found = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert "is built already" in said, said
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


@contextmanager
def many_parts(root: Path, number: int) -> Iterator[None]:
    """Have the manifests below `root` name so many parts, which nothing reads once a build is complete.

    In the end they name those that are there, so that the build can be read.
    """
    from schemas.datasets.dataset import MANIFEST
    from schemas.files import storage

    before = {path: path.read_bytes() for path in root.rglob(MANIFEST)}
    try:
        for path in before:
            manifest = storage.read_json(str(path))
            if manifest["dataset"] in _GROWS_IN_PARTS and manifest["parts"]:
                part = manifest["parts"][0]
                manifest["parts"] = [{**part, "name": f"part-{place:05d}.parquet"} for place in range(number)]
                storage.write_json(str(path), manifest)
        yield
    finally:
        for path, content in before.items():
            path.write_bytes(content)


if __name__ == "__main__":
    main()
