"""The sample's articles as sentences with typed mentions, made by the same functions as a build's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from dbpedia.linking import link
from dbpedia.mentions.noise import Flagger, NoiseRules, flagger
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.unlinked.propagation import propagate
from dbpedia.ontology import Ontology, build_ontology
from dbpedia.sources.instance_types import Redirects
from dbpedia.sources.typed_titles import TypedTitles
from dbpedia.title_index import TitleIndex, build_index
from sample.generator.dump_xml import site_info
from sample.generator.sources import Sample, Source, SourceError
from schemas.records import Anchor, Mention
from wiki.sentences.punkt import punkt_splitter
from wiki.sentences.punkt_training import train_punkt
from wiki.sentences.split import split_sentences
from wiki.site.siteinfo import parse_siteinfo
from wiki.wikitext.paragraphs import extract_paragraphs


class Article(NamedTuple):
    """An article's sentences in order, with all mentions that are known, flagged."""

    folder: str
    """Its folder under `articles/`."""
    title: str
    sentences: list[LinkedSentence]


def sample_ontology(sample: Sample) -> Ontology:
    """The ontology that `classes.tsv` describes."""
    return build_ontology(
        sample.classes,
        ((cls, parent) for cls, (parents, _) in sample.classes.items() for parent in parents),
        {cls: label for cls, (_, label) in sample.classes.items()},
    )


def class_index(sample: Sample, untyped: Mapping[str, str], ontology: Ontology) -> TitleIndex:
    """The classes of all titles, redirects resolved.

    `untyped` has the classes of titles that the sample's DBpedia leaves out. Raises SourceError where such a title has
    a class already, or the class is unknown.
    """
    types = sample.types | {source.title: source.dbpedia_class for source in sample.articles}
    for title, cls in untyped.items():
        if types.get(title) or cls not in sample.classes:
            raise SourceError(f"untyped.tsv: {title!r} has a class already, or {cls!r} is not in classes.tsv")
        types[title] = cls
    numbers = {cls: number for number, cls in enumerate(ontology.classes)}
    typed = {title: numbers[cls] for title, cls in types.items() if cls}
    titles = TypedTitles(pa.array(typed, pa.large_string()), np.array(list(typed.values()), np.uint16))
    targets = [target.partition("#")[0] for target in sample.redirects.values()]
    return build_index(titles, [Redirects(list(sample.redirects), targets)], ontology.classes).title_index


def read_articles(sources: list[Source], index: TitleIndex, rules: NoiseRules) -> list[Article]:
    """The articles with their sentences: links typed and flagged, repeats of what is linked added."""
    flag = flagger(rules)
    site = parse_siteinfo(site_info(), "the sample's head")
    extracted = [
        (source, extract_paragraphs(source.text, source.title, site).paragraphs)
        for source in sources
        if not source.is_deleted
    ]
    splitter = punkt_splitter(train_punkt(paragraph.text for _, paragraphs in extracted for paragraph in paragraphs))
    articles = []
    for source, paragraphs in extracted:
        pieces = [piece for paragraph in paragraphs for piece in split_sentences(paragraph, splitter)]
        [[subject], *linked] = link([[Anchor(0, 0, source.title)], *(piece.anchors for piece in pieces)], index)
        sentences = [
            LinkedSentence(piece.text, [_flagged(piece.text, mention, flag) for mention in mentions])
            for piece, mentions in zip(pieces, linked, strict=True)
        ]
        about = Subject(source.title, subject.type, subject.redirects, subject.origin)
        unlinked = propagate(about, sentences, rules, "article")
        complete = [
            LinkedSentence(sentence.text, sorted([*sentence.mentions, *more]))
            for sentence, more in zip(sentences, unlinked, strict=True)
        ]
        articles.append(Article(source.where.split("/")[1], source.title, complete))
    return articles


def _flagged(text: str, mention: Mention, flag: Flagger) -> Mention:
    surface = text[mention.start : mention.end]
    return mention._replace(flag=flag(surface, mention.target, mention.type, mention.start == 0))
