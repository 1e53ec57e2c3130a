"""The environments whose Python runs the packages of others: in which versions, and how they are made."""

from __future__ import annotations

import functools
import re
import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Final

from schemas.errors import InputError

_BESIDE: Final = {"flair": ("gensim",)}
"""What decides the results of a package beside itself: gensim reads Flair's word vectors."""
_VERSION = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"


def python_of(environments: str, package: str) -> str:
    """The Python of a package's environment, which need not be there."""
    # Not resolved: it is a link to the Python that the environment was made by.
    return str(Path(environments).absolute() / package / "bin" / "python")


def pinned_versions(package: str) -> dict[str, str]:
    """The versions that a package's requirements name, of itself and of what decides its results beside it."""
    pinned = dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", Path(_requirements(package)).read_text("utf-8")))
    return {name: pinned[name] for name in (package, *_BESIDE.get(package, ()))}


def check_environment(environments: str, package: str) -> None:
    """Raise InputError, with the command that makes it, where an environment is missing or has another version."""
    folder = Path(environments) / package
    command = (
        f"{shlex.join([sys.executable, '-m', 'venv', str(folder)])} && "
        f"{shlex.join([str(folder / 'bin' / 'pip'), 'install', '-r', _requirements(package)])}"
    )
    for name, wanted in pinned_versions(package).items():
        found = _installed_version(python_of(environments, package), name)
        if found != wanted:
            has = f"it has {name} {found}" if found else f"there is no {name} in it"
            raise InputError(
                f"environments in [OutsideBaseline] = {environments}: {name} {wanted} is run by an environment of its "
                f"own, {folder}, and {has}; make it by: {command}"
            )


def _requirements(package: str) -> str:
    return str(files("training") / "outside" / f"{package}.txt")


@functools.cache
def _installed_version(python: str, package: str) -> str:
    """The version that an environment has; empty for none."""
    if not Path(python).exists():
        return ""
    return subprocess.run([python, "-I", "-c", _VERSION, package], capture_output=True, text=True).stdout.strip()
