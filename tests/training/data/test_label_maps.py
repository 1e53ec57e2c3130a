from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from schemas.errors import InputError
from tests.support.training.benchmarks import benchmark, write_encoder
from tests.support.training.datasets import ner_row
from training.data.corpus import NerSplit, bio_tags
from training.data.label_maps import Labels, match_labels
from training.data.tokenised import tokenise_ner
from training.jobs.tagging import foreign_words, score, sentence_tags
from training.models.encoders import load_tokenizer

TARGET = ("O", "B-person", "I-person", "B-place", "I-place")
SOURCE = ("O", "B-city", "I-city", "B-misc", "I-misc", "B-person", "I-person")


def test_labels_by_hand() -> None:
    label_map = {"city": "place", "misc": "O"}
    assert match_labels(TARGET, {"source": SOURCE}, label_map, {}) == Labels(
        TARGET, {"person": "person", "place": "place"}, {"source": {"city": "place", "misc": "O", "person": "person"}}
    )
    # What the source's types were mapped to is merged as the target's are.
    assert match_labels(TARGET, {"source": SOURCE}, label_map, {"place": "rest"}) == Labels(
        ("O", "B-person", "I-person", "B-rest", "I-rest"),
        {"person": "person", "place": "rest"},
        {"source": {"city": "rest", "misc": "O", "person": "person"}},
    )


def test_data_get_the_tags_of_the_model(tmp_path: Path) -> None:
    row = ner_row("ann/B-person bob/I-person left rome/B-city today oslo/B-misc in/I-misc")
    split = NerSplit(benchmark(tmp_path, train=[row]), "train")
    tokenizer = load_tokenizer(write_encoder(tmp_path / "encoder"))
    data = tokenise_ner(split, tokenizer, bio_tags(split), 30, tmp_path / "cache")
    labels = match_labels(TARGET, {"source": data.tags}, {"city": "place", "misc": "O"}, {})
    renamed = labels.apply(data, "source")
    assert renamed.tags == TARGET
    assert list(sentence_tags(renamed, renamed.tag_ids)) == [["B-person", "I-person", "O", "B-place", "O", "O", "O"]]
    assert list(sentence_tags(data, data.tag_ids)) == [row["tags"]]


def test_the_model_has_the_types_of_both_and_is_scored_on_those_of_the_target(tmp_path: Path) -> None:
    labels = match_labels(TARGET, {"source": SOURCE}, {"city": "place"}, {})
    assert labels.tags == ("O", "B-misc", "I-misc", "B-person", "I-person", "B-place", "I-place")
    assert labels.others["source"] == {"city": "place", "misc": "misc", "person": "person"}
    row = ner_row("ann/B-person bob/I-person left rome/B-place")
    split = NerSplit(benchmark(tmp_path, train=[row]), "train")
    tokenizer = load_tokenizer(write_encoder(tmp_path / "encoder"))
    data = labels.apply(tokenise_ner(split, tokenizer, TARGET, 30, tmp_path / "cache"), "target")
    assert data.tag_ids.tolist() == [3, 4, 0, 5]
    predicted = np.array([1, 4, 2, 5])
    assert list(sentence_tags(data, predicted)) == [["O", "I-person", "O", "B-place"]]
    assert foreign_words(data, predicted) == 2
    found = score(data, predicted)
    assert found.by_type() == {"person": (0, 0, 0, 1), "place": (1, 1, 1, 1)}
    assert found.micro() == (0.5, 0.5, 0.5, 2)


def test_one_list_of_merged_types_serves_targets_that_lack_some() -> None:
    labels = match_labels(TARGET, {}, {}, {"person": "thing", "animal": "thing"})
    assert labels.target == {"person": "thing", "place": "place"}


@pytest.mark.parametrize("labels", ["union", "target"])
def test_a_name_that_no_type_has_is_refused(labels: str) -> None:
    label_map = {"city": "palce", "misc": "O", "person": "person"}
    with pytest.raises(InputError, match=r"^label_map names types that the target lacks: palce; it has person, place$"):
        match_labels(TARGET, {"source": SOURCE}, label_map, {}, labels)


def test_types_of_the_source_get_a_name_of_any_benchmark_or_one_that_is_merged() -> None:
    others = {"source": SOURCE, "+music": ("O", "B-song")}
    label_map = {"city": "misc", "misc": "song"}
    assert match_labels(TARGET, others, label_map, {}).others["source"] == {**label_map, "person": "person"}
    label_map = {"city": "spot", "misc": "rest"}
    names = match_labels(TARGET, others, label_map, {"spot": "place", "song": "rest"}).others["source"]
    assert names == {"city": "place", "misc": "rest", "person": "person"}


@pytest.mark.parametrize(
    ("label_map", "normalise", "message"),
    [
        ({}, {}, "the source has types that the target lacks: city, misc; name the target's type for each"),
        ({"city": "misc", "misc": "O"}, {}, "the source has types that the target lacks: city; "),
        ({"town": "place"}, {}, "label_map names types that the source lacks: town; it has city, misc, person"),
        ({"city": "place", "misc": "O"}, {"animal": "thing"}, "normalise names types that the target lacks: animal"),
        ({"city": "O", "misc": "O"}, {"person": "O", "place": "O"}, "no entity types to train on"),
    ],
)
def test_label_sets_that_do_not_match(label_map: dict[str, str], normalise: dict[str, str], message: str) -> None:
    with pytest.raises(InputError) as error:
        match_labels(TARGET, {"source": SOURCE}, label_map, normalise, "target")
    assert message in str(error.value)


def test_label_sets_match_where_the_target_has_all_types() -> None:
    found = match_labels(TARGET, {"source": SOURCE}, {"city": "place", "misc": "O"}, {}, "target")
    assert found == match_labels(TARGET, {"source": SOURCE}, {"city": "place", "misc": "O"}, {})
    assert found.beyond_target == []


@pytest.mark.parametrize(("role", "mend"), [("source", "label_map"), ("law", "normalise")])
def test_a_type_that_the_target_lacks_is_mended_by_the_setting_for_its_benchmark(role: str, mend: str) -> None:
    with pytest.raises(
        InputError, match=f"the {role} has types that the target lacks: city, misc; .* for each in {mend},"
    ):
        match_labels(TARGET, {role: SOURCE}, {}, {}, "target")


def test_types_beyond_those_of_the_target() -> None:
    assert match_labels(TARGET, {"source": SOURCE}, {}, {"person": "O"}).beyond_target == ["city", "misc"]
    assert match_labels(TARGET, {"source": SOURCE}, {"city": "place"}, {}).beyond_target == ["misc"]
