"""The time of an HTML dump: `python -m benchmarks.html_dump DUMP.json.tar.gz [--libraries]`.

Prints CPU seconds of each stage, the least of several runs in turn, and how many times that of decompressing it is.
With `--libraries`, what parsing all pages and visiting each element and text takes by each library that is installed
(`pip install lxml resiliparse`).
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from schemas.files.storage import open_input
from schemas.records import Reject
from wiki.dump.compressed import file_end, file_kind, read_pieces
from wiki.dump.enterprise import Record, read_lines, read_record, record_ids
from wiki.dump.pages import read_siteinfo
from wiki.html.paragraphs import extract_html_paragraphs

_RUNS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump", type=Path)
    parser.add_argument("--libraries", action="store_true")
    options = parser.parse_args()
    dump = str(options.dump)
    site = read_siteinfo(dump)
    lines = list(read_lines(dump, _ignore))
    records = [each for each in (read_record(line, site) for line in lines) if isinstance(each, Record)]
    pages = [record.page for record in records]
    html = [page.html or "" for page in pages]
    megabytes = sum(map(len, html)) / 1e6
    print(f"{len(pages):,} pages, {megabytes:,.1f} MB of HTML, {options.dump.stat().st_size / 1e6:,.1f} MB compressed")
    stages: dict[str, Callable[[], object]] = {
        "decompress": partial(decompress, dump),
        "decompress and cut into records": lambda: sum(1 for _ in read_lines(dump, _ignore)),
        "ids of the records (JSON)": lambda: [record_ids(line, site) for line in lines],
        "records (JSON)": lambda: [read_record(line, site) for line in lines],
        "paragraphs": lambda: [extract_html_paragraphs(page.html or "", page.title, site) for page in pages],
    }
    if options.libraries:
        stages = {name: partial(visit_all, visit, html) for name, visit in libraries().items()}
    least = dict.fromkeys(stages, float("inf"))
    for _ in range(_RUNS):
        for name, stage in stages.items():
            started = time.process_time()
            stage()
            least[name] = min(least[name], time.process_time() - started)
    first = next(iter(least.values()))
    for name, seconds in least.items():
        rate, times = 1000 * seconds / megabytes, seconds / first
        print(f"{name:34}{seconds:8.3f} s{rate:8.2f} ms/MB{times:8.2f} times the first")


def _ignore(_: Reject) -> None:
    """What cannot be read takes no time worth measuring."""


def visit_all(visit: Callable[[str], int], pages: Sequence[str]) -> int:
    """Visit every page."""
    return sum(map(visit, pages))


def decompress(path: str) -> int:
    """What `gzip -dc` does, by the same zlib."""
    with open_input(path) as file:
        kind = file_kind(file)
        return sum(len(piece.data) for piece in read_pieces(file, kind, 0, file_end(file, kind)))


def libraries() -> dict[str, Callable[[str], int]]:
    """How each library parses a page and visits what is in it: the length of the text in links."""
    known = {"selectolax": by_selectolax, "lxml": by_lxml, "resiliparse": by_resiliparse}
    return {name: visit for name, visit in known.items() if importlib.util.find_spec(name)}


def by_selectolax(html: str) -> int:
    from selectolax.lexbor import LexborHTMLParser

    def walk(parent: Any) -> Iterator[int]:
        node = parent.child
        while node is not None:
            if node.tag == "-text":
                yield len(node.text_content)
            else:
                yield len(node.attributes.get("href") or "")
                yield from walk(node)
            node = node.next

    return sum(walk(LexborHTMLParser(html).body))


def by_lxml(html: str) -> int:
    document_fromstring = import_module("lxml.html").document_fromstring

    def walk(parent: Any) -> Iterator[int]:
        yield len(parent.text or "")
        for node in parent:
            yield len(node.attrib.get("href") or "")
            yield from walk(node)
            yield len(node.tail or "")

    return sum(walk(document_fromstring(html).find("body")))


def by_resiliparse(html: str) -> int:
    module = import_module("resiliparse.parse.html")
    tree, kinds = module.HTMLTree, module.NodeType

    def walk(parent: Any) -> Iterator[int]:
        node = parent.first_child
        while node is not None:
            if node.type == kinds.TEXT:
                yield len(node.value)
            elif node.type == kinds.ELEMENT:
                yield len(node.getattr("href") or "")
                yield from walk(node)
            node = node.next

    return sum(walk(tree.parse(html).body))


if __name__ == "__main__":
    main()
