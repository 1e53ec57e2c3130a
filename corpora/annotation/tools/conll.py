r"""CoNLL's files: a token, its link and its tag a line, separated by tabs, with an empty line behind each sentence.

    -DOCSTART- {"text": "Ann lives in Rome.", "sentence_id": "12-0-3", …}
    Ann     O        B-person
    lives   O        O
    in      O        O
    Rome    B-link   B-location
    .       O        O

Annotators change the last column, to O, B-label or I-label; the second says which tokens are a hyperlink. An I- that
continues no entity of its label is read as B-, as CoNLL's scorer reads it, and told. What goes with a sentence stands
before it in a line that other readers of such files pass over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from corpora.annotation.alignment import sentence_tokens
from corpora.annotation.records import Sentence
from corpora.annotation.tools.json_files import text_of, write_text
from corpora.annotation.tools.metadata import Marked, Placed, Unread, all_read, metadata, read_sentence
from corpora.bio import tagged_spans
from corpora.conll import text_lines, valid_tag
from corpora.json_text import json_text
from schemas.errors import Faults, InputError, quoted

SUFFIX = ".conll"
BESIDE = "labels.txt"
_HEAD = "-DOCSTART- "


class _Line(NamedTuple):
    number: int
    place: str
    token: str
    tag: str
    written: str
    """The tag as it stands in the file."""


def write(sentences: Iterable[Sentence], labels: Sequence[str], path: Path) -> None:
    """Write the file of an annotator, and `labels.txt` beside it: the labels that there are, one a line."""
    write_text(path, "".join(map(_lines, sentences)))
    write_text(path.parent / BESIDE, "".join(f"{label}\n" for label in labels))


def _lines(sentence: Sentence) -> str:
    tokens = sentence_tokens(sentence)
    links = _tags(tokens, [(link.start, link.end, "link") for link in sentence.links])
    tags = _tags(tokens, [span.key for span in sentence.spans])
    rows = (
        f"{sentence.text[start:end]}\t{link}\t{tag}\n"
        for (start, end), link, tag in zip(tokens, links, tags, strict=True)
    )
    return f"{_HEAD}{json_text({'text': sentence.text, **metadata(sentence)})}\n{''.join(rows)}\n"


def _tags(tokens: Sequence[tuple[int, int]], marked: Sequence[Marked]) -> list[str]:
    """The BIO tags of stretches that are whole tokens."""
    tags = ["O"] * len(tokens)
    for start, end, label in marked:
        within = [number for number, token in enumerate(tokens) if start <= token[0] and token[1] <= end]
        for prefix, number in zip("B" + "I" * len(within), within, strict=False):
            tags[number] = f"{prefix}-{label}"
    return tags


def read(path: Path) -> Iterator[Placed | Unread]:
    """The sentences of an annotated file; one without its line -DOCSTART- is unread, with the one before it.

    Where the tokens are not those of the text, the text of the sentence is the tokens joined by spaces. Raises
    InputError, with file and line of all of them, for lines that are not as written and for tags that are not BIO.
    """
    faults = Faults()
    found: list[Placed | Unread] = []
    for head, lines in _blocks(path, faults):
        with faults.caught():
            found.append(_sentence(*head, lines))
    faults.refuse()
    return iter(found)


def read_sent(path: Path) -> Iterator[Placed]:
    """The same, which has the same form; raises InputError for a sentence that is unread too."""
    return all_read(read(path))


def _blocks(path: Path, faults: Faults) -> Iterator[tuple[tuple[str, str], list[_Line]]]:
    """Of each sentence the place and record of its head, and its lines but those that are at fault.

    Raises InputError for lines in quotes.
    """
    head: tuple[str, str] | None = None
    lines: list[_Line] = []
    for number, line in enumerate(text_lines(str(path)), 1):
        place = f"{path}, line {number}"
        if line.startswith(f'"{_HEAD}'):
            raise InputError(
                f"{place}: lines are in quotes, as a spreadsheet writes them; save the file without quotes, or "
                "annotate the one that was exported in a text editor"
            )
        if line.startswith(_HEAD):
            if head:
                yield head, lines
            head, lines = (place, line.removeprefix(_HEAD)), []
        elif line.strip():
            with faults.caught():
                if not head:
                    raise InputError(f"{place}: a token before the first line with {_HEAD.strip()}; keep these lines")
                lines.append(_Line(number, place, *_token(line, lines[-1].tag if lines else "O", place)))
    if head:
        yield head, lines


def _token(line: str, before: str, place: str) -> tuple[str, str, str]:
    """Token and tag of a line, and the tag as it stands there."""
    columns = line.split("\t")
    token, tag = columns[0].strip(), columns[-1].strip()
    # With two columns the tags of links would be taken for the annotator's.
    if len(columns) != 3 or not token:
        raise InputError(f"{place}: {quoted(line)} is not a token, its link and its tag, separated by tabs")
    return token, valid_tag(tag, before, place), tag


def _sentence(place: str, record: str, lines: Sequence[_Line]) -> Placed | Unread:
    try:
        fields = json.loads(record)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: what goes with a sentence is not JSON ({error}); keep these lines") from error
    if not isinstance(fields, dict):
        raise InputError(f"{place}: what goes with a sentence is no JSON object; keep these lines")
    tokens = [line.token for line in lines]
    text = text_of(fields, place)
    starts = _starts(text, tokens)
    headless = None
    if starts is None:
        headless = _headless(lines)
        text = " ".join(tokens)
        starts = _starts(text, tokens) or []
    marked = [
        (starts[first], starts[end - 1] + len(tokens[end - 1]), label)
        for first, end, label in tagged_spans(line.tag for line in lines)
    ]
    slips = tuple(
        (line.place, f"{quoted(line.written)} continues no entity of that label; it is read as {line.tag}")
        for line in lines
        if line.tag != line.written
    )
    sentence = read_sentence(fields, text, marked, place)
    return headless or Placed(place, sentence, slips)


def _headless(lines: Sequence[_Line]) -> Unread | None:
    """The first token behind an empty line: another sentence begins with it, where the tokens are not the text."""
    for before, line in pairwise(lines):
        if line.number > before.number + 1:
            message = f"a token behind an empty line, without a line {_HEAD.strip()} between; keep these lines"
            return Unread(line.place, message)
    return None


def _starts(text: str, tokens: Sequence[str]) -> list[int] | None:
    """Where each token begins in the text; None where they are not all of it but white space."""
    starts, end = [], 0
    for token in tokens:
        start = text.find(token, end)
        if start < 0 or text[end:start].strip():
            return None
        starts.append(start)
        end = start + len(token)
    return None if text[end:].strip() else starts
