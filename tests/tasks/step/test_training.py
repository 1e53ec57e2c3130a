"""How a training is started."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.datasets.shards import Target
from tasks.pretraining import DaptModel, NerBert
from tasks.step.training import TrainingTask
from tests.support.configured import Configure


@pytest.mark.parametrize(
    ("processes", "parallel", "launcher"),
    [
        (1, True, []),
        (2, False, []),
        (2, True, ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]),
    ],
)
@pytest.mark.parametrize("kind", [NerBert, DaptModel])
def test_several_processes_share_a_training_that_can_be_shared(
    configure: Configure,
    monkeypatch: pytest.MonkeyPatch,
    kind: type[TrainingTask],
    processes: int,
    parallel: bool,
    launcher: list[str],
) -> None:
    configure(Training={"processes": processes})
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda _file, _memory: "0" * 64)
    step = NerBert(label_set="4") if kind is NerBert else DaptModel(domain="ai")
    started: list[tuple[Any, ...]] = []
    monkeypatch.setattr("tasks.step.training.run_process", lambda *given: started.append(given))
    monkeypatch.setattr(kind, "parallel", parallel)
    monkeypatch.setattr(kind, "build_target", lambda step: Target([], step.provenance, 1.0))
    monkeypatch.setattr(kind, "manifest", lambda step: step)
    monkeypatch.setattr(kind, "rows", 7, raising=False)
    step.build()
    [(program, specification, _, may_go_on)] = started
    assert (program.module, program.imports) == ("training.job", kind.job.partition(":")[0])
    assert (program.launcher, may_go_on) == (launcher, step.is_held)
    assert (specification["job"], specification["device"]) == (kind.job, "auto")
