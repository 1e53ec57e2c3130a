from __future__ import annotations

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas.datasets.dataset import Provenance, Source
from tasks.step.targets import difference


def test_the_difference_between_two_builds_is_told() -> None:
    kept = Source("ontology", "classes", "cc")
    before, after = [Source("pages", "dump", "aa"), kept], [Source("pages", "dump", "bb"), kept]
    old = Provenance("1", "s", 1, "0.1", {"alpha": 0.7, "seed": 0}, [*before, Source("benchmark ai", "ai", "aa")])
    new = Provenance("2", "s", 2, "0.1", {"alpha": 0.5, "seed": 0}, [*after, Source("benchmark music", "music", "aa")])
    assert difference(old, new) == (
        "step version 1 became 2; alpha was 0.7, is 0.5; input benchmark ai was left out; input benchmark music was "
        "added; input pages changed"
    )


def test_the_difference_between_two_long_parameters_names_what_differs_in_them() -> None:
    classes = {name: [f"Class{number}" for number in range(100)] for name in ("ai", "music", "politics")}
    old = Provenance(
        "1",
        "s",
        1,
        "0.1",
        {"specialised": classes, "domains": ["ai"] * 50, "label": "x" * 100, "now": "x" * 99, "was": classes},
        [],
    )
    more = {
        "specialised": {**classes, "music": ["Song"]},
        "domains": ["ai"] * 49,
        "label": "y" * 100,
        "now": classes,
        "was": "x",
    }
    new = Provenance("2", "s", 1, "0.1", more, [])
    assert difference(old, new) == (
        "domains changed; label changed; now changed; specialised changed (changed music); was changed"
    )


def test_two_values_are_shown_up_to_eighty_characters_and_up_to_four_of_the_keys_that_differ() -> None:
    keys = dict.fromkeys("abcd", 0)
    old = Provenance("1", "s", 1, "0.1", {"at": "x" * 40, "above": "x" * 40, "four": {**keys, "z": "x" * 80}}, [])
    new = Provenance("2", "s", 1, "0.1", {"at": "y" * 40, "above": "y" * 41, "four": {"z": "x" * 80}}, [])
    told = f"above changed; at was {'x' * 40}, is {'y' * 40}; four changed (removed a, b, c, d"
    assert difference(old, new) == f"{told})"
    old.parameters["four"]["e"] = 0
    assert difference(old, new) == f"{told}, …)"


def test_what_was_added_to_a_parameter_is_told_apart_from_what_was_removed_and_changed() -> None:
    classes = dict.fromkeys(("ai", "music", "politics", "science"), ["Class"] * 20)
    kept = {"politics": ["Law"], "science": ["Class"] * 20}
    old = Provenance("1", "s", 1, "0.1", {"specialised": classes, "turned": classes}, [])
    new = Provenance(
        "2",
        "s",
        1,
        "0.1",
        {"specialised": {"chemistry": ["Atom"], **kept}, "turned": dict(reversed(classes.items()))},
        [],
    )
    assert difference(old, new) == (
        "specialised changed (added chemistry; removed ai, music; changed politics); turned changed"
    )


def test_builds_of_the_same_differ_in_their_place() -> None:
    one = Provenance("1", "s", 1, "0.1", {"alpha": 1}, [Source("pages", "dump", "aa")])
    assert difference(one, one) == "nothing but its place"


def test_parameters_are_compared_as_a_manifest_has_them() -> None:
    old = Provenance("1", "s", 1, "0.1", {"roots": ["a"], "alpha": 1, "on": 1, "tops": ["a"]}, [])
    new = Provenance("2", "s", 1, "0.1", {"roots": ("a",), "alpha": 1.0, "on": True, "tops": ("b",)}, [])
    assert difference(old, new) == "alpha was 1, is 1.0; on was 1, is True; tops was ['a'], is ['b']"


def test_of_many_differences_the_first_are_told() -> None:
    def told(number: int) -> str:
        old, new = (
            Provenance(build, "s", 1, "0.1", {}, [Source(f"input {n}", "a", build) for n in range(number)])
            for build in ("1", "2")
        )
        return difference(old, new)

    first = "; ".join(f"input input {n} changed" for n in range(4))
    assert told(5) == f"{first}; input input 4 changed"
    assert told(6) == f"{first}; 2 more differences"
    assert told(10) == f"{first}; 6 more differences"
