from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from schemas.errors import InputError
from tasks.domains import DomainPages
from tasks.dump import dump_files
from tasks.step.decided import _differing
from tasks.wikipedia import Punkt
from tests.support.configured import Configure
from tests.support.paths import PROJECT


def test_a_file_that_a_pattern_matches_only_later_is_not_built_under_the_former_identity(
    configure: Configure, tmp_path: Path
) -> None:
    shutil.copy(dump_files()[0], tmp_path / "a.xml.bz2")
    configure(Wikipedia={"pages": tmp_path / "*.xml.bz2"})
    late = Punkt()
    assert len(late.provenance.inputs) == 1
    (tmp_path / "b.xml.bz2").touch()
    told = (
        "punkt: pages changed since the build began, by a file that is new, gone or edited; give the same command "
        "again when the files stay as they are"
    )
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        late.build_target()
    (tmp_path / "b.xml.bz2").unlink()
    assert [Path(file.uri).name for file in late.build_target().files] == ["a.xml.bz2"]


def test_what_is_new_gone_or_another_differs() -> None:
    assert _differing({"d": 1, "c": 1, "b": 2}, {"a": 3, "b": 4, "c": 1}) == ["a", "b", "d"]


def test_a_domain_that_was_edited_is_not_built_under_the_former_identity(configure: Configure, tmp_path: Path) -> None:
    file = tmp_path / "domains" / "ai.toml"
    shutil.copytree(PROJECT / "domains", file.parent)
    configure(BuildDomains={"directory": file.parent})
    late = DomainPages(domain="ai")
    assert late.provenance.parameters["depth"] == 3
    file.write_text(file.read_text("utf-8").replace("depth = 3", "depth = 4"), "utf-8")
    with pytest.raises(InputError, match="^domain_pages: depth changed since the build began"):
        late.build_target()
