"""Classes that are wrong in the sources, corrected title by title by whoever reads the corpus, each with a reason.

What is wrong in a kind of titles is better mended by a rule. This is for the rest: no rule tells that *Zand dynasty*
is no country, and a release cannot be edited.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.ontology import Ontology
from dbpedia.sources.merge import ORIGINS
from dbpedia.sources.typed_titles import TypedTitles
from schemas.errors import InputError, nearest, quoted
from schemas.files.toml_files import read_toml, strings
from schemas.sources.titles import canonical_title

_KEYS: Final = ("titles", "class", "reason")
_ORIGIN: Final = ORIGINS.index("correction")


class Correction(NamedTuple):
    """A class that some titles have, whatever the sources say."""

    titles: tuple[str, ...]
    """In canonical form."""
    cls: str
    """Empty where they have none."""
    reason: str


class CorrectedTypes(NamedTuple):
    """Types with the corrections applied."""

    types: TypedTitles
    became: Counter[str]
    """Titles of the corrections by what became of them: `another class`, `a class`, where they had none, `no class`, or
    `as the sources have it`."""


def read_corrections(path: str, ontology: Ontology, lang: str) -> list[Correction]:
    """The corrections of a TOML file, whose tables are `[[corrections]]`.

    `lang` is the code of the wiki's language. Raises InputError for whatever cannot be used: a class that the ontology
    does not have, a title that comes twice.
    """
    tables = read_toml(path, "file of corrections", ("corrections",))["corrections"]
    if not isinstance(tables, list):
        raise InputError(f"{path}: corrections must be tables, each below [[corrections]]")
    found: list[Correction] = []
    known: dict[str, int] = {}
    for number, table in enumerate(tables, 1):
        correction = _correction(table, f"{path}: correction {number}", ontology, lang)
        for title in correction.titles:
            if known.setdefault(title, number) != number:
                raise InputError(
                    f"{path}: correction {number}: {quoted(title)} is in correction {known[title]} already; a title "
                    "has one class"
                )
        found.append(correction)
    return found


def _correction(table: Any, where: str, ontology: Ontology, lang: str) -> Correction:
    if not isinstance(table, dict) or set(table) != set(_KEYS):
        raise InputError(
            f'{where}: must have {", ".join(_KEYS)} and nothing else, as titles = ["Zand dynasty"], class = "Family", '
            'reason = "a dynasty"'
        )
    cls, reason = table["class"], table["reason"]
    if not isinstance(cls, str) or (cls and cls not in ontology.parents):
        raise InputError(
            f"{where}: class {quoted(str(cls))} is neither in the ontology nor a class of your own; "
            f'{nearest(str(cls), ontology.parents) or "name one that is"}, or "" for none'
        )
    if not isinstance(reason, str) or not reason.strip():
        raise InputError(f"{where}: reason is empty; say why the sources are wrong, for who reads this later")
    titles = strings(table, "titles", where)
    if not titles:
        raise InputError(f"{where}: titles is empty; name an article of the wiki")
    return Correction(tuple(dict.fromkeys(canonical_title(title, lang=lang) for title in titles)), cls, reason)


def correct_types(types: TypedTitles, corrections: Sequence[Correction], ontology: Ontology) -> CorrectedTypes:
    """The types of all sources, `merge_types`, with the corrected titles in their classes."""
    wanted = {title: each.cls for each in corrections for title in each.titles}
    are_wanted = pc.is_in(types.titles, value_set=pa.array(list(wanted), pa.large_string()))
    places = np.flatnonzero(are_wanted.to_numpy(zero_copy_only=False))
    classes = map(ontology.classes.__getitem__, types.class_ids[places].tolist())
    before = dict(zip(types.titles.take(pa.array(places)).to_pylist(), classes, strict=True))
    became = Counter(_outcome(before.get(title, ""), cls) for title, cls in wanted.items())

    given = [title for title, cls in wanted.items() if cls]
    numbers = [bisect_left(ontology.classes, wanted[title]) for title in given]
    rest = np.delete(np.arange(len(types.titles)), places)
    origins = np.zeros(len(types.titles), np.uint8) if types.origins is None else types.origins
    corrected = TypedTitles(
        pa.concat_arrays([types.titles.take(pa.array(rest)), pa.array(given, pa.large_string())]),
        np.concatenate([types.class_ids[rest], np.array(numbers, np.uint16)]),
        np.concatenate([origins[rest], np.full(len(given), _ORIGIN, np.uint8)]),
    )
    return CorrectedTypes(corrected, became)


def _outcome(before: str, now: str) -> str:
    if before == now:
        return "as the sources have it"
    return "another class" if before and now else "a class" if now else "no class"
