"""Decides which mentions of a sentence are entities, and whether all of its entities are known for certain."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dbpedia.mentions.noise import NoiseRules
from dbpedia.mentions.unlinked.linked_article import LinkedSentence
from schemas.labels import ENTITY
from schemas.records import Mention

_BRANCH_LABELS = {"Person": "person", "Organisation": "organisation", "Place": "location"}
"""Label of a name by the branch of its class (`dbpedia.mentions.noise`), if the domain has none for it; else MISC."""
_MISC = "misc"

_DEMONYM = re.compile(
    r"(?<![\w-])(?:Africans?|Americans?|Arab|Arabic|Argentine|Australian|Austrian|Belgian|Brazilians?|British|Canadian|"
    r"Chinese|Colombian|Cuban|Czech|Danish|Dutch|Egyptian|English|Europeans?|Finnish|French|Frenchman|Germans?|Greek|"
    r"Hungarian|Icelandic|Indian|Iranian|Irish|Israeli|Italians?|Japanese|Jewish|Jews|Korean|Latin|Mexican|Nigerian|"
    r"Norwegian|Persian|Polish|Portuguese|Roman|Russians?|Scottish|Soviet|Spanish|Swedish|Swiss|Turkish|Ukrainian|Welsh|"
    r"Yiddish)(?![\w-])"
)
"""Nationalities, peoples and languages, which articles name without a link; CoNLL and CrossNER call them misc."""
_WORD = re.compile(r"\w+")
_WHOLE_SENTENCE = re.compile(r"[\"“']?[A-Z0-9].*[.?!][\"”')]?", re.DOTALL)
_HYPHEN = re.compile(r"[-–]\w")
_GAP = re.compile(r" [,.;:)]|\( ")
"""Where the extraction left out a template or formula."""


@dataclass(frozen=True)
class Annotator:
    """The rules of a dataset."""

    rules: NoiseRules
    labels: Mapping[str, str]
    """Label of the classes that the domain names."""
    common_nouns: Mapping[str, str]
    """Label of the common nouns that the domain's articles link, in lower case (`piano`)."""
    lower_case_words: frozenset[str]
    """Words that the articles have in lower case, so that a capital at the start of a sentence says nothing."""

    def annotate(self, sentence: LinkedSentence) -> list[tuple[int, int, str]] | None:
        """The entities of a sentence as start, end and label, in order; None where the sentence is not certain."""
        text = sentence.text
        if not _WHOLE_SENTENCE.fullmatch(text) or _GAP.search(text) or not _is_latin(text):
            return None
        entities, known = [], []
        for mention in sentence.mentions:
            label = self._label(mention, text)
            if label is None:
                return None
            known.append((mention.start, mention.end))
            if label:
                article = len("the ") if text.startswith("the ", mention.start) else 0
                entities.append((mention.start + article, mention.end, label))
        for start, end, label in [*self._unlinked_common_nouns(text), *_demonyms(text)]:
            if not any(start < last and first < end for first, last in known):
                known.append((start, end))
                entities.append((start, end, label))
        # A mark that ends both a name and the sentence may end the name alone; a hyphen may go on with a name.
        if any(last == len(text) or _HYPHEN.match(text, last) for _, last in known):
            return None
        if any(not any(first <= start < last for first, last in known) for start in self._names(text)):
            return None
        return sorted(entities)

    def _label(self, mention: Mention, text: str) -> str | None:
        """Label of a mention: empty for one that is no entity, None where that is not certain."""
        if mention.flag == "number":
            return ""
        if mention.type == ENTITY or mention.flag in ("list", "part", "phrase", "type"):
            return None
        if mention.flag == "demonym":
            return _MISC
        if mention.flag == "lower-case":
            return ""
        if mention.type in self.labels:
            return self.labels[mention.type]
        if mention.flag == "kind":
            # Within a sentence a capital may be that of a name that its class does not show: `Iron Curtain`.
            return None if mention.start and text[mention.start].isupper() else ""
        branch = self.rules.branch(mention.type)
        return _BRANCH_LABELS.get(branch, _MISC) if branch and branch not in self.rules.kinds else None

    def _unlinked_common_nouns(self, text: str) -> Iterator[tuple[int, int, str]]:
        if self.common_nouns:
            nouns = "|".join(map(re.escape, sorted(self.common_nouns, key=len, reverse=True)))
            for match in re.finditer(rf"(?<![\w-])({nouns})s?(?![\w-])", text, re.IGNORECASE):
                yield match.start(), match.end(), self.common_nouns[match[1].lower()]

    def _names(self, text: str) -> Iterator[int]:
        """Where the words begin whose capitals must belong to an entity."""
        words = self.rules.words
        for number, match in enumerate(_WORD.finditer(text)):
            word = match[0]
            if word.islower() or not any(map(str.isupper, word)):
                continue
            if word == "I" or word in words.honorifics or word.lower() in words.dates:
                continue
            if number or word.lower() not in self.lower_case_words:
                yield match.start()


def _demonyms(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _DEMONYM.finditer(text):
        yield match.start(), match.end(), _MISC


def _is_latin(text: str) -> bool:
    return all("LATIN" in unicodedata.name(letter, "") for letter in text if letter.isalpha())
