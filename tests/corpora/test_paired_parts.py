from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from corpora.paired_parts import PartPair, group_pairs, mention_classes, part_pairs, read_with_mentions
from schemas.errors import InputError
from tests.support.dapt_data import SHARDS, sentence, sentence_datasets, write_dataset


def as_read(row: dict[str, Any]) -> dict[str, Any]:
    """A sentence as it is read: of its mentions what the steps look at."""
    looked_at = ("start", "end", "type", "source")
    mentions = [{key: mention[key] for key in looked_at} for mention in row["mentions"]]
    return {key: row[key] for key in row.keys() - {"section", "problems"}} | {"mentions": mentions}


def test_sentences_and_mentions_are_read_in_parallel(tmp_path: Path) -> None:
    many = [
        [sentence(page, 0, n, "[Rome|City] and x [Paris|City]" if n % 3 else "x") for n in range(900)]
        for page in range(20)
    ]
    shards = [[row for rows_ in many[:10] for row in rows_], [row for rows_ in many[10:] for row in rows_]]
    found = part_pairs(*sentence_datasets(tmp_path, shards))
    read = [row for pair in found for table in read_with_mentions(pair) for row in table.to_pylist()]
    assert read == [as_read(row) for shard in shards for row in shard]


def test_mentions_of_no_sentence_are_read(tmp_path: Path) -> None:
    [pair] = part_pairs(*sentence_datasets(tmp_path, [[sentence(1, 0, 0, "Nothing.")]]))
    [table] = read_with_mentions(pair)
    assert table.column("mentions").to_pylist() == [[]]


def test_a_page_that_comes_again_further_on_has_its_mentions_both_times(tmp_path: Path) -> None:
    again = [sentence(1, 0, number, "[Rome|City]") for number in range(3)]
    between = [sentence(2, 0, number, "Nothing.") for number in range(5000)]
    [pair] = part_pairs(*sentence_datasets(tmp_path, [[*again, *between, *again]]))
    mentions = [row["mentions"] for table in read_with_mentions(pair) for row in table.to_pylist()]
    assert mentions == [as_read(row)["mentions"] for row in (*again, *between, *again)]


@pytest.mark.parametrize("first", ["None.", "[Rome|City]"])
def test_a_page_that_comes_again_at_once_is_refused(tmp_path: Path, first: str) -> None:
    rows = [sentence(1, 0, 0, first), sentence(2, 0, 0, "No."), sentence(1, 0, 0, "In [Rome|City].")]
    [pair] = part_pairs(*sentence_datasets(tmp_path, [rows]))
    with pytest.raises(InputError) as error:
        list(read_with_mentions(pair))
    assert str(error.value) == (
        f"{pair.sentences}: a page comes twice in it; leave out what the dump has twice, and build it again"
    )


def test_classes_are_those_of_the_mentions(tmp_path: Path) -> None:
    texts = ["[Rome|City] and [x|ENTITY]", "x", "[Paris|City], [Seine|River]", "[Po|River]"]
    [pair] = part_pairs(*sentence_datasets(tmp_path, [[sentence(1, 0, n, text) for n, text in enumerate(texts)]]))
    [table] = read_with_mentions(pair)
    classes = [["City", "ENTITY"], [], ["City", "River"], ["River"]]
    assert list(mention_classes(table)) == classes
    assert list(mention_classes(table.slice(1))) == classes[1:]
    assert list(mention_classes(table.filter(pa.array([True, False, False, True])))) == [classes[0], classes[3]]
    assert list(mention_classes(table.slice(1, 1))) == [[]]
    assert list(mention_classes(table.slice(4))) == []


def test_a_pair_is_as_large_as_both_parts(tmp_path: Path) -> None:
    sentences, typed = sentence_datasets(tmp_path, SHARDS)
    sizes = {path.name: path.stat().st_size for path in Path(sentences).glob("*.parquet")}
    typed_sizes = {path.name: path.stat().st_size for path in Path(typed).glob("*.parquet")}
    # Nothing is linked in the second part with rows, so it has no mentions beside it.
    assert [pair.bytes for pair in part_pairs(sentences, typed)] == [
        sizes["part-00000.parquet"] + typed_sizes["part-00000.parquet"],
        sizes["part-00002.parquet"],
        sizes["part-00003.parquet"] + typed_sizes["part-00002.parquet"],
    ]


def test_pairs_are_grouped_up_to_the_one_that_makes_enough() -> None:
    pairs = [PartPair(f"part-{number}", None, size) for number, size in enumerate((3, 2, 5, 1, 9, 1))]
    assert [[pair.bytes for pair in group] for group in group_pairs(pairs, 5)] == [[3, 2], [5], [1, 9], [1]]
    assert group_pairs([], 5) == []


def test_parts_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    moved = [[{**row, "sentence": row["sentence"] + 1} for row in shard] for shard in SHARDS]
    turned = [shard[::-1] for shard in SHARDS]
    other = [[{**SHARDS[0][0], "page_id": 12345}, *SHARDS[0][1:]], *SHARDS[1:]]
    twice = [[row for row in shard for _ in range(2)] for shard in SHARDS]
    wrong = {"moved": moved, "turned": turned, "other": other, "twice": twice, "more": [SHARDS[3]]}
    for name, shards in wrong.items():
        sentences, typed = sentence_datasets(tmp_path / name, SHARDS, shards)
        with pytest.raises(InputError, match=r"part-00000.parquet: it has other sentences; build it again"):
            for pair in part_pairs(sentences, typed):
                list(read_with_mentions(pair))


def test_datasets_of_which_one_was_not_made_of_the_other_are_refused(tmp_path: Path) -> None:
    sentences, _ = sentence_datasets(tmp_path / "one", SHARDS)
    other = write_dataset(tmp_path / "other", "typed_sentences", [])
    with pytest.raises(InputError, match=r"other/typed_sentences was not made of .*one/sentences; build it again"):
        part_pairs(sentences, other)


def test_a_part_that_was_cut_short_is_named(tmp_path: Path) -> None:
    sentences, typed = sentence_datasets(tmp_path, SHARDS)
    part = Path(typed) / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:100])
    [pair] = [each for each in part_pairs(sentences, typed) if each.typed == str(part)]
    with pytest.raises(InputError, match=f"^{part}: cannot be read .*; compare it with its checksum in _manifest.json"):
        list(read_with_mentions(pair))
