"""The step that knows the DBpedia class of every title, and those that fetch what it needs besides a release."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from dbpedia.sources.corrections import read_corrections
from dbpedia.sources.endpoint import MAX_BATCH, Endpoint
from dbpedia.sources.infoboxes import mapping_parameters
from dbpedia.sources.instance_types import language_doubt
from dbpedia.sources.merge import SOURCES
from dbpedia.sources.triples import RDF_TYPE, REDIRECTS
from dbpedia.steps.type_index import classes_doubt, editions_doubt
from schemas.errors import InputError
from schemas.sources.ntriples import may_be_triples
from tasks.dump import dump_configuration, dump_files, files_for_dump, html_pages_step, split_bytes
from tasks.settings.inputs import input_file, output_file, siteinfo
from tasks.settings.lists import Choices
from tasks.settings.ontology import ontology, ontology_configuration, ontology_files
from tasks.settings.parameters import Address, Choice, Contact, Int, LocalPath, Path
from tasks.settings.shared import DBpedia, Wikipedia
from tasks.settings.syntax import items
from tasks.step.base import DatasetTask
from tasks.step.beam import BeamTask
from tasks.wikidata import WIKIDATA_IDS
from tasks.wikipedia import Sentences, redirects_step
from wiki.dump.wikidata import dump_form
from wiki.site.languages import languages


class TypeIndex(BeamTask):
    """Title to DBpedia class, redirects resolved, as Parquet and as the memory-mapped table that linking reads."""

    datasets = ("type_index", "rejects")
    step_version = 10
    grows_with_dump = False
    transform = "dbpedia.transforms:BuildTypeIndex"

    sources = Choices(
        default="dump",
        known=SOURCES,
        description="sources of types, the most trusted first: dump, sparql, infobox, wikidata",
    )
    wikidata_ids = Choice(
        default="none",
        choices=list(WIKIDATA_IDS),
        description="where Wikidata ids come from: none, the dump where it is one of HTML, its SQL tables, or the "
        "Action API of a live wiki",
    )

    def trust(self) -> tuple[str, ...]:
        """The sources in order of trust."""
        return tuple(items(self.sources))

    def parameters(self) -> dict[str, Any]:
        return {"redirects": Wikipedia().redirects, "sources": list(self.trust())}

    def check_inputs(self) -> None:
        super().check_inputs()
        # The step would tell these too, after the dump has been read.
        known = ontology()
        files = self.files()
        if "corrections" in files:
            read_corrections(files["corrections"][0], known, siteinfo(dump_files()[0]).lang)
        for name, setting, predicate, wanted in (
            (
                "instance_types",
                "instance_types in [DBpedia]",
                RDF_TYPE,
                "the release's instance types, or triples of your own as docs/how-to/choose-types.md has them (where "
                "others stand before them, these lines alone)",
            ),
            ("dbpedia_redirects", "redirects in [DBpedia]", REDIRECTS, "the release's redirects, or none"),
        ):
            # One file may be empty or something else, as long as the others are not.
            if name in files and not any(_may_be_triples(file, predicate) for file in files[name]):
                raise InputError(
                    f"{setting}: no line of the first megabyte of {files[name][0]} is a triple of <{predicate}>; give "
                    f"{wanted}"
                )

    def files(self) -> dict[str, list[str]]:
        settings = DBpedia()
        files = ontology_files()
        if "dump" in self.trust():
            files["instance_types"] = files_for_dump(
                "instance_types in [DBpedia]", settings.instance_types, "take dump out of sources in [TypeIndex]"
            )
        if "infobox" in self.trust():
            files["mappings"] = [_mappings_file()]
        if settings.corrections:
            files["corrections"] = [input_file("corrections in [DBpedia]", settings.corrections)]
        if settings.redirects:
            files["dbpedia_redirects"] = files_for_dump("redirects in [DBpedia]", settings.redirects)
        return files

    def requires(self) -> dict[str, DatasetTask]:
        steps: dict[str, DatasetTask] = {"redirects": redirects_step()}
        if "sparql" in self.trust():
            steps["sparql_types"] = SparqlTypes()
        if "infobox" in self.trust():
            steps["infoboxes"] = Infoboxes()
        if "wikidata" in self.trust():
            steps["wikidata_statements"] = WikidataStatements()
        if step := WIKIDATA_IDS[self.wikidata_ids]:
            steps["wikidata_ids"] = step()
        return steps

    def configuration(self) -> dict[str, Any]:
        files, steps = self.files(), self.requires()
        return {
            **ontology_configuration(),
            "sources": list(self.trust()),
            "instance_types": files.get("instance_types", []),
            "sparql_types": _location(steps, "sparql_types"),
            "infoboxes": _location(steps, "infoboxes"),
            "template_redirects": _location(steps, "infoboxes", "template_redirects"),
            "mappings": files["mappings"][0] if "mappings" in files else "",
            "corrections": files["corrections"][0] if "corrections" in files else "",
            "wikidata_statements": _location(steps, "wikidata_statements"),
            "wikidata_titles": steps["wikidata_statements"].titles() if "wikidata_statements" in steps else "",
            "dbpedia_redirects": files.get("dbpedia_redirects", []),
            "redirects": _location(steps, "redirects", "redirects"),
            "pages": _location(steps, "redirects", "pages"),
            "wikidata_ids": _location(steps, "wikidata_ids"),
            "lang": siteinfo(dump_files()[0]).lang,
        }

    def doubts(self) -> Iterator[str]:
        site = siteinfo(dump_files()[0])
        codes = [site.lang, site.prefix]
        # Editions have the codes of Wikipedias: nowiki's is `no`, though its dump says nb. Simple English is en.
        if site.lang != "en" and site.prefix in languages().interlanguage_prefixes:
            codes.reverse()
        if doubt := language_doubt(self.files().get("instance_types", []), filter(None, codes)):
            yield doubt

    def doubts_when_built(self) -> Iterator[str]:
        manifest = self.manifest()
        yield from filter(None, (editions_doubt(manifest), classes_doubt(manifest)))


def _location(steps: Mapping[str, DatasetTask], role: str, dataset: str | None = None) -> str:
    """Where a dataset of one of the steps is, by default its main one; empty where no step has the role or it."""
    step = steps.get(role)
    return step.location(dataset) if step and (dataset or step.step) in step.datasets else ""


class SparqlTypes(BeamTask):
    """The classes that a SPARQL endpoint has for the titles that the corpus links to.

    An endpoint's answers are not files with a checksum, so once this dataset is built, later steps go by it. The
    endpoint is asked again only if the dataset and the cache are deleted.
    """

    datasets = ("sparql_types", "rejects")
    step_version = 2
    is_shared_out = False
    transform = "dbpedia.transforms:FetchSparqlTypes"

    endpoint = Address(default="https://dbpedia.org/sparql", description="address of the SPARQL endpoint")
    graph = Address(default="http://dbpedia.org", optional=True, description="default graph of the queries, or empty")
    iri_prefix = Address(
        default="http://dbpedia.org/resource/", description="what stands before the title in the IRI of an article"
    )
    contact = Contact(
        default="",
        optional=True,
        significant=False,
        description="mail or web address for the User-Agent of the queries",
    )
    cache = LocalPath(
        default="data/_sparql.sqlite", significant=False, description="local file that keeps every answer"
    )
    batch = Int(default=500, least=1, most=MAX_BATCH, significant=False, description="titles of one query")

    def files(self) -> dict[str, list[str]]:
        # There are no files, but bad settings are refused here, before anything is built.
        self._endpoint()
        output_file("cache in [SparqlTypes]", self.cache)
        return {}

    def _endpoint(self) -> Endpoint:
        return Endpoint(self.endpoint, self.graph, self.iri_prefix, self.contact)

    def requires(self) -> dict[str, DatasetTask]:
        return {"sentences": Sentences(), "redirects": redirects_step()}

    def configuration(self) -> dict[str, Any]:
        return {
            "sentences": self.requires()["sentences"].location("sentences"),
            "redirects": self.requires()["redirects"].location("redirects"),
            "endpoint": asdict(self._endpoint()),
            "cache": os.path.abspath(self.cache),  # noqa: PTH100 (Path.absolute keeps "..")
            "batch": self.batch,
        }


class Infoboxes(BeamTask):
    """The templates of the articles, with the parameters that DBpedia's mappings look at, and their redirects.

    A separate pass over the dump, so that other mappings do not need the sentences to be built again.
    """

    datasets = ("infoboxes", "template_redirects", "rejects")
    step_version = 3
    transform = "wiki.transforms:ReadInfoboxes"

    def parameters(self) -> dict[str, Any]:
        return {"parameters": mapping_parameters(_mappings_file())}

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()}

    def requires(self) -> dict[str, DatasetTask]:
        return html_pages_step()

    def configuration(self) -> dict[str, Any]:
        return {**dump_configuration(), "split_bytes": split_bytes(), **self.parameters()}


class WikidataStatements(BeamTask):
    """What the items of the articles are, by a dump of Wikidata, and the classes of Wikidata above them.

    The JSON form says itself which items are of the wiki's articles. The truthy form does not: there the step needs
    `wikidata_ids` in [TypeIndex].
    """

    datasets = ("wikidata_statements", "wikidata_sitelinks", "rejects")
    step_version = 3
    grows_with_dump = False
    transform = "wiki.transforms:ReadWikidata"

    dump = Path(
        default="",
        several=True,
        optional=True,
        significant=False,
        description="dump of Wikidata, JSON or truthy N-Triples, comma-separated; for the source wikidata",
    )

    def files(self) -> dict[str, list[str]]:
        return {"pages": dump_files()[:1], "wikidata": self._dump()}

    def _dump(self) -> list[str]:
        """The files of the dump. Raises InputError where they are of several forms, or one is of none."""
        files = files_for_dump("dump in [WikidataStatements]", self.dump)
        if len({_dump_form(file) for file in files}) > 1:
            raise InputError(f"dump in [WikidataStatements] = {self.dump}: JSON and N-Triples; name files of one form")
        return files

    def requires(self) -> dict[str, DatasetTask]:
        if _dump_form(self._dump()[0]) == "json":
            return {}
        step = WIKIDATA_IDS[TypeIndex().wikidata_ids]
        if step is None:
            raise InputError(
                "dump in [WikidataStatements]: truthy N-Triples have no titles; set wikidata_ids in [TypeIndex], or "
                "take the dump in JSON"
            )
        return {"wikidata_ids": step()}

    def titles(self) -> str:
        """Location of the dataset that has the titles of the items."""
        steps = self.requires()
        return steps["wikidata_ids"].location() if steps else self.location("wikidata_sitelinks")

    def configuration(self) -> dict[str, Any]:
        files, steps = self.files(), self.requires()
        return {
            "dump": files["pages"][0],
            "wikidata": files["wikidata"],
            "split_bytes": split_bytes(),
            "wikidata_ids": steps["wikidata_ids"].location() if steps else "",
        }


# Every step asks, again and again, and a megabyte of each file is decompressed for it.
_may_be_triples = functools.lru_cache(maxsize=1024)(may_be_triples)
_dump_form = functools.lru_cache(maxsize=1024)(dump_form)


def _mappings_file() -> str:
    """The export of DBpedia's mappings. Raises InputError where it is missing."""
    return input_file("mappings in [DBpedia]", DBpedia().mappings)
