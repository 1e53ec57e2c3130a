"""Baselines of other packages: their environments, their weights, and their place in the report."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from schemas.errors import InputError
from tasks.environments import check_environment, pinned_versions
from tasks.evaluation import EvaluationReport
from tasks.fine_tuning import FineTuning
from tasks.outside import OutsideBaseline
from tasks.step.report import ReportTarget
from tests.support.configured import Configure


def test_a_missing_environment_is_refused_with_the_command_that_makes_it(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        check_environment(str(tmp_path), "gliner")
    message, command = str(raised.value).split("; make it by: ")
    version = pinned_versions("gliner")["gliner"]
    assert message == (
        f"environments in [OutsideBaseline] = {tmp_path}: gliner {version} is run by an environment of its own, "
        f"{tmp_path}/gliner, and there is no gliner in it"
    )
    made, installed = command.split(" && ")
    assert made == f"{sys.executable} -m venv {tmp_path}/gliner"
    pip, requirements = installed.split(" install -r ")
    assert pip == f"{tmp_path}/gliner/bin/pip"
    assert f"gliner=={version}" in Path(requirements).read_text().splitlines()


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.environments._installed_version", lambda _python, _package: "4.0")
    with pytest.raises(InputError, match=r"it has transformers 4\.0; make it by"):
        check_environment("nowhere", "transformers")
    monkeypatch.setattr(
        "tasks.environments._installed_version", lambda _python, package: pinned_versions(package)[package]
    )
    check_environment("nowhere", "transformers")


@pytest.mark.parametrize(("installed", "has"), [("3.8.3", "it has gensim 3.8.3"), ("", "there is no gensim in it")])
def test_another_version_of_what_reads_the_word_vectors_is_refused(
    monkeypatch: pytest.MonkeyPatch, installed: str, has: str
) -> None:
    versions = {"flair": pinned_versions("flair")["flair"], "gensim": installed}
    monkeypatch.setattr("tasks.environments._installed_version", lambda _python, package: versions[package])
    with pytest.raises(InputError) as raised:
        check_environment("nowhere", "flair")
    assert str(raised.value).startswith(
        f"environments in [OutsideBaseline] = nowhere: gensim {pinned_versions('flair')['gensim']} is run by an "
        f"environment of its own, nowhere/flair, and {has}; make it by: "
    )


def test_what_reads_the_word_vectors_is_part_of_the_identity_and_nothing_that_the_job_is_given(
    configure: Configure,
) -> None:
    configure(OutsideBaseline={"weights": "flair=sample/ner,gliner=sample/ner"})
    flair, gliner = (OutsideBaseline(target="ai", model=name) for name in ("flair", "gliner"))
    assert flair.parameters()["gensim"] == pinned_versions("flair")["gensim"]
    assert "gensim" not in gliner.parameters()
    assert flair.configuration().keys() == gliner.configuration().keys()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"weights": ""}, "name the folder that flair starts from, as flair=/models/flair$"),
        ({"weights": "flair=nowhere"}, r"weights in \[OutsideBaseline\] = nowhere: no such directory"),
        ({"weights": "flar=sample"}, "there is no flar; there are flair, gliner, gliner-tuned, transformers$"),
        (
            {"weights": "flair=sample/ner", "epochs": "5,tagger=2"},
            "there is no dataset, model or setting tagger; .*flair",
        ),
        ({"weights": "flair=sample/ner"}, "there is no flair in it; make it by"),
    ],
)
def test_settings_are_checked_before_work_begins(
    configure: Configure, tmp_path: Path, settings: dict[str, object], message: str
) -> None:
    configure(OutsideBaseline={"environments": tmp_path, **settings})
    with pytest.raises(InputError, match=message):
        OutsideBaseline(target="ai", model="flair").check_inputs()


def test_each_package_has_its_own_rate_and_what_is_scored_is_that_of_the_fine_tunings(configure: Configure) -> None:
    configure(
        FineTuning={"seeds": "3,4", "normalise": "researcher=person", "strict": "true"},
        OutsideBaseline={"weights": "flair=sample/ner", "type_words": "researcher=scholar"},
    )
    flair, own = (OutsideBaseline(target="ai", model=name).parameters() for name in ("flair", "transformers"))
    assert [each["learning_rate"] for each in (flair, own)] == [0.1, 5e-5]
    assert [each["encoder"] for each in (flair, own)] == ["ner", "plain"]
    assert flair["type_words"] == {}
    tuned = FineTuning(target="ai", encoder="plain", model="tagger").parameters()
    assert {name: own[name] for name in ("seeds", "normalise", "strict")} == {
        name: tuned[name] for name in ("seeds", "normalise", "strict")
    }
    assert (own["seeds"], own["normalise"], own["strict"]) == ([3, 4], {"researcher": "person"}, True)


def test_a_model_that_is_trained_starts_from_the_weights_of_the_one_that_is_not(configure: Configure) -> None:
    own = {"weights": "gliner=sample/ner", "type_words": "metrics=evaluation metric"}
    configure(OutsideBaseline=own, FineTuning={"seeds": "3,4"})
    plain, tuned = (OutsideBaseline(target="ai", model=name) for name in ("gliner", "gliner-tuned"))
    same = ("encoder", "type_words", "version")
    assert [tuned.parameters()[name] for name in same] == [plain.parameters()[name] for name in same]
    assert tuned.parameters()["type_words"] == {"metrics": "evaluation metric"}
    assert tuned.configuration()["python"] == plain.configuration()["python"]
    assert (plain.trained_models(), tuned.trained_models()) == (0, 2)
    assert tuned.parameters()["learning_rate"] == 1e-5
    configure(OutsideBaseline={"weights": "gliner=sample/ner,gliner-tuned=sample/wiki"})
    both = [OutsideBaseline(target="ai", model=name) for name in ("gliner", "gliner-tuned")]
    assert [each.configuration()["weights"].rpartition("/")[2] for each in both] == ["ner", "wiki"]


def test_the_report_has_the_baselines_that_it_names(configure: Configure) -> None:
    configure(
        EvaluationReport={"baselines": "gliner,transformers", "models": "tagger", "encoders": "plain"},
        OutsideBaseline={"weights": "gliner=sample/ner"},
    )
    report = EvaluationReport()
    assert [(each["encoder"], each["model"]) for each in report.configuration()["runs"]] == [
        ("plain", "tagger"),
        ("ner", "gliner"),
        ("plain", "transformers"),
    ]
    assert {"runs ai gliner", "runs ai transformers"} <= report.requires().keys()


def test_the_report_stands_in_its_build_and_where_people_look(configure: Configure, tmp_path: Path) -> None:
    configure(EvaluationReport={"baselines": "gliner"}, OutsideBaseline={"weights": "gliner=sample/ner"})
    report = EvaluationReport()
    target = report.output()[-1]
    assert isinstance(target, ReportTarget)
    assert target.path == f"{report.location()}/_report/evaluation.md"
    assert target.latest == f"{tmp_path}/data/samplewiki-20260901/evaluation_report/evaluation.md"
