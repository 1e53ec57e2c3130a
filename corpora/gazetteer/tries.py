"""Building the MARISA tries of the gazetteer, each in a process of its own.

While it is built a trie takes ten times the memory that it has in the end, some 100 to 130 bytes a name, in pieces so
small that a process keeps most of them. All of it is given back where the process ends, and the one that needs the trie
maps the file that is left. This module is also the program of that process, so that it imports nothing else.
"""

from __future__ import annotations

import errno
import marshal
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, Any

import marisa_trie

_BLOCK = 1 << 14
# The folder of this file is not to be searched for modules.
_PROGRAM = (sys.executable, "-P", __file__)


def build_trie(texts: Iterable[str], order: int = marisa_trie.DEFAULT_ORDER) -> Any:
    """The `marisa_trie.Trie` of texts, mapped from a file that is deleted already.

    In which order the texts come, and how often, does not matter. In the default order of nodes a search is fastest;
    with `marisa_trie.LABEL_ORDER` the trie gives its texts sorted. Raises MemoryError where there is too little, and
    OSError where the temporary folder has no room.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "trie")
        rest = iter(texts)
        with subprocess.Popen([*_PROGRAM, str(order), path], stdin=subprocess.PIPE) as process:
            assert process.stdin is not None
            taking = True
            while taking:
                # An empty block is the last.
                block = list(islice(rest, _BLOCK))
                taking = _took(block, process.stdin) and bool(block)
            with suppress(BrokenPipeError):
                process.stdin.close()
        # MARISA itself ends by a signal where it gets no memory.
        if process.returncode in (errno.ENOMEM, -signal.SIGKILL, -signal.SIGSEGV, -signal.SIGABRT):
            raise MemoryError("the process that builds the gazetteer's trie ran out of memory")
        if process.returncode == errno.ENOSPC:
            raise OSError(errno.ENOSPC, "the gazetteer's trie cannot be written, there is no room", folder)
        if process.returncode:
            raise RuntimeError(f"the process that builds the gazetteer's trie ended with status {process.returncode}")
        return marisa_trie.Trie().mmap(path)


def _took(block: list[str], stdin: IO[bytes]) -> bool:
    """Whether the process took some texts; where it has ended before it had all, its status says why."""
    try:
        marshal.dump(block, stdin)
    except BrokenPipeError:
        return False
    return True


def _main() -> None:
    order, path = sys.argv[1:]

    def texts() -> Iterator[str]:
        while block := marshal.load(sys.stdin.buffer):
            yield from block

    try:
        trie = marisa_trie.Trie(texts(), order=int(order))
    except MemoryError:
        sys.exit(errno.ENOMEM)
    except EOFError:
        # Whoever gave the texts has failed, and says so itself.
        sys.exit(1)
    try:
        trie.save(path)
    except (OSError, RuntimeError):  # the latter is MARISA's
        sys.exit(errno.ENOSPC)


if __name__ == "__main__":
    _main()
