"""The floors of the house: which package may import which, and which room of a package stands above which."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.support.paths import PROJECT

BELOW: dict[str, set[str]] = {
    "schemas": set(),
    "wiki": {"schemas"},
    "dbpedia": {"schemas"},
    "corpora": {"schemas"},
    "training": {"schemas"},
    "snapshots": {"schemas"},
    "domains": set(),
    "tasks": {"schemas", "wiki", "dbpedia", "corpora", "domains"},
    "pipelines": {"schemas", "tasks", "wiki", "dbpedia", "corpora"},
    "wiki_ner": {"schemas", "wiki", "corpora", "training", "snapshots", "tasks", "pipelines"},
}

FLOORS: dict[str, list[set[str]]] = {
    "wiki": [
        {"transforms"},
        {"steps", "extract"},
        {"extract_summary"},
        {"extract_work"},
        {"articles"},
        {"categories", "html"},
        {"wikitext", "sentences", "worker_pool"},
        {"dump"},
        {"site"},
    ],
    "dbpedia": [
        {"transforms"},
        {"steps"},
        {"linking"},
        {"title_index", "domain_labels"},
        {"wikidata_index"},
        {"redirects", "scripts"},
        {"sources", "label_sets", "mentions", "own_classes"},
        {"letters", "mapped_arrays", "ontology", "title_keys"},
        {"rdf"},
    ],
    "dbpedia/mentions": [
        {"unlinked"},
        {"capitals", "noise"},
        {"common_nouns", "surfaces"},
        {"orthography"},
        {"derived", "last_nouns", "longer_names", "titles"},
        {"classes", "words"},
        {"caseless_words", "derived_words", "inflection"},
        {"language_files", "word_group"},
        {"languages"},
    ],
    "dbpedia/mentions/capitals": [
        {"among_nouns", "names"},
        {"side_by_side", "work_titles"},
        {"gaps", "name_parts"},
        {"article", "fragments", "places"},
        {"adjective_names"},
        {"run_pattern", "runs"},
        {"words"},
        {"lexicon"},
        {"letters"},
    ],
    "dbpedia/mentions/capitals/lexicon": [
        {"runs"},
        {
            *("heads", "modifiers", "nouns", "one_capital", "opening_verbs", "other_languages", "pairs", "persons"),
            "titles",
        },
    ],
    "dbpedia/mentions/capitals/among_nouns": [{"names"}, {"article"}, {"runs"}, {"words"}],
    "dbpedia/mentions/orthography": [
        {"learnt"},
        {"abbreviations", "describing_words", "noun_uses", "terms", "title_uses", "word_cases"},
    ],
    "dbpedia/mentions/unlinked": [
        {"propagation", "repeated_names"},
        {"continued_names"},
        {"article_names", "caseless_names"},
        {"linked_article"},
    ],
    "corpora": [
        {"transforms", "reports", "export", "adjudicate"},
        {"steps", "formats"},
        {"annotation"},
        {"levels", "examples", "published"},
        {"gazetteer", "language", "passages"},
        {"bio"},
        {
            "balancing",
            "conll",
            "filters",
            "hub",
            "json_text",
            "pages",
            "paired_parts",
            "reading",
            "stop_words",
            "tokens",
        },
    ],
    "training": [{"jobs"}, {"job", "report"}, {"loop", "models"}, {"data", "outside"}],
    "tasks": [
        {"annotation", "report"},
        {"evaluation"},
        {"outside"},
        {"fine_tuning"},
        {"by_run", "hub", "pretraining"},
        {"dapt", "encoders"},
        {"corpora"},
        {"label_sets"},
        {"domains"},
        {"categories", "linking"},
        {"dbpedia"},
        {"wikidata"},
        {"benchmark", "wikipedia"},
        {"tables"},
        {"dump"},
        {"builds", "step"},
        {"settings"},
        {"environments", "jobs", "logs", "luigi_defaults", "luigi_private"},
    ],
    "tasks/step": [{"beam", "training"}, {"report"}, {"base"}, {"decided", "live_wiki", "targets"}],
    "tasks/settings": [
        {"check", "ontology", "snapshot"},
        {"files", "fingerprint", "inputs", "quality", "shared"},
        {"lists"},
        {"parameters", "plain_errors"},
        {"syntax"},
    ],
    "tasks/jobs": [
        {"beam_job", "beam_worker", "usage"},
        {"process"},
        {"engines", "fork_server"},
        {"beam_options", "environment"},
    ],
    "schemas": [
        {"root"},
        {"datasets"},
        {"domains", "job_protocol", "vocabulary"},
        {"label_classes", "sources"},
        {"files"},
        {"commands", "experiments"},
        {"model_options"},
        {
            "arrow_tables",
            "catalog",
            "chance",
            "cycles",
            "errors",
            "installed",
            "labels",
            "markdown",
            "pattern_cost",
            "problems",
            "ranges",
            "records",
            "sorted_lookup",
            "setting_text",
            "text_table",
        },
    ],
    "schemas/datasets": [
        {"transforms"},
        {"commits", "leftovers", "step_progress"},
        {"failure_budget"},
        {"shards"},
        {"card", "linked_titles", "page_samples", "part_writers"},
        {"hugging_face"},
        {"dataset", "run_record"},
        {"snapshot_lock", "yaml_text"},
    ],
    "schemas/root": [{"pruning", "snapshot_diff", "verification"}, {"builds"}, {"current", "locks"}],
    "schemas/files": [
        {"local_copies", "toml_files", "compressed_files"},
        {"new_place", "storage"},
        {"hadoop", "object_stores", "processes", "temporary_folder"},
    ],
    "pipelines": [
        {"annotation_rounds", "reference", "listing", "preview"},
        {"run"},
        {"scheduler"},
        {"estimate", "summary"},
        {"plan", "run_log"},
        {"build"},
        {"command_line"},
    ],
    "domains": [],
    "snapshots": [
        {"fetch"},
        {"resolve", "settings_file"},
        {"wikidata"},
        {"dbpedia", "download", "wikimedia"},
        {"publishers"},
        {"client"},
    ],
    "wiki_ner": [{"__main__"}, {"commands"}, {"options", "tagging"}],
}
"""The rooms of each house, from the top floor down: a folder or a file. A room imports from lower floors only.

A house is a package, or a large room of one.
"""

PACKAGES = {*BELOW, "tests", "benchmarks", "sample"}
ONLY_IN: dict[str, Callable[[Path], bool]] = {
    "luigi": lambda path: path.parts[0] in {"pipelines", "tasks"},
    "apache_beam": lambda path: path.name == "transforms.py" or path.match("tasks/jobs/beam_*.py"),
    **dict.fromkeys(
        ("accelerate", "matplotlib", "seqeval", "sklearn", "tokenizers", "torch", "transformers"),
        lambda path: path.parts[0] == "training",
    ),
}

MODULES = sorted(path.relative_to(PROJECT) for package in BELOW for path in (PROJECT / package).rglob("*.py"))


def imports(source: str) -> Iterator[str]:
    """The modules that a file imports; what is imported from a package is given with it (`wiki.dump.pages`)."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the floor they go to"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_of(name: str) -> Path | None:
    """The file of the project that an import leads to."""
    path = PROJECT.joinpath(*name.split("."))
    for candidate in (path.with_suffix(".py"), path.parent.with_suffix(".py")):
        if candidate.is_file():
            return candidate.relative_to(PROJECT)
    return None


def is_in(house: str, path: Path) -> bool:
    return path.is_relative_to(house)


def room_of(house: str, path: Path) -> str:
    return path.relative_to(house).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_go_downwards_only(path: Path) -> None:
    package = path.parts[0]
    for name in imports((PROJECT / path).read_text()):
        top = name.split(".")[0]
        if top in PACKAGES and top != package:
            assert top in BELOW[package], f"{path} imports {name}, which is not below {package}"
        if top in ONLY_IN:
            assert ONLY_IN[top](path), f"{path} imports {name}, which does not belong there"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[0] in {"pipelines", "tasks"}], ids=str)
def test_private_parts_of_luigi_are_used_in_one_file(path: Path) -> None:
    source = (PROJECT / path).read_text()
    imported = {name for name in imports(source) if name.startswith("luigi.") and "._" in name}
    attributes = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    names = {"_build_parser", "_default", "_no_value", "_rpc_log_retries", "_rpc_retry_attempts", "_value_iterator"}
    used = imported | attributes & names
    assert bool(used) == (path == Path("tasks/luigi_private.py")), used


@pytest.mark.parametrize("name", ["apache-beam", "luigi", "nltk"])
def test_of_what_has_private_parts_in_use_the_minor_that_was_tried_is_taken(name: str) -> None:
    project = (PROJECT / "pyproject.toml").read_text()
    tried = re.search(rf"(?m)^{name}==(\d+)\.(\d+)\.", (PROJECT / "constraints.txt").read_text())
    assert tried
    major, minor = map(int, tried.groups())
    assert f'    "{name}>={major}.{minor},<{major}.{minor + 1}",\n' in project


def test_every_package_of_the_project_is_covered() -> None:
    folders = {path.parent.name for path in PROJECT.glob("*/__init__.py")}
    assert folders - {"tests"} == set(BELOW) == {house for house in FLOORS if "/" not in house}


def test_the_architecture_page_has_every_package_and_folder() -> None:
    page = (PROJECT / "docs" / "explanation" / "architecture.md").read_text()
    tables = page[page.index("## Floors") : page.index("## Steps")]
    folders = {"/".join(path.parent.parts[:2]) for path in MODULES}
    assert {folder for folder in folders if f"`{folder}/`" not in tables} == set()


@pytest.mark.parametrize("house", FLOORS)
def test_every_room_has_a_floor(house: str) -> None:
    rooms = {room_of(house, path) for path in MODULES if is_in(house, path)} - {"__init__"}
    listed = [room for floor in FLOORS[house] for room in floor]
    assert sorted(listed) == sorted(rooms), f"give each room of {house}/ a floor in FLOORS of tests/test_layers.py"


@pytest.mark.parametrize("path", [path for path in MODULES if path.name != "__init__.py"], ids=str)
def test_rooms_import_from_lower_floors_only(path: Path) -> None:
    imported = [found for name in imports((PROJECT / path).read_text()) if (found := module_of(name))]
    for house in [house for house in FLOORS if is_in(house, path)]:
        heights = {each: -number for number, floor in enumerate(FLOORS[house]) for each in floor}
        room = room_of(house, path)
        for found in imported:
            if is_in(house, found) and room_of(house, found) != room:
                there = heights[room_of(house, found)]
                assert there < heights[room], f"{path} imports {found}, which is on no lower floor"


def circle(arrows: Mapping[Path, Sequence[Path]]) -> list[Path]:
    """Files that import each other in a loop, empty where there are none."""
    done: set[Path] = set()

    def walk(path: Path, way: list[Path]) -> list[Path]:
        if path in way:
            return [*way[way.index(path) :], path]
        if path in done:
            return []
        done.add(path)
        for each in arrows.get(path, ()):
            if found := walk(each, [*way, path]):
                return found
        return []

    return next((found for path in arrows if (found := walk(path, []))), [])


def test_no_files_import_each_other_in_a_circle() -> None:
    arrows = {
        path: [found for name in imports((PROJECT / path).read_text()) if (found := module_of(name)) and found != path]
        for path in MODULES
    }
    loop = circle(arrows)
    assert not loop, " imports ".join(map(str, loop))


def test_a_circle_is_seen() -> None:
    a, b, c = Path("a"), Path("b"), Path("c")
    assert circle({a: [b], b: [c], c: []}) == []
    assert circle({a: [b], b: [c], c: [b]}) == [b, c, b]


def test_the_walk_sees_imports_inside_functions() -> None:
    source = "def f():\n    import luigi\n    from wiki.dump.pages import x\n    from wiki.dump import pages\n"
    assert list(imports(source)) == ["luigi", "wiki.dump.pages.x", "wiki.dump.pages"]
    assert module_of("wiki.dump.pages.x") == module_of("wiki.dump.pages") == Path("wiki/dump/pages.py")
