"""The sections of the build report: what the template shows, from manifests and datasets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from corpora.levels import LEVELS
from corpora.reports.dapt import PUBLISHED_SHARES, entity_level
from corpora.reports.page import charts
from corpora.reports.page.build import Build, Domains, Step
from corpora.reports.page.drift import depths
from corpora.reports.page.funnel import TERMS
from corpora.reports.profiles import Comparison, domains_side_by_side, mention_counts, side_by_side
from corpora.reports.types import STAGES, types_doubt
from corpora.steps.filtered_sentences import label_counts
from schemas.datasets.dataset import Counts, Manifest, ranked
from schemas.labels import ENTITY
from schemas.records import MENTION_SOURCES
from schemas.vocabulary import overlap

_FEWEST_DOMAINS = 2
"""Domains from which on there is something to compare."""
_MOST_SHOWN = 4
"""Values of a list that are shown before it is folded."""


class Input(NamedTuple):
    """A file that the build was made of."""

    role: str
    name: str
    sha256: str
    steps: str
    """The steps that read it, by commas."""


def inputs(steps: Sequence[Step]) -> list[Input]:
    """The files, each once. Their places are in the manifests; here they would differ from machine to machine."""
    datasets = {step.manifest.provenance.identity for step in steps}
    readers: dict[tuple[str, str, str], list[str]] = {}
    for step in steps:
        for source in step.manifest.provenance.inputs:
            if source.identity not in datasets:
                key = source.name, source.location.rpartition("/")[2], source.identity
                readers.setdefault(key, []).append(step.manifest.provenance.step)
    return [Input(*key, ", ".join(dict.fromkeys(names))) for key, names in readers.items()]


class Setting(NamedTuple):
    """A parameter that decides the content of a step's datasets."""

    name: str
    value: str
    folded: bool
    """Whether the value is long."""


def settings(parameters: Mapping[str, Any]) -> list[Setting]:
    """The parameters of a step, for people."""
    found = []
    for name, value in parameters.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        folded = isinstance(value, dict | list) and len(value) > _MOST_SHOWN
        found.append(Setting(name, text or "(empty)", folded or len(text) > 120))
    return found


def step_name(manifest: Manifest) -> str:
    """Name of a step, with what tells it from the others of its kind."""
    parameters = manifest.provenance.parameters
    keys = ("profile", "label_set", "domain", "dataset", "target", "encoder", "model")
    told = [str(parameters[key]) for key in keys if isinstance(parameters.get(key), str)]
    return " ".join([manifest.dataset, *told])


def categories(build: Build) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Mentions of each entity category at each stage, most frequent first; and the charts about them."""
    before = label_counts(build.typed.counts.get("mentions", {}), build.entity_categories)
    after = build.filtered.counts.get("mentions", {})
    balanced_corpus = build.corpora.get(build.balanced_by)
    balanced = balanced_corpus.counts.get("mentions", {}) if balanced_corpus else {}
    stages = [before, after, balanced] if balanced else [before, after]
    labels = {label for stage in stages for label in stage}
    order = sorted(labels, key=lambda label: (*(-stage.get(label, 0) for stage in reversed(stages)), label))
    rows = [{"category": label, "mentions": [stage.get(label, 0) for stage in stages]} for label in order]
    points = [
        {"stage": name, "category": label, "rank": rank, "mentions": number}
        for name, stage in zip(STAGES, stages, strict=False)
        for rank, (label, number) in enumerate(ranked({label: number for label, number in stage.items() if number}), 1)
    ]
    specs = {"ranks": charts.ranks(points, STAGES[: len(stages)])} if points else {}
    changed = [
        {"category": label, "before": after[label], "after": balanced[label], "ratio": balanced[label] / after[label]}
        for label in order
        if after.get(label) and balanced.get(label)
    ]
    if changed:
        specs["changes"] = charts.changes(changed)
    return rows, specs


def profiles(build: Build) -> tuple[list[tuple[str, Comparison]], dict[str, Any]]:
    """What differs between the profiles, each table with what it is about; and the charts about it."""
    if not build.profiles:
        return [], {}
    tables = [("", each) for each in side_by_side(build.profiles, build.balanced_by)]
    if build.profile_domains:
        tables += [("domains", each) for each in domains_side_by_side(build.profile_domains)]
    bars = [
        {"mentions": kind, "profile": name, "number": number}
        for name, profile in build.profiles.items()
        for kind, number in mention_counts(profile).items()
    ]
    specs = {}
    if any(bar["number"] for bar in bars):
        title = "mentions before the filters"
        specs["profiles"] = charts.grouped_bars(bars, "mentions", "profile", list(build.profiles), "number", title)
    return tables, specs


def corpora(build: Build) -> list[dict[str, Any]]:
    """The corpora of all label sets."""
    return [
        {
            "labels": name,
            "manifest": corpus,
            "occur": len([label for label, number in corpus.counts.get("mentions", {}).items() if number]),
            "entity": corpus.counts.get("mentions", {}).get(ENTITY, 0),
            "mentions": sum(corpus.counts.get("mentions", {}).values()),
            "examples": corpus.counts.get("examples", {}),
            "tokens": sum(corpus.counts.get("tokens", {}).values()),
        }
        for name, corpus in build.corpora.items()
    ]


def types(typed: Manifest, index: Manifest) -> tuple[dict[str, Any], dict[str, Any]]:
    """Share of anchors with a class, by source and by flag; and the charts about it."""
    anchors = typed.counts.get("anchors", {})
    propagated = typed.counts.get("propagated mentions with a class", {})
    total = sum(anchors.values())
    sources = [name for name in MENTION_SOURCES if name in anchors]
    of_links = [
        {"kind": "links", "source": name, "number": anchors[name], "share": anchors[name] / total, "order": order}
        for order, name in enumerate(sources)
        if anchors[name]
    ]
    with_class, without = (typed.counts.get(f"flags of {kind} anchors", {}) for kind in ("typed", "untyped"))
    flags = sorted({*with_class, *without}, key=lambda flag: (-with_class.get(flag, 0) - without.get(flag, 0), flag))
    flagged = [
        {"flag": flag, "class": name, "mentions": counts.get(flag, 0)}
        for flag in flags
        for name, counts in (("with a class", with_class), ("without", without))
    ]
    unflagged = total - sum(with_class.values()) - sum(without.values())
    hops = index.counts.get("titles by number of redirects", {})
    view = {
        "total": total,
        "doubt": types_doubt(typed),
        "sources": [(name, anchors[name], TERMS.get(name, "")) for name in sources],
        "flags": [(flag, with_class.get(flag, 0), without.get(flag, 0)) for flag in flags],
        "unflagged": unflagged,
        "propagated": sorted(propagated.items()),
        "unlinked_names": sorted(typed.counts.get("propagated mentions without a class", {}).items()),
        "typed": total - anchors.get("none", 0),
        "titles": index.rows,
        "articles": hops.get("0", index.rows),
        "origins": sorted(index.counts.get("titles by origin", {}).items()),
    }
    specs: dict[str, Any] = {}
    if of_links:
        specs["sources"] = charts.stacked_shares(of_links, "kind", "source", sources)
    if flagged:
        groups = ("with a class", "without")
        specs["flags"] = charts.grouped_bars(flagged, "flag", "class", groups, "mentions", "links with the flag")
    return view, specs


def domains(found: Domains) -> tuple[dict[str, Any], dict[str, Any]]:
    """Sizes of the levels, overlap of the vocabularies and drift of the crawls; and the charts about them."""
    names = list(found.pages)
    count = _counter(found.corpus.counts)
    sizes: list[dict[str, Any]] = [
        {
            "domain": name,
            "crawled": found.pages[name].rows,
            **{group: count(group, f"{name}/domain") for group in ("pages", "paragraphs", "sentences", "tokens")},
            "mentions": count("entities", f"{name}: mentions"),
            "gazetteer": count("entities", f"{name}: gazetteer"),
            "levels": [_level(count, name, level, number) for number, level in enumerate(LEVELS)],
        }
        for name in names
    ]
    drift = [row for name in names for row in _drift(found, name)]
    parameters = found.corpus.provenance.parameters
    view = {
        "sizes": sizes,
        "drift": drift,
        "levels": LEVELS,
        "names": names,
        "drift_read_from": _drift_read_from(found.crawled.provenance.parameters),
        "entity_level": entity_level(parameters),
        "entities": parameters["entities"],
    }
    return view, _domain_charts(sizes, drift, found.vocabulary)


def _domain_charts(
    sizes: Sequence[Mapping[str, Any]], drift: Sequence[dict[str, Any]], vocabulary: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """The charts about domains for which there are figures, by name."""
    names = [row["domain"] for row in sizes]
    bars = [
        {"domain": row["domain"], **level, "published": level["published"]}
        for row in sizes
        for level in row["levels"]
        if level["level"] != LEVELS[0] and level["share"] is not None
    ]
    pairs = [
        {"one": one, "other": other, "share": overlap(vocabulary.get(one, ()), vocabulary.get(other, ()))}
        for one in names
        for other in names
        if one != other
    ]
    specs: dict[str, Any] = {}
    if bars:
        specs["levels"] = charts.levels(bars, LEVELS[1:])
    if len(names) >= _FEWEST_DOMAINS and any(pair["share"] for pair in pairs):
        specs["overlap"] = charts.heat_map(pairs, names)
    if drift:
        pages = [row for row in drift if row["pages"]]
        specs["depth"] = charts.by_depth(pages, "pages", "pages gained (log scale)", ",", names, log=True)
        shares = [row for row in drift if row["share"] is not None]
        title = "share of sentences with a specialised entity"
        specs["drift"] = charts.by_depth(shares, "share", title, ".0%", names)
    return specs


def _drift(found: Domains, name: str) -> list[dict[str, Any]]:
    """How far the crawl of a domain has left its subject, a row for each depth."""
    entered = found.pages[name].counts.get("categories by depth", {})
    return [
        {
            "domain": name,
            **depth._asdict(),
            "share": depth.specialised / depth.sentences if depth.sentences else None,
            "categories": entered.get(str(depth.depth), 0),
        }
        for depth in depths(found.page_locations[name], found.crawled_location, name)
    ]


def _drift_read_from(parameters: Mapping[str, Any]) -> str:
    """Which sentences show the drift, by the parameters of their `dapt_corpus`."""
    profile = parameters["profile"]
    if parameters["selection"] == "crawl":
        return f"Sentences are those of the profile {profile}, which has every sentence of the crawl's pages."
    return (
        f"Sentences are those of the profile {profile}, which has only what belongs to the domain: they hide how far "
        "the crawl itself drifts, which a profile with every sentence of the crawl's pages (selection = crawl) shows."
    )


def _level(count: Callable[[str, str], int], domain: str, level: str, number: int) -> dict[str, Any]:
    whole, tokens = count("tokens", f"{domain}/{LEVELS[0]}"), count("tokens", f"{domain}/{level}")
    published = PUBLISHED_SHARES.get(domain, ())[number - 1 : number] if number else ()
    return {
        "level": level,
        "tokens": tokens,
        "share": round(tokens / whole, 4) if whole else None,
        "published": published[0] if published else None,
    }


def _counter(counts: Counts) -> Callable[[str, str], int]:
    return lambda group, key: counts.get(group, {}).get(key, 0)


def usage(steps: Sequence[Step]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Time, memory and bytes of each step; and the charts about them. No two runs take the same."""
    rows = [
        {
            "step": step_name(step.manifest),
            "manifest": step.manifest,
            "place": step.place,
            "run": step.run,
            "seconds": step.run.seconds if step.run else None,
            "memory": step.run.memory / 1e6 if step.run and step.run.memory else None,
            "megabytes": step.manifest.bytes / 1e6,
        }
        for step in steps
    ]
    specs = {}
    for field, title in (
        ("seconds", "seconds"),
        ("memory", "most memory held, MB"),
        ("megabytes", "size of the dataset, MB"),
    ):
        shown = [{"step": row["step"], field: row[field]} for row in rows if row[field] is not None]
        if shown:
            specs[field] = charts.bars(shown, "step", field, title)
    return rows, specs
