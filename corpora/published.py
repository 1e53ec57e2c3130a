"""Annotated data in the forms in which its authors hand it on, as the files that `ner_benchmark` reads.

`python -m corpora.published broad-twitter FOLDER -o OUT` writes `train.txt`, `dev.txt` and `test.txt` into a new
folder. They are some of the datasets that NER-BERT is scored on (Liu et al., 2021, section 4.1).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from pyarrow import fs

from corpora.bio import tag_tokens
from corpora.conll import TaggedSentence, conll_sentence, read_conll, text_lines
from corpora.tokens import ENGLISH
from schemas.chance import uniform
from schemas.commands import command_parser, run_command
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.new_place import new_place

_NAME: Final = "python -m corpora.published"
_TEST_SHARE = 0.2
_LEAST_CONFIDENCE = 0.5
_SEED = 0
_NAMES = {"PER": "person", "LOC": "location", "ORG": "organisation", "MISC": "misc"}
"""What CrossNER calls the types of CoNLL-2003: what is learnt of them as a source holds for these datasets too."""


@dataclass
class Splits:
    """A dataset by splits, and what was left out, by reason."""

    sentences: dict[str, list[TaggedSentence]]
    left_out: Counter[str] = field(default_factory=Counter)
    repaired: int = 0
    """Tags that begin an entity with I- and became B-."""


def broad_twitter(folder: str) -> Splits:
    """The Broad Twitter Corpus (Derczynski et al., 2016): sections a, b, e, f, g, h as `a.conll` ….

    In the splits that its authors recommend: section f to test, the second half of h to develop, all else to train.
    """
    splits = Splits({})
    sections = {name: _conll(storage.join(folder, f"{name}.conll"), splits) for name in "abefgh"}
    half = len(sections["h"]) // 2
    train = [sentence for name in "abeg" for sentence in sections[name]]
    splits.sentences = {"train": train + sections["h"][:half], "dev": sections["h"][half:], "test": sections["f"]}
    return splits


def bionlp(folder: str) -> Splits:
    """BioNLP13CG and BioNLP13PC (Nédellec et al., 2013) as Crichton et al. (2017) hand them on.

    Their files are `train.tsv`, `devel.tsv` and `test.tsv`, in CoNLL's form.
    """
    return _conll_files(folder, {"train": "train.tsv", "dev": "devel.tsv", "test": "test.tsv"})


def twitter(folder: str) -> Splits:
    """Twitter (Lu et al., 2018) as Yu et al. (2020) hand it on: `train.txt`, `valid.txt` and `test.txt`.

    Their files are in CoNLL's form, with a line above each tweet that names its picture.
    """
    files = {"train": "train.txt", "dev": "valid.txt", "test": "test.txt"}
    return _conll_files(folder, files, heading="IMGID:")


def finance(folder: str) -> Splits:
    """Agreements filed with the SEC (Salinas Alvarado et al., 2015): `train/FIN5.txt` and `test/FIN3.txt`.

    Their files are in the form of CoNLL-2003, and their tags never begin with B-. There is no development split: it is
    drawn when the data is read.
    """
    return _conll_files(folder, {"train": "train/FIN5.txt", "test": "test/FIN3.txt"})


def re3d(folder: str) -> Splits:
    """re3d (Dstl): for each source a folder with `documents.json` and `entities.json`, a JSON object a line.

    A document is cut where a line ends and where the id of an entity says that a sentence begins. Entities with a
    confidence of at most 0.5 are left out, and those that overlap a longer one. There are no published splits: a fifth
    of the sentences, chosen by hash, are the test split; the development split is drawn when the data is read.
    """
    splits = Splits({"train": [], "test": []})
    sources = storage.list_names(folder, fs.FileType.Directory)
    for source in sources:
        place = storage.join(folder, source)
        if not storage.exists(storage.join(place, "documents.json")):
            continue
        entities: dict[str, list[_Entity]] = {}
        for row, place_of in _lines(storage.join(place, "entities.json"), splits.left_out):
            entity = _entity(row, place_of)
            entities.setdefault(entity.document, []).append(entity)
        for document, place_of in _lines(storage.join(place, "documents.json"), splits.left_out):
            name, text = str(document.get("_id")), document.get("text")
            if not isinstance(text, str):
                raise InputError(f"{place_of}: a document needs a text")
            for number, sentence in enumerate(_sentences(text, entities.get(name, []), splits.left_out)):
                is_test = uniform(_SEED, "re3d", name, number) < _TEST_SHARE
                splits.sentences["test" if is_test else "train"].append(sentence)
    if not splits.sentences["train"]:
        raise InputError(f"{folder}: no folders with documents.json and entities.json here")
    return splits


class _Entity(NamedTuple):
    document: str
    begin: int
    end: int
    type: str
    confidence: float
    sentence_begin: int
    """Where its sentence begins in the document."""


def _conll_files(folder: str, files: Mapping[str, str], heading: str = "") -> Splits:
    """The splits that have a file each, named below the folder."""
    splits = Splits({})
    splits.sentences = {split: _conll(storage.join(folder, name), splits, heading) for split, name in files.items()}
    return splits


def _conll(uri: str, splits: Splits, heading: str = "") -> list[TaggedSentence]:
    """A file's sentences, types as CrossNER names them; what was repaired and skipped is counted."""
    found = read_conll(uri, heading)
    splits.repaired += found.repaired
    splits.left_out["sentences without tokens"] += found.empty
    return [
        TaggedSentence(tokens, [f"{tag[:2]}{_NAMES.get(tag[2:], tag[2:])}" for tag in tags])
        for tokens, tags in found.sentences
    ]


def _lines(uri: str, left_out: Counter[str]) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects of a file, each with file and line."""
    for number, line in enumerate(text_lines(uri), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{uri}, line {number}: no JSON ({error})") from error
        if isinstance(row, dict):
            yield row, f"{uri}, line {number}"
        else:
            left_out["lines that are no JSON object"] += 1


def _entity(row: dict[str, Any], place: str) -> _Entity:
    try:
        begin, end = int(row["begin"]), int(row["end"])
        # <document>-<sentence>-<begin and end in the sentence>-<type>
        begin_in_sentence = int(str(row["_id"]).removeprefix(str(row["documentId"])).split("-")[2])
        kind, confidence = str(row["type"]).lower(), float(row["confidence"])
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{place}: not an entity of re3d ({error!r})") from error
    return _Entity(str(row["documentId"]), begin, end, kind, confidence, begin - begin_in_sentence)


def _sentences(text: str, entities: Sequence[_Entity], left_out: Counter[str]) -> Iterator[TaggedSentence]:
    kept: list[_Entity] = []
    # The longest first; of those that are equally long the surest.
    for entity in sorted(entities, key=lambda each: (each.begin - each.end, -each.confidence, each.begin, each.type)):
        if entity.confidence <= _LEAST_CONFIDENCE:
            left_out["doubtful entities"] += 1
        elif not 0 <= entity.begin < entity.end <= len(text) or "\n" in text[entity.begin : entity.end].strip():
            left_out["entities that are no part of a line"] += 1
        elif any(entity.begin < other.end and other.begin < entity.end for other in kept):
            left_out["entities within or across longer ones"] += 1
        else:
            kept.append(entity)
    begins = {0, len(text), *(entity.sentence_begin for entity in entities)}
    begins |= {position + 1 for position, letter in enumerate(text) if letter == "\n"}
    # A begin within an entity that is kept cannot be one.
    cuts = sorted(each for each in begins if not any(entity.begin < each < entity.end for entity in kept))
    for first, last in pairwise(cuts):
        inside = sorted((e.begin - first, e.end - first, e.type) for e in kept if first <= e.begin and e.end <= last)
        tagged = tag_tokens(text[first:last], inside, ENGLISH)
        if tagged.tokens:
            yield TaggedSentence(tagged.tokens, tagged.tags)


DATASETS: dict[str, Callable[[str], Splits]] = {
    **{"broad-twitter": broad_twitter, "twitter": twitter},
    **{"bionlp": bionlp, "finance": finance, "re3d": re3d},
}


def write_splits(splits: Splits, into: Path) -> str:
    """Write a file for each split into a folder that is there; what was written and left out, for people."""
    told = []
    for split, sentences in splits.sentences.items():
        written = [text for each in sentences if (text := conll_sentence(each.tokens, each.tags)) is not None]
        splits.left_out["sentences that begin as a document does"] += len(sentences) - len(written)
        (into / f"{split}.txt").write_bytes("".join(written).encode())
        told.append(f"{split}.txt: {len(written):,} sentences")
    if splits.repaired:
        told.append(f"read as B-: {splits.repaired:,} tags that begin an entity with I-")
    told += [f"left out: {number:,} {reason}" for reason, number in sorted(splits.left_out.items()) if number]
    return "\n".join(told)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status: those of `corpora.export`."""
    options = _options(arguments)

    def work() -> None:
        with new_place(options.output, folder=True) as place:
            place.mkdir()
            print(write_splits(DATASETS[options.name](options.folder), place))

    return run_command(_NAME, work, options.output)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = command_parser(_NAME, __doc__)
    parser.add_argument("name", choices=sorted(DATASETS), metavar="NAME", help=", ".join(sorted(DATASETS)))
    parser.add_argument("folder", metavar="FOLDER", help="folder with the data as its authors hand it on")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="new folder")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
