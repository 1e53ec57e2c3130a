"""The files of languages (`languages/`): which there are, and what one says in the scripts that its language has."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from dbpedia.letters import other_letters
from schemas.sources.language_facts import capitals_tell_names

_SAME_LANGUAGE = {"no": "nb", "bs": "hr", "sh": "hr", "be-tarask": "be", "be-x-old": "be"}
"""The code of the file for other codes of its language."""


def language_codes() -> list[str]:
    """The codes of the languages that have a file, sorted; `und` is any other."""
    folder = files("dbpedia.mentions").joinpath("languages")
    return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))


def language_file(lang: str) -> str:
    """The path of the file of a language by its code, for people, whether there is one or not."""
    return f"dbpedia/mentions/languages/{_SAME_LANGUAGE.get(lang, lang)}.toml"


def language_data(lang: str) -> dict[str, Any]:
    """What the file of a language says, by its code; nothing where there is none.

    Where a language is written in two scripts with case, its file has words of the one and they are here in both.
    """
    path = files("dbpedia.mentions").joinpath("languages", language_file(lang).rpartition("/")[2])
    data = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    letters = other_letters(lang) if capitals_tell_names(lang) else {}
    return {name: _in_both_scripts(value, letters) for name, value in data.items()} if letters else data


def _in_both_scripts(value: Any, letters: Mapping[int, str]) -> Any:
    """A value of a file with its words in the other script too, letter by letter."""
    if isinstance(value, str):  # a pattern
        other = value.translate(letters)
        return value if other == value else f"(?:{value}|{other})"
    if isinstance(value, list):
        if value and not isinstance(value[0], str):  # pairs of patterns, or tables
            return [
                [_in_both_scripts(part, letters) for part in each]
                if isinstance(each, list)
                else _in_both_scripts(each, letters)
                for each in value
            ]
        return list(dict.fromkeys((*value, *_in_other_script(value, letters))))
    if isinstance(value, dict):
        both: dict[str, Any] = {}
        for name, words in value.items():
            other = name.translate(letters)
            if other == name:
                both[name] = _in_both_scripts(words, letters)
            else:
                both |= {name: words, other: _in_other_script(words, letters)}
        return both
    return value


def _in_other_script(words: str | list[str], letters: Mapping[int, str]) -> str | list[str]:
    return words.translate(letters) if isinstance(words, str) else [word.translate(letters) for word in words]
