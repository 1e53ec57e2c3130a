"""The codes of what could not be rendered faithfully: places of a text that a reader of the page sees otherwise."""

from __future__ import annotations

HOLES = ("template", "parser-function", "formula", "extension", "image")
"""Something that the page shows is not in the text: the sentence may have a hole."""
DAMAGE = ("unclosed-markup", "table")
"""Something that is no prose is in the text: what is left of markup that its author broke."""
GIVEN = "from-template"
"""Nothing is wrong: a template gave these words. Only HTML tells them apart from those that were written."""
PROBLEMS = (*HOLES, *DAMAGE, GIVEN)
"""All codes; docs/reference/extract.md says what each means."""
