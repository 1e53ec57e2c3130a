"""The pages of the documentation that the code itself decides: `python -m pipelines.reference CHECKOUT` writes them.

They are `docs/reference/datasets.md`, `docs/reference/languages.md`, `docs/reference/settings.md` and the table of
datasets in the README.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import luigi
from luigi.task_register import Register

import pipelines
from dbpedia.mentions.language_files import language_codes, language_data
from pipelines.command_line import about
from schemas.catalog.definition import Definition, Licence
from schemas.catalog.index import DATASETS
from schemas.catalog.rejects import REJECTS
from schemas.datasets.card import describe_columns
from schemas.markdown import table
from tasks.luigi_private import default_of, has_default
from tasks.settings.quality import PRESETS, PROFILES
from tasks.step.base import DatasetTask

_LICENCES = {
    Licence.WIKIPEDIA: "CC BY-SA (Wikipedia and DBpedia)",
    Licence.WIKIDATA: "CC0 (Wikidata)",
    Licence.ANNOTATED: "that of the annotated files",
    Licence.TRAINED: "that of the encoder and of the text it was trained on",
}
_KNOWN_OF_LANGUAGES = {
    "titles of lists": ("lists",),
    "dates": ("dates", "dates_in_letters"),
    "measures": ("units",),
    "centuries": ("centuries",),
    "small words in names": ("connectors",),
    "particles of last names": ("particles",),
    "`of` between two names": ("binders",),
    "surname first": ("surname_first", "surname_and_comma"),
    "names in other cases": ("cases",),
    "in all words": ("cases_agree",),
    "other beginnings of names": ("mutations",),
    "one capital a name": ("one_capital",),
    "words that complete names": ("completing", "completing_one", "last_nouns"),
    "members and adjectives": ("member_endings", "member_titles", "adjective_markers", "adjectives"),
    "common nouns among nouns": ("noun_markers",),
    "names repeated without capitals": ("names_go_on",),
    "small letters": ("small_letters",),
}
"""What the rules about mentions know of a language in one of these keys of its file."""
_KNOWN_OF_CAPITALS = {
    "names with one capital": ("agreement", "fronts"),
    "works": ("works",),
    "names side by side": ("begun", "ended", "locatives", "names_in_pairs", "owner_endings", "owners", "rulers"),
    "adjectives and peoples": ("adjectives", "apart_adjectives", "people_endings", "peoples", "plurals"),
}
"""The same of names by their capitals, in the table `capitals`."""
_README_TABLE = re.compile(r"(?<=<!-- datasets -->\n).*?(?=<!-- /datasets -->)", re.DOTALL)


def datasets_page() -> str:
    """The reference of all datasets with every column."""
    return (
        "\n\n".join(
            [
                "# Datasets",
                _generated(),
                "Every dataset is a directory of Parquet parts with a manifest and a card: "
                "[the contract](dataset-contract.md). Offsets count Unicode code points from 0, half open: "
                "`text[start:end]` is the surface. Where a language writes no spaces between words (Chinese, Japanese, "
                "Thai), and in Korean, each character is a [token](../explanation/extraction.md#tokens).",
                datasets_table().rstrip(),
                *map(_dataset_section, DATASETS.values()),
            ]
        )
        + "\n"
    )


def datasets_table() -> str:
    """A row for each dataset: what its rows are and which step writes it."""
    rows = [(f"`{each.name}`", each.row + _partitions(each), _files(each)) for each in DATASETS.values()]
    return table(["dataset", "a row is", "written by"], rows, names=3) + "\n"


def languages_page() -> str:
    """The reference of what the rules about mentions know of each language."""
    files = {code: language_data(code) for code in language_codes()}
    rows = [
        (
            f"`{code}`",
            data["name"],
            ", ".join(_known(_KNOWN_OF_LANGUAGES, _in_groups(data))),
            _of_capitals(data.get("capitals")),
        )
        for code, data in files.items()
    ]
    return (
        "\n\n".join(
            [
                "# Languages",
                _generated(),
                "What the rules about [mentions](../explanation/types.md#noise) and about [names that nobody "
                "linked](../explanation/types.md#unlinked-mentions) know of the words of a language, by the code that "
                "the dump gives. `no` reads `nb`, `bs` and `sh` read `hr`, `be-tarask` and `be-x-old` read `be`. A "
                "language without a row, or without words for names by their capitals, has those of `und` where "
                "letters have case and common nouns no capital. What comes of it is [told "
                "elsewhere](../how-to/trade-recall-for-precision.md#in-other-languages-than-english), and so is how to "
                "[add a language](../../CONTRIBUTING.md#add-a-language). Each file of `dbpedia/mentions/languages` has "
                "the words; that of English tells what the keys mean.",
                table(["code", "language", "known of mentions", "known of names by their capitals"], rows, names=4),
            ]
        )
        + "\n"
    )


def _known(keys: Mapping[str, Sequence[str]], data: Mapping[str, object]) -> Iterator[str]:
    """What a table of a language's file knows, of what is known by some of its keys."""
    return (what for what, names in keys.items() if any(map(data.get, names)))


def _of_capitals(data: Mapping[str, object] | None) -> str:
    return "" if data is None else ", ".join(["words", *_known(_KNOWN_OF_CAPITALS, _in_groups(data))])


def _in_groups(data: Mapping[str, object]) -> dict[str, object]:
    """The keys of a table and of the tables in it, with their values."""
    inner = [each for each in data.values() if isinstance(each, dict)]
    return {**{key: value for each in inner for key, value in each.items()}, **data}


def settings_page() -> str:
    """The reference of all settings: a section of the settings file for each task and each group of shared settings."""
    classes = {name: Register.get_task_cls(name) for name in Register.task_names() if "." not in name}
    ours = {
        name: cls for name, cls in sorted(classes.items()) if cls.__module__.split(".")[0] in ("tasks", "pipelines")
    }
    shared = {name: cls for name, cls in ours.items() if issubclass(cls, luigi.Config)}
    steps = {name: cls for name, cls in ours.items() if name not in shared and any(cls.get_params())}
    return (
        "\n\n".join(
            [
                "# Settings",
                _generated(),
                "A setting is a key in a section of `luigi.cfg`, or of the file that `--settings` of "
                "[wiki-ner](command-line.md) or `LUIGI_CONFIG_PATH` names, which overrides it key by key. The settings "
                "of a step may also be given on the command line: "
                "`NerCorpus --label-set 4`. A setting that decides what a dataset holds is part of its identity: "
                "another value builds anew, beside the old build. Before work begins all settings are checked, also "
                "those that the command does not use: an unknown section or key and a value that is not allowed end "
                "it with one line that names them. So do files and directories that are not there, for the steps that "
                "the command needs. `~` is the home directory. `[core]`, `[resources]`, `[retcode]`, `[scheduler]` and "
                "`[worker]` are Luigi's own.",
                "## Shared sections",
                *(_section(name, cls) for name, cls in shared.items()),
                _profiles(),
                "## Steps",
                *(_section(name, cls) for name, cls in steps.items()),
            ]
        )
        + "\n"
    )


def write_pages(checkout: Path) -> None:
    """Write the pages of the documentation in a checkout, and the table in its README."""
    folder = checkout / "docs" / "reference"
    (folder / "datasets.md").write_text(datasets_page(), encoding="utf-8")
    (folder / "languages.md").write_text(languages_page(), encoding="utf-8")
    (folder / "settings.md").write_text(settings_page(), encoding="utf-8")
    readme = checkout / "README.md"
    readme.write_text(with_datasets_table(readme.read_text(encoding="utf-8")), encoding="utf-8")


def with_datasets_table(readme: str) -> str:
    """The README with the table of datasets between its two comments as the catalog has it."""
    return _README_TABLE.sub(lambda _: datasets_table(), readme)


def _generated() -> str:
    return "<!-- Made by `make reference` from the code; edit that. -->"


def _partitions(definition: Definition) -> str:
    keys = " and ".join(f"`{key}`" for key in definition.partitions)
    return f"; by {keys}" if keys else ""


def _files(definition: Definition) -> str:
    """The files that write a dataset, that of its own name first."""
    files = dict.fromkeys(f"`{writer_file(task)}`" for task in _tasks(definition))
    own = f"/{definition.name}.py`"
    return ", ".join(sorted(files, key=lambda file: (not file.endswith(own), file))) or "every step"


def writer_file(task: type[DatasetTask]) -> str:
    """The file of the function or job that writes a step's datasets, as a path in the checkout."""
    module, _, name = str(getattr(task, "transform", "") or getattr(task, "job", "")).partition(":")
    path = module.replace(".", "/") + ".py"
    if not hasattr(task, "transform"):
        return path
    tree = ast.parse((Path(pipelines.__file__).parents[1] / path).read_text(encoding="utf-8"))
    [body] = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
    [writer] = {node.id for node in ast.walk(body) if isinstance(node, ast.Name) and node.id.startswith("write_")}
    return f"{module.partition('.')[0]}/steps/{writer.removeprefix('write_')}.py"


def _tasks(definition: Definition) -> list[type[DatasetTask]]:
    """The steps that write a dataset; none for that which every step writes."""
    tasks = [getattr(pipelines, name) for name in pipelines.__all__]
    if definition is REJECTS:
        return []
    return [task for task in tasks if issubclass(task, DatasetTask) and definition.name in task.datasets]


def _dataset_section(definition: Definition) -> str:
    steps = ", ".join(f"`{task.__name__}` (`{writer_file(task)}`)" for task in _tasks(definition))
    facts = [f"- a row: {definition.row}", f"- written by: {steps or 'every step'}"]
    facts += [f"- partitioned by `{key}`: {meaning}" for key, meaning in definition.partitions.items()]
    facts.append(f"- licence: {_LICENCES[definition.licence]}")
    return "\n\n".join(
        [f"## {definition.name}", definition.about, "\n".join(facts), describe_columns(definition.schema)]
    )


def _profiles() -> str:
    """What each profile makes of the settings that are left to it."""
    settings = [(step, name) for step, presets in PRESETS[PROFILES[0]].items() for name in presets]
    rows = [
        (
            f"`{name}` in `[{step}]`",
            *(f"`{PRESETS[profile][step][name]}`" if PRESETS[profile][step][name] else "empty" for profile in PROFILES),
        )
        for step, name in settings
    ]
    return (
        "## Profiles\n\nA setting with the value `profile` is what the profile of its step says. Any other value holds "
        "for every profile.\n\n" + table(["setting", *PROFILES], rows, names=1 + len(PROFILES))
    )


def _section(name: str, cls: type[luigi.Task]) -> str:
    rows = [(f"`{key}`", _default(param), param.allowed, param.meaning) for key, param in cls.get_params()]
    return f"### [{name}]\n\n{about(cls)}\n\n" + table(["setting", "default", "allowed", "meaning"], rows, names=4)


def _default(param: luigi.Parameter) -> str:
    if inherits := getattr(param, "inherits", ""):
        return str(inherits)
    if not has_default(param):
        return "none: must be given"
    written = param.serialize(default_of(param))
    return f"`{written}`" if written else "empty"


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
