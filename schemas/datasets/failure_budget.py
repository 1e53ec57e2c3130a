"""The failure budget: how many records of its input a step may reject, and what is said where they are more."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

from schemas.catalog.rejects import REJECTS
from schemas.datasets.dataset import Manifest, merge_counts, read_batches
from schemas.datasets.shards import Descriptor
from schemas.errors import InputError, printable
from schemas.files import storage
from schemas.records import TRUNCATED

_EXAMPLE_TEXT = 300


def check_budget(descriptors: Iterable[Descriptor], max_reject_share: float, rejects: str, done: float = 1.0) -> None:
    """Raise InputError where more records were rejected than the failure budget allows.

    A reject for the rest of a file stands for a share that is not known, which only a budget of all allows.

    `done` is the share of the input that the descriptors cover. While a step is running, the budget is estimated for
    the whole input, so a run that would end within it is not stopped. `rejects` is the directory with the rejects.
    """
    found = list(descriptors)
    seen, rejected = sum(d.seen for d in found), sum(d.rejected for d in found)
    counts = merge_counts(d.counts for d in found).get("rejected", {})
    if TRUNCATED in counts and max_reject_share < 1:
        raise InputError(
            f"the rest of an input is missing ({TRUNCATED}): {_truncated(found, rejects)}, or set max_reject_share = 1 "
            "in [Build] to build what there is"
        )
    if done > 0 and rejected > max_reject_share * seen / done:
        reasons = ", ".join(f"{reason} {number:,}" for reason, number in counts.items())
        raise InputError(
            f"{rejected:,} of {seen:,} records were rejected ({reasons}), more than the failure budget of "
            f"{max_reject_share:.2%}; they are in {rejects}{_example(found, rejects)}. Fix the input, or raise "
            "max_reject_share in [Build]"
        )


def check_rejects(rejects: Manifest, max_reject_share: float, location: str) -> None:
    """Raise InputError, as `check_budget` does, for the rejects of a step that is built, at their location."""
    whole = Descriptor(0, {REJECTS.name: rejects.parts}, rejects.counts, rejects.seen, rejects.rejected)
    check_budget([whole], max_reject_share, location)


def _truncated(descriptors: Iterable[Descriptor], rejects: str) -> str:
    """What the first reject for the rest of a file says: which file, what is wrong, and to fetch it again."""
    text: str = next(row["text"] for row in _reject_rows(descriptors, rejects) if row["reason"] == TRUNCATED)
    return text


def _example(descriptors: Sequence[Descriptor], rejects: str) -> str:
    """The first record that was rejected, so that nobody has to open a table to see what is wrong; empty for none."""
    reasons = merge_counts(d.counts for d in descriptors).get("rejected", {})
    # The rejects may be gone already where a run that is over is looked at; what was counted is told all the same.
    with contextlib.suppress(InputError, OSError):
        for row in _reject_rows(descriptors, rejects):
            # Beside them lies what was left out on purpose.
            if row["reason"] in reasons:
                told = printable(": ".join(filter(None, (row["title"], row["text"][:_EXAMPLE_TEXT]))))
                return f", as: {told}" * bool(told)
    return ""


def _reject_rows(descriptors: Iterable[Descriptor], rejects: str) -> Iterator[dict[str, str]]:
    parts = [part for d in descriptors for part in d.parts.get(REJECTS.name, [])]
    for part in parts:
        for batch in read_batches(storage.join(rejects, part.name), ["reason", "title", "text"]):
            yield from batch.to_pylist()
