"""A worker process of a Beam job on this machine (`tasks/jobs/beam_job.py`)."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from typing import NoReturn

from apache_beam.runners.worker import sdk_worker_main

from tasks.jobs.process import NO_MEMORY, exit_now, no_memory


def main() -> NoReturn:
    """Work for the job that the environment names; ends the process."""
    # As an exception in the main thread, SIGINT would leave the thread that is at work, and the process with it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # The log goes where the job's goes. Beam's own handler sends it to the job, and where the worker fails it waits for
    # the job to end, which waits for the worker.
    os.environ.pop("LOGGING_API_SERVICE_DESCRIPTOR", None)
    try:
        sdk_worker_main.main(sys.argv)
    except Exception as error:
        traceback.print_exc()
        exit_now(NO_MEMORY if no_memory(error) else 1)
    exit_now(0)


if __name__ == "__main__":
    main()
