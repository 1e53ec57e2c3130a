"""The sections of the build report: what the template shows, from manifests and datasets."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow.compute as pc

from corpora.levels import LEVELS
from corpora.reports.dapt import PUBLISHED_SHARES
from corpora.reports.page import charts
from corpora.reports.page.build import AccountedPages, Build, Domains, Evaluation, Step
from corpora.reports.page.drift import depths
from corpora.reports.page.examples import Drawn
from corpora.steps.filtered_sentences import label_counts
from corpora.vocabulary import overlap
from schemas import storage
from schemas.catalog.training import REPORT
from schemas.dataset import Counts, Manifest, read_dataset, read_manifest
from schemas.labels import ENTITY
from schemas.records import MENTION_SOURCES

STAGES = ("before filtering", "after filtering", "after balancing")
_FEWEST_DOMAINS = 2
"""Domains from which on there is something to compare."""
_MOST_SHOWN = 4
"""Values of a list that are shown before it is folded."""
_MOST_LISTED = 50
"""Pages that are not accounted for and are named."""
_MOST_PICTURES = 1_500_000
"""Bytes of pictures that the page holds."""

TERMS = {
    "article": "an article whose text was read",
    "rejected": "a page that could not be used, among the rejects with its reason",
    "redirect": "a page that only points to an article",
    "redirect-elsewhere": "a redirect to another namespace, another wiki or nowhere",
    "other-namespace": "a page that is no article: a category, a template, a discussion",
    "other-content-model": "a page that is not wikitext",
    "without links": "a sentence in which no article is linked to",
    "no-entity": "a sentence without a mention",
    "only-ENTITY": "a sentence whose mentions all lack an entity category",
    "frequent-3": "all categories are among the most frequent, 3 mentions have none: dropped with probability 0.3",
    "frequent-4": "all categories are among the most frequent, 4 mentions have none: dropped with probability 0.5",
    "frequent-many": "all categories are among the most frequent, 5 or more have none: dropped with probability 0.7",
    "not sampled": "balancing gave the sentence of frequent categories no copy",
    "direct": "the link's target has a DBpedia class",
    "none": "the link's target has no class: the mention is ENTITY",
    "propagated-title": "not linked: repeats the title of the article",
    "propagated-surface": "not linked: repeats something linked before",
    "propagated-last-name": "not linked: the last name of a person named before",
}
"""What the names that steps count under mean. `redirect` of a link is told in the page's text."""


class LeftOut(NamedTuple):
    """How many of a stage did not reach the next, and why."""

    reason: str
    number: int
    meaning: str


class Stage(NamedTuple):
    """A stage between the dump and the examples."""

    name: str
    number: int
    note: str
    left_out: list[LeftOut]
    """What does not reach the next stage."""


def page_funnel(sentences: Manifest) -> list[Stage]:
    """From the pages of the dump to the articles."""
    pages = sentences.counts.get("pages", {})
    others = {name: number for name, number in pages.items() if name != "article"}
    return [
        Stage("pages of the dump", sentences.seen, "", _left_out({**others, **_rejected(sentences)})),
        Stage("articles", pages.get("article", 0), "", []),
    ]


def sentence_funnel(sentences: Manifest, typed: Manifest, filtered: Manifest, corpus: Manifest | None) -> list[Stage]:
    """From the sentences of the articles to the training examples."""
    counted = filtered.counts.get("sentences", {})
    dropped = {reason: number for reason, number in counted.items() if reason != "kept"}
    stages = [
        Stage(
            "sentences",
            sentences.rows,
            "",
            _left_out({"without links": sentences.rows - typed.rows - typed.rejected, **_rejected(typed)}),
        ),
        Stage("sentences with mentions", typed.rows, "", _left_out({**dropped, **_rejected(filtered)})),
    ]
    if corpus is None:
        return [*stages, Stage("sentences that pass the filters", filtered.rows, "", [])]
    sampled = corpus.counts.get("sentences", {}).get("sampled", 0)
    lost = {"not sampled": filtered.rows - sampled - corpus.rejected, **_rejected(corpus)}
    return [
        *stages,
        Stage("sentences that pass the filters", filtered.rows, "", _left_out(lost)),
        Stage("sentences in the corpus", sampled, "", []),
        Stage(
            "training examples",
            corpus.rows,
            f"{corpus.rows - sampled:,} are further copies of sentences of rare categories",
            [],
        ),
    ]


def _rejected(manifest: Manifest) -> dict[str, int]:
    return {f"rejected: {reason}": number for reason, number in manifest.counts.get("rejected", {}).items()}


def _left_out(counts: Mapping[str, int]) -> list[LeftOut]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [LeftOut(reason, number, TERMS.get(reason, "")) for reason, number in ranked if number]


IN_THE_TABLE, MISSING, UNEXPECTED = "in the table", "missing", "unexpected"


def completeness(found: AccountedPages) -> dict[str, Any]:
    """What became of the pages of the wiki's table, and the first of those that are in it or in the dump alone."""
    counts = found.manifest.counts.get("pages", {})
    kinds = {name: number for name, number in counts.items() if name not in (IN_THE_TABLE, MISSING, UNEXPECTED)}
    # Some of each kind: they stand in the dataset one kind after the other.
    shown: dict[str, list[dict[str, Any]]] = {}
    for batch in read_dataset(found.location):
        for kind in pc.unique(batch.column("kind")).to_pylist():
            of_kind = shown.setdefault(kind, [])
            some = batch.filter(pc.equal(batch.column("kind"), kind)).slice(0, _MOST_LISTED - len(of_kind))
            of_kind += some.to_pylist()
    listed = [row for rows in shown.values() for row in rows]
    return {
        "total": counts.get(IN_THE_TABLE, 0),
        "kinds": [
            (name, number, TERMS.get(name, "")) for name, number in sorted(kinds.items(), key=lambda item: -item[1])
        ],
        "missing": counts.get(MISSING, 0),
        "unexpected": counts.get(UNEXPECTED, 0),
        "listed": listed,
        "place": found.place,
        "rows": found.manifest.rows,
    }


def rejects(steps: Sequence[Step]) -> list[tuple[str, str, int, int]]:
    """Step, reason, number of rejected records and records read, for every reason of every step."""
    return [
        (step.manifest.provenance.step, reason, number, step.manifest.seen)
        for step in steps
        for reason, number in sorted(step.manifest.counts.get("rejected", {}).items())
        if number
    ]


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
    keys = ("label_set", "domain", "dataset", "target", "encoder", "model")
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
    ranked = [
        {"stage": name, "category": label, "rank": rank, "mentions": number}
        for name, stage in zip(STAGES, stages, strict=False)
        for rank, (label, number) in enumerate(_ranking(stage), 1)
    ]
    specs = {"ranks": charts.ranks(ranked, STAGES[: len(stages)])} if ranked else {}
    changed = [
        {"category": label, "before": after[label], "after": balanced[label], "ratio": balanced[label] / after[label]}
        for label in order
        if after.get(label) and balanced.get(label)
    ]
    if changed:
        specs["changes"] = charts.changes(changed)
    return rows, specs


def _ranking(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(((label, n) for label, n in counts.items() if n), key=lambda item: (-item[1], item[0]))


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
        "sources": [(name, anchors[name], TERMS.get(name, "")) for name in sources],
        "flags": [(flag, with_class.get(flag, 0), without.get(flag, 0)) for flag in flags],
        "unflagged": unflagged,
        "propagated": sorted(propagated.items()),
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
    bars = [
        {"domain": row["domain"], **level, "published": level["published"]}
        for row in sizes
        for level in row["levels"]
        if level["level"] != LEVELS[0] and level["share"] is not None
    ]
    crawled = {name: depths(found.page_locations[name], found.location, name) for name in names}
    drift = [
        {
            "domain": name,
            **depth._asdict(),
            "share": depth.specialised / depth.sentences if depth.sentences else None,
            "categories": found.pages[name].counts.get("categories by depth", {}).get(str(depth.depth), 0),
        }
        for name in names
        for depth in crawled[name]
    ]
    pairs = [
        {"one": one, "other": other, "share": overlap(found.vocabulary.get(one, ()), found.vocabulary.get(other, ()))}
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
    parameters = found.corpus.provenance.parameters
    view = {"sizes": sizes, "drift": drift, "levels": LEVELS, "names": names, "parameters": parameters}
    return view, specs


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


def models(evaluation: Evaluation) -> tuple[dict[str, Any], dict[str, Any]]:
    """Scores of the models, the best of each target first; and a chart for each target."""
    rows = [row for batch in read_dataset(evaluation.location) for row in batch.to_pylist()]
    full = [row for row in rows if row["few_shot"] == 0]
    settings = list(dict.fromkeys(row["setting"] for row in full))
    specs = {}
    for target in dict.fromkeys(row["target"] for row in full):
        shown = [
            {
                **{name: row[name] for name in ("setting", "f1", "deviation")},
                "run": f"{row['encoder']}, {row['model']}",
                "low": row["f1"] - row["deviation"],
                "high": row["f1"] + row["deviation"],
            }
            for row in full
            if row["target"] == target
        ]
        specs[target] = charts.scores(shown, settings)
    ranked = sorted(full, key=lambda row: (row["target"], -row["f1"], row["encoder"], row["model"], row["setting"]))
    return {"scores": ranked, "pictures": _pictures(evaluation.location)}, specs


_CAPTIONS = (
    (re.compile(r"few-shot-(.+)"), "F1 on {} by the number of target sentences"),
    (re.compile(r"confusion-(.+)"), "Types of {} and what the best model takes them for, in percent"),
    (re.compile(r"representations-(.+)"), "Entities of {} as the encoders represent them before fine-tuning (t-SNE)"),
    (re.compile(r"(.+)-training"), "Training of {}: loss and validation"),
)
"""What the pictures of an evaluation show, by their names."""


def _caption(name: str) -> str:
    for pattern, caption in _CAPTIONS:
        if found := pattern.fullmatch(name.removesuffix(".svg")):
            return caption.format(found[1])
    return name


def _pictures(location: str) -> list[tuple[str, str, str]]:
    """Name, caption and content, as an address, of each picture of the evaluation; no content where the page would be
    too large.

    The smallest have their place first: large ones are clouds of points.
    """
    named = [part for part in read_manifest(location).parts if part.name.endswith(".svg")]
    room = _MOST_PICTURES
    contents = {}
    for part in sorted(named, key=lambda part: (part.bytes, part.name)):
        room -= part.bytes
        if room >= 0:
            text = storage.read_text(storage.join(location, part.name))
            contents[part.name] = f"data:image/svg+xml;base64,{base64.b64encode(text.encode()).decode()}"
    names = {part.name: part.name.removeprefix(f"{REPORT}/") for part in named}
    return [(name, _caption(name), contents.get(path, "")) for path, name in names.items()]


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


def example_data(drawn: Drawn, corpus: Manifest, url: str) -> dict[str, Any]:
    """The examples as the page's script reads them: each once, categories by their numbers, the most frequent first.

    `corpus` is the manifest of the corpus they are from, `url` the address of a revision with `{rev_id}` in it.
    """
    names = [name for name, _ in _ranking(corpus.counts.get("mentions", {}))]
    names += sorted(set(drawn.by_category).difference(names))
    numbers = {name: number for number, name in enumerate(names)}
    counts = corpus.counts.get("mentions", {})
    return {
        # The address comes from the dump: nothing but a link to a page may become a link.
        "url": url if re.match(r"https?://", url) else "",
        "categories": [[name, counts.get(name, 0), drawn.by_category.get(name, [])] for name in names],
        "examples": [
            [each.title, each.rev_id, each.text, [[start, end, numbers[label]] for start, end, label in each.mentions]]
            for each in drawn.examples
        ],
    }
