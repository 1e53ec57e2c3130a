"""How the papers trained what their figures are of, and in what the runs beside these figures differ from it.

CrossNER's code names what its text leaves out; NER-BERT's values are in its section 4.4, LANER's in its table 5. Of
baselines that are other authors' the papers say no more than how many runs were averaged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from schemas.datasets.dataset import Manifest
from schemas.experiments import PLAIN, SEQ2SEQ, WORD_VECTORS
from schemas.markdown import table
from schemas.model_options import ModelOptions
from training.report.encoder_sections import Training
from training.report.markdown import Section, code
from training.report.published import ENCODERS, PUBLISHED

BERT_BASE_CASED = "bert, 12 layers of 768, 28,996 pieces"
"""As `encoder_size` describes it."""
BART_BASE = "bart, 6 layers of 768, 50,265 pieces"


class Run(NamedTuple):
    """What the papers' values may depend on."""

    target: str
    setting: str
    encoder: str
    model: str


class Said(NamedTuple):
    """A value that a paper or its code names; where several fit a run, the last one counts."""

    paper: str
    parameter: str
    values: tuple[Any, ...]
    """Any of them is the paper's."""
    kinds: tuple[str, ...] = ()
    """Kinds of model that it is of; empty for all."""
    setting: str = ""
    target: str = ""

    def fits(self, run: Run) -> bool:
        """Whether it is of such a run."""
        kind = ModelOptions.parse(run.model).kind
        of_model = not self.kinds or kind in self.kinds
        return of_model and self.setting in ("", run.setting) and self.target in ("", run.target)


_CROSSNER, _NER_BERT, _LANER = "CrossNER", "NER-BERT", "LANER"
_TAGGER, _LABEL_AWARE = ("tagger",), ("laner",)
_ON_VECTORS = ("bilstm", "coach")

SAID = (
    Said(_CROSSNER, "seeds", (3,)),
    Said(_NER_BERT, "seeds", (5,), _TAGGER),
    Said(_LANER, "seeds", (3,), _LABEL_AWARE),
    Said(_CROSSNER, "batch_size", (16,), _TAGGER),
    Said(_CROSSNER, "batch_size", (32,), _TAGGER, "joint", "politics"),
    Said(_CROSSNER, "batch_size", (32,), _ON_VECTORS),
    Said(_CROSSNER, "learning_rate", (5e-5,), _TAGGER),
    Said(_CROSSNER, "learning_rate", (1e-3,), ("bilstm",)),
    Said(_CROSSNER, "learning_rate", (1e-4,), ("coach",)),
    Said(_CROSSNER, "epochs", (300,), _TAGGER),
    Said(_CROSSNER, "patience", (8,), _TAGGER),
    Said(_CROSSNER, "source_epochs", (2,), _TAGGER, "source-then-target"),
    Said(_CROSSNER, "upsampling", (50,), _TAGGER, "joint"),
    Said(_CROSSNER, "upsampling", (10,), _ON_VECTORS, "joint"),
    Said(_NER_BERT, "batch_size", (16, 32), _TAGGER),
    Said(_NER_BERT, "learning_rate", (5e-5,), _TAGGER),
    Said(_LANER, "batch_size", (16,), _LABEL_AWARE),
    Said(_LANER, "learning_rate", (5e-5,), _LABEL_AWARE),
    Said(_LANER, "learning_rate", (1e-5,), _LABEL_AWARE, target="restaurant"),
    Said(_LANER, "epochs", (100,), _LABEL_AWARE),
)
"""Of fine-tunings."""

PRETRAINED = {
    "dapt_model": (
        _CROSSNER,
        {"epochs": 15, "batch_size": 8, "learning_rate": 5e-5, "block": 512, "mask_probability": 0.15},
    ),
    "ner_bert": (_NER_BERT, {"batch_size": 960, "learning_rate": 5e-5}),
}
"""By dataset, the paper of a pre-training and what it or its code says."""


class Difference(NamedTuple):
    """A value of runs beside which a paper's figures stand, and the paper's, both for people."""

    paper: str
    what: str
    """A parameter, or the name of the encoder that models start from."""
    published: str
    here: str


def recipe_section(
    runs: Sequence[Manifest], encoders: Mapping[str, str], models: Sequence[Training], targets: Sequence[str]
) -> Section:
    """What differs from the papers whose figures stand in the report, beside `targets`.

    `runs` are manifests of ner_runs, `encoders` by name what `encoder_size` says of those that models start from.
    """
    beside = _runs_beside(runs, targets)
    if not beside:
        return Section("Differences from the papers", [])
    found: dict[Difference, list[str]] = {}
    for (paper, run), values in beside.items():
        for each in _differences(paper, run, values, encoders):
            found.setdefault(each, []).append(" ".join(run))
    number = Counter(paper for paper, _ in beside)
    of = {each: "all" if len(names) == number[each.paper] else "; ".join(names) for each, names in found.items()}
    for model in models:
        for each in _pretrained_otherwise(model.manifest):
            of[each] = f"{of[each]}; {model.name}" if each in of else model.name
    silent = [" ".join(run) for paper, run in beside if not any(e.paper == paper and e.fits(run) for e in SAID)]
    lines = [[each.paper, f"`{each.what}`", each.published, each.here, names] for each, names in of.items()]
    blocks = [
        "In what the runs beside which published figures stand, and the pre-trainings, differ from what the papers or "
        "their code say; `seeds` is the number of runs. `docs/explanation/training.md` tells what always differs.",
        table(["paper", "what", "published", "here", "of"], lines, names=5)
        if lines
        else "Nothing that they say differs.",
    ]
    if silent:
        blocks.append(f"Of these they name no values: {'; '.join(dict.fromkeys(silent))}.")
    return Section("Differences from the papers", blocks)


def _runs_beside(runs: Sequence[Manifest], targets: Sequence[str]) -> dict[tuple[str, Run], Mapping[str, Any]]:
    """By paper and run, the run's parameters, where figures of the paper stand beside it."""
    found: dict[tuple[str, Run], Mapping[str, Any]] = {}
    for manifest in runs:
        parameters = manifest.provenance.parameters
        # Published figures are of all sentences of a target.
        if parameters.get("target") not in targets or 0 not in parameters.get("few_shot", [0]):
            continue
        for setting in (each for each in parameters.get("settings", ()) if "+" not in each):
            run = Run(parameters["target"], setting, parameters["encoder"], parameters["model"])
            values = {**parameters, **parameters.get("by_setting", {}).get(setting, {})}
            found |= dict.fromkeys(((paper, run) for paper in _papers(run)), values)
    return found


def _papers(run: Run) -> list[str]:
    """The papers that have figures of such runs, or of such a model without a word on the setting."""
    return list(
        dict.fromkeys(
            each.source
            for each in PUBLISHED
            if (each.model, each.setting or run.setting) == (run.model, run.setting)
            and run.target in each.f1
            and _sort(ENCODERS.get(each.pretraining, run.encoder)) == _sort(run.encoder)
        )
    )


def _sort(encoder: str) -> str:
    """What the names of an encoder's variants have in common."""
    return re.split("[-@]", encoder)[0]


def _differences(paper: str, run: Run, values: Mapping[str, Any], encoders: Mapping[str, str]) -> Iterator[Difference]:
    start, size = (SEQ2SEQ, BART_BASE) if run.encoder == SEQ2SEQ else (PLAIN, BERT_BASE_CASED)
    if run.encoder not in WORD_VECTORS and encoders.get(start, size) != size:
        yield Difference(paper, start, size, encoders[start])
    said = {each.parameter: each.values for each in SAID if each.paper == paper and each.fits(run)}
    for name, wanted in said.items():
        here = len(values[name]) if name == "seeds" else values[name]
        if here not in wanted:
            yield Difference(paper, name, " or ".join(code(each) for each in wanted), code(here))


def _pretrained_otherwise(manifest: Manifest) -> Iterator[Difference]:
    paper, said = PRETRAINED.get(manifest.dataset, ("", {}))
    parameters = manifest.provenance.parameters
    for name, wanted in said.items():
        if parameters[name] != wanted:
            yield Difference(paper, name, code(wanted), code(parameters[name]))
