"""Paragraphs into sentences, with the anchors carried over."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import pyarrow as pa
import sentencex

from schemas.catalog.wiki import PUNKT
from schemas.datasets.dataset import read_dataset
from schemas.errors import InputError
from schemas.records import Anchor, Paragraph, Problem, Span
from schemas.sources.language_facts import has_spaces, sentence_end
from wiki.sentences.conventions import conventions

# The constructor of a NamedTuple is a Python function and takes twice as long.
_new = tuple.__new__

Splitter = Callable[[str], Sequence[int]]
"""Where the sentences of a text begin, in ascending order, the first one's 0 left out: there the text is cut."""


class Sentence(NamedTuple):
    """A sentence with its anchors, its problems and what is in italics, in order; offsets count in `text`."""

    text: str
    anchors: list[Anchor]
    problems: Sequence[Problem] = ()
    italics: Sequence[Span] = ()


def load_splitter(name: str, language: str, punkt: str | None = None) -> Splitter:
    """The splitter of a name: `punkt`, `punkt_tab` or `sentencex`.

    `language` is the wiki's language code, by whose conventions Punkt's boundaries are mended. `punkt` is the location
    of the parameters trained on the wiki, which only the splitter `punkt` uses. A splitter is loaded where it is used:
    it does not travel between processes. Raises InputError for another name, and where parameters are missing.
    """
    if name == "sentencex":
        return sentencex_splitter(language)
    # It brings NLTK, which takes longer to import than most steps to run.
    from wiki.sentences.punkt import punkt_splitter
    from wiki.sentences.punkt_parameters import from_table, load_punkt_tab

    match name:
        case "punkt" if punkt is not None:
            parameters = from_table(pa.Table.from_batches(read_dataset(punkt), PUNKT.schema))
            return punkt_splitter(parameters, conventions(language))
        case "punkt":
            raise InputError("the sentence splitter `punkt` needs the location of its trained parameters")
        case "punkt_tab":
            return punkt_splitter(load_punkt_tab(language), conventions(language))
    raise InputError(f"no sentence splitter is called {name!r}: choose punkt, punkt_tab or sentencex")


_WIDE_SPACE = re.compile(r"[^\S\x00-\x7f]")
_AFTER_IDEOGRAPHIC_STOP = re.compile(r"(?<=。)\w")
_CLOSING = re.compile("[」』）》〉】〕]*+")
_GOES_ON = re.compile("[，、；：。！？]|ល។|\\Z")
"""What no sentence begins with: then the one before it goes on, as behind `「救命！」，`; so *and so on* in Khmer."""
_NO_END = re.compile(
    r"(?<=[》〉])|(?<=[A-Z]\.)(?<![A-Za-z]..)|(?<=\.)(?=[A-Za-z])"
    r"|(?<=[ก-๎]\.)|(?<=[ก-๎]\.\s)|(?<=។ល។)|(?<=។ល។\s)|(?<=၏)|(?<=၏\s)"
)
"""What a sentence does not end with: the title of a work, an initial, a period within letters or in Thai, which has no
full stop (`พ.ศ. 2548`), *and so on* in Khmer (`។ល។`), the genitive in Burmese (`ရန်ကုန်၏ မူလအမည်`)."""
_STOPS_OF_OTHERS = str.maketrans("។៕", "။။")
"""Full stops that sentencex does not know: those of Khmer, by that of Burmese."""
_STRAIGHT_QUOTES = re.compile(r"""(?<!\w)(["'])([^"'\n]+)\1""")
_QUOTES = "\"'”’」』"
_BRACKETS = re.compile(r"[)\]」』）》〉】〕]+\s*")
_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST = 20_000
"""Code points that sentencex is given at once: the time it takes can grow with the square of the length."""
_WINDOW = re.compile(rf".{{1,{_LONGEST}}}(?:(?<=\s)|\Z)|.{{{_LONGEST}}}", re.DOTALL)


def sentencex_splitter(language: str) -> Splitter:
    """Wikimedia's rules for a language code (`en`, `zh`), or those of a related language where it has none.

    A text of more than 20,000 code points, which no paragraph written by a person has, is also cut at spaces. Where a
    language has a full stop of its own and the text has it, a period is one of an abbreviation (`ড. মুহাম্মদ`).
    """

    behind_quotations = conventions(language).behind_quotations
    full_stop = sentence_end(language) if has_spaces(language) and not behind_quotations else ""

    def split(text: str) -> list[int]:
        # Where words stand directly behind a quotation, it takes the quote that ends one for the beginning of another.
        readable = _STRAIGHT_QUOTES.sub(r"‘\2’", text) if behind_quotations else text
        if not text.isascii():
            # sentencex 1.0 panics where white space outside ASCII stands between a capital and a period.
            readable = _WIDE_SPACE.sub(" ", readable)
            readable = readable.translate(_STOPS_OF_OTHERS)
            # It takes no sentence to begin with a digit or a small letter; behind 。, which ends nothing else, many do.
            readable = _AFTER_IDEOGRAPHIC_STOP.sub("一", readable)
        starts = []
        position = 0
        for window in [readable] if len(readable) <= _LONGEST else _WINDOW.findall(readable):
            for piece in sentencex.segment(language, window):
                position += len(piece)
                starts.append(position)
        if behind_quotations:
            return _without_those_in_quotations(text, starts[:-1], behind_quotations)
        if full_stop and full_stop in text:
            return [start for start in starts[:-1] if text[max(0, start - 2) : start].rstrip()[-1:] != "."]
        return starts[:-1] if has_spaces(language) else _mended(text, starts[:-1])

    return split


def _mended(text: str, starts: Sequence[int]) -> list[int]:
    """Where sentences begin in a language without spaces, of the places where sentencex has them begin.

    It knows marks that end a sentence, not what stands around them. Closing marks belong to the sentence before them.
    What begins with a comma or the like goes on with it, and so does what stands behind the title of a work
    (`《你好，李焕英！》是电影`), an initial (`J.罗琳`) or a period within letters (`Node.js`), and others of `_NO_END`.
    """
    mended: list[int] = []
    for place in starts:
        closing = _CLOSING.match(text, place)
        start = closing.end() if closing else place
        goes_on = _NO_END.match(text, start) or _GOES_ON.match(text, start)
        if not goes_on and (not mended or start > mended[-1]):
            mended.append(start)
    return mended


def _without_those_in_quotations(text: str, starts: Sequence[int], words: Collection[str]) -> list[int]:
    """Where sentences begin, of the places where sentencex has them begin, in a language with such words.

    A sentence goes on behind a quotation where one of these words follows, or any without a space. Closing brackets
    belong to the sentence before them.
    """
    kept: list[int] = []
    for place in starts:
        brackets = _BRACKETS.match(text, place)
        start = brackets.end() if brackets else place
        word = _LETTERS.match(text, start)
        last = start
        while last and text[last - 1].isspace():
            last -= 1
        is_quoted = text[max(0, last - 1) : last] in _QUOTES
        goes_on = is_quoted and word and (not text[start - 1].isspace() or word[0] in words)
        if start < len(text) and not goes_on and (not kept or start > kept[-1]):
            kept.append(start)
    return kept


def split_sentences(paragraph: Paragraph, splitter: Splitter) -> list[Sentence]:
    """The sentences of a paragraph, in order; only the white space between them is lost.

    A line break ends a sentence: a paragraph has one where the article has `<br>`, in verse, addresses and lists.
    Within a line the splitter decides. No sentence ends inside an anchor, not even at a line break. White space at
    the edge of a sentence is cut off its anchors too, and an anchor of white space alone is left out.
    """
    text, anchors = paragraph.text, paragraph.anchors
    starts = _starts(text, splitter)
    if anchors and starts:
        starts = _outside(starts, anchors)
    sentences = []
    index, n_anchors = 0, len(anchors)
    start = 0
    for end in (*starts, len(text)):
        piece = text[start:end]
        sentence = piece.strip()
        left = start if len(sentence) == len(piece) else start + piece.find(sentence[:1])
        right = left + len(sentence)
        inside = []
        while index < n_anchors and anchors[index].end <= end:
            anchor_start, anchor_end, target = anchor = anchors[index]
            index += 1
            if text[anchor_start].isspace() and text[anchor_start:anchor_end].isspace():
                continue
            if left:
                first = anchor_start - left if anchor_start > left else 0
                anchor = _new(Anchor, (first, (anchor_end if anchor_end < right else right) - left, target))
            elif anchor_end > right:
                anchor = Anchor(anchor_start, right, target)
            inside.append(anchor)
        if sentence:
            problems = _within(paragraph.problems, start, end, left, right, len(text)) if paragraph.problems else ()
            italics = _parts(paragraph.italics, left, right) if paragraph.italics else ()
            sentences.append(_new(Sentence, (sentence, inside, problems, italics)))
        start = end
    return sentences


def _within(problems: Sequence[Problem], start: int, end: int, left: int, right: int, length: int) -> list[Problem]:
    """What of the problems of a paragraph lies in its part from `start` to `end`, whose sentence is `left` to `right`.

    Something that is missing between two parts belongs to the second; a place that reaches over both is in both.
    """
    return [
        each._replace(start=min(max(each.start, left), right) - left, end=min(max(each.end, left), right) - left)
        for each in problems
        if (each.start < end or end == length) and (each.end > start or each.start == start)
    ]


def _parts(spans: Sequence[Span], left: int, right: int) -> list[Span]:
    """What of the spans of a paragraph lies in its sentence from `left` to `right`."""
    return [(max(start, left) - left, min(end, right) - left) for start, end in spans if start < right and end > left]


def _starts(text: str, splitter: Splitter) -> Sequence[int]:
    if "\n" not in text:
        return splitter(text)
    starts = []
    line_start = 0
    for line in text.split("\n"):
        starts.append(line_start)
        starts.extend(line_start + start for start in splitter(line))
        line_start += len(line) + 1
    return starts[1:]


def _outside(starts: Sequence[int], anchors: Sequence[Anchor]) -> list[int]:
    """The positions that are not inside an anchor; both are in order."""
    outside = []
    following = iter(anchors)
    anchor = next(following, None)
    for start in starts:
        while anchor is not None and anchor.end <= start:
            anchor = next(following, None)
        if anchor is None or start <= anchor.start:
            outside.append(start)
    return outside
