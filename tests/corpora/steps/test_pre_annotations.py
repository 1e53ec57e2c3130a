from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from corpora.annotation.dataset import read_pre_annotations
from corpora.annotation.former import FormerRounds
from corpora.annotation.records import Link, Sentence, Span
from corpora.annotation.sampling import Place
from corpora.paired_parts import part_pairs
from corpora.steps.pre_annotations import Domain, Drawing, write_pre_annotations
from schemas.catalog.corpora import GUIDELINES
from schemas.errors import InputError
from tests.support.dapt_data import build_dapt_corpus, build_gazetteer, run_step, sentence, sentence_datasets

SHARDS = [
    [
        sentence(1, 0, 0, "[Miles Davis|MusicalArtist] recorded [Kind of Blue|Album] in a [studio|ENTITY]."),
        sentence(1, 0, 1, "Then Miles Davis met King [Harald|Royalty] in [Norwegian|Country] Bergen."),
        sentence(2, 0, 0, "[Rome|City] is of another domain."),
    ],
    [sentence(4, 0, 0, "The [CDU|PoliticalParty] heard [Miles Davis|MusicalArtist].")],
]
for mention in SHARDS[0][1]["mentions"]:
    if mention["type"] == "Country":
        mention["flag"] = "demonym"
LABELS = {"song": [], "musicalartist": ["MusicalArtist"], "album": ["Album"], "person": ["Person"]}
LABEL_OF = {"MusicalArtist": "musicalartist", "Album": "album", "Royalty": "person"}


def run(
    root: Path,
    ranks: dict[Place, float] | None = None,
    shards: list[list[dict[str, Any]]] = SHARDS,
    former: FormerRounds | None = None,
    again: Sequence[dict[str, Any]] = (),
    **changes: Any,
) -> tuple[Any, list[Sentence], str]:
    """Manifest, sentences and guidelines of the sentences of the domain music that are drawn."""
    sentences, typed = sentence_datasets(root, shards)
    pairs = part_pairs(sentences, typed)
    build_gazetteer(root, pairs)
    build_dapt_corpus(root, pairs)
    drawing = {
        "level": "domain",
        "size": 10,
        "of_each_label": 1,
        "annotators": ["ann", "bob"],
        "shared": 0.3,
        "seed": 0,
        "ranks": ranks,
        "former": former,
    }
    manifest = run_step(
        "pre_annotations",
        root,
        write_pre_annotations,
        [pairs],
        domain=Domain("music", LABELS, LABEL_OF, frozenset({"Royalty"})),
        drawing=Drawing(**{**drawing, **changes}),
        dapt_corpus=str(root / "dapt_corpus"),
        links=typed,
        gazetteer=str(root / "gazetteer"),
        again=again,
        lang="en",
    )
    place = root / "pre_annotations"
    return manifest, list(read_pre_annotations(str(place))), (place / GUIDELINES).read_text()


def test_sentences_of_the_domain_have_suggestions_links_and_annotators(tmp_path: Path) -> None:
    manifest, found, guidelines = run(tmp_path)
    assert [each.id for each in found] == ["1-0-0", "1-0-1", "4-0-0"]
    assert found[0].spans == (Span(0, 11, "musicalartist", "direct"), Span(21, 33, "album", "direct"))
    assert found[0].links == (Link(0, 11, "Miles Davis"), Link(21, 33, "Kind of Blue"), Link(39, 45, "studio"))
    assert found[1].spans == (Span(5, 16, "musicalartist", "gazetteer"), Span(26, 32, "person", "direct"))
    assert (found[0].page_id, found[0].title, found[0].text) == (1, "Page 1", SHARDS[0][0]["text"])
    assert sorted(each.annotators for each in found) == [("ann",), ("ann", "bob"), ("bob",)]
    assert manifest.counts == {
        "links": {"with a suggestion": 4, "without": 3},
        "sentences": {"drawn": 3},
        "sentences by annotator": {"ann": 2, "bob": 2},
        "sentences with the label": {"album": 1, "musicalartist": 3, "person": 1, "song": 0},
        "suggestions": {"album": 1, "musicalartist": 3, "person": 1, "song": 0},
        "suggestions by source": {"direct": 4, "gazetteer": 1},
    }
    assert manifest.seen == 3
    assert "Then Miles Davis met King **Harald** in Norwegian Bergen. (Page 1)" in guidelines
    assert "met King Harald in **Norwegian** Bergen. (Page 1, a link to Norwegian)" in guidelines


def test_the_sample_is_as_large_as_asked_for_and_has_the_rare_labels(tmp_path: Path) -> None:
    _, found, _ = run(tmp_path, size=2)
    assert [each.id for each in found] == ["1-0-0", "1-0-1"]


def test_a_level_without_sentences_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the level task of music has no sentences; take another level"):
        sentences, typed = sentence_datasets(tmp_path, [[sentence(1, 0, 0, "[Rome|City] is a city.")]])
        pairs = part_pairs(sentences, typed)
        build_dapt_corpus(tmp_path, pairs)
        build_gazetteer(tmp_path, pairs)
        write_pre_annotations(
            pairs,
            None,  # type: ignore[arg-type]
            domain=Domain("music", LABELS, LABEL_OF, frozenset()),
            drawing=Drawing("task", 1, 0, ["ann"], 0.0, 0),
            dapt_corpus=str(tmp_path / "dapt_corpus"),
            links=typed,
            gazetteer=str(tmp_path / "gazetteer"),
            lang="en",
        )


@pytest.mark.parametrize(("column", "number"), [("paragraph", 2**20), ("sentence", 2**18)])
def test_a_page_with_more_sentences_than_are_told_apart_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str, number: int
) -> None:
    monkeypatch.setitem(SHARDS[0][1], column, number - 1)
    _, found, _ = run(tmp_path / "held")
    assert len(found) == 3
    monkeypatch.setitem(SHARDS[0][1], column, number)
    with pytest.raises(InputError, match="page 1 has more than 1,048,576 paragraphs, or 262,144 sentences in one"):
        run(tmp_path / "beyond")


def test_sentences_that_are_damaged_are_not_shown_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHARDS[0][0], "problems", [{"start": 0, "end": 0, "code": "formula"}])
    manifest, found, _ = run(tmp_path)
    assert [each.id for each in found] == ["1-0-1", "4-0-0"]
    assert manifest.counts["sentences"] == {"drawn": 2, "formula": 1}


def test_sentences_that_are_damaged_are_no_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHARDS[0][1], "problems", [{"start": 0, "end": 0, "code": "formula"}])
    guidelines = run(tmp_path)[2]
    assert "Harald" not in guidelines and "Norwegian" not in guidelines
    assert guidelines.count("No example in this corpus.") == 3


def test_sentences_that_a_model_doubts_come_first_and_those_without_a_score_are_counted(tmp_path: Path) -> None:
    ranks = {(1, 0, 0): -0.1, (4, 0, 0): -0.9}
    manifest, found, guidelines = run(tmp_path, ranks=ranks, size=1, of_each_label=0)
    assert [each.id for each in found] == ["4-0-0"]
    assert manifest.counts["sentences"] == {"drawn": 1, "without a score": 1}
    told = {label: int(number) for label, number in re.findall(r"### (\w+)\n\n.* Suggested in (\d+) of", guidelines)}
    assert told == manifest.counts["sentences with the label"]


def test_of_sentences_that_differ_in_names_and_numbers_one_is_drawn(tmp_path: Path) -> None:
    texts = [
        "In 1958 [Miles Davis|MusicalArtist] left a [studio|ENTITY].",
        "In 1971 [Kind|MusicalArtist] left a [garden|ENTITY].",
        "In 1971 [Kind|Album] left a [garden|ENTITY].",
    ]
    shards = [[sentence(1, 0, number, text) for number, text in enumerate(texts)]]
    ranks = {(1, 0, 0): 0.2, (1, 0, 1): 0.1, (1, 0, 2): 0.3}
    manifest, found, _ = run(tmp_path, ranks, shards)
    assert [each.id for each in found] == ["1-0-1", "1-0-2"]
    assert manifest.counts["sentences with the label"] == {"album": 1, "musicalartist": 2, "person": 0, "song": 0}


def test_sentences_of_former_rounds_are_left_out_but_for_those_that_are_annotated_again(tmp_path: Path) -> None:
    sent = {"page_id": 1, "paragraph": 0, "sentence": 0, "text": "It was edited since.", "rev_id": 7, "title": "Page 1"}
    moved = {**sent, "page_id": 8, "text": SHARDS[1][0]["text"]}
    labelled = {**sent, "links": (Link(0, 2, "It"),), "spans": (Span(0, 2, "album", "annotated"),)}
    manifest, found, guidelines = run(tmp_path, former=FormerRounds([sent, moved]), again=[labelled])
    assert [(each.id, each.text) for each in found] == [("1-0-0", sent["text"]), ("1-0-1", SHARDS[0][1]["text"])]
    assert (found[0].spans, found[0].links) == (labelled["spans"], labelled["links"])
    assert manifest.counts["sentences"] == {"drawn": 1, "of a former round": 2, "to annotate again": 1}
    assert manifest.counts["suggestions by source"] == {"annotated": 1, "direct": 1, "gazetteer": 1}
    assert "Suggestions come from: annotated, direct, gazetteer." in guidelines


def test_a_level_with_more_pages_than_are_told_apart_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("corpora.annotation.level_sentences._PAGE_BITS", 1)
    _, found, _ = run(tmp_path / "held")
    assert {each.page_id for each in found} == {1, 4}
    monkeypatch.setattr("corpora.annotation.level_sentences._PAGE_BITS", 0)
    with pytest.raises(InputError, match="^the level domain of music has more than 1 pages; take another level$"):
        run(tmp_path / "beyond")
