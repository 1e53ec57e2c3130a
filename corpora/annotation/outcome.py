"""What came back of the sentences that were sent, what became of it, and the files that say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from corpora.annotation.adjudication import (
    EXPERT,
    Adjudicated,
    SplitShares,
    adjudicate,
    disagreements,
    for_expert,
    gold_files,
    refuse_name_of_expert,
)
from corpora.annotation.agreement import Versions, agreement
from corpora.annotation.dataset import read_pre_annotations
from corpora.annotation.files import GUIDELINES_FILE
from corpora.annotation.records import Sentence, Span
from corpora.annotation.report import Changed, GoldSet, annotation_report
from corpora.annotation.returns import Problem, Returned, check_returned, missing, unchanged
from corpora.annotation.statistics import statistics
from corpora.annotation.tools import TOOLS, Tool
from schemas.catalog.corpora import BENCHMARK_SPLITS
from schemas.datasets.dataset import read_manifest
from schemas.errors import Faults, InputError, printable, quoted
from schemas.text_table import counted

_DATASET: Final = "pre_annotations"
_DISAGREEMENTS: Final = "disagreements.md"
_SPLITS: Final = tuple(f"in {split}.txt" for split in BENCHMARK_SPLITS)
"""Told even where there are none: of a few pages, all can be in the other splits."""


@dataclass(frozen=True)
class Outcome:
    """What came back, held to what was sent, and what is decided."""

    domain: str
    labels: list[str]
    sent: dict[str, Sentence]
    """By id, with what was suggested."""
    versions: Versions
    """Of each annotator whose file came back."""
    expert: Mapping[str, Sequence[Span]]
    came_back: dict[str, tuple[int, int]]
    """Of each person whose file came back: sentences that were sent, and those of them that can be used."""
    problems: list[Problem]
    result: Adjudicated


def read_outcome(location: str, folder: Path, tool: str) -> Outcome:
    """What came back in a folder, in the format of a tool, of the sentences of a `pre_annotations` dataset.

    Raises InputError for another dataset, and for a folder without a file of any annotator or of the expert.
    """
    manifest = read_manifest(location)
    if manifest.dataset != _DATASET:
        raise InputError(f"{location}: is {quoted(manifest.dataset)}; give a build of {_DATASET}")
    parameters = manifest.provenance.parameters
    domain, labels = str(parameters["domain"]), [label for label, _ in parameters["labels"]]
    sent = {sentence.id: sentence for sentence in read_pre_annotations(location)}
    refuse_name_of_expert(domain, annotators_of(sent.values()))
    returned, problems = _read(folder, TOOLS[tool], sent, labels)
    came_back = {name: (len(_sent_to(name, sent, returned)), len(each.versions)) for name, each in returned.items()}
    expert = returned.pop(EXPERT, Returned()).versions
    versions = {name: each.versions for name, each in returned.items()}
    return Outcome(
        domain=domain,
        labels=labels,
        sent=sent,
        versions=versions,
        expert=expert,
        came_back=came_back,
        problems=problems,
        result=adjudicate(sent, versions, expert),
    )


def annotators_of(sentences: Iterable[Sentence]) -> list[str]:
    """Those whom any of the sentences is dealt to, sorted."""
    return sorted({name for each in sentences for name in each.annotators})


def lacks_version(sentence: Sentence, versions: Versions) -> bool:
    """Whether nothing usable came back of a sentence from one of those it was dealt to."""
    return any(sentence.id not in versions.get(name, {}) for name in sentence.annotators)


def of_nobody(folder: Path, tool: Tool, annotators: Iterable[str]) -> list[Path]:
    """The files of a folder that have the name of no annotator, nor of the expert or of what was sent beside."""
    known = {f"{name}{tool.suffix}" for name in (*annotators, EXPERT)}
    known |= {tool.beside, GUIDELINES_FILE, _DISAGREEMENTS}
    files = (each for each in folder.iterdir() if each.is_file() and not each.name.startswith("."))
    return sorted(each for each in files if each.name not in known)


def write_outcome(outcome: Outcome, place: Path, tool: str, shares: SplitShares, again: Collection[str] = ()) -> str:
    """Write report, problems, gold set and the files for the expert into a folder that is there; returns the summary.

    `corpora/adjudicate.py` says what they are. `again` has the ids of sentences that were annotated before: what was
    suggested in them is no suggestion of the corpus, so the shares beside CrossNER's are without them.
    """
    sent, versions, expert = outcome.sent, outcome.versions, outcome.expert
    gold, problems = outcome.result.gold, outcome.problems
    files, left_out = gold_files(sent, gold, shares)
    sentences = {
        **dict.fromkeys(_SPLITS, 0),
        **{f"in {name}": text.count("\n\n") for name, text in files.items()},
        "decided by the expert": len(expert),
        "decided without some of their annotators": sum(
            lacks_version(sent[each], versions) for each in gold.keys() - expert.keys()
        ),
        "that CoNLL's format cannot hold": len(left_out),
        "that await the expert": len(outcome.result.open),
        "of which nothing usable came back": len(outcome.result.without),
    }
    entities = Counter(dict.fromkeys(outcome.labels, 0))
    entities.update(span.label for spans in gold.values() for span in spans)
    new = {name: spans for name, spans in gold.items() if name not in again}
    report = annotation_report(
        outcome.domain,
        outcome.came_back,
        Counter(problem.kind for problem in problems),
        agreement(sent, versions, outcome.labels),
        Changed(
            statistics(sent, versions, expert, new, outcome.labels), len(gold) - len(new), len(outcome.result.open)
        ),
        GoldSet(sentences, entities),
    )
    (place / "report.md").write_text(report, encoding="utf-8")
    lines = (printable(f"{problem.place}: {problem.message}") for problem in problems)
    (place / "problems.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if files:
        (place / outcome.domain).mkdir()
    for name, text in files.items():
        (place / outcome.domain / name).write_text(text, encoding="utf-8")
    if outcome.result.open:
        _write_expert(outcome, TOOLS[tool], place / EXPERT)
    decided = ", ".join(f"{name} {number:,}" for name, number in sentences.items() if number or name in _SPLITS)
    amiss = f"{counted(len(problems), 'problem')}{' in problems.txt' * bool(problems)}"
    return f"sentences {decided}; {amiss}"


def _read(
    folder: Path, tool: Tool, sent: Mapping[str, Sentence], labels: list[str]
) -> tuple[dict[str, Returned], list[Problem]]:
    """What came back of each person, and all problems. Raises InputError for a folder that has no such file."""
    annotators = annotators_of(sent.values())
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; give the one with the annotated files")
    returned: dict[str, Returned] = {}
    problems: list[Problem] = []
    found = [name for name in [*annotators, EXPERT] if (folder / f"{name}{tool.suffix}").is_file()]
    if not found:
        wanted = ", ".join(f"{name}{tool.suffix}" for name in annotators)
        raise InputError(f"{folder}: none of the files {wanted} is here; each has the name of its annotator")
    faults = Faults()
    for name in found:
        file = folder / f"{name}{tool.suffix}"
        with faults.caught():
            returned[name] = check_returned(sent, labels, tool.read(file), None if name == EXPERT else name)
            problems += returned[name].problems
            suggested = _sent_to(name, sent, returned)
            problems += missing(suggested, name, returned[name], str(file))
            # Where all agree, what they say counts with the expert and without.
            if name != EXPERT or not returned[name].versions.keys().isdisjoint(_differing(sent, returned)):
                problems += unchanged(suggested, name, returned[name], str(file))
    faults.refuse()
    for name in annotators:
        if name not in found:
            number = len(_sent_to(name, sent, returned))
            place = str(folder / f"{name}{tool.suffix}")
            problems.append(Problem(place, "file missing", f"no such file; {number:,} sentences were sent to {name}"))
    for file in of_nobody(folder, tool, annotators):
        message = f"not read, since nobody has its name; annotators are {', '.join(annotators)}"
        problems.append(Problem(str(file), "file unknown", message))
    return returned, problems


def _sent_to(name: str, sent: Mapping[str, Sentence], returned: Mapping[str, Returned]) -> dict[str, Sentence]:
    """The sentences of a person, by id, as that person got them.

    The expert got those on which annotators differ, and whatever else came back from the expert.
    """
    if name != EXPERT:
        return {each.id: each for each in sent.values() if name in each.annotators}
    got = {*_differing(sent, returned), *returned[EXPERT].versions}
    versions = _without_expert(returned)
    return {each.id: for_expert(each, versions) for each in sent.values() if each.id in got}


def _differing(sent: Mapping[str, Sentence], returned: Mapping[str, Returned]) -> list[str]:
    """Ids of the sentences on which annotators differ."""
    return adjudicate(sent, _without_expert(returned), {}).open


def _without_expert(returned: Mapping[str, Returned]) -> Versions:
    return {name: each.versions for name, each in returned.items() if name != EXPERT}


def _write_expert(outcome: Outcome, tool: Tool, place: Path) -> None:
    place.mkdir()
    tool.write(_for_expert(outcome), outcome.labels, place / f"{EXPERT}{tool.suffix}")
    awaiting = [outcome.sent[each] for each in outcome.result.open]
    (place / _DISAGREEMENTS).write_text("".join(disagreements(awaiting, outcome.versions)), encoding="utf-8")


def _for_expert(outcome: Outcome) -> Iterator[Sentence]:
    """What awaits the expert, and what the expert has decided, as it was decided.

    The file that comes back takes the place of the last one, so without these their decisions would be lost.
    """
    awaiting, decided = set(outcome.result.open), {EXPERT: outcome.expert}
    for each in outcome.sent.values():
        if each.id in awaiting or each.id in outcome.expert:
            yield for_expert(each, outcome.versions if each.id in awaiting else decided)
