"""Guidelines for the annotators of a domain: its labels, with examples of the corpus, and the cases that are hard."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from schemas.chance import uniform
from schemas.markdown import bullets

EXAMPLES: Final = 5
"""Examples of each label and of each hard case."""

HARD_CASES: Final = {
    "kind": (
        "Kinds of things",
        "Common nouns for species, substances, diseases, genres or fields. Mark one only where a label of the set is "
        "about kinds, as CrossNER's musicgenre and field are; a word that merely says what something is is no entity.",
    ),
    "demonym": (
        "Demonyms",
        "Adjectives and peoples of a place. They do not name the place: give them misc, as CrossNER mostly does, and "
        "mark them as part of a longer name where they begin one.",
    ),
    "title": (
        "Titles of persons",
        "An office or a form of address before a name. It is not part of the name and stays unmarked, as CrossNER has "
        "it, unless the person is known by it (Queen Victoria, Pope Francis).",
    ),
}
"""What the examples are collected by, with its heading and its rule."""

_GENERAL: Final = ("person", "organisation", "location", "misc")
"""The labels that all domains of CrossNER have."""
_TITLES: Final = (
    "President|Senator|Minister|Governor|Professor|Doctor|Dr\\.|Sir|Dame|Lord|Lady|King|Queen|Prince|Princess|Emperor|"
    "Empress|Pope|Bishop|Archbishop|Saint|General|Colonel|Captain"
)
_has_title = re.compile(rf"\b(?:{_TITLES}) \Z").search


class _Example(NamedTuple):
    chance: float
    """Of the surface."""
    drawn: float
    """Of this mention, among those of the surface."""
    text: str
    start: int
    end: int
    title: str
    said: str


@dataclass
class Examples:
    """Mentions to show, for each heading those of different surfaces.

    A hash chooses the surfaces, and one mention of each. The order in which mentions are offered decides nothing.
    """

    seed: int
    _found: dict[str, dict[str, _Example]] = field(default_factory=dict)

    def add(self, group: str, text: str, start: int, end: int, title: str, said: str = "") -> None:
        """Offer a mention; `said` is what is told of it besides its sentence and page."""
        surface = text[start:end]
        found = self._found.setdefault(group, {})
        chance = uniform(self.seed, "guidelines", group, surface)
        last = max(found, key=lambda each: found[each].chance, default=None)
        if surface not in found and len(found) >= EXAMPLES and last is not None:
            if chance >= found[last].chance:
                return
            del found[last]
        drawn = uniform(self.seed, "guidelines mention", group, title, text, start)
        example = _Example(chance, drawn, text, start, end, title, said)
        found[surface] = min(example, found.get(surface, example))

    def lines(self, group: str) -> list[str]:
        """The examples of a heading, in Markdown."""
        found = sorted(self._found.get(group, {}).values())
        return [
            f"{_plain(each.text[: each.start])}**{_plain(each.text[each.start : each.end])}**"
            f"{_plain(each.text[each.end :])} ({_plain(each.title)}{each.said})"
            for each in found
        ]


def after_title(text: str, start: int) -> bool:
    """Whether the title of a person stands before a place of a text; English titles are known."""
    return bool(_has_title(text[max(0, start - 20) : start]))


def guidelines(
    domain: str,
    labels: Mapping[str, Sequence[str]],
    seen: Mapping[str, int],
    examples: Examples,
    sources: Iterable[str],
) -> str:
    """The guidelines in Markdown.

    `labels` are those of the domain with the DBpedia classes they stand for, `seen` the sentences that could be drawn
    with a suggestion of each, `sources` what suggested the labels.
    """
    parts = [
        f"# Guidelines for the domain {domain}",
        f"Mark every name of an entity with the label that says most of what it is{_before_general(labels)}. "
        "Mark whole names and nothing else: no article, no title before it, no mark behind it. Names do not overlap; "
        "of two that do, the longer one is marked.",
        "Labels are suggested where the links of Wikipedia or lists of names give one. A suggestion may be wrong, too "
        "long or too short; correct it, or delete it. Links without a suggestion are marked too: ask of each whether "
        "it names an entity. Names that nobody linked are for you to find.",
        f"Suggestions come from: {', '.join(sources) or 'nothing here'}.",
        "## Labels",
    ]
    for label, classes in labels.items():
        meant = f"DBpedia classes: {', '.join(classes)}." if classes else "No DBpedia class: nothing suggests it."
        number = seen.get(label, 0)
        parts += [f"### {label}", f"{meant} Suggested in {number:,} of the sentences that these were drawn from."]
        parts += [bullets(examples.lines(label))] if number else []
    parts.append("## Hard cases")
    for group, (heading, rule) in HARD_CASES.items():
        lines = examples.lines(group)
        parts += [f"### {heading}", rule, bullets(lines) if lines else "No example in this corpus."]
    return "\n\n".join(parts) + "\n"


def _before_general(labels: Collection[str]) -> str:
    """That special labels go before general ones, of which only those are named that the domain has."""
    general = [label for label in _GENERAL if label in labels]
    if not general:
        return ""
    others = f"{', '.join(general[:-1])} and " if general[1:] else ""
    return f": the special one before {others}{general[-1]}"


def _plain(text: str) -> str:
    """Text in which nothing is a mark of Markdown, on one line."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.splitlines()))
