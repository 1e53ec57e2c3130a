"""What people are told of the tasks and their options."""

from __future__ import annotations

import pytest

import pipelines
from pipelines.listing import all_tasks, one_task
from schemas.errors import CommandError


def test_a_task_is_explained_with_its_options() -> None:
    assert one_task("NerCorpus").splitlines() == [
        "NerCorpus: The α-balanced training examples of NER-BERT: tokens with BIO tags, in a train and a validation "
        "split.",
        "",
        "option              default                 meaning",
        "--profile           (profile of [Quality])  what the corpus is for",
        "--label-set         (must be given)         number of entity categories, name of a domain, or of a label set "
        "file",
        "--alpha             0.7                     balancing: 1 keeps the shares of categories, 0 makes them equal",
        "--target-size       0                       sentences after sampling, 0 for as many as before",
        "--validation-share  0.1                     share of the sentences in the validation split",
        "",
        "The settings file has them in [NerCorpus].",
    ]


def test_a_task_without_options_says_so() -> None:
    assert one_task("BuildModels").splitlines() == [
        "BuildModels: The models: pre-training on the corpora, fine-tuning on annotated data, and the report on how "
        "they do.",
        "",
        "It has no options.",
        "",
        "The settings file has them in [BuildModels].",
    ]


def test_all_tasks_are_listed_with_their_defaults() -> None:
    lines = all_tasks().splitlines()
    assert lines[:5] == [
        "BuildAll: Everything: the corpora, and the models trained on them.",
        "BuildCorpora: The data: the NER corpus in each profile and label set asked for, the corpora of the domains, "
        "and the reports.",
        "    --profiles (profile of [Quality]) --label-sets 315",
        "BuildDomains: The pages of every domain, and the report on their crawl.",
        '    --domains politics,natural_science,music,literature,ai --source tables --directory ""',
    ]
    assert lines[-2:] == ["", "`wiki-ner tasks TASK` explains the options of one."]
    assert [line.partition(":")[0] for line in lines[:-2] if not line.startswith(" ")] == pipelines.__all__
    assert not any(line.endswith(" ") or line == "    " for line in lines)


@pytest.mark.parametrize("name", ["NerCorpuss", "Task"])
def test_of_another_name_there_is_no_task(name: str) -> None:
    with pytest.raises(CommandError, match=f"^there is no task {name}; "):
        one_task(name)


def test_what_only_a_command_gives_is_not_said_to_be_in_the_settings_file() -> None:
    assert (
        one_task("Report").splitlines()[-1].startswith("--label-sets  (label_sets of [BuildCorpora])  label sets whose")
    )
    assert one_task("BuildReport").splitlines()[-1] == "The settings file has models in [BuildReport]."
