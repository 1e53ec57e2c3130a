"""One label set for a model that learns from benchmarks with different label sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from schemas.errors import InputError
from schemas.experiments import LABELS
from schemas.labels import OUTSIDE, LabelSet
from training.data.tokenised import TokenisedNer

UNION, TARGET = LABELS

SOURCE = "source"
"""The role of the benchmark whose types `label_map` names."""


@dataclass(frozen=True)
class Labels:
    """The types that a model is trained on, and what the benchmarks' types become."""

    tags: tuple[str, ...]
    """`O`, then `B-x` and `I-x` for every type of the model, types sorted."""
    target: Mapping[str, str]
    """Type of the target -> type of the model, or O."""
    others: Mapping[str, Mapping[str, str]]
    """By the role of each other benchmark: its type -> type of the model, or O."""

    @property
    def beyond_target(self) -> list[str]:
        """Types of the model that the target lacks, sorted."""
        return sorted({tag[2:] for tag in self.tags if tag != OUTSIDE} - {*self.target.values()})

    def only(self, roles: Iterable[str]) -> Labels:
        """Those of a model that learns from the target, and of the other benchmarks from these alone."""
        others = {role: self.others[role] for role in roles}
        types = [new for names in (self.target, *others.values()) for new in names.values()]
        return Labels(_bio_tags(types), self.target, others)

    def target_tags(self, tags: Iterable[str]) -> list[str]:
        """Tags of the target as those of the model."""
        return [_renamed(tag, self.target) for tag in tags]

    def apply(self, data: TokenisedNer, role: str) -> TokenisedNer:
        """The data of the target or of another benchmark, by its role, with the model's tags.

        In the target's, the tags of types that only others have are called O: where the model predicts one, it has
        found no entity of the target.
        """
        names = self.others.get(role, self.target)
        ids = np.array([self.tags.index(_renamed(tag, names)) for tag in data.tags], np.int16)
        own = {OUTSIDE, *names.values()}
        tags = self.tags if role in self.others else tuple(tag if tag[2:] in own else OUTSIDE for tag in self.tags)
        return replace(data, tags=tags, tag_ids=ids[data.tag_ids])


def match_labels(
    target: Sequence[str],
    others: Mapping[str, Sequence[str]],
    label_map: Mapping[str, str],
    normalise: Mapping[str, str],
    labels: str = UNION,
) -> Labels:
    """What the BIO tags of the target and, by role, of other benchmarks become, as FineTuning describes the two maps.

    `label_map` is for the types of the role SOURCE. The model's types are those of all benchmarks (LANER, section
    2.2.2), or those of the target, as `labels` says. Raises InputError where `label_map` names a type that the source
    lacks or gives it a name that is no type of the target or of another benchmark and none that `normalise` has, where
    `normalise` names only types that are not there, and, where `labels` is `target`, for types of another benchmark
    that the target lacks.
    """
    target_types = _types(target)
    mapped = {
        role: {name: label_map.get(name, name) if role == SOURCE else name for name in _types(tags)}
        for role, tags in others.items()
    }
    _check_maps(target_types, mapped, label_map, normalise)
    target_names = {name: normalise.get(name, name) for name in target_types}
    other_names = {
        role: {name: normalise.get(middle, middle) for name, middle in names.items()} for role, names in mapped.items()
    }
    _check_scored(target_names, other_names, labels)
    return Labels((), target_names, other_names).only(other_names)


def _check_maps(
    target_types: Sequence[str],
    mapped: Mapping[str, Mapping[str, str]],
    label_map: Mapping[str, str],
    normalise: Mapping[str, str],
) -> None:
    """Raise InputError where one of the two maps names what is not there; `mapped` is after the first."""
    if SOURCE in mapped:
        _check_known("label_map", label_map, mapped[SOURCE], "source")
        # A new type is as good as always one of the target that is misspelt; who means one names it in normalise.
        others_types = {name for names in mapped.values() for name in names}
        new = {*label_map.values()} - {OUTSIDE, *others_types, *normalise, *normalise.values()}
        _check_known("label_map", new, target_types, "target")
    # One setting serves several targets, and none of them has all the types that are merged.
    if not normalise.keys() & {*target_types, *(new for names in mapped.values() for new in names.values())}:
        _check_known("normalise", normalise, target_types, "target")


def _check_scored(target_names: Mapping[str, str], other_names: Mapping[str, Mapping[str, str]], labels: str) -> None:
    """Raise InputError where the target has no types, and where others have types that are not asked for."""
    scored = {*target_names.values()} - {OUTSIDE}
    if not scored:
        raise InputError("the target has no entity types to train on; look at its tags and at normalise")
    for role, names in other_names.items():
        strange = [name for name, new in names.items() if new not in scored | {OUTSIDE}]
        if strange and labels == TARGET:
            mend = "label_map" if role == SOURCE else "normalise"
            raise InputError(
                f"the label sets do not match: the {role} has types that the target lacks: {', '.join(strange)}; name "
                f"the target's type for each in {mend}, or O to leave them out, or set labels = {UNION}. The target "
                f"has {', '.join(sorted(scored))}"
            )


def _bio_tags(types: Iterable[str]) -> tuple[str, ...]:
    return LabelSet("", tuple(sorted({*types} - {OUTSIDE}))).bio_tags


def _types(tags: Sequence[str]) -> list[str]:
    return sorted({tag[2:] for tag in tags} - {""})


def _renamed(tag: str, names: Mapping[str, str]) -> str:
    name = OUTSIDE if tag == OUTSIDE else names[tag[2:]]
    return OUTSIDE if name == OUTSIDE else f"{tag[:2]}{name}"


def _check_known(setting: str, given: Iterable[str], known: Iterable[str], role: str) -> None:
    if unknown := sorted({*given} - {*known}):
        raise InputError(
            f"{setting} names types that the {role} lacks: {', '.join(unknown)}; it has {', '.join(sorted({*known}))}"
        )
