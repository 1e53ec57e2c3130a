"""The sample wiki: its files are what its sources give, hold together, and show every kind of markup they promise."""

from __future__ import annotations

import bz2
import gzip
import os
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from sample import make

SAMPLE = Path(make.__file__).parent
WIKI = SAMPLE / "wiki"
DUMP = WIKI / "samplewiki-20260901-pages-articles-multistream.xml.bz2"
INDEX = WIKI / "samplewiki-20260901-pages-articles-multistream-index.txt.bz2"
DOMAINS = {
    "politics": "Politics",
    "science": "Natural sciences",
    "music": "Music",
    "literature": "Literature",
    "ai": "Artificial intelligence",
}
TABLES = ["page", "categorylinks", "linktarget", "redirect", "page_props"]

KINDS = {
    "nested templates": r"\{\{[^{}]*\{\{[^{}]*\{?\}\}[^{}]*\}\}",
    "infobox with links": r"\{\{Infobox (?:[^{}]|\{\{[^{}]*\}\})*\[\[",
    "table": r"(?m)^\{\|",
    "nested table": r"(?ms)^\{\|(?:(?!^\|\}).)*^\{\|",
    "link in a table cell": r"(?m)^\|[^|\n].*?\[\[",
    "named reference": r"<ref name=[^>/]*>",
    "reference used again": r"<ref name=[^>]*/>",
    "reference with a link": r"<ref[^>/]*>(?:(?!</ref>)[^{])*\[\[",
    "reference with a template": r"<ref[^>/]*>\{\{",
    "file with a linked caption": r"\[\[(?:File|Image):(?:[^\[\]]|\[\[[^\[\]]*\]\])*\[\[",
    "gallery": r"<gallery",
    "link trail": r"\]\][a-z]",
    "quotes between link and letters": r"\]\]''+s\b",
    "saved pipe trick": r"\[\[[^\[\]|]+\|\]\]",
    "section link": r"\[\[[^\[\]|:]+#[^\[\]]*\]\]",
    "disambiguation page": r"\{\{[Dd]isambiguation\b",
    "colon title": r"\[\[[A-Z0-9][\w ]*: ",
    "link to a category or file by colon": r"\[\[:(?:Category|File):",
    "bold-italic": r"'''''",
    "unbalanced quotes": r"(?m)^(?=.*'')(?:(?!'').)*''(?!')(?:(?:(?!'').)*''(?!')(?:(?!'').)*''(?!'))*(?:(?!'').)*$",
    "comment": r"<!--",
    "nowiki": r"<nowiki",
    "formula": r"<math",
    "bulleted list": r"(?m)^\*",
    "numbered list": r"(?m)^#",
    "definition list": r"(?m)^;",
    "indented line": r"(?m)^:",
    "block quote": r"<blockquote>|\{\{(?:block)?quote\n?\|",
    "HTML entity": r"&[a-zA-Z]+;|&#\d+;",
    "external link": r"\[https?://",
    "interwiki link": r"\[\[(?:wikt|wiktionary|s|commons|species):",
    "interlanguage link": r"(?m)^\[\[(?:af|ar|de|es|fr|he|hi|ja|pl|ru|zh):",
    "hatnote": r"(?i)\{\{(?:about|redirect|for|other uses|hatnote|main|further|see also|distinguish|confuse)\b",
    "lang": r"\{\{[Ll]ang(?:x?\||-)",
    "convert": r"\{\{(?:convert|cvt)\|",
    "circa": r"\{\{circa\|",
    "nowrap": r"\{\{nowrap\|",
    "non-Latin script": r"[\u0370-\u03ff\u0400-\u04ff\u0900-\u097f\u3040-\u30ff\u4e00-\u9fff]{2}",
    "right-to-left text": r"[\u0590-\u05ff\u0600-\u06ff]{3}",
    "combining characters": r"[\u0300-\u036f\u05b0-\u05c7]",
    "beyond the basic plane": r"[\U00010000-\U0010ffff]",
    "single newline inside a paragraph": r"(?m)^[A-Z][^\n]{60,}[.,]\n[A-Z\[][^\n]{30,}",
    "paragraph that starts with a link": r"(?m)^\[\[(?!\w+:)",
    "template between sentences": r"\. \{\{[^{}]*\}\} [A-Z\[]",
    "magic word": r"__[A-Z]+__|\{\{(?:formatnum|#expr|#tag|DEFAULTSORT):",
    "HTML tag in text": r"<(?:br|su[bp]|span|code)\b",
}


@pytest.fixture(scope="module")
def sample() -> make.Sample:
    return make.read_sample()


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


def resolve(title: str, redirects: dict[str, str]) -> str | None:
    """The end of a chain of redirects; None where it is a cycle."""
    seen = set()
    while title in redirects:
        if title in seen:
            return None
        seen.add(title)
        title = redirects[title].partition("#")[0]
    return title


# --- the script ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["1", "2"])
def test_wiki_is_what_the_sources_give(seed: str) -> None:
    """Run under two hash seeds, so that no order of a set can leak into a file."""
    command = [sys.executable, str(SAMPLE / "make.py"), "--check"]
    done = subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_differences_names_what_is_missing_left_over_and_changed(tmp_path: Path) -> None:
    (tmp_path / "same.sql.gz").write_bytes(gzip.compress(b"1", mtime=7))
    (tmp_path / "changed.owl").write_bytes(b"old")
    (tmp_path / "left.over").write_bytes(b"")
    wanted = {"same.sql.gz": gzip.compress(b"1", mtime=0), "changed.owl": b"new", "missing.ttl": b""}
    assert make.differences(tmp_path, wanted) == ["changed.owl", "left.over", "missing.ttl"]


def test_ids_depend_on_the_title_alone() -> None:
    assert make.Page("Angela Merkel", "one text").page_id == make.Page("Angela Merkel", "another").page_id == 20657582
    assert make.Page("Angela Merkel", "one text").rev_id != make.Page("Angela Merkel", "another").rev_id


@pytest.mark.parametrize(
    ("field", "change", "fault"),
    [
        ("types", {"Angela Merkel": "Politician"}, "'Angela Merkel' has an article"),
        ("types", {"Nowhere": "Wizard"}, "class 'Wizard' of 'Nowhere' is not in classes.tsv"),
        ("types", {"two  spaces": "City"}, "write 'two  spaces' as 'Two spaces'"),
        ("redirects", {"Lost": "Nowhere at all"}, "its target 'Nowhere at all' is no article"),
        ("redirects", {"Angela Merkel": "Germany"}, "an article or a typed title has this title"),
        ("classes", {"Wizard": (["Sorcerer"], "wizard")}, "Wizard stands under 'Sorcerer', which is not in the table"),
    ],
)
def test_problems_names_the_fault(sample: make.Sample, field: str, change: dict[str, str], fault: str) -> None:
    fields = sample._asdict() | {field: getattr(sample, field) | change}
    faulty = make.Sample(**fields)
    assert [line for line in make.problems(faulty) if fault in line]
    with pytest.raises(make.SourceError, match=re.escape(fault)):
        make.check(faulty)


def test_problems_checks_class_and_category_of_articles(sample: make.Sample) -> None:
    source = make.Source("articles/x.wiki", {"title": "X", "class": "Wizard", "categories": "Magic"}, "Text.")
    assert list(make.problems(sample._replace(articles=[*sample.articles, source]))) == [
        "articles/x.wiki: class 'Wizard' is not in classes.tsv",
        "articles/x.wiki: category 'Magic' is not in categories.tsv",
    ]


@pytest.mark.parametrize(
    ("title", "iri"),
    [
        ("Gdańsk Shipyard", "http://dbpedia.org/resource/Gdańsk_Shipyard"),
        ('"Heroes" (album)', "http://dbpedia.org/resource/%22Heroes%22_(album)"),
        ("Who's Afraid?", "http://dbpedia.org/resource/Who's_Afraid%3F"),
    ],
)
def test_resource(title: str, iri: str) -> None:
    assert make.resource(title) == f"<{iri}>"


def test_sql_values_are_escaped_as_by_mysqldump() -> None:
    assert make.sql_value(b"O'Brien \"\\\n\x00") == b"'O\\'Brien \\\"\\\\\\n\\0'"
    assert (make.sql_value(None), make.sql_value(3)) == (b"NULL", b"3")


def test_link_targets() -> None:
    text = (
        "[[car]]s [[A_b#c|d]] [[:Category:X]] [[Category:X]] [[File:F.jpg|[[G]]]] [[de:H]] [[Mission: Impossible]]"
        " <!-- [[hidden]] --> <nowiki>[[raw]]</nowiki> [[#here]]"
    )
    assert make.link_targets(text) == {"Car", "A b", "G", "Mission: Impossible"}


# --- the dump --------------------------------------------------------------------------------------------------------


def test_dump_holds_every_page_once_in_order(sample: make.Sample, pages: list[ET.Element]) -> None:
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
            assert (element.get("bytes"), element.get("sha1")) == (str(len(data)), make.sha1(data))
            assert text_of(page, "revision/sha1") == make.sha1(data)
    assert deleted == 1


def test_sha1_is_base_36_of_31_digits() -> None:
    assert make.sha1(b"") == "phoiac9h4m842xq45sp7s6u21eteeq1"


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
        assert len(wanted) <= make.PAGES_PER_STREAM
    assert bz2.BZ2Decompressor().decompress(dump).decode().endswith("</siteinfo>\n")
    assert dump.endswith(bz2.compress(b"</mediawiki>\n"))


def test_redirect_pages_name_their_target(sample: make.Sample, pages: list[ET.Element]) -> None:
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
    assert props["wikibase_item"] >= 20


@pytest.mark.parametrize("table", TABLES)
def test_columns_are_those_of_wikimedia(table: str, real: Path) -> None:
    pattern = r"(?m)^  `(\w+)`"
    theirs = gzip.decompress((real / f"enwiki-sample-{table}.sql.gz").read_bytes()).decode("utf-8", "replace")
    assert re.findall(pattern, make.SCHEMAS[table]) == re.findall(pattern, theirs)


def test_category_tree_reaches_the_articles_of_each_domain(sample: make.Sample) -> None:
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
        members = {source.where for source in sample.articles if reached & set(make.category_keys(source, sample))}
        own = [source for source in sample.articles if source.where.startswith(f"articles/{folder}/")]
        assert len(own) >= 40
        assert sum(source.where in members for source in own) >= 38, root
        assert len(members) > len([source for source in own if source.where in members]), root


def test_category_tree_has_cycles_and_hidden_categories(sample: make.Sample) -> None:
    assert "Society" in sample.parents["Philosophy"] and "Philosophy" in sample.parents["Society"]
    assert "Life" in sample.parents["Nature"] and "Nature" in sample.parents["Life"]
    assert len(make.hidden_categories(sample)) > 5


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


def test_every_class_is_in_the_ontology(sample: make.Sample) -> None:
    classes = class_parents(WIKI / "ontology.owl")
    used = {source.header.get("class", "") for source in sample.articles} | set(sample.types.values())
    assert {DBO + name for name in used if name} <= set(classes)
    triples = bz2.decompress((WIKI / "instance-types_lang=en_specific.ttl.bz2").read_bytes()).decode().splitlines()
    assert (triples[0][:10], triples[-1][:12]) == ("# started ", "# completed ")
    matches = [re.fullmatch(r"<http://dbpedia\.org/resource/(\S+)> <\S+#type> <(\S+)> \.", x) for x in triples[1:-1]]
    assert all(matches)
    assert {match[2] for match in matches if match} <= set(classes) | {make.PREFIXES["owl:"] + "Thing"}
    assert len({match[1] for match in matches if match}) == len(matches)


def test_ontology_agrees_with_dbpedia(real: Path) -> None:
    theirs = class_parents(real / "dbpedia-ontology.owl")
    ours = class_parents(WIKI / "ontology.owl")
    assert {name: parents for name, parents in ours.items() if theirs.get(name) != parents} == {}
    assert 250 <= len(ours) <= 350


def test_redirect_triples_are_one_step(sample: make.Sample) -> None:
    lines = bz2.decompress((WIKI / "redirects_lang=en.ttl.bz2").read_bytes()).decode().splitlines()
    assert len(lines) == len(sample.redirects) + 2
    assert (
        "<http://dbpedia.org/resource/US> <http://dbpedia.org/ontology/wikiPageRedirects>"
        " <http://dbpedia.org/resource/USA> ."
    ) in lines


# --- the articles ----------------------------------------------------------------------------------------------------


def test_redirects_lead_somewhere_except_one_cycle(sample: make.Sample) -> None:
    ends = {title: resolve(title, sample.redirects) for title in sample.redirects}
    assert {title for title, end in ends.items() if end is None} == {"Natural philosopher", "Natural philosophers"}
    known = {source.header["title"] for source in sample.articles} | set(sample.types)
    assert {end for end in ends.values() if end is not None} <= known
    chains = [
        title for title, target in sample.redirects.items() if ends[title] not in (None, target.partition("#")[0])
    ]
    assert len(chains) >= 5
    linked = {target for source in sample.articles for target in make.link_targets(source.text)}
    assert linked & set(chains)
    assert "Natural philosopher" in linked


def test_articles_link_and_their_targets_have_types(sample: make.Sample) -> None:
    types = sample.types | {source.header["title"]: source.header.get("class", "") for source in sample.articles}
    links = typed = 0
    for source in sample.articles:
        targets = make.link_targets(source.text)
        assert len(targets) >= 5, source.where
        links += len(targets)
        typed += sum(bool(types.get(resolve(target, sample.redirects) or "")) for target in targets)
    assert 0.6 <= typed / links <= 0.9


def test_articles_link_to_each_other(sample: make.Sample) -> None:
    titles = {source.header["title"] for source in sample.articles}
    linked = {
        resolve(target, sample.redirects)
        for source in sample.articles
        for target in make.link_targets(source.text) - {source.header["title"]}
    }
    assert len(titles & linked) >= 0.8 * len(titles)


def test_one_link_is_decomposed(sample: make.Sample) -> None:
    texts = [source.text for source in sample.articles]
    assert any(unicodedata.normalize("NFD", "[[Göttingen]]") in text for text in texts)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_markup_is_there(kind: str, sample: make.Sample) -> None:
    assert sum(bool(re.search(KINDS[kind], source.text)) for source in sample.articles) >= 3


def test_readme_names_articles_that_show_each_kind(sample: make.Sample) -> None:
    texts = {source.where: source.text for source in sample.articles}
    rows = re.findall(r"(?m)^\| ([^|`]+) \| (`articles/[^|]*) \|$", (SAMPLE / "README.md").read_text())
    assert [kind for kind, _ in rows] == list(KINDS)
    for kind, places in rows:
        for where in re.findall(r"`([^`]+)`", places):
            assert re.search(KINDS[kind], texts[where]), (kind, where)
