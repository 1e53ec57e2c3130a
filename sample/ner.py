"""Writes the sample's annotated data: from the articles beside this script to `ner/<dataset>/{train,dev,test}.txt`.

    python -m sample.ner           write the files
    python -m sample.ner --check   write nothing; fail if `ner/` is not what the sources give

An entity is a link, or a repeat of one in its article (`dbpedia.propagation`), labelled by the class of what it names.
A sentence is taken only where that leaves nothing open: where every link has a class and no capital stands outside the
entities without a reason. `README.md` says how good that is. The files are CoNLL's: a token, a tab and its BIO tag a
line, an empty line behind each sentence.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from corpora.bio import TaggedTokens, tag_tokens
from dbpedia.domain_labels import domain_label_map
from dbpedia.linking import link
from dbpedia.noise import Flagger, NoiseRules, flagger, noise_rules
from dbpedia.ontology import Ontology, build_ontology
from dbpedia.propagation import Sentence, Subject, propagate
from dbpedia.sources.instance_types import Redirects, TypedTitles
from dbpedia.title_index import TitleIndex, build_index
from sample import make
from schemas.chance import uniform
from schemas.domains import read_domain
from schemas.labels import ENTITY
from schemas.records import Anchor, Mention
from wiki.sentences.punkt import punkt_splitter, train_punkt
from wiki.sentences.split import split_sentences
from wiki.site.siteinfo import parse_siteinfo
from wiki.wikitext.paragraphs import extract_paragraphs

HERE = Path(__file__).resolve().parent
DOMAINS = HERE.parent / "domains"
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
GENERAL = {"Person": "person", "Organisation": "organisation", "Place": "location"}
"""Label of a name by the branch of its class (`dbpedia.noise`), where the domain has none for the class; else MISC."""
MISC = "misc"

_DEMONYM = re.compile(
    r"(?<![\w-])(?:Africans?|Americans?|Arab|Arabic|Argentine|Australian|Austrian|Belgian|Brazilians?|British|Canadian|"
    r"Chinese|Colombian|Cuban|Czech|Danish|Dutch|Egyptian|English|Europeans?|Finnish|French|Frenchman|Germans?|Greek|"
    r"Hungarian|Icelandic|Indian|Iranian|Irish|Israeli|Italians?|Japanese|Jewish|Jews|Korean|Latin|Mexican|Nigerian|"
    r"Norwegian|Persian|Polish|Portuguese|Roman|Russians?|Scottish|Soviet|Spanish|Swedish|Swiss|Turkish|Ukrainian|Welsh|"
    r"Yiddish)(?![\w-])"
)
"""Nationalities, peoples and languages, which articles name without a link; CoNLL and CrossNER call them misc."""
_WORD = re.compile(r"\w+")
_WHOLE = re.compile(r"[\"“']?[A-Z0-9].*[.?!][\"”')]?", re.DOTALL)
_HYPHEN = re.compile(r"[-–]\w")
_GAP = re.compile(r" [,.;:)]|\( ")
"""Where the extraction left out a template or formula."""
_MIN_TOKENS, _MAX_TOKENS = 5, 60


class Article(NamedTuple):
    """An article's sentences with all mentions that are known, flagged, in order."""

    folder: str
    title: str
    sentences: list[Sentence]


@dataclass(frozen=True)
class Annotator:
    """What decides which mentions are entities, and whether a sentence is certain."""

    rules: NoiseRules
    labels: Mapping[str, str]
    """Label of the classes that the domain names."""
    kinds: Mapping[str, str]
    """Label of the common nouns that the domain's articles link, in lower case (`piano`)."""
    common: frozenset[str]
    """Words that the articles have in lower case."""

    def annotate(self, sentence: Sentence) -> list[tuple[int, int, str]] | None:
        """The entities of a sentence as start, end and label, in order; None where the sentence is not certain."""
        text = sentence.text
        if not _WHOLE.fullmatch(text) or _GAP.search(text) or not _is_latin(text):
            return None
        entities, known = [], []
        for mention in sentence.mentions:
            label = self.label(mention)
            if label is None:
                return None
            known.append((mention.start, mention.end))
            if label:
                article = len("the ") if text.startswith("the ", mention.start) else 0
                entities.append((mention.start + article, mention.end, label))
        for start, end, label in [*self._unlinked_kinds(text), *_demonyms(text)]:
            if not any(start < last and first < end for first, last in known):
                known.append((start, end))
                entities.append((start, end, label))
        # A mark that ends both a name and the sentence may end the name alone; a hyphen may go on with a name.
        if any(last == len(text) or _HYPHEN.match(text, last) for _, last in known):
            return None
        if any(not any(first <= start < last for first, last in known) for start in self._names(text)):
            return None
        return sorted(entities)

    def label(self, mention: Mention) -> str | None:
        """Label of a mention: empty for one that is no entity, None where that is not certain."""
        if mention.flag == "number":
            return ""
        if mention.type == ENTITY or mention.flag in ("list", "part", "phrase", "type"):
            return None
        if mention.flag == "demonym":
            return MISC
        if mention.flag == "lower-case":
            return ""
        branch = self.rules.branch(mention.type)
        if mention.type in self.labels:
            return self.labels[mention.type]
        if mention.flag == "kind":
            return ""
        return GENERAL.get(branch, MISC) if branch and branch not in self.rules.kinds else None

    def _unlinked_kinds(self, text: str) -> Iterator[tuple[int, int, str]]:
        if self.kinds:
            names = "|".join(map(re.escape, sorted(self.kinds, key=len, reverse=True)))
            for match in re.finditer(rf"(?<![\w-])({names})s?(?![\w-])", text, re.IGNORECASE):
                yield match.start(), match.end(), self.kinds[match[1].lower()]

    def _names(self, text: str) -> Iterator[int]:
        """Where the words begin whose capitals must belong to an entity."""
        words = self.rules.words
        for number, match in enumerate(_WORD.finditer(text)):
            word = match[0]
            if word.islower() or not any(map(str.isupper, word)):
                continue
            if word == "I" or word in words.honorifics or word.lower() in words.dates:
                continue
            if number or word.lower() not in self.common:
                yield match.start()


def _demonyms(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _DEMONYM.finditer(text):
        yield match.start(), match.end(), MISC


def _is_latin(text: str) -> bool:
    return all("LATIN" in unicodedata.name(letter, "") for letter in text if letter.isalpha())


# --- the articles ----------------------------------------------------------------------------------------------------


def class_index(sample: make.Sample, ontology: Ontology) -> TitleIndex:
    """The classes of all titles, redirects resolved, with those that the sample's DBpedia leaves out."""
    types = sample.types | {each.header["title"]: each.header.get("class", "") for each in sample.articles}
    for title, cls in make.read_pairs("untyped.tsv").items():
        if types.get(title) or cls not in sample.classes:
            raise make.SourceError(f"untyped.tsv: {title!r} has a class already, or {cls!r} is not in classes.tsv")
        types[title] = cls
    places = {cls: place for place, cls in enumerate(ontology.classes)}
    typed = {title: places[cls] for title, cls in types.items() if cls}
    titles = TypedTitles(pa.array(typed, pa.large_string()), np.array(list(typed.values()), np.uint16))
    targets = [target.partition("#")[0] for target in sample.redirects.values()]
    return build_index(titles, [Redirects(list(sample.redirects), targets)], ontology.classes).title_index


def read_articles(sample: make.Sample, index: TitleIndex, rules: NoiseRules) -> list[Article]:
    """The articles with their sentences, links typed and flagged, repeats of what is linked added."""
    flag = flagger(rules)
    site = parse_siteinfo(make.site_info(), "the sample's head")
    found = [
        (source, extract_paragraphs(source.text, source.header["title"], site).paragraphs)
        for source in sample.articles
        if source.header.get("text") != "deleted"
    ]
    splitter = punkt_splitter(train_punkt(paragraph.text for _, paragraphs in found for paragraph in paragraphs))
    articles = []
    for source, paragraphs in found:
        title = source.header["title"]
        pieces = [piece for paragraph in paragraphs for piece in split_sentences(paragraph, splitter)]
        [[subject], *linked] = link([[Anchor(0, 0, title)], *(piece.anchors for piece in pieces)], index)
        sentences = [
            Sentence(piece.text, [_flagged(piece.text, mention, flag) for mention in mentions])
            for piece, mentions in zip(pieces, linked, strict=True)
        ]
        about = Subject(title, subject.type, subject.redirects, subject.origin)
        unlinked = propagate(about, sentences, rules, "article")
        whole = [
            Sentence(sentence.text, sorted([*sentence.mentions, *more]))
            for sentence, more in zip(sentences, unlinked, strict=True)
        ]
        articles.append(Article(source.where.split("/")[1], title, whole))
    return articles


def _flagged(text: str, mention: Mention, flag: Flagger) -> Mention:
    surface = text[mention.start : mention.end]
    return mention._replace(flag=flag(surface, mention.target, mention.type, mention.start == 0))


# --- the datasets ----------------------------------------------------------------------------------------------------


def annotated(
    recipe: Recipe, articles: Sequence[Article], annotator: Annotator
) -> Iterator[tuple[float, str, TaggedTokens]]:
    """The certain sentences of a dataset that have an entity, each with its place in the order and its text."""
    for article in articles:
        if article.folder not in recipe.folders:
            continue
        for number, sentence in enumerate(article.sentences):
            entities = annotator.annotate(sentence)
            if entities:
                tagged = tag_tokens(sentence.text, entities)
                if _MIN_TOKENS <= len(tagged.tokens) <= _MAX_TOKENS:
                    yield uniform(0, "sample-ner", article.title, number), sentence.text, tagged


def conll(sentences: Iterable[TaggedTokens]) -> str:
    """The lines of a file."""
    blocks = (
        "".join(f"{token}\t{tag}\n" for token, tag in zip(each.tokens, each.tags, strict=True)) for each in sentences
    )
    return "".join(f"{block}\n" for block in blocks)


def files(sample: make.Sample) -> dict[str, dict[str, bytes]]:
    """The files of each dataset by name."""
    ontology = build_ontology(
        sample.classes,
        ((cls, parent) for cls, (parents, _) in sample.classes.items() for parent in parents),
        {cls: label for cls, (_, label) in sample.classes.items()},
    )
    rules = noise_rules(ontology, "en")
    articles = read_articles(sample, class_index(sample, ontology), rules)
    words = {word for article in articles for each in article.sentences for word in _WORD.findall(each.text)}
    datasets: dict[str, dict[str, bytes]] = {}
    seen: set[str] = set()
    for name, recipe in RECIPES.items():
        labels: dict[str, str] = {}
        if recipe.domain:
            labels = domain_label_map(ontology, read_domain(str(DOMAINS / f"{recipe.domain}.toml")).labels)
        annotator = Annotator(rules, labels, _kinds(articles, recipe, labels), frozenset(filter(str.islower, words)))
        chosen = []
        for _, text, tagged in sorted(annotated(recipe, articles, annotator)):
            if text not in seen:
                seen.add(text)
                chosen.append(tagged)
        if len(chosen) < sum(recipe.sizes):
            raise make.SourceError(f"{name}: {len(chosen)} sentences, {sum(recipe.sizes)} wanted; write more articles")
        ends = (0, *accumulate(recipe.sizes))
        datasets[name] = {
            f"{split}.txt": conll(chosen[start:end]).encode()
            for split, (start, end) in zip(SPLITS, pairwise(ends), strict=True)
        }
    return datasets


def _kinds(articles: Sequence[Article], recipe: Recipe, labels: Mapping[str, str]) -> dict[str, str]:
    """Label of the common nouns that articles of a dataset link, in lower case, those with several labels left out."""
    found: dict[str, set[str]] = {}
    for article in articles:
        if article.folder in recipe.folders:
            for text, mentions in article.sentences:
                for mention in mentions:
                    if mention.flag == "kind" and mention.type in labels:
                        found.setdefault(text[mention.start : mention.end].lower(), set()).add(labels[mention.type])
    return {surface: label for surface, [label, *others] in found.items() if not others}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the sample's annotated data from its articles.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if ner/ is not what the sources give")
    arguments = parser.parse_args()
    try:
        wanted = files(make.read_sample())
    except make.SourceError as error:
        print(error, file=sys.stderr)
        return 1
    status = 0
    for name, content in wanted.items():
        folder = HERE / "ner" / name
        for changed in make.differences(folder, content):
            if arguments.check:
                print(f"ner/{name}/{changed} is not what the sources give; run python -m sample.ner", file=sys.stderr)
                status = 1
            elif changed in content:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / changed).write_bytes(content[changed])
            else:
                (folder / changed).unlink()
        if not arguments.check:
            print(name, {split: text.count(b"\n\n") for split, text in content.items()})
    return status


if __name__ == "__main__":
    sys.exit(main())
