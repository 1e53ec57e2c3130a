"""From articles of the dump to the parameters of the sentence splitter: the function behind the step `punkt`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeVar

from schemas.chance import uniform
from schemas.datasets.shards import Shard
from schemas.records import Reject
from wiki.articles import count_page, extract_article, read_articles
from wiki.dump.html_pages import HtmlSplit
from wiki.dump.splits import Split
from wiki.site.siteinfo import SiteInfo

_Split = TypeVar("_Split", Split, HtmlSplit, Split | HtmlSplit)

SAMPLE_SPLIT_BYTES = 1_000_000
"""Compressed bytes of each of the pieces of the dump from which the text for training is drawn."""


def in_random_order(splits: Sequence[_Split]) -> list[_Split]:
    """The splits in an order drawn by hash of their place in the sequence, the same in every run."""
    drawn = sorted(range(len(splits)), key=lambda place: uniform(0, "punkt", place))
    return [splits[place] for place in drawn]


def write_punkt(splits: Sequence[Split | HtmlSplit], shard: Shard, *, site: SiteInfo, train_bytes: int) -> None:
    """Train the sentence splitter on the articles of the splits, in order, until there is enough text."""
    # They bring NLTK, which the other steps that read the dump have no use for.
    from wiki.sentences.punkt_parameters import to_table
    from wiki.sentences.punkt_training import train_punkt

    outcome = partial(count_page, shard)
    size = sum(split.size for split in splits)
    total = read = 0

    def texts() -> Iterator[str]:
        nonlocal total, read
        before = 0

        def advance(done: int) -> None:
            nonlocal read
            read = before + done

        for split in splits:
            for page in read_articles(split, site, shard.reject_read, outcome, advance):
                if page.redirect is not None:
                    outcome("redirect", page)
                    continue
                extraction = extract_article(page, site, inline_templates=True)
                if isinstance(extraction, Reject):
                    shard.reject_read(extraction)
                    continue
                outcome("article", page)
                for paragraph in extraction.paragraphs:
                    total += len(paragraph.text)
                    yield paragraph.text
                # Whichever ends first: the text that is wanted, or the dump.
                shard.advance(max(total, train_bytes * read // size))
                if total >= train_bytes:
                    return
            before += split.size

    shard.write("punkt", to_table(train_punkt(texts(), usual=True)))
    shard.count("punkt", "characters", total)
