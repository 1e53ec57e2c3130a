"""How fast anchors become mentions, on one core: typed, flagged, and with unlinked mentions propagated.

    python -m benchmarks.linking SENTENCES TYPE_INDEX ONTOLOGY ORTHOGRAPHY [--rounds N]

SENTENCES, TYPE_INDEX and ORTHOGRAPHY are locations of built datasets. The sentences are read once, then every stage
runs in rounds, of which the best counts. The default takes the sentences with anchors, propagation all. Prints
Markdown.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.linking import flag_column, link, link_column, mention_column, mention_lists
from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import flagger, noise_rules
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.ontology import read_ontology
from dbpedia.steps.orthography import read_orthography
from dbpedia.title_index import open_index
from schemas.catalog.dbpedia import LOOKUP
from schemas.datasets.dataset import read_dataset
from schemas.files import storage
from schemas.records import Anchor


def best(rounds: int, stage: Callable[[], Any]) -> float:
    """Seconds of processor time of the fastest round."""
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        stage()
        seconds.append(time.process_time() - start)
    return min(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentences")
    parser.add_argument("type_index")
    parser.add_argument("ontology")
    parser.add_argument("orthography")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    index = open_index(storage.join(options.type_index, LOOKUP))
    rules = noise_rules(read_ontology(options.ontology), "en")
    rows = pa.concat_batches(list(read_dataset(options.sentences)))
    texts = rows.column("text").to_pylist()
    anchored = rows.filter(pc.greater(pc.list_value_length(rows.column("anchors")), 0))
    anchored_texts = anchored.column("text").to_pylist()
    anchors = anchored.column("anchors")
    lists = [[Anchor(**anchor) for anchor in row] for row in anchors.to_pylist()]
    n_anchors = sum(map(len, lists))
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    flag = flagger(rules)
    flagged = flag_column(texts, link_column(rows.column("anchors"), index), flag, rules.words)
    titles = rows.column("title").to_pylist()
    pages = [(title, len(list(sentences))) for title, sentences in groupby(titles)]
    subjects = link([[Anchor(0, 0, title) for title, _ in pages]], index)[0]

    words = capital_words("en", rules.words)
    learnt = read_orthography(options.orthography)

    def unlinked(scope: str) -> int:
        linked = list(mention_lists(flagged))
        # It remembers runs: every round begins anew.
        capitals = CapitalisedNames(words, learnt) if words else None
        place = found = 0
        result = []
        for (title, length), subject in zip(pages, subjects, strict=True):
            page = list(map(LinkedSentence, texts[place : place + length], linked[place : place + length]))
            about = Subject(title, subject.type, subject.redirects, subject.origin)
            for sentence, new in zip(page, propagate(about, page, rules, scope, capitals, learnt), strict=True):
                found += len(new)
                result.append(sorted([*sentence.mentions, *new]))
            place += length
        mention_column(result, index.classes)
        return found

    stages = {
        "link, lists": lambda: link(lists, index),
        "link, columns": lambda: link_column(anchors, index),
        "link, columns, and flag (the default)": lambda: flag_column(
            anchored_texts, link_column(anchors, index), flag, rules.words
        ),
        "propagate, title": lambda: unlinked("title"),
        "propagate, article": lambda: unlinked("article"),
        "propagate, names": lambda: unlinked("names"),
    }
    print(f"{len(texts):,} sentences, {megabytes:.2f} MB, {n_anchors:,} anchors; ", end="")
    print(f"{unlinked('title'):,} and {unlinked('article'):,} mentions propagated by title and by article\n")
    print("| stage | CPU s | anchors a second | CPU s a MB of text |\n|---|---|---|---|")
    for name, stage in stages.items():
        seconds = best(options.rounds, stage)
        print(f"| {name} | {seconds:.3f} | {n_anchors / seconds:,.0f} | {seconds / megabytes:.4f} |")


if __name__ == "__main__":
    main()
