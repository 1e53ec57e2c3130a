"""Label sets by name: the published ones, those of the domains, and those in files of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import luigi

from dbpedia.domain_labels import domain_label_map
from dbpedia.label_sets import LABEL_SETS, label_map, label_set
from schemas.errors import InputError, nearest
from schemas.files import storage
from schemas.label_classes import LabelClasses, check_label_classes, read_label_classes
from tasks.domains import checked_domain, known_domains
from tasks.settings.inputs import input_directory
from tasks.settings.lists import Names
from tasks.settings.ontology import ontology, ontology_name
from tasks.settings.parameters import Name, Path
from tasks.settings.plain_errors import PlainErrors
from tasks.settings.quality import CORPORA, OfCorpora

_SUFFIX: Final = ".toml"
_PAGE: Final = "docs/how-to/choose-types.md#a-label-set-of-your-own"
_WHICH: Final = f"{', '.join(LABEL_SETS)}, a domain or a file of [LabelSetFiles]"


class LabelSetFiles(PlainErrors, luigi.Config):  # type: ignore[misc]
    """Label sets of one's own."""

    directory = Path(
        default="",
        folder=True,
        optional=True,
        description="directory with a file <name>.toml for each label set of one's own; empty for none",
    )


class LabelSetName(Name):
    """The name of a label set."""

    what = f"a label set: {_WHICH}"


class LabelSets(Names):
    """Some label sets, by their names."""

    what = f"label sets, separated by commas, each {_WHICH}"


class BuiltLabelSets(LabelSets):
    """The label sets of the corpora of a build."""

    def __init__(self) -> None:
        super().__init__(default="315", description="label sets of the corpora, by commas")


class LabelSetsOfCorpora(OfCorpora, LabelSets):
    """Label sets that are those of a build where they are not given."""

    def __init__(self, **others: Any) -> None:
        super().__init__(whose=BuiltLabelSets(), **others)


class ReportedLabelSets(LabelSetsOfCorpora):
    """The label sets of a report."""

    instead = CORPORA
    """The section to set it in: a build passes on what it says there."""

    def __init__(self) -> None:
        super().__init__(description="label sets whose corpora are reported, by commas; not in a settings file")


class NamedLabelSet(NamedTuple):
    """A label set on the ontology of the build."""

    classes: Mapping[str, str]
    """The label of each DBpedia class that has one."""
    labels: tuple[str, ...]
    """Its labels in their order."""


def is_published(name: str) -> bool:
    """Whether a label set is one of NER-BERT's, which are all made of the 315 entity categories."""
    return name in LABEL_SETS


def domain_of(name: str) -> str | None:
    """The domain whose pages a label set is meant for, where it is that of one."""
    return name if not is_published(name) and name in known_domains() else None


def named_label_set(name: str) -> NamedLabelSet:
    """The label set of this name. Raises InputError for one that is not there or does not fit the ontology."""
    if is_published(name):
        return NamedLabelSet(label_map(ontology(), name), label_set(ontology(), name).labels)
    labels = _labels(name)
    return NamedLabelSet(domain_label_map(ontology(), labels), tuple(labels))


def label_parameters(name: str) -> dict[str, Any]:
    """What decides a label set besides its name and the ontology, from which the published ones follow."""
    if is_published(name):
        _check_no_file(name, "published label set")
        return {}
    return {"labels": [[label, list(names)] for label, names in _labels(name).items()]}


def _labels(name: str) -> LabelClasses:
    """The labels of a domain or a file, checked against the ontology."""
    files, domain = _files(), domain_of(name)
    if not domain and name not in files:
        # A file may have the name of another.
        *others, last = known = dict.fromkeys([*LABEL_SETS, *known_domains(), *files])
        # Which setting has it is not known here: a label set of BuildCorpora, or of an encoder, is that of a NerCorpus.
        raise InputError(
            f"label set {name}: there is none; label_set, label_sets or ner-bert-… must name {', '.join(others)} or "
            f"{last}; {_meant_or_own(name, known)}"
        )
    if not domain:
        labels = read_label_classes(files[name])
        check_label_classes(labels, ontology().classes, files[name], ontology_name(), _PAGE)
        return labels
    _check_no_file(name, "domain")
    return checked_domain(name).labels


def _meant_or_own(name: str, known: Iterable[str]) -> str:
    """What to do about a label set that there is not: to name the nearest, or to have a file of it."""
    if meant := nearest(name.lower(), known):
        meant += " "
    return (
        f"{meant}{'For' if meant else 'for'} one of your own let directory in [LabelSetFiles] name the folder that has "
        f"{name}{_SUFFIX} ({_PAGE})"
    )


def _check_no_file(name: str, kind: str) -> None:
    """Raise InputError where a file has the name of a label set that is no file, which it would stand behind."""
    files = _files()
    if name in files:
        raise InputError(f"label set {name}: {files[name]} has the name of a {kind}; give the file another name")


def _files() -> dict[str, str]:
    """The files of the label sets of one's own, by name."""
    if not LabelSetFiles().directory:
        return {}
    folder = input_directory("directory in [LabelSetFiles]", LabelSetFiles().directory)
    names = sorted(name for name in storage.list_names(folder) if name.endswith(_SUFFIX))
    return {name.removesuffix(_SUFFIX): storage.join(folder, name) for name in names}
