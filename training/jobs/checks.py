"""Checks of settings that the jobs have in common."""

from __future__ import annotations

from schemas.errors import InputError
from schemas.experiments import KINDS_OF_SPANS, ModelOptions


def check_least(job: object, **least: int) -> None:
    """Raise InputError where a setting of the job is below the least value that is given for it."""
    for name, value in least.items():
        if getattr(job, name) < value:
            raise InputError(f"{name} = {getattr(job, name)}: give {value} or more")


def check_learning_rate(rate: float) -> None:
    """Raise InputError where nothing would be learned."""
    if not rate > 0:
        raise InputError(f"learning_rate = {rate}: give a number above 0")


def check_has_probabilities(model: ModelOptions) -> None:
    """Raise InputError for a model that has no probabilities of single tags, which doubts are made of."""
    if model.crf:
        raise InputError(f"model = {model}: a CRF has no probabilities of single tags; take one without -crf")
    if model.kind in KINDS_OF_SPANS:
        raise InputError(
            f"model = {model}: it looks for entities and has no probabilities of single tags; take another"
        )
