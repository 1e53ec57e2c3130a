"""From annotated files to a gold set: `python -m corpora.adjudicate DATASET FOLDER --from TOOL -o OUT`.

DATASET is a build of pre_annotations, or the directory that its builds stand in: what was sent. FOLDER has what came
back: a file for each annotator, with the name that it was sent with, and `expert`, with the same ending, if an expert
has decided. TOOL is argilla, conll, doccano, label-studio or prodigy.

OUT is a new folder:

    report.md           what came back, agreement, what annotators changed, beside CrossNER's figures
    problems.txt        whatever came back otherwise than it should, with file and line
    DOMAIN/             the gold set: train.txt, dev.txt and test.txt, split by page, as NerBenchmark reads them
    expert/             where annotators differ and no expert has decided: the file for one, and a list of what differs
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from corpora.annotation.adjudication import (
    EXPERT,
    adjudicate,
    disagreements,
    for_expert,
    gold_files,
    refuse_name_of_expert,
)
from corpora.annotation.agreement import Versions, agreement
from corpora.annotation.dataset import read_pre_annotations
from corpora.annotation.records import Sentence
from corpora.annotation.report import annotation_report
from corpora.annotation.returns import Problem, Returned, check_returned, missing, unchanged
from corpora.annotation.statistics import statistics
from corpora.annotation.tools import TOOLS, Tool
from corpora.examples import current_build
from corpora.new_place import new_place
from schemas.commands import run_command
from schemas.dataset import read_manifest
from schemas.errors import InputError, printable, quoted

_NAME: Final = "corpora.adjudicate"
_DATASET: Final = "pre_annotations"


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status: those of `corpora.export`."""
    options = _options(arguments)

    def work() -> int:
        with new_place(options.output, folder=True) as place:
            place.mkdir()
            print(_write(options, place), file=sys.stderr)
        return 0

    return run_command(_NAME, work, options.output)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=f"python -m {_NAME}", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("dataset", metavar="DATASET", help="directory of pre_annotations")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="folder with the annotated files")
    parser.add_argument(
        "--from", required=True, choices=sorted(TOOLS), dest="tool", metavar="TOOL", help="their format"
    )
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="new folder")
    parser.add_argument("--dev", type=float, default=0.2, metavar="X", help="share of the pages; default %(default)s")
    parser.add_argument("--test", type=float, default=0.2, metavar="X", help="share of the pages; default %(default)s")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the splitting; default %(default)s")
    options = parser.parse_args(arguments)
    if not (options.dev >= 0 and options.test >= 0 and options.dev + options.test < 1):
        parser.error("--dev and --test must be 0 or more, and less than 1 together")
    return options


def _write(options: argparse.Namespace, place: Path) -> str:
    """Write all files; returns the summary."""
    location = current_build(options.dataset)
    manifest = read_manifest(location)
    if manifest.dataset != _DATASET:
        raise InputError(f"{location}: is {quoted(manifest.dataset)}; give a build of {_DATASET}")
    parameters = manifest.provenance.parameters
    domain, labels = str(parameters["domain"]), [label for label, _ in parameters["labels"]]
    sent = {sentence.id: sentence for sentence in read_pre_annotations(location)}
    refuse_name_of_expert(domain, {name for each in sent.values() for name in each.annotators})

    tool = TOOLS[options.tool]
    returned, problems = _read(options.folder, tool, sent, labels)
    expert = returned.pop(EXPERT, Returned()).versions
    versions = {name: each.versions for name, each in returned.items()}
    result = adjudicate(sent, versions, expert)
    files, left_out = gold_files(sent, result.gold, options.dev, options.test, options.seed)
    sentences = {
        **{f"in {name}": text.count("\n\n") for name, text in files.items()},
        "decided by the expert": len(expert),
        "that CoNLL's format cannot hold": len(left_out),
        "that await the expert": len(result.open),
        "of which nothing usable came back": len(result.without),
    }
    asked = Counter(name for each in sent.values() for name in each.annotators)
    entities = Counter(dict.fromkeys(labels, 0))
    entities.update(span.label for spans in result.gold.values() for span in spans)
    report = annotation_report(
        domain,
        {name: (asked[name], len(each)) for name, each in versions.items()},
        Counter(problem.kind for problem in problems),
        agreement(sent, versions, labels),
        statistics(sent, versions, expert, result.gold, labels),
        sentences,
        entities,
    )
    (place / "report.md").write_text(report, encoding="utf-8")
    lines = (printable(f"{problem.place}: {problem.message}") for problem in problems)
    (place / "problems.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if files:
        (place / domain).mkdir()
    for name, text in files.items():
        (place / domain / name).write_text(text, encoding="utf-8")
    if result.open:
        _write_expert([sent[each] for each in result.open], versions, labels, tool, place / EXPERT)
    decided = ", ".join(f"{name} {number:,}" for name, number in sentences.items() if number)
    return f"sentences {decided}; {len(problems):,} problems"


def _read(
    folder: Path, tool: Tool, sent: Mapping[str, Sentence], labels: list[str]
) -> tuple[dict[str, Returned], list[Problem]]:
    """What came back of each person, and all problems. Raises InputError for a folder that has no such file."""
    annotators = sorted({name for each in sent.values() for name in each.annotators})
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; give the one with the annotated files")
    returned: dict[str, Returned] = {}
    problems: list[Problem] = []
    found = [name for name in [*annotators, EXPERT] if (folder / f"{name}{tool.suffix}").is_file()]
    if not found:
        wanted = ", ".join(f"{name}{tool.suffix}" for name in annotators)
        raise InputError(f"{folder}: none of the files {wanted} is here; each has the name of its annotator")
    for name in found:
        file = folder / f"{name}{tool.suffix}"
        returned[name] = check_returned(sent, labels, tool.read(file), None if name == EXPERT else name)
        problems += returned[name].problems
        problems += missing(sent, name, returned[name], str(file))
        problems += unchanged(sent, name, returned[name], str(file))
    for name in annotators:
        if name not in found:
            number = sum(name in each.annotators for each in sent.values())
            place = str(folder / f"{name}{tool.suffix}")
            problems.append(Problem(place, "file missing", f"no such file; {number:,} sentences were sent to {name}"))
    for file in sorted(folder.glob(f"*{tool.suffix}")):
        if file.name.removesuffix(tool.suffix) not in found:
            message = f"not read, since nobody has its name; annotators are {', '.join(annotators)}"
            problems.append(Problem(str(file), "file unknown", message))
    return returned, problems


def _write_expert(sentences: list[Sentence], versions: Versions, labels: list[str], tool: Tool, place: Path) -> None:
    place.mkdir()
    tool.write((for_expert(each, versions) for each in sentences), labels, place / f"{EXPERT}{tool.suffix}")
    (place / "disagreements.md").write_text("".join(disagreements(sentences, versions)), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
