"""What a Beam job of the toy step is told: `toy_transforms.py`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.support.toy_step import PROVENANCE, outputs


def specification(root: Path, **changes: Any) -> dict[str, Any]:
    configuration = {"number": 4, "rows": 5, **changes.pop("configuration", {})}
    return {
        "transform": "tests.support.toy_transforms:Toy",
        "configuration": configuration,
        "outputs": [asdict(output) for output in outputs(root)],
        "provenance": asdict(PROVENANCE),
        "max_reject_share": 0.01,
        "runner": "local",
        "workers": 1,
        "options": [],
        "local_below_mb": 0,
        **changes,
    }


def quiet(_line: str, _share: float) -> None:
    pass
