from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.gazetteer import CLASSES, TRIE, open_gazetteer
from corpora.levels import LEVELS
from corpora.paired_parts import PartPair, group_pairs, part_pairs, read_with_mentions
from corpora.reports.dapt import build_dapt_report
from corpora.steps.dapt_corpus import DomainRules, level_parts, read_page_ids, write_dapt_corpus
from corpora.steps.dapt_text import plain_text, write_dapt_text
from corpora.steps.domain_vocabulary import read_vocabulary, write_domain_vocabulary
from corpora.steps.gazetteer import write_gazetteer
from corpora.surface_forms import SurfaceRules
from dbpedia.domain_labels import classes_of, domain_label_map
from dbpedia.ontology import build_ontology
from schemas.dataset import Manifest, parquet_parts, read_manifest
from schemas.errors import InputError
from schemas.shards import Destination, Unit, commit, prepare, write_shard
from tests.support.dapt_data import PROVENANCE, sentence, sentence_datasets, write_dataset
from tests.support.lookups import find_surface

SHARDS = [
    [
        sentence(1, 0, 0, "[Miles Davis|MusicalArtist] recorded [Kind of Blue|Album] in [New York|City]."),
        sentence(1, 0, 1, "It was released in [August|ENTITY]."),
        sentence(1, 1, 0, "Miles Davis died."),
        sentence(2, 0, 0, "[Rome|City] and [Paris|City] are cities."),
    ],
    [],
    [sentence(3, 0, 0, "Nothing is linked here.")],
    [
        sentence(4, 0, 0, "The [CDU|PoliticalParty] won."),
        sentence(4, 0, 1, "It met [Miles Davis|MusicalArtist]\u2028in [Bonn|City]."),
        sentence(5, 0, 0, "Left out is [Bonn|City], and [Rome|City]."),
    ],
]
DOMAINS = {
    "music": ([1, 3, 4], {"MusicalArtist", "Album"}),
    "politics": ([4, 2, 99], {"PoliticalParty"}),
    "nowhere": ([], {"City"}),
}


def run(name: str, root: Path, process: Callable[..., None], payloads: list[Any], **arguments: Any) -> Manifest:
    """Manifest of the dataset that a step function makes of these payloads, below `root`."""
    outputs = [
        Destination(dataset, str(root / dataset), str(root / "_staging" / dataset)) for dataset in (name, "rejects")
    ]
    units = [Unit(index, 1, payload) for index, payload in enumerate(payloads)]
    prepare(units, outputs, PROVENANCE.identity)
    descriptors = [write_shard(unit, process=lambda *a: process(*a, **arguments), outputs=outputs) for unit in units]
    return commit(descriptors, outputs, PROVENANCE, units=len(units), max_reject_share=0)[0]


def domain_rules(root: Path, domains: Mapping[str, tuple[list[int], set[str]]] = DOMAINS) -> dict[str, DomainRules]:
    result = {}
    for name, (pages, specialised) in domains.items():
        page_rows = [
            {"page_id": page, "title": f"Page {page}", "depth": 0, "via": "C", "branch": "C"} for page in pages
        ]
        result[name] = DomainRules(write_dataset(root / name, "domain_pages", [page_rows]), frozenset(specialised))
    return result


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> list[PartPair]:
    return part_pairs(*sentence_datasets(tmp_path_factory.mktemp("sentences"), SHARDS))


def corpus(root: Path, pairs: list[PartPair], size: int = 1, **other: Any) -> Manifest:
    arguments = {"domains": domain_rules(root), "min_entities": 2, "gazetteer": None, **other}
    return run("dapt_corpus", root, write_dapt_corpus, group_pairs(pairs, size), **arguments)


def sentences_of(root: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Place, entities, specialised entities and copies of the sentences, by domain and level."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for part in parquet_parts(read_manifest(str(root / "dapt_corpus"))):
        for row in pq.read_table(root / "dapt_corpus" / part.name, partitioning=None).to_pylist():
            values = [row[key] for key in ("page_id", "paragraph", "sentence", "n_entities", "n_specialised", "copies")]
            found.setdefault(part.name.rpartition("/")[0], []).append(tuple(values))
    return found


LEVELED = {
    "domain=music/level=domain": [
        (1, 0, 0, 3, 2, 1),
        (1, 0, 1, 0, 0, 1),
        (1, 1, 0, 0, 0, 1),
        (3, 0, 0, 0, 0, 1),
        (4, 0, 0, 1, 0, 1),
        (4, 0, 1, 2, 1, 1),
    ],
    "domain=music/level=entity": [(1, 0, 0, 3, 2, 1), (4, 0, 1, 2, 1, 1)],
    "domain=music/level=task": [(1, 0, 0, 3, 2, 1), (4, 0, 1, 2, 1, 1)],
    "domain=music/level=integrated": [(1, 0, 0, 3, 2, 3), (4, 0, 1, 2, 1, 3)],
    "domain=politics/level=domain": [(2, 0, 0, 2, 0, 1), (4, 0, 0, 1, 1, 1), (4, 0, 1, 2, 0, 1)],
    "domain=politics/level=entity": [(2, 0, 0, 2, 0, 1), (4, 0, 1, 2, 0, 1)],
    "domain=politics/level=task": [(4, 0, 0, 1, 1, 1)],
    "domain=politics/level=integrated": [(2, 0, 0, 2, 0, 1), (4, 0, 0, 1, 1, 2), (4, 0, 1, 2, 0, 1)],
}


def test_sentences_stand_in_the_levels_of_their_domains(tmp_path: Path, pairs: list[PartPair]) -> None:
    found = corpus(tmp_path, pairs)
    assert sentences_of(tmp_path) == LEVELED
    assert found.seen == sum(map(len, SHARDS))
    assert found.counts["pages"] == {
        "music/domain": 3, "music/entity": 2, "music/integrated": 2, "music/task": 2,
        "politics/domain": 2, "politics/entity": 2, "politics/integrated": 2, "politics/task": 1,
    }  # fmt: skip
    assert found.counts["paragraphs"]["music/domain"] == 4
    assert found.counts["sentences"]["music/domain"] == 6
    assert found.counts["sentences"]["music/integrated"] == 6
    assert found.counts["sentences"]["politics/integrated"] == 4
    # "The CDU won ." and "Rome and Paris are cities ." and "It met Miles Davis in Bonn ."
    assert found.counts["tokens"]["politics/domain"] == 4 + 6 + 7
    assert found.counts["tokens"]["politics/integrated"] == 2 * 4 + 6 + 7
    assert found.counts["entities"]["politics: mentions"] == 5
    assert found.counts["specialised mentions of music"] == {"Album": 1, "MusicalArtist": 2}


@pytest.mark.parametrize("size", [1, 1 << 40])
def test_grouping_of_parts_changes_no_row_and_no_count(tmp_path: Path, pairs: list[PartPair], size: int) -> None:
    assert len(group_pairs(pairs, size)) == (3 if size == 1 else 1)
    found = corpus(tmp_path, pairs, size)
    assert sentences_of(tmp_path) == LEVELED
    assert found.counts["paragraphs"]["music/domain"] == 4


def test_paragraphs_and_pages_go_on_from_one_batch_to_the_next(tmp_path: Path) -> None:
    rows = [sentence(1, 0, number, "[Rome|City] and [Bonn|City]") for number in range(5000)]
    found = corpus(tmp_path, part_pairs(*sentence_datasets(tmp_path, [rows])))
    assert {group: found.counts[group]["music/entity"] for group in ("pages", "paragraphs", "sentences", "tokens")} == {
        "pages": 1, "paragraphs": 1, "sentences": 5000, "tokens": 15000,
    }  # fmt: skip


def test_how_many_entities_are_several(tmp_path: Path, pairs: list[PartPair]) -> None:
    corpus(tmp_path, pairs, min_entities=3)
    assert sentences_of(tmp_path)["domain=music/level=entity"] == [(1, 0, 0, 3, 2, 1)]


def test_the_corpus_is_read_without_this_code(tmp_path: Path, pairs: list[PartPair]) -> None:
    corpus(tmp_path, pairs)
    frame = pd.read_parquet(tmp_path / "dapt_corpus")
    task = frame[(frame["domain"] == "music") & (frame["level"] == "task")]
    assert task["text"].tolist()[0] == "Miles Davis recorded Kind of Blue in New York."
    assert task["rev_id"].tolist() == [10, 40]
    with duckdb.connect() as database:
        query = f"SELECT sum(copies) FROM read_parquet('{tmp_path}/dapt_corpus/**/*.parquet', hive_partitioning = true)"
        assert database.execute(f"{query} WHERE domain = 'music' AND level = 'integrated'").fetchall() == [(6,)]


def _title(title: str, name: str, redirects: int) -> dict[str, Any]:
    return {"title": title, "class": name, "redirects": redirects, "origin": "dump"}


def gazetteer(root: Path, pairs: list[PartPair]) -> Manifest:
    titles = [("Miles Davis", "MusicalArtist", 0), ("CDU", "PoliticalParty", 1), ("Nothing", "Film", 0)]
    titles += [("Bonn", "City", 0), ("1984", "Book", 0), ("Kind of Blue (album)", "Album", 0)]
    index = [_title(*each) for each in sorted(titles)]
    type_index = write_dataset(root, "type_index", [index[:3], index[3:]])
    rules = SurfaceRules(min_link_share=0.2, anchor_surfaces=True)
    return run("gazetteer", root, write_gazetteer, [pairs], type_index=type_index, rules=rules, rate=1.0, seed=0)


def test_the_gazetteer_step_writes_surfaces_and_mapped_files(tmp_path: Path, pairs: list[PartPair]) -> None:
    found = gazetteer(tmp_path, pairs)
    table = pq.read_table(tmp_path / "gazetteer" / "part-00000.parquet").to_pylist()
    assert {row["surface"]: (row["origin"], row["pages"], row["linked"], row["outcome"]) for row in table} == {
        "Bonn": ("title", 2, 2, "kept"),
        "CDU": ("redirect", 1, 1, "kept"),
        "Kind of Blue": ("bare", 1, 1, "kept"),
        "Miles Davis": ("title", 2, 2, "kept"),
        "New York": ("anchor", 1, 1, "anchor-once"),
        "Nothing": ("title", 1, 0, "kept"),
        "Paris": ("anchor", 1, 1, "anchor-once"),
        "Rome": ("anchor", 2, 2, "kept"),
    }
    names = open_gazetteer(*(str(tmp_path / "gazetteer" / name) for name in (TRIE, CLASSES)))
    assert {name: find_surface(names, name) for name in ("Bonn", "Kind of Blue", "Rome", "Paris", "1984")} == {
        "Bonn": "City", "Kind of Blue": "Album", "Rome": "City", "Paris": None, "1984": None,
    }  # fmt: skip
    assert found.counts["surfaces from anchor"] == {"anchor-once": 2, "kept": 1}
    assert found.counts["titles and anchors that are no surface"] == {"no-letter": 1}


def test_the_gazetteer_finds_what_is_not_linked(tmp_path: Path, pairs: list[PartPair]) -> None:
    gazetteer(tmp_path, pairs)
    found = corpus(tmp_path, pairs, gazetteer=str(tmp_path / "gazetteer"))
    level = sentences_of(tmp_path)["domain=music/level=task"]
    # "Miles Davis died." and, for a film of that title, "Nothing is linked here."
    assert level == [(1, 0, 0, 3, 2, 1), (1, 1, 0, 1, 1, 1), (4, 0, 1, 2, 1, 1)]
    assert found.counts["entities"]["music: gazetteer"] == 2
    assert found.counts["entities"]["music: mentions"] == 6


def test_a_sample_of_pages_is_drawn_by_hash(tmp_path: Path, pairs: list[PartPair]) -> None:
    rules = SurfaceRules(min_link_share=0.2, anchor_surfaces=True)
    type_index = write_dataset(tmp_path, "type_index", [[_title("Bonn", "City", 0)]])
    pages = []
    for seed in range(30):
        arguments = {"type_index": type_index, "rules": rules, "rate": 0.5, "seed": seed}
        run("gazetteer", tmp_path / str(seed), write_gazetteer, [pairs], **arguments)
        table = pq.read_table(tmp_path / str(seed) / "gazetteer" / "part-00000.parquet").to_pylist()
        pages.append(next(row["pages"] for row in table if row["surface"] == "Bonn"))
    assert set(pages) == {0, 1, 2}


def test_only_anchors_are_evidence_for_names(tmp_path: Path) -> None:
    linked = sentence(1, 0, 0, "[Rome|City] and [Bonn|City]")
    linked["mentions"][1]["source"] = "propagated-surface"
    found = part_pairs(*sentence_datasets(tmp_path, [[linked]]))
    gazetteer(tmp_path, found)
    table = pq.read_table(tmp_path / "gazetteer" / "part-00000.parquet").to_pylist()
    assert {row["surface"]: row["linked"] for row in table if row["pages"]} == {"Bonn": 0, "Rome": 1}


def test_sentences_and_mentions_are_read_side_by_side(tmp_path: Path) -> None:
    many = [
        [sentence(page, 0, n, "[Rome|City] and x [Paris|City]" if n % 3 else "x") for n in range(900)]
        for page in range(20)
    ]
    shards = [[row for rows_ in many[:10] for row in rows_], [row for rows_ in many[10:] for row in rows_]]
    found = part_pairs(*sentence_datasets(tmp_path, shards))
    read = [row for pair in found for table in read_with_mentions(pair) for row in table.to_pylist()]
    expected = [{key: value for key, value in row.items() if key != "section"} for shard in shards for row in shard]
    assert read == expected


def test_parts_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    moved = [[{**row, "sentence": row["sentence"] + 1} for row in shard] for shard in SHARDS]
    turned = [shard[::-1] for shard in SHARDS]
    for name, shards in (("moved", moved), ("turned", turned), ("more", [SHARDS[3]])):
        sentences, typed = sentence_datasets(tmp_path / name, SHARDS, shards)
        with pytest.raises(InputError, match=r"part-00000.parquet: it has other sentences; build it again"):
            for pair in part_pairs(sentences, typed):
                list(read_with_mentions(pair))


def test_datasets_of_which_one_was_not_made_of_the_other_are_refused(tmp_path: Path) -> None:
    sentences, _ = sentence_datasets(tmp_path / "one", SHARDS)
    other = write_dataset(tmp_path / "other", "typed_sentences", [])
    with pytest.raises(InputError, match=r"other/typed_sentences was not made of .*one/sentences; build it again"):
        part_pairs(sentences, other)


def test_page_ids_are_sorted(tmp_path: Path) -> None:
    assert read_page_ids(domain_rules(tmp_path)["politics"].pages).tolist() == [2, 4, 99]
    assert read_page_ids(domain_rules(tmp_path / "other")["nowhere"].pages).tolist() == []


def test_the_vocabulary_of_a_domain(tmp_path: Path, pairs: list[PartPair]) -> None:
    corpus(tmp_path, pairs)
    location = str(tmp_path / "dapt_corpus")
    payloads = [(name, [uri for uri, _ in level_parts(location, name, "domain")]) for name in DOMAINS]
    found = run(
        "domain_vocabulary", tmp_path, write_domain_vocabulary, payloads, size=3, stop_words=frozenset({"in", "it"})
    )
    words = read_vocabulary(str(tmp_path / "domain_vocabulary"))
    assert words == {"music": ["davis", "miles", "august"], "politics": ["and", "are", "bonn"]}
    assert found.counts["tokens"]["politics"] == 17
    table = pq.read_table(tmp_path / "domain_vocabulary" / "domain=music" / "part-00000.parquet", partitioning=None)
    assert table.to_pylist()[0] == {"word": "davis", "count": 3}


def test_text_files_hold_copies_in_rounds(tmp_path: Path, pairs: list[PartPair]) -> None:
    corpus(tmp_path, pairs)
    location = str(tmp_path / "dapt_corpus")
    names = [("music", "integrated"), ("music", "domain"), ("politics", "integrated"), ("nowhere", "task")]
    payloads = [(*name, [uri for uri, _ in level_parts(location, *name)]) for name in names]
    found = run("dapt_text", tmp_path, write_dapt_text, payloads)
    folder = tmp_path / "dapt_text" / "_text"
    first = "Miles Davis recorded Kind of Blue in New York.\n"
    second = "It met Miles Davis in Bonn.\n"
    assert (folder / "music.integrated.txt").read_text() == "\n".join([first, second] * 3)
    assert (folder / "music.domain.txt").read_text().count("\n\n") == 3
    assert (folder / "politics.integrated.txt").read_text() == (
        f"Rome and Paris are cities.\n\nThe CDU won.\n{second}\nThe CDU won.\n"
    )
    assert (folder / "nowhere.task.txt").read_text() == ""
    listed = {
        row["file"].removeprefix("_text/"): row["sentences"]
        for row in pd.read_parquet(tmp_path / "dapt_text").to_dict("records")
    }
    assert listed == {
        "music.integrated.txt": 6, "music.domain.txt": 6, "politics.integrated.txt": 4, "nowhere.task.txt": 0,
    }  # fmt: skip
    assert found.counts["sentences"]["music/integrated"] == 6


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from(["a", "b c", "d"]), st.integers(1, 3)),
        max_size=8,
    )
)
def test_text_has_as_many_lines_as_copies(sentences: list[tuple[int, int, str, int]]) -> None:
    lines = list(plain_text(lambda: sentences))
    expected = sorted(text for _, _, text, copies in sentences for _ in range(copies))
    assert sorted(filter(None, lines)) == expected
    joined = "\n".join(lines)
    assert "\n\n\n" not in joined and joined == joined.strip("\n")


ONTOLOGY = build_ontology(
    ["Person", "Politician", "President", "Writer", "Poet", "Organisation", "PoliticalParty"],
    [
        ("Politician", "Person"),
        ("President", "Politician"),
        ("Writer", "Person"),
        ("Poet", "Writer"),
        ("PoliticalParty", "Organisation"),
    ],
)
LABELS = {"politician": ("Politician",), "person": ("Person",), "poet": ("Poet",), "misc": ()}


def test_a_class_has_the_label_of_the_nearest_class_that_is_named() -> None:
    assert domain_label_map(ONTOLOGY, LABELS) == {
        "Person": "person",
        "Poet": "poet",
        "Politician": "politician",
        "President": "politician",
        "Writer": "person",
    }
    assert classes_of(ONTOLOGY, LABELS, ["politician", "misc"]) == ["Politician", "President"]
    assert classes_of(ONTOLOGY, LABELS, ["person"]) == ["Person", "Writer"]


def test_the_report_has_sizes_shares_and_overlaps(tmp_path: Path, pairs: list[PartPair]) -> None:
    made = corpus(tmp_path, pairs)
    parameters = {"min_entities": 2, "entities": "anchors"}
    dapt = dataclasses.replace(made, provenance=dataclasses.replace(made.provenance, parameters=parameters))
    pages = {name: read_manifest(rules.pages) for name, rules in domain_rules(tmp_path / "again").items()}
    report = build_dapt_report("wiki", dapt, pages, {"music": ["a", "b"], "politics": ["b", "c", "d"]})
    tokens = {level: made.counts["tokens"][f"music/{level}"] for level in LEVELS}
    shares = [f"{tokens[level] / tokens['domain']:.2f}" for level in LEVELS]
    assert f"| music | 3 | 3 | 4 | 6 | {tokens['domain']} |" in report
    assert (
        f"| music | {tokens['domain']} (1.00) | {tokens['entity']} ({shares[1]}) [0.49] | {tokens['task']} "
        f"({shares[2]}) [0.13] | {tokens['integrated']} ({shares[3]}) [0.76] |" in report
    )
    assert "| nowhere | 0 (–) | 0 (–) | 0 (–) | 0 (–) |" in report
    assert "| music | 6 | 0 | 3 | MusicalArtist 2, Album 1 |" in report
    assert "| music | 2 | 100% | 50% | 0% |" in report
