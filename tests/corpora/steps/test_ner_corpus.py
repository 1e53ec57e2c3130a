"""The steps filtered_sentences and ner_corpus on a corpus small enough to work out by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from corpora.balancing import copy_rates
from corpora.filters import filter_rules
from corpora.reports.build import build_report
from corpora.steps.filtered_sentences import label_counts, write_filtered_sentences
from corpora.steps.ner_corpus import write_ner_corpus
from schemas.dataset import SCHEMAS, Manifest, Provenance
from schemas.shards import Descriptor, Destination, Shard, Unit, write_shard


class Given(NamedTuple):
    """The fields of a mention that the steps go by."""

    start: int
    end: int
    type: str


LABELS = {"City": "city", "Town": "city", "Person": "person", "Vein": "vein"}
ROWS: list[tuple[int, str, list[Given]]] = [
    (0, "Ann lives in Rome.", [Given(0, 3, "Person"), Given(13, 17, "City")]),
    (1, "Oz is a town.", [Given(0, 2, "Town")]),
    (2, "The aorta is not a vein.", [Given(4, 9, "Vein"), Given(0, 3, "City")]),
    (3, "A thing.", [Given(2, 7, "ENTITY")]),
]


def write_part(path: Path, dataset: str, sentences: list[tuple[int, str, list[Given]]]) -> str:
    fixed = {"page_id": 7, "rev_id": 70, "title": "Page", "section": "", "paragraph": 0}
    rows = [
        {**fixed, "sentence": number, "text": text, "mentions": [mention_row(mention) for mention in mentions]}
        for number, text, mentions in sentences
    ]
    pq.write_table(pa.Table.from_pylist(rows, schema=SCHEMAS[dataset]), path)
    return str(path)


def mention_row(mention: Given) -> dict[str, Any]:
    """A mention as its dataset has it, with empty values in the columns that no test uses."""
    fields = SCHEMAS["typed_sentences"].field("mentions").type.value_type
    empty = {field.name: 0 if pa.types.is_integer(field.type) else "" for field in fields}
    return {**empty, **mention._asdict()}


def run(root: Path, dataset: str, part: str, process: Callable[[str, Shard], None]) -> tuple[Descriptor, Path]:
    outputs = [Destination(name, str(root / name), str(root / "staging" / name)) for name in (dataset, "rejects")]
    return write_shard(Unit(0, 1, part), process=process, outputs=outputs), root / "staging"


def test_classes_are_counted_by_their_label() -> None:
    assert label_counts({"City": 3, "Town": 2, "ENTITY": 4, "Moon": 1}, LABELS) == {"city": 5, "ENTITY": 5}


@pytest.mark.parametrize("keep", [True, False])
def test_filtering_gives_up_scarce_categories_and_drops_sentences_by_reason(tmp_path: Path, keep: bool) -> None:
    part = write_part(tmp_path / "part.parquet", "typed_sentences", ROWS)
    rules = filter_rules({"city": 3, "person": 2, "vein": 1, "ENTITY": 1}, seed=0, min_mentions=2)
    descriptor, folder = run(
        tmp_path,
        "filtered_sentences",
        part,
        lambda payload, shard: write_filtered_sentences(payload, shard, labels=LABELS, rules=rules, keep_filtered=keep),
    )
    rows = pq.read_table(folder / "filtered_sentences").to_pylist()
    assert [(row["sentence"], [mention["type"] for mention in row["mentions"]]) for row in rows] == [
        (0, ["Person", "City"]),
        (1, ["Town"]),
        (2, ["ENTITY", "City"]),
    ]
    assert descriptor.counts == {
        "mentions": {"ENTITY": 1, "city": 3, "person": 1},
        "scarce": {"vein": 1},
        "sentences": {"kept": 3, "only-ENTITY": 1},
        "sentences_with": {"ENTITY": 1, "city": 3, "person": 1},
    }
    assert (descriptor.seen, descriptor.rejected) == (4, 0)
    if keep:
        (reject,) = pq.read_table(folder / "rejects").to_pylist()
        assert (reject["step"], reject["reason"], reject["text"]) == ("filtered_sentences", "only-ENTITY", "A thing.")
    else:
        assert not (folder / "rejects").exists()


def test_examples_are_tagged_with_the_label_set_and_copied_by_category(tmp_path: Path) -> None:
    part = write_part(tmp_path / "part.parquet", "filtered_sentences", ROWS[:2])
    # p(city) = p(person) = 1/2 with alpha 0; four draws: sentence 0 expects 4·½/2 + 4·½/1 = 3 copies, sentence 1 one.
    rates = copy_rates({"city": 2, "person": 1}, {"city": 2, "person": 1}, 4, alpha=0)
    coarse = {"City": "location", "Town": "location", "Person": "person"}
    descriptor, folder = run(
        tmp_path,
        "ner_corpus",
        part,
        lambda payload, shard: write_ner_corpus(
            payload,
            shard,
            rates=rates,
            entity_categories=LABELS,
            labels=coarse,
            seed=0,
            validation_share=0.0,
            url="https://xx.example/w/index.php?oldid={rev_id}",
        ),
    )
    rows = pq.read_table(folder / "ner_corpus" / "split=train", partitioning=None).to_pylist()
    assert [(row["sentence"], row["copy"]) for row in rows] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert rows[0]["tokens"] == ["Ann", "lives", "in", "Rome", "."]
    assert rows[0]["starts"] == [0, 4, 10, 13, 17]
    assert rows[0]["tags"] == ["B-person", "O", "O", "B-location", "O"]
    assert rows[0]["types"] == ["person", "location"]
    assert rows[0]["url"] == "https://xx.example/w/index.php?oldid=70"
    assert descriptor.counts == {
        "examples": {"train": 4},
        "mentions": {"location": 4, "person": 3},
        "sentences": {"sampled": 2},
        "tokens": {"train": 20},
    }


def test_the_report_says_what_was_counted() -> None:
    def manifest(dataset: str, rows: int, counts: dict[str, dict[str, int]], **parameters: Any) -> Manifest:
        provenance = Provenance("f" * 64, dataset, 1, "0.1", parameters, [])
        return Manifest(dataset, provenance, "", rows, 0, 0, 0, counts, [])

    report = build_report(
        "xxwiki",
        manifest("sentences", 5, {"pages": {"article": 2, "redirect": 1}}),
        manifest("type_index", 9, {}),
        manifest("typed_sentences", 4, {"anchors": {"direct": 3, "none": 1}, "mentions": {"City": 3, "ENTITY": 1}}),
        manifest("filtered_sentences", 3, {"sentences": {"kept": 3, "only-ENTITY": 1}, "mentions": {"city": 3}}),
        {"315": manifest("ner_corpus", 4, {"mentions": {"city": 4}, "examples": {"train": 4}}, alpha=0.7)},
        {"sentences": "data/sentences"},
        balanced_by="315",
    )
    for piece in (
        "# Build of xxwiki",
        "- article: 2\n- redirect: 1",
        "9 titles have a DBpedia class. 3 of 4 anchors (75.0%) point to one of them.",
        "3 of 4 sentences with anchors pass the filters (75.0%).",
        "4 examples after balancing with α = 0.7; 1 categories occur.",
        "| city | 3 | 100.0% | 4 | 100.0% |",
    ):
        assert piece in report
