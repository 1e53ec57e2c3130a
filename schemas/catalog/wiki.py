"""The datasets that `wiki/` writes."""

from __future__ import annotations

import pyarrow as pa

from schemas.catalog.definition import (
    END,
    ITALICS,
    LABEL,
    PAGE_ID,
    PLACE,
    PROBLEMS,
    START,
    TARGET,
    TITLE,
    Definition,
    Licence,
    column,
)

PUNKT = Definition(
    name="punkt",
    row="a parameter of the sentence splitter, trained on the dump",
    about="Parameters of the Punkt sentence splitter, trained on text of the dump.",
    schema=pa.schema(
        [
            column("kind", LABEL, "abbreviation, collocation, sentence_starter or orthography"),
            column("first", pa.string(), "the abbreviation, sentence starter or word; the collocation's first word"),
            column("second", pa.string(), "the collocation's second word, else empty"),
            column("value", pa.int64(), "orthographic context flags of Punkt, else 0"),
        ]
    ),
)

SENTENCES = Definition(
    name="sentences",
    row="a sentence of an article with its links",
    about="Every sentence of the articles' running text, with its internal links.",
    schema=pa.schema(
        [
            *PLACE,
            column(
                "anchors",
                pa.list_(pa.field("element", pa.struct([START, END, TARGET]), nullable=False)),
                "internal links to articles, in order, not overlapping",
            ),
            PROBLEMS,
            ITALICS,
        ]
    ),
)

PAGES = Definition(
    name="pages",
    row="a page of the namespace of articles that the dump has and that was read",
    about="The pages of the namespace of articles that were read from the dump; those that could not be are among the "
    "rejects.",
    schema=pa.schema(
        [
            PAGE_ID,
            column("rev_id", pa.int64(), "id of the revision that the dump has"),
            TITLE,
            column(
                "kind",
                LABEL,
                "article, redirect (to an article), redirect-elsewhere or other-content-model (no wikitext)",
            ),
        ]
    ),
)

HTML_PAGES = Definition(
    name="html_pages",
    row="a record of an HTML dump: a page",
    about="The records of a dump of HTML, in its order, so that several workers can read them. A page that the dump "
    "repeats has several rows, of which the one with the greatest revision counts.",
    schema=pa.schema(
        [
            PAGE_ID,
            column("rev_id", pa.int64(), "id of the revision that the record has"),
            column("namespace", pa.int32(), "number of the page's namespace, 0 for articles"),
            TITLE,
            column("qid", pa.string(), "the Wikidata item, as Q42; null where the record has none", nullable=True),
            column(
                "redirects",
                pa.list_(pa.field("element", pa.string(), nullable=False)),
                "titles that redirect to the page, as the record writes them",
            ),
            column("text", pa.string(), "wikitext of the revision, empty where the record has none"),
            column("html", pa.string(), "what MediaWiki makes of it"),
        ]
    ),
)

UNACCOUNTED_PAGES = Definition(
    name="unaccounted_pages",
    row="a page of the namespace of articles that the build does not have, or that the wiki's table of pages has not",
    about="The difference between the dump and the wiki's own table of its pages, where each article and redirect of "
    "the wiki is either read or here.",
    schema=pa.schema(
        [
            PAGE_ID,
            column("title", pa.string(), "canonical title of the page, as the dump has it or else the table"),
            column(
                "kind",
                LABEL,
                "missing (in the table and not in the dump), unexpected (in the dump and not in the table) or rejected",
            ),
            column("reason", LABEL, "why the page was rejected, empty for the other two"),
        ]
    ),
)

_REDIRECTS = pa.schema(
    [
        PAGE_ID,
        column("title", pa.string(), "canonical title of the redirect page"),
        column("target", pa.string(), "canonical title it points to (one step; the chain is not followed)"),
    ]
)

REDIRECTS = Definition(
    name="redirects",
    row="a redirect page and its target",
    about="The redirect pages of the wiki and where they point.",
    schema=_REDIRECTS,
)

WIKIDATA_IDS = Definition(
    name="wikidata_ids",
    row="a title and its Wikidata item",
    about="The Wikidata items of the articles: what joins the corpora with Wikidata and with other languages.",
    schema=pa.schema(
        [
            column("page_id", pa.int64(), "id of the page that the item belongs to"),
            column("title", pa.string(), "canonical title of that page or, where a live wiki was asked, of a redirect"),
            column("qid", pa.string(), "the Wikidata item, as Q42"),
        ]
    ),
)

WIKIDATA_STATEMENTS = Definition(
    name="wikidata_statements",
    row="a statement of Wikidata about what an item is",
    about="What Wikidata says the items are: of the articles' items their kinds and occupations, of all items the "
    "classes above them. Only the best statements of each property, as Wikidata ranks them.",
    schema=pa.schema(
        [
            column("qid", pa.string(), "the item, as Q42"),
            column(
                "property",
                LABEL,
                "P31 (instance of), P106 (occupation), P39 (position held), P279 (subclass of), P171 (parent taxon), "
                "or redirect where the item was merged into another",
            ),
            column("value", pa.string(), "the item that it has as value"),
        ]
    ),
    licence=Licence.WIKIDATA,
)

WIKIDATA_SITELINKS = Definition(
    name="wikidata_sitelinks",
    row="an article and its Wikidata item, by Wikidata",
    about="The articles of the wiki that the sitelinks of Wikidata's items name.",
    schema=pa.schema(
        [
            column("title", pa.string(), "canonical title of the article"),
            column("qid", pa.string(), "the Wikidata item, as Q42"),
        ]
    ),
    licence=Licence.WIKIDATA,
)

_PARAMETER = pa.struct(
    [
        column("name", pa.string(), "name of the parameter, its number where it has none"),
        column("value", pa.string(), "wikitext, never empty, cut to 1,000 code points"),
    ]
)

INFOBOXES = Definition(
    name="infoboxes",
    row="a template that an article calls outside its sentences, with its parameters",
    about="The templates that articles call outside their sentences: infoboxes, navigation, stubs.",
    schema=pa.schema(
        [
            PAGE_ID,
            TITLE,
            column(
                "template",
                pa.dictionary(pa.int32(), pa.string()),
                "canonical title of a template that the article calls outside sentences, without its namespace; "
                "the templates of an article follow each other in its order, each once",
            ),
            column(
                "parameters",
                pa.list_(pa.field("element", _PARAMETER, nullable=False)),
                "the parameters on which a class can depend, sorted by name",
            ),
        ]
    ),
)

TEMPLATE_REDIRECTS = Definition(
    name="template_redirects",
    row="a redirect between templates",
    about="Redirects between templates, where the dump has the template namespace.",
    schema=_REDIRECTS,
)

CATEGORY_EDGES = Definition(
    name="category_edges",
    row="a category or page below a category",
    about="The members of every category of the wiki: articles (redirects included, unless read from wikitext) and "
    "subcategories. A table of its own for each (`type`), sorted by category, of wikitext within each part.",
    # Sorted by parent, then page id: a crawl reads the members of a category from a few row groups.
    schema=pa.schema(
        [
            column("parent", pa.string(), "canonical title of the category, without its namespace"),
            PAGE_ID,
            column("title", pa.string(), "canonical title of the member, without its namespace"),
            column("hidden", pa.bool_(), "whether the member is a category that the wiki hides: one of maintenance"),
            column("disambiguation", pa.bool_(), "whether the member is a page that only tells other pages apart"),
        ]
    ),
    partitions={"type": "what the member is: page or subcat"},
)

DOMAIN_PAGES = Definition(
    name="domain_pages",
    row="a page of a domain: its depth and the category it came through",
    about="The pages of a domain: those in its root categories and in the categories below, each with the way it came.",
    schema=pa.schema(
        [
            PAGE_ID,
            TITLE,
            column(
                "depth", pa.int32(), "steps from a root to the category through which the page came, 0 for the root"
            ),
            column(
                "via", pa.string(), "the category through which the page came: the nearest to a root, then by title"
            ),
            column(
                "branch", pa.string(), "the category below the root that this way leads through; the root at depth 0"
            ),
            column("categories", pa.int32(), "how many of the domain's categories the page is in"),
            column(
                "all_categories",
                pa.int32(),
                "how many categories the page is in, without hidden ones; of a live wiki, of those that were asked for",
            ),
        ]
    ),
)

DATASETS = (
    PUNKT,
    SENTENCES,
    REDIRECTS,
    PAGES,
    HTML_PAGES,
    UNACCOUNTED_PAGES,
    WIKIDATA_IDS,
    WIKIDATA_STATEMENTS,
    WIKIDATA_SITELINKS,
    INFOBOXES,
    TEMPLATE_REDIRECTS,
    CATEGORY_EDGES,
    DOMAIN_PAGES,
)
