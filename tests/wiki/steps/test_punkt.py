"""Which text the sentence splitter is trained on."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import wiki.transforms
from schemas.datasets.dataset import Provenance
from schemas.datasets.shards import Destination, Shard, Target, Unit
from tests.support.small_dump import dump, page
from wiki.dump.pages import plan_splits, read_siteinfo
from wiki.dump.splits import Split
from wiki.steps.punkt import in_random_order, write_punkt
from wiki.transforms import TrainPunkt


def test_the_order_of_the_splits_is_drawn_and_always_the_same() -> None:
    """Dumps are in the order of page ids, and the first pages of a wiki are not like the others."""
    splits = [Split("dump", "plain", 10 * number, 10 * number + 10) for number in range(8)]
    assert [split.start // 10 for split in in_random_order(splits)] == [3, 1, 6, 2, 7, 0, 5, 4]


def test_the_step_takes_the_splits_in_that_order_whatever_their_size_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(dump(tmp_path / "dump.xml", *(page(number, f"P{number}", "All is well. " * 20) for number in range(30))))
    monkeypatch.setattr(wiki.transforms, "SAMPLE_SPLIT_BYTES", 2000)
    target = Target([], Provenance("0", "punkt", 1, "0", {}, []), 0.0)
    (unit,) = TrainPunkt(target, [path], 1000).units()
    splits = plan_splits(path, 2000)
    assert len(splits) > 4
    assert unit.payload == in_random_order(splits) != splits


@pytest.mark.parametrize(("train_bytes", "articles"), [(1, 1), (98, 1), (99, 2), (1000, 3)])
def test_whole_articles_are_read_until_there_is_enough_text(tmp_path: Path, train_bytes: int, articles: int) -> None:
    text = "It is so. " * 5
    pages = [page(number, f"P{number}", f"{text}\n\n{text}") for number in range(1, 4)]
    path = str(dump(tmp_path / "dump.xml", *pages))
    unit = Unit(0, train_bytes, plan_splits(path, 1 << 20))
    shard = Shard(
        [Destination(name, str(tmp_path / name), str(tmp_path / name)) for name in ("punkt", "rejects")], unit
    )
    write_punkt(unit.payload, shard, site=read_siteinfo(path), train_bytes=train_bytes)
    counts = shard.close().counts
    assert counts["pages"] == {"article": articles}
    assert counts["punkt"] == {"characters": articles * 2 * len(text.strip())}


def test_a_dump_with_too_little_text_is_half_done_when_half_of_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the time left would be that for text which is not there."""
    pages = [page(number, f"P{number}", "It is so. " * 50) for number in range(1, 101)]
    path = str(dump(tmp_path / "dump.xml", *pages))
    unit = Unit(0, 10**9, plan_splits(path, 20_000))
    assert len(unit.payload) == 4
    outputs = [Destination(name, str(tmp_path / name), str(tmp_path / name)) for name in ("punkt", "rejects")]
    shard = Shard(outputs, unit)
    told: list[int] = []
    monkeypatch.setattr(shard, "advance", told.append)
    write_punkt(unit.payload, shard, site=read_siteinfo(path), train_bytes=10**9)
    assert len(told) == 100 and told == sorted(told)
    quarters = [told[number] / 1e9 for number in (24, 49, 74, 99)]
    # A split of this size is read at once, so its pages stand at its beginning.
    assert all(at - 0.3 <= share <= at for share, at in zip(quarters, (0.25, 0.5, 0.75, 1), strict=True)), quarters


def test_usual_abbreviations_are_learnt_though_punkt_forgets_them(tmp_path: Path) -> None:
    texts = [
        "It is in the U.S. and late.",
        "The U.S. Army, late in the U.S. Navy, and he.",
        "He came. The man came in.",
    ]
    text = "\n\n".join(texts * 100 + ["The U.S it is."] * 30)
    path = str(dump(tmp_path / "dump.xml", page(1, "P1", text)))
    unit = Unit(0, 1, plan_splits(path, 1 << 20))
    outputs = [Destination(name, str(tmp_path / name), str(tmp_path / name)) for name in ("punkt", "rejects")]
    shard = Shard(outputs, unit)
    write_punkt(unit.payload, shard, site=read_siteinfo(path), train_bytes=1)
    shard.close()
    rows = pq.read_table(tmp_path / "punkt").to_pylist()
    assert [row["first"] for row in rows if row["kind"] == "abbreviation"] == ["u.s"]
