"""What a step of the build writes, the builds that stand beside it, and what differs between two of them."""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from typing import Any, Final

import luigi

from schemas.datasets.dataset import Manifest, Provenance, Source, is_committed, read_manifest
from schemas.files import storage
from schemas.root.current import standing_builds

_SHOWN: Final = 80
"""Most characters of a parameter's two values that a message shows."""
_TOLD: Final = 4
"""Most differences between two builds that a message tells one by one."""


class DatasetTarget(luigi.Target):  # type: ignore[misc]
    """A dataset at a location; it exists when its manifest does."""

    def __init__(self, location: str) -> None:
        self.location = location

    def exists(self) -> bool:
        return is_committed(self.location)

    def manifest(self) -> Manifest:
        """The dataset's manifest. Raises InputError where there is none."""
        return read_manifest(self.location)


def earlier_builds(location: str) -> list[DatasetTarget]:
    """Committed builds beside the one at the location."""
    folder = location.rpartition("/")[0]
    targets = [DatasetTarget(storage.join(folder, name)) for name in standing_builds(folder)]
    return [target for target in targets if target.location != location]


def difference(old: Provenance, new: Provenance) -> str:
    """What differs between what decided two builds, for a person: a line."""
    changes = []
    if old.step_version != new.step_version:
        changes.append(f"step version {old.step_version} became {new.step_version}")
    for name in sorted(old.parameters.keys() | new.parameters.keys()):
        # As a manifest has them: what was read from one is lists where a step has tuples.
        before, after = json.dumps(old.parameters.get(name)), json.dumps(new.parameters.get(name))
        if before != after:
            changes.append(_change(name, json.loads(before), json.loads(after)))
    before_inputs, after_inputs = _by_name(old.inputs), _by_name(new.inputs)
    for name in sorted(before_inputs.keys() | after_inputs.keys()):
        if name not in before_inputs:
            changes.append(f"input {name} was added")
        elif name not in after_inputs:
            changes.append(f"input {name} was left out")
        elif before_inputs[name] != after_inputs[name]:
            changes.append(f"input {name} changed")
    more = [f"{len(changes) - _TOLD:,} more differences"] if len(changes) > _TOLD + 1 else changes[_TOLD:]
    return "; ".join(changes[:_TOLD] + more) or "nothing but its place"


def _change(name: str, before: Any, after: Any) -> str:
    """What became of a parameter; of a long one not what it was, but where it differs."""
    if len(f"{before}{after}") <= _SHOWN:
        return f"{name} was {before}, is {after}"
    if isinstance(before, dict) and isinstance(after, dict):
        parts = [
            _some("added", after.keys() - before.keys()),
            _some("removed", before.keys() - after.keys()),
            _some("changed", {key for key in before.keys() & after.keys() if before[key] != after[key]}),
        ]
        # Only their order may differ.
        return f"{name} changed ({'; '.join(filter(None, parts))})" if any(parts) else f"{name} changed"
    return f"{name} changed"


def _some(what: str, keys: Set[str]) -> str:
    """What became of these keys, of which the first are named; empty where there are none."""
    return f"{what} {', '.join(sorted(keys)[:_TOLD])}{', …' * (len(keys) > _TOLD)}" if keys else ""


def _by_name(sources: Sequence[Source]) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    for source in sources:
        result.setdefault(source.name, []).append(source.identity)
    return result
