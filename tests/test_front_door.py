"""What `luigi --module pipelines` offers."""

from __future__ import annotations

import importlib
import pkgutil

import pipelines
import tasks
from tasks.step.base import DatasetTask


def test_every_step_is_imported_by_the_front_door() -> None:
    modules = [importlib.import_module(f"tasks.{module.name}") for module in pkgutil.iter_modules(tasks.__path__)]
    steps = {
        name
        for module in modules
        for name, found in vars(module).items()
        if isinstance(found, type) and issubclass(found, DatasetTask) and "datasets" in vars(found)
    }
    assert steps - set(pipelines.__all__) == set(), "name these in pipelines/__init__.py"
