"""Extraction in other languages, scored against MediaWiki's rendering, and the templates that vanish from sentences.

python -m benchmarks.extraction.languages --real ../shared
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.extraction.__main__ import load_scorer, read_pages
from schemas.records import Page, Paragraph
from wiki.dump.pages import read_siteinfo
from wiki.sentences.split import Splitter, sentencex_splitter, split_sentences
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext import paragraphs as reader
from wiki.wikitext.inline_templates import expander
from wiki.wikitext.marks import VOID
from wiki.wikitext.paragraphs import extract_paragraphs

BARS = {"tok_F": 0.998, "anc_F": 0.998, "exact": 0.98}
"""What the extraction reaches at least in each language, inline templates off."""
_FIRST_TAG = 0xF0000
_INVISIBLE = frozenset(("", "-", ",", "clr", "clear"))
_BOXES = (
    "infobox", "absatz", "anker", "siehe auch", "galerie", "mehrspaltige", "article", "note", "référence", "section",
    "autre", "prononciation", "divisione", "link audio", "clima", "vedi anche", "div col", "нет аи", "другие", "нп",
    "audio", "sfn", "соседние", "см. также", "要出典", "main", "see also", "bar box", "مفصلة", "وضح", "صندوق",
    "korrektúra", "német település", "col-", "yerleşim", "ayrıca", "weather", "failed", "articol",
)  # fmt: skip
"""Beginnings of the names of templates that show no word of a sentence: boxes, notes, references, sounds."""


class Holes(NamedTuple):
    """What is missing from the sentences of a wiki, with inline templates."""

    sentences: int
    with_hole: int
    templates: Counter[str]
    """The templates whose words are missing, by name."""


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
    """The sentences from which a word of a template is missing, inline templates on."""
    dump = folder / "wiki.xml.bz2"
    site = read_siteinfo(str(dump))
    split = sentencex_splitter(lang)
    sentences = with_hole = 0
    missing: Counter[str] = Counter()
    for page in read_pages(dump, site):
        for names in _names_in_sentences(page, site, split):
            visible = [name for name in names if not _is_invisible(name)]
            sentences += 1
            with_hole += bool(visible)
            missing.update(visible)
    return Holes(sentences, with_hole, missing)


def _paragraphs(page: Page, site: SiteInfo) -> list[Paragraph]:
    return extract_paragraphs(page.text, page.title, site, inline_templates=False).paragraphs


def _record(paragraph: Paragraph) -> dict[str, Any]:
    anchors = [{"start": each.start, "end": each.end, "target": each.target} for each in paragraph.anchors]
    return {"text": paragraph.text, "anchors": anchors}


def _names_in_sentences(page: Page, site: SiteInfo, split: Splitter) -> Iterator[list[str]]:
    """For each sentence, the names of the templates that vanished from it: a tag stands behind the mark of each."""
    vanished: list[str] = []
    expand = expander(site)

    def tagging(inner: str) -> str:
        text = expand(inner)
        if VOID not in text:
            return text
        vanished.append(inner.partition("|")[0].strip())
        return text + chr(_FIRST_TAG + len(vanished) - 1)

    original = reader.expander
    reader.expander = lambda *_, **__: tagging  # type: ignore[assignment]
    try:
        found = extract_paragraphs(page.text, page.title, site).paragraphs
    finally:
        reader.expander = original
    for paragraph in found:
        for sentence, _ in split_sentences(paragraph._replace(anchors=[]), split):
            if any(ord(character) < _FIRST_TAG and not character.isspace() for character in sentence):
                yield [vanished[ord(character) - _FIRST_TAG] for character in sentence if ord(character) >= _FIRST_TAG]


def _is_invisible(name: str) -> bool:
    lower = name.lower()
    return lower in _INVISIBLE or lower.startswith(_BOXES)


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
        missing = ", ".join(f"{name.partition(':')[0]} {count}" for name, count in found.templates.most_common(4))
        print(
            f"| {lang} | {paragraphs} | "
            + " | ".join(f"{scores[key]:.4f}" for key in BARS)
            + f" | {found.sentences} | {found.with_hole} | {found.with_hole / found.sentences:.2%} | {missing} |"
        )


if __name__ == "__main__":
    main()
