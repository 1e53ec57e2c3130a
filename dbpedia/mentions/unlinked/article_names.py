"""Which names an article shows that are worth looking for in the rest of it, and what a mention of each is.

They are those of its subject, by title and last name, and of what it links; `dbpedia.mentions.unlinked.propagation`
says which of them count, and finds them in the sentences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import NamedTuple

from dbpedia.mentions.noise import NoiseRules, flagger
from dbpedia.mentions.orthography.abbreviations import introduced, introduced_in_other_words
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.word_cases import is_common_word
from dbpedia.mentions.surfaces import SHARED, may_be_forms
from dbpedia.mentions.titles import family_name, in_order, last_name, proper_words, split_qualifier
from dbpedia.mentions.unlinked.linked_article import LinkedSentence, Subject
from dbpedia.mentions.words import MARKS, STRESS, Words
from schemas.labels import ENTITY
from schemas.records import Mention

WORD = re.compile(rf"\w[\w{MARKS}]*")
"""A word of a text."""
_DIGIT = re.compile(r"\d")
_IN_BRACKETS = re.compile(r" \((\w+)\)")
_LAST_WORD = re.compile(r"\w+\Z")
_DESIGNATION = re.compile(r"(?=[^\W\d_])[\w-]*\d[\w-]*(?= [^\W\d_a-z])")
_MIN_LENGTH = 3
_FOUND = ("", "kind")
"""Flags of mentions whose surface is looked for in the rest of the article."""
_CALLED_BY_NAMES = frozenset({"Organisation", "Place", "Work"})
"""Branches of what a person's last name may stand for, if its title has it."""
_WORK = "Work"
"""Branch of what has a title that is set in italic type."""


class Name(NamedTuple):
    """A name to look for and what a mention of it is."""

    surface: str
    type: str
    source: str
    target: str
    redirects: int
    origin: str
    flag: str = ""
    since: int = 0
    """The sentence that shows it."""


class ArticleNames:
    """The names of an article, and what all of it shows of them."""

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
        self.cases = orthography.cases
        self.nouns = orthography.nouns
        """Words that are common nouns though they have a capital."""
        self.subject = subject
        self.club = _club(subject, rules)
        self.language = _language(subject, rules)
        self.sentences = sentences
        self.words = [WORD.findall(sentence.text) for sentence in sentences]
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

    def known_names(self, linked: bool, untyped: bool = False) -> dict[str, list[Name]]:
        """The names of the subject and, if wanted, of what is linked, by their first word.

        `untyped` takes the title of a subject without a class as well, if it has the capitals of a name, and the
        designation that a title begins with (`B-25 Mitchell`).
        """
        names = [*self._subject_names()]
        if untyped and self.subject.type == ENTITY and self._is_title_of_name(self.title):
            names.append(Name(self.title, ENTITY, "propagated-title", self.subject.title, 0, ""))
        if untyped and (designation := _DESIGNATION.match(self.title)):
            _, cls, redirects, origin = self.subject
            names.append(Name(designation[0], cls, "propagated-title", self.subject.title, redirects, origin))
        names += [name._replace(surface=each) for name in names for each in self._stressed(name.surface)]
        if linked:
            for place, (text, mentions, _) in enumerate(self.sentences):
                for mention in mentions:
                    if untyped and mention.flag == "type":  # a name all the same
                        mention = mention._replace(type=ENTITY, flag="")
                    if mention.flag in _FOUND:
                        names.extend(self._names_of(text[mention.start : mention.end], mention, place))
        return _by_first_word([*names, *self._other_forms(names)])

    def abbreviations(
        self, found: Sequence[Sequence[Mention]], of_wiki: frozenset[str], no_names: frozenset[str]
    ) -> dict[str, list[Name]]:
        """The abbreviations that names introduce, linked or found, by their first word, and those of the wiki.

        What the article links to several things with a class is a name too, but not of which of them, and so is what
        stands behind a name in other words. These and those of the wiki are none where the article has it for a common
        noun: by a link, or in brackets behind a word in lower case. `no_names` are those of offices, degrees and so on.
        """
        has_capitals = self.rules.words.has_capitals
        shorts = self._shared_abbreviations() | of_wiki.intersection(self.seen)
        shorts |= self._in_other_words(found) - no_names
        if not shorts.isdisjoint(self.targets):
            for text, mentions, _ in self.sentences:
                shorts.difference_update(text[each.start : each.end] for each in mentions if each.flag)
        for text, _, _ in self.sentences if shorts else ():
            for match in _IN_BRACKETS.finditer(text) if "(" in text else ():
                if match[1] in shorts and (word := _LAST_WORD.search(text[: match.start()])) and word[0].islower():
                    shorts.discard(match[1])
        names = [Name(short, ENTITY, "capitalised", "", 0, "") for short in sorted(shorts)]
        for (text, mentions, _), new in zip(self.sentences, found, strict=True):
            if "(" not in text:
                continue
            for mention in (*mentions, *new):
                short = "" if mention.flag else introduced(text, mention.start, mention.end)
                if not short:
                    continue
                surface, title = text[mention.start : mention.end], split_qualifier(mention.target)[0]
                if mention.type == ENTITY and not (has_capitals(surface) and has_capitals(title)):
                    continue  # `Trans-lunar injection (TLI)` is no name
                if short == self.title and not (mention.target or short in no_names):
                    _, cls, redirects, origin = self.subject
                    names.append(Name(short, cls, "propagated-title", self.subject.title, redirects, origin))
                elif self._names_only(short, mention.target):
                    _, _, cls, _, target, redirects, origin, *_ = mention
                    names.append(Name(short, cls, "propagated-abbreviation", target, redirects, origin))
        return _by_first_word(names)

    def _in_other_words(self, found: Sequence[Sequence[Mention]]) -> set[str]:
        """What is in capitals behind names, linked or found, whose letters it does not have; a person has none."""
        shorts = set()
        for (text, mentions, _), new in zip(self.sentences, found, strict=True):
            for mention in (*mentions, *new) if "(" in text else ():
                short = "" if mention.flag else introduced_in_other_words(text, mention.start, mention.end)
                is_name = short and self.rules.words.has_capitals(text[mention.start : mention.end])
                if is_name and self.rules.branch(mention.type) != "Person":
                    shorts.add(short)
        return shorts

    def _shared_abbreviations(self) -> set[str]:
        """What is in capitals that the article links to several things, all of which have a class, the subject too."""
        shared = {short for short, targets in self.targets.items() if len(targets) > 1 and short.isupper()}
        if self.subject.type == ENTITY:
            shared.discard(self.title)
        for text, mentions, _ in self.sentences if shared else ():
            shared.difference_update(text[each.start : each.end] for each in mentions if each.type == ENTITY)
        return {short for short in shared if short.isalpha() and len(short) > 1}

    def is_title(self, name: Name) -> bool:
        """Whether a name is of words of its target's title, in any case, so that it is one before its link too.

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
        title = set(WORD.findall(bare))
        others = set(WORD.findall(name.surface)) - title
        return all(not title.isdisjoint(self.rules.words.inflection.bases(each)) for each in others)

    def is_set_in_italics(self, name: Name) -> bool:
        """Whether a name is that of a work that the article sets in italic type."""
        return name.surface in self.in_italics and self.rules.branch(name.type) == _WORK

    def is_common(self, word: str) -> bool:
        """Whether the article also has a word in lower case, or the word is a connector such as `of`."""
        lower = self.rules.words.lower(word)
        return lower in self.lower_case or lower in self.rules.words.connectors

    def is_word(self, name: str) -> bool:
        """Whether the wiki has a name of one word in lower case too."""
        return self.rules.words.lower(name) in self.cases.lower

    def _subject_names(self) -> Iterator[Name]:
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
            yield Name(surface, cls, "propagated-title", title, redirects, origin, flag)
        if self.language:
            yield Name(self.language, cls, "propagated-title", title, redirects, origin)
        last = self._last_name(title, cls)
        if last:
            yield Name(last, cls, "propagated-last-name", title, redirects, origin)

    def _names_of(self, surface: str, mention: Mention, place: int) -> Iterator[Name]:
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
            yield Name(surface, ENTITY, "propagated-surface", "", 0, "", since=place)
            return
        if not self._is_cut_short(surface, target, cls):
            yield Name(surface, cls, "propagated-surface", target, redirects, origin, flag, place)
        # A link in another case shows the nominative as well: `[[Germania|Germaniei]]`.
        title = split_qualifier(target)[0]
        is_form = self.rules.words.inflection.is_form(surface, title, is_person=self.rules.branch(cls) == "Person")
        if is_form and self._is_name(title) and self._names_only(title, target):
            yield Name(title, cls, "propagated-surface", target, redirects, origin, flag, place)
        last = self._last_name(target, cls)
        # In `Cornell University`, Cornell is not Ezra Cornell; in `Duesberg hypothesis`, Duesberg is Peter Duesberg.
        if last in self.subject.title.split() and self.rules.branch(self.subject.type) in _CALLED_BY_NAMES:
            return
        is_noun = last in self.nouns and target != self.subject.title
        if last and not is_noun and self.last_words[last] == {target} and self._names_only(last, target):
            yield Name(last, cls, "propagated-last-name", target, redirects, origin, since=place)

    def _other_forms(self, names: Sequence[Name]) -> Iterator[Name]:
        """The names in the other cases that the article has them in."""
        for name in {name.surface: name for name in reversed(names)}.values():  # of equal ones the first
            for form in self._forms(name):
                if self._is_name(form) and self._names_only(form, name.target):
                    yield name._replace(surface=form)

    def _forms(self, name: Name) -> Iterator[str]:
        """A name in other cases, of words that the article has."""
        words = self.rules.words
        if words.inflection.cases_agree and " " in name.surface:
            yield from words.inflection.agreeing(name.surface, self._has_words)
            return
        is_person = self.rules.branch(name.type) == "Person"
        for before, forms, behind in words.inflection.inflected(name.surface, is_person=is_person):
            if self._has_words(before + behind):
                yield from (before + word + behind for word in forms if self._has_words(word))

    def _has_words(self, text: str) -> bool:
        """Whether the article has all words of a text."""
        return text in self.seen or (not text.isalpha() and all(map(self.seen.__contains__, _parts(text))))

    def _stressed(self, surface: str) -> list[str]:
        """How the article writes a surface with marks of stress, as Cyrillic ones do where they begin (`Берли́н`)."""
        if surface.isascii():
            return []
        texts = [sentence.text for sentence in self.sentences if STRESS in sentence.text]
        return sorted({found for text in texts for found in _with_stress(text, surface)} - {surface})

    def _was_another(self, surface: str, target: str, place: int) -> bool:
        """Whether a word that needs a qualifier to be a title stands in the article before the sentence of its link.

        It named another thing there: `Alhazen` before `[[Alhazen (crater)|Alhazen]]`.
        """
        needs_qualifier = target.endswith(")") and " " not in surface
        # Most stand once in the article.
        return needs_qualifier and self.seen[surface] > 1 and any(surface in words for words in self.words[:place])

    def _is_name(self, surface: str) -> bool:
        """Whether the surface has a capital that means something, so that it can be searched for."""
        if not surface[0].isalnum():
            return False
        if surface.isupper():
            return len(surface) > 1
        if len(surface) < _MIN_LENGTH or not any(character.isupper() for character in surface):
            return False
        return " " in surface or not all(map(self.is_common, WORD.findall(surface)))

    def _is_title_of_name(self, title: str) -> bool:
        """Whether a title without a class is a name by its capitals, and not that of an office."""
        is_written_as_name = self.rules.words.is_written_as_name(title)
        return is_written_as_name and not self.flag(title, self.subject.title, ENTITY, False)

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


def _by_first_word(names: Iterable[Name]) -> dict[str, list[Name]]:
    """Names by their first word, of equal ones the first."""
    found: dict[str, list[Name]] = {}
    known: set[str] = set()
    for name in names:
        if name.surface not in known:
            known.add(name.surface)
            found.setdefault(WORD.findall(name.surface)[0], []).append(name)
    return found


def words_in_lower_case(seen: Mapping[str, int], words: Words) -> set[str]:
    """The words of an article that it has in lower case, but for slips in one that it mostly has with a capital."""
    found = {word for word in seen if word[0].islower()}
    capitalised = {
        words.lower(word): number for word, number in seen.items() if word not in found and word == word.capitalize()
    }
    slips = {
        word
        for word in found
        if (number := capitalised.get(words.lower(word))) and not is_common_word(number, seen[word])
    }
    return found - slips


def _parts(text: str) -> list[str]:
    """The words of a text, mostly as `WORD` finds them, faster."""
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
    return name if rules.branch(subject.type) == "Language" and head in rules.words.derived.language_heads else ""
