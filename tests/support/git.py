"""What git knows of the project's files."""

from __future__ import annotations

import subprocess

from tests.support.paths import PROJECT


def file_names(*command: str) -> list[str]:
    """Names, relative to the project, that a git command prints; it is told to end each with a zero byte."""
    done = subprocess.run(["git", *command, "-z"], cwd=PROJECT, check=True, capture_output=True, text=True)
    return list(filter(None, done.stdout.split("\0")))


def project_files() -> list[str]:
    """Files that git tracks, or would track, and that are there."""
    names = file_names("ls-files", "--cached", "--others", "--exclude-standard")
    return sorted(name for name in set(names) if (PROJECT / name).exists())
