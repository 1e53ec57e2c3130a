"""The step that knows the DBpedia class of every title."""

from __future__ import annotations

from typing import Any

from tasks.base import DatasetTask
from tasks.beam import BeamTask
from tasks.settings import DBpedia, Wikipedia, input_file, input_files
from tasks.wikipedia import Sentences, dump_files


class TypeIndex(BeamTask):
    """Title to DBpedia class, redirects resolved, as Parquet and as the memory-mapped table that linking reads."""

    datasets = ("type_index", "rejects")
    step_version = 1
    transform = "dbpedia.transforms:BuildTypeIndex"

    def parameters(self) -> dict[str, Any]:
        return {"redirects": Wikipedia().redirects}

    def files(self) -> dict[str, list[str]]:
        settings = DBpedia()
        files = {
            "ontology": [ontology_file()],
            "instance_types": input_files("instance_types in [DBpedia]", settings.instance_types),
        }
        if settings.redirects:
            files["dbpedia_redirects"] = input_files("redirects in [DBpedia]", settings.redirects)
        return files

    def requires(self) -> dict[str, DatasetTask]:
        return {"redirects": Redirects() if Wikipedia().redirects == "tables" else Sentences()}

    def configuration(self) -> dict[str, Any]:
        files = self.files()
        return {
            "ontology": files["ontology"][0],
            "instance_types": files["instance_types"],
            "dbpedia_redirects": files.get("dbpedia_redirects", []),
            "redirects": self.requires()["redirects"].location("redirects"),
        }


class Redirects(BeamTask):
    """The redirects of the wiki, from its SQL tables."""

    datasets = ("redirects", "rejects")
    step_version = 1
    transform = "wiki.transforms:ReadRedirectTables"

    def files(self) -> dict[str, list[str]]:
        settings = Wikipedia()
        return {
            "pages": dump_files()[:1],
            "page_table": [input_file("page_table in [Wikipedia]", settings.page_table)],
            "redirect_table": [input_file("redirect_table in [Wikipedia]", settings.redirect_table)],
        }

    def configuration(self) -> dict[str, Any]:
        files = self.files()
        return {
            "dump": files["pages"][0],
            "page_table": files["page_table"][0],
            "redirect_table": files["redirect_table"][0],
        }


def ontology_file() -> str:
    """The ontology's file. Raises InputError where it is missing."""
    return input_file("ontology in [DBpedia]", DBpedia().ontology)
