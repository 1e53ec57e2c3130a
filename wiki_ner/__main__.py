"""The command `wiki-ner`, which is also `python -m wiki_ner`: all that a person does with the project, by one name.

It is thin. What is built is built by the Luigi tasks of `luigi --module pipelines …`, which stays as it is. Nothing of
Luigi is imported before the settings files are known to be readable, because Luigi reads them while it is imported.
"""

from __future__ import annotations

if __name__ == "__main__":
    # By the door of the command: interrupted during the imports below, it ends as interrupted too.
    from wiki_ner import main as run

    run()

import importlib.metadata
import os
import platform
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from schemas.commands import INTERRUPTED, UNUSABLE, complain, end_as_interrupted, reader_gone
from schemas.errors import CommandError, InputError, folder_gone
from schemas.root.snapshot_diff import LooksWrongError
from schemas.root.verification import DamagedError
from wiki_ner.commands import annotate, build, builds, fetch, handed_on, tag
from wiki_ner.options import NAME

_WRONG_COMMAND: Final = 2
_LOOKS_WRONG: Final = 1
"""Exit status for a snapshot that differs from the current one by more than it may, and for files that are damaged."""
_PASS: Final = {"allow_extra_args": True, "ignore_unknown_options": True}
_PASS_ALL: Final = {**_PASS, "help_option_names": []}


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
)


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        print(f"{NAME} {importlib.metadata.version('wiki-ner-corpora')}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback()
def _options(
    _: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """From a Wikipedia dump and a DBpedia release to NER corpora and models."""


_COMMANDS: Final[Sequence[tuple[Callable[..., int], dict[str, Any]]]] = (
    (build.build, _PASS),
    (build.preview, _PASS),
    (build.estimate, _PASS),
    (builds.builds, {}),
    (builds.verify, {}),
    (builds.prune, {}),
    (builds.diff, {}),
    (builds.promote, {}),
    (build.report, _PASS),
    (build.tasks, {}),
    (fetch.fetch, {}),
    (handed_on.extract, _PASS_ALL),
    (handed_on.export, _PASS_ALL),
    (tag.tag, {}),
    (handed_on.adjudicate, _PASS_ALL),
    (annotate.annotate, _PASS),
)
"""The commands in the order of the help, each with what it takes besides its own options."""
for _command, _taken in _COMMANDS:
    app.command(context_settings=_taken)(_command)


def main(arguments: list[str] | None = None) -> None:
    """Run the command, and end the process with its status."""
    end_as_interrupted()
    if sys.stderr is None:
        # It is closed; nobody reads the messages and the progress.
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (it stays open)
    if gone := folder_gone():
        # Settings files and inputs would be missing, one after the other.
        sys.exit(complain(NAME, gone, UNUSABLE))
    try:
        status = app(args=arguments, prog_name=NAME, standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        status = reader_gone()
    except SystemExit as ended:
        # Typer's own status is 1 there, by which a rebuild would take the corpora to look wrong.
        status = reader_gone() if isinstance(ended.__context__, BrokenPipeError) else ended.code
    except TyperException as error:
        status = complain(NAME, error.format_message(), _WRONG_COMMAND)
    except (DamagedError, LooksWrongError) as error:
        status = complain(NAME, str(error), _LOOKS_WRONG)
    except CommandError as error:
        status = complain(NAME, str(error), _WRONG_COMMAND)
    except InputError as error:
        status = complain(NAME, str(error), UNUSABLE)
    except OSError as error:
        where = error.filename or "input or output"
        status = complain(NAME, folder_gone() or f"{where}: {error.strerror or error}", UNUSABLE)
    except typer.Abort:
        status = complain(NAME, "interrupted", INTERRUPTED)
    except Exception:
        # Python's own status is 1, by which a rebuild would take the corpora to look wrong.
        traceback.print_exc()
        status = UNUSABLE
    sys.exit(status or 0)
