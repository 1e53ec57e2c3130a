"""Domain-adaptive pre-training: a masked language model is trained further on the sentences of a domain.

After Liu et al. (2021), 'CrossNER', sections 'Pre-training Corpus' and 'Span-level Pre-training'.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray

from schemas.chance import uniform
from schemas.datasets.shards import Shard, Unit
from schemas.errors import InputError
from training.data.batches import evaluation_plan, iterate, text_batches, text_plan
from training.data.corpus import TextLevel
from training.data.masking import Masking
from training.data.tokenised import tokenise_text
from training.jobs.attachments import attach_training
from training.jobs.checks import check_learning_rate, check_least
from training.loop.checkpoints import ModelFolder
from training.loop.fit import Batches, Validation, fit
from training.loop.runtime import Runtime
from training.loop.schedule import Schedule
from training.loop.throughput import dense_parameters, flops_per_token
from training.models.encoders import check_masked_lm, load_config, load_masked_lm, load_tokenizer, max_pieces
from training.models.masked_lm import MaskedBatch, MaskedLanguageModel, masked_batches, weight_of

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

_CLIP = 1.0


@dataclass(frozen=True)
class DaptModel:
    """Trains a masked language model further on one domain and level of `dapt_corpus`; writes `dapt_model`."""

    corpus: str
    """URI of the dataset `dapt_corpus`."""
    domain: str
    level: str
    """domain, entity, task or integrated."""
    encoder: str
    """The model to start from: a Hugging Face name or a local folder."""
    masking: str
    """token, span or span-corrected: see `training.data.masking`."""
    mask_probability: float
    """Of a piece to be predicted: 0.15 in the paper, 0.2 in its code."""
    block: int
    """Pieces of a training example, the two special ones counted."""
    epochs: int
    batch_size: int
    """Blocks of one optimiser step."""
    micro_batch: int
    """Blocks at most that a device takes at a time; 0 for its share of a step."""
    learning_rate: float
    """Of the first step; it falls to 0, linearly."""
    held_out: float
    """Share of the blocks, chosen by hash, that are not trained on but decide which epoch was the best."""
    seed: int
    share: float = 1.0
    """Of the blocks that are not held out, how many are trained on, chosen by hash: a greater share has those of a
    smaller one too (CrossNER, 'Performance vs. Unlabeled Corpus Size')."""

    def units(self) -> list[Unit]:
        """The one training. Raises InputError for settings and data that cannot be used."""
        TextLevel(self.corpus, self.domain, self.level).parts()
        check_least(self, epochs=1, batch_size=1, micro_batch=0)
        check_learning_rate(self.learning_rate)
        self._schedule().rows(processes=1)
        if not 0 < self.held_out < 1:
            raise InputError(f"held_out = {self.held_out}: give the share of the blocks to validate on, as 0.02")
        if not 0 < self.share <= 1:
            raise InputError(f"share = {self.share}: give the share of the blocks to train on, as 0.25, or 1 for all")
        check_masked_lm(self.encoder)
        tokenizer = load_tokenizer(self.encoder)
        most = max_pieces(load_config(self.encoder), tokenizer) + 2
        if not 3 <= self.block <= most:
            raise InputError(f"block = {self.block}: {self.encoder} takes 3 to {most} pieces")
        self._masking(tokenizer)
        return [Unit(0, 1, f"{self.domain}, {self.level}")]

    def run(self, _payload: str, runtime: Runtime) -> Callable[[Shard], None]:
        """Train, going on where a killed training was; the model's folders and the log are written."""
        schedule = self._schedule()
        rows = schedule.rows(runtime.world)
        tokenizer = load_tokenizer(self.encoder)
        torch.manual_seed(self.seed)
        masked_lm, new_in_head = load_masked_lm(self.encoder)
        model = MaskedLanguageModel(masked_lm)
        level = TextLevel(self.corpus, self.domain, self.level)
        text = tokenise_text(level, tokenizer, self.block - 2, runtime.cache)
        blocks = len(text.blocks)
        trained, held_out = self._split(blocks)
        make_batch = masked_batches(text_batches(text, tokenizer), self._masking(tokenizer), blocks)
        folder = runtime.scratch / "model"

        def save(path: Path) -> None:
            model.model.save_pretrained(path)
            tokenizer.save_pretrained(path)

        result = fit(
            model,
            self._batches(model, trained, blocks, rows, make_batch, runtime),
            schedule,
            runtime,
            seed=self.seed,
            validation=Validation(lambda: mean_loss(model, held_out, make_batch, rows, runtime), lower_is_better=True),
            folder=ModelFolder(folder, save),
        )

        def write(shard: Shard) -> None:
            shard.seen += text.counts["sentences"]
            shard.count_all("text", text.counts)
            shard.count_all("blocks", {"trained": len(trained), "held_out": len(held_out)})
            if left_out := blocks - len(trained) - len(held_out):
                shard.count("blocks", "left_out", left_out)
            # Tensors of the head that the checkpoint lacked: the first steps are spent on them.
            shard.count_all("head", {"new": new_in_head})
            shard.write_rows("dapt_model", result.log)
            attach_training(shard, "dapt_model", folder)

        return write

    def _batches(
        self,
        model: MaskedLanguageModel,
        trained: NDArray[np.int64],
        blocks: int,
        rows: int,
        make: Callable[[NDArray[Any]], MaskedBatch],
        runtime: Runtime,
    ) -> Batches:
        """The batches of each epoch: the same blocks, which are masked in another way."""
        config = model.model.config
        return Batches(
            plan_of_epoch=lambda epoch: text_plan(
                trained + epoch * blocks, rows, seed=self.seed, epoch=epoch, rank=runtime.rank, world=runtime.world
            ),
            make=make,
            weight_of=weight_of,
            tokens_of=lambda batch: torch.tensor(batch.input_ids[:, 2:].numel(), device=batch.input_ids.device),
            flops_per_token=flops_per_token(
                dense_parameters(model), config.num_hidden_layers, config.hidden_size, self.block
            ),
        )

    def _masking(self, tokenizer: PreTrainedTokenizerFast) -> Masking:
        special = tokenizer.all_special_ids
        return Masking(self.masking, self.mask_probability, tokenizer.mask_token_id, len(tokenizer), special, self.seed)

    def _schedule(self) -> Schedule:
        return Schedule(
            learning_rate=self.learning_rate,
            epochs=self.epochs,
            batch_size=self.batch_size,
            micro_batch=self.micro_batch,
            decay="linear",
            clip=_CLIP,
        )

    def _split(self, blocks: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Numbers of the blocks to train on and to hold out.

        A sentence with copies may be in blocks of both kinds: the held-out loss compares epochs and is not a test.
        """
        if blocks < 2:
            raise InputError(
                f"{self.corpus}: domain {self.domain}, level {self.level} does not fill two blocks of {self.block} "
                "pieces, one to train on and one to hold out; take a smaller block or a larger level"
            )
        chances = np.array([uniform(self.seed, "held-out", number) for number in range(blocks)])
        order = np.argsort(chances, kind="stable")
        count = min(blocks - 1, max(1, round(self.held_out * blocks)))
        n_trained = max(1, round(self.share * (blocks - count)))
        return np.sort(order[count : count + n_trained]), np.sort(order[:count])


def mean_loss(
    model: MaskedLanguageModel,
    blocks: NDArray[np.int64],
    make_batch: Callable[[NDArray[np.int64]], MaskedBatch],
    rows: int,
    runtime: Runtime,
) -> float:
    """Mean loss over the masked pieces of these blocks, of all processes; they are masked alike each time."""
    plan = evaluation_plan(np.zeros(len(blocks), np.int64), rows, rank=runtime.rank, world=runtime.world)
    sums = torch.zeros(2, device=runtime.device)
    for batch in iterate([blocks[each] for each in plan], make_batch, device=runtime.device):
        weight = weight_of(batch)
        sums += torch.stack([model(batch) * weight, weight])
    loss, weight = runtime.accelerator.reduce(sums, reduction="sum").tolist()
    return float(loss / max(1.0, weight))
