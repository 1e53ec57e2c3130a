"""Checks of settings that the jobs have in common."""

from __future__ import annotations

from schemas.errors import InputError


def check_least(job: object, **least: int) -> None:
    """Raise InputError where a setting of the job is below the least value that is given for it."""
    for name, value in least.items():
        if getattr(job, name) < value:
            raise InputError(f"{name} = {getattr(job, name)}: give {value} or more")


def check_learning_rate(rate: float) -> None:
    """Raise InputError where nothing would be learned."""
    if not rate > 0:
        raise InputError(f"learning_rate = {rate}: give a number above 0")
