"""From annotated files to a gold set: `wiki-ner adjudicate DATASET FOLDER --from TOOL -o OUT`.

DATASET is a build of pre_annotations, or the directory that its builds stand in: what was sent. FOLDER has what came
back: a file for each annotator, with the name that it was sent with, and `expert`, with the same ending, if an expert
has decided. TOOL is argilla, conll, doccano, label-studio or prodigy.

OUT is a new folder:

    report.md           what came back, agreement, what annotators changed, beside CrossNER's figures
    problems.txt        whatever came back otherwise than it should, with file and line
    DOMAIN/             the gold set: train.txt, dev.txt and test.txt, split by page, as NerBenchmark reads them
    expert/             where annotators differ and no expert has decided: a list of what differs, and the file for one,
                        with what the expert has decided of others
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from corpora.annotation.adjudication import SHARES_TOLD, SplitShares
from corpora.annotation.outcome import Outcome, read_outcome, write_outcome
from corpora.annotation.tools import TOOLS
from corpora.examples import build_at
from schemas.commands import command_parser, run_command
from schemas.errors import InputError
from schemas.files.new_place import new_place

_NAME: Final = "wiki-ner adjudicate"
_SHARES: Final = SplitShares()


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status: those of `corpora.export`."""
    options = _options(arguments)

    def work() -> None:
        with new_place(options.output, folder=True) as place:
            place.mkdir()
            location = build_at(options.dataset)
            outcome = read_outcome(location, options.folder, options.tool)
            _check_usable(outcome, location, options.folder)
            print(write_outcome(outcome, place, options.tool, _shares(options)), file=sys.stderr)

    return run_command(_NAME, work, options.output)


def _check_usable(outcome: Outcome, location: str, folder: Path) -> None:
    """Raise InputError where nothing that came back can be used: nothing would be decided, and nothing left open."""
    if outcome.expert or any(outcome.versions.values()):
        return
    told = [f"{problem.place}: {problem.message}" for problem in outcome.problems[:1]]
    more = len(outcome.problems) - 1
    others = [f"there {'is 1 other problem' if more == 1 else f'are {more:,} other problems'}"] * (more > 0)
    then = "if the files are of another build than that, name its directory (…/build=…), or else mend them"
    raise InputError("; ".join([f"{folder}: nothing in it can be used for {location}", *told, *others, then]))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = command_parser(_NAME, __doc__)
    parser.add_argument("dataset", metavar="DATASET", help="directory of pre_annotations")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="folder with the annotated files")
    parser.add_argument(
        "--from", required=True, choices=sorted(TOOLS), dest="tool", metavar="TOOL", help="their format"
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="new folder")
    parser.add_argument(
        "--dev", type=float, default=_SHARES.dev, metavar="X", help="share of the pages; default %(default)s"
    )
    parser.add_argument(
        "--test", type=float, default=_SHARES.test, metavar="X", help="share of the pages; default %(default)s"
    )
    parser.add_argument(
        "--seed", type=int, default=_SHARES.seed, metavar="S", help="of the splitting; default %(default)s"
    )
    options = parser.parse_args(arguments)
    if not _shares(options).leave_some:
        parser.error(SHARES_TOLD)
    return options


def _shares(options: argparse.Namespace) -> SplitShares:
    return SplitShares(options.dev, options.test, options.seed)


if __name__ == "__main__":
    sys.exit(main())
