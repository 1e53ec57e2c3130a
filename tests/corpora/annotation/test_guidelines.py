from __future__ import annotations

from itertools import permutations

import pytest

from corpora.annotation.guidelines import EXAMPLES, Examples, after_title, guidelines


def test_labels_have_their_classes_and_examples_and_hard_cases_their_rules() -> None:
    examples = Examples(0)
    examples.add("band", "Can *met* in [Cologne].", 0, 3, "Can_(band)")
    examples.add("demonym", "A German band.", 2, 8, "Can", ", a link to Germany")
    text = guidelines("music", {"band": ["Band"], "field": []}, {"band": 1}, examples, ["direct"])
    assert text.startswith("# Guidelines for the domain music\n\n") and text.endswith("\n")
    assert "Suggestions come from: direct.\n" in text
    band = "### band\n\nDBpedia classes: Band. Suggested in 1 sentence of the corpus.\n\n"
    assert band + "- **Can** \\*met\\* in \\[Cologne\\]. (Can\\_(band))\n\n### field\n" in text
    assert "### field\n\nNo DBpedia class: nothing suggests it. Suggested in 0 sentences of the corpus.\n\n##" in text
    assert "- A **German** band. (Can, a link to Germany)\n" in text
    assert "No example in this corpus." in text.partition("### Titles of persons")[2]


def test_examples_have_different_surfaces_and_do_not_depend_on_the_order() -> None:
    surfaces = ["Can", "Neu!", "Faust", "Harmonia", "Cluster", "Amon Düül"]
    found = set()
    for order in permutations(surfaces):
        examples = Examples(0)
        for surface in [*order, *order]:
            examples.add("band", surface, 0, len(surface), "Page")
        found.add(tuple(examples.lines("band")))
    (lines,) = found
    assert len(lines) == EXAMPLES == len(set(lines))


def test_the_mention_of_a_surface_does_not_depend_on_the_order() -> None:
    mentions = [("Can met.", "A"), ("Can met.", "B"), ("Can played.", "A"), ("Can sang.", "C")]
    found = set()
    for order in permutations(mentions):
        examples = Examples(0)
        for text, title in order:
            examples.add("band", text, 0, 3, title)
        found.add(tuple(examples.lines("band")))
    # By hash.
    assert found == {("**Can** played. (A)",)}


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("It was President Lincoln.", "Lincoln", True),
        ("He saw Dr. Watson.", "Watson", True),
        ("Vice-President Burr", "Burr", True),
        ("The guitarist Allman", "Allman", False),
        ("Viking Harald", "Harald", False),
    ],
)
def test_titles_of_persons_are_known(text: str, name: str, wanted: bool) -> None:
    assert after_title(text, text.index(name)) is wanted
