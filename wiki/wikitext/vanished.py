"""What vanished templates leave around them in a paragraph: blank lines, empty brackets, commas and labels."""

from __future__ import annotations

import re
from functools import cache

from wiki.wikitext.holes import HOLE, only_holes, tail
from wiki.wikitext.inline import character_reference
from wiki.wikitext.marks import ALL_HOLES, BOX, HOLE_OF, MARK, SOUND, VOID
from wiki.wikitext.template_rules import template_data

# The pattern begins with one character, which is fast to search; that it begins a line is checked afterwards.
_line_start = re.compile(rf"{VOID}(?<![^\n]{VOID})(?:{SOUND}(?!{SOUND}))?([ {VOID}{ALL_HOLES}]*+(?=[\n*#:;=|]))?+")
_void_run = re.compile(rf"{VOID}[ {VOID}{ALL_HOLES}]*{VOID}[{ALL_HOLES}]*")
_hole = re.compile(HOLE)
_sound_hole = re.compile(SOUND + HOLE)
_no_text = f" {MARK}{VOID}{ALL_HOLES}"
_MAX_VOIDS = 500
"""Most templates of a paragraph whose surroundings are tidied; a paragraph with more is not prose."""
_closing = frozenset(",.;:!?)、，；：。）")
_brackets = {"(": ")", "（": "）"}
_between = " ,;:、，；："
_separators = " ,;、，；"
_after_separators = frozenset(",;.)、，；。）")
"""Before these a comma that nothing stands behind goes."""
_ends = frozenset(".:;!?")
_label_begins = re.compile(r"[(（;；,，、](?=[^(（;；,，、]*\Z)")
_is_label = re.compile(rf"(?:\[\[[^\[\]]*+\]\]|[^\W\d_]|[ '’.\-{MARK}{ALL_HOLES}])++(?P<colon>[:：])?[ ']*+").fullmatch
_link_label = re.compile(r"\[\[(?:[^\[\]|]*+\|)?+([^\[\]]*+)\]\]")
_last_word = re.compile(r"(\w+) *\Z")
_MAX_LABEL = 100
"""Code points of a label with its links: what is longer is a clause."""


def tidy_lines(text: str) -> str:
    """The page where a line of templates that vanished is blank, and a line that goes on after them is text.

    The next character of such a line does not make it a list or an indented line, as it would not after the text of a
    template.
    """
    return _line_start.sub(lambda match: MARK if match[1] is None else "", text)


def settle_boxes(markup: str) -> str:
    """The paragraph where a template of several lines is a hole if text stands before it in its line, else a box."""
    before, *rest = markup.split(BOX)
    pieces = [before]
    in_text = False
    for piece in rest:
        in_text = bool(before.rpartition("\n")[2].strip(_no_text)) or (in_text and "\n" not in before)
        hole = _hole.match(piece)
        pieces.append(piece if in_text or hole is None else piece[hole.end() :])
        before = piece
    return "".join(pieces)


def tidy(markup: str) -> str:
    """The paragraph without what vanished templates leave: brackets or quotes around nothing, two commas or full
    stops in a row.

    A label in brackets whose word vanished goes too: `(German: )`, `(pronounced ; born 1 May)`. So does a conjunction
    that joins nothing: `( or ; born 1 May)`.

    Words, links and their labels stay as they are. References next to vanished templates count as vanished too. A
    `MARK` is left for each `VOID`, and each hole stays.
    """
    markup = markup.replace(MARK, VOID)
    count = markup.count(VOID)
    if count > _MAX_VOIDS:
        return markup.replace(VOID, MARK).replace(SOUND, "")
    if count > 1:
        # A space between two stays: one of them may be a mark before words, `a{{sfn|B}} {{lang|fr|''mot''}}`.
        markup = _void_run.sub(lambda run: VOID + only_holes(run[0]) + " " * (" " in run[0]), markup)
    left, *rest = markup.split(VOID)
    holes = ""
    for right in rest:
        strands = False
        if right[:1] in ALL_HOLES:
            behind = right.lstrip(ALL_HOLES)
            marks = right[: len(right) - len(behind)]
            right = behind
            if SOUND in marks:
                strands = _strands(left, right)
                if _names(left, right):
                    marks = _sound_hole.sub("", marks)
            holes += marks.replace(SOUND, "")
        left, right, holes_of_labels = _around_void(left, right)
        holes += holes_of_labels.replace(SOUND, "")
        if not holes and (strands or _ends_with_label(left)):
            holes += HOLE_OF["template"]
        if right.strip(" "):
            left = f"{left}{holes}{MARK}{right}"
            holes = ""
        elif right and not left.endswith(("(", "（", " ")):
            left += right
    return left + holes


def _around_void(left: str, right: str) -> tuple[str, str, str]:
    """The two sides of a template that vanished, without what they have around nothing; then the holes that went."""
    holes = ""
    while True:
        bare = left.rstrip(" ")
        quotes = len(left) - len(left.rstrip("'"))
        if quotes > 1 and quotes == len(right) - len(right.lstrip("'")):
            left, right = left[:-quotes], right[quotes:]
        elif bare[-1:] in _brackets:
            right = right.lstrip(_between)
            if right[:1] != _brackets[bare[-1]]:
                return bare, right, holes
            left, right = bare[:-1].rstrip(" "), right[1:]
            if left and right[:1].lower() != right[:1].upper():  # not in Chinese
                left += " "
        elif right.lstrip(" ")[:1] in _after_label and (unjoined := _without_conjunction(bare, right)) is not None:
            holes += only_holes(bare[len(unjoined) :])
            left = unjoined
        elif right.lstrip(" ")[:1] in _after_label and (unlabelled := _without_label(bare)) is not None:
            holes += only_holes(bare[len(unlabelled) :])
            left = unlabelled
        elif bare and right.lstrip(" ")[:1] in _closing and right.strip(" "):
            return *_before_closing(bare, right.lstrip(" ")), holes
        else:
            return left, right, holes


def _before_closing(left: str, right: str) -> tuple[str, str]:
    """The two sides where the right one begins with a mark that has no space before it, such as a comma."""
    if right[0] in _after_separators:
        left = _without_separators(left)
    if right[0] == "." and left.endswith(".") and not left.endswith(".."):
        return left, right[1:]
    separates_marks = left[-1:] in _ends and not right.strip(_separators)
    return left, "" if separates_marks else right


_LONGEST_REFERENCE = 34


def _ends_reference(text: str, end: int) -> bool:
    """Whether a character reference ends at a place of the text."""
    near = character_reference.finditer(text, max(0, end - _LONGEST_REFERENCE), end)
    return any(found.end() == end for found in near)


def _without_separators(text: str) -> str:
    """The text without the commas and semicolons at its end, but for the one that ends a character reference.

    Apostrophes of bold and italic type behind them stay.
    """
    quotes = len(text) - len(text.rstrip("'"))
    if 1 < quotes < len(text):
        left = _without_separators(text[:-quotes])
        return text if left[-1:] == "'" else left + text[-quotes:]
    if text[-1] not in _separators:
        return text
    left = text.rstrip(_separators)
    return text[: len(left) + 1] if _ends_reference(text, len(left) + 1) else left


_after_label = frozenset(")）;；,，、")
_ends_alternatives = frozenset(")）;；")
_nothing_before = frozenset("(（,，、;；") | {MARK}


def _without_conjunction(text: str, right: str) -> str | None:
    """The text without the conjunction at its end; None where none is, or where it may join what stands on the right.

    Before a comma it may (`and, it seems, new`), unless something vanished before it too.
    """
    found = _last_word.search(text, tail(text, _MAX_LABEL))
    if found is None or found[1] not in _conjunctions():
        return None
    left = text[: found.start()].rstrip(f" {ALL_HOLES}")
    joins_nothing = left[-1:] in _nothing_before or right.lstrip(" ")[0] in _ends_alternatives
    return left.rstrip(f" {MARK}{ALL_HOLES}") if left and joins_nothing else None


def _without_label(text: str) -> str | None:
    """The text without the label at its end (`(German:`, `(born 1; pronounced`), the bracket kept; None where none is.

    A label stands in brackets, alone or behind a comma or semicolon, and ends in a colon or says how to pronounce.
    """
    begin = _label_begins.search(text, tail(text, _MAX_LABEL))
    if begin is None or _ends_reference(text, begin.end()):
        return None
    found = _is_label(text, begin.end())
    if found is None:
        return None
    words = _link_label.sub(r"\1", found[0]).strip(f" '{MARK}{ALL_HOLES}").lower()
    if not found["colon"] and words not in _labels() and words not in template_data()["adverbs"]:
        return None
    if begin[0] in _brackets:
        return text[: begin.end()]
    return text[: begin.start()] if _in_brackets(text) else None


def _ends_with_label(text: str) -> bool:
    """Whether a text ends with a word that says how to pronounce, in no bracket: `written X and pronounced`."""
    last = _last_word.search(text, tail(text, _MAX_LABEL))
    return last is not None and last[1].lower() in _labels()


def _strands(left: str, right: str) -> bool:
    """Whether words beside a sound that vanished mean nothing without it: `(VOID in Scots)`, `it rhymes with VOID`."""
    before, behind = left.rstrip(" "), right.strip(" ")
    if not _in_brackets(left):
        if before[-1:] in _separators:
            return behind[:1] not in _closing
        # Behind a name it stands as an apposition: `Apollo VOID is`.
        last = _last_word.search(before, tail(before, _MAX_LABEL))
        return last is not None and last[1].islower()
    if behind.startswith("[[") or (behind[:1].isalpha() and behind not in _conjunctions()):
        return True
    return _label_before(before).removeprefix("in ") in _languages()


def _names(left: str, right: str) -> bool:
    """Whether a sound that vanished is one of a name before brackets: it alone is between their marks, or a label.

    A label is a word for it, or the name of a language with a colon: what says more is missing with the sound.
    """
    behind = right.strip(" ")
    if not _in_brackets(left) or not (behind[:1] in _after_label or behind in _conjunctions()):
        return False
    label = _label_before(left)
    if not label or label in _labels() or label in template_data()["adverbs"]:
        return True
    if label.endswith((":", "：")) and label[:-1] in _labels() | _languages():
        return True
    # Behind another sound: `({{IPA|x}} or {{IPA|y}})`.
    return label.rpartition(MARK)[2].strip() in _conjunctions()


def _in_brackets(text: str) -> bool:
    """Whether a bracket is open at the end of a text."""
    return any(text.rfind(opening) > text.rfind(closing) for opening, closing in _brackets.items())


def _label_before(text: str) -> str:
    """What stands in small letters between a text's end and the bracket or comma before it; empty where none is."""
    begin = _label_begins.search(text, tail(text, _MAX_LABEL))
    return _link_label.sub(r"\1", text[begin.end() :]).strip(f" '{MARK}{VOID}{ALL_HOLES}").lower() if begin else ""


@cache
def _languages() -> frozenset[str]:
    tables = template_data()["tables"]["language"].values()
    return frozenset(name.lower() for table in tables for name in table.values())


@cache
def _labels() -> frozenset[str]:
    return frozenset(template_data()["labels"])


@cache
def _conjunctions() -> frozenset[str]:
    return frozenset(template_data()["conjunctions"])
