"""The builds that stand below the root: what there is, and deleting what is stale."""

from __future__ import annotations

from datetime import UTC, datetime

import luigi

from schemas.builds import builds_table, builds_total, find_builds, prune, stale_builds
from tasks.parameters import Bool
from tasks.settings import Build
from tasks.settings_check import CheckedTask


class _Command(CheckedTask, luigi.Task):  # type: ignore[misc]
    """A task that makes no dataset: it is done once it has run, and runs anew with the next command."""

    _has_run = False

    def complete(self) -> bool:
        return self._has_run

    def run(self) -> None:
        print(self.text())
        self._has_run = True

    def text(self) -> str:
        """Do the work; what there is to say of it."""
        raise NotImplementedError


class Builds(_Command):
    """Prints what stands below the root: every build with its size, its age, what it was made of, current or stale.

    Writes nothing.
    """

    def text(self) -> str:
        builds = find_builds(Build().root)
        stale = builds_total(stale_builds(builds))
        return f"{builds_table(builds, datetime.now(UTC))}\n\n{builds_total(builds)}; of these stale: {stale}"


class Prune(_Command):
    """Deletes the stale builds below the root, with their rejects; by default only prints what would go.

    Current builds stay, and so does what they were made of, directly or through others.
    """

    dry_run = Bool(default=True, significant=False, description="only print what would be deleted")

    def text(self) -> str:
        root = Build().root
        builds = stale_builds(find_builds(root)) if self.dry_run else prune(root)
        if not builds:
            return f"{root}: no stale builds"
        what = "would be deleted, by `wiki-ner prune --yes`" if self.dry_run else "deleted"
        return f"{builds_table(builds, datetime.now(UTC))}\n\n{builds_total(builds)}: {what}"
