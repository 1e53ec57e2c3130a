"""The command `wiki-ner`, which is also `python -m wiki_ner`: all that a person does with the project, by one name.

It is thin. What is built is built by the Luigi tasks of `luigi --module pipelines …`, which stays as it is. Nothing of
Luigi is imported before the settings files are known to be readable, because Luigi reads them while it is imported.
"""

from __future__ import annotations

if __name__ == "__main__":
    # By the door of the command: interrupted during the imports below, it ends as interrupted too.
    from wiki_ner import main as run

    run()

import importlib
import os
import re
import shlex
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from schemas.commands import INTERRUPTED, UNUSABLE, complain, end_as_interrupted, reader_gone
from schemas.datasets.snapshot_lock import read_lock
from schemas.errors import CommandError, InputError, folder_gone, quoted
from schemas.experiments import DEVICES
from schemas.installed import missing_for_training
from schemas.root.snapshot_diff import LooksWrongError
from schemas.root.verification import DamagedError
from snapshots import fetch as fetching
from snapshots.client import Client
from snapshots.publishers import DBPEDIA, LATEST, ONTOLOGY, RELEASE, WIKIMEDIA
from snapshots.resolve import PUBLICATIONS, Wanted
from snapshots.settings_file import check_folder
from tasks.settings.files import NAMED_BY, check_readable, settings_files

_NAME = "wiki-ner"
_WRONG_COMMAND = 2
_LOOKS_WRONG = 1
"""Exit status for a snapshot that differs from the current one by more than it may, and for files that are damaged."""
_ANY_SNAPSHOT = "any"
"""What stands below a root is of all snapshots, but Luigi asks for the name of one."""
_PASS = {"allow_extra_args": True, "ignore_unknown_options": True}
_PASS_ALL = {**_PASS, "help_option_names": []}


class _Commands(TyperGroup):
    """Says what Typer does not: the help where no command is given, and that one was interrupted."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args:
            # Typer's own error has the help for its message, which would be told in one line.
            print(ctx.get_help(), file=sys.stderr)
            raise typer.Exit(_WRONG_COMMAND)
        return super().parse_args(ctx, args)

    # Typer gives the status of one that is interrupted alone, which Luigi's may have too.
    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Abort from None


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="From a Wikipedia dump and a DBpedia release to NER corpora and models.",
)

Settings = Annotated[
    Path | None,
    typer.Option(
        "--settings",
        metavar="FILE",
        help="settings file, which overrides luigi.cfg of this directory; LUIGI_CONFIG_PATH does the same",
    ),
]
Arguments = Annotated[
    list[str] | None,
    typer.Argument(metavar="[TASK] [--OPTION VALUE]...", help="task and its options; `wiki-ner tasks [TASK]` has them"),
]
Root = Annotated[
    str | None,
    typer.Option("--root", metavar="DIR", help="directory or URI below which builds are, else that of [Build]"),
]
Snapshot = Annotated[
    str | None,
    typer.Option("--snapshot", metavar="NAME", help="first part of every path below root, else that of [Build]"),
]
Workers = Annotated[int, typer.Option(min=1, max=1024, help="steps at the same time")]
Processes = Annotated[int | None, typer.Option(min=1, max=1024, help="processes of each step, else workers of [Beam]")]
Yes = Annotated[bool, typer.Option("--yes", help="go on where hundreds of models would be trained")]


@app.command(context_settings=_PASS)
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
    _use_settings(settings)
    command = _luigis(arguments, root, snapshot, workers, processes, scheduler)
    from pipelines import preview, run

    if dry_run:
        return run.show_plan(command)
    return run.build(command, agreed=yes, expected=preview.expected_seconds(command))


@app.command(name="preview", context_settings=_PASS)
def build_preview(
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
    _use_settings(settings)
    from pipelines import preview

    command = _luigis(arguments, root, snapshot, workers, processes)
    return preview.build_preview(command, pages, agreed=yes)


@app.command(context_settings=_PASS)
def estimate(
    arguments: Arguments = None,
    settings: Settings = None,
    root: Root = None,
    snapshot: Snapshot = None,
    processes: Processes = None,
) -> int:
    """Tell the time, memory and disk of a build, from its preview."""
    _use_settings(settings)
    from pipelines import preview

    return preview.show_estimate(_luigis(arguments, root, snapshot, 1, processes))


@app.command()
def builds(settings: Settings = None, root: Root = None) -> int:
    """List the builds below root. Each has size, age, what it was made of, and whether anything needs it."""
    _use_settings(settings)
    from pipelines import run

    return run.say(_luigis(["Builds"], root, _ANY_SNAPSHOT))


@app.command()
def verify(settings: Settings = None, root: Root = None) -> int:
    """Tell which files below root are not as they were written. Every file of every build is read."""
    _use_settings(settings)
    from pipelines import run

    return run.say(_luigis(["Verify"], root, _ANY_SNAPSHOT))


@app.command()
def prune(
    settings: Settings = None,
    root: Root = None,
    yes: Annotated[bool, typer.Option("--yes", help="delete them; otherwise only print which they are")] = False,
) -> int:
    """Name the stale builds below root, or delete them. What is current and what it was made of stays."""
    _use_settings(settings)
    from pipelines import run

    return run.say(_luigis(["Prune", "--dry-run", "false" if yes else "true"], root, _ANY_SNAPSHOT))


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="snapshot to compare with")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="snapshot that is newer")],
    settings: Settings = None,
    root: Root = None,
) -> int:
    """Tell what differs between two snapshots, dataset by dataset. The status is 1 if the newer looks wrong."""
    _use_settings(settings)
    from pipelines import run

    return run.say(_luigis(["Diff", "--old", old, "--new", new], root, _ANY_SNAPSHOT))


@app.command()
def promote(
    snapshot: Annotated[
        str, typer.Argument(metavar="SNAPSHOT", help="snapshot that is to be read from now on, else the settings'")
    ] = "",
    settings: Settings = None,
    root: Root = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="also where it looks wrong")] = False,
) -> int:
    """Make a snapshot the one that is read where none is named. One that looks wrong beside the current is refused."""
    _use_settings(settings)
    from pipelines import run

    command = ["Promote", *(("--name", snapshot) if snapshot else ()), "--anyway", "true" if anyway else "false"]
    return run.say(_luigis(command, root, _ANY_SNAPSHOT if snapshot else None))


@app.command(context_settings=_PASS)
def report(
    arguments: Arguments = None,
    settings: Settings = None,
    root: Root = None,
    snapshot: Snapshot = None,
    show: Annotated[bool, typer.Option("--open", help="open the main one in the browser")] = False,
) -> int:
    """Write the reports on what is built, and say where they are."""
    _use_settings(settings)
    from pipelines import run

    return run.write_report(_luigis(arguments, root, snapshot), show=show)


@app.command()
def tasks(
    name: Annotated[str | None, typer.Argument(metavar="[TASK]", help="the task to tell the options of")] = None,
    settings: Settings = None,
) -> int:
    """List the tasks that can be built, each with its options."""
    _use_settings(settings)
    from pipelines import listing

    print(listing.one_task(name) if name else listing.all_tasks())
    return 0


@app.command()
def fetch(
    wiki: Annotated[str, typer.Argument(metavar="WIKI", help="name of the wiki, as enwiki")] = "",
    date: Annotated[str, typer.Argument(metavar="DATE", help="date of its dump, as 20260901")] = LATEST,
    directory: Annotated[str, typer.Option("--to", metavar="DIR", help="directory to fetch to")] = ".",
    contact: Annotated[
        str,
        typer.Option(envvar="WIKI_NER_CONTACT", metavar="ADDRESS", help="your mail or web address, for the servers"),
    ] = "",
    lock: Annotated[
        Path | None, typer.Option("--lock", metavar="FILE", help="fetch the files of this snapshot lock again")
    ] = None,
    publication: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"how the text is published: {' (the default) or '.join(PUBLICATIONS)}"),
    ] = None,
    wikimedia: Annotated[str, typer.Option(metavar="URL", help="Wikimedia or a mirror")] = WIKIMEDIA,
    dbpedia: Annotated[str, typer.Option(metavar="URL", help="DBpedia's files or a mirror")] = DBPEDIA,
    release: Annotated[
        str | None, typer.Option(metavar="DATE", help=f"release of DBpedia's types, else {RELEASE}")
    ] = None,
    ontology: Annotated[str | None, typer.Option(metavar="URL", help=f"DBpedia's ontology, else {ONTOLOGY}")] = None,
    wikidata: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="take the types from Wikidata's dump of this date, or latest (100 GB)"),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="only print what would be fetched, and from where")
    ] = False,
) -> int:
    """Fetch a wiki's dump and DBpedia's files. A lock pins them, and a settings file names them."""
    if bool(wiki) == bool(lock):
        raise CommandError("name a wiki, as simplewiki, or give the lock of a snapshot by --lock")
    if not directory or re.match(r"\w+:/", directory):
        raise CommandError(f"--to {quoted(directory)}: name a directory of this machine")
    to = Path(directory)
    if publication not in (None, *PUBLICATIONS):
        raise CommandError(f"--publication {publication}: must be {' or '.join(PUBLICATIONS)}")
    check_folder(to)
    client = Client(contact)
    if lock:
        known = read_lock(str(lock))
        print(f"{known.name} is pinned by {lock}, which decides")
    else:
        wanted = Wanted(wikimedia.rstrip("/"), dbpedia.rstrip("/"), publication, release, ontology, wikidata)
        known = fetching.choose(wiki, date, wanted, to, client)
        if (pinned := fetching.lock_file(known, to)).exists():
            print(f"{known.name} is pinned by {pinned}, which decides; delete it to choose anew")
    print(fetching.describe(known), flush=True)
    if dry_run:
        return 0
    try:
        if lock:
            known = fetching.adopt(known, to)
        whole = fetching.fetch(known, to, client)
    except KeyboardInterrupt:
        return complain(_NAME, "interrupted; give the same command again: it goes on where it was", INTERRUPTED)
    print(f"all there; next: wiki-ner preview --settings {shlex.quote(str(fetching.write_settings(whole, to)))}")
    return 0


@app.command(context_settings=_PASS_ALL)
def extract(arguments: Annotated[list[str] | None, typer.Argument(metavar="DUMP [OPTIONS]")] = None) -> int:
    """Write the text and links of a dump as JSON lines. `python -m wiki.extract` is the same."""
    return _hand_on("wiki.extract", arguments)


@app.command(context_settings=_PASS_ALL)
def export(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="DATASET --to FORMAT [OPTIONS]")] = None,
) -> int:
    """Write a corpus in another format. `python -m corpora.export` is the same."""
    return _hand_on("corpora.export", arguments)


@app.command()
def tag(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="dataset ner_bert, or the folder of any trained model")],
    text: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="text in UTF-8, compressed or not, a paragraph a line; else stdin"),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="OUT", help="file, compressed if it ends in .gz or .bz2; else stdout"),
    ] = None,
    lang: Annotated[str, typer.Option(metavar="CODE", help="language of the text")] = "en",
    punkt: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="dataset punkt of a wiki, by which sentences end as in its corpora"),
    ] = None,
    max_length: Annotated[int, typer.Option(min=0, help="pieces of a window; 0 for as many as in training")] = 0,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda or mps")] = "auto",
) -> int:
    """Find the entities of running text with a trained model. Its sentences are written as JSON lines."""
    if device not in DEVICES:
        raise CommandError(f"--device {quoted(device)}: must be one of {', '.join(DEVICES)}")
    if not re.fullmatch("[a-z]{2,}(-[a-z0-9]+)*", lang):
        raise CommandError(f"--lang {quoted(lang)}: must be the code of a language, as en or zh-yue")
    if missing := missing_for_training():
        raise InputError(f"tagging needs {missing}")
    from wiki_ner.tagging import tag_file, text_tagger

    source, place = (None if path == "-" else path for path in (text, output))
    tag_file(text_tagger(model, lang, punkt=punkt, max_length=max_length, device=device), source, place)
    return 0


@app.command(context_settings=_PASS_ALL)
def adjudicate(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="DATASET FOLDER --from TOOL -o OUT")] = None,
) -> int:
    """Make a gold set of what annotators sent back. `python -m corpora.adjudicate` is the same."""
    return _hand_on("corpora.adjudicate", arguments)


@app.command(context_settings=_PASS)
def annotate(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="folder of the rounds; a new one begins with round 1")
    ],
    domain: Annotated[str, typer.Option("--domain", metavar="NAME", help="domain whose sentences are annotated")],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[--OPTION VALUE]...", help="options of PreAnnotation, which draws the sentences"),
    ] = None,
    tool: Annotated[
        str, typer.Option("--to", metavar="TOOL", help="format of the files, as `wiki-ner export` has it")
    ] = "conll",
    choose: Annotated[
        str,
        typer.Option(metavar="MEASURE", help="from the second round on: how a model's doubt is measured, or chance"),
    ] = "negative_log_p",
    anyway: Annotated[
        bool, typer.Option("--anyway", help="close the round without what did not come back and what is undecided")
    ] = False,
    settings: Settings = None,
    root: Root = None,
    snapshot: Snapshot = None,
    workers: Workers = 1,
    processes: Processes = None,
) -> int:
    """Do the next thing in rounds of annotation. It takes back, trains, chooses, sends out. Give it again to go on."""
    _use_settings(settings)
    from pipelines import annotation_rounds

    command = _luigis(["PreAnnotation", "--domain", domain, *(arguments or [])], root, snapshot, workers, processes)
    return annotation_rounds.advance(folder, domain, tool, choose, command, anyway=anyway)


def main(arguments: list[str] | None = None) -> None:
    """Run the command, and end the process with its status."""
    end_as_interrupted()
    if sys.stderr is None:
        # It is closed; nobody reads the messages and the progress.
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (it stays open)
    if gone := folder_gone():
        # Settings files and inputs would be missing, one after the other.
        sys.exit(complain(_NAME, gone, UNUSABLE))
    try:
        status = app(args=arguments, prog_name=_NAME, standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        status = reader_gone()
    except SystemExit as ended:
        # Typer's own status is 1 there, by which a rebuild would take the corpora to look wrong.
        status = reader_gone() if isinstance(ended.__context__, BrokenPipeError) else ended.code
    except TyperException as error:
        status = complain(_NAME, error.format_message(), _WRONG_COMMAND)
    except (DamagedError, LooksWrongError) as error:
        status = complain(_NAME, str(error), _LOOKS_WRONG)
    except CommandError as error:
        status = complain(_NAME, str(error), _WRONG_COMMAND)
    except InputError as error:
        status = complain(_NAME, str(error), UNUSABLE)
    except OSError as error:
        where = error.filename or "input or output"
        status = complain(_NAME, folder_gone() or f"{where}: {error.strerror or error}", UNUSABLE)
    except typer.Abort:
        status = complain(_NAME, "interrupted", INTERRUPTED)
    except Exception:
        # Python's own status is 1, by which a rebuild would take the corpora to look wrong.
        traceback.print_exc()
        status = UNUSABLE
    sys.exit(status or 0)


def _luigis(
    arguments: list[str] | None,
    root: str | None = None,
    snapshot: str | None = None,
    workers: int = 1,
    processes: int | None = None,
    scheduler: str | None = None,
) -> list[str]:
    """Luigi's command line."""
    given = list(arguments or [])
    task = given.pop(0) if given and not given[0].startswith("-") else "BuildCorpora"
    command = [task, *given, "--workers", str(workers)]
    command += ["--scheduler-url", scheduler] if scheduler else ["--local-scheduler"]
    for flag, value in (("--Build-root", root), ("--Build-snapshot", snapshot), ("--Beam-workers", processes)):
        command += [] if value is None else [flag, str(value)]
    return command


def _use_settings(file: Path | None) -> None:
    """Have Luigi read this settings file as well. Raises InputError where one of them cannot be read."""
    if file is not None:
        if not file.exists():
            raise CommandError(f"--settings {file}: no such file (looked in {Path.cwd()})")
        os.environ[NAMED_BY] = str(file)
    check_readable(settings_files())


def _hand_on(module: str, arguments: list[str] | None) -> int:
    status: int = importlib.import_module(module).main(arguments or [])
    return status
