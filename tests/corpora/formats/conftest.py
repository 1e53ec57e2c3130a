from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from corpora.export import main
from tests.support.annotated import Sentence, sentences_of, small_benchmark, small_corpus

Exported = dict[str, tuple[Path, dict[str, list[Sentence]]]]
"""By dataset: the folder that it was exported to, and what stands in it by the names of splits that tools use."""


@pytest.fixture(scope="session")
def annotated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Locations of annotated datasets."""
    root = tmp_path_factory.mktemp("annotated")
    return {"corpus": small_corpus(root / "corpus"), "benchmark": small_benchmark(root / "benchmark")}


@pytest.fixture
def exported(annotated: dict[str, str], tmp_path: Path) -> Callable[[str], Exported]:
    """A function that exports all annotated datasets to a format."""

    def export(to: str) -> Exported:
        results: Exported = {}
        for name, location in annotated.items():
            assert main([location, "--to", to, "-o", str(tmp_path / name)]) == 0
            splits = sentences_of(location)
            results[name] = tmp_path / name, {split.replace("validation", "dev"): splits[split] for split in splits}
        return results

    return export
