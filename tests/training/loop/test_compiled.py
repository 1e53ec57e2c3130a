from __future__ import annotations

from training.loop.compiled import compile_layers
from training.models.encoders import load_masked_lm
from training.models.masked_lm import MaskedLanguageModel


def test_the_layers_of_an_encoder_are_compiled_and_nothing_else(encoder: str) -> None:
    model = MaskedLanguageModel(load_masked_lm(encoder)[0])
    names = [*model.state_dict()]
    compile_layers(model)
    compiled = [name for name, each in model.named_modules() if each._compiled_call_impl is not None]
    assert compiled == ["model.bert.encoder.layer.0", "model.bert.encoder.layer.1"]
    assert [*model.state_dict()] == names
