"""The builds that stand below the root: what there is, deleting what is stale, comparing and choosing snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import luigi

from schemas.datasets.dataset import Manifest
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.builds import builds_table, builds_total, find_builds, stale_builds
from schemas.root.current import CURRENT, current_snapshot, is_preview, make_snapshot_current
from schemas.root.pruning import prune, to_prune
from schemas.root.snapshot_diff import (
    Limits,
    LooksWrongError,
    check,
    check_alone,
    compare,
    current_manifests,
    describe,
    wrong_alone,
)
from schemas.root.verification import DamagedError, differences, wrong_names
from schemas.text_table import counted
from tasks.settings.check import CheckedTask
from tasks.settings.inputs import input_directory, output_directory
from tasks.settings.parameters import Bool, Name
from tasks.settings.shared import Build, Rebuild


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
    """Prints what stands below the root: every build with its size, its age, what it was made of, and its state.

    Writes nothing.
    """

    def text(self) -> str:
        root = existing_root()
        builds = find_builds(root)
        if not builds:
            return f"{root}: no builds"
        stale = builds_total(stale_builds(builds))
        return f"{builds_table(builds, datetime.now(UTC))}\n\n{builds_total(builds)}; of these stale: {stale}"


class Verify(_Command):
    """Reads every file of the builds below the root; fails where one is not as the manifest of its dataset says.

    So it does where a `_current.json` names nothing, or what is not there. Prints which these are. Writes nothing.
    """

    def text(self) -> str:
        root = existing_root()
        builds = find_builds(root)
        if not builds:
            raise InputError(f"{root}: no builds, so nothing was verified; name the root of a build")
        wrong = [*wrong_names(root), *(line for build in builds for line in differences(build))]
        if wrong:
            print("\n".join(wrong), flush=True)
            raise DamagedError(
                f"{counted(len(wrong), 'file')} of {builds_total(builds)}: not as written; delete the "
                "directory of the build and give the command that built it again, and delete what is none of its "
                f"files; for a {CURRENT} do only what its line says"
            )
        return f"{builds_total(builds)}: all files are as they were written"


class Prune(_Command):
    """Deletes the stale builds below the root, with their rejects; by default only prints what would go.

    Current builds stay, and so does what they were made of, directly or through others.
    """

    dry_run = Bool(default=True, significant=False, description="only print what would be deleted")

    def text(self) -> str:
        root = existing_root()
        # They are deleted in another order, those that others were made of last.
        builds = to_prune(root) if self.dry_run else sorted(prune(root), key=lambda build: build.location)
        if not builds:
            return f"{root}: no stale builds"
        what = "would be deleted, by `wiki-ner prune --yes`" if self.dry_run else "deleted"
        return f"{builds_table(builds, datetime.now(UTC))}\n\n{builds_total(builds)}: {what}"


class Diff(_Command):
    """Prints what differs between the datasets of two snapshots below the root; fails where the newer looks wrong.

    The limits are those of [Rebuild]. Writes nothing.
    """

    old = Name(description="snapshot to compare with")
    new = Name(description="snapshot that is newer")

    def text(self) -> str:
        return _compared(self.old, self.new)


class Promote(_Command):
    """Makes a snapshot the current one: the one that is read below the root where none is named.

    Fails, and leaves the current one, where the snapshot looks wrong beside it by the limits of [Rebuild], is of
    another wiki, or is a preview. The first one is judged by itself: by the datasets that every build has, their rows
    and their rejects.
    """

    name = Name(default="", optional=True, description="snapshot to make the current one, else that of [Build]")
    anyway = Bool(default=False, significant=False, description="also where it looks wrong")

    def text(self) -> str:
        root, name = existing_root(), self.name or Build().snapshot
        current = current_snapshot(root)
        manifests = current_manifests(root, name)
        if is_preview(root, name):
            raise InputError(
                f"{name} is a preview, of a part of the dump: give `wiki-ner build`, and promote what that builds"
            )
        if current == name:
            return f"{name} is the current snapshot already"
        if current and not self.anyway and not storage.list_files(storage.join(root, current)):
            raise InputError(
                f"{root}: {current}, which is the current snapshot, is not there any more, so {name} cannot be "
                f"compared with it; `wiki-ner promote {name} --anyway` promotes it all the same"
            )
        if current and not self.anyway:
            _check_wiki(root, current, name)
        if self.anyway:
            told = ""
        elif current:
            told = f"{_compared(current, name)}\n\n"
        else:
            check_alone(name, wrong_alone(manifests, Build().max_reject_share))
            told = f"nothing looks wrong with {name}; there is no current snapshot to compare it with\n\n"
        # The snapshot is below this root and no other.
        output_directory("root in [Build]", root, "promote as one who may write there")
        make_snapshot_current(root, name)
        before = f", before it was {current}" if current else ""
        return f"{told}{name} is the current snapshot of {root}{before}"


def _check_wiki(root: str, current: str, name: str) -> None:
    """Raise LooksWrongError where a snapshot is of another wiki than the current one, whose readers want that."""
    before, after = (_wiki(current_manifests(root, each)) for each in (current, name))
    if before and after and before != after:
        raise LooksWrongError(
            f"{root}: {current}, which is the current snapshot, is of {before}, and {name} of {after}; a root has one "
            "current snapshot: build each wiki below a root of its own, or have its readers name the snapshot; "
            f"`wiki-ner promote {name} --anyway` promotes it all the same"
        )


def _wiki(manifests: Mapping[str, Manifest]) -> str:
    """Name of the wiki that datasets are of; empty where none says it."""
    return next((each.provenance.wiki.name for each in manifests.values() if each.provenance.wiki), "")


def existing_root() -> str:
    """The root. Raises InputError where there is none: below one with a mistake in its name there are no builds."""
    root: str = Build().root
    input_directory("root in [Build]", root)
    return root


def _compared(old: str, new: str) -> str:
    """What differs between two snapshots. Where the newer looks wrong it is printed, and LooksWrongError raised."""
    root, limits = existing_root(), Rebuild()
    changes = compare(
        root,
        old,
        new,
        Limits(
            rows=limits.max_row_change,
            categories=limits.max_category_change,
            types=limits.max_type_change,
            rejects=limits.max_reject_change,
            unaccounted=limits.max_unaccounted_change,
        ),
    )
    table = describe(changes)
    try:
        check(old, new, changes, [name for name in (old, new) if is_preview(root, name)])
    except LooksWrongError:
        print(table, flush=True)
        raise
    return f"{table}\n\nnothing looks wrong with {new} beside {old}"
