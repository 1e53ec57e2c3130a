"""Whether the scheduler that a command names can be reached."""

from __future__ import annotations

import re

from luigi.interface import core
from luigi.rpc import RPCError

from schemas.errors import InputError
from tasks.luigi_private import asked_once


def check_scheduler() -> None:
    """Raise InputError where the scheduler that the command names does not answer: Luigi would try for a minute."""
    settings = core()
    if settings.local_scheduler or not settings.scheduler_url:
        return
    if not re.match(r"https?(\+unix)?://.", settings.scheduler_url, re.IGNORECASE):
        raise InputError(f"--scheduler {settings.scheduler_url}: give its whole address, as http://localhost:8082")
    scheduler = asked_once(settings.scheduler_url)
    try:
        scheduler.is_pause_enabled()
    except (RPCError, ValueError, LookupError, TypeError) as error:
        # Also what another server answers is no answer.
        raise InputError(
            f"--scheduler {settings.scheduler_url}: no luigid answers there ({_first_cause(error)}); start it or name "
            "another, or leave the option out to build without one"
        ) from error
    finally:
        scheduler.close()


def _first_cause(error: BaseException) -> BaseException:
    """What went wrong first: libraries wrap it in errors of their own, with the whole request."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return _first_cause(before) if before else error
