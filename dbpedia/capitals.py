"""Names that nothing links: runs of capitalised words in the text of an article.

A run is one capitalised word or several, tied by a space or by a small word such as `of` (`State Science Institute`,
`Treaty of Paris`). Where a capital says nothing, at the beginning of a sentence or of what is quoted, the other places
of the article and of the wiki decide. A run is a name if

- it has several words, and they are not all words of offices, adjectives or dates (`Prime Minister`, `Greek`);
- or it is one word that the article has with a capital only, and so has the wiki; a word that the wiki also has in
  lower case (`bush`, by `dbpedia.word_cases`) must stand at `MIN_SEEN` places of the article, and not behind an article
  (`the State`), where a word for a kind of thing is none (`the Institute`).

Offices before a name are left out (`President Lincoln`), and an ordinal before one is part of it (`2nd Division`).
Parts of longer names and several of a kind are none (`Latter-day Saints`, `Universities of Oxford and Cambridge`).
Abbreviations in capitals are names where they have dots (`U.S.`). The title of a work in quotation marks or in italic
type is one name, small words included.

Words are data by language (`capitals.toml`); a language without a table has no such names.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import files
from itertools import accumulate
from typing import NamedTuple

from dbpedia.derived import describes
from dbpedia.longer_names import behind_comma
from dbpedia.word_cases import WordCases
from dbpedia.words import Words

MIN_SEEN = 3
"""Places within sentences at which an article must have a word with a capital that the wiki also has without."""
_BEFORE = 40
"""Characters before a name that may show that it is part of a longer one."""
_AFTER = 40
"""Characters behind a word that show whether it is an adjective."""
_MIN_LENGTH = 3
_MIN_STEM = 5
_REMEMBERED = 1 << 16

Span = tuple[int, int]


@dataclass(frozen=True)
class CapitalWords:
    """The words of a language that the rule needs. Picklable, so that it can travel to workers."""

    openers: frozenset[str]
    articles: frozenset[str]
    indefinite: frozenset[str]
    offices: frozenset[str]
    nobility: frozenset[str]
    adjectives: frozenset[str]
    adjective_endings: tuple[str, ...]
    demonym_endings: tuple[str, ...]
    terms: frozenset[str]
    described: frozenset[str]
    describing_endings: tuple[str, ...]
    adverb_endings: tuple[str, ...]
    clause_openers: frozenset[str]
    ties: tuple[str, ...]
    joins: tuple[str, ...]
    topic_joins: tuple[str, ...]
    topic_heads: tuple[str, ...]
    list_joins: tuple[str, ...]
    routes: frozenset[str]
    dotted_endings: frozenset[str]
    in_titles: frozenset[str]
    epithets: frozenset[str]
    others: Words
    """What the noise rules know."""


def capital_words(lang: str, words: Words) -> CapitalWords | None:
    """The words of a language by its code, None where `capitals.toml` does not have it.

    Dates, demonyms, honorifics and indefinite articles are those of the noise rules.
    """
    data = tomllib.loads(files("dbpedia").joinpath("capitals.toml").read_text("utf-8"))["words"]
    if lang not in data:
        return None
    table = {name: tuple(values) for name, values in data[lang].items()}
    return CapitalWords(
        openers=frozenset(table["openers"]),
        articles=frozenset((*table["articles"], *(word.title() for word in table["articles"]))),
        indefinite=words.indefinite,
        offices=frozenset(table["offices"]) | words.honorifics,
        nobility=frozenset(table["nobility"]),
        adjectives=frozenset(table["adjectives"]) | words.demonyms,
        adjective_endings=table["adjective_endings"],
        demonym_endings=table["demonym_endings"],
        terms=frozenset(table["terms"]).union(word.title() for word in words.dates),
        described=frozenset(table["described"]),
        describing_endings=table["describing_endings"],
        adverb_endings=table["adverb_endings"],
        clause_openers=frozenset(table["clause_openers"]),
        ties=table["ties"],
        joins=tuple(f" {join} " for join in table["joins"]),
        topic_joins=tuple(f" {join} " for join in table["topic_joins"]),
        topic_heads=tuple(f" {head}" for head in table["topic_heads"]),
        list_joins=tuple(f" {join} " for join in table["list_joins"]),
        routes=frozenset(table["routes"]),
        dotted_endings=frozenset(table["dotted_endings"]),
        in_titles=frozenset(table["in_titles"]),
        epithets=frozenset(table["epithets"]),
        others=words,
    )


class _Part(NamedTuple):
    """The words of a run from one of them on, offices before a name left out."""

    offset: int
    """Code points of the run before it."""
    text: str
    word: str
    """Its only capitalised word, empty where it has several."""
    is_name: bool
    """Whether its words alone allow a name."""
    is_common: bool
    """Whether the wiki has all its words in lower case too."""
    behind_article: bool
    """Whether an article within the run comes before it."""


class _Run(NamedTuple):
    """What the words of a run show, wherever it stands."""

    whole: _Part | None
    opened: _Part | None
    """The same without what only begins a sentence."""
    opens: bool
    """Whether it has words that only begin a sentence."""
    common_first: bool
    """Whether the wiki has its first word in lower case too."""


class CapitalisedNames:
    """Finds the capitalised names of articles."""

    def __init__(self, words: CapitalWords, cases: WordCases, abbreviations: Iterable[str] = ()) -> None:
        self.words = words
        self.cases = cases
        no_names = words.offices | words.terms | {unit.upper() for unit in words.others.units}
        self.abbreviations = frozenset(abbreviations) - no_names
        """What is short for a name in the wiki."""
        self.pattern = _pattern(words)
        self.run: Callable[[str], _Run] = lru_cache(_REMEMBERED)(partial(_read_run, words=words, cases=cases))

    def find(
        self,
        texts: Sequence[str],
        taken: Sequence[Sequence[Span]],
        lower_case: Collection[str],
        titles: Sequence[Sequence[Span]] = (),
    ) -> Iterator[list[Span]]:
        """Where names stand in the sentences of an article, in order, outside the spans that are taken.

        `lower_case` are the words that the article has in lower case, `titles` what the method of that name gives for
        each sentence. A run that shares a letter with a taken span is part of a longer name or has a name in it, and is
        left out.
        """
        spans_of = (self._spans(text, spans) for text, spans in zip(texts, taken, strict=True))
        runs = [
            [(start, self.run(text[start:end])) for start, end in found]
            for text, found in zip(texts, spans_of, strict=True)
        ]
        article = _Article(self.words, self.cases, lower_case)
        initial = [[_is_initial(text, start) for start, _ in each] for text, each in zip(texts, runs, strict=True)]
        for text, each, begins in zip(texts, runs, initial, strict=True):
            for (start, run), begin in zip(each, begins, strict=True):
                article.see(run, begin, text, start)
        titles = titles or [[] for _ in texts]
        for text, each, begins, spans, works in zip(texts, runs, initial, taken, titles, strict=True):
            found = [*_quoted_titles(text, self.words), *works]
            for (start, run), begin in zip(each, begins, strict=True):
                part = article.name(run, begin, text, start)
                if part:
                    start += part.offset
                    name = start, self._end(text, start + len(part.text), part)
                    if not self.is_part(text, name, works):
                        found.append(name)
            yield list(_apart(found, spans)) if found else []

    def titles(self, text: str, italics: Sequence[Span]) -> Iterator[Span]:
        """What of the parts of a text in italic type is the title of a work by its capitals."""
        for start, end in italics:
            title = text[start:end].rstrip(_BEHIND_TITLE).removesuffix("'s").removesuffix("’s")
            if _is_title(title, self.words):
                yield start, start + len(title)

    def is_part(self, text: str, name: Span, titles: Sequence[Span]) -> bool:
        """Whether a name in a text is a part of one of these titles, and not all of it but an article before it."""
        first, last = name
        return any(
            start <= first
            and last <= end
            and (last < end or text[start:first].rstrip() not in ("", *self.words.articles))
            for start, end in titles
        )

    def _spans(self, text: str, taken: Sequence[Span]) -> Iterator[Span]:
        """Where the runs stand, joined over small words where common nouns show that both are parts of one name.

        `Center for Relief`; `Department of Labor and Trade`, but not `University of Paris and London`. What is taken
        is a name of its own: `chair of the Board for [[Angola]]`.
        """
        before: Span | None = None
        for match in self.pattern.finditer(text):
            start, end = match.span()
            if (
                before
                and self._are_joined(text[slice(*before)], text[before[1] : start], match[0])
                and not any(begin < end and start < stop for begin, stop in taken)
            ):
                start = before[0]
            elif before:
                yield before
            before = start, end
        if before:
            yield before

    def _end(self, text: str, end: int, part: _Part) -> int:
        """Where the name ends in a text, with the dot that its last word needs (`Clint Murchison Sr.`) or `, Inc.`."""
        dotted = text[end : end + 1] == "." and part.text.rpartition(" ")[2] in self.words.dotted_endings
        return behind_comma(text, end + dotted, self.words.others)

    def _are_joined(self, run: str, gap: str, following: str) -> bool:
        common, words = self.cases.lower, self.words
        last, first = run.rpartition(" ")[2], following.partition(" ")[0]
        if gap.strip() in words.others.articles and first in words.epithets:
            return " " not in run  # `Peter the Great`
        if gap in words.topic_joins:
            return f" {run}".endswith(words.topic_heads) and first not in words.terms
        if gap in words.list_joins and following.rpartition(" ")[2] in words.routes and last not in words.others.heads:
            return True  # `Miami and Erie Canal`
        if " " not in run:
            return False
        if gap in words.list_joins and first in words.others.saints:
            return any(map(str.islower, run.split())) and not words.others.saints.isdisjoint(run.split())
        if last.lower() not in common:
            return False
        if gap in words.list_joins:
            if first.lower() not in common:
                return False
            return any(map(str.islower, run.split())) or self._is_half(last, following)
        # `left Angola School for Babbage School`
        return gap in words.joins and following.rpartition(" ")[2] not in words.others.heads

    def _is_half(self, last: str, following: str) -> bool:
        """Whether a run with this last word lacks what the following one ends with: `Economic and Social Council`."""
        others = self.words.others
        is_whole = last in others.heads or last in others.generic or last in self.words.offices
        return not is_whole and " " in following and others.heads.get(following.rpartition(" ")[2]) == "Organisation"


class _Article:
    """What an article shows of its capitalised words."""

    def __init__(self, words: CapitalWords, cases: WordCases, lower_case: Collection[str]) -> None:
        self.words = words
        self.cases = cases
        self.lower_case = lower_case
        self.seen: Counter[str] = Counter()
        """How often each word stands alone with a capital within sentences."""
        self.longer: set[str] = set()
        """The runs of several words within sentences."""
        self.last: set[str] = set()
        """Their last words."""
        self.naming: set[str] = set()
        """The words that once stand alone where they describe nothing."""

    def see(self, run: _Run, initial: bool, text: str, start: int) -> None:
        part = run.opened if initial and run.opens else run.whole
        if part and part.word and not _describes(part, text, start, self.words):
            self.naming.add(part.word)
        if part is None or (initial and not run.opens):
            return
        if part.word:
            self.seen[part.word] += 1
        else:
            self.longer.add(part.text)
            self.last.add(part.text.rpartition(" ")[2])

    def name(self, run: _Run, initial: bool, text: str, start: int) -> _Part | None:
        """The part of the run at a place of a text that is a name, if any."""
        part = self._possible_name(run, initial, text, start)
        return part if part and not self._is_fragment(part, text, start) else None

    def _is_fragment(self, part: _Part, text: str, start: int) -> bool:
        """Whether a part of the run at a place is no whole name by what stands around it, or several of a kind.

        `Latter-day Saints`, `People's Party`, `Druid's Hall`; `Laccadive and Amindivi Islands`, `Universities of Oxford
        and Cambridge`, `Striped Hyenas` in an article that has `Striped Hyena`.
        """
        begin = start + part.offset
        before = text[max(0, begin - _BEFORE) : begin]
        if part.word:
            if part.word.lower() not in self.cases.lower:
                return False
            owned = _OWNED_NAME.match(text, begin + len(part.text))
            return bool(owned or _COMPOUND_BEFORE.search(before) or _OWNER_BEFORE.search(before))
        others = self.words.others
        last = part.text.rpartition(" ")[2]
        if last not in others.heads and not self.longer.isdisjoint(others.singulars(part.text)):
            return True
        first, following, *_ = part.text.split()
        if following in others.binders and self._are_kinds(first):
            return True
        *_, joined = before.split()[-2:-1] or [""]
        return before.endswith(self.words.list_joins) and joined[:1].isupper() and self._are_kinds(last)

    def _are_kinds(self, word: str) -> bool:
        """Whether a word is the plural of one that says what kind of thing has a name (`Counties`)."""
        others = self.words.others
        return word not in others.heads and any(each in others.heads for each in others.singulars(word))

    def _possible_name(self, run: _Run, initial: bool, text: str, start: int) -> _Part | None:
        """The part of the run at a place of a text that is a name by its own words and the rest of the article."""
        whole = run.whole
        if initial and run.opens and not (whole and whole.text in self.longer):
            part = run.opened
            if part is None or self._is_describing(part, text, start):
                return None
            return part if self._is_name(part, part.behind_article) else None
        if whole is None or not whole.is_name or _is_genus(whole, text, start):
            return None
        if not initial:
            article = _article_before(text, start, self.words)
            if article.lower() in self.words.indefinite:
                is_one = not _describes(whole, text, start, self.words) if whole.word else whole.is_common
                if is_one:
                    return None  # `a Supreme Court`, `a Muslim`
            if self._is_describing(whole, text, start):
                return None
            return whole if self._is_name(whole, bool(article)) else None
        if whole.word:
            lower = whole.word.lower()
            sure = whole.word in self.seen or lower in self.cases.upper
            sure = sure or (whole.word in self.last and lower not in self.cases.lower)
            sure = sure and (whole.word in self.naming or not self._is_describing(whole, text, start))
            return whole if sure and self._is_name(whole, False) else None
        if whole.text in self.longer or not run.common_first:
            return whole
        return None

    def _is_describing(self, part: _Part, text: str, start: int) -> bool:
        """Whether a part of the run at a place is a word that describes the noun behind it, and is no name elsewhere.

        `Latin tradition`; not `Rushdie fatwa` in an article that also has `Rushdie was`, unless the word has the ending
        of an adjective.
        """
        word = part.word
        if not word or not _describes(part, text, start, self.words):
            return False
        if word.endswith(self.words.describing_endings):
            return True
        return part.text == word and "." not in word and word not in self.naming and word not in self.last

    def _is_name(self, part: _Part, behind_article: bool) -> bool:
        word = part.word
        if not word or not part.is_name or "." in word:
            return part.is_name
        lower = word.lower()
        if lower in self.lower_case or (self._is_kind(word) and (behind_article or lower in self.cases.lower)):
            return False
        if lower in self.cases.lower and word not in self.last:
            return self.seen[word] >= MIN_SEEN and not behind_article
        return not self._is_demonym(word)

    def _is_kind(self, word: str) -> bool:
        """Whether the word says what kind of thing has a name that ends so: `the Institute`."""
        return word in self.words.others.heads or word in self.words.others.generic

    def _is_demonym(self, word: str) -> bool:
        """Whether the word is that of a place, which the article or the wiki has, with an ending: `Angolan`."""
        for ending in self.words.demonym_endings:
            stem = word.removesuffix(ending)
            if stem != word and len(stem) >= _MIN_STEM and (stem in self.seen or stem.lower() in self.cases.upper):
                return True
        return False


def _pattern(words: CapitalWords) -> re.Pattern[str]:
    """A run of capitalised words, an ordinal before them or not (`3rd Canadian Division`).

    Where one is part of a word that is no name (`Latin-based`), nothing matches. What begins with a capitalised article
    is a name of its own (`Committee of The Public Interest`).
    """
    tied = "|".join(map(re.escape, words.ties))
    title = "|".join(sorted(word for word in words.articles if word.istitle() and len(word) > 1))
    return re.compile(
        rf"(?<![\w\-–/.&])(?<!\w['’])(?:{_ORDINAL} )?{_UNIT}(?:(?: & | (?:{tied}) (?!(?:{title})\b)| ){_UNIT})*"
        r"(?: \d{1,3}(?![\w%–-]|, ?\d|\.(?!\Z)| [^\W\dA-Z]\w{2,}s\b))?(?!\w|[\-–/&.]\w|['’](?!s\b)\w)"
    )


def _read_run(text: str, words: CapitalWords, cases: WordCases) -> _Run:
    units = text.split(" ")
    offsets = list(accumulate((len(unit) + 1 for unit in units), initial=0))
    openers = 0
    while openers < len(units) and units[openers] in words.openers:
        openers += 1

    counted = units[0][0].isdigit()

    def part(first: int) -> _Part | None:
        begin = _without_offices(units, first, words, cases)
        if begin is None:
            return None
        capitalised = [unit for unit in units[begin:] if not _is_tie(unit) and not unit.isdigit()]
        word = capitalised[0] if len(capitalised) == 1 else ""
        if counted and begin == first == 1 and (not word or word in words.others.heads):
            # A kind of thing that is counted is a name: `2nd Division`
            is_name = bool(word) or not all(_is_no_name(unit, words) for unit in capitalised)
            return _Part(0, text, "", is_name, False, False)
        is_name = _can_be_name(word, words) if word else not all(_is_no_name(unit, words) for unit in capitalised)
        if is_name and not word and capitalised[-1] in words.described:
            is_name = not (_is_adjective(capitalised[-2], words) or capitalised[-2].endswith(words.describing_endings))
        behind = begin > 0 and units[begin - 1] in words.articles
        common = all(unit.lower() in cases.lower or _is_adjective(unit, words) for unit in capitalised)
        return _Part(offsets[begin], text[offsets[begin] :], word, is_name, common, behind)

    if counted:
        return _Run(part(1), None, False, True)
    first = units[0].lower()
    return _Run(part(0), part(openers), openers > 0, first in cases.lower)


def _without_offices(units: Sequence[str], first: int, words: CapitalWords, cases: WordCases) -> int | None:
    """Where the name begins in the words of a run from `first` on, None where it is that of an office.

    `French President Charles de Gaulle` is a name with something before it, `Justice Department` is one as it is, and
    `Duke of York` is none of York.
    """
    if units[-1] in words.offices and len(units) > first + 1:
        return None
    begin, office, noble = first, False, False
    while begin < len(units):
        unit = units[begin].rstrip(".")
        if words.offices.issuperset(unit.split("-")):
            office, noble = True, noble or unit in words.nobility
        elif not _is_adjective(unit, words) and not _is_tie(unit):
            break
        begin += 1
    if begin == len(units):
        return None if office or begin == first else first
    if not office:
        begin = _behind_person_title(units, first, words, cases) or _behind_post(units, first, words, cases)
        return None if _is_tie(units[begin]) else begin
    tied = _is_tie(units[begin - 1])
    if (tied and noble) or units[-1].isdigit():
        return None
    if units[-1].lower() in cases.lower and (not tied or units[begin].lower() in cases.lower):
        return None if tied else first
    return begin


def _behind_person_title(units: Sequence[str], first: int, words: CapitalWords, cases: WordCases) -> int | None:
    """Where the name of a person begins behind what the person is of (`California Governor Jerry Brown`), if any does.

    A word that the wiki also has in lower case is not expected there: `Massachusetts General Hospital`.
    """
    titles = words.others.honorifics
    place = next((at for at in range(first + 1, len(units)) if units[at].rstrip(".") in titles), len(units))
    name = units[place + 1 :]
    is_name = len(name) > 1 and not any(_is_tie(unit) or unit.lower() in cases.lower for unit in name)
    return place + 1 if is_name and words.offices.isdisjoint(name) else None


def _behind_post(units: Sequence[str], first: int, words: CapitalWords, cases: WordCases) -> int:
    """Where the name of what a post belongs to begins (`Managing Editor of Baylor Law Review`), else `first`."""
    for place in range(first + 1, len(units) - 1):
        if _is_tie(units[place]):
            post = units[first:place]
            begin = next(at for at in range(place, len(units)) if not _is_tie(units[at]))
            is_post = post[-1] in words.offices and all(unit.lower() in cases.lower for unit in post)
            return begin if is_post and units[begin].lower() not in cases.lower else first
    return first


def _describes(part: _Part, text: str, start: int, words: CapitalWords) -> bool:
    """Whether a noun that a part of the run at a place may describe follows it.

    None does behind a comma, nor where an adverb follows (`Aldrin immediately said`) or a verb with its clause (`Doe
    concedes that`).
    """
    end = start + part.offset + len(part.text)
    after = text[end : end + _AFTER]
    following, behind = (*_WORD.findall(after)[:2], "", "")[:2]
    if after.startswith(",") or following.endswith(words.adverb_endings) or behind in words.clause_openers:
        return False
    return describes(after, words.others)


def _is_genus(part: _Part, text: str, start: int) -> bool:
    """Whether a part of the run at a place begins the name of a species: `(Conraua goliath)`, in brackets alone."""
    begin = start + part.offset
    return bool(part.word) and text[begin - 1 : begin] == "(" and bool(_EPITHET.match(text, begin + len(part.text)))


def _is_tie(unit: str) -> bool:
    return unit.islower() or unit == "&"


def _is_adjective(unit: str, words: CapitalWords) -> bool:
    return unit in words.adjectives or unit.endswith(words.adjective_endings)


def _is_no_name(unit: str, words: CapitalWords) -> bool:
    """Whether a capitalised word is none of a name where all words of a run are like that."""
    bare = unit.rstrip(".")
    return (
        bare in words.offices
        or bare in words.terms
        or bare in words.openers
        or len(bare) == 1
        or _is_adjective(bare, words)
        or _is_abbreviation(bare)
    )


def _can_be_name(word: str, words: CapitalWords) -> bool:
    """Whether a capitalised word alone can be a name, by what it is."""
    if "." in word.rstrip("."):
        return word.replace(".", "") not in words.terms
    if "-" in word and words.terms.issuperset(word.split("-")):
        return False  # `April-May`
    is_unit = word.lower() in words.others.units
    return len(word) >= _MIN_LENGTH and not (is_unit or _is_no_name(word, words) or any(map(str.isdigit, word)))


def _is_abbreviation(word: str) -> bool:
    """Whether a word is in capitals (`DNA`, `CPUs`), which shows nothing; an expansion in brackets does."""
    return word.isupper() or (word.endswith("s") and word[:-1].isupper())


def _is_initial(text: str, start: int) -> bool:
    """Whether a word at this place has a capital whatever it is."""
    before = text[:start].rstrip() if start < 3 else text[start - 3 : start].rstrip()
    return not before or before[-1] in _OPENING or (before[-1] in _QUOTES and text[start - 1] != " ")


def _article_before(text: str, start: int, words: CapitalWords) -> str:
    """The article before a place of a text, empty where there is none."""
    before = text[max(0, start - 6) : start].rstrip().rpartition(" ")[2]
    return before if before in words.articles else ""


def _quoted_titles(text: str, words: CapitalWords) -> Iterator[Span]:
    """What stands in quotation marks and has capitals as titles of works have them."""
    for match in _QUOTED.finditer(text):
        if _is_title(match[1], words):
            yield match.start(1), match.end(1) - match[1].endswith((",", "."))


def _is_title(text: str, words: CapitalWords) -> bool:
    """Whether the words have capitals as in the title of a work: two at least, and all but numbers and small words."""
    parts = text.split(" ")
    capitals = [part[:1].isupper() for part in parts]
    fits = [capital or part[:1].isdigit() for capital, part in zip(capitals, parts, strict=True)]
    return (
        sum(capitals) > 1
        and fits[0]
        and fits[-1]
        and all(fit or part in words.in_titles for fit, part in zip(fits, parts, strict=True))
    )


def _apart(found: Sequence[Span], taken: Sequence[Span]) -> Iterator[Span]:
    """The spans that share nothing with those taken nor with each other, the longest of those that begin together."""
    last = 0
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= last and not any(begin < end and start < stop for begin, stop in taken):
            yield start, end
            last = end


_BEHIND_TITLE = ",.;:'’\"”"
"""What may be set in the type of the title before it."""
_OPENING = ".?!:;…([{\n"
_QUOTES = "\"“”„«‘'"


def _capitals() -> str:
    """The letters with a capital, as the inside of a pattern's class; those of the Basic Multilingual Plane."""
    ranges: list[list[int]] = []
    for code in range(1 << 16):
        if chr(code).isupper():
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


_CAPITAL = f"[{_capitals()}]"
_UNIT = (
    rf"(?:(?:{_CAPITAL}\.){{2,}}|{_CAPITAL}\.(?= {_CAPITAL})|St\.(?= )"
    rf"|{_CAPITAL}\w*(?:['’](?!s\b)\w+|-(?:\w{{2,3}}-)?{_CAPITAL}\w*|&{_CAPITAL}\w*)*)"
)
_COMPOUND_BEFORE = re.compile(rf"{_CAPITAL}\w*-\w+ $")
_OWNER_BEFORE = re.compile(rf"{_CAPITAL}\w*(?:['’]s|s['’]) $")
_OWNED_NAME = re.compile(rf"['’]s {_CAPITAL}")
_ORDINAL = r"\d{1,3}(?:st|nd|rd|th)"
_WORD = re.compile(r"\w+")
_EPITHET = re.compile(r" [^\W\d_]+\)")
_QUOTED = re.compile(r"[“\"«]([^”\"»“]{4,80})[”\"»]")
