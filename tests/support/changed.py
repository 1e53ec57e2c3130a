"""Which tests concern a change: `python -m tests.support.changed` prints where they are, for `make check`.

A change is what differs from the commit where the branch left origin/main, committed or not; where there is no
origin/main, what is not committed. The tests mirror the packages: a file of a package concerns the folder of its name.
The tests of the project as a whole, tests/test_*.py, are quick and always run.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable

from tests.support.git import file_names
from tests.support.paths import PROJECT

OTHERWISE = "schemas"
"""For a change that concerns no other folder, and for none."""
LEFT_OUT = "end_to_end"
"""Too long for a check between two changes; `make test` runs them."""
ELSEWHERE = {"domains": "schemas"}
"""Folders whose tests are not in a folder of the same name."""


def concerned_tests(changed: Iterable[str], known: Iterable[str]) -> list[str]:
    """The folders of tests to run for the changed files; `known` are the names of all folders of tests."""
    concerned = set()
    for name in changed:
        first, *rest = name.split("/")
        if first == "tests" and len(rest) > 1:
            first = rest[0]
        concerned.add(ELSEWHERE.get(first, first))
    wanted = concerned.intersection(known) - {LEFT_OUT} or {OTHERWISE}
    return [f"tests/{name}" for name in sorted(wanted)]


def changed_files() -> list[str]:
    """Names of the files that were changed, added or removed since the branch left origin/main."""
    branched = subprocess.run(["git", "merge-base", "HEAD", "origin/main"], cwd=PROJECT, capture_output=True, text=True)
    base = branched.stdout.strip() or "HEAD"
    untracked = file_names("ls-files", "--others", "--exclude-standard")
    return [*file_names("diff", "--name-only", "--no-renames", base), *untracked]


if __name__ == "__main__":
    folder = PROJECT / "tests"
    known = {path.relative_to(folder).parts[0] for path in folder.glob("*/**/test_*.py")}
    of_the_whole = sorted(str(path.relative_to(PROJECT)) for path in folder.glob("test_*.py"))
    print(*of_the_whole, *concerned_tests(changed_files(), known))
