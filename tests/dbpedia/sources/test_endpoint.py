"""How an endpoint is told, and how it is asked for a title."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dbpedia.sources.endpoint import Endpoint, resource_iri
from dbpedia.sources.triples import resource_title
from schemas.errors import InputError
from schemas.sources.titles import canonical_title
from tests.support.fake_endpoint import (
    PREFIX,
)


@pytest.mark.parametrize(
    ("title", "iri"),
    [
        ("Ranma ½", "Ranma_½"),
        ("Who? What", "Who%3F_What"),
        ("100% (song)", "100%25_(song)"),
        ("AC/DC", "AC/DC"),
        ('O\'Neil & "Co"', "O'Neil_&_%22Co%22"),
        ("C:\\>", "C:%5C%3E"),
        ("A`b^c|d{e}", "A%60b%5Ec%7Cd%7Be%7D"),
        ("東京", "東京"),
        ("😀", "😀"),
        ("A+b*c", "A+b*c"),
    ],
)
def test_iris_as_dbpedia_writes_them(title: str, iri: str) -> None:
    assert resource_iri(title, PREFIX) == PREFIX + iri


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=30))
def test_an_iri_keeps_to_the_grammar_and_names_its_title(text: str) -> None:
    title = canonical_title(text)
    iri = resource_iri(title, PREFIX)
    assert re.fullmatch(r"[^<>\"{}|^`\\\x00-\x20]*", iri)
    if not re.search("__|[\x00-\x1f\x7f\ufffd]", title.replace(" ", "_")):
        assert resource_title(iri) == title


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"url": "dbpedia.org/sparql"}, r"endpoint = 'dbpedia.org/sparql' in \[SparqlTypes\]: give an address"),
        ({"iri_prefix": "http://x/<"}, r"iri_prefix = 'http://x/<' in"),
        ({"contact": " "}, r"contact in \[SparqlTypes\] is empty"),
    ],
)
def test_settings_that_cannot_be_used(change: dict[str, str], message: str) -> None:
    settings = {"url": "http://x/sparql", "graph": "", "iri_prefix": PREFIX, "contact": "me"}
    with pytest.raises(InputError, match=message):
        Endpoint(**{**settings, **change})
