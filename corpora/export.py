"""Sentences for other tools: `wiki-ner export DATASET --to FORMAT -o OUT`.

DATASET is a build of ner_corpus, ner_benchmark or pre_annotations, or the directory that its builds stand in. Formats
of annotated sentences:

    conll    a token, a tab and its tag a line, an empty line between sentences
    flair    the same with a third column, + where a space follows: ColumnCorpus
    gliner   a JSON list of {"tokenized_text": [...], "ner": [[first, last, label], ...]}
    jsonl    JSON lines: text, entities by character, tokens, tags, page and revision
    spacy    a folder of DocBin files for each split

OUT is a new folder with a file for each split; validation is named dev, as the tools do. With --split it is the file of
that split, compressed if it ends in .gz or .bz2.

Formats of pre_annotations, for annotators: argilla, conll, doccano, label-studio, prodigy. OUT is a new folder with a
file for each annotator, what the tool is told of the labels, and guidelines.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from corpora.annotation.files import write_for_annotators
from corpora.annotation.tools import TOOLS
from corpora.conll import conll_sentence
from corpora.examples import AnnotatedDataset, Example, build_at, open_annotated, read_examples, sample_rows
from corpora.formats.flair import flair_sentence
from corpora.formats.gliner import gliner_item
from corpora.formats.jsonl import json_line
from corpora.formats.spacy_docs import doc_bins
from corpora.reading import StoredDataset, stored_split
from schemas.catalog.corpora import PRE_ANNOTATIONS
from schemas.commands import command_parser, progress_display, run_command, standard_output
from schemas.datasets.dataset import read_manifest
from schemas.errors import InputError, quoted
from schemas.files.compressed_files import Compressed, open_compressed
from schemas.files.new_place import new_place
from schemas.text_table import duration_text


class TextFormat(NamedTuple):
    """How the sentences of a split become a text file."""

    suffix: str
    sentence: Callable[[Example], str | None]
    """The text of a sentence; None for one that the format cannot hold."""
    cannot_hold: str = ""
    """What a sentence has that the format cannot hold, for people; given where `sentence` may be None."""
    before: str = ""
    between: str = ""
    after: str = ""


TEXT_FORMATS: Final = {
    "conll": TextFormat(
        ".txt",
        lambda example: conll_sentence(example.tokens, example.tags),
        cannot_hold="a token that begins with -DOCSTART-, which readers take for the beginning of a document",
    ),
    "flair": TextFormat(".txt", flair_sentence),
    "gliner": TextFormat(".json", gliner_item, before="[\n", between=",\n", after="\n]\n"),
    "jsonl": TextFormat(".jsonl", json_line),
}
"""Formats that have a file for each split, which can go to standard output."""
FORMATS: Final = sorted([*TEXT_FORMATS, "spacy"])
"""All formats of annotated sentences."""

_ALL_FORMATS = sorted({*FORMATS, *TOOLS})
_NAME: Final = "wiki-ner export"


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status.

    0 for success, 40 for input or output that cannot be used, 130 where the run was interrupted, 141 where the reader
    of its output went away. Whatever the status but 0, there is no OUT, or the one of before.
    """
    options = _options(arguments)
    return run_command(_NAME, partial(_run, options), options.output)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = command_parser(_NAME, __doc__)
    parser.add_argument("dataset", metavar="DATASET", help="directory of ner_corpus, ner_benchmark or pre_annotations")
    parser.add_argument("--to", required=True, choices=_ALL_FORMATS, metavar="FORMAT", help=", ".join(_ALL_FORMATS))
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="new folder; with --split, a file, or - for standard output, the default"
    )
    parser.add_argument("--split", metavar="NAME", help="this split alone: train, validation (or dev) or test")
    parser.add_argument("--sample", type=int, metavar="N", help="N sentences of each split, drawn at random")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the drawing; default %(default)s")
    options = parser.parse_args(arguments)
    options.output = None if options.output == "-" else options.output
    if options.sample is not None and options.sample < 1:
        parser.error("--sample must be at least 1")
    if options.output is None and (options.split is None or options.to not in TEXT_FORMATS):
        parser.error("-o OUT is needed: only one --split as text can go to standard output")
    return options


def _run(options: argparse.Namespace) -> None:
    location = build_at(options.dataset)
    stored = StoredDataset(location, read_manifest(location))
    if stored.manifest.dataset == PRE_ANNOTATIONS.name:
        _run_for_annotators(options, stored)
        return
    if options.to not in FORMATS:
        raise InputError(
            f"{location}: {options.to} takes sentences that are to be annotated, a build of {PRE_ANNOTATIONS.name}; of "
            f"annotated ones there are {', '.join(FORMATS)}"
        )
    dataset = open_annotated(location)
    splits = _splits(dataset, options.split)
    # What has another content than when it was written may well be readable, and no tool behind would tell.
    for split in splits:
        stored.verify(split=split)
    drawn = {
        split: options.sample and sample_rows(dataset, split, options.sample, seed=options.seed) for split in splits
    }
    totals = {split: dataset.splits[split].rows if drawn[split] is None else len(drawn[split]) for split in splits}
    show = progress_display(partial(progress_line, sum(totals.values())))
    left_out = 0

    def write(split: str, place: Path | None) -> None:
        nonlocal left_out
        examples = _shown(read_examples(dataset, split, drawn[split]), show)
        if options.to == "spacy":
            assert place is not None
            _write_spacy(examples, place)
            return
        with _opened(place, options.output if options.split else "") as stream:
            left_out += _write_text(TEXT_FORMATS[options.to], examples, stream)

    if options.output is None:
        write(splits[0], None)
    else:
        with new_place(options.output, folder=options.split is None or options.to == "spacy") as place:
            if options.split:
                write(splits[0], place)
            else:
                place.mkdir()
                for split in splits:
                    write(split, place / _file_name(split, options.to))
    show(_summary(totals, left_out, options.to))


def _run_for_annotators(options: argparse.Namespace, stored: StoredDataset) -> None:
    location = stored.location
    if options.to not in TOOLS:
        raise InputError(f"{location}: is for annotators, in the format of {', '.join(TOOLS)}; not of {options.to}")
    if options.split is not None or options.sample is not None:
        raise InputError(f"{location}: has no splits and is a sample; leave out --split and --sample")
    stored.verify()
    with new_place(options.output, folder=True) as place:
        place.mkdir()
        written = write_for_annotators(location, options.to, place)
    progress_display(lambda *_: "")(", ".join(f"{name} {number:,}" for name, number in written.items()) + " sentences")


def _splits(dataset: AnnotatedDataset, split: str | None) -> list[str]:
    if split is None:
        return list(dataset.splits)
    stored = stored_split(split, dataset.splits)
    if stored not in dataset.splits:
        raise InputError(f"{dataset.location}: no split {quoted(split)}; there is {', '.join(dataset.splits)}")
    return [stored]


def _file_name(split: str, to: str) -> str:
    name = "dev" if split == "validation" else split
    return name if to == "spacy" else f"{name}{TEXT_FORMATS[to].suffix}"


def _write_text(form: TextFormat, examples: Iterator[Example], stream: Compressed) -> int:
    """Write the sentences; returns how many the format cannot hold."""
    left_out = 0
    separator = ""
    stream.write(form.before.encode())
    for example in examples:
        sentence = form.sentence(example)
        if sentence is None:
            left_out += 1
            continue
        stream.write(f"{separator}{sentence}".encode())
        separator = form.between
    stream.write(form.after.encode())
    return left_out


def _write_spacy(examples: Iterator[Example], folder: Path) -> None:
    folder.mkdir()
    for number, content in enumerate(doc_bins(examples)):
        (folder / f"{number:05}.spacy").write_bytes(content)


@contextmanager
def _opened(place: Path | None, name: str) -> Iterator[Compressed]:
    """The file to write to, compressed as the name it will have says, or standard output."""
    if place is None:
        with standard_output() as out:
            yield out
        return
    with open_compressed(place, name) as stream:
        yield stream


def _shown(examples: Iterator[Example], show: Callable[..., None]) -> Iterator[Example]:
    for example in examples:
        yield example
        show("", 1)


def progress_line(total: int, done: int, seconds: float) -> str:
    """How far the export of `total` sentences is after some seconds, for people."""
    rate = done / seconds
    left = duration_text((total - done) / rate)
    return f"{done / total:.1%} of {total:,} sentences, {rate:,.0f} a second, {left} left"


def _summary(totals: dict[str, int], left_out: int, to: str) -> str:
    written = ", ".join(f"{split} {number:,}" for split, number in totals.items()) + " sentences"
    if not left_out:
        return written
    return f"{written}, of which {left_out:,} left out: {to} cannot hold {TEXT_FORMATS[to].cannot_hold}"


if __name__ == "__main__":
    sys.exit(main())
