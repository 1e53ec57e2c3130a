from __future__ import annotations

import pytest

from tests.support import changed

KNOWN = ["corpora", "end_to_end", "pipelines", "sample", "schemas", "tasks", "wiki"]


@pytest.mark.parametrize(
    ("files", "folders"),
    [
        ([], ["tests/schemas"]),
        (["wiki/dump/pages.py"], ["tests/wiki"]),
        (["tests/wiki/dump/test_pages.py"], ["tests/wiki"]),
        (["schemas/records.py"], ["tests/schemas"]),
        (["wiki/extract.py", "tests/corpora/test_bio.py"], ["tests/corpora", "tests/wiki"]),
        (["pipelines/build.py"], ["tests/pipelines"]),
        (["domains/chemistry.toml"], ["tests/schemas"]),
        (["sample/make.py"], ["tests/sample"]),
        (["tests/end_to_end/test_build.py"], ["tests/schemas"]),
        (["tests/conftest.py", "docs/types.md", "Makefile", "wiki.md"], ["tests/schemas"]),
        (["tests/support/build.py", "training/job.py"], ["tests/schemas"]),
    ],
)
def test_a_change_concerns_the_tests_of_its_package(files: list[str], folders: list[str]) -> None:
    assert changed.concerned_tests(files, KNOWN) == folders
