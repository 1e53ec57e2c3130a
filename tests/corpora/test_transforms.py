"""What the jobs of the package give the functions of their steps: units and arguments."""

from __future__ import annotations

import functools
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from corpora import transforms
from corpora.annotation.records import Span
from corpora.balancing import copy_rates
from corpora.filters import filter_rules
from corpora.gazetteer.surface_forms import SurfaceRules
from corpora.language import dataset_language
from corpora.levels import LEVELS
from corpora.paired_parts import PartPair, part_pairs
from corpora.steps.dapt_corpus import DomainRules, write_dapt_corpus
from corpora.steps.dapt_text import write_dapt_text
from corpora.steps.domain_passages import DomainCrawl, WikiSample, write_domain_passages
from corpora.steps.domain_vocabulary import write_domain_vocabulary
from corpora.steps.filtered_sentences import Filters, GazetteerNames, label_counts, write_filtered_sentences
from corpora.steps.gazetteer import write_gazetteer
from corpora.steps.ner_benchmark import write_ner_benchmark
from corpora.steps.ner_corpus import Sampling, Tagging, write_ner_corpus
from corpora.steps.pre_annotations import Domain, Drawing, write_pre_annotations
from schemas.datasets.dataset import MANIFEST, Manifest, Wiki, part_uris
from schemas.datasets.shards import Target, Unit
from schemas.labels import LabelSet
from tests.support.annotation import pre_annotations
from tests.support.annotation import sentence as annotated
from tests.support.dapt_data import PROVENANCE, SHARDS, build_dapt_corpus, sentence_datasets, write_dataset

TARGET = Target([], PROVENANCE, 1.0)
LABELS = {"City": "city", "Town": "city", "Person": "person"}


@pytest.fixture(scope="module")
def datasets(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Locations of `sentences` and `typed_sentences`."""
    return sentence_datasets(tmp_path_factory.mktemp("datasets"), SHARDS)


def counted(folder: Path, rows: int, wiki: Wiki | None = None, **counts: dict[str, int]) -> str:
    """Location of a dataset that has no more than its counts."""
    folder.mkdir()
    manifest = Manifest("filtered_sentences", replace(PROVENANCE, wiki=wiki), "", rows, 0, 0, 0, counts, [])
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest)))
    return str(folder)


def handed(step: Any, function: Any) -> dict[str, Any]:
    """The arguments that a step's function is given, and that it is this one."""
    process = step.process()
    assert isinstance(process, functools.partial) and process.func is function and process.args == ()
    return process.keywords


def file_units(location: str) -> list[Unit]:
    return [Unit(index, Path(uri).stat().st_size, uri) for index, uri in enumerate(part_uris(location))]


def whole(pairs: list[PartPair]) -> list[Unit]:
    return [Unit(0, sum(pair.bytes for pair in pairs), pairs)]


def test_filtering(tmp_path: Path, datasets: tuple[str, str]) -> None:
    mentions = {"City": 5, "Town": 3, "Person": 4, "Unheard": 2}
    numbers: dict[str, Any] = {"seed": 3, "min_mentions": 5, "top_frequent": 1}
    step = transforms.FilterSentences(
        TARGET,
        typed_sentences=counted(tmp_path / "typed", 9, mentions=mentions),
        labels=LABELS,
        gazetteer="names",
        nameless=["Vein"],
        places=["City"],
        leave_out=["a"],
        keep_filtered=True,
        domain_pages="pages",
        **numbers,
    )
    rules = filter_rules(label_counts(mentions, LABELS), **numbers)
    assert handed(step, write_filtered_sentences) == {
        "filters": Filters(LABELS, rules, ["a"], "pages"),
        "keep_filtered": True,
        "names": GazetteerNames("names", "en", {"Vein"}, {"City"}),
    }
    step.gazetteer = None
    assert handed(step, write_filtered_sentences)["names"] is None
    step.typed_sentences = counted(tmp_path / "without mentions", 9)
    assert handed(step, write_filtered_sentences)["filters"].rules == filter_rules(label_counts({}, LABELS), **numbers)
    step.typed_sentences = datasets[1]
    assert step.units() == file_units(datasets[1])


@pytest.mark.parametrize(("names", "balanced_by"), [(("p", "ENTITY"), 3), (("p",), 2)])
@pytest.mark.parametrize(("target_size", "draws"), [(0, 9), (20, 20)])
def test_balancing(
    tmp_path: Path,
    datasets: tuple[str, str],
    names: tuple[str, ...],
    balanced_by: int,
    target_size: int,
    draws: int,
) -> None:
    mentions, sentences = {"city": 8, "person": 4, "ENTITY": 2}, {"city": 6, "person": 4, "ENTITY": 1}
    step = transforms.BalanceCorpus(
        TARGET,
        filtered_sentences=counted(tmp_path / "filtered", 9, mentions=mentions, sentences_with=sentences),
        categories=LABELS,
        labels={"Person": "p"},
        label_set="own",
        label_names=list(names),
        alpha=0.5,
        target_size=target_size,
        validation_share=0.25,
        seed=3,
        url="https://a/{rev_id}",
    )
    found = handed(step, write_ner_corpus)
    rates = copy_rates(dict(list(mentions.items())[:balanced_by]), sentences, draws, alpha=0.5)
    assert len(found["sampling"].rates) == balanced_by
    assert found == {
        "sampling": Sampling(rates, LABELS, seed=3, validation_share=0.25),
        "tagging": Tagging({"Person": "p"}, LabelSet("own", names), "en"),
        "url": "https://a/{rev_id}",
    }
    step.filtered_sentences = datasets[1]
    assert step.units() == file_units(datasets[1])


@pytest.mark.parametrize(("sample", "rate"), [(0, 1.0), (2, 0.25)])
def test_a_sample_is_a_share_of_the_sentences(datasets: tuple[str, str], sample: int, rate: float) -> None:
    """There are eight of them."""
    sentences, typed = datasets
    step = transforms.CollectSurfaces(TARGET, "index", sentences, typed, sample, 0.2, True, 3)
    assert step.units() == whole(part_pairs(sentences, typed))
    assert handed(step, write_gazetteer) == {
        "type_index": "index", "rules": SurfaceRules(0.2, True), "rate": rate, "seed": 3, "lang": "en",
    }  # fmt: skip
    passages = transforms.ScorePassages(TARGET, sentences, typed, {"ai": "p"}, {"ai": ["Robot"]}, 0.5, sample, 3)
    assert passages.units() == whole(part_pairs(sentences, typed))
    assert handed(passages, write_domain_passages) == {
        "domains": {"ai": DomainCrawl("p", frozenset({"Robot"}))}, "sample": WikiSample(rate, 3), "min_score": 0.5,
        "lang": "en",
    }  # fmt: skip


def test_a_dataset_has_the_language_of_its_wiki(tmp_path: Path) -> None:
    assert dataset_language(counted(tmp_path / "of no wiki", 0)) == "en"
    assert dataset_language(counted(tmp_path / "of a wiki", 0, Wiki("frwiki", "fr", ""))) == "fr"


def test_the_corpora_of_domains(monkeypatch: pytest.MonkeyPatch, datasets: tuple[str, str]) -> None:
    sentences, typed = datasets
    pairs = part_pairs(sentences, typed)
    step = transforms.BuildDapt(
        TARGET, sentences, typed, {"ai": "p", "music": "q"}, {"ai": ["Robot"], "music": []}, "x", "y", 2, "names"
    )
    assert handed(step, write_dapt_corpus) == {
        "domains": {
            "ai": DomainRules("p", frozenset({"Robot"}), "x", "y"),
            "music": DomainRules("q", frozenset(), "x", "y"),
        },
        "min_entities": 2,
        "gazetteer": "names",
        "lang": "en",
    }
    assert step.units() == whole(pairs)
    monkeypatch.setattr(transforms, "_UNIT_BYTES", 1)
    assert step.units() == [Unit(index, pair.bytes, [pair]) for index, pair in enumerate(pairs)]


def test_words_and_text_of_domains(tmp_path: Path, pairs: list[PartPair]) -> None:
    build_dapt_corpus(tmp_path, pairs)
    (tmp_path / "stop.txt").write_text("in\nit\n")
    location = str(tmp_path / "dapt_corpus")

    def unit(index: int, *name: str) -> Unit:
        domain, *level = name
        uris = part_uris(location, domain=domain, level=(*level, "domain")[0])
        return Unit(index, sum(Path(uri).stat().st_size for uri in uris), (*name, uris))

    words = transforms.CountVocabulary(TARGET, location, ["politics", "music"], 3, str(tmp_path / "stop.txt"))
    assert words.units() == [unit(0, "politics"), unit(1, "music")]
    assert handed(words, write_domain_vocabulary) == {
        "size": 3, "stop_words": frozenset({"in", "it"}), "lang": "en",
    }  # fmt: skip
    text = transforms.ExportText(TARGET, location, ["politics", "music"])
    names = [(domain, level) for domain in ("politics", "music") for level in LEVELS]
    assert text.units() == [unit(index, *name) for index, name in enumerate(names)]
    assert text.process() is write_dapt_text


def pre_annotate(datasets: tuple[str, str], **given: Any) -> transforms.PreAnnotate:
    return transforms.PreAnnotate(
        **{
            **{"target": TARGET, "sentences": datasets[0], "typed_sentences": datasets[1], "links": "links"},
            **{"gazetteer": "names", "dapt_corpus": "dapt", "domain": "ai", "labels": [("person", ["Person"])]},
            **{"label_of": {"Person": "person"}, "persons": ["Person"], "level": "task", "size": 5},
            **{"of_each_label": 2, "annotators": ["ann"], "shared": 0.5, "seed": 3, "choose": "chance"},
            **{"sentence_scores": None, "ner_benchmark": None, "former": [], "annotated_scores": None, "again": 4},
            **given,
        }
    )


def test_sentences_for_annotators(datasets: tuple[str, str]) -> None:
    step = pre_annotate(datasets)
    assert step.units() == whole(part_pairs(*datasets))
    assert handed(step, write_pre_annotations) == {
        "domain": Domain("ai", {"person": ["Person"]}, {"Person": "person"}, frozenset({"Person"})),
        "drawing": Drawing("task", 5, 2, ["ann"], 0.5, 3),
        **{"dapt_corpus": "dapt", "links": "links", "gazetteer": "names", "again": []},
        "lang": "en",
    }


def test_sentences_of_former_rounds_for_annotators(tmp_path: Path, datasets: tuple[str, str]) -> None:
    former = part_uris(pre_annotations(tmp_path / "sent", [annotated("[Bob|person] sings.", "2-0-1")]))
    figures = dict.fromkeys(("entropy_sum", "entropy_mean", "least_confidence", "margin"), 0.0)
    row = {"sentence": 0, **figures, "negative_log_p": 3.0, "doubtful": True, "tokens": ["Bob", "sings", "."]}
    row |= {"tags": ["B-song", "O", "O"], "predicted": ["O", "O", "O"]}
    scores = write_dataset(tmp_path, "annotated_scores", [[row]])
    found = handed(pre_annotate(datasets, former=former, annotated_scores=scores), write_pre_annotations)
    left_out = found["drawing"].former
    assert left_out.have((2, 0, 1), "") and not left_out.have((2, 0, 2), "")
    assert [each["spans"] for each in found["again"]] == [(Span(0, 3, "song", "annotated"),)]
    found = handed(pre_annotate(datasets, former=former, annotated_scores=scores, again=0), write_pre_annotations)
    assert found["again"] == []
    assert handed(pre_annotate(datasets, former=former), write_pre_annotations)["again"] == []


def test_annotated_files_are_read_in_the_order_of_the_splits(tmp_path: Path) -> None:
    for name, text in (("a", "one"), ("b", "three")):
        (tmp_path / name).write_text(text)
    files = {"test": str(tmp_path / "a"), "train": str(tmp_path / "b")}
    step = transforms.ReadBenchmark(TARGET, files, 0.25, 3)
    assert step.units() == [Unit(0, 8, [("train", files["train"]), ("test", files["test"])])]
    assert handed(step, write_ner_benchmark) == {"dev_share": 0.25, "seed": 3}
