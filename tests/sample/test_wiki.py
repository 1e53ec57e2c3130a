"""The files of the sample wiki hold together, and agree with Wikimedia's and DBpedia's."""

from __future__ import annotations

import bz2
import gzip
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from sample.generator.categories import category_keys, hidden_categories
from sample.generator.dbpedia_ontology import class_iri
from sample.generator.dump_xml import PAGES_PER_STREAM, sha1
from sample.generator.sources import Sample
from sample.generator.sql_tables import DEFINITIONS
from tests.support.paths import PROJECT

WIKI = PROJECT / "sample" / "wiki"
DUMP = WIKI / "samplewiki-20260901-pages-articles-multistream.xml.bz2"
INDEX = WIKI / "samplewiki-20260901-pages-articles-multistream-index.txt.bz2"
DOMAINS = {
    "politics": "Politics",
    "science": "Natural sciences",
    "music": "Music",
    "literature": "Literature",
    "ai": "Artificial intelligence",
}


@pytest.fixture(scope="module")
def pages() -> list[ET.Element]:
    root = ET.fromstring(bz2.decompress(DUMP.read_bytes()))
    return root.findall("{*}page")


def text_of(page: ET.Element, path: str) -> str:
    return page.findtext("/".join(f"{{*}}{part}" for part in path.split("/"))) or ""


def table_rows(name: str) -> list[list[str]]:
    """The rows of a table as text, NULL and numbers as they stand, strings without their quotes."""
    path = WIKI / f"samplewiki-20260901-{name}.sql.gz"
    dump = gzip.decompress(path.read_bytes()).decode("utf-8", "surrogateescape")
    rows = []
    for insert in re.findall(r"INSERT INTO `\w+` VALUES (.*);\n", dump):
        for row in re.findall(r"\(((?:[^'()]|'(?:[^'\\]|\\.)*')*)\)", insert, re.DOTALL):
            cells = re.findall(r"'((?:[^'\\]|\\.)*)'|([^,']+)", row, re.DOTALL)
            rows.append([re.sub(r"\\(.)", r"\1", string) if string or not other else other for string, other in cells])
    return rows


# --- the dump --------------------------------------------------------------------------------------------------------


def test_dump_holds_every_page_once_in_order(sample: Sample, pages: list[ET.Element]) -> None:
    titles = [text_of(page, "title") for page in pages]
    ids = [int(text_of(page, "id")) for page in pages]
    assert len(set(titles)) == len(titles)
    assert ids == sorted(set(ids))
    assert {source.header["title"] for source in sample.articles + sample.others} <= set(titles)
    assert set(sample.redirects) <= set(titles)
    assert {f"Category:{name}" for name in sample.parents} <= set(titles)
    assert {text_of(page, "ns") for page in pages} >= {"0", "1", "2", "4", "6", "8", "10", "14", "828"}
    assert {text_of(page, "revision/model") for page in pages} == {"wikitext", "css", "Scribunto"}


def test_text_has_the_length_and_hash_it_says(pages: list[ET.Element]) -> None:
    deleted = 0
    for page in pages:
        element = page.find("{*}revision/{*}text")
        assert element is not None
        data = (element.text or "").encode()
        if element.get("deleted"):
            deleted += 1
            assert data == b""
        else:
            assert (element.get("bytes"), element.get("sha1")) == (str(len(data)), sha1(data))
            assert text_of(page, "revision/sha1") == sha1(data)
    assert deleted == 1


def test_index_leads_to_the_pages(pages: list[ET.Element]) -> None:
    dump = DUMP.read_bytes()
    entries = [line.split(":", 2) for line in bz2.decompress(INDEX.read_bytes()).decode().splitlines()]
    assert [title for _, _, title in entries] == [text_of(page, "title") for page in pages]
    by_offset: dict[int, list[tuple[str, str]]] = {}
    for offset, page_id, title in entries:
        by_offset.setdefault(int(offset), []).append((page_id, title))
    assert len(by_offset) > 20
    for start, wanted in by_offset.items():
        stream = bz2.BZ2Decompressor().decompress(dump[start:]).decode()
        found = ET.fromstring(f"<pages>{stream}</pages>").findall("page")
        assert [(text_of(page, "id"), text_of(page, "title")) for page in found] == wanted
        assert len(wanted) <= PAGES_PER_STREAM
    assert bz2.BZ2Decompressor().decompress(dump).decode().endswith("</siteinfo>\n")
    assert dump.endswith(bz2.compress(b"</mediawiki>\n"))


def test_redirect_pages_name_their_target(sample: Sample, pages: list[ET.Element]) -> None:
    named = {text_of(page, "title"): page.find("{*}redirect") for page in pages}
    found = {title: element.get("title") for title, element in named.items() if element is not None}
    assert found == {title: target.partition("#")[0] for title, target in sample.redirects.items()}


def test_output_is_small() -> None:
    assert sum(path.stat().st_size for path in WIKI.iterdir()) < 1_000_000


# --- the SQL tables --------------------------------------------------------------------------------------------------


def test_tables_agree_with_the_dump(pages: list[ET.Element]) -> None:
    rows = table_rows("page")
    assert [(row[0], row[1], row[8]) for row in rows] == [
        (text_of(page, "id"), text_of(page, "ns"), text_of(page, "revision/id")) for page in pages
    ]
    redirects = [text_of(page, "id") for page in pages if page.find("{*}redirect") is not None]
    assert [row[0] for row in table_rows("redirect")] == redirects
    assert [row[0] for row in rows if row[3] == "1"] == redirects


def test_category_links_have_their_target() -> None:
    targets = {row[0]: (row[1], row[2]) for row in table_rows("linktarget")}
    rows = table_rows("categorylinks")
    assert len({(row[0], row[6]) for row in rows}) == len(rows)
    assert {targets[row[6]][0] for row in rows} == {"14"}
    assert Counter(row[4] for row in rows).keys() == {"page", "subcat", "file"}
    assert {namespace for namespace, _ in targets.values()} == {"0", "10", "14"}
    keys = gzip.decompress((WIKI / "samplewiki-20260901-categorylinks.sql.gz").read_bytes())
    with pytest.raises(UnicodeDecodeError):
        keys.decode()


def test_page_props() -> None:
    props = Counter(row[1] for row in table_rows("page_props"))
    assert props["hiddencat"] >= 5
    assert props["disambiguation"] >= 2


def test_every_article_has_an_item_of_its_own() -> None:
    items = {row[0]: row[2] for row in table_rows("page_props") if row[1] == "wikibase_item"}
    assert set(items) == {row[0] for row in table_rows("page") if row[1] == "0" and row[3] == "0"}
    assert len(set(items.values())) == len(items)
    # Those that the sources name are Wikidata's own; the others are where Wikidata has none.
    assert sum(int(item[1:]) < 200_000_000 for item in items.values()) == 21
    assert all(int(item[1:]) < 200_000_000 or 2_000_000_000 <= int(item[1:]) < 1 << 31 for item in items.values())


@pytest.mark.parametrize("table", DEFINITIONS)
def test_columns_are_those_of_wikimedia(table: str, real: Path) -> None:
    pattern = r"(?m)^  `(\w+)`"
    theirs = gzip.decompress((real / f"enwiki-sample-{table}.sql.gz").read_bytes()).decode("utf-8", "replace")
    assert re.findall(pattern, DEFINITIONS[table]) == re.findall(pattern, theirs)


def test_category_tree_reaches_the_articles_of_each_domain(sample: Sample) -> None:
    """From a root and three levels down: nearly all of its articles, and, as on Wikipedia, some of another domain."""
    children: dict[str, set[str]] = {}
    for child, above in sample.parents.items():
        for parent in above:
            children.setdefault(parent, set()).add(child)
    for folder, root in DOMAINS.items():
        reached, level = {root}, {root}
        for _ in range(3):
            level = {child for name in level for child in children.get(name, ())} - reached
            reached |= level
        members = {source.where for source in sample.articles if reached & set(category_keys(source, sample))}
        own = [source for source in sample.articles if source.where.startswith(f"articles/{folder}/")]
        assert len(own) >= 40
        assert sum(source.where in members for source in own) >= 38, root
        assert len(members) > len([source for source in own if source.where in members]), root


def test_category_tree_has_cycles_and_hidden_categories(sample: Sample) -> None:
    assert "Society" in sample.parents["Philosophy"] and "Philosophy" in sample.parents["Society"]
    assert "Life" in sample.parents["Nature"] and "Nature" in sample.parents["Life"]
    assert len(hidden_categories(sample)) > 5


# --- the DBpedia files -----------------------------------------------------------------------------------------------

DBO = "http://dbpedia.org/ontology/"
OWL = "{http://www.w3.org/2002/07/owl#}"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
RDFS = "{http://www.w3.org/2000/01/rdf-schema#}"


def class_parents(path: Path) -> dict[str, list[str]]:
    classes = ET.parse(path).getroot().findall(f"{OWL}Class")
    return {
        element.attrib[f"{RDF}about"]: [
            parent.attrib[f"{RDF}resource"] for parent in element.findall(f"{RDFS}subClassOf")
        ]
        for element in classes
    }


def test_every_class_is_in_the_ontology(sample: Sample) -> None:
    classes = class_parents(WIKI / "ontology.owl")
    used = {source.header.get("class", "") for source in sample.articles} | set(sample.types.values())
    assert {DBO + name for name in used if name} <= set(classes)
    triples = bz2.decompress((WIKI / "instance-types_lang=en_specific.ttl.bz2").read_bytes()).decode().splitlines()
    assert (triples[0][:10], triples[-1][:12]) == ("# started ", "# completed ")
    matches = [re.fullmatch(r"<http://dbpedia\.org/resource/(\S+)> <\S+#type> <(\S+)> \.", x) for x in triples[1:-1]]
    assert all(matches)
    assert {match[2] for match in matches if match} <= set(classes) | {class_iri("owl:Thing")}
    assert len({match[1] for match in matches if match}) == len(matches)


def test_ontology_agrees_with_dbpedia(real: Path) -> None:
    theirs = class_parents(real / "dbpedia-ontology.owl")
    ours = class_parents(WIKI / "ontology.owl")
    assert {name: parents for name, parents in ours.items() if theirs.get(name) != parents} == {}
    assert 250 <= len(ours) <= 350


def test_redirect_triples_are_one_step(sample: Sample) -> None:
    lines = bz2.decompress((WIKI / "redirects_lang=en.ttl.bz2").read_bytes()).decode().splitlines()
    assert len(lines) == len(sample.redirects) + 2
    assert (
        "<http://dbpedia.org/resource/US> <http://dbpedia.org/ontology/wikiPageRedirects>"
        " <http://dbpedia.org/resource/USA> ."
    ) in lines
