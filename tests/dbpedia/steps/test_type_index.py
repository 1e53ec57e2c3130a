from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from dbpedia.sources.merge import SOURCES
from dbpedia.sources.triples import RDF_TYPE, REDIRECTS
from dbpedia.steps.type_index import (
    _READERS,
    Sources,
    Wiki,
    _most_frequent,
    classes_doubt,
    editions_doubt,
    write_type_index,
)
from dbpedia.title_index import open_index
from dbpedia.wikidata_index import open_wikidata_index
from schemas.catalog.dbpedia import LOOKUP, WIKIDATA_LOOKUP
from schemas.datasets.commits import commit
from schemas.datasets.dataset import Provenance, read_manifest
from schemas.datasets.shards import Descriptor, Destination, Shard, Unit, write_shard
from schemas.errors import InputError
from tests.support.dapt_data import write_dataset
from tests.support.lookups import find_title
from tests.support.type_data import redirects, wikidata_ids

OWL = "http://www.w3.org/2002/07/owl#"
DBO = "http://dbpedia.org/ontology/"
TEMPLATES = [(1, "Rome", "Townbox"), (2, "Ada", "Navbox"), (2, "Ada", "Bio"), (3, "Bern", "Bio")]


def triple(subject: str, predicate: str, target: str) -> str:
    return f"<http://dbpedia.org/resource/{subject}> <{predicate}> <{target}> ."


def mapping_page(template: str, cls: str) -> str:
    text = f"{{{{TemplateMapping|mapToClass={cls}}}}}"
    return f"<page><title>Mapping en:{template}</title><revision><text>{text}</text></revision></page>"


def infoboxes(root: Path, rows: list[tuple[int, str, str]]) -> str:
    full = [{"page_id": i, "title": title, "template": name, "parameters": []} for i, title, name in rows]
    return write_dataset(root, "infoboxes", [full])


def type_index(
    root: Path,
    trust: tuple[str, ...],
    templates: list[tuple[int, str, str]],
    known: bool = True,
    types: Sequence[str] = (),
    links: Sequence[str] = (),
    kinds: Mapping[str, str] | None = None,
    lang: str = "en",
    corrections: str = "",
) -> Descriptor:
    """The step `type_index` with a release, an endpoint and infoboxes that say different things.

    `types` and `links` are further lines of the release and of its redirects, `kinds` the kinds of the wiki's pages,
    `lang` is its language.
    """
    ontology = root / "ontology.nt"
    root.mkdir(parents=True, exist_ok=True)
    ontology.write_text(
        "".join(f"<{DBO}{cls}> <{RDF_TYPE}> <{OWL}Class> .\n" for cls in ("City", "Person", "Place"))
        + f"<{DBO}City> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <{DBO}Place> .\n"
    )
    dump = root / "types.nt"
    dump.write_text("\n".join([triple("Rome", RDF_TYPE, f"{DBO}Place"), *types]))
    release = root / "redirects.nt"
    release.write_text("\n".join(links))
    found = [{"title": "Rome", "classes": ["City", "Place"]}, {"title": "Bern", "classes": ["City", "Gone"]}]
    mappings = root / "mappings.xml"
    mappings.write_text(f"<mediawiki>{mapping_page('Infobox town', 'City')}{mapping_page('Bio', 'Person')}</mediawiki>")
    sources = Sources(
        trust,
        instance_types=(str(dump),),
        sparql_types=write_dataset(root / "s", "sparql_types", [found]),
        mappings=str(mappings),
        infoboxes=infoboxes(root / "i", templates),
        template_redirects=redirects(root / "r", {"Townbox": "Infobox town"}, "template_redirects"),
    )
    own = redirects(root / "b", {"Roma": "Rome"})
    ids = wikidata_ids(root / "w", {"Rome": "Q220", "Ada": "Q7259", "Untyped": "Q2013"}) if known else ""
    pages = [{"page_id": 1, "rev_id": 1, "title": title, "kind": kind} for title, kind in (kinds or {}).items()]
    known_pages = write_dataset(root / "p", "pages", [pages]) if pages else ""
    return write(root, str(ontology), sources, own, [str(release)], ids, known_pages, lang, corrections)


def write(
    root: Path,
    ontology: str,
    sources: Sources,
    own: str,
    release: Sequence[str] = (),
    ids: str = "",
    pages: str = "",
    lang: str = "en",
    corrections: str = "",
) -> Descriptor:
    """Run the step and commit what it writes."""
    outputs = [Destination(name, str(root / name), str(root / "_s" / name)) for name in ("type_index", "rejects")]

    def process(_: None, shard: Shard) -> None:
        write_type_index(
            None,
            shard,
            own_classes="",
            corrections=corrections,
            ontology=ontology,
            sources=sources,
            wiki=Wiki(lang=lang, redirects=own, pages=pages, wikidata_ids=ids),
            dbpedia_redirects=release,
        )

    descriptor = write_shard(Unit(0, 1, None), process=process, outputs=outputs)
    commit([descriptor], outputs, Provenance("0", "type_index", 2, "0", {}, []), units=1, max_reject_share=1.0)
    return descriptor


def test_every_source_that_settings_may_name_is_read() -> None:
    assert tuple(_READERS) == SOURCES


def test_the_index_of_three_sources(tmp_path: Path) -> None:
    type_index(tmp_path, ("dump", "sparql", "infobox"), TEMPLATES)
    assert pq.read_table(tmp_path / "type_index" / "part-00000.parquet").to_pylist() == [
        {"title": "Ada", "class": "Person", "redirects": 0, "origin": "infobox", "qid": "Q7259"},
        {"title": "Bern", "class": "City", "redirects": 0, "origin": "sparql", "qid": None},
        {"title": "Roma", "class": "Place", "redirects": 1, "origin": "dump", "qid": "Q220"},
        {"title": "Rome", "class": "Place", "redirects": 0, "origin": "dump", "qid": "Q220"},
    ]
    assert find_title(open_index(str(tmp_path / "type_index" / LOOKUP)), "Ada") == ("Person", 0)
    wikidata = open_wikidata_index(str(tmp_path / "type_index" / WIKIDATA_LOOKUP))
    # Titles without a class have items too.
    assert wikidata.qids(["Nowhere", "Roma", "Untyped"]).to_pylist() == [None, "Q220", "Q2013"]


def test_a_corrected_title_takes_its_redirects_along(tmp_path: Path) -> None:
    corrections = tmp_path / "corrections.toml"
    corrections.write_text(
        '[[corrections]]\ntitles = ["Rome"]\nclass = "City"\nreason = "the release says Place"\n'
        '[[corrections]]\ntitles = ["Bern"]\nclass = ""\nreason = "for the test"\n'
    )
    descriptor = type_index(tmp_path / "x", ("dump", "sparql"), TEMPLATES, corrections=str(corrections))
    assert pq.read_table(tmp_path / "x" / "type_index" / "part-00000.parquet").to_pylist() == [
        {"title": "Roma", "class": "City", "redirects": 1, "origin": "correction", "qid": "Q220"},
        {"title": "Rome", "class": "City", "redirects": 0, "origin": "correction", "qid": "Q220"},
    ]
    assert descriptor.counts["corrections"] == {"another class": 1, "no class": 1}
    assert descriptor.counts["titles by origin"] == {"correction": 2}


def test_a_redirect_has_its_own_class_before_that_of_a_corrected_article(tmp_path: Path) -> None:
    corrections = tmp_path / "corrections.toml"
    corrections.write_text(
        '[[corrections]]\ntitles = ["Rome"]\nclass = "Person"\nreason = "for the test"\n'
        '[[corrections]]\ntitles = ["Roma"]\nclass = ""\nreason = "for the test"\n'
    )
    types = [triple("Roma", RDF_TYPE, f"{DBO}City")]
    type_index(tmp_path / "x", ("dump",), TEMPLATES, types=types)
    index = open_index(str(tmp_path / "x" / "type_index" / LOOKUP))
    assert (find_title(index, "Rome"), find_title(index, "Roma")) == (("Place", 0), ("City", 0))
    type_index(tmp_path / "y", ("dump",), TEMPLATES, types=types, corrections=str(corrections))
    index = open_index(str(tmp_path / "y" / "type_index" / LOOKUP))
    assert (find_title(index, "Rome"), find_title(index, "Roma")) == (("Person", 0), ("Person", 1))


def test_a_title_is_found_in_the_other_script_of_the_wikis_language(tmp_path: Path) -> None:
    kinds = {"Rome": "article", "Роме": "article", "Београд": "article", "Roma": "redirect"}
    types = [triple("Београд", RDF_TYPE, f"{DBO}City")]
    descriptor = type_index(tmp_path, ("dump",), [], types=types, kinds=kinds, lang="sr")
    index = open_index(str(tmp_path / "type_index" / LOOKUP))
    found = {title: find_title(index, title) for title in ("Београд", "Beograd", "Рома", "Роме", "Rome", "Rом")}
    assert found == {
        "Београд": ("City", 0),
        "Beograd": ("City", 0),
        "Рома": ("Place", 1),
        "Роме": None,  # a page of its own
        "Rome": ("Place", 0),
        "Rом": None,
    }
    assert pq.read_table(tmp_path / "type_index" / "part-00000.parquet")["title"].to_pylist() == [
        "Roma",
        "Rome",
        "Београд",
    ]
    assert descriptor.counts["titles in one script"] == {"of one class": 2, "of different classes or none": 1}
    wikidata = open_wikidata_index(str(tmp_path / "type_index" / WIKIDATA_LOOKUP))
    assert wikidata.qids(["Рома", "Роме", "Унтyпед"]).to_pylist() == ["Q220", None, "Q2013"]


def test_where_the_wikis_pages_are_not_known_what_has_a_class_is_one(tmp_path: Path) -> None:
    type_index(tmp_path, ("dump",), [], types=[triple("Роме", RDF_TYPE, f"{DBO}Person")], lang="sr")
    index = open_index(str(tmp_path / "type_index" / LOOKUP))
    assert [find_title(index, title) for title in ("Rome", "Роме", "Roме", "Рома")] == [
        ("Place", 0),
        ("Person", 0),
        None,
        ("Place", 1),
    ]


def test_all_that_is_read_is_counted(tmp_path: Path) -> None:
    page = "http://dbpedia.org/resource/"
    descriptor = type_index(
        tmp_path,
        ("dump", "sparql", "infobox"),
        TEMPLATES,
        types=[
            triple("Rome", RDF_TYPE, "http://schema.org/City"),
            triple("Odd", RDF_TYPE, f"{DBO}City"),
            triple("Odd", RDF_TYPE, f"{DBO}Person"),
            f"<http://www.wikidata.org/entity/Q220> <{RDF_TYPE}> <{DBO}City> .",
            triple("Rome", REDIRECTS, f"{page}Roma"),
            "<cut",
        ],
        links=[
            triple("Urbs", REDIRECTS, f"{page}Roma"),
            triple("Roma", REDIRECTS, f"{page}Rome"),
            triple("Odd", REDIRECTS, f"{page}Rome"),
            triple("Lost", REDIRECTS, f"{page}Nowhere"),
            triple("Rome", REDIRECTS, "http://www.wikidata.org/entity/Q220"),
            *(triple(a, REDIRECTS, f"{page}{b}") for a, b in (("A", "B"), ("B", "A"))),
            triple("Rome", RDF_TYPE, f"{DBO}City"),
            "<cut",
            "<off",
        ],
    )
    agreement = dict.fromkeys(("same class", "contradicting"), 0)
    assert descriptor.counts == {
        "Wikidata items": {
            **{"titles": 3, "redirects to them": 1, "titles given again": 0},
            **{"rows with": 3, "rows without": 3},
        },
        "agreement of dump and infobox": {
            **agreement,
            **{"dump more general": 1, "dump more specific": 0, "in dump only": 1, "in infobox only": 2},
        },
        "agreement of dump and sparql": {
            **agreement,
            **{"dump more general": 1, "dump more specific": 0, "in dump only": 1, "in sparql only": 1},
        },
        "agreement of sparql and infobox": {
            **{"contradicting": 1, "same class": 1},
            **{"sparql more general": 0, "sparql more specific": 0, "in sparql only": 0, "in infobox only": 1},
        },
        "classes the ontology does not have": {"Gone": 1},
        "contradictions of dump and infobox": {},
        "contradictions of dump and sparql": {},
        "contradictions of sparql and infobox": {"City / Person": 1},
        "lines of instance-types": {"triples": 5, "other triples": 1},
        "lines of redirects": {"triples": 7, "other triples": 1},
        "pages of mappings that map no template to a class": {},
        "redirects": {
            **{
                "to a typed title": 2,
                "to an untyped title": 1,
                "typed themselves": 1,
                "repeated": 1,
                "to different targets": 0,
            },
            **{"in cycles": 2, "too long": 0, "of DBpedia, to or from no article": 1},
            "of DBpedia, from an article of the wiki to another": 0,
        },
        "rejected": {"malformed-line": 3},
        "templates of articles": {
            **{"without a mapping": 1, "mapped to no class": 0, "mapped through a redirect": 1},
            **{"mapped to another kind of thing than the first": 0},
        },
        "titles by class": {"City": 2, "Person": 1, "Place": 3},
        "titles by number of redirects": {"0": 4, "1": 1, "2": 1},
        "titles by origin": {"dump": 4, "infobox": 1, "sparql": 1},
        "titles whose classes contradict each other": {"dump": 1, "infobox": 0, "sparql": 0},
        "titles with a class by source": {"dump": 2, "infobox": 3, "sparql": 2},
        "types": {"titles with a class": 4, "types of other vocabularies": 1, "subjects that are no articles": 1},
    }
    assert (descriptor.seen, descriptor.rejected) == (23, 3)


@pytest.mark.parametrize("known", [True, False], ids=["with pages", "without"])
def test_a_redirect_of_dbpedia_that_is_an_article_now_leads_nowhere(tmp_path: Path, known: bool) -> None:
    page = "http://dbpedia.org/resource/"
    kinds = {"Rome": "article", "Split off": "article", "Moved": "article", "Old": "redirect", "Roma": "redirect"}
    descriptor = type_index(
        tmp_path,
        ("dump",),
        TEMPLATES,
        types=[triple("Old", RDF_TYPE, f"{DBO}City")],
        links=[
            triple("Split_off", REDIRECTS, f"{page}Rome"),
            triple("Urbs", REDIRECTS, f"{page}Rome"),
            # The page was at this title when the release was made, and is back.
            triple("Moved", REDIRECTS, f"{page}Old"),
        ],
        kinds=kinds if known else None,
    )
    rows = pq.read_table(tmp_path / "type_index" / "part-00000.parquet").to_pylist()
    stale = {} if known else {"Split off": "Place"}
    assert {row["title"]: row["class"] for row in rows} == {
        **{"Rome": "Place", "Roma": "Place", "Urbs": "Place", "Old": "City", "Moved": "City"},
        **stale,
    }
    assert descriptor.counts["redirects"]["of DBpedia, from an article of the wiki to another"] == int(known)


def test_types_of_several_editions_are_told(tmp_path: Path) -> None:
    others = [
        f"<http://{edition}dbpedia.org/resource/{name}> <{RDF_TYPE}> <{DBO}{cls}> ."
        for edition, name, cls in (("de.", "Rome", "City"), ("de.", "Bern", "City"), ("commons.", "Bern", "City"))
    ]
    counts = type_index(tmp_path, ("dump",), TEMPLATES, types=others).counts
    assert counts["resources of several editions of DBpedia"] == {"dbpedia.org": 1, "de.dbpedia.org": 2}
    assert editions_doubt(read_manifest(str(tmp_path / "type_index"))) == (
        "instance_types in [DBpedia] are of several editions of DBpedia (dbpedia.org 1, de.dbpedia.org 2 resources), "
        "and those of one name are one title here: give the files of the wiki's language alone, unless this is on "
        "purpose"
    )


def test_classes_that_the_ontology_does_not_have_are_told(tmp_path: Path) -> None:
    """In a list of one's own a class may be misspelt, and its title has no class then."""
    names = ("city", "Citty", "Citty", "Aa", "Bb", "Cc", "Dd", "City")
    own = [f"<http://dbpedia.org/resource/T{n}> <{RDF_TYPE}> <{DBO}{cls}> ." for n, cls in enumerate(names)]
    type_index(tmp_path, ("dump",), TEMPLATES, types=own)
    assert classes_doubt(read_manifest(str(tmp_path / "type_index"))) == (
        "the ontology does not have the classes of some types, which do not count (Citty 2, Aa 1, Bb 1, Cc 1, Dd 1, …)"
        ": see to the spelling, small and capital letters too, or take the ontology of the same release"
    )


def test_types_of_one_edition_are_in_no_doubt(tmp_path: Path) -> None:
    type_index(tmp_path, ("dump",), TEMPLATES)
    index = read_manifest(str(tmp_path / "type_index"))
    assert editions_doubt(index) == classes_doubt(index) == ""


def test_without_wikidata_ids_no_title_has_an_item(tmp_path: Path) -> None:
    descriptor = type_index(tmp_path, ("dump",), TEMPLATES, known=False)
    rows = pq.read_table(tmp_path / "type_index" / "part-00000.parquet").to_pylist()
    assert [(row["title"], row["qid"]) for row in rows] == [("Roma", None), ("Rome", None)]
    assert open_wikidata_index(str(tmp_path / "type_index" / WIKIDATA_LOOKUP)).qids(["Rome"]).to_pylist() == [None]
    assert descriptor.counts["Wikidata items"] == {"rows with": 0, "rows without": 2}


def test_what_items_of_wikidata_give_is_counted(tmp_path: Path) -> None:
    ontology = tmp_path / "ontology.nt"
    classes = {"Place": "Q1", "City": "Q515", "Person": "Q5", "Writer": "Q36180", "Painter": "Q1028181"}
    above = {"City": "Place", "Writer": "Person", "Painter": "Person"}
    ontology.write_text(
        "".join(
            f"<{DBO}{cls}> <{RDF_TYPE}> <{OWL}Class> .\n"
            f"<{DBO}{cls}> <{OWL}equivalentClass> <http://www.wikidata.org/entity/{qid}> .\n"
            for cls, qid in classes.items()
        )
        + "".join(
            f"<{DBO}{cls}> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <{DBO}{parent}> .\n"
            for cls, parent in above.items()
        )
        + f"<{DBO}City> <{OWL}equivalentClass> <http://www.wikidata.org/entity/Q1Q2> .\n"
    )
    said = [
        ("Q64", "P31", "Q1549591"),
        ("Q1549591", "P279", "Q515"),
        ("Q42", "P31", "Q5"),
        ("Q42", "P106", "Q36180"),
        ("Q43", "P31", "Q5"),
        *(("Q43", "P106", occupation) for occupation in ("Q36180", "Q1028181")),
        ("Q44", "P31", "Q9"),
    ]
    rows = [dict(zip(("qid", "property", "value"), each, strict=True)) for each in said]
    titles = {"Berlin": "Q64", "Ada": "Q42", "Bob": "Q43", "Odd": "Q44"}
    sources = Sources(
        ("wikidata",),
        wikidata_statements=write_dataset(tmp_path / "s", "wikidata_statements", [rows]),
        wikidata_titles=wikidata_ids(tmp_path / "t", titles),
    )
    own = redirects(tmp_path / "b", {"Rome": "Odd", "Cities": "City"})
    ids = wikidata_ids(tmp_path / "w", {"Odd": "Q44", "City": "Q1549591"})
    descriptor = write(tmp_path, str(ontology), sources, own, ids=ids)
    index = open_wikidata_index(str(tmp_path / "type_index" / WIKIDATA_LOOKUP))
    assert index.of_classes(["Odd", "City", "Cities"]).tolist() == [False, True, True]
    assert descriptor.seen == 8
    assert {group: counts for group, counts in descriptor.counts.items() if "Wikidata" in group} == {
        "Wikidata items": {
            **{"titles": 2, "redirects to them": 2, "titles given again": 0},
            **{"titles and redirects of a class": 2, "rows with": 0, "rows without": 3},
        },
        "Wikidata items of articles": {
            **{"with a class": 3, "without a class": 1, "refined by occupation, position or taxon": 1},
            **{"undecided between more specific classes": 1},
        },
        "Wikidata items that stand for a class": {"of the ontology itself": 5, "with those below them": 6},
    }
    oddity = "City is the same as 'http://www.wikidata.org/entity/Q1Q2', which is no item of Wikidata: left out"
    assert descriptor.counts["ontology"] == {oddity: 1}
    assert descriptor.counts["titles with a class by source"] == {"wikidata": 3}
    assert descriptor.counts["titles by class"] == {"City": 1, "Person": 1, "Writer": 1}


def test_trust_is_an_order(tmp_path: Path) -> None:
    type_index(tmp_path, ("infobox", "dump"), TEMPLATES)
    rows = pq.read_table(tmp_path / "type_index" / "part-00000.parquet").to_pylist()
    assert {row["title"]: (row["class"], row["origin"]) for row in rows} == {
        "Ada": ("Person", "infobox"),
        "Bern": ("Person", "infobox"),
        "Roma": ("City", "infobox"),
        "Rome": ("City", "infobox"),
    }


def test_mappings_of_another_language_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        type_index(tmp_path, ("infobox",), [(1, "Rom", "Infobox Ort")])
    told = (
        "maps none of 1 templates of articles to a class of the ontology; are these mappings, for `en`, those of the "
        "wiki's language? The column template of the dataset infoboxes has the names to map"
    )
    assert str(raised.value).endswith(told)


def test_classes_are_counted_by_names_that_can_be_shown() -> None:
    counts = Counter({"B": 1, "A\u202e": 2, "x" * 300: 1})
    assert list(_most_frequent(counts).items()) == [("B", 1), (r"A\u202e", 2), ("x" * 100, 1)]
    many = Counter({f"C{number:04}": 1 for number in range(1_002)})
    assert len(_most_frequent(many)) == _most_frequent(many).total() == 1_000
    # The most frequent have names, of as many the first by name.
    many["C1001"] = 2
    assert many.keys() - _most_frequent(many).keys() == {"C0999", "C1000"}


def test_types_of_classes_beyond_the_most_frequent_are_counted_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dbpedia.steps.type_index._MOST_NAMES", 1)
    lines = [triple("Rome", RDF_TYPE, f"{DBO}{name}") for name in ("City", "Gone", "Lost", "Lost", "Odd")]
    counts = type_index(tmp_path, ("dump",), [], types=lines).counts
    assert counts["classes the ontology does not have"] == {"Lost": 2}
    assert counts["types"]["types of further classes that the ontology does not have"] == 2
