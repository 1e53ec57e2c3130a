"""Marks: control characters that stand in the text of a page for what was there, while the page is read.

A page of XML holds none of these characters, and `strip.strip_markup` deletes any that a text from elsewhere has. So a
mark in the text was put there by this package. Each meaning has a character of its own.
"""

from __future__ import annotations

MARK = "\x01"
"""Something that shows no text stood here, within a line: a reference, a tag, quotes of bold or italic type.

It keeps the quotes on its two sides apart and ends a link's trail, as MediaWiki's strip markers do. Put in by every
step from `strip` to `inline`; taken out when a paragraph's text is put together (`paragraphs`, `reference`).
"""
VOID = "\x02"
"""A template stood here that is read as if it were empty: the line is what it is without it (blank, indented, an item).

Put in by `strip` and `inline_templates`; `blocks` and `vanished.tidy` take it out or make it a `MARK`.
"""
TAG = "\x03"
"""Stands before and after the name of a block element's tag, `div` or `/div`, in place of the tag.

Put in by `strip` and `inline_templates`; `blocks` reads the elements and takes them out.
"""
BLOCK = f"{TAG}hr{TAG}"
"""A block with all that is in it stood here: a table, a file, a gallery. It ends a paragraph as `<hr>` does."""
DROP_INDENT = "\x04"
"""A comment stood here that takes the white space before it with it. Put in and taken out by `strip`."""
ARGUMENT_END = "\x05"
"""Stands for a bar that separates the arguments of a template. Put in and taken out by `inline_templates`."""
PIECE_END = "\x06"
"""Stands between the text and the links of a paragraph, joined to be cleaned in one go. Used by `paragraphs` alone."""
LINK = "\x07"
"""Stands for a link while the quotes around it are read. Put in and taken out by `reference`."""
HIDDEN = "\x08"
"""In place of a link's target: the link is not shown where it stands (a category, another language, a file)."""
INVALID = "[["
"""In place of a link's target: this is no link, the brackets are text. No title holds any."""
ITALIC = "\x0e"
"""Italic type begins or ends here; each closes what the one before it opened.

Put in where runs of apostrophes are read (`quotes`); taken out when a paragraph's text is put together (`inline`).
"""

HOLES = {
    "\x0f": "template",
    "\x10": "parser-function",
    "\x11": "formula",
    "\x12": "extension",
    "\x13": "image",
}
"""Characters that say that what stood here is shown on the page and missing in the text, with its code.

One follows a `MARK`, or a `VOID` where it stands for a template, and does not change what that means. Put in by `strip`
and `inline_templates`; taken out, and made a `Problem`, when a paragraph's text is put together (`inline`).
"""
HOLE_OF = {code: hole for hole, code in HOLES.items()}
"""The characters of `HOLES` by their code."""
DIGITS = "\x14\x15\x16\x17\x18\x19\x1a\x1b"
"""Digits of a number to the base 8 that may follow a hole and says which name it has (`holes`)."""
SOUND = "\x00"
"""Follows the `VOID` of a template of pronunciation, which is left out on purpose.

Put in by `inline_templates`; `vanished` takes it out, with a hole where the words beside it mean nothing without it. A
hole behind it says that the sound may be one of the sentence; it stays unless the brackets of a name have the sound.
"""
BOX = SOUND * 2
"""Follows the `VOID` of a template of several lines: the hole behind it counts only where text stands before it.

A mark of two characters, since all single ones are taken. Put in by `inline_templates`; `vanished` takes it out.
"""
ALL_HOLES = "".join(HOLES) + DIGITS + SOUND
"""All characters that holes are written with, and what may stand among them behind a `VOID`."""

MARKS = (MARK, VOID, TAG, DROP_INDENT, ARGUMENT_END, PIECE_END, LINK, HIDDEN, ITALIC, *ALL_HOLES)

_no_marks = str.maketrans(dict.fromkeys(MARKS, ""))


def without_marks(text: str) -> str:
    """The text with no marks in it."""
    return text.translate(_no_marks)
