"""The pages that the code decides are those in the checkout; `make reference` writes them anew."""

from __future__ import annotations

import configparser
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pipelines
from dbpedia.mentions.language_files import language_codes, language_data
from pipelines import reference
from schemas.catalog.index import DATASETS
from tasks.step.base import DatasetTask
from tests.support.paths import PROJECT

ASKED_FOR = {"label_set", "label_sets", "models", "model", "encoder", "domain", "domains", "name", "setting"}
"""What a command or another step asks a step for; so are `anyway` and `dry_run`."""


@pytest.mark.parametrize("page", ["datasets", "languages", "settings"])
def test_the_reference_is_what_the_code_says(page: str) -> None:
    """In a process of its own: tests register tasks of their own with Luigi, whose settings are not ours."""
    code = f"import pipelines.reference as r, sys; sys.stdout.buffer.write(r.{page}_page().encode())"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, env=environment, capture_output=True, check=True)
    written = (PROJECT / "docs" / "reference" / f"{page}.md").read_text(encoding="utf-8")
    assert written == done.stdout.decode(), f"docs/reference/{page}.md is not what the code says; run make reference"


def test_what_is_known_of_languages_is_asked_by_keys_that_there_are() -> None:
    files = [language_data(code) for code in language_codes()]
    known = {key for data in files for key in reference._in_groups(data)}
    of_capitals = {key for data in files for key in reference._in_groups(data.get("capitals", {}))}
    assert {key for keys in reference._KNOWN_OF_LANGUAGES.values() for key in keys} <= known
    assert {key for keys in reference._KNOWN_OF_CAPITALS.values() for key in keys} <= of_capitals
    rows = reference.languages_page().splitlines()
    assert "| `ja` | Japanese | titles of lists, measures, names repeated without capitals |  |" in rows
    for start in (
        "| `az` | Azerbaijani | titles of lists, ",
        "| `be` | Belarusian | titles of lists, measures, centuries, small words in names, ",
    ):
        assert any(row.startswith(start) for row in rows)
    assert "| `und` | any other language |  | words |" in rows


def test_the_table_of_the_readme_is_that_of_the_catalog() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert reference.with_datasets_table(readme) == readme, (
        "README.md: the table of datasets is old; run make reference"
    )
    assert all(f"\n| `{name}` | " in readme for name in DATASETS)


def test_a_changed_table_is_seen() -> None:
    readme = "# A\n<!-- datasets -->\nold\n<!-- /datasets -->\n"
    assert reference.with_datasets_table(readme) == (
        f"# A\n<!-- datasets -->\n{reference.datasets_table()}<!-- /datasets -->\n"
    )
    table = reference.datasets_table()
    example = "a training example: tokens, BIO tags, labels, where it is from"
    assert f"| `ner_corpus` | {example}; by `split` | `corpora/steps/ner_corpus.py` |\n" in table
    files = "`wiki/steps/redirects.py`, `wiki/steps/sentences.py`"
    assert f"| `redirects` | a redirect page and its target | {files} |\n" in table
    assert "| `rejects` | a record that a step refused, and why | every step |\n" in table


def test_the_steps_of_the_architecture_are_those_of_the_code() -> None:
    """Their units are told by hand; the trainings have a page of their own."""
    page = (PROJECT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \| `([^|]+)` \|$", page, re.MULTILINE)
    tasks = [getattr(pipelines, name) for name in pipelines.__all__]
    steps = [task for task in tasks if issubclass(task, DatasetTask) and hasattr(task, "transform")]
    assert sorted(rows) == sorted(
        (step.__name__, ", ".join(f"`{name}`" for name in step.datasets[:-1]), reference.writer_file(step))
        for step in steps
    )


def test_settings_have_default_choices_and_meaning() -> None:
    page = reference.settings_page()
    assert "\n### [NerCorpus]\n" in page
    alpha = "balancing: 1 keeps the shares of categories, 0 makes them equal"
    assert f"\n| `alpha` | `0.7` | a number from 0 to 1 | {alpha} |\n" in page
    assert (
        "\n| `validation_share` | `0.1` | a number from 0 to 1 | share of the sentences in the validation split |\n"
        in page
    )
    named = "number of entity categories, name of a domain, or of a label set file"
    kind = "a label set: 315, 212, 4, a domain or a file of [LabelSetFiles]"
    assert f"\n| `label_set` | none: must be given | {kind} | {named} |\n" in page
    options = "options that begin with --, separated by spaces, or empty"
    assert (
        f"\n| `options` | empty | {options} | further pipeline options of the runner, separated by spaces |\n" in page
    )


def test_luigi_cfg_has_every_setting() -> None:
    given = configparser.ConfigParser(interpolation=None)
    given.read(PROJECT / "luigi.cfg", "utf-8")
    page = (PROJECT / "docs" / "reference" / "settings.md").read_text("utf-8")
    sections = re.split(r"^### \[(\w+)\]$", page, flags=re.MULTILINE)[1:]
    inherited = ("none", "profile of", "profiles of", "label_sets of")
    settings = [
        (section, key)
        for section, text in zip(sections[::2], sections[1::2], strict=True)
        for key, default in re.findall(r"^\| `(\w+)` \| ([^|]+) \| ", text, re.MULTILINE)
        if not default.startswith(inherited) and key not in ASKED_FOR | {"anyway", "dry_run"}
    ]
    assert len(settings) > 150
    assert [each for each in settings if not given.has_option(*each)] == []


def test_the_pages_are_written_into_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "settings_page", lambda: "# Settings\n")
    folder = tmp_path / "docs" / "reference"
    folder.mkdir(parents=True)
    (tmp_path / "README.md").write_text("# Ä\n<!-- datasets -->\nold\n<!-- /datasets -->\nend\n", "utf-8")
    reference.write_pages(tmp_path)
    assert (folder / "datasets.md").read_text("utf-8") == reference.datasets_page()
    assert (folder / "settings.md").read_text("utf-8") == "# Settings\n"
    table = reference.datasets_table()
    assert (tmp_path / "README.md").read_text("utf-8") == (f"# Ä\n<!-- datasets -->\n{table}<!-- /datasets -->\nend\n")
