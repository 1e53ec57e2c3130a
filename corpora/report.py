"""The report of a build, from the manifests alone: what came in, what each step kept, and why the rest is not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from schemas.dataset import Manifest


class CorpusManifests(NamedTuple):
    """The two manifests of a corpus in one label set."""

    filtered: Manifest
    corpus: Manifest


def build_report(
    snapshot: str,
    sentences: Manifest,
    type_index: Manifest,
    typed: Manifest,
    corpora: Mapping[str, CorpusManifests],
    locations: Mapping[str, str],
) -> str:
    """The report in Markdown. `corpora` is keyed by label set; `locations` says where each dataset stands."""
    blocks = [
        f"# Build of {snapshot}",
        "## Where it is\n\n" + _bullets((name, f"`{place}`") for name, place in locations.items()),
        "## Dump to sentences\n\n" + _extraction(sentences),
        "## Types\n\n" + _types(type_index, typed),
    ]
    blocks += [_corpus(name, manifests) for name, manifests in corpora.items()]
    return "\n\n".join(blocks) + "\n"


def _extraction(manifest: Manifest) -> str:
    groups = [manifest.counts.get(name, {}) for name in ("pages", "sentences", "paragraphs", "rejected")]
    titles = ["Pages", "Sentences and anchors", "Paragraphs, by the way they were read", "Rejected pages"]
    return "\n\n".join(_counted(title, group) for title, group in zip(titles, groups, strict=True))


def _types(index: Manifest, typed: Manifest) -> str:
    anchors = typed.counts.get("anchors", {})
    total = sum(anchors.values())
    known = total - anchors.get("none", 0)
    lines = [
        f"{index.rows:,} titles have a DBpedia class. "
        f"{known:,} of {total:,} anchors ({_share(known, total)}) point to one of them.",
        _counted("Anchors, by how their type was found", anchors),
        _counted("Type index", index.counts.get("types", {})),
        _ranking("Ten commonest classes", ["class", "mentions"], _top(typed.counts.get("mentions", {}), 10)),
    ]
    return "\n\n".join(lines)


def _corpus(name: str, manifests: CorpusManifests) -> str:
    filtered, corpus = manifests
    sentences = filtered.counts.get("sentences", {})
    before, after = filtered.counts.get("mentions", {}), corpus.counts.get("mentions", {})
    kept, read = sentences.get("kept", 0), sum(sentences.values())
    rows = [
        (
            label,
            f"{number:,}",
            _share(number, sum(before.values())),
            f"{after.get(label, 0):,}",
            _share(after.get(label, 0), sum(after.values())),
        )
        for label, number in _top(before, 10)
    ]
    commonest_after = [(label, f"{number:,}", _share(number, sum(after.values()))) for label, number in _top(after, 10)]
    return "\n\n".join(
        [
            f"## Corpus with {name} categories",
            f"{kept:,} of {read:,} sentences pass the filters ({_share(kept, read)}); {corpus.rows:,} examples after "
            f"balancing with α = {corpus.provenance.parameters['alpha']}. {len(after):,} categories occur.",
            _counted("Sentences, by filter", sentences),
            _counted("Categories and mentions given up", filtered.counts.get("scarce", {})),
            _counted("Examples", corpus.counts.get("examples", {})),
            _ranking(
                "Ten commonest categories before balancing",
                ["category", "mentions before", "share", "after", "share"],
                rows,
            ),
            _ranking("Ten commonest categories after balancing", ["category", "mentions", "share"], commonest_after),
        ]
    )


def _top(counts: Mapping[str, int], number: int) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:number]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "0 %"


def _counted(title: str, counts: Mapping[str, int]) -> str:
    if not counts:
        return f"{title}: none."
    return f"{title}:\n\n" + _bullets((name, f"{number:,}") for name, number in _top(counts, len(counts)))


def _bullets(items: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- {name}: {value}" for name, value in items)


def _ranking(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in row)} |" for row in rows]
    return f"{title}:\n\n" + "\n".join(lines)
