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
languages (`dbpedia.mentions.capitals.work_titles`). Words are data by language: its own are in
`dbpedia.mentions.capitals.lexicon.nouns`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from dbpedia.mentions.capitals.among_nouns.article import Article, Name
from dbpedia.mentions.capitals.among_nouns.runs import Run, Runs
from dbpedia.mentions.capitals.among_nouns.words import NounWords
from dbpedia.mentions.capitals.letters import CAPITAL
from dbpedia.mentions.capitals.places import apart
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.capitals.work_titles import is_part_of_title, quoted_titles
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.titles import ROMAN_NUMERAL
from schemas.records import Span


class NamesAmongNouns:
    """Finds the names of articles, in a language whose nouns all have capitals."""

    def __init__(self, words: CapitalWords, orthography: Orthography) -> None:
        self.words = words
        self.no_abbreviations = words.terms
        """What is short for no name."""
        self.abbreviations = orthography.abbreviations - self.no_abbreviations
        """What is short for a name in the wiki."""
        self.nouns = NounWords(words, orthography)
        self.runs = Runs(self.nouns)
        self.name_tied = re.compile(rf" (?:{'|'.join(words.among_nouns.name_ties)}) (?={CAPITAL})")
        self.topic = re.compile(rf"(?:{'|'.join(words.between_runs.topic_joins)})(?={CAPITAL})")

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
        runs = [list(self.runs.find(text)) for text in texts]
        article = Article(self.nouns, lower_case)
        article.see([run for each in runs for run in each])
        for text, each, spans, works in zip(texts, runs, taken, titles or [[] for _ in texts], strict=True):
            found = [*quoted_titles(text, self.words), *works]
            for run in each:
                name = article.name(run)
                span = self._span(text, run, name) if name else None
                if span and (not works or not is_part_of_title(text, span, works, self.words)):
                    found.append(span)
            yield list(apart(found, spans)) if found else []

    def _span(self, text: str, run: Run, name: Name) -> Span | None:
        """Where a name of a run stands, with what belongs to it behind it; None where it is not known where it ends."""
        start = run.start + len(" ".join(run.words[: name.first])) + (name.first > 0)
        end = start + len(" ".join(run.words[name.first : name.end]))
        if name.end < len(run.words):
            return start, end
        is_ruler = ROMAN_NUMERAL.fullmatch(run.words[-1]) is not None
        end += is_ruler and text[end : end + 1] == "."
        if name.sign == "article":
            behind = _TIED.match(text, end)
            return None if behind and behind[1] in self.words.titles.in_titles else (start, end)
        tie = self.runs.tied.match(text, end)
        if not tie and (is_ruler or (name.sign in _OF_SEVERAL and name.end - name.first > 1)):
            tie = self.name_tied.match(text, end)
        if not tie and f" {text[start:end]}".endswith(self.words.between_runs.topic_heads):
            tie = self.topic.match(text, end)
        following = self.runs.pattern.match(text, tie.end()) if tie else None
        return start, following.end() if following else end


_OF_SEVERAL = ("full", "adjective")
"""Signs of names that the language's own small words tie to more."""
_TIED = re.compile(rf" (\w+) {CAPITAL}")
