"""A job's process that does what its specification says, for the tests of what watches processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from schemas.job_protocol import read_specification, tell

BUSY = [sys.executable, "-c", "import time; time.sleep(600)"]


def main(path: str) -> int:
    """Start a process with the same group and output, say who is there, and go on as `behaviour` says; returns the exit
    status.

    Unlike a job it does not end with its input: what ends it is the task alone.
    """
    specification = read_specification(path)
    child = subprocess.Popen(BUSY)
    mark = Path(specification["mark"])
    mark.with_suffix(".tmp").write_text(f"{os.getpid()} {child.pid}\n")
    mark.with_suffix(".tmp").rename(mark)
    behaviour = specification["behaviour"]
    for line in specification.get("lines", []):
        print(line, flush=True)
    tell({"number": 1})
    if behaviour == "hang":
        time.sleep(600)
    return int(behaviour)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
