"""The ontology that the settings name, DBpedia's with classes of one's own."""

from __future__ import annotations

from dbpedia.ontology import Ontology
from dbpedia.own_classes import read_ontologies
from tasks.settings.inputs import input_file, once_a_version
from tasks.settings.shared import DBpedia


def ontology() -> Ontology:
    """The ontology, read once for each version of its files. Raises InputError where one is missing or broken."""
    paths = [path for [path] in ontology_files().values()]
    return _read_ontologies(*paths)


_read_ontologies = once_a_version(read_ontologies)


def ontology_files() -> dict[str, list[str]]:
    """The files that make the ontology, by what they are. Raises InputError where one is missing."""
    settings = DBpedia()
    files = {"ontology": [input_file("ontology in [DBpedia]", settings.ontology)]}
    if own := settings.own_classes:
        files["own_classes"] = [input_file("own_classes in [DBpedia]", own)]
    return files


def ontology_configuration() -> dict[str, str]:
    """The same files as jobs are told them, empty where there is none."""
    return {"own_classes": "", **{name: path for name, [path] in ontology_files().items()}}


def ontology_name() -> str:
    """The files that make the ontology, for messages."""
    return " with ".join(path for [path] in ontology_files().values())
