"""How well the passages of pages belong to a domain, by the words and the classes of entities in them.

Nobody labels anything. The sentences that name an entity of the domain's specialised types are on the domain nearly
always, so their words are where the scores begin. They make a first score; the half of the crawl's text that scores
best then shows, with many more words, what the domain is like, and makes the second score, which counts. A page is
never evidence for itself.

Text on a novel has words of its own, and a biography the same words whoever it is of. What a page is about its
categories tell better: the more of them are the domain's, the more central it is there. So it is on central pages
first that the domain shows. The other half of the crawl shows what comes with the domain and is not of it, such as the
lives of scientists who wrote a book: words that stand there as often say nothing for the domain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from corpora.passages.terms import CLASS_MARK, Ids, Numbers, PageText, Terms

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
CENTRALITY = 1.0
"""How much the centrality of a page counts beside the words and classes of its passages."""
MIN_DENSITY = 0.5
"""A page is off the domain that names typical classes less than so many times as often as the wiki does."""
_SOME_CLASSES = 5
"""Mentions as the wiki has them that are added to those of a page: a few tell little."""
_SOME_SENTENCES = 100
"""Sentences as the wiki has them that are added to the other half of the crawl's text: a few tell little."""
_PAGE_TERMS = 50
"""Terms of the whole page that are added to a passage: a short one is judged by its page."""

_MOST_USUAL = 0.99
"""Greatest share of a usual page's categories: where all are the domain's, nothing is told apart."""
_LEAST_GAP = 1e-6
"""Least distance of the domain's mean score from the wiki's: where they are the same, nothing is told apart."""

_Flags = npt.NDArray[np.bool_]


class Page(NamedTuple):
    """A page of the wiki, and what it is evidence of."""

    page_id: int
    text: PageText
    of_domain: bool = False
    """Whether it is of the sample of the crawl's pages."""
    of_wiki: bool = False
    """Whether it is of the sample that stands for the whole wiki."""
    centrality: float = 0.0
    """How central it is to the domain (`centralities`)."""


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


class _Scale(NamedTuple):
    """Mean scores of sentences, between which a score is placed."""

    wiki: float = 0.0
    """Of the wiki's."""
    domain: float = 1.0
    """Of the domain's."""

    def place(self, scores: Numbers) -> Numbers:
        """The scores on a scale where 0 is the wiki's mean and 1 the domain's."""
        return (scores - self.wiki) / max(self.domain - self.wiki, _LEAST_GAP)


class Learned(NamedTuple):
    """What the crawl's own text shows of a domain."""

    wiki: _Counted
    seeds: _Counted
    """The sentences that the first score rests on."""
    model: _Counted
    """Those that the second score rests on: the better half of the crawl's text."""
    rest: _Counted
    """The other half."""
    least: float
    """First score of the passages that became the model, at least; with the centrality of their page."""
    first: _Scale = _Scale()
    """Mean first scores: the wiki's, and that of the sentences with a specialised entity."""
    second: _Scale = _Scale()
    """Mean second scores: the wiki's and the model's."""
    typical: tuple[TypicalTerm, ...] = ()
    """The typical terms, the most typical first."""
    classes: _Classes | None = None
    """Which terms are classes, and which of them are typical."""


class _Classes(NamedTuple):
    known: _Flags
    """Whether a term is a class, by its number."""
    typical: _Flags
    """Whether it is a typical one."""
    share: float
    """Share of typical ones among the classes of the wiki's sentences."""


def learn(pages: Sequence[Page], terms: Terms) -> Learned | None:
    """What the crawl's pages show of their domain beside the wiki's.

    None where too few sentences are certain, or there is no page of the wiki to compare them with.
    """
    crawled = [page for page in pages if page.of_domain]
    of_wiki = [page for page in pages if page.of_wiki]
    seeded = [int(page.text.seeds.sum()) for page in crawled]
    if not of_wiki or np.count_nonzero(seeded) < MIN_SEED_PAGES or sum(seeded) < MIN_SEEDS:
        return None
    wiki = _together(((page.text.ids, _gave(page.text)) for page in of_wiki), len(terms))
    seeds = _together(((page.text.ids, _seeds(page.text)) for page in crawled), len(terms))
    learned = Learned(wiki, seeds, seeds, seeds, 0.0)
    # From here on arrays have an entry for each passage of all pages, in order.
    sizes = np.concatenate([page.text.sentences for page in pages]).astype(float)
    is_wiki = _by_passage(pages, [page.of_wiki for page in pages])
    is_crawl = _by_passage(pages, [page.of_domain for page in pages])
    first = np.concatenate([_first(page, learned) for page in pages])
    learned = learned._replace(
        first=_Scale(
            _mean(first[is_wiki], sizes[is_wiki]),
            _mean(first[is_crawl], np.concatenate([page.text.seeds for page in crawled])),
        )
    )
    central = learned.first.place(first) + CENTRALITY * _by_passage(pages, [page.centrality for page in pages])
    least = _median(central[is_crawl], sizes[is_crawl])
    is_model = (central >= least) & is_crawl
    chosen = np.split(is_model, np.cumsum([page.text.number for page in pages])[:-1])
    flagged = [(page.text, flags) for page, flags in zip(pages, chosen, strict=True) if page.of_domain]
    model = _together(((text.ids, _gave(text, flags)) for text, flags in flagged), len(terms))
    rest = _together(((text.ids, _gave(text, ~flags)) for text, flags in flagged), len(terms))
    learned = learned._replace(model=model, rest=rest, least=least)
    typical = _typical_terms(pages, chosen, terms, learned)
    second = np.concatenate([_second(page, each, learned) for page, each in zip(pages, chosen, strict=True)])
    return learned._replace(
        typical=tuple(typical),
        classes=_class_shares({each.term for each in typical if each.is_class}, terms, wiki),
        second=_Scale(
            _mean(second[is_wiki], sizes[is_wiki]),
            _mean(second[is_crawl], sizes[is_crawl] * is_model[is_crawl]),
        ),
    )


def _by_passage(pages: Sequence[Page], values: Sequence[Any]) -> npt.NDArray[Any]:
    """What is known of some pages, for each of their passages."""
    return np.repeat(values, [page.text.number for page in pages])


def score(page: Page, learned: Learned) -> Numbers:
    """How well each passage of a page belongs to the domain: 0 as the wiki's text, 1 as the domain's on average.

    The centrality of the page is added.
    """
    return learned.second.place(_second(page, _is_model(page, learned), learned)) + CENTRALITY * page.centrality


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
    ids, counts = page.text.ids, page.text.total(page.text.counts)
    named, typical = counts[classes.known[ids]].sum(), counts[classes.typical[ids]].sum()
    return float((typical / classes.share + _SOME_CLASSES) / (named + _SOME_CLASSES))


def _class_shares(typical: Collection[str], terms: Iterable[str], wiki: _Counted) -> _Classes:
    names = list(terms)
    known = np.array([name.startswith(CLASS_MARK) for name in names], bool)
    chosen = known & np.array([name.removeprefix(CLASS_MARK) in typical for name in names], bool)
    return _Classes(known, chosen, float(wiki.terms[chosen].sum() / max(1, wiki.terms[known].sum())))


def _first(page: Page, learned: Learned) -> Numbers:
    own = _seeds(page.text) if page.of_domain else None
    return _scores(page, learned.wiki, _Evidence(learned.seeds, own))


def _second(page: Page, chosen: _Flags, learned: Learned) -> Numbers:
    """`chosen` are the passages of the page that the second score rests on."""
    model = _Evidence(learned.model, _gave(page.text, chosen))
    return _scores(page, learned.wiki, model, _Evidence(learned.rest, _gave(page.text, ~chosen & page.of_domain)))


def _is_model(page: Page, learned: Learned) -> _Flags:
    """Which passages of a page the second score rests on."""
    if not page.of_domain:
        return np.zeros(page.text.number, bool)
    central = learned.first.place(_first(page, learned)) + CENTRALITY * page.centrality
    return np.greater_equal(central, learned.least)


def _seeds(text: PageText) -> _Counted:
    """The sentences of a page that name an entity of a specialised type, by the page's terms."""
    return _Counted(text.total(text.seed_counts), int(text.seeds.sum()))


def _gave(text: PageText, chosen: _Flags | None = None) -> _Counted | None:
    """The sentences of the chosen passages of a page, or of all, by the page's terms; None where none is chosen."""
    if chosen is None:
        return _Counted(text.total(text.counts), int(text.sentences.sum()))
    if not chosen.any():
        return None
    return _Counted(text.total(text.counts * np.repeat(chosen, text.lengths)), int(text.sentences[chosen].sum()))


def _together(pages: Iterable[tuple[Ids, _Counted | None]], n_terms: int) -> _Counted:
    """What pages gave, by all terms; each page is the numbers of its terms and what it gave."""
    total = np.zeros(n_terms)
    sentences = 0.0
    for ids, own in pages:
        if own:
            total[ids] += own.terms
            sentences += own.sentences
    return _Counted(total, sentences)


class _Evidence(NamedTuple):
    """Sentences that show something, and those that the page which is scored gave to them, if any, by its terms."""

    counted: _Counted
    own: _Counted | None


def _scores(page: Page, wiki: _Counted, domain: _Evidence, rest: _Evidence | None = None) -> Numbers:
    """The mean weight of the terms of each passage, without what the page itself gave.

    A term is compared with the wiki or, where that has it more often, with `rest`.
    """
    text = page.text

    def others(evidence: _Evidence) -> _Counted:
        terms, sentences = evidence.counted.terms[text.ids], evidence.counted.sentences
        own = evidence.own
        return _Counted(terms - own.terms, sentences - own.sentences) if own else _Counted(terms, sentences)

    everywhere = others(_Evidence(wiki, _gave(text) if page.of_wiki else None))
    if rest is not None:
        everywhere = _more_often(everywhere, others(rest))
    weights = _weights(others(domain), everywhere)[text.places] * text.counts
    ends = np.cumsum([0, *text.lengths]).tolist()
    sums = np.array([weights[start:end].sum() for start, end in pairwise(ends)])
    scores: Numbers = (sums + _PAGE_TERMS * sums.sum() / max(1, text.n_terms.sum())) / (text.n_terms + _PAGE_TERMS)
    return scores


def _more_often(wiki: _Counted, rest: _Counted) -> _Counted:
    """As many sentences as the wiki's, which have each term as often as the wiki or the rest, whichever is more."""
    share = wiki.terms / max(1, wiki.sentences)
    rest_share = (rest.terms + _SOME_SENTENCES * share) / (rest.sentences + _SOME_SENTENCES)
    return _Counted(np.maximum(share, rest_share) * wiki.sentences, wiki.sentences)


def _weights(found: _Counted, wiki: _Counted) -> Numbers:
    """Logarithm of how many times as often as in the wiki each term is found."""
    expected = wiki.terms * (found.sentences / max(1, wiki.sentences))
    weights: Numbers = np.log((found.terms + _DOUBT) / (expected + _DOUBT))
    return weights


def _mean(scores: Numbers, sentences: npt.NDArray[Any]) -> float:
    """The mean score of sentences, given their number for each passage."""
    return float(np.average(scores, weights=sentences))


def _typical_terms(
    pages: Sequence[Page], chosen: Sequence[_Flags], terms: Iterable[str], learned: Learned
) -> list[TypicalTerm]:
    """The terms that are typical of a domain, the most typical first, those that are equally so by name.

    The page that has a term most often does not count, so that no term is typical of one page.
    """
    most, of_wiki = np.zeros(len(learned.model.terms)), np.zeros(len(learned.model.terms), bool)
    for page, flags in zip(pages, chosen, strict=True):
        gave = _gave(page.text, flags)
        if gave:
            ids, own = page.text.ids, gave.terms
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


def _median(scores: Numbers, sizes: Numbers) -> float:
    """The score that passages with half of the sentences reach."""
    order = np.argsort(-scores)
    half = np.searchsorted(np.cumsum(sizes[order]), sizes.sum() / 2)
    return float(scores[order[half]])
