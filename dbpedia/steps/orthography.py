"""From the sentences of a wiki to what it writes as a name and what not: the function behind the step `orthography`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice

import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.mentions.noise import NoiseRules, flagger
from dbpedia.mentions.orthography.abbreviations import Expansions
from dbpedia.mentions.orthography.describing_words import DescribingWords
from dbpedia.mentions.orthography.learnt import Orthography
from dbpedia.mentions.orthography.noun_uses import NounUses
from dbpedia.mentions.orthography.terms import TermTitles
from dbpedia.mentions.orthography.title_uses import TitleUses
from dbpedia.mentions.orthography.word_cases import MIN_PAGES, WordCases, WordCounts, is_common_word
from dbpedia.mentions.titles import ROMAN_NUMERAL, split_qualifier
from dbpedia.mentions.words import Words, words_of
from schemas.catalog.dbpedia import ORTHOGRAPHY
from schemas.datasets.dataset import read_batches, read_dataset
from schemas.datasets.page_samples import sampled_pages
from schemas.datasets.shards import Shard
from schemas.labels import ENTITY


def write_orthography(parts: Sequence[str], shard: Shard, *, lang: str, rate: float, seed: int) -> None:
    """Write what the links, first sentences and words of a sample of a wiki's pages show.

    `parts` are those of `sentences`, `lang` is the code of their language, and `rate` the probability with which a page
    is in the sample.
    """
    words = words_of(lang)
    titles, counts, expansions = TitleUses(words), WordCounts(words.lower), Expansions()
    terms, describing, nouns = TermTitles(words), DescribingWords(words), NounUses(words)
    last = -1
    for page_id, title, text, links in _read_sample(parts, shard, rate, seed):
        is_first, last = page_id != last, page_id
        titles.see_links(text, links)
        if is_first:
            titles.see_definition(title, text)
            terms.see(split_qualifier(title)[0])
        counts.see(page_id, text)
        describing.see(page_id, text)
        nouns.see(page_id, text)
        for start, end, target in links:
            terms.see(split_qualifier(target)[0])
            surface = text[start:end]
            if surface.isupper() and not ROMAN_NUMERAL.fullmatch(surface):
                expansions.see(surface, target)
    found = titles.common()
    shard.count_all(
        "titles", {"common nouns": len(found), "names, or not written as they are": len(titles.uses) - len(found)}
    )
    word_counts = list(counts.rows())
    common = {word for word, capital, lower in word_counts if is_common_word(capital, lower)}
    rows = [
        *(("title", title, uses.names, uses.common + uses.defined, "") for title, uses in found.items()),
        *(("word", *row, "") for row in word_counts),
        *(("term", title, 0, number, "") for title, number in terms.rows(common)),
        *(("describing", *row, "") for row in describing.rows()),
        *(("noun", *row, "") for row in nouns.rows()),
        *(("abbreviation", *row) for row in expansions.of_names(_title_of_name(words, found.keys()))),
    ]
    values = list(zip(*rows, strict=True)) or [()] * len(ORTHOGRAPHY.schema)
    arrays = [pa.array(column, field.type) for column, field in zip(values, ORTHOGRAPHY.schema, strict=True)]
    shard.write("orthography", pa.Table.from_arrays(arrays, schema=ORTHOGRAPHY.schema))


def _read_sample(
    parts: Sequence[str], shard: Shard, rate: float, seed: int
) -> Iterator[tuple[int, str, str, list[tuple[int, int, str]]]]:
    """Page, title, text and links of each sentence of the pages that are drawn, in order."""
    done = 0
    for part in parts:
        for batch in read_batches(part, ["page_id", "title", "text", "anchors"]):
            sample = sampled_pages(batch, rate, seed, "orthography")
            shard.seen += sample.num_rows
            columns = (sample.column(name).to_pylist() for name in ("page_id", "title", "text"))
            yield from zip(*columns, _links(sample.column("anchors")), strict=True)
            done += batch.nbytes
            shard.advance(done)


def _title_of_name(words: Words, common_titles: Collection[str]) -> Callable[[str], bool]:
    """The function that says whether a title of several words is a name by its capitals and by what the rules know."""
    rules = NoiseRules({}, frozenset(), frozenset(), {}, words)
    flag = flagger(rules, Orthography(common_titles=frozenset(common_titles)))

    def is_name(title: str) -> bool:
        return words.is_written_as_name(split_qualifier(title)[0]) and not flag(title, title, ENTITY, False)

    return is_name


def _links(anchors: pa.ListArray) -> Iterator[list[tuple[int, int, str]]]:
    """The start, end and target of the links of each sentence."""
    flat = anchors.flatten()
    links = zip(*(flat.field(name).to_pylist() for name in ("start", "end", "target")), strict=True)
    for number in pc.list_value_length(anchors).to_pylist():
        yield list(islice(links, number))


@lru_cache(maxsize=1)
def read_orthography(orthography: str) -> Orthography:
    """What the dataset at a location says. Takes some 100 bytes of memory for each title and word.

    The last location's is kept, since a worker needs it for every part; what is at a location never changes.
    """
    found: dict[str, set[str]] = {
        kind: set() for kind in ("title", "lower", "upper", "abbreviation", "term", "describing", "noun")
    }
    for batch in read_dataset(orthography, ["kind", "form", "names", "others"]):
        columns = (batch.column(name).to_pylist() for name in batch.schema.names)
        for kind, form, names, others in zip(*columns, strict=True):
            if kind != "word":
                found[kind].add(form)
            elif is_common_word(names, others):
                found["lower"].add(form)
            elif names >= MIN_PAGES:
                found["upper"].add(form)
    forms = {kind: frozenset(each) for kind, each in found.items()}
    return Orthography(
        common_titles=forms["title"],
        cases=WordCases(forms["lower"], forms["upper"]),
        abbreviations=forms["abbreviation"],
        terms=forms["term"],
        describing=forms["describing"],
        nouns=forms["noun"],
    )
