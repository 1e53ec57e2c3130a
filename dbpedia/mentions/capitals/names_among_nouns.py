"""Names that nothing links, where all nouns have capitals: what stands beside a word tells it from a noun.

A noun has an article, an adjective or a preposition before it, and seldom another noun right behind it. So these are
names:

- several capitalised words side by side, without the words of office and kind before them (`Bundeskanzlerin | Angela
  Merkel`), where neither an article nor an adjective stands before the first of them;
- an adjective with a capital within a sentence and the nouns behind it (`Zoologischer Garten`), since only names have
  such; an article with one too (`Die Linke`);
- what a small word of another language ties to more (`Ludwig van Beethoven`);
- one word right behind an office or a kind of thing (`Herr Müller`, `Bezirk Spandau`), or with the ending of an owner
  behind any noun (`der Einfluss Hispanias`).

A single word that the article shows to be a name in one of these ways is one elsewhere in it too, with the ending of an
owner and without; not behind an article or the like. So is one that stands behind the prepositions of places without an
article, by its ending (`in Lichtenberg`) or behind two of them (`in Weimar`, `nach Weimar`), one that begins a sentence
before the verb of one person (`Kipling schrieb`), and the owner of something (`Kiplings Drang`), each if the article
has it in another place as well.

What the words of the language, the wiki (`dbpedia.mentions.orthography.noun_uses`) or the article have as a common noun
is none: the article has a word as one where it stands behind an article more often than not. Titles are as in other
languages (`dbpedia.mentions.capitals.work_titles`). Words are data by language (`languages/`, the tables `capitals`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from dbpedia.mentions.capitals.places import apart
from dbpedia.mentions.capitals.words import CAPITAL, CAPITALS, CapitalWords
from dbpedia.mentions.capitals.work_titles import is_part_of_title, quoted_titles
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.titles import ROMAN_NUMERAL
from schemas.records import Span

_LONGEST_FIRST_NAME = 12
"""Letters; what is longer is a compound (`Dominikanerpriester | Heinrich Kramer`)."""
_SHORTEST_NOUN = 8
"""Letters of an unknown noun before a name: a shorter word is the beginning of the name (`die New York Times`)."""
_SHORTEST_KIND_WITHIN = 5
"""Letters of the shortest word for a kind of thing that ends compounds: `Hafenstadt`, but `Roland` is a name."""
_SHORTEST_OFFICE_WITHIN = 4
_SHORTEST_HEAD_WITHIN = 6
_OF_HEADS = ("", ".", "s", "es")
"""What is written behind a word that a name begins with: a dot behind `St`, else the ending of an owner."""
_SHORTEST_ADJECTIVE = 7
_SHORTEST_OWNER = 4
_SHORTEST_KNOWN = 3
"""Letters of the shortest single word that the article shows to be a name."""
_OWNER = "s"
"""The ending of an owner."""
_OF_PLACE = "er"
"""The ending of an adjective that has a capital since it is made of a place."""
_MIN_SEEN = 2
"""Places of an article that show a word to be a name which begins a sentence before a verb."""
_BEFORE = 60
"""Characters before a run that show whether its first word is a noun."""
_MOST_ATTRIBUTES = 3
"""Words before a run that are looked at: adjectives, and the article before them."""
_REMEMBERED = 1 << 16


class _Run(NamedTuple):
    """Capitalised words side by side in a text, without a small word that begins the sentence."""

    start: int
    words: tuple[str, ...]
    opens: bool = False
    """Whether its first word has a capital whatever it is."""
    marked: bool = False
    """Whether what stands before it shows a noun, or that its first word is no beginning of a name."""
    relative: bool = False
    """Whether that is no article but may be a pronoun: `, die Rafferty schrieb`."""
    quoted: bool = False
    """Whether a quotation mark stands before it."""
    acts: bool = False
    """Whether it begins a sentence, and the verb of one person follows."""
    tied: bool = False
    """Whether a small word of another language ties it to what follows."""
    preposition: str = ""
    """The one before it, if places have it."""


class _Name(NamedTuple):
    """The words of a run that are a name, and what shows it."""

    first: int
    end: int
    sign: str


class NamesAmongNouns:
    """Finds the names of articles, in a language whose nouns all have capitals."""

    def __init__(self, words: CapitalWords, orthography: Orthography) -> None:
        self.words = words
        self.nouns = orthography.nouns
        self.cases = orthography.cases
        self.abbreviations = orthography.abbreviations - words.terms
        """What is short for a name in the wiki."""
        forms = ("", *words.noun_forms)
        self.offices = _in_forms(words.offices, forms)
        self.kinds = _in_forms(words.kinds, forms)
        # A rank may stand within a name: `Alexander Freiherr von Humboldt`.
        self.common = (words.terms | words.openers | self.offices | self.kinds | self.nouns) - words.nobility
        """What no name ends with."""
        self.office_within = _lower(_in_forms(_longer(words.offices, _SHORTEST_OFFICE_WITHIN), forms))
        self.kind_within = _lower(_in_forms(_longer(words.kinds, _SHORTEST_KIND_WITHIN), forms))
        self.compound_heads = _in_forms(words.compound_heads, forms)
        self.plural_endings = tuple(f"{ending}en" for ending in words.others.noun_endings)
        self.bare_within = _lower(words.bare_nouns)
        self.adjectives = _in_forms(words.adjectives, words.adjective_forms)
        self.adjective_endings = tuple(_in_forms(words.adjective_endings, words.adjective_forms))
        saints = words.others.saints
        heads = words.first_heads | saints
        self.heads = _in_forms(heads, _OF_HEADS)
        """Words for a kind of thing that its name begins with."""
        self.heads_within = _lower(_in_forms(_longer(heads, _SHORTEST_HEAD_WITHIN), _OF_HEADS))
        self.before_nouns = words.articles | words.others.noun_markers
        self.places = words.before_places | words.before_ended_places
        self.named = frozenset(map(str.capitalize, words.relatives))
        """Articles that names begin with."""
        self.is_before_noun = lru_cache(_REMEMBERED)(self._is_before_noun)
        self.sort = lru_cache(_REMEMBERED)(self._sort)
        dotted = "|".join(sorted({CAPITAL, *words.others.honorifics, *saints}))
        word = rf"(?:(?:{dotted})\.(?= {CAPITAL})|{CAPITAL}\w*(?:['’&-]\w+)*(?![\w-]))"
        self.pattern = re.compile(rf"(?<![\w'’&.-])(?<!\b[^\W\d_{CAPITALS}]\. ){word}(?: {word})*")
        self.marks_noun = re.compile(rf"(?:{'|'.join(words.sure_attributes)})\Z")
        """Matches what is an adjective before a noun and no verb."""
        self.acts = re.compile(rf" (?:{'|'.join(words.verbs)})\b")
        self.tied = re.compile(rf" (?:{'|'.join(map(re.escape, words.ties))}) (?={CAPITAL})")
        self.name_tied = re.compile(rf" (?:{'|'.join(words.name_ties)}) (?={CAPITAL})")
        self.topic = re.compile(rf"(?:{'|'.join(words.topic_joins)})(?={CAPITAL})")
        self.relative = re.compile(rf", (?:{'|'.join(words.relatives)}) \Z")

    def find(
        self,
        texts: Sequence[str],
        taken: Sequence[Sequence[Span]],
        lower_case: Collection[str],
        titles: Sequence[Sequence[Span]] = (),
        places: Collection[str] = (),  # noqa: ARG002 (both rules are called alike)
    ) -> Iterator[list[Span]]:
        """Where names stand in the sentences of an article, in order, outside the spans that are taken.

        As `dbpedia.mentions.capitals.names.CapitalisedNames.find`, but nothing hangs on what is a place.
        """
        runs = [list(self._runs(text)) for text in texts]
        article = _Article(self, lower_case)
        article.see([run for each in runs for run in each])
        for text, each, spans, works in zip(texts, runs, taken, titles or [[] for _ in texts], strict=True):
            found = [*quoted_titles(text, self.words), *works]
            for run in each:
                name = article.name(run)
                span = self._span(text, run, name) if name else None
                if span and (not works or not is_part_of_title(text, span, works, self.words)):
                    found.append(span)
            yield list(apart(found, spans)) if found else []

    def _runs(self, text: str) -> Iterator[_Run]:
        """The runs of a text, but for single words that only begin a sentence."""
        for match in self.pattern.finditer(text):
            start = match.start()
            first, *others = words = tuple(match[0].split(" "))
            before = text[max(0, start - _BEFORE) : start]
            shown = before.rstrip()
            tied = not others and bool(self.tied.match(text, match.end()))
            opens = not shown or shown[-1] in _OPENING
            if self._is_small(first) or (opens and self._only_opens(first)):
                if not others or before.endswith(_QUOTES):
                    continue  # of what is quoted nothing is known without its beginning
                lower = first.lower()
                # What has an unknown word before it may be the end of a name: `Caroline | Louise Marquet`.
                is_known = first in self.words.openers or lower in self.cases.lower
                marked = lower in self.before_nouns or not is_known
                preposition = lower if lower in self.places else ""
                yield _Run(start + len(first) + 1, words[1:], marked=marked, preposition=preposition)
            elif opens:
                acts = not shown and bool(self.acts.match(text, match.end()))
                yield _Run(start, words, opens=True, quoted=before.endswith(_QUOTES), acts=acts, tied=tied)
            else:
                last = before[:-1].rpartition(" ")[2]
                yield _Run(
                    start,
                    words,
                    marked=self._is_marked(before),
                    relative=last in self.words.relatives and bool(self.relative.search(before)),
                    tied=tied,
                    preposition=last if last in self.places else "",
                )

    def _is_small(self, word: str) -> bool:
        """Whether a word is none of a name wherever it has a capital."""
        return word in self.words.openers or (word.lower() in self.before_nouns and word not in self.named)

    def _only_opens(self, word: str) -> bool:
        """Whether a word that begins a sentence is none that may begin a name."""
        lower = word.lower()
        if lower in self.before_nouns or lower in self.cases.lower:
            return True
        return lower not in self.cases.upper and (
            self.is_adjective(word) or word.endswith(self.words.attribute_endings)
        )

    def _is_marked(self, before: str) -> bool:
        """Whether a text ends with a word that stands before nouns, adjectives behind it or not."""
        rest, space, behind = before.rpartition(" ")
        if behind or not space:
            return False
        for place in range(_MOST_ATTRIBUTES):
            rest, _, word = rest.rpartition(" ")
            if word.lower() in self.before_nouns or (not place and self.is_before_noun(word)):
                return True
            if not (word.islower() and word.endswith(self.words.attribute_endings)):
                return False
        return False

    def _is_before_noun(self, word: str) -> bool:
        """Whether a word before another is a number, or surely an adjective, so that the other is a noun."""
        if word[-1:].isdigit():
            return True
        return self.marks_noun.search(word) is not None and word not in self.words.others.small_words

    def is_adjective(self, word: str) -> bool:
        """Whether a word is an adjective by its ending, or one that names begin with."""
        if word in self.adjectives:
            return True
        is_long = len(word) >= _SHORTEST_ADJECTIVE  # not `Tische`
        return is_long and word.endswith(self.adjective_endings) and word not in self.nouns

    def is_head(self, word: str) -> bool:
        """Whether a word is that for a kind of thing that its name begins with: `Stadtmuseum | Berlin`."""
        return word in self.heads or word.lower().endswith(self.heads_within)

    def is_plural(self, word: str) -> bool:
        """Whether a word is the plural of a noun by its ending."""
        return word.lower().endswith(self.plural_endings)

    def is_place(self, word: str, prepositions: Collection[str]) -> bool:
        """Whether a word is a place by its ending and the prepositions that it stands behind without an article."""
        words = self.words
        if word.endswith(words.place_endings) or len(words.before_places.intersection(prepositions)) > 1:
            return True
        return not words.before_any_place.isdisjoint(prepositions) and not (
            word.endswith(words.bare_endings) or word.lower().endswith(self.bare_within) or self.sort(word)
        )

    def is_owner(self, word: str) -> bool:
        """Whether a word may be a name with the ending of an owner: `Berlins`, but not `Haus`."""
        is_long = len(word) >= _SHORTEST_OWNER and not word.isupper()
        return is_long and word.endswith(_OWNER) and not word.endswith(self.words.no_owners)

    def _sort(self, word: str) -> str:
        """What a word before others is: a term, an office, a kind or another noun; empty where it may be of a name."""
        if word in self.words.terms:
            return "term"
        word = word.rstrip(".")
        lower = word.lower().rpartition("-")[2]
        if word in self.offices or lower.endswith(self.office_within):
            return "office"
        if word in self.kinds or lower.endswith(self.kind_within):
            return "kind"
        is_noun = word in self.nouns or lower.endswith(self.words.others.noun_endings)
        return "noun" if is_noun or (len(word) > _LONGEST_FIRST_NAME and "-" not in word) else ""

    def _span(self, text: str, run: _Run, name: _Name) -> Span | None:
        """Where a name of a run stands, with what belongs to it behind it; None where it is not known where it ends."""
        start = run.start + len(" ".join(run.words[: name.first])) + (name.first > 0)
        end = start + len(" ".join(run.words[name.first : name.end]))
        if name.end < len(run.words):
            return start, end
        is_ruler = ROMAN_NUMERAL.fullmatch(run.words[-1]) is not None
        end += is_ruler and text[end : end + 1] == "."
        if name.sign == "article":
            behind = _TIED.match(text, end)
            return None if behind and behind[1] in self.words.in_titles else (start, end)
        tie = self.tied.match(text, end)
        if not tie and (is_ruler or (name.sign in _OF_SEVERAL and name.end - name.first > 1)):
            tie = self.name_tied.match(text, end)
        if not tie and f" {text[start:end]}".endswith(self.words.topic_heads):
            tie = self.topic.match(text, end)
        following = self.pattern.match(text, tie.end()) if tie else None
        return start, following.end() if following else end


class _Article:
    """What an article shows of its capitalised words."""

    def __init__(self, rule: NamesAmongNouns, lower_case: Collection[str]) -> None:
        self.rule = rule
        self.lower_case = lower_case
        self.seen: Counter[str] = Counter()
        """How often each word begins a run."""
        self.marked: Counter[str] = Counter()
        """How often it does where a noun stands."""
        self.bare: Counter[str] = Counter()
        """How often it does elsewhere, but where a sentence begins."""
        self.begun: set[str] = set()
        """The words that names of two words begin with."""
        self.known: set[str] = set()
        """The single words that the article shows to be names."""

    def see(self, runs: Sequence[_Run]) -> None:
        """Learn which single words are names: first of what is sure by itself, then of what that tells apart."""
        for run in runs:
            first = run.words[0]
            self.seen[first] += 1
            if run.marked and not run.relative:
                self.marked[first] += 1
            elif not run.opens:
                self.bare[first] += 1
        places: dict[str, set[str]] = {}
        several = [run for run in runs if len(run.words) > 1]
        for run in runs:
            if run.marked or len(run.words) > 1:
                continue
            word = run.words[0]
            if run.acts and not self.marked[word] and self.seen[word] >= _MIN_SEEN:
                self.known.add(word)
            if run.preposition:
                places.setdefault(word, set()).add(run.preposition)
        for word, prepositions in places.items():
            if self.rule.is_place(word, prepositions):
                self.known.add(word)
        for run in several:
            word = run.words[0]
            if not run.marked and self.rule.is_owner(word) and self.bare[word[:-1]]:
                self.known.add(word[:-1])  # `Kiplings Drang` in an article that has `Kipling` as well
        for run in several:
            name = self._certain(run)
            if name and name.sign in _OF_ONE:
                word = run.words[name.first]
                self.known.add(word[:-1] if name.sign == "owner" else word)
        # `Klaus Wowereit` tells that `Wowereits Rücktritt` is no name.
        self._see_full([run for run in several if not any(map(self.rule.is_owner, run.words))])
        self._see_full(several)

    def _see_full(self, runs: Sequence[_Run]) -> None:
        """Learn the last words of names of several words, and the first of two."""
        known: set[str] = set()
        for run in runs:
            name = self._certain(run)
            if not name or name.sign != "full":
                continue
            words = run.words[name.first : name.end]
            if ROMAN_NUMERAL.fullmatch(words[-1]):
                words = words[:-1]
            last = words[-1]
            if last.isalpha() and len(last) >= _SHORTEST_KNOWN:
                if not self.rule.is_owner(last):
                    known.add(last)
                self.begun.update(words[:1] if len(words) == 2 else ())
        self.known |= known

    def name(self, run: _Run) -> _Name | None:
        """The name in a run, if there is one."""
        if len(run.words) > 1:
            return self._certain(run)
        word = run.words[0]
        if self._is_compound(word):
            return _Name(0, 1, "compound")
        if run.tied and not self._is_noun(word) and not self.rule.sort(word):
            return _Name(0, 1, "tied")
        is_free = run.relative or not run.marked
        return _Name(0, 1, "known") if is_free and self.is_known(word) else None

    def _is_compound(self, word: str) -> bool:
        """Whether a word is a name and a kind of thing: `Karl-Marx-Allee`, but not `Elite-Schule`."""
        name, _, head = word.rpartition("-")
        if head not in self.rule.compound_heads:
            return False
        parts = [part for part in name.split("-") if part]
        return bool(parts) and not any(len(each) < _SHORTEST_KNOWN or self._is_common(each) for each in parts)

    def _is_common(self, word: str) -> bool:
        """Whether the part of a compound is no name: a noun or what the wiki has in lower case."""
        return bool(self.rule.sort(word)) or self._is_noun(word) or word.lower() in self.rule.cases.lower

    def is_known(self, word: str) -> bool:
        """Whether a single word is a name in the article, or one with the ending of an owner."""
        return any(each in self.known and not self._is_noun(each) for each in (word, word.removesuffix(_OWNER)))

    def _is_noun(self, word: str) -> bool:
        """Whether a single word is a common noun, by the words of the language, the wiki or the article."""
        lower = word.lower()
        if word in self.rule.common or lower in self.lower_case:
            return True
        return lower.endswith(self.rule.words.others.noun_endings) or self.marked[word] > self.bare[word]

    def _certain(self, run: _Run) -> _Name | None:
        """The name in a run of several words by these and what stands before it."""
        rule, words, stop = self.rule, run.words, len(run.words)
        if words[0] in rule.named and not run.opens:
            return _Name(0, stop, "article")
        if run.quoted and any(map(rule.sort, words)):
            return None  # `„Star Trek“` is a name, `„Kampf Berlins“` may be anything
        first, before = 0, ""
        while first < stop:
            word, goes_on = words[first], first + 1 < stop
            if goes_on and rule.is_head(word) and self._may_be_headed(words[first + 1]):
                return _Name(first, stop, "headed")
            if goes_on and words[-1] in rule.words.foreign_heads and not rule.sort(word):
                return _Name(first, stop, "headed")
            if goes_on and rule.is_adjective(word) and not (run.opens and not first):
                # `die Medizinischen Fakultäten` are several of a kind.
                return None if rule.is_plural(words[-1]) else _Name(first, stop, "adjective")
            sort = rule.sort(word)
            if first and not goes_on and word.endswith(rule.words.place_endings) and not self._is_noun(word):
                sort = ""  # `Stadt Kapstadt`
            if not sort and goes_on and ((run.marked and not first) or self.marked[word] > self.bare[word]):
                sort = "unknown"
            if not sort:
                break
            before = sort
            first += 1
        end = stop
        while end > first + 1 and self._is_noun(words[end - 1]):
            end -= 1
        if end - first > 1:
            is_cut = before == "unknown" and len(words[first - 1]) < _SHORTEST_NOUN  # `die | New | York Times`
            return None if before == "term" or is_cut else self._of_several(words, first, end)
        return self._of_one(words, first, end, before) if first < end else None

    def _may_be_headed(self, word: str) -> bool:
        """Whether a word behind one for a kind of thing is its name, and neither a noun nor an owner."""
        return not self._is_noun(word) and not (self.rule.is_owner(word) and self.is_known(word.removesuffix(_OWNER)))

    def _of_several(self, words: Sequence[str], first: int, end: int) -> _Name | None:
        """The name in several words side by side that are no nouns by themselves."""
        one, *_, last = words[first:end]
        if end - first == 2:
            if self._is_of_place(one):
                return None
            if self.rule.is_owner(last) and last[:-1] in self.known and one not in self.begun:
                return _Name(first + 1, end, "owner")
            if self.rule.is_owner(one) and one[:-1] in self.known and last not in self.known:
                return _Name(first, first + 1, "known")
        return _Name(first, end, "full")

    def _of_one(self, words: Sequence[str], first: int, end: int, before: str) -> _Name | None:
        """The name that is the one word left between nouns, `before` is the sort of the last before it."""
        word = words[first]
        if not before:  # `Kiplings Drang`, `dass Berlin Mitglied wurde`
            return _Name(first, end, "known") if self.is_known(word) else None
        if end < len(words) or self._is_noun(word):
            return None
        if self.rule.is_owner(word):
            return None if self._is_of_place(words[first - 1]) else _Name(first, end, "owner")
        is_introduced = before in ("office", "kind") and len(word) >= _SHORTEST_KNOWN
        return _Name(first, end, "introduced") if is_introduced else None

    def _is_of_place(self, word: str) -> bool:
        """Whether a word is that of a place, with the ending of an adjective: `Berliner Mauer`."""
        return word.endswith(_OF_PLACE) and any(
            place in self.known or self.bare[place] or place.lower() in self.rule.cases.upper
            for place in (word[:-2], word[:-1], f"{word[:-2]}en")
        )


def _in_forms(words: Collection[str], forms: Collection[str]) -> frozenset[str]:
    """The words with each of the endings."""
    return frozenset(word + form for word in words for form in forms)


def _longer(words: Collection[str], length: int) -> list[str]:
    return [word for word in words if len(word) >= length]


def _lower(words: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(map(str.lower, words)))


_OF_ONE = ("owner", "introduced")
"""Signs of a single word that is a name."""
_OF_SEVERAL = ("full", "adjective")
"""Signs of names that the language's own small words tie to more."""
_TIED = re.compile(rf" (\w+) {CAPITAL}")
_QUOTES = ('"', "'", "“", "”", "„", "«", "»", "‘", "‚", "›")
_OPENING = "".join(_QUOTES) + ".]?!¿¡:;…([{\n"
