"""Paragraphs of real articles, for tests that are skipped where these are not at hand."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from schemas.records import Anchor, Paragraph


def real_paragraphs(real: Path) -> Iterator[Paragraph]:
    """The body paragraphs of the real articles, as MediaWiki renders them."""
    with gzip.open(real / "truth.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            for paragraph in json.loads(line)["paragraphs"]:
                yield Paragraph("", paragraph["text"], [Anchor(**anchor) for anchor in paragraph["anchors"]])
