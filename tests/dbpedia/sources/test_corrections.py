from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from dbpedia.ontology import build_ontology
from dbpedia.sources.corrections import Correction, correct_types, read_corrections
from dbpedia.sources.merge import ORIGINS, merge_types
from dbpedia.sources.typed_titles import TypedTitles
from schemas.errors import InputError

ONTOLOGY = build_ontology(["Agent", "City", "Country", "Family"], [("Family", "Agent")])


def typed(**classes: str) -> TypedTitles:
    numbers = [ONTOLOGY.classes.index(cls) for cls in classes.values()]
    titles = [title.replace("_", " ") for title in classes]
    return TypedTitles(pa.array(titles, pa.large_string()), np.array(numbers, np.uint16))


def written(folder: Path, text: str) -> str:
    path = folder / "corrections.toml"
    path.write_text(text)
    return str(path)


def test_corrections_are_read_with_titles_as_the_wiki_has_them(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        [[corrections]]
        titles = ["zand_dynasty", " Qajar  dynasty", "Cafe\u0301"]
        class = "Family"
        reason = "dynasties"

        [[corrections]]
        titles = ["Avestan"]
        class = ""
        reason = "a language, for which this ontology has no class"
        """,
    )
    assert read_corrections(path, ONTOLOGY, "en") == [
        Correction(("Zand dynasty", "Qajar dynasty", "Caf\xe9"), "Family", "dynasties"),
        Correction(("Avestan",), "", "a language, for which this ontology has no class"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "corrections is missing; a file of corrections has corrections"),
        ("corrections = 1", "corrections must be tables, each below [[corrections]]"),
        ('[[corrections]]\ntitles = ["A"]', "correction 1: must have titles, class, reason and nothing else"),
        (
            '[[corrections]]\ntitles = ["A"]\nclass = "Familiy"\nreason = "r"',
            "correction 1: class 'Familiy' is neither in the ontology nor a class of your own; did you mean Family?",
        ),
        ('[[corrections]]\ntitles = ["A"]\nclass = "City"\nreason = " "', "correction 1: reason is empty"),
        ('[[corrections]]\ntitles = []\nclass = "City"\nreason = "r"', "correction 1: titles is empty"),
        (
            '[[corrections]]\ntitles = ["A"]\nclass = "City"\nreason = "r"\n'
            '[[corrections]]\ntitles = ["_a"]\nclass = ""\nreason = "r"',
            "correction 2: 'A' is in correction 1 already",
        ),
    ],
)
def test_what_cannot_be_used_is_told_by_its_place(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as told:
        read_corrections(path, ONTOLOGY, "en")
    assert str(told.value).startswith(path)
    assert message in str(told.value)


def test_titles_have_the_corrected_class_whatever_the_sources_say() -> None:
    release = typed(Berlin="City", Zand_dynasty="Country", Avestan="Country", Qajar_dynasty="Family")
    merged = merge_types([("dump", release), ("wikidata", typed(Bern="City"))], ONTOLOGY).types
    corrections = [
        Correction(("Zand dynasty", "Qajar dynasty", "Afsharid dynasty"), "Family", "dynasties"),
        Correction(("Avestan", "Nowhere"), "", "none"),
    ]
    types, became = correct_types(merged, corrections, ONTOLOGY)
    assert types.origins is not None
    classes = [ONTOLOGY.classes[number] for number in types.class_ids.tolist()]
    origins = [ORIGINS[number] for number in types.origins.tolist()]
    assert sorted(zip(types.titles.to_pylist(), classes, origins, strict=True)) == [
        ("Afsharid dynasty", "Family", "correction"),
        ("Berlin", "City", "dump"),
        ("Bern", "City", "wikidata"),
        ("Qajar dynasty", "Family", "correction"),
        ("Zand dynasty", "Family", "correction"),
    ]
    assert became == Counter({"another class": 1, "a class": 1, "no class": 1, "as the sources have it": 2})
