"""How long the sentence splitter trains, beside NLTK's trainer, and how its boundaries change with the amount of text.

    python -m benchmarks.punkt_training ../shared/real/enwiki-sample-pages-articles.xml.bz2

Prints Markdown. Of the articles of the dump, in an order drawn by hash, a fifth is held out: on it the boundaries by
parameters of less text are compared with those by parameters of all the rest.
"""

from __future__ import annotations

import argparse
import time

from nltk.tokenize.punkt import PunktTrainer

from schemas.chance import uniform
from schemas.records import Reject
from wiki.articles import extract_article, read_articles
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.sentences.punkt import punkt_splitter
from wiki.sentences.punkt_parameters import frozen, to_table
from wiki.sentences.punkt_training import train_punkt

_SHARES = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2)
_HELD_OUT = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump")
    dump = parser.parse_args().dump
    articles = _articles(dump)
    held_out = [text for article in articles[::_HELD_OUT] for text in article]
    texts = [text for place, article in enumerate(articles) if place % _HELD_OUT for text in article]
    size = sum(map(len, texts))
    print(f"`python -m benchmarks.punkt_training {dump}`: {size / 1e6:.2f} million characters to train on\n")
    started = time.process_time()
    parameters = train_punkt(texts)
    ours = time.process_time() - started
    started = time.process_time()
    trainer = PunktTrainer()
    trainer.train("".join(f"\n\n{text}" for text in texts), finalize=False)
    nltk = frozen(trainer.get_params())
    theirs = time.process_time() - started
    same = "the same" if to_table(parameters).equals(to_table(nltk)) else "OTHER"
    print(f"Training: {ours:.2f} CPU s, NLTK's trainer {theirs:.2f}; {same} parameters.\n")

    split = punkt_splitter(parameters)
    wanted = [set(split(text)) for text in held_out]
    print(f"| million characters | boundaries that differ, of {sum(map(len, wanted)):,} | F1 |\n|---|---|---|")
    for share in _SHARES:
        given = _beginning(texts, size * share)
        split = punkt_splitter(train_punkt(given))
        found = [set(split(text)) for text in held_out]
        differ = sum(len(one ^ other) for one, other in zip(wanted, found, strict=True))
        both = sum(len(one & other) for one, other in zip(wanted, found, strict=True))
        f1 = 2 * both / (2 * both + differ)
        print(f"| {sum(map(len, given)) / 1e6:.2f} | {differ} | {f1:.4f} |")


def _articles(dump: str) -> list[list[str]]:
    """The paragraphs of each article, the articles in an order drawn by hash."""
    site = read_siteinfo(dump)
    found = []
    for split in plan_splits(dump, 1 << 30):
        for page in read_articles(split, site, lambda _: None, lambda *_: None):
            if page.redirect is not None:
                continue
            extraction = extract_article(page, site, inline_templates=True)
            if not isinstance(extraction, Reject):
                found.append((page.page_id, [paragraph.text for paragraph in extraction.paragraphs]))
    return [texts for page_id, texts in sorted(found, key=lambda each: uniform(0, "article", each[0]))]


def _beginning(texts: list[str], size: float) -> list[str]:
    """The first texts, until there are so many characters."""
    taken = 0
    for place, text in enumerate(texts):
        if taken >= size:
            return texts[:place]
        taken += len(text)
    return texts


if __name__ == "__main__":
    main()
