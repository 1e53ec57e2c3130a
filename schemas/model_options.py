"""The models of the project's own, by the names that settings, jobs and reports have for them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from schemas.errors import InputError

KINDS = ("tagger", "laner", "multicell", "bilstm", "rnn", "crosslm", "coach", "bartner")
"""Models of the project's own; `ModelOptions.kind` says what each is."""

KINDS_WITHOUT_ENCODER = ("bilstm", "rnn", "crosslm", "coach")
"""Models that take the input embeddings of an encoder and nothing else of it."""

KINDS_OF_TEXT = ("crosslm",)
"""Models that also learn from sentences that nobody annotated."""

KINDS_OF_SPANS = ("coach", "bartner")
"""Models that look for entities and have no scores of the tags of words, over which a CRF or a weight could stand."""

KINDS_OF_SEQ2SEQ = ("bartner",)
"""Models that take a sequence-to-sequence model whole; no others take one."""

_NAME = re.compile(
    rf"({'|'.join(KINDS)})(-no-background)?(-no-context)?(?:-d([1-9]\d*))?"
    r"(?:-o(0\.\d{0,3}[1-9]))?(-crf)?(-bio)?"
)
MODEL_NAMES = (
    # What `ModelOptions.parse` takes, for people.
    f"{', '.join(KINDS[:-1])} or {KINDS[-1]}; laner may be followed by -no-background, "
    "-no-context and -d50 (size of the label embedding); all but coach, bartner and multicell by -o0.1 (weight of the "
    "words outside of entities, four decimals at most); all but coach and bartner by -crf, and that by -bio (only "
    "valid BIO is decoded); in this order: tagger-crf, laner-no-context, rnn-o0.1"
)


@dataclass(frozen=True)
class ModelOptions:
    """Which model; `parse` and `str` turn it from and into its name."""

    kind: str = "tagger"
    """One of KINDS: tagger (a linear layer), laner (Hu et al.), multicell (Jia and Zhang, 2020), or without an encoder:
    bilstm (Lample et al., 2016), rnn (the student report), crosslm (Jia et al., 2019), coach (Liu et al., 2020); on a
    sequence-to-sequence model: bartner (Yan et al., 2021)."""
    crf: bool = False
    bio: bool = False
    """Whether the CRF decodes valid BIO only."""
    label_background: bool = True
    """LANER: attention of the labels so far over the words."""
    label_context: bool = True
    """LANER: attention of the word over the labels so far."""
    label_embedding: int = 100
    """LANER: size of a label's embedding, and of the states of each direction of the LSTM over them."""
    outside_weight: float = 1.0
    """How much a word outside of entities counts in the loss (the student report, section 4.1)."""

    @classmethod
    def parse(cls, text: str) -> ModelOptions:
        """The options that a name like `laner-no-context-crf` stands for. Raises InputError where it is none."""
        match = _NAME.fullmatch(text)
        if match is None:
            raise InputError(f"model = {text}: no such model; there are {MODEL_NAMES}")
        kind, no_background, no_context, size, outside, crf, bio = match.groups()
        if kind != "laner" and (no_background or no_context or size):
            raise InputError(f"model = {text}: only laner has labels to look back at; there are {MODEL_NAMES}")
        if kind in KINDS_OF_SPANS and (outside or crf):
            raise InputError(
                f"model = {text}: {kind} looks for entities and scores no tags of words; there are {MODEL_NAMES}"
            )
        if kind == "multicell" and outside:
            raise InputError(f"model = {text}: two of multicell's three losses know no weight; there are {MODEL_NAMES}")
        if bio and not crf:
            raise InputError(f"model = {text}: -bio needs -crf before it; there are {MODEL_NAMES}")
        if outside and crf:
            raise InputError(
                f"model = {text}: a CRF has one loss for the sentence, and no word has a weight in it; there are "
                f"{MODEL_NAMES}"
            )
        return cls(
            kind,
            bool(crf),
            bool(bio),
            not no_background,
            not no_context,
            int(size or cls.label_embedding),
            float(outside or cls.outside_weight),
        )

    def __str__(self) -> str:
        parts = [
            "-no-background" * (not self.label_background),
            "-no-context" * (not self.label_context),
            f"-d{self.label_embedding}" * (self.label_embedding != ModelOptions.label_embedding),
            f"-o{self.outside_weight:g}" * (self.outside_weight != ModelOptions.outside_weight),
            "-crf" * self.crf,
            "-bio" * self.bio,
        ]
        return self.kind + "".join(parts)


def check_has_probabilities(setting: str, model: ModelOptions) -> None:
    """Raise InputError for a model that has no probabilities of single tags, which doubts are made of.

    `setting` is where the model is named.
    """
    if model.crf:
        raise InputError(f"{setting} = {model}: a CRF has no probabilities of single tags; take one without -crf")
    if model.kind in KINDS_OF_SPANS:
        raise InputError(
            f"{setting} = {model}: it looks for entities and has no probabilities of single tags; take another"
        )
