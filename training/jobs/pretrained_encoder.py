"""The job that fetches a pre-trained encoder and keeps a copy of it beside the corpora."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schemas.catalog.training import BEST
from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from training.jobs.attachments import attach_file
from training.loop.runtime import Runtime
from training.models.encoders import check_seq2seq, load_encoder, load_tokenizer, max_pieces
from training.models.hub import asking_hub

_SMALL = ("*.json", "*.txt", "*.model")
_WEIGHTS = ("*.safetensors", "*.bin")
"""Files of weights, the preferred ones first."""


@dataclass(frozen=True)
class PretrainedEncoder:
    """Copies an encoder with its tokenizer and heads, as it was published, into the dataset `encoder`."""

    source: str
    """Local folder, or name on the Hugging Face hub; `name@revision` pins a branch, tag or commit."""
    seq2seq: bool = False
    """Whether it is to be a sequence-to-sequence model."""

    def units(self) -> list[Unit]:
        check_seq2seq(self.source, self.seq2seq, f"{'seq2seq' if self.seq2seq else 'name'} in [Encoder]")
        return [Unit(0, 1, self.source)]

    def run(self, payload: Any, _runtime: Runtime) -> Callable[[Shard], None]:
        """Fetch the encoder and check that it can be used; it is attached under `_best`."""
        folder = Path(payload) if Path(payload).is_dir() else _download(payload)
        max_pieces(load_encoder(str(folder)).config, load_tokenizer(str(folder)))
        files = _checkpoint(folder)

        def write(shard: Shard) -> None:
            for file in files:
                attach_file(shard, "encoder", f"{BEST}/{file.name}", file)
            # The hub's cache names a snapshot's folder by its commit.
            shard.count("source", f"{payload} at {folder.name}" if not Path(payload).is_dir() else payload)

        return write


def _download(name: str) -> Path:
    """The folder with the files of a model of the hub, fetched now. Raises InputError where they cannot be fetched."""
    from huggingface_hub import snapshot_download

    model, _, revision = name.partition("@")
    try:
        with asking_hub() as away:
            for weights in _WEIGHTS:
                folder = Path(snapshot_download(model, revision=revision or None, allow_patterns=[*_SMALL, weights]))
                if any(folder.glob(weights)):
                    return folder
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: cannot be fetched from the Hugging Face hub: {away or error}") from error
    raise InputError(f"{name}: there are no weights in it ({' or '.join(_WEIGHTS)})")


def _checkpoint(folder: Path) -> list[Path]:
    """The files of a checkpoint: configuration, tokenizer, and the weights in one format."""
    weights: Iterable[Path] = next((found for kind in _WEIGHTS if (found := sorted(folder.glob(kind)))), [])
    return sorted({*(path for kind in _SMALL for path in folder.glob(kind)), *weights})
