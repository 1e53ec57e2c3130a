"""Sentences on their way to annotators and back."""

from __future__ import annotations

from dataclasses import dataclass

from corpora.tokens import ENGLISH


@dataclass(frozen=True, slots=True)
class Span:
    """A labelled stretch of a sentence: `text[start:end]`, in code points."""

    start: int
    end: int
    label: str
    source: str = ""
    """Where the suggestion came from, as the source of a mention; empty where a person marked it."""

    @property
    def key(self) -> tuple[int, int, str]:
        """Start, end and label: what is compared of two versions, whoever suggested or marked it."""
        return self.start, self.end, self.label


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlinked stretch, marked whether or not a label is suggested (CrossNER, section "NER Data Collection")."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence to annotate, with what is suggested, or with what one annotator made of it."""

    id: str
    """The same wherever the sentence goes: page id, paragraph and sentence as the datasets number them, `12-0-3`."""
    text: str
    spans: tuple[Span, ...]
    links: tuple[Link, ...]
    page_id: int
    title: str
    annotators: tuple[str, ...]
    """Names of those it is dealt to; all of them where agreement is measured."""
    lang: str = ENGLISH
    """Code of the text's language, which decides its tokens; not in what comes back, which is held to what was sent."""
