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
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from benchmarks.names_found import mentions_of
from benchmarks.readings import JUDGEMENTS, read_judgements, wilson
from dbpedia.linking import BEFORE_WITHIN
from dbpedia.mentions.longer_names import longer_name
from dbpedia.mentions.noise import FLAGS, NoiseRules, flagger, noise_rules
from dbpedia.ontology import read_ontology
from schemas.chance import uniform
from schemas.datasets.dataset import read_dataset
from schemas.labels import ENTITY

RIGHT = {"name", "entity"}
VERDICTS = (*sorted(RIGHT), "kind", "common", "derived", "other", "class", "boundary")


UNSEEN = (
    *("kept-unseen-01", "kept-unseen-02"),
    *sorted(path.stem for path in JUDGEMENTS.glob("kept-enwik8*.tsv")),
)
"""Files of judgements of pages that are not in the fragment."""
LATER = ("common", "derived", "part")
"""Flags of later rules about what has no class, each judged in a file of its own."""


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


def line(name: str, judged: Iterable[Judged]) -> str:
    verdicts = [each.verdict for each in judged]
    cells = [name, str(len(verdicts))]
    for right in (RIGHT, RIGHT | {"kind"}):
        hits = sum(verdict in right for verdict in verdicts)
        low, high = wilson(hits, len(verdicts)) if verdicts else (0, 1)
        cells.append(f"{hits / max(1, len(verdicts)):.1%} ({low:.1%} to {high:.1%})")
    wrong = [f"{name} {verdicts.count(name)}" for name in VERDICTS if name not in RIGHT and name in verdicts]
    return f"| {' | '.join([*cells, ', '.join(wrong)])} |"


def report(rules: NoiseRules) -> None:
    print("| mentions | read | names of that class | or kinds of that class | else |\n|---|---|---|---|---|")
    anchors = read_judged("anchors")
    flags = {each: flag_of(each, rules) for each in anchors}
    print(line("typed anchors", anchors))
    print(line("typed anchors without a flag", [each for each in anchors if not flags[each]]))
    print(
        line("typed anchors without a flag or with `kind`", [each for each in anchors if flags[each] in ("", "kind")])
    )
    propagated = read_judged("propagated")
    for typed, name in ((True, "propagated, with a class"), (False, "propagated, without")):
        chosen = [each for each in propagated if (each.type != ENTITY) == typed]
        print(line(name, chosen))
        for source in sorted({each.source for each in chosen}):
            print(line(f"— {source}", [each for each in chosen if each.source == source]))
    unlinked = read_judged("unlinked")
    for source in sorted({each.source for each in unlinked}):
        print(line(f"names: {source}", [each for each in unlinked if each.source == source]))
    for reader in (*(f"kept-{number:02}" for number in range(1, 7)), *UNSEEN):
        for typed, name in ((True, "profile names, with a class"), (False, "profile names, without")):
            judged = [each for each in read_judged(reader) if (each.type != ENTITY) == typed]
            if judged:  # the last two are of what has no class
                print(line(f"{name} ({reader})", judged))
    print("\n| flag | class | read | noise |\n|---|---|---|---|")
    flagged = [*read_judged("flagged"), *read_judged("flagged-again")]
    for flag in FLAGS[1:]:
        for typed in (True, False):
            chosen = [each for each in flagged if flag_of(each, rules) == flag and (each.type != ENTITY) == typed]
            if chosen:
                print(noise_line(flag, "any" if typed else "none", chosen))
    for flag in LATER:
        judged = read_judged(f"flagged-{flag}")
        # `common` looks at the whole wiki too, which is not known here.
        chosen = [each for each in judged if flag == "common" or flag_of(each, rules) == flag]
        print(noise_line(f"{flag}, by the later rules", "none", chosen))


def report_left(location: str, tables: Sequence[str]) -> None:
    """How many of the judged mentions a dataset has, with the same words, and how many of these are right."""
    print("| judgements | read | right | still there | right |\n|---|---|---|---|---|")
    for table in tables:
        judged = read_judged(table)
        found = mentions_of(location, {each[:3] for each in judged})
        left, right = 0, 0
        for each in judged:
            end = each.start + len(each.surface)
            here = [other for other in found.get(each[:3], []) if (other.start, other.end) == (each.start, end)]
            lost_class = bool(here) and here[0].type == ENTITY != each.type and each.verdict in ("other", "class")
            left += bool(here)
            right += bool(here) and (each.verdict in RIGHT or lost_class)
        was = sum(each.verdict in RIGHT for each in judged)
        print(f"| {table} | {len(judged)} | {was / len(judged):.1%} | {left} | {right / max(1, left):.1%} |")


def noise_line(flag: str, kind: str, judged: Sequence[Judged]) -> str:
    noise = sum(each.verdict not in RIGHT for each in judged)
    low, high = wilson(noise, len(judged))
    return f"| {flag} | {kind} | {len(judged)} | {noise / len(judged):.1%} ({low:.1%} to {high:.1%}) |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ontology", default="../shared/real/dbpedia-ontology.owl", help="DBpedia's ontology")
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
    rules = noise_rules(read_ontology(options.ontology), "en")
    if not options.sample:
        report(rules)
        return
    print("\t".join([*Judged._fields, "sentence"]))
    for each, shown in draw(options.sample, options.set, options.seed, options.number):
        sys.stdout.write("\t".join([*map(str, each), " ".join(shown.split())]) + "\n")


if __name__ == "__main__":
    main()
