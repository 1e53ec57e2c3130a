"""Keeping the best model of a training."""

from __future__ import annotations

from torch import Tensor, nn

from training.loop.checkpoints import ModelFolder, save_model
from training.loop.progress import Progress
from training.loop.runtime import Runtime


class BestModel:
    """The model with the best score so far: in the folder, or without one in memory."""

    def __init__(
        self,
        model: nn.Module,
        progress: Progress,
        runtime: Runtime,
        *,
        lower_is_better: bool,
        folder: ModelFolder | None,
    ) -> None:
        self._model, self._progress, self._runtime = model, progress, runtime
        self._sign = -1.0 if lower_is_better else 1.0
        self._folder = folder
        self._weights: dict[str, Tensor] = {}

    def offer(self, score: float, epoch: int) -> None:
        """Keep the model as it is now, of this epoch (from 1), where its score is better than all before."""
        best = self._progress.best_score
        if best is not None and self._sign * score <= self._sign * best:
            self._progress.worse += 1
            return
        self._progress.best_score, self._progress.best_epoch, self._progress.worse = score, epoch, 0
        if self._folder is None:
            self._weights = {name: value.clone() for name, value in self._model.state_dict().items()}
        elif self._runtime.is_main:
            save_model(self._folder, "best")

    def restore(self) -> None:
        """Give the model the weights that are kept in memory, where there are any."""
        if self._weights:
            self._model.load_state_dict(self._weights)
