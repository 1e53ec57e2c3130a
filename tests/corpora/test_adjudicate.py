"""The command: from annotated files to a gold set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corpora.adjudicate import _check_usable, main
from corpora.annotation.adjudication import Adjudicated, SplitShares
from corpora.annotation.outcome import Outcome
from corpora.annotation.records import Sentence, Span
from corpora.annotation.returns import Problem
from corpora.annotation.tools import TOOLS
from corpora.steps.ner_benchmark import split_files
from sample.annotators import write_annotated
from schemas.errors import InputError
from tests.support.annotated import small_benchmark
from tests.support.annotation import LABELS, pre_annotations, sentence

FIRST = sentence("[Ann Lee|person] left [New York].", "1-0-0")
SECOND = sentence("[Bob|person] sings.", "2-0-0", annotators=["bob"])
SENT = [FIRST, SECOND]
ANN, CITY = Span(0, 7, "person", "anchor"), Span(13, 21, "location")


def send_back(folder: Path, tool: str = "conll", **sentences: list[Sentence]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, each in sentences.items():
        write_annotated(each, LABELS, folder / f"{name}{TOOLS[tool].suffix}", tool)
    return folder


def run(root: Path, returned: Path, *more: str, tool: str = "conll") -> int:
    dataset = pre_annotations(root / "pre_annotations", SENT)
    return main([dataset, str(returned), "--from", tool, "-o", str(root / "out"), "--dev", "0", "--test", "0", *more])


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_what_annotators_agree_on_is_gold_and_the_rest_awaits_the_expert(
    tool: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(FIRST, spans=(ANN, CITY))
    returned = send_back(tmp_path / "back", tool, ann=[FIRST], bob=[other, SECOND])
    assert run(tmp_path, returned, tool=tool) == 0
    out = tmp_path / "out"
    assert (out / "music" / "train.txt").read_text() == "Bob\tB-person\nsings\tO\n.\tO\n\n"
    assert (
        capsys.readouterr().err
        == "sentences in train.txt 1, in dev.txt 0, in test.txt 0, that await the expert 1; 1 problem in problems.txt\n"
    )
    [problem] = (out / "problems.txt").read_text().splitlines()
    assert problem.startswith(f"{returned / 'ann'}") and "all sentences are as they were suggested to ann" in problem
    suffix = TOOLS[tool].suffix
    assert "Without the 1 sentence that awaits the expert" in (out / "report.md").read_text()
    [for_expert] = TOOLS[tool].read_sent(out / "expert" / f"expert{suffix}")
    assert for_expert.sentence.spans == (Span(0, 7, "person", "ann+bob"), replace(CITY, source="bob"))
    assert "- `New York` (13:21): location by bob, not by ann" in (out / "expert" / "disagreements.md").read_text()

    send_back(returned, tool, expert=[replace(for_expert.sentence, spans=(CITY,))])
    assert main([str(tmp_path / "pre_annotations"), str(returned), "--from", tool, "-o", str(tmp_path / "again")]) == 0
    again = tmp_path / "again"
    assert not (again / "expert").exists()
    text = "".join(path.read_text() for path in sorted((again / "music").iterdir()))
    assert "Ann\tO\nLee\tO\nleft\tO\nNew\tB-location\nYork\tI-location\n.\tO\n\n" in text
    assert "decided by the expert 1" in capsys.readouterr().err


def test_what_the_expert_decided_goes_back_with_what_awaits_the_expert(tmp_path: Path) -> None:
    """The file takes the place of the one that came back, so a decision that it lacks would be lost."""
    third = sentence("[Cy|person] sings.", "3-0-0")
    sent = [FIRST, SECOND, third]
    dataset = pre_annotations(tmp_path / "pre_annotations", sent)
    decided = replace(FIRST, spans=(CITY,))
    returned = send_back(
        tmp_path / "back",
        ann=[FIRST, third],
        bob=[replace(FIRST, spans=(ANN, CITY)), SECOND, replace(third, spans=())],
        expert=[decided],
    )
    assert main([dataset, str(returned), "--from", "conll", "-o", str(tmp_path / "out")]) == 0
    file = tmp_path / "out" / "expert" / "expert.conll"
    assert {each.sentence.id: each.sentence.spans for each in TOOLS["conll"].read_sent(file)} == {
        "1-0-0": (replace(CITY, source="expert"),),
        "3-0-0": (Span(0, 2, "person", "ann"),),
    }


def test_the_report_has_every_figure(tmp_path: Path) -> None:
    other = replace(FIRST, spans=(ANN, CITY))
    returned = send_back(tmp_path / "back", ann=[FIRST], bob=[other, SECOND], expert=[other])
    assert run(tmp_path, returned) == 0
    report = (tmp_path / "out" / "report.md").read_text()
    for line in [
        "# Annotations of music",
        "| ann | 1 | 1 |",
        "| bob | 2 | 2 |",
        "| expert | 1 | 1 |",
        "| file unchanged | 2 |",
        "1 sentences with 6 tokens came back from several annotators.",
        # Tokens: twice person, twice O and location, twice O; by chance (2 * 2 + 4 * 2) / 36.
        "| ann and bob | 3 | 0.667 | 0.500 | 0.500 |",
        "| person | 2 | 1.000 | 1.000 | 1.000 |",
        "| location | 1 | 0.000 | 0.000 | -0.100 |",
        "| musical-work | 0 | – | – | – |",
        "| anchor | 2 | 1.000 | – | – |",
        "| none | 1 | 0.000 | 0.000 | -0.167 |",
        "| pre-annotated | 2 | 3 | 66.7% | 63.64% |",
        "| corrected by the first annotator | 0 | 3 | 0.0% | 73.33% |",
        "| in doubt for the second annotator | 0 | 1 | 0.0% | 8.59% |",
        "| changed by the expert | 1 | 2 | 50.0% | 8.57% |",
        "| location | 1 | 0 |",
        "| in train.txt | 2 |",
        "| in dev.txt | 0 |",
        "| in test.txt | 0 |",
        "| decided by the expert | 1 |",
        "| person | 2 |",
    ]:
        assert line in report.split("\n") or (line.endswith(".") and line in report), line


def test_a_file_that_is_as_the_expert_got_it_is_told(tmp_path: Path) -> None:
    returned = send_back(tmp_path / "back", ann=[FIRST], bob=[replace(FIRST, spans=(ANN, CITY)), SECOND])
    assert run(tmp_path, returned) == 0
    (tmp_path / "out" / "expert" / "expert.conll").rename(returned / "expert.conll")
    again = tmp_path / "again"
    assert main([str(tmp_path / "pre_annotations"), str(returned), "--from", "conll", "-o", str(again)]) == 0
    message = "all sentences are as they were suggested to {}; they count, so see whether they were annotated"
    assert (again / "problems.txt").read_text().splitlines() == [
        f"{returned / 'ann.conll'}: {message.format('ann')}",
        f"{returned / 'expert.conll'}: {message.format('expert')}",
    ]
    # Where annotators agree, nothing was sent to the expert.
    send_back(returned, bob=[FIRST, SECOND])
    last = tmp_path / "last"
    assert main([str(tmp_path / "pre_annotations"), str(returned), "--from", "conll", "-o", str(last)]) == 0
    assert "suggested to expert" not in (last / "problems.txt").read_text()


@pytest.mark.parametrize(("tool", "decided"), [("conll", ""), ("doccano", ""), ("label-studio", "[]"), ("prodigy", "")])
def test_a_file_of_the_expert_of_which_nothing_can_be_used_is_told(tool: str, decided: str, tmp_path: Path) -> None:
    returned = send_back(tmp_path / "back", tool, ann=[FIRST], bob=[replace(FIRST, spans=(ANN, CITY)), SECOND])
    file = returned / f"expert{TOOLS[tool].suffix}"
    file.write_text(decided)
    assert run(tmp_path, returned, tool=tool) == 0
    assert (tmp_path / "out" / "problems.txt").read_text().splitlines()[1:] == [
        f"{file}: sentence 1-0-0: sent to expert, and no usable version came back"
    ]
    assert "| expert | 1 | 0 |" in (tmp_path / "out" / "report.md").read_text()


def test_problems_are_told_with_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    returned = send_back(
        tmp_path / "back", bob=[replace(FIRST, spans=(Span(0, 7, "human"),)), replace(SECOND, spans=())]
    )
    for name in ("anna.conll", "ann.conll.txt", "guidelines.md", ".hidden.conll"):
        (returned / name).touch()
    (returned / "old.conll").mkdir()
    assert run(tmp_path, returned) == 0
    file = returned / "bob.conll"
    assert (tmp_path / "out" / "problems.txt").read_text().splitlines() == [
        f"{file}, line 1: sentence 1-0-0: 'Ann Lee' at 0:7 is 'human', which is no label; the sentence does not count",
        f"{returned / 'ann.conll'}: no such file; 1 sentences were sent to ann",
        f"{returned / 'ann.conll.txt'}: not read, since nobody has its name; annotators are ann, bob",
        f"{returned / 'anna.conll'}: not read, since nobody has its name; annotators are ann, bob",
    ]
    assert capsys.readouterr().err == (
        "sentences in train.txt 1, in dev.txt 0, in test.txt 0, "
        "of which nothing usable came back 1; 4 problems in problems.txt\n"
    )
    report = (tmp_path / "out" / "report.md").read_text()
    assert "| file missing | 1 |\n| file unknown | 2 |\n| label unknown | 1 |\n\n" in report


def test_files_of_which_nothing_can_be_used_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    others = [replace(FIRST, id="8-0-0"), replace(SECOND, id="9-0-0")]
    returned = send_back(tmp_path / "back", ann=others[:1], bob=others)
    assert run(tmp_path, returned) == 40
    assert capsys.readouterr().err == (
        f"wiki-ner adjudicate: {returned}: nothing in it can be used for {tmp_path / 'pre_annotations'}; "
        f"{returned / 'ann.conll'}, line 1: sentence 8-0-0: was not sent; it does not count; there are 5 other "
        "problems; if the files are of another build than that, name its directory (…/build=…), or else mend them\n"
    )
    assert not (tmp_path / "out").exists()
    send_back(returned, expert=[FIRST])
    assert run(tmp_path, returned) == 0
    assert (tmp_path / "out" / "music" / "train.txt").is_file()


@pytest.mark.parametrize(
    ("number", "others"),
    [
        (0, ""),
        (1, "; a, line 1: bad"),
        (2, "; a, line 1: bad; there is 1 other problem"),
        (1002, "; a, line 1: bad; there are 1,001 other problems"),
    ],
)
def test_of_many_problems_the_first_is_told_where_nothing_can_be_used(number: int, others: str) -> None:
    problems = [Problem("a, line 1", "sentence unknown", "bad")] * number
    outcome = Outcome("music", [], {}, {"ann": {}}, {}, {}, problems, Adjudicated({}, [], []))
    with pytest.raises(InputError) as error:
        _check_usable(outcome, "build", Path("back"))
    assert str(error.value) == (
        f"back: nothing in it can be used for build{others}; if the files are of another build than that, name its "
        "directory (…/build=…), or else mend them"
    )


def test_what_an_annotator_was_not_dealt_does_not_count(tmp_path: Path) -> None:
    returned = send_back(tmp_path / "back", ann=[replace(FIRST, spans=(ANN, CITY)), SECOND], expert=[FIRST])
    assert run(tmp_path, returned) == 0
    problems = (tmp_path / "out" / "problems.txt").read_text()
    assert "sentence 2-0-0: was sent to bob and not to ann; it does not count\n" in problems
    assert "Bob" not in (tmp_path / "out" / "music" / "train.txt").read_text()


def test_a_gold_set_with_nothing_to_train_on_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A few pages can all be dealt to the other splits."""
    returned = send_back(tmp_path / "back", ann=[FIRST], bob=[FIRST, SECOND])
    assert run(tmp_path, returned, "--test", "0.999") == 0
    assert capsys.readouterr().err.startswith("sentences in train.txt 0, in dev.txt 0, in test.txt 2; ")
    assert (
        "\n| in train.txt | 0 |\n| in dev.txt | 0 |\n| in test.txt | 2 |\n"
        in (tmp_path / "out" / "report.md").read_text()
    )


def test_what_is_decided_without_an_annotator_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    returned = send_back(tmp_path / "back", bob=[replace(FIRST, spans=(CITY,)), SECOND])
    assert run(tmp_path, returned) == 0
    told = (
        "sentences in train.txt 2, in dev.txt 0, in test.txt 0, decided without some of their annotators 1; 1 problem "
        "in problems.txt\n"
    )
    assert capsys.readouterr().err == told
    assert "| decided without some of their annotators | 1 |" in (tmp_path / "out" / "report.md").read_text()
    # What the expert decides needs none of them, and what the expert got is no annotator's file.
    send_back(returned, expert=[FIRST])
    (returned / "disagreements.md").touch()
    (returned / "guidelines.md").touch()
    assert run(tmp_path, returned, "-o", str(tmp_path / "other")) == 0
    told = "sentences in train.txt 2, in dev.txt 0, in test.txt 0, decided by the expert 1; 1 problem in problems.txt\n"
    assert capsys.readouterr().err == told


def test_an_i_without_its_b_counts_and_is_told(tmp_path: Path) -> None:
    returned = send_back(tmp_path / "back", ann=[FIRST], bob=[FIRST, SECOND])
    file = returned / "bob.conll"
    file.write_text(file.read_text().replace("Bob\tB-link\tB-", "Bob\tB-link\tI-"))
    assert run(tmp_path, returned) == 0
    assert "Bob\tB-person\nsings\tO\n.\tO\n\n" in (tmp_path / "out" / "music" / "train.txt").read_text()
    slip = "sentence 2-0-0: 'I-person' continues no entity of that label; it is read as B-person"
    assert f"{file}, line 10: {slip}\n" in (tmp_path / "out" / "problems.txt").read_text()
    assert "| tag repaired | 1 |" in (tmp_path / "out" / "report.md").read_text()


def test_what_cannot_be_read_in_several_files_is_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    returned = send_back(tmp_path / "back", ann=[FIRST], bob=[FIRST, SECOND])
    for name in ("ann", "bob"):
        file = returned / f"{name}.conll"
        file.write_text(file.read_text().replace("left\tO\tO", "left\tO\tX"))
    assert run(tmp_path, returned) == 40
    assert (
        capsys.readouterr().err
        == "wiki-ner adjudicate: "
        + "; ".join(
            f"{returned / name}.conll, line 4: 'X' is not a BIO tag: a tag is O, B-label or I-label"
            for name in ("ann", "bob")
        )
        + "\n"
    )
    assert not (tmp_path / "out").exists()


def test_gold_is_what_ner_benchmark_reads(tmp_path: Path) -> None:
    returned = send_back(tmp_path / "back", ann=[FIRST], bob=[FIRST, SECOND])
    assert run(tmp_path, returned) == 0
    train = str(tmp_path / "out" / "music" / "train.txt")
    assert split_files(str(tmp_path / "out"), "music") == {"train": train}


def test_folders_that_cannot_be_used_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, tmp_path / "nowhere") == 40
    assert "no such folder; give the one with the annotated files" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert run(tmp_path, tmp_path / "empty") == 40
    assert "none of the files ann.conll, bob.conll is here" in capsys.readouterr().err
    dataset = pre_annotations(tmp_path / "other", [replace(FIRST, annotators=("expert",))])
    assert main([dataset, str(tmp_path / "empty"), "--from", "conll", "-o", str(tmp_path / "out")]) == 40
    assert "an annotator is named 'expert'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("shares", [("0.5", "0.5"), ("-1", "0"), ("nan", "0")])
def test_shares_of_the_splits_leave_a_train_split(shares: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["d", "f", "--from", "conll", "-o", "o", "--dev", shares[0], "--test", shares[1]])
    assert "--dev and --test must be 0 or more" in capsys.readouterr().err


def test_the_options_of_the_splits_are_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def write(_outcome: object, place: Path, tool: str, shares: SplitShares) -> str:
        given.extend([place.is_dir(), tool, shares])
        return "done"

    monkeypatch.setattr("corpora.adjudicate.write_outcome", write)
    returned = send_back(tmp_path / "back", ann=[FIRST])
    assert run(tmp_path, returned, "--dev", "0.25", "--test", "0.5", "--seed", "7") == 0
    assert given == [True, "conll", SplitShares(0.25, 0.5, 7)]


def test_another_dataset_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = small_benchmark(tmp_path / "other")
    assert main([other, str(tmp_path), "--from", "conll", "-o", str(tmp_path / "out")]) == 40
    message = f"wiki-ner adjudicate: {other}: is 'ner_benchmark'; give a build of pre_annotations\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_what_is_marked_in_another_language_is_its_own_tokens(tool: str, tmp_path: Path) -> None:
    sent = sentence("Ann visite l'Autriche.", "1-0-0", annotators=["ann"])
    marked = replace(sent, spans=(Span(13, 21, "location"),))
    returned = send_back(tmp_path / "back", tool, ann=[marked])
    dataset = pre_annotations(tmp_path / "sent", [sent], lang="fr")
    arguments = [dataset, str(returned), "--from", tool, "-o", str(tmp_path / "out"), "--dev", "0", "--test", "0"]
    assert main(arguments) == 0
    assert (tmp_path / "out" / "problems.txt").read_text() == ""
    gold = (tmp_path / "out" / "music" / "train.txt").read_text()
    assert gold == "Ann\tO\nvisite\tO\nl'\tO\nAutriche\tB-location\n.\tO\n\n"
