from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import psutil
import pytest

from benchmarks.faults import mutants
from benchmarks.faults.mutants import Mutant, Outcome, draw, summary
from benchmarks.faults.mutations import Mutation
from schemas.errors import InputError
from tests.support.processes import wait_for

OPTIONS = Namespace(without="", near=False, thorough=False, limit=600.0)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Two packages, one of three times as many lines."""
    for name, lines in (("long", 30), ("short", 10)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.py").write_text("".join(f"f(a{n} < {n}, b or c)\n" for n in range(lines)), "utf-8")
    return tmp_path


def test_mutants_are_spread_over_packages_by_lines_and_over_kinds_of_change(checkout: Path) -> None:
    drawn = draw(checkout, ["long", "short"], 21, seed=1)
    assert [mutant.package for mutant in drawn] == ["long"] * 16 + ["short"] * 5
    kinds = ["comparison", "and/or", "number ± 1", "dropped call", "swapped arguments"]
    assert [mutant.mutation.operator for mutant in drawn] == [*kinds * 3, kinds[0], *kinds]
    assert len(set(drawn)) == 21


def test_the_seed_decides_what_is_drawn(checkout: Path) -> None:
    drawn = draw(checkout, ["long", "short"], 20, seed=1)
    assert draw(checkout, ["long", "short"], 20, seed=1) == drawn
    assert draw(checkout, ["long"], 15, seed=1) == drawn[:15]
    other = draw(checkout, ["long", "short"], 20, seed=2)
    assert len(set(drawn) & set(other)) < 10


def test_what_cannot_compile_is_not_drawn(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "code.py").write_text("a = 1\n", "utf-8")
    assert sorted(mutant.difference for mutant in draw(tmp_path, ["package"], 9, seed=1)) == [
        "-a = 1\n+a = 0",
        "-a = 1\n+a = 2",
    ]


def test_the_tests_that_import_a_file_come_before_the_rest_of_its_package(tmp_path: Path) -> None:
    contents = {
        "wiki/test_a.py": "import os\nfrom wiki.dump.pages import read\n",
        "wiki/test_b.py": "from wiki.dump import bzip2, pages\n",
        "schemas/test_c.py": "import wiki.dump.pages\n",
        "wiki/test_d.py": "from wiki.dump.pages_of import read\nfrom other.wiki.dump.pages import a\n",
        "end_to_end/test_e.py": "from wiki.dump.pages import read\n",
    }
    for name, content in contents.items():
        file = tmp_path / "tests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, "utf-8")
    found = mutants.importers(tmp_path, "wiki/dump/pages.py")
    assert found == ["tests/schemas/test_c.py", "tests/wiki/test_a.py", "tests/wiki/test_b.py"]


@pytest.mark.parametrize(
    ("content", "failure"),
    [
        ("def test_a(): pass\ndef test_b(): assert 1 == 2\n", "tests/test_x.py::test_b"),
        ("import nothing_of_this_name\n", "tests/test_x.py"),
        ("def test_a(): pass\n", ""),
        ("", ""),
        ("def test_a():\n    while True: pass\n", "tests/test_x.py hangs"),
    ],
)
def test_the_first_test_that_fails_is_named(tmp_path: Path, content: str, failure: str) -> None:
    copy = tmp_path / "checkout"
    (copy / "tests").mkdir(parents=True)
    (copy / "tests" / "test_x.py").write_text(content, "utf-8")
    (copy / "pytest.ini").write_text("[pytest]\nmarkers = servers\n", "utf-8")
    options = Namespace(**{**vars(OPTIONS), "limit": 3.0 if "hangs" in failure else 600.0})
    assert mutants._failure(copy, ["tests/test_x.py"], options) == failure


@pytest.mark.parametrize(("is_right", "noticed"), [("== 2", "tests/test_x.py::test_a[of"), ("> 1", ""), ("== 4", None)])
def test_a_test_notices_a_change_that_passes_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_right: str, noticed: str | None
) -> None:
    copy = tmp_path / "checkout"
    (copy / "tests").mkdir(parents=True)
    (copy / "code.py").write_text("", "utf-8")
    test = "import pytest\nfrom pathlib import Path\n@pytest.mark.parametrize('a', [1], ids=['of two words'])\n"
    test += f"def test_a(a): assert int(Path('code.py').read_text()) {is_right}\n"
    (copy / "tests" / "test_x.py").write_text(test, "utf-8")
    (copy / "pytest.ini").write_text("[pytest]\nmarkers = servers\n", "utf-8")
    monkeypatch.setattr(mutants, "_stages", lambda *_: [["tests/test_x.py"]])
    mutant = Mutant("", "code.py", "2", Mutation(1, "number ± 1", 0, 1, "3"))
    if noticed is None:
        with pytest.raises(
            InputError, match=r"^tests/test_x.py::test_a\[of without any change, too; mend it, leave it out"
        ):
            mutants._attempt(copy, mutant, options=OPTIONS)
    else:
        assert mutants._attempt(copy, mutant, options=OPTIONS).noticed_by == noticed
    assert (copy / "code.py").read_text("utf-8") == "2"


def test_what_a_test_leaves_running_is_ended(tmp_path: Path) -> None:
    copy = tmp_path / "checkout"
    copy.mkdir()
    code = "import subprocess, sys\ndef test_a():\n    process = subprocess.Popen(['sleep', '600'])\n"
    code += "    open('pid', 'w').write(str(process.pid))\n"
    (copy / "test_x.py").write_text(code, "utf-8")
    (copy / "pytest.ini").write_text("[pytest]\nmarkers = servers\n", "utf-8")
    assert mutants._failure(copy, ["test_x.py"], OPTIONS) == ""
    pid = int((copy / "pid").read_text("utf-8"))
    wait_for(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


def test_the_summary_counts_by_package_and_by_change() -> None:
    def outcome(package: str, operator: str, noticed_by: str) -> Outcome:
        return Outcome(Mutant(package, f"{package}/x.py", "1", Mutation(1, operator, 0, 1, "2")), noticed_by, 1.0)

    told = summary([outcome("wiki", "and/or", "t"), outcome("wiki", "comparison", ""), outcome("tasks", "and/or", "t")])
    assert told == (
        "| package | tried | noticed | share |\n| --- | ---: | ---: | ---: |\n"
        "| tasks | 1 | 1 | 100.0% |\n| wiki | 2 | 1 | 50.0% |\n| all | 3 | 2 | 66.7% |\n\n"
        "| change | tried | noticed | share |\n| --- | ---: | ---: | ---: |\n"
        "| and/or | 2 | 2 | 100.0% |\n| comparison | 1 | 0 | 0.0% |\n| all | 3 | 2 | 66.7% |"
    )
