"""Two builds below one root at the same time: every step is built once, and both end well."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.files.storage import list_files
from tests.support.build import contents, datasets, settings, start

pytestmark = pytest.mark.builds


def test_two_builds_on_one_root_build_every_step_once(sample_build: Path, tmp_path: Path) -> None:
    config = settings(tmp_path / "both")
    builds = [start(tmp_path / "both", config, "TypedSentences", luigi=True) for _ in range(2)]
    outputs = [build.communicate(timeout=600)[0] for build in builds]
    assert [build.returncode for build in builds] == [0, 0], outputs
    for step in ("punkt", "sentences", "type_index", "typed_sentences"):
        assert sum(output.count(f" {step}: building ") for output in outputs) == 1, outputs
    assert any("waiting for process" in output for output in outputs)
    left = list_files(str(tmp_path / "both" / "data" / "_staging")) + list_files(
        str(tmp_path / "both" / "data" / "_locks")
    )
    assert left == []
    steps = {"punkt", "sentences/splitter=punkt", "wikidata_ids", "type_index", "typed_sentences/profile=paper"}
    beside = {"pages/splitter=punkt", "redirects/splitter=punkt"}
    assert datasets(tmp_path / "both").keys() == steps | beside | {f"rejects/step={step}" for step in steps}
    found, whole = contents(tmp_path / "both"), contents(sample_build)
    assert found == {name: whole[name] for name in found}
