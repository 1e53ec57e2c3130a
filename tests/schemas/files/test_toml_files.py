"""Files that people write are read with errors that name file, key and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.errors import InputError
from schemas.files.toml_files import read_toml, strings


def test_a_file_has_the_keys_of_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('name = "x"\nlabels = ["a", "b"]\n')
    assert read_toml(str(path), "toy file", ("labels", "name")) == {"name": "x", "labels": ["a", "b"]}
    for keys, message in [
        (("name", "lables"), "unknown key 'labels'; did you mean lables?"),
        (("name", "x"), "unknown key 'labels'; known are name, x"),
        (("labels", "name", "z", "y"), "z is missing; a toy file has labels, name, z, y"),
    ]:
        with pytest.raises(InputError) as raised:
            read_toml(str(path), "toy file", keys)
        assert str(raised.value) == f"{path}: {message}"


def test_a_file_may_be_as_large_as_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("#" * 1_000_000)
    assert read_toml(str(path), "toy file", ()) == {}
    path.write_text("#" * 1_000_001)
    with pytest.raises(InputError, match=r"a\.toml: 1,000,001 bytes are too many for a toy file$"):
        read_toml(str(path), "toy file", ())


@pytest.mark.parametrize("text", ["name = ", "name = 1\nname = 2", "a = " + "[" * 5000])
def test_what_is_not_toml_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"a\.toml: not TOML \("):
        read_toml(str(path), "toy file", ("name",))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("a", 'labels must be a list of strings, as labels = ["…"]'),
        (["a", 1], 'labels must be a list of strings, as labels = ["…"]'),
        (["a", " "], "labels has an empty entry"),
        (["a", "b", "a"], "labels has 'a' twice"),
    ],
)
def test_a_list_has_strings_each_once(values: object, message: str) -> None:
    assert strings({"labels": ["b", "a"]}, "labels", "a.toml") == ("b", "a")
    assert strings({"labels": []}, "labels", "a.toml") == ()
    with pytest.raises(InputError) as raised:
        strings({"labels": values}, "labels", "a.toml")
    assert str(raised.value) == f"a.toml: {message}"
