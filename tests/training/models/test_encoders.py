from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import huggingface_hub.constants
import pytest
import torch
from safetensors.torch import save_file
from tokenizers import ByteLevelBPETokenizer, Tokenizer
from tokenizers.pre_tokenizers import ByteLevel, Digits, Metaspace, PreTokenizer, Sequence
from transformers import (
    AutoConfig,
    AutoModelForMaskedLM,
    BartConfig,
    BertConfig,
    BertForMaskedLM,
    BertModel,
    GPT2Config,
    GPT2LMHeadModel,
    PretrainedConfig,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
)

from schemas.errors import InputError
from schemas.experiments import MASKED_LM_TYPES
from schemas.model_options import ModelOptions
from tests.support.training.benchmarks import write_encoder
from tests.support.training.tiny import SENTENCES, TAGS, ner_batch, some_tags, tiny_tokenizer
from training.data.vocabulary import SPECIAL_TOKENS
from training.models.bartner import BartNer
from training.models.encoders import (
    ENCODER_TYPES,
    load_encoder,
    load_masked_lm,
    load_seq2seq,
    load_tokenizer,
    max_pieces,
    window_pieces,
)
from training.models.ner_model import build_model, load_model

TINY: dict[str, Any] = {
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "max_position_embeddings": 66,
}


ROBERTA = RobertaConfig(vocab_size=300, **TINY)


def byte_level(folder: Path) -> Tokenizer:
    """The tokenizer of an encoder like RoBERTa, whose configuration is put into the folder."""
    pieces = ByteLevelBPETokenizer()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    pieces.train_from_iterator(["ann met ann in rome"] * 3, vocab_size=300, min_frequency=1, special_tokens=special)
    ROBERTA.save_pretrained(folder)
    tokenizer: Tokenizer = pieces._tokenizer
    return tokenizer


def save_generic(folder: Path, tokenizer: Tokenizer) -> None:
    """Save it under the class that is the same for all tokenizers, and knows nothing of theirs."""
    special = {
        "cls_token": "<s>",
        "sep_token": "</s>",
        "pad_token": "<pad>",
        "unk_token": "<unk>",
        "mask_token": "<mask>",
    }
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special).save_pretrained(folder)  # type: ignore[no-untyped-call]


def pieces_of(folder: Path, words: list[str]) -> list[str]:
    found = load_tokenizer(str(folder))
    ids = found(words, is_split_into_words=True, add_special_tokens=False)["input_ids"]
    return list(found.convert_ids_to_tokens(ids))


@pytest.mark.parametrize("config", [ROBERTA, BartConfig(vocab_size=300)])
def test_words_of_roberta_and_bart_begin_with_their_space(config: PretrainedConfig, tmp_path: Path) -> None:
    """Each word by itself is what it is within a sentence, also the first."""
    RobertaTokenizerFast(tokenizer_object=byte_level(tmp_path)).save_pretrained(tmp_path)
    config.save_pretrained(tmp_path)
    assert pieces_of(tmp_path, ["ann", "met", "ann"]) == ["Ġann", "Ġmet", "Ġann"]


@pytest.mark.parametrize("pre_tokenizer", [ByteLevel(False), Sequence([Digits(), ByteLevel(False)])])
def test_words_begin_with_their_space_whatever_class_the_tokenizer_was_saved_under(
    pre_tokenizer: PreTokenizer, tmp_path: Path
) -> None:
    tokenizer = byte_level(tmp_path)
    tokenizer.pre_tokenizer = pre_tokenizer
    save_generic(tmp_path, tokenizer)
    assert pieces_of(tmp_path, ["ann", "met", "ann"]) == ["Ġann", "Ġmet", "Ġann"]
    load_tokenizer(str(tmp_path)).save_pretrained(tmp_path / "again")
    ROBERTA.save_pretrained(tmp_path / "again")
    assert pieces_of(tmp_path / "again", ["ann", "met", "ann"]) == ["Ġann", "Ġmet", "Ġann"]


def test_room_is_left_for_special_pieces_that_the_tokenizer_itself_does_not_add(tmp_path: Path) -> None:
    """The batches have them in any case, and no position is behind the last."""
    save_generic(tmp_path, byte_level(tmp_path))
    tokenizer = load_tokenizer(str(tmp_path))
    assert tokenizer.num_special_tokens_to_add() == 0
    assert max_pieces(ROBERTA, tokenizer) == 66 - 2 - 2


def test_windows_by_hand(tmp_path: Path) -> None:
    encoder = write_encoder(tmp_path)
    tokenizer = load_tokenizer(encoder)
    assert window_pieces(encoder, tokenizer, 10) == 8
    assert window_pieces(encoder, tokenizer, 0) == window_pieces(encoder, tokenizer, 32) == 30
    for length in (2, 33):
        with pytest.raises(InputError, match=f"max_length = {length}: .* takes 3 to 32 pieces"):
            window_pieces(encoder, tokenizer, length)


def test_a_tokenizer_that_reads_each_word_as_the_inside_of_one_is_refused(tmp_path: Path) -> None:
    tokenizer = byte_level(tmp_path)
    tokenizer.pre_tokenizer = Metaspace(replacement="Ġ", prepend_scheme="never")
    save_generic(tmp_path, tokenizer)
    with pytest.raises(
        InputError, match=r"otherwise than within a sentence \('a' is \['a'\], 'a a' is \['a', 'Ġ', 'a'\]"
    ):
        load_tokenizer(str(tmp_path))


def test_the_encoder_of_a_sequence_to_sequence_model_is_loaded_alone(seq2seq: str) -> None:
    whole, half = load_seq2seq(seq2seq, "bartner").state_dict(), load_encoder(seq2seq).state_dict()
    assert {f"encoder.{name}" for name in half} == {name for name in whole if name.startswith("encoder.")}
    assert all(torch.equal(value, whole[f"encoder.{name}"]) for name, value in half.items())


def test_the_longest_window_can_be_learnt_and_generated(
    seq2seq: str, tokenizer: PreTrainedTokenizerFast, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = build_model(ModelOptions("bartner"), seq2seq, TAGS)
    network = model.network
    assert isinstance(network, BartNer)
    words = max_pieces(model.config, tokenizer)
    batch = ner_batch(tokenizer, [". " * words], [[1] * words])
    assert model(batch).isfinite()
    score = network._scores
    never_ends = torch.tensor([0])
    monkeypatch.setattr(network, "_scores", lambda *given: score(*given).index_fill(-1, never_ends, -torch.inf))
    with torch.no_grad():
        assert len(network._generate(batch)[0]) == 2 * words


def test_an_encoder_is_loaded_from_the_masked_language_model(encoder: str) -> None:
    model, new = load_masked_lm(encoder)
    assert new == 0
    whole = model.state_dict()
    alone = load_encoder(encoder)
    assert alone.config._attn_implementation == "sdpa"
    assert {weight.dtype for weight in alone.parameters()} == {torch.float32}
    assert not any("pooler" in name for name in alone.state_dict())
    assert all(torch.equal(value, whole[f"bert.{name}"]) for name, value in alone.state_dict().items())


def test_an_encoder_is_loaded_by_its_uri(encoder: str) -> None:
    expected, found = load_encoder(encoder), load_encoder(f"file://{encoder}")
    for name, weights in expected.state_dict().items():
        assert torch.equal(weights, found.state_dict()[name])
    assert load_tokenizer(f"file://{encoder}").get_vocab() == load_tokenizer(encoder).get_vocab()


def test_half_precision_weights_become_float32(encoder: str, tmp_path: Path) -> None:
    load_encoder(encoder).half().save_pretrained(tmp_path)  # type: ignore[no-untyped-call]
    assert {weight.dtype for weight in load_encoder(str(tmp_path)).parameters()} == {torch.float32}


def test_a_head_for_masked_language_modelling_is_made_where_there_is_none(
    tmp_path: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    BertModel(BertConfig(vocab_size=len(tokenizer), **TINY)).save_pretrained(tmp_path)
    model, new = load_masked_lm(str(tmp_path))
    assert new == 6
    assert model.state_dict()["cls.predictions.transform.dense.weight"].any()


def test_checkpoints_of_the_first_berts_are_read(encoder: str, tmp_path: Path) -> None:
    """As `bert-base-cased` is: old names of the layer norms, a pooler, and a head for the next sentence."""
    whole, _ = load_masked_lm(encoder)
    whole.config.save_pretrained(tmp_path)
    old = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): value.clone()
        for name, value in whole.state_dict().items()
        if name != "cls.predictions.decoder.bias"
    }
    hidden = whole.config.hidden_size
    old |= {"bert.pooler.dense.weight": torch.zeros(hidden, hidden), "bert.pooler.dense.bias": torch.zeros(hidden)}
    old |= {"cls.seq_relationship.weight": torch.zeros(2, hidden), "cls.seq_relationship.bias": torch.zeros(2)}
    save_file(old, tmp_path / "model.safetensors", {"format": "pt"})
    for load in (load_encoder, lambda name: load_masked_lm(name)[0]):
        expected, found = load(encoder).state_dict(), load(str(tmp_path)).state_dict()
        assert expected.keys() == found.keys()
        assert all(torch.equal(expected[name], found[name]) for name in expected)


def test_the_tokenizer_neither_cuts_nor_pads(encoder: str, tmp_path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
    load_encoder(encoder).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    path = tmp_path / "tokenizer.json"
    document = json.loads(path.read_text())
    document["truncation"] = {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0}
    path.write_text(json.dumps(document))
    loaded = load_tokenizer(str(tmp_path)).backend_tokenizer
    assert loaded.truncation is None
    assert loaded.encode(" ".join(SENTENCES)).ids == tokenizer.backend_tokenizer.encode(" ".join(SENTENCES)).ids


def test_max_pieces_leaves_room_for_the_special_ones(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    config = load_encoder(encoder).config
    assert max_pieces(config, tokenizer) == 62
    tokenizer_of_less = load_tokenizer(encoder)
    tokenizer_of_less.model_max_length = 20
    assert max_pieces(config, tokenizer_of_less) == 18
    # As many as the position embeddings can take: one more is an error of the model.
    model = load_encoder(encoder)
    assert model(input_ids=torch.full((1, 64), 5)).last_hidden_state.shape == (1, 64, 32)
    with pytest.raises((IndexError, RuntimeError)):
        model(input_ids=torch.full((1, 65), 5))


def test_a_tokenizer_with_more_pieces_than_embeddings_is_refused(encoder: str) -> None:
    larger = tiny_tokenizer(["completely different words " * 3], 400)
    larger.add_tokens([f"more{number}" for number in range(300)])
    with pytest.raises(InputError, match="they do not belong together"):
        max_pieces(load_encoder(encoder).config, larger)


@pytest.mark.parametrize("kind", ENCODER_TYPES)
def test_every_kind_of_encoder_can_be_tagged_with(
    kind: str, tmp_path: Path, tokenizer: PreTrainedTokenizerFast
) -> None:
    config = AutoConfig.for_model(kind, vocab_size=len(tokenizer), pad_token_id=tokenizer.pad_token_id, **TINY)
    new = AutoModelForMaskedLM.from_config(config)  # type: ignore[no-untyped-call]
    new.save_pretrained(tmp_path / "encoder")
    model = build_model(ModelOptions("laner"), str(tmp_path / "encoder"), TAGS)
    batch = ner_batch(tokenizer, SENTENCES, some_tags(SENTENCES))
    longest = max_pieces(model.config, tokenizer) + 2
    assert longest == 64
    whole = load_encoder(str(tmp_path / "encoder"))
    assert whole(input_ids=torch.full((1, longest), 7)).last_hidden_state.shape[1] == longest
    model.save(tmp_path / "model", tokenizer)
    loaded, _ = load_model(tmp_path / "model")
    with torch.no_grad():
        assert torch.equal(loaded.eval()(batch), model.eval()(batch))


class TestWhatCannotBeLoaded:
    def test_an_encoder_where_a_sequence_to_sequence_model_is_needed(self, encoder: str, seq2seq: str) -> None:
        with pytest.raises(
            InputError, match=r"bartner needs a sequence-to-sequence .*, and this is an encoder \(bert\)"
        ):
            load_seq2seq(encoder, "bartner")
        with pytest.raises(InputError, match="masked language modelling needs an encoder .* which bartner takes"):
            load_masked_lm(seq2seq)

    @pytest.mark.parametrize("kind", [kind for kind in ENCODER_TYPES if kind not in MASKED_LM_TYPES])
    def test_an_encoder_that_is_not_trained_further(self, kind: str, tmp_path: Path) -> None:
        AutoConfig.for_model(kind, **TINY).save_pretrained(tmp_path)
        message = (
            f"{tmp_path}: an encoder of type {kind} cannot be .*; the types that can are bert, roberta, xlm-roberta"
        )
        with pytest.raises(InputError, match=message):
            load_masked_lm(str(tmp_path))

    def test_no_such_folder(self) -> None:
        for name in ("/nowhere/encoder", "./encoder", "models/bert/base"):
            with pytest.raises(InputError, match=f"{name}: no such folder"):
                load_encoder(name)

    def test_a_name_without_network(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
        for load in (load_encoder, load_masked_lm, load_tokenizer):
            with pytest.raises(InputError, match="nobody/no-such-model: .* the Hugging Face hub was asked"):
                load("nobody/no-such-model")

    def test_a_revision_is_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
        asked: dict[str, object] = {}

        def from_pretrained(**arguments: object) -> None:
            asked.update(arguments)
            raise OSError("no network")

        monkeypatch.setattr(AutoConfig, "from_pretrained", from_pretrained)
        with pytest.raises(InputError, match="no network"):
            load_encoder("owner/model@a1b2c3")
        assert asked == {"pretrained_model_name_or_path": "owner/model", "revision": "a1b2c3"}

    def test_decoders_and_their_like(self, tmp_path: Path) -> None:
        gpt = GPT2LMHeadModel(GPT2Config(vocab_size=50, n_embd=8, n_layer=1, n_head=2, bos_token_id=1, eos_token_id=1))
        gpt.save_pretrained(tmp_path / "gpt2")
        t5 = T5ForConditionalGeneration(T5Config(vocab_size=50, d_model=8, d_ff=8, d_kv=4, num_layers=1, num_heads=2))
        t5.save_pretrained(tmp_path / "t5")
        for kind in ("gpt2", "t5"):
            for load in (load_encoder, load_masked_lm, load_tokenizer):
                with pytest.raises(InputError, match=f"a model of type {kind} cannot be used as an encoder") as error:
                    load(str(tmp_path / kind))
                assert str(error.value).endswith(
                    "the types that can are bert, distilbert, electra, roberta, xlm-roberta, and for bartner, which "
                    "takes none of these, bart"
                )

    def test_weights_of_a_larger_model(self, encoder: str, tmp_path: Path) -> None:
        self.with_config(encoder, tmp_path, hidden_size=64)
        with pytest.raises(InputError, match="of another shape; this is the checkpoint of another model"):
            load_encoder(str(tmp_path))

    def test_weights_of_a_shallower_model(self, encoder: str, tmp_path: Path) -> None:
        self.with_config(encoder, tmp_path, num_hidden_layers=3)
        with pytest.raises(InputError, match=r"lacks weights of the encoder: encoder.layer.2.*and 13 more"):
            load_encoder(str(tmp_path))

    def test_weights_of_another_kind(self, encoder: str, tmp_path: Path) -> None:
        whole, _ = load_masked_lm(encoder)
        whole.save_pretrained(tmp_path)
        path = tmp_path / "config.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | {"model_type": "roberta"}))
        for load in (load_encoder, load_masked_lm):
            with pytest.raises(InputError, match="lacks weights of the encoder"):
                load(str(tmp_path))

    def with_config(self, encoder: str, folder: Path, **changes: object) -> None:
        load_encoder(encoder).save_pretrained(folder)
        path = folder / "config.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))

    def test_no_weights(self, encoder: str, tmp_path: Path) -> None:
        self.with_config(encoder, tmp_path)
        (tmp_path / "model.safetensors").unlink()
        with pytest.raises(InputError, match="the model cannot be loaded: .*model.safetensors"):
            load_encoder(str(tmp_path))

    def test_a_broken_configuration(self, tmp_path: Path) -> None:
        (tmp_path / "config.json").write_text("{")
        with pytest.raises(InputError, match="the configuration cannot be loaded: .*not a valid JSON"):
            load_encoder(str(tmp_path))

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="the configuration cannot be loaded"):
            load_encoder(str(tmp_path))

    def test_no_tokenizer(self, tmp_path: Path, tokenizer: PreTrainedTokenizerFast) -> None:
        BertForMaskedLM(BertConfig(vocab_size=len(tokenizer), **TINY)).save_pretrained(tmp_path)
        with pytest.raises(InputError, match="there is no tokenizer in it"):
            load_tokenizer(str(tmp_path))

    def test_a_tokenizer_without_a_fast_implementation(self, encoder: str, tmp_path: Path) -> None:
        self.with_config(encoder, tmp_path)
        (tmp_path / "vocab.txt").write_text("\n".join([*SPECIAL_TOKENS, "word"]))
        japanese = {"tokenizer_class": "BertJapaneseTokenizer", "word_tokenizer_type": "basic"}
        (tmp_path / "tokenizer_config.json").write_text(json.dumps(japanese))
        with pytest.raises(InputError, match=r"its tokenizer \(BertJapaneseTokenizer\) has no fast implementation"):
            load_tokenizer(str(tmp_path))

    def test_a_tokenizer_without_special_tokens(
        self, encoder: str, tmp_path: Path, tokenizer: PreTrainedTokenizerFast
    ) -> None:
        self.with_config(encoder, tmp_path)
        bare = PreTrainedTokenizerFast(tokenizer_object=tokenizer.backend_tokenizer, pad_token="[PAD]")  # type: ignore[no-untyped-call]
        bare.save_pretrained(tmp_path)
        with pytest.raises(InputError, match="its tokenizer has no cls_token, sep_token, unk_token, mask_token"):
            load_tokenizer(str(tmp_path))
