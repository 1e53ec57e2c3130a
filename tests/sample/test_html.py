"""The sample as an HTML dump: what a server gave once, beside what the sources say."""

from __future__ import annotations

from sample.html.make import FILE, check, stored
from tests.support.paths import PROJECT
from wiki.dump.enterprise import Record, is_html_dump, read_lines, read_record
from wiki.dump.pages import read_siteinfo


def test_the_records_are_those_of_the_sources() -> None:
    """Where this fails, an article was changed: `sample/README.md` says how the file is made anew."""
    assert check() == []


def test_each_record_is_read() -> None:
    assert is_html_dump(str(FILE))
    site = read_siteinfo(str(FILE))
    assert (site.dbname, site.lang) == ("samplewiki", "en")
    found = [read_record(line, site) for line in read_lines(str(FILE), lambda _: None)]
    assert all(isinstance(each, Record) for each in found)
    assert len(found) == len(list((PROJECT / "sample" / "articles").rglob("*.wiki")))
    assert all(record["main_entity"]["identifier"].startswith("Q") for record in stored())
    assert sum(len(record["redirects"]) for record in stored()) > 400
    assert not any("\ue000" in record["article_body"]["html"] for record in stored())
