"""What tasks there are, for people."""

from __future__ import annotations

import luigi

from pipelines.command_line import about, all_names, task_named
from schemas.text_table import aligned
from tasks.luigi_private import default_of, has_default


def all_tasks() -> str:
    """A line for each task: what it is, and its options with their defaults."""
    rows = []
    for name in all_names():
        task = task_named(name)
        options = " ".join(f"--{_flag(each)} {_default(parameter)}".strip() for each, parameter in task.get_params())
        rows.append([name, about(task), options])
    tasks = "\n".join(f"{name}: {text}\n    {options}".rstrip() for name, text, options in rows)
    return f"{tasks}\n\n`wiki-ner tasks TASK` explains the options of one."


def one_task(name: str) -> str:
    """A task and a line for each of its options. Raises InputError where there is none of this name."""
    task = task_named(name)
    rows = [[f"--{_flag(each)}", _default(parameter), parameter.meaning] for each, parameter in task.get_params()]
    options = aligned(["option", "default", "meaning"], rows) if rows else "It has no options."
    read = [key for key, parameter in task.get_params() if not getattr(parameter, "instead", "")]
    which = "them" if len(read) == len(rows) else ", ".join(read)
    last = f"\n\nThe settings file has {which} in [{name}]." if which else ""
    return f"{name}: {about(task)}\n\n{options}{last}"


def _flag(name: str) -> str:
    return name.replace("_", "-")


def _default(parameter: luigi.Parameter) -> str:
    """The default of the code, which settings files override."""
    if inherits := getattr(parameter, "inherits", ""):
        return f"({inherits})"
    return str(parameter.serialize(default_of(parameter))) or '""' if has_default(parameter) else "(must be given)"
