"""The report on the domains' corpora, as CrossNER (Liu et al., 2021) reports on its own: tables 1 and 3.

The overlap of the vocabularies is in its appendix; figure 1 is that of the NER datasets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from corpora.levels import LEVELS
from corpora.reports.places import places
from corpora.reports.profiles import ProfileDomains, domains_side_by_side, headings, markdown
from schemas.datasets.dataset import Manifest, ranked
from schemas.markdown import table
from schemas.vocabulary import overlap_table

PUBLISHED_SHARES = {
    "politics": (0.37, 0.09, 0.56),
    "natural_science": (0.36, 0.04, 0.44),
    "music": (0.49, 0.13, 0.76),
    "literature": (0.49, 0.08, 0.65),
    "ai": (0.52, 0.04, 0.60),
}
"""Tokens of the entity, task and integrated level as shares of the domain level: CrossNER, table 3."""

_SHOWN = 8
"""Classes of a domain's specialised mentions that are listed."""


def build_dapt_report(
    snapshot: str, profiles: Mapping[str, ProfileDomains], datasets: Iterable[tuple[Manifest, str]]
) -> str:
    """The report in Markdown; `datasets` is all that it is about, each with its directory."""
    blocks = [f"# Domains of {snapshot}", "## Datasets\n\n" + places(datasets)]
    if len(profiles) > 1:
        blocks += ["## Profiles side by side", *(markdown(each, 3) for each in domains_side_by_side(profiles))]
    endings = headings(profiles)
    for name, domains in profiles.items():
        blocks += _profile(endings[name], domains)
    return "\n\n".join(blocks) + "\n"


def _profile(ending: str, domains: ProfileDomains) -> list[str]:
    parameters = domains.corpus.provenance.parameters
    return [
        f"## Domain level{ending}\n\n" + _sizes(domains.corpus, domains.pages),
        f"## Levels{ending}\n\nTokens, copies counted, with their share of the domain level; in brackets that of "
        f"CrossNER's table 3. An entity-level sentence has {entity_level(parameters)}; entities are found by "
        f"{parameters['entities']}.\n\n" + _levels(domains.corpus, domains.pages),
        f"## Entities{ending}\n\n" + _entities(domains.corpus, domains.pages),
        f"## Vocabulary{ending}\n\nShare of their most frequent words without stop words that two domains have in "
        "common; where one of them has fewer words, of as many words of both.\n\n"
        + overlap_table("domain", {name: domains.vocabulary.get(name, ()) for name in domains.pages}),
    ]


def entity_level(parameters: Mapping[str, Any]) -> str:
    """What a sentence of the entity level has, by the parameters of `dapt_corpus`."""
    typical = " of classes that are typical of the domain" if parameters.get("selection") == "scored" else ""
    return f"at least {parameters['min_entities']} entities{typical}"


def _sizes(dapt: Manifest, domain_pages: Mapping[str, Manifest]) -> str:
    head = ["domain", "pages of the crawl", "pages with sentences", "paragraphs", "sentences", "tokens"]
    rows = []
    for name, pages in domain_pages.items():
        counted = [_count(dapt, group, f"{name}/domain") for group in ("pages", "paragraphs", "sentences", "tokens")]
        rows.append([name, f"{pages.rows:,}", *(f"{number:,}" for number in counted)])
    return table(head, rows)


def _levels(dapt: Manifest, names: Iterable[str]) -> str:
    rows = []
    for name in names:
        tokens = [_count(dapt, "tokens", f"{name}/{level}") for level in LEVELS]
        published = PUBLISHED_SHARES.get(name, (None,) * (len(LEVELS) - 1))
        cells = [
            f"{number:,} ({_share(number, tokens[0])})" + (f" [{share:.2f}]" if share else "")
            for number, share in zip(tokens, (None, *published), strict=True)
        ]
        rows.append([name, *cells])
    return table(["domain", *LEVELS], rows)


def _entities(dapt: Manifest, names: Iterable[str]) -> str:
    rows = []
    for name in names:
        mentions, others = (_count(dapt, "entities", f"{name}: {source}") for source in ("mentions", "gazetteer"))
        classes = dapt.counts.get(f"specialised mentions of {name}", {})
        named = ", ".join(f"{cls} {number:,}" for cls, number in ranked(classes)[:_SHOWN]) or "none"
        rows.append([name, f"{mentions:,}", f"{others:,}", f"{sum(classes.values()):,}", named])
    return table(["domain", "typed mentions", "by gazetteer", "specialised", "their commonest classes"], rows, names=5)


def _count(manifest: Manifest, group: str, key: str) -> int:
    return manifest.counts.get(group, {}).get(key, 0)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f}" if whole else "–"
