"""From a SPARQL endpoint to the classes of linked titles: the function behind the step `sparql_types`."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.redirects import MAX_REDIRECTS
from dbpedia.sources.endpoint import Endpoint
from dbpedia.sources.sparql import SparqlCounts, TypeCache, fetch_types
from schemas.catalog.dbpedia import SPARQL_TYPES
from schemas.datasets.dataset import read_dataset, read_manifest
from schemas.datasets.linked_titles import linked_titles
from schemas.datasets.shards import Shard
from schemas.errors import InputError
from schemas.records import Reject


def titles_to_ask(sentences: str, redirects: str) -> pa.LargeStringArray:
    """The titles that the anchors of a dataset `sentences` point to, and the ends of their redirects; sorted, distinct.

    A title stays beside the one that it redirects to: where an article was renamed after DBpedia read it, DBpedia has
    its types under the old title.
    """
    titles = fresh = linked_titles(sentences)
    for _ in range(MAX_REDIRECTS):
        targets = [pa.array([], pa.large_string())]
        for batch in read_dataset(redirects, ["title", "target"]):
            follow = pc.is_in(batch.column("title").cast(pa.large_string()), value_set=fresh)
            targets.append(batch.column("target").filter(follow).cast(pa.large_string()))
        fresh = pc.unique(pa.concat_arrays(targets))
        fresh = fresh.filter(pc.invert(pc.is_in(fresh, value_set=titles)))
        if not len(fresh):
            break
        titles = pa.concat_arrays([titles, fresh])
    return titles.take(pc.sort_indices(titles))


def write_sparql_types(
    locations: tuple[str, str], shard: Shard, *, endpoint: Endpoint, cache: str, batch_size: int
) -> None:
    """Write the classes that an endpoint has for the titles that the corpus links to.

    `locations` are those of the datasets `sentences` and `redirects`, `cache` is a local file. What is written depends
    on the endpoint's answers alone, not on which of them were in the cache. Raises InputError where the endpoint
    cannot be used or has no class for any title.
    """
    titles = titles_to_ask(*locations).to_pylist()
    weight = read_manifest(locations[0]).bytes
    counts = SparqlCounts()
    known = TypeCache(cache, endpoint)
    try:
        for typed in fetch_types(titles, endpoint, known, counts, batch_size=batch_size):
            if typed:
                columns = list(zip(*typed, strict=True))
                shard.write("sparql_types", pa.table(columns, schema=SPARQL_TYPES.schema))
            done = counts.typed + counts.untyped + len(counts.refused)
            shard.advance(weight * done // max(1, len(titles)))
    finally:
        known.close()
    if titles and not counts.typed:
        raise InputError(
            f"{endpoint.url}: no DBpedia class for any of {len(titles):,} titles, such as {titles[0]!r}; check graph "
            f"({endpoint.graph}) and iri_prefix ({endpoint.iri_prefix}) in [SparqlTypes], delete {cache}, and run again"
        )
    shard.seen = len(titles)
    shard.count("titles", "with a class", counts.typed)
    shard.count("titles", "without a class", counts.untyped)
    for title, message in counts.refused:
        shard.reject(Reject("refused-by-endpoint", -1, title, message))
