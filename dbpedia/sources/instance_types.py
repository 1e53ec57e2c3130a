"""Instance types and redirects of a DBpedia release: the class of each article, and which title redirects to which.

Releases differ in what a types file holds: one class a subject (`specific`), its superclasses (`transitive`), or the
full closure with the classes of other vocabularies (`rdf-type`, 2025-12). All are read in the same way, alone or
together: the types of a subject are collected from all its lines, and the ontology gives the most specific of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dbpedia.ontology import NAMESPACE, Ontology
from dbpedia.sources.triples import RDF_TYPE, REDIRECTS, TripleCounts, count_editions, read_triples, resource_titles
from dbpedia.sources.typed_titles import TypeCounts, TypedTitles, collect_types
from schemas.errors import InputError


class Redirects(NamedTuple):
    """A block of redirects: each title and the title it points to, one step."""

    titles: list[str]
    targets: list[str]


@dataclass
class RedirectCounts:
    """What became of the triples of redirects."""

    triples: TripleCounts = field(default_factory=TripleCounts)
    not_articles: int = 0
    """Redirects from or to something that is not an article."""
    stale: int = 0
    """Redirects from one article of the wiki to another."""


def read_types(uris: Sequence[str], ontology: Ontology, counts: TypeCounts) -> TypedTitles:
    """The most specific class of each title, from the types files of one release.

    Raises InputError where a file cannot be read or none of them gives any article a DBpedia class.
    """
    typed = collect_types(_read_runs(uris, ontology, counts), ontology, counts)
    if not len(typed.titles):
        raise InputError(
            f"{', '.join(uris) or 'no file'}: no article has a class of {NAMESPACE} that the ontology knows, in "
            f"{counts.triples.lines:,} lines with {counts.triples.triples:,} triples of rdf:type; give the release's "
            "instance types, or triples of your own as docs/how-to/choose-types.md has them"
            + "".join(_what_was_there(counts))
        )
    return typed


def language_doubt(uris: Sequence[str], languages: Iterable[str]) -> str:
    """What is doubtful where no file begins with types of an edition of DBpedia in one of these languages; else empty.

    `languages` are codes as DBpedia has them, that of the wiki's own edition first. Titles of another
    language than the wiki's are rarely titles of the wiki. Raises InputError as `read_triples` does.
    """
    hosts: Counter[str] = Counter()
    for uri in uris:
        first = next(read_triples(uri, RDF_TYPE, TripleCounts()), None)
        hosts += count_editions(first.subjects if first else ())
    own = ["dbpedia.org" if each == "en" else f"{each}.dbpedia.org" for each in languages]
    if not hosts or not hosts.keys().isdisjoint(own):
        return ""
    return (
        f"instance_types in [DBpedia] are of {', '.join(sorted(hosts))}, those of the wiki's language of {own[0]}: "
        "hardly a link will have a class; give the latter, unless the former have the wiki's titles all the same"
    )


def _what_was_there(counts: TypeCounts) -> Iterator[str]:
    """What files have that type nothing, each as a part of a sentence: a list of one's own goes wrong by its form."""
    for name, number in counts.unknown_classes.most_common(1):
        yield f"; the ontology has no {name}, the class of {number:,} of them"
    if counts.not_articles:
        yield f"; subjects that are not http://<language>.dbpedia.org/resource/<title>: {counts.not_articles:,}"
    if counts.triples.first_malformed:
        yield f"; first line that is no triple: {counts.triples.first_malformed}"


def read_redirects(uris: Sequence[str], counts: RedirectCounts) -> Iterator[Redirects]:
    """The redirects in the files of a release, in blocks, without those from or to a non-article.

    Raises InputError at the end where all that the files hold is something else. Of a small wiki they may be empty.
    """
    for uri in uris:
        for block in read_triples(uri, REDIRECTS, counts.triples):
            titles, targets = resource_titles(block.subjects), resource_titles(block.objects)
            kept = [(title, target) for title, target in zip(titles, targets, strict=True) if title and target]
            counts.not_articles += len(titles) - len(kept)
            yield Redirects([title for title, _ in kept], [target for _, target in kept])
    if counts.triples.lines and not counts.triples.triples:
        raise InputError(
            f"{', '.join(uris)}: no triple of <{REDIRECTS}> in {counts.triples.lines:,} lines; give the release's "
            "redirects, or none"
        )


def _read_runs(
    uris: Sequence[str], ontology: Ontology, counts: TypeCounts
) -> Iterator[tuple[list[str], list[frozenset[str]]]]:
    """Titles with the classes of each run of lines about one subject."""
    known = {NAMESPACE + cls: frozenset([cls]) for cls in ontology.classes}
    for uri in uris:
        for block in read_triples(uri, RDF_TYPE, counts.triples):
            subjects: list[str] = []
            class_sets: list[frozenset[str]] = []
            unknown: Counter[str] = Counter()
            last = ""
            for subject, iri in zip(block.subjects, block.objects, strict=True):
                classes = known.get(iri)
                if classes is None:
                    unknown[iri] += 1
                elif subject == last:
                    class_sets[-1] |= classes
                else:
                    subjects.append(subject)
                    class_sets.append(classes)
                    last = subject
            for iri, count in unknown.items():
                if iri.startswith(NAMESPACE):
                    counts.unknown_classes[iri.removeprefix(NAMESPACE)] += count
                else:
                    counts.other_vocabularies += count
            counts.editions += count_editions(subjects)
            titles = resource_titles(subjects)
            if "" in titles:
                counts.not_articles += titles.count("")
                class_sets = [classes for title, classes in zip(titles, class_sets, strict=True) if title]
                titles = [title for title in titles if title]
            yield titles, class_sets
