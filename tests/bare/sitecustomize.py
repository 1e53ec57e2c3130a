"""Hides what a bare installation does not have: put on the path of the builds that the tests run."""

import sys
from importlib.abc import MetaPathFinder
from typing import Any

_HIDDEN = {"pandas", "torch", "transformers", "duckdb", "lxml", "rapidfuzz", "hypothesis", "pytest"}


class _Bare(MetaPathFinder):
    def find_spec(self, fullname: str, *_: Any) -> None:
        if fullname.partition(".")[0] in _HIDDEN:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


sys.meta_path.insert(0, _Bare())
