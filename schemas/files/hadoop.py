"""What is wrong where Arrow cannot reach HDFS, for which it needs Hadoop's own library and Java."""

from __future__ import annotations

import os
from typing import Final

_MISSING: Final = {
    "Unable to load libjvm": "Java was not found; set JAVA_HOME",
    "Unable to load libhdfs": "libhdfs.so was not found; set HADOOP_HOME, or ARROW_LIBHDFS_DIR to its folder",
    # What was missing the first time Arrow does not repeat.
    "Prior attempt to load libhdfs failed": "Java or libhdfs.so was not found; set JAVA_HOME and HADOOP_HOME",
}
"""What Arrow says where the library cannot be loaded, before a line for each place where it has looked."""


def is_hdfs(uri: str) -> bool:
    """Whether the URI is one of HDFS."""
    return uri.startswith(("hdfs://", "viewfs://"))


def failure(said: str) -> str:
    """What Arrow said of a URI of HDFS that cannot be reached, in a line, with what to do about it."""
    for start, why in _MISSING.items():
        if said.startswith(start):
            return why
    # Without it Hadoop writes to standard error what it misses, and Arrow says only that there is no connection.
    return said if os.environ.get("CLASSPATH") else f"{said}; CLASSPATH is not set: `hadoop classpath --glob` prints it"
