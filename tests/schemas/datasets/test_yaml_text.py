from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from schemas.datasets.yaml_text import yaml_text

TEXT = st.text(st.characters(codec="utf-8"))
SCALARS = st.one_of(TEXT, st.integers(), st.booleans(), st.sampled_from(["no", "Y", "null", "~", "12", "1e3", "="]))
DOCUMENTS = st.dictionaries(
    TEXT,
    st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=20),
)


@given(DOCUMENTS)
def test_a_reader_of_yaml_finds_the_document_again(document: dict[str, Any]) -> None:
    assert yaml.safe_load(yaml_text(document)) == document


@pytest.mark.parametrize("word", ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "NO", "True"])
def test_a_word_that_may_be_more_than_a_string_is_quoted(word: str) -> None:
    assert yaml_text({word: word, "other": f"{word}x"}) == f'"{word}": "{word}"\nother: {word}x\n'


def test_it_is_written_in_blocks() -> None:
    document = {
        "license": "cc-by-sa-4.0",
        "language": ["en", "no"],
        "configs": [{"config_name": "a", "data_files": [{"split": "train", "path": "split=train/*.parquet"}]}],
        "class_label": {"names": {"0": "O", "1": "B-person"}},
        "empty": [],
    }
    assert (
        yaml_text(document)
        == """\
license: cc-by-sa-4.0
language:
- en
- "no"
configs:
- config_name: a
  data_files:
  - split: train
    path: split=train/*.parquet
class_label:
  names:
    "0": O
    "1": B-person
empty: []
"""
    )
