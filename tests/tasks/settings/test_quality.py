"""Profiles: what they decide, what a setting given by a person decides, and where the corpora of each stand."""

from __future__ import annotations

from typing import Any

import luigi
import pytest

import pipelines
from schemas.errors import InputError
from schemas.problems import DAMAGE, HOLES
from tasks.annotation import PreAnnotation, SentenceScores
from tasks.corpora import FilteredSentences, NerCorpus
from tasks.dapt import DaptText
from tasks.encoders import NewEncoder
from tasks.fine_tuning import FineTuning
from tasks.hub import HubDataset
from tasks.linking import TypedSentences
from tasks.pretraining import DaptModel, NerBert
from tasks.settings.quality import BY_PROFILE, CORPORA, PRESETS, PROFILES, ByProfile, OfCorpora, preset
from tasks.step.base import DatasetTask
from tests.support.configured import Configure

LEFT_TO_THE_PROFILE = [
    (step, name, parameter)
    for step in (getattr(pipelines, each) for each in pipelines.__all__)
    for name, parameter in step.get_params()
    if isinstance(parameter, ByProfile)
]


def test_every_profile_has_a_value_for_each_setting_that_is_left_to_it_and_for_no_other() -> None:
    settings = {(step.get_task_family(), name) for step, name, _ in LEFT_TO_THE_PROFILE}
    assert settings
    for profile, steps in PRESETS.items():
        assert {(step, name) for step, presets in steps.items() for name in presets} == settings, profile


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("step", "name", "parameter"), LEFT_TO_THE_PROFILE)
def test_what_a_profile_says_is_allowed(step: type[luigi.Task], name: str, parameter: ByProfile, profile: str) -> None:
    value = preset(step, profile, name, parameter)
    assert value != BY_PROFILE and parameter.kind.normalize(value) == value


def test_the_profile_decides_what_is_left_to_it(configure: Configure) -> None:
    configure()
    paper, names = (TypedSentences(profile=profile).provenance.parameters for profile in ("paper", "names"))
    lang, given = {"lang": "en"}, PRESETS["names"]["TypedSentences"]
    assert paper == {"profile": "paper", "propagate": "off", "drop": [], "untype": [], "extend": False, **lang}
    assert names["profile"] == "names" and names["propagate"] == given["propagate"]
    assert (
        {"kind", "lower-case", "demonym", "derived"} <= set(names["drop"])
        and names["untype"] == ["type"]
        and names["extend"]
    )
    filtered = [FilteredSentences(profile=profile).provenance.parameters["leave_out"] for profile in ("paper", "names")]
    assert filtered == [[], sorted(HOLES + DAMAGE)]


def test_a_setting_that_is_given_holds_for_every_profile(configure: Configure) -> None:
    configure(TypedSentences={"drop": "", "propagate": "title"})
    for profile in PROFILES:
        parameters = TypedSentences(profile=profile).provenance.parameters
        assert (parameters["drop"], parameters["propagate"]) == ([], "title")
    names = PRESETS["names"]["TypedSentences"]
    assert TypedSentences(profile="names").untype == names["untype"]
    assert TypedSentences(profile="names", drop=BY_PROFILE).drop == names["drop"]


def test_a_step_without_a_profile_has_that_of_the_build(configure: Configure) -> None:
    assert NerCorpus(label_set="4").profile == "paper"
    configure(Quality={"profile": "names"})
    corpus = NerCorpus(label_set="4")
    assert corpus.profile == "names" and corpus is NerCorpus(profile="names", label_set="4")
    with pytest.raises(InputError, match="profile in \\[NerCorpus\\] = good: must be one of paper, names"):
        NerCorpus(profile="good", label_set="4")


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (DaptText, {}),
        (HubDataset, {}),
        (DaptModel, {"domain": "ai"}),
        (NerBert, {"label_set": "4"}),
        (PreAnnotation, {"domain": "ai"}),
        (SentenceScores, {"domain": "ai", "benchmark": "ai"}),
        (NewEncoder, {}),
        (FineTuning, {"target": "ai", "encoder": "plain", "model": "crosslm", "unlabelled": 9}),
    ],
)
def test_a_step_that_goes_on_from_corpora_which_no_build_makes_says_so(
    configure: Configure, kind: type[DatasetTask], arguments: dict[str, Any]
) -> None:
    configure()
    assert list(kind(**arguments).doubts()) == []
    configure(BuildCorpora={"profiles": "names"})
    assert list(kind(**arguments).doubts()) == [
        "its corpora are of the profile paper, as [Quality] says, and profiles in [BuildCorpora] = names: no build "
        "makes these; where those of the build are meant, set profile = names in [Quality], or give --Quality-profile "
        "names"
    ]
    configure(BuildCorpora={"profiles": "names"}, Quality={"profile": "names"})
    assert list(kind(**arguments).doubts()) == []


def test_a_step_that_reads_no_corpus_is_not_doubtful_for_its_profile(configure: Configure) -> None:
    configure(BuildCorpora={"profiles": "names"})
    for unlabelled, model in ((0, "crosslm"), (9, "tagger")):
        assert list(FineTuning(target="ai", encoder="plain", model=model, unlabelled=unlabelled).doubts()) == []


def test_a_profile_that_is_given_is_no_doubt(configure: Configure) -> None:
    configure(BuildCorpora={"profiles": "paper"})
    assert list(HubDataset(profile="names").doubts()) == []


def test_the_steps_before_are_of_the_same_profile(configure: Configure) -> None:
    configure()
    corpus = NerCorpus(profile="names", label_set="4")
    filtered = corpus.requires()["filtered_sentences"]
    assert filtered is FilteredSentences(profile="names")
    assert filtered.requires()["typed_sentences"] is TypedSentences(profile="names")
    assert corpus.configuration()["filtered_sentences"] == filtered.location()
    assert "/filtered_sentences/profile=names/label_set=315/build=" in filtered.location()


def test_the_name_of_a_profile_goes_no_further_than_the_record(configure: Configure) -> None:
    """What a Beam job gets are the settings that the profile has decided."""
    configure()
    for step in (TypedSentences(), FilteredSentences(), NerCorpus(label_set="4")):
        configuration = step.configuration()
        assert "profile" not in configuration and BY_PROFILE not in configuration.values()


def test_what_builds_the_corpora_has_the_name_and_the_settings_that_others_take_from_it() -> None:
    """Steps know it by its section of the settings, since it stands above them."""
    assert pipelines.BuildCorpora.get_task_family() == CORPORA
    taken = {
        name
        for step in (getattr(pipelines, each) for each in pipelines.__all__)
        for name, parameter in step.get_params()
        if isinstance(parameter, OfCorpora)
    }
    assert taken == {"profiles", "label_sets"} == set(pipelines.BuildCorpora.get_param_names())
