"""The datasets that `dbpedia/` writes."""

from __future__ import annotations

import pyarrow as pa

from schemas.catalog.definition import LABEL, NER, PLACE, PROBLEMS, Definition, column
from schemas.catalog.mentions import mentions_column

LOOKUP, WIKIDATA_LOOKUP = "_lookup.arrow", "_wikidata.arrow"
"""Names of the memory-mapped tables in `type_index`."""

SPARQL_TYPES = Definition(
    name="sparql_types",
    row="a linked title and the classes that a SPARQL endpoint has for it",
    about="The DBpedia classes that a SPARQL endpoint gave for the titles that the corpus links to.",
    schema=pa.schema(
        [
            column("title", pa.string(), "canonical title that the endpoint has types for"),
            column(
                "classes",
                pa.list_(pa.field("element", LABEL, nullable=False)),
                "all its DBpedia classes as the endpoint gave them, sorted; superclasses may be among them",
            ),
        ]
    ),
)

TYPE_INDEX = Definition(
    name="type_index",
    row="a title and its DBpedia class, redirects resolved",
    about=f"The DBpedia class of every typed title, redirects resolved. `{LOOKUP}` holds the same as a memory-mapped "
    f"table of hashes, `{WIKIDATA_LOOKUP}` the Wikidata items of all titles, typed or not, and which are classes.",
    schema=pa.schema(
        [
            column("title", pa.string(), "canonical title of an article or of a redirect to one"),
            column("class", LABEL, "most specific DBpedia class of the article"),
            column("redirects", pa.uint8(), "number of redirects between the title and the typed article"),
            column("origin", LABEL, "source of the class: dump, sparql, infobox, wikidata or correction"),
            column(
                "qid",
                pa.string(),
                "Wikidata item, as Q42: that of the title itself, else of the article it leads to; null where none is "
                "known",
                nullable=True,
            ),
        ]
    ),
)

ORTHOGRAPHY = Definition(
    name="orthography",
    row="a title, word, term or abbreviation, and how often the wiki writes it as a name and how often not",
    about="What the links and words in a sample of the wiki's pages show of names: the titles that links write as "
    "common nouns at least as often as names; all words, and those with a capital that mostly describe the noun behind "
    "them (`Copernican`); in German the nouns that are common by words such as `ein` before them; terms, which begin "
    "with a name (`Ackermann function`); and what links have in capitals, where it mostly leads to a name that it "
    "abbreviates (`[[European Union|EU]]`, not `[[Central processing unit|CPU]]`).",
    schema=pa.schema(
        [
            column("kind", LABEL, "title, word, describing or noun (words with a capital), term or abbreviation"),
            column(
                "form",
                pa.string(),
                "as links or texts have it; that of the kind word is in lower case",
            ),
            column(
                "names",
                pa.int32(),
                "links that write it as a name or lead to one; pages that have it with a capital; places where it "
                "describes nothing; pages that do not show it to be a noun",
            ),
            column(
                "others",
                pa.int32(),
                "links that write it as a common noun or lead to other titles, a definition of it as one of a kind "
                "among them; pages that have it in lower case; places where it describes a noun; pages that show "
                "it to be a noun; links to a term and its article",
            ),
            column("title", pa.string(), "title that most links of an abbreviation lead to, else empty"),
        ]
    ),
)

_MENTION_CLASS = "DBpedia class, or ENTITY where the target has none"

TYPED_SENTENCES = Definition(
    name="typed_sentences",
    row="a sentence, each link with the class of its target",
    about="The sentences that have links, each link typed with the DBpedia class of its target and flagged where it "
    "may be noise; with `propagate` also mentions that nobody linked and the sentences that have them.",
    schema=pa.schema(
        [
            *PLACE,
            mentions_column(_MENTION_CLASS),
            mentions_column(
                _MENTION_CLASS,
                "dropped",
                "mentions that `drop` left out, by their `flag`, in order; where one was, mentions may have been found",
            ),
            PROBLEMS,
        ]
    ),
    task=NER,
)

DATASETS = (SPARQL_TYPES, TYPE_INDEX, ORTHOGRAPHY, TYPED_SENTENCES)
