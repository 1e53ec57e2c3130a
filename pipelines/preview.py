"""A build of everything over an excerpt of the dump, in a place of its own, to see what comes and what it takes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import luigi
from luigi.task_register import Register

from pipelines import estimate, run
from pipelines.command_line import given, parsed
from pipelines.estimate import Need
from pipelines.plan import nothing_written, plan
from schemas.errors import InputError
from schemas.files import storage
from schemas.root.current import EXCERPT
from tasks.dump import dump_files, split_bytes
from tasks.settings.inputs import output_directory
from tasks.settings.shared import Beam, Build
from wiki.dump.excerpt import Excerpt, write_excerpt


@dataclass(frozen=True)
class Preview:
    """The excerpt that a build is tried on."""

    excerpt: Excerpt
    uri: str
    snapshot: str
    at_once: float
    """How many times more units of a step are worked on at a time in the whole build than over the excerpt."""

    def command(self, arguments: Sequence[str]) -> list[str]:
        """The command line that builds over the excerpt what another builds over the dump."""
        # Most pages of the wiki's table are not in the excerpt.
        complete = ["--Completeness-max-difference-share", "1"]
        return [*arguments, "--Build-snapshot", self.snapshot, "--Wikipedia-pages", self.uri, *complete]


def prepare(arguments: Sequence[str], pages: int) -> Preview:
    """The preview of a build over about so many pages, its excerpt written where it is not there yet."""
    with _looking_at(arguments):
        found = _read()
        if found is None or (found.excerpt.pages < pages and found.excerpt.share < 1):
            folder, asked = _folder(), _asked()
            uri = storage.join(folder, "_input", f"pages-{pages}.xml.bz2")
            if "," in uri:
                raise InputError(
                    f"{uri}: a preview reads its excerpt from here, and commas separate the names of dumps"
                )
            output_directory("root in [Build]", Build().root)
            excerpt = write_excerpt(dump_files(), pages, uri)
            note = {**asked, "pages": excerpt.pages, "share": excerpt.share, "uri": uri, "processes": Beam().workers}
            storage.write_json(storage.join(folder, EXCERPT), note)
            found = _read()
    assert found is not None
    return found


def known(arguments: Sequence[str]) -> Preview | None:
    """The preview that was made of the same dump; None where there is none."""
    try:
        # The settings suffice: with its task all that it requires would be made and checked.
        with given(arguments):
            return _read()
    finally:
        _forget_tasks()


def needs(arguments: Sequence[str], preview: Preview) -> tuple[dict[str, Need], dict[str, Need]]:
    """What the steps of a build took in the preview, and what they will take for the whole dump.

    Raises InputError where the preview has not built them all.
    """
    with _looking_at(preview.command(arguments)) as task, nothing_written():
        steps = [step for step in plan(task) if estimate.is_measured(step)]
        took = {step.name: estimate.measured(step) for step in steps}
    growing = {step.name for step in steps if step.task.grows_with_dump}
    shared_out = {step.name for step in steps if step.task.is_shared_out}
    return took, estimate.whole_build(took, growing, shared_out, preview.excerpt.share, preview.at_once)


def expected_seconds(arguments: Sequence[str]) -> dict[str, float]:
    """How long the steps of a build will take, by the preview; empty where there is none that has built them all."""
    preview = known(arguments)
    if preview is None:
        return {}
    try:
        _, whole = needs(arguments, preview)
    except InputError:
        return {}
    return {name: need.seconds for name, need in whole.items()}


def build_preview(arguments: Sequence[str], pages: int, *, agreed: bool) -> int:
    """Build over an excerpt of about so many pages what the command line builds over the dump, and print the estimate.

    Returns the exit status. Raises InputError as `run.build` does.
    """
    preview = prepare(arguments, pages)
    status = run.build(preview.command(arguments), agreed=agreed)
    _forget_tasks()
    if status == 0:
        print()
        show_estimate(arguments)
    return status


def show_estimate(arguments: Sequence[str]) -> int:
    """Print what a build takes, by its preview; returns the exit status. Raises InputError where there is none."""
    preview = known(arguments)
    if preview is None:
        raise InputError("there is no preview of this dump below root: give `wiki-ner preview` with the same options")
    took, whole = needs(arguments, preview)
    print(estimate.describe(took, whole, preview.excerpt.pages, preview.excerpt.share))
    return 0


def _read() -> Preview | None:
    note = storage.join(_folder(), EXCERPT)
    if not storage.exists(note):
        return None
    workers: int = Beam().workers
    try:
        known = storage.read_json(note)
        # The note of an earlier version does not say the processes.
        before = int(known.get("processes", workers))
        excerpt, uri = Excerpt(int(known["pages"]), float(known["share"])), str(known["uri"])
    except (ValueError, TypeError, KeyError, AttributeError):
        # As if there were none: the build of the whole does not need it, and the next preview writes it anew.
        return None
    if any(known.get(key) != value for key, value in _asked().items()) or not storage.exists(uri):
        return None
    # An excerpt of one unit keeps one process busy, whatever the number of processes.
    units = math.ceil(storage.size(uri) / split_bytes())
    total = math.ceil(sum(map(storage.size, dump_files())) / split_bytes())
    at_once = min(workers, max(total, 1)) / min(before, max(units, 1))
    return Preview(excerpt, uri, _snapshot(), at_once)


def _asked() -> dict[str, object]:
    """What an excerpt is of: the dump's files with their sizes, which suffice to know them again."""
    return {"dump": [[uri, storage.size(uri)] for uri in dump_files()]}


def _snapshot() -> str:
    return f"{Build().snapshot}-preview"


def _folder() -> str:
    return storage.join(Build().root, _snapshot())


@contextmanager
def _looking_at(arguments: Sequence[str]) -> Iterator[luigi.Task]:
    """A context with the task of a command line, which is forgotten at the end, however that comes."""
    try:
        with parsed(arguments) as task:
            yield task
    finally:
        _forget_tasks()


def _forget_tasks() -> None:
    # Luigi gives the same object for the same parameters, and ours remember what they are made of.
    Register.clear_instance_cache()
