"""Label sets by name: the published ones, those of the domains, and those in files of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import luigi

from dbpedia.domain_labels import domain_label_map
from dbpedia.label_sets import LABEL_SETS, label_map, label_set
from schemas import storage
from schemas.errors import InputError
from schemas.label_classes import LabelClasses, check_label_classes, read_label_classes
from tasks.dbpedia import ontology, ontology_file
from tasks.domains import checked_domain, known_domains
from tasks.inputs import input_directory
from tasks.parameters import Name, Names, Path, PlainErrors

_SUFFIX: Final = ".toml"
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


class NamedLabelSet(NamedTuple):
    """A label set on the ontology of the build."""

    classes: Mapping[str, str]
    """The label of each DBpedia class that has one."""
    labels: tuple[str, ...]
    """Its labels in their order."""
    source: LabelClasses | None
    """The labels with the classes that their file names; None for a published set, which follows from the ontology."""
    domain: str | None = None
    """The domain whose pages it is meant for, where it is that of one."""

    @property
    def decisive(self) -> dict[str, Any]:
        """What decides the set besides its name and the ontology."""
        return {} if self.source is None else {"labels": [[label, list(names)] for label, names in self.source.items()]}


def is_published(name: str) -> bool:
    """Whether a label set is one of NER-BERT's, which are all made of the 315 entity categories."""
    return name in LABEL_SETS


def named_label_set(name: str) -> NamedLabelSet:
    """The label set of this name. Raises InputError for one that is not there or does not fit the ontology."""
    known = ontology()
    if is_published(name):
        return NamedLabelSet(label_map(known, name), label_set(known, name).labels, None)
    files = _files()
    if name in known_domains():
        if name in files:
            raise InputError(f"label set {name}: {files[name]} has the name of a domain; give the file another name")
        labels, domain = checked_domain(name).labels, name
    elif name not in files:
        raise InputError(
            f"label set {name}: there is none; there are {', '.join([*LABEL_SETS, *known_domains(), *files])}"
        )
    else:
        labels, domain = read_label_classes(files[name]), None
        check_label_classes(labels, known.classes, files[name], ontology_file())
    return NamedLabelSet(domain_label_map(known, labels), tuple(labels), labels, domain)


def _files() -> dict[str, str]:
    """The files of the label sets of one's own, by name."""
    if not LabelSetFiles().directory:
        return {}
    folder = input_directory("directory in [LabelSetFiles]", LabelSetFiles().directory)
    names = sorted(name for name in storage.list_names(folder) if name.endswith(_SUFFIX))
    return {name.removesuffix(_SUFFIX): storage.join(folder, name) for name in names}
