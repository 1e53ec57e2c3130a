"""Each setting with each hostile value, on a real command line: `python -m benchmarks.fuzz.settings --number 300`.

A value that is not allowed must end the command with a status of the README, in one line that names the setting, before
anything but the checksums of inputs is written. One that is allowed meets a dump that is not there, so no command
builds anything. Prints a table, and each command that did something else; its exit status is 1 where there is one.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from luigi.task_register import Register

import pipelines
from schemas.markdown import table
from tests.support.build import environment
from tests.support.hostile import HOSTILE
from tests.support.paths import PROJECT

STATUSES: Final = (2, 35, 40)
"""Exit statuses of settings and inputs that cannot be used."""
_HUNG_SECONDS: Final = 300
"""On a machine with much else to do a command takes half a minute; one that waits for input never ends."""
_NO_DUMP: Final = "no-such-dump.xml"
_INPUTS: Final = (
    ("Wikipedia", "pages"),
    ("DBpedia", "ontology"),
    ("DBpedia", "instance_types"),
    ("DBpedia", "redirects"),
    ("CategoryEdges", "page_table"),
    ("CategoryEdges", "categorylinks_table"),
    ("CategoryEdges", "linktarget_table"),
    ("CategoryEdges", "page_props_table"),
    ("DomainVocabulary", "stop_words"),
)
_DIRECTORIES: Final = (("BuildDomains", "directory"), ("NerBenchmark", "directory"))
_OUTPUTS: Final = (("Build", "root"), ("Training", "scratch"))


@dataclass(frozen=True)
class Case:
    """A command line with one thing wrong."""

    kind: str
    """What kind of value it is, for the table."""
    names: str
    """What the message must name."""
    settings: bytes
    """The settings file."""
    arguments: tuple[str, ...] = ()
    may_pass: bool = True
    """Whether the value may be allowed; then the dump that is not there ends the command."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Further files of the case's directory, by name and content; `{}` in the settings is that directory."""
    named: str = "settings.cfg"
    """What LUIGI_CONFIG_PATH names."""


@dataclass
class Outcome:
    """What a case came to."""

    case: Case
    allowed: bool
    seconds: float
    cpu_seconds: float
    output: str
    faults: list[str] = field(default_factory=list)


def values() -> Iterator[Case]:
    """Each setting with each hostile value, in a settings file and as a flag."""
    assert pipelines.__all__  # the import has registered them
    for section in sorted(Register.task_names()):
        cls = Register.get_task_cls(section)
        if cls.__module__.split(".")[0] not in ("tasks", "pipelines"):
            continue
        for name, _ in cls.get_params():
            for kind, value in HOSTILE.items():
                lines = value.replace("\n", "\n ").encode(errors="surrogateescape")
                # A line of a file that is not UTF-8 has no setting yet.
                about = "settings.cfg, line 2" if kind == "surrogate" else f"{name} in [{section}]"
                yield Case(kind, about, f"[{section}]\n{name} = ".encode() + lines + b"\n" + _dump(section, name))
                if "\x00" not in value:
                    flag = f"--{section}-{name}".replace("_", "-")
                    about = flag if not value else f"{name} in [{section}]"
                    yield Case(f"{kind} (flag)", about, _dump("", ""), (f"{flag}={value}",))


def _dump(section: str, name: str) -> bytes:
    """What ends a command whose value is allowed, in a section that may have begun already."""
    if (section, name) == ("Wikipedia", "pages"):
        return b"[DBpedia]\nontology = no-such-dump.xml\n"
    header = b"" if section == "Wikipedia" else b"[Wikipedia]\n"
    return header + f"pages = {_NO_DUMP}\n".encode()


def places() -> Iterator[Case]:
    """Files, directories and devices in each other's place."""

    def one(kind: str, place: tuple[str, str], value: str) -> Case:
        section, name = place
        text = f"[{section}]\n{name} = {value}\n".encode()
        return Case(kind, f"{name} in [{section}]", text, may_pass=False, files=(("file", b"text"), ("full/x", b"x")))

    for place in _INPUTS:
        yield one("directory for a file", place, "{}/full")
        yield one("pipe for a file", place, "{}/pipe")
        yield one("device for a file", place, "/dev/zero")
        yield one("no file", place, "{}/none")
        yield one("no file of a pattern", place, "{}/none*")
    for place in _DIRECTORIES:
        yield one("file for a directory", place, "{}/file")
        yield one("device for a directory", place, "/dev/zero")
        yield one("no directory", place, "{}/none")
    for place in _OUTPUTS:
        yield one("file for a directory", place, "{}/file")
        yield one("file above a directory", place, "{}/file/below")
        yield one("device for a directory", place, "/dev/zero")


def files() -> Iterator[Case]:
    """Settings files that are none, or say what nothing reads."""
    good = b"[Build]\nroot = {}/data\n"

    def one(kind: str, content: bytes, names: str = "settings.cfg", named: str = "settings.cfg") -> Case:
        return Case(kind, names, content, may_pass=False, named=named)

    for kind, content in {
        "byte order mark": b"\xef\xbb\xbf" + good,
        "UTF-16": good.decode().encode("utf-16"),
        "Latin-1": b"# M\xfcnchen\n" + good,
        "no section": b"root = x\n",
        "no value": good + b"root\n",
        "section twice": good + good,
        "setting twice": good + b"root = x\n",
        "unknown section": b"[Bild]\nroot = x\n",
        "unknown setting": b"[Build]\nrot = x\n",
        "setting in capitals": b"[Build]\nROOT = x\n",
        "unknown setting of Luigi": b"[core]\nworkerz = 2\n",
        "wrong value of Luigi": b"[core]\nworkers = -3\n",
        "no such variable": b"[Build]\nroot = ${NO_SUCH_VARIABLE}\n",
        "stray percent sign": b"[Build]\nroot = 100%\n",
        "bytes without end": b"#" * 2_000_000,
        "null bytes": b"\x00" * 1000,
    }.items():
        yield one(f"file: {kind}", content)
    for kind, named in {
        "missing": "none.cfg",
        "empty name": "",
        "directory": ".",
        "pipe": "pipe",
        "device": "/dev/zero",
        "long name": 300 * "x",
        "TOML": "settings.toml",
    }.items():
        yield one(f"file: {kind}", good, "" if named == "." else named, named)


def domains() -> Iterator[Case]:
    """Domain files."""
    folder = PROJECT / "domains"
    whole = (folder / "music.toml").read_text(encoding="utf-8")
    others = tuple((f"domains/{path.name}", path.read_bytes()) for path in folder.glob("*.toml"))
    settings = b"[BuildDomains]\ndomains = music\ndirectory = {}/domains\n"

    def one(kind: str, content: bytes) -> Case:
        files = (*others, ("domains/music.toml", content))
        return Case(f"domain: {kind}", "music.toml", settings, may_pass=False, files=files)

    def line(key: str, value: str) -> bytes:
        [old] = [each for each in whole.splitlines() if each.startswith(f"{key} =")]
        return whole.replace(old, f"{key} = {value}").encode()

    yield one("100,000 brackets", b"name = " + b"[" * 100_000)
    yield one("not UTF-8", whole.encode("utf-16"))
    yield one("no TOML", b"name")
    yield one("empty", b"")
    yield one("wrong type", line("name", "3"))
    for value in ("0", "-1", "nan", "inf", '"2"', "1" + 20 * "0", 5000 * "9"):
        yield one(f"depth {value[:21]}", line("depth", value))
    for pattern in ("'('", "'(a+)+$'", "'.*.*.*.*x'", '"' + 3000 * "(" + 3000 * ")" + '"'):
        yield one(f"pattern {pattern[:12]}", whole.encode().replace(b"exclude = [", f"exclude = [{pattern},".encode()))


def engines() -> Iterator[Case]:
    """Runners, and options that none of them knows."""
    for runner, options, names in (
        ("FlinkRuner", "", "runner in [Beam]"),
        ("local", "--no_such_option=3", "options in [Beam]"),
        ("local", "--direct_num_workers=two", "options in [Beam]"),
        ("local", "stray", "options in [Beam]"),
        ("local", "--help", "options in [Beam]"),
    ):
        text = f"[Beam]\nrunner = {runner}\noptions = {options}\n".encode()
        yield Case(f"engine: {runner} {options}", names, text, may_pass=False)


_OTHERS: Final = {"places": places, "files": files, "domains": domains, "engines": engines}


def try_case(case: Case) -> Outcome:
    """Run a case and say what was wrong with how it ended."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "settings.cfg").write_bytes(case.settings.replace(b"{}", name.encode()))
        os.mkfifo(folder / "pipe")
        for path, content in case.files:
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(content)
        # The settings of the checkout, which build the sample below `data`, stand in the directory of the command.
        (folder / "work").mkdir()
        for each in ("luigi.cfg", "sample", "domains"):
            (folder / "work" / each).symlink_to(PROJECT / each)
        (folder / "output").touch()
        before = sorted(folder.rglob("*"))
        # As a path of its own, since the command is given in another directory.
        named = str(folder / case.named) if case.named and not case.named.startswith("/") else case.named
        command = [sys.executable, "-m", "wiki_ner", "build", "BuildAll", *case.arguments]
        started = time.monotonic()
        with (folder / "output").open("w+", errors="replace") as stream:
            process = subprocess.Popen(
                command,
                cwd=folder / "work",
                env=environment(LUIGI_CONFIG_PATH=named, WITH_TRAINING="1"),
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
            )
            hung = threading.Timer(_HUNG_SECONDS, process.kill)
            hung.start()
            _, wait_status, usage = os.wait4(process.pid, 0)
            hung.cancel()
            stream.seek(0)
            output = stream.read()
        # Already waited for.
        status = process.returncode = os.waitstatus_to_exitcode(wait_status)
        seconds = time.monotonic() - started
        allowed = case.may_pass and case.names not in output and _NO_DUMP in output
        outcome = Outcome(case, allowed, seconds, usage.ru_utime + usage.ru_stime, output)
        new = [str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if path not in before]
        written = [path for path in new if not _is_remembered(path)]
        for fault, what in (
            (status not in STATUSES, f"hung for {_HUNG_SECONDS} s" if status < 0 else f"status {status}"),
            (len(output.splitlines()) != 1, f"{len(output.splitlines())} lines"),
            (not allowed and case.names not in output, f"does not name {case.names}"),
            (bool(written), f"wrote {', '.join(written[:3])}"),
        ):
            if fault:
                outcome.faults.append(what)
        return outcome


def _is_remembered(path: str) -> bool:
    """Whether a path is a checksum of an input below the sample's root, or a folder for it.

    A plan leaves them: whether a training's scratch is needed is only known when the inputs have been read.
    """
    return path in ("work/data", "work/data/_inputs") or path.startswith("work/data/_inputs/")


def report(outcomes: list[Outcome]) -> str:
    """A table by kinds of values, and the faults."""
    kinds: dict[str, list[Outcome]] = {}
    for each in outcomes:
        kinds.setdefault(_short(each.case.kind), []).append(each)
    rows = [_row(kind, found) for kind, found in kinds.items()]
    rows.append(_row("all", outcomes))
    text = table(
        ["value", "commands", "refused", "allowed", "faults", "CPU s", "longest CPU s", "longest s"], rows, names=1
    )
    for each in outcomes:
        if each.faults:
            text += f"\n{each.case.kind}, {each.case.names}: {'; '.join(each.faults)}\n{each.output[:500]}\n"
    return text


def _short(kind: str) -> str:
    return kind if ":" not in kind else kind.partition(":")[0] + "s"


def _row(kind: str, found: list[Outcome]) -> tuple[str, ...]:
    seconds, cpu = max(each.seconds for each in found), sorted(each.cpu_seconds for each in found)
    allowed, faults = sum(each.allowed for each in found), sum(bool(each.faults) for each in found)
    counts = (len(found), len(found) - allowed - faults, allowed, faults)
    return (kind, *map(str, counts), f"{cpu[len(cpu) // 2]:.1f}", f"{cpu[-1]:.1f}", f"{seconds:.1f}")


def main() -> int:
    """Try as many cases as are asked for; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--number", type=int, help="values of settings that are drawn, besides all else; or all")
    parser.add_argument("--others", nargs="*", default=_OTHERS, choices=_OTHERS, help="what else is tried; or all")
    parser.add_argument("--seed", type=int, default=0, help="seed of the draw")
    parser.add_argument("--jobs", type=int, default=2, help="commands at a time")
    options = parser.parse_args()
    drawn = list(values())
    if options.number is not None:
        drawn = random.Random(options.seed).sample(drawn, min(options.number, len(drawn)))
    for kind, cases in _OTHERS.items():
        drawn += cases() if kind in options.others else []
    run: Callable[[Case], Outcome] = try_case
    with ThreadPoolExecutor(options.jobs) as threads:
        outcomes = list(threads.map(run, drawn))
    print(report(outcomes))
    return int(any(each.faults for each in outcomes))


if __name__ == "__main__":
    sys.exit(main())
