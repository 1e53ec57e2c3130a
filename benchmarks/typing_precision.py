"""How many typed mentions are right, judged by a person who read them in their sentences.

    python -m benchmarks.typing_precision [--ontology FILE]
    python -m benchmarks.typing_precision --sample DATASET --seed N --number N
        --set anchors|flagged|kept|propagated|unlinked
    python -m benchmarks.typing_precision --left DATASET --table NAME [--table NAME ...]

The first form prints the precision of what `benchmarks/judgements/*.tsv` judge, with 95 % intervals by Wilson (1927),
in Markdown; flags are those that today's rules give. The second draws mentions of a `typed_sentences` dataset by hash
and prints them to be judged, each with its sentence in a last column that the files leave out. The third says how many
of the judged mentions of tables (`kept-03`) a dataset still has, and how many of these are right; one that has lost
a wrong class is, if it is a name. The verdicts:

- `name`: the surface is a name of the target, and the target is of that class;
- `kind`: the class is right and the surface a common noun for a kind, as corpora with such classes mark them;
- `common`: the surface is a common noun or a phrase, not a name;
- `derived`: an adjective or people for a place or group;
- `other`: the name of something other than the target;
- `class`: a name of the target, but the target is not of that class;
- `boundary`: a name of the target with too many or too few words;
- `entity`, for mentions without a class: a name of the target.

`kept-unseen*.tsv` and `kept-enwik8*.tsv` are of pages that are not in the fragment, which nobody had read before the
rules were made; `dropped-enwik8-*.tsv` is what a rule leaves out of a dataset, so that a build has none of it, and
`added-enwik8-*.tsv` what one adds, `added-ko-names-*.tsv` all repeated names on Korean pages, and
`added-ar-names-*.tsv` and so on in passages in Arabic, Hebrew, Hindi and Persian. `capitalised-fr.tsv` and so on are
all names by their capitals on the pages in other languages, `capitalised-nl-ud.tsv` and so on those in sentences of
treebanks, `-unseen` in what nobody had read before the words were made.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from benchmarks.names_found import mentions_of
from benchmarks.readings import JUDGEMENTS, rate, read_judgements
from dbpedia.linking import BEFORE_WITHIN
from dbpedia.mentions.longer_names import longer_name
from dbpedia.mentions.noise import FLAGS, NoiseRules, flagger, noise_rules
from dbpedia.ontology import read_ontology
from schemas.chance import uniform
from schemas.datasets.dataset import read_dataset
from schemas.labels import ENTITY
from schemas.markdown import share, table

RIGHT = {"name", "entity"}
VERDICTS = (*sorted(RIGHT), "kind", "common", "derived", "other", "class", "boundary")

ONTOLOGY = "../shared/real/dbpedia-ontology.owl"
DRAWS: dict[str, tuple[int, ...]] = {
    "60 of enwik8": (1,),
    "60 more": (3,),
    "60 more, titles in italic type": (5,),
    "60 more, the last": (7,),
    "**the four**": (1, 3, 5, 7),
    "120 more, the wiki's own orthography": (9, 11),
    "120 more, the second": (13, 15),
    "120 more, the third": (17, 19),
    "120 more, the fourth": (21, 23),
    "**these four**": (9, 11, 13, 15, 17, 19, 21, 23),
    "120 more, terms, places, adjectives": (25, 27),
    "120 more, the last but one": (29, 31),
    "120 more, the last": (33, 35),
    "**these three**": (25, 27, 29, 31, 33, 35),
}
"""Articles of enwik8 with the numbers of their tables `kept-enwik8-*` by one reader; the next ones are by another."""
LATER = {
    "common": "by the wiki's own words and links",
    "derived": "by later rules",
    "part": "by later rules",
}
"""Flags of later rules about what has no class, each judged in a file of its own."""
LEFT_OUT = {
    "`term`": "term",
    "`derived` by words that mostly describe nouns": "describing",
    "`common` behind an indefinite article": "one-of-kind",
    "`derived` of known adjectives without a class": "adjectives",
    "beside a word of another language": "foreign",
}
"""Rules by the wiki's words, and the tables `dropped-enwik8-*` of what they leave out."""
ADDED = {
    "languages that something is in": "languages",
    "the language that an article is about": "subject-languages",
    "last names with their particles": "particles",
}
"""The same of what they add, the tables `added-enwik8-*`."""


class Judged(NamedTuple):
    """A mention and its verdict; the fields are the columns of the files."""

    page_id: int
    paragraph: int
    sentence: int
    start: int
    surface: str
    target: str
    type: str
    source: str
    verdict: str
    after: str
    """The text behind it, 40 characters or up to the sentence's end; a tab or line break in it is a space."""


def read_judged(name: str) -> list[Judged]:
    """The mentions of a table, by its name."""
    return read_judgements(JUDGEMENTS / f"{name}.tsv", Judged, VERDICTS)


def draw(location: str, which: str, seed: int, number: int) -> Iterator[tuple[Judged, str]]:
    """Mentions with their sentences, drawn by hash: typed anchors, those of each flag, those nobody linked, or all."""
    pools: dict[str, list[tuple[float, Judged, str]]] = {}
    for batch in read_dataset(location):
        for row in batch.to_pylist():
            for mention in row["mentions"]:
                start, end = mention["start"], mention["end"]
                place = (row["page_id"], row["paragraph"], row["sentence"], start)
                text = row["text"]
                after = re.sub(r"\s", " ", text[end : end + 40])
                named = (text[start:end], mention["target"], mention["type"], mention["source"])
                each = Judged(*place, *named, verdict="", after=after)
                typed = "without a class" if mention["type"] == ENTITY else "with a class"
                linked = mention["source"] in ("direct", "redirect", "none")
                if which != "kept" and linked == (which in ("propagated", "unlinked")):
                    continue
                if which == "unlinked":
                    pool = f"{mention['source']} {typed}"
                elif which == "flagged":
                    flag = mention["flag"]
                    pool = f"{flag} {typed}" if flag else ""
                else:
                    pool = typed if which in ("kept", "propagated") or typed == "with a class" else ""
                if pool:
                    shown = f"{text[max(0, start - 60) : start]}[[{text[start:end]}]]{text[end : end + 50]}"
                    pools.setdefault(pool, []).append((uniform(seed, which, *place), each, shown))
    for name in sorted(pools):
        for _, each, shown in sorted(pools[name])[:number]:
            yield each, shown


def flag_of(each: Judged, rules: NoiseRules) -> str:
    """The flag by today's rules; what is linked behind a mention is not known here, and taken for text."""
    flag = flagger(rules)(each.surface, each.target, each.type, not each.start, each.after)
    if flag in BEFORE_WITHIN and longer_name(each.after, 0, sys.maxsize, rules.words):
        return "within"
    return flag


def anchors(ontology: str = ONTOLOGY) -> str:
    """How many anchors with a class are right: all, and those that the flags leave."""
    rules = noise_rules(read_ontology(ontology), "en")
    judged = read_judged("anchors")
    flags = {each: flag_of(each, rules) for each in judged}
    return _sets(
        {
            "all": judged,
            "no flag": [each for each in judged if not flags[each]],
            "no flag or `kind`": [each for each in judged if flags[each] in ("", "kind")],
        }
    )


def propagated() -> str:
    """How many mentions that nobody linked are right, with a class and without, by what found them."""
    sets = {}
    for name, judged in _by_class(read_judged("propagated")).items():
        sets[name] = judged
        sources = sorted({each.source for each in judged})
        for source in sources if len(sources) > 1 else ():
            sets[f"— `{source}`"] = [each for each in judged if each.source == source]
    return _sets(sets)


def unlinked() -> str:
    """The same of what finds all names of a text."""
    judged = read_judged("unlinked")
    sources = sorted({each.source for each in judged})
    return _sets({f"`{source}`": [each for each in judged if each.source == source] for source in sources})


def kept() -> str:
    """How many mentions of the profile `names` are right in the fragment."""
    last = read_judged("kept-04")
    as_they_come = read_judged("kept-07")
    again = {f"{name}, `kept-07`": judged for name, judged in {**_by_class(as_they_come), "all": as_they_come}.items()}
    earlier = {f"all, `{name}`": read_judged(name) for name in ("kept-03", "kept-02", "kept-01")}
    later = {f"without a class, `{name}`": read_judged(name) for name in ("kept-05", "kept-06")}
    return _sets({**_by_class(last), "all": last, **again, **later, **earlier})


def unseen() -> str:
    """The same in articles that nobody had read: the mean of the readers, and what each of them found."""
    draws = {
        "32 pages": [read_judged("kept-unseen-01")],
        "14 other texts, half of them later parts": [read_judged("kept-unseen-02")],
    }
    for name, numbers in DRAWS.items():
        draws[name] = [
            [each for number in numbers for each in read_judged(f"kept-enwik8-{number + reader:02}")]
            for reader in range(2)
        ]
    rows = []
    for name, readers in draws.items():
        every = [each for judged in readers for each in judged]
        means = []
        for judged in (*_by_class(every).values(), every):
            number = len(judged) // len(readers)
            means.append(f"{rate(_right(judged) / len(readers), number)} of {number:,}")
        by_reader = " and ".join(f"{_right(judged) / len(judged):.1%}" for judged in readers)
        rows.append((name, *means, by_reader if len(readers) > 1 else ""))
    return table(["articles", "with a class, right", "without, right", "all, right", "all, by each reader"], rows)


def flags(ontology: str = ONTOLOGY) -> str:
    """How many of the mentions with each of today's flags are noise, with a class and without."""
    rules = noise_rules(read_ontology(ontology), "en")
    flagged = [*read_judged("flagged"), *read_judged("flagged-again")]
    of_flag = {f"`{flag}`": [each for each in flagged if flag_of(each, rules) == flag] for flag in FLAGS[1:]}
    for flag, by in LATER.items():
        judged = read_judged(f"flagged-{flag}")
        # `common` looks at the whole wiki too, which is not known here.
        of_flag[f"`{flag}`, {by}"] = [each for each in judged if flag == "common" or flag_of(each, rules) == flag]
    rows = [
        (flag, *(cell for part in _by_class(judged).values() for cell in (len(part) or "", _noise(part))))
        for flag, judged in of_flag.items()
        if judged
    ]
    return table(["flag", "with a class: read", "noise", "without: read", "noise"], rows)


def left_out() -> str:
    """How many of the mentions that rules by the wiki's words leave out are noise, by two readers."""
    return _by_readers("dropped-enwik8", LEFT_OUT, "noise", _noise)


def added() -> str:
    """How many of those that such rules add are right, by two readers."""
    return _by_readers("added-enwik8", ADDED, "right", lambda judged: rate(_right(judged), len(judged)))


def _by_readers(kind: str, rules: Mapping[str, str], what: str, counted: Callable[[Sequence[Judged]], str]) -> str:
    rows = []
    for rule, name in rules.items():
        readers = [read_judged(f"{kind}-{name}-{number:02}") for number in (1, 2)]
        rows.append((rule, len(readers[0]), *map(counted, readers)))
    return table(["rule", "read", f"{what} by one reader", "by another"], rows)


def _by_class(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    return {
        name: [each for each in judged if (each.type != ENTITY) == typed]
        for name, typed in (("with a class", True), ("without a class", False))
    }


def _sets(sets: Mapping[str, Sequence[Judged]]) -> str:
    rows = []
    for name, judged in sets.items():
        verdicts = Counter(each.verdict for each in judged)
        shares = [rate(sum(verdicts[each] for each in right), len(judged)) for right in (RIGHT, RIGHT | {"kind"})]
        wrong = ", ".join(f"{each} {verdicts[each]}" for each in VERDICTS if each not in RIGHT and verdicts[each])
        rows.append((name, len(judged), *shares, wrong))
    return table(["mentions", "read", "right (95 %)", "right or kinds", "wrong"], rows)


def _right(judged: Iterable[Judged]) -> int:
    return sum(each.verdict in RIGHT for each in judged)


def _noise(judged: Sequence[Judged]) -> str:
    return rate(len(judged) - _right(judged), len(judged))


def report_left(location: str, tables: Sequence[str]) -> None:
    """How many of the judged mentions a dataset has, with the same words, and how many of these are right."""
    rows = []
    for name in tables:
        judged = read_judged(name)
        found = mentions_of(location, {each[:3] for each in judged})
        left, right = 0, 0
        for each in judged:
            end = each.start + len(each.surface)
            here = [other for other in found.get(each[:3], []) if (other.start, other.end) == (each.start, end)]
            lost_class = bool(here) and here[0].type == ENTITY != each.type and each.verdict in ("other", "class")
            left += bool(here)
            right += bool(here) and (each.verdict in RIGHT or lost_class)
        rows.append((name, len(judged), share(_right(judged), len(judged)), left, share(right, left)))
    print(table(["judgements", "read", "right", "still there", "right"], rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ontology", default=ONTOLOGY, help="DBpedia's ontology")
    parser.add_argument("--sample", help="location of a dataset typed_sentences to draw from")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--set", default="anchors", choices=["anchors", "flagged", "kept", "propagated", "unlinked"])
    parser.add_argument("--number", type=int, default=250, help="mentions to draw, of each kind")
    parser.add_argument("--left", metavar="DATASET", help="location of a dataset that may have the judged mentions")
    parser.add_argument("--table", action="append", default=[], help="name of a table of judgements, for --left")
    options = parser.parse_args()
    if options.left:
        if not options.table:
            parser.error("--left needs --table, whose mentions are looked for")
        report_left(options.left, options.table)
        return
    if not options.sample:
        tables = (anchors(options.ontology), propagated(), unlinked(), kept(), unseen(), flags(options.ontology))
        print(*tables, left_out(), added(), sep="\n\n")
        return
    print("\t".join([*Judged._fields, "sentence"]))
    for each, shown in draw(options.sample, options.set, options.seed, options.number):
        sys.stdout.write("\t".join([*map(str, each), " ".join(shown.split())]) + "\n")


if __name__ == "__main__":
    main()
