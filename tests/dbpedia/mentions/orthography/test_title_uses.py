from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.orthography.title_uses import TitleUses, Uses, is_common_use, is_defined
from dbpedia.mentions.words import Words, words_of

ENGLISH = words_of("en")
LINK = re.compile(r"\[\[(?:([^]|]*)\|)?([^]|]*)\]\]")


def use(text: str, words: Words = ENGLISH) -> bool | None:
    """The use that the link in a text shows."""
    match = LINK.search(text)
    assert match
    plain = text[: match.start()] + match[2] + text[match.end() :]
    return is_common_use(plain, match.start(), match.start() + len(match[2]), match[1] or match[2], words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He saw [[Iceberg|icebergs]].", True),
        ("[[Iceberg|icebergs]] are seen.", True),
        ("They saw an [[Islamic republic]].", True),
        ("An [[Islamic republic]] is one.", True),
        ("They are [[Islamic republic|Islamic republics]].", True),
        ("They saw [[Mercury (element)|mercury]].", True),
        ("They are [[Naked singularity|naked singularities]].", True),
        ("They saw [[UFO|UFOs]].", True),
        ("They saw a [[UFO]].", True),
        ("They saw the [[Islamic republic]].", False),
        ("They saw [[Paris]].", False),
        ("They saw [[Mercury (planet)|Mercury]].", False),
        ("They saw [[Golden Gate|Golden Gates]].", False),
        ("They saw [[B-52|B-52s]].", False),
        ("They saw the [[UFO]].", False),
        # Nothing is shown
        ("They saw a [[UFO]] report.", None),
        ("They saw a [[B-52]].", None),
        ("[[Paris]] is far.", None),
        ("They saw a [[DeVry University]].", None),
        ("They saw a [[Manhattan project]] scientist.", None),
        ("They saw the [[Monarchy|kings]].", None),
    ],
)
def test_how_a_link_writes_its_title(text: str, expected: bool | None) -> None:
    assert use(text) is expected


@pytest.mark.parametrize("lang", ["tr", "az"])
def test_turkish_has_small_letters_of_its_own(lang: str) -> None:
    assert use("Bir [[İlçe|ilçe]] var.", words_of(lang)) is True
    assert use("Bir [[Irmak|ırmak]] var.", words_of(lang)) is True
    assert use("Bir [[Irmak|irmak]] var.", words_of(lang)) is None


def test_a_language_without_words_shows_only_lower_case() -> None:
    assert use("Es ist ein [[Boson|boson]].", Words()) is True
    assert use("They saw an [[Islamic republic]].", Words()) is False
    assert not is_defined("Boson", "Ein Boson ist eines.", Words())


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Appellate court", "An appellate court is a court.", True),
        ("Alkane", "In chemistry, an alkane, or paraffin, is one.", True),
        ("Answer (law)", "In law, an answer is a pleading.", True),
        ("Turing machine", "A Turing machine is a model.", True),
        ("Paris", "Paris is a city.", False),
        ("DeVry University", "A DeVry University is here.", False),
        ("Gladiator", "Gladiator is a novel of 1930 about a gladiator.", False),
        ("Gladiator (novel)", "Gladiator is a novel about, as it says, a gladiator.", False),
        ("Mother (1996 film)", "Mother is a film of 1996 about a mother and her son.", False),
        ("Orange (band)", "They were a band and took their name from an orange.", False),
        ("Answer", "It is far " + "away " * 50 + "from an answer.", False),
    ],
)
def test_the_first_sentence_defines_a_common_noun(title: str, text: str, expected: bool) -> None:
    assert is_defined(title, text, ENGLISH) is expected


def test_a_title_is_a_common_noun_if_it_is_not_written_more_often_as_a_name() -> None:
    titles = TitleUses(ENGLISH)
    text = "He saw taiga, Taiga, the Taiga, Paris and kings."
    titles.see_links(text, [(7, 12, "Taiga"), (14, 19, "Taiga")])
    titles.see_links(text, [(32, 37, "Paris"), (42, 47, "Monarchy")])
    titles.see_definition("Answer", "An answer is one.")
    titles.see_definition("Paris", "Paris is one.")
    assert titles.common() == {"Answer": Uses(0, 0, True), "Taiga": Uses(1, 1)}
    titles.see_links(text, [(25, 30, "Taiga")])
    assert list(titles.common()) == ["Answer"]
    assert titles.uses["Paris"] == Uses(0, 1)


@pytest.mark.parametrize(("common", "names", "expected"), [(0, 0, True), (0, 1, True), (0, 2, False), (1, 2, True)])
def test_the_definition_of_a_title_counts_like_one_link(common: int, names: int, expected: bool) -> None:
    assert Uses(common, names, defined=True).is_common is expected
    assert not Uses().is_common


words = st.text("ab AB'", min_size=1, max_size=8)


@given(words, words, words, words)
def test_any_link_can_be_read(before: str, surface: str, after: str, target: str) -> None:
    found = is_common_use(before + surface + after, len(before), len(before) + len(surface), target, ENGLISH)
    assert found in (True, False, None)
    if target.lower() not in {surface.lower()} | ENGLISH.singulars(surface.lower()):
        assert found is None
