from __future__ import annotations

from pathlib import Path

import pytest
from transformers import PreTrainedTokenizerFast

from tests.support.training.tiny import save_tiny_encoder, tiny_tokenizer
from training.loop.runtime import Runtime, start


@pytest.fixture(scope="session")
def tokenizer() -> PreTrainedTokenizerFast:
    return tiny_tokenizer()


@pytest.fixture(scope="session")
def encoder(tmp_path_factory: pytest.TempPathFactory, tokenizer: PreTrainedTokenizerFast) -> str:
    """Path of a tiny encoder with random weights, the same in every run."""
    return save_tiny_encoder(tmp_path_factory.mktemp("encoder"), tokenizer)


@pytest.fixture(scope="session")
def seq2seq(tmp_path_factory: pytest.TempPathFactory, tokenizer: PreTrainedTokenizerFast) -> str:
    """Path of a tiny BART with random weights, the same in every run."""
    return save_tiny_encoder(tmp_path_factory.mktemp("seq2seq"), tokenizer, layers=1, seq2seq=True)


@pytest.fixture
def runtime(tmp_path: Path) -> Runtime:
    """One process on the CPU, with folders of its own."""
    return start(tmp_path / "scratch", tmp_path / "cache", device="cpu")
