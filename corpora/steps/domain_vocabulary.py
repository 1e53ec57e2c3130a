"""The most frequent words of a domain: the function behind the step `domain_vocabulary`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa

from corpora.tokens import count_tokens
from schemas.catalog.corpora import DOMAIN_VOCABULARY
from schemas.datasets.dataset import parquet_parts, partition_of, read_batches, read_manifest
from schemas.datasets.shards import Shard
from schemas.files import storage
from schemas.vocabulary import top_words


def write_domain_vocabulary(
    domain: tuple[str, Sequence[str]], shard: Shard, *, size: int, stop_words: frozenset[str], lang: str
) -> None:
    """Write the most frequent words of a domain, given by its name and the parts of its domain level.

    `lang` is the code of the language of its sentences.
    """
    name, parts = domain
    tokens: Counter[str] = Counter()
    done = 0
    for uri in parts:
        for batch in read_batches(uri, ["text"]):
            shard.seen += batch.num_rows
            tokens.update(count_tokens(batch.column(0).to_pylist(), lang))
            done += batch.nbytes
            shard.advance(done)
    words = top_words(tokens, size, stop_words)
    rows = {"word": [word for word, _ in words], "count": [number for _, number in words]}
    shard.write("domain_vocabulary", pa.table(rows, schema=DOMAIN_VOCABULARY.schema), f"domain={name}")
    shard.count("tokens", name, tokens.total())
    shard.count("different tokens", name, len(tokens))


def read_vocabulary(location: str) -> dict[str, list[str]]:
    """The words of each domain of a `domain_vocabulary` dataset, most frequent first."""
    words: dict[str, list[str]] = {}
    for part in parquet_parts(read_manifest(location)):
        for batch in read_batches(storage.join(location, part.name), ["word"]):
            words.setdefault(partition_of(part)["domain"], []).extend(batch.column(0).to_pylist())
    return words
