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


@dataclass(frozen=True)
class Labels:
    """The types that a model is trained on, and what the benchmarks' types become."""

    tags: tuple[str, ...]
    """`O`, then `B-x` and `I-x` for every type of the model, types sorted."""
    target: Mapping[str, str]
    """Type of the target -> type of the model, or O."""
    source: Mapping[str, str]
    """Type of the source -> type of the model, or O."""

    @property
    def of_source_only(self) -> list[str]:
        """Types of the model that the target lacks, sorted."""
        return sorted({*self.source.values()} - {*self.target.values(), OUTSIDE})

    def without_source(self) -> Labels:
        """Those of a model that learns from the target alone."""
        return Labels(_bio_tags(self.target.values()), self.target, {})

    def target_tags(self, tags: Iterable[str]) -> list[str]:
        """Tags of the target as those of the model."""
        return [_renamed(tag, self.target) for tag in tags]

    def apply(self, data: TokenisedNer, role: str) -> TokenisedNer:
        """The data of the `source` or the `target` with the model's tags.

        In the target's, the tags of types that only the source has are called O: where the model predicts one, it has
        found no entity of the target.
        """
        names = self.source if role == "source" else self.target
        ids = np.array([self.tags.index(_renamed(tag, names)) for tag in data.tags], np.int16)
        own = {OUTSIDE, *names.values()}
        tags = self.tags if role == "source" else tuple(tag if tag[2:] in own else OUTSIDE for tag in self.tags)
        return replace(data, tags=tags, tag_ids=ids[data.tag_ids])


def match_labels(
    target: Sequence[str],
    source: Sequence[str],
    label_map: Mapping[str, str],
    normalise: Mapping[str, str],
    labels: str = UNION,
) -> Labels:
    """What the BIO tags of target and source become by the two maps, as FineTuning describes them.

    The model's types are those of both (LANER, section 2.2.2), or those of the target, as `labels` says. Raises
    InputError where `label_map` names a type that the source lacks, where `normalise` names only types that are not
    there, and, where `labels` is `target`, for types of the source that the target lacks.
    """
    target_types, source_types = _types(target), _types(source)
    mapped = {name: label_map.get(name, name) for name in source_types}
    _check_known("label_map", label_map, source_types, "source")
    # One setting serves several targets, and none of them has all the types that are merged.
    if normalise and not normalise.keys() & {*target_types, *mapped.values()}:
        _check_known("normalise", normalise, target_types, "target")
    target_names = {name: normalise.get(name, name) for name in target_types}
    source_names = {name: normalise.get(middle, middle) for name, middle in mapped.items()}
    scored = {*target_names.values()} - {OUTSIDE}
    if not scored:
        raise InputError("the target has no entity types to train on; look at its tags and at normalise")
    strange = {*source_names.values()} - scored - {OUTSIDE}
    if strange and labels == TARGET:
        names = ", ".join(name for name, new in source_names.items() if new in strange)
        raise InputError(
            f"the label sets do not match: the source has types that the target lacks: {names}; name the target's type "
            f"for each in label_map, or O to leave them out, or set labels = {UNION}. The target has "
            f"{', '.join(sorted(scored))}"
        )
    return Labels(_bio_tags(scored | strange), target_names, source_names)


def _bio_tags(types: Iterable[str]) -> tuple[str, ...]:
    return LabelSet("", tuple(sorted({*types} - {OUTSIDE}))).bio_tags


def _types(tags: Sequence[str]) -> list[str]:
    return sorted({tag[2:] for tag in tags} - {""})


def _renamed(tag: str, names: Mapping[str, str]) -> str:
    name = OUTSIDE if tag == OUTSIDE else names[tag[2:]]
    return OUTSIDE if name == OUTSIDE else f"{tag[:2]}{name}"


def _check_known(setting: str, given: Mapping[str, str], known: Sequence[str], role: str) -> None:
    if unknown := sorted(given.keys() - {*known}):
        raise InputError(
            f"{setting} names types that the {role} lacks: {', '.join(unknown)}; it has {', '.join(sorted({*known}))}"
        )
