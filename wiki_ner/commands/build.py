"""The commands that build, and tell what a build takes and what there is to build."""

from __future__ import annotations

from typing import Annotated

import typer

from wiki_ner.options import Arguments, Processes, Root, Settings, Snapshot, Workers, Yes, luigi_command, use_settings


def build(
    arguments: Arguments = None,
    settings: Settings = None,
    root: Root = None,
    snapshot: Snapshot = None,
    workers: Workers = 1,
    processes: Processes = None,
    scheduler: Annotated[str | None, typer.Option(metavar="URL", help="luigid to work with, else none")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="print what would be done and why; write nothing")] = False,
    yes: Yes = False,
) -> int:
    """Build the corpora, or any other task with what it requires."""
    use_settings(settings)
    command = luigi_command(arguments, root, snapshot, workers, processes, scheduler)
    from pipelines import preview as previews
    from pipelines import run

    if dry_run:
        return run.show_plan(command)
    return run.build(command, agreed=yes, expected=previews.expected_seconds(command))


def preview(
    arguments: Arguments = None,
    pages: Annotated[int, typer.Option(min=1, help="pages of the dump, about")] = 10_000,
    settings: Settings = None,
    root: Root = None,
    snapshot: Snapshot = None,
    workers: Workers = 1,
    processes: Processes = None,
    yes: Yes = False,
) -> int:
    """Build the same over an excerpt, and estimate the whole. The excerpt lies below <snapshot>-preview."""
    use_settings(settings)
    from pipelines import preview as previews

    command = luigi_command(arguments, root, snapshot, workers, processes)
    return previews.build_preview(command, pages, agreed=yes)


def estimate(
    arguments: Arguments = None,
    settings: Settings = None,
    root: Root = None,
    snapshot: Snapshot = None,
    processes: Processes = None,
) -> int:
    """Tell the time, memory and disk of a build, from its preview."""
    use_settings(settings)
    from pipelines import preview as previews

    return previews.show_estimate(luigi_command(arguments, root, snapshot, 1, processes))


def report(
    arguments: Arguments = None,
    settings: Settings = None,
    root: Root = None,
    snapshot: Snapshot = None,
    show: Annotated[bool, typer.Option("--open", help="open the main one in the browser")] = False,
) -> int:
    """Write the reports on what is built, and say where they are."""
    use_settings(settings)
    from pipelines import run

    return run.write_report(luigi_command(arguments, root, snapshot), show=show)


def tasks(
    name: Annotated[str | None, typer.Argument(metavar="[TASK]", help="the task to tell the options of")] = None,
    settings: Settings = None,
) -> int:
    """List the tasks that can be built, each with its options."""
    use_settings(settings)
    from pipelines import listing

    print(listing.one_task(name) if name else listing.all_tasks())
    return 0
