"""The report of a build, from the manifests alone: what came in, what each step kept, and why the rest was left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from corpora.reports.places import places
from corpora.reports.profiles import ProfileCorpora, headings, markdown, side_by_side
from corpora.reports.types import type_report, types_doubt
from schemas.datasets.dataset import Manifest, ranked
from schemas.markdown import bullets, share, table

_IN_DETAIL = "315"
"""The label set whose categories NER-BERT's figures are of."""


def build_report(
    snapshot: str,
    sentences: Manifest,
    type_index: Manifest,
    profiles: Mapping[str, ProfileCorpora],
    datasets: Iterable[tuple[Manifest, str]],
    *,
    balanced_by: str,
    entity_categories: Mapping[str, str],
) -> str:
    """The report in Markdown.

    `profiles` has what is built of each profile. `balanced_by` is the label set that filters and balancing go by,
    `entity_categories` its label for each DBpedia class. `datasets` is all that the corpora are made of, each with its
    directory.
    """
    blocks = [
        f"# Build of {snapshot}",
        "`report.html` beside this file has the same with charts and examples; docs/reference/report.md explains every "
        "figure.",
        f"Profile{'s' * (len(profiles) > 1)}: {', '.join(profiles)}.",
        "## Datasets\n\n" + places(datasets),
        "## Dump to sentences\n\n" + _extraction(sentences),
    ]
    if len(profiles) > 1:
        tables = [markdown(each, 3) for each in side_by_side(profiles, balanced_by)]
        blocks += ["## Profiles side by side", *tables]
    endings = headings(profiles)
    for name, profile in profiles.items():
        blocks += _profile(endings[name], type_index, profile, balanced_by, entity_categories)
    return "\n\n".join(blocks) + "\n"


def _profile(
    ending: str, type_index: Manifest, profile: ProfileCorpora, balanced_by: str, entity_categories: Mapping[str, str]
) -> list[str]:
    typed, filtered = profile.typed, profile.filtered
    corpora = profile.corpora.items()
    blocks = [
        f"## Types{ending}\n\n" + _types(type_index, typed),
        f"## Filters{ending}\n\n" + _filters(filtered),
        *(_corpus(f"{name} categories{ending}", filtered, corpus, name == balanced_by) for name, corpus in corpora),
    ]
    if balanced_by == _IN_DETAIL and (balanced := profile.corpora.get(balanced_by)):
        types = type_report(typed, filtered, balanced, entity_categories)
        blocks.append(f"## Types in detail{ending}\n\n{types}")
    return blocks


def _extraction(manifest: Manifest) -> str:
    groups = {
        "pages": "Pages",
        "sentences": "Sentences and anchors",
        "problems": "Places of the text that could not be rendered faithfully",
        "sentences with problems": "Sentences with such places",
        "paragraphs": "Paragraphs, by the way they were read",
        "rejected": "Rejected pages",
    }
    return "\n\n".join(_counted(title, manifest.counts.get(name, {})) for name, title in groups.items())


def _types(index: Manifest, typed: Manifest) -> str:
    anchors = typed.counts.get("anchors", {})
    total = sum(anchors.values())
    known = total - anchors.get("none", 0)
    articles = index.counts.get("titles by number of redirects", {}).get("0", index.rows)
    unknown = ranked(index.counts.get("classes the ontology does not have", {}))[:10]
    lines = [
        f"{index.rows:,} titles have a DBpedia class: {articles:,} articles and {index.rows - articles:,} redirects to "
        f"them. {known:,} of {total:,} anchors ({share(known, total)}) point to one of them.",
        *([f"**{doubt}.**"] if (doubt := types_doubt(typed)) else []),
        _counted("Anchors, by how their type was found (none: no class, the mention is ENTITY)", anchors),
        _counted("Lines and titles of the files of types, before redirects", index.counts.get("types", {})),
        *([_ranking("Commonest classes that the ontology does not have", ["class", "types"], unknown)] * bool(unknown)),
        _ranking("Ten commonest classes", ["class", "mentions"], ranked(typed.counts.get("mentions", {}))[:10]),
    ]
    return "\n\n".join(lines)


def _filters(manifest: Manifest) -> str:
    sentences, scarce = manifest.counts.get("sentences", {}), manifest.counts.get("scarce", {})
    kept, read = sentences.get("kept", 0), sum(sentences.values())
    return "\n\n".join(
        [
            f"{kept:,} of {read:,} sentences with mentions pass the filters ({share(kept, read)}). "
            f"{len(scarce):,} scarce categories with {sum(scarce.values()):,} mentions were given up.",
            _counted("Sentences", sentences),
        ]
    )


def _corpus(title: str, filtered: Manifest, corpus: Manifest, decides: bool) -> str:
    """The section about a corpus; `decides` says that filters and balancing go by its categories."""
    after = corpus.counts.get("mentions", {})
    blocks = [
        f"## Corpus with {title}",
        *([_own_filters(corpus)] if _is_of_others(corpus, filtered) else []),
        f"{corpus.rows:,} examples after balancing with α = {corpus.provenance.parameters['alpha']}; "
        f"{len(after):,} categories occur.",
        _counted("Examples", corpus.counts.get("examples", {})),
        _counted("Tokens", corpus.counts.get("tokens", {})),
    ]
    if decides:
        before = filtered.counts.get("mentions", {})
        blocks.append(_ranking("Ten commonest categories before balancing", _BEFORE, _compare(before, after)))
    commonest = [(label, number, share(number, sum(after.values()))) for label, number in ranked(after)[:10]]
    blocks.append(_ranking("Ten commonest categories after balancing", ["category", "mentions", "share"], commonest))
    return "\n\n".join(blocks)


def _is_of_others(corpus: Manifest, filtered: Manifest) -> bool:
    """Whether a corpus was made of other filtered sentences than these, as those of labels of one's own are."""
    made_of = {source.identity for source in corpus.provenance.inputs if source.name == filtered.dataset}
    return bool(made_of - {filtered.provenance.identity})


def _own_filters(corpus: Manifest) -> str:
    return f"{sum(corpus.counts.get('sentences', {}).values()):,} sentences pass the filters by its own categories."


_BEFORE = ["category", "mentions before", "share", "mentions after", "share"]


def _compare(before: Mapping[str, int], after: Mapping[str, int]) -> list[tuple[object, ...]]:
    total_before, total_after = sum(before.values()), sum(after.values())
    return [
        (label, number, share(number, total_before), after.get(label, 0), share(after.get(label, 0), total_after))
        for label, number in ranked(before)[:10]
    ]


def _counted(title: str, counts: Mapping[str, int]) -> str:
    if not counts:
        return f"{title}: none."
    return f"{title}:\n\n" + bullets(f"{name}: {number:,}" for name, number in ranked(counts))


def _ranking(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return f"{title}:\n\n{table(head, rows)}"
