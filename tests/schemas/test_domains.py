from __future__ import annotations

import os
from pathlib import Path

import pytest

from dbpedia.ontology import read_ontology
from schemas.domains import Domain, check_classes, read_domain
from schemas.errors import InputError
from tests.support.build import build, datasets, manifest, rows, settings
from tests.support.paths import PROJECT

NAMES = sorted(path.stem for path in (PROJECT / "domains").glob("*.toml"))

FISHING = """
name = "fishing"
roots = ["Fishing", "Sport_fishing"]
depth = 2
exclude = ['(?i)stubs$']
max_pages = 10
specialised = ["fish"]

[labels]
fish = ["Fish"]
gear = []
person = ["Person"]
"""


def write(folder: Path, text: str, name: str = "fishing") -> str:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(text)
    return str(folder / f"{name}.toml")


def test_a_domain_file_that_was_written_on_windows_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, FISHING)
    domain = read_domain(path)
    Path(path).write_bytes(b"\xef\xbb\xbf" + FISHING.replace("\n", "\r\n").encode())
    assert read_domain(path) == domain


def test_a_domain_file_is_read(tmp_path: Path) -> None:
    assert read_domain(write(tmp_path, FISHING)) == Domain(
        name="fishing",
        roots=("Fishing", "Sport fishing"),
        depth=2,
        exclude=("(?i)stubs$",),
        max_pages=10,
        labels={"fish": ("Fish",), "gear": (), "person": ("Person",)},
        specialised=("fish",),
    )


@pytest.mark.parametrize("depth", [1, 100])
def test_a_depth_may_be_the_least_and_the_most(tmp_path: Path, depth: int) -> None:
    assert read_domain(write(tmp_path, FISHING.replace("depth = 2", f"depth = {depth}"))).depth == depth


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("depth = 2", "depth = 101", r"depth = 101: must be a whole number from 1 to 100"),
        ("depth = 2", "depth = 0", r"depth = 0: must be a whole number from 1 to 100"),
        ("depth = 2", "depth = true", r"depth = True: must be a whole number"),
        ("depth = 2", "depth = 1" + 20 * "0", r"depth = 10+: must be a whole number from 1 to 100"),
        ("depth = 2", "depth = " + 5000 * "9", r"not TOML"),
        ("depth = 2", "depth = " + 100_000 * "[", r"not TOML \(maximum recursion depth exceeded"),
        ("depth = 2", "depth = 2\n#" + 1_000_000 * "x", r"1,000,\d+ bytes are too many for a domain file"),
        ("'(?i)stubs$'", "'" + 2000 * "(" + 2000 * ")" + "'", r"which is no regular expression"),
        (
            "'(?i)stubs$'",
            "'(a+)+$'",
            r"exclude has '\(a\+\)\+\$', which has more than 100,000,000 ways",
        ),
        ("depth = 2", "", "depth is missing"),
        ("depth = 2", "depth = 2\ndepht = 3", "unknown key 'depht'; did you mean depth?"),
        ("depth = 2", "depth =", "not TOML"),
        ("max_pages = 10", "max_pages = -1", "max_pages = -1: must be"),
        ('["Fishing", "Sport_fishing"]', "[]", "roots is empty"),
        ('["Fishing", "Sport_fishing"]', '["Fishing", " "]', "roots has an empty entry"),
        ('["Fishing", "Sport_fishing"]', '["Fishing", "Fishing"]', "roots has 'Fishing' twice"),
        ('["Fishing", "Sport_fishing"]', '"Fishing"', "roots must be a list of strings"),
        ("'(?i)stubs$'", "'('", r"exclude has '\(', which is no regular expression"),
        ('name = "fishing"', 'name = "angling"', "name = 'angling': must be the name of the file, 'fishing'"),
        ('name = "fishing"', 'name = "Fishing"', "must be a letter from a to z, then a to z, 0 to 9 and _ only$"),
        (
            'name = "fishing"',
            'name = "рыбалка"',
            "name = 'рыбалка': must be a letter from a to z, then a to z, 0 to 9 and _ only$",
        ),
        ('specialised = ["fish"]', 'specialised = ["fsh"]', "specialised has fsh, .* did you mean fish?"),
        ('specialised = ["fish"]', 'specialised = ["gear"]', "the task level would be empty"),
        ('person = ["Person"]', 'person = ["Fish"]', "class Fish is given to fish and to person"),
        (
            'person = ["Person"]',
            'Person = ["Person"]',
            "label 'Person': must be a letter from a to z, then a to z and 0 to 9 only$",
        ),
        ('person = ["Person"]', "person = 3", "person must be a list of strings"),
    ],
)
def test_a_bad_domain_file_is_refused_by_name(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in FISHING
    path = write(tmp_path, FISHING.replace(before, after))
    with pytest.raises(InputError, match=message) as refused:
        read_domain(path)
    assert str(refused.value).startswith(path)


def test_a_domain_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "fishing.toml").write_bytes(FISHING.encode("utf-16"))
    with pytest.raises(InputError, match=r"fishing\.toml: not UTF-8"):
        read_domain(str(tmp_path / "fishing.toml"))
    (tmp_path / "fishing.toml").unlink()
    os.mkfifo(tmp_path / "fishing.toml")
    with pytest.raises(InputError, match=r"fishing\.toml: no such file"):
        read_domain(str(tmp_path / "fishing.toml"))


def test_an_unknown_class_is_refused_with_the_nearest(tmp_path: Path) -> None:
    domain = read_domain(write(tmp_path, FISHING))
    check_classes(domain, ["Fish", "Person"], "ontology.owl")
    with pytest.raises(InputError, match=r"domain fishing, label fish: ontology\.owl has no class Fish; .*Fishes"):
        check_classes(domain, ["Fishes", "Person"], "ontology.owl")


@pytest.mark.parametrize("name", NAMES)
def test_the_domains_of_the_project_fit_the_sample_ontology(name: str) -> None:
    domain = read_domain(str(PROJECT / "domains" / f"{name}.toml"))
    check_classes(domain, read_ontology(str(PROJECT / "sample/wiki/ontology.owl")).classes, "the sample")
    assert {"person", "organisation", "location", "misc"} <= domain.labels.keys() - set(domain.specialised)


def test_the_domains_of_the_project_fit_the_whole_ontology(real: Path) -> None:
    classes = read_ontology(str(real / "dbpedia-ontology.owl")).classes
    for name in NAMES:
        check_classes(read_domain(str(PROJECT / "domains" / f"{name}.toml")), classes, "DBpedia")


@pytest.mark.parametrize(
    ("name", "labels"),
    # CrossNER (Liu et al., 2021), table 1, in the spelling of its files.
    [
        ("politics", "politician person organisation politicalparty event election country location misc"),
        (
            "natural_science",
            "scientist person university organisation country location discipline enzyme protein chemicalcompound "
            "chemicalelement event astronomicalobject academicjournal award theory misc",
        ),
        (
            "music",
            "musicgenre song band album musicalartist musicalinstrument award event country location organisation "
            "person misc",
        ),
        (
            "literature",
            "book writer award poem event magazine person location organisation country misc literarygenre",
        ),
        (
            "ai",
            "field task product algorithm researcher metrics university country person organisation location misc "
            "programlang conference",
        ),
    ],
)
def test_the_labels_are_those_of_crossner(name: str, labels: str) -> None:
    assert sorted(read_domain(str(PROJECT / "domains" / f"{name}.toml")).labels) == sorted(labels.split())


def test_a_domain_of_the_user_is_a_file_and_no_code(tmp_path: Path) -> None:
    text = FISHING.replace('["Fishing", "Sport_fishing"]', '["Chemistry"]')
    write(tmp_path / "mine", text)
    config = settings(tmp_path, f"[BuildDomains]\ndomains = fishing\ndirectory = {tmp_path / 'mine'}\n")
    status, output = build(tmp_path, config, "BuildDomains")
    assert status == 30
    assert "more than max_pages = 10 pages in 11 categories (1 at depth 0, 4 at depth 1, 6 at depth 2)" in output
    # The report is there all the same, to see where to cut.
    [report] = (tmp_path / "data").glob("*/domains.md")
    assert "**More than its max_pages: it will be refused.**" in report.read_text()
    write(tmp_path / "mine", text.replace("max_pages = 10", "max_pages = 100"))
    status, output = build(tmp_path, config, "BuildDomains")
    assert status == 0, output
    pages = rows(tmp_path, "domain_pages/domain=fishing")
    assert {page["depth"] for page in pages} == {0, 1, 2}
    assert {page["branch"] for page in pages if page["depth"] == 0} == {"Chemistry"}
    assert manifest(tmp_path, "domain_pages/domain=fishing").counts["pages by depth"] == {
        str(depth): sum(page["depth"] == depth for page in pages) for depth in range(3)
    }


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('fish = ["Fish"]', 'fish = ["Fisch"]', "has no class Fisch; did you mean Fish?"),
        ("depth = 2", "depth = 0", "depth = 0: must be a whole number from 1 to 100"),
    ],
)
def test_a_bad_domain_file_stops_the_build_before_any_work(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    write(tmp_path / "mine", FISHING.replace(before, after))
    config = settings(tmp_path, f"[BuildDomains]\ndomains = fishing\ndirectory = {tmp_path / 'mine'}\n")
    status, output = build(tmp_path, config, "BuildDomains")
    assert status != 0
    assert message in output
    assert datasets(tmp_path) == {}


def test_a_root_that_the_wiki_does_not_have_is_refused_by_name(tmp_path: Path) -> None:
    write(tmp_path / "mine", FISHING.replace("Sport_fishing", "Ice fishing"))
    config = settings(tmp_path, f"[BuildDomains]\ndomains = fishing\ndirectory = {tmp_path / 'mine'}\n")
    status, output = build(tmp_path, config, "DomainPages", "--domain", "fishing")
    assert status == 30
    assert "domain fishing: the wiki has nothing in its root category 'Ice fishing'" in output
    assert "domain_pages/domain=fishing" not in datasets(tmp_path)
