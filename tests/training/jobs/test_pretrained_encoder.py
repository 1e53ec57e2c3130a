from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from schemas.datasets.commits import prepare
from schemas.datasets.dataset import read_manifest
from schemas.datasets.shards import Destination, write_shard
from schemas.errors import InputError
from schemas.job_protocol import read_events
from tests.support.paths import PROJECT
from tests.support.training.benchmarks import build
from tests.support.training.hub import COMMIT, serve
from tests.support.training.jobs import destinations, write_specification
from tests.support.training.tiny import save_tiny_encoder, tiny_tokenizer
from training.jobs.pretrained_encoder import PretrainedEncoder, _download
from training.loop.runtime import Runtime
from training.models.encoders import load_encoder, load_masked_lm, load_tokenizer

OUTPUTS = ("encoder", "rejects")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hub") / "tiny"
    save_tiny_encoder(folder, tiny_tokenizer())
    (folder / "README.md").write_text("# Tiny")
    return folder


def job(root: Path, source: str, endpoint: str) -> tuple[int, list[dict[str, Any]]]:
    """Run the job as a process that takes `endpoint` for the hub; its exit status and what it told."""
    specification = write_specification(
        root, "training.jobs.pretrained_encoder:PretrainedEncoder", {"source": source}, destinations(root, OUTPUTS)
    )
    done = subprocess.run(
        [sys.executable, "-m", "training.job", specification],
        cwd=PROJECT,
        env={**os.environ, "HF_ENDPOINT": endpoint, "HF_HOME": str(root / "hub-cache"), "HF_HUB_OFFLINE": "0"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    events = list(read_events(done.stdout.split("\n")))
    assert done.returncode in (0, 2), done.stderr
    return done.returncode, events


def test_a_model_of_the_hub_is_kept_as_it_was_published(tmp_path: Path, model: Path) -> None:
    with serve({"someone/tiny": model}) as endpoint:
        status, events = job(tmp_path, "someone/tiny@main", endpoint)
    assert (status, events) == (0, [])
    kept = tmp_path / "encoder" / "_best"
    published = {path.name: path.read_bytes() for path in model.iterdir() if path.name != "README.md"}
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == published
    assert read_manifest(str(tmp_path / "encoder")).counts["source"] == {f"someone/tiny@main at {COMMIT}": 1}
    load_tokenizer(str(kept))
    load_encoder(str(kept))
    assert load_masked_lm(str(kept))[1] == 0


def test_a_model_that_the_hub_does_not_have_is_named(tmp_path: Path, model: Path) -> None:
    with serve({"someone/tiny": model}) as endpoint:
        status, [event] = job(tmp_path, "someone/tyni", endpoint)
    assert status == 2
    assert event["error"].startswith(
        "someone/tyni: the configuration cannot be loaded; it is not a folder on this machine, so the Hugging Face hub"
    )


def test_a_hub_that_is_away_is_told_and_not_that_it_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urllib.request.getproxies", dict)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(InputError) as told:
        _download("someone/tiny")
    assert str(told.value) == (
        "someone/tiny: cannot be fetched from the Hugging Face hub: "
        "http://127.0.0.1:9 does not answer: Connection refused"
    )


def test_a_folder_is_copied(tmp_path: Path, model: Path, runtime: Runtime) -> None:
    task = PretrainedEncoder(str(model))
    [unit] = task.units()
    outputs = [Destination(name, str(tmp_path / name), str(tmp_path / "_staging" / name)) for name in OUTPUTS]
    prepare([unit], outputs, "abc")
    write = task.run(unit.payload, runtime)
    descriptor = write_shard(unit, process=lambda _, shard: write(shard), outputs=outputs)
    assert descriptor.counts["source"] == {str(model): 1}
    assert [part.name for part in descriptor.parts["encoder"]] == [
        f"_best/{path.name}" for path in sorted(model.iterdir()) if path.name != "README.md"
    ]


def test_a_folder_without_weights_is_named(tmp_path: Path, model: Path, runtime: Runtime) -> None:
    for path in model.iterdir():
        if path.suffix != ".safetensors":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    task = PretrainedEncoder(str(tmp_path))
    with pytest.raises(InputError, match=f"^{tmp_path}: the model cannot be loaded"):
        task.run(task.units()[0].payload, runtime)


def test_a_model_of_the_other_kind_is_refused_before_it_is_fetched(tmp_path: Path, model: Path) -> None:
    bart = save_tiny_encoder(tmp_path / "bart", tiny_tokenizer(), layers=1, seq2seq=True)
    assert PretrainedEncoder(bart, seq2seq=True).units()
    with pytest.raises(InputError, match=r"bart: name in \[Encoder\] needs an encoder .* which bartner takes"):
        PretrainedEncoder(bart).units()
    with pytest.raises(InputError, match=r"tiny: seq2seq in \[Encoder\] needs a sequence-to-sequence model \(bart\)"):
        PretrainedEncoder(str(model), seq2seq=True).units()


def test_a_sequence_to_sequence_model_is_copied_whole(tmp_path: Path, runtime: Runtime) -> None:
    bart = save_tiny_encoder(tmp_path / "bart", tiny_tokenizer(), layers=1, seq2seq=True)
    location = build(PretrainedEncoder(bart, seq2seq=True), tmp_path, OUTPUTS, runtime)["encoder"]
    kept, published = Path(location, "_best"), Path(bart)
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == {
        path.name: path.read_bytes() for path in published.iterdir()
    }
