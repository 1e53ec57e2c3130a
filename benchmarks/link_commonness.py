"""Whether links are wrong where their surface mostly leads elsewhere, judged by a person who read them.

    python -m benchmarks.link_commonness
    python -m benchmarks.link_commonness --sample TYPED_SENTENCES --sentences SENTENCES

The *commonness* of a target is the share of a surface's links that lead to it (Medelyan, Witten and Milne 2008, 'Topic
indexing with Wikipedia'). The first form prints, in Markdown, how many of the links that rules by it would flag are
noise, as `benchmarks/judgements/rare-links.tsv` judges them, with 95 % intervals by Wilson (1927). The second prints
the links of a `typed_sentences` dataset to be judged: those without a flag that begin with a capital and that one of
the rules would flag. Their surfaces are counted in the `sentences` dataset that the other was made of. A last column
has the sentence, which the file leaves out. The verdicts are those of `benchmarks.typing_precision`, and for a name of
the target one more:

- `redirect`: the surface's other article is the same one, by a redirect that the wiki has and the fragment has not, as
  the reader knows it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks.readings import JUDGEMENTS, rate, read_judgements
from benchmarks.typing_precision import RIGHT, VERDICTS
from dbpedia.mentions.titles import split_qualifier
from schemas.datasets.dataset import read_dataset
from schemas.markdown import table

FILE = JUDGEMENTS / "rare-links.tsv"
REDIRECT = "redirect"
_LINKED = ("direct", "redirect", "none")
_AFTER = 40


class Judged(NamedTuple):
    """A link, how its surface is linked in the wiki, and its verdict; the fields are the columns of the file."""

    page_id: int
    paragraph: int
    sentence: int
    start: int
    surface: str
    target: str
    type: str
    links: int
    """Links of the surface to this target."""
    common: int
    """Links of the surface to the target that most of them lead to."""
    of_name: int
    """Links of the surface to other articles of just that name (`France`, `Houston (city)`)."""
    within: int
    """1 if the target's title has the surface in it, between word boundaries (`British India`), else 0."""
    verdict: str
    after: str


def draw(typed: str, sentences: str) -> Iterator[tuple[Judged, str]]:
    """The links to be judged, with their sentences, in the order of the dataset."""
    targets: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for batch in read_dataset(sentences, ["text", "anchors"]):
        for row in batch.to_pylist():
            for anchor in row["anchors"]:
                targets[row["text"][anchor["start"] : anchor["end"]]][anchor["target"]] += 1
    for batch in read_dataset(typed):
        for row in batch.to_pylist():
            for mention in row["mentions"]:
                start, end, target = mention["start"], mention["end"], mention["target"]
                surface = row["text"][start:end]
                counts = targets[surface]
                _, common = max(counts.items(), key=lambda each: each[1], default=("", 0))
                if mention["source"] not in _LINKED or mention["flag"] or not surface[0].isupper():
                    continue
                if len(counts) < 2 or target not in counts:  # a mention that was made longer is no link of that text
                    continue
                named = [title for title in counts if title != target and split_qualifier(title)[0] == surface]
                of_name = sum(counts[title] for title in named)
                within = int(bool(re.search(rf"\b{re.escape(surface)}\b", target)))
                place = (row["page_id"], row["paragraph"], row["sentence"], start)
                evidence = (counts[target], common, of_name, within)
                after = re.sub(r"\s", " ", row["text"][end : end + _AFTER])
                shown = f"{row['text'][max(0, start - 100) : start]}[[{surface}]]{row['text'][end : end + 60]}"
                yield Judged(*place, surface, target, mention["type"], *evidence, "", after), f"{row['title']}: {shown}"


def is_rare(each: Judged) -> bool:
    """Commonness alone: three links or more lead to one other target, for each that leads to this one."""
    return each.common >= 3 * each.links


def is_elsewhere(each: Judged, least: int) -> bool:
    """Links lead to an article of just that name, `least` for each that leads to this target, whose title has the
    surface nowhere in it.
    """
    return each.of_name >= least * each.links and not each.within


def rules() -> str:
    """How many of the links that each rule would flag are noise; also of those that no redirect explains."""
    judged = read_judgements(FILE, Judged, (*VERDICTS, REDIRECT))
    flagged = {
        "for each link of its surface to its target, three lead to one other": [
            each for each in judged if is_rare(each)
        ],
        "the same, to an article of just that name, and the surface is not in the target's title": [
            each for each in judged if is_elsewhere(each, 3)
        ],
        "the same, and one link to that article is enough": [each for each in judged if is_elsewhere(each, 1)],
    }
    rows = []
    for name, found in flagged.items():
        unexplained = [each for each in found if each.verdict != REDIRECT]
        rows.append((name, str(len(found)), _noise(found), str(len(unexplained)), _noise(unexplained)))
    return table(["a link is flagged if", "links", "noise", "without those that a redirect explains", "noise"], rows)


def _noise(judged: Sequence[Judged]) -> str:
    return rate(sum(each.verdict not in RIGHT | {REDIRECT} for each in judged), len(judged), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether links are wrong where their surface mostly leads elsewhere.")
    parser.add_argument("--sample", metavar="TYPED_SENTENCES")
    parser.add_argument("--sentences", metavar="SENTENCES", help="the dataset that the sample was made of")
    options = parser.parse_args()
    if not options.sample:
        print(rules())
        return
    if not options.sentences:
        parser.error("--sample needs --sentences, in which links are counted")
    print("\t".join([*Judged._fields, "sentence"]))
    for each, shown in draw(options.sample, options.sentences):
        if is_rare(each) or is_elsewhere(each, 1):
            sys.stdout.write("\t".join([*map(str, each), " ".join(shown.split())]) + "\n")


if __name__ == "__main__":
    main()
