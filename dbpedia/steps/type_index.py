"""From all sources of types to the class of every title: the function behind the step `type_index`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.letters import other_letters
from dbpedia.ontology import Ontology
from dbpedia.own_classes import read_ontologies
from dbpedia.redirects import without_stale
from dbpedia.sources.corrections import correct_types, read_corrections
from dbpedia.sources.infoboxes import (
    InfoboxCounts,
    infobox_types,
    read_infoboxes,
    read_mappings,
    read_template_redirects,
)
from dbpedia.sources.instance_types import RedirectCounts, Redirects, read_redirects, read_types
from dbpedia.sources.merge import ORIGINS, Agreement, merge_types, read_sparql_types
from dbpedia.sources.triples import TripleCounts
from dbpedia.sources.typed_titles import TypeCounts, TypedTitles, collect_types
from dbpedia.sources.wikidata import WikidataCounts, class_items, read_statements, wikidata_types
from dbpedia.title_index import Build, TitleIndex, build_index, index_across_scripts, index_rows, write_index
from dbpedia.title_keys import column_keys
from dbpedia.wikidata_index import EMPTY, WikidataIndex, WikidataTitles, build_wikidata_index, write_wikidata_index
from schemas.catalog.dbpedia import LOOKUP, WIKIDATA_LOOKUP
from schemas.datasets.dataset import Manifest, read_dataset, read_manifest
from schemas.datasets.shards import Shard
from schemas.errors import InputError, printable
from schemas.records import Reject

_MOST_NAMES = 1_000
_LONGEST_NAME = 100
_TOLD_NAMES = 5
_SEVERAL_EDITIONS = "resources of several editions of DBpedia"
_UNKNOWN_CLASSES = "classes the ontology does not have"


@dataclass(frozen=True)
class Sources:
    """Where the types are read. What belongs to a source that is not in `trust` is empty."""

    trust: tuple[str, ...]
    """Names of `SOURCES`, the most trusted first."""
    instance_types: tuple[str, ...] = ()
    """Files of a release."""
    sparql_types: str = ""
    """Location of the dataset."""
    mappings: str = ""
    """Export of DBpedia's mappings wiki."""
    infoboxes: str = ""
    """Location of the dataset."""
    template_redirects: str = ""
    """Location of the dataset."""
    wikidata_statements: str = ""
    """Location of the dataset."""
    wikidata_titles: str = ""
    """Location of a dataset with titles and their items."""


@dataclass(frozen=True)
class Wiki:
    """Which titles a wiki has, and which of them lead to others: locations of datasets, empty where there is none."""

    lang: str
    """Code of its language: in one of two scripts a title is found in the other script too."""
    redirects: str
    """The wiki's own, which are trusted more than DBpedia's. It is always there."""
    pages: str
    """By which redirects of DBpedia's are left out that have become articles."""
    wikidata_ids: str
    """Items are looked up by the wiki's own redirects alone."""


def write_type_index(
    _inputs: Any,
    shard: Shard,
    *,
    ontology: str,
    own_classes: str,
    sources: Sources,
    wiki: Wiki,
    corrections: str,
    dbpedia_redirects: Sequence[str],
) -> None:
    """Write the class of every typed title and of the redirects that lead to one, and the Wikidata items of all titles.

    `own_classes` is a file of classes of one's own and `corrections` one of classes that the sources have wrong, empty
    for none; `dbpedia_redirects` are files of a release.
    """
    titles = _page_titles(wiki) if other_letters(wiki.lang) else []
    wikidata = _wikidata_index(wiki, sources.wikidata_statements, shard, titles)
    known = read_ontologies(ontology, own_classes)
    for oddity in known.oddities:
        shard.count("ontology", oddity)
    types = _merged_types(sources, known, shard)
    if corrections:
        types, became = correct_types(types, read_corrections(corrections, known, wiki.lang), known)
        shard.count_all("corrections", became)
    redirect_counts = RedirectCounts()
    of_dbpedia = read_redirects(dbpedia_redirects, redirect_counts)
    if wiki.pages and dbpedia_redirects:
        of_dbpedia = without_stale(of_dbpedia, _article_keys(wiki.pages), redirect_counts)
    build = build_index(types, _redirects(wiki.redirects), known.classes, of_dbpedia)
    shard.count("types", "titles with a class", len(types.titles))
    del types
    pa.default_memory_pool().release_unused()  # else what the index was made of stays beside its rows
    title_index = _title_index(build, wiki, titles, shard)
    for batch in index_rows(build, wikidata):
        shard.write("type_index", pa.Table.from_batches([batch]))
        unknown = batch.column("qid").null_count
        shard.count_all("Wikidata items", {"rows with": len(batch) - unknown, "rows without": unknown})
    shard.attach("type_index", LOOKUP, lambda path: write_index(title_index, str(path)))
    shard.attach("type_index", WIKIDATA_LOOKUP, lambda path: write_wikidata_index(wikidata, str(path)))
    _count_redirects(shard, redirect_counts)
    _count_index(shard, build)


def _merged_types(sources: Sources, ontology: Ontology, shard: Shard) -> TypedTitles:
    """The class of each title by the most trusted source that has one; how the sources agree is counted."""
    merged = merge_types([(name, _read_source(name, sources, ontology, shard)) for name in sources.trust], ontology)
    for agreement in merged.agreements:
        _count_agreement(shard, agreement)
    return merged.types


def editions_doubt(index: Manifest) -> str:
    """What may be wrong where instance types are of several editions of DBpedia; empty where they are of one."""
    counts = index.counts.get(_SEVERAL_EDITIONS, {})
    if not counts:
        return ""
    numbers = ", ".join(f"{host} {number:,}" for host, number in sorted(counts.items()))
    return (
        f"instance_types in [DBpedia] are of several editions of DBpedia ({numbers} resources), and those of one name "
        "are one title here: give the files of the wiki's language alone, unless this is on purpose"
    )


def classes_doubt(index: Manifest) -> str:
    """What may be wrong where types name classes that the ontology does not have; empty where it has all of them.

    The title of a class that is misspelt has no class then, or only that of another line.
    """
    counts = index.counts.get(_UNKNOWN_CLASSES, {})
    if not counts:
        return ""
    first = sorted(counts, key=lambda name: (-counts[name], name))[:_TOLD_NAMES]
    named = ", ".join(f"{name} {counts[name]:,}" for name in first) + ", …" * (len(counts) > len(first))
    return (
        f"the ontology does not have the classes of some types, which do not count ({named}): see to the spelling, "
        "small and capital letters too, or take the ontology of the same release"
    )


def _title_index(build: Build, wiki: Wiki, titles: Sequence[pa.Array], shard: Shard) -> TitleIndex:
    """The index by which titles are looked up: also by those in the other script of the wiki's language."""
    if not other_letters(wiki.lang):
        return build.title_index
    # Without the wiki's pages what has a class is taken for one.
    found, ambiguous = index_across_scripts(build, titles if wiki.pages else [build.titles, *titles], wiki.lang)
    shard.count("titles in one script", "of one class", len(found) - len(build.titles))
    shard.count("titles in one script", "of different classes or none", ambiguous)
    return found


def _wikidata_index(wiki: Wiki, statements: str, shard: Shard, titles: Sequence[pa.Array]) -> WikidataIndex:
    if not wiki.wikidata_ids:
        return EMPTY
    classes = class_items(statements) if statements else np.empty(0, np.uint32)
    known = _wikidata_titles(wiki.wikidata_ids)
    build = build_wikidata_index(known, _redirects(wiki.redirects), classes, titles, wiki.lang)
    counts = {"titles": build.titles, "redirects to them": build.redirects, "titles given again": build.repeated}
    shard.count_all("Wikidata items", counts)
    if statements:
        of_classes = int(np.count_nonzero(build.index.are_classes))
        shard.count("Wikidata items", "titles and redirects of a class", of_classes)
    return build.index


def _wikidata_titles(location: str) -> Iterator[WikidataTitles]:
    for batch in read_dataset(location, ["title", "qid"]):
        yield WikidataTitles(batch.column("title").cast(pa.large_string()), batch.column("qid"))


def _read_source(name: str, sources: Sources, ontology: Ontology, shard: Shard) -> TypedTitles:
    counts = TypeCounts()
    types = _READERS[name](sources, ontology, counts, shard)
    shard.count("titles with a class by source", name, counts.titles)
    shard.count("titles whose classes contradict each other", name, counts.several_classes)
    unknown = _most_frequent(counts.unknown_classes)
    shard.count_all(_UNKNOWN_CLASSES, unknown)
    if further := counts.unknown_classes.total() - unknown.total():
        shard.count("types", "types of further classes that the ontology does not have", further)
    return types


def _most_frequent(classes: Counter[str]) -> Counter[str]:
    """The classes that are named most, as a message shows them; not all, so that a manifest ends."""
    kept: Counter[str] = Counter()
    first = set(sorted(classes, key=lambda name: (-classes[name], name))[:_MOST_NAMES])
    for name, number in classes.items():
        if name in first:
            kept[printable(name[:_LONGEST_NAME])] += number
    return kept


def _read_release_types(sources: Sources, ontology: Ontology, counts: TypeCounts, shard: Shard) -> TypedTitles:
    types = read_types(sources.instance_types, ontology, counts)
    _count_triples(shard, "instance-types", counts.triples)
    shard.count("types", "types of other vocabularies", counts.other_vocabularies)
    shard.count("types", "subjects that are no articles", counts.not_articles)
    if len(counts.editions) > 1:
        shard.count_all(_SEVERAL_EDITIONS, counts.editions)
    return types


def _read_sparql_types(sources: Sources, ontology: Ontology, counts: TypeCounts, shard: Shard) -> TypedTitles:
    types = collect_types(read_sparql_types(sources.sparql_types, ontology, counts), ontology, counts)
    shard.seen += read_manifest(sources.sparql_types).rows
    return types


def _read_infobox_types(sources: Sources, ontology: Ontology, counts: TypeCounts, shard: Shard) -> TypedTitles:
    mappings = read_mappings(sources.mappings)
    redirects = read_template_redirects(sources.template_redirects)
    infoboxes = InfoboxCounts()
    templates = read_infoboxes(sources.infoboxes, mappings, redirects, infoboxes)
    types = collect_types(infobox_types(templates, mappings, redirects, ontology, infoboxes), ontology, counts)
    if not infoboxes.articles:
        raise InputError(
            f"{sources.mappings}: maps none of {infoboxes.templates:,} templates of articles to a class of the "
            f"ontology; are these mappings, for `{mappings.language}`, those of the wiki's language? The column "
            "template of the dataset infoboxes has the names to map"
        )
    counts.unknown_classes.update(infoboxes.unknown_classes)
    shard.seen += infoboxes.templates
    shard.count_all("pages of mappings that map no template to a class", mappings.unused)
    shard.count("templates of articles", "without a mapping", infoboxes.unmapped)
    shard.count("templates of articles", "mapped to no class", infoboxes.undecided)
    shard.count("templates of articles", "mapped to another kind of thing than the first", infoboxes.unrelated)
    shard.count("templates of articles", "mapped through a redirect", infoboxes.through_redirect)
    return types


def _read_wikidata_types(sources: Sources, ontology: Ontology, counts: TypeCounts, shard: Shard) -> TypedTitles:
    statements = read_statements(sources.wikidata_statements)
    found = WikidataCounts()
    types = collect_types(wikidata_types(statements, sources.wikidata_titles, ontology, found), ontology, counts)
    if not len(types.titles):
        raise InputError(
            f"{sources.wikidata_statements}: none of {found.items:,} items of articles has a class by its "
            f"{len(statements.items):,} statements; is it a dump of Wikidata with P31 and P279, and the wiki's own?"
        )
    shard.seen += len(statements.items)
    shard.count("Wikidata items of articles", "with a class", found.items - found.without_class)
    shard.count("Wikidata items of articles", "without a class", found.without_class)
    shard.count("Wikidata items of articles", "refined by occupation, position or taxon", found.refined)
    shard.count("Wikidata items of articles", "undecided between more specific classes", found.undecided)
    shard.count("Wikidata items that stand for a class", "of the ontology itself", len(ontology.items))
    shard.count("Wikidata items that stand for a class", "with those below them", found.classes)
    return types


_READERS: Mapping[str, Callable[[Sources, Ontology, TypeCounts, Shard], TypedTitles]] = {
    "dump": _read_release_types,
    "sparql": _read_sparql_types,
    "infobox": _read_infobox_types,
    "wikidata": _read_wikidata_types,
}
"""The function that reads each of `SOURCES`."""


def _count_agreement(shard: Shard, agreement: Agreement) -> None:
    left, right = agreement.left, agreement.right
    group = f"agreement of {left} and {right}"
    shard.count(group, "same class", agreement.same)
    shard.count(group, f"{left} more general", agreement.left_general)
    shard.count(group, f"{left} more specific", agreement.left_specific)
    shard.count(group, "contradicting", agreement.contradicting)
    shard.count(group, f"in {left} only", agreement.left_only)
    shard.count(group, f"in {right} only", agreement.right_only)
    contradictions = {f"{ours} / {theirs}": number for (ours, theirs), number in agreement.contradictions.items()}
    shard.count_all(f"contradictions of {left} and {right}", contradictions)


def _count_redirects(shard: Shard, counts: RedirectCounts) -> None:
    _count_triples(shard, "redirects", counts.triples)
    shard.count("redirects", "of DBpedia, to or from no article", counts.not_articles)
    shard.count("redirects", "of DBpedia, from an article of the wiki to another", counts.stale)


def _count_index(shard: Shard, build: Build) -> None:
    counts = build.counts
    shard.count("redirects", "to a typed title", counts.redirects)
    shard.count("redirects", "typed themselves", counts.redirects_typed_themselves)
    shard.count("redirects", "repeated", counts.redirects_repeated)
    shard.count("redirects", "to different targets", counts.redirects_disputed)
    shard.count("redirects", "to an untyped title", counts.redirects_to_untyped)
    shard.count("redirects", "in cycles", counts.redirects_in_cycles)
    shard.count("redirects", "too long", counts.redirects_too_long)
    shard.count_all("titles by number of redirects", {str(n): number for n, number in counts.by_redirects.items()})
    index = build.title_index
    for group, names, ids in (
        ("titles by class", index.classes, index.class_ids),
        ("titles by origin", ORIGINS, index.origins),
    ):
        numbers = np.bincount(ids, minlength=len(names)).tolist()
        shard.count_all(group, {name: n for name, n in zip(names, numbers, strict=True) if n})


def _redirects(location: str) -> Iterator[Redirects]:
    for batch in read_dataset(location, ["title", "target"]):
        yield Redirects(batch.column("title").to_pylist(), batch.column("target").to_pylist())


def _page_titles(wiki: Wiki) -> list[pa.Array]:
    """The titles of all pages of the wiki that are known: redirects alone where `pages`, which have them, is empty."""
    return [batch.column("title") for batch in read_dataset(wiki.pages or wiki.redirects, ["title"])]


def _article_keys(pages: str) -> npt.NDArray[np.uint64]:
    """The keys of the titles of all articles, ascending."""
    chunks = [np.empty(0, np.uint64)]
    for batch in read_dataset(pages, ["title", "kind"]):
        titles = batch.filter(pc.equal(batch.column("kind"), "article")).column("title")
        chunks.append(column_keys(titles, 0))
    keys = np.concatenate(chunks)
    keys.sort()
    return keys


def _count_triples(shard: Shard, name: str, counts: TripleCounts) -> None:
    shard.seen += counts.lines
    shard.count(f"lines of {name}", "triples", counts.triples)
    shard.count(f"lines of {name}", "other triples", counts.other)
    if counts.malformed:
        shard.reject(Reject("malformed-line", -1, "", counts.first_malformed), counts.malformed)
