"""The sections of the evaluation's report on encoders: how they represent entities, and how they were trained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from schemas.catalog.training import BEST
from schemas.datasets.dataset import Manifest, read_dataset, read_manifest
from schemas.files import storage
from schemas.markdown import table
from schemas.text_table import counted, rounded_duration
from training.report import figures
from training.report.markdown import NOTHING, Section, code, picture_name
from training.report.results import read_rows


@dataclass(frozen=True)
class Training:
    """A pre-trained model: its name, its manifest and the rows of its log."""

    name: str
    manifest: Manifest
    log: Sequence[Mapping[str, Any]]


def read_training(name: str, location: str) -> Training:
    """Manifest and log of the model at the location."""
    return Training(name, read_manifest(location), sorted(read_rows(location), key=lambda row: row["step"]))


def encoder_size(location: str) -> str:
    """The kind and size of the encoder in the dataset at the location, for people, and whether it is untrained."""
    from transformers import AutoConfig

    config = AutoConfig.for_model(**storage.read_json(storage.join(location, BEST, "config.json")))
    layers = config.num_hidden_layers
    depth = f"{counted(layers, 'layer')} of {config.hidden_size:,}"
    size = f"{config.model_type}, {depth}, {config.vocab_size:,} pieces"
    # One that was fetched says from where.
    return size if "source" in read_manifest(location).counts else f"{size}, untrained"


def read_representations(location: str) -> dict[str, tuple[np.ndarray, list[str]]]:
    """By encoder, the vectors (entities × dimensions) and types of the dataset's entities."""
    vectors: dict[str, list[np.ndarray]] = {}
    types: dict[str, list[str]] = {}
    for batch in read_dataset(location, ["encoder", "type", "vector"]):
        encoders = np.array(batch.column("encoder").to_pylist())
        for encoder in dict.fromkeys(encoders.tolist()):
            chosen = batch.filter(encoders == encoder)
            # Encoders differ in their number of dimensions.
            flat = chosen.column("vector").flatten().to_numpy()
            vectors.setdefault(encoder, []).append(flat.reshape(chosen.num_rows, -1))
            types.setdefault(encoder, []).extend(chosen.column("type").to_pylist())
    return {encoder: (np.concatenate(found), types[encoder]) for encoder, found in vectors.items()}


def representation_section(datasets: Iterable[Mapping[str, str]]) -> Section:
    """t-SNE of the entities of test splits, a panel for each encoder; `datasets` have a target and a location."""
    blocks, pictures = [], {}
    for entry in datasets:
        target, encoders = entry["target"], read_representations(entry["location"])
        panels = {name: found for name, found in encoders.items() if len(found[1]) >= figures.FEWEST_POINTS}
        if not panels:
            continue
        file = picture_name("representations", target)
        pictures[file] = figures.representations(panels)
        total = max(len(types) for _, types in panels.values())
        drawn = min(total, figures.MOST_POINTS)
        blocks += [
            f"### {target}",
            f"{total:,} entities" + (f", of which {drawn:,} are drawn." if drawn < total else "."),
            f"![Entities of {target} by type, for each encoder]({file})",
        ]
    if blocks:
        blocks.insert(
            0,
            "The encoders' last hidden states at the first piece of each entity of the test split, before any "
            "fine-tuning, in two dimensions by t-SNE (NER-BERT, section 6). Distances between far groups, and the size "
            "of groups, mean nothing.",
        )
    return Section("Entity representations", blocks, pictures)


def training_section(models: Sequence[Training]) -> Section:
    """Curves and throughput of the pre-trainings, and how many words of the data have a pre-trained vector."""
    blocks: list[str] = []
    pictures = {}
    for dataset, title, measure, scale, digits, best in (
        ("dapt_model", "Domain-adaptive pre-training", "validation loss", 1.0, 4, min),
        ("ner_bert", "NER-BERT", "validation F1 (%)", 100.0, 2, max),
    ):
        chosen = [each for each in models if each.manifest.dataset == dataset and each.log]
        if not chosen:
            continue
        file = picture_name(dataset, "training")
        pictures[file] = figures.curves(_training_panels(chosen, measure, scale))
        head = [
            "model",
            "steps",
            "epochs",
            "pieces",
            "best " + measure,
            "at step",
            "time",
            "pieces/s",
            "waited for data",
        ]
        blocks += [
            f"### {title}",
            table(head, [_training_line(each, scale, digits, best) for each in chosen]),
            f"![Training of {', '.join(each.name for each in chosen)}]({file})",
            _parameter_table({each.name: each.manifest.provenance.parameters for each in chosen}),
        ]
    if vectors := [each for each in models if each.manifest.dataset == "encoder"]:
        blocks += ["### Word vectors", _vector_table(vectors)]
    return Section("Pre-training", blocks, pictures)


def _vector_table(models: Sequence[Training]) -> str:
    names = list(dict.fromkeys(name for each in models for name in each.manifest.counts["words"]))
    lines = [
        [
            each.name,
            *(f"{counts[name]:,}" if name in (counts := each.manifest.counts["words"]) else NOTHING for name in names),
        ]
        for each in models
    ]
    return table(["vectors", *(f"words that {name}" for name in names)], lines)


def _training_line(model: Training, scale: float, digits: int, best: Any) -> list[str]:
    last = model.log[-1]
    measured = [row for row in model.log if row["validation"] is not None]
    top = best(measured, key=lambda row: row["validation"]) if measured else None
    seconds = last["seconds"]
    return [
        model.name,
        f"{last['step']:,}",
        f"{last['epoch']:.2f}",
        f"{last['tokens']:,}",
        f"{scale * top['validation']:.{digits}f}" if top else NOTHING,
        f"{top['step']:,}" if top else NOTHING,
        rounded_duration(seconds),
        f"{last['tokens'] / seconds:,.0f}" if seconds else NOTHING,
        f"{last['waited'] / seconds:.1%}" if seconds else NOTHING,
    ]


def _training_panels(models: Sequence[Training], measure: str, scale: float) -> list[figures.Panel]:
    losses, validations = [], []
    for each in models:
        measured = [row for row in each.log if row["validation"] is not None]
        losses.append(figures.Line(each.name, _millions(each.log), [row["loss"] for row in each.log]))
        validations.append(
            figures.Line(each.name, _millions(measured), [scale * row["validation"] for row in measured])
        )
    pieces = "million pieces"
    return [figures.Panel("", pieces, "training loss", losses), figures.Panel("", pieces, measure, validations)]


def _millions(log: Sequence[Mapping[str, Any]]) -> list[float]:
    return [row["tokens"] / 1e6 for row in log]


def _parameter_table(parameters: Mapping[str, Mapping[str, Any]]) -> str:
    names = sorted({name for each in parameters.values() for name in each})
    if not names:
        return ""
    lines = [
        [f"`{name}`", *(code(each[name]) if name in each else NOTHING for each in parameters.values())]
        for name in names
    ]
    return table(["parameter", *parameters], lines)
