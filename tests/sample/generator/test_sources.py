from __future__ import annotations

import re
from pathlib import Path

import pytest

from sample.generator.sources import Source, SourceError, read_pairs, read_source, read_table


def test_a_source_has_its_header_and_text(tmp_path: Path) -> None:
    path = tmp_path / "x.wiki"
    path.write_text("title: Ulm\nclass: City\nredirects: Ulm, Germany; Ulma ;\n\n''Ulm'' is a city.\n\nIt is old.\n")
    source = read_source(path, tmp_path)
    header = {"title": "Ulm", "class": "City", "redirects": "Ulm, Germany; Ulma ;"}
    assert source == Source("x.wiki", header, "''Ulm'' is a city.\n\nIt is old.")
    assert (source.title, source.dbpedia_class, source.is_deleted) == ("Ulm", "City", False)
    assert (source.values("redirects"), source.values("categories")) == (["Ulm, Germany", "Ulma"], [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("title: Ulm\nclass\n\nText.", "x.wiki: 'class' in the header is not `key: value`"),
        ("title: Ulm\nklass: City\n\nText.", "x.wiki: the header has unknown keys ['klass']; the known ones are ["),
        ("class: City\n\nText.", "x.wiki: needs a title, a blank line and text"),
        ("title: Ulm", "x.wiki: needs a title, a blank line and text"),
        ("title: ulm\n\nText.", "x.wiki: write the title as 'Ulm'"),
    ],
)
def test_a_fault_in_a_source_is_named(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "x.wiki"
    path.write_text(text)
    with pytest.raises(SourceError, match=re.escape(fault)):
        read_source(path, tmp_path)


def test_tables_skip_empty_lines_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text("# child\tparent\n\nUlm\tCity\nUlm\tPlace\n")
    assert list(read_table(path, 2)) == [["Ulm", "City"], ["Ulm", "Place"]]
    with pytest.raises(SourceError, match="x.tsv: 'Ulm' occurs twice"):
        read_pairs(path)


@pytest.mark.parametrize("line", ["Ulm", "Ulm\t ", "Ulm\tCity\tPlace"])
def test_a_row_with_other_columns_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text(f"Ulm\tCity\n{line}\n")
    with pytest.raises(SourceError, match="x.tsv, line 2: needs 2 columns separated by tabs"):
        list(read_table(path, 2))
