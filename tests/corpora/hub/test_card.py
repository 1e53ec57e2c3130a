"""The README of a folder for a hub, to the letter."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from corpora.hub.card import folder_card
from corpora.hub.folder import Corpus, read_corpora
from schemas.datasets.dataset import Wiki
from tests.support.golden import different_lines
from tests.support.paths import PROJECT
from tests.support.some_rows import some_rows, write_dataset

GOLDEN = PROJECT / "tests" / "golden" / "hub_card.md"
WIKI = Wiki("samplewiki", "en", "https://sample.example/w/index.php?oldid={rev_id}")


def with_parameters(corpus: Corpus, parameters: Mapping[str, Any]) -> Corpus:
    made = replace(corpus.manifest.provenance, parameters=dict(parameters))
    return replace(corpus, manifest=replace(corpus.manifest, provenance=made))


def test_the_card_is_as_it_was(tmp_path: Path) -> None:
    """`UPDATE_GOLDEN=1 pytest tests/corpora/hub/test_card.py` writes the file anew: read the difference."""
    rows = some_rows("ner_corpus", 0)
    ner = write_dataset(tmp_path / "a", "ner_corpus", {"split=train": rows, "split=validation": rows}, WIKI)
    other = write_dataset(tmp_path / "b", "ner_corpus", {"split=train": rows})
    levels = {f"domain={name}/level=task": some_rows("dapt_corpus", 0) for name in ("ai", "music")}
    dapt = write_dataset(tmp_path / "c", "dapt_corpus", levels, WIKI)
    corpora = read_corpora({"ner-315": str(other), "ner-4": str(ner), "dapt": str(dapt)})
    corpora[1] = with_parameters(corpora[1], {"profile": "names"})
    text = folder_card(corpora)
    sizes = [int(size) for size in re.findall(r"(?:num_bytes|download_size|dataset_size): (\d+)", text)]
    assert sizes[:3] == [sizes[0]] * 3 and sizes[3] + sizes[4] == sizes[5] == sizes[6]
    # Sizes depend on the version of Arrow.
    text = re.sub(r"(?m)^( +(?:- )?(?:num_bytes|download_size|dataset_size): )\d+$", r"\1N", text)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, "utf-8")
    if differences := different_lines(GOLDEN.read_text("utf-8"), text):
        pytest.fail(f"the card differs from {GOLDEN.relative_to(PROJECT)}:\n{differences}", pytrace=False)


def test_of_an_unknown_wiki_the_card_says_wikipedia(tmp_path: Path) -> None:
    ner = write_dataset(tmp_path, "ner_corpus", {"split=train": some_rows("ner_corpus", 0)})
    text = folder_card(read_corpora({"ner": str(ner)}))
    assert "\n# Corpora for named entity recognition from Wikipedia\n" in text
    assert "CrossNER: Liu" not in text and "NER-BERT: Liu" in text


def test_the_card_says_of_all_sources_of_types_that_they_may_be_one(tmp_path: Path) -> None:
    ner = write_dataset(tmp_path, "ner_corpus", {"split=train": some_rows("ner_corpus", 0)}, WIKI)
    licence = folder_card(read_corpora({"ner": str(ner)})).split("## Licence\n\n")[1].split("\n\n")[0]
    assert licence == (
        "Text of Wikipedia and classes of DBpedia's ontology: CC BY-SA 4.0 (dumps before June 2023: CC BY-SA 3.0), by "
        "their contributors. Which class a title has is from the sources that the build was set to take: DBpedia, the "
        "wiki's infoboxes, Wikidata (CC0 1.0), or lists of whoever built it. The text of the licence is in `LICENSE`."
    )


def test_tokens_that_are_characters_are_told_below_their_columns(tmp_path: Path) -> None:
    wiki = Wiki("jawiki", "ja", "https://ja.example/w/index.php?oldid={rev_id}")
    ner = write_dataset(tmp_path / "a", "ner_corpus", {"split=train": some_rows("ner_corpus", 0)}, wiki)
    levels = {"domain=ai/level=task": some_rows("dapt_corpus", 0)}
    dapt = write_dataset(tmp_path / "b", "dapt_corpus", levels, wiki)
    text = folder_card(read_corpora({"ner-4": str(ner), "dapt": str(dapt)}))
    of_corpus, of_sentences = text.split("## Columns of `")[1:]
    assert "each character is one of the `tokens`, with the signs on it." in of_corpus
    assert "character" not in of_sentences


@pytest.mark.parametrize(("lang", "told"), [("he", True), ("ar", False), ("en", False)])
def test_tokens_with_more_than_the_name_are_told(tmp_path: Path, lang: str, told: bool) -> None:
    wiki = Wiki(f"{lang}wiki", lang, f"https://{lang}.example/w/index.php?oldid={{rev_id}}")
    ner = write_dataset(tmp_path, "ner_corpus", {"split=train": some_rows("ner_corpus", 0)}, wiki)
    text = folder_card(read_corpora({"ner": str(ner)}))
    assert ("The `tokens` of a mention are whole words all the same, and so may be more than the name." in text) == told
