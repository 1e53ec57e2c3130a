"""One command line for each kind of thing that settings can have wrong: its one line, its status, nothing written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tasks.pretraining import ENCODERS
from tests.support.build import LUIGI, environment
from tests.support.paths import PROJECT

BUILD = (*LUIGI, "--module", "pipelines")
DOOR = (sys.executable, "-m", "wiki_ner", "build")


@pytest.mark.parametrize(
    ("command", "arguments", "content", "expected"),
    [
        pytest.param(
            BUILD,
            ["BuildCorpora"],
            b"[EvaluationReport]\nencoders = plain,none\n",
            "{file}: encoders in [EvaluationReport] = none: must be some of these, separated by commas: " + ENCODERS,
            id="a value that the command does not use",
        ),
        pytest.param(
            BUILD,
            ["BuildCorpora", "--Beam-workers", "100000"],
            b"",
            "workers in [Beam] = 100000: must be a whole number from 1 to 1,024",
            id="a flag that Luigi reads late",
        ),
        pytest.param(
            BUILD,
            ["BuildCorpora", "--Build-root="],
            b"",
            "--Build-root is empty, and then Luigi takes the settings file's: write it there",
            id="an empty flag",
        ),
        pytest.param(
            BUILD,
            ["BuildCorpora", "--workers=-3"],
            b"",
            "workers in [core] = -3: must be a whole number from 1 to 1,024",
            id="a setting of Luigi",
        ),
        pytest.param(
            BUILD,
            ["DomainPages"],
            b"",
            "domain in [DomainPages] is missing: give it as --domain or in a settings file (luigi.cfg, or the one that "
            "--settings or LUIGI_CONFIG_PATH names); it must be a name of letters, digits, '.', '-' and "
            "'_' that begins with a letter or digit, at most 100 characters",
            id="a setting that is missing",
        ),
        pytest.param(
            BUILD,
            ["BuildCorpora"],
            b"[Build]\nsnapshot = ../../evil\n",
            "{file}: snapshot in [Build] = ../../evil: must be a name of letters, digits, '.', '-' and '_' that begins "
            "with a letter or digit, at most 100 characters",
            id="a path for a name",
        ),
        pytest.param(
            BUILD,
            ["BuildCorpora"],
            b"[CategoryEdges]\npage_props_table = /dev/zero\n",
            "page_props_table in [CategoryEdges] = /dev/zero: must be a file, and is a device or a pipe",
            id="a device for a file of a later step",
        ),
        pytest.param(
            BUILD,
            ["BuildCorpora"],
            b"[BuildDomains]\ndirectory = {folder}\n",
            "{folder}/music.toml: not TOML (maximum recursion depth exceeded*)",
            id="a domain file",
        ),
        pytest.param(
            DOOR,
            ["BuildCorpora"],
            b"\xef\xbb\xbf[Build]\n",
            "{file}, line 1: begins with a byte order mark of UTF-8; save it as UTF-8 without one",
            id="a settings file that Luigi cannot read",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    tmp_path: Path, command: tuple[str, ...], arguments: list[str], content: bytes, expected: str
) -> None:
    for name in ("luigi.cfg", "sample", "domains"):
        (tmp_path / name).symlink_to(PROJECT / name)
    file, domains = tmp_path / "mine.cfg", tmp_path / "domains-of-mine"
    domains.mkdir()
    for path in (PROJECT / "domains").glob("*.toml"):
        (domains / path.name).write_text("name = " + "[" * 100_000 if path.name == "music.toml" else path.read_text())
    # One that sets nothing is refused.
    file.write_bytes((content or b"[Build]\nroot = data\n").replace(b"{folder}", os.fsencode(domains)))
    before = sorted(tmp_path.rglob("*"))
    variables = environment(LUIGI_CONFIG_PATH=str(file), TMPDIR=str(tmp_path))
    done = subprocess.run(
        [*command, *arguments, *["--local-scheduler"] * (command is BUILD)],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
    )
    line = done.stderr.removeprefix("luigi: ").removeprefix("wiki-ner: ")
    line = line if line != done.stderr else line.partition(" ERROR ")[2]
    start, _, end = expected.replace("{file}", str(file)).replace("{folder}", str(domains)).partition("*")
    assert done.returncode == 40, done.stderr
    assert line.startswith(start) and line.endswith(f"{end}\n") and line.count("\n") == 1, done.stderr
    # Nothing below root, and no lock of Luigi in the temporary directory either.
    assert sorted(tmp_path.rglob("*")) == before
