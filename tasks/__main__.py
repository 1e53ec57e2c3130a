"""`python -m tasks BuildCorpora …` is `luigi --module pipelines BuildCorpora …`, with the settings files read before.

Luigi reads them while it is imported. One that it cannot read ends the command with a traceback.
"""

from __future__ import annotations

import sys
from typing import Final

from schemas.errors import InputError
from tasks.settings_files import check_readable, settings_files

_BAD_SETTINGS: Final = 40
"""Exit status, the same as `unhandled_exception` in `tasks/luigi_defaults.py`, which cannot be imported yet."""


def main(arguments: list[str]) -> None:
    """Run Luigi with the tasks of the project; ends the process with Luigi's exit status."""
    try:
        check_readable(settings_files())
    except InputError as error:
        print(f"luigi: {error}", file=sys.stderr)
        sys.exit(_BAD_SETTINGS)
    from luigi.cmdline import luigi_run

    luigi_run(["--module", "pipelines", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
