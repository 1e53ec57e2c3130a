"""Which of some pipeline options Beam does not know: `python -m tasks.jobs.beam_options --option=value …`.

Beam itself drops what it does not know. This is a process of its own because Beam's imports and threads do not belong
into Luigi's.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

# What is imported with it registers options of its own.
import apache_beam
from apache_beam.options.pipeline_options import PipelineOptions, _BeamArgumentParser

with contextlib.suppress(ImportError):
    # Beam itself does not import it, and dask may not be installed.
    import apache_beam.runners.dask.dask_runner  # noqa: F401


def unknown_options(options: Sequence[str]) -> list[str]:
    """Those of the options that no part of Beam knows. Ends the process with a message for a value that one refuses."""
    parser = _BeamArgumentParser(add_help=False, allow_abbrev=False)
    for each in PipelineOptions.__subclasses__():
        each._add_argparse_args(parser)
    known, unknown = parser.parse_known_args(list(options))
    return [*unknown, *["--runner, which is a setting"] * (known.runner is not None)]


if __name__ == "__main__":
    if unknown := unknown_options(sys.argv[1:]):
        sys.exit(f"error: no option of Beam is {' '.join(unknown)}")
