"""The command that writes the sample wiki."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sample import make
from sample.generator.sources import Sample
from tests.support.paths import PROJECT


@pytest.mark.parametrize("seed", ["1", "2"])
def test_wiki_is_what_the_sources_give(seed: str, tmp_path: Path) -> None:
    """Run from another folder and without site packages, under two hash seeds: no order of a set leaks into a file."""
    command = [sys.executable, "-S", str(PROJECT / "sample" / "make.py"), "--check"]
    env = os.environ | {"PYTHONHASHSEED": seed}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_changed_file_is_named_by_the_check_and_written_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make, "OUTPUT", tmp_path / "wiki")
    monkeypatch.setattr(make, "files", lambda _: {"ontology.owl": b"<rdf:RDF/>"})
    monkeypatch.setattr(sys, "argv", ["make.py", "--check"])
    assert make.main() == 1
    assert capsys.readouterr().err == "wiki/ontology.owl is not what the sources give; run python sample/make.py\n"
    assert not (tmp_path / "wiki").exists()
    monkeypatch.setattr(sys, "argv", ["make.py"])
    assert make.main() == 0
    assert capsys.readouterr().out.endswith(" articles, 1 files, 10 bytes\n")
    assert (tmp_path / "wiki" / "ontology.owl").read_bytes() == b"<rdf:RDF/>"


def test_faults_of_the_sources_are_printed_and_nothing_is_written(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = sample._replace(types={"Nowhere": "Wizard"}, redirects={})
    monkeypatch.setattr(make, "OUTPUT", tmp_path / "wiki")
    monkeypatch.setattr(make, "read_sample", lambda _: faulty)
    monkeypatch.setattr(sys, "argv", ["make.py"])
    assert make.main() == 1
    assert capsys.readouterr().err == "types.tsv: class 'Wizard' of 'Nowhere' is not in classes.tsv\n"
    assert not (tmp_path / "wiki").exists()
