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
- other capitalised names (`dbpedia.mentions.capitals`), whose target nobody knows;
- abbreviations that stand in brackets behind any of these names, and those that the wiki's links expand to a name
  (`dbpedia.mentions.abbreviations`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import NamedTuple

from dbpedia.mentions.abbreviations import introduced
from dbpedia.mentions.capitals import CapitalisedNames
from dbpedia.mentions.common_nouns import is_one_of_kind
from dbpedia.mentions.derived import describes, is_marked
from dbpedia.mentions.longer_names import behind_comma
from dbpedia.mentions.noise import SHARED, NoiseRules, flagger, may_be_forms, split_qualifier
from dbpedia.mentions.noun_uses import is_behind_marker
from dbpedia.mentions.orthography import NOTHING_LEARNT, Orthography
from dbpedia.mentions.person_titles import family_name, in_order, last_name, proper_words
from dbpedia.mentions.word_cases import is_common_word
from dbpedia.mentions.words import STRESS, Words
from schemas.labels import ENTITY
from schemas.records import Mention, Span

SCOPES = ("off", "title", "article", "names")
"""What is propagated: nothing; the article's subject by title and last name; also what the article links; also names
that it does not link."""

_WORD = re.compile(rf"\w[\w{STRESS}]*")
_DIGIT = re.compile(r"\d")
_IN_BRACKETS = re.compile(r" \((\w+)\)")
_LAST_WORD = re.compile(r"\w+\Z")
_DESIGNATION = re.compile(r"(?=[^\W\d_])[\w-]*\d[\w-]*(?= [^\W\d_a-z])")
_WORD_BEFORE = re.compile(r"(?<!\w)(\w+) \Z")
_INITIAL_BEHIND = re.compile(r", [^\W\d_]\.")
_SHARE = re.compile(r" [\d.,]+ ?%")
_APOSTROPHES = ("'", "’")
_MIN_LENGTH = 3
_FOUND = ("", "kind")
"""Flags of mentions whose surface is looked for in the rest of the article."""
_NONE = ("derived", "common")
"""Flags of what is no name at its place."""
_BEFORE = 40
"""Characters before a name that may show that it is one of a kind there, or begins with a particle."""
_AFTER = 40
"""Characters behind a name that may show that it is an adjective there."""
_CALLED_BY_NAMES = frozenset({"Organisation", "Place", "Work"})
"""Branches of what a person's last name may stand for, if its title has it."""
_WORK = "Work"
"""Branch of what has a title that is set in italic type."""


class Subject(NamedTuple):
    """What an article is about."""

    title: str
    type: str
    """DBpedia class, or ENTITY where it has none."""
    redirects: int
    """Redirects between the title and the typed article: where an article was renamed since DBpedia read it."""
    origin: str
    """Source of the class, as in a mention."""


class LinkedSentence(NamedTuple):
    """A sentence with its linked mentions, in order."""

    text: str
    mentions: Sequence[Mention]
    italics: Sequence[Span] = ()
    """What of it is in italic type, in order."""

    def is_italic(self, start: int, end: int) -> bool:
        """Whether all from `start` to `end` is in italic type."""
        return any(first <= start and end <= last for first, last in self.italics)


class _Name(NamedTuple):
    """A name to look for and what a mention of it is."""

    surface: str
    first_word: str
    type: str
    source: str
    target: str
    redirects: int
    origin: str
    flag: str
    since: int = 0
    """The sentence that shows it."""


def _name(
    surface: str, cls: str, source: str, target: str, redirects: int, origin: str, flag: str = "", since: int = 0
) -> _Name:
    words = _WORD.findall(surface)
    return _Name(surface, words[0], cls, source, target, redirects, origin, flag, since)


def propagate(
    subject: Subject,
    sentences: Sequence[LinkedSentence],
    rules: NoiseRules,
    scope: str,
    capitals: CapitalisedNames | None = None,
    orthography: Orthography = NOTHING_LEARNT,
) -> Iterator[list[Mention]]:
    """The unlinked mentions of each sentence of an article, in order; no two overlap, nor one and a linked mention.

    `scope` is one of `SCOPES` but `off`. Types, targets and redirects are those of what the mentions repeat. In the
    scope `names`, `capitals` finds the capitalised names, where the language has them. The name of a person in one of
    the terms of the `orthography` has the flag `term`, so that it is none for want of the person.
    """
    article = _Article(subject, sentences, rules, orthography)
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
    known: Mapping[str, Sequence[_Name]],
    article: _Article,
    *,
    later: bool,
) -> list[Mention]:
    """The mentions in a sentence of known names, by their first word; `later` takes those that come after it too."""
    names = [name for word in known.keys() & words for name in known[word] if name.surface in sentence.text]
    if not names:
        return []
    if later:
        names = [
            name if name.since <= place else name._replace(source="propagated-later")
            for name in names
            if name.since <= place or article.is_title(name)
        ]
    else:
        names = [name for name in names if name.since <= place]
    return list(_find(sentence, names, article))


def _all_names(article: _Article, capitals: CapitalisedNames | None) -> list[list[Mention]]:
    known = article.known_names(True, untyped=True)
    linked = article.sentences
    found = [
        _found(sentence, place, words, known, article, later=True)
        for place, (sentence, words) in enumerate(zip(linked, article.words, strict=True))
    ]
    if capitals:
        texts = [sentence.text for sentence in linked]
        titles = [list(capitals.titles(text, italics)) if italics else [] for text, _, italics in linked]
        found = [
            [each for each in new if not capitals.is_part(text, (each.start, each.end), spans)] if spans else new
            for text, new, spans in zip(texts, found, titles, strict=True)
        ]
        taken = [
            [
                *((mention.start, mention.end) for mention in (*sentence.mentions, *new)),
                *capitals.foreign(sentence.text, sentence.italics),
            ]
            for sentence, new in zip(linked, found, strict=True)
        ]
        for text, spans, new in zip(texts, capitals.find(texts, taken, article.lower_case, titles), found, strict=True):
            if spans:
                new.extend(article.capitalised(text[start:end], start) for start, end in spans)
                new.sort()
    abbreviations = article.abbreviations(found, capitals.abbreviations if capitals else frozenset())
    if abbreviations:
        for place, (sentence, words) in enumerate(zip(linked, article.words, strict=True)):
            if not abbreviations.keys().isdisjoint(words):
                all_of_them = sentence._replace(mentions=sorted([*sentence.mentions, *found[place]]))
                found[place] += _found(all_of_them, place, words, abbreviations, article, later=True)
                found[place].sort()
    return found


def _by_first_word(names: Iterable[_Name]) -> dict[str, list[_Name]]:
    """Names by their first word, of equal ones the first."""
    found: dict[str, list[_Name]] = {}
    known: set[str] = set()
    for name in names:
        if name.surface not in known:
            known.add(name.surface)
            found.setdefault(name.first_word, []).append(name)
    return found


class _Article:
    """What is known of a whole article, and decides which of its names count."""

    def __init__(
        self, subject: Subject, sentences: Sequence[LinkedSentence], rules: NoiseRules, orthography: Orthography
    ) -> None:
        self.rules = rules
        self.edge_before, self.edge_after = map(re.compile, (rules.words.edge_before, rules.words.edge_after))
        self.title = split_qualifier(subject.title)[0]
        """The subject's title without a qualifier."""
        if self.title in orthography.describing:  # An article on a thing with a class has its name.
            orthography = orthography._replace(describing=orthography.describing - {self.title})
        self.flag = flagger(rules, orthography)
        self.nouns = orthography.nouns
        """Words that are common nouns though they have a capital."""
        self.subject = subject
        self.club = _club(subject, rules)
        self.language = _language(subject, rules)
        self.sentences = sentences
        self.words = [_WORD.findall(sentence.text) for sentence in sentences]
        self.seen = Counter(chain.from_iterable(self.words))
        """How often the article has each word."""
        self.lower_case = words_in_lower_case(self.seen, rules.words)
        self.targets: dict[str, set[str]] = {self.title: {subject.title}}
        """The targets of each surface, the subject among those of its title, and a person of each name in it."""
        if rules.branch(subject.type) == "Person":
            names = takewhile(lambda word: word[0].isupper(), proper_words(subject.title, rules.words))
            self.targets |= {name: {subject.title} for name in names}
        for text, mentions, _ in sentences:
            for mention in mentions:
                self.targets.setdefault(text[mention.start : mention.end], set()).add(mention.target)
        self.in_italics = self._works_in_italics()
        """The titles of works that stand in italic type."""
        self.last_words: dict[str, set[str]] = {}
        """The targets that have each last word, the article itself among them."""
        for target in {subject.title}.union(*self.targets.values()):
            self.last_words.setdefault(family_name(target, rules.words), set()).add(target)
        self.alike: dict[str, list[str]] = {}
        """The last words by their first letters, where they may be forms of a surname."""
        if rules.words.surname_and_comma:
            for word in self.last_words:
                self.alike.setdefault(word[:SHARED], []).append(word)

    def known_names(self, linked: bool, untyped: bool = False) -> dict[str, list[_Name]]:
        """The names of the subject and, if wanted, of what is linked, by their first word.

        `untyped` takes the title of a subject without a class as well, if it has the capitals of a name, and the
        designation that a title begins with (`B-25 Mitchell`).
        """
        names = [*self.subject_names()]
        if untyped and self.subject.type == ENTITY and self._is_title_of_name(self.title):
            names.append(_name(self.title, ENTITY, "propagated-title", self.subject.title, 0, ""))
        if untyped and (designation := _DESIGNATION.match(self.title)):
            _, cls, redirects, origin = self.subject
            names.append(_name(designation[0], cls, "propagated-title", self.subject.title, redirects, origin))
        names += [
            name._replace(surface=each, first_word=_WORD.findall(each)[0])
            for name in names
            for each in self.stressed(name.surface)
        ]
        if linked:
            for place, (text, mentions, _) in enumerate(self.sentences):
                for mention in mentions:
                    if untyped and mention.flag == "type":  # a name all the same
                        mention = mention._replace(type=ENTITY, flag="")
                    if mention.flag in _FOUND:
                        names.extend(self.names_of(text[mention.start : mention.end], mention, place))
        return _by_first_word([*names, *self._other_forms(names)])

    def _other_forms(self, names: Sequence[_Name]) -> Iterator[_Name]:
        """The names in the other cases that the article has them in."""
        for name in {name.surface: name for name in reversed(names)}.values():  # of equal ones the first
            is_person = self.rules.branch(name.type) == "Person"
            for before, forms, behind in self.rules.words.inflected(name.surface, is_person=is_person):
                if not self._has_words(before + behind):
                    continue
                for form in (before + word + behind for word in forms if self._has_words(word)):
                    if self._is_name(form) and self._names_only(form, name.target):
                        yield name._replace(surface=form, first_word=_parts(form)[0])

    def _has_words(self, text: str) -> bool:
        """Whether the article has all words of a text."""
        return text in self.seen or (not text.isalpha() and all(map(self.seen.__contains__, _parts(text))))

    def stressed(self, surface: str) -> list[str]:
        """How the article writes a surface with marks of stress, as Cyrillic ones do where they begin (`Берли́н`)."""
        if surface.isascii():
            return []
        texts = [sentence.text for sentence in self.sentences if STRESS in sentence.text]
        return sorted({found for text in texts for found in _with_stress(text, surface)} - {surface})

    def _works_in_italics(self) -> set[str]:
        """The surfaces of works that are linked in italic type, and the subject's title if it is a work and set so."""
        found: set[str] = set()
        is_work = self.rules.branch(self.subject.type) == _WORK
        for sentence in self.sentences:
            text, mentions, italics = sentence
            if italics:
                linked = [each for each in mentions if self.rules.branch(each.type) == _WORK]
                found.update(text[each.start : each.end] for each in linked if sentence.is_italic(each.start, each.end))
                if is_work and any(text[start:end] == self.title for start, end in italics):
                    found.add(self.title)
        return found

    def flag_at(self, text: str, begin: int, stop: int, name: _Name) -> str:
        """The flag of a name at a place of a text: its own, or one of `_NONE` or `term` by what stands around it."""
        words = self.rules.words
        before, after = text[max(0, begin - _BEFORE) : begin], text[stop : stop + _AFTER]
        flag = self.flag(name.surface, name.target or name.surface, name.type, not begin, after)
        if flag in ("derived", "term"):
            return flag
        if name.surface == self.language and describes(after, words):
            return "derived"
        if self.rules.branch(name.type) == "Place" and is_marked(before, words):
            return "derived"
        if name.type == ENTITY and is_one_of_kind(name.surface, before, after, words):
            return "common"
        if words.noun_markers and " " not in name.surface and is_behind_marker(before, words):
            return "common"  # `ein Koch` in an article that names Robert Koch
        return name.flag

    def is_set_in_italics(self, name: _Name) -> bool:
        """Whether a name is that of a work that the article sets in italic type."""
        return name.surface in self.in_italics and self.rules.branch(name.type) == _WORK

    def is_title(self, name: _Name) -> bool:
        """Whether a name is of words of its target's title, so that it is one before its link too.

        `[[Albanian Orthodox Church|Orthodox Christians]]` is none, nor is `[[Angola (Portugal)|Angola]]` in `Economy of
        Angola`, which is about another one.
        """
        if not name.target:
            return True
        bare, qualifier = split_qualifier(name.target)
        if qualifier and name.surface in self.subject.title:
            return False
        if name.type == ENTITY and not self.rules.words.has_capitals(bare):
            return False
        title = _WORD.findall(bare)
        others = set(_WORD.findall(name.surface)).difference(title)
        # Where adjectives have no capital, what begins as a word of the title and has one is a case of it.
        inflects = self.rules.words.one_capital
        return not others or (inflects and all(any(may_be_forms(each, word) for word in title) for each in others))

    def _is_title_of_name(self, title: str) -> bool:
        """Whether a title without a class is a name by its capitals, and not that of an office."""
        is_written_as_name = self.rules.words.is_written_as_name(title)
        return is_written_as_name and not self.flag(title, self.subject.title, ENTITY, False)

    def capitalised(self, surface: str, start: int) -> Mention:
        """The mention of a capitalised name: of the subject where that has no class and the name is one of its."""
        source, target = "capitalised", ""
        if self.subject.type == ENTITY:
            if surface == self.title:
                source, target = "propagated-title", self.subject.title
            elif self.title.endswith(f" {surface}") and self.title.istitle():
                source, target = "propagated-last-name", self.subject.title
        return Mention(start, start + len(surface), ENTITY, source, target, 0, "", "")

    def abbreviations(self, found: Sequence[Sequence[Mention]], of_wiki: frozenset[str]) -> dict[str, list[_Name]]:
        """The abbreviations that names introduce, linked or found, by their first word, and those of the wiki.

        One of the wiki is none where the article has it for a common noun: by a link, or in brackets behind a word in
        lower case.
        """
        has_capitals = self.rules.words.has_capitals
        shorts = set(of_wiki.intersection(self.seen))
        if not shorts.isdisjoint(self.targets):
            for text, mentions, _ in self.sentences:
                shorts.difference_update(text[each.start : each.end] for each in mentions if each.flag)
        for text, _, _ in self.sentences if shorts else ():
            for match in _IN_BRACKETS.finditer(text) if "(" in text else ():
                if match[1] in shorts and (word := _LAST_WORD.search(text[: match.start()])) and word[0].islower():
                    shorts.discard(match[1])
        names = [_name(short, ENTITY, "capitalised", "", 0, "") for short in sorted(shorts)]
        for (text, mentions, _), new in zip(self.sentences, found, strict=True):
            if "(" not in text:
                continue
            for mention in (*mentions, *new):
                short = "" if mention.flag else introduced(text, mention.start, mention.end)
                surface, title = text[mention.start : mention.end], split_qualifier(mention.target)[0]
                if short and mention.type == ENTITY and not (has_capitals(surface) and has_capitals(title)):
                    continue  # `Trans-lunar injection (TLI)` is no name
                if short and self._names_only(short, mention.target):
                    _, _, cls, _, target, redirects, origin, *_ = mention
                    names.append(_name(short, cls, "propagated-abbreviation", target, redirects, origin))
        return _by_first_word(names)

    def subject_names(self) -> Iterator[_Name]:
        """The names of the article's subject, none where it has no type; nor of a make, since a title has a capital."""
        title, cls, redirects, origin = self.subject
        branch = self.rules.branch(cls)
        surface = split_qualifier(title)[0]
        if branch == "Person" and self.rules.words.surname_and_comma:
            surface = " ".join(in_order(surface))
        elif branch in ("Person", "Place"):
            surface = surface.partition(", ")[0] or title
        elif branch == "Organisation":
            surface = self.club or surface
        flag = self.flag(surface, title, cls, False)
        if cls == ENTITY or flag not in _FOUND or (branch in self.rules.kinds and not flag):
            return
        if self._is_name(surface):
            yield _name(surface, cls, "propagated-title", title, redirects, origin, flag)
        if self.language:
            yield _name(self.language, cls, "propagated-title", title, redirects, origin)
        last = self._last_name(title, cls)
        if last:
            yield _name(last, cls, "propagated-last-name", title, redirects, origin)

    def names_of(self, surface: str, mention: Mention, place: int) -> Iterator[_Name]:
        """The names that a mention with one of the flags `_FOUND` gives that is linked in a sentence, by its number."""
        start, _, cls, _, target, redirects, origin, flag, _ = mention
        if not self._is_name(surface) or not self._names_only(surface, target):
            return
        if flag and not start and " " not in surface:
            return  # a common noun that begins a sentence
        is_word = " " not in surface and surface.istitle()
        if is_word and (surface in self.nouns or (cls == ENTITY and self.rules.words.nouns_in_capitals)):
            return  # as likely a common noun as a name
        if cls != ENTITY and self._was_another(surface, target, place):
            return
        if self.club.startswith(f"{surface} "):  # here it is as often the club as its place
            yield _name(surface, ENTITY, "propagated-surface", "", 0, "", since=place)
            return
        if not self._is_cut_short(surface, target, cls):
            yield _name(surface, cls, "propagated-surface", target, redirects, origin, flag, place)
        # A link in another case shows the nominative as well: `[[Germania|Germaniei]]`.
        title = split_qualifier(target)[0]
        is_form = surface != title and surface in self.rules.words.forms(
            title, is_person=self.rules.branch(cls) == "Person"
        )
        if is_form and self._is_name(title) and self._names_only(title, target):
            yield _name(title, cls, "propagated-surface", target, redirects, origin, flag, place)
        last = self._last_name(target, cls)
        # In `Cornell University`, Cornell is not Ezra Cornell; in `Duesberg hypothesis`, Duesberg is Peter Duesberg.
        if last in self.subject.title.split() and self.rules.branch(self.subject.type) in _CALLED_BY_NAMES:
            return
        is_noun = last in self.nouns and target != self.subject.title
        if last and not is_noun and self.last_words[last] == {target} and self._names_only(last, target):
            yield _name(last, cls, "propagated-last-name", target, redirects, origin, since=place)

    def _was_another(self, surface: str, target: str, place: int) -> bool:
        """Whether a word that needs a qualifier to be a title stands in the article before the sentence of its link.

        It named another thing there: `Alhazen` before `[[Alhazen (crater)|Alhazen]]`.
        """
        needs_qualifier = target.endswith(")") and " " not in surface
        # Most stand once in the article.
        return needs_qualifier and self.seen[surface] > 1 and any(surface in words for words in self.words[:place])

    def is_common(self, word: str) -> bool:
        """Whether the article also has a word in lower case, or the word is a connector such as `of`."""
        lower = self.rules.words.lower(word)
        return lower in self.lower_case or lower in self.rules.words.connectors

    def _is_name(self, surface: str) -> bool:
        """Whether the surface has a capital that means something, so that it can be searched for."""
        if not surface[0].isalnum():
            return False
        if surface.isupper():
            return len(surface) > 1
        if len(surface) < _MIN_LENGTH or not any(character.isupper() for character in surface):
            return False
        return " " in surface or not all(map(self.is_common, _WORD.findall(surface)))

    def _names_only(self, surface: str, target: str) -> bool:
        """Whether no anchor of the article gives the surface another target."""
        return self.targets.get(surface, {target}) == {target}

    def _is_cut_short(self, surface: str, target: str, cls: str) -> bool:
        """Whether the surface is the title without a word that it needs to be understood in another sentence.

        A longer title begins with it (`Albanian language`, `Tennessee River`, `Germans`) or ends with it (`Cinema of
        Italy`), but for persons and, at the end, for places (`Kingdom of Serbia`); or the title has a number that the
        surface does not have (`5th Academy Awards`).
        """
        branch = self.rules.branch(cls)
        if branch == "Person":
            return False
        title = split_qualifier(target)[0]
        first, _, others = title.partition(" ")
        title = others if first.lower() in self.rules.words.articles else title
        if (
            title.startswith(f"{surface} ")
            or title == f"{surface}s"
            or (branch != "Place" and title.endswith(f" {surface}"))
        ):
            return True
        return any(digit not in surface for digit in _DIGIT.findall(title))

    def _last_name(self, title: str, cls: str) -> str:
        """The last name of a person by the title, empty where it shows none or may be a case of another one's.

        `Иванова` is Мария Иванова, and of Пётр Иванов where both are linked.
        """
        last = last_name(title, self.rules.words) if self.rules.branch(cls) == "Person" else ""
        if not last or not self._is_name(last):
            return ""
        others = () if title == self.subject.title else self.alike.get(last[:SHARED], ())
        return "" if any(other != last and may_be_forms(last, other) for other in others) else last


def words_in_lower_case(seen: Mapping[str, int], words: Words) -> set[str]:
    """The words of an article that it has in lower case, but for slips in one that it mostly has with a capital."""
    found = {word for word in seen if word[0].islower()}
    capitalised = {words.lower(word): number for word, number in seen.items() if word == word.capitalize()}
    slips = {
        word
        for word in found
        if (number := capitalised.get(words.lower(word))) and not is_common_word(number, seen[word])
    }
    return found - slips


def _parts(text: str) -> list[str]:
    """The words of a text, mostly as `_WORD` finds them, faster."""
    return text.replace("-", " ").replace(".", " ").split()


def _with_stress(text: str, surface: str) -> Iterator[str]:
    """How a text writes a surface where it has it, with marks of stress behind its letters or without.

    A pattern of all letters would be compiled for each article, which takes as long as most articles take in all.
    """
    bare = text.replace(STRESS, "")
    begin = bare.find(surface)
    places = [place for place, letter in enumerate(text) if letter != STRESS] if begin >= 0 else []
    while begin >= 0:
        stop = begin + len(surface)
        end = places[stop - 1] + 1
        yield text[places[begin] : end + text.startswith(STRESS, end)]
        begin = bare.find(surface, stop)


def _club(subject: Subject, rules: NoiseRules) -> str:
    """The name of the club that an article is about by its title (`Raith Rovers F.C.`), empty where it is none."""
    name, _, ending = split_qualifier(subject.title)[0].rpartition(" ")
    is_club = rules.branch(subject.type) == "Organisation" and ending in rules.words.club_endings
    return name if is_club else ""


def _language(subject: Subject, rules: NoiseRules) -> str:
    """The name of the language that an article is about by its title (`Dutch language`), empty where it is no such."""
    name, _, head = split_qualifier(subject.title)[0].rpartition(" ")
    return name if rules.branch(subject.type) == "Language" and head in rules.words.language_heads else ""


def _find(sentence: LinkedSentence, names: Iterable[_Name], article: _Article) -> Iterator[Mention]:
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
        words = words or list(_WORD.finditer(text))
        first = bisect_left(words, begin, key=re.Match.start)
        flag = article.flag_at(text, begin, stop, name)
        after_last = bisect_left(words, stop, key=re.Match.start)
        if flag not in _NONE and not _is_continued(text, words, first, after_last, article, name.source):
            longer = behind_comma(text, stop, article.rules.words)
            stop = longer if longer <= linked[following][0] else stop
            yield Mention(begin, stop, name.type, name.source, name.target, name.redirects, name.origin, flag)
        free = stop


def _with_particles(text: str, begin: int, stop: int, title: str, particles: Collection[str]) -> int:
    """Where a last name begins with the particles before it that its title has too: `de Klerk`, `De Klerk said`."""
    title = f" {title.lower()}"
    while match := _WORD_BEFORE.search(text, max(0, begin - _BEFORE), begin):
        if match[1].lower() not in particles or f" {text[match.start() : stop].lower()}" not in title:
            break
        begin = match.start()
    return begin


def _occurrences(text: str, names: Iterable[_Name]) -> Iterator[tuple[int, int, _Name]]:
    """Where names stand in a text, in words or not; sorted, the first place comes first and there the longest name."""
    for name in names:
        begin = text.find(name.surface)
        while begin >= 0:
            yield begin, -len(name.surface), name
            begin = text.find(name.surface, begin + 1)


def _is_continued(
    text: str, words: Sequence[re.Match[str]], first: int, after: int, article: _Article, source: str
) -> bool:
    """Whether the name that consists of the words from `first` to before `after` seems to be part of a longer one.

    The last name of a person before a word for a place is (`Dollar reservoir`), or before initials (`Jensen, A. R.`).
    """
    known = article.rules.words

    def is_capital(number: int) -> bool:
        """Whether a word is capitalised as names are."""
        word = words[number][0]
        return word[0].isupper() and word not in known.honorifics and not (number == 0 and article.is_common(word))

    def gap(number: int) -> str:
        """What stands between a word and the next."""
        return text[words[number].end() : words[number + 1].start()]

    def is_near(number: int) -> bool:
        """Whether only a space is behind a word, or the apostrophe of one that ties: `Banca d'Italia`."""
        return gap(number) == " " or (gap(number) in _APOSTROPHES and words[number][0] in known.binders)

    if source == "propagated-last-name" and _INITIAL_BEHIND.match(text, words[after - 1].end()):
        return True
    if after < len(words) and gap(after - 1) == " ":
        following = words[after][0]
        if following[0].isupper() or (following[0].isdigit() and not _SHARE.match(text, words[after - 1].end())):
            return True
        if source == "propagated-last-name" and known.heads.get(following.title()) == "Place":
            return True
        binds = following in known.binders | known.particles
        if binds and after + 1 < len(words) and is_near(after) and words[after + 1][0][0].isupper():
            return True
    before = first - 1
    if before >= 0 and gap(before) == ". ":
        return len(words[before][0]) == 1 or words[before][0] in known.saints
    if before >= 0 and is_near(before):
        if is_capital(before):
            return True
        if before > 0 and gap(before - 1) == " " and words[before][0] in known.articles:
            before -= 1
        bound = before
        while bound > 0 and gap(bound - 1) == " " and words[bound][0] in known.binders | known.particles:
            bound -= 1
        return bound < before and is_capital(bound)
    return False
