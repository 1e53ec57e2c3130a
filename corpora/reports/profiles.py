"""The corpora of several profiles side by side, from their manifests alone."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corpora.levels import LEVELS
from schemas.datasets.dataset import Manifest
from schemas.labels import ENTITY
from schemas.markdown import share, table


@dataclass(frozen=True)
class ProfileCorpora:
    """The corpora for NER of a profile."""

    typed: Manifest
    filtered: Manifest
    corpora: Mapping[str, Manifest]
    """Of `ner_corpus`, by label set."""


@dataclass(frozen=True)
class ProfileDomains:
    """The corpora of the domains in a profile."""

    corpus: Manifest
    """Of `dapt_corpus`."""
    pages: Mapping[str, Manifest]
    """Of `domain_pages`, by domain."""
    vocabulary: Mapping[str, Sequence[str]]
    """The most frequent words of each domain."""


class Comparison(NamedTuple):
    """A table with one or more columns for each profile."""

    title: str
    head: list[str]
    rows: list[list[object]]
    names: int
    """How many of the first columns are names and no figures."""
    folded: bool = False
    """Whether it is long."""


def side_by_side(profiles: Mapping[str, ProfileCorpora], label_set: str) -> list[Comparison]:
    """Tables of what differs between the corpora for NER: settings, mentions, flags, sentences, categories.

    `label_set` names the corpus whose examples and categories are compared, where it was built.
    """
    steps = {name: [each.typed, each.filtered, *each.corpora.values()] for name, each in profiles.items()}
    found = [
        _settings(steps),
        _mentions(profiles),
        _flags(profiles),
        _sentences(profiles, label_set),
        _categories(profiles, label_set),
    ]
    return [each for each in found if each.rows]


def domains_side_by_side(profiles: Mapping[str, ProfileDomains]) -> list[Comparison]:
    """Tables of what differs between the corpora of the domains: settings and sizes of the levels."""
    steps = {name: [each.corpus] for name, each in profiles.items()}
    return [each for each in (_settings(steps), _levels(profiles)) if each.rows]


def mention_counts(profile: ProfileCorpora) -> dict[str, int]:
    """Mentions of the typed sentences: with a class, without one, and how many of both nobody linked."""
    counts = profile.typed.counts.get("mentions", {})
    without = counts.get(ENTITY, 0)
    return {
        "with a class": sum(counts.values()) - without,
        "without a class (ENTITY)": without,
        "nobody linked": sum(_found(profile, f"propagated mentions {kind} a class") for kind in ("with", "without")),
    }


def _settings(steps: Mapping[str, Sequence[Manifest]]) -> Comparison:
    """The parameters of the steps that are not the same in all profiles."""
    made = {name: _parameters(manifests) for name, manifests in steps.items()}
    keys = list(dict.fromkeys(key for parameters in made.values() for key in parameters))
    rows: list[list[object]] = []
    for step, name in keys:
        values = [_text(parameters.get((step, name))) for parameters in made.values()]
        if name != "profile" and len(set(values)) > 1:
            rows.append([f"{name} of {step}", *values])
    return Comparison("Settings", ["setting", *steps], rows, 1 + len(steps))


def _parameters(manifests: Sequence[Manifest]) -> dict[tuple[str, str], object]:
    # Of steps that are there several times, for each label set or domain, the first speaks for all.
    return {
        (manifest.provenance.step, name): value
        for manifest in reversed(manifests)
        for name, value in manifest.provenance.parameters.items()
    }


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _mentions(profiles: Mapping[str, ProfileCorpora]) -> Comparison:
    counts = [mention_counts(profile) for profile in profiles.values()]
    totals = [sum(profile.typed.counts.get("mentions", {}).values()) for profile in profiles.values()]
    rows: list[list[object]] = [["mentions", *totals]]
    for kind in counts[0]:
        found = [(each[kind], total) for each, total in zip(counts, totals, strict=True)]
        rows.append([kind, *(f"{number:,} ({share(number, total)})" for number, total in found)])
    for kind in ("links", "nobody linked"):
        dropped = [each.typed.counts.get("mentions dropped", {}).get(kind, 0) for each in profiles.values()]
        rows.append([f"left out because of a flag: {kind}", *dropped])
    return Comparison("Mentions before the filters", ["", *profiles], rows, 1)


def _flags(profiles: Mapping[str, ProfileCorpora]) -> Comparison:
    """Links by flag, and what becomes of them.

    Which flag a link has depends on the profile too: some go by the wiki's orthography, which not all profiles ask.
    """
    flags = sorted({flag for profile in profiles.values() for group in _flag_counts(profile) for flag in group})
    columns = ("with a class", "without", "what becomes of them")
    head = ["flag", *(f"{name}: {column}" for name in profiles for column in columns)]
    rows: list[list[object]] = [
        [flag, *(cell for profile in profiles.values() for cell in _flagged(profile, flag))] for flag in flags
    ]
    return Comparison("Links that may be noise", head, rows, 1)


def _flag_counts(profile: ProfileCorpora) -> list[Mapping[str, int]]:
    return [profile.typed.counts.get(f"flags of {kind} anchors", {}) for kind in ("typed", "untyped")]


def _flagged(profile: ProfileCorpora, flag: str) -> list[object]:
    return [*(counts.get(flag, 0) for counts in _flag_counts(profile)), _fate(profile, flag)]


def _fate(profile: ProfileCorpora, flag: str) -> str:
    parameters = profile.typed.provenance.parameters
    if flag in parameters.get("drop", ()):
        return "left out"
    return ENTITY if flag in parameters.get("untype", ()) else "kept"


def _sentences(profiles: Mapping[str, ProfileCorpora], label_set: str) -> Comparison:
    """From the sentences with mentions to the examples."""
    kept = [profile.filtered.counts.get("sentences", {}) for profile in profiles.values()]
    reasons = sorted({reason for counts in kept for reason in counts} - {"kept"})
    rows: list[list[object]] = [
        ["sentences with mentions", *(profile.typed.rows for profile in profiles.values())],
        *([f"− {reason}", *(counts.get(reason, 0) for counts in kept)] for reason in reasons),
        [
            "sentences that pass the filters",
            *(f"{p.filtered.rows:,} ({share(p.filtered.rows, p.typed.rows)})" for p in profiles.values()),
        ],
    ]
    corpora = [profile.corpora.get(label_set) for profile in profiles.values()]
    if all(corpora):
        found = [corpus for corpus in corpora if corpus]
        mentions = [corpus.counts.get("mentions", {}) for corpus in found]
        rows += [
            ["sentences in the corpus", *(corpus.counts.get("sentences", {}).get("sampled", 0) for corpus in found)],
            ["examples, copies included", *(corpus.rows for corpus in found)],
            ["tokens", *(sum(corpus.counts.get("tokens", {}).values()) for corpus in found)],
            ["mentions", *(sum(counts.values()) for counts in mentions)],
            ["of them with a category", *(_with_category(counts) for counts in mentions)],
            ["categories that occur", *(sum(map(bool, counts.values())) for counts in mentions)],
        ]
    return Comparison(f"From sentences to examples with {label_set} categories", ["", *profiles], rows, 1)


def _with_category(counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    number = total - counts.get(ENTITY, 0)
    return f"{number:,} ({share(number, total)})"


def _levels(profiles: Mapping[str, ProfileDomains]) -> Comparison:
    built = list(profiles.values())
    rows: list[list[object]] = []
    for name in dict.fromkeys(name for domains in built for name in domains.pages):
        for level in LEVELS:
            tokens = [each.corpus.counts.get("tokens", {}).get(f"{name}/{level}", 0) for each in built]
            rows.append([name, f"tokens, {level} level", *tokens])
    return Comparison("Sizes", ["domain", "", *profiles], rows, 2)


def _categories(profiles: Mapping[str, ProfileCorpora], label_set: str) -> Comparison:
    """Mentions of each category after balancing, or after the filters where the corpus was not built."""
    stages = [
        profile.corpora.get(label_set, profile.filtered).counts.get("mentions", {}) for profile in profiles.values()
    ]
    labels = {label for counts in stages for label, number in counts.items() if number}
    order = sorted(labels, key=lambda label: (*(-counts.get(label, 0) for counts in stages), label))
    rows: list[list[object]] = [[label, *(counts.get(label, 0) for counts in stages)] for label in order]
    return Comparison("Mentions of each category in the corpus", ["category", *profiles], rows, 1, folded=True)


def _found(profile: ProfileCorpora, group: str) -> int:
    return sum(profile.typed.counts.get(group, {}).values())


def markdown(found: Comparison, depth: int) -> str:
    """A table in Markdown under a heading of this depth."""
    text = table(found.head, found.rows, names=found.names)
    folded = f"<details><summary>All {len(found.rows)}</summary>\n\n{text}\n\n</details>"
    return f"{'#' * depth} {found.title}\n\n{folded if found.folded else text}"


def headings(profiles: Collection[str]) -> dict[str, str]:
    """How the heading of a section about each profile ends; with nothing where there is one."""
    return {name: f" ({name})" if len(profiles) > 1 else "" for name in profiles}
