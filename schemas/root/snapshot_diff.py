"""What differs between the datasets of two snapshots, by their manifests, and whether the newer one looks wrong.

A wiki changes by a percent a month. What changes by more was most likely not written in the wiki: a dump that was cut,
types of another release, a template that is no longer read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pyarrow import fs

from schemas.catalog import training
from schemas.catalog.index import DATASETS
from schemas.catalog.rejects import REJECTS
from schemas.datasets.dataset import Manifest, read_manifest
from schemas.errors import InputError, quoted
from schemas.files import storage
from schemas.root.current import addresses, build_to_read, standing_builds
from schemas.text_table import aligned

LEAST: Final = 100
"""Datasets with fewer rows, and shares of fewer records, are told and not judged: chance alone changes them."""
_CATEGORIES: Final = {
    "type_index": "titles by class",
    "typed_sentences": "mentions",
    "filtered_sentences": "mentions",
    "ner_corpus": "mentions",
}
"""Datasets with categories, and the group of their counts that has them."""
_LEFT_OUT: Final = {REJECTS.name, *(each.name for each in training.DATASETS)}
"""Rejects are judged by their share, and models by their scores."""
OF_EVERY_BUILD: Final = ("sentences", "type_index", "typed_sentences", "filtered_sentences", "ner_corpus")
"""Datasets that `BuildCorpora` makes whatever the settings are: only of these it is wrong that there is none. The rest
may have been asked for once, by name, in one of the snapshots."""
_LISTS: Final = ("unaccounted_pages",)
"""Datasets whose rows are what is wrong: they are judged by their share."""


class LooksWrongError(InputError):
    """The datasets of a snapshot differ from those of another by more than they may."""


@dataclass(frozen=True)
class Limits:
    """How much may change from one snapshot to the next."""

    rows: float
    """Greatest share by which the rows of a dataset may become fewer or more."""
    categories: float
    """Greatest share of what has categories that may have moved to others."""
    types: float
    """Greatest change of the share of links that have a type."""
    rejects: float
    """Greatest growth of the share of records that a step rejects."""
    unaccounted: float
    """Greatest growth of the share of the wiki's pages that were not read, or that it does not have."""


@dataclass(frozen=True)
class Change:
    """A figure of a dataset in two snapshots."""

    dataset: str
    """Its name with the parameters in its path."""
    what: str
    before: str
    after: str
    change: float | None
    """How much of it changed, as a share; None where that is no number."""
    limit: float | None
    """How much may change; None where nothing is allowed to be wrong, or nothing is judged."""
    is_wrong: bool


def compare(root: str, old: str, new: str, limits: Limits) -> list[Change]:
    """What differs between the current builds of two snapshots below a root, by dataset.

    Raises InputError where a snapshot is not there.
    """
    before, after = current_manifests(root, old), current_manifests(root, new)
    there = {manifest.dataset for manifest in after.values()}
    found: list[Change] = []
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            dataset = before[name].dataset
            wrong = dataset in OF_EVERY_BUILD and dataset not in there
            found.append(Change(name, "dataset", "there", "missing", None, None, wrong))
        elif name not in before:
            found.append(Change(name, "dataset", "none", "new", None, None, False))
        else:
            found += _changes(name, before[name], after[name], limits)
    return found


def describe(changes: Sequence[Change]) -> str:
    """The changes as a table for people; what is wrong is marked."""
    rows = [
        [
            "WRONG" if change.is_wrong else "",
            change.dataset,
            change.what,
            change.before,
            change.after,
            "" if change.change is None else f"{change.change:+.2%}",
            "" if change.limit is None else f"{change.limit:.2%}",
        ]
        for change in changes
    ]
    return aligned(["", "dataset", "figure", "before", "after", "change", "limit"], rows, right={3, 4, 5, 6})


def check(old: str, new: str, changes: Sequence[Change], previews: Sequence[str] = ()) -> None:
    """Raise LooksWrongError where something is wrong with the newer of two snapshots, with what it is and what to do.

    `previews` are those of the two that are of a part of the dump.
    """
    wrong = [f"{change.what} of {change.dataset}" for change in changes if change.is_wrong]
    if wrong:
        raise LooksWrongError(f"{new} looks wrong beside {old}: {_few(wrong)}. {_advice(new, previews)}")


def wrong_alone(manifests: Mapping[str, Manifest], max_reject_share: float) -> list[str]:
    """What is wrong with the datasets of a snapshot whatever others have, a line each; `manifests` are by their paths.

    Those of every build have to be there, with rows in one of their forms at least, no step may have rejected a greater
    share of its records than it may, and among many links some have a type.
    """
    wrong = []
    for dataset in OF_EVERY_BUILD:
        rows = [manifest.rows for manifest in manifests.values() if manifest.dataset == dataset]
        if not any(rows):
            wrong.append(f"{dataset}: has no rows" if rows else f"{dataset}: there is none")
    for name, each in manifests.items():
        if each.seen >= LEAST and _exceeds(each.rejected / each.seen, max_reject_share):
            share = f"{each.rejected:,} of {each.seen:,} records were rejected"
            wrong.append(
                f"{name}: {share}, more than the {max_reject_share:.2%} of max_reject_share in [Build]; "
                "where a file of settings allows more, name it with --settings"
            )
        typed, links = _typed(each)
        if each.dataset == "typed_sentences" and links >= LEAST and not typed:
            wrong.append(f"{name}: none of {links:,} links has a type")
    return wrong


def check_alone(new: str, wrong: Sequence[str]) -> None:
    """Raise LooksWrongError where something is wrong with a snapshot that there is none to compare with."""
    if wrong:
        raise LooksWrongError(
            f"{new} looks wrong: {_few(wrong)}. `wiki-ner build BuildCorpora` with its settings makes what is missing; "
            f"if it is meant so, `wiki-ner promote {new} --anyway` promotes it"
        )


def _advice(new: str, previews: Sequence[str]) -> str:
    if len(previews) > 1:
        return "Both are previews, of a part of the dump, which nobody promotes; the limits are those of [Rebuild]"
    if previews:
        return (
            f"{previews[0]} is a preview, of a part of the dump, so it has fewer rows: compare it with another "
            "preview, or a whole build with a whole one"
        )
    return (
        f"Look at the reports of both; if it is meant, `wiki-ner promote {new} --anyway` promotes it; the limits are "
        "those of [Rebuild]"
    )


def _few(wrong: Sequence[str]) -> str:
    return ", ".join(wrong[:3]) + (f" and {len(wrong) - 3:,} more" if len(wrong) > 3 else "")


def current_manifests(root: str, snapshot: str) -> dict[str, Manifest]:
    """The manifests of the current builds of a snapshot, by the path of their datasets, without rejects and models.

    Raises InputError where there are none, or nothing says which build of a dataset is current.
    """
    place = storage.join(root, snapshot)
    found = {}
    for dataset in storage.list_names(place, fs.FileType.Directory):
        if dataset not in DATASETS or dataset in _LEFT_OUT:
            continue
        for address in addresses(storage.join(place, dataset)):
            name = address.uri[len(place) + 1 :]
            if not standing_builds(address.uri):
                # On a store a build that was not finished stands where datasets do.
                continue
            build = build_to_read(address.uri)
            if build is None:
                raise InputError(f"{address.uri}: nothing says which build is current; give the command that built it")
            found[name] = read_manifest(storage.join(address.uri, build))
    if not found:
        raise InputError(f"{root}: no datasets of a snapshot {quoted(snapshot)}; `wiki-ner builds` lists what is there")
    return found


def _changes(name: str, before: Manifest, after: Manifest, limits: Limits) -> Iterator[Change]:
    if before.dataset in _LISTS:
        yield _of_shares(name, "unaccounted pages", _unaccounted(before), _unaccounted(after), limits.unaccounted)
    else:
        change = (after.rows - before.rows) / before.rows if before.rows else float(after.rows > 0)
        limit = limits.rows if before.rows >= LEAST else None
        yield _judged(name, "rows", f"{before.rows:,}", f"{after.rows:,}", change, limit, abs(change))
    if before.rejected or after.rejected:
        old, new = (before.rejected, before.seen), (after.rejected, after.seen)
        yield _of_shares(name, "rejected records", old, new, limits.rejects)
    if group := _CATEGORIES.get(before.dataset):
        yield _of_categories(name, before.counts.get(group, {}), after.counts.get(group, {}), limits.categories)
    if before.dataset == "typed_sentences":
        yield _of_shares(name, "links with a type", _typed(before), _typed(after), limits.types, either_way=True)


def _exceeds(change: float, limit: float) -> bool:
    # 0.55 - 0.5 is more than 0.05.
    return round(change - limit, 9) > 0


def _judged(name: str, what: str, before: str, after: str, change: float, limit: float | None, worse: float) -> Change:
    """A change that is wrong where it is `worse` than its limit; without one it is told alone."""
    wrong = limit is not None and _exceeds(worse, limit)
    return Change(name, what, before, after, change, limit, wrong)


def _unaccounted(manifest: Manifest) -> tuple[int, int]:
    counts = manifest.counts.get("pages", {})
    return counts.get("missing", 0) + counts.get("unexpected", 0), counts.get("in the table", 0)


def _typed(manifest: Manifest) -> tuple[int, int]:
    counts = manifest.counts.get("anchors", {})
    total = sum(counts.values())
    return total - counts.get("none", 0), total


def _of_shares(
    name: str, what: str, before: tuple[int, int], after: tuple[int, int], limit: float, *, either_way: bool = False
) -> Change:
    """The change of a share, whose growth is wrong, or any change where it may be so `either_way`."""
    old, new = (part / max(whole, 1) for part, whole in (before, after))
    change = new - old
    judged = limit if max(before[1], after[1]) >= LEAST else None
    return _judged(name, what, f"{old:.2%}", f"{new:.2%}", change, judged, abs(change) if either_way else change)


def _of_categories(name: str, before: Mapping[str, int], after: Mapping[str, int], limit: float) -> Change:
    """How much has moved between categories: the total variation distance of their shares."""
    old, new = max(sum(before.values()), 1), max(sum(after.values()), 1)
    moved = sum(abs(after.get(key, 0) / new - before.get(key, 0) / old) for key in before.keys() | after.keys()) / 2
    judged = limit if sum(before.values()) >= LEAST else None
    return _judged(name, "categories", f"{len(before):,}", f"{len(after):,}", moved, judged, moved)
