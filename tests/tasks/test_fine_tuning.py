"""What decides the runs of a fine-tuning, and what of its settings is read."""

from __future__ import annotations

import pytest

import pipelines
from schemas.errors import InputError
from tasks.dapt import DaptCorpus
from tasks.luigi_private import default_of
from tasks.settings.quality import Quality
from tests.support.configured import Configure
from tests.support.sample_steps import SETTINGS

pytestmark = pytest.mark.usefixtures("sample")


def test_the_domain_of_the_encoder_dapt_decides_by_the_encoder() -> None:
    ai, music = (
        pipelines.FineTuning(target="ai", encoder="dapt", model="tagger", domain=domain) for domain in ("", "music")
    )
    assert ai.provenance.parameters == music.provenance.parameters
    assert ai.provenance.identity != music.provenance.identity


def test_a_setting_for_another_model_or_target_decides_nothing(configure: Configure) -> None:
    def identity(model: str, rate: str) -> str:
        configure(**SETTINGS, FineTuning={"learning_rate": rate})
        task = pipelines.FineTuning(target="ai", encoder="plain", model=model)
        return str(task.provenance.identity)

    assert (
        identity("tagger", "1e-3") == identity("tagger", "1e-3,bilstm=1e-2,music=1") == identity("tagger", "1,ai=1e-3")
    )
    assert identity("bilstm-crf", "1e-3") != identity("bilstm-crf", "1e-3,bilstm=1e-2")


def test_a_setting_has_values_of_its_own(configure: Configure) -> None:
    values = {"learning_rate": "1e-3,joint=1e-4,ai/direct=1e-2,music/joint=1", "settings": "direct+music,joint"}
    configure(**SETTINGS, FineTuning=values)
    parameters = pipelines.FineTuning(target="ai", encoder="plain", model="tagger").parameters()
    assert parameters["learning_rate"] == 1e-3
    assert parameters["by_setting"] == {"direct": {"learning_rate": 1e-2}, "joint": {"learning_rate": 1e-4}}
    configure(**SETTINGS, FineTuning={**values, "learning_rate": "1e-3,source-then-target=1"})
    assert "by_setting" not in pipelines.FineTuning(target="ai", encoder="plain", model="tagger").parameters()


def test_what_only_a_source_needs_decides_nothing_without_one(configure: Configure) -> None:
    def identity(settings: str, **own: object) -> str:
        configure(**SETTINGS, FineTuning={"settings": settings, **own})
        return str(pipelines.FineTuning(target="ai", encoder="plain", model="tagger").provenance.identity)

    def deciding(settings: str) -> set[str]:
        other: dict[str, object] = {
            **{"upsampling": "7,direct=9", "source_epochs": 7, "label_map": "PER=person", "labels": "target"},
            "epochs": "7,joint=9",
        }
        return {name for name, value in other.items() if identity(settings, **{name: value}) != identity(settings)}

    assert deciding("direct") == {"epochs"}
    assert deciding("direct+music") == {"epochs", "labels"}
    assert deciding("direct,joint") == {"epochs", "labels", "upsampling", "source_epochs", "label_map"}
    # Runs that were built where nobody had set anything stay what they are.
    configure(**SETTINGS, FineTuning={"settings": "direct"})
    task = pipelines.FineTuning(target="ai", encoder="plain", model="tagger")
    defaults = {name: parameter.serialize(default_of(parameter)) for name, parameter in task.get_params()}
    assert {name: task.parameters()[name] for name in ("upsampling", "source_epochs", "label_map", "labels")} == {
        **{name: int(defaults[name]) for name in ("upsampling", "source_epochs")},
        **{"label_map": {}, "labels": defaults["labels"]},
    }


def test_what_is_added_is_read_and_said(configure: Configure) -> None:
    def task(**settings: str) -> pipelines.FineTuning:
        configure(**SETTINGS, FineTuning=settings)
        return pipelines.FineTuning(target="ai", encoder="plain", model="tagger")

    plain = task(settings="direct", others="music").provenance
    assert plain == task(settings="direct", others="").provenance
    others = task(settings="direct+others@0.5,direct+others", others="general,ai,music")
    assert others.parameters()["others"] == ["general", "music"]
    assert {"added general", "added music"} <= others.requires().keys() and others.needs_source() is False
    assert (
        others.provenance.identity
        != task(settings="direct+others@0.5,direct+others", others="music").provenance.identity
    )
    each = task(settings="joint+each@0.5", others="general,ai,music")
    assert each.parameters()["settings"] == ["joint+general@0.5", "joint+music@0.5"]
    assert each.trained_models() == 2 * len(each.parameters()["seeds"])
    for settings, message in (
        ({"settings": "direct+others", "others": "ai"}, "name datasets beside ai in others"),
        ({"settings": "direct+ai"}, r"has direct\+ai: ai is the target itself"),
    ):
        with pytest.raises(InputError, match=message):
            task(**settings).parameters()


def test_only_a_model_that_learns_from_text_reads_the_corpus_of_the_domain(configure: Configure) -> None:
    def task(model: str, unlabelled: int, **settings: str) -> pipelines.FineTuning:
        configure(**SETTINGS, FineTuning={"unlabelled": unlabelled})
        return pipelines.FineTuning(target="ai", encoder="plain", model=model, **settings)

    assert task("tagger", 0).provenance == task("tagger", 50).provenance
    crosslm = task("crosslm-crf", 0)
    assert "dapt_corpus" not in crosslm.requires() and "text" not in crosslm.configuration()
    reader = task("crosslm-crf", 50)
    assert reader.requires()["dapt_corpus"] == DaptCorpus(profile=Quality().profile)
    music = task("crosslm-crf", 50, domain="music")
    others = (crosslm, music, task("crosslm-crf", 60))
    assert reader.provenance.identity not in [each.provenance.identity for each in others]
    corpus = DaptCorpus(profile=Quality().profile).location()
    found = music.configuration()
    assert {name: found[name] for name in ("unlabelled", "text", "text_domain")} == {
        **{"unlabelled": 50, "text": corpus, "text_domain": "music"}
    }
    with pytest.raises(
        InputError,
        match="domain films: there is none; domain must name one of ai, literature, music, natural_science, politics",
    ):
        task("crosslm-crf", 50, domain="films").requires()


def test_a_value_is_for_a_dataset_or_a_model_that_can_be_had(configure: Configure) -> None:
    # The report of the sample has neither bilstm nor music.
    configure(**SETTINGS, FineTuning={"epochs": "5,bilstm=9,laner-d50=3,music=2"})
    for task in pipelines.EvaluationReport().requires().values():
        if isinstance(task, pipelines.FineTuning):
            task.check_inputs()
    configure(**SETTINGS, FineTuning={"epochs": "5,bilstm=9,bilsm=3,restaurant=2"})
    message = (
        r"epochs in .FineTuning. = 5,bilstm=9,bilsm=3,restaurant=2: there is no dataset, model or setting bilsm, "
        r"restaurant; .NerBenchmark. directory has ai, general, music; settings are direct, source-then-target, joint; "
        "models are tagger"
    )
    with pytest.raises(InputError, match=message):
        pipelines.FineTuning(target="ai", encoder="plain", model="tagger").check_inputs()
