from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.noise import noise_rules
from dbpedia.ontology import build_ontology
from dbpedia.steps.typed_sentences import Typing, whole_pages, write_typed_sentences
from dbpedia.title_index import write_index
from dbpedia.wikidata_index import write_wikidata_index
from schemas.catalog.dbpedia import LOOKUP, TYPED_SENTENCES, WIKIDATA_LOOKUP
from schemas.catalog.wiki import SENTENCES
from schemas.datasets.shards import Descriptor, Destination, Shard, Unit, write_shard
from schemas.records import Anchor
from tests.support.datasets import write_dataset
from tests.support.linked_titles import INDEX, RULES
from tests.support.type_data import wikidata_index

ROWS = [
    (1, "Ada Lovelace", "Ada Lovelace lived in London.", [Anchor(22, 28, "London")]),
    (1, "Ada Lovelace", "London pleased Lovelace and the Londoners.", [Anchor(32, 41, "London")]),
    (1, "Ada Lovelace", "She lived there.", []),
    (2, "Nowhere", "London is a city.", [Anchor(12, 16, "Nowhere")]),
]


def typed_rows(
    folder: Path,
    typing: Typing,
    rows: Sequence[tuple[int, str, str, list[Anchor]]] = ROWS,
    qids: dict[str, str] | None = None,
) -> tuple[list[tuple[str, list[str]]], Descriptor]:
    """Texts with their mentions as `surface:type:source`, as the step writes them."""
    table = pa.Table.from_pylist(
        [
            {
                "page_id": page_id,
                "rev_id": 1,
                "title": title,
                "section": "",
                "paragraph": 0,
                "sentence": number,
                "text": text,
                "anchors": [anchor._asdict() for anchor in row],
                "problems": [{"start": 0, "end": 0, "code": "template"}] * number,
            }
            for number, (page_id, title, text, row) in enumerate(rows)
        ],
        schema=SENTENCES.schema,
    )
    pq.write_table(table, folder / "sentences.parquet", row_group_size=1)
    write_index(INDEX, str(folder / LOOKUP))
    write_wikidata_index(
        wikidata_index(qids or {"London": "Q84", "Nowhere": "Q2"}, classes=[6607]), str(folder / WIKIDATA_LOOKUP)
    )
    outputs = [
        Destination(name, str(folder / name), str(folder / f"{name}.new")) for name in ("typed_sentences", "rejects")
    ]

    def process(part: str, shard: Shard) -> None:
        write_typed_sentences(part, shard, type_index=str(folder), typing=typing)

    descriptor = write_shard(Unit(0, 1, str(folder / "sentences.parquet")), process=process, outputs=outputs)
    written = pq.read_table(folder / "typed_sentences.new" / "part-00000.parquet")
    assert written.schema.equals(TYPED_SENTENCES.schema)
    return [
        (row["text"], [f"{row['text'][m['start'] : m['end']]}:{m['type']}:{m['source']}" for m in row["mentions"]])
        for row in written.to_pylist()
    ], descriptor


def test_the_step_types_and_flags_anchors(tmp_path: Path) -> None:
    rows, descriptor = typed_rows(tmp_path, Typing(RULES, "off", frozenset(), frozenset()))
    assert rows == [
        ("Ada Lovelace lived in London.", ["London:City:direct"]),
        ("London pleased Lovelace and the Londoners.", ["Londoners:City:direct"]),
        ("London is a city.", ["city:ENTITY:none"]),
    ]
    assert descriptor.seen == 4
    assert descriptor.counts == {
        "anchors": {"direct": 2, "none": 1},
        "flags of typed anchors": {"demonym": 1},
        "flags of untyped anchors": {"lower-case": 1},
        "Wikidata items": {"mentions with": 3, "mentions without": 0},
        "mentions": {"City": 2, "ENTITY": 1},
        "sentences": {"with anchors": 3, "with mentions": 3, "without anchors": 1},
    }


@pytest.mark.parametrize(
    ("propagate", "first", "second"),
    [
        ("title", ["Ada Lovelace:Scientist:propagated-title"], ["Lovelace:Scientist:propagated-last-name"]),
        (
            "article",
            ["Ada Lovelace:Scientist:propagated-title"],
            ["London:City:propagated-surface", "Lovelace:Scientist:propagated-last-name"],
        ),
    ],
)
def test_the_step_adds_unlinked_mentions(tmp_path: Path, propagate: str, first: list[str], second: list[str]) -> None:
    rows, descriptor = typed_rows(tmp_path, Typing(RULES, propagate, frozenset(["lower-case"]), frozenset(["demonym"])))
    assert rows == [
        ("Ada Lovelace lived in London.", [*first, "London:City:direct"]),
        ("London pleased Lovelace and the Londoners.", [*second, "Londoners:ENTITY:direct"]),
    ]
    propagated = descriptor.counts["propagated mentions with a class"]
    assert sum(propagated.values()) == len(first) + len(second)
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}
    assert descriptor.counts["mentions"]["ENTITY"] == 1


def test_unlinked_mentions_count_where_they_are_kept(tmp_path: Path) -> None:
    rules = replace(RULES, kinds=frozenset({"Place"}))
    page = [(1, "Ada Lovelace", "Ada Lovelace lived in London.", [Anchor(22, 28, "London")])]
    page.append((1, "Ada Lovelace", "She liked the old London best.", []))
    kept, descriptor = typed_rows(tmp_path, Typing(rules, "article", frozenset(), frozenset({"kind"})), page)
    assert kept == [
        ("Ada Lovelace lived in London.", ["Ada Lovelace:Scientist:propagated-title", "London:ENTITY:direct"]),
        ("She liked the old London best.", ["London:ENTITY:propagated-surface"]),
    ]
    assert descriptor.counts["propagated mentions with a class"] == {"title": 1}
    assert descriptor.counts["propagated mentions without a class"] == {"surface": 1}
    assert "mentions dropped" not in descriptor.counts
    (tmp_path / "dropped").mkdir()
    typing = Typing(rules, "article", frozenset({"kind"}), frozenset())
    kept, descriptor = typed_rows(tmp_path / "dropped", typing, page)
    assert kept == [("Ada Lovelace lived in London.", ["Ada Lovelace:Scientist:propagated-title"])]
    assert descriptor.counts["propagated mentions with a class"] == {"title": 1}
    assert descriptor.counts["propagated mentions without a class"] == {}
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 1}


def test_a_name_with_a_wrong_link_is_looked_for_where_its_link_is_dropped(tmp_path: Path) -> None:
    page: list[tuple[int, str, str, list[Anchor]]]
    page = [(1, "Ada Lovelace", "London is full.", [Anchor(0, 6, "London")])]
    page.append((1, "Ada Lovelace", "Art is old in London.", [Anchor(14, 20, "Art in London")]))
    (tmp_path / "kept").mkdir()
    (tmp_path / "dropped").mkdir()
    kept, _ = typed_rows(tmp_path / "kept", Typing(RULES, "article", frozenset(), frozenset()), page)
    assert kept[1] == ("Art is old in London.", ["London:ENTITY:none"])
    dropped, descriptor = typed_rows(
        tmp_path / "dropped", Typing(RULES, "article", frozenset({"part"}), frozenset()), page
    )
    assert dropped[1] == ("Art is old in London.", ["London:City:propagated-surface"])
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}


def test_what_is_dropped_stays_beside_the_mentions_with_the_class_that_it_had(tmp_path: Path) -> None:
    """A link that describes, in which a name is found, and a noun, whose class would be lost if it were untyped."""
    rules = replace(RULES, kinds=frozenset({"Person"}))
    page: list[tuple[int, str, str, list[Anchor]]]
    page = [(1, "Nowhere", "London is full.", [Anchor(0, 6, "London")])]
    page.append(
        (1, "Nowhere", "Mayor of London and Ada.", [Anchor(0, 15, "Mayor of London"), Anchor(20, 23, "Ada Lovelace")])
    )
    page.append((1, "Nowhere", "It was Ada.", [Anchor(7, 10, "Ada Lovelace")]))
    typing = Typing(rules, "article", frozenset({"generic", "kind"}), frozenset({"kind"}))
    kept, descriptor = typed_rows(tmp_path, typing, page)
    assert kept == [
        ("London is full.", ["London:City:direct"]),
        ("Mayor of London and Ada.", ["London:City:propagated-surface"]),
    ]
    written = pq.read_table(tmp_path / "typed_sentences.new" / "part-00000.parquet").column("dropped").to_pylist()
    assert [[(m["start"], m["end"], m["type"], m["source"], m["flag"]) for m in row] for row in written] == [
        [],
        [(0, 15, "ENTITY", "none", "generic"), (20, 23, "Scientist", "direct", "kind")],
    ]
    # Of the sentence that has no mention any more the dropped one is counted.
    assert descriptor.counts["mentions dropped"] == {"links": 3, "nobody linked": 0}


def test_a_link_by_the_title_of_something_else_gives_its_place_to_that(tmp_path: Path) -> None:
    page: list[tuple[int, str, str, list[Anchor]]]
    page = [(1, "Nowhere", "London is full.", [Anchor(0, 6, "London")])]
    page.append((1, "Nowhere", "It was in London.", [Anchor(10, 16, "Treaty of Kars")]))
    rows, _ = typed_rows(tmp_path, Typing(RULES, "article", frozenset({"part"}), frozenset()), page)
    assert rows[1] == ("It was in London.", ["London:City:propagated-surface"])
    written = pq.read_table(tmp_path / "typed_sentences.new" / "part-00000.parquet").column("dropped").to_pylist()
    assert [(m["target"], m["flag"]) for m in written[1]] == [("Treaty of Kars", "part")]


@pytest.mark.parametrize(
    ("flag", "target", "surface"),
    [
        ("phrase", "Urban growth", "growth of old London"),
        ("list", "List of towns in London", "largest town in London"),
        ("generic", "Mayor of London", "Mayor of London"),
        ("common", "Flag of London", "flag of London"),
    ],
)
def test_a_name_in_a_link_that_describes_is_looked_for_where_the_link_is_dropped(
    tmp_path: Path, flag: str, target: str, surface: str
) -> None:
    page: list[tuple[int, str, str, list[Anchor]]]
    page = [(1, "Ada Lovelace", "London is full.", [Anchor(0, 6, "London")])]
    page.append((1, "Ada Lovelace", f"It is the {surface}.", [Anchor(10, 10 + len(surface), target)]))
    dropped, descriptor = typed_rows(tmp_path, Typing(RULES, "article", frozenset({flag}), frozenset()), page)
    assert dropped[1:] == [(f"It is the {surface}.", ["London:City:propagated-surface"])]
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}


def test_the_step_adds_capitalised_names_by_the_cases_of_the_wiki(tmp_path: Path) -> None:
    learnt = [
        *(("word", "babbage", 2, 0, ""), ("word", "calls", 0, 1, ""), ("title", "Math", 0, 1, "")),
        ("abbreviation", "BBC", 2, 0, "British Broadcasting Corporation"),
    ]
    rows = [dict(zip(("kind", "form", "names", "others", "title"), row, strict=True)) for row in learnt]
    orthography = write_dataset(str(tmp_path), "wiki-1/orthography", "00000001", {"": rows})
    drop = frozenset(["common"])
    capitals = capital_words("en", RULES.words)
    typing = Typing(RULES, "names", drop, frozenset(), capitals, orthography)
    page: list[tuple[int, str, str, list[Anchor]]]
    page = [(1, "Ada Lovelace", text, []) for text in ("Babbage slept.", "Calls came to George Boole.", "On BBC.")]
    page.append((1, "Ada Lovelace", "Her Math is in London.", [Anchor(4, 8, "Math"), Anchor(15, 21, "London")]))
    rows_, descriptor = typed_rows(tmp_path, typing, page)
    assert rows_ == [
        ("Babbage slept.", ["Babbage:ENTITY:capitalised"]),
        ("Calls came to George Boole.", ["George Boole:ENTITY:capitalised"]),
        ("On BBC.", ["BBC:ENTITY:capitalised"]),
        ("Her Math is in London.", ["London:City:direct"]),
    ]
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}
    assert descriptor.counts["propagated mentions without a class"] == {"capitalised": 3}
    assert descriptor.counts["Wikidata items"] == {"mentions with": 1, "mentions without": 3}
    # A language without words for capitalised names has common nouns all the same.
    (tmp_path / "other").mkdir()
    rows_, descriptor = typed_rows(tmp_path / "other", replace(typing, capitals=None), page)
    assert rows_ == [("Her Math is in London.", ["London:City:direct"])]
    assert descriptor.counts["mentions dropped"] == {"links": 1, "nobody linked": 0}


def test_the_step_finds_names_among_nouns_in_german(tmp_path: Path) -> None:
    rows = [dict(zip(("kind", "form", "names", "others", "title"), ("noun", "Brot", 0, 3, ""), strict=True))]
    orthography = write_dataset(str(tmp_path), "wiki-1/orthography", "00000001", {"": rows})
    rules = noise_rules(build_ontology(["City", "Person"], []), "de")
    typing = Typing(rules, "names", frozenset(), frozenset(), capital_words("de", rules.words), orthography)
    texts = ["Dort lebte Anna Kahn.", "Es ist der Norden Londons.", "Dort gab es Tische Brot."]
    page: list[tuple[int, str, str, list[Anchor]]] = [(1, "London", text, []) for text in texts]
    rows_, _ = typed_rows(tmp_path, typing, page)
    assert rows_ == [
        ("Dort lebte Anna Kahn.", ["Anna Kahn:ENTITY:capitalised"]),
        ("Es ist der Norden Londons.", ["Londons:City:propagated-title"]),
    ]


@pytest.mark.parametrize(("lang", "kept"), [("ro", "Guerra Fredda"), ("de", "Calls")])
def test_a_common_noun_that_begins_a_sentence_is_one_where_nouns_are_in_lower_case(
    tmp_path: Path, lang: str, kept: str
) -> None:
    columns = ("kind", "form", "names", "others", "title")
    learnt = [dict(zip(columns, ("word", word, 0, 9, ""), strict=True)) for word in ("calls", "fredda", "guerra")]
    orthography = write_dataset(str(tmp_path), "wiki-1/orthography", "00000001", {"": learnt})
    rules = noise_rules(build_ontology(["City"], []), lang)
    typing = Typing(rules, "names", frozenset(["common"]), frozenset(), None, orthography)
    page = [
        (1, "Ada", "Calls came.", [Anchor(0, 5, "Calling")]),
        # A title whose words are all common ones is a name here: what nouns end names is not known.
        (1, "Ada", "A Guerra Fredda.", [Anchor(2, 15, "Guerra fredda")]),
    ]
    rows, _ = typed_rows(tmp_path, typing, page)
    mentions = [mention for _, found in rows for mention in found]
    assert f"{kept}:ENTITY:none" in mentions
    assert ("Calls:ENTITY:none" in mentions) == (lang == "de")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_step_leaves_out_common_nouns_that_wikidata_knows(tmp_path: Path, lang: str) -> None:
    rules = noise_rules(build_ontology(["City"], []), lang)
    typing = Typing(rules, "names", frozenset(["common"]), frozenset())
    page = [(1, "楽器", "ギターは横浜で作られた。", [Anchor(0, 3, "ギター"), Anchor(4, 6, "横浜")])]
    rows, descriptor = typed_rows(tmp_path, typing, page, {"ギター": "Q6607", "横浜": "Q38283"})
    assert rows == [("ギターは横浜で作られた。", ["横浜:ENTITY:none"])]
    assert descriptor.counts["flags of untyped anchors"] == {"common": 1}


def test_the_step_finds_names_by_their_characters_where_capitals_and_spaces_tell_none(tmp_path: Path) -> None:
    rules = noise_rules(build_ontology(["City", "Place"], [("City", "Place")]), "zh")
    typing = Typing(rules, "names", frozenset(), frozenset())
    page = [
        (1, "史", "他住在維也納。", [Anchor(3, 6, "London")]),
        (1, "史", "維也納很大，維也納人多，在維也納的人。", []),
    ]
    rows, _ = typed_rows(tmp_path, typing, page)
    assert rows == [
        ("他住在維也納。", ["維也納:City:direct"]),
        ("維也納很大，維也納人多，在維也納的人。", ["維也納:City:propagated-surface"] * 2),
    ]


def test_the_step_finds_names_as_words_in_a_script_without_case(tmp_path: Path) -> None:
    rules = noise_rules(build_ontology(["City", "Place"], [("City", "Place")]), "ar")
    typing = Typing(rules, "names", frozenset(), frozenset())
    page = [
        (1, "تاريخ", "عاش في لندن.", [Anchor(7, 11, "London")]),
        (1, "تاريخ", "لندن ولندن وجامعة لندن في London.", []),
    ]
    rows, _ = typed_rows(tmp_path, typing, page)
    assert rows == [
        ("عاش في لندن.", ["لندن:City:direct"]),
        (
            "لندن ولندن وجامعة لندن في London.",
            [f"{each}:City:propagated-surface" for each in ("لندن", "ولندن", "London")],
        ),
    ]


@given(st.lists(st.integers(0, 4), max_size=30).map(sorted), st.lists(st.integers(0, 9), max_size=6))
def test_batches_of_whole_pages_are_the_same_rows(page_ids: list[int], cuts: list[int]) -> None:
    whole = pa.record_batch({"page_id": pa.array(page_ids, pa.int64()), "row": pa.array(range(len(page_ids)))})
    batches, place = [], 0
    for size in [*cuts, len(page_ids)]:
        batches.append(whole.slice(place, size))
        place += size
    cut = list(whole_pages(iter(batches)))
    assert [row for batch in cut for row in batch.to_pylist()] == whole.to_pylist()
    pages = [set(batch.column("page_id").to_pylist()) for batch in cut]
    assert all(pages) and sum(map(len, pages)) == len(set(page_ids))
