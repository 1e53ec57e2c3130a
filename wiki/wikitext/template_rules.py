"""The rules of `inline_templates.toml` for a wiki, by the names of templates as they are written on its pages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence, Set
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from wiki.site.numbers import number_format
from wiki.site.siteinfo import TEMPLATE, SiteInfo
from wiki.wikitext.convert import PARAMETERS
from wiki.wikitext.marks import BLOCK, MARK, SOUND, VOID
from wiki.wikitext.template_values import NOT_SHOWN, Values

CONVERSIONS = ("convert", "cvt")
"""Tables of a field that turn a quantity."""
_MAX_KNOWN = 1 << 14
"""Most template names that are remembered."""
_LONG = 256
"""Code points of a name that is not remembered; no title is as long."""


class Field(NamedTuple):
    """A part of a rule that shows the value of a parameter."""

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


Part = str | Field | list[Any]


class Alternative(NamedTuple):
    """One of the texts of a rule, and when it applies."""

    parts: list[Part]
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
    alternatives: list[Alternative]
    """The first whose conditions hold and that has all its required values applies."""
    wraps: bool
    """Whether it shows its only parameter as it is written."""


_NO_RULE = _Rule([], False)


class Known(NamedTuple):
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


class _Found(dict[str, Known]):
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

    def __missing__(self, written: str) -> Known:
        found = self._find(written.strip().replace("_", " "))
        if self._sounds.has(found.name):
            found = found._replace(void=VOID + SOUND)
        if len(written) < _LONG:
            if len(self) >= _MAX_KNOWN:
                self.clear()
            self[written] = found
        return found

    def _find(self, title: str) -> Known:
        namespace, colon, rest = title.partition(":")
        of = self._site.namespace_number(namespace) if colon else None
        if of == TEMPLATE:
            title = rest.strip()
        elif of is not None:
            return Known(_NO_RULE, "", "template", title)
        name, page = title[:1].lower() + title[1:], title[:1].upper() + title[1:]
        if name in self._by_name:
            return Known(self._by_name[name], "", "" if self._doubts.has(name) else "template", page)
        if name[:1].isdecimal():
            number, letters = _digits_first(name)
            if f"#{letters}" in self._by_name:
                return Known(self._by_name[f"#{letters}"], number, "template", page)
        for prefix, rule in self._by_prefix:
            if name.startswith(prefix):
                return Known(rule, name[len(prefix) :].strip(), "template", page)
        if not name or self._silent.has(name):
            return Known(_NO_RULE, "", "", page)
        if _function.match(page):
            return Known(_NO_RULE, "", "parser-function", title.partition(":")[0])
        return Known(_NO_RULE, "", "template", page)


def _digits_first(name: str) -> tuple[str, str]:
    letters = name.lstrip("0123456789")
    return name[: len(name) - len(letters)], letters


class Rules(NamedTuple):
    """The rules of one wiki."""

    found: _Found
    values: Values


@cache
def template_data() -> dict[str, Any]:
    """What `inline_templates.toml` says, as it stands there."""
    return _read("inline_templates.toml")


@lru_cache(maxsize=16)
def rules_of(site: SiteInfo) -> Rules:
    """The rules of a wiki."""
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


_token = re.compile(r"\{([^{}:!=]+)(!?)(?::(\w+))?\}|([<>])")
_condition = re.compile(r"\{([^{}:!=]+)=([^{}]*)\}")


def _compile_rule(texts: Sequence[str], harmless: Set[str]) -> _Rule:
    alternatives = []
    for text in texts:
        parts = _compile(_condition.sub("", text))
        shows = any(not isinstance(part, Field) or part.table not in NOT_SHOWN for part in parts)
        conditions = [_Condition(*found) for found in _condition.findall(text)]
        names = _parameters(parts)
        asked = {name for condition in conditions for name in condition.parameters()}
        alternatives.append(Alternative(parts, conditions, shows, frozenset(names | asked | harmless), "all" in names))
    return _Rule(alternatives, list(texts) == ["{1}"])


def _parameters(parts: list[Part]) -> set[str]:
    """The names of all parameters of a rule's parts."""
    names: set[str] = set()
    for part in parts:
        if isinstance(part, list):
            names |= _parameters(part)
        elif isinstance(part, Field):
            names |= PARAMETERS if part.table in CONVERSIONS else set()
            names |= set(part.names)
    return names


def _compile(rule: str) -> list[Part]:
    groups: list[list[Part]] = [[]]
    position = 0
    for match in _token.finditer(rule):
        if match.start() > position:
            groups[-1].append(rule[position : match.start()].translate(_SIGNS))
        position = match.end()
        if match[4] == "<":
            groups.append([])
        elif match[4] == ">":
            group = groups.pop()
            groups[-1].append([part._replace(required=True) if isinstance(part, Field) else part for part in group])
        else:
            groups[-1].append(Field(tuple(match[1].split("|")), match[3] or "", bool(match[2])))
    if rule[position:]:
        groups[-1].append(rule[position:].translate(_SIGNS))
    return groups[0]


_SIGNS = str.maketrans({"¶": BLOCK, "␣": MARK})
