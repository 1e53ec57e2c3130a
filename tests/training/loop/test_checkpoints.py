from __future__ import annotations

import os
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch

from schemas.errors import InputError
from training.loop.checkpoints import ModelFolder, load_checkpoint, save_checkpoint, save_model
from training.loop.progress import Progress
from training.loop.runtime import Runtime


class Recorder:
    """In place of an accelerator: saves the name of its state, and remembers what it loaded."""

    is_main_process = True

    def __init__(self, state: str = "", *, full: bool = False) -> None:
        self.state = state
        self._full = full

    def wait_for_everyone(self) -> None:
        pass

    def save_state(self, folder: str, safe_serialization: bool) -> None:
        assert not safe_serialization
        Path(folder).mkdir(parents=True)
        if self._full:
            raise OSError("no space left on device")
        (Path(folder) / "state").write_text(self.state)

    def load_state(self, folder: str) -> None:
        self.state = (Path(folder) / "state").read_text()


def recording(accelerator: Any, folder: Path) -> Runtime:
    return Runtime(accelerator, scratch=folder, cache=folder)


def at_step(step: int) -> Progress:
    progress = Progress.on(torch.device("cpu"))
    progress.step = step
    return progress


def save(folder: Path, step: int, *, full: bool = False) -> None:
    save_checkpoint(recording(Recorder(f"state of {step}", full=full), folder), at_step(step), folder)


def load(folder: Path) -> tuple[str, int]:
    """What a training goes on from: the accelerator's state and the step."""
    accelerator, progress = Recorder("none"), at_step(0)
    load_checkpoint(recording(accelerator, folder), progress, folder)
    return accelerator.state, progress.step


def test_a_training_without_checkpoints_begins_at_the_beginning(tmp_path: Path) -> None:
    assert load(tmp_path) == ("none", 0)


def test_the_newest_checkpoint_alone_is_kept_and_read(tmp_path: Path) -> None:
    for step in (9, 39, 100):
        save(tmp_path, step)
        assert [path.name for path in tmp_path.iterdir()] == [f"checkpoint-{step}"]
        assert load(tmp_path) == (f"state of {step}", step)


def test_of_several_checkpoints_the_highest_step_is_the_newest(tmp_path: Path) -> None:
    """A kill before the older ones are deleted leaves several."""
    for step in (9, 39, 100):
        save(tmp_path / str(step), step)
        (tmp_path / str(step) / f"checkpoint-{step}").rename(tmp_path / f"checkpoint-{step}")
    assert load(tmp_path) == ("state of 100", 100)
    save(tmp_path, 101)
    assert not list(tmp_path.glob("checkpoint-*00")) and load(tmp_path) == ("state of 101", 101)


def test_a_checkpoint_that_was_not_completed_is_not_read_and_goes_with_the_next(tmp_path: Path) -> None:
    save(tmp_path, 9)
    for _ in range(2):
        with pytest.raises(OSError, match="no space"):
            save(tmp_path, 39, full=True)
        assert {path.name for path in tmp_path.iterdir()} == {"checkpoint-9", "checkpoint-39.tmp"}
        assert load(tmp_path) == ("state of 9", 9)
    save(tmp_path, 39)
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint-39"]
    assert load(tmp_path) == ("state of 39", 39)


@pytest.mark.parametrize("name", ["progress.pt", "pytorch_model.bin", "optimizer.bin"])
@pytest.mark.parametrize("share", [0, 0.5])
def test_a_damaged_checkpoint_is_told(name: str, share: float, runtime: Runtime, tmp_path: Path) -> None:
    network = torch.nn.Linear(3, 3)
    runtime.accelerator.prepare(network, torch.optim.AdamW(network.parameters()))
    save_checkpoint(runtime, at_step(9), tmp_path)
    file = tmp_path / "checkpoint-9" / name
    file.write_bytes(file.read_bytes()[: int(share * file.stat().st_size)])
    with pytest.raises(InputError) as error:
        load_checkpoint(runtime, at_step(0), tmp_path)
    message = str(error.value)
    assert message.startswith(f"{tmp_path}/checkpoint-9: the checkpoint of a training that was killed cannot be read (")
    assert message.endswith("); delete the folder, and the training starts over")


def test_a_checkpoint_is_on_the_disk_before_the_one_before_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path, 9)
    done: list[str] = []
    names = {tmp_path.stat().st_ino: "folder"}
    rename = Path.rename

    def synced(descriptor: int) -> None:
        paths = {path.stat().st_ino: path.name for path in tmp_path.rglob("*")}
        done.append((names | paths)[os.fstat(descriptor).st_ino])

    def renamed(path: Path, target: Path) -> Path:
        done.append("rename")
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "rename", renamed)
    monkeypatch.setattr(shutil, "rmtree", lambda path, **_: done.append(f"delete {path.name}"))
    save(tmp_path, 39)
    assert sorted(done[1:4]) == ["checkpoint-39.tmp", "progress.pt", "state"]
    assert [done[0], *done[4:]] == ["delete checkpoint-39.tmp", "rename", "folder", "delete checkpoint-9"]


def test_a_model_is_on_the_disk_before_it_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def write(folder: Path) -> None:
        folder.mkdir()
        (folder / "weights.pt").write_text("new")

    monkeypatch.setattr(os, "fsync", lambda _: done.append("sync"))
    monkeypatch.setattr(shutil, "rmtree", lambda path, **_: done.append(f"delete {path.name}"))
    save_model(ModelFolder(tmp_path, write), "best")
    assert done == ["delete best.tmp", "sync", "sync", "delete best"]


def test_a_model_is_replaced_by_a_whole_one_alone(tmp_path: Path) -> None:
    def write(folder: Path, *, torn: bool) -> None:
        folder.mkdir()
        (folder / "config.json").write_text("new" if torn else "old")
        if torn:
            raise OSError("no space left on device")
        (folder / "weights.pt").write_text("old")

    folder = tmp_path / "best"
    whole, torn = (ModelFolder(tmp_path, partial(write, torn=each)) for each in (False, True))
    save_model(whole, "best")
    for _ in range(2):
        with pytest.raises(OSError, match="no space"):
            save_model(torn, "best")
        assert {path.name: path.read_text() for path in folder.iterdir()} == {"config.json": "old", "weights.pt": "old"}
    save_model(whole, "best")
    assert [path.name for path in tmp_path.iterdir()] == ["best"]
