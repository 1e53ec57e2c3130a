from __future__ import annotations

from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.label_classes import check_label_classes, read_label_classes


def write(folder: Path, text: str) -> str:
    (folder / "news.toml").write_text(text)
    return str(folder / "news.toml")


def test_a_label_set_file_is_read_in_its_order(tmp_path: Path) -> None:
    labels = read_label_classes(
        write(tmp_path, '[labels]\nPER = ["Person"]\nGPE-LOC = ["City", "Country"]\ndate = []\n')
    )
    assert list(labels.items()) == [("PER", ("Person",)), ("GPE-LOC", ("City", "Country")), ("date", ())]


def test_a_label_set_that_has_all_mentions_tagged_alike_needs_no_class(tmp_path: Path) -> None:
    assert read_label_classes(write(tmp_path, "[labels]\nENTITY = []\n")) == {"ENTITY": ()}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("labels = [", r"news\.toml: not TOML"),
        ("", r"news\.toml: labels is missing; a label set file has labels"),
        ("[label]\nPER = []", r"news\.toml: unknown key 'label'; did you mean labels\?"),
        ("[other]\nPER = []", r"news\.toml: unknown key 'other'; known are labels"),
        ("[labels]", r"news\.toml: \[labels\] must name at least one label"),
        ('[labels]\nPER = "Person"', r"news\.toml: PER must be a list of strings"),
        (
            '[labels]\n"B PER" = ["Person"]',
            r"news\.toml: label 'B PER': must be a letter from A to Z or a to z, then these, 0 to 9, - and _ only$",
        ),
        (
            "[labels]\nPER = []\ndate = []",
            r'news\.toml: no label has a class, so nothing would be tagged; name one, as writer = \["Writer"\]$',
        ),
        ('[labels]\nO = ["Thing"]', r"news\.toml: label O: O is the tag of words outside of entities"),
        ('[labels]\nPER = ["A"]\nORG = ["A"]', r"news\.toml: class A is given to PER and to ORG"),
    ],
)
def test_what_cannot_be_used_is_refused_by_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_label_classes(write(tmp_path, text))


def test_an_unknown_class_is_named_with_its_label_and_file() -> None:
    check_label_classes({"PER": ("Person",)}, ["Person"], "news.toml", "dbpedia.owl", "docs/page.md")
    with pytest.raises(
        InputError, match=r"news\.toml, label PER: dbpedia\.owl has no class Persn; did you mean Person\?"
    ):
        check_label_classes({"PER": ("Persn",)}, ["Person"], "news.toml", "dbpedia.owl", "docs/page.md")
    with pytest.raises(InputError, match=r"dbpedia\.owl has no class Xylophone; see docs/page\.md$"):
        check_label_classes({"PER": ("Xylophone",)}, ["Person"], "news.toml", "dbpedia.owl", "docs/page.md")
