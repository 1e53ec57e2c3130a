from __future__ import annotations

import pytest

from sample.generator.dbpedia_triples import resource


@pytest.mark.parametrize(
    ("title", "iri"),
    [
        ("Gdańsk Shipyard", "http://dbpedia.org/resource/Gdańsk_Shipyard"),
        ('"Heroes" (album)', "http://dbpedia.org/resource/%22Heroes%22_(album)"),
        ("Who's Afraid?", "http://dbpedia.org/resource/Who's_Afraid%3F"),
    ],
)
def test_resource(title: str, iri: str) -> None:
    assert resource(title) == f"<{iri}>"
