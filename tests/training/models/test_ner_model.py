from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from transformers import (
    AutoModelForTokenClassification,
    DistilBertConfig,
    DistilBertForTokenClassification,
    PreTrainedTokenizerFast,
    pipeline,
)

from schemas.errors import InputError
from schemas.model_options import KINDS, KINDS_OF_SEQ2SEQ, KINDS_OF_SPANS, KINDS_WITHOUT_ENCODER, ModelOptions
from tests.support.training.tiny import SENTENCES, TAGS, ner_batch, some_tags
from training.loop.runtime import computes_in_bf16
from training.models.bartner import BartNer
from training.models.bilstm import BiLstm
from training.models.coach import Coach
from training.models.crosslm import CrossLm, GeneratedLstm
from training.models.encoders import load_encoder, load_tokenizer
from training.models.laner import Laner
from training.models.multicell import MultiCell
from training.models.ner_model import WEIGHTS, NerModel, build_model, load_model
from training.models.rnn import Rnn
from training.models.tagger import Tagger

NAMES = [
    "tagger",
    "tagger-crf",
    "tagger-crf-bio",
    "laner",
    "laner-no-context-d7-crf",
    "laner-no-background-no-context",
    "multicell",
    "multicell-crf",
    "bilstm",
    "bilstm-crf",
    "rnn-o0.1",
    "crosslm-o0.1",
    "crosslm-crf",
    "coach",
    "bartner",
]


@pytest.fixture
def pretrained(name: str, encoder: str, seq2seq: str) -> str:
    """What the model of a name is built on."""
    return seq2seq if ModelOptions.parse(name).kind in KINDS_OF_SEQ2SEQ else encoder


def new_model(encoder: str, name: str, seed: int = 0) -> NerModel:
    torch.manual_seed(seed)
    return build_model(ModelOptions.parse(name), encoder, TAGS)


def test_every_kind_is_tried() -> None:
    assert {ModelOptions.parse(name).kind for name in NAMES} == {*KINDS}


@given(
    crf=st.booleans(),
    bio=st.booleans(),
    background=st.booleans(),
    context=st.booleans(),
    size=st.integers(1, 300),
    kind=st.sampled_from(KINDS),
    outside=st.sampled_from([1.0, 0.5, 0.05]),
)
def test_names_stand_for_options_and_options_for_names(
    crf: bool, bio: bool, background: bool, context: bool, size: int, kind: str, outside: float
) -> None:
    options = ModelOptions(kind, crf, crf and bio)
    if kind == "laner":
        options = ModelOptions(kind, crf, crf and bio, background, context, size)
    if kind in KINDS_OF_SPANS:
        options = ModelOptions(kind)
    elif not crf and kind != "multicell":
        options = replace(options, outside_weight=outside)
    assert ModelOptions.parse(str(options)) == options


def test_a_name_says_what_it_turns_on_and_off() -> None:
    assert ModelOptions.parse("tagger") == ModelOptions("tagger")
    assert ModelOptions.parse("laner-no-context-crf") == ModelOptions("laner", crf=True, label_context=False)
    assert ModelOptions.parse("laner-no-background-d50") == ModelOptions(
        "laner", label_background=False, label_embedding=50
    )
    assert ModelOptions.parse("bilstm-crf-bio") == ModelOptions("bilstm", crf=True, bio=True)


@pytest.mark.parametrize(
    "name",
    [
        *("", "bert", "tagger-", "crf", "tagger-bio", "tagger-no-context", "laner-d0", "tagger-d5"),
        *("rnn-o1", "rnn-o0.0", "rnn-o0.1-crf", "coach-crf", "coach-o0.1", "coach-d5", "multicell-o0.1"),
        *("bartner-crf", "bartner-o0.1", "bartner-no-context"),
    ],
)
def test_a_name_of_no_model_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(InputError, match=f"model = {name}: .* multicell, bilstm, rnn, crosslm, coach or bartner"):
        ModelOptions.parse(name)


def test_the_loss_is_the_mean_cross_entropy_of_the_words_by_hand(
    encoder: str, tokenizer: PreTrainedTokenizerFast
) -> None:
    model = new_model(encoder, "tagger")
    assert isinstance(model.network, Tagger)
    with torch.no_grad():
        model.network.classifier.weight.zero_()
        model.network.classifier.bias.copy_(torch.tensor([1.0, 2.0, 0.0, 0.0, 0.0]))
    # Whatever the word, the scores are 1, 2, 0, 0, 0: three words of tags 0, 1, 4.
    batch = ner_batch(tokenizer, ["Alice met", "Bob"], [[0, 1], [4]])
    total = math.log(math.e + math.e**2 + 3)
    assert model(batch).item() == pytest.approx(((total - 1) + (total - 2) + total) / 3, rel=1e-6)
    assert model.decode(batch) == [[1, 1], [1]]


def test_a_word_outside_of_entities_counts_as_its_weight_says(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    plain, weighted = new_model(encoder, "rnn").eval(), new_model(encoder, "rnn-o0.25").eval()

    def loss(model: NerModel, *tags: int) -> float:
        with torch.no_grad():
            return float(model(ner_batch(tokenizer, ["Alice met Bob"], [list(tags)])))

    outside, entity = loss(plain, 0, 0, -100), loss(plain, -100, -100, 3)
    assert loss(plain, 0, 0, 3) == pytest.approx((2 * outside + entity) / 3, rel=1e-5)
    assert loss(weighted, 0, 0, 3) == pytest.approx((2 * outside / 4 + entity) / 3, rel=1e-5)


def test_a_word_without_a_tag_is_not_in_the_loss(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    model = new_model(encoder, "tagger").eval()
    with torch.no_grad():
        first, second = (float(model(ner_batch(tokenizer, ["Alice met"], tags))) for tags in ([[3, -100]], [[-100, 0]]))
        both = float(model(ner_batch(tokenizer, ["Alice met"], [[3, 0]])))
    assert both == pytest.approx((first + second) / 2, rel=1e-5)


def test_the_loss_under_a_crf_is_that_of_the_sentences_by_word(
    encoder: str, tokenizer: PreTrainedTokenizerFast
) -> None:
    model = new_model(encoder, "tagger-crf")
    assert isinstance(model.network, Tagger)
    with torch.no_grad():
        for parameter in model.network.classifier.parameters():
            parameter.zero_()
        assert model.crf is not None
        for parameter in model.crf.parameters():
            parameter.zero_()
    batch = ner_batch(tokenizer, SENTENCES, some_tags(SENTENCES))
    assert model(batch).item() == pytest.approx(math.log(len(TAGS)), rel=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_padding_changes_nothing(pretrained: str, tokenizer: PreTrainedTokenizerFast, name: str) -> None:
    model = new_model(pretrained, name).eval()
    tags = some_tags(SENTENCES)
    with torch.no_grad():
        together = model(ner_batch(tokenizer, SENTENCES, tags))
        alone = [
            model(ner_batch(tokenizer, [sentence], [row])) * len(row)
            for sentence, row in zip(SENTENCES, tags, strict=True)
        ]
    assert float(together) == pytest.approx(float(sum(alone)) / sum(map(len, tags)), rel=1e-4)
    decoded = model.decode(ner_batch(tokenizer, SENTENCES))
    assert decoded == [model.decode(ner_batch(tokenizer, [sentence]))[0] for sentence in SENTENCES]
    assert list(map(len, decoded)) == [len(sentence.split()) for sentence in SENTENCES]


@pytest.mark.parametrize("name", NAMES)
def test_half_precision_is_close(pretrained: str, tokenizer: PreTrainedTokenizerFast, name: str) -> None:
    model = new_model(pretrained, name).eval()
    is_lstm = any(isinstance(module, nn.LSTM | GeneratedLstm) for module in model.modules())
    if is_lstm and not computes_in_bf16(torch.device("cpu")):
        pytest.skip("needs a CPU whose LSTM computes in bf16; one without AVX-512 may have none")
    batch = ner_batch(tokenizer, SENTENCES, some_tags(SENTENCES))
    whole = model(batch)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        half = model(batch)
        decoded = model.decode(batch)
    assert half.dtype == torch.float32
    assert half.item() == pytest.approx(whole.item(), rel=0.02)
    assert list(map(len, decoded)) == [len(sentence.split()) for sentence in SENTENCES]


def test_decoding_drops_nothing_out_and_leaves_the_mode(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    torch.manual_seed(0)
    model = build_model(ModelOptions("tagger"), encoder, TAGS).train()
    assert isinstance(model.network, Tagger)
    model.network.dropout.p = 0.9
    batch = ner_batch(tokenizer, SENTENCES)
    assert len({str(model.decode(batch)) for _ in range(5)}) == 1
    assert model.training
    assert model.network.training


def test_with_bio_rules_only_valid_bio_is_decoded(encoder: str, tokenizer: PreTrainedTokenizerFast) -> None:
    # Where I-place looks best everywhere, rules make its entity begin with B-place.
    decoded = {}
    for name in ("tagger-crf", "tagger-crf-bio"):
        model = new_model(encoder, name)
        assert isinstance(model.network, Tagger)
        with torch.no_grad():
            model.network.classifier.weight.zero_()
            model.network.classifier.bias.copy_(torch.tensor([0.0, 0.0, 9.0, 0.0, 0.0]))
        [decoded[name]] = model.decode(ner_batch(tokenizer, ["Lake Ontario Canada"]))
    assert decoded == {"tagger-crf": [2, 2, 2], "tagger-crf-bio": [1, 2, 2]}


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_model_comes_back(
    pretrained: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path, name: str
) -> None:
    model = new_model(pretrained, name, seed=3)
    model.save(tmp_path / "model", tokenizer)
    loaded, its_tokenizer = load_model(tmp_path / "model")
    assert (loaded.tags, loaded.options) == (TAGS, model.options)
    assert its_tokenizer.backend_tokenizer.to_str() == load_tokenizer(pretrained).backend_tokenizer.to_str()
    assert {name: weight.sum() for name, weight in loaded.named_parameters()} == {
        name: weight.sum() for name, weight in model.named_parameters()
    }
    batch = ner_batch(tokenizer, SENTENCES, some_tags(SENTENCES))
    with torch.no_grad():
        assert torch.equal(model.eval()(batch), loaded.eval()(batch))
    assert model.decode(batch) == loaded.decode(batch)
    dropouts = [[each.p for each in of.modules() if isinstance(each, torch.nn.Dropout)] for of in (model, loaded)]
    assert dropouts[0] == dropouts[1]


@pytest.mark.parametrize("name", ["tagger", "tagger-crf", "laner"])
def test_the_encoder_of_a_saved_model_can_be_loaded_alone(
    encoder: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path, name: str
) -> None:
    model = new_model(encoder, name)
    with torch.no_grad():
        for parameter in model.network.parameters():
            parameter.add_(0.5)
    model.save(tmp_path, tokenizer)
    alone = load_encoder(str(tmp_path)).state_dict()
    expected = {
        key.removeprefix("encoder."): value
        for key, value in model.network.state_dict().items()
        if key.startswith("encoder.")
    }
    assert alone.keys() == expected.keys()
    assert all(torch.equal(alone[key], expected[key]) for key in alone)
    # And trained on with other tags, under another head.
    torch.manual_seed(0)
    other = build_model(ModelOptions("laner"), str(tmp_path), ("O", "B-x", "I-x"))
    other.save(tmp_path / "other", tokenizer)
    assert load_model(tmp_path / "other")[0].tags == ("O", "B-x", "I-x")


def test_transformers_reads_a_saved_tagger(encoder: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path) -> None:
    model = new_model(encoder, "tagger")
    model.save(tmp_path, tokenizer)
    theirs = AutoModelForTokenClassification.from_pretrained(tmp_path).eval()
    batch = ner_batch(tokenizer, SENTENCES)
    with torch.no_grad():
        logits = theirs(input_ids=batch.input_ids, attention_mask=batch.attention_mask).logits
        ours = model.eval().network(batch)
    for row, starts in enumerate(batch.word_starts):
        words = batch.word_mask[row]
        torch.testing.assert_close(logits[row, starts[words]], ours[row, words])
    tagged = pipeline("token-classification", model=str(tmp_path), ignore_labels=[])(SENTENCES[0])
    by_start = {each["start"]: each["entity"] for each in tagged}
    starts = [sum(len(word) + 1 for word in SENTENCES[0].split()[:place]) for place in range(7)]
    [decoded] = model.decode(ner_batch(tokenizer, SENTENCES[:1]))
    assert [by_start[start] for start in starts] == [TAGS[tag] for tag in decoded]


def test_a_token_classifier_of_transformers_is_read_as_a_tagger(
    encoder: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path
) -> None:
    torch.manual_seed(0)
    theirs = AutoModelForTokenClassification.from_pretrained(encoder, num_labels=2, id2label={0: "O", 1: "B-x"})
    theirs.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    model, _ = load_model(tmp_path)
    assert (model.tags, str(model.options)) == (("O", "B-x"), "tagger")
    batch = ner_batch(tokenizer, SENTENCES[:1])
    with torch.no_grad():
        logits = theirs.eval()(input_ids=batch.input_ids).logits[0, batch.word_starts[0]]
        torch.testing.assert_close(model.eval().network(batch)[0], logits)


def test_a_token_classifier_that_says_nothing_of_dropout_has_that_of_a_new_model(
    tokenizer: PreTrainedTokenizerFast, tmp_path: Path
) -> None:
    labels = {0: "O", 1: "B-x"}
    config = DistilBertConfig(vocab_size=len(tokenizer), n_layers=1, n_heads=2, dim=8, hidden_dim=8, id2label=labels)
    DistilBertForTokenClassification(config).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    network = load_model(tmp_path)[0].network
    assert isinstance(network, Tagger) and network.dropout.p == 0.1


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tagger", Tagger),
        ("laner", Laner),
        ("laner-no-context", Laner),
        ("laner-no-background", Laner),
        ("laner-no-background-no-context", Tagger),
        ("multicell", MultiCell),
        ("bilstm", BiLstm),
        ("rnn", Rnn),
        ("crosslm", CrossLm),
        ("coach", Coach),
        ("bartner", BartNer),
    ],
)
def test_the_network_is_that_of_the_name(pretrained: str, name: str, kind: type) -> None:
    assert type(new_model(pretrained, name).network) is kind


@pytest.mark.parametrize("context", [True, False])
def test_a_kind_without_a_network_is_refused(encoder: str, context: bool) -> None:
    """As of a new model whose name is known and that is not built yet."""
    with pytest.raises(ValueError, match=r"model gcn.*: there is no network for the kind gcn"):
        build_model(ModelOptions("gcn", label_background=context, label_context=context), encoder, TAGS)


def test_a_kind_without_an_encoder_and_a_network_is_refused(encoder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.models.ner_model.KINDS_WITHOUT_ENCODER", (*KINDS_WITHOUT_ENCODER, "gru"))
    with pytest.raises(ValueError, match=r"model gru: there is no network for the kind gru; build it here"):
        build_model(ModelOptions("gru"), encoder, TAGS)


def test_the_bilstm_begins_with_the_embeddings_of_the_encoder(encoder: str) -> None:
    model = new_model(encoder, "bilstm-crf")
    embedding = load_encoder(encoder).get_input_embeddings()
    assert isinstance(embedding, torch.nn.Embedding)
    assert torch.equal(model.state_dict()["network.embedding.weight"], embedding.weight)


def test_the_same_seed_gives_the_same_model(encoder: str) -> None:
    first, second, third = (new_model(encoder, "laner-crf", seed).state_dict() for seed in (1, 1, 2))
    assert all(torch.equal(first[key], second[key]) for key in first)
    assert not all(torch.equal(first[key], third[key]) for key in first)


class TestWhatIsNoModel:
    def test_no_folder(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="nowhere: no such folder"):
            load_model(tmp_path / "nowhere")

    def test_an_encoder(self, encoder: str) -> None:
        with pytest.raises(InputError, match="not a NER model but BertForMaskedLM"):
            load_model(Path(encoder))

    def test_a_folder_of_something_else(self, tmp_path: Path) -> None:
        (tmp_path / "_models").mkdir()
        with pytest.raises(InputError) as error:
            load_model(tmp_path)
        assert str(error.value) == (
            f"{tmp_path}: there is no NER model in it (no config.json); give the folder of one, as "
            "_models/setting=…/few_shot=…/seed=… of ner_runs or _best of ner_bert"
        )

    def test_weights_of_another_model(self, encoder: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path) -> None:
        new_model(encoder, "tagger").save(tmp_path / "tagger", tokenizer)
        new_model(encoder, "laner").save(tmp_path / "laner", tokenizer)
        (tmp_path / "laner" / WEIGHTS).write_bytes((tmp_path / "tagger" / WEIGHTS).read_bytes())
        with pytest.raises(InputError, match="not the weights of a laner"):
            load_model(tmp_path / "laner")

    def test_weights_for_other_tags(self, encoder: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path) -> None:
        new_model(encoder, "tagger").save(tmp_path / "five", tokenizer)
        build_model(ModelOptions(), encoder, TAGS[:3]).save(tmp_path / "three", tokenizer)
        (tmp_path / "five" / WEIGHTS).write_bytes((tmp_path / "three" / WEIGHTS).read_bytes())
        with pytest.raises(InputError, match="weights for other tags or sizes"):
            load_model(tmp_path / "five")

    def test_weights_cut_short(self, encoder: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path) -> None:
        new_model(encoder, "tagger").save(tmp_path, tokenizer)
        whole = (tmp_path / WEIGHTS).read_bytes()
        (tmp_path / WEIGHTS).write_bytes(whole[: len(whole) // 2])
        with pytest.raises(InputError, match="cannot be"):
            load_model(tmp_path)

    def test_a_bilstm_is_no_encoder(self, encoder: str, tokenizer: PreTrainedTokenizerFast, tmp_path: Path) -> None:
        new_model(encoder, "bilstm-crf").save(tmp_path, tokenizer)
        with pytest.raises(InputError, match="has no encoder in it"):
            load_encoder(str(tmp_path))
