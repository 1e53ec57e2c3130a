"""Extraction in other languages, scored against MediaWiki's rendering, and the sentences that lack words.

python -m benchmarks.extraction.languages --real ../shared
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.extraction.__main__ import load_scorer, read_pages
from schemas.records import Page, Paragraph
from wiki.dump.pages import read_siteinfo
from wiki.sentences.split import sentencex_splitter, split_sentences
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.paragraphs import extract_paragraphs

BARS = {"tok_F": 0.998, "anc_F": 0.998, "exact": 0.98}
"""What the extraction reaches at least in each language, inline templates off."""


class Holes(NamedTuple):
    """What is missing from the sentences of a wiki, with inline templates."""

    sentences: int
    with_hole: int
    codes: Counter[str]
    """The places where something is missing, by the code of the problem."""


def wikis(real: Path) -> dict[str, Path]:
    """The folder of each wiki that is there, by language."""
    return {path.parent.name: path.parent for path in sorted((real / "languages").glob("*/wiki.xml.bz2"))}


def score(folder: Path, scorer: Any) -> dict[str, float]:
    """The scores of the extraction of a wiki without inline templates, by the names of `score.py`."""
    dump = folder / "wiki.xml.bz2"
    site = read_siteinfo(str(dump))
    extracted = {
        page.title: {"paragraphs": [_record(each) for each in _paragraphs(page, site)]}
        for page in read_pages(dump, site)
    }
    result: dict[str, float] = scorer.score(scorer.load(folder / "truth.jsonl.gz"), extracted)
    return result


def holes(folder: Path, lang: str) -> Holes:
    """The sentences in which something is missing, as the extraction itself says, inline templates on."""
    dump = folder / "wiki.xml.bz2"
    site = read_siteinfo(str(dump))
    split = sentencex_splitter(lang)
    sentences = with_hole = 0
    codes: Counter[str] = Counter()
    for page in read_pages(dump, site):
        for paragraph in extract_paragraphs(page.text, page.title, site).paragraphs:
            for sentence in split_sentences(paragraph, split):
                sentences += 1
                with_hole += bool(sentence.problems)
                codes.update(problem.code for problem in sentence.problems)
    return Holes(sentences, with_hole, codes)


def _paragraphs(page: Page, site: SiteInfo) -> list[Paragraph]:
    return extract_paragraphs(page.text, page.title, site, inline_templates=False).paragraphs


def _record(paragraph: Paragraph) -> dict[str, Any]:
    anchors = [{"start": each.start, "end": each.end, "target": each.target} for each in paragraph.anchors]
    return {"text": paragraph.text, "anchors": anchors}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.extraction.languages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--real", required=True, help="folder with `real` (score.py) and `languages`")
    real = Path(parser.parse_args().real)
    scorer = load_scorer(real / "real")
    print("| language | paragraphs | token F1 | anchor F1 | exact | sentences | with a hole | share | missing |")
    print("|---" * 9 + "|")
    for lang, folder in wikis(real).items():
        scores, found = score(folder, scorer), holes(folder, lang)
        paragraphs = sum(len(each["paragraphs"]) for each in scorer.load(folder / "truth.jsonl.gz").values())
        missing = ", ".join(f"{code} {count}" for code, count in found.codes.most_common())
        print(
            f"| {lang} | {paragraphs} | "
            + " | ".join(f"{scores[key]:.4f}" for key in BARS)
            + f" | {found.sentences} | {found.with_hole} | {found.with_hole / found.sentences:.2%} | {missing} |"
        )


if __name__ == "__main__":
    main()
