"""What was run, the first section of the evaluation's report, and the parameters of the runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from schemas.datasets.dataset import Manifest
from schemas.markdown import bullets, table
from schemas.text_table import rounded_duration
from training.report.markdown import Section, code
from training.report.results import Results

_MEANINGS = {
    "direct": "the target's training sentences alone",
    "source-then-target": "the source first, then the target",
    "joint": "source and target together, the target repeated",
    "zero-shot": "no sentences, only the names of the types",
}


class OtherParameter(NamedTuple):
    """A value of a parameter whose value is not the same for all runs."""

    name: str
    value: Any
    runs: list[str]
    """Target and model of the runs that have it."""


def overview_section(
    results: Results,
    parameters: Mapping[str, Any],
    others: Sequence[OtherParameter] = (),
    encoders: Mapping[str, str] = MappingProxyType({}),
) -> Section:
    """What was run, and how to read the figures.

    `parameters` are those that all runs share, `others` those that do not, `encoders` by name what is said of those
    that models start from.
    """
    rows = results.rows
    if not rows:
        return Section("What was run", [])
    settings = list(dict.fromkeys(each.setting for each in results.combinations))
    seeds = sorted({row["seed"] for row in rows})
    sizes = sorted({few_shot for _, _, few_shot in results.means if few_shot})
    everything = ["all"] if any(not few_shot for _, _, few_shot in results.means) else []
    facts = {
        "targets": _names(results.targets),
        "settings": ", ".join(
            f"`{each}` ({_MEANINGS[each]})" if each in _MEANINGS else f"`{each}`" for each in settings
        ),
        "encoders": _names(dict.fromkeys(row["encoder"] for row in rows)),
        **{f"`{name}`": size for name, size in encoders.items()},
        "models": _names(dict.fromkeys(row["model"] for row in rows)),
        "seeds": ", ".join(map(str, seeds)),
        "target sentences trained on": ", ".join([*everything, *(f"{size:,}" for size in sizes)]),
        "time of all runs together": rounded_duration(sum(row["seconds"] for row in rows)),
    }
    blocks = [
        f"{len(rows):,} runs. A run fine-tunes an encoder on a target, takes the epoch with the best F1 on the "
        "development split, and is scored on the test split.",
        bullets(f"{name}: {value}" for name, value in facts.items()),
        "Scores are micro F1 of whole entities in percent, as mean ± sample standard deviation over the seeds; a score "
        "without ± is that of one run. A dash stands for what was not run. An average is the mean of its row, and only "
        "rows that are complete have one. The best of each column is bold.",
    ]
    if parameters:
        lines = [[f"`{name}`", code(value)] for name, value in parameters.items()]
        blocks += ["Parameters that all runs share:", table(["parameter", "value"], lines, names=2)]
    if others:
        lines = [[f"`{each.name}`", code(each.value), "; ".join(each.runs)] for each in others]
        blocks += ["Parameters that differ:", table(["parameter", "value", "targets and models"], lines, names=3)]
    return Section("What was run", blocks)


def shared_parameters(manifests: Sequence[Manifest], without: Sequence[str]) -> dict[str, Any]:
    """The parameters that have one value in all manifests, sorted by name; those named in `without` left out."""
    found = [manifest.provenance.parameters for manifest in manifests]
    return {
        name: value
        for name, value in sorted(found[0].items() if found else ())
        if name not in without and all(name in each and each[name] == value for each in found)
    }


def other_parameters(manifests: Sequence[Manifest], without: Sequence[str]) -> list[OtherParameter]:
    """The parameters that have several values in the manifests of runs, sorted by name; those in `without` left out."""
    found = [manifest.provenance.parameters for manifest in manifests]
    shared = shared_parameters(manifests, without)
    others: list[OtherParameter] = []
    for name in sorted({name for each in found for name in each} - {*shared, *without}):
        by_value: dict[str, OtherParameter] = {}
        for each in found:
            if name in each:
                row = by_value.setdefault(code(each[name]), OtherParameter(name, each[name], []))
                if (run := f"{each['target']} {each['model']}") not in row.runs:
                    row.runs.append(run)
        others += by_value.values()
    return others


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
