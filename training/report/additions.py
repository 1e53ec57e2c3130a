"""The section of the evaluation's report on added sentences, and on how far datasets are apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from schemas.markdown import table
from training.report.encoder_sections import read_representations
from training.report.markdown import NOTHING, Section
from training.report.published import ADDED, DISTANCES
from training.report.results import Results
from training.report.tables import additions_table

_OF_A_DOMAIN = "dapt"
"""Beginning of the names of encoders that are another one for each target."""


def additions_section(results: Results, datasets: Iterable[Mapping[str, str]], targets: Sequence[str]) -> Section:
    """F1 with what is added and without, and the distances between datasets.

    Published figures stand beside `targets`, whose types may be merged. `datasets` have a target and the location of
    its entity_representations.
    """
    blocks = []
    if measured := additions_table(results):
        blocks += [
            "With all target sentences: what a setting adds are training sentences of other datasets, `others` all of "
            "them together, a number behind `@` the share that was drawn of them, by hash.",
            measured,
        ]
        blocks += [f"Published for {target}: {ADDED[target]}" for target in targets if target in ADDED]
    if apart := distance_table({each["target"]: means(each["location"]) for each in datasets}, targets):
        blocks += [
            "Euclidean distance between datasets: between the means of their entities in the test split, as an encoder "
            "represents them before any fine-tuning (the student report, section 3.3, which does not say what its "
            "vectors are: only the order can be compared).",
            apart,
        ]
    return Section("Added sentences" if measured else "Distances between datasets", blocks)


def means(location: str) -> dict[str, np.ndarray]:
    """By encoder, the mean (dimensions) of the entities of an entity_representations."""
    return {encoder: vectors.mean(axis=0) for encoder, (vectors, _) in read_representations(location).items()}


def distance_table(datasets: Mapping[str, Mapping[str, np.ndarray]], targets: Sequence[str]) -> str:
    """Distances between the means of datasets, by encoder; empty where there are fewer than two datasets.

    Encoders that are trained for one target are left out: what they make of another dataset is no measure.
    """
    names = [*datasets]
    encoders = dict.fromkeys(each for found in datasets.values() for each in found if not each.startswith(_OF_A_DOMAIN))
    lines = []
    for encoder in encoders:
        known = {name: found[encoder] for name, found in datasets.items() if encoder in found}
        for one, mean in known.items():
            cells = [
                f"{np.linalg.norm(mean - known[name]):.2f}" if name in known and name != one else NOTHING
                for name in names
            ]
            lines.append([encoder, one, *cells])
    lines += [
        ["student report, section 4.5", one, *(f"{far[name]:.1f}" if name in far else NOTHING for name in names)]
        for one, far in DISTANCES.items()
        if one in targets and far.keys() & {*names}
    ]
    return table(["encoder", "from", *names], lines, names=2) if len(names) > 1 and lines else ""
