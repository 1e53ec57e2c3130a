"""How well the passages of pages belong to a domain, by the words and the classes of entities in them.

A page that the crawl finds is seldom on its domain from beginning to end: the article of a country has its politics in
a few sections. So what is scored is the passage, the paragraphs in succession below one heading.

Nobody labels anything. The sentences that name an entity of the domain's specialised types are on the domain nearly
always, so their words are where the scores begin. They make a first score; the half of the crawl's text that scores
best then shows, with many more words, what the domain is like, and makes the second score, which counts. A page is
never evidence for itself.

Text on a novel has words of its own, and a biography the same words whoever it is of. What a page is about its
categories tell better: the more of them are the domain's, the more central it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from corpora.tokens import tokenize
from schemas.labels import ENTITY

CLASS_MARK = "\N{INFORMATION SEPARATOR ONE}"
"""What a class begins with among the terms, so that no word is taken for it."""
MIN_SEEDS = 20
"""Sentences with a specialised entity below which a domain's words cannot be told."""
MIN_SEED_PAGES = 3
"""Pages that these sentences must come from: those of one page are no evidence for that page."""
TYPICAL = 1.5
"""A class is typical that the domain's passages name at least this many times as often as the wiki's."""
_MIN_TYPICAL = 3
"""Sentences of the domain's passages that must name a class for it to be typical."""
_DOUBT = 1.0
"""Sentences added to what was found and to what was expected: a term that was seen twice tells little."""
CENTRALITY = 0.5
"""How much the centrality of a page counts beside the words and classes of its passages."""
MIN_DENSITY = 0.5
"""A page is off the domain that names typical classes less than so many times as often as the wiki does."""
_SOME_CLASSES = 5
"""Mentions as the wiki has them that are added to those of a page: a few tell little."""
_PAGE_TERMS = 50
"""Terms of the whole page that are added to a passage: a short one is judged by its page."""

_MOST_USUAL = 0.99
"""Greatest share of a usual page's categories: where all are the domain's, nothing is told apart."""
_LEAST_GAP = 1e-6
"""Least distance of the domain's mean score from the wiki's: where they are the same, nothing is told apart."""

Ids = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.float64]


class Sentence(NamedTuple):
    """A sentence as its terms: its words in small letters and the marked classes of its entities, each once."""

    paragraph: int
    section: str
    terms: frozenset[str]
    seed: bool
    """Whether it names an entity of a specialised type."""


class Passage(NamedTuple):
    """Paragraphs in succession below one heading."""

    first: int
    """The first paragraph."""
    last: int
    """The last one."""
    section: str
    """The heading."""
    sentences: int
    seeds: int
    """Its sentences that name an entity of a specialised type."""
    ids: Ids
    """Its terms."""
    counts: Ids
    """Its sentences that have each."""
    seed_counts: Ids
    """Of these, seeds."""


class Page(NamedTuple):
    """A page of the wiki, and what it is evidence of."""

    page_id: int
    passages: tuple[Passage, ...]
    of_domain: bool = False
    """Whether it is of the sample of the crawl's pages."""
    of_wiki: bool = False
    """Whether it is of the sample that stands for the whole wiki."""


class Terms:
    """Numbers for terms."""

    def __init__(self) -> None:
        # 0 is the number of all that are unknown: nothing is ever found of it.
        self._ids: dict[str, int] = {"": 0}

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def add(self, terms: Iterable[str]) -> list[int]:
        """The numbers of some terms; those that have none are given one."""
        return [self._ids.setdefault(term, len(self._ids)) for term in terms]

    def find(self, terms: Iterable[str]) -> list[int]:
        """The numbers of some terms, 0 for those that have none."""
        return [self._ids.get(term, 0) for term in terms]


def sentence_terms(text: str, classes: Iterable[str]) -> frozenset[str]:
    """The terms of a sentence: words with a letter, in small letters, and the classes of its entities, marked."""
    words = {text[start:end].lower() for start, end in tokenize(text)}
    known = {CLASS_MARK + name for name in classes if name != ENTITY}
    return frozenset({word for word in words if len(word) > 1 and any(map(str.isalpha, word))} | known)


def passages(sentences: Iterable[Sentence], numbers: Callable[[Iterable[str]], list[int]]) -> tuple[Passage, ...]:
    """The passages of a page, given its sentences in order and what numbers their terms."""
    return tuple(_passage(list(own), numbers) for _, own in groupby(sentences, key=lambda each: each.section))


def _passage(sentences: Sequence[Sentence], numbers: Callable[[Iterable[str]], list[int]]) -> Passage:
    numbered = [numbers(sorted(each.terms)) for each in sentences]
    seeds = np.repeat([each.seed for each in sentences], [len(each) for each in numbered])
    ids, place = np.unique(np.array([number for each in numbered for number in each], np.int32), return_inverse=True)
    return Passage(
        sentences[0].paragraph,
        sentences[-1].paragraph,
        sentences[0].section,
        len(sentences),
        sum(each.seed for each in sentences),
        ids,
        np.bincount(place, minlength=len(ids)).astype(np.int32),
        np.bincount(place, seeds, len(ids)).astype(np.int32),
    )


class _Counted(NamedTuple):
    """Sentences, and how many of them have each term."""

    terms: Numbers | Ids
    sentences: float


class TypicalTerm(NamedTuple):
    """A term that the domain's passages have more often than the wiki."""

    term: str
    """A word in small letters, or a class."""
    is_class: bool
    sentences: int
    """Sentences of the model that have it."""
    expected: float
    """As many sentences of the wiki."""


class Learned(NamedTuple):
    """What the crawl's own text shows of a domain."""

    wiki: _Counted
    seeds: _Counted
    """The sentences that the first score rests on."""
    model: _Counted
    """Those that the second score rests on."""
    least: float
    """First score of the passages that became the model, at least."""
    wiki_mean: float = 0.0
    """Mean second score of the wiki's sentences."""
    model_mean: float = 1.0
    """Mean second score of the model's sentences."""
    typical: tuple[TypicalTerm, ...] = ()
    """The typical terms, the most typical first."""
    classes: _Classes | None = None
    """Which terms are classes, and which of them are typical."""


class _Classes(NamedTuple):
    known: npt.NDArray[np.bool_]
    """Whether a term is a class, by its number."""
    typical: npt.NDArray[np.bool_]
    """Whether it is a typical one."""
    share: float
    """Share of typical ones among the classes of the wiki's sentences."""


def learn(pages: Sequence[Page], terms: Terms) -> Learned | None:
    """What the crawl's pages show of their domain beside the wiki's; None where too few sentences are certain."""
    crawled = [page for page in pages if page.of_domain]
    found = [each for page in crawled for each in page.passages]
    n_terms = len(terms)
    seeded = sum(any(each.seeds for each in page.passages) for page in crawled)
    if seeded < MIN_SEED_PAGES or sum(each.seeds for each in found) < MIN_SEEDS:
        return None
    of_wiki = [page for page in pages if page.of_wiki]
    wiki = _count([each for page in of_wiki for each in page.passages], n_terms)
    seeds = _Counted(_total(((e.ids, e.seed_counts) for e in found), n_terms), sum(e.seeds for e in found))
    learned = Learned(wiki, seeds, seeds, 0.0)
    first = np.concatenate([_first(page, learned) for page in crawled])
    least = _median(first, np.array([each.sentences for each in found]))
    model = [each for each, score in zip(found, first.tolist(), strict=True) if score >= least]
    learned = learned._replace(model=_count(model, n_terms), least=least)
    typical = _typical_terms(crawled, terms, learned)
    return learned._replace(
        typical=tuple(typical),
        classes=_class_shares({each.term for each in typical if each.is_class}, terms, wiki),
        wiki_mean=_mean([(_second(page, learned), page) for page in of_wiki]),
        model_mean=_mean([(np.where(_first(p, learned) >= least, _second(p, learned), np.nan), p) for p in crawled]),
    )


def score(page: Page, learned: Learned) -> Numbers:
    """How well each passage of a page belongs to the domain: 0 as the wiki's text, 1 as the domain's on average."""
    return (_second(page, learned) - learned.wiki_mean) / max(learned.model_mean - learned.wiki_mean, _LEAST_GAP)


def centralities(categories: Ids, all_categories: Ids) -> Numbers:
    """How central each page is to the domain, by how many of its categories are the domain's: 0 for a usual page.

    A novel is in categories of literature only, a scientist who wrote books is in one of fifty. Below the share that
    all pages have together it is the logarithm of how many times that share a page has. Above it, and above one half,
    it is half the logarithm of how many times the odds are greater; in between it is 0. One category of the usual kind
    is added to those of each page: few tell little.

    `categories` may count a category that the wiki hides, where a domain has one as its root, and `all_categories` not.
    """
    all_categories = np.maximum(all_categories, categories)
    usual = min(_MOST_USUAL, max(_LEAST_GAP, categories.sum() / max(1, all_categories.sum())))
    share = (categories + usual) / (all_categories + 1)
    fewer = np.minimum(0, np.log(share / usual))
    more = np.maximum(0, np.log(share / (1 - share)) - max(0.0, np.log(usual / (1 - usual))))
    central: Numbers = fewer + more / 2
    return central


def density(page: Page, learned: Learned) -> float:
    """How many times as often as in the wiki the classes that a page names are typical of the domain.

    A page with few classes is taken to be as the wiki is.
    """
    classes = learned.classes
    if classes is None or not classes.share:
        return 1.0
    ids = np.concatenate([each.ids for each in page.passages])
    counts = np.concatenate([each.counts for each in page.passages])
    named, typical = counts[classes.known[ids]].sum(), counts[classes.typical[ids]].sum()
    return float((typical / classes.share + _SOME_CLASSES) / (named + _SOME_CLASSES))


def _class_shares(typical: Collection[str], terms: Iterable[str], wiki: _Counted) -> _Classes:
    names = list(terms)
    known = np.array([name.startswith(CLASS_MARK) for name in names], bool)
    chosen = known & np.array([name.removeprefix(CLASS_MARK) in typical for name in names], bool)
    return _Classes(known, chosen, float(wiki.terms[chosen].sum() / max(1, wiki.terms[known].sum())))


def _first(page: Page, learned: Learned) -> Numbers:
    own = [_Counted(each.seed_counts * page.of_domain, each.seeds * page.of_domain) for each in page.passages]
    return _scores(page, learned.seeds, learned.wiki, own)


def _second(page: Page, learned: Learned) -> Numbers:
    chosen = zip(page.passages, _is_model(page, learned), strict=True)
    own = [_Counted(each.counts * taken, each.sentences * taken) for each, taken in chosen]
    return _scores(page, learned.model, learned.wiki, own)


def _is_model(page: Page, learned: Learned) -> list[bool]:
    """Which passages of a page the second score rests on."""
    if not page.of_domain:
        return [False] * len(page.passages)
    chosen: list[bool] = (_first(page, learned) >= learned.least).tolist()
    return chosen


def _scores(page: Page, domain: _Counted, wiki: _Counted, own: Sequence[_Counted]) -> Numbers:
    """The mean weight of the terms of each passage; `own` is what each gave to the domain, which is taken away."""
    counts = np.concatenate([each.counts for each in page.passages])
    ids, place = np.unique(np.concatenate([each.ids for each in page.passages]), return_inverse=True)
    found = _without(_Counted(domain.terms[ids], domain.sentences), place, own)
    everywhere = _Counted(wiki.terms[ids], wiki.sentences)
    if page.of_wiki:
        everywhere = _without(everywhere, place, [_Counted(each.counts, each.sentences) for each in page.passages])
    ends = np.cumsum([len(each.ids) for each in page.passages])[:-1]
    sums = np.array([part.sum() for part in np.split(_weights(found, everywhere)[place] * counts, ends)])
    lengths = np.array([part.sum() for part in np.split(counts, ends)])
    scores: Numbers = (sums + _PAGE_TERMS * sums.sum() / max(1, lengths.sum())) / (lengths + _PAGE_TERMS)
    return scores


def _without(counted: _Counted, place: npt.NDArray[Any], own: Sequence[_Counted]) -> _Counted:
    gave = np.bincount(place, np.concatenate([each.terms for each in own]), len(counted.terms))
    return _Counted(counted.terms - gave, counted.sentences - sum(each.sentences for each in own))


def _weights(found: _Counted, wiki: _Counted) -> Numbers:
    """Logarithm of how many times as often as in the wiki each term is found."""
    expected = wiki.terms * (found.sentences / max(1, wiki.sentences))
    weights: Numbers = np.log((found.terms + _DOUBT) / (expected + _DOUBT))
    return weights


def _count(passages: Sequence[Passage], n_terms: int) -> _Counted:
    return _Counted(_total(((e.ids, e.counts) for e in passages), n_terms), sum(e.sentences for e in passages))


def _mean(scored: Sequence[tuple[Numbers, Page]]) -> float:
    """The mean score of sentences; passages without a score do not count."""
    scores = np.concatenate([each for each, _ in scored])
    sizes = np.array([passage.sentences for _, page in scored for passage in page.passages])
    known = ~np.isnan(scores)
    return float(np.average(scores[known], weights=sizes[known]))


def _typical_terms(pages: Sequence[Page], terms: Iterable[str], learned: Learned) -> list[TypicalTerm]:
    """The terms that are typical of a domain, the most typical first, those that are equally so by name.

    The page that has a term most often does not count, so that no term is typical of one page.
    """
    most, of_wiki = np.zeros(len(learned.model.terms)), np.zeros(len(learned.model.terms), bool)
    for page in pages:
        chosen = [passage for passage, taken in zip(page.passages, _is_model(page, learned), strict=True) if taken]
        if chosen:
            ids, place = np.unique(np.concatenate([each.ids for each in chosen]), return_inverse=True)
            own = np.bincount(place, np.concatenate([each.counts for each in chosen]))
            of_wiki[ids] = np.where(own > most[ids], page.of_wiki, of_wiki[ids])
            most[ids] = np.maximum(most[ids], own)
    found = _Counted(learned.model.terms - most, learned.model.sentences)
    times = np.exp(_weights(found, _Counted(learned.wiki.terms - most * of_wiki, learned.wiki.sentences)))
    expected = learned.wiki.terms * (learned.model.sentences / max(1, learned.wiki.sentences))
    ranked = sorted(
        (-ratio, term, int(sentences), wiki)
        for term, ratio, enough, sentences, wiki in zip(
            terms, times.tolist(), found.terms.tolist(), learned.model.terms.tolist(), expected.tolist(), strict=True
        )
        if ratio >= TYPICAL and enough >= _MIN_TYPICAL
    )
    return [
        TypicalTerm(term.removeprefix(CLASS_MARK), term.startswith(CLASS_MARK), sentences, wiki)
        for _, term, sentences, wiki in ranked
    ]


def _total(counted: Iterable[tuple[Ids, Ids]], size: int) -> Numbers:
    total = np.zeros(size)
    for ids, counts in counted:
        total[ids] += counts
    return total


def _median(scores: Numbers, sizes: Ids) -> float:
    """The score that passages with half of the sentences reach."""
    order = np.argsort(-scores, kind="stable")
    half = np.searchsorted(np.cumsum(sizes[order]), sizes.sum() / 2)
    return float(scores[order[half]])
