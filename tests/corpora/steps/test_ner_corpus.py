from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora.balancing import copies, copy_rates, split_of
from corpora.bio import tag_tokens
from corpora.steps.ner_corpus import Sampling, Tagging, write_ner_corpus
from schemas.labels import LabelSet
from tests.support.ner_data import LABELS, ROWS, Given, run_part, write_part


def test_examples_are_tagged_with_the_label_set_and_copied_by_category(tmp_path: Path) -> None:
    part = write_part(tmp_path / "part.parquet", "filtered_sentences", ROWS[:2])
    # p(city) = p(person) = 1/2 with alpha 0; four draws: sentence 0 expects 4·½/2 + 4·½/1 = 3 copies, sentence 1 one.
    rates = copy_rates({"city": 2, "person": 1}, {"city": 2, "person": 1}, 4, alpha=0)
    coarse = {"City": "location", "Town": "location", "Person": "person"}
    descriptor, folder = run_part(
        tmp_path,
        "ner_corpus",
        part,
        lambda payload, shard: write_ner_corpus(
            payload,
            shard,
            sampling=Sampling(rates, LABELS, seed=0, validation_share=0.0),
            tagging=Tagging(coarse, LabelSet("2", ("person", "location", "ENTITY")), "en"),
            url="https://xx.example/w/index.php?oldid={rev_id}",
        ),
    )
    rows = pq.read_table(folder / "ner_corpus" / "split=train", partitioning=None).to_pylist()
    assert [(row["sentence"], row["copy"]) for row in rows] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert rows[0]["tokens"] == ["Ann", "lives", "in", "Rome", "."]
    assert rows[0]["starts"] == [0, 4, 10, 13, 17]
    assert rows[0]["tags"] == ["B-person", "O", "O", "B-location", "O"]
    assert rows[0]["ner_tags"] == [1, 0, 0, 3, 0]
    assert descriptor.classes == {
        "ner_corpus": {"ner_tags": ["O", "B-person", "I-person", "B-location", "I-location", "B-ENTITY", "I-ENTITY"]}
    }
    assert rows[0]["types"] == ["person", "location"]
    assert [row["qids"] for row in rows] == [["Q1", None]] * 3 + [[None]]
    assert rows[0]["url"] == "https://xx.example/w/index.php?oldid=70"
    assert descriptor.counts == {
        "examples": {"train": 4},
        "mentions": {"location": 4, "person": 3},
        "sentences": {"sampled": 2},
        "tokens": {"train": 20},
    }


def test_mentions_without_a_label_of_a_set_that_has_no_entity_are_neither_tagged_nor_balanced_by(
    tmp_path: Path,
) -> None:
    sentence = (0, "Ann met a thing in Rome.", [*ROWS[0][2][:1], Given(10, 15, "ENTITY"), Given(19, 23, "City")])
    part = write_part(tmp_path / "part.parquet", "filtered_sentences", [sentence])
    labels = {"City": "place", "Person": "person"}
    rates = copy_rates({"place": 1, "person": 1}, {"place": 1, "person": 1}, 2)
    descriptor, folder = run_part(
        tmp_path,
        "ner_corpus",
        part,
        lambda payload, shard: write_ner_corpus(
            payload,
            shard,
            sampling=Sampling(rates, labels, seed=0, validation_share=0.0),
            tagging=Tagging(labels, LabelSet("own", ("person", "place")), "en"),
            url="",
        ),
    )
    rows = pq.read_table(folder / "ner_corpus" / "split=train", partitioning=None).to_pylist()
    assert [row["tags"] for row in rows] == [["B-person", "O", "O", "O", "O", "B-place", "O"]] * 2
    assert (rows[0]["types"], rows[0]["qids"]) == (["person", "place"], ["Q1", None])
    assert descriptor.classes == {"ner_corpus": {"ner_tags": ["O", "B-person", "I-person", "B-place", "I-place"]}}
    assert descriptor.counts["mentions"] == {"person": 2, "place": 2}
    assert descriptor.counts["untagged mentions"] == {"no label": 2}


CLASSES = st.sampled_from([*LABELS, "ENTITY", "Unheard"])


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(CLASSES, min_size=1, max_size=4), min_size=1, max_size=12),
    st.sampled_from([0.0, 0.4, 1.3]),
    st.sampled_from([0.0, 0.5]),
    st.sampled_from(["en", "he"]),
)
def test_columns_give_what_the_rules_say_sentence_by_sentence(
    sentences: list[list[str]], rate: float, validation_share: float, lang: str
) -> None:
    # Each mention begins inside of a token, which is cut in English and not in Hebrew, and ends with it.
    text = "xab xcd xef xgh."
    rows = [
        (number, text, [Given(4 * place + 1, 4 * place + 3, cls, f"Q{place}") for place, cls in enumerate(classes)])
        for number, classes in enumerate(sentences)
    ]
    rates = dict.fromkeys((*LABELS.values(), "ENTITY"), rate)
    labels = {"City": "location", "Person": "person", "Vein": "vein"}
    label_set = LabelSet("4", ("vein", "person", "location", "ENTITY"))
    expected: dict[str, list[tuple[Any, ...]]] = {}
    for number, _, mentions in rows:
        categories = [LABELS.get(mention.type, "ENTITY") for mention in mentions]
        types = [labels.get(mention.type, "ENTITY") for mention in mentions]
        tagged = tag_tokens(
            text, [(each.start, each.end, label) for each, label in zip(mentions, types, strict=True)], lang
        )
        numbers = [label_set.tag_numbers[tag] for tag in tagged.tags]
        split = split_of(3, 7, 0, number, validation_share=validation_share)
        for copy in range(copies(rates, categories, seed=3, page_id=7, paragraph=0, sentence=number)):
            expected.setdefault(split, []).append(
                (number, copy, *tagged, numbers, types, [mention.qid for mention in mentions])
            )

    with tempfile.TemporaryDirectory() as folder:
        part = write_part(Path(folder) / "part.parquet", "filtered_sentences", rows)
        descriptor, to = run_part(
            Path(folder),
            "ner_corpus",
            part,
            lambda payload, shard: write_ner_corpus(
                payload,
                shard,
                sampling=Sampling(rates, LABELS, seed=3, validation_share=validation_share),
                tagging=Tagging(labels, label_set, lang),
                url="https://xx.example/{rev_id}",
            ),
        )
        columns = ("sentence", "copy", "tokens", "starts", "tags", "ner_tags", "types", "qids")
        written = {
            split: [tuple(row[column] for column in columns) for row in pq.read_table(path).to_pylist()]
            for split in ("train", "validation")
            if (path := to / "ner_corpus" / f"split={split}" / "part-00000.parquet").exists()
        }
    assert written == expected
    assert descriptor.counts.get("examples", {}) == {split: len(rows) for split, rows in sorted(expected.items())}
    sampled = len({row[0] for rows in expected.values() for row in rows})
    numbers_of = {"sampled": sampled, "not-sampled": len(sentences) - sampled}
    assert descriptor.counts["sentences"] == {name: number for name, number in numbers_of.items() if number}
    types_of = Counter(label for rows in expected.values() for row in rows for label in row[6])
    assert descriptor.counts.get("mentions", {}) == types_of
