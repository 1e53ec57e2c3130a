"""How many of the names in a text the mentions find, judged by a person who marked every name in whole sentences.

    python -m benchmarks.names_found DATASET [--names TABLE]
    python -m benchmarks.names_found --sample SENTENCES --seed N --number N

The first form prints the share of the names in `benchmarks/judgements/names-01.tsv`, by another reader
`names-02.tsv`, and of later draws `names-03.tsv` to `names-07.tsv`, that a dataset of typed sentences has as
mentions, with 95 % intervals by Wilson (1927); of *enwik8* (docs/results/typing-precision.md), `--names
names-enwik8-02` to `-11`; of pages in other languages (docs/results/names-by-language.md), `names-fr` and so on. A name
of a sentence that the dataset does not have is not found. The second draws sentences of a dataset `sentences` by hash
and prints them, without any mention, to be marked. A name is marked with its kind:

- `name`: a person, place, organisation, work, event, language, or another thing that has a name of its own;
- `group`: the people of a place, a religion, a party (`Serbs`, `Loyalists`), which some label sets count as names.

Not marked: adjectives (`French`), dates, offices (`President`), species and substances. A sentence without names has
one row with the start -1.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from benchmarks.readings import JUDGEMENTS, rate, read_judgements
from schemas.chance import uniform
from schemas.datasets.dataset import read_dataset
from schemas.labels import ENTITY
from schemas.records import PLACE

JUDGED = tuple(f"names-{number:02}" for number in range(1, 8))
"""Tables of names in sentences of the fragment."""
KINDS = ("name", "group")

Place = tuple[int, int, int]


class Marked(NamedTuple):
    """A name in a sentence; the fields are the columns of the file."""

    page_id: int
    paragraph: int
    sentence: int
    start: int
    surface: str
    kind: str

    @property
    def place(self) -> Place:
        return self[:3]


class Found(NamedTuple):
    """A mention of a sentence."""

    start: int
    end: int
    type: str
    source: str


def read_marked(path: Path) -> list[Marked]:
    """The names of a table; a sentence without any has a row without a kind."""
    return read_judgements(path, Marked, (*KINDS, ""), "kind")


def mentions_of(location: str, wanted: set[Place]) -> dict[Place, list[Found]]:
    """The mentions of some sentences of a dataset."""
    found = {}
    for batch in read_dataset(location, [*PLACE, "mentions"]):
        places = list(zip(*(batch.column(name).to_pylist() for name in PLACE), strict=True))
        for row in [number for number, place in enumerate(places) if place in wanted]:
            mentions = batch.column("mentions")[row].as_py()
            found[places[row]] = [Found(each["start"], each["end"], each["type"], each["source"]) for each in mentions]
    return found


def outcome(name: Marked, mentions: list[Found]) -> tuple[str, Found | None]:
    """`exact`, `other span` or `missed`, and the mention."""
    end = name.start + len(name.surface)
    touching = [each for each in mentions if each.start < end and name.start < each.end]
    for each in touching:
        if (each.start, each.end) == (name.start, end):
            return "exact", each
    return ("other span", touching[0]) if touching else ("missed", None)


def report(location: str, marked: list[Marked], details: bool) -> None:
    found = mentions_of(location, {each.place for each in marked})
    places = {each.place for each in marked}
    there = [each for each in marked if each.kind == "name" and each.place in found]
    seen = sum(outcome(each, found[each.place])[0] != "missed" for each in there)
    print(f"{len(places)} sentences, {len(places & found.keys())} of them in the dataset, with {len(there)} names, of")
    print(f"which {rate(seen, len(there))} are found\n")
    print("| names | marked | found | with these words | with a class |\n|---|---|---|---|---|")
    for kind in KINDS:
        names = [each for each in marked if each.kind == kind]
        results = [outcome(each, found.get(each.place, [])) for each in names]
        hits = [mention for _, mention in results if mention]
        exact = sum(result == "exact" for result, _ in results)
        shares = [rate(number, len(names)) for number in (len(hits), exact)]
        typed = sum(mention.type != ENTITY for mention in hits)
        print(f"| {kind} | {len(names)} | {' | '.join(shares)} | {typed} |")
        by_source = {each.source: 0 for each in hits}
        for each in hits:
            by_source[each.source] += 1
        print(f"| by source | | {', '.join(f'{name} {number}' for name, number in sorted(by_source.items()))} | | |")
        for name, (result, mention) in zip(names, results, strict=True) if details else ():
            if result != "exact":
                print(f"| {result} | | {name.surface} ({', '.join(map(str, name.place))}) | {mention or ''} | |")


def draw(location: str, seed: int, number: int) -> None:
    rows = []
    for batch in read_dataset(location, [*PLACE, "text"]):
        for row in batch.to_pylist():
            place = tuple(row[name] for name in PLACE)
            rows.append((uniform(seed, "names", *place), place, row["text"]))
    for _, place, text in sorted(rows)[:number]:
        print("\t".join(map(str, place)), " ".join(text.split()), sep="\t")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", nargs="?", help="location of a dataset typed_sentences or filtered_sentences")
    parser.add_argument("--names", action="append", metavar="TABLE", help="table of names in benchmarks/judgements")
    parser.add_argument("--details", action="store_true", help="also print the names that are not found as marked")
    parser.add_argument("--sample", help="location of a dataset sentences to draw from")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--number", type=int, default=60, help="sentences to draw")
    options = parser.parse_args()
    if options.sample:
        draw(options.sample, options.seed, options.number)
    elif options.dataset:
        for name in options.names or JUDGED:
            print(f"## {name}\n")
            report(options.dataset, read_marked(JUDGEMENTS / f"{name}.tsv"), options.details)
            print()
    else:
        parser.error("give a dataset, or --sample")


if __name__ == "__main__":
    main()
