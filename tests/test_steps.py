"""Each dataset is written by the file of its name, and each step writes rejects."""

from __future__ import annotations

import ast

import pytest
from luigi.task_register import Register

import pipelines
from schemas.catalog import corpora, dbpedia, training, wiki
from schemas.catalog.index import DATASETS
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTask
from tests.support.paths import PROJECT


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
    paths = [path.relative_to(PROJECT) for path in PROJECT.glob("*/steps/*.py") if path.name != "__init__.py"]
    assert {path.parts[0] for path in paths} == {"corpora", "dbpedia", "wiki"}
    for path in paths:
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
