"""The figures that the papers print for CrossNER's five target domains, all with BERT-base-cased.

Tables 2 and 4 of CrossNER (Liu et al., 2021, arXiv:2012.04373), tables 2 to 4 of LANER (Hu et al., 2022), table 2 of
NER-BERT (Liu et al., 2021, arXiv:2112.00405). Micro F1 of the test splits in percent, averaged over three runs in
CrossNER and LANER, over five in NER-BERT. Figures that one paper cites from another stand here once, under the first.
"""

from __future__ import annotations

from typing import NamedTuple

TEST_SPLITS = {"politics": (651, 9), "science": (543, 17), "music": (465, 13), "literature": (416, 12), "ai": (431, 14)}
"""Sentences and types of the test splits as their authors distribute them (the paper's table 1 has 456 for music)."""


class Published(NamedTuple):
    """A row of a published table."""

    source: str
    """The paper."""
    setting: str
    """direct, source-then-target or joint; empty where the paper does not say."""
    model: str
    """The kind of model, by our name for it; by the paper's where we have no such model."""
    pretraining: str
    """What the encoder was trained on after BERT-base-cased; "none" for nothing."""
    f1: tuple[float, float, float, float, float]
    """In the order of TEST_SPLITS."""

    def of(self, target: str) -> float | None:
        """The figure for a target, None where it is not one of CrossNER's."""
        return dict(zip(TEST_SPLITS, self.f1, strict=True)).get(target)


_CROSSNER, _LANER, _NER_BERT = "CrossNER", "LANER", "NER-BERT"
_DIRECT, _TRANSFER, _JOINT = "direct", "source-then-target", "joint"
_PLAIN = "none"
_TOKEN = "DAPT, token-level masking, {} corpus"
_SPAN = "DAPT, span-level masking, {} corpus"
_DAPT = _SPAN.format("integrated")
_TYPES = "NER-BERT, {} types"

PUBLISHED = (
    Published(_CROSSNER, _DIRECT, "tagger", _PLAIN, (66.56, 63.73, 66.59, 59.95, 50.37)),
    Published(_CROSSNER, _DIRECT, "tagger", _TOKEN.format("domain"), (67.21, 64.63, 70.56, 62.54, 53.66)),
    Published(_CROSSNER, _DIRECT, "tagger", _TOKEN.format("entity"), (67.59, 65.97, 70.64, 63.77, 53.94)),
    Published(_CROSSNER, _DIRECT, "tagger", _TOKEN.format("task"), (67.30, 65.04, 70.37, 62.10, 53.19)),
    Published(_CROSSNER, _DIRECT, "tagger", _TOKEN.format("integrated"), (68.83, 66.55, 72.42, 63.95, 55.44)),
    Published(_CROSSNER, _DIRECT, "tagger", _SPAN.format("entity"), (68.58, 66.70, 71.62, 64.67, 55.65)),
    Published(_CROSSNER, _DIRECT, "tagger", _SPAN.format("task"), (68.37, 65.84, 70.66, 63.85, 54.48)),
    Published(_CROSSNER, _DIRECT, "tagger", _DAPT, (70.45, 67.59, 73.39, 64.96, 56.36)),
    Published(_NER_BERT, _DIRECT, "tagger", _TYPES.format(4), (70.76, 68.31, 71.02, 63.91, 57.03)),
    Published(_NER_BERT, _DIRECT, "tagger", _TYPES.format(212), (73.81, 71.09, 75.98, 68.13, 58.58)),
    Published(_NER_BERT, _DIRECT, "tagger", _TYPES.format(315), (73.69, 71.90, 76.23, 67.85, 60.39)),
    Published(_LANER, _DIRECT, "laner", _PLAIN, (68.13, 66.21, 68.75, 61.37, 53.09)),
    Published(_LANER, _DIRECT, "laner", _DAPT, (71.83, 69.23, 74.79, 66.35, 58.12)),
    Published(_CROSSNER, _TRANSFER, "tagger", _PLAIN, (68.71, 64.94, 68.30, 63.63, 58.88)),
    Published(_CROSSNER, _TRANSFER, "tagger", _TOKEN.format("domain"), (69.37, 66.68, 72.05, 65.15, 61.48)),
    Published(_CROSSNER, _TRANSFER, "tagger", _TOKEN.format("entity"), (70.32, 67.03, 71.55, 65.76, 61.52)),
    Published(_CROSSNER, _TRANSFER, "tagger", _TOKEN.format("task"), (70.21, 65.99, 71.74, 65.32, 60.29)),
    Published(_CROSSNER, _TRANSFER, "tagger", _TOKEN.format("integrated"), (71.44, 67.53, 74.02, 66.57, 61.90)),
    Published(_CROSSNER, _TRANSFER, "tagger", _SPAN.format("entity"), (71.85, 68.04, 73.34, 66.28, 61.66)),
    Published(_CROSSNER, _TRANSFER, "tagger", _SPAN.format("task"), (70.77, 67.41, 73.01, 66.58, 61.68)),
    Published(_CROSSNER, _TRANSFER, "tagger", _DAPT, (72.05, 68.78, 75.71, 69.04, 62.56)),
    Published(_NER_BERT, _TRANSFER, "tagger", _TYPES.format(4), (71.98, 69.27, 75.46, 66.37, 59.03)),
    Published(_NER_BERT, _TRANSFER, "tagger", _TYPES.format(212), (75.09, 72.13, 79.49, 71.33, 63.27)),
    Published(_NER_BERT, _TRANSFER, "tagger", _TYPES.format(315), (76.12, 72.10, 80.20, 71.90, 63.34)),
    Published(_LANER, _TRANSFER, "tagger-crf", _PLAIN, (70.47, 66.77, 70.34, 67.15, 58.03)),
    Published(_LANER, _TRANSFER, "tagger-crf", _DAPT, (73.07, 68.99, 77.53, 68.82, 62.63)),
    Published(_LANER, _TRANSFER, "laner", _PLAIN, (71.65, 69.29, 73.07, 67.98, 61.72)),
    Published(_LANER, _TRANSFER, "laner", _DAPT, (74.06, 71.83, 78.78, 71.11, 65.79)),
    Published(_LANER, _TRANSFER, "laner-no-context", _PLAIN, (70.94, 71.11, 71.51, 67.24, 59.23)),
    Published(_LANER, _TRANSFER, "laner-no-context", _DAPT, (73.99, 71.55, 78.71, 70.38, 64.78)),
    Published(_LANER, _TRANSFER, "laner-no-background", _PLAIN, (70.61, 68.43, 70.07, 67.53, 59.41)),
    Published(_LANER, _TRANSFER, "laner-no-background", _DAPT, (73.94, 70.81, 77.41, 69.45, 62.82)),
    Published(_CROSSNER, _JOINT, "tagger", _PLAIN, (68.85, 65.03, 67.59, 62.57, 58.57)),
    Published(_CROSSNER, _JOINT, "tagger", _TOKEN.format("domain"), (69.49, 66.37, 71.94, 63.74, 60.53)),
    Published(_CROSSNER, _JOINT, "tagger", _TOKEN.format("entity"), (70.01, 66.55, 71.51, 63.35, 61.29)),
    Published(_CROSSNER, _JOINT, "tagger", _TOKEN.format("task"), (70.14, 66.06, 70.70, 62.68, 60.14)),
    Published(_CROSSNER, _JOINT, "tagger", _TOKEN.format("integrated"), (71.09, 67.58, 72.57, 64.27, 62.55)),
    Published(_CROSSNER, _JOINT, "tagger", _SPAN.format("entity"), (71.90, 68.04, 71.98, 64.23, 61.63)),
    Published(_CROSSNER, _JOINT, "tagger", _SPAN.format("task"), (71.31, 67.75, 71.17, 63.24, 60.83)),
    Published(_CROSSNER, _JOINT, "tagger", _DAPT, (72.76, 68.28, 74.30, 65.18, 63.07)),
    Published(_CROSSNER, _JOINT, "bilstm-crf", "no BERT: vectors of words", (52.52, 44.60, 40.77, 35.69, 38.24)),
    Published(
        _CROSSNER, _JOINT, "bilstm-crf", "no BERT: vectors of words and characters", (56.60, 49.97, 44.79, 43.03, 43.56)
    ),
)

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
