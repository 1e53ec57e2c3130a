"""Sentences to annotate, some of them hard on the formats of annotation tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import strategies as st

from corpora.annotation.records import Link, Sentence, Span
from corpora.tokens import tokenize
from schemas.catalog.corpora import GUIDELINES, PRE_ANNOTATIONS
from schemas.datasets.dataset import MANIFEST, Manifest, Part, Wiki
from schemas.files.storage import write_json
from tests.support.dapt_data import PROVENANCE

LABELS = ("location", "person", "musical-work")
_WORDS = [
    *(
        "Ann",
        "Lee,",
        "lives",
        "in",
        "Rome.",
        "pre-war",
        "New York",
        "𝔘lm",
        "🎉",
        "e\u0301te\u0301",
        "東京",
        "-DOCSTART-",
    ),
    *("#", '"', "\u2028", "\x85", "\n", "\t", " ", "don't", "<b>", "&amp;"),
]


def sentence(
    marked: str, identity: str = "12-0-3", source: str = "anchor", annotators: Sequence[str] = ("ann", "bob")
) -> Sentence:
    """The sentence in which spans stand as `[surface|label]` and links without one as `[surface]`."""
    text = ""
    spans, links = [], []
    for piece in marked.split("["):
        inner, closed, rest = piece.partition("]")
        if not closed:
            text += piece
            continue
        surface, _, label = inner.partition("|")
        start, end = len(text), len(text) + len(surface)
        text += surface + rest
        links.append(Link(start, end, surface.title()))
        if label:
            spans.append(Span(start, end, label, source))
    return Sentence(identity, text, tuple(spans), tuple(links), int(identity.split("-")[0]), "Page", tuple(annotators))


SENTENCES = [
    sentence("[Ann Lee|person] lives in [Rome] ."),
    sentence("  [Ann  Lee|person]  left\u00a0[New York|location]\u2003early .  ", "12-0-4"),
    sentence("pre-[war|musical-work]time and [New |location][York|person] touch", "13-0-0", "propagated"),
    sentence("🎉🎉 [𝔘lm|location] and [🎉] end [𝔘|person]", "14-2-0"),
    sentence(
        "-DOCSTART- is\u2028how [CoNLL|musical-work]\x85begins\na <b>&amp;\t# [file]", "15-0-1", annotators=("bob",)
    ),
    sentence("Nothing here", "16-0-0", annotators=()),
    sentence("", "17-0-0"),
]
"""Sentences with suggestions and links: several spaces, halves of words, characters beyond U+FFFF, ends of lines."""


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    """Sentences with spans and links that are whole tokens, spans in order and apart."""
    text = "".join(draw(st.lists(st.sampled_from(_WORDS).map(lambda word: word + " "), max_size=8)))
    tokens = tokenize(text, "en")
    spans, links = [], []
    number = 0
    while number < len(tokens):
        last = min(number + draw(st.integers(0, 1)), len(tokens) - 1)
        start, end = tokens[number][0], tokens[last][1]
        kind = draw(st.sampled_from(["", "span", "link", "both"]))
        if kind in ("span", "both"):
            source = draw(st.sampled_from(["anchor", "propagated", ""]))
            spans.append(Span(start, end, draw(st.sampled_from(LABELS)), source))
        if kind in ("link", "both"):
            links.append(Link(start, end, "Target 🎉"))
        number = last + 1
    page = draw(st.integers(0, 99))
    return Sentence(f"{page}-0-{len(text)}", text, tuple(spans), tuple(links), page, 'A "title"', ("ann",))


def pre_annotations(root: Path, sentences: Sequence[Sentence], domain: str = "music", lang: str = "en") -> str:
    """Location of a dataset `pre_annotations` with these sentences, of this language, and the labels of this module."""
    rows = [
        {
            **asdict(each),
            **dict(zip(("paragraph", "sentence"), map(int, each.id.split("-")[1:]), strict=True)),
            "rev_id": 7,
        }
        for each in sentences
    ]
    root.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows, PRE_ANNOTATIONS.schema), root / "part-00000.parquet")
    (root / GUIDELINES).write_text("# Guidelines\n")
    annotators = sorted({name for each in sentences for name in each.annotators})
    parameters = {"domain": domain, "labels": [[label, []] for label in LABELS], "annotators": annotators}
    provenance = replace(PROVENANCE, parameters=parameters, wiki=Wiki(f"{lang}wiki", lang, ""))
    parts = [Part("part-00000.parquet", len(rows), (root / "part-00000.parquet").stat().st_size, "")]
    parts.append(Part(GUIDELINES, 0, (root / GUIDELINES).stat().st_size, ""))
    manifest = Manifest("pre_annotations", provenance, "", len(rows), 0, len(rows), 0, {}, parts)
    write_json(str(root / MANIFEST), asdict(manifest))
    return str(root)
