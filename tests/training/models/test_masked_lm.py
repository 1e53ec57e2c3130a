from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from transformers import BertForMaskedLM

from tests.support.training.benchmarks import write_encoder
from training.data.batches import IGNORED, text_batches
from training.data.masking import Masking
from training.data.tokenised import TokenisedText
from training.models.encoders import load_masked_lm, load_tokenizer
from training.models.masked_lm import MaskedLanguageModel, masked_batches, weight_of


def masked(folder: Path, probability: float) -> tuple[MaskedLanguageModel, np.ndarray, Masking]:
    encoder = write_encoder(folder)
    tokenizer = load_tokenizer(encoder)
    special = tokenizer.all_special_ids
    masking = Masking("token", probability, tokenizer.mask_token_id, len(tokenizer), special, 1)
    blocks = np.random.default_rng(0).integers(len(special), len(tokenizer), (6, 10)).astype(np.int32)
    return MaskedLanguageModel(load_masked_lm(encoder)[0]).eval(), blocks, masking


def test_the_loss_is_that_of_the_whole_model(tmp_path: Path) -> None:
    model, blocks, masking = masked(tmp_path, 0.3)
    make_text = text_batches(TokenisedText(blocks, {}), load_tokenizer(str(tmp_path)))
    numbers = np.array([4, 0, 5])
    ids = make_text(numbers).input_ids
    seen, labels = masking(ids.numpy(), numbers + 12)
    stock = BertForMaskedLM.from_pretrained(tmp_path)
    stock.train(False)
    expected = stock(input_ids=torch.from_numpy(seen), labels=torch.from_numpy(labels)).loss
    batch = masked_batches(make_text, masking, 6)(numbers + 12)
    assert weight_of(batch) == (labels != IGNORED).sum() > 0
    torch.testing.assert_close(model(batch), expected)


def test_a_batch_in_which_nothing_is_to_be_predicted_has_no_loss_and_no_gradient(tmp_path: Path) -> None:
    model, blocks, masking = masked(tmp_path, 1e-12)
    make_text = text_batches(TokenisedText(blocks, {}), load_tokenizer(str(tmp_path)))
    batch = masked_batches(make_text, masking, 6)(np.arange(6))
    loss = model(batch)
    loss.backward()
    assert (weight_of(batch).item(), loss.item()) == (0, 0.0)
    assert all((each.grad == 0).all() for each in model.parameters() if each.grad is not None)
