"""The figures that the papers print for their target domains, all with BERT-base-cased unless they say otherwise.

CrossNER (Liu et al., 2021, arXiv:2012.04373), LANER (Hu et al., 2022), NER-BERT (Liu et al., 2021, arXiv:2112.00405).
Micro F1 of the test splits in percent, averaged over three runs in CrossNER and LANER, over five in NER-BERT. Figures
that one paper cites from another stand here once, under the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from schemas.experiments import PLAIN


class TestSplit(NamedTuple):
    """What the papers say of a test split."""

    sentences: range
    """Numbers that it may have: where the paper prints hundreds, all that round to them."""
    types: int | None
    """None where the papers at hand do not say."""

    def wanted(self) -> str:
        """For people."""
        first, last = self.sentences[0], self.sentences[-1]
        size = f"{first:,}" if first == last else f"{first:,} to {last:,}"
        return f"{size} sentences" + (f" and {self.types} types" if self.types else "")


def _exactly(sentences: int, types: int) -> TestSplit:
    return TestSplit(range(sentences, sentences + 1), types)


def _hundreds(hundreds: int, types: int | None) -> TestSplit:
    return TestSplit(range(100 * hundreds - 50, 100 * hundreds + 50), types)


CROSSNER = ("politics", "science", "music", "literature", "ai")
MIT = ("movie", "restaurant")
OTHERS = ("twitter", "broad_twitter", "bionlp13cg", "bionlp13pc", "finance", "defense")
"""NER-BERT's other six domains, in the order of its table 2."""

TEST_SPLITS = {
    # As their authors distribute them (CrossNER's table 1 has 456 for music).
    **{"politics": _exactly(651, 9), "science": _exactly(543, 17), "music": _exactly(465, 13)},
    **{"literature": _exactly(416, 12), "ai": _exactly(431, 14)},
    # LANER's table 1 has 14 types for movie, its text 12, which are those of the files.
    **{"movie": _exactly(1953, 12), "restaurant": _exactly(1521, 8)},
    # NER-BERT's table 3, and its section 4.1.
    **{"twitter": _hundreds(15, 4), "broad_twitter": _hundreds(20, 3)},
    **{"bionlp13cg": _hundreds(19, None), "bionlp13pc": _hundreds(17, None)},
    # NER-BERT counts 305 test sentences of Finance, the list that comes with the files 303.
    **{"finance": TestSplit(range(303, 306), 4), "defense": _exactly(199, 10)},
}


class Published(NamedTuple):
    """A row of a published table."""

    source: str
    """The paper."""
    table: str
    setting: str
    """direct, source-then-target or joint; empty where neither the paper nor its code says."""
    model: str
    """The kind of model, by our name for it; by the paper's where we have no such model."""
    pretraining: str
    """What the encoder was trained on after BERT-base-cased; "none" for nothing."""
    f1: Mapping[str, float]
    """By target."""


def _five(*f1: float) -> dict[str, float]:
    return dict(zip(CROSSNER, f1, strict=True))


def _mit(*f1: float) -> dict[str, float]:
    return dict(zip(MIT, f1, strict=True))


def _six(*f1: float) -> dict[str, float]:
    return dict(zip(OTHERS, f1, strict=True))


_LEVELS = ("domain", "entity", "task", "integrated")
_CROSSNER_2, _NER_BERT_2 = ("CrossNER", "table 2"), ("NER-BERT", "table 2")
_LANER_2, _LANER_3, _LANER_4 = (("LANER", f"table {number}") for number in (2, 3, 4))
_DIRECT, _TRANSFER, _JOINT = "direct", "source-then-target", "joint"
_PLAIN = "none"
_TOKEN = "DAPT, token-level masking, {} corpus"
_SPAN = "DAPT, span-level masking, {} corpus"
_DAPT = _SPAN.format("integrated")
_TYPES = "NER-BERT, {} types"
_WORDS = "no BERT: vectors of words"
_WORDS_AND_CHARACTERS = "no BERT: vectors of words and characters"
_BART = "no BERT: BART-base"

ENCODERS = {
    _PLAIN: PLAIN,
    **{_TOKEN.format(level): f"dapt-{level}-token" for level in _LEVELS},
    **{_SPAN.format(level): f"dapt-{level}-span" for level in _LEVELS},
    **{_TYPES.format(types): f"ner-bert-{types}" for types in (315, 212, 4)},
    **{_WORDS: "word-vectors", _WORDS_AND_CHARACTERS: "word-char-vectors", _BART: "seq2seq"},
}
"""By what a published encoder was trained on, our name for such an encoder, where we have one."""

PUBLISHED = (
    Published(*_CROSSNER_2, _DIRECT, "tagger", _PLAIN, _five(66.56, 63.73, 66.59, 59.95, 50.37)),
    Published(*_CROSSNER_2, _DIRECT, "tagger", _TOKEN.format("domain"), _five(67.21, 64.63, 70.56, 62.54, 53.66)),
    Published(*_CROSSNER_2, _DIRECT, "tagger", _TOKEN.format("entity"), _five(67.59, 65.97, 70.64, 63.77, 53.94)),
    Published(*_CROSSNER_2, _DIRECT, "tagger", _TOKEN.format("task"), _five(67.30, 65.04, 70.37, 62.10, 53.19)),
    Published(*_CROSSNER_2, _DIRECT, "tagger", _TOKEN.format("integrated"), _five(68.83, 66.55, 72.42, 63.95, 55.44)),
    Published(*_CROSSNER_2, _DIRECT, "tagger", _SPAN.format("entity"), _five(68.58, 66.70, 71.62, 64.67, 55.65)),
    Published(*_CROSSNER_2, _DIRECT, "tagger", _SPAN.format("task"), _five(68.37, 65.84, 70.66, 63.85, 54.48)),
    Published(*_CROSSNER_2, _DIRECT, "tagger", _DAPT, _five(70.45, 67.59, 73.39, 64.96, 56.36)),
    Published(
        *_NER_BERT_2,
        _DIRECT,
        "tagger",
        _TYPES.format(4),
        _five(70.76, 68.31, 71.02, 63.91, 57.03) | _six(83.40, 77.26, 78.80, 83.91, 77.55, 69.22),
    ),
    Published(
        *_NER_BERT_2,
        _DIRECT,
        "tagger",
        _TYPES.format(212),
        _five(73.81, 71.09, 75.98, 68.13, 58.58) | _six(83.46, 77.06, 79.20, 85.11, 77.85, 70.28),
    ),
    Published(
        *_NER_BERT_2,
        _DIRECT,
        "tagger",
        _TYPES.format(315),
        _five(73.69, 71.90, 76.23, 67.85, 60.39) | _six(83.59, 77.30, 79.86, 85.35, 78.72, 70.79),
    ),
    Published(*_LANER_4, _DIRECT, "laner", _PLAIN, _five(68.13, 66.21, 68.75, 61.37, 53.09)),
    Published(*_LANER_4, _DIRECT, "laner", _DAPT, _five(71.83, 69.23, 74.79, 66.35, 58.12)),
    Published(*_CROSSNER_2, _TRANSFER, "tagger", _PLAIN, _five(68.71, 64.94, 68.30, 63.63, 58.88)),
    Published(*_CROSSNER_2, _TRANSFER, "tagger", _TOKEN.format("domain"), _five(69.37, 66.68, 72.05, 65.15, 61.48)),
    Published(*_CROSSNER_2, _TRANSFER, "tagger", _TOKEN.format("entity"), _five(70.32, 67.03, 71.55, 65.76, 61.52)),
    Published(*_CROSSNER_2, _TRANSFER, "tagger", _TOKEN.format("task"), _five(70.21, 65.99, 71.74, 65.32, 60.29)),
    Published(*_CROSSNER_2, _TRANSFER, "tagger", _TOKEN.format("integrated"), _five(71.44, 67.53, 74.02, 66.57, 61.90)),
    Published(*_CROSSNER_2, _TRANSFER, "tagger", _SPAN.format("entity"), _five(71.85, 68.04, 73.34, 66.28, 61.66)),
    Published(*_CROSSNER_2, _TRANSFER, "tagger", _SPAN.format("task"), _five(70.77, 67.41, 73.01, 66.58, 61.68)),
    Published(*_CROSSNER_2, _TRANSFER, "tagger", _DAPT, _five(72.05, 68.78, 75.71, 69.04, 62.56)),
    Published(
        *_NER_BERT_2,
        _TRANSFER,
        "tagger",
        _TYPES.format(4),
        _five(71.98, 69.27, 75.46, 66.37, 59.03) | _six(83.85, 77.70, 79.57, 84.29, 77.88, 70.21),
    ),
    Published(
        *_NER_BERT_2,
        _TRANSFER,
        "tagger",
        _TYPES.format(212),
        _five(75.09, 72.13, 79.49, 71.33, 63.27) | _six(83.77, 77.74, 79.63, 84.97, 78.30, 70.70),
    ),
    Published(
        *_NER_BERT_2,
        _TRANSFER,
        "tagger",
        _TYPES.format(315),
        _five(76.12, 72.10, 80.20, 71.90, 63.34) | _six(83.97, 77.76, 80.16, 85.86, 78.39, 71.59),
    ),
    Published(
        *_LANER_3, _TRANSFER, "tagger-crf", _PLAIN, _five(70.47, 66.77, 70.34, 67.15, 58.03) | _mit(69.92, 78.74)
    ),
    Published(*_LANER_3, _TRANSFER, "tagger-crf", _DAPT, _five(73.07, 68.99, 77.53, 68.82, 62.63)),
    Published(*_LANER_3, _TRANSFER, "laner", _PLAIN, _five(71.65, 69.29, 73.07, 67.98, 61.72) | _mit(72.41, 80.55)),
    Published(*_LANER_3, _TRANSFER, "laner", _DAPT, _five(74.06, 71.83, 78.78, 71.11, 65.79)),
    Published(
        *_LANER_3, _TRANSFER, "laner-no-context", _PLAIN, _five(70.94, 71.11, 71.51, 67.24, 59.23) | _mit(72.26, 80.35)
    ),
    Published(*_LANER_3, _TRANSFER, "laner-no-context", _DAPT, _five(73.99, 71.55, 78.71, 70.38, 64.78)),
    Published(
        *_LANER_3,
        _TRANSFER,
        "laner-no-background",
        _PLAIN,
        _five(70.61, 68.43, 70.07, 67.53, 59.41) | _mit(70.79, 79.08),
    ),
    Published(*_LANER_3, _TRANSFER, "laner-no-background", _DAPT, _five(73.94, 70.81, 77.41, 69.45, 62.82)),
    Published(*_CROSSNER_2, _JOINT, "tagger", _PLAIN, _five(68.85, 65.03, 67.59, 62.57, 58.57)),
    Published(*_CROSSNER_2, _JOINT, "tagger", _TOKEN.format("domain"), _five(69.49, 66.37, 71.94, 63.74, 60.53)),
    Published(*_CROSSNER_2, _JOINT, "tagger", _TOKEN.format("entity"), _five(70.01, 66.55, 71.51, 63.35, 61.29)),
    Published(*_CROSSNER_2, _JOINT, "tagger", _TOKEN.format("task"), _five(70.14, 66.06, 70.70, 62.68, 60.14)),
    Published(*_CROSSNER_2, _JOINT, "tagger", _TOKEN.format("integrated"), _five(71.09, 67.58, 72.57, 64.27, 62.55)),
    Published(*_CROSSNER_2, _JOINT, "tagger", _SPAN.format("entity"), _five(71.90, 68.04, 71.98, 64.23, 61.63)),
    Published(*_CROSSNER_2, _JOINT, "tagger", _SPAN.format("task"), _five(71.31, 67.75, 71.17, 63.24, 60.83)),
    Published(*_CROSSNER_2, _JOINT, "tagger", _DAPT, _five(72.76, 68.28, 74.30, 65.18, 63.07)),
    Published(*_CROSSNER_2, _JOINT, "bilstm-crf", _WORDS, _five(52.52, 44.60, 40.77, 35.69, 38.24)),
    Published(
        *_CROSSNER_2,
        _JOINT,
        "bilstm-crf",
        _WORDS_AND_CHARACTERS,
        _five(56.60, 49.97, 44.79, 43.03, 43.56),
    ),
    Published(*_NER_BERT_2, _DIRECT, "tagger", _PLAIN, _six(83.34, 75.61, 78.05, 83.20, 76.23, 68.42)),
    Published(*_NER_BERT_2, _TRANSFER, "tagger", _PLAIN, _six(83.77, 77.28, 78.59, 84.02, 75.97, 69.57)),
    Published(*_LANER_3, _TRANSFER, "tagger", _PLAIN, _mit(69.80, 78.63)),
    Published(*_LANER_2, "", "bilstm-crf", _WORDS_AND_CHARACTERS, _mit(68.31, 78.13)),
    # The paper does not say the setting of Coach; its code trains on the source and ten copies of the target.
    Published(*_CROSSNER_2, _JOINT, "coach", _WORDS, _five(54.01, 44.88, 45.58, 36.18, 40.41)),
    Published(
        *_CROSSNER_2,
        _JOINT,
        "coach",
        _WORDS_AND_CHARACTERS,
        _five(61.50, 52.09, 51.66, 48.35, 45.15),
    ),
    Published(*_LANER_2, "", "coach", "not said", _mit(67.62, 77.82)),
    # Jia et al. (2019) train on both domains at once; NER-BERT cites their own figures, under Source & Target.
    Published(
        *_CROSSNER_2,
        _JOINT,
        "crosslm-crf",
        "language modelling, domain corpus",
        _five(68.44, 64.31, 63.56, 59.59, 53.70),
    ),
    Published(*_NER_BERT_2, _JOINT, "crosslm-crf", "language modelling", {"bionlp13cg": 79.86, "bionlp13pc": 85.54}),
    Published(*_CROSSNER_2, "", "multicell-crf", _PLAIN, _five(70.56, 66.42, 70.52, 66.96, 58.28)),
    Published(*_CROSSNER_2, "", "multicell-crf", _DAPT, _five(71.45, 67.68, 74.19, 68.63, 61.64)),
    Published(*_LANER_2, "", "multicell-crf", _PLAIN, _mit(69.41, 78.67)),
    Published(
        *_LANER_2,
        "",
        "Flair (Akbik et al., 2018)",
        "no BERT: contextual string embeddings",
        _five(69.54, 64.71, 65.60, 61.35, 52.48),
    ),
    Published(
        *_LANER_2,
        "",
        "bartner",
        _BART,
        _five(69.90, 65.14, 65.35, 58.93, 53.00) | _mit(71.55, 79.53),
    ),
)

OTHER_SYSTEMS = tuple(each for each in PUBLISHED if " (" in each.model)
"""The rows of systems that are none of our models: named with their paper."""

PUBLISHED_TYPES = {
    ("music", _DIRECT, _PLAIN): (77.35, 26.57, 71.65, 60.61, 80.71, 84.93, 67.82, 59.36, 7.97, 17.20),
    ("music", _DIRECT, _DAPT): (78.89, 42.63, 83.03, 65.93, 85.70, 83.86, 77.17, 69.43, 10.09, 19.20),
    ("music", _TRANSFER, _PLAIN): (79.12, 42.04, 68.45, 61.79, 76.75, 88.85, 78.47, 69.70, 10.15, 29.80),
    ("music", _TRANSFER, _DAPT): (80.82, 58.67, 82.72, 69.28, 84.58, 85.61, 80.54, 75.16, 12.59, 28.67),
}
"""F1 by type of CrossNER's tagger, by target, setting and pre-training (table 4), in the order of PUBLISHED_COLUMNS."""

PUBLISHED_COLUMNS = (
    *("musicgenre", "song", "band", "album", "musicalartist"),
    *("country", "location", "organisation", "person", "misc"),
)

PERSON_AS_ARTIST = 84.81
"""Share of the person entities of music that CrossNER's best model took for musical artists ('Fine-grained
Comparison')."""

DISTANCES = {"ai": {"politics": 530.5, "science": 383.7, "literature": 145.2, "music": 150.6}}
"""By target, how far the student report found other datasets from it (section 4.5), by Euclidean distance."""

STUDENT_TAGS: Mapping[str, tuple[float | None, float | None, float, int]] = {
    "B-location": (0.62, 0.65, 0.63, 86),
    "B-misc": (0.59, 0.39, 0.47, 1038),
    "B-organisation": (0.49, 0.54, 0.51, 242),
    "B-person": (0.61, 0.74, 0.67, 183),
    "B.person": (0.00, 0.00, 0.00, 0),
    "I-location": (0.64, 0.05, 0.10, 134),
    "I-misc": (0.59, 0.46, 0.52, 1085),
    "I-organisation": (0.52, 0.57, 0.54, 385),
    "I-person": (0.75, 0.93, 0.83, 172),
    "O": (0.88, 0.95, 0.91, 7594),
    "accuracy": (None, None, 0.81, 10919),
    "macro average": (0.57, 0.53, 0.52, 10919),
    "weighted average": (0.79, 0.81, 0.79, 10919),
}
"""Precision, recall, F1 and words of the student report's classification report (figure 4), of ai with merged types.

The numbers of words are those of CrossNER's development split, but for the 89 I-university: they are in I-location,
while each B-university is a B-organisation. So its F1 of I-location says little. B.person is a tag that no word has.
"""

STUDENT_TYPES = frozenset({"person", "location", "organisation", "misc"})
"""What it merges types to (section 4.3)."""

ADDED = {
    "ai": "the student report found 50 % of the added sentences to be best, with types merged and not (section 4.4), "
    "with an F1 of 59, by 68.6 % more than with none (section 6). It says neither which mean of F1 that is nor of what "
    "the percentages are."
}
"""By target, what the student report prints of its figure 2, whose points it does not."""
