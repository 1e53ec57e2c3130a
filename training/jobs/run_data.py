"""The data of a fine-tuning: target and source, tokenised for the encoder, with one label set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from training.data.corpus import NerSplit, bio_tags
from training.data.label_maps import Labels, match_labels
from training.data.tokenised import TokenisedNer, tokenise_ner
from training.jobs.tagging import window_pieces
from training.models.encoders import load_tokenizer

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast


@dataclass
class RunData:
    """What the runs of a fine-tuning read, by role: train, dev and test of the target, and the source.

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
    _tokenised: dict[tuple[str, int, bool], TokenisedNer] = field(default_factory=dict, init=False, repr=False)

    def split(self, role: str, limit: int = 0) -> NerSplit:
        """The sentences of a role, or the first of them."""
        return NerSplit(self.source, "train") if role == "source" else NerSplit(self.target, role, limit)

    @cached_property
    def sentences(self) -> dict[str, int]:
        """Number of sentences of each role."""
        roles = ("train", "dev", "test", "source") if self.source else ("train", "dev", "test")
        return {role: sum(part.rows for part in self.split(role).manifest_parts()) for role in roles}

    def labels(self, with_source: bool = False) -> Labels:
        """The types of a model that learns from the source too or from the target alone, and what the others become."""
        return self._labels if with_source else self._labels.without_source()

    @cached_property
    def _labels(self) -> Labels:
        target = bio_tags(*(self.split(role) for role in ("train", "dev", "test")))
        if not self.source:
            return match_labels(target, (), {}, self.normalise)
        return match_labels(target, bio_tags(self.split("source")), self.label_map, self.normalise, self.label_sets)

    @cached_property
    def tokenizer(self) -> PreTrainedTokenizerFast:
        return load_tokenizer(self.encoder)

    def check(self) -> None:
        """Raise InputError where the encoder takes shorter windows than asked for."""
        self._max_pieces()

    def _max_pieces(self) -> int:
        return window_pieces(self.encoder, self.tokenizer, self.max_length)

    def tokenised(self, role: str, cache: Path, limit: int = 0, with_source: bool = False) -> TokenisedNer:
        """The sentences of a role, or the first of them, with the tags of the model: see `labels`."""
        key = role, limit, with_source
        if key not in self._tokenised:
            tags = bio_tags(self.split(role))
            data = tokenise_ner(self.split(role, limit), self.tokenizer, tags, self._max_pieces(), cache)
            self._tokenised[key] = self.labels(with_source).apply(data, role)
        return self._tokenised[key]
