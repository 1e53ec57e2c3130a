"""What the settings of a training name and its jobs do: what is trained on, baselines, encoders, maskings, devices."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from schemas.errors import InputError
from schemas.model_options import ModelOptions

SETTINGS = ("direct", "source-then-target", "joint")
"""Settings of a fine-tuning (CrossNER, section 'Experiments')."""

OTHERS, EACH = "others", "each"
"""In the name of a setting, instead of a dataset: all those that there are to add, together or one by one."""

_ADDED = re.compile(r"(\+[^\W_][\w.-]*)+(@0\.\d{0,3}[1-9])?")

SETTING_NAMES = (
    # What `Setting.parse` takes, for people.
    f"{', '.join(SETTINGS)}; each may be followed by +music or +music+science (datasets whose training sentences are "
    f"added to the target's), +{OTHERS} (all that there are to add) or +{EACH} (each of them in a setting of its own), "
    f"and that by @0.1 (a share of these sentences, four decimals at most): direct, joint+music, direct+{OTHERS}@0.1"
)


@dataclass(frozen=True)
class Setting:
    """What a run trains on; `parse` and `str` turn it from and into its name."""

    base: str
    """One of SETTINGS."""
    added: tuple[str, ...] = ()
    """Datasets whose training sentences are added to the target's (the student report, sections 3.1 and 3.3)."""
    share: float = 1.0
    """How many of the added sentences are taken, of all of them."""

    @classmethod
    def parse(cls, text: str) -> Setting:
        """The setting that a name like `direct+music@0.5` stands for. Raises InputError where it is none."""
        base, plus, _ = text.partition("+")
        names, share = split_share(text.removeprefix(base))
        added = tuple(names.split("+")[1:])
        if base not in SETTINGS or (plus and not _ADDED.fullmatch(text.removeprefix(base))):
            raise InputError(f"settings: there is no {text}; there are {SETTING_NAMES}")
        if len({*added}) < len(added):
            raise InputError(f"settings: {text} adds a dataset twice")
        if {OTHERS, EACH} <= {*added}:
            raise InputError(f"settings: {text} adds all others, so each of them is added already")
        return cls(base, added, share)

    def with_others(self, others: Iterable[str]) -> Setting:
        """The setting with the names of datasets instead of OTHERS."""
        named = [name for each in self.added for name in (others if each == OTHERS else [each])]
        return replace(self, added=tuple(dict.fromkeys(named)))

    def __str__(self) -> str:
        return "+".join([self.base, *self.added]) + (f"@{self.share:g}" if self.share < 1 else "")


ZERO_SHOT = "zero-shot"
"""Setting of a model that is given the target's types and none of its sentences."""

OUTSIDE = ("flair", "gliner", "gliner-tuned", "transformers")
"""Baselines of packages that are none of the project's own: the package, and a way of using it where there are two."""

UNTRAINED = ("gliner",)
"""Of these, those whose models are run as they are: zero-shot, and once, since no chance is in it."""


def package_of(baseline: str) -> str:
    """The package of one of OUTSIDE, which has its environment and its program."""
    return baseline.partition("-")[0]


LABELS = ("union", "target")
"""Types that a model with a source is trained on: those of source and target (LANER, section 2.2.2), or those of the
target, among which all of the source must then be."""

MASKINGS = ("token", "span", "span-corrected")
"""Ways to mask: each piece for itself; in spans as CrossNER's code makes them; the same without its bias."""

DEVICES = ("auto", "cpu", "cuda", "mps")
"""Where models are trained; auto takes a GPU where there is one."""

PRECISIONS = ("auto", "float32", "bf16")
"""What models compute in; auto is bf16 on GPUs that have it, else float32."""

MASKED_LM_TYPES = ("bert", "roberta", "xlm-roberta")
"""Kinds of encoders, as their configuration names them, that can be trained further as masked language models."""

PLAIN = "plain"
"""The encoder that the others of its kind are trained further from."""

SEQ2SEQ = "seq2seq"
"""The encoder that is a sequence-to-sequence model."""

WORD_VECTORS = ("word-vectors", "word-char-vectors")
"""Encoders that are pre-trained vectors: of words alone, and with those of character n-grams behind them."""

_SHARED = re.compile(r"(.+)@(0\.\d{0,3}[1-9])")


def split_share(encoder: str) -> tuple[str, float]:
    """The name of an encoder without the share of the corpus that it ends in, and the share: of `dapt-task@0.25`.

    The share is 1 where there is none, or none of at most four decimals.
    """
    match = _SHARED.fullmatch(encoder)
    return (match[1], float(match[2])) if match else (encoder, 1.0)


def is_taken(name: str) -> bool:
    """Whether a name stands for a setting, a model or a number of datasets, so that it cannot be a dataset's.

    Settings name datasets beside these: `direct+others`, `5e-5,joint=1e-3`.
    """
    if name in (OTHERS, EACH, *SETTINGS, *OUTSIDE):
        return True
    try:
        ModelOptions.parse(name)
    except InputError:
        return False
    return True
