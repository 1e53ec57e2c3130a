"""Hides what a bare installation does not have: put on the path of the builds that the tests run."""

import os
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

_TRAINING = {"accelerate", "matplotlib", "seqeval", "sklearn", "tensorboard", "tokenizers", "torch", "transformers"}
_HIDDEN = {"datasets", "duckdb", "mlcroissant", "polars", "lxml", "rapidfuzz", "hypothesis", "pytest"}
if not os.environ.get("WITH_TRAINING"):
    _HIDDEN |= _TRAINING

_find_spec = PathFinder.find_spec


def _find_shown(fullname: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
    return None if fullname.partition(".")[0] in _HIDDEN else _find_spec(fullname, path, target)


PathFinder.find_spec = staticmethod(_find_shown)  # type: ignore[method-assign]
