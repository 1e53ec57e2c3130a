"""The domains' pages by the Action API of a real MediaWiki and by its SQL tables, each by the build itself."""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path

import pytest

from tests.support.build import build, datasets, manifest, rows, settings

pytestmark = pytest.mark.servers

DOMAIN = """
name = "music"
roots = ["Music"]
depth = 3
max_pages = 1000
exclude = []
specialised = ["band"]

[labels]
band = ["Band"]
"""


@pytest.fixture(scope="module")
def mediawiki() -> dict[str, str]:
    if "MEDIAWIKI_API" not in os.environ:
        pytest.skip('no MediaWiki: `settings=$(.ci/servers) && eval "$settings"` starts one')
    return {name: os.environ[f"MEDIAWIKI_{name}"] for name in ("API", "TABLES")}


def pages(root: Path) -> list[tuple[object, ...]]:
    found = rows(root, "domain_pages/domain=music")
    return [(row["page_id"], row["title"], row["depth"], row["via"]) for row in found]


def of_the_sample(table: Path, folder: Path) -> Path:
    """The table as one of the sample's wiki, whose pages the server has in databases of other names."""
    content = gzip.decompress(table.read_bytes())
    written, times = re.subn(rb"Database: enwiki\w*", b"Database: samplewiki", content, count=1)
    assert times == 1
    copy = folder / table.name
    copy.write_bytes(gzip.compress(written))
    return copy


def test_both_sources_give_the_same_pages(tmp_path: Path, mediawiki: dict[str, str]) -> None:
    (tmp_path / "domains").mkdir()
    (tmp_path / "domains" / "music.toml").write_text(DOMAIN)
    domains = f"[BuildDomains]\ndomains = music\ndirectory = {tmp_path / 'domains'}\n"
    api = f"[CategoryApi]\nendpoint = {mediawiki['API']}\ncontact = tests@example.org\ncache = {tmp_path}/api.sqlite\n"
    prefix = f"{mediawiki['TABLES']}/2025/enwiki-20990101"
    tables = "[CategoryEdges]\n" + "".join(
        f"{name}_table = {of_the_sample(Path(f'{prefix}-{name}.sql.gz'), tmp_path)}\n"
        for name in ("page", "categorylinks", "linktarget", "page_props")
    )
    for root, text in ((tmp_path / "api", f"{domains}source = api\n{api}"), (tmp_path / "tables", domains + tables)):
        status, output = build(root, settings(root, text), "DomainPages", "--domain", "music")
        assert status == 0, output
    assert pages(tmp_path / "api") == pages(tmp_path / "tables")
    assert len(pages(tmp_path / "api")) > 30
    assert manifest(tmp_path / "api", "category_edges").counts["requests"]["requests"] > 10
    assert len(datasets(tmp_path / "api")) == 4
