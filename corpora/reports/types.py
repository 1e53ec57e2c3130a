"""The report on types: how many anchors have one, what was flagged and propagated, and entities per entity category."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from corpora.steps.filtered_sentences import label_counts
from schemas.datasets.dataset import Manifest
from schemas.labels import ENTITY, published_labels
from schemas.markdown import share, table

PRE_ANNOTATED = 0.6364
"""Share of the entities with hyperlinks that DBpedia pre-annotates in CrossNER (Liu et al., 2021)."""

STAGES = ("before filtering", "after filtering", "after balancing")
"""The stages at which mentions of the entity categories are counted."""
_COMMONEST = 10
_FEW = 0.05
"""Share of the anchors with a class below which the types are in doubt."""
_ENOUGH = 100
"""Anchors that tell something."""


def types_doubt(typed: Manifest) -> str:
    """What is wrong where almost no anchor of the typed sentences has a class; empty where nothing is."""
    counts = typed.counts.get("anchors", {})
    total = sum(counts.values())
    known = total - counts.get("none", 0)
    if total < _ENOUGH or known >= _FEW * total:
        return ""
    return (
        f"{known:,} of {total:,} anchors ({share(known, total)}) have a class, hardly any: the types may be of another "
        "language than the dump, or much older; docs/how-to/choose-types.md says where types come from"
    )


def type_report(typed: Manifest, filtered: Manifest, balanced: Manifest, entity_categories: Mapping[str, str]) -> str:
    """The section in Markdown, from the manifests of the typed, filtered and balanced sentences alone.

    `entity_categories` gives the entity category of each DBpedia class, by which filters and balancing go; `balanced`
    is the corpus that is tagged with them. The tables are those of NER-BERT's figures 1 and 8 (Liu et al., 2021).
    """
    before = label_counts(typed.counts.get("mentions", {}), entity_categories)
    after = filtered.counts.get("mentions", {})
    sampled = balanced.counts.get("mentions", {})
    return "\n\n".join([_anchors(typed), _flags(typed), _propagated(typed), _per_category(before, after, sampled)])


def _anchors(typed: Manifest) -> str:
    counts = typed.counts.get("anchors", {})
    total, untyped = sum(counts.values()), counts.get("none", 0)
    noise, typed_noise = (
        sum(number for flag, number in typed.counts.get(group, {}).items() if flag != "kind")
        for group in ("flags of untyped anchors", "flags of typed anchors")
    )
    names, typed_names = total - noise - typed_noise, total - untyped - typed_noise
    rows = [
        ("anchors", total, ""),
        ("with a class", f"{total - untyped:,} ({share(total - untyped, total)})", f"{PRE_ANNOTATED:.2%}"),
        (
            "with a class, of those that no rule but kind calls noise",
            f"{typed_names:,} ({share(typed_names, names)})",
            "",
        ),
    ]
    return (
        "### Anchors that have a class\n\n"
        + table(("", "here", "CrossNER"), rows)
        + "\n\nCrossNER's share is of the entities with hyperlinks, judged by people, in sentences chosen for it."
    )


def _flags(typed: Manifest) -> str:
    with_class, without = (typed.counts.get(f"flags of {kind} anchors", {}) for kind in ("typed", "untyped"))
    rows = [(flag, with_class.get(flag, 0), without.get(flag, 0)) for flag in sorted({*with_class, *without})]
    return "### Anchors that may be noise\n\n" + table(("flag", "with a class", "without"), rows)


def _propagated(typed: Manifest) -> str:
    groups = [typed.counts.get(f"propagated mentions {kind} a class", {}) for kind in ("with", "without")]
    anchors = typed.counts.get("anchors", {})
    linked = sum(anchors.values()) - anchors.get("none", 0)
    if not any(groups):
        return "### Mentions that nobody linked\n\nNot looked for (`propagate = off`)."
    rows = [(rule, *(group.get(rule, 0) for group in groups)) for rule in sorted({*groups[0], *groups[1]})]
    gain = sum(groups[0].values())
    return (
        "### Mentions that nobody linked\n\n"
        + table(("rule", "with a class", "without"), rows)
        + f"\n\n{gain:,} mentions with a class beside {linked:,} anchors: {share(gain, linked)} more."
    )


def _per_category(*stages: Mapping[str, int]) -> str:
    labels = [label for label in published_labels() if label != ENTITY]
    order = sorted(labels, key=lambda label: (*(-stage.get(label, 0) for stage in stages), label))
    reached = [_concentration(stage, labels) for stage in stages]
    summary = [
        (f"categories reached, of {len(labels)} beside {ENTITY}", *(number for number, _, _ in reached)),
        ("entities with a category", *(number for _, number, _ in reached)),
        (f"of them in the {_COMMONEST} commonest", *(share(top, number) for _, number, top in reached)),
        (f"without a category ({ENTITY})", *(stage.get(ENTITY, 0) for stage in stages)),
    ]
    rows = [(label, *(stage.get(label, 0) for stage in stages)) for label in order if any(s.get(label) for s in stages)]
    return "\n\n".join(
        [
            "### Entities per category",
            table(("", *STAGES), summary),
            "<details><summary>All categories</summary>",
            table(("category", *STAGES), rows),
            "</details>",
        ]
    )


def _concentration(stage: Mapping[str, int], labels: Iterable[str]) -> tuple[int, int, int]:
    """Entity categories that occur, entities that have one, and entities in the commonest ones."""
    numbers = sorted((stage.get(label, 0) for label in labels), reverse=True)
    return sum(map(bool, numbers)), sum(numbers), sum(numbers[:_COMMONEST])
