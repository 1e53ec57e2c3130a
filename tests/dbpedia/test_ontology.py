from __future__ import annotations

import bz2
import gzip
import itertools
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dbpedia.ontology
from dbpedia.label_sets import label_map
from dbpedia.ontology import Ontology, build_ontology, read_ontology
from schemas.errors import InputError

PAIRS = [
    ("Eukaryote", "Species"),
    ("Animal", "Eukaryote"),
    ("Insect", "Animal"),
    ("Person", "Animal"),
    ("Athlete", "Person"),
    ("SoccerPlayer", "Athlete"),
    ("Organisation", "Agent"),
    ("Company", "Organisation"),
    ("Book", "Work"),
    ("Novel", "book"),
    ("Holiday", "TimeInterval"),
    ("Library", "Organisation"),
    ("Library", "Building"),
    ("Building", "Place"),
    ("Castle", "Building"),
]
CLASSES = {name for name, _ in PAIRS} | {"Species", "Agent", "Work", "Place"}
TREE = build_ontology(CLASSES, PAIRS, {"Book": "book", "Gone": "gone"})


def test_parents_and_labels() -> None:
    assert TREE.classes == tuple(sorted(CLASSES))
    assert TREE.parents["Library"] == ("Building", "Organisation")
    assert TREE.parents["Species"] == ()
    assert TREE.labels == {"Book": "book"}


def test_oddities_are_reported() -> None:
    assert TREE.oddities == (
        "Holiday is under TimeInterval, which is undefined: left without it",
        "Library has several superclasses: Building, Organisation",
        "Novel is under book, which is undefined: read as Book",
        "Person is below Species: kinds of people are not taken for species",
    )


def test_ancestors_come_nearest_first_with_their_distance() -> None:
    assert list(TREE.ancestors("SoccerPlayer").items()) == [
        ("Athlete", 1),
        ("Person", 2),
        ("Animal", 3),
        ("Eukaryote", 4),
        ("Species", 5),
    ]
    assert list(TREE.ancestors("Library").items()) == [("Building", 1), ("Organisation", 1), ("Agent", 2), ("Place", 2)]
    assert TREE.ancestors("Holiday") == {}
    with pytest.raises(InputError, match="no such class"):
        TREE.ancestors("Unicorn")


def test_the_nearest_way_counts() -> None:
    short = build_ontology("ABCD", [("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")])
    assert short.ancestors("A") == {"B": 1, "D": 1, "C": 2}


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        (["Species"], "Species"),
        (["Person", "Species", "Animal", "Eukaryote"], "Person"),
        (["SoccerPlayer", "Species"], "SoccerPlayer"),
        (["Insect", "Animal", "Species"], "Insect"),
        (["Insect", "Person"], "Person"),  # equally deep in the tree, and Insect comes first by name
        (["Novel", "Book", "Work"], "Novel"),
        (["Castle", "Library"], "Castle"),  # both two steps below a root, so by name
        (["Organisation", "Castle"], "Castle"),  # two steps against one
        (["SoccerPlayer", "Castle"], "SoccerPlayer"),  # three, counted from Person as one, against two
        (["Athlete", "Castle"], "Athlete"),  # two against two, not five
        (["Person", "Castle"], "Castle"),  # one against two
    ],
)
def test_most_specific(classes: list[str], expected: str) -> None:
    for order in itertools.permutations(classes):
        assert TREE.most_specific(order) == expected


def test_most_specific_of_nothing_or_the_unknown() -> None:
    with pytest.raises(InputError, match="no class given"):
        TREE.most_specific([])
    with pytest.raises(InputError, match="Unicorn"):
        TREE.most_specific(["Person", "Unicorn"])


@given(st.sampled_from(sorted(CLASSES)).flatmap(lambda cls: st.tuples(
    st.just(cls), st.sets(st.sampled_from([cls, *TREE.ancestors(cls)]))
)))  # fmt: skip
def test_a_part_of_a_closure_that_holds_the_class_gives_the_class(case: tuple[str, set[str]]) -> None:
    cls, part = case
    assert TREE.most_specific(part | {cls}) == cls


def test_cycles_end() -> None:
    ring = build_ontology("ABCX", [("A", "B"), ("B", "C"), ("C", "A"), ("X", "A"), ("X", "X")])
    assert ring.ancestors("A") == {"B": 1, "C": 2}
    assert ring.ancestors("X") == {"A": 1, "B": 2, "C": 3}
    assert ring.oddities == tuple(f"{cls} is below itself, through a cycle" for cls in "ABC")
    assert ring.most_specific("ABC") == "A"
    assert ring.most_specific("ABX") == "X"


def test_a_long_chain_costs_by_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that is asked of all classes looks at each of the 20,000 once, not at each pair of them."""
    count = 20_000
    names = [f"C{number:05}" for number in range(count)]
    chain = build_ontology(names, [*itertools.pairwise(names), (names[-1], names[-2])])
    assert chain.oddities == tuple(f"{cls} is below itself, through a cycle" for cls in names[-2:])
    labels = label_map(build_ontology([*names, "Person"], [*itertools.pairwise(names), (names[-1], "Person")]), "4")
    assert labels == dict.fromkeys([*names, "Person"], "person")
    assert chain.depth(names[0]) == count - 1
    monkeypatch.setattr(dbpedia.ontology, "_MEMORY", 3 * count)
    for cls in names[:10]:
        assert len(chain.ancestors(cls)) == count - 1 - names.index(cls)
    assert len(chain._climbed) < 10


def test_more_classes_than_have_numbers() -> None:
    with pytest.raises(InputError, match="the ontology has 32,768 classes; it may have 32,767"):
        build_ontology(map(str, range(0x8000)), [])


edges = st.lists(st.tuples(st.sampled_from("ABCDEF"), st.sampled_from("ABCDEF")))


@given(edges, st.sets(st.sampled_from("ABCDEF")))
def test_cycles_and_nearest_classes_of_any_graph(pairs: list[tuple[str, str]], kinds: set[str]) -> None:
    graph = build_ontology("ABCDEF", pairs)
    above = {
        cls: {each for parent in graph.parents[cls] for each in (parent, *graph.ancestors(parent))} for cls in "ABCDEF"
    }
    cycles = {oddity.split()[0] for oddity in graph.oddities if "cycle" in oddity}
    assert cycles == {cls for cls in "ABCDEF" if cls in above[cls]}
    nearest = {cls: next((each for each in (cls, *graph.ancestors(cls)) if each in kinds), None) for cls in "ABCDEF"}
    assert graph.nearest(kinds) == {cls: kind for cls, kind in nearest.items() if kind}


@given(edges, st.sets(st.sampled_from("ABCDEF"), min_size=1))
def test_on_any_graph_the_most_specific_is_a_finest_class(pairs: list[tuple[str, str]], classes: set[str]) -> None:
    graph = build_ontology("ABCDEF", pairs)
    best = graph.most_specific(classes)
    assert best in graph.finest(classes)
    assert not [cls for cls in classes if best in graph.ancestors(cls) and cls not in graph.ancestors(best)]
    assert build_ontology("FEDCBA", reversed(pairs)) == graph


OWL = """<?xml version="1.0"?>
<rdf:RDF xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
         xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:Class rdf:about="http://dbpedia.org/ontology/Band">
    <rdfs:label xml:lang="de">Musikgruppe</rdfs:label><rdfs:label xml:lang="en">band</rdfs:label>
    <rdfs:subClassOf rdf:resource="http://dbpedia.org/ontology/Group"/>
    <rdfs:subClassOf rdf:resource="http://schema.org/MusicGroup"/>
  </owl:Class>
  <owl:Class rdf:about="http://dbpedia.org/ontology/Group"/>
  <owl:Class rdf:about="http://schema.org/MusicGroup"/>
</rdf:RDF>
"""
DBO, RDF = "http://dbpedia.org/ontology", "http://www.w3.org/1999/02/22-rdf-syntax-ns"
RDFS, CLASS = "http://www.w3.org/2000/01/rdf-schema", "<http://www.w3.org/2002/07/owl#Class>"
NT = f"""# started
<{DBO}/Band> <{RDF}#type> {CLASS} .
<{DBO}/Group> <{RDF}#type> {CLASS} .
<{DBO}/Band> <{RDFS}#subClassOf> <{DBO}/Group> .
<{DBO}/Band> <{RDFS}#label> "band"@en .
"""
TURTLE = """@prefix dbo: <http://dbpedia.org/ontology/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
dbo:Band a owl:Class ; rdfs:subClassOf dbo:Group ; rdfs:label "band"@en .
dbo:Group a owl:Class .
"""


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress])
@pytest.mark.parametrize("text", [OWL, NT, TURTLE, NT.splitlines(keepends=True)[1] + NT.splitlines()[2]])
def test_formats_are_recognised_by_content(text: str, compress: type[bytes], tmp_path: Path) -> None:
    path = tmp_path / "ontology.bin"
    path.write_bytes(compress(text.encode()))
    ontology = read_ontology(str(path))
    assert ontology.classes == ("Band", "Group")
    if "subClassOf" in text:
        assert ontology == Ontology({"Band": ("Group",), "Group": ()}, {"Band": "band"}, ())


def test_a_class_whose_name_cannot_be_used_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ontology.nt"
    names = ("Band", "B\u202ed", "")
    path.write_text("".join(f"<{DBO}/{name}> <{RDF}#type> {CLASS} .\n" for name in names))
    ontology = read_ontology(str(path))
    assert ontology.classes == ("Band",)
    assert ontology.oddities == (
        "'http://dbpedia.org/ontology/' cannot be the name of a class: left out",
        "'http://dbpedia.org/ontology/B\\u202ed' cannot be the name of a class: left out",
    )


def test_a_single_line_of_turtle(tmp_path: Path) -> None:
    path = tmp_path / "ontology.ttl"
    path.write_text(" ".join(TURTLE.split()))
    assert read_ontology(str(path)).classes == ("Band", "Group")


@pytest.mark.parametrize("order", [1, -1])
def test_of_two_english_labels_of_a_class_the_first_counts(order: int, tmp_path: Path) -> None:
    """A graph has no order, so it is the first by name; of many classes one would show that it is not."""
    lines = [
        line
        for number in range(20)
        for line in (
            f"<{DBO}/C{number}> <{RDF}#type> {CLASS} .\n",
            f'<{DBO}/C{number}> <{RDFS}#label> "band"@en .\n',
            f'<{DBO}/C{number}> <{RDFS}#label> "choir"@en .\n',
            f'<{DBO}/C{number}> <{RDFS}#label> "akkordeon"@de .\n',
            f'<{DBO}/C{number}> <{RDFS}#label> "all" .\n',
        )
    ]
    path = tmp_path / "ontology.nt"
    path.write_text("".join(lines[::order]))
    assert read_ontology(str(path)).labels == {f"C{number}": "band" for number in range(20)}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "defines no class"),
        (b"<http://a/b> <http://a/c> <http://a/d> .\n", "defines no class"),
        (b"<!DOCTYPE html><html><body>404<br></html>", "not an ontology"),
        (b"\x00\x01\x02", "not an ontology"),
        (bz2.compress(OWL.encode())[:-10], "broken compressed file"),
        (gzip.compress(OWL.encode(), mtime=0)[:-10], "broken compressed file"),
    ],
)
def test_files_that_are_no_ontology(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "ontology.owl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"ontology.owl: {message}"):
        read_ontology(str(path))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_ontology(str(tmp_path / "missing.owl"))


def test_no_class() -> None:
    with pytest.raises(InputError, match="no class"):
        build_ontology([], [("A", "B")])


def test_an_ontology_travels_to_workers() -> None:
    TREE.ancestors("Person")
    assert pickle.loads(pickle.dumps(TREE)) == TREE


def test_the_real_ontology(real: Path) -> None:
    ontology = read_ontology(str(real / "dbpedia-ontology.owl"))
    assert len(ontology.classes) == 790
    below = {parent for parents in ontology.parents.values() for parent in parents}
    undefined = [oddity.split()[0] for oddity in ontology.oddities if "undefined" in oddity]
    assert undefined == ["Cartoon", "Holiday", "Hospital", "MouseGene", "Novel"]
    assert not [oddity for oddity in ontology.oddities if "cycle" in oddity]
    # As published there are 632 leaves, with Book among them, since Novel is under "book".
    assert len(set(ontology.classes) - below) == 631
    assert ontology.most_specific(["Species", "Eukaryote", "Animal", "Person", "Athlete", "SoccerPlayer"]) == (
        "SoccerPlayer"
    )
    assert ontology.most_specific(["Mammal", "Person"]) == "Person"
    assert ontology.most_specific(["LightNovel", "Novel", "Book", "WrittenWork", "Work"]) == "LightNovel"
    assert ontology.labels["SoccerPlayer"] == "soccer player"
