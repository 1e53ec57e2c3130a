"""Settings whose values differ between the targets, models and settings of runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import luigi

from schemas.errors import InputError
from schemas.setting_text import has_control_characters
from tasks.benchmark import NerBenchmark
from tasks.luigi_private import default_of
from tasks.settings.parameters import LONGEST_TEXT, Around, Kind
from tasks.settings.syntax import is_name, items


class ByRun(Around):
    """A setting that has other values for some targets, models and settings, and for some of these together:
    `5e-5,bilstm=1e-3,restaurant=1e-5,politics/joint=3e-5`."""

    def __init__(self, kind: Kind, *others: str) -> None:
        super().__init__(kind, default=",".join([kind.serialize(default_of(kind)), *others]))

    @property
    def allowed(self) -> str:
        return (
            f"{self.kind.allowed}, after which others may follow for targets, models and settings as name=value or "
            "name/name=value, by commas"
        )

    def normalize(self, x: Any) -> str:
        text = str(x)
        names = self.names(text)
        if has_control_characters(text.replace("\n", " ")) or len(text) > LONGEST_TEXT or not all(map(is_name, names)):
            raise self.refuse(text)
        for value in self._values(text):
            self.taken(lambda value: self.kind.normalize(self.kind.parse(value)), value, text)
        return text

    def value(self, text: str, *names: str) -> Any:
        """The value for what has these names: the last of those whose names are all among them, else the first."""
        fitting = [value for wanted, value in self._others(text) if {*wanted} <= {*names}]
        return self.kind.normalize(self.kind.parse([*self._values(text)[:1], *fitting][-1]))

    def names(self, text: str) -> list[str]:
        """The targets, models and settings that have a value of their own."""
        return [name for names, _ in self._others(text) for name in names]

    def _values(self, text: str) -> list[str]:
        """All values: first that for what has none of its own."""
        first = items(text)[:1]
        if not first:
            raise self.refuse(text)
        return [*first, *(value for _, value in self._others(text))]

    def _others(self, text: str) -> list[tuple[list[str], str]]:
        parts = (part.partition("=") for part in items(text)[1:])
        return [([name.strip() for name in names.split("/")], value.strip()) for names, _, value in parts]


def by_run(step: type[luigi.Task]) -> dict[str, ByRun]:
    """The settings of a step that may differ between targets and models."""
    return {name: each for name, each in step.get_params() if isinstance(each, ByRun)}


def check_by_run(step: luigi.Task, is_known: Callable[[str], bool], known: str) -> None:
    """Raise InputError where a value is given for what is neither a target nor known; `known` is told to people."""
    datasets = list(NerBenchmark.all())
    for name, setting in by_run(type(step)).items():
        text = getattr(step, name)
        if unknown := [each for each in setting.names(text) if not is_known(each) and each not in datasets]:
            raise InputError(
                f"{setting.setting} = {text}: there is no dataset, model or setting {', '.join(unknown)}; "
                f"[NerBenchmark] directory has {', '.join(datasets)}; {known}"
            )
