"""What is installed beside the project: its extras."""

from __future__ import annotations

import functools
import importlib.util

_TRAINING = ("accelerate", "matplotlib", "seqeval", "sklearn", "tensorboard", "torch", "transformers")


@functools.cache
def missing_for_training() -> str:
    """The packages that models need and that are not installed, and how to install them; empty where all are."""
    missing = [name for name in _TRAINING if not importlib.util.find_spec(name)]
    if not missing:
        return ""
    return f"{', '.join(missing)}: install the project with its extra, `pip install '.[training]'`"
