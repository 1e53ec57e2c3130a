"""Types from infoboxes: what DBpedia's public mappings of templates to classes say of the wiki's own articles.

The mappings are pages of a wiki (mappings.dbpedia.org), one namespace a language, published as a MediaWiki export.
`TemplateMapping` gives one class; `ConditionalMapping` chooses it by the template's parameters, in the order of its
cases, and all of its operators are understood: `isSet`, `equals`, `contains`, `otherwise`. `TableMapping`, which types
the rows of tables and not the article, is not used.

As in DBpedia's own extraction the first mapped template of an article decides. Later ones can be about something else
on the page, so they only make its class more specific.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from dbpedia.ontology import NAMESPACE, Ontology
from schemas.datasets.dataset import read_dataset
from schemas.errors import InputError
from schemas.files.compressed_files import open_decompressed
from schemas.sources.template_text import Template, outer_templates, read_template
from schemas.sources.titles import canonical_title

TEMPLATE_NAME = "$TemplateName"
"""Parameter that stands in a condition for the template's own name, as the article calls it."""
OPERATORS = ("isset", "equals", "contains", "otherwise")
_BATCH = 1 << 14
_MAX_REDIRECTS = 7
_TITLE = re.compile(r"Mapping ([a-z][a-z-]*):(.+)", re.DOTALL)
_comment = re.compile(r"<!--(?:[^-]|-(?!->))*+(?:-->|\Z)")
_redirect = re.compile(r"\s*#REDIRECT\w*\s*:?\s*\[\[([^\[\]|\n]+)", re.IGNORECASE)
_link = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_noise = re.compile(r"'{2,}|<[^<>]*>|[{}]+")


class Case(NamedTuple):
    """One case of a mapping: the class of a template whose parameter meets the condition."""

    parameter: str
    operator: str
    """One of `OPERATORS`."""
    value: str
    cls: str
    """Local name of a class of DBpedia; empty where the mapping names none (owl:Thing, or another vocabulary)."""


@dataclass(frozen=True)
class Mappings:
    """The mappings of one language."""

    language: str
    """Code of the mappings' namespace: `en`."""
    cases: Mapping[str, tuple[Case, ...]]
    """Cases of each mapped template, in order; one `otherwise` for a template that has one class."""
    redirects: Mapping[str, str]
    """Mapping pages that were moved: old names of templates, mostly, that articles may still call."""
    unused: Mapping[str, int]
    """Pages that map no template to a class, by reason."""


class Infobox(NamedTuple):
    """A template of an article, as a row of the dataset `infoboxes`."""

    page_id: int
    title: str
    template: str
    parameters: list[dict[str, str]]


@dataclass
class InfoboxCounts:
    """What became of the templates of articles."""

    templates: int = 0
    """Templates read, each once an article."""
    unmapped: int = 0
    """Templates without a mapping: most are for navigation or maintenance."""
    undecided: int = 0
    """Mapped templates none of whose conditions was met, or whose mapping names no class."""
    unrelated: int = 0
    """Templates whose class neither refines nor generalises that of the article: they are about something else."""
    through_redirect: int = 0
    """Templates whose mapping was found under the name that they redirect to."""
    articles: int = 0
    """Articles that got a class."""
    unknown_classes: Counter[str] = field(default_factory=Counter)
    """Classes that mappings name and the ontology does not have."""


def read_mappings(uri: str) -> Mappings:
    """The mappings in an export of DBpedia's mappings wiki: XML, plain, gzip or bzip2, recognised by content.

    Raises InputError where the file is not such an export, has mappings of several languages, or maps no template.
    """
    cases: dict[str, tuple[Case, ...]] = {}
    redirects: dict[str, str] = {}
    unused: Counter[str] = Counter()
    languages: set[str] = set()
    for title, text in _pages(uri):
        named = _TITLE.fullmatch(title)
        if named is None:
            unused["no mapping by its title"] += 1
            continue
        languages.add(named[1])
        template = canonical_title(named[2], lang=named[1])
        text = _comment.sub("", text)
        if target := _redirect.match(text):
            moved = _TITLE.fullmatch(target[1].strip())
            redirects[template] = canonical_title(moved[2] if moved else target[1], lang=named[1])
        elif template.startswith("Table/"):
            unused["mapping of a table"] += 1
        elif found := _read_cases(text):
            cases[template] = found
        else:
            unused["maps no template" if found == () else "condition not understood"] += 1
    if len(languages) > 1:
        raise InputError(f"{uri}: mappings of several languages ({', '.join(sorted(languages))}); give those of one")
    if not cases:
        raise InputError(f"{uri}: maps no template to a class; give an export of pages `Mapping xx:…`")
    return Mappings(languages.pop(), cases, redirects, unused)


def deciding_parameters(mappings: Mappings) -> list[str]:
    """The parameters of templates on which a class can depend, sorted."""
    names = {case.parameter for cases in mappings.cases.values() for case in cases if case.operator != "otherwise"}
    return sorted(names - {TEMPLATE_NAME})


def mapped_template(template: str, mappings: Mappings, redirects: Mapping[str, str]) -> str | None:
    """The name under which a template is mapped: its own, or one that it redirects to; None where there is none.

    `redirects` are those of the wiki; where it has none for a name, those of the mappings are used.
    """
    for _ in range(_MAX_REDIRECTS + 1):
        if template in mappings.cases:
            return template
        target = redirects.get(template) or mappings.redirects.get(template)
        if target is None:
            return None
        template = target
    return None


def choose_class(cases: Iterable[Case], template: str, parameters: Mapping[str, str]) -> str:
    """The class of the first case whose condition is met, or an empty string.

    `equals` and `contains` compare text without markup and without regard to case, as DBpedia does. `template` is the
    name that the article calls.
    """
    for case in cases:
        value = template if case.parameter == TEMPLATE_NAME else parameters.get(case.parameter, "")
        if case.operator == "otherwise" or (case.operator == "isset" and value.strip()):
            return case.cls
        if not value or case.operator == "isset":
            continue
        text, wanted = _plain(value), case.value.casefold()
        if text == wanted if case.operator == "equals" else wanted in text:
            return case.cls
    return ""


def infobox_types(
    templates: Iterable[Infobox],
    mappings: Mappings,
    redirects: Mapping[str, str],
    ontology: Ontology,
    counts: InfoboxCounts,
) -> Iterator[tuple[list[str], list[frozenset[str]]]]:
    """Batches of titles and their classes, for `collect_types`.

    The templates of an article follow each other, in its order.
    """
    titles: list[str] = []
    class_sets: list[frozenset[str]] = []
    for _, group in groupby(templates, attrgetter("page_id")):
        article = list(group)
        classes = _article_classes(article, mappings, redirects, ontology, counts)
        if classes:
            counts.articles += 1
            titles.append(article[0].title)
            class_sets.append(classes)
        if len(titles) >= _BATCH:
            yield titles, class_sets
            titles, class_sets = [], []
    yield titles, class_sets


def read_infoboxes(
    location: str, mappings: Mappings, redirects: Mapping[str, str], counts: InfoboxCounts
) -> Iterator[Infobox]:
    """The rows of the dataset `infoboxes` whose template is mapped; the others are counted."""
    for batch in read_dataset(location):
        names = batch.column("template").cast("string").dictionary_encode()
        mapped = np.array(
            [mapped_template(name, mappings, redirects) is not None for name in names.dictionary.to_pylist()], bool
        )
        kept = np.flatnonzero(mapped[names.indices.to_numpy()])
        counts.templates += batch.num_rows
        counts.unmapped += batch.num_rows - len(kept)
        yield from (Infobox(**row) for row in batch.take(kept).to_pylist())


def read_template_redirects(location: str) -> dict[str, str]:
    """The redirects between templates in the dataset `template_redirects`."""
    redirects: dict[str, str] = {}
    for batch in read_dataset(location, ["title", "target"]):
        redirects.update(zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True))
    return redirects


def _article_classes(
    article: list[Infobox],
    mappings: Mappings,
    redirects: Mapping[str, str],
    ontology: Ontology,
    counts: InfoboxCounts,
) -> frozenset[str]:
    classes: set[str] = set()
    for infobox in article:
        name = mapped_template(infobox.template, mappings, redirects)
        if name is None:
            continue
        counts.through_redirect += name != infobox.template
        parameters = {each["name"]: each["value"] for each in infobox.parameters}
        cls = choose_class(mappings.cases[name], infobox.template, parameters)
        if not cls:
            counts.undecided += 1
        elif cls not in ontology.parents:
            counts.unknown_classes[cls] += 1
        elif all(ontology.is_a(cls, other) or ontology.is_a(other, cls) for other in classes):
            classes.add(cls)
        else:
            counts.unrelated += 1
    return frozenset(classes)


def _pages(uri: str) -> Iterator[tuple[str, str]]:
    """Title and text of every page of an export."""
    with open_decompressed(uri) as file:
        title = text = ""
        try:
            for _, element in ET.iterparse(file):
                tag = element.tag.rpartition("}")[2]
                if tag == "title":
                    title = (element.text or "").strip()
                elif tag == "text":
                    text = element.text or ""
                elif tag == "page":
                    yield title, text
                    title = text = ""
                    element.clear()
        except InputError:
            raise
        except (ET.ParseError, ValueError, LookupError) as error:
            # The latter two for an encoding that is not known or cannot be read.
            raise InputError(f"{uri}: not an export of the mappings wiki, or cut short ({error})") from error


def _read_cases(text: str) -> tuple[Case, ...] | None:
    """The cases of a mapping page: empty where it maps no template, None where a condition is not understood."""
    for span in outer_templates(text):
        mapping = read_template(text, span)
        if mapping.name == "TemplateMapping":
            return (Case("", "otherwise", "", _class(mapping)),)
        if mapping.name == "ConditionalMapping":
            cases = [_read_condition(each) for each in _templates(mapping.parameters.get("cases", ""), "Condition")]
            understood = [case for case in cases if case]
            return tuple(understood) if len(understood) == len(cases) else None
    return ()


def _read_condition(condition: Template) -> Case | None:
    parameters = condition.parameters
    operator = parameters.get("operator", "").lower()
    mappings = _templates(parameters.get("mapping", ""), "TemplateMapping")
    if operator not in OPERATORS or not mappings:
        return None
    return Case(parameters.get("templateProperty", ""), operator, parameters.get("value", ""), _class(mappings[0]))


def _templates(text: str, name: str) -> list[Template]:
    """The outer templates of a text that have a name."""
    found = (read_template(text, span) for span in outer_templates(text))
    return [template for template in found if template.name == name]


def _class(mapping: Template) -> str:
    name = mapping.parameters.get("mapToClass", "").removeprefix(NAMESPACE).removeprefix("dbo:")
    return "" if ":" in name else name[:1].upper() + name[1:]


def _plain(wikitext: str) -> str:
    """The text of a parameter's value, folded: links by what they show, no quotes, tags and braces."""
    return " ".join(_noise.sub(" ", _link.sub(r"\1", wikitext)).casefold().split())


def mapping_parameters(mappings: str) -> list[str]:
    """The parameters of templates on which a class can depend, by an export of DBpedia's mappings."""
    return deciding_parameters(read_mappings(mappings))
