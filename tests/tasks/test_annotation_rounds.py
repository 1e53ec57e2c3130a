"""The command for rounds of annotation, as far as it builds nothing: what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.annotation_rounds import advance
from schemas.errors import CommandError
from tests.corpora.annotation.test_rounds import out

COMMAND = ["PreAnnotation", "--domain", "music"]


def go(folder: Path, *more: str, tool: str = "conll", choose: str = "entropy_mean") -> int:
    return advance(folder, "music", tool, choose, [*COMMAND, *more], anyway=False)


def test_what_is_wrong_is_told_while_a_round_is_out_too(tmp_path: Path) -> None:
    folder = out(tmp_path).folder
    with pytest.raises(CommandError, match="--choose doubt: must be chance, entropy_mean, entropy_sum, "):
        go(folder, choose="doubt")
    with pytest.raises(CommandError, match="PreAnnotation has no option --sise; did you mean --size"):
        go(folder, "--sise", "3")
    with pytest.raises(CommandError, match="--to brat: must be argilla, conll, "):
        go(folder, tool="brat")


def test_a_file_is_no_folder_of_rounds(tmp_path: Path) -> None:
    (tmp_path / "loop").touch()
    with pytest.raises(CommandError, match="loop: is a file; name a folder for the rounds"):
        go(tmp_path / "loop")
