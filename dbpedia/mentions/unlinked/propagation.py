"""Unlinked mentions: Wikipedia links a name once in an article, so every later mention would be labelled as no entity.

A name of the article is looked for with its capitals and between word boundaries, the longest first:

- the article's own title, where it is typed, and the language of *Dutch language* where no noun follows;
- the surfaces of the anchors before it and in its sentence, each if the article gives it no other target;
- the last names of persons, with their particles (`de Klerk`): of the article's subject, and of those so linked whose
  last name neither another target has nor the title of an organisation, place or work.

Only mentions without a flag (`dbpedia.mentions.noise`) give a name, and those of a kind (`[[Cetacea]]`), whose flag
`kind` all that repeat them have too, so that none is taken for the name of something. The article itself shows which
capitals mean nothing: a single word that it also has in lower case, but for slips, gives no name. A name that seems to
be part of a longer one is left out (`University of Alabama`, `Mary Lincoln`), and so are one next to a hyphen or a dash
and one that is an adjective where it stands (`Arab customs`). The title of a work that the article has in italic type
is none in upright type (the bar in *Cheers*). Scripts without case have no names; languages that have the surname first
give no last names, and those that give every noun a capital no single words without a class.

In the scope `names`, these are found as well:

- what is linked only later in the article;
- the title and last name of a subject without a class, where they have the capitals of a name;
- other capitalised names (`dbpedia.mentions.capitals`), whose target nobody knows, unless one is known as it is and
  only seemed to be part of a longer name (`Despite Portugal`);
- abbreviations that stand in brackets behind any of these names, those that the wiki's links expand to a name
  (`dbpedia.mentions.orthography.abbreviations`), and those that the article links to several things with a class.

`dbpedia.mentions.unlinked.article_names` says which names an article shows; here they are found in its sentences.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from dbpedia.mentions.capitals.among_nouns.names import NamesAmongNouns
from dbpedia.mentions.capitals.names import CapitalisedNames
from dbpedia.mentions.capitals.work_titles import foreign_words, is_part_of_title, titles_in_italics, titles_of_one_word
from dbpedia.mentions.common_nouns import is_one_of_kind
from dbpedia.mentions.derived import AFTER, BEFORE, describes, is_marked
from dbpedia.mentions.longer_names import behind_comma
from dbpedia.mentions.noise import NoiseRules
from dbpedia.mentions.orthography.learnt import NOTHING_LEARNT, Orthography
from dbpedia.mentions.orthography.noun_uses import is_behind_marker
from dbpedia.mentions.unlinked.article_names import WORD, ArticleNames, Name
from dbpedia.mentions.unlinked.continued_names import is_continued, is_of_another
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from schemas.labels import ENTITY
from schemas.records import Mention

SCOPES = ("off", "title", "article", "names")
"""What is propagated: nothing; the article's subject by title and last name; also what the article links; also names
that it does not link."""

_WORD_BEFORE = re.compile(r"(?<!\w)(\w+) \Z")
_NONE = ("derived", "common")
"""Flags of what is no name at its place."""


def propagate(
    subject: Subject,
    sentences: Sequence[LinkedSentence],
    rules: NoiseRules,
    scope: str,
    capitals: CapitalisedNames | NamesAmongNouns | None = None,
    orthography: Orthography = NOTHING_LEARNT,
) -> Iterator[list[Mention]]:
    """The unlinked mentions of each sentence of an article, in order; no two overlap, nor one and a linked mention.

    `scope` is one of `SCOPES` but `off`. Types, targets and redirects are those of what the mentions repeat. In the
    scope `names`, `capitals` finds the capitalised names, where the language has them. The name of a person in one of
    the terms of the `orthography` has the flag `term`, so that it is none for want of the person.
    """
    article = ArticleNames(subject, sentences, rules, orthography)
    if scope == "names":
        return iter(_all_names(article, capitals))
    known = article.known_names(scope == "article")
    return (
        _found(sentence, place, words, known, article, later=False)
        for place, (sentence, words) in enumerate(zip(sentences, article.words, strict=True))
    )


def _found(
    sentence: LinkedSentence,
    place: int,
    words: Iterable[str],
    known: Mapping[str, Sequence[Name]],
    article: ArticleNames,
    *,
    later: bool,
) -> list[Mention]:
    """The mentions in a sentence of known names, by their first word; `later` takes those that come after it too."""
    names = [name for word in known.keys() & words for name in known[word] if name.surface in sentence.text]
    if not names:
        return []
    if later:
        names = [each for name in names if (each := _at(place, name, article))]
    else:
        names = [name for name in names if name.since <= place]
    return list(_find(sentence, names, article))


def _at(place: int, name: Name, article: ArticleNames) -> Name | None:
    """A name as it is known in a sentence, if it is known there or is of words of its target's title."""
    if name.since <= place:
        return name
    return name._replace(source="propagated-later") if article.is_title(name) else None


def _all_names(article: ArticleNames, capitals: CapitalisedNames | NamesAmongNouns | None) -> list[list[Mention]]:
    """The mentions in each sentence in the scope `names`: of known names, of capitalised ones, of abbreviations."""
    known = article.known_names(True, untyped=True)
    linked = article.sentences
    found = [
        _found(sentence, place, words, known, article, later=True)
        for place, (sentence, words) in enumerate(zip(linked, article.words, strict=True))
    ]
    if capitals:
        found = _with_capitalised(found, article, capitals, known)
    of_wiki, no_names = (capitals.abbreviations, capitals.no_abbreviations) if capitals else (frozenset(), frozenset())
    abbreviations = article.abbreviations(found, of_wiki, no_names)
    if abbreviations:
        for place, (sentence, words) in enumerate(zip(linked, article.words, strict=True)):
            if not abbreviations.keys().isdisjoint(words):
                all_of_them = sentence._replace(mentions=sorted([*sentence.mentions, *found[place]]))
                found[place] += _found(all_of_them, place, words, abbreviations, article, later=True)
                found[place].sort()
    return found


def _with_capitalised(
    found: Sequence[list[Mention]],
    article: ArticleNames,
    capitals: CapitalisedNames | NamesAmongNouns,
    known: Mapping[str, Sequence[Name]],
) -> list[list[Mention]]:
    """The mentions of known names in each sentence, but those within titles in italic type, and capitalised names.

    What seemed to be part of a longer name and is one by itself is looked up again among the `known` names.
    """
    linked, words = article.sentences, capitals.words
    texts = [sentence.text for sentence in linked]
    of_one_word = titles_of_one_word(((text, italics) for text, _, italics in linked), words, article.is_word)
    titles = [
        list(titles_in_italics(text, italics, words, of_one_word)) if italics else [] for text, _, italics in linked
    ]
    whole = [
        [each for each in names if not is_part_of_title(text, (each.start, each.end), spans, words)] if spans else names
        for text, names, spans in zip(texts, found, titles, strict=True)
    ]
    taken = [
        [
            *((mention.start, mention.end) for mention in (*sentence.mentions, *names)),
            *foreign_words(sentence.text, sentence.italics, words),
        ]
        for sentence, names in zip(linked, whole, strict=True)
    ]
    by_surface = {name.surface: name for names in known.values() for name in names}
    # Asked where subject and object may stand side by side: `Ahmet | Paris'i`, `Əhməd | Bakıda`.
    asked = words.verb_last.at_place or words.pairs.place_cases
    places = {surface for surface, name in by_surface.items() if asked and article.rules.branch(name.type) == "Place"}
    new = capitals.find(texts, taken, article.lower_case, titles, places)
    return [
        sorted([*old, *(_capitalised(text, start, end, at, article, by_surface) for start, end in spans)])
        if spans
        else old
        for at, (text, spans, old) in enumerate(zip(texts, new, whole, strict=True))
    ]


def _capitalised(
    text: str, start: int, end: int, place: int, article: ArticleNames, known: Mapping[str, Name]
) -> Mention:
    """The mention of a capitalised name in a sentence: of what it is known as, if it seemed to be part of another name.

    So are `Mises` in `Once Mises spoke` and `Berlin` before the link in `Berlin [[Németország]] fővárosa`. Also of the
    subject where that has no class and the name is one of its.
    """
    surface = text[start:end]
    if (
        (name := known.get(surface))
        and not is_of_another(text, end, name.source, article.rules.words)
        and not (article.is_set_in_italics(name) and not article.sentences[place].is_italic(start, end))
        and (name := _at(place, name, article))
        and (flag := _flag_at(text, start, end, name, article)) not in _NONE
    ):
        return Mention(start, end, name.type, name.source, name.target, name.redirects, name.origin, flag)
    source, target = "capitalised", ""
    if article.subject.type == ENTITY:
        if surface == article.title:
            source, target = "propagated-title", article.subject.title
        elif article.title.endswith(f" {surface}") and article.title.istitle():
            source, target = "propagated-last-name", article.subject.title
    return Mention(start, end, ENTITY, source, target, 0, "", "")


def _find(sentence: LinkedSentence, names: Iterable[Name], article: ArticleNames) -> Iterator[Mention]:
    """The unlinked mentions of these names, the longest first where several begin at one place."""
    text = sentence.text
    linked = [*((mention.start, mention.end) for mention in sentence.mentions), (len(text), len(text))]
    words: list[re.Match[str]] = []
    following = free = 0
    for begin, _, name in sorted(_occurrences(text, names)):
        while begin >= linked[following][1]:
            following += 1
        stop = begin + len(name.surface)
        if begin < free or stop > linked[following][0]:
            continue
        if not article.edge_after.match(text, stop) or not article.edge_before.match(text, begin):
            continue
        if article.is_set_in_italics(name) and not sentence.is_italic(begin, stop):
            continue
        if name.source == "propagated-last-name":
            begin = _with_particles(text, begin, stop, name.target, article.rules.words.particles)
            if begin < max(free, linked[following - 1][1] if following else 0):
                continue
        words = words or list(WORD.finditer(text))
        first = bisect_left(words, begin, key=re.Match.start)
        flag = _flag_at(text, begin, stop, name, article)
        after_last = bisect_left(words, stop, key=re.Match.start)
        if flag not in _NONE and not is_continued(text, words, first, after_last, article, name.source):
            longer = behind_comma(text, stop, article.rules.words)
            stop = longer if longer <= linked[following][0] else stop
            yield Mention(begin, stop, name.type, name.source, name.target, name.redirects, name.origin, flag)
        free = stop


def _flag_at(text: str, begin: int, stop: int, name: Name, article: ArticleNames) -> str:
    """The flag of a name at a place of a text: its own, or one of `_NONE` or `term` by what stands around it."""
    words = article.rules.words
    before, after = text[max(0, begin - BEFORE) : begin], text[stop : stop + AFTER]
    flag = article.flag(name.surface, name.target or name.surface, name.type, not begin, after)
    if flag in ("derived", "term"):
        return flag
    if name.surface == article.language and describes(after, words):
        return "derived"
    if article.rules.branch(name.type) == "Place" and is_marked(before, words):
        return "derived"
    if name.type == ENTITY and is_one_of_kind(name.surface, before, after, words):
        return "common"
    if words.noun_markers and " " not in name.surface and is_behind_marker(before, words):
        return "common"  # `ein Koch` in an article that names Robert Koch
    return name.flag


def _with_particles(text: str, begin: int, stop: int, title: str, particles: Collection[str]) -> int:
    """Where a last name begins with the particles before it that its title has too: `de Klerk`, `De Klerk said`."""
    title = f" {title.lower()}"
    while match := _WORD_BEFORE.search(text, max(0, begin - BEFORE), begin):
        if match[1].lower() not in particles or f" {text[match.start() : stop].lower()}" not in title:
            break
        begin = match.start()
    return begin


def _occurrences(text: str, names: Iterable[Name]) -> Iterator[tuple[int, int, Name]]:
    """Where names stand in a text, in words or not; sorted, the first place comes first and there the longest name."""
    for name in names:
        begin = text.find(name.surface)
        while begin >= 0:
            yield begin, -len(name.surface), name
            begin = text.find(name.surface, begin + 1)
