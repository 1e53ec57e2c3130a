from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from dbpedia.mentions.orthography.word_cases import WordCases
from dbpedia.steps.orthography import read_orthography, write_orthography
from schemas.datasets.dataset import part_uris
from tests.support.dapt_data import run_step, write_dataset


def row(page_id: int, title: str, sentence: int, text: str, links: dict[str, str]) -> dict[str, Any]:
    """A row of `sentences`; the links are by surface."""
    place = {"page_id": page_id, "rev_id": 1, "title": title, "section": "", "paragraph": 0, "sentence": sentence}
    anchors = [
        {"start": text.index(surface), "end": text.index(surface) + len(surface), "target": target}
        for surface, target in links.items()
    ]
    return {**place, "text": text, "anchors": anchors, "problems": []}


SHARDS = [
    [
        row(1, "Answer", 0, "An answer is a reply in Rome.", {"reply": "Reply", "Rome": "Rome"}),
        row(1, "Answer", 1, "An answer, a question is in a taiga.", {"taiga": "Taiga"}),
    ],
    [row(2, "Question", 0, "It is a Taiga, the Taiga, Rome.", {"Rome": "Rome"})],
    [row(3, "Rome", 0, "It is one.", {}), row(3, "Rome", 1, "A rome is seen.", {})],
]


def written(
    root: Path, shards: list[list[dict[str, Any]]], rate: float = 1.0, seed: int = 0, lang: str = "en"
) -> list[tuple[Any, ...]]:
    """The rows of the dataset."""
    parts = part_uris(write_dataset(root, "sentences", shards))
    run_step("orthography", root, write_orthography, [parts], lang=lang, rate=rate, seed=seed)
    found = pq.read_table(root / "orthography" / "part-00000.parquet").to_pylist()
    return [tuple(each.values()) for each in found]


def test_the_step_writes_the_titles_that_are_common_nouns(tmp_path: Path) -> None:
    """The first sentence of a page alone defines its title."""
    rows = written(tmp_path, SHARDS)
    assert [row for row in rows if row[0] == "title"] == [
        ("title", "Answer", 0, 1, ""),
        ("title", "Reply", 0, 1, ""),
        ("title", "Taiga", 0, 1, ""),
    ]


def test_the_step_writes_the_pages_that_have_each_word(tmp_path: Path) -> None:
    words = {word: (names, others) for kind, word, names, others, _ in written(tmp_path, SHARDS) if kind == "word"}
    assert words == {
        **dict.fromkeys(("answer", "in", "one", "question", "reply", "seen", "the"), (0, 1)),
        **{"a": (0, 2), "is": (0, 3), "rome": (2, 1), "taiga": (1, 1)},
    }


@pytest.mark.parametrize(
    ("title", "common", "expected"),
    [
        ("Soviet Union Navy", "", [("abbreviation", "SUN", 2, 0, "Soviet Union Navy")]),
        ("Soviet Union of Navies (1922)", "", [("abbreviation", "SUN", 2, 0, "Soviet Union of Navies (1922)")]),
        ("Soviet union navy", "", []),
        ("Soviet", "", []),
        ("Sultan of U and Navarre", "", []),
        ("Soviet Union Navy", "Soviet Union Navies", []),
    ],
)
def test_the_step_writes_what_is_short_for_a_name(
    tmp_path: Path, title: str, common: str, expected: list[tuple[Any, ...]]
) -> None:
    links = [row(1, "X", number, f"He saw SUN in {number}.", {"SUN": title}) for number in range(2)]
    others = [row(2, "X", 0, f"He saw {common.lower()}.", {common.lower(): title})] if common else []
    assert [each for each in written(tmp_path, [links + others]) if each[0] == "abbreviation"] == expected


def test_a_numeral_is_short_for_nothing(tmp_path: Path) -> None:
    links = [row(1, "X", number, f"He saw XIV in {number}.", {"XIV": "Xavier Ivan Vance"}) for number in range(2)]
    assert [each for each in written(tmp_path, [links]) if each[0] == "abbreviation"] == []


def test_the_step_writes_terms_by_links_and_articles(tmp_path: Path) -> None:
    rows = [
        row(1, "Bohr model (physics)", 0, "It is a Bohr radius.", {"Bohr radius": "Bohr radius (physics)"}),
        row(1, "Bohr model (physics)", 1, "It is an answer key.", {"answer key": "Answer key"}),
        row(2, "Bohr", 0, "He had a Bohr model.", {"Bohr model": "Bohr model (physics)"}),
    ]
    assert [each for each in written(tmp_path, [rows]) if each[0] == "term"] == [
        ("term", "Bohr model", 0, 2, ""),
        ("term", "Bohr radius", 0, 1, ""),
    ]


def test_the_step_writes_the_words_that_describe_nouns(tmp_path: Path) -> None:
    texts = [row(page, "X", 0, "He had a Bohr model, Bohr models.", {}) for page in range(3)]
    found = written(tmp_path, [texts, [row(4, "X", 0, "He saw Bohr.", {})]])
    assert [each for each in found if each[0] == "describing"] == [("describing", "Bohr", 1, 6, "")]
    assert read_orthography(str(tmp_path / "orthography")).describing == {"Bohr"}


def test_a_sample_of_pages_is_drawn_by_hash(tmp_path: Path) -> None:
    found = [len(written(tmp_path / str(seed), SHARDS[2:], 0.5, seed)) for seed in range(10)]
    assert set(found) == {0, 4}
    assert found == [len(written(tmp_path / f"again-{seed}", SHARDS[2:], 0.5, seed)) for seed in range(10)]


def test_what_was_written_is_read_once(tmp_path: Path) -> None:
    links = [row(4, "X", number, f"He saw SUN in {number}.", {"SUN": "Soviet Union Navy"}) for number in range(2)]
    links.append(row(4, "X", 2, "He saw the Bohr model.", {"Bohr model": "Bohr model"}))
    pages = [row(page, "X", 0, "He saw Oslo and Rome, one Bergen.", {}) for page in range(5, 10)]
    written(tmp_path, [*SHARDS, links, pages, [row(10, "X", 0, "In Narvik, oslo.", {})]])
    read = read_orthography(str(tmp_path / "orthography"))
    assert read.common_titles == {"Answer", "Reply", "Taiga"}
    assert read.abbreviations == {"SUN"}
    assert read.terms == {"Bohr model"}
    common = {"a", "and", "answer", "in", "is", "model", "one", "question", "reply", "saw", "seen", "taiga", "the"}
    assert read.cases == WordCases(lower=frozenset(common), upper=frozenset({"oslo", "rome", "bergen"}))
    assert read_orthography(str(tmp_path / "orthography")) is read, "a worker reads it once, not for every part"


def test_the_nouns_of_a_german_wiki_are_written_and_read(tmp_path: Path) -> None:
    shard = [row(page, "Stadt", 0, "Berlin ist eine Stadt an der Spree.", {}) for page in range(3)]
    rows = [each for each in written(tmp_path, [shard], lang="de") if each[0] == "noun"]
    assert rows == [("noun", "Stadt", 0, 3, "")]
    assert read_orthography(str(tmp_path / "orthography")).nouns == {"Stadt"}
