"""`wiki-ner extract` as a command of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.paths import PROJECT

DUMP = PROJECT / "sample" / "wiki" / "samplewiki-20260901-pages-articles-multistream.xml.bz2"


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "wiki.extract", *map(str, arguments)]


def extract(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command(*arguments), cwd=PROJECT, capture_output=True, timeout=300, check=False)


def lines(output: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.decode().splitlines()]


def bash(script: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["bash", "-c", script], cwd=PROJECT, capture_output=True, timeout=300, check=False)


# For a script of Bash
EXTRACT = " ".join(command())
