"""Writes the sample's annotated data: from the articles beside this script to `ner/<dataset>/{train,dev,test}.txt`.

    python -m sample.ner           write the files
    python -m sample.ner --check   write nothing; fail if `ner/` is not what the sources give

An entity is a link, or a repeat of one in its article (`dbpedia.mentions.unlinked.propagation`), labelled by the class
of what it names. A sentence is taken only where that leaves nothing open: where every link has a class and no capital
stands outside the entities without a reason. `README.md` says how good that is. The files are CoNLL's: a token, a tab
and its BIO tag a line, an empty line behind each sentence.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sample.annotation.datasets import dataset_files
from sample.generator.output import differences, update
from sample.generator.sources import SourceError, read_pairs, read_sample

HERE = Path(__file__).resolve().parent
DOMAINS = HERE.parent / "domains"
OUTPUT = HERE / "ner"


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the sample's annotated data from its articles.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if ner/ is not what the sources give")
    arguments = parser.parse_args()
    try:
        datasets = dataset_files(read_sample(HERE), read_pairs(HERE / "untyped.tsv"), DOMAINS)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    if arguments.check:
        changed = [f"{name}/{file}" for name, wanted in datasets.items() for file in differences(OUTPUT / name, wanted)]
        for path in changed:
            print(f"ner/{path} is not what the sources give; run python -m sample.ner", file=sys.stderr)
        return int(bool(changed))
    for name, wanted in datasets.items():
        update(OUTPUT / name, wanted)
        print(name, {file: text.count(b"\n\n") for file, text in wanted.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
