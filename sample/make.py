"""Writes the sample wiki: from `articles/`, `pages/` and the tables beside this script to `wiki/`.

    python sample/make.py           write the files
    python sample/make.py --check   write nothing; fail if `wiki/` is not what the sources give

The files have the layout of a Wikimedia dump (multistream XML with its index, SQL tables) and of a DBpedia release
(instance types, redirects, ontology). The same sources give the same bytes: times are fixed, page and revision ids
are hashes of the titles, rows are sorted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":
    # Python looks for a script's modules in the script's folder, but these are named from the folder above it.
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sample.generator.checks import check
from sample.generator.dbpedia_ontology import ontology
from sample.generator.dbpedia_triples import instance_types, redirect_triples
from sample.generator.dump_xml import multistream
from sample.generator.output import differences, update
from sample.generator.pages import pages_of
from sample.generator.snapshot import DATE, WIKI
from sample.generator.sources import Sample, SourceError, read_sample
from sample.generator.sql_tables import sql_tables
from sample.generator.wikidata_json import wikidata_json

HERE = Path(__file__).resolve().parent
OUTPUT = HERE / "wiki"


def files(sample: Sample) -> dict[str, bytes]:
    """File name to content, for every file of `wiki/`. Raises SourceError where the sources do not fit together."""
    check(sample)
    pages = pages_of(sample)
    dump, index = multistream(pages)
    stem = f"{WIKI}-{DATE}"
    return {
        f"{stem}-pages-articles-multistream.xml.bz2": dump,
        f"{stem}-pages-articles-multistream-index.txt.bz2": index,
        **{f"{stem}-{table}.sql.gz": data for table, data in sql_tables(pages, sample).items()},
        "instance-types_lang=en_specific.ttl.bz2": instance_types(sample),
        "redirects_lang=en.ttl.bz2": redirect_triples(sample),
        "ontology.owl": ontology(sample),
        f"wikidata-{DATE}-all.json.gz": wikidata_json(pages, sample),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the sample wiki from its sources.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if wiki/ is not what the sources give"
    )
    arguments = parser.parse_args()
    try:
        sample = read_sample(HERE)
        wanted = files(sample)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments.check:
        changed = differences(OUTPUT, wanted)
        for name in changed:
            print(f"wiki/{name} is not what the sources give; run python sample/make.py", file=sys.stderr)
        return int(bool(changed))
    update(OUTPUT, wanted)
    print(f"{len(sample.articles)} articles, {len(wanted)} files, {sum(map(len, wanted.values())):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
