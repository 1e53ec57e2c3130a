"""The parameters of Punkt: those that NLTK publishes, and all as a table of `schemas.catalog.wiki.PUNKT`, no pickle."""

from __future__ import annotations

import pyarrow as pa
from nltk.data import find
from nltk.tokenize.punkt import PunktParameters, load_punkt_params

from schemas.catalog.wiki import PUNKT
from schemas.errors import InputError

_PUNKT_TAB = {
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "fi": "finnish",
    "fr": "french",
    "it": "italian",
    "ml": "malayalam",
    "nb": "norwegian",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ru": "russian",
    "sl": "slovene",
    "sv": "swedish",
    "tr": "turkish",
}
"""Language code to the name of NLTK's parameters."""


class _Orthography(dict[str, int]):
    """Word to its contexts. NLTK's own default dictionary would grow by every unknown word that is looked up."""

    def __missing__(self, word: str) -> int:
        return 0


def frozen(parameters: PunktParameters) -> PunktParameters:
    """The parameters, which no look-up changes any more."""
    parameters.ortho_context = _Orthography(
        (word, contexts) for word, contexts in parameters.ortho_context.items() if contexts
    )
    return parameters


def load_punkt_tab(language: str) -> PunktParameters:
    """The parameters that NLTK publishes for a language code (`en`), from the user's NLTK data.

    Raises InputError where there are none, and where they are not installed.
    """
    name = _PUNKT_TAB.get(language)
    if name is None:
        raise InputError(
            f"NLTK publishes no Punkt parameters for the language {language!r}, only for {', '.join(_PUNKT_TAB)}: "
            "train them on the dump (splitter punkt) or use sentencex"
        )
    try:
        return frozen(load_punkt_params(find(f"tokenizers/punkt_tab/{name}/")))
    except LookupError as error:
        raise InputError(
            f"NLTK's Punkt parameters for {name} are not installed: run `python -m nltk.downloader punkt_tab`, or "
            "train them on the dump (splitter punkt)"
        ) from error


def to_table(parameters: PunktParameters) -> pa.Table:
    """The parameters as a table of `schemas.catalog.wiki.PUNKT`, sorted; equal parameters give equal tables."""
    rows = [
        *(("abbreviation", word, "", 0) for word in parameters.abbrev_types),
        *(("collocation", first, second, 0) for first, second in parameters.collocations),
        *(("sentence_starter", word, "", 0) for word in parameters.sent_starters),
        *(("orthography", word, "", contexts) for word, contexts in parameters.ortho_context.items() if contexts),
    ]
    columns = list(zip(*sorted(rows), strict=True)) or [()] * len(PUNKT.schema)
    arrays = [pa.array(column, type=field.type) for column, field in zip(columns, PUNKT.schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=PUNKT.schema)


def from_table(table: pa.Table) -> PunktParameters:
    """The parameters of a table that `to_table` wrote. Raises InputError at a row of an unknown kind."""
    parameters = PunktParameters()
    parameters.ortho_context = _Orthography()
    columns = (table.column(name).to_pylist() for name in PUNKT.schema.names)
    for number, (kind, first, second, value) in enumerate(zip(*columns, strict=True)):
        match kind:
            case "abbreviation":
                parameters.abbrev_types.add(first)
            case "collocation":
                parameters.collocations.add((first, second))
            case "sentence_starter":
                parameters.sent_starters.add(first)
            case "orthography":
                parameters.ortho_context[first] = value
            case _:
                raise InputError(f"Punkt parameters, row {number}: unknown kind {kind!r}; train them again")
    return parameters
