"""The tables of docs/results that a program prints by itself: `python -m benchmarks.figures` writes them anew.

Such a table stands in its page between two comments, `<!-- benchmarks.domain_levels:levels -->` and `<!-- / -->`, of
which the first names the function that gives it: of the judgements alone, but for flags, which are given by the
classes of DBpedia's ontology (`../shared/real/dbpedia-ontology.owl`). What else is needed, a dataset or a clock, is
told by hand around it.
"""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

PAGES = Path(__file__).parents[1] / "docs" / "results"
_table = re.compile(r"(<!-- (benchmarks\.[\w.]+:\w+) -->\n)(.*?)(<!-- / -->)", re.DOTALL)


def tables(page: str) -> dict[str, str]:
    """The tables of a page that a function gives, as they stand there, by the name of the function."""
    return {name: written.rstrip("\n") for _, name, written, _ in _table.findall(page)}


def with_tables(page: str) -> str:
    """A page with such tables as their functions give them today."""
    return _table.sub(lambda found: f"{found[1]}{resolve_name(found[2])()}\n{found[4]}", page)


if __name__ == "__main__":
    for path in sorted(PAGES.glob("*.md")):
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
