"""Builds below a root, and which of them are needed."""

from __future__ import annotations

from schemas.root.builds import find_builds
from tests.support.datasets import write_dataset

SENTENCES, REJECTS = "wiki-1/sentences/splitter=punkt", "wiki-1/rejects/step=sentences/splitter=punkt"
CORPUS = "wiki-1/filtered_sentences"


def build_twice(root: str) -> None:
    """Sentences and what was made of them, in two builds, of which the second is current, and of a third the first."""
    for first, second in (("00000001", "00000002"), ("0000000a", "0000000b")):
        write_dataset(root, SENTENCES, first, {}, rejects=REJECTS)
        write_dataset(root, CORPUS, second, {}, inputs=[first])


def states(root: str) -> dict[str, str]:
    return {f"{build.name} {build.digest}": build.state.value for build in find_builds(root)}
