"""A worker process of a Beam job on this machine (`tasks/beam_job.py`)."""

from __future__ import annotations

import signal
import sys

from apache_beam.runners.worker import sdk_worker_main

if __name__ == "__main__":
    # As an exception in the main thread, SIGINT would leave the thread that is at work, and the process with it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sdk_worker_main.main(sys.argv)
