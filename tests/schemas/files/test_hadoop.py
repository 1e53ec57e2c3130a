"""What is said where HDFS cannot be reached."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from pyarrow import fs

from schemas.errors import InputError
from schemas.files import storage
from tests.support.paths import PROJECT

NO_JAVA = "Java was not found; set JAVA_HOME"
NO_LIBRARY = "libhdfs.so was not found; set HADOOP_HOME, or ARROW_LIBHDFS_DIR to its folder"


@pytest.mark.parametrize(
    ("said", "class_path", "why"),
    [
        ("Unable to load libjvm\ndlopen(/usr/lib/jvm/libjvm.so) failed", "x.jar", NO_JAVA),
        ("Unable to load libhdfs\ndlopen(libhdfs.so) failed", "x.jar", NO_LIBRARY),
        (
            *("Prior attempt to load libhdfs failed", "x.jar"),
            "Java or libhdfs.so was not found; set JAVA_HOME and HADOOP_HOME",
        ),
        ("HDFS connection failed", "x.jar", "HDFS connection failed"),
        (
            *("HDFS connection failed", ""),
            "HDFS connection failed; CLASSPATH is not set: `hadoop classpath --glob` prints it",
        ),
    ],
)
def test_what_hadoop_misses_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, said: str, class_path: str, why: str
) -> None:
    def fail(_uri: str) -> None:
        raise OSError(said)

    monkeypatch.setattr(fs, "FileSystem", type("FileSystem", (), {"from_uri": staticmethod(fail)}))
    monkeypatch.setenv("CLASSPATH", class_path)
    with pytest.raises(InputError, match=f"^hdfs://namenode:8020/ner: cannot be reached {re.escape(f'({why})')}$"):
        storage.resolve("hdfs://namenode:8020/ner")


def test_arrow_says_of_hadoop_what_is_looked_for() -> None:
    """In a process of its own: what was not found once Arrow does not look for again."""
    code = "from schemas.files import storage; storage.resolve('hdfs://namenode:8020/ner')"
    nowhere = {"JAVA_HOME": "/nowhere", "HADOOP_HOME": "/nowhere", "ARROW_LIBHDFS_DIR": "/nowhere"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, env={**os.environ, **nowhere}, capture_output=True, text=True
    )
    told = done.stderr.strip().splitlines()[-1].partition("InputError: ")[2]
    # Arrow looks for Java in other places too.
    assert told in {f"hdfs://namenode:8020/ner: cannot be reached ({why})" for why in (NO_JAVA, NO_LIBRARY)}
