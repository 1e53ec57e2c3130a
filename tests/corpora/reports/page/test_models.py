from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

from corpora.reports.page.build import Evaluation
from corpora.reports.page.models import scores
from schemas.catalog.training import EVALUATION
from schemas.datasets.shards import Shard
from tests.support.dapt_data import run_step
from tests.support.paths import PROJECT
from tests.support.report_page import draw


def test_every_picture_of_an_evaluation_says_what_it_shows(tmp_path: Path) -> None:
    reference = (PROJECT / "docs" / "reference" / "report.md").read_text(encoding="utf-8")
    names = [name.replace("<target>", "größe") for name in re.findall(r"`(\S+-<target>\.svg)`", reference)]

    def process(_: Any, shard: Shard) -> None:
        for name in names:
            shard.attach(EVALUATION.name, f"_report/{name}", partial(draw, content="<svg>"))

    run_step(EVALUATION.name, tmp_path, process, [None])
    view, _ = scores(Evaluation(str(tmp_path / EVALUATION.name), "evaluation_report"))
    assert {name: caption for name, caption, _ in view["pictures"]} == {
        "few-shot-größe.svg": "F1 on größe by the number of target sentences",
        "share-of-the-corpus-größe.svg": "F1 on größe by the share of the corpus that the encoder was trained on",
        "size-of-the-label-embedding-größe.svg": "F1 on größe by the size of LANER's label embedding",
        "share-of-added-sentences-größe.svg": "F1 on größe by the share of the sentences that are added",
        "tags-größe.svg": "Tags of größe and what the best model takes them for, in percent",
        "confusion-größe.svg": "Types of größe and what the best model takes them for, in percent",
        "representations-größe.svg": "Entities of größe as the encoders represent them before fine-tuning (t-SNE)",
    }
