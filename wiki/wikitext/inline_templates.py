"""Templates that carry words of the sentence, replaced by these words as `inline_templates.toml` says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.conversion import first_shown
from wiki.wikitext.convert import convert, shown_in_brackets
from wiki.wikitext.holes import HoleNames, holes_in, length
from wiki.wikitext.marks import ARGUMENT_END, BOX, HOLE_OF, MARK, VOID
from wiki.wikitext.parser_functions import ParserFunctions, parser_functions
from wiki.wikitext.template_rules import CONVERSIONS, Alternative, Field, Known, Part, Rules, rules_of
from wiki.wikitext.template_values import NOT_SHOWN

_MAX_ARGUMENTS = 5_000
"""Longest arguments, in code points, that are read: what is longer is not part of a sentence."""


def expander(site: SiteInfo, names: HoleNames, *, templates: bool = True) -> Callable[[str], str]:
    """A function from what stands between a template's braces to wikitext: its words on a wiki, or a `VOID`.

    A hole (`holes`) follows the `VOID` where the template may show words that are not known; its name is one of
    `names`. Without `templates` only functions of the parser have words.
    """
    return partial(expand if templates else leave_out, rules_of(site), parser_functions(site), names)


def expand(rules: Rules, functions: ParserFunctions, names: HoleNames, inner: str) -> str:
    """The wikitext that stands for a template, as `expander` says."""
    text = functions(inner)
    if text is not None:
        return (text or VOID) + _holes(inner)
    name, _, arguments = inner.partition("|")
    known = rules.found[name]
    if not known.rule.alternatives:
        return _nothing(known, names, inner)
    if len(arguments) > _MAX_ARGUMENTS and length(arguments) > _MAX_ARGUMENTS:
        return _nothing(known, names)
    values = _arguments(arguments)
    values["*"], values["template"] = known.rest, known.name
    for alternative in known.rule.alternatives:
        if not all(condition.holds(values) for condition in alternative.conditions):
            continue
        text = _fill(alternative.parts, values, rules)
        if text is not None:
            if known.rule.wraps and len(values) == _ONE_VALUE and "=" not in arguments:
                text = _spaced(text, arguments)
            elif not alternative.understands(values) or _is_silent(text, alternative, values):
                text += _MISSING
            if text and not text.replace(_MISSING, ""):
                return _nothing(known, names)
            return names.fill_in(_apart(_not_indented(text)), known.name) or known.void
    return _nothing(known, names)


def _not_indented(text: str) -> str:
    """The text, whose space at its beginning does not make a line an indented one.

    On a page a reference stands there, `&nbsp;`, or a tag before the space.
    """
    return f"\N{NO-BREAK SPACE}{text[1:]}" if text.startswith(" ") else text


def _apart(text: str) -> str:
    """The text, whose quotes at its ends have nothing to do with those beside it: on a page a tag stands between."""
    before = MARK if text.startswith(_QUOTES) else ""
    behind = MARK if text.endswith(_QUOTES) else ""
    return before + text + behind


def _is_silent(text: str, chosen: Alternative, values: Mapping[str, str]) -> bool:
    """Whether a rule gives no words though there are values, none of which was left empty on purpose."""
    return (
        not text
        and chosen.shows
        and any(name.isdecimal() for name in values)
        and all(values[name] for name in values if name != "*")
    )


def _spaced(text: str, written: str) -> str:
    """The text with spaces where the value has them at its ends: MediaWiki keeps those of numbered parameters."""
    if not text:
        return text
    return f"{' ' if written[:1] == ' ' else ''}{text}{' ' if written[-1:] == ' ' else ''}"


def leave_out(rules: Rules, functions: ParserFunctions, names: HoleNames, inner: str) -> str:
    """What stands for a template that is read as if it were empty, and the words of a function."""
    text = functions(inner)
    if text is not None:
        return (text or VOID) + _holes(inner)
    return _nothing(rules.found[inner.partition("|")[0]]._replace(void=VOID), names, inner)


def _nothing(known: Known, names: HoleNames, inner: str = "") -> str:
    """What stands for a template where no words do: a `VOID`, and that words are missing unless it has none.

    What is written on several lines, by its `inner`, is a box unless text stands before it.
    """
    if not known.code:
        return known.void
    return (VOID + BOX if "\n" in inner else known.void) + names.hole(known.code, known.name)


def _holes(inner: str) -> str:
    """The holes among the arguments of a function, whose text has none."""
    return "".join(MARK + hole for hole in holes_in(inner)) if VOID in inner else ""


_bar = re.compile(r"\[\[[^\[\]]*+\]\]|-\{[^{}]*+\}-|(\|)")
_named = re.compile(r"\s*+([\w '-]*\w)\s*=")


def _arguments(text: str) -> dict[str, str]:
    """Values of a template's parameters by name or number, without outer white space.

    Links are not split, nor are rules of language variants (`-{R|…}-`).
    """
    if "[[" in text or "-{" in text:
        text = _bar.sub(lambda match: ARGUMENT_END if match[1] else match[0], text)
        parts = text.split(ARGUMENT_END)
    else:
        parts = text.split("|")
    values: dict[str, str] = {}
    number = 0
    for part in parts:
        named = _named.match(part) if "=" in part else None
        if named:
            values[named[1]] = part[named.end() :].strip()
        else:
            number += 1
            values[str(number)] = part.strip()
    return values


_ALL = ("all",)
_ONE_VALUE = 3
"""Values of a template with one parameter, with those of its name."""
_MISSING = MARK + HOLE_OF["template"]
"""Stands for a part of a template's words that is not known."""
_QUOTES = "''"


def _fill(parts: list[Part], values: Mapping[str, str], rules: Rules) -> str | None:
    """The rule's text; None where a required value is empty, or, in an optional group, any value."""
    pieces: list[str] = []
    for part in parts:
        if isinstance(part, str):
            pieces.append(part)
        elif isinstance(part, list):
            text = _fill(part, values, rules)
            pieces.append(_missing(part, values, rules) if text is None else text)
        else:
            if part.table in CONVERSIONS:
                abbreviated = part.table == "cvt"
                shown = first_shown(values, abbreviated=abbreviated)
                quantity = convert(shown, abbreviated=abbreviated)
                if quantity is None:
                    return None
                pieces.append(quantity if shown_in_brackets(shown) else quantity + _MISSING)
                continue
            given = next((values[name] for name in part.names if values.get(name)), "")
            if part.names == _ALL:
                given = "".join(v for k, v in values.items() if k.isdecimal())
            value = rules.values.read(given, part.table)
            if not value and part.required:
                return None
            if part.table not in NOT_SHOWN:
                pieces.append(value if value or not given else _MISSING)
    return "".join(pieces)


def _missing(group: list[Part], values: Mapping[str, str], rules: Rules) -> str:
    """What stands for a group that is left out: a hole where a table does not have the value that was given."""
    for part in group:
        if isinstance(part, Field) and (part.table in rules.values.tables or part.table == "exponent"):
            value = next((values[name] for name in part.names if values.get(name)), "")
            if value and not rules.values.read(value, part.table):
                return _MISSING
    return ""


_fraction = re.compile(rf"(?<=\d){MARK}(?=\d+⁄)")


def part_fractions(text: str) -> str:
    """The page with a space between a number and the template of a fraction behind it: `2{{frac|1|4}}` is no 21⁄4."""
    return _fraction.sub(" ", text) if "⁄" in text else text
