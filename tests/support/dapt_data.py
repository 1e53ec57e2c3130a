"""Small datasets that the tests of the domains' corpora are built on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from corpora.gazetteer.surface_forms import SurfaceRules
from corpora.paired_parts import PartPair, group_pairs
from corpora.steps.dapt_corpus import DomainRules, write_dapt_corpus
from corpora.steps.gazetteer import write_gazetteer
from schemas.datasets.commits import commit, prepare
from schemas.datasets.dataset import Manifest, Provenance, Source, parquet_parts, read_manifest
from schemas.datasets.shards import Destination, Unit, write_shard

_UNKNOWN = {"origin": "dump", "flag": "", "qid": None}
PROVENANCE = Provenance("0" * 64, "test", 1, "0", {}, [])


def write_dataset(
    root: Path,
    name: str,
    shards: Sequence[Sequence[dict[str, Any]]],
    provenance: Provenance = PROVENANCE,
    partition: str = "",
) -> str:
    """Location of a dataset with a part for each list of rows that is not empty."""
    location = str(root / name)
    outputs = [Destination(name, location, str(root / "_staging" / name))]
    units = [Unit(index, 1, index) for index in range(len(shards))]
    prepare(units, outputs, provenance.identity)

    def process(index: int, shard: Any) -> None:
        if shards[index]:
            shard.write_rows(name, list(shards[index]), partition)

    descriptors = [write_shard(unit, process=process, outputs=outputs) for unit in units]
    commit(descriptors, outputs, provenance, units=len(units), max_reject_share=0)
    return location


def sentence(page_id: int, paragraph: int, number: int, marked: str) -> dict[str, Any]:
    """A row of typed sentences from text in which anchors stand as `[surface|Class]`."""
    text, mentions = "", []
    for piece in marked.split("["):
        inner, closed, rest = piece.partition("]")
        if closed:
            surface, _, name = inner.partition("|")
            span = {"start": len(text), "end": len(text) + len(surface)}
            mentions.append({**span, "type": name, "source": "direct", "redirects": 0, "target": surface} | _UNKNOWN)
            text += surface + rest
        else:
            text += piece
    place = {"page_id": page_id, "rev_id": 10 * page_id, "title": f"Page {page_id}", "section": ""}
    return {**place, "paragraph": paragraph, "sentence": number, "text": text, "mentions": mentions, "problems": []}


def sentence_datasets(
    root: Path, shards: Sequence[Sequence[dict[str, Any]]], typed: Sequence[Sequence[dict[str, Any]]] | None = None
) -> tuple[str, str]:
    """Locations of `sentences` with these rows, as `sentence` makes them, and of `typed_sentences` with the same."""
    anchors = [
        [{**row, "anchors": [_anchor(mention) for mention in row["mentions"]]} for row in rows] for rows in shards
    ]
    for row in (row for rows in anchors for row in rows):
        del row["mentions"]
    sentences = write_dataset(root, "sentences", anchors)
    # A unit of `typed_sentences` is a part of `sentences`, and a shard without rows has none.
    mentioned = [[row for row in rows if row["mentions"]] for rows in typed or shards if rows]
    made_of = Provenance("1" * 64, "test", 1, "0", {}, [Source("sentences", sentences, PROVENANCE.identity)])
    return sentences, write_dataset(root, "typed_sentences", mentioned, made_of)


def _anchor(mention: dict[str, Any]) -> dict[str, Any]:
    return {name: mention[name] for name in ("start", "end", "target")}


def run_step(
    name: str,
    root: Path,
    process: Callable[..., None],
    payloads: list[Any],
    others: Sequence[str] = (),
    **arguments: Any,
) -> Manifest:
    """Manifest of the dataset that a step function makes of these payloads, below `root`, with `others` beside it."""
    outputs = [
        Destination(dataset, str(root / dataset), str(root / "_staging" / dataset))
        for dataset in (name, *others, "rejects")
    ]
    units = [Unit(index, 1, payload) for index, payload in enumerate(payloads)]
    prepare(units, outputs, PROVENANCE.identity)
    descriptors = [write_shard(unit, process=lambda *a: process(*a, **arguments), outputs=outputs) for unit in units]
    # Rejects are of the licence of what their step makes.
    return commit(descriptors, outputs, replace(PROVENANCE, step=name), units=len(units), max_reject_share=0)[0]


SHARDS = [
    [
        sentence(1, 0, 0, "[Miles Davis|MusicalArtist] recorded [Kind of Blue|Album] in [New York|City]."),
        sentence(1, 0, 1, "It was released in [August|ENTITY]."),
        sentence(1, 1, 0, "Miles Davis died."),
        sentence(2, 0, 0, "[Rome|City] and [Paris|City] are cities."),
    ],
    [],
    [sentence(3, 0, 0, "Nothing is linked here.")],
    [
        sentence(4, 0, 0, "The [CDU|PoliticalParty] won."),
        sentence(4, 0, 1, "It met [Miles Davis|MusicalArtist]\u2028in [Bonn|City]."),
        sentence(5, 0, 0, "Left out is [Bonn|City], and [Rome|City]."),
    ],
]
DOMAINS = {
    "music": ([1, 3, 4], {"MusicalArtist", "Album"}),
    "politics": ([4, 2, 99], {"PoliticalParty"}),
    "nowhere": ([], {"City"}),
}


def domain_page(page_id: int, categories: int = 1, all_categories: int = 2) -> dict[str, Any]:
    """A row of `domain_pages`."""
    way = {"title": f"Page {page_id}", "depth": 0, "via": "C", "branch": "C"}
    return {"page_id": page_id, **way, "categories": categories, "all_categories": all_categories}


def dapt_sentence(page_id: int, n_specialised: int) -> dict[str, Any]:
    """A row of `dapt_corpus` without a text."""
    place = {"rev_id": 0, "title": "", "paragraph": 0, "sentence": 0, "text": ""}
    counts = {"n_entities": 0, "n_typical": 0, "n_specialised": n_specialised, "copies": 1}
    return {"page_id": page_id, **place, **counts}


def domain_rules(root: Path, domains: Mapping[str, tuple[list[int], set[str]]] = DOMAINS) -> dict[str, DomainRules]:
    """Rules of the domains, with their pages written below `root`."""
    result = {}
    for name, (pages, specialised) in domains.items():
        page_rows = list(map(domain_page, pages))
        result[name] = DomainRules(write_dataset(root / name, "domain_pages", [page_rows]), frozenset(specialised))
    return result


def build_dapt_corpus(root: Path, pairs: list[PartPair], size: int = 1, **other: Any) -> Manifest:
    """Manifest of `dapt_corpus`, made of the pairs of parts in groups of `size` bytes."""
    arguments = {"domains": domain_rules(root), "min_entities": 2, "gazetteer": None, "lang": "en", **other}
    return run_step("dapt_corpus", root, write_dapt_corpus, group_pairs(pairs, size), **arguments)


_LEVELED = ("page_id", "paragraph", "sentence", "n_entities", "n_typical", "n_specialised", "copies")


def sentences_of(root: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Place, entities, typical and specialised ones, and copies of the sentences, by domain and level."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for part in parquet_parts(read_manifest(str(root / "dapt_corpus"))):
        for row in pq.read_table(root / "dapt_corpus" / part.name, partitioning=None).to_pylist():
            found.setdefault(part.name.rpartition("/")[0], []).append(tuple(row[key] for key in _LEVELED))
    return found


def title_row(title: str, name: str, redirects: int) -> dict[str, Any]:
    """A row of `type_index`."""
    return {"title": title, "class": name, "redirects": redirects, "origin": "dump"}


def build_gazetteer(root: Path, pairs: list[PartPair]) -> Manifest:
    """Manifest of the gazetteer of six titles, with the evidence of the pairs of parts."""
    titles = [("Miles Davis", "MusicalArtist", 0), ("CDU", "PoliticalParty", 1), ("Nothing", "Film", 0)]
    titles += [("Bonn", "City", 0), ("1984", "Book", 0), ("Kind of Blue (album)", "Album", 0)]
    index = [title_row(*each) for each in sorted(titles)]
    type_index = write_dataset(root, "type_index", [index[:3], index[3:]])
    rules = SurfaceRules(min_link_share=0.2, anchor_surfaces=True)
    arguments: dict[str, Any] = {"type_index": type_index, "rules": rules, "rate": 1.0, "seed": 0, "lang": "en"}
    return run_step("gazetteer", root, write_gazetteer, [pairs], **arguments)
