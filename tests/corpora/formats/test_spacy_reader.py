"""spaCy reads what is exported for it. Needs spaCy: `.ci/readers` has it in an environment of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from corpora.formats.spacy_strings import string_number
from tests.corpora.formats.conftest import Exported

spacy = pytest.importorskip("spacy", reason="spaCy is not installed here; .ci/readers runs this")


def test_every_text_and_entity_is_rebuilt(exported: Callable[[str], Exported]) -> None:
    for folder, splits in exported("spacy").values():
        assert sorted(path.name for path in folder.iterdir()) == sorted(splits)
        for split, sentences in splits.items():
            vocab = spacy.blank("xx").vocab
            bins = [spacy.tokens.DocBin().from_disk(path) for path in sorted((folder / split).iterdir())]
            docs = [doc for each in bins for doc in each.get_docs(vocab)]
            assert [doc.text for doc in docs] == [sentence.text for sentence in sentences]
            assert [[str(token) for token in doc if not token.is_space] for doc in docs] == [
                [token for token in sentence.tokens if not token.isspace()] for sentence in sentences
            ]
            entities = [[(span.start_char, span.end_char, span.label_) for span in doc.ents] for doc in docs]
            assert entities == [sentence.entities for sentence in sentences]
            qids = [[span.kb_id_ or None for span in doc.ents] for doc in docs]
            assert qids == [sentence.qids or [None] * len(sentence.spans) for sentence in sentences]
            for doc in docs:
                assert all(token.ent_iob != 0 for token in doc), "a tag is missing where nothing is tagged"
                assert doc.user_data.keys() >= {"sentence"}


def test_it_is_what_spacy_itself_would_write(exported: Callable[[str], Exported]) -> None:
    folder, splits = exported("spacy")["corpus"]
    vocab = spacy.blank("xx").vocab
    [path] = (folder / "train").iterdir()
    docs = list(spacy.tokens.DocBin().from_disk(path).get_docs(vocab))
    own = spacy.tokens.DocBin(attrs=["ENT_IOB", "ENT_TYPE", "ENT_KB_ID"], store_user_data=True, docs=docs)
    read = spacy.tokens.DocBin().from_disk(path)
    assert read.attrs == own.attrs
    assert [tokens.tolist() for tokens in read.tokens] == [tokens.tolist() for tokens in own.tokens]
    assert [spaces.tolist() for spaces in read.spaces] == [spaces.tolist() for spaces in own.spaces]
    assert (read.cats, read.flags) == (own.cats, own.flags)
    assert [spacy.util.srsly.msgpack_loads(each) for each in read.user_data] == [doc.user_data for doc in docs]
    assert len(docs) == len(splits["train"])


def test_it_trains(exported: Callable[[str], Exported]) -> None:
    folder, splits = exported("spacy")["corpus"]
    nlp = spacy.blank("xx")
    recognizer = nlp.add_pipe("ner")
    examples = list(spacy.training.Corpus(folder / "train")(nlp))
    assert len(examples) == len(splits["train"])
    nlp.initialize(lambda: examples)
    assert {"ORG", "city"} <= set(recognizer.labels)
    assert nlp.update(examples)["ner"] > 0


def test_strings_have_the_numbers_of_spacy() -> None:
    store = spacy.strings.StringStore()
    names = [*spacy.symbols.IDS, *("x" * length for length in range(40)), "東京", "𝔘lm", "a\x00b", 300 * "é"]
    assert [string_number(name) for name in names] == [store.add(name) for name in names]
