"""Settings that only a step can judge are refused before any work."""

from __future__ import annotations

import pytest

from pipelines import run
from schemas.errors import InputError
from tests.tasks.conftest import Configure


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ({"Encoder": {"name": "./no/model"}}, r"name in \[Encoder\] = ./no/model: no such folder"),
        (
            {"Encoder": {"name": "package:no_such_package/model"}},
            "no package no_such_package is installed; install it with pip, or name ",
        ),
        ({"Encoder": {"name": "package:tests.no/model"}}, "no package tests.no is installed"),
        ({"Encoder": {"name": "package:wiki/model"}}, "package:wiki/model: the package has no such folder"),
        (
            {"EvaluationReport": {"encoders": "plain,dpat"}},
            "= dpat: must be some of these.*: plain, dapt, ner-bert-315",
        ),
        ({"EvaluationReport": {"encoders": "ner-bert-99"}}, "= ner-bert-99: must be some of these.*: plain"),
        ({"EvaluationReport": {"targets": "ai, ai = music"}}, "ai is named twice"),
        (
            {"EvaluationReport": {"models": "tager"}},
            "= tager: must be some of these.*: tagger, laner, multicell, bilstm, rnn, crosslm, coach or",
        ),
        ({"EvaluationReport": {"models": "laner-d100"}}, "= laner-d100: .*; -d100, the default, is left out"),
        ({"EvaluationReport": {"targets": "musik"}}, "musik"),
        (
            {"FineTuning": {"settings": "direct,jiont"}},
            "= jiont: must be some of these, .*: direct, source-then-target",
        ),
        ({"FineTuning": {"source": ""}}, r"source in \[FineTuning\] is empty"),
        (
            {"FineTuning": {"learning_rate": "-1"}},
            r"learning_rate in \[FineTuning\] = -1: must be a number from 1e-09",
        ),
        ({"FineTuning": {"few_shot": "10,-5"}}, r"few_shot in \[FineTuning\] = -5: must be whole numbers from 0"),
        ({"FineTuning": {"seeds": "one"}}, "seeds in .FineTuning. = one: must be whole numbers from 0"),
        ({"FineTuning": {"normalise": "researcher"}}, "= researcher: must be pairs as a=b"),
        (
            {"EvaluationReport": {"encoders": "dapt"}, "DaptModel": {"mask_probability": "1.5"}},
            r"mask_probability in \[DaptModel\] = 1.5: must be a number from 0.001 to 0.999",
        ),
    ],
)
def test_settings_of_models_are_checked_before_any_work(
    configure: Configure, sections: dict[str, dict[str, object]], message: str
) -> None:
    configure(**sections)
    with pytest.raises(InputError, match=message):
        run.show_plan(["BuildModels"])


@pytest.mark.parametrize(
    ("task", "sections", "message"),
    [
        ("DaptCorpus", {"DaptCorpus": {"min_entities": 0}}, r"min_entities in \[DaptCorpus\] = 0: must be a whole"),
        (
            "DaptCorpus",
            {"DaptCorpus": {"entities": "guesses"}},
            r"entities in \[DaptCorpus\] = guesses: must be one of",
        ),
        ("DaptCorpus", {"DaptCorpus": {"domains": "musik"}}, "musik is not one of"),
        ("Gazetteer", {"Gazetteer": {"min_link_share": 20}}, r"min_link_share in \[Gazetteer\] = 20.0: must be a"),
        ("DomainVocabulary", {"DomainVocabulary": {"stop_words": "none.txt"}}, "none.txt: no such file"),
    ],
)
def test_settings_of_domains_are_checked_before_any_work(
    configure: Configure, task: str, sections: dict[str, dict[str, object]], message: str
) -> None:
    configure(**sections)
    with pytest.raises(InputError, match=message):
        run.show_plan([task])
