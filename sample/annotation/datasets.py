"""The annotated datasets: which articles each is made of, its labels and sizes, and its files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

from corpora.bio import TaggedTokens, tag_tokens
from dbpedia.domain_labels import domain_label_map
from dbpedia.mentions.noise import noise_rules
from sample.annotation.annotator import Annotator
from sample.annotation.articles import Article, class_index, read_articles, sample_ontology
from sample.generator.sources import Sample, SourceError
from schemas.chance import uniform
from schemas.domains import read_domain

SPLITS = ("train", "dev", "test")


class Recipe(NamedTuple):
    """What a dataset is made of."""

    folders: tuple[str, ...]
    """Folders of `articles/` whose sentences it has."""
    domain: str
    """Domain file with its labels beside the four general ones; empty for none."""
    sizes: tuple[int, int, int]
    """Sentences of train, dev and test."""


RECIPES = {
    "general": Recipe(("literature", "politics", "science"), "", (300, 80, 80)),
    "music": Recipe(("music",), "music", (60, 40, 60)),
    "ai": Recipe(("ai",), "ai", (60, 40, 60)),
}
_WORD = re.compile(r"\w+")
_MIN_TOKENS, _MAX_TOKENS = 5, 60


def dataset_files(sample: Sample, untyped: Mapping[str, str], domains: Path) -> dict[str, dict[str, bytes]]:
    """Dataset to its files by name.

    `untyped` has the classes of titles that the sample's DBpedia leaves out, `domains` the domain files. Raises
    SourceError where the articles have too few certain sentences for a dataset.
    """
    ontology = sample_ontology(sample)
    rules = noise_rules(ontology, "en")
    articles = read_articles(sample.articles, class_index(sample, untyped, ontology), rules)
    words = {word for article in articles for each in article.sentences for word in _WORD.findall(each.text)}
    lower_case_words = frozenset(filter(str.islower, words))
    datasets: dict[str, dict[str, bytes]] = {}
    seen: set[str] = set()
    for name, recipe in RECIPES.items():
        labels: dict[str, str] = {}
        if recipe.domain:
            labels = domain_label_map(ontology, read_domain(str(domains / f"{recipe.domain}.toml")).labels)
        own = [article for article in articles if article.folder in recipe.folders]
        annotator = Annotator(rules, labels, _common_nouns(own, labels), lower_case_words)
        chosen = []
        for _, text, tagged in sorted(_annotated(own, annotator)):
            if text not in seen:
                seen.add(text)
                chosen.append(tagged)
        if len(chosen) < sum(recipe.sizes):
            raise SourceError(f"{name}: {len(chosen)} sentences, {sum(recipe.sizes)} wanted; write more articles")
        ends = (0, *accumulate(recipe.sizes))
        datasets[name] = {
            f"{split}.txt": _conll(chosen[start:end]).encode()
            for split, (start, end) in zip(SPLITS, pairwise(ends), strict=True)
        }
    return datasets


def _common_nouns(articles: Sequence[Article], labels: Mapping[str, str]) -> dict[str, str]:
    """Label of the common nouns that the articles link, in lower case; those with several labels are left out."""
    found: dict[str, set[str]] = {}
    for article in articles:
        for text, mentions, _ in article.sentences:
            for mention in mentions:
                if mention.flag == "kind" and mention.type in labels:
                    found.setdefault(text[mention.start : mention.end].lower(), set()).add(labels[mention.type])
    return {surface: label for surface, [label, *others] in found.items() if not others}


def _annotated(articles: Sequence[Article], annotator: Annotator) -> Iterator[tuple[float, str, TaggedTokens]]:
    """The certain sentences that have an entity, each with its place in a random order and its text."""
    for article in articles:
        for number, sentence in enumerate(article.sentences):
            entities = annotator.annotate(sentence)
            if entities:
                tagged = tag_tokens(sentence.text, entities, "en")
                if _MIN_TOKENS <= len(tagged.tokens) <= _MAX_TOKENS:
                    yield uniform(0, "sample-ner", article.title, number), sentence.text, tagged


def _conll(sentences: Iterable[TaggedTokens]) -> str:
    blocks = (
        "".join(f"{token}\t{tag}\n" for token, tag in zip(each.tokens, each.tags, strict=True)) for each in sentences
    )
    return "".join(f"{block}\n" for block in blocks)
