"""The data of a fine-tuning: target, source and what is added, tokenised for the encoder, with one label set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from schemas.catalog.corpora import BENCHMARK_SPLITS
from schemas.errors import InputError
from schemas.labels import OUTSIDE
from training.data.additions import draw
from training.data.corpus import NerSplit, TextSample, bio_tags
from training.data.label_maps import SOURCE, Labels, match_labels
from training.data.tokenised import TokenisedNer, tokenise_ner, tokenise_sample
from training.models.encoders import load_tokenizer, window_pieces

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

_USES = {"train": "trained on", "dev": "chosen by"}
"""What becomes of models by a split, for people: in the words of the warning when the dataset is read."""

UNLABELLED = "unlabelled"
"""The role of the sentences of the target's domain that nobody annotated, for models that also learn from text."""


@dataclass
class RunData:
    """What the runs of a fine-tuning read, by role: train, dev and test of the target, the source, `+name` for a
    dataset that is added, and UNLABELLED.

    Raises InputError, when it is read, where a benchmark or the encoder cannot be used or the label sets do not match.
    """

    target: str
    """Location of the `ner_benchmark` with the splits train, dev and test."""
    source: str
    """Location of the `ner_benchmark` whose split train is the source; empty for none."""
    encoder: str
    max_length: int
    label_map: Mapping[str, str]
    normalise: Mapping[str, str]
    label_sets: str
    """union or target: see `match_labels`."""
    added: Mapping[str, str] = field(default_factory=dict)
    """By name, the location of each `ner_benchmark` whose split train may be added."""
    text: TextSample | None = None
    """The sentences that nobody annotated, where any are read, but for their seed."""
    _tokenised: dict[tuple[str, int, tuple[str, ...]], TokenisedNer] = field(
        default_factory=dict, init=False, repr=False
    )

    def split(self, role: str, limit: int = 0) -> NerSplit:
        """The sentences of a role, or the first of them."""
        others = self._others
        return NerSplit(others[role], "train") if role in others else NerSplit(self.target, role, limit)

    @property
    def _others(self) -> dict[str, str]:
        """The locations of what is beside the target, by role."""
        source = {SOURCE: self.source} if self.source else {}
        return source | {f"+{name}": location for name, location in self.added.items()}

    @cached_property
    def sentences(self) -> dict[str, int]:
        """Number of sentences of each role."""
        roles = (*BENCHMARK_SPLITS, *self._others)
        unlabelled = {UNLABELLED: self.text.size()} if self.text else {}
        return {role: sum(part.rows for part in self.split(role).manifest_parts()) for role in roles} | unlabelled

    def labels(self, others: Iterable[str] = ()) -> Labels:
        """The types of a model that learns from the target and from other roles, and what all types become."""
        return self._labels.only(others)

    def draw(self, roles: Iterable[str], share: float, seed: int) -> dict[str, NDArray[np.bool_]]:
        """By role, which sentences belong to a share of those of these roles, as `training.data.additions.draw`.

        A sentence that stands in the target's dev or test split is none of them.
        """
        return draw({role: self._not_held_out(role) for role in roles}, share, seed)

    def _not_held_out(self, role: str) -> NDArray[np.bool_]:
        return np.array([tuple(words) not in self._held_out for words, _ in self.split(role).sentences()])

    def _without_held_out(self, source: TokenisedNer) -> TokenisedNer:
        kept = self._not_held_out(SOURCE)
        if not kept.any():
            raise InputError(
                f"{self.source}: all {len(kept):,} sentences of its split train stand in the dev or test split of the "
                f"target ({self.target}); name another source"
            )
        return source if kept.all() else source.only(kept)

    @cached_property
    def _held_out(self) -> set[tuple[str, ...]]:
        return {tuple(words) for role in ("dev", "test") for words, _ in self.split(role).sentences()}

    @cached_property
    def _labels(self) -> Labels:
        target = bio_tags(*(self.split(role) for role in BENCHMARK_SPLITS))
        others = {role: bio_tags(self.split(role)) for role in self._others}
        return match_labels(target, others, self.label_map, self.normalise, self.label_sets)

    @cached_property
    def tokenizer(self) -> PreTrainedTokenizerFast:
        return load_tokenizer(self.encoder)

    def check(self) -> None:
        """Raise InputError where the encoder takes shorter windows than asked for, and where the whole of a split that
        models are trained on or chosen by has no entity."""
        self._max_pieces()
        for split, use in _USES.items():
            if {*self._labels.target_tags(self.split(split).tags())} == {OUTSIDE}:
                merged = ", or leave it some in normalise" if self.normalise else ""
                raise InputError(
                    f"{self.target}: {split} has no entities, so models cannot be {use} it; give the dataset a "
                    f"{split}.txt with some{merged}"
                )

    def _max_pieces(self) -> int:
        return window_pieces(self.encoder, self.tokenizer, self.max_length)

    def tokenised(self, role: str, cache: Path, limit: int = 0, others: tuple[str, ...] = ()) -> TokenisedNer:
        """The sentences of a role, or the first of them, with the tags of the model: see `labels`.

        Of the source those that stand in the target's dev or test split are left out. Raises InputError where none is
        left.
        """
        key = role, limit, others
        if key not in self._tokenised:
            tags = bio_tags(self.split(role))
            data = tokenise_ner(self.split(role, limit), self.tokenizer, tags, self._max_pieces(), cache)
            if role == SOURCE:
                data = self._without_held_out(data)
            self._tokenised[key] = replace(self.labels(others).apply(data, role), domain=int(role in self._others))
        return self._tokenised[key]

    def tokenised_text(self, cache: Path, seed: int, others: tuple[str, ...] = ()) -> TokenisedNer:
        """The sentences that nobody annotated, drawn by the seed, for a model of the tags of `labels`."""
        assert self.text is not None
        tags = self.labels(others).tags
        return tokenise_sample(replace(self.text, seed=seed), self.tokenizer, tags, self._max_pieces(), cache)
