from __future__ import annotations

import pytest

from tests.support import changed

KNOWN = ["corpora", "end_to_end", "layout", "sample", "schemas", "tasks", "wiki"]


@pytest.mark.parametrize(
    ("files", "folders"),
    [
        ([], ["tests/layout", "tests/schemas"]),
        (["wiki/dump/pages.py"], ["tests/layout", "tests/wiki"]),
        (["tests/wiki/dump/test_pages.py"], ["tests/layout", "tests/wiki"]),
        (["schemas/records.py"], ["tests/layout", "tests/schemas"]),
        (["wiki/extract.py", "tests/corpora/test_bio.py"], ["tests/corpora", "tests/layout", "tests/wiki"]),
        (["pipelines/build.py"], ["tests/layout", "tests/tasks"]),
        (["domains/chemistry.toml"], ["tests/layout", "tests/schemas"]),
        (["sample/make.py"], ["tests/layout", "tests/sample"]),
        (["tests/end_to_end/test_build.py"], ["tests/layout", "tests/schemas"]),
        (["tests/conftest.py", "docs/types.md", "Makefile", "wiki.md"], ["tests/layout", "tests/schemas"]),
        (["tests/support/build.py", "training/job.py"], ["tests/layout", "tests/schemas"]),
    ],
)
def test_a_change_concerns_the_tests_of_its_package(files: list[str], folders: list[str]) -> None:
    assert changed.concerned_tests(files, KNOWN) == folders
