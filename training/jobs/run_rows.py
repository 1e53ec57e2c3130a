"""What is written of a run: rows of `ner_runs`, `ner_scores` and `ner_predictions`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from training.jobs.run_plan import Run
from training.loop.fit import Fit
from training.models.scores import EntityCounts


def run_row(run: Run, fit: Fit, scores: EntityCounts, sentences: int, seconds: float) -> dict[str, Any]:
    """The row of NER_RUNS of a run on so many target sentences; the job adds the names of target, encoder and model."""
    precision, recall, f1, _ = scores.micro()
    return {
        **run._asdict(),
        "sentences": sentences,
        "epochs": math.ceil(fit.epochs),
        "best_epoch": fit.best_epoch,
        "dev_f1": fit.best_score,
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "seconds": seconds,
    }


def score_rows(run: Run, scores: EntityCounts) -> list[dict[str, Any]]:
    """A row of NER_SCORES for each type."""
    return [{**run._asdict(), "type": name, **each._asdict()} for name, each in scores.by_type().items()]


def prediction_rows(
    run: Run, sentences: Iterable[list[str]], gold: Iterator[list[str]], predicted: Iterator[list[str]]
) -> list[dict[str, Any]]:
    """A row of NER_PREDICTIONS for each sentence, given its tokens, its tags and those predicted for it."""
    return [
        {**run._asdict(), "sentence": number, "tokens": tokens, "tags": tags, "predicted": guess}
        for number, (tokens, tags, guess) in enumerate(zip(sentences, gold, predicted, strict=True))
    ]
