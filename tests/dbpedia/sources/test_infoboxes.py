"""Types from infoboxes: templates from wikitext, mappings from their export, and the two together."""

from __future__ import annotations

import bz2
import gzip
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.ontology import build_ontology, read_ontology
from dbpedia.sources.infoboxes import (
    Case,
    Infobox,
    InfoboxCounts,
    Mappings,
    choose_class,
    deciding_parameters,
    infobox_types,
    mapped_template,
    read_mappings,
)
from schemas.errors import InputError
from schemas.records import Page
from schemas.sources.template_text import Template, outer_templates, read_template, template_name
from wiki.dump.pages import plan_splits, read_pages, read_siteinfo
from wiki.site.siteinfo import SiteInfo
from wiki.steps.infoboxes import MAX_VALUE, article_templates, template_redirect

ENGLISH = SiteInfo("enwiki", "en", True, ((6, "File"), (10, "Template"), (14, "Category")))
GERMAN = SiteInfo("dewiki", "de", True, ((10, "Vorlage"), (10, "Template"), (14, "Kategorie")))


def outer(text: str) -> list[str]:
    return [text[span.start : span.end] for span in outer_templates(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("no braces", []),
        ("{{a}} {{b|{{c}}}} {{d}}", ["a", "b|{{c}}", "d"]),
        ("{{open {{a}} {{b}}", ["a", "b"]),
        ("{{a}}}} {{b}}", ["a", "b"]),
        ("}}{{", []),
        ("{{}}", [""]),
        ("{{{x}}}", ["{x"]),
        ("{{a\n|b={{c|{{d}}}}\n}}", ["a\n|b={{c|{{d}}}}\n"]),
    ],
)
def test_outer_templates(text: str, found: list[str]) -> None:
    assert outer(text) == found


@given(st.text("{}|[]= ab", max_size=60))
def test_outer_templates_stand_side_by_side_in_their_braces(text: str) -> None:
    end = 0
    for span in outer_templates(text):
        assert end + 2 <= span.start <= span.end
        assert text[span.start - 2 : span.start] == "{{" and text[span.end : span.end + 2] == "}}"
        assert read_template(text, span).name == template_name(text, span) or "[[" in text or "{{" in text
        end = span.end + 2


@pytest.mark.parametrize(
    ("text", "template"),
    [
        ("{{Infobox person}}", Template("Infobox person", {})),
        ("{{ T \n| a = 1 | b=2\n}}", Template("T", {"a": "1", "b": "2"})),
        ("{{T|x|y|z=1|w}}", Template("T", {"1": "x", "2": "y", "z": "1", "3": "w"})),
        ("{{T|a=[[b|c]]|d={{e|f=g|h}}|i}}", Template("T", {"a": "[[b|c]]", "d": "{{e|f=g|h}}", "1": "i"})),
        ("{{T|[[a=b]]|{{c|d=e}}}}", Template("T", {"1": "[[a=b]]", "2": "{{c|d=e}}"})),
        ("{{T|a=1|a=2}}", Template("T", {"a": "2"})),
        ("{{T|a=b=c|=d}}", Template("T", {"a": "b=c", "": "d"})),
    ],
)
def test_parameters(text: str, template: Template) -> None:
    (span,) = outer_templates(text)
    assert read_template(text, span) == template


ARTICLE = """{{short description|A town}}{{Use dmy dates}}
{{Infobox_settlement <!-- see the manual -->
| name = Ada
| settlement_type = [[Town|market town]]<ref>{{cite book|title=X}}</ref>
| map = {{Location map|type=1}}
| population =
}}
'''Ada''' is a {{lang|en|town}} in {{convert|5|km}}.
* {{Main|History of Ada}}
{| class="wikitable"
|}
{{DEFAULTSORT:Ada}} {{#if:x|y}}
<nowiki>
{{Infobox film}}
</nowiki>
<!--
{{Infobox book}} -->
{{Template:navbox towns}}
{{Infobox settlement|settlement_type=village}}
{{:Other page}}
[[Category:Towns]] {{Town-stub}}
"""


def test_templates_of_an_article() -> None:
    found = article_templates(ARTICLE, ENGLISH, ["settlement_type", "population", "type", "1"])
    assert [(infobox.template, infobox.parameters) for infobox in found] == [
        ("Short description", [("1", "A town")]),
        ("Use dmy dates", []),
        ("Infobox settlement", [("settlement_type", "[[Town|market town]]")]),
        ("Main", [("1", "History of Ada")]),
        ("Navbox towns", []),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [("x{{A}}", []), ("{{A}}y{{B}}", ["A"]), ("x\n{{A}}", ["A"]), ("x{{A}}\n{{B}}", ["B"]), ("{{A}}\ny{{B}}", ["A"])],
)
def test_of_a_line_the_templates_before_its_first_letter_are_of_the_article(text: str, found: list[str]) -> None:
    assert [infobox.template for infobox in article_templates(text, ENGLISH, [])] == found


def test_templates_in_another_language_and_long_values() -> None:
    text = "{{Vorlage:Infobox Ort|Typ=" + "x" * 2000 + "}}\n{{template: b}}\n{{Kategorie:c}}"
    found = article_templates(text, GERMAN, ["Typ"])
    assert [infobox.template for infobox in found] == ["Infobox Ort", "B"]
    assert found[0].parameters == [("Typ", "x" * MAX_VALUE)]


@pytest.mark.parametrize(
    "text", ["{{" * 200_000, "{{a|" * 100_000, "<math>" * 100_000, "{{a}} " * 150_000, "}}" * 200_000]
)
def test_a_broken_page_takes_no_time(text: str) -> None:
    start = time.process_time()
    article_templates(text, ENGLISH, ["1"])
    # Quadratic work would take minutes.
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("title", "namespace", "target", "redirect"),
    [
        ("Template:Infobox Film", 10, "Template:Infobox film", ("Infobox Film", "Infobox film")),
        ("Template:infobox_movie", 10, "template:Infobox_film#Usage", ("Infobox movie", "Infobox film")),
        ("Template:Old", 10, "Wikipedia:Elsewhere", None),
        ("Template:Infobox film", 10, None, None),
        ("Infobox film", 0, "Film", None),
    ],
)
def test_redirects_of_templates(
    title: str, namespace: int, target: str | None, redirect: tuple[str, str] | None
) -> None:
    page = Page(1, 2, namespace, title, target, "wikitext", "")
    assert template_redirect(page, ENGLISH) == redirect


def export(pages: dict[str, str]) -> bytes:
    escaped = {title: text.replace("&", "&amp;").replace("<", "&lt;") for title, text in pages.items()}
    body = "".join(
        f"<page><title>{title}</title><ns>204</ns><revision><text>{text}</text></revision></page>"
        for title, text in escaped.items()
    )
    return f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.8/">{body}</mediawiki>'.encode()


CONDITIONAL = """{{ConditionalMapping <!-- {{TemplateMapping|mapToClass=Wrong}} -->
| cases =
 {{Condition | templateProperty = members | operator = isSet | mapping = {{TemplateMapping | mapToClass = Band }} }}
 {{Condition | templateProperty = type | operator = equals | value = Solo Singer
   | mapping = {{TemplateMapping | mapToClass = Singer | mappings = {{PropertyMapping | x = y}} }} }}
 {{Condition | templateProperty = type | operator = contains | value = actor | mapping =
   {{TemplateMapping | mapToClass = actor}}{{PropertyMapping}} }}
 {{Condition | templateProperty = $TemplateName | operator = equals | value = Infobox DJ
   | mapping = {{TemplateMapping | mapToClass = DJ}} }}
 {{Condition | operator = otherwise | mapping = {{TemplateMapping | mapToClass = Artist}} }}
| defaultMappings = {{PropertyMapping | templateProperty = name}}
}}"""
PAGES = {
    "Mapping en:Infobox film": "TODO\n{{TemplateMapping | mapToClass = Film | mappings = {{PropertyMapping}} }}",
    "Mapping en:Infobox_artist": CONDITIONAL,
    "Mapping en:Infobox movie": "#REDIRECT [[Mapping en:Infobox film]]",
    "Mapping en:Authority control": "{{TemplateMapping | mapToClass = owl:Thing}}",
    "Mapping en:Table/Race": "{{TableMapping | mapToClass = Race}}",
    "Mapping en:Weather box": "",
    "Mapping en:Broken": "{{ConditionalMapping|cases={{Condition|operator=near|mapping={{TemplateMapping}}}}}}",
    "Help:Mappings": "{{TemplateMapping | mapToClass = Film}}",
}


@pytest.fixture
def mappings(tmp_path: Path) -> Mappings:
    path = tmp_path / "mappings.xml"
    path.write_bytes(export(PAGES))
    return read_mappings(str(path))


def test_mappings_are_read(mappings: Mappings) -> None:
    assert mappings == Mappings(
        "en",
        {
            "Infobox film": (Case("", "otherwise", "", "Film"),),
            "Infobox artist": (
                Case("members", "isset", "", "Band"),
                Case("type", "equals", "Solo Singer", "Singer"),
                Case("type", "contains", "actor", "Actor"),
                Case("$TemplateName", "equals", "Infobox DJ", "DJ"),
                Case("", "otherwise", "", "Artist"),
            ),
            "Authority control": (Case("", "otherwise", "", ""),),
        },
        {"Infobox movie": "Infobox film"},
        {
            "mapping of a table": 1,
            "maps no template": 1,
            "condition not understood": 1,
            "no mapping by its title": 1,
        },
    )
    assert deciding_parameters(mappings) == ["members", "type"]


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress])
def test_compressed_exports_are_read_in_the_same_way(tmp_path: Path, mappings: Mappings, compress: object) -> None:
    assert callable(compress)
    path = tmp_path / "packed"
    path.write_bytes(compress(export(PAGES)))
    assert read_mappings(str(path)) == mappings


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            export({"Mapping en:A": "{{TemplateMapping|mapToClass=A}}", "Mapping de:B": ""}),
            r"several languages \(de, en\)",
        ),
        (export({"Mapping en:A": ""}), "maps no template to a class"),
        (export({"A": "{{TemplateMapping|mapToClass=A}}"}), "maps no template to a class"),
        (export(PAGES)[:-30], "not an export of the mappings wiki, or cut short"),
        (gzip.compress(export(PAGES), mtime=0)[:-30], "broken compressed file"),
        (b"plain text", "not an export of the mappings wiki, or cut short"),
    ],
)
def test_files_that_hold_no_mappings(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "mappings.xml"
    path.write_bytes(data)
    with pytest.raises(InputError, match=message):
        read_mappings(str(path))


@pytest.mark.parametrize(
    ("template", "parameters", "cls"),
    [
        ("Infobox artist", {"members": "Ann", "type": "actor"}, "Band"),
        ("Infobox artist", {"members": " ", "type": "Solo singer"}, "Singer"),
        ("Infobox artist", {"type": "'''[[Singing|solo  singer]]'''<br>"}, "Singer"),
        ("Infobox artist", {"type": "{{nowrap|Film actors}}"}, "Actor"),
        ("Infobox artist", {"type": "solo singer and dancer"}, "Artist"),
        ("Infobox DJ", {}, "DJ"),
        ("Infobox artist", {}, "Artist"),
    ],
)
def test_conditions(mappings: Mappings, template: str, parameters: dict[str, str], cls: str) -> None:
    assert choose_class(mappings.cases["Infobox artist"], template, parameters) == cls


def test_no_condition_fulfilled() -> None:
    assert choose_class([Case("a", "isset", "", "Film")], "T", {"b": "1"}) == ""


def test_a_mapping_is_found_through_redirects(mappings: Mappings) -> None:
    redirects = {"Filmbox": "Infobox movie", "Ring": "Ring 2", "Ring 2": "Ring", "Infobox artist": "Infobox film"}
    assert mapped_template("Filmbox", mappings, redirects) == "Infobox film"
    assert mapped_template("Infobox movie", mappings, {}) == "Infobox film"
    assert mapped_template("Infobox artist", mappings, redirects) == "Infobox artist"
    assert mapped_template("Ring", mappings, redirects) is None
    assert mapped_template("Navbox", mappings, redirects) is None


@pytest.mark.parametrize(("steps", "found"), [(7, "Infobox film"), (8, None)])
def test_a_chain_of_redirects_is_followed_for_seven_steps(mappings: Mappings, steps: int, found: str | None) -> None:
    names = [*(f"Name {number}" for number in range(steps)), "Infobox film"]
    assert mapped_template("Name 0", mappings, dict(pairwise(names))) == found


CLASSES = build_ontology(
    ["Agent", "Person", "Artist", "Singer", "Actor", "Work", "Film"],
    [("Person", "Agent"), ("Artist", "Person"), ("Singer", "Artist"), ("Actor", "Artist"), ("Film", "Work")],
)


@pytest.mark.parametrize(
    ("templates", "classes"),
    [
        (["Infobox film"], {"Film"}),
        (["Infobox person", "Infobox singer"], {"Person", "Singer"}),
        (["Infobox singer", "Infobox person"], {"Person", "Singer"}),
        (["Infobox film", "Infobox singer"], {"Film"}),
        # An actor is a person, but no singer: the third must fit both before it.
        (["Infobox person", "Infobox singer", "Infobox actor"], {"Person", "Singer"}),
        (["Infobox singer", "Infobox person", "Infobox actor"], {"Person", "Singer"}),
        (["Infobox person", "Infobox singer", "Infobox film"], {"Person", "Singer"}),
        (["Infobox singer", "Infobox film", "Infobox person"], {"Person", "Singer"}),
        (["Authority control", "Navbox", "Infobox film"], {"Film"}),
        (["Infobox gone", "Infobox film"], {"Film"}),
        (["Authority control"], None),
        (["Infobox gone"], None),
        (["Navbox"], None),
    ],
)
def test_the_first_mapped_template_decides_and_related_ones_refine(
    templates: list[str], classes: set[str] | None
) -> None:
    names = {"film": "Film", "person": "Person", "singer": "Singer", "actor": "Actor", "gone": "Vanished"}
    cases = {f"Infobox {name}": (Case("", "otherwise", "", cls),) for name, cls in names.items()}
    cases["Authority control"] = (Case("", "otherwise", "", ""),)
    rows = [Infobox(7, "Ada", template, []) for template in templates]
    counts = InfoboxCounts()
    batches = list(infobox_types(rows, Mappings("en", cases, {}, {}), {}, CLASSES, counts))
    found = {title: set(each) for titles, sets in batches for title, each in zip(titles, sets, strict=True)}
    assert found == ({"Ada": classes} if classes else {})
    assert counts.articles == len(found)
    mapped = [names[each.removeprefix("Infobox ")] for each in templates if each.startswith("Infobox")]
    assert counts.unrelated == len({*mapped} - {"Vanished"} - (classes or set()))
    assert counts.undecided == templates.count("Authority control")
    assert counts.unknown_classes == ({"Vanished": 1} if "Infobox gone" in templates else {})


def test_templates_whose_mapping_has_another_name_are_counted() -> None:
    cases = {"Infobox film": (Case("", "otherwise", "", "Film"),)}
    rows = [Infobox(7, "Ada", name, []) for name in ("Infobox film", "Filmbox", "Movie", "Navbox")]
    redirects = {"Filmbox": "Infobox film", "Navbox": "Navigation"}
    counts = InfoboxCounts()
    list(infobox_types(rows, Mappings("en", cases, {"Movie": "Filmbox"}, {}), redirects, CLASSES, counts))
    assert (counts.articles, counts.through_redirect) == (1, 2)


def test_the_public_mappings(real: Path) -> None:
    found = read_mappings(str(real / "dbpedia-mappings-en.xml.gz"))
    assert (found.language, len(found.cases), len(found.redirects)) == ("en", 704, 55)
    assert sum(len(cases) > 1 for cases in found.cases.values()) == 35
    assert found.unused == {"mapping of a table": 3, "maps no template": 2}
    known = set(read_ontology(str(real / "dbpedia-ontology.owl")).classes)
    assert {case.cls for cases in found.cases.values() for case in cases} - known == {""}


def test_real_articles_have_the_classes_that_one_expects(real: Path) -> None:
    mappings = read_mappings(str(real / "dbpedia-mappings-en.xml.gz"))
    dump = str(real / "enwiki-sample-pages-articles.xml.bz2")
    site = read_siteinfo(dump)
    rows = [
        Infobox(page.page_id, page.title, name, [{"name": key, "value": value} for key, value in parameters])
        for split in plan_splits(dump, 1 << 30)
        for page in read_pages(split, site, lambda _: None)
        if page.redirect is None and page.namespace == 0
        for name, parameters in article_templates(page.text, site, deciding_parameters(mappings))
    ]
    ontology = read_ontology(str(real / "dbpedia-ontology.owl"))
    batches = infobox_types(rows, mappings, {}, ontology, InfoboxCounts())
    found = {
        title: ontology.most_specific(classes)
        for titles, sets in batches
        for title, classes in zip(titles, sets, strict=True)
    }
    assert len(found) == 38
    expected = {
        "Aardwolf": "Mammal",
        "Actrius": "Film",
        "Andre Agassi": "TennisPlayer",
        "Apollo 11": "SpaceMission",
        "Aristotle": "Philosopher",
        "Angola": "Country",
        "Autism": "Disease",
    }
    assert {title: found.get(title) for title in expected} == expected
    assert "Anarchism" not in found
