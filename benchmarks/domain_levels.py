"""How many sentences of a domain's levels are on the domain, judged by a person who read them.

    python -m benchmarks.domain_levels
    python -m benchmarks.domain_levels --sample DATASET --profile P --seed N --number N --domain D [--domain D ...]
        [--level L ...]

The first form prints the shares of what `benchmarks/judgements/domain_levels.tsv` judges, with 95 % intervals by Wilson
(1927), in Markdown, and then those of earlier versions and of what weights and thresholds were chosen by. The second
draws rows of a `dapt_corpus` dataset by hash, the same for every level that has them, and prints them to be judged,
each with its page and sentence in last columns that the file leaves out.

A sentence is `on` that somebody would expect in a text on the domain, read together with its page's title; all others
are `off`, also those that say nothing by themselves.

- politics: government and administration, parties, elections and laws, political thought and movements, the public life
  of politicians, relations between states, wars and revolutions with who fought them and why;
- natural_science: matter, organisms, bodies, Earth and sky, how they are studied, and scientists at work;
- music, literature and ai: works, their makers at work, and what they are about.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.readings import JUDGEMENTS, rate, read_judgements
from corpora.levels import LEVELS
from schemas.chance import uniform
from schemas.datasets.dataset import read_dataset
from schemas.markdown import table

FILE = JUDGEMENTS / "domain_levels.tsv"
VERDICTS = ("on", "off")
TODAY = {
    "paper": "paper",
    "names": "names",
    "census 1": "names, whole, one reader",
    "census 2": "names, whole, another reader",
}
"""What was drawn from that says how the levels are now, with its name in the table."""
EARLIER = {name: name for name in ("names 1", "names 3", "names 4", "tuning")}


class Judged(NamedTuple):
    """A sentence of a level and its verdict; the fields are the columns of the file."""

    profile: str
    """What was drawn from: `paper` and `names` are profiles, `names 1` and `names 3` are the latter with
    `DomainPassages` 1 and with 2 or 3, `names 4` as it was at a later reading, `tuning` with other weights and
    thresholds than were taken in the end. `census 1` and `census 2` are two readers of whole levels, and at the domain
    level of a draw of what no other level had."""
    domain: str
    level: str
    page_id: int
    paragraph: int
    sentence: int
    verdict: str


def read_judged(path: Path = FILE) -> list[Judged]:
    """The judged sentences of a file."""
    return read_judgements(path, Judged, VERDICTS)


def draw(location: str, domain: str, level: str, seed: int, number: int) -> Iterator[tuple[tuple[int, ...], str, str]]:
    """Place, title and text of rows of a level, drawn by hash."""
    found = []
    columns = ["page_id", "paragraph", "sentence", "title", "text"]
    for batch in read_dataset(location, columns, domain=domain, level=level):
        for page_id, paragraph, sentence, title, text in zip(*batch.to_pydict().values(), strict=True):
            place = page_id, paragraph, sentence
            found.append((uniform(seed, "domain levels", domain, *place), place, title, text))
    for _, place, title, text in sorted(found)[:number]:
        yield place, title, text


def levels(columns: Mapping[str, str] = TODAY) -> str:
    """The shares on the domain, a row for each domain and level, a column for each of what was drawn from."""
    judged = [each for each in read_judged() if each.profile in columns]
    domains = list(dict.fromkeys(each.domain for each in judged))
    groups = sorted({each[1:3] for each in judged}, key=lambda each: (domains.index(each[0]), LEVELS.index(each[1])))
    rows = [
        (*group, *(_share([each for each in judged if each[:3] == (profile, *group)]) for profile in columns))
        for group in groups
    ]
    return table(["domain", "level", *columns.values()], rows, names=2)


def _share(judged: Sequence[Judged]) -> str:
    right = sum(each.verdict == "on" for each in judged)
    return f"{rate(right, len(judged), 0)}, {len(judged)} read" if judged else ""


def main() -> None:
    parser = argparse.ArgumentParser(description="How many sentences of a domain's levels are on the domain.")
    parser.add_argument("--sample", metavar="DATASET")
    parser.add_argument("--profile", default="names")
    parser.add_argument("--domain", action="append", default=[])
    parser.add_argument("--level", action="append", choices=LEVELS, default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--number", type=int, default=40)
    options = parser.parse_args()
    if not options.sample:
        print(levels(), levels(EARLIER), sep="\n\n")
        return
    if not options.domain:
        parser.error("--sample needs --domain, of which rows are drawn")
    writer = csv.writer(sys.stdout, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None, escapechar="\\")
    for domain in options.domain:
        for level in options.level or LEVELS:
            for place, title, text in draw(options.sample, domain, level, options.seed, options.number):
                writer.writerow([options.profile, domain, level, *place, "", title, text])


if __name__ == "__main__":
    main()
