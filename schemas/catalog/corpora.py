"""The datasets that `corpora/` writes."""

from __future__ import annotations

import pyarrow as pa

from schemas.catalog.definition import (
    END,
    LABEL,
    LANGUAGE_MODELLING,
    NER,
    NER_TAGS,
    PAGE_ID,
    PARAGRAPH,
    PLACE,
    PROBLEMS,
    REV_ID,
    SENTENCE,
    START,
    TAGS,
    TARGET,
    TEXT,
    TITLE,
    TOKENS,
    Definition,
    Licence,
    column,
)
from schemas.catalog.mentions import mentions_column

TRIE, CLASSES = "_surfaces.marisa", "_surfaces.arrow"
"""Names of the memory-mapped files in `gazetteer`."""
GUIDELINES = "_guidelines.md"
"""Name of the file for people in `pre_annotations`."""

FILTERED_SENTENCES = Definition(
    name="filtered_sentences",
    row="a typed sentence that passed the filters; mentions of categories that are too rare are ENTITY",
    about="The typed sentences that pass the NER-BERT filters; given-up categories are ENTITY.",
    schema=pa.schema(
        [*PLACE, mentions_column("DBpedia class, or ENTITY where it has none or its category was given up"), PROBLEMS]
    ),
    task=NER,
)

NER_CORPUS = Definition(
    name="ner_corpus",
    row="a training example: tokens, BIO tags, labels, where it is from",
    about="Training examples for named entity recognition: tokens with BIO tags, filtered and balanced as for NER-BERT "
    "(Liu et al., 2021). A sentence of rare categories stands there several times (`copy` counts from 0). The splits "
    "are by sentence, chosen by hash: all copies of a sentence are in one split, but sentences of one page, and with "
    "them its names, stand in both. To validate on pages that were not trained on, split by `page_id`.",
    schema=pa.schema(
        [
            PAGE_ID,
            REV_ID,
            TITLE,
            column("url", pa.string(), "the revision the sentence was taken from: attribution and licence"),
            PARAGRAPH,
            SENTENCE,
            column(
                "copy", pa.int32(), "0 for the sentence's first copy; balancing repeats sentences of rare categories"
            ),
            TEXT,
            column("tokens", TOKENS, "words and punctuation of text; characters where the language writes no spaces"),
            column(
                "starts",
                pa.list_(pa.field("element", pa.int32(), nullable=False)),
                "first code point of each token in text: text[starts[i] : starts[i] + len(tokens[i])] == tokens[i]",
            ),
            column("tags", TAGS, "BIO tag of each token"),
            NER_TAGS,
            column("types", pa.list_(pa.field("element", LABEL, nullable=False)), "labels of the mentions, in order"),
            column(
                "qids", pa.list_(pa.field("element", pa.string())), "Wikidata items of the mentions, in order, as Q42"
            ),
        ]
    ),
    partitions={"split": "train or validation"},
    task=NER,
)

GAZETTEER = Definition(
    name="gazetteer",
    row="a name of a typed title, and why the gazetteer looks for it or not",
    about="The names of the DBpedia entity list with what the wiki's own links say of them. "
    f"`{TRIE}` and `{CLASSES}` hold those with outcome `kept` as a memory-mapped trie.",
    schema=pa.schema(
        [
            column("surface", pa.string(), "a name of the entity list, as it stands in text"),
            column("class", LABEL, "DBpedia class of what it names, ENTITY where that is not one class"),
            column("origin", LABEL, "title, redirect, bare (a title without its parentheses) or anchor"),
            column("pages", pa.int32(), "pages of the sample that have the surface"),
            column("linked", pa.int32(), "of these, pages on which it is an anchor to something of the list"),
            column("outcome", LABEL, "kept, or why the gazetteer does not look for it"),
        ]
    ),
)

_DOMAIN = "name of the domain"

DOMAIN_PASSAGES = Definition(
    name="domain_passages",
    row="a passage of a domain's page, how well it belongs to the domain and whether it is kept",
    about="The passages of a domain's pages, the paragraphs in succession below one heading, each scored by its words, "
    "by the classes of the entities in it and by the categories of its page.",
    schema=pa.schema(
        [
            PAGE_ID,
            column("first", pa.int32(), "its first paragraph"),
            column("last", pa.int32(), "its last paragraph"),
            column("section", pa.string(), "the heading, empty before the first one"),
            column("sentences", pa.int32(), "number of its sentences"),
            column(
                "score",
                pa.float64(),
                "0 is the mean of the wiki, 1 that of the domain, plus the centrality of the page; null where the "
                "domain has too little text to tell",
                nullable=True,
            ),
            column(
                "centrality",
                pa.float64(),
                "how many of its page's categories are the domain's: 0 as usual, below 0 fewer, above 0 more",
            ),
            column(
                "density",
                pa.float64(),
                "how many times as often as in the wiki the classes that the page names are typical of the domain",
                nullable=True,
            ),
            column(
                "kept",
                pa.bool_(),
                "whether the passage belongs to the domain as a whole, by its score and by a density of 0.5 or more; "
                "true where there is no score. Of another one with a score of 0.5 or more, the sentences that name an "
                "entity of a specialised type belong to the domain too",
            ),
        ]
    ),
    partitions={"domain": _DOMAIN},
)

DOMAIN_TERMS = Definition(
    name="domain_terms",
    row="a word or class that is typical of a domain",
    about="The DBpedia classes and the words that the passages of a domain have more often than the wiki: the classes "
    "first, each kind with the most typical first.",
    schema=pa.schema(
        [
            column("term", pa.string(), "a word in small letters, or a class"),
            column("is_class", pa.bool_(), "whether it is a class"),
            column("sentences", pa.int32(), "sentences of the sample's best passages that have it"),
            column("expected", pa.float64(), "how many of as many sentences of the wiki would have it"),
        ]
    ),
    partitions={"domain": _DOMAIN},
)

DAPT_CORPUS = Definition(
    name="dapt_corpus",
    row="a sentence for domain-adaptive pre-training, with its number of copies",
    about="Sentences for domain-adaptive pre-training, by domain and by the levels of CrossNER (Liu et al., 2021): "
    "`domain` has all, `entity` those with several entities by `n_typical`, `task` those with an entity of the "
    "domain's specialised types, `integrated` entity and twice task, as `copies`. Each level can be read alone; to "
    "read all sentences once, read `level=domain`.",
    schema=pa.schema(
        [
            PAGE_ID,
            REV_ID,
            TITLE,
            PARAGRAPH,
            SENTENCE,
            TEXT,
            column("n_entities", pa.int32(), "mentions of entities that DBpedia has a class for"),
            column(
                "n_typical",
                pa.int32(),
                "of these, mentions of classes that are typical of the domain; all of them where the entity level asks "
                "for no typical class: in a corpus of the whole crawl, or where no class was found typical",
            ),
            column("n_specialised", pa.int32(), "of the entities, mentions of the domain's specialised types"),
            column("copies", pa.int8(), "times that a reader of this level should count the sentence"),
        ]
    ),
    partitions={"domain": _DOMAIN, "level": "domain, entity, task or integrated"},
    task=LANGUAGE_MODELLING,
)

DOMAIN_VOCABULARY = Definition(
    name="domain_vocabulary",
    row="a frequent word of a domain",
    about="The most frequent words of each domain without stop words, most frequent first.",
    schema=pa.schema(
        [
            column("word", pa.string(), "a word in lower case, no stop word"),
            column("count", pa.int64(), "how often it stands in the sentences of the domain"),
        ]
    ),
    partitions={"domain": _DOMAIN},
)

DAPT_TEXT = Definition(
    name="dapt_text",
    row="the text file of a domain and level",
    about="`dapt_corpus` as plain text, a file for each domain and level: a sentence a line, an empty line between "
    "paragraphs. Copies come in rounds, one after the other, never side by side.",
    schema=pa.schema(
        [
            column("file", pa.string(), "name of the text file in this directory"),
            column("domain", LABEL, "the domain"),
            column("level", LABEL, "domain, entity, task or integrated"),
            column("sentences", pa.int64(), "lines that hold a sentence, copies counted"),
        ]
    ),
)

HUB_DATASET = Definition(
    name="hub_dataset",
    row="a data file of the folder, with the config and split that it belongs to",
    about="A folder that can be loaded with `datasets` or uploaded to a hub as it is, `_hub`: `ner_corpus` in each "
    "label set and `dapt_corpus` in each domain and level as configs, with README, licence and Croissant description.",
    schema=pa.schema(
        [
            column("file", pa.string(), "name of the file in this directory"),
            column("config", LABEL, "name of the config"),
            column("split", LABEL, "name of the split"),
            column("rows", pa.int64(), "rows of the file"),
        ]
    ),
)

BENCHMARK_SPLITS = ("train", "dev", "test")
"""The splits of `ner_benchmark`, in the order in which they are used."""

NER_BENCHMARK = Definition(
    name="ner_benchmark",
    row="an annotated sentence: what models are fine-tuned and scored on",
    about="Sentences that people annotated, or that stand for such, to fine-tune and score models on.",
    schema=pa.schema(
        [
            column("sentence", pa.int32(), "number of the sentence in its split, from 0, in the order of the file"),
            column("tokens", TOKENS, "words and punctuation of the sentence"),
            column("tags", TAGS, "BIO tag of each token"),
            NER_TAGS,
        ]
    ),
    partitions={"split": "train, dev or test"},
    licence=Licence.ANNOTATED,
    task=NER,
)

_SUGGESTION = [
    START,
    END,
    column("label", LABEL, "label of the domain that is suggested"),
    column("source", LABEL, "where the suggestion is from, as the source of a mention"),
]

PRE_ANNOTATIONS = Definition(
    name="pre_annotations",
    row="a sentence for annotators, with suggested labels, its hyperlinks and those it is dealt to",
    about="Sentences of a domain for annotators, drawn by hash so that every label stands in them as far as there are "
    "sentences, with labels that links, unlinked mentions and the gazetteer suggest (CrossNER, Liu et al., 2021, "
    f"section 'NER Data Collection'). `{GUIDELINES}` are guidelines for the annotators, with examples.",
    schema=pa.schema(
        [
            column("id", pa.string(), "page id, paragraph and sentence, as 12-0-3: the same in every file of a tool"),
            PAGE_ID,
            REV_ID,
            TITLE,
            PARAGRAPH,
            SENTENCE,
            TEXT,
            column(
                "spans",
                pa.list_(pa.field("element", pa.struct(_SUGGESTION), nullable=False)),
                "suggested entities, in order, not overlapping",
            ),
            column(
                "links",
                pa.list_(pa.field("element", pa.struct([START, END, TARGET]), nullable=False)),
                "hyperlinks, in order, with a suggested label or without",
            ),
            column(
                "annotators",
                pa.list_(pa.field("element", LABEL, nullable=False)),
                "those it is dealt to; all of them where their agreement is measured",
            ),
        ]
    ),
    task=NER,
)

DATASETS = (
    FILTERED_SENTENCES,
    NER_CORPUS,
    GAZETTEER,
    DOMAIN_PASSAGES,
    DOMAIN_TERMS,
    DAPT_CORPUS,
    DOMAIN_VOCABULARY,
    DAPT_TEXT,
    HUB_DATASET,
    NER_BENCHMARK,
    PRE_ANNOTATIONS,
)
