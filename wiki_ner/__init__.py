"""The command `wiki-ner`."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command, which ends as an interrupted one from the first moment on: its imports alone take a second."""
    try:
        from wiki_ner.__main__ import main as run

        run()
    except KeyboardInterrupt:
        print("wiki-ner: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
