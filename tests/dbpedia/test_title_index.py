from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import xxhash
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dbpedia import title_keys
from dbpedia.ontology import UNTYPED
from dbpedia.redirects import MAX_REDIRECTS
from dbpedia.sources.instance_types import Redirects
from dbpedia.sources.typed_titles import TypedTitles
from dbpedia.title_index import Build, build_index, index_rows, open_index, write_index
from dbpedia.wikidata_index import EMPTY
from schemas.catalog.dbpedia import TYPE_INDEX
from schemas.errors import InputError
from tests.support.lookups import find_title
from tests.support.type_data import wikidata_index

CLASSES = ("City", "Person", "Work")


def typed(types: dict[str, str]) -> TypedTitles:
    class_ids = np.array([CLASSES.index(cls) for cls in types.values()], np.uint16)
    return TypedTitles(pa.array(list(types), pa.large_string()), class_ids)


def build(
    types: dict[str, str],
    links: Iterable[tuple[str, str]],
    block: int = 2,
    less_trusted: Iterable[tuple[str, str]] = (),
) -> Build:
    def blocks(given: Iterable[tuple[str, str]]) -> list[Redirects]:
        pairs = list(given)
        starts = range(0, len(pairs), block)
        return [Redirects(*map(list, zip(*pairs[start : start + block], strict=True))) for start in starts]

    return build_index(typed(types), blocks(links), CLASSES, blocks(less_trusted))


def test_an_index_holds_as_many_classes_as_its_columns_can_number() -> None:
    classes = [f"C{number:05}" for number in range(0x7FFF + 1)]
    types = TypedTitles(pa.array(["Rome"], pa.large_string()), np.array([0x7FFF - 1], np.uint16))
    (batch,) = index_rows(build_index(types, [], classes[:-1]), EMPTY)
    assert [row["class"] for row in batch.to_pylist()] == ["C32766"]
    with pytest.raises(InputError, match="32,768 classes; an index holds at most 32,767"):
        build_index(types, [], classes)


def test_types_and_chains_of_redirects() -> None:
    built = build(
        {"Ada Lovelace": "Person", "London": "City"},
        [
            ("Countess of Lovelace", "Ada Lovelace"),
            ("Lovelace", "Countess of Lovelace"),
            ("Byron's daughter", "Lovelace"),
            ("Londinium", "London"),
            ("London", "Ada Lovelace"),  # has a class of its own
            ("Ring 1", "Ring 2"),
            ("Ring 2", "Ring 3"),
            ("Ring 3", "Ring 2"),
            ("To nowhere", "Nowhere"),
            ("To nowhere too", "To nowhere"),
            ("Itself", "Itself"),
            ("Londinium", "London"),  # again
            ("Double", "Nowhere"),
            ("Double", "London"),
            ("Double", "Ada Lovelace"),  # first in order of the two that are known
        ],
    )
    index = built.title_index
    assert find_title(index, "Ada Lovelace") == ("Person", 0)
    assert find_title(index, "Countess of Lovelace") == ("Person", 1)
    assert find_title(index, "Lovelace") == ("Person", 2)
    assert find_title(index, "Byron's daughter") == ("Person", 3)
    assert find_title(index, "Londinium") == ("City", 1)
    assert find_title(index, "London") == ("City", 0)
    assert find_title(index, "Double") == ("Person", 1)
    for title in ("Ring 1", "Ring 2", "Ring 3", "To nowhere", "To nowhere too", "Itself", "Nowhere", "", "london"):
        assert find_title(index, title) is None
    assert len(index) == 7
    assert built.counts._asdict() == {
        "typed": 2,
        "redirects": 5,
        "by_redirects": {0: 2, 1: 3, 2: 1, 3: 1},
        "redirects_typed_themselves": 1,
        "redirects_repeated": 3,
        "redirects_disputed": 1,
        "redirects_to_untyped": 2,
        "redirects_in_cycles": 4,
        "redirects_too_long": 0,
        "key_collisions": 0,
    }


def test_the_wiki_is_trusted_more_than_dbpedia() -> None:
    types = {"Zed": "Person", "Aardvark Records": "Work", "Old name": "City"}
    own = [("X", "Zed"), ("Y", "Zed"), ("Z", "Zed"), ("Moved", "New name"), ("Z", "Aardvark Records")]
    others = [
        ("X", "Aardvark Records"),
        ("Y", "Zed"),
        ("Z", "Aardvark Records"),
        ("Moved", "Old name"),  # is known, and what the wiki has instead is not
        ("W", "Zed"),
    ]
    built = build(types, own, less_trusted=others)
    wanted = {"X": "Person", "Y": "Person", "Z": "Work", "Moved": "City", "W": "Person"}
    assert {title: find_title(built.title_index, title) for title in wanted} == {
        title: (name, 1) for title, name in wanted.items()
    }
    assert (built.counts.redirects_disputed, built.counts.redirects_repeated) == (3, 5)
    assert find_title(build(types, others, less_trusted=own).title_index, "X") == ("Work", 1)


def test_chains_end_at_the_longest_that_is_followed() -> None:
    built = build({"0": "City"}, [(str(n + 1), str(n)) for n in range(MAX_REDIRECTS + 2)])
    assert find_title(built.title_index, str(MAX_REDIRECTS)) == ("City", MAX_REDIRECTS)
    assert find_title(built.title_index, str(MAX_REDIRECTS + 1)) is None
    assert (built.counts.redirects_too_long, built.counts.redirects_in_cycles) == (2, 0)


names = st.sampled_from("ABCDEFGHIJ")


@given(st.dictionaries(names, st.sampled_from(CLASSES)), st.lists(st.tuples(names, names)), st.integers(1, 5))
def test_against_following_by_hand(types: dict[str, str], links: list[tuple[str, str]], block: int) -> None:
    built = build(types, links, block)
    known = set(types) | {title for title, _ in links}
    target = dict(sorted(links, key=lambda link: (link[1] not in known, link[1]), reverse=True))
    counts = dict.fromkeys(("found", "untyped", "cycles", "long"), 0)
    for title in "ABCDEFGHIJ":
        seen, steps, at = {title}, 0, title
        while at not in types and at in target:
            at, steps = target[at], steps + 1
            if at in seen and at not in types:
                break
            seen.add(at)
        found = (types[at], steps) if at in types and steps <= MAX_REDIRECTS else None
        assert find_title(built.title_index, title) == found
        if title not in types and title in target:
            outcome = (
                "found" if found else "long" if steps > MAX_REDIRECTS and (at in types or at not in target)
                else "untyped" if at not in target else "cycles"
            )  # fmt: skip
            counts[outcome] += 1
    assert (
        built.counts.redirects,
        built.counts.redirects_to_untyped,
        built.counts.redirects_in_cycles,
        built.counts.redirects_too_long,
    ) == tuple(counts.values())
    assert built.counts.typed == len(types)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(st.text(max_size=6), st.sampled_from(CLASSES), max_size=40), st.lists(st.text(max_size=6)),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_lookup_is_a_dictionary(
    tmp_path: Path, types: dict[str, str], others: list[str], chance: random.Random
) -> None:
    built = build(types, [])
    path = str(tmp_path / "index.arrow")
    write_index(built.title_index, path)
    wanted = [*types, *others]
    chance.shuffle(wanted)
    for index in (built.title_index, open_index(path)):
        class_ids, redirects, _ = index.lookup(wanted)
        assert [None if each == UNTYPED else CLASSES[each] for each in class_ids.tolist()] == [
            types.get(title) for title in wanted
        ]
        assert not redirects.any()


def test_many_titles() -> None:
    count = 20_000
    built = build(
        {f"Title {n}": CLASSES[n % 3] for n in range(count)}, [(f"R{n}", f"Title {n}") for n in range(count)], 999
    )
    class_ids, redirects, _ = built.title_index.lookup(
        [f"{kind}{n}" for n in range(count) for kind in ("Title ", "R", "X")]
    )
    assert class_ids.reshape(-1, 3)[:, :2].tolist() == [[n % 3, n % 3] for n in range(count)]
    assert set(class_ids[2::3].tolist()) == {UNTYPED}
    assert redirects.reshape(-1, 3).tolist() == [[0, 1, 0]] * count
    assert len(built.title_index.buckets) > 1000


def weak_keys(titles: Iterable[str], count: int, seed: int) -> npt.NDArray[np.uint64]:
    """Keys that tell titles apart by their length only, under the first two seeds."""
    hashes = (len(t) << 32 if seed < 2 else xxhash.xxh3_64_intdigest(t.encode(), seed=seed) for t in titles)
    return np.fromiter(hashes, np.uint64, count)


def test_titles_with_one_key_get_another_seed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(title_keys, "title_keys", weak_keys)
    built = build({"Rome": "City", "Emma": "Work", "Ovid": "Person", "Io": "City"}, [("Roma", "Rome")])
    assert built.title_index.seed == 2
    assert built.counts.key_collisions == 2 * 3
    monkeypatch.undo()
    write_index(built.title_index, str(tmp_path / "index"))
    index = open_index(str(tmp_path / "index"))
    assert [find_title(index, title) for title in ("Rome", "Emma", "Ovid", "Roma", "Nero")] == [
        ("City", 0), ("Work", 0), ("Person", 0), ("City", 1), None
    ]  # fmt: skip


def test_a_target_with_the_key_of_another_title_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(title_keys, "title_keys", weak_keys)
    built = build({"Rome": "City"}, [("Capital of Italy", "Nero")])
    assert built.title_index.seed == 0
    assert built.counts.redirects_to_untyped == 1


def test_order_changes_nothing(tmp_path: Path) -> None:
    types = {"A": "City", "B": "Person", "C": "Work"}
    links = [("D", "A"), ("E", "D"), ("F", "B"), ("F", "A"), ("A", "B")]
    paths = [str(tmp_path / name) for name in "xy"]
    there, back = build(types, links), build(dict(reversed(types.items())), links[::-1], 3)
    write_index(there.title_index, paths[0])
    write_index(back.title_index, paths[1])
    assert Path(paths[0]).read_bytes() == Path(paths[1]).read_bytes()
    assert list(index_rows(there, EMPTY)) == list(index_rows(back, EMPTY))
    assert there.counts == back.counts


def test_readable_rows(tmp_path: Path) -> None:
    built = build({"Ångström": "Person", "Berlin": "City"}, [("Capital", "Berlin"), ("Ring", "Ring")])
    wikidata = wikidata_index({"Berlin": "Q64"})
    batches = list(index_rows(built, wikidata, batch_size=2))
    assert [batch.num_rows for batch in batches] == [2, 1]
    table = pa.Table.from_batches(batches)
    assert table.schema.equals(TYPE_INDEX.schema, check_metadata=True)
    rows = [
        {"title": "Berlin", "class": "City", "redirects": 0, "origin": "dump", "qid": "Q64"},
        {"title": "Capital", "class": "City", "redirects": 1, "origin": "dump", "qid": None},
        {"title": "Ångström", "class": "Person", "redirects": 0, "origin": "dump", "qid": None},
    ]
    assert table.to_pylist() == rows
    pq.write_table(table, tmp_path / "rows.parquet")
    assert pq.read_table(tmp_path / "rows.parquet").to_pylist() == rows


def test_nothing_at_all(tmp_path: Path) -> None:
    built = build({}, [])
    write_index(built.title_index, str(tmp_path / "index"))
    index = open_index(str(tmp_path / "index"))
    assert len(index) == 0
    assert find_title(index, "Rome") is None
    assert [array.tolist() for array in index.lookup([])] == [[], [], []]
    assert list(index_rows(built, EMPTY)) == []


def test_a_title_typed_twice() -> None:
    twice = TypedTitles(pa.array(["Rome", "Ovid", "Rome"], pa.large_string()), np.array([0, 1, 0], np.uint16))
    with pytest.raises(InputError, match="1 of 3 typed titles are given twice"):
        build_index(twice, [], CLASSES)


def test_too_many_classes() -> None:
    with pytest.raises(InputError, match="32,768 classes; an index holds at most 32,767"):
        build_index(typed({}), [], [f"C{n}" for n in range(1 << 15)])


def arrow_file(path: Path, metadata: dict[str, str]) -> None:
    schema = pa.schema([("a", pa.int64())], metadata=metadata)
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
        writer.write_table(pa.table({"a": [1]}, schema=schema))


def test_files_that_are_no_index(tmp_path: Path) -> None:
    path = tmp_path / "titles.arrow"
    with pytest.raises(InputError, match=r"titles\.arrow: no such title index"):
        open_index(str(path))
    path.write_bytes(b"")
    with pytest.raises(InputError, match=r"titles\.arrow: not a title index"):
        open_index(str(path))
    path.write_bytes(b"PAR1 and so on, at some length" * 10)
    with pytest.raises(InputError, match=r"titles\.arrow: not a title index"):
        open_index(str(path))
    write_index(build({"Rome": "City"}, []).title_index, str(path))
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(InputError, match=r"titles\.arrow: not a title index, or cut short"):
        open_index(str(path))
    arrow_file(path, {})
    with pytest.raises(InputError, match="an Arrow file, but no title index"):
        open_index(str(path))
    arrow_file(path, {"title-index": '{"version": 99}'})
    with pytest.raises(InputError, match="title index of version 99; this program reads 2"):
        open_index(str(path))
    with pytest.raises(InputError, match="not a title index|no such"):
        open_index(str(tmp_path))


def find_in_process(path: str, title: str) -> tuple[str, int] | None:
    return find_title(open_index(path), title)


def test_processes_share_the_file(tmp_path: Path) -> None:
    path = str(tmp_path / "index")
    write_index(build({"Rome": "City"}, [("Roma", "Rome")]).title_index, path)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.starmap(find_in_process, [(path, "Rome"), (path, "Roma"), (path, "Nero")]) == [
            ("City", 0), ("City", 1), None
        ]  # fmt: skip


def test_opened_arrays_are_the_file(tmp_path: Path) -> None:
    path = str(tmp_path / "index")
    write_index(build({"Rome": "City"}, []).title_index, path)
    before = pa.total_allocated_bytes()
    index = open_index(path)
    assert pa.total_allocated_bytes() - before < 4096
    assert not index.keys.flags.writeable
    assert not index.keys.flags.owndata
