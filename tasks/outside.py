"""The environments of the baselines that other packages have: which Python runs them, and whether it can."""

from __future__ import annotations

import functools
import re
import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from schemas.errors import InputError

_VERSION = "import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))"


def python_of(environments: str, package: str) -> str:
    """The Python of a package's environment, which need not be there."""
    # Not resolved: it is a link to the Python that the environment was made by.
    return str(Path(environments).absolute() / package / "bin" / "python")


def pinned_version(package: str) -> str:
    """The version of a package that its requirements name."""
    [version] = re.findall(rf"(?m)^{package}==(\S+)", Path(_requirements(package)).read_text("utf-8"))
    return str(version)


def check_environment(environments: str, package: str) -> None:
    """Raise InputError, with the command that makes it, where an environment is missing or has another version."""
    folder = Path(environments) / package
    command = (
        f"{shlex.join([sys.executable, '-m', 'venv', str(folder)])} && "
        f"{shlex.join([str(folder / 'bin' / 'pip'), 'install', '-r', _requirements(package)])}"
    )
    found, wanted = _installed_version(python_of(environments, package), package), pinned_version(package)
    if found != wanted:
        has = f"it has {package} {found}" if found else f"there is no {package} in it"
        raise InputError(
            f"environments in [OutsideBaseline] = {environments}: {package} {wanted} is run by an environment of its "
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
