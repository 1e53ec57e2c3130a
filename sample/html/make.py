"""Writes the sample wiki as an HTML dump, in the form of Wikimedia Enterprise's: records with the HTML of each article.

    python -m sample.html.make http://127.0.0.1:8181

The HTML is that of a real MediaWiki which has the sample's dump and `templates.xml` imported, so that its templates are
defined; its own parser, Parsoid, answers at `/w/rest.php/v1/page/TITLE/html`. Everything else in a record is the
sample's. `check` needs no server: it says in what the records are not those of the sources.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
import tarfile
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sample.generator.pages import Page, pages_of
from sample.generator.snapshot import DATE, TIMESTAMP, WIKI
from sample.generator.sources import read_sample

HERE = Path(__file__).resolve().parent
FILE = HERE / f"{WIKI}-NS0-{DATE}-ENTERPRISE-HTML.json.tar.gz"
_MEMBERS = 2


def record_of(page: Page, redirects: Mapping[str, list[str]]) -> dict[str, Any]:
    """The record of an article, without its HTML."""
    record = {
        "name": page.title,
        "identifier": page.page_id,
        "date_modified": TIMESTAMP,
        "version": {"identifier": page.rev_id},
        "url": address(page.title),
        "namespace": {"name": "Article", "identifier": 0},
        "in_language": {"name": "English", "identifier": "en"},
        "is_part_of": {"name": "Wikipedia", "identifier": WIKI},
        "redirects": [{"name": name, "url": address(name)} for name in redirects.get(page.title, [])],
        "article_body": {"wikitext": page.text},
    }
    if page.item:
        record["main_entity"] = {"identifier": page.item, "url": f"https://www.wikidata.org/entity/{page.item}"}
    return record


def address(title: str) -> str:
    """Where a page of the wiki would be."""
    return f"https://sample.wikipedia.org/wiki/{urllib.parse.quote(title.replace(' ', '_'))}"


def records() -> list[dict[str, Any]]:
    """The records of the sample's articles, without their HTML, by page id."""
    pages = pages_of(read_sample(HERE.parent))
    redirects: dict[str, list[str]] = {}
    for page in pages:
        if page.redirect is not None and page.namespace == 0:
            redirects.setdefault(page.redirect.partition("#")[0], []).append(page.title)
    articles = (page for page in pages if page.namespace == 0 and page.redirect is None and page.text is not None)
    return [record_of(page, redirects) for page in articles if page.model == "wikitext"]


def stored() -> Iterator[dict[str, Any]]:
    """The records of the file."""
    with tarfile.open(FILE) as archive:
        for member in archive:
            content = archive.extractfile(member)
            assert content is not None
            yield from map(json.loads, content)


def check() -> list[str]:
    """Titles of the articles whose record is not what the sources give; the HTML is not looked at."""
    found = {record["name"]: record for record in stored()}
    for record in found.values():
        del record["article_body"]["html"]
    wanted = {record["name"]: record for record in records()}
    return sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))


def main() -> int:
    server = sys.argv[1].rstrip("/")
    lines = []
    for record in records():
        title = urllib.parse.quote(record["name"].replace(" ", "_"), safe="")
        with urllib.request.urlopen(f"{server}/w/rest.php/v1/page/{title}/html?emptytemplates=1") as answer:
            html = answer.read().decode()
        # What `emptytemplates` puts in the place of a template that is not there.
        html = html.replace("\ue000", "")
        record["article_body"]["html"] = html.replace(server, "https://sample.wikipedia.org")
        lines.append(json.dumps(record, ensure_ascii=False).encode() + b"\n")
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for number in range(_MEMBERS):
            content = b"".join(lines[number::_MEMBERS])
            member = tarfile.TarInfo(f"{WIKI}_namespace_0_{number}.ndjson")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    FILE.write_bytes(gzip.compress(made.getvalue(), mtime=0))
    print(f"{len(lines)} records, {FILE.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
