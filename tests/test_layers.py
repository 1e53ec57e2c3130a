"""The floors of the house: which package may import which, which room of a package stands above which, and that each
dataset is written by the file of its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from luigi.task_register import Register

import pipelines
from schemas.catalog import corpora, dbpedia, training, wiki
from schemas.catalog.index import DATASETS
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTask
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
        {"html"},
        {"categories", "wikitext", "sentences", "worker_pool"},
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
        {"common_nouns"},
        {"orthography"},
        {"derived", "last_nouns", "longer_names", "titles"},
        {"classes", "words"},
        {"inflection", "language_files"},
        {"languages"},
    ],
    "dbpedia/mentions/capitals": [
        {"among_nouns", "names"},
        {"side_by_side", "work_titles"},
        {"gaps"},
        {"article"},
        {"fragments", "places"},
        {"adjective_names"},
        {"runs"},
        {"words"},
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
    "training": [{"jobs"}, {"job", "report"}, {"loop", "models"}, {"data", "durations", "outside"}],
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
        {"linking"},
        {"dbpedia"},
        {"wikidata"},
        {"benchmark", "wikipedia"},
        {"tables"},
        {"dump"},
        {"builds", "step"},
        {"settings"},
        {"jobs", "logs", "luigi_defaults", "luigi_private"},
    ],
    "tasks/step": [{"beam", "training"}, {"report"}, {"base"}, {"decided", "live_wiki", "targets"}],
    "tasks/settings": [
        {"check", "ontology", "snapshot"},
        {"files", "fingerprint", "inputs", "quality", "shared"},
        {"lists"},
        {"parameters", "plain_errors"},
        {"syntax"},
    ],
    "tasks/jobs": [{"beam_job", "beam_worker", "usage"}, {"process"}, {"engines", "fork_server"}, {"beam_options"}],
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
            "records",
            "sorted_lookup",
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
        {"object_stores", "processes"},
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


# One dataset, one file, the same name.


def dataset_tasks() -> list[type[DatasetTask]]:
    assert pipelines.__all__  # the import has registered them
    found = {Register.get_task_cls(name) for name in Register.task_names()}
    return sorted(
        (
            cls
            for cls in found
            # Tests have tasks of their own.
            if cls.__module__.partition(".")[0] in ("tasks", "pipelines")
            if issubclass(cls, DatasetTask) and not issubclass(cls, ReportTask) and "datasets" in vars(cls)
        ),
        key=lambda cls: cls.__name__,
    )


def writers(module: str, name: str) -> set[str]:
    """The functions `write_…` that a transform's class names, each as the file it comes from and its name."""
    path = PROJECT / f"{module.replace('.', '/')}.py"
    tree = ast.parse(path.read_text())
    sources = {
        alias.name: f"{node.module.replace('.', '/')}.py"
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    [body] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
    used = {node.id for node in ast.walk(body) if isinstance(node, ast.Name) and node.id.startswith("write_")}
    return {f"{sources.get(each, path.name)}: {each}" for each in used}


def belongs(task: type[DatasetTask]) -> str | None:
    """What is wrong with the place of the function or job that writes a step's main dataset; None where it is right.

    A second source of a dataset stands beside the first and adds to its name: `category_edges_from_api`.
    """
    dataset = task.datasets[0]
    if transform := getattr(task, "transform", None):
        module, _, name = transform.partition(":")
        steps = f"{module.split('.')[0]}/steps"
        found = writers(module, name)
        right = [f"{steps}/{dataset}.py: write_{dataset}"]
        more = sorted(path.stem for path in (PROJECT / steps).glob(f"{dataset}_*.py"))
        right += [f"{steps}/{each}.py: write_{each}" for each in more if each not in DATASETS]
        if len(found) == 1 and found <= set(right):
            return None
        return f"{dataset} is written by {', '.join(sorted(found)) or transform}; it belongs to {right[0]}"
    module, _, _ = getattr(task, "job", "").partition(":")
    folder, _, name = module.rpartition(".")
    if folder == "training.jobs" and (name == dataset or name.endswith(f"_{dataset}")):
        return None
    return f"{dataset} is written by {module or task.__name__}; its job belongs to training/jobs/{dataset}.py"


@pytest.mark.parametrize("task", dataset_tasks(), ids=lambda task: task.__name__)
def test_a_dataset_is_written_by_the_file_of_its_name(task: type[DatasetTask]) -> None:
    wrong = belongs(task)
    assert wrong is None, wrong


def test_a_dataset_in_the_wrong_place_is_told_where_it_belongs() -> None:
    class Misplaced(DatasetTask):
        datasets = ("sentences", "rejects")
        step_version = 1
        transform = "wiki.transforms:TrainPunkt"

    assert belongs(Misplaced) == (
        "sentences is written by wiki/steps/punkt.py: write_punkt; "
        "it belongs to wiki/steps/sentences.py: write_sentences"
    )

    class MisplacedModel(DatasetTask):
        datasets = ("ner_bert", "rejects")
        step_version = 1
        job = "training.jobs.dapt_model:DaptModel"

    assert belongs(MisplacedModel) == (
        "ner_bert is written by training.jobs.dapt_model; its job belongs to training/jobs/ner_bert.py"
    )


def test_every_file_of_a_step_is_of_a_dataset() -> None:
    """What steps share has no function that writes; every other file has the one of its name."""
    for path in (path for path in MODULES if path.parent.name == "steps" and path.name != "__init__.py"):
        tree = ast.parse((PROJECT / path).read_text())
        names = [
            node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("write_")
        ]
        assert names in ([], [f"write_{path.stem}"]), f"{path} has {names}; one dataset, one file of its name"
        if names:
            assert any(path.stem == name or path.stem.startswith(f"{name}_") for name in DATASETS), (
                f"{path}: no dataset"
            )


def test_every_dataset_has_a_writer_and_is_defined_where_its_package_is() -> None:
    written: dict[str, set[str]] = {}
    for task in dataset_tasks():
        package = (getattr(task, "transform", "") or getattr(task, "job", "")).split(".")[0]
        for dataset in task.datasets:
            written.setdefault(dataset, set()).add(package)
    defined = {
        each.name: {module.__name__.rpartition(".")[2]}
        for module in (wiki, dbpedia, corpora, training)
        for each in module.DATASETS
    }
    assert set(DATASETS) == {*defined, "rejects"}
    assert {name: packages for name, packages in written.items() if name != "rejects"} == defined


def test_every_step_writes_rejects() -> None:
    assert {task.__name__ for task in dataset_tasks() if task.datasets[-1] != "rejects"} == set()
