"""Small datasets that the steps of types read."""

from __future__ import annotations

from pathlib import Path

from tests.support.dapt_data import write_dataset


def sentences(root: Path, targets: list[list[str]]) -> str:
    """Location of `sentences` with an anchor for each target of each sentence."""
    rows = [
        {
            **dict.fromkeys(("page_id", "rev_id", "paragraph", "sentence"), 1),
            **dict.fromkeys(("title", "section", "text"), ""),
            "anchors": [{"start": 0, "end": 1, "target": target} for target in each],
        }
        for each in targets
    ]
    return write_dataset(root, "sentences", [rows])


def redirects(root: Path, pairs: dict[str, str], name: str = "redirects") -> str:
    """Location of a dataset of redirects, from title to target."""
    return write_dataset(root, name, [[{"page_id": 1, "title": title, "target": to} for title, to in pairs.items()]])
