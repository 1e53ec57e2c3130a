"""What a dataset's identity covers, and what it does not: the same identity must mean the same content."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import luigi
import pytest

import pipelines
from pipelines import BuildCorpora, Report
from schemas.datasets.dataset import Provenance, Wiki, identity_of
from schemas.datasets.snapshot_lock import SnapshotLock, write_lock
from schemas.files import storage
from tasks.corpora import NerCorpus
from tasks.dapt import DaptCorpus
from tasks.settings.quality import ByProfile, Quality
from tasks.settings.shared import Beam, Build, DBpedia, Wikipedia
from tasks.step.base import DatasetTask
from tasks.step.report import ReportTarget
from tasks.step.training import Training
from tasks.wikipedia import Punkt
from tests.support.configured import Configure
from tests.support.golden import different_lines
from tests.support.paths import PROJECT
from tests.support.sample_steps import ARGUMENTS, SETTINGS

pytestmark = pytest.mark.usefixtures("sample")


GOLDEN = PROJECT / "tests" / "golden" / "identities.json"


OTHER_TEXTS = {
    "BuildReport": {"profiles": "names", "label_sets": "4"},
    "CategoryApi": {"domains": "music", "endpoint": "http://other/api.php"},
    "DaptCorpus": {"domains": "music", "selection": "scored"},
    "DaptModel": {"domain": "music"},
    "DaptReport": {"profiles": "names"},
    "DomainPages": {"domain": "music"},
    "DomainPassages": {"domains": "music"},
    "DomainReport": {"domains": "music"},
    "DomainVocabulary": {"stop_words": "corpora/stop_words_en.txt"},
    "EntityRepresentations": {"target": "music", "domain": "music", "encoders": "dapt"},
    "EvaluationReport": {"targets": "music", "encoders": "dapt", "models": "laner", "baselines": "gliner"},
    "FineTuning": {
        **{"target": "music", "domain": "music", "encoder": "dapt", "model": "laner", "source": "music"},
        **{"settings": "direct", "few_shot": "5", "seeds": "1", "label_map": "PER=person", "normalise": "a=b"},
        **{"epochs": "7", "patience": "7", "upsampling": "7", "batch_size": "7", "learning_rate": "7"},
        "others": "general",
    },
    "HubDataset": {"label_sets": "4"},
    "NerBenchmark": {"dataset": "music", "dev_is_test": "music"},
    "NerBert": {"label_set": "212"},
    "NerCorpus": {"label_set": "212"},
    "OutsideBaseline": {
        **{"target": "music", "weights": "gliner=sample/wiki", "type_words": "a=b"},
        **{"epochs": "7", "patience": "7", "batch_size": "7", "learning_rate": "7"},
    },
    "PreAnnotation": {"domain": "music", "annotators": "ann", "benchmark": "music", "former": "LICENSE"},
    "PretrainedEncoder": {"source": "google-bert/other"},
    "Report": {"profiles": "names", "label_sets": "4"},
    "SentenceScores": {"domain": "music", "benchmark": "music", "encoder": "dapt", "model": "laner"},
    "SparqlTypes": {"endpoint": "http://other/", "graph": "http://other", "iri_prefix": "http://other/"},
    "TypeIndex": {"sources": "sparql"},
    "TypedSentences": {"drop": "list", "untype": "list"},
    "FilteredSentences": {"leave_out": "table", "label_set": "4"},
    "WikidataApi": {"endpoint": "http://other/api.php"},
}
"""Another value for each parameter that is text."""


def steps() -> list[type[DatasetTask]]:
    found = [getattr(pipelines, name) for name in pipelines.__all__]
    return [step for step in found if issubclass(step, DatasetTask)]


def other(step: type[DatasetTask], name: str, parameter: luigi.Parameter, value: Any, elsewhere: Path) -> Any:
    """Another value that the parameter takes; for a file or folder, the same one in another place."""
    if isinstance(parameter, ByProfile):
        return other(step, name, parameter.kind, value, elsewhere)
    if isinstance(parameter, luigi.ChoiceParameter):
        return next(choice for choice in parameter.names if choice != value)
    if isinstance(parameter, luigi.BoolParameter):
        return not value
    if isinstance(parameter, luigi.IntParameter):
        return value * 2 if value else 1
    if isinstance(parameter, luigi.FloatParameter):
        return value / 2 if value else 0.5
    if value and (PROJECT / value).exists():
        return str(elsewhere / value)
    return OTHER_TEXTS.get(step.__name__, {}).get(name, f"{value}-other")


def test_a_step_knows_the_wiki_that_its_text_is_from() -> None:
    wiki = Wiki("samplewiki", "en", "https://sample.example/w/index.php?oldid={rev_id}")
    found = {step.__name__: step(**ARGUMENTS.get(step.__name__, {})).wiki for step in steps()}
    assert {name for name, value in found.items() if value is None} == {
        *("CategoryApi", "CategoryEdges", "DomainPages", "DomainReport", "NerBenchmark", "PretrainedEncoder"),
        "OutsideBaseline",
        "WordVectors",
    }
    assert {value for value in found.values() if value} == {wiki}


def identities() -> dict[str, str]:
    """The identity of each step with the settings of the moment."""
    return {step.__name__: step(**ARGUMENTS.get(step.__name__, {})).provenance.identity for step in steps()}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """The same files in another place; beside it the lock of a snapshot and a file of classes of one's own."""
    write_lock(str(tmp_path / "elsewhere.lock.json"), SnapshotLock("samplewiki", "20260901", ()))
    (tmp_path / "elsewhere.corrections.toml").write_text(
        '[[corrections]]\ntitles = ["BLEU"]\nclass = ""\nreason = "for the test"\n'
    )
    (tmp_path / "elsewhere.classes.toml").write_text('[classes.Metric]\nbelow = ["TopicalConcept"]\n')
    (tmp_path / "elsewhere").symlink_to(PROJECT)
    return tmp_path / "elsewhere"


DECIDES_NOTHING = {
    "CategoryApi": {"cache", "contact", "max_age_days"},
    # Of files the content decides, not the place.
    "CategoryEdges": {"categorylinks_table", "linktarget_table", "page_props_table", "page_table"},
    "Completeness": {"max_difference_share"},
    "DomainVocabulary": {"stop_words"},
    # The dataset in question has all splits.
    "NerBenchmark": {"dev_is_test", "dev_share", "directory"},
    "SparqlTypes": {"batch", "cache", "contact"},
    "WikidataApi": {"cache", "contact", "max_age_days"},
    "WikidataIds": {"page_props_table"},
    "WikidataStatements": {"dump"},
    "WordVectors": {"words", "ngrams"},
    "DaptModel": {"micro_batch"},
    "NerBert": {"micro_batch"},
    # The encoder is an input; the domain only says which one it is.
    "EntityRepresentations": {"domain"},
    # So are the datasets that a setting adds, of which those here have none; and the tagger reads no text.
    "FineTuning": {"domain", "others", "unlabelled"},
    "OutsideBaseline": {"environments"},
    # Here chance chooses; where a model does, the benchmark is an input, and what it doubts may go out again.
    "PreAnnotation": {"again", "benchmark"},
}
"""The parameters of the steps that are not part of the identity; a new one is, unless it is put here."""


@pytest.mark.parametrize("step", steps(), ids=lambda step: step.__name__)
def test_every_parameter_is_part_of_the_identity_but_those_that_decide_nothing(
    step: type[DatasetTask], elsewhere: Path
) -> None:
    arguments = ARGUMENTS.get(step.__name__, {})
    task = step(**arguments)
    same = set()
    for name, parameter in task.get_params():
        value = other(step, name, parameter, getattr(task, name), elsewhere)
        assert value != getattr(task, name)
        if step(**{**arguments, name: value}).provenance.identity == task.provenance.identity:
            same.add(name)
    assert same == DECIDES_NOTHING.get(step.__name__, set())


def test_parameters_that_decide_nothing_are_declared_so() -> None:
    """Luigi builds a task once for each set of significant parameters."""
    found = {step.__name__: {name for name, p in step.get_params() if not p.significant} for step in steps()}
    inputs: dict[str, set[str]] = {"EntityRepresentations": set(), "FineTuning": set(), "PreAnnotation": set()}
    wanted = {**DECIDES_NOTHING, **inputs, "NerBenchmark": {"directory"}}
    assert {name: params for name, params in found.items() if params} == {n: p for n, p in wanted.items() if p}


SHARED: list[tuple[dict[str, dict[str, object]], set[str]]] = [
    (
        {
            "Build": {
                **{"root": "/tmp/elsewhere", "snapshot": "another", "max_reject_share": 0.5},
                "lock": "{elsewhere}.lock.json",
            },
            "Beam": {
                **{"runner": "FlinkRunner", "workers": 3, "options": "--a=b", "local_below_mb": 1},
                "shared": "/tmp/elsewhere",
            },
            "Training": {
                **{"device": "cpu", "processes": 2, "precision": "float32", "compile": True, "threads": 2},
                "scratch": "/tmp/elsewhere",
            },
            "Wikipedia": {
                "split_mb": 64,
                "pages": "{elsewhere}/sample/wiki/samplewiki-20260901-pages-articles-multistream.xml.bz2",
                "page_table": "{elsewhere}/sample/wiki/samplewiki-20260901-page.sql.gz",
                "redirect_table": "{elsewhere}/sample/wiki/samplewiki-20260901-redirect.sql.gz",
            },
            "DBpedia": {
                "ontology": "{elsewhere}/sample/wiki/ontology.owl",
                "instance_types": "{elsewhere}/sample/wiki/instance-types_lang=en_specific.ttl.bz2",
            },
        },
        set(),
    ),
    (
        {"Build": {"seed": 1}},
        {
            "Orthography",
            "FilteredSentences",
            "NerCorpus",
            "Gazetteer",
            "DomainPassages",
            "DaptModel",
            "NerBert",
            "NewEncoder",
            "WordVectors",
        },
    ),
    ({"Build": {"keep_filtered": False}}, {"FilteredSentences"}),
    (
        {"Quality": {"profile": "names"}},
        {step.__name__ for step in steps() if "profile" in dict(step.get_params())},
    ),
    ({"Wikipedia": {"redirects": "tables"}}, {"TypeIndex", "SparqlTypes"}),
    ({"DBpedia": {"redirects": ""}}, {"TypeIndex"}),
    ({"DBpedia": {"mappings": "LICENSE"}}, {"Infoboxes"}),
    ({"DBpedia": {"corrections": "{elsewhere}.corrections.toml"}}, {"TypeIndex"}),
    (
        {"DBpedia": {"own_classes": "{elsewhere}.classes.toml"}},
        {"TypeIndex", "TypedSentences", "FilteredSentences", "NerCorpus", "PreAnnotation"},
    ),
]
"""Other values of the settings that steps share, and the steps whose own identity they change. Steps that are made of
those change with them."""


def test_every_shared_setting_is_in_the_table() -> None:
    found: dict[str, set[str]] = {}
    for values, _ in SHARED:
        for section, names in values.items():
            found.setdefault(section, set()).update(names)
    sections = (Build, Beam, Training, Quality, Wikipedia, DBpedia)
    assert found == {section.__name__: {name for name, _ in section.get_params()} for section in sections}


@pytest.mark.parametrize(("values", "wanted"), SHARED)
def test_what_a_shared_setting_decides(
    values: dict[str, dict[str, object]], wanted: set[str], configure: Configure, elsewhere: Path
) -> None:
    before = identities()
    sections = {name: dict(given) for name, given in SETTINGS.items()}
    for section, given in values.items():
        texts = {name: str(value).format(elsewhere=elsewhere) for name, value in given.items()}
        sections[section] = {**sections.get(section, {}), **texts}
    configure(**sections)
    changed = {step for step, identity in identities().items() if identity != before[step]}
    assert wanted <= changed
    assert {step for step in changed if not changed & made_of(step)} <= wanted


def made_of(step: str) -> set[str]:
    """The steps that a step is made of directly."""
    return {type(task).__name__ for task in getattr(pipelines, step)(**ARGUMENTS.get(step, {})).requires().values()}


def test_a_step_of_another_version_is_another_dataset(monkeypatch: pytest.MonkeyPatch) -> None:
    for step in steps():
        task = step(**ARGUMENTS.get(step.__name__, {}))
        before = task.provenance
        monkeypatch.setattr(step, "step_version", step.step_version + 1)
        del task.provenance
        assert task.provenance.identity != before.identity, step
        assert task.provenance.step_version == before.step_version + 1


def test_a_manifest_gives_the_identity_of_its_step_again() -> None:
    """By it `wiki-ner verify` tells a manifest that was changed."""
    for step in steps():
        provenance = step(**ARGUMENTS.get(step.__name__, {})).provenance
        written = Provenance.from_json(json.loads(json.dumps(asdict(provenance))))
        assert identity_of(written) == provenance.identity, step


def test_the_content_of_a_file_is_another_dataset_and_its_place_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, configure: Configure
) -> None:
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda file, _memory: storage.checksum(file.uri))
    found = []
    for name, content in (("a.xml", "one"), ("b.xml", "one"), ("a.xml", "two")):
        (tmp_path / name).write_text(content)
        configure(Wikipedia={"pages": tmp_path / name})
        found.append(Punkt().provenance.identity)
    assert found[0] == found[1] != found[2]


def test_the_order_of_dump_files_decides(tmp_path: Path, configure: Configure) -> None:
    for name in ("a.xml", "b.xml"):
        (tmp_path / name).touch()
    found = []
    for names in (("a.xml", "b.xml"), ("b.xml", "a.xml"), ("a.xml",)):
        configure(Wikipedia={"pages": ",".join(str(tmp_path / name) for name in names)})
        found.append(Punkt().provenance.identity)
    assert len(set(found)) == 3


@pytest.mark.parametrize("name", ["Completeness", "WikidataIds", "WikidataStatements", "Redirects"])
def test_a_step_that_asks_the_dump_for_its_wiki_reads_one_file_of_it(
    name: str, tmp_path: Path, configure: Configure
) -> None:
    wiki = PROJECT / "sample" / "wiki"
    first, second = wiki / "samplewiki-20260901-pages-articles-multistream.xml.bz2", tmp_path / "second.xml.bz2"
    second.write_bytes(first.read_bytes() + b"\n")
    configure(
        Wikipedia={
            "pages": f"{first},{second}",
            "page_table": wiki / "samplewiki-20260901-page.sql.gz",
            "redirect_table": wiki / "samplewiki-20260901-redirect.sql.gz",
        },
        WikidataIds={"page_props_table": wiki / "samplewiki-20260901-page_props.sql.gz"},
        WikidataStatements={"dump": wiki / "wikidata-20260901-all.json.gz"},
    )
    assert getattr(pipelines, name)().files()["pages"] == [str(first)]


def test_the_order_of_domains_decides_nothing(configure: Configure) -> None:
    found = []
    for names in ("music,ai", "ai,music,ai"):
        configure(**SETTINGS, BuildDomains={"domains": names, "source": "api"})
        corpus = DaptCorpus()
        assert corpus.names() == ("ai", "music")
        found.append((corpus.provenance, corpus.configuration(), DaptCorpus(domains=names).provenance.identity))
    assert found[0] == found[1]


def test_a_report_of_other_label_sets_is_of_those() -> None:
    reports = [task for task in BuildCorpora(label_sets="4").requires() if isinstance(task, Report)]
    assert [report.label_sets for report in reports] == ["4"]
    assert set(reports[0].requires()) == {"ner_corpus names 4", "ner_corpus paper 4"}
    corpora = [task for task in BuildCorpora(label_sets="4,212").requires() if isinstance(task, NerCorpus)]
    wanted = [("names", "4"), ("names", "212"), ("paper", "4"), ("paper", "212")]
    assert [(task.profile, task.label_set) for task in corpora] == wanted


def test_a_report_is_done_when_people_see_it(tmp_path: Path) -> None:
    target = ReportTarget(str(tmp_path / "own.md"), str(tmp_path / "latest.md"))
    assert not target.exists()
    storage.write_text(target.path, "own")
    assert not target.exists()
    storage.write_text(target.latest, "of another build")
    assert not target.exists()
    storage.write_text(target.latest, "own")
    assert target.exists()
    storage.remove_file(target.path)
    assert not target.exists()


def test_the_place_of_a_dataset_names_what_readers_look_for_and_the_identity(tmp_path: Path) -> None:
    task = NerCorpus(label_set="4")
    digest = task.provenance.identity[:8]
    snapshot = tmp_path / "data" / "samplewiki-20260901"
    location = f"{snapshot}/ner_corpus/profile=paper/label_set=4/alpha=0.7/build={digest}"
    assert task.location() == location
    assert task.location("rejects") == location.replace("/ner_corpus/", "/rejects/step=ner_corpus/")
    assert [output.staging for output in task.destinations()] == [
        output.location.replace(str(snapshot), f"{tmp_path}/data/_staging/samplewiki-20260901")
        for output in task.destinations()
    ]


def test_the_identities_of_the_sample_stay_what_they_were() -> None:
    """Who upgrades keeps what was built, unless a step gives another content (CONTRIBUTING.md, versions of datasets).

    `UPDATE_GOLDEN=1 pytest tests/tasks/test_identity.py` writes the file anew; read the diff before committing.
    """
    found = {}
    for step in steps():
        provenance = step(**ARGUMENTS.get(step.__name__, {})).provenance
        found[step.__name__] = {
            "identity": provenance.identity,
            "version": provenance.step_version,
            "parameters": provenance.parameters,
            "inputs": {source.name: source.identity for source in provenance.inputs},
        }
    text = json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    if differences := different_lines(GOLDEN.read_text(encoding="utf-8"), text):
        pytest.fail(f"the identities differ from {GOLDEN.relative_to(PROJECT)}:\n{differences}", pytrace=False)
