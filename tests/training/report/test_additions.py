from __future__ import annotations

import numpy as np
import pytest

from tests.support.training.evaluation_data import run_row
from training.report import additions
from training.report.additions import additions_section, distance_table
from training.report.results import summarise


def test_what_is_added_stands_behind_what_is_not() -> None:
    rows = [
        run_row("ai", 0.5, setting="direct+others@0.5"),
        run_row("ai", 0.3),
        run_row("ai", 0.25, model="laner"),
        run_row("music", 0.4, setting="direct+ai"),
    ]
    section = additions_section(summarise(rows), [], ["ai"])
    lines = section.blocks[1].splitlines()
    assert [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "%" not in line][2:] == [
        ["direct", "plain", "tagger", "30.00", "–"],
        ["direct+ai", "plain", "tagger", "–", "40.00"],
        ["direct+others@0.5", "plain", "tagger", "50.00", "–"],
    ]
    assert section.blocks[2].startswith("Published for ai: the student report found 50 %")
    assert additions_section(summarise(rows[1:3]), [], ["ai"]).blocks == []


def test_distances_alone_are_not_called_added_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"ai": np.array([[0.0, 0.0], [2.0, 0.0]]), "music": np.array([[1.0, 3.0]])}
    monkeypatch.setattr(additions, "read_representations", lambda name: {"plain": (found[name], ["person"])})
    datasets = [{"target": name, "location": name} for name in found]
    alone = additions_section(summarise([run_row("ai", 0.3)]), datasets, [])
    assert (alone.title, len(alone.blocks)) == ("Distances between datasets", 2)
    assert "| plain | ai | – | 3.00 |" in alone.blocks[1]
    rows = [run_row("ai", 0.3), run_row("ai", 0.5, setting="direct+music")]
    assert additions_section(summarise(rows), datasets, []).title == "Added sentences"


def test_distances_are_those_of_means() -> None:
    datasets = {
        "ai": {"plain": np.array([0.0, 0.0]), "dapt": np.zeros(2)},
        "music": {"plain": np.array([3.0, 4.0]), "dapt": np.ones(2)},
    }
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in distance_table(datasets, []).splitlines()
    ]
    assert lines[0] == ["encoder", "from", "ai", "music"]
    assert [line[1:] for line in lines[2:]] == [["ai", "–", "5.00"], ["music", "5.00", "–"]]
    published = distance_table(datasets, ["ai"]).splitlines()
    assert [cell.strip() for cell in published[-1].strip("|").split("|")] == [
        *("student report, section 4.5", "ai", "–", "150.6")
    ]
    assert len(published) == len(lines) + 1
    assert distance_table({"ai": datasets["ai"]}, ["ai"]) == ""
