"""Names that nothing links: runs of capitalised words in the text of an article.

A run is one capitalised word or several, tied by a space or by a small word such as `of` (`State Science Institute`,
`Treaty of Paris`). Where a capital says nothing, at the beginning of a sentence or of what is quoted, the other places
of the article and of the wiki decide. A run is a name if

- it has several words, and they are not all words of offices, adjectives or dates (`Prime Minister`, `Greek`);
- or it is one word that the article has with a capital only, and so has the wiki; a word that the wiki also has in
  lower case (`bush`, by `dbpedia.mentions.word_cases`) must stand at `MIN_SEEN` places of the article, and not behind
  an article (`the State`), where a word for a kind of thing is none (`the Institute`).

Offices before a name are left out (`President Lincoln`), and an ordinal before one is part of it (`2nd Division`).
Parts of longer names and several of a kind are none (`Latter-day Saints`, `Universities of Oxford and Cambridge`).
Where names of several words have one capital, those that begin with a word known for it take in their adjectives
(`Union européenne`); what goes on otherwise is left out, and what is tied to it too (`Société de linguistique de
Paris`).
Where the first of them is an adjective, what agrees with it belongs to it, in lower case too (`Русского музыкального
общества`). Two names side by side are two where a ruler's number, a script or the article tells them (`roi d'Écosse |
Jacques V`). Surnames that look like adjectives are names beside initials, and alone in the same article.
Abbreviations in capitals are names where they have dots (`U.S.`). The title of a work in quotation marks or in italic
type is one name, small words included.

Words are data by language (`languages/`, the tables `capitals`); a language without a table has no such names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial

from dbpedia.mentions.adjective_names import adjective_name
from dbpedia.mentions.capital_runs import Part, Run, read_run, run_pattern, surname_stems
from dbpedia.mentions.capital_words import CAPITAL, CapitalWords
from dbpedia.mentions.derived import describes, is_marked
from dbpedia.mentions.longer_names import behind_comma
from dbpedia.mentions.orthography import Orthography
from dbpedia.mentions.work_titles import is_part_of_title, quoted_titles
from schemas.records import Span

MIN_SEEN = 3
"""Places within sentences at which an article must have a word with a capital that the wiki also has without."""
MIN_PAIRS = 2
"""Places within sentences at which two words stand side by side that are one name, though both stand alone too."""
_BEFORE = 40
"""Characters before a name that may show that it is part of a longer one."""
_LIST = 120
"""Characters before a name that may show that it is an adjective, with a list of others between."""
_AFTER = 40
"""Characters behind a word that show whether it is an adjective."""
_MIN_STEM = 5
_REMEMBERED = 1 << 16


class CapitalisedNames:
    """Finds the capitalised names of articles."""

    def __init__(self, words: CapitalWords, orthography: Orthography) -> None:
        self.words = words
        self.orthography = orthography
        self.cases = cases = orthography.cases
        no_names = words.offices | words.terms | {unit.upper() for unit in words.others.units}
        self.abbreviations = orthography.abbreviations - no_names
        """What is short for a name in the wiki."""
        self.pattern = run_pattern(words)
        self.holds_two = bool(words.begun or words.rulers)
        """Whether a run may hold two names, by the words of the language and the article."""
        self.is_divided = bool(words.owners or words.begun or words.ended or words.place_ties)
        """Whether the words of a run may divide it."""
        # What begins with the letters of a word is searched for fastest, so its edge is looked for behind it.
        prepositions = "|".join(rf"{word}(?<=\b{word})" for word in words.before_languages)
        self.in_language = re.compile(rf"(?:{prepositions}) ({CAPITAL}\w+)(?![\w'’/–-])(?! {CAPITAL})")
        self.run: Callable[[str], Run] = lru_cache(_REMEMBERED)(partial(read_run, words=words, cases=cases))

    def find(
        self,
        texts: Sequence[str],
        taken: Sequence[Sequence[Span]],
        lower_case: Collection[str],
        titles: Sequence[Sequence[Span]] = (),
    ) -> Iterator[list[Span]]:
        """Where names stand in the sentences of an article, in order, outside the spans that are taken.

        `lower_case` are the words that the article has in lower case, `titles` those of works in italic type in each
        sentence (`dbpedia.mentions.work_titles`). A run that shares a letter with a taken span is part of a longer name
        or has a name in it, and is left out.
        """
        runs = [
            [
                (start, end, self.run(text[start:end]), _is_initial(text, start))
                for start, end in self._spans(text, spans)
            ]
            for text, spans in zip(texts, taken, strict=True)
        ]
        article = _Article(self.words, self.orthography, lower_case)
        for text, each in zip(texts, runs, strict=True):
            for start, end, run, initial in each:
                article.see(run, initial, text, start)
                body = None if initial else adjective_name(text, start, end, initial, self.words)
                if body:
                    article.bodies.add(text[slice(*body)])
        titles = titles or [[] for _ in texts]
        for text, each, spans, works in zip(texts, runs, taken, titles, strict=True):
            found = [*quoted_titles(text, self.words), *works, *self._languages(text)]
            ends = {end for _, end in spans}
            for start, end, run, initial in self._parted(each, text, article) if self.holds_two else each:
                if end in ends:
                    continue  # A name ends where its run does, so it shares its last letter with a taken span.
                name = self._name(start, end, run, initial, text, article)
                if name and (not works or not is_part_of_title(text, name, works, self.words)):
                    found.append(name)
            yield list(_apart(found, spans)) if found else []

    def _name(self, start: int, end: int, run: Run, initial: bool, text: str, article: _Article) -> Span | None:
        """Where the name in a run at a place of a text stands, if there is one."""
        if not article.is_surname(run.whole):
            body = adjective_name(text, start, end, initial, self.words)
            if body:
                return body if body[0] > start or not initial or text[slice(*body)] in article.bodies else None
        part = article.name(run, initial, text, start)
        if part is None:
            return None
        start += part.offset
        return start, self._end(text, start + len(part.text), part)

    def _parted(
        self, runs: Sequence[tuple[int, int, Run, bool]], text: str, article: _Article
    ) -> Iterator[tuple[int, int, Run, bool]]:
        """The runs of a text, those that hold two names in two parts."""
        for start, end, run, initial in runs:
            gap = self._gap(text, start, end, article)
            if gap is None:
                yield start, end, run, initial
            else:
                yield start, gap, self.run(text[start:gap]), initial
                yield gap + 1, end, self.run(text[gap + 1 : end]), False

    def _gap(self, text: str, start: int, end: int, article: _Article) -> int | None:
        """Where the first of two names in a run ends, None if it is one: `roi d'Écosse | Jacques V`.

        It ends behind the place of somebody who is named with a number, and where the article has both by themselves.
        """
        words = self.words
        first, _, rest = text[start:end].partition(" ")
        if not rest[:1].isupper():
            return None
        has_both = article.has(first) and article.has(rest)
        if words.before_ruled and (has_both or (" " in rest and _RULER.search(rest))):
            return start + len(first) if words.before_ruled.search(text, max(0, start - _BEFORE), start) else None
        is_pair = words.begun and has_both and " " not in rest and article.longer[text[start:end]] < MIN_PAIRS
        return start + len(first) if is_pair else None

    def _languages(self, text: str) -> Iterator[Span]:
        """The languages that something is written in (`translated into Dutch`), which the wiki has titles of."""
        for match in self.in_language.finditer(text):
            titles = (f"{match[1]} {head}" for head in self.words.languages)
            after = text[match.end() : match.end() + _AFTER]
            if not self.orthography.terms.isdisjoint(titles) and not describes(after, self.words.others):
                yield match.span(1)

    def _spans(self, text: str, taken: Sequence[Span]) -> Iterator[Span]:
        """Where the runs stand, joined over small words where common nouns show that both are parts of one name.

        `Center for Relief`; `Department of Labor and Trade`, but not `University of Paris and London`. What is taken
        is a name of its own: `chair of the Board for [[Angola]]`.
        """
        before: Span | None = None
        may_end = self.is_divided or (not text.isascii() and _CYRILLIC.search(text))
        for match in self.pattern.finditer(text):
            start, end = match.span()
            start = self._behind_elided(text, start)
            for name_end, next_start in sorted({*self._ends_within(text, start, end)}) if may_end else ():
                yield from [before] if before else []
                before = None
                yield start, name_end
                start = next_start
            if (
                before
                and text[before[1] : start].strip() in self.words.joining
                and self._are_joined(text[slice(*before)], text[before[1] : start], match[0])
                and not any(begin < end and start < stop for begin, stop in taken)
            ):
                start = before[0]
            elif before:
                yield before
            before = start, end
        if before:
            yield before

    def _ends_within(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Where names end within a run and where the next ones begin.

        Behind an owner (`России | Владимир Путин`), a word in the case that a name ends with (`Pozsonyban | Erkel
        László`), before a word that begins names (`Szeged | Magyarország`) or is of another script, and before the
        place of something that is no body nor event (`Ion Creangă | din | Humulești`).
        """
        words = self.words
        first = text[start:end].partition(" ")[0]
        at, owner = start, first
        while owner in words.offices and at + len(owner) < end:  # which begins the sentence
            at += len(owner) + 1
            owner = text[at:end].partition(" ")[0]
        if owner in words.owners and text[at + len(owner) + 1 : end][:1].isupper():
            yield at + len(owner), at + len(owner) + 1
        if _CYRILLIC.search(text, start, end):
            yield from (match.span() for match in _SCRIPTS.finditer(text, start, end))
        if words.begun_within:
            yield from (match.span() for match in words.begun_within.finditer(text, start, end))
        if words.ended_within:
            yield from ((match.end() - 1, match.end()) for match in words.ended_within.finditer(text, start, end))
        if words.before_place and words.others.lower(first) not in self.cases.lower:
            place = words.before_place.search(text, start, end)
            if place and words.fronts.isdisjoint(text[start : place.start()].split()):
                yield place.span()

    def _behind_elided(self, text: str, start: int) -> int:
        """Where a run begins behind an elided word that has a capital as it begins a sentence: `L'Autriche`."""
        elided = self.words.opens_elided and self.words.opens_elided.match(text, start)
        begins_name = elided and text[elided.end() : elided.end() + 1].isupper() and _is_initial(text, start)
        return elided.end() if elided and begins_name else start

    def _end(self, text: str, end: int, part: Part) -> int:
        """Where the name ends in a text, with what belongs to it behind it.

        The number of a ruler, the dot of its last word or `, Inc.`, an adjective that makes another place of it, what a
        body is called: `Alexandru al II-lea`, `Clint Murchison Sr.`, `Congo belge`, `Liceul „Alexandru Hâjdeu”`.
        """
        number = self.words.number_behind and self.words.number_behind.match(text, end)
        if number:
            return number.end()
        words = self.words
        dotted = text[end : end + 1] == "." and part.last in words.dotted_endings
        following = _FIRST_WORD.match(text, end)
        if part.word and following and following[1] in words.completing:
            return following.end()
        quoted = _NAME_QUOTED_BEHIND.match(text, end) if part.last in words.fronts else None
        if quoted:
            return quoted.end()
        return behind_comma(text, end + dotted, words.others)

    def _are_joined(self, run: str, gap: str, following: str) -> bool:
        common, words, lower = self.cases.lower, self.words, self.words.others.lower
        last, first = run.rpartition(" ")[2], following.partition(" ")[0]
        if gap.strip() in words.definite and first in words.epithets:
            return " " not in run  # `Peter the Great`
        if gap in words.topic_joins:
            return f" {run}".endswith(words.topic_heads) and first not in words.terms
        if gap in words.list_joins and following.rpartition(" ")[2] in words.routes and last not in words.others.heads:
            return True  # `Miami and Erie Canal`
        if gap in words.list_joins and run.partition(" ")[0] in words.fronts:
            return lower(first).endswith(words.front_endings)  # `Biblioteca Centrale e Regionale`
        if " " not in run:
            return False
        if gap in words.list_joins and first in words.others.saints:
            return any(map(str.islower, run.split())) and not words.others.saints.isdisjoint(run.split())
        if lower(last) not in common:
            return False
        if gap in words.list_joins:
            if lower(first) not in common:
                return False
            if run.partition(" ")[0] in words.first_heads:
                return first not in words.first_heads  # `Kementerian Pendidikan dan Kebudayaan`
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

    def __init__(self, words: CapitalWords, orthography: Orthography, lower_case: Collection[str]) -> None:
        self.words = words
        self.lower = words.others.lower
        self.cases = orthography.cases
        self.describing = orthography.describing
        self.lower_case = lower_case
        self.seen: Counter[str] = Counter()
        """How often each word stands alone with a capital within sentences."""
        self.longer: Counter[str] = Counter()
        """The runs of several words within sentences, and how often each stands there."""
        self.last: set[str] = set()
        """Their last words."""
        self.naming: set[str] = set()
        """The words that once stand alone where they describe nothing."""
        self.bodies: set[str] = set()
        """The names within sentences that begin with an adjective and have no other capital."""
        self.surnames: set[str] = set()
        """The surnames that are adjectives by their form, without endings."""

    def see(self, run: Run, initial: bool, text: str, start: int) -> None:
        part = run.opened if initial and run.opens else run.whole
        if part and part.word and part.word not in self.naming and not _describes(part, text, start, self.words):
            self.naming.add(part.word)
        if part and self.words.surname_forms:
            self.surnames.update(surname_stems(part, self.words))
        if part is None or (initial and not run.opens):
            return
        if part.word:
            self.seen[part.word] += 1
        else:
            self.longer[part.text] += 1
            self.last.add(part.last)

    def has(self, name: str) -> bool:
        """Whether one word or several stand by themselves within a sentence."""
        return name in self.seen or name in self.longer

    def is_surname(self, part: Part | None) -> bool:
        """Whether a part is the surname of a person whom the article has with initials, in whatever case."""
        forms = self.words.surname_forms
        return bool(forms and part and part.word and forms.sub("", part.word) in self.surnames)

    def name(self, run: Run, initial: bool, text: str, start: int) -> Part | None:
        """The part of the run at a place of a text that is a name, if any."""
        part = self._possible_name(run, initial, text, start)
        if part is None:
            part = run.opened if initial and run.opens else run.whole
            return part if self.is_surname(part) else None
        if self.words.people_endings and self._is_people(part, text, start):
            return None
        return None if self._is_fragment(part, text, start) else part

    def _is_people(self, part: Part, text: str, start: int) -> bool:
        """Whether a part of the run at a place is called like people (`Berlinois`), and nothing shows another name.

        A word before it does (`à Amiens`, behind what begins the sentence too), and what else the run has.
        """
        words = self.words
        if not part.word.endswith(words.people_endings) or part.text != part.word:
            return False
        begin = start + part.offset
        before = text[max(0, begin - _BEFORE) : begin]
        return not any(before.endswith(each) and not before[: -len(each)][-1:].isalpha() for each in words.before_names)

    def _is_fragment(self, part: Part, text: str, start: int) -> bool:
        """Whether a part of the run at a place is no whole name by what stands around it, or several of a kind.

        `Latter-day Saints`, `People's Party`, `Druid's Hall`, `der Strahlung`; `Laccadive and Amindivi Islands`,
        `Universities of Oxford and Cambridge`, `Striped Hyenas` in an article that has `Striped Hyena`.
        """
        begin = start + part.offset
        end = begin + len(part.text)
        before = text[max(0, begin - _BEFORE) : begin]
        if self._is_cut(part, before, text, end) or self._is_marked(text, begin):
            return True
        following = _FIRST_WORD.match(text, end)
        if following and following[1] in self.words.foreign:
            return True
        if before.endswith(self.words.foreign_before) and not self.words.foreign.isdisjoint(_LAST_WORD.findall(before)):
            return True
        if part.word:
            if self.lower(part.word) not in self.cases.lower:
                return False
            owned = _OWNED_NAME.match(text, end)
            return bool(owned or _COMPOUND_BEFORE.search(before) or _OWNER_BEFORE.search(before))
        if not self.longer.keys().isdisjoint(part.singulars):
            return True
        first, second, *_ = part.text.split()
        if second in self.words.others.binders and self._are_kinds(first):
            return True
        if not before.endswith(self.words.list_joins):
            return False
        *_, joined = before.split()[-2:-1] or [""]
        return joined[:1].isupper() and self._are_kinds(part.last)

    def _is_marked(self, text: str, begin: int) -> bool:
        """Whether a name that begins there is an adjective by the word before it, or before its list.

        `bahasa Jepang`, `bahasa Jepang, Turki dan Korea`.
        """
        others = self.words.others
        if not others.adjective_markers:
            return False
        return is_marked(self.words.listed_before.sub("", text[max(0, begin - _LIST) : begin].rstrip()), others)

    def _is_cut(self, part: Part, before: str, text: str, end: int) -> bool:
        """Whether a part of the run that ends there is cut out of a longer name that has one capital.

        `Académie des sciences`; `Société de linguistique de Paris`.
        """
        words = self.words
        if words.others.cases and text[end : end + 1] == "-" and not text[end + 1 : end + 2].isalnum():
            return True  # of a compound that ends later: `Landwehr- és Lujza-csatorna`
        compound = _COMPOUND_BEHIND.match(text, end)
        if compound and (words.others.cases or compound[1] in self.cases.lower):
            return True  # of one that the run does not have: `Szent István-bazilika`, `New York City-based`
        if words.going_on and words.going_on.match(text, end):
            return True  # `Ferenczy István utca`
        if not words.unended or not words.unended_before:
            return False
        if words.unended_before.search(before):
            return True
        following = _FIRST_WORD.match(text, end)
        goes_on = following and following[1].islower() and following[1] not in words.behind_fronts
        if part.word and goes_on and words.opens_elided and words.opens_elided.match(part.word):
            return True  # `L'Éducation sentimentale`
        if words.fronts.isdisjoint(part.text.split()):
            return False
        return bool(part.last in words.fronts and goes_on) or bool(words.unended.match(text, end))

    def _are_kinds(self, word: str) -> bool:
        """Whether a word is the plural of one that says what kind of thing has a name (`Counties`)."""
        others = self.words.others
        return word not in others.heads and any(each in others.heads for each in others.singulars(word))

    def _possible_name(self, run: Run, initial: bool, text: str, start: int) -> Part | None:
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
            if self.lower(article) in self.words.indefinite:
                is_one = not _describes(whole, text, start, self.words) if whole.word else whole.is_common
                if is_one:
                    return None  # `a Supreme Court`, `a Muslim`
            if self._is_describing(whole, text, start):
                return None
            return whole if self._is_name(whole, bool(article)) else None
        if whole.word:
            lower = self.lower(whole.word)
            sure = whole.word in self.seen or lower in self.cases.upper
            sure = sure or (whole.word in self.last and lower not in self.cases.lower)
            sure = sure and (whole.word in self.naming or not self._is_describing(whole, text, start))
            return whole if sure and self._is_name(whole, False) else None
        if whole.text in self.longer or not run.common_first or whole.text.partition(" ")[0] in self.words.first_heads:
            return whole
        rest = run.rest
        if rest is None or self.words.others.followers:
            return None  # the first word may describe the others where adjectives come first: `Central America`
        return rest if rest.is_name and (rest.text in self.longer or rest.word in self.seen) else None

    def _is_describing(self, part: Part, text: str, start: int) -> bool:
        """Whether a part of the run at a place is a word that describes the noun behind it, and is no name elsewhere.

        `Latin tradition`; not `Rushdie fatwa` in an article that also has `Rushdie was`, unless the word has the ending
        of an adjective or mostly describes nouns in the wiki.
        """
        word = part.word
        if not word or not _describes(part, text, start, self.words):
            return False
        if word.endswith(self.words.describing_endings) or word in self.describing:
            return True
        return part.text == word and "." not in word and word not in self.naming and word not in self.last

    def _is_name(self, part: Part, behind_article: bool) -> bool:
        word = part.word
        if not word or not part.is_name or "." in word:
            return part.is_name
        lower = self.lower(word)
        if lower in self.lower_case or (self._is_kind(word) and (behind_article or lower in self.cases.lower)):
            return False
        if lower in self.cases.lower and word not in self.last:
            return self.seen[word] >= MIN_SEEN and not behind_article
        return not self._is_demonym(word)

    def _is_kind(self, word: str) -> bool:
        """Whether the word says what kind of thing has a name that ends so: `the Institute`."""
        words = self.words
        is_head = word in words.others.heads or word in words.first_heads
        return is_head or word in words.others.generic or word in words.fronts

    def _is_demonym(self, word: str) -> bool:
        """Whether the word is that of a place, which the article or the wiki has, with an ending: `Angolan`."""
        for ending in self.words.demonym_endings:
            stem = word.removesuffix(ending)
            if stem != word and len(stem) >= _MIN_STEM and (stem in self.seen or self.lower(stem) in self.cases.upper):
                return True
        return False


def _describes(part: Part, text: str, start: int, words: CapitalWords) -> bool:
    """Whether a noun that a part of the run at a place may describe follows it.

    None does behind a comma, nor where an adverb follows (`Aldrin immediately said`) or a verb with its clause (`Doe
    concedes that`).
    """
    if not words.others.followers:
        return False  # nothing is known of what stands behind names: in French it may be an adjective
    end = start + part.offset + len(part.text)
    if text[end : end + 1] not in (" ", "-") or not text[end + 1 : end + 2].islower():
        return False  # as `describes` would find too, but at most places
    after = text[end : end + _AFTER]
    if not describes(after, words.others):
        return False
    following, behind = (*_WORD.findall(after)[:2], "")[:2]
    return not following.endswith(words.adverb_endings) and behind not in words.clause_openers


def _is_genus(part: Part, text: str, start: int) -> bool:
    """Whether a part of the run at a place begins the name of a species: `(Conraua goliath)`, in brackets alone."""
    begin = start + part.offset
    return bool(part.word) and text[begin - 1 : begin] == "(" and bool(_EPITHET.match(text, begin + len(part.text)))


def _is_initial(text: str, start: int) -> bool:
    """Whether a word at this place has a capital whatever it is."""
    if text[start - 1 : start] == " " and text[start - 2 : start - 1].isalnum():
        return False  # as nearly all are, and as is found below
    if text[start - 1 : start] in ("'", "’") and text[start - 2 : start - 1].isalpha():
        return False  # behind an elided word, which has the capital of the sentence
    before = text[:start].rstrip() if start < 3 else text[start - 3 : start].rstrip()
    if not before or before[-1] in _OPENING:
        return True
    # With a space behind it a mark mostly closes a quotation, but for the French one that opens it.
    return before[-1] == "«" or (before[-1] in _QUOTES and text[start - 1] != " ")


def _article_before(text: str, start: int, words: CapitalWords) -> str:
    """The article before a place of a text, empty where there is none."""
    before = text[max(0, start - 6) : start].rstrip().rpartition(" ")[2]
    return before if before in words.articles else ""


def _apart(found: Sequence[Span], taken: Sequence[Span]) -> Iterator[Span]:
    """The spans that share nothing with those taken nor with each other, the longest of those that begin together."""
    last = 0
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= last and not any(begin < end and start < stop for begin, stop in taken):
            yield start, end
            last = end


_NAME_QUOTED_BEHIND = re.compile(rf" (?:[“\"„]|«\s?){CAPITAL}[^”\"»“.!?]{{1,60}}(?:[”\"“]|\s?»)")
_RULER = re.compile(r" (?:[IVXLC]+|I(?:er|re|ᵉʳ))\Z")
_OPENING = ".?!¿¡:;…([{\n"
_QUOTES = "\"“”„«‘'"


_LAST_WORD = re.compile(r"(\w+) $")
_FIRST_WORD = re.compile(r" (?!et al\b)(\w+)")
_COMPOUND_BEFORE = re.compile(rf"{CAPITAL}\w*-\w+ $")
_COMPOUND_BEHIND = re.compile(rf" {CAPITAL}\w*-(?!{CAPITAL})([^\W\d_]+)")
_OWNER_BEFORE = re.compile(rf"{CAPITAL}\w*(?:['’]s|s['’]) $")
_OWNED_NAME = re.compile(rf"['’]s {CAPITAL}")
_WORD = re.compile(r"\w+")
_CYRILLIC = re.compile("[Ѐ-ӿ]")
_SCRIPTS = re.compile(r"(?<=[A-Za-z]) (?=[А-ЯЁ])|(?<=[а-яё]) (?=[A-Z])(?![IVXLC]+\b)")
"""The space between words of different scripts, which are two names: `WFC | Артур Перепёлкин`."""
_EPITHET = re.compile(r" [^\W\d_]+\)")
