"""Noise: mentions whose surface is not a name of what their anchor points to, or whose class cannot be right.

A mention gets the flag of the first rule that it falls under:

- `list`: the target is a list, an outline or a disambiguation page;
- `number`: the surface is a number, date, year or measure (`[[Azerbaijani parliamentary election, 2010|2010]]`);
- `kind`: the class is one whose members have no names of their own, with a capital or without: species, substances,
  diseases, currencies, genres (`lithium`, `Cetacea`); or the surface is a common noun, or an abbreviation of one, for
  what only makes and games have names of: devices, food, sports (`wine`). Corpora that have such classes mark these;
  others do not;
- `lower-case`: the surface is a common noun, though what it points to has a name (`[[Monarchy|kings]]`);
- `type`: the qualifier of the title contradicts the class: `Rush (band)` is no person; or the last word of the surface
  does (`[[Parliament of Pakistan|Parliament Building]]`);
- `demonym`: the adjective or the people of the place (`[[France|French]]`);
- `part`: the surface names something else that is in the title (`[[Islam in Angola|Angola]]`, `[[Siege of
  Savannah|Savannah]]`), or what a title is about (`[[History of Iran|Persia]]`), or what has a class and another title
  (`[[Operation Cyclone|United States]]`, by `dbpedia.linking.flag_others`);
- `phrase`: the surface has lower-case words of which the title has no form (`[[Siege of Savannah|retake Savannah]]`),
  or ends with a preposition;
- `derived`: an adjective, or members (`[[Plato|Platonic]]`, `[[Republican Party (United States)|Republicans]]`), by
  `dbpedia.mentions.derived`;
- `generic`: capitalised words for a kind or an office (`[[Roman Empire|Empire]]`), by `dbpedia.mentions.common_nouns`;
- `common`: a common noun that only its sentence or an adjective gives a capital, or that begins with none (`[[Siege of
  Boston|siege of Boston]]`), or a German noun by its ending or what stands before it, by the same; or a title that the
  wiki writes as one (`dbpedia.mentions.orthography.title_uses`) or that is of a class in Wikidata
  (`dbpedia.linking.flag_classes`);
- `symbol`: the sign of a currency, a substance's formula (`[[Iodine|I]]`);
- `term`: the name of a person in what is called after them (`[[Karl Schwarzschild|Schwarzschild]] radius`), by
  `dbpedia.mentions.orthography.terms`;
- `within`: the beginning of a longer name (`[[Umayyad]] Caliphate`), by `dbpedia.mentions.longer_names`.

Also `type` are titles that contradict the class in themselves: dynasties as countries, scripts as languages.
Rules about case hold only for scripts that have it. What is known of classes is data (`classes.toml`), and so is what
is known of languages (`languages/`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol
from unicodedata import normalize

from dbpedia.mentions import derived
from dbpedia.mentions.classes import branches, class_data
from dbpedia.mentions.common_nouns import is_common, is_concept, is_formula, is_generic, is_noun, is_one_of_kind
from dbpedia.mentions.derived import describes, is_derived, is_describing, is_marked, is_member
from dbpedia.mentions.orthography.learnt import NOTHING_LEARNT, Orthography
from dbpedia.mentions.orthography.terms import begins_term
from dbpedia.mentions.surfaces import (
    is_demonym,
    is_named_date,
    is_number,
    is_of_other_kind,
    is_of_topic,
    is_part,
    is_phrase,
)
from dbpedia.mentions.titles import ROMAN_NUMERAL, split_qualifier
from dbpedia.mentions.words import STRESS, Words, words_of
from dbpedia.ontology import Ontology
from schemas.labels import ENTITY
from schemas.sources.language_facts import is_lower

FLAGS = (
    *("", "list", "number", "kind", "lower-case", "type", "demonym", "part", "phrase"),
    *("derived", "generic", "common", "symbol", "term", "within"),
)
"""What a mention is flagged with, nothing first."""


class Flagger(Protocol):
    """A function that flags mentions."""

    def __call__(self, surface: str, target: str, cls: str, at_start: bool, after: str = "", before: str = "") -> str:
        """The flag of a mention, empty where no rule applies.

        `cls` is its class, or ENTITY; `at_start` whether it begins its sentence, where a capital says nothing; `after`
        and `before` the text around it, as far as two words at least.
        """


_SYMBOL = re.compile(r"[A-Z]{0,3}[$€£¥]|(?:[A-Z][a-z]?[0-9₀-₉]*)+")
_SHORTEST_NAME = 3


@dataclass(frozen=True)
class NoiseRules:
    """What the rules know of classes and of a language. Picklable, so that it can travel to workers."""

    branches: Mapping[str, str]
    """Branch of the ontology that each class belongs to; classes without one are not there."""
    kinds: frozenset[str]
    """Branches whose instances are named by common nouns."""
    makes: frozenset[str]
    """Of these, the ones whose instances have names where they have a capital."""
    qualifiers: Mapping[str, str]
    """Branch that a qualifier in a title stands for (`film`: Work), among those whose instances have names."""
    words: Words

    def branch(self, cls: str) -> str:
        """Branch of a class, empty where it has none."""
        return self.branches.get(cls, "")


def noise_rules(ontology: Ontology, lang: str) -> NoiseRules:
    """The rules for an ontology and the code of the text's language.

    A language without a file in `languages/` gets only the rules that need no words.
    """
    names, kinds, makes = (class_data()["branches"][each] for each in ("names", "kinds", "makes"))
    known = branches(ontology)
    qualifiers = {
        label.lower(): known[cls] for cls, label in sorted(ontology.labels.items()) if known.get(cls) in names
    }
    return NoiseRules(known, frozenset(kinds), frozenset(makes), qualifiers, words_of(lang))


def flagger(rules: NoiseRules, orthography: Orthography = NOTHING_LEARNT) -> Flagger:
    """The function that flags mentions by the rules and what is known of the wiki; it takes some microseconds."""
    return _Flagger(rules, orthography)


class _Flagger:
    """The rules, asked one after the other; what several lists of words make is made once."""

    def __init__(self, rules: NoiseRules, orthography: Orthography) -> None:
        self.rules = rules
        self.words = words = rules.words
        self.orthography = orthography
        self.generic = words.generic | words.offices | words.articles | words.honorifics
        self.adjectives = words.adjectives | words.demonyms
        self.dates = frozenset(date.title() for date in words.dates)
        self.doubts = words.doubts_by_class

    def __call__(self, surface: str, target: str, cls: str, at_start: bool, after: str = "", before: str = "") -> str:
        words = self.words
        if not surface.isascii():
            surface = normalize("NFC", surface)  # as titles are
            if STRESS in surface and STRESS not in target:
                surface = surface.replace(STRESS, "") or surface
        if words.lists and words.lists.search(target):
            return "list"
        branch = self.rules.branches.get(cls, "")
        if is_number(surface, words) or (not branch and is_named_date(surface, target, words)):
            return "number"
        kind = branch in self.rules.kinds
        if is_lower(surface):
            return "kind" if kind else "lower-case"
        if kind:
            flag = self._of_kind(surface, target, branch, at_start)
        else:
            flag = self._of_class(surface, target, cls, branch, after, before)
        if flag:
            return flag
        if branch == "Place" and is_marked(before, words):
            return "demonym"
        if surface == target:
            if branch == "Place" and surface in self.adjectives:
                return "demonym"  # a redirect to the place
            bare = target
        else:
            bare, qualifier = split_qualifier(target)
            if qualifier and branch and not kind and self.rules.qualifiers.get(qualifier.lower(), branch) != branch:
                return "type"
            if surface == bare:
                if self._is_adjective(surface, bare, cls, branch, after):
                    return "derived"
                return "common" if cls == ENTITY and target in self.orthography.common_titles else ""
            if flag := self._of_other_words(surface, bare, target, cls, branch, at_start):
                return flag
        flag = self._of_words(surface, bare, cls, branch, at_start, after)
        return flag or self._of_concept(surface, bare, target, cls)

    def _of_kind(self, surface: str, target: str, branch: str, at_start: bool) -> str:
        """What the class says, where common nouns name its members."""
        if at_start and is_lower(surface[0].lower() + surface[1:]):
            return "kind"
        if _SYMBOL.fullmatch(surface) and (len(surface) < _SHORTEST_NAME or not surface.isalpha()):
            return "symbol"
        is_abbreviation = surface.isupper() and surface.isalpha() and is_lower(target.partition(" ")[2])
        return "kind" if branch not in self.rules.makes or is_abbreviation else ""

    def _of_class(self, surface: str, target: str, cls: str, branch: str, after: str, before: str) -> str:
        """What any other class says with the title or with what stands around the mention, or that there is none."""
        words, terms = self.words, self.orthography.terms
        if cls in self.doubts and any(doubt.title.search(target) for doubt in self.doubts[cls]):
            return "type"
        if cls == ENTITY:
            nouns = self.orthography.nouns
            if is_one_of_kind(surface, before, after, words) or is_noun(surface, target, before, after, nouns, words):
                return "common"
            if surface in self.dates and target.startswith(surface):
                return "number"  # `[[June 1990|June]]`
        elif terms and branch == "Person" and begins_term(surface, after, terms, words):
            return "term"
        return ""

    def _of_other_words(self, surface: str, bare: str, target: str, cls: str, branch: str, at_start: bool) -> str:
        """What it says that a surface is another than the title."""
        words = self.words
        if ROMAN_NUMERAL.fullmatch(surface):
            return "number"  # `[[Voyager 2|II]]`
        if branch == "Place" and is_demonym(surface, bare, words):
            return "demonym"
        if is_part(surface, bare, branch, words) or (cls == ENTITY and is_of_topic(surface, bare, words)):
            return "part"
        if branch in self.rules.kinds:
            return ""
        # Inside a sentence, where only names have a capital, what has one is the name in other words.
        has_name = words.one_capital and not branch and not at_start and surface[0].isupper()
        if not has_name and is_phrase(surface, target, branch, words):
            return "phrase"
        return "type" if branch and is_of_other_kind(surface, bare, branch, words.heads) else ""

    def _of_words(self, surface: str, bare: str, cls: str, branch: str, at_start: bool, after: str) -> str:
        """What the words of a surface say by themselves."""
        words = self.words
        if self._is_adjective(surface, bare, cls, branch, after):
            return "derived"
        if branch in self.rules.kinds:
            return ""
        first, _, rest = surface.partition(" ")
        if first in self.generic and is_generic(surface, bare, branch, words):
            return "generic"
        if not branch and surface.rstrip(".") in words.honorifics:
            return "generic"  # `[[Ms.]]`
        if branch:
            may_be_common = surface[0].islower()
        else:
            last = rest.rpartition(" ")[2]
            may_be_common = at_start or surface[0].islower() or last in words.common_heads
            if not rest and surface != bare and is_formula(surface, bare):
                return "symbol"
            if last in words.office_heads:
                return "generic"
        lower_case = self.orthography.cases.lower
        if may_be_common and is_common(surface, bare, branch, at_start, lower_case, words):
            return "common"
        return "derived" if not branch and is_member(surface, bare, words) else ""

    def _of_concept(self, surface: str, bare: str, target: str, cls: str) -> str:
        """What the wiki shows of a title without a class."""
        if cls != ENTITY:
            return ""
        # Where it is not known which nouns end names, `Guerra fredda` would be a concept.
        lower_case = self.orthography.cases.lower
        may_be = lower_case and self.words.name_heads
        is_one = target in self.orthography.common_titles or (
            may_be and is_concept(surface, bare, lower_case, self.words)
        )
        return "common" if is_one else ""

    def _is_adjective(self, surface: str, bare: str, cls: str, branch: str, after: str) -> bool:
        if surface == bare and not branch and cls != ENTITY:
            return False  # `[[Devonian]] period`
        words = self.words
        # The name of a language stands before words of it too: `Greek logos`.
        may_describe = surface in self.orthography.describing and branch != "Language"
        if may_describe and not (branch and surface == bare) and describes(after, words):
            return True
        if branch in derived.BRANCHES:
            return is_derived(surface, bare, branch, after, words)
        return not branch and is_describing(surface, bare, after, words)
