"""The sample from its HTML dump, by the build itself, beside the sample from its wikitext and tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.build import build, datasets, manifest, rows, settings
from tests.support.paths import PROJECT

pytestmark = pytest.mark.builds

HTML = PROJECT / "sample" / "html" / "samplewiki-NS0-20260901-ENTERPRISE-HTML.json.tar.gz"
SETTINGS = "[Sentences]\nsplitter = sentencex\n[Build]\nmax_reject_share = 0\n"
TYPED = "typed_sentences/profile=paper"


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build that has nothing of Wikipedia but the HTML dump."""
    root = tmp_path_factory.mktemp("html")
    text = f"[Wikipedia]\npages = {HTML}\npage_table =\nredirect_table =\n[TypeIndex]\nwikidata_ids = dump\n"
    status, output = build(root, settings(root, text + SETTINGS), "TypedSentences", workers=2)
    assert status == 0, output
    return root


@pytest.fixture(scope="module")
def wikitext(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("wikitext")
    tables = PROJECT / "sample" / "wiki" / "samplewiki-20260901-page_props.sql.gz"
    text = f"[TypeIndex]\nwikidata_ids = tables\n[WikidataIds]\npage_props_table = {tables}\n"
    status, output = build(root, settings(root, text + SETTINGS.replace("= 0\n", "= 0.05\n")), "TypedSentences")
    assert status == 0, output
    return root


def sentences(root: Path) -> dict[tuple[int, str], list[dict[str, Any]]]:
    return {(row["page_id"], row["text"]): row["mentions"] for row in rows(root, TYPED)}


def test_one_file_stands_for_the_dump_the_redirects_and_the_items(html: Path) -> None:
    assert set(datasets(html)) >= {"html_pages", "wikidata_ids", "type_index", "sentences/splitter=sentencex", TYPED}
    assert manifest(html, "html_pages").rows == 202
    counts = manifest(html, "sentences/splitter=sentencex").counts["pages"]
    assert (counts["article"], counts["redirect"]) == (202, 420)
    found = [mention for mentions in sentences(html).values() for mention in mentions]
    assert any(mention["source"] == "redirect" for mention in found)
    assert sum(mention["qid"] is not None for mention in found) > 700


def test_the_typed_corpus_is_that_of_the_wikitext(html: Path, wikitext: Path) -> None:
    """Sentences differ by what templates show: conversions, pronunciation, names before marriage, quotations. Within a
    sentence two things differ: the names of languages are links, as the template `lang-fr` makes them, and a redirect
    to a redirect, which no record names, has no item.
    """
    one, other = sentences(html), sentences(wikitext)
    both = one.keys() & other.keys()
    assert len(both) > 0.95 * max(len(one), len(other))
    for key in both:
        found, expected = ({mention["start"]: mention for mention in each[key]} for each in (one, other))
        for start in found.keys() - expected.keys():
            assert found[start]["target"].endswith(" language") or found[start]["target"] == "Pinyin"
        for start, mention in expected.items():
            known = found[start] if mention["redirects"] < 2 else {**found[start], "qid": mention["qid"]}
            assert known == mention
