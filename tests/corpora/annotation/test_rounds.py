"""Rounds of annotation: what is awaited follows from what is there, and each step is done once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

import pytest

from corpora.annotation import rounds
from corpora.annotation.adjudication import SplitShares
from corpora.annotation.former import ANNOTATED
from corpora.annotation.records import Span
from corpora.annotation.rounds import Round, other_settings, rounds_of, take_back
from corpora.annotation.tools import TOOLS
from sample.annotators import write_annotated
from schemas.errors import InputError
from tests.support.annotation import LABELS, pre_annotations, sentence
from tests.support.annotation_rounds import FIRST, SECOND, change, out, put

SHARES = SplitShares()
CITY = Span(13, 21, "location")
BOTH = replace(FIRST, spans=(*FIRST.spans, CITY))
DECIDED = replace(FIRST, spans=(CITY,))


def files(folder: Path) -> dict[str, tuple[int, bytes]]:
    """When each file below a folder was written, and its content."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes()) for path in found}


def gold(closed: Round) -> str:
    return "".join(path.read_text() for path in sorted(closed.gold.iterdir()))


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_a_round_awaits_annotators_then_the_expert_and_is_closed(tmp_path: Path, tool: str) -> None:
    first, suffix = out(tmp_path, tool=tool), TOOLS[tool].suffix
    assert (first.tool, rounds_of(first.folder, "music"), first.is_closed) == (tool, [first], False)
    where = f"from {first.place / tool}, annotated, in {first.returned}"
    assert take_back(first, SHARES, anyway=False) == (f"ann{suffix}, bob{suffix} {where}", "")
    put(first, ann=[FIRST])
    assert take_back(first, SHARES, anyway=False) == (f"bob{suffix} {where}", "")
    # Tools name their exports otherwise.
    put(first, project=[FIRST])
    assert take_back(first, SHARES, anyway=False) == (
        f"bob{suffix} {where} (nobody has the name of project{suffix})",
        "",
    )
    (first.returned / f"project{suffix}").rename(first.returned / f"bob{suffix}.txt")
    assert take_back(first, SHARES, anyway=False).awaited.endswith(f" (nobody has the name of bob{suffix}.txt)")
    (first.returned / f"bob{suffix}.txt").unlink()
    assert not first.adjudicated.exists()

    put(first, bob=[BOTH, SECOND])
    back = take_back(first, SHARES, anyway=False)
    expert = first.adjudicated / "expert"
    assert back.awaited == f"expert{suffix} from {expert}, decided by the expert, in {first.returned}"
    before = files(first.folder)
    assert take_back(first, SHARES, anyway=False) == back
    assert files(first.folder) == before and not first.is_closed

    put(first, expert=[DECIDED])
    assert take_back(first, SHARES, anyway=False).awaited == ""
    assert first.is_closed and not expert.exists()
    assert "Bob\tB-person\n" in gold(first) and "New\tB-location\nYork\tI-location\n" in gold(first)
    decided = [json.loads(line) for line in (first.adjudicated / "decided.jsonl").read_text().splitlines()]
    assert [(each["id"], each["entities"]) for each in decided] == [
        ("1-0-0", [[13, 21, "location"]]),
        ("2-0-0", [[0, 3, "person"]]),
    ]


def test_sentences_that_do_not_count_are_awaited(tmp_path: Path) -> None:
    first = out(tmp_path)
    put(first, ann=[FIRST], bob=[replace(FIRST, spans=(Span(0, 7, "human"),)), SECOND])
    problems = first.adjudicated / "problems.txt"
    where = f"in {first.returned}"
    back = take_back(first, SHARES, anyway=False)
    assert back.awaited == f"1 sentence that is missing or of no use, {where}"
    assert back.said.endswith("; 3 problems in problems.txt")
    assert "bob.conll, line 1: sentence 1-0-0: 'Ann Lee' at 0:7 is 'human', which is no label" in problems.read_text()
    put(first, bob=[replace(FIRST, spans=()), SECOND])
    assert "; 1 problem in problems.txt" in take_back(first, SHARES, anyway=False).said
    # What the expert decides need not come back of the annotators.
    put(first, bob=[SECOND], expert=[FIRST])
    assert take_back(first, SHARES, anyway=False).awaited.startswith("bob.conll, annotated, in ")


def test_files_that_nobody_may_have_annotated_close_no_round(tmp_path: Path) -> None:
    first = out(tmp_path)
    put(first, ann=[FIRST], bob=[FIRST, SECOND])
    back = take_back(first, SHARES, anyway=False)
    assert back.awaited == (
        f"ann.conll, bob.conll, annotated, in {first.returned}: all in it is as it was suggested (if that is right, "
        "--anyway closes the round)"
    )
    assert "; 2 problems in problems.txt" in back.said and not first.is_closed
    # The expert has seen all that ann has.
    put(first, expert=[FIRST])
    assert take_back(first, SHARES, anyway=False).awaited.startswith("bob.conll, annotated, in ")
    assert take_back(first, SHARES, anyway=True).awaited == ""
    assert first.is_closed


def test_a_file_that_the_expert_may_not_have_looked_at_closes_no_round(tmp_path: Path) -> None:
    first = out(tmp_path)
    put(first, ann=[FIRST], bob=[BOTH, SECOND])
    take_back(first, SHARES, anyway=False)
    sent = (first.adjudicated / "expert" / "expert.conll").read_bytes()
    (first.returned / "expert.conll").write_bytes(sent)
    back = take_back(first, SHARES, anyway=False)
    assert back.awaited == (
        f"expert.conll, annotated, in {first.returned}: all in it is as it was suggested (if that is right, --anyway "
        "closes the round)"
    )
    assert "; 2 problems in problems.txt" in back.said and not first.is_closed
    put(first, expert=[FIRST])
    assert take_back(first, SHARES, anyway=False).awaited == ""


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_what_the_expert_decided_stays_in_the_file_with_what_is_open(tool: str, tmp_path: Path) -> None:
    rome = sentence("[Rome] fell.", "3-0-0")
    fell = replace(rome, spans=(Span(0, 4, "location"),))
    first = out(tmp_path, sentences=[FIRST, SECOND, rome], tool=tool)
    put(first, ann=[FIRST, rome], bob=[BOTH, SECOND, fell], expert=[DECIDED])
    where = first.adjudicated / "expert"
    file = where / f"expert{TOOLS[tool].suffix}"
    assert take_back(first, SHARES, anyway=False).awaited.startswith(f"{file.name} from {where}")
    suggested = {each.sentence.id: each.sentence.spans for each in TOOLS[tool].read_sent(file)}
    assert suggested == {"1-0-0": (replace(CITY, source="expert"),), "3-0-0": (Span(0, 4, "location", "bob"),)}
    assert "1-0-0" not in (where / "disagreements.md").read_text()
    # Sent back as a whole, with what was open decided.
    put(first, expert=[replace(FIRST, spans=suggested["1-0-0"]), rome])
    assert take_back(first, SHARES, anyway=False).awaited == ""
    decided = [json.loads(line) for line in (first.adjudicated / "decided.jsonl").read_text().splitlines()]
    assert [(each["id"], each["entities"]) for each in decided] == [
        ("1-0-0", [[13, 21, "location"]]),
        ("2-0-0", [[0, 3, "person"]]),
        ("3-0-0", []),
    ]


@pytest.mark.parametrize("name", ["expert/expert.conll", "expert/mine.conll", "report.md"])
def test_what_somebody_changed_is_not_written_over(tmp_path: Path, name: str) -> None:
    first = out(tmp_path)
    put(first, ann=[FIRST], bob=[BOTH, SECOND])
    back = take_back(first, SHARES, anyway=False)
    file = first.adjudicated / name
    write_annotated([DECIDED], LABELS, tmp_path / "decided.conll", first.tool)
    file.write_bytes(decided := (tmp_path / "decided.conll").read_bytes())
    (first.adjudicated / ".DS_Store").touch()
    with pytest.raises(InputError, match=rf"^{file}: was changed here, .* move it to {first.returned} if"):
        take_back(first, SHARES, anyway=False)
    assert file.read_bytes() == decided
    if name == "report.md":
        file.unlink()
        assert take_back(first, SHARES, anyway=False) == back and file.is_file()
    else:
        file.rename(first.returned / "expert.conll")
        assert take_back(first, SHARES, anyway=False).awaited == ""


def test_a_gold_set_without_its_round_is_refused(tmp_path: Path) -> None:
    first = out(tmp_path)
    stale = Round(first.folder, "music", 2).gold
    stale.mkdir(parents=True)
    with pytest.raises(InputError, match=f"^{stale}: is the gold set of a round that is not there; delete it"):
        rounds_of(first.folder, "music")


def test_splits_without_a_sentence_are_known(tmp_path: Path) -> None:
    first = out(tmp_path)
    put(first, ann=[FIRST], bob=[BOTH, SECOND], expert=[BOTH])
    assert take_back(first, SHARES, anyway=True).awaited == ""
    there = {SHARES.split_of(page) for page in (1, 2)}
    assert first.lacks == [split for split in ("train", "dev", "test") if split not in there] != []


def test_a_gold_set_that_is_deleted_can_be_split_by_other_shares(tmp_path: Path) -> None:
    """The way out where few pages leave a split empty; what came back is not lost for it."""
    first = out(tmp_path)
    put(first, ann=[FIRST], bob=[BOTH, SECOND], expert=[BOTH])
    take_back(first, SplitShares(0.0, 0.999), anyway=True)
    assert first.lacks == ["train", "dev"]
    assert "\n| in test.txt | 2 |\n" in (first.adjudicated / "report.md").read_text()
    rmtree(first.gold)
    take_back(first, SplitShares(0.0, 0.0), anyway=True)
    assert first.lacks == ["dev", "test"]
    assert "\n| in train.txt | 2 |\n" in (first.adjudicated / "report.md").read_text()


def test_a_round_can_be_closed_without_what_is_not_there(tmp_path: Path) -> None:
    first = out(tmp_path)
    assert take_back(first, SHARES, anyway=True).awaited.startswith("ann.conll, bob.conll from ")
    put(first, bob=[SECOND])
    assert take_back(first, SHARES, anyway=True).awaited == ""
    assert gold(first) == "Bob\tB-person\nsings\tO\n.\tO\n\n"


def test_a_round_in_which_nothing_is_decided_has_no_gold_set(tmp_path: Path) -> None:
    first = out(tmp_path, sentences=[FIRST])
    put(first, ann=[FIRST], bob=[BOTH])
    with pytest.raises(InputError, match="adjudicated: nothing is decided in it, so there is no gold set"):
        take_back(first, SHARES, anyway=True)
    assert not first.is_closed


def test_what_is_annotated_again_replaces_what_was_and_both_are_kept(tmp_path: Path) -> None:
    first = out(tmp_path)
    put(first, ann=[FIRST], bob=[FIRST, SECOND])
    take_back(first, SHARES, anyway=True)
    again = replace(FIRST, spans=(replace(FIRST.spans[0], source=ANNOTATED),), annotators=("bob",))
    new = sentence("[Rome|location] fell.", "1-0-3", annotators=["ann"])
    second = out(tmp_path, 2, [again, new])
    assert rounds_of(first.folder, "music") == [first, second] and not second.is_closed
    before = files(first.folder)
    put(second, ann=[new], bob=[BOTH])
    numbers = "sentences in train.txt 2, in dev.txt 0, in test.txt 0; 1 problem in problems.txt"
    said = f"{numbers}; gold set of all rounds in {second.gold}: 3 sentences in train.txt"
    assert take_back(second, SHARES, anyway=True) == ("", said)
    assert files(first.folder).items() >= before.items()
    # At its old place; what is new comes behind.
    changed = gold(first).replace("New\tO\nYork\tO", "New\tB-location\nYork\tI-location")
    assert changed != gold(first)
    assert gold(second) == changed + "Rome\tB-location\nfell\tO\n.\tO\n\n"
    assert (second.adjudicated / "replaced.md").read_text() == (
        "# Annotated again\n\n1 sentences, 1 of them with other entities than before.\n\n"
        "## 1-0-0, Page\n\n> Ann Lee left New York.\n\n- `New York` (13:21): added, location\n"
    )
    assert not (first.adjudicated / "replaced.md").exists()
    # What was annotated before is no suggestion of the corpus, so it is left out of the shares beside CrossNER's.
    report = (second.adjudicated / "report.md").read_text()
    assert "Without the 1 sentence that was annotated in a former round" in report
    assert "| pre-annotated | 1 | 1 | 100.0% | 63.64% |" in report
    assert "| corrected by the first annotator | 0 | 1 | 0.0% | 73.33% |" in report
    assert "in a former round" not in (first.adjudicated / "report.md").read_text()
    assert '"entities": [[0, 7, "person"]]' in (first.adjudicated / "decided.jsonl").read_text()


def test_what_was_decided_otherwise_before_is_told_with_what_it_was(tmp_path: Path) -> None:
    first = out(tmp_path, sentences=[BOTH])
    put(first, ann=[BOTH], bob=[BOTH])
    take_back(first, SHARES, anyway=True)
    second = out(tmp_path, 2, [BOTH])
    other = replace(BOTH, spans=(Span(0, 3, "person"), replace(CITY, label="musical-work")))
    put(second, ann=[other], bob=[other])
    take_back(second, SHARES, anyway=True)
    assert (second.adjudicated / "replaced.md").read_text().splitlines()[-2:] == [
        "- `Ann` (0:3): moved, person; was `Ann Lee` (0:7), person",
        "- `New York` (13:21): relabelled, musical-work; was location",
    ]


def test_a_page_keeps_its_split_when_a_round_is_added(tmp_path: Path) -> None:
    """And no page is in two splits."""
    found: list[dict[int, set[str]]] = []
    for number in (1, 2):
        sent = [
            sentence(f"[Name{page}|person] of {number}", f"{page}-{number}-0", annotators=["ann"]) for page in range(40)
        ]
        each = out(tmp_path, number, sent)
        put(each, ann=sent)
        take_back(each, SHARES, anyway=True)
        splits: dict[int, set[str]] = {}
        for split in ("train", "dev", "test"):
            for line in (each.gold / f"{split}.txt").read_text().splitlines():
                if line.startswith("Name"):
                    splits.setdefault(int(line.split("\t")[0].removeprefix("Name")), set()).add(split)
        found.append(splits)
    assert found[0] == found[1] == {page: {SplitShares().split_of(page)} for page in range(40)}


@pytest.mark.parametrize("step", ["_renew", "gold_files", "new_place"])
def test_a_round_that_was_killed_while_it_was_closed_is_closed_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for root in (whole, cut):
        root.mkdir()
        put(out(root), ann=[FIRST], bob=[FIRST, SECOND])
    take_back(Round(whole / "loop", "music", 1), SHARES, anyway=True)
    broken = Round(cut / "loop", "music", 1)
    with monkeypatch.context() as patch:
        patch.setattr(rounds, step, killed)
        with pytest.raises(KeyboardInterrupt):
            take_back(broken, SHARES, anyway=True)
    assert not broken.is_closed
    take_back(broken, SHARES, anyway=True)
    contents = [{name: content for name, (_, content) in files(root / "loop").items()} for root in (whole, cut)]
    for each in contents:
        # Checksums, of a file too that names the folder.
        del each["round-1/adjudicated/.written.json"]
    assert contents[0] == {
        name: content.replace(str(cut).encode(), str(whole).encode()) for name, content in contents[1].items()
    }


def test_settings_that_differ_from_those_of_the_last_round_are_told(tmp_path: Path) -> None:
    first, following = out(tmp_path), pre_annotations(tmp_path / "next", [SECOND])
    change(str(first.sent), profile="names", annotators=["ann", "bob"], choose="chance", again=5)
    change(following, profile="names", annotators=["ann", "bob"], choose="margin", again=10)
    assert other_settings(first, following) == []
    change(following, profile="paper", annotators=["bob"], labels=[["song", ["Song"]]])
    assert other_settings(first, following) == [
        "labels are others",
        "annotators is bob and was ann,bob",
        "profile is paper and was names",
    ]
    change(str(first.sent), gone=7)
    change(following, new=True, profile="names", annotators=["ann", "bob"])
    told = ["labels are others", "gone is none and was 7", "new is True and was none"]
    assert other_settings(first, following) == told


def test_a_folder_is_of_one_domain_and_its_files_are_as_they_were_written(tmp_path: Path) -> None:
    first = out(tmp_path)
    with pytest.raises(InputError, match="loop: has rounds of the domain music; name another folder for ai"):
        rounds_of(first.folder, "ai")
    put(first, ann=[FIRST], bob=[FIRST, SECOND])
    take_back(first, SHARES, anyway=True)
    (first.adjudicated / "decided.jsonl").write_text('{"id": 1}\n')
    second = out(tmp_path, 2, [replace(SECOND, id="2-0-1")])
    put(second, bob=[replace(SECOND, id="2-0-1")])
    then = f"delete {first.gold} and all later rounds and gold sets$"
    with pytest.raises(InputError, match=rf"decided\.jsonl, line 1: is not as it was written; {then}"):
        take_back(second, SHARES, anyway=True)
    (first.adjudicated / "decided.jsonl").unlink()
    with pytest.raises(InputError, match=rf"decided\.jsonl: is not there any more; {then}"):
        take_back(second, SHARES, anyway=True)


def test_a_round_without_a_folder_for_annotators_is_to_be_deleted(tmp_path: Path) -> None:
    first = out(tmp_path)
    (first.place / "conll").rename(first.place / "other")
    tools = "argilla, conll, doccano, label-studio, prodigy"
    with pytest.raises(
        InputError, match=rf"^{first.place}: has no folder for annotators \({tools}\); delete the round$"
    ):
        _ = first.tool
