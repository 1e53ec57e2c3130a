"""Looking one thing up, where the project looks up many at once."""

from __future__ import annotations

from corpora.gazetteer.search import Gazetteer
from dbpedia.ontology import UNTYPED
from dbpedia.title_index import TitleIndex


def find_title(index: TitleIndex, title: str) -> tuple[str, int] | None:
    """Class of one canonical title and the number of redirects on the way, or None."""
    class_ids, redirects, _ = index.lookup([title])
    return None if class_ids[0] == UNTYPED else (index.classes[class_ids[0]], int(redirects[0]))


def find_surface(gazetteer: Gazetteer, surface: str) -> str | None:
    """Class of one surface, or None."""
    number = gazetteer.trie.get(surface)
    return None if number is None else gazetteer.classes[gazetteer.class_ids[number]]
