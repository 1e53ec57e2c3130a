"""Rounds of annotation in one folder. What stands there says how far they are; nothing else is remembered.

round-1/
    sent/           what was drawn: the `pre_annotations` of the round, as they were built
    conll/          the files for the annotators, in the format of the tool that the folder is named after
    returned/       what comes back is put here
    adjudicated/    what became of it, as `corpora/adjudicate.py` says; `decided.jsonl`, what is decided, and
                    `replaced.md`, what of it was decided otherwise in a former round; `.written.json`, the checksums
                    of all of it
gold/
    music-1/        the gold set of all rounds so far; it closes the round, and is not written again
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from filecmp import cmpfiles
from pathlib import Path
from shutil import rmtree
from typing import Final, NamedTuple

from corpora.annotation.adjudication import EXPERT, SplitShares, gold_files
from corpora.annotation.dataset import read_pre_annotations
from corpora.annotation.decisions import read_decisions, replaced, write_decisions
from corpora.annotation.files import write_for_annotators
from corpora.annotation.outcome import Outcome, annotators_of, lacks_version, of_nobody, read_outcome, write_outcome
from corpora.annotation.records import Sentence
from corpora.annotation.returns import FILE_UNCHANGED
from corpora.annotation.tools import TOOLS
from corpora.language import dataset_language
from schemas.catalog.corpora import BENCHMARK_SPLITS
from schemas.datasets.dataset import MANIFEST, read_manifest
from schemas.errors import InputError, printable
from schemas.files import storage
from schemas.files.new_place import new_place

_DECIDED: Final = "decided.jsonl"
_REPLACED: Final = "replaced.md"
_WRITTEN: Final = ".written.json"
_BY_ROUND: Final = ("choose", "again")
"""Settings that are another's in each round."""


@dataclass(frozen=True)
class Round:
    """A round of annotation, sent or still to be sent."""

    folder: Path
    """That of all rounds."""
    domain: str
    number: int
    """From 1."""

    @property
    def place(self) -> Path:
        """The folder of the round."""
        return self.folder / f"round-{self.number}"

    @property
    def sent(self) -> Path:
        """The dataset that was sent."""
        return self.place / "sent"

    @property
    def returned(self) -> Path:
        """Where people put what they annotated."""
        return self.place / "returned"

    @property
    def adjudicated(self) -> Path:
        """What became of it."""
        return self.place / "adjudicated"

    @property
    def gold(self) -> Path:
        """The gold set of the rounds up to this one, a dataset for `NerBenchmark`."""
        return self.folder / "gold" / f"{self.domain}-{self.number}"

    @property
    def is_sent(self) -> bool:
        """Whether its files are there for the annotators."""
        return self.place.is_dir()

    @property
    def is_closed(self) -> bool:
        """Whether its decisions stand in a gold set."""
        return self.gold.is_dir()

    @property
    def lacks(self) -> list[str]:
        """The splits of which the gold set has no sentence; a model needs all three."""
        return [split for split in BENCHMARK_SPLITS if not (self.gold / f"{split}.txt").is_file()]

    @property
    def tool(self) -> str:
        """Name of the tool whose files were sent. Raises InputError where the folder has none."""
        for name in sorted(TOOLS):
            if (self.place / name).is_dir():
                return name
        raise InputError(f"{self.place}: has no folder for annotators ({', '.join(sorted(TOOLS))}); delete the round")


class Back(NamedTuple):
    """How a round stands."""

    awaited: str
    """What people are waited for, and where it goes; empty where the round is closed."""
    said: str = ""
    """What came back, in a line; empty where it is awaited still."""


def rounds_of(folder: Path, domain: str) -> list[Round]:
    """The rounds that were sent. Raises InputError where they are of another domain, and for a gold set without one."""
    found: list[Round] = []
    while (following := Round(folder, domain, len(found) + 1)).is_sent:
        found.append(following)
    for each in found[:1]:
        of = read_manifest(str(each.sent)).provenance.parameters["domain"]
        if of != domain:
            raise InputError(f"{folder}: has rounds of the domain {of}; name another folder for {domain}")
    if following.is_closed:
        raise InputError(f"{following.gold}: is the gold set of a round that is not there; delete it")
    return found


def send(new: Round, location: str, tool: str) -> dict[str, int]:
    """Write the folder of a round from the `pre_annotations` dataset at a location; returns sentences by annotator.

    The dataset is copied, since a newer build of it is made for the next round.
    """
    with new_place(str(new.place), folder=True) as place:
        sent = place / new.sent.name
        for each in (sent, place / tool, place / new.returned.name):
            each.mkdir(parents=True)
        for name in (*(part.name for part in read_manifest(location).parts), MANIFEST):
            storage.copy(storage.join(location, name), str(sent / name))
        return write_for_annotators(str(sent), tool, place / tool)


def take_back(sent: Round, shares: SplitShares, *, anyway: bool) -> Back:
    """Adjudicate what came back of a round, and close it where nothing is awaited any more.

    Awaited are the files of all annotators, then all sentences in them as they can be used, then what the expert says
    of those on which annotators differ, and at last those files in which all is as it was suggested. With `anyway` the
    round is closed without what is not there. `shares` are those of its gold set: the same in every round, so that a
    page keeps its split. Raises InputError for a file that cannot be read, for one below
    `adjudicated` that somebody changed, and where nothing is decided.
    """
    suffix = TOOLS[sent.tool].suffix
    annotators = annotators_of(read_pre_annotations(str(sent.sent)))
    absent = [f"{name}{suffix}" for name in annotators if not (sent.returned / f"{name}{suffix}").is_file()]
    if absent and not (anyway and len(absent) < len(annotators)):
        return Back(f"{', '.join(absent)} from {sent.place / sent.tool}, annotated, in {sent.returned}{_strange(sent)}")
    outcome = read_outcome(str(sent.sent), sent.returned, sent.tool)
    before = _decisions(Round(sent.folder, sent.domain, number) for number in range(1, sent.number))
    said = _renew(sent, outcome, before, shares)
    if not anyway and (awaited := _awaited(sent, outcome)):
        return Back(awaited, said)
    return Back("", f"{said}; gold set of all rounds in {sent.gold}: {_close(sent, outcome, before, shares)}")


def other_settings(last: Round, location: str) -> list[str]:
    """What decided the sentences of a dataset for the next round otherwise than those of the last one, for people."""
    before, now = (read_manifest(each).provenance.parameters for each in (str(last.sent), location))
    return [
        f"{name} are others"
        if name == "labels"
        else f"{name} is {_value(now.get(name))} and was {_value(before.get(name))}"
        for name in before | now
        if name not in _BY_ROUND and now.get(name) != before.get(name)
    ]


def _value(setting: object) -> str:
    if setting is None:
        # Another version of the project has no such setting, or none is set.
        return "none"
    return printable(",".join(map(str, setting)) if isinstance(setting, list) else str(setting))


def _strange(sent: Round) -> str:
    """What to say of files that came back under a name that nobody has."""
    annotators = annotators_of(read_pre_annotations(str(sent.sent)))
    found = ", ".join(each.name for each in of_nobody(sent.returned, TOOLS[sent.tool], annotators))
    return f" (nobody has the name of {printable(found)})" if found else ""


def _awaited(sent: Round, outcome: Outcome) -> str:
    versions, expert, suffix = outcome.versions, outcome.expert.keys(), TOOLS[sent.tool].suffix
    lost = sum(lacks_version(each, versions) for each in outcome.sent.values() if each.id not in expert)
    if lost:
        which = "sentence that is" if lost == 1 else "sentences that are"
        return f"{lost:,} {which} missing or of no use, in {sent.returned}"
    if outcome.result.open:
        file = f"{EXPERT}{suffix}"
        return f"{file} from {sent.adjudicated / EXPERT}, decided by the expert, in {sent.returned}"
    untouched = [Path(problem.place).name for problem in outcome.problems if problem.kind == FILE_UNCHANGED]
    counting = {EXPERT: expert, **{name: each.keys() - expert for name, each in versions.items()}}
    if used := [name for name in untouched if counting[name.removesuffix(suffix)]]:
        return (
            f"{', '.join(used)}, annotated, in {sent.returned}: all in it is as it was suggested (if that is right, "
            "--anyway closes the round)"
        )
    return ""


def _renew(sent: Round, outcome: Outcome, before: Mapping[str, Sentence], shares: SplitShares) -> str:
    """Write what became of a round; where just that stands there, it stays. Returns the summary."""
    # In a folder of its own, which a killed run may leave and nothing reads.
    with tempfile.TemporaryDirectory(prefix="adjudicated.", suffix=".tmp", dir=sent.place) as temporary:
        place = Path(temporary) / sent.adjudicated.name
        place.mkdir()
        said = write_outcome(outcome, place, sent.tool, shares, before.keys())
        write_decisions(_decided(outcome), place / _DECIDED)
        if again := [(before[each.id], each) for each in _decided(outcome) if each.id in before]:
            (place / _REPLACED).write_text("".join(replaced(again)), encoding="utf-8")
        storage.write_json(str(place / _WRITTEN), {name: storage.checksum(str(place / name)) for name in _names(place)})
        if not _alike(place, sent.adjudicated):
            _refuse_changed(sent)
            rmtree(sent.adjudicated, ignore_errors=True)
            place.replace(sent.adjudicated)
    return said


def _refuse_changed(sent: Round) -> None:
    """Raise InputError for a file among what became of a round that somebody changed or put there."""
    if not (sent.adjudicated / _WRITTEN).is_file():
        return
    written = storage.read_json(str(sent.adjudicated / _WRITTEN))
    for name in _names(sent.adjudicated):
        file = sent.adjudicated / name
        if written.get(name) != storage.checksum(str(file)):
            raise InputError(
                f"{file}: was changed here, where it would be written anew; move it to {sent.returned} if it is what "
                "the expert decided, or else elsewhere, and give the same command again"
            )


def _close(sent: Round, outcome: Outcome, before: Mapping[str, Sentence], shares: SplitShares) -> str:
    """Write the gold set; a sentence that was decided before has its new entities at its old place."""
    decided = {**before, **{each.id: each for each in _decided(outcome)}}
    files, _ = gold_files(decided, {name: each.spans for name, each in decided.items()}, shares)
    if not files:
        raise InputError(f"{sent.adjudicated}: nothing is decided in it, so there is no gold set")
    sent.gold.parent.mkdir(exist_ok=True)
    with new_place(str(sent.gold), folder=True) as place:
        place.mkdir()
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")
    numbers = {name: text.count("\n\n") for name, text in files.items()}
    return ", ".join(f"{number:,} sentences in {name}" for name, number in numbers.items())


def _decided(outcome: Outcome) -> list[Sentence]:
    return [replace(outcome.sent[name], spans=spans) for name, spans in outcome.result.gold.items()]


def _decisions(rounds: Iterable[Round]) -> dict[str, Sentence]:
    """The last decision on each sentence, by id. Raises InputError where a file was changed or is not there."""
    found: dict[str, Sentence] = {}
    for each in rounds:
        file, then = each.adjudicated / _DECIDED, f"delete {each.gold} and all later rounds and gold sets"
        if not file.is_file():
            raise InputError(f"{file}: is not there any more; {then}")
        found |= read_decisions(file, dataset_language(str(each.sent)), then)
    return found


def _alike(first: Path, second: Path) -> bool:
    """Whether two folders hold the same files with the same content."""
    names = _names(first)
    return names == _names(second) and cmpfiles(first, second, names, shallow=False)[0] == names


def _names(folder: Path) -> list[str]:
    """The files in a folder and below but hidden ones, sorted."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return sorted(str(path.relative_to(folder)) for path in found)
