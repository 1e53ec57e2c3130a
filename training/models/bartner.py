"""BARTNER: a sequence-to-sequence model writes down the entities of a sentence (Yan et al., ACL 2021, section 3).

It is a baseline of LANER (Hu et al., 2022, table 2). Of the paper's three ways to write an entity (span, word, BPE)
this is 'word', which its code takes for CoNLL-2003.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence

from schemas.errors import InputError
from training.data.batches import IGNORED
from training.models.encoders import at_words
from training.models.label_words import label_pieces
from training.models.spans import Span, Spans

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerFast

    from training.data.batches import NerBatch

LEFT_OUT = "generated entities left out"
"""What `BartNer.decode` counts."""
_END = 0


class BartNer(nn.Module):
    """The decoder points at the words of an entity, one by one, and then at its type; so for each entity, then the end.

    Each of its steps chooses a symbol: 0 is the end, the next numbers are the types, and those after them the words of
    the sentence. A word is known by the embedding of its first piece, to be read, and by the mean of that and of what
    a small network makes of the encoder's state there, to be pointed at. Types have embeddings of their own, which
    begin as the mean of those of the pieces of their names.
    """

    def __init__(self, seq2seq: PreTrainedModel, tags: Sequence[str], dropout: float) -> None:
        """A new one also has to `read_labels`."""
        super().__init__()
        self.encoder = seq2seq
        """Both halves, under the name that the pre-trained part has in every network."""
        size = seq2seq.config.hidden_size
        self.spans = Spans(tags)
        self.labels = nn.Parameter(torch.zeros(len(self.spans.types), size))
        self.pointer = nn.Sequential(nn.Linear(size, size), nn.Dropout(dropout), nn.ReLU(), nn.Linear(size, size))
        self.dropout = nn.Dropout(dropout)

    def read_labels(self, tokenizer: PreTrainedTokenizerFast) -> None:
        """Begin with the types' names. Raises InputError for a name of which the tokenizer leaves nothing."""
        types = self.spans.types
        embedding = self.encoder.get_input_embeddings()
        assert isinstance(embedding, nn.Embedding)
        with torch.no_grad():
            for label, name, pieces in zip(self.labels, types, label_pieces(types, embedding, tokenizer), strict=True):
                if not len(pieces):
                    raise InputError(
                        f"the tokenizer leaves nothing of the name of the type {name}; give it another name"
                    )
                label.copy_(pieces.mean(0))

    def loss(self, batch: NerBatch) -> Tensor:
        """The negative log-probability of the annotated entities, from left to right, by word."""
        symbols = self._symbols(batch)
        types = len(self.spans.types)
        wanted = [torch.tensor(write_entities(self.spans.of(row), types)) for row in batch.tags.tolist()]
        target = pad_sequence(wanted, True, IGNORED).to(batch.tags.device)
        before = torch.cat([self._start(batch), _rows(symbols.read, target[:, :-1].clamp(min=0))], 1)
        scores = self._scores(self._read(before, symbols, batch, use_cache=False).last_hidden_state, symbols)
        loss = functional.cross_entropy(scores.flatten(0, 1), target.flatten(), ignore_index=IGNORED, reduction="sum")
        return loss / batch.word_mask.sum()

    def decode(self, batch: NerBatch) -> tuple[list[list[int]], Counter[str]]:
        """The tag ids of the words, the best symbol taken at each step, and how much `read_entities` leaves out."""
        rows = []
        counts = Counter({LEFT_OUT: 0})
        lengths = batch.word_mask.sum(1).tolist()
        for sequence, length in zip(self._generate(batch), lengths, strict=True):
            found, left_out = read_entities(sequence, len(self.spans.types))
            rows.append(self.spans.tag_ids(found, length))
            counts[LEFT_OUT] += left_out
        return rows, counts

    def _generate(self, batch: NerBatch) -> list[list[int]]:
        """The symbols of each row, to its end or to as many as its words can be written down in."""
        symbols = self._symbols(batch)
        most = 2 * batch.word_mask.sum(1)
        ended = torch.zeros_like(most, dtype=torch.bool)
        last, cache = self._start(batch), None
        chosen: list[Tensor] = []
        while not bool(ended.all()):
            found = self._read(last, symbols, batch, use_cache=True, past_key_values=cache)
            cache = found.past_key_values
            chosen.append(self._scores(found.last_hidden_state, symbols).argmax(-1))
            last = _rows(symbols.read, chosen[-1])
            ended |= (chosen[-1][:, 0] == _END) | (len(chosen) >= most)
        generated = torch.cat(chosen, 1).tolist()
        return [row[:length] for row, length in zip(generated, most.tolist(), strict=True)]

    def _symbols(self, batch: NerBatch) -> Symbols:
        embedding = self.encoder.get_input_embeddings()
        encoded = self.encoder.get_encoder()(
            input_ids=batch.input_ids, attention_mask=batch.attention_mask
        ).last_hidden_state
        words = embedding(batch.input_ids.gather(1, batch.word_starts))
        end = embedding(torch.tensor([self.encoder.config.eos_token_id], device=words.device))
        fixed = torch.cat([end, self.labels])
        pointed = (at_words(self.pointer(encoded), batch) + self.dropout(words)) / 2
        rows = len(batch.input_ids)
        there = functional.pad(batch.word_mask, (len(fixed), 0), value=True)
        return Symbols(
            encoded,
            torch.cat([fixed.expand(rows, -1, -1), words], 1),
            torch.cat([self.dropout(fixed).expand(rows, -1, -1), pointed], 1),
            there,
        )

    def _start(self, batch: NerBatch) -> Tensor:
        """What the decoder reads first, (B, 1, size)."""
        start: Tensor = self.encoder.get_input_embeddings()(
            batch.input_ids.new_full((len(batch.input_ids), 1), self.encoder.config.bos_token_id)
        )
        return start

    def _read(self, vectors: Tensor, symbols: Symbols, batch: NerBatch, **cache: Any) -> Any:
        """What the decoder makes of the vectors of symbols, (B, steps, size), as transformers gives it."""
        decoder: nn.Module = self.encoder.get_decoder()  # type: ignore[no-untyped-call]
        return decoder(
            inputs_embeds=vectors,
            encoder_hidden_states=symbols.encoded,
            encoder_attention_mask=batch.attention_mask,
            **cache,
        )

    def _scores(self, states: Tensor, symbols: Symbols) -> Tensor:
        """Scores of the symbols, (B, steps, symbols), by the decoder's states, (B, steps, size)."""
        scores: Tensor = self.dropout(states) @ symbols.pointed.transpose(1, 2)
        return scores.float().masked_fill(~symbols.there.unsqueeze(1), -torch.inf)


class Symbols(NamedTuple):
    """What a step can choose among, as the decoder reads it and as it points at it; and the sentences themselves."""

    encoded: Tensor
    """(B, L, size): the encoder's states."""
    read: Tensor
    """(B, symbols, size)"""
    pointed: Tensor
    """(B, symbols, size)"""
    there: Tensor
    """(B, symbols): whether there is such a symbol; there are fewer where a sentence has fewer words."""


def write_entities(spans: Iterable[Span], types: int) -> list[int]:
    """The symbols that stand for entities, with the end; `types` is the number of types."""
    parts = ([*range(1 + types + span.start, 1 + types + span.end), 1 + span.type] for span in spans)
    return [*(symbol for part in parts for symbol in part), _END]


def read_entities(sequence: Sequence[int], types: int) -> tuple[list[Span], int]:
    """The entities that generated symbols stand for, and how many are left out.

    An entity is words that follow each other in the sentence, none of them in an entity before, and a type. Everything
    else up to the next type or to the end counts as one that is left out.
    """
    found: list[Span] = []
    taken: set[int] = set()
    left_out = 0
    words: list[int] = []
    for symbol in sequence:
        if symbol == _END:
            break
        if symbol > types:
            words.append(symbol - types - 1)
        elif words and words == [*range(words[0], words[-1] + 1)] and taken.isdisjoint(words):
            found.append(Span(words[0], words[-1] + 1, symbol - 1))
            taken.update(words)
            words = []
        else:
            left_out += 1
            words = []
    return found, left_out + bool(words)


def _rows(symbols: Tensor, chosen: Tensor) -> Tensor:
    """The vectors, (B, steps, size), of chosen symbols, (B, steps), from those of all, (B, symbols, size)."""
    return symbols.gather(1, chosen.unsqueeze(-1).expand(-1, -1, symbols.shape[-1]))
