"""NER models: a network that scores the tags of each word, and the softmax or CRF that chooses among them; or one that
looks for entities and decides by itself.

A saved model is a folder: `config.json` (the encoder's, with the tags as `id2label`, the model's name as `ner_model`,
and as `ner_max_length` the windows of its training), `model.safetensors` (the encoder's weights under the names
that transformers gives them, the head's beside them) and the tokenizer. So transformers reads all of a tagger without a
CRF, all but the CRF of one with it, and of any other model the encoder, where it has one.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional
from transformers import PretrainedConfig, PreTrainedModel, PreTrainedTokenizerFast
from transformers.models.auto.modeling_auto import MODEL_FOR_TOKEN_CLASSIFICATION_MAPPING_NAMES

from schemas.catalog.training import BEST, MODELS
from schemas.errors import InputError
from schemas.labels import OUTSIDE
from schemas.model_options import KINDS_OF_SEQ2SEQ, KINDS_WITHOUT_ENCODER, ModelOptions
from training.models.bartner import BartNer
from training.models.bilstm import BiLstm
from training.models.coach import Coach
from training.models.crf import LinearChainCrf, bio_rules
from training.models.crosslm import CrossLm
from training.models.encoders import check_seq2seq, load_config, load_encoder, load_seq2seq, load_tokenizer
from training.models.laner import Laner
from training.models.multicell import MultiCell
from training.models.rnn import Rnn
from training.models.tag_network import TagNetwork
from training.models.tagger import Tagger

if TYPE_CHECKING:
    from training.data.batches import NerBatch

WEIGHTS = "model.safetensors"
_ENCODER = "network.encoder."
_DROPOUT = 0.1
_DROPOUT_OF = {"coach": 0.5, "bartner": 0.3, "crosslm": 0.5}
"""Of kinds whose published code has another."""
_WITHOUT_ENCODER = (BiLstm, Rnn, Coach, CrossLm)

SpanNetwork = Coach | BartNer
"""`loss(batch)` is that of the model; `decode(batch)` gives the tag ids of each row, and what could not be tagged."""
Network = Tagger | Laner | MultiCell | BiLstm | Rnn | CrossLm | SpanNetwork


class NerModel(nn.Module):
    """A model of the tags of words, as `build_model` and `load_model` make it."""

    def __init__(
        self,
        options: ModelOptions,
        network: Network,
        config: PretrainedConfig,
        tags: Sequence[str],
    ) -> None:
        super().__init__()
        self.options = options
        self.tags = tuple(tags)
        self.config = config
        """That of the encoder; of a model without one, that of the encoder whose embeddings it reads."""
        self.max_length: int | None = 0
        """Pieces of a window in training, special ones included, 0 for what the encoder takes; None where a saved model
        does not say it."""
        self.network = network
        self.crf = (
            LinearChainCrf(len(self.tags), bio_rules(self.tags) if options.bio else None) if options.crf else None
        )

    def forward(self, batch: NerBatch) -> Tensor:
        """The loss: the mean over the labelled words of the negative log-probability of their tags.

        That of a word outside of entities counts as much as `options.outside_weight` says. With a CRF, that of the
        sentences' tags divided by the number of words; so is that of a network that looks for entities. To it comes
        whatever else the network learns.
        """
        if isinstance(self.network, TagNetwork):
            return self.network.loss(batch, self._loss_of_tags)
        return self.network.loss(batch)

    def _loss_of_tags(self, scores: Tensor, batch: NerBatch) -> Tensor:
        if self.crf is None:
            words, tags = scores.flatten(0, 1).float(), batch.tags.flatten()
            if self.options.outside_weight == 1:
                return functional.cross_entropy(words, tags, ignore_index=-100)
            weights = torch.ones_like(words[0])
            weights[self.tags.index(OUTSIDE)] = self.options.outside_weight
            loss = functional.cross_entropy(words, tags, weights, ignore_index=-100, reduction="sum")
            return loss / (tags != -100).sum().clamp(min=1)
        likelihood = self.crf.log_likelihood(scores, batch.tags, batch.word_mask)
        return -likelihood.sum() / batch.word_mask.sum()

    @torch.no_grad()
    def decode(self, batch: NerBatch, counts: Counter[str] | None = None) -> list[list[int]]:
        """Ids of the predicted tags of every word of every row; dropout is off whatever the mode.

        What a network has found and cannot be tagged is added to `counts`, by what it is.
        """
        if isinstance(self.network, SpanNetwork):
            with self._without_dropout():
                rows, left_out = self.network.decode(batch)
            if counts is not None:
                counts.update(left_out)
            return rows
        scores = self.tag_scores(batch)
        best = scores.argmax(-1) if self.crf is None else self.crf.best(scores, batch.word_mask)
        lengths = batch.word_mask.sum(1).tolist()
        return [row[:length] for row, length in zip(best.tolist(), lengths, strict=True)]

    @torch.no_grad()
    def tag_scores(self, batch: NerBatch) -> Tensor:
        """The network's scores of the tags, (B, W, tags); dropout is off.

        LANER's of a word are those after the best tags of the words before it. Models of KINDS_OF_SPANS have none.
        """
        if isinstance(self.network, SpanNetwork):
            raise TypeError(f"a {self.options} has no scores of tags")
        with self._without_dropout():
            return self.network.predict(batch)

    @contextmanager
    def _without_dropout(self) -> Iterator[None]:
        training = self.training
        self.eval()
        try:
            yield
        finally:
            self.train(training)

    def save(self, folder: Path, tokenizer: PreTrainedTokenizerFast) -> None:
        """Write the model and its tokenizer to a folder, for `load_model`, `load_encoder` and transformers."""
        folder.mkdir(parents=True, exist_ok=True)
        config = copy.deepcopy(self.config)
        config.ner_model = str(self.options)
        config.ner_max_length = self.max_length
        config.id2label = dict(enumerate(self.tags))
        config.label2id = {tag: index for index, tag in enumerate(self.tags)}
        config.architectures = self._architectures()
        config.save_pretrained(folder)
        tied = dict(self.named_parameters(remove_duplicate=False)).keys() - dict(self.named_parameters()).keys()
        weights = {
            self._saved_name(name): tensor.cpu().contiguous()
            for name, tensor in self.state_dict().items()
            if name not in tied
        }
        save_file(weights, folder / WEIGHTS, {"format": "pt"})
        tokenizer.save_pretrained(folder)

    def _architectures(self) -> list[str]:
        """The classes of transformers that the saved weights are complete for."""
        if isinstance(self.network, _WITHOUT_ENCODER):
            return []
        if isinstance(self.network, Tagger) and self.crf is None:
            return [MODEL_FOR_TOKEN_CLASSIFICATION_MAPPING_NAMES[self.config.model_type]]
        return [type(self.network.encoder).__name__]

    def _saved_name(self, name: str) -> str:
        """The name of a weight in the file, `bert.….weight` for `network.encoder.….weight`."""
        if name.startswith(_ENCODER) and not isinstance(self.network, _WITHOUT_ENCODER):
            return f"{self.network.encoder.base_model_prefix}.{name.removeprefix(_ENCODER)}"
        return name.removeprefix("network.")

    def load_head(self, weights: dict[str, Tensor], place: Path) -> None:
        """Take from saved weights those that are not the encoder's. Raises InputError where they do not fit."""
        own = {name: self._saved_name(name) for name in self.state_dict() if not name.startswith(_ENCODER)}
        if missing := sorted(set(own.values()) - weights.keys()):
            raise InputError(f"{place}: not the weights of a {self.options} (missing: {', '.join(missing[:3])})")
        try:
            self.load_state_dict({name: weights[saved] for name, saved in own.items()}, strict=False)
        except RuntimeError as error:
            raise InputError(f"{place}: weights for other tags or sizes than config.json says ({error})") from error


def build_model(options: ModelOptions, encoder: str, tags: Sequence[str]) -> NerModel:
    """A new model on a pre-trained encoder (a Hugging Face name or a folder).

    The head is initialised from torch's global generator: seed it first. Its dropout is 0.1, or that of the published
    code; the encoder keeps its own. Raises InputError where the encoder cannot be loaded.
    """
    loaded = _load_pretrained(options, encoder)
    config = copy.deepcopy(loaded.config)
    config.classifier_dropout = _DROPOUT_OF.get(options.kind, _DROPOUT)
    model = NerModel(options, _network(options, loaded, tags, config.classifier_dropout), config, tags)
    if isinstance(model.network, SpanNetwork):
        model.network.read_labels(load_tokenizer(encoder))
    return model


def load_model(folder: Path) -> tuple[NerModel, PreTrainedTokenizerFast]:
    """A saved model and its tokenizer, or a token classifier of transformers in safetensors.

    Raises InputError where the folder holds anything else.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder to load a NER model from")
    if not (folder / "config.json").is_file():
        raise InputError(
            f"{folder}: there is no NER model in it (no config.json); give the folder of one, as "
            f"{MODELS}/setting=…/few_shot=…/seed=… of ner_runs or {BEST} of ner_bert"
        )
    config = load_config(str(folder))
    architectures = config.architectures or []
    name = getattr(config, "ner_model", "tagger" if "ForTokenClassification" in "".join(architectures) else None)
    if name is None:
        raise InputError(f"{folder}: not a NER model but {', '.join(architectures) or 'a bare encoder'}")
    labels = {int(index): str(tag) for index, tag in (config.id2label or {}).items()}
    tags = tuple(labels[index] for index in sorted(labels))
    try:
        weights = load_file(folder / WEIGHTS)
    except (OSError, SafetensorError) as error:
        raise InputError(f"{folder / WEIGHTS}: the weights cannot be read ({error})") from error
    options = ModelOptions.parse(name)
    dropout = getattr(config, "classifier_dropout", None)
    dropout = float(getattr(config, "hidden_dropout_prob", 0.1) if dropout is None else dropout)
    if options.kind in KINDS_WITHOUT_ENCODER:
        embedding = nn.Embedding(config.vocab_size, getattr(config, "embedding_size", config.hidden_size))
        network = _network(options, embedding, tags, dropout)
    else:
        network = _network(options, _load_pretrained(options, str(folder)), tags, dropout)
    model = NerModel(options, network, config, tags)
    model.max_length = getattr(config, "ner_max_length", None)
    model.load_head(weights, folder)
    return model, load_tokenizer(str(folder))


def _load_pretrained(options: ModelOptions, name: str) -> PreTrainedModel:
    """What the model is built on. Raises InputError where it is of another kind than the model takes."""
    if options.kind in KINDS_OF_SEQ2SEQ:
        return load_seq2seq(name, str(options))
    check_seq2seq(name, False, str(options))
    return load_encoder(name)


def _network(
    options: ModelOptions, source: PreTrainedModel | nn.Embedding, tags: Sequence[str], dropout: float
) -> Network:
    n_tags = len(tags)
    if options.kind in KINDS_WITHOUT_ENCODER:
        embedding = source if isinstance(source, nn.Embedding) else source.get_input_embeddings()
        assert isinstance(embedding, nn.Embedding)
        if options.kind == "coach":
            return Coach(embedding, tags, dropout)
        if options.kind == "crosslm":
            return CrossLm(embedding, n_tags, dropout)
        if options.kind == "bilstm":
            return BiLstm(embedding, n_tags, dropout)
        if options.kind == "rnn":
            return Rnn(embedding, n_tags, dropout)
        raise _no_network(options)
    if options.kind not in ("tagger", "laner", "multicell", "bartner"):
        raise _no_network(options)
    assert isinstance(source, PreTrainedModel)
    if options.kind == "bartner":
        return BartNer(source, tags, dropout)
    if options.kind == "multicell":
        return MultiCell(source, n_tags, dropout)
    # LANER without label background and label context is the tagger (the paper's ablation "w/o LB+LC").
    if options.kind == "tagger" or not (options.label_background or options.label_context):
        return Tagger(source, n_tags, dropout)
    return Laner(
        source,
        n_tags,
        dropout,
        background=options.label_background,
        context=options.label_context,
        size=options.label_embedding,
    )


def _no_network(options: ModelOptions) -> ValueError:
    return ValueError(f"model {options}: there is no network for the kind {options.kind}; build it here")
