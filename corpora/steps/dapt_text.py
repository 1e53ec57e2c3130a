"""`dapt_corpus` as plain text: the function behind the step `dapt_text`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from schemas.datasets.dataset import read_batches
from schemas.datasets.shards import Shard


def write_dapt_text(level: tuple[str, str, Sequence[str]], shard: Shard) -> None:
    """Write a level of a domain, given by the names of both and its parts, as a text file: see `plain_text`."""
    domain, name, parts = level
    sentences = 0

    def write(path: Path) -> None:
        nonlocal sentences
        done = 0
        path.parent.mkdir()
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for line in plain_text(lambda: _text_rows(parts)):
                file.write(line + "\n")
                sentences += bool(line)
                done += len(line)
                shard.advance(done)

    # Readers of Parquet skip a directory whose name begins with an underscore.
    file_name = f"_text/{domain}.{name}.txt"
    shard.attach("dapt_text", file_name, write)
    shard.seen += sentences
    row = {"file": file_name, "domain": domain, "level": name, "sentences": sentences}
    shard.write_rows("dapt_text", [row])
    shard.count("sentences", f"{domain}/{name}", sentences)


def plain_text(read: Callable[[], Iterable[tuple[int, int, str, int]]]) -> Iterator[str]:
    """The lines of a corpus given by page, paragraph, text and copies of its sentences, which is read several times.

    A line is a sentence, and an empty one stands between paragraphs. Copies come in rounds: first every sentence, then
    those that have a second copy, then those with a third. Next to each other they would teach a model to copy.
    """
    copy, more, last = 1, True, None
    while more:
        more = False
        for page_id, paragraph, text, copies in read():
            more |= copies > copy
            if copies < copy:
                continue
            place = copy, page_id, paragraph
            if last not in (None, place):
                yield ""
            last = place
            yield " ".join(text.splitlines())
        copy += 1


def _text_rows(parts: Iterable[str]) -> Iterator[tuple[int, int, str, int]]:
    columns = ["page_id", "paragraph", "text", "copies"]
    for uri in parts:
        for batch in read_batches(uri, columns):
            yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)
