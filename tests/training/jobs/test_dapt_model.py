from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import torch
from transformers import BertForTokenClassification, ElectraConfig

from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError
from schemas.files.storage import checksum
from tests.support.training.benchmarks import PEOPLE, PLACES, build, write_encoder
from tests.support.training.datasets import text_row, write_partitions
from training.jobs.dapt_model import DaptModel
from training.loop.fit import Batches, Fit
from training.loop.runtime import Runtime
from training.models.encoders import load_encoder, load_masked_lm, load_tokenizer


def corpus(folder: Path) -> str:
    """Location of a `dapt_corpus` in which one word is always followed by the same other one."""
    text = " ".join(f"{person} saw {place} today" for person, place in zip(PEOPLE, PLACES, strict=True))
    rows = [text_row(text) for _ in range(40)]
    folders = {"domain=music/level=task": rows, "domain=music/level=entity": rows[:1]}
    return write_partitions(folder, "dapt_corpus", [folders])


def job(folder: Path, **changes: object) -> DaptModel:
    settings: dict[str, Any] = {
        "block": 18,
        "epochs": 4,
        "batch_size": 8,
        "micro_batch": 0,
        "learning_rate": 0.01,
        "held_out": 0.2,
    }
    settings |= {"masking": "span-corrected", "mask_probability": 0.15, "seed": 1, **changes}
    return DaptModel(corpus(folder), "music", "task", write_encoder(folder / "encoder"), **settings)


def test_a_domain_is_learnt_and_the_best_and_the_last_model_can_be_loaded(runtime: Runtime, tmp_path: Path) -> None:
    location = build(job(tmp_path), tmp_path / "out", ["dapt_model", "rejects"], runtime)["dapt_model"]
    manifest = read_manifest(location)
    # 40 sentences of 16 pieces are 40 blocks of 16, of which a fifth is held out.
    assert manifest.counts == {
        "blocks": {"held_out": 8, "trained": 32},
        "head": {"new": 0},
        "text": {"dropped_pieces": 0, "pieces": 640, "sentences": 40},
    }
    log = pq.read_table(Path(location) / "part-00000.parquet").to_pylist()
    assert [row["step"] for row in log] == [4, 8, 10, 12, 16]
    assert log[-1]["tokens"] == 4 * 32 * 16
    assert log[-1]["learning_rate"] == pytest.approx(0.01 / 16)
    scores = [row["validation"] for row in log if row["validation"] is not None]
    assert len(scores) == 4
    # Every word follows from its neighbours; a model that only knew the frequencies would have a loss of ln 9 = 2.2.
    assert scores[-1] == min(scores) < 1.5
    names = [part.name for part in manifest.parts]
    assert {"_best/model.safetensors", "_best/tokenizer.json", "_last/model.safetensors"} < set(names)
    assert sum(name.startswith("_tensorboard/") for name in names) == 1
    for name in ("_best", "_last"):
        assert load_masked_lm(f"{location}/{name}")[0].config.hidden_size == 32
        assert load_encoder(f"{location}/{name}").config.hidden_size == 32
        assert load_tokenizer(f"{location}/{name}").tokenize("ann saw rome") == ["ann", "saw", "rome"]


def test_lines_tell_how_much_of_the_device_is_used_where_its_speed_is_known(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.loop.display.peak_flops", lambda _device: 1e12)
    lines: list[str] = []
    shown = replace(runtime, show=lambda line, _share: lines.append(line))
    build(job(tmp_path), tmp_path / "out", ["dapt_model", "rejects"], shown)
    assert re.search(r"waiting \d+%, MFU \d+%, validation", lines[-1])


def test_the_same_settings_give_the_same_model_and_each_masking_another(runtime: Runtime, tmp_path: Path) -> None:
    found = []
    for number, masking in enumerate(("span", "span", "token", "span-corrected")):
        own = replace(runtime, scratch=tmp_path / str(number))
        small = job(tmp_path / f"in-{number}", masking=masking, epochs=1)
        location = build(small, tmp_path / f"out-{number}", ["dapt_model", "rejects"], own)["dapt_model"]
        found.append(checksum(f"{location}/_last/model.safetensors"))
    assert found[0] == found[1]
    assert len(set(found)) == 3


def test_held_out_blocks_validate_and_each_epoch_has_masks_of_its_own(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = job(tmp_path, batch_size=3)
    seen: dict[str, Any] = {}

    def recorded(model: Any, batches: Batches, *_: Any, **options: Any) -> Fit:
        seen.update(model=model, plan=batches.plan_of_epoch, make=batches.make, **options)
        return Fit(0, 0.0, 0, None, [])

    monkeypatch.setattr("training.jobs.dapt_model.fit", recorded)
    small.run("", runtime)
    validation = seen["validation"]
    assert (validation.lower_is_better, validation.every) == (True, 0)
    trained, held_out = small._split(40)
    assert held_out.tolist() == [0, 1, 6, 21, 33, 34, 36, 38]
    assert sorted([*trained, *held_out]) == list(range(40))
    # Block i in epoch e has the masks of number 40 e + i, and the held-out ones those of the first epoch.
    for epoch in range(3):
        assert sorted(np.concatenate(list(seen["plan"](epoch)))) == [40 * epoch + number for number in trained]
    model = seen["model"].eval()

    def loss(numbers: Any) -> float:
        return float(model(seen["make"](np.asarray(numbers))))

    with torch.no_grad():
        found = [validation.score() for _ in range(2)]
        assert found == [pytest.approx(loss(held_out), rel=1e-5)] * 2
        # All blocks have the same text, so that the losses differ by the masks alone.
        assert len({round(loss([number]), 6) for number in (0, 1, 40, 80)}) == 4


@pytest.mark.parametrize(
    ("held_out", "blocks", "count"), [(0.2, 40, 8), (0.01, 40, 1), (0.99, 4, 3), (0.5, 5, 2), (0.7, 5, 4)]
)
def test_the_held_out_share_leaves_something_on_both_sides(
    tmp_path: Path, held_out: float, blocks: int, count: int
) -> None:
    trained, held = job(tmp_path, held_out=held_out)._split(blocks)
    assert (len(trained), len(held)) == (blocks - count, count)


def test_a_share_of_the_corpus_is_held_by_every_greater_one(tmp_path: Path) -> None:
    splits = {share: job(tmp_path / str(share), share=share)._split(40) for share in (0.01, 0.25, 0.5, 1.0)}
    assert {share: len(trained) for share, (trained, _) in splits.items()} == {0.01: 1, 0.25: 8, 0.5: 16, 1.0: 32}
    assert len({tuple(held_out) for _, held_out in splits.values()}) == 1
    sets = [{*trained.tolist()} for trained, _ in splits.values()]
    assert all(small < large for small, large in pairwise(sets))


def test_blocks_that_a_share_leaves_out_are_counted(runtime: Runtime, tmp_path: Path) -> None:
    location = build(job(tmp_path, share=0.25, epochs=1), tmp_path / "out", ["dapt_model", "rejects"], runtime)
    counts = read_manifest(location["dapt_model"]).counts["blocks"]
    assert counts == {"held_out": 8, "left_out": 24, "trained": 8}


def test_what_cannot_be_used_is_said_before_training(runtime: Runtime, tmp_path: Path) -> None:
    good = job(tmp_path)
    assert [unit.payload for unit in good.units()] == ["music, task"]
    mistakes: list[tuple[dict[str, Any], str]] = [
        ({"domain": "law"}, "there is no domain=law/level=task in it; it has domain=music/level=entity"),
        ({"masking": "words"}, "masking = words: there is token, span, span-corrected"),
        ({"share": 0.0}, "share = 0.0: give the share of the blocks to train on, as 0.25, or 1 for all"),
        ({"mask_probability": 20}, "mask_probability = 20: give a share"),
        ({"block": 512}, r"block = 512: .* takes 3 to 32 pieces"),
        ({"held_out": 0}, "held_out = 0: give the share of the blocks to validate on"),
        ({"epochs": 0}, "epochs = 0: give 1 or more"),
        ({"learning_rate": -1.0}, "learning_rate = -1.0: give a number above 0"),
        ({"micro_batch": 3}, "batch_size = 8 is not a multiple of micro_batch = 3 times 1 processes"),
        ({"micro_batch": -1}, "micro_batch = -1: give 0 or more"),
        ({"encoder": str(tmp_path / "nowhere")}, "nowhere: no such folder"),
    ]
    ElectraConfig(vocab_size=50, hidden_size=8, num_attention_heads=2).save_pretrained(tmp_path / "electra")
    mistakes.append(({"encoder": str(tmp_path / "electra")}, "electra: an encoder of type electra cannot be trained"))
    for changes, message in mistakes:
        with pytest.raises(InputError, match=message):
            replace(good, **changes).units()
    with pytest.raises(InputError, match="level entity does not fill two blocks of 18 pieces"):
        replace(good, level="entity").run("", runtime)


def test_an_encoder_without_a_head_is_given_one_and_that_is_counted(runtime: Runtime, tmp_path: Path) -> None:
    """As sentence encoders are; the head depends on the seed alone."""
    whole = job(tmp_path, epochs=1)
    headless = tmp_path / "headless"
    BertForTokenClassification.from_pretrained(whole.encoder).save_pretrained(headless)
    load_tokenizer(whole.encoder).save_pretrained(headless)
    found = []
    for number in range(2):
        own = replace(runtime, scratch=tmp_path / str(number))
        small = replace(whole, encoder=str(headless))
        location = build(small, tmp_path / f"out-{number}", ["dapt_model", "rejects"], own)["dapt_model"]
        assert read_manifest(location).counts["head"] == {"new": 6}
        assert load_masked_lm(f"{location}/_best")[1] == 0
        found.append(checksum(f"{location}/_last/model.safetensors"))
    assert found[0] == found[1]
