"""Wikidata ids of a live wiki, by the build itself: an API on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.build import build, manifest, rows, settings
from tests.support.fake_api import Query, Reply, fake_api, good


def wiki(query: Query, _number: int) -> Reply:
    """A wiki in which Merkel redirects to Angela Merkel, whose item it has."""
    titles = ["Angela Merkel" if title == "Merkel" else title for title in query["titles"].split("|")]
    pages: list[dict[str, Any]] = [
        {"ns": 0, "title": title, "pageid": 7, "pageprops": {"wikibase_item": "Q567"}}
        if title == "Angela Merkel"
        else {"ns": 0, "title": title, "missing": True}
        for title in dict.fromkeys(titles)
    ]
    steps = [{"from": "Merkel", "to": "Angela Merkel"}] if "Merkel" in query["titles"].split("|") else []
    return good({"batchcomplete": True, "query": {"redirects": steps, "pages": pages}})


def test_the_items_of_a_live_wiki_are_those_of_the_targets(tmp_path: Path) -> None:
    with fake_api() as server:
        server.reply = wiki
        config = settings(
            tmp_path,
            "[TypeIndex]\nwikidata_ids = api\n[Sentences]\nsplitter = sentencex\n"
            f"[WikidataApi]\nendpoint = {server.endpoint}\ncontact = me@example.org\ncache = {tmp_path}/api.sqlite\n",
        )
        status, output = build(tmp_path, config, "TypedSentences")
        assert status == 0, output
        asked = [title for request in server.requests for title in request.query["titles"].split("|")]
    assert max(len(request.query["titles"].split("|")) for request in server.requests) == 50
    links = {a["target"] for row in rows(tmp_path, "sentences/splitter=sentencex") for a in row["anchors"]}
    assert sorted(asked) == sorted(links)
    assert "Angela Merkel" in links
    found = {m["target"]: m["qid"] for row in rows(tmp_path, "typed_sentences/profile=paper") for m in row["mentions"]}
    assert {target for target, qid in found.items() if qid} == links & {
        "Angela Merkel",
        "Merkel",
        "Angela Dorothea Kasner",
    }
    counts = manifest(tmp_path, "typed_sentences/profile=paper").counts["Wikidata items"]
    assert counts["mentions with"] > 0 and counts["mentions without"] > counts["mentions with"]
