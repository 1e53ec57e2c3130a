"""Templates that carry words of the sentence, replaced by these words as `inline_templates.toml` says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import Any, NamedTuple

from wiki.site.numbers import number_format
from wiki.site.siteinfo import TEMPLATE, SiteInfo
from wiki.wikitext.conversion import first_shown
from wiki.wikitext.convert import PARAMETERS, convert, shown_in_brackets
from wiki.wikitext.holes import HoleNames, holes_in, length
from wiki.wikitext.marks import ARGUMENT_END, BLOCK, BOX, HOLE_OF, MARK, SOUND, VOID
from wiki.wikitext.parser_functions import ParserFunctions, parser_functions
from wiki.wikitext.template_values import NOT_SHOWN, Values

_MAX_ARGUMENTS = 5_000
"""Longest arguments, in code points, that are read: what is longer is not part of a sentence."""
_MAX_KNOWN = 1 << 14
"""Most template names that are remembered."""
_LONG = 256
"""Code points of a name that is not remembered; no title is as long."""


class _Field(NamedTuple):
    names: tuple[str, ...]
    """Names of parameters: the first that is not empty gives the value."""
    table: str
    """Table that translates the value, or a filter; empty for the value as it is."""
    required: bool
    """Whether the rule does not apply where the value is empty."""


class _Condition(NamedTuple):
    """The alternative applies only where a parameter has a value; it shows nothing."""

    name: str
    value: str
    """In lower case: `*` is any, nothing is none, `$name` is that of another parameter."""

    def holds(self, values: Mapping[str, str]) -> bool:
        """Whether the parameters are as it says."""
        given = values.get(self.name, "")
        if self.value == "*":
            return bool(given)
        if self.value.startswith("$"):
            return bool(given) and given == values.get(self.value[1:], "")
        return given.lower() == self.value

    def parameters(self) -> set[str]:
        """The names of the parameters that it looks at."""
        return {self.name, self.value[1:]} if self.value.startswith("$") else {self.name}


class _Names(NamedTuple):
    """Names of templates, without regard to capitals."""

    whole: frozenset[str]
    prefixes: tuple[str, ...]

    def has(self, name: str) -> bool:
        """Whether it is one of the names or begins with a prefix."""
        name = name.lower()
        return name in self.whole or name.startswith(self.prefixes)


_Part = str | _Field | list[Any]


class _Alternative(NamedTuple):
    parts: list[_Part]
    conditions: list[_Condition]
    shows: bool
    """Whether it has a part that is mostly shown, so that something is missing where it gives no words."""
    understood: frozenset[str]
    """Parameters that it names, or that change no words in any template. Where another has a value, the words may be
    others."""
    numbered: bool
    """Whether it understands all numbered parameters."""

    def understands(self, values: Mapping[str, str]) -> bool:
        """Whether all values given are of parameters that it understands."""
        return not any(
            values[name] and not (self.numbered and name.isdecimal()) for name in values.keys() - self.understood
        )


class _Rule(NamedTuple):
    alternatives: list[_Alternative]
    """The first whose conditions hold and that has all its required values applies."""
    wraps: bool
    """Whether it shows its only parameter as it is written."""


_NO_RULE = _Rule([], False)


class _Known(NamedTuple):
    """What is known of a template's name."""

    rule: _Rule
    """Empty where there is none."""
    rest: str
    """What follows a prefix in the name."""
    code: str
    """What is wrong where no words stand for the template, one of `schemas.problems`; empty where it has none."""
    name: str
    """Its name with a capital, as its page has it; that of a function as it is written, without its arguments."""
    void: str = VOID
    """What stands for it where it shows no words."""


_function = re.compile(r"#|[^\W\d_]+:|(?:CURRENT|LOCAL|REVISION|NUMBER|PAGE|FULLPAGE|SITE)[A-Z0-9]+$")
"""How the name of a parser function or a variable begins."""


class _Found(dict[str, _Known]):
    """What is known of template names, as they are written."""

    def __init__(
        self,
        site: SiteInfo,
        by_name: Mapping[str, _Rule],
        by_prefix: Sequence[tuple[str, _Rule]],
        silent: _Names,
        sounds: _Names,
        doubts: _Names,
    ) -> None:
        """The first letter of a name is in lower case in all; `silent` are those that have no words.

        `sounds` are those of pronunciation, `doubts` the marks of doubt, which show words only if these are given.
        """
        super().__init__()
        self._site = site
        self._by_name, self._by_prefix = by_name, by_prefix
        self._silent, self._sounds, self._doubts = silent, sounds, doubts

    def __missing__(self, written: str) -> _Known:
        found = self._find(written.strip().replace("_", " "))
        if self._sounds.has(found.name):
            found = found._replace(void=VOID + SOUND)
        if len(written) < _LONG:
            if len(self) >= _MAX_KNOWN:
                self.clear()
            self[written] = found
        return found

    def _find(self, title: str) -> _Known:
        namespace, colon, rest = title.partition(":")
        of = self._site.namespace_number(namespace) if colon else None
        if of == TEMPLATE:
            title = rest.strip()
        elif of is not None:
            return _Known(_NO_RULE, "", "template", title)
        name, page = title[:1].lower() + title[1:], title[:1].upper() + title[1:]
        if name in self._by_name:
            return _Known(self._by_name[name], "", "" if self._doubts.has(name) else "template", page)
        if name[:1].isdecimal():
            number, letters = _digits_first(name)
            if f"#{letters}" in self._by_name:
                return _Known(self._by_name[f"#{letters}"], number, "template", page)
        for prefix, rule in self._by_prefix:
            if name.startswith(prefix):
                return _Known(rule, name[len(prefix) :].strip(), "template", page)
        if not name or self._silent.has(name):
            return _Known(_NO_RULE, "", "", page)
        if _function.match(page):
            return _Known(_NO_RULE, "", "parser-function", title.partition(":")[0])
        return _Known(_NO_RULE, "", "template", page)


def _digits_first(name: str) -> tuple[str, str]:
    letters = name.lstrip("0123456789")
    return name[: len(name) - len(letters)], letters


class Rules(NamedTuple):
    """The rules of one wiki."""

    found: _Found
    values: Values


def expander(site: SiteInfo, names: HoleNames, *, templates: bool = True) -> Callable[[str], str]:
    """A function from what stands between a template's braces to wikitext: its words on a wiki, or a `VOID`.

    A hole (`holes`) follows the `VOID` where the template may show words that are not known; its name is one of
    `names`. Without `templates` only functions of the parser have words.
    """
    return partial(expand if templates else leave_out, _rules(site), parser_functions(site), names)


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


def _is_silent(text: str, chosen: _Alternative, values: Mapping[str, str]) -> bool:
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


def _nothing(known: _Known, names: HoleNames, inner: str = "") -> str:
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


_CONVERSIONS = ("convert", "cvt")
_ALL = ("all",)
_ONE_VALUE = 3
"""Values of a template with one parameter, with those of its name."""
_MISSING = MARK + HOLE_OF["template"]
"""Stands for a part of a template's words that is not known."""
_QUOTES = "''"


def _fill(parts: list[_Part], values: Mapping[str, str], rules: Rules) -> str | None:
    """The rule's text; None where a required value is empty, or, in an optional group, any value."""
    pieces: list[str] = []
    for part in parts:
        if isinstance(part, str):
            pieces.append(part)
        elif isinstance(part, list):
            text = _fill(part, values, rules)
            pieces.append(_missing(part, values, rules) if text is None else text)
        else:
            if part.table in _CONVERSIONS:
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


def _missing(group: list[_Part], values: Mapping[str, str], rules: Rules) -> str:
    """What stands for a group that is left out: a hole where a table does not have the value that was given."""
    for part in group:
        if isinstance(part, _Field) and (part.table in rules.values.tables or part.table == "exponent"):
            value = next((values[name] for name in part.names if values.get(name)), "")
            if value and not rules.values.read(value, part.table):
                return _MISSING
    return ""


@cache
def template_data() -> dict[str, Any]:
    """What `inline_templates.toml` says, as it stands there."""
    return _read("inline_templates.toml")


@lru_cache(maxsize=16)
def _rules(site: SiteInfo) -> Rules:
    data = template_data()
    lang = data["same"].get(site.lang, site.lang)
    tables: dict[str, dict[str, str]] = {}
    for name, table in data["tables"].items():
        if lang in table:
            tables[name] = table[lang]
        else:
            tables[name] = table.get("any", {})
    harmless = {"*", "template", *data["harmless"]["any"], *data["harmless"].get(lang, [])}
    by_name: dict[str, _Rule] = {}
    by_prefix: list[tuple[str, _Rule]] = []
    for section in (lang, "any"):
        for names, rule in data["rules"].get(section, {}).items():
            compiled = _compile_rule([rule] if isinstance(rule, str) else rule, harmless)
            for name in names.split(" / "):
                if name.endswith("*"):
                    by_prefix.append((name[:1].lower() + name[1:-1], compiled))
                else:
                    by_name.setdefault(name[:1].lower() + name[1:], compiled)
    return Rules(
        _Found(site, by_name, by_prefix, _silent(lang), _silent(lang, "pronunciation"), _silent(lang, "doubts")),
        Values(tables, number_format(site)),
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("wiki.wikitext").joinpath(name).read_text("utf-8"))


def _silent(lang: str, of: str = "") -> _Names:
    """The templates of a wiki that show no words within a sentence: all, or those that are `of` one kind."""
    data = _read("silent_templates.toml")
    kinds = [kind for section in ("any", lang) for kind in data.get(section, {}).items()]
    listed = " / ".join(names.strip() for kind, names in kinds if of in ("", kind))
    names = [" ".join(name.split()).lower() for name in re.split(r"\s/\s", listed)]
    return _Names(
        frozenset(name for name in names if not name.endswith("*")),
        tuple(name[:-1] for name in names if name.endswith("*")),
    )


_SIGNS = str.maketrans({"¶": BLOCK, "␣": MARK})
_fraction = re.compile(rf"(?<=\d){MARK}(?=\d+⁄)")


def part_fractions(text: str) -> str:
    """The page with a space between a number and the template of a fraction behind it: `2{{frac|1|4}}` is no 21⁄4."""
    return _fraction.sub(" ", text) if "⁄" in text else text


_token = re.compile(r"\{([^{}:!=]+)(!?)(?::(\w+))?\}|([<>])")
_condition = re.compile(r"\{([^{}:!=]+)=([^{}]*)\}")


def _compile_rule(texts: Sequence[str], harmless: Set[str]) -> _Rule:
    alternatives = []
    for text in texts:
        parts = _compile(_condition.sub("", text))
        shows = any(not isinstance(part, _Field) or part.table not in NOT_SHOWN for part in parts)
        conditions = [_Condition(*found) for found in _condition.findall(text)]
        names = _parameters(parts)
        asked = {name for condition in conditions for name in condition.parameters()}
        alternatives.append(_Alternative(parts, conditions, shows, frozenset(names | asked | harmless), "all" in names))
    return _Rule(alternatives, list(texts) == ["{1}"])


def _parameters(parts: list[_Part]) -> set[str]:
    """The names of all parameters of a rule's parts."""
    names: set[str] = set()
    for part in parts:
        if isinstance(part, list):
            names |= _parameters(part)
        elif isinstance(part, _Field):
            names |= PARAMETERS if part.table in _CONVERSIONS else set()
            names |= set(part.names)
    return names


def _compile(rule: str) -> list[_Part]:
    groups: list[list[_Part]] = [[]]
    position = 0
    for match in _token.finditer(rule):
        if match.start() > position:
            groups[-1].append(rule[position : match.start()].translate(_SIGNS))
        position = match.end()
        if match[4] == "<":
            groups.append([])
        elif match[4] == ">":
            group = groups.pop()
            groups[-1].append([part._replace(required=True) if isinstance(part, _Field) else part for part in group])
        else:
            groups[-1].append(_Field(tuple(match[1].split("|")), match[3] or "", bool(match[2])))
    if rule[position:]:
        groups[-1].append(rule[position:].translate(_SIGNS))
    return groups[0]
