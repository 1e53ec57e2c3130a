"""Sentences as word pieces: tokenised once, then read from a cache on disk (`training.data.piece_cache`)."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from tokenizers import Tokenizer

from schemas.errors import InputError
from schemas.ranges import ranges
from training.data.corpus import NerSplit, TextLevel, TextSample, unknown_tags
from training.data.piece_cache import Columns, cached, read_column, write_header
from training.data.windows import into_windows

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

_PIECE_BYTES = np.dtype(np.int32).itemsize

UNTAGGED = -100
"""The tag id of a word of a text without tags: the index that PyTorch's losses pass over."""


@dataclass(frozen=True, eq=False)
class TokenisedNer:
    """Sentences with tags, as windows that an encoder can take.

    A sentence is one window, or several of about equal length where it is too long: each word, with its one tag, is in
    exactly one window. Windows stand in the order of their sentences.
    """

    tags: tuple[str, ...]
    pieces: NDArray[np.int32]
    """Ids of the pieces of all windows, one window after the other, without special tokens."""
    piece_offsets: NDArray[np.int64]
    """Window i has pieces[piece_offsets[i] : piece_offsets[i + 1]]."""
    word_starts: NDArray[np.int32]
    """For each word the number of its first piece in its window, from 0."""
    word_offsets: NDArray[np.int64]
    """Window i has the words word_offsets[i] to word_offsets[i + 1]."""
    tag_ids: NDArray[np.int16]
    """For each word the index of its tag in `tags`; UNTAGGED in a text without tags."""
    sentence: NDArray[np.int32]
    """For each window the number of its sentence in the split, from 0."""
    counts: dict[str, int]
    """`sentences`; `empty` of these, without words and so without windows; `windowed`, cut into several windows;
    `windows`; `cut`, words longer than a window, whose end is lost; `unreadable`, words of which the tokenizer leaves
    nothing, and which become its unknown piece."""
    domain: int = 0
    """0 for that of the target, 1 for any other: for models that tell them apart."""

    @property
    def n_windows(self) -> int:
        return len(self.sentence)

    @property
    def n_words(self) -> int:
        return len(self.tag_ids)

    @property
    def n_pieces(self) -> int:
        return len(self.pieces)

    def lengths(self) -> NDArray[np.int64]:
        """Number of pieces of each window."""
        return np.diff(self.piece_offsets)

    def only(self, sentences: NDArray[np.bool_]) -> TokenisedNer:
        """Those of the sentences, numbered anew; of `counts` only `sentences` and `windows` are known of them."""
        windows = np.flatnonzero(sentences[self.sentence])
        n_pieces, n_words = self.lengths()[windows], np.diff(self.word_offsets)[windows]
        words = ranges(self.word_offsets[windows], n_words)
        return replace(
            self,
            pieces=self.pieces[ranges(self.piece_offsets[windows], n_pieces)],
            piece_offsets=np.concatenate([[0], np.cumsum(n_pieces)]),
            word_starts=self.word_starts[words],
            word_offsets=np.concatenate([[0], np.cumsum(n_words)]),
            tag_ids=self.tag_ids[words],
            sentence=(np.cumsum(sentences) - 1)[self.sentence[windows]].astype(np.int32),
            counts={"sentences": int(sentences.sum()), "windows": len(windows)},
        )


@dataclass(frozen=True, eq=False)
class TokenisedText:
    """A text as blocks of pieces, to pre-train on."""

    blocks: NDArray[np.int32]
    """(blocks, pieces) ids of pieces without special tokens, sentence after sentence without anything between them."""
    counts: dict[str, int]
    """`sentences`, copies counted; `pieces`; `dropped_pieces` of these, the end that does not fill a block."""


def tokenise_ner(
    split: NerSplit, tokenizer: PreTrainedTokenizerFast, tags: Sequence[str], max_pieces: int, cache: Path
) -> TokenisedNer:
    """The pieces and tag ids of a split, from the cache where they are in it.

    `max_pieces` is the length of a window without special tokens. Raises InputError where the split cannot be used or
    has tags that are not among `tags`.
    """
    unknown = tokenizer.unk_token_id
    if unknown is None:
        raise InputError("the tokenizer has no unknown piece: it is not a BERT-like one")
    if max_pieces < 1:
        raise InputError(f"windows of {max_pieces} pieces cannot hold a word")
    encoder = _encoder(tokenizer)
    parameters = {"kind": "ner", "tags": list(tags), "max_pieces": max_pieces, "limit": split.limit, "once": split.once}

    def make(folder: Path) -> dict[str, int]:
        counts = _write_windows(folder, _words_and_tags(split, tags), encoder, unknown, max_pieces)
        if not counts["windows"]:
            raise InputError(f"{split.location}, split {split.split}: its sentences have no words")
        return counts

    return _read_windows(tags, *cached(cache, split.manifest_parts(), encoder, parameters, make))


def tokenise_sample(
    sample: TextSample, tokenizer: PreTrainedTokenizerFast, tags: Sequence[str], max_pieces: int, cache: Path
) -> TokenisedNer:
    """The pieces of sentences whose words have none of the `tags`, from the cache where they are in it.

    Raises InputError where the sample cannot be used.
    """
    encoder = _encoder(tokenizer)
    unknown = tokenizer.unk_token_id
    parameters = {"kind": "sample", "max_pieces": max_pieces, "number": sample.number, "seed": sample.seed}

    def make(folder: Path) -> dict[str, int]:
        sentences = ((words, np.full(len(words.values), UNTAGGED)) for words in sample.batches())
        counts = _write_windows(folder, sentences, encoder, unknown, max_pieces)
        if not counts["windows"]:
            raise InputError(f"{sample.level.location}: {sample.level.domain}: no text in its sentences")
        return counts

    return _read_windows(tags, *cached(cache, sample.level.manifest_parts(), encoder, parameters, make))


def tokenise_words(
    sentences: Iterable[Iterable[str]], tokenizer: PreTrainedTokenizerFast, tags: Sequence[str], max_pieces: int
) -> TokenisedNer:
    """The pieces of sentences at hand, given by their words, which have none of the `tags`; windows as `tokenise_ner`.

    Raises InputError where a sentence is no list of words.
    """
    rows = [_words(number, sentence) for number, sentence in enumerate(sentences)]
    words = pa.array(rows, pa.list_(pa.string()))
    counts: Counter[str] = Counter({"sentences": len(rows)})
    found = into_windows(words, _encoder(tokenizer), tokenizer.unk_token_id, max_pieces, counts)
    return TokenisedNer(
        tuple(tags),
        found.pieces,
        np.concatenate([[0], found.piece_ends]),
        found.word_starts.astype(np.int32),
        np.concatenate([[0], found.word_ends]),
        np.full(len(found.word_starts), UNTAGGED, np.int16),
        found.sentence.astype(np.int32),
        dict(counts),
    )


def _words(number: int, sentence: Any) -> list[str]:
    if isinstance(sentence, str) or not isinstance(sentence, Iterable):
        raise InputError(
            f"sentence {number}: {sentence!r} is no list of words; give a list of sentences, each a list of its words, "
            "as corpora.tokens.token_texts finds them"
        )
    words = list(sentence)
    if odd := [word for word in words if not isinstance(word, str)]:
        raise InputError(f"sentence {number}: {odd[0]!r} is no word; give each word as a string")
    return words


def tokenise_text(level: TextLevel, tokenizer: PreTrainedTokenizerFast, block: int, cache: Path) -> TokenisedText:
    """The blocks of a level of a domain, `block` pieces in each, from the cache where they are in it.

    Copies come in rounds: first every sentence, then those with a second copy, then those with a third. The end of the
    text that does not fill a block is left out and counted; a text that does not fill one is one shorter block. Raises
    InputError where the level cannot be used.
    """
    if block < 1:
        raise InputError(f"blocks of {block} pieces hold nothing")
    encoder = _encoder(tokenizer)

    def make(folder: Path) -> dict[str, int]:
        return _write_blocks(folder, level, encoder, block)

    folder, counts = cached(cache, level.manifest_parts(), encoder, {"kind": "text", "block": block}, make)
    return TokenisedText(read_column(folder, "blocks"), counts)


def _read_windows(tags: Sequence[str], folder: Path, counts: dict[str, int]) -> TokenisedNer:
    names = ("pieces", "piece_offsets", "word_starts", "word_offsets", "tag_ids", "sentence")
    columns: dict[str, Any] = {name: read_column(folder, name) for name in names}
    return TokenisedNer(tuple(tags), **columns, counts=counts)


def _write_windows(
    folder: Path,
    sentences: Iterable[tuple[pa.ListArray, NDArray[np.integer]]],
    encoder: Tokenizer,
    unknown: int,
    max_pieces: int,
) -> dict[str, int]:
    """Write the columns of TokenisedNer for sentences, given as batches of words and tag ids; returns its counts."""
    counts = Counter(dict.fromkeys(("sentences", "empty", "windowed", "windows", "cut", "unreadable"), 0))
    n_pieces = n_words = 0
    with Columns(folder) as columns:
        columns.add("piece_offsets", np.int64, np.zeros(1))
        columns.add("word_offsets", np.int64, np.zeros(1))
        for words, tag_ids in sentences:
            found = into_windows(words, encoder, unknown, max_pieces, counts)
            columns.add("pieces", np.int32, found.pieces)
            columns.add("piece_offsets", np.int64, n_pieces + found.piece_ends)
            columns.add("word_starts", np.int32, found.word_starts)
            columns.add("word_offsets", np.int64, n_words + found.word_ends)
            columns.add("tag_ids", np.int16, tag_ids)
            columns.add("sentence", np.int32, counts["sentences"] + found.sentence)
            n_pieces += len(found.pieces)
            n_words += len(tag_ids)
            counts["sentences"] += len(words)
    return dict(counts)


def _write_blocks(folder: Path, level: TextLevel, encoder: Tokenizer, block: int) -> dict[str, int]:
    """Write the blocks of TokenisedText; returns its counts."""
    sentences = 0
    with ExitStack() as stack:
        rounds: list[IO[bytes]] = []
        for texts, copies in level.batches():
            encodings = encoder.encode_batch_fast(texts.to_pylist(), add_special_tokens=False)
            numbers = copies.to_pylist()
            sentences += sum(numbers)
            for copy in range(max(numbers)):
                if copy == len(rounds):
                    rounds.append(stack.enter_context(TemporaryFile(dir=folder)))
                wanted = (each.ids for each, number in zip(encodings, numbers, strict=True) if number > copy)
                rounds[copy].write(np.fromiter(chain.from_iterable(wanted), np.int32).tobytes())
        pieces = sum(each.tell() for each in rounds) // _PIECE_BYTES
        if not pieces:
            raise InputError(f"{level.location}: {level.domain}, {level.level}: no text in its sentences")
        width = min(block, pieces)
        n_blocks = pieces // width
        with (folder / "blocks.npy").open("wb") as file:
            # The pieces that do not fill a block stay in the file, behind the end that the header gives.
            write_header(file, np.int32, (n_blocks, width))
            for each in rounds:
                each.seek(0)
                shutil.copyfileobj(each, file, 1 << 20)
    return {"sentences": sentences, "pieces": pieces, "dropped_pieces": pieces - n_blocks * width}


def _encoder(tokenizer: PreTrainedTokenizerFast) -> Tokenizer:
    """A copy of the tokenizer for plain text: nothing is cut or padded, and `[MASK]` in a text is no special piece."""
    encoder = Tokenizer.from_str(tokenizer.backend_tokenizer.to_str())
    encoder.no_truncation()
    encoder.no_padding()
    encoder.encode_special_tokens = True
    return encoder


def _words_and_tags(split: NerSplit, tags: Sequence[str]) -> Iterator[tuple[pa.ListArray, NDArray[np.int16]]]:
    """The split's words by sentence, and the tag id of each word, a few thousand sentences at a time."""
    numbers = {tag: number for number, tag in enumerate(tags)}
    for words, column in split.batches():
        encoded = column.flatten()
        if not pa.types.is_dictionary(encoded.type):
            encoded = encoded.dictionary_encode()
        names = encoded.dictionary.to_pylist()
        ids = np.array([numbers.get(name, -1) for name in names], np.int16)
        indices = encoded.indices.to_numpy()
        found = ids[indices]
        if (found < 0).any():
            unknown = {names[index] for index in np.unique(indices[found < 0])}
            raise unknown_tags(split, unknown)
        yield words, found
