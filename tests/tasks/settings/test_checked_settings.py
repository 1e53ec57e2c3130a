"""Settings that only a step can judge are refused before any work."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines import run
from schemas.errors import InputError
from tasks.dbpedia import TypeIndex
from tests.support.configured import Configure


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
            "= dpat: must be some of these.*: plain, dapt, ner-bert-… with the name of a label set",
        ),
        (
            {"EvaluationReport": {"encoders": "ner-bert-99"}},
            "^label set 99: there is none; label_set, label_sets or ner-bert-… must name 315, 212, 4, ai, ",
        ),
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


@pytest.mark.parametrize(
    ("task", "sections", "message"),
    [
        (
            "TypeIndex",
            {"DBpedia": {"instance_types": "sample/README.md"}},
            r"instance_types in \[DBpedia\]: no line .* is a triple of <.*#type>; give the release's instance types",
        ),
        (
            "TypeIndex",
            {"DBpedia": {"instance_types": "sample/wiki/redirects_lang=en.ttl.bz2"}},
            r"instance_types in \[DBpedia\]: no line .* is a triple of <.*#type>; give the release's instance types",
        ),
        (
            "TypeIndex",
            {"DBpedia": {"redirects": "sample/README.md,luigi.cfg"}},
            r"redirects in \[DBpedia\]: no line .* is a triple of <.*Redirects>; give the release's redirects, or none",
        ),
        (
            "TypeIndex",
            {"TypeIndex": {"sources": "wikidata"}, "WikidataStatements": {"dump": "sample/README.md"}},
            "sample/README.md: begins with b'# .*; give a dump of Wikidata",
        ),
        (
            "Completeness",
            {"Wikipedia": {"page_table": "sample/README.md"}},
            "README.md: no CREATE TABLE before the rows",
        ),
        (
            "Completeness",
            {"Wikipedia": {"page_table": "sample/wiki/samplewiki-20260901-page_props.sql.gz"}},
            "table page_props has no column page_id",
        ),
        (
            "Redirects",
            {"Wikipedia": {"redirect_table": "sample/wiki/samplewiki-20260901-page.sql.gz"}},
            "table page has no column rd_from",
        ),
        (
            "Redirects",
            {"Wikipedia": {"page_table": "sample/wiki/samplewiki-20260901-redirect.sql.gz"}},
            "table redirect has no column page_id",
        ),
        (
            "WikidataIds",
            {"Wikipedia": {"page_table": "sample/wiki/samplewiki-20260901-redirect.sql.gz"}},
            "table redirect has no column page_id",
        ),
        (
            "WikidataIds",
            {"WikidataIds": {"page_props_table": "sample/wiki/samplewiki-20260901-page.sql.gz"}},
            "table page has no column pp_page",
        ),
        (
            "CategoryEdges",
            {"CategoryEdges": {"linktarget_table": "sample/wiki/samplewiki-20260901-page.sql.gz"}},
            "table page has no column lt_id",
        ),
        ("DomainVocabulary", {"DomainVocabulary": {"stop_words": "docs/images/report.png"}}, "report.png: not UTF-8"),
        (
            "EvaluationReport",
            {"EvaluationReport": {"encoders": "plain"}, "DomainVocabulary": {"stop_words": "domains/py.typed"}},
            "domains/py.typed: no stop words in it",
        ),
    ],
)
def test_files_of_another_kind_are_refused_before_any_work(
    configure: Configure, task: str, sections: dict[str, dict[str, object]], message: str
) -> None:
    configure(**sections)
    with pytest.raises(InputError, match=message):
        run.show_plan([task])


def test_files_without_triples_are_taken_beside_others(tmp_path: Path, configure: Configure) -> None:
    """A release has empty files, and a pattern matches its README."""
    (empty := tmp_path / "empty.ttl").write_text("# started 2026\n# completed 2026\n", encoding="utf-8")
    types = "sample/wiki/instance-types_lang=en_specific.ttl.bz2"
    configure(DBpedia={"instance_types": f"sample/README.md,{types}", "redirects": empty})
    TypeIndex().check_inputs()


@pytest.mark.parametrize("task", ["Report", "BuildReport"])
def test_what_a_build_says_of_its_reports_is_said_once(task: str, tmp_path: Path, configure: Configure) -> None:
    """The build passes on its own, so what the section of a report says would decide nothing."""
    configure()
    told = rf"label_sets in \[{task}\]: is what \[BuildCorpora\] says, for every build; set it there, or build {task} "
    with pytest.raises(InputError, match=f"^{told}alone with --label-sets$"):
        run.show_plan(["BuildCorpora", f"--{task}-label-sets", "4"])
    (file := tmp_path / "own.cfg").write_text(f"[{task}]\nlabel_sets = 4\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUIGI_CONFIG_PATH", str(file))
        with pytest.raises(InputError, match=f"^{file}: {told}"):
            run.show_plan(["BuildCorpora"])


def test_a_report_alone_takes_what_it_is_given(configure: Configure, capsys: pytest.CaptureFixture[str]) -> None:
    configure(BuildDomains={"domains": ""})
    assert run.show_plan(["Report", "--label-sets", "4", "--profiles", "paper"]) == 0
    assert capsys.readouterr().out.count("ner_corpus") == 1
    assert run.show_plan(["HubDataset", "--BuildCorpora-label-sets", "212"]) == 0
    assert capsys.readouterr().out.count("ner_corpus") == 1
