"""Entities in running text, by a trained model: text to sentences to tokens, as in the corpora, and these to tags."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from corpora.bio import valid_bio
from corpora.examples import Example, build_at
from corpora.formats.jsonl import json_line
from corpora.tokens import tokenize
from schemas.catalog.training import BEST, MODELS, NER_BERT
from schemas.commands import progress_display, standard_output
from schemas.datasets.dataset import is_committed, read_manifest
from schemas.errors import InputError, quoted
from schemas.files import storage
from schemas.files.compressed_files import Compressed, open_compressed, open_decompressed
from schemas.files.new_place import new_place
from schemas.records import Paragraph
from training.jobs.tagging import sentence_tagger
from wiki.sentences.split import load_splitter, split_sentences

_SENTENCES = 4096
"""Sentences tagged at a time, so that a model takes those of about a length together."""


def text_tagger(
    model: str | Path, lang: str = "en", *, punkt: str | None = None, max_length: int = 0, device: str = "auto"
) -> Callable[[Iterable[str]], Iterator[Example]]:
    """The function that finds the entities of texts, each a paragraph, and gives their sentences in order.

    It reads ahead by some thousands of sentences. `model` is the folder of a model as
    `training.jobs.tagging.sentence_tagger` takes it, a build of `ner_bert`, or the directory that such builds stand in,
    of which the current one is taken; `max_length` and `device` are that function's. `lang` is the code of the text's
    language, by which sentences and tokens are told. Sentences end as in a corpus whose splitter is `sentencex` or,
    where `punkt` is the location of that dataset, as in the corpora of its wiki. A blank text has no sentences. Tags
    are valid BIO (`corpora.bio.valid_bio`).

    Raises InputError where there is no such model or dataset.
    """
    splitter = load_splitter("sentencex" if punkt is None else "punkt", lang, punkt and build_at(punkt))
    tag = sentence_tagger(_model_folder(str(model)), max_length=max_length, device=device)

    def tagged(texts: Iterable[str]) -> Iterator[Example]:
        sentences = (found.text for text in texts for found in split_sentences(Paragraph("", text, []), splitter))
        while block := list(islice(sentences, _SENTENCES)):
            spans = [tokenize(text, lang) for text in block]
            words = [[text[start:end] for start, end in own] for text, own in zip(block, spans, strict=True)]
            for text, tokens, own, tags in zip(block, words, spans, tag(words), strict=True):
                yield Example({}, text, tokens, [start for start, _ in own], valid_bio(tags))

    return tagged


def _model_folder(place: str) -> str:
    location = build_at(place)
    if not is_committed(location):
        return place
    dataset = read_manifest(location).dataset
    if dataset != NER_BERT.name:
        kept = storage.list_files(models := storage.join(location, MODELS))
        one = storage.join(models, kept[0].rpartition("/")[0]) if kept else f"one of {MODELS} in ner_runs"
        raise InputError(
            f"{location}: is {quoted(dataset)}; give a build of {NER_BERT.name}, or the folder of a model, as {one}"
        )
    return storage.join(location, BEST)


def tag_file(tagger: Callable[[Iterable[str]], Iterator[Example]], source: str | None, output: str | None) -> None:
    """Write the sentences of a file of text, a paragraph a line, as the JSON lines of `wiki-ner export`.

    Standard input is read and standard output written where None is named. Raises InputError for what cannot be read as
    UTF-8, with the line, and for a file that cannot be used.
    """
    if source and output and Path(output).exists() and Path(source).exists() and Path(output).samefile(source):
        raise InputError(f"{output}: is the text itself; give another name to -o")
    with _opened(source) as stream:
        texts = _lines(stream, source or "standard input")
        if output is None:
            with standard_output() as out:
                _write(tagger(texts), out)
        else:
            with new_place(output, folder=False) as place, open_compressed(place, output) as out:
                _write(tagger(texts), out)


def _write(examples: Iterator[Example], out: Compressed) -> None:
    show = progress_display(_described)
    sentences = entities = 0
    for example in examples:
        out.write(json_line(example).encode())
        sentences += 1
        entities += len(example.entities())
        show("", 1)
    show(f"{sentences:,} sentences, {entities:,} entities")


def _described(done: int, seconds: float) -> str:
    return f"{done:,} sentences, {done / seconds:,.0f} a second"


@contextmanager
def _opened(source: str | None) -> Iterator[BinaryIO]:
    if source is not None:
        with open_decompressed(source) as stream:
            yield stream
    elif sys.stdin is None:
        raise InputError("standard input is closed; name a file")
    else:
        yield sys.stdin.buffer


def _lines(stream: BinaryIO, name: str) -> Iterator[str]:
    for number, line in enumerate(stream, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise InputError(f"{name}, line {number}: is not UTF-8 ({error.reason}); text is read as UTF-8") from error
