"""Names that nothing links: runs of capitalised words in the text of an article.

A run is one capitalised word or several, tied by a space or by a small word such as `of` (`State Science Institute`,
`Treaty of Paris`). Where a capital says nothing, at the beginning of a sentence or of what is quoted, the other places
of the article and of the wiki decide. A run is a name if

- it has several words, and they are not all words of offices, adjectives or dates (`Prime Minister`, `Greek`);
- or it is one word that the article has with a capital only, and so has the wiki; a word that the wiki also has in
  lower case (`bush`, by `dbpedia.mentions.orthography.word_cases`) must stand at some places of the article, and not
  behind an article (`the State`), where a word for a kind of thing is none (`the Institute`).

Offices before a name are left out (`President Lincoln`), but not the rank of a peer (`Lord Byron`), and an ordinal
before one is part of it (`2nd Division`).
Parts of longer names and several of a kind are none (`Latter-day Saints`, `Universities of Oxford and Cambridge`).
Where names of several words have one capital, those that begin with a word known for it take in their adjectives
(`Union européenne`); what goes on otherwise is left out, and what is tied to it too (`Société de linguistique de
Paris`).
Where the first of them is an adjective, what agrees with it belongs to it, in lower case too (`Русского музыкального
общества`). Two names side by side are two where a ruler's number, a script or the article tells them (`roi d'Écosse |
Jacques V`), and subject and object where the verb stands last (`dbpedia.mentions.capitals.side_by_side`). Surnames that
look like adjectives are names beside initials, and alone in the same article.
Abbreviations in capitals are names where they have dots (`U.S.`). The title of a work in quotation marks or in italic
type is one name, small words included.

Words are data by language (`languages/`, the tables `capitals`), in groups that tell what each is for
(`dbpedia.mentions.capitals.lexicon`); a language without a table has those of `und.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial

from dbpedia.mentions.capitals.adjective_names import adjective_name
from dbpedia.mentions.capitals.article import Article
from dbpedia.mentions.capitals.fragments import Fragments
from dbpedia.mentions.capitals.gaps import Gaps
from dbpedia.mentions.capitals.letters import CAPITAL
from dbpedia.mentions.capitals.name_parts import NameParts
from dbpedia.mentions.capitals.places import NICKNAME, RunPlaces, apart, is_initial
from dbpedia.mentions.capitals.runs import Part, Run, read_run
from dbpedia.mentions.capitals.side_by_side import SideBySide
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.capitals.work_titles import is_part_of_title, quoted_titles
from dbpedia.mentions.derived import AFTER, BEFORE, describes
from dbpedia.mentions.last_nouns import end_of_last_noun
from dbpedia.mentions.longer_names import behind_comma
from dbpedia.mentions.orthography.learnt import Orthography
from schemas.records import Span

_REMEMBERED = 1 << 16


class CapitalisedNames:
    """Finds the capitalised names of articles."""

    def __init__(self, words: CapitalWords, orthography: Orthography) -> None:
        self.words = words
        self.orthography = orthography
        self.no_abbreviations = words.persons.offices | words.terms | {unit.upper() for unit in words.others.units}
        """What is short for no name."""
        self.abbreviations = orthography.abbreviations - self.no_abbreviations
        """What is short for a name in the wiki."""
        self.places = RunPlaces(words, orthography.cases)
        self.fragments = Fragments(words, orthography.cases.lower)
        pairs = words.pairs
        self.holds_two = bool(pairs.names_in_pairs or pairs.rulers or pairs.owner_endings or words.verb_last.locatives)
        """Whether a run may hold two names, by the words of the language and the article."""
        self.run: Callable[[str], Run] = lru_cache(_REMEMBERED)(partial(read_run, words=words, cases=orthography.cases))

    def find(
        self,
        texts: Sequence[str],
        taken: Sequence[Sequence[Span]],
        lower_case: Collection[str],
        titles: Sequence[Sequence[Span]] = (),
        places: Collection[str] = (),
    ) -> Iterator[list[Span]]:
        """Where names stand in the sentences of an article, in order, outside the spans that are taken.

        `lower_case` are the words that the article has in lower case, `titles` those of works in italic type in each
        sentence (`dbpedia.mentions.capitals.work_titles`), `places` names of places. A run that shares a letter with a
        taken span is part of a longer name or has a name in it, and is left out.
        """
        words, agreement = self.words, self.words.adjective_first.agreement
        runs = [
            [
                (start, end, self.run(text[start:end]), is_initial(text, start, words.only_names))
                for start, end in self.places.find(text, spans)
            ]
            for text, spans in zip(texts, taken, strict=True)
        ]
        article = Article(words, self.orthography.cases, places)
        for text, each in zip(texts, runs, strict=True):
            for start, end, run, initial in each:
                article.see(run, initial, text, start)
                body = None if initial or not agreement else adjective_name(text, start, end, initial, words)
                if body:
                    article.bodies.add(text[body[0] : self._behind_owned(text, body)])
        gaps = Gaps(article)
        parts = NameParts(article, self.orthography, self.fragments, lower_case)
        titles = titles or [[] for _ in texts]
        for text, each, spans, works in zip(texts, runs, taken, titles, strict=True):
            found = [*quoted_titles(text, self.words), *works, *self._languages(text)]
            ends = {end for _, end in spans}
            for start, end, run, initial in self._parted(each, text, gaps) if self.holds_two else each:
                if end in ends:
                    continue  # A name ends where its run does, so it shares its last letter with a taken span.
                name = self._name(start, end, run, initial, text, parts)
                if name and (not works or not is_part_of_title(text, name, works, self.words)):
                    found.append(name)
            yield list(apart(_with_nicknames(text, found), spans)) if found else []

    def _name(self, start: int, end: int, run: Run, initial: bool, text: str, parts: NameParts) -> Span | None:
        """Where the name in a run at a place of a text stands, if there is one."""
        if self.words.adjective_first.agreement and not parts.article.is_surname(run.whole):
            body = adjective_name(text, start, end, initial, self.words)
            if body:
                body = body[0], self._behind_owned(text, body)
                sure = body[0] > start or not initial or text[slice(*body)] in parts.article.bodies
                if sure or _is_set_off(text, *body):
                    return body
                if not self.words.others.last_nouns:
                    return None
                # It may be the owner of its noun: `Rundāles | pils`
        part = parts.name(run, initial, text, start)
        head = ""
        heads = self.words.heads
        if heads.lower_heads and not initial:
            head = heads.lower_head(text[max(0, start - BEFORE) : start])
        if part is None and head and run.whole and parts.stands_alone(run.whole, text, start):
            part = run.whole
        if part is None:
            return None
        start += part.offset
        begin = start if part.offset else self._begin(text, start, head)
        return begin, self._end(text, start + len(part.text), part)

    def _begin(self, text: str, start: int, head: str) -> int:
        """Where the name begins in a text, with the word for its kind or the small words of a surname before it.

        These are none of a name behind a common noun: `rue de | Rivoli`.
        """
        words = self.words
        if head:
            return start - len(head) - 1
        if not text.endswith(words.person_names.before_surnames, 0, start):
            return start  # sooner than the pattern sees it
        begins = words.person_names.surname_begins.search(text, max(0, start - BEFORE), start)
        if not begins or (begins[1] and begins[1].islower() and begins[1] not in words.others.derived.followers):
            return start
        return begins.start(2)

    def _behind_owned(self, text: str, body: Span) -> int:
        """Where a name that begins with an adjective or an owner ends, with what belongs to its noun behind it.

        `Rīgas jūras | līcis`, `Antrojo pasaulinio karo | muziejus`.
        """
        start, end = body
        owner = text[start:end].rpartition(" ")[2]
        return end_of_last_noun(text, end, owner, self.words.others) or end

    def _parted(
        self, runs: Sequence[tuple[int, int, Run, bool]], text: str, gaps: Gaps
    ) -> Iterator[tuple[int, int, Run, bool]]:
        """The runs of a text, those that hold two names in two parts."""
        beside = SideBySide(gaps.article, self.run) if self.words.verb_last.at_place else None
        for start, end, run, initial in runs:
            if beside:
                part = run.opened if initial and run.opens else run.whole
                gap = beside.gap(part, start, text[end : end + 1] in ("'", "’")) if part else None
            else:
                gap = gaps.find(text, start, end)
            if gap is None:
                yield start, end, run, initial
            else:
                yield start, gap[0], self.run(text[start : gap[0]]), initial
                yield gap[1], end, self.run(text[gap[1] : end]), False

    def _languages(self, text: str) -> Iterator[Span]:
        """The languages that something is written in (`translated into Dutch`), which the wiki has titles of."""
        languages = self.words.other_languages
        for match in languages.in_language.finditer(text) if languages.in_language else ():
            titles = (f"{match[1]} {head}" for head in languages.languages)
            after = text[match.end() : match.end() + AFTER]
            if not self.orthography.terms.isdisjoint(titles) and not describes(after, self.words.others):
                yield match.span(1)

    def _end(self, text: str, end: int, part: Part) -> int:
        """Where the name ends in a text, with what belongs to it behind it.

        The number of a ruler, the dot of its last word or `, Inc.`, an adjective that makes another place of it, a noun
        in lower case, what a body is called: `Alexandru al II-lea`, `Clint Murchison Sr.`, `Congo belge`, `Turun
        yliopisto`, `Liceul „Alexandru Hâjdeu”`.
        """
        words, number_behind = self.words, self.words.person_names.number_behind
        number = number_behind and number_behind.match(text, end)
        if number:
            return number.end()
        noun_end = words.others.last_nouns and end_of_last_noun(text, end, part.last, words.others)
        if noun_end:
            return noun_end
        dotted = text[end : end + 1] == "." and part.last in words.name_ends.dotted_endings
        following = _FIRST_WORD.match(text, end)
        if following and words.others.is_completed(part.text, following[1]):
            return following.end()
        quoted = _NAME_QUOTED_BEHIND.match(text, end) if part.last in words.noun_first.fronts else None
        if quoted:
            return quoted.end()
        return behind_comma(text, end + dotted, words.others)


def _with_nicknames(text: str, found: Sequence[Span]) -> list[Span]:
    """Names, of which those on both sides of a nickname are one: `Edwin "Buzz" Aldrin`."""
    if '"' not in text and "”" not in text:
        return list(found)  # sooner than the pattern sees it
    ends = dict(found)
    nicknames = ((start, end, NICKNAME.match(text, end)) for start, end in found)
    return [(start, ends.get(match.end(), end) if match else end) for start, end, match in nicknames]


def _is_set_off(text: str, start: int, end: int) -> bool:
    """Whether a name stands alone in brackets or quotation marks, or before a comma there: `(Karibiska havet, …)`."""
    return start > 0 and text[start - 1] in _SET_OFF and text[end : end + 1] in _SET_OFF_BEHIND


_SET_OFF = '("“”„«»'
_SET_OFF_BEHIND = tuple(',)"”“»«')
_NAME_QUOTED_BEHIND = re.compile(rf" (?:[“\"„]|«\s?){CAPITAL}[^”\"»“.!?]{{1,60}}(?:[”\"“]|\s?»)")
_FIRST_WORD = re.compile(r" (?!et al\b)(\w+)")
