"""Files of JSON: an object a line, or a list of objects."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from corpora.conll import text_lines
from corpora.json_text import json_text
from schemas.errors import InputError, quoted

Object = dict[str, Any]
Parsed = Iterator[tuple[str, Object | InputError]]
"""What stands in a file, each with its place: an error for what is no object."""


def write_lines(objects: Iterable[Any], path: Path) -> None:
    """Write JSON lines."""
    write_text(path, "".join(f"{json_text(each)}\n" for each in objects))


def write_list(objects: Iterable[Any], path: Path) -> None:
    """Write a JSON list, an object a line."""
    write_text(path, "[" + ",".join(f"\n{json_text(each)}" for each in objects) + "\n]\n")


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, with the line ends that it has."""
    path.write_bytes(text.encode())


def parsed_lines(path: Path) -> Parsed:
    """The lines of JSON lines. Raises InputError where there are some and none is an object."""
    lines = ((f"{path}, line {number}", line) for number, line in enumerate(text_lines(str(path)), 1) if line.strip())
    found = [(place, _line(line, place)) for place, line in lines]
    errors = [each for _, each in found if isinstance(each, InputError)]
    if found and len(errors) == len(found):
        raise errors[0]
    return iter(found)


def parsed_list(path: Path) -> Parsed:
    """The items of a JSON list. Raises InputError for another file."""
    found = _parsed("\n".join(text_lines(str(path))), str(path))
    if not isinstance(found, list):
        raise InputError(f"{path}: not a JSON list; export the annotations as JSON")
    for number, each in enumerate(found, 1):
        place = f"{path}, item {number}"
        yield place, _object(each, place)


def read_lines(path: Path) -> Iterator[tuple[str, Object]]:
    """The objects of JSON lines, each with its place. Raises InputError for a line that is no object."""
    for place, each in parsed_lines(path):
        if isinstance(each, InputError):
            raise each
        yield place, each


def marked(value: Any, place: str) -> tuple[int, int, str]:
    """Start, end and label of something marked. Raises InputError where it is not two numbers and a text."""
    if not isinstance(value, list | tuple) or [type(each) for each in value] != [int, int, str]:
        raise InputError(f"{place}: {quoted(value)} is not start, end and label of an entity")
    start, end, label = value
    return start, end, label


def text_of(record: dict[str, Any], place: str) -> str:
    """The text of a sentence. Raises InputError where there is none."""
    text = record.get("text")
    if not isinstance(text, str):
        raise InputError(f'{place}: no "text"; annotate the file that was exported, and keep all of its fields')
    return text


def _parsed(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: not JSON ({error})") from error


def _line(text: str, place: str) -> Object | InputError:
    try:
        return _object(_parsed(text, place), place)
    except InputError as error:
        return error


def _object(value: Any, place: str) -> Object | InputError:
    return value if isinstance(value, dict) else InputError(f"{place}: {quoted(value)} is not a JSON object")
