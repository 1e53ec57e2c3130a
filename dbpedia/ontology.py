"""The DBpedia ontology: its classes, their superclasses, and the most specific of several classes.

The ontology is read as it is published; `Ontology.oddities` lists what is odd about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from rdflib import OWL, RDF, RDFS, Graph, Literal, URIRef

from dbpedia.rdf import read_graph
from schemas.cycles import find_cycles
from schemas.errors import InputError, quoted
from schemas.sources.wikidata_items import item_number

NAMESPACE = "http://dbpedia.org/ontology/"

MAX_CLASSES = 0x7FFF
"""Most classes of an ontology: labels are dictionary columns with 16-bit indices, with ENTITY beside the classes."""
UNTYPED = 0xFFFF
"""The number of no class, in arrays of the numbers that classes have in an ontology."""

_WIKIDATA = "http://www.wikidata.org/entity/"

_PATTERNS = {RDF.type: OWL.Class, RDFS.label: None, RDFS.subClassOf: None, OWL.equivalentClass: None}
"""What is read of an ontology."""

PERSON = "Person"
SPECIES = "Species"

_MEMORY = 1 << 20
"""How many classes above others are kept in memory, roughly."""


@dataclass(frozen=True)
class Ontology:
    """Classes by local name (`SoccerPlayer`), each with its direct superclasses."""

    parents: Mapping[str, tuple[str, ...]]
    """Superclasses of every class, sorted; empty for a root."""
    labels: Mapping[str, str]
    """English labels, where there are any."""
    oddities: tuple[str, ...]
    """A sentence for each oddity, sorted."""
    items: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Classes that the ontology says are the same as an item of Wikidata, sorted, by the item's number (5 for Q5)."""
    own: frozenset[str] = frozenset()
    """Classes that are not DBpedia's (`dbpedia.own_classes`)."""

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """All classes, sorted."""
        return tuple(sorted(self.parents))

    @cached_property
    def _climbed(self) -> dict[str, dict[str, int]]:
        """What `ancestors` has found so far: of all classes together it would grow with the square of their number."""
        return {}

    def ancestors(self, cls: str) -> Mapping[str, int]:
        """The classes above one, each with its distance in steps: nearest first, by name where equally near.

        The class itself is not among them, even where it stands in a cycle.
        """
        above = self._climbed.get(cls)
        if above is None:
            if cls not in self.parents:
                raise InputError(f"{quoted(cls)}: the ontology has no such class")
            above = _climb(cls, self.parents)
            if len(self._climbed) * len(above) > _MEMORY:
                self._climbed.clear()
            self._climbed[cls] = above
        return above

    def depth(self, cls: str) -> int:
        """Steps to the farthest class above, 0 for a root; for kinds of people steps to Person, plus one."""
        above = self.ancestors(cls)
        # Person is four steps down (Species, Eukaryote, Animal), which says nothing about how specific it is: kinds of
        # people count from Person as if it were one step below a root, as Organisation is.
        if cls == PERSON or PERSON in above:
            return 1 + above.get(PERSON, 0)
        return max(above.values(), default=0)

    def is_a(self, cls: str, above: str) -> bool:
        """Whether a class is another or below it."""
        return cls == above or above in self.ancestors(cls)

    def nearest(self, kinds: Iterable[str]) -> dict[str, str]:
        """For each class that is one of the given kinds or below one: the nearest, then the first by name."""
        children: dict[str, list[str]] = {}
        for cls, parents in self.parents.items():
            for parent in parents:
                children.setdefault(parent, []).append(cls)
        nearest = {kind: kind for kind in kinds if kind in self.parents}
        frontier = list(nearest)
        while frontier:
            below: dict[str, str] = {}
            for cls in frontier:
                for child in children.get(cls, ()):
                    if child not in nearest:
                        below[child] = min(nearest[cls], below.get(child, nearest[cls]))
            nearest |= below
            frontier = list(below)
        return {cls: nearest[cls] for cls in self.classes if cls in nearest}

    def finest(self, classes: Iterable[str]) -> list[str]:
        """The given classes that no other given one is below, sorted. Those of a common cycle do not drop each other.

        Raises InputError for a class that the ontology does not have.
        """
        above = {cls: self.ancestors(cls) for cls in classes}
        return sorted(
            cls for cls in above if not any(cls in above[other] and other not in above[cls] for other in above)
        )

    def most_specific(self, classes: Iterable[str]) -> str:
        """The one class to call a subject that has these types, which may be any part of a closure.

        It is the one of `finest`. Where there are several (types that contradict each other), a kind of person beats
        the other species, since Person is below Species in the ontology by accident of its history; then the deepest
        class is taken, then the first by name. Raises InputError for no class, or one that the ontology does not have.
        """
        finest = self.finest(classes)
        if not finest:
            raise InputError("no class given, so none is the most specific")
        if any(self.is_a(cls, PERSON) for cls in finest):
            finest = [cls for cls in finest if self.is_a(cls, PERSON) or not self.is_a(cls, SPECIES)]
        return min(finest, key=lambda cls: (-self.depth(cls), cls))


def _climb(cls: str, parents: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    distances: dict[str, int] = {}
    frontier, distance = {cls}, 0
    while frontier:
        distance += 1
        frontier = {
            parent for below in frontier for parent in parents[below] if parent != cls and parent not in distances
        }
        distances.update((parent, distance) for parent in sorted(frontier))
    return distances


def build_ontology(
    classes: Iterable[str], subclass_of: Iterable[tuple[str, str]], labels: Mapping[str, str] | None = None
) -> Ontology:
    """The ontology of these classes and (class, superclass) pairs, all local names; order does not matter.

    A superclass that is not among `classes` is read as the class that it equals but for case (`book` for Book), where
    there is exactly one, and otherwise dropped. Both are listed in the oddities, as are classes with several
    superclasses and classes in a cycle. Raises InputError where there is no class.
    """
    known = set(classes)
    if not known:
        raise InputError("the ontology has no class; give the file that defines the DBpedia classes (owl:Class)")
    if len(known) > MAX_CLASSES:
        raise InputError(f"the ontology has {len(known):,} classes; it may have {MAX_CLASSES:,}, and DBpedia's has 790")
    by_lower: dict[str, list[str]] = {}
    for cls in known:
        by_lower.setdefault(cls.lower(), []).append(cls)
    parents: dict[str, set[str]] = {cls: set() for cls in known}
    oddities = set()
    for cls, parent in subclass_of:
        if cls not in known:
            oddities.add(f"{cls} has a superclass but is no class: left out")
        elif parent in known:
            if parent != cls:
                parents[cls].add(parent)
        elif len(alike := by_lower.get(parent.lower(), [])) == 1:
            oddities.add(f"{cls} is under {parent}, which is undefined: read as {alike[0]}")
            if alike[0] != cls:
                parents[cls].add(alike[0])
        else:
            oddities.add(f"{cls} is under {parent}, which is undefined: left without it")
    ordered = {cls: tuple(sorted(parents[cls])) for cls in sorted(known)}
    for cls, direct in ordered.items():
        if len(direct) > 1:
            oddities.add(f"{cls} has several superclasses: {', '.join(direct)}")
    oddities.update(f"{cls} is below itself, through a cycle" for cycle in find_cycles(ordered) for cls in cycle)
    if PERSON in known and SPECIES in _climb(PERSON, ordered):
        oddities.add(f"{PERSON} is below {SPECIES}: kinds of people are not taken for species")
    kept_labels = {cls: label for cls, label in (labels or {}).items() if cls in known}
    return Ontology(ordered, kept_labels, tuple(sorted(oddities)))


def read_ontology(uri: str) -> Ontology:
    """The ontology in a file: RDF/XML, N-Triples or Turtle, plain, gzip or bzip2, recognised by content.

    Only classes of the DBpedia namespace are kept; superclasses of other vocabularies (owl:Thing, schema.org, DUL) are
    not. Raises InputError where the file cannot be read or defines no DBpedia class.
    """
    graph = read_graph(uri, _PATTERNS, "en")
    labels: dict[str, str] = {}
    classes = [name for subject in graph.subjects(RDF.type, OWL.Class) if (name := _local_name(subject))]
    for subject, label in graph.subject_objects(RDFS.label):
        name = _local_name(subject)
        if name and isinstance(label, Literal):
            labels[name] = min(str(label), labels.get(name, str(label)))
    pairs = [
        (name, parent)
        for subject, superclass in graph.subject_objects(RDFS.subClassOf)
        if (name := _local_name(subject)) and (parent := _local_name(superclass))
    ]
    if not classes:
        raise InputError(f"{uri}: defines no class of {NAMESPACE}; give DBpedia's ontology file")
    found = build_ontology(classes, pairs, labels)
    left_out = {
        f"{quoted(str(subject))} cannot be the name of a class: left out"
        for subject in graph.subjects(RDF.type, OWL.Class)
        if isinstance(subject, URIRef) and subject.startswith(NAMESPACE) and not _local_name(subject)
    }
    items, unclear = _wikidata_items(graph)
    return replace(found, oddities=tuple(sorted({*found.oddities, *left_out, *unclear})), items=items)


def _wikidata_items(graph: Graph) -> tuple[dict[int, tuple[str, ...]], set[str]]:
    """The classes that are the same as each item, and a sentence for each link that names no item."""
    found: dict[int, set[str]] = {}
    unclear: set[str] = set()
    for subject, same in graph.subject_objects(OWL.equivalentClass):
        name = _local_name(subject)
        if not name or not isinstance(same, URIRef) or not same.startswith(_WIKIDATA):
            continue
        item = item_number(same[len(_WIKIDATA) :])
        if item:
            found.setdefault(item, set()).add(name)
        else:
            unclear.add(f"{name} is the same as {quoted(same)}, which is no item of Wikidata: left out")
    return {item: tuple(sorted(found[item])) for item in sorted(found)}, unclear


def _local_name(node: object) -> str | None:
    if not isinstance(node, URIRef) or not node.startswith(NAMESPACE):
        return None
    name = node[len(NAMESPACE) :]
    # Names of classes are words of labels, counters and messages.
    return name if name and name.isprintable() and " " not in name else None
