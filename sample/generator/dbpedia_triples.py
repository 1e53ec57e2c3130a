"""DBpedia's files of triples: instance types and redirects."""

from __future__ import annotations

import bz2
import re
from collections.abc import Iterable

from sample.generator.dbpedia_ontology import ONTOLOGY, class_iri
from sample.generator.snapshot import TIMESTAMP
from sample.generator.sources import Sample
from sample.generator.wikitext import templates

_RESOURCE = "http://dbpedia.org/resource/"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def instance_types(sample: Sample) -> bytes:
    """One most specific class a title, and what else such a file holds, compressed.

    Articles without a class are an `owl:Thing`. An office holder has an intermediate node for the office.
    """
    types = dict(sample.types)
    for source in sample.articles:
        if source.dbpedia_class or "Disambiguation" not in templates(source.text):
            types[source.title] = source.dbpedia_class or "owl:Thing"
        if source.dbpedia_class == "OfficeHolder":
            types[f"{source.title}__PersonFunction__1"] = "PersonFunction"
    return _turtle(f"{resource(title)} <{_TYPE}> <{class_iri(cls)}> ." for title, cls in sorted(types.items()))


def redirect_triples(sample: Sample) -> bytes:
    """The redirects, one step each, without their fragments, compressed."""
    return _turtle(
        f"{resource(title)} <{ONTOLOGY}wikiPageRedirects> {resource(target.partition('#')[0])} ."
        for title, target in sorted(sample.redirects.items())
    )


def resource(title: str) -> str:
    """The title's IRI in DBpedia's form: raw Unicode, underscores, percent signs only where an IRI must have them."""
    encoded = re.sub(r'["#%<>?\[\\\]^`{|}]', lambda match: f"%{ord(match[0]):02X}", title.replace(" ", "_"))
    return f"<{_RESOURCE}{encoded}>"


def _turtle(lines: Iterable[str]) -> bytes:
    return bz2.compress("\n".join([f"# started {TIMESTAMP}", *lines, f"# completed {TIMESTAMP}", ""]).encode())
