from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoConfig, AutoModelForMaskedLM, BertForMaskedLM

from schemas.experiments import MASKED_LM_TYPES
from tests.support.training.benchmarks import write_encoder
from training.data.batches import IGNORED, text_batches
from training.data.masking import Masking
from training.data.tokenised import TokenisedText
from training.models.encoders import load_masked_lm, load_tokenizer
from training.models.masked_lm import MaskedBatch, MaskedLanguageModel, masked_batches, weight_of


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
    assert all(each.grad is not None and (each.grad == 0).all() for each in model.parameters())


@pytest.mark.parametrize("kind", MASKED_LM_TYPES)
def test_every_kind_that_can_be_trained_further_has_a_loss_of_its_own_head(kind: str, tmp_path: Path) -> None:
    size = {
        "vocab_size": 50,
        "hidden_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 8,
    }
    torch.manual_seed(0)
    new = AutoModelForMaskedLM.from_config(AutoConfig.for_model(kind, **size))  # type: ignore[no-untyped-call]
    new.save_pretrained(tmp_path)
    model = load_masked_lm(str(tmp_path))[0].train(False)
    labels = torch.tensor([[IGNORED, 12, IGNORED, 14, IGNORED]])
    ids = torch.tensor([[10, 11, 12, 13, 14]])
    batch = MaskedBatch(ids, torch.tensor([1, 3]), torch.tensor([12, 14]))
    torch.testing.assert_close(MaskedLanguageModel(model)(batch), model(input_ids=ids, labels=labels).loss)
