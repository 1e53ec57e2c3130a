from __future__ import annotations

import pytest

from sample.annotation.datasets import dataset_files
from sample.generator.sources import Sample, SourceError, read_pairs
from tests.support.paths import PROJECT

DOMAINS = PROJECT / "domains"


def test_a_class_that_cannot_be_used_is_named(sample: Sample) -> None:
    with pytest.raises(SourceError, match="untyped.tsv: 'Nowhere' has a class already, or 'Wizard' is not"):
        dataset_files(sample, {"Nowhere": "Wizard"}, DOMAINS)


def test_too_few_articles_are_named(sample: Sample) -> None:
    untyped = read_pairs(PROJECT / "sample" / "untyped.tsv")
    few = [source for source in sample.articles if not source.where.startswith("articles/music/")]
    with pytest.raises(SourceError, match="music: 0 sentences, 160 wanted; write more articles"):
        dataset_files(sample._replace(articles=few), untyped, DOMAINS)
