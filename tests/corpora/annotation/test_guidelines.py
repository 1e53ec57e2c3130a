from __future__ import annotations

from itertools import permutations

import pytest

from corpora.annotation.guidelines import EXAMPLES, HARD_CASES, Examples, after_title, guidelines
from schemas.chance import uniform


def test_labels_have_their_classes_and_examples_and_hard_cases_their_rules() -> None:
    examples = Examples(0)
    examples.add("band", "Can *met* in [Cologne].", 0, 3, "Can_(band)")
    examples.add("demonym", "A German band.", 2, 8, "Can", ", a link to Germany")
    text = guidelines("music", {"band": ["Band"], "field": []}, {"band": 1}, examples, ["direct"])
    assert text.startswith("# Guidelines for the domain music\n\n") and text.endswith("\n")
    assert "Suggestions come from: direct.\n" in text
    band = "### band\n\nDBpedia classes: Band. Suggested in 1 of the sentences that these were drawn from.\n\n"
    assert band + "- **Can** \\*met\\* in \\[Cologne\\]. (Can\\_(band))\n\n### field\n" in text
    field = "No DBpedia class: nothing suggests it. Suggested in 0 of the sentences that these were drawn from."
    assert f"### field\n\n{field}\n\n##" in text
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
        ("King Harald", "Harald", True),
        ("He saw his friend the Archbishop Becket", "Becket", True),
        ("The guitarist Allman", "Allman", False),
        ("Viking Harald", "Harald", False),
    ],
)
def test_titles_of_persons_are_known(text: str, name: str, wanted: bool) -> None:
    assert after_title(text, text.index(name)) is wanted


def test_the_guidelines_are_these_to_the_letter() -> None:
    examples = Examples(0)
    for text in ("Can met Neu!", "Can sang.\nAnd went."):
        examples.add("band", text, 0, 3, "Can")
    examples.add("band", "They met Neu! there", 9, 13, "Can")
    examples.add("song", "Vitamin C", 0, 9, "Can")
    examples.add("kind", "A |song| of *blues* \\ `x` <b> #1.", 13, 18, "Blues", ", a link to Blues")
    labels = {"band": ["Band", "Group"], "song": [], "field": ["Field"]}
    text = guidelines("music", labels, {"band": 1200, "song": 1}, examples, ["direct", "gazetteer"])
    head, _, rest = text.partition("\n\n## Labels\n\n")
    assert head.splitlines()[0] == "# Guidelines for the domain music"
    assert head.splitlines()[-1] == "Suggestions come from: direct, gazetteer."
    kind, demonym, title = HARD_CASES.values()
    assert rest == (
        "### band\n\nDBpedia classes: Band, Group. Suggested in 1,200 of the sentences that these were drawn from.\n\n"
        "- **Can** sang. And went. (Can)\n- They met **Neu!** there (Can)\n\n"
        "### song\n\nNo DBpedia class: nothing suggests it. "
        "Suggested in 1 of the sentences that these were drawn from.\n\n"
        "- **Vitamin C** (Can)\n\n"
        "### field\n\nDBpedia classes: Field. Suggested in 0 of the sentences that these were drawn from.\n\n"
        f"## Hard cases\n\n### {kind[0]}\n\n{kind[1]}\n\n"
        "- A \\|song\\| of \\***blues**\\* \\\\ \\`x\\` \\<b\\> \\#1. (Blues, a link to Blues)\n\n"
        f"### {demonym[0]}\n\n{demonym[1]}\n\nNo example in this corpus.\n\n"
        f"### {title[0]}\n\n{title[1]}\n\nNo example in this corpus.\n"
    )
    assert "\n\nSuggestions come from: nothing here.\n\n" in guidelines("music", {}, {}, Examples(0), [])


@pytest.mark.parametrize("seed", range(3))
def test_the_surfaces_of_least_chance_are_shown_by_their_chance(seed: int) -> None:
    surfaces = [f"Name {number}" for number in range(12)]
    examples = Examples(seed)
    for surface in surfaces:
        examples.add("band", f"{surface} met.", 0, len(surface), "Page")
    ranked = sorted(surfaces, key=lambda surface: uniform(seed, "guidelines", "band", surface))
    assert examples.lines("band") == [f"**{surface}** met. (Page)" for surface in ranked[:EXAMPLES]]


@pytest.mark.parametrize(
    ("labels", "rule"),
    [
        (
            ["band", "person", "organisation", "location", "misc"],
            "what it is: the special one before person, organisation, location and misc. Mark whole names",
        ),
        (["athlete", "person"], "what it is: the special one before person. Mark whole names"),
        (["athlete", "team"], "what it is. Mark whole names"),
    ],
)
def test_only_labels_of_the_domain_are_named(labels: list[str], rule: str) -> None:
    assert rule in guidelines("sport", {label: ["Agent"] for label in labels}, {}, Examples(0), [])
