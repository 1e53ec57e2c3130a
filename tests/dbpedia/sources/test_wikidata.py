from __future__ import annotations

import gzip
import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.ontology import Ontology, build_ontology, read_ontology
from dbpedia.sources.wikidata import (
    Decision,
    WikidataCounts,
    class_items,
    decide,
    linked_items,
    read_statements,
    wikidata_types,
)
from schemas.errors import InputError
from tests.support.dapt_data import write_dataset
from tests.support.paths import PROJECT, SHARED
from tests.support.type_data import wikidata_ids

PAIRS = [
    ("Eukaryote", "Species"),
    ("Animal", "Eukaryote"),
    ("Mammal", "Animal"),
    ("Person", "Animal"),
    ("Writer", "Person"),
    ("PlayWright", "Writer"),
    ("ScreenWriter", "Writer"),
    ("Politician", "Person"),
    ("President", "Politician"),
    ("Lawyer", "Person"),
    ("PopulatedPlace", "Place"),
    ("City", "PopulatedPlace"),
    ("Country", "PopulatedPlace"),
    ("Company", "Organisation"),
    ("Library", "Organisation"),
    ("Library", "Building"),
    ("Building", "Place"),
]
CLASSES = {name for pair in PAIRS for name in pair} | {"Taxon"}
ITEMS = {
    5: ("Person",),
    515: ("City",),
    6256: ("Country",),
    4830453: ("Company",),
    7075: ("Library",),
    41176: ("Building",),
    36180: ("Writer",),
    214917: ("PlayWright",),
    28389: ("ScreenWriter",),
    82955: ("Politician",),
    30461: ("President",),
    40348: ("Lawyer",),
    16521: ("Taxon",),
    7377: ("Mammal",),
    729: ("Animal",),
}


def ontology(items: Mapping[int, tuple[str, ...]] = ITEMS) -> Ontology:
    tree = build_ontology(CLASSES, PAIRS)
    return Ontology(tree.parents, tree.labels, tree.oddities, dict(items))


TREE = ontology()


# --- what decides between several values -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("votes", "cls", "undecided"),
    [
        (["City"], "City", False),
        (["City", "PopulatedPlace"], "City", False),
        (["City", "Country"], "PopulatedPlace", True),
        (["City", "Country", "City"], "City", False),
        # Writers outnumber lawyers, though no kind of writer does.
        (["PlayWright", "ScreenWriter", "Lawyer"], "Writer", True),
        (["Politician", "Lawyer"], "Person", True),
        (["Politician", "Lawyer", "President"], "President", False),
        # Nothing is above both: the deepest, as everywhere.
        (["Company", "City"], "City", False),
        # A class under two others does not contradict itself.
        (["Library"], "Library", False),
        (["Library", "Building"], "Library", False),
    ],
)
def test_most_values_decide(votes: list[str], cls: str, undecided: bool) -> None:
    assert decide([[each] for each in votes], TREE) == Decision(cls, undecided)


def test_a_value_may_stand_for_several_classes() -> None:
    assert decide([["City", "Country"], ["Country"]], TREE) == Decision("Country", undecided=False)
    assert decide([["City", "Country"]], TREE) == Decision("PopulatedPlace", undecided=True)
    assert decide([], TREE) is None


_votes = st.lists(st.sets(st.sampled_from(sorted(CLASSES)), min_size=1, max_size=3), min_size=1, max_size=6)


@given(_votes, st.randoms(use_true_random=False))
def test_a_decision_is_above_or_below_a_vote_whatever_their_order(votes: list[set[str]], random: object) -> None:
    decision = decide(votes, TREE)
    assert decision is not None
    assert any(TREE.is_a(cls, decision.cls) for classes in votes for cls in classes)
    shuffled = list(votes)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert decide(shuffled, TREE) == decision


@given(st.lists(st.tuples(st.sampled_from("ABCDE"), st.sampled_from("ABCDE")), max_size=12), st.data())
def test_any_ontology_gives_an_answer(pairs: list[tuple[str, str]], data: st.DataObject) -> None:
    tree = build_ontology("ABCDE", pairs)
    votes = data.draw(st.lists(st.sets(st.sampled_from("ABCDE"), min_size=1), min_size=1, max_size=5))
    assert decide(votes, tree) is not None


# --- titles ----------------------------------------------------------------------------------------------------------


def types(
    root: Path,
    statements: Sequence[tuple[str, str, str]],
    titles: Mapping[str, str],
    tree: Ontology = TREE,
) -> tuple[dict[str, str], WikidataCounts]:
    rows = [dict(zip(("qid", "property", "value"), statement, strict=True)) for statement in statements]
    location = write_dataset(root / "s", "wikidata_statements", [rows[::2], rows[1::2]])
    counts = WikidataCounts()
    found: dict[str, str] = {}
    for names, sets in wikidata_types(read_statements(location), wikidata_ids(root / "t", dict(titles)), tree, counts):
        found |= {name: cls for name, (cls,) in zip(names, sets, strict=True)}
    return found, counts


def test_titles_get_the_class_of_their_item(tmp_path: Path) -> None:
    statements = [
        ("Q64", "P31", "Q1549591"),
        ("Q1549591", "P279", "Q515"),
        ("Q42", "P31", "Q5"),
        ("Q42", "P106", "Q36180"),
        ("Q42", "P106", "Q214917"),
        ("Q42", "P106", "Q639669"),
        ("Q567", "P31", "Q5"),
        ("Q567", "P106", "Q40348"),
        ("Q567", "P106", "Q82955"),
        ("Q567", "P39", "Q4970706"),
        ("Q4970706", "P279", "Q82955"),
        ("Q1", "P31", "Q999"),
        ("Q140", "P31", "Q16521"),
        ("Q140", "P171", "Q127960"),
        ("Q127960", "P171", "Q7377"),
        ("Q11", "P31", "Q16521"),
        ("Q12", "P31", "Q5"),
        # No human: occupations are of nobody.
        ("Q13", "P31", "Q515"),
        ("Q13", "P106", "Q36180"),
        ("Q77", "P31", "Q5"),
        # An occupation by something else than a kind of person, and one that says no more than that it is one.
        ("Q14", "P31", "Q5"),
        ("Q14", "P106", "Q4830453"),
        ("Q14", "P39", "Q5"),
    ]
    titles = {
        **{"Berlin": "Q64", "Douglas Adams": "Q42", "Angela Merkel": "Q567", "Universe": "Q1", "Lion": "Q140"},
        **{"Moss": "Q11", "Ann": "Q12", "Town": "Q13", "Nothing": "Q99", "Human": "Q5", "Bob": "Q14"},
    }
    found, counts = types(tmp_path, statements, titles)
    assert found == {
        **{"Berlin": "City", "Douglas Adams": "PlayWright", "Angela Merkel": "Politician", "Lion": "Mammal"},
        **{"Moss": "Species", "Ann": "Person", "Town": "City", "Bob": "Person"},
    }
    assert counts == WikidataCounts(items=11, without_class=3, refined=3, undecided=0, classes=len(ITEMS) + 1 + 4)


def test_items_that_were_merged_stand_for_what_they_were_merged_into(tmp_path: Path) -> None:
    statements = [
        ("Q11", "redirect", "Q10"),
        ("Q21", "redirect", "Q20"),
        ("Q515", "redirect", "Q31"),
        ("Q10", "P31", "Q21"),
        ("Q20", "P279", "Q31"),
    ]
    found, _ = types(tmp_path, statements, {"Old": "Q11", "New": "Q10"})
    assert found == {"Old": "City", "New": "City"}


def test_classes_are_items_below_others_and_what_was_merged_into_them(tmp_path: Path) -> None:
    statements = [
        ("Q9", "redirect", "Q6607"),
        ("Q64", "P31", "Q515"),
        ("Q6607", "P279", "Q1798603"),
        ("Q140", "P171", "Q127960"),
        ("Q8", "redirect", "Q64"),
        ("Q515", "P279", "Q486972"),
        ("Q515", "P279", "Q7930989"),
    ]
    rows = [dict(zip(("qid", "property", "value"), statement, strict=True)) for statement in statements]
    location = write_dataset(tmp_path, "wikidata_statements", [rows[::2], rows[1::2]])
    assert class_items(location).tolist() == [9, 515, 6607]
    assert class_items(write_dataset(tmp_path / "none", "wikidata_statements", [[]])).tolist() == []


def test_an_item_that_is_the_same_as_two_classes_stands_for_both(tmp_path: Path) -> None:
    tree = ontology({1: ("City", "PopulatedPlace"), 2: ("City", "Country")})
    found, counts = types(tmp_path, [("Q3", "P31", "Q1"), ("Q4", "P31", "Q2")], {"A": "Q3", "B": "Q4"}, tree)
    assert found == {"A": "City", "B": "PopulatedPlace"}
    assert counts.undecided == 1


def test_no_statements_give_no_types(tmp_path: Path) -> None:
    assert types(tmp_path, [], {"A": "Q3"})[0] == {}
    assert types(tmp_path / "none", [("Q3", "P31", "Q515")], {})[0] == {}


def test_an_ontology_without_items_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="owl:equivalentClass"):
        types(tmp_path, [], {}, ontology({}))


def test_links_of_the_ontology_are_mended_and_completed() -> None:
    tree = build_ontology(["Comic", "Comedian", "Country", "Dog", "Enzyme", "Hormone"], [])
    items = {245068: ("Comic",), 25324: ("Dog",), 8047: ("Enzyme", "Hormone"), 6256: ("Country",)}
    assert linked_items(Ontology(tree.parents, {}, (), items)) == {
        6256: {"Country"},
        8047: {"Enzyme"},
        245068: {"Comedian"},
        3624078: {"Country"},
    }


def test_every_entry_of_the_table_is_about_the_real_ontology(real: Path) -> None:
    tree = read_ontology(str(real / "dbpedia-ontology.owl"))
    text = (PROJECT / "dbpedia" / "sources" / "wikidata_links.toml").read_text()
    table = tomllib.loads(text)
    assert all(link["class"] in tree.items[int(link["item"][1:])] for link in table["wrong"])
    assert set(table["missing"]) <= set(tree.classes)
    wrong = {int(link["item"][1:]) for link in table["wrong"]}
    added = {int(item[1:]) for items in table["missing"].values() for item in items.values()}
    assert added & set(tree.items) <= wrong
    links = linked_items(tree)
    assert len(links) == 337 - len(wrong - added - {8047}) + len(added - set(tree.items))


def test_a_real_country_is_a_country(real: Path) -> None:
    path = SHARED / "wikidata" / "sample-dump-20150815.json.gz"
    if not path.is_file():
        pytest.skip(f"the real items are not at {path}")
    tree = read_ontology(str(real / "dbpedia-ontology.owl"))
    links, countries = linked_items(tree), {}
    for line in gzip.decompress(path.read_bytes()).splitlines():
        entity = json.loads(line.removesuffix(b",")) if line.startswith(b"{") else {"claims": {}}
        said = [
            claim["mainsnak"]["datavalue"]["value"]["numeric-id"] for claim in dict(entity["claims"]).get("P31", [])
        ]
        decision = decide([links[each] for each in said if each in links], tree)
        if 6256 in said and decision:
            countries[entity["id"]] = decision.cls
    assert len(countries) == 10
    assert set(countries.values()) == {"Country"}


def test_the_links_of_the_real_ontology(real: Path) -> None:
    tree = read_ontology(str(real / "dbpedia-ontology.owl"))
    assert len(tree.items) == 337
    assert tree.items[5] == tree.items[215627] == ("Person",)
    assert tree.items[8047] == ("Enzyme", "Hormone")
    [oddity] = [each for each in tree.oddities if "Wikidata" in each]
    assert oddity.startswith(
        "Fencer is the same as 'http://www.wikidata.org/entity/Q737498Q13381863', which is no item"
    )
