"""How well passages belong to a domain."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.passages.scores import (
    MIN_DENSITY,
    MIN_SEED_PAGES,
    MIN_SEEDS,
    Learned,
    Page,
    _Scale,
    centralities,
    density,
    learn,
    score,
)
from corpora.passages.terms import CLASS_MARK, Sentence, Terms, passages

POLITICS = ["parliament", "vote", "minister", "elected", "party", "law"]
NATURE = ["river", "forest", "bird", "valley", "rain", "winter"]
COMMON = ["the", "in", "of", "was", "and", "it"]


def sentence(paragraph: int, section: str, words: list[str], number: int, seed: bool = False) -> Sentence:
    classes = frozenset({f"{CLASS_MARK}Politician"} if seed else set())
    chosen = {words[number % len(words)], words[(number + 1) % len(words)], *COMMON[:3]}
    return Sentence(paragraph, section, frozenset(chosen) | classes, seed)


def make_pages(terms: Terms, politics: int = 6, others: int = 20) -> list[Page]:
    """Pages of the crawl, half politics and half nature, and others on nature alone."""
    pages = []
    for page_id in range(politics):
        sentences = [sentence(0, "Politics", POLITICS, page_id + n, seed=n < 5) for n in range(20)]
        sentences += [sentence(1, "Nature", NATURE, page_id + n) for n in range(20)]
        pages.append(Page(page_id, passages(sentences, terms.add), of_domain=True, of_wiki=True))
    for page_id in range(100, 100 + others):
        sentences = [sentence(0, "", NATURE, page_id + n) for n in range(40)]
        pages.append(Page(page_id, passages(sentences, terms.add), of_wiki=True))
    return pages


def learned(pages: list[Page], terms: Terms) -> Learned:
    found = learn(pages, terms)
    assert found is not None
    return found


def test_passages_are_told_apart_by_words_that_nobody_listed() -> None:
    terms = Terms()
    pages = make_pages(terms)
    known = learned(pages, terms)
    for page in pages[:6]:
        politics, nature = score(page, known).tolist()
        assert politics > 0.8
        assert nature < 0.2
    for page in pages[6:]:
        assert score(page, known).max() < 0.2


def test_the_scale_is_the_wikis_mean_and_the_domains() -> None:
    terms = Terms()
    pages = make_pages(terms)
    known = learned(pages, terms)
    scores = np.concatenate([score(page, known) for page in pages])
    sizes = np.concatenate([page.text.sentences for page in pages])
    assert np.average(scores, weights=sizes) == pytest.approx(0)
    # The better half of the crawl's text is the passages on politics.
    assert np.mean([score(page, known)[0] for page in pages[:6]]) == pytest.approx(1)


def test_the_centrality_of_a_page_is_added() -> None:
    terms = Terms()
    pages = make_pages(terms)
    known = learned(pages, terms)
    other = Page(7, pages[0].text)
    assert score(other._replace(centrality=-1.5), known).tolist() == pytest.approx((score(other, known) - 1.5).tolist())


def lives(terms: Terms, centrality: float) -> tuple[list[Page], Page]:
    """Pages of a crawl whose seeds stand in books and in lives alike; the pages of lives have this centrality."""
    life = ["born", "school", "married", "moved", "died", "father"]
    pages = []
    for page_id in range(4):
        rows = [sentence(0, "", POLITICS, page_id + n, seed=n < 5) for n in range(20)]
        pages.append(Page(page_id, passages(rows, terms.add), True, True, 1.0))
        rows = [sentence(0, "", life, page_id + n, seed=n < 5) for n in range(20)]
        pages.append(Page(10 + page_id, passages(rows, terms.add), True, True, centrality))
    pages += make_pages(terms)[6:]
    return pages, Page(50, passages([sentence(0, "", life, n) for n in range(20)], terms.find))


def test_words_of_pages_that_are_not_central_say_nothing_for_the_domain() -> None:
    terms = Terms()
    pages, life = lives(terms, -1.0)
    known = learned(pages, terms)
    names = list(terms)
    model, rest = ({names[n] for n in np.flatnonzero(text.terms)} for text in (known.model, known.rest))
    assert model - set(COMMON) - {f"{CLASS_MARK}Politician"} == set(POLITICS)
    assert "married" in rest
    assert score(life, known).max() < 0
    assert score(pages[0]._replace(centrality=0.0), known).min() > 0.8


def test_where_all_pages_are_as_central_their_words_count_alike() -> None:
    terms = Terms()
    pages, life = lives(terms, 1.0)
    assert score(life, learned(pages, terms)).min() > 0.5


def test_a_page_that_was_not_drawn_is_scored_like_the_others() -> None:
    terms = Terms()
    pages = make_pages(terms)
    known = learned(pages[1:], terms)
    rows = [sentence(0, "Politics", [*POLITICS, "senate"], n) for n in range(20)]
    rows += [sentence(1, "Nature", [*NATURE, "glacier"], n) for n in range(20)]
    politics, nature = score(Page(7, passages(rows, terms.find)), known).tolist()
    assert politics > 0.8
    assert nature < 0.2
    assert "senate" not in list(terms)


def test_no_page_is_evidence_for_itself() -> None:
    terms = Terms()
    pages = make_pages(terms)
    tennis = ["racket", "serve", "volley", "court"]
    rows = [Sentence(0, "Career", frozenset({tennis[n % 4], *COMMON[:3]}), seed=True) for n in range(40)]
    pages.append(Page(50, passages(rows, terms.add), of_domain=True, of_wiki=True))
    known = learned(pages, terms)
    assert score(pages[-1], known).max() < 0.8
    # Had it not been taken away, its own words would carry it.
    assert score(pages[-1]._replace(of_domain=False), known).min() > 0.8


@pytest.mark.parametrize(
    ("seeds_a_page", "politics", "enough"),
    [(5, MIN_SEED_PAGES, False), (5, 4, True), (10, MIN_SEED_PAGES - 1, False), (7, MIN_SEED_PAGES, True)],
)
def test_too_few_certain_sentences_show_nothing(seeds_a_page: int, politics: int, enough: bool) -> None:
    terms = Terms()
    pages = make_pages(terms, others=3)[6:]
    for page_id in range(politics):
        rows = [sentence(0, "", POLITICS, n, seed=n < seeds_a_page) for n in range(20)]
        pages.append(Page(page_id, passages(rows, terms.add), of_domain=True, of_wiki=True))
    assert (seeds_a_page * politics >= MIN_SEEDS and politics >= MIN_SEED_PAGES) == enough
    assert (learn(pages, terms) is not None) == enough


def test_without_pages_of_the_wiki_there_is_nothing_to_compare_with() -> None:
    """A small sample of a small dump may have none."""
    terms = Terms()
    pages = [page._replace(of_wiki=False) for page in make_pages(terms, others=0)]
    assert learn(pages, terms) is None


def test_typical_terms_are_those_of_several_pages() -> None:
    terms = Terms()
    pages = make_pages(terms)
    rows = [sentence(0, "Politics", ["oddity", *POLITICS], 0, seed=True) for _ in range(20)]
    pages.append(Page(50, passages(rows, terms.add), of_domain=True, of_wiki=True))
    found = learned(pages, terms).typical
    assert {each.term for each in found if not each.is_class} == set(POLITICS)
    # 30 of the first six pages, and the 20 of the last, whose "oddity" stands on one page only.
    [politician] = [each for each in found if each.is_class]
    assert politician[:3] == ("Politician", True, 50)
    assert politician.expected == pytest.approx(50 * 140 / 1060)


@pytest.mark.parametrize(
    ("classes", "number", "on"),
    [({"Politician"}, 20, True), ({"TennisPlayer"}, 20, False), ({"TennisPlayer"}, 2, True), (set(), 20, True)],
)
def test_a_page_that_names_other_classes_is_off_the_domain(classes: set[str], number: int, on: bool) -> None:
    terms = Terms()
    marked = frozenset(CLASS_MARK + name for name in classes)
    rows = [Sentence(0, "", frozenset({"vote"}) | marked, False) for _ in range(number)]
    known = learned([*make_pages(terms), Page(60, passages(rows, terms.add), of_wiki=True)], terms)
    assert (density(Page(7, passages(rows, terms.find)), known) >= MIN_DENSITY) == on


@pytest.mark.parametrize(("least", "typical"), [(18, True), (19, False)])
def test_a_typical_term_has_so_many_sentences_besides_those_of_one_page(
    monkeypatch: pytest.MonkeyPatch, least: int, typical: bool
) -> None:
    monkeypatch.setattr("corpora.passages.scores._MIN_TYPICAL", least)
    terms = Terms()
    # Of 24 sentences of the model a page has six.
    found = learned(irregular_pages(terms), terms).typical
    assert ("Politician" in {each.term for each in found}) == typical


@pytest.mark.parametrize(("not_of_wiki", "typical"), [(0, False), (3, True)])
def test_of_pages_that_have_a_term_as_often_the_first_does_not_count(
    monkeypatch: pytest.MonkeyPatch, not_of_wiki: int, typical: bool
) -> None:
    """All four name a politician in five sentences: 15 of 80 of the model beside 15, or 10, of 920 of the wiki."""
    terms = Terms()
    pages = make_pages(terms, politics=4)
    pages[not_of_wiki] = pages[not_of_wiki]._replace(of_wiki=False)
    monkeypatch.setattr("corpora.passages.scores.TYPICAL", 7.5)
    assert 16 / (15 * 80 / 920 + 1) < 7.5 < 16 / (10 * 80 / 920 + 1)
    found = learned(pages, terms)
    assert (found.model.sentences, found.wiki.sentences) == (80, 920)
    assert ("Politician" in {each.term for each in found.typical}) == typical


def test_where_no_class_is_typical_no_page_is_off_the_domain() -> None:
    terms = Terms()
    pages = irregular_pages(terms)
    known = learned(pages, terms)
    assert known.classes is not None and density(pages[0], known) > 1.0
    for classes in (None, known.classes._replace(share=0.0)):
        assert density(pages[0], known._replace(classes=classes)) == 1.0


@pytest.mark.parametrize(
    ("categories", "central"),
    [
        # 10 of all 40 categories are the domain's.
        ([(1, 4), (9, 36)], [0, 0]),
        ([(0, 19), (4, 10), (6, 11)], [math.log(0.25 / 20 / 0.25), 0, math.log(6.25 / 5.75) / 2]),
        # Three in four are: a page has to have more to be central.
        ([(3, 4), (12, 16)], [0, 0]),
        ([(1, 1), (2, 3)], [math.log(1.75 / 0.25 / 3) / 2, math.log(2.75 / 4 / 0.75)]),
        # Nothing is known but the domain's categories.
        ([(1, 1), (1, 1)], [math.log(1.99 / 0.01 / 99) / 2] * 2),
        # The domain's root is a hidden category, which is none of all.
        ([(3, 0), (9, 36)], [math.log(43 / 9) / 2, math.log(121 / 148)]),
        # None is the domain's.
        ([(0, 3), (0, 1)], [math.log(1 / 4), math.log(1 / 2)]),
        ([], []),
    ],
)
def test_a_page_is_central_by_its_categories(categories: list[tuple[int, int]], central: list[float]) -> None:
    own, every = np.array(categories, np.int32).reshape(-1, 2).T
    assert centralities(own, every).tolist() == pytest.approx(central)


@pytest.mark.parametrize("domain", [0.5, 0.25])
def test_a_domain_that_scores_no_better_than_the_wiki_has_a_scale_all_the_same(domain: float) -> None:
    assert _Scale(0.5, domain).place(np.array([0.5, 0.625])).tolist() == pytest.approx([0, 125_000])


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sets(st.sampled_from(POLITICS + NATURE))), min_size=1, max_size=12))
def test_any_page_has_a_number_for_each_passage(rows: list[tuple[str, set[str]]]) -> None:
    terms = Terms()
    known = learned(make_pages(terms), terms)
    own = passages([Sentence(n, name, frozenset(words), False) for n, (name, words) in enumerate(rows)], terms.find)
    found = score(Page(7, own), known)
    assert found.shape == (own.number,)
    assert np.isfinite(found).all()


def irregular_pages(terms: Terms) -> list[Page]:
    """Pages of unlike sizes, samples and centralities."""
    pages = []
    for page_id in range(6):
        rows = [sentence(0, "Politics", POLITICS, page_id * n, seed=n < 6) for n in range(8 + page_id)]
        if page_id % 2:
            rows += [sentence(1, "Nature", [*NATURE, *POLITICS[:1]], page_id + 2 * n) for n in range(5)]
            rows.append(Sentence(2, "Nature", frozenset({"party", f"{CLASS_MARK}River", "the"}), False))
        own = passages(rows, terms.add)
        pages.append(Page(page_id, own, of_domain=True, of_wiki=page_id > 1, centrality=(page_id - 2) / 8))
    for page_id in range(100, 106):
        rows = [sentence(0, "", [*NATURE, "law"], page_id + n) for n in range(10 + page_id % 4)]
        rows += [Sentence(1, "", frozenset({"bird", f"{CLASS_MARK}River"}), False)] * 3
        if page_id == 100:
            rows.append(sentence(2, "Law", POLITICS, 0, seed=True))
        pages.append(Page(page_id, passages(rows, terms.add), of_wiki=True))
    return pages


SCALES = [1.095005, -0.252699, 0.497307, -0.367959, 0.361043]
COUNTED = {"wiki": (144, 687.0), "seeds": (36, 216.0), "model": (46, 254.0), "rest": (35, 181.0)}
TYPICAL = [
    ("Politician", True, 24, 7.986111),
    ("elected", False, 16, 5.111111),
    ("vote", False, 19, 6.388889),
    ("minister", False, 11, 3.513889),
    ("party", False, 16, 5.75),
    ("parliament", False, 19, 7.347222),
]
SCORES = [
    [0.936075],
    [0.727667, 0.106852],
    [1.086647],
    [1.029045, 0.455005],
    [1.337665],
    [1.308619, 0.802165],
    [-0.595884, -0.342774],
    [-0.550552],
    [-0.556769],
    [-0.562268],
    [-0.619419],
    [-0.667553],
    [0.797578],
]
DENSITIES = [
    1.436364,
    1.316667,
    1.436364,
    1.316667,
    1.436364,
    1.316667,
    0.755556,
    0.625,
    0.625,
    0.625,
    0.625,
    0.625,
    1.0,
]
"""What the irregular pages give."""


def test_what_is_learned_and_scored_is_this_to_the_sixth_digit() -> None:
    terms = Terms()
    pages = irregular_pages(terms)
    known = learned(pages, terms)
    unseen = Page(7, passages([sentence(0, "", ["vote", "senate"], n) for n in range(3)], terms.find))
    assert [round(value, 6) for value in (known.least, *known.first, *known.second)] == SCALES
    assert {
        name: (text.sentences, text.terms.sum().item())
        for name, text in known._asdict().items()
        if name in ("wiki", "seeds", "model", "rest")
    } == COUNTED
    assert [(each.term, each.is_class, each.sentences, round(each.expected, 6)) for each in known.typical] == TYPICAL
    assert [[round(value, 6) for value in score(page, known).tolist()] for page in [*pages, unseen]] == SCORES
    assert [round(density(page, known), 6) for page in [*pages, unseen]] == DENSITIES
