from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from benchmarks import domain_levels
from benchmarks.extraction import templates_judged
from benchmarks.names_found import read_marked
from benchmarks.readings import JUDGEMENTS, wilson
from benchmarks.typing_precision import ADDED, DRAWS, LEFT_OUT, VERDICTS, Judged, flag_of, read_judged
from dbpedia.mentions.noise import FLAGS, noise_rules
from dbpedia.ontology import read_ontology

TABLES = sorted(path.stem for path in JUDGEMENTS.glob("*.tsv"))
OTHER_COLUMNS = "names-enwik8-01"
RULES = (("dropped", LEFT_OUT), ("added", ADDED))


def of(*kinds: str) -> list[str]:
    return [name for name in TABLES if any(fnmatch(name, kind) for kind in kinds) and name != OTHER_COLUMNS]


@pytest.mark.parametrize(
    "name", of("anchors", "flagged*", "kept*", "propagated", "unlinked", "added-*", "dropped-*", "capitalised-*")
)
def test_mentions_have_known_verdicts(name: str) -> None:
    assert read_judged(name)


@pytest.mark.parametrize("name", of("names*"))
def test_names_have_known_kinds(name: str) -> None:
    assert read_marked(JUDGEMENTS / f"{name}.tsv")


@pytest.mark.parametrize("name", TABLES)
def test_rows_have_the_columns_of_their_table(name: str) -> None:
    with Path(JUDGEMENTS, f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        columns, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert {len(row) for row in rows} == {len(columns)}


def test_readings_of_a_kind_are_numbered_from_one_without_a_gap() -> None:
    kinds: dict[str, list[int]] = {}
    for name in TABLES:
        if numbered := re.fullmatch(r"(.+)-(\d\d)", name):
            kinds.setdefault(numbered[1], []).append(int(numbered[2]))
    assert kinds
    assert {kind: numbers for kind, numbers in kinds.items() if numbers != list(range(1, len(numbers) + 1))} == {}
    assert kinds.keys().isdisjoint(TABLES)
    counted = {number + reader for numbers in DRAWS.values() for number in numbers for reader in range(2)}
    assert sorted(counted) == kinds["kept-enwik8"]
    of_rules = {kind for kind in kinds if kind.startswith(("dropped-enwik8-", "added-enwik8-"))}
    left_out, added = ({f"{kind}-enwik8-{name}" for name in rules.values()} for kind, rules in RULES)
    assert of_rules == left_out | added


def named_in_readme() -> Iterator[str]:
    for row in re.findall(r"^\| (`.*?) \|", (JUDGEMENTS / "README.md").read_text("utf-8"), re.MULTILINE):
        yield from re.findall(r"`([^`]+)`", row)


def test_the_readme_tells_what_is_in_each_table() -> None:
    kinds = list(named_in_readme())
    assert [kind for kind in kinds if not any(fnmatch(name, kind) for name in TABLES)] == []
    assert [name for name in TABLES if not any(fnmatch(name, kind) for kind in kinds)] == []


def test_what_was_drawn_is_counted() -> None:
    """What a program names, a draw of levels or a length of a draw, is all that its file has."""
    assert {each.profile for each in domain_levels.read_judged()} == {*domain_levels.TODAY, *domain_levels.EARLIER}
    assert sum(templates_judged.DRAWS.values()) == len(templates_judged.read_judged("templates-enwik8"))


def test_judgements_are_complete(real: Path) -> None:
    """The basis of the figures in docs/how-to/trade-recall-for-precision.md: known verdicts, no mention twice."""
    rules = noise_rules(read_ontology(str(real / "dbpedia-ontology.owl")), "en")
    for name, least in (("anchors", 200), ("flagged", 300), ("propagated", 400), ("kept-01", 400), ("kept-03", 300)):
        judged = read_judged(name)
        assert len(judged) >= least
        places = Counter((each.page_id, each.paragraph, each.sentence, each.start) for each in judged)
        assert max(places.values()) == 1
        assert {each.verdict for each in judged} <= set(VERDICTS)
    unflagged = [each for each in read_judged("anchors") if not flag_of(each, rules)]
    right = sum(each.verdict == "name" for each in unflagged)
    assert right / len(unflagged) > 0.9
    assert flag_of(Judged(1, 0, 0, 5, "moons", "Moon", "Planet", "direct", "", ""), rules) == "lower-case"


def test_of_each_flag_fifty_mentions_were_read_or_all_that_there_are(real: Path) -> None:
    rules = noise_rules(read_ontology(str(real / "dbpedia-ontology.owl")), "en")
    judged = [each for name in TABLES if name.startswith("flagged") for each in read_judged(name)]
    assert max(Counter(each[:4] for each in judged).values()) == 1
    read = Counter(flag_of(each, rules) for each in judged)
    few = {flag for flag in FLAGS if flag and read[flag] < 50}
    # The fragment has no more of two; what is called after a person needs the titles of a whole wiki.
    assert few == {"symbol", "within", "term"}
    assert len(read_judged("dropped-enwik8-term-01")) >= 50


@pytest.mark.parametrize("lang", ["fr", "hu", "it", "ro", "ru"])
def test_most_names_by_their_capitals_are_right(lang: str) -> None:
    """The basis of the figures in docs/results/names-by-language.md."""
    judged = read_judged(f"capitalised-{lang}")
    assert {each.source for each in judged} == {"capitalised"}
    assert sum(each.verdict == "entity" for each in judged) / len(judged) >= 0.9
    places = {each.place for each in read_marked(JUDGEMENTS / f"names-{lang}.tsv")}
    assert len(places) == 60


def test_wilson_interval() -> None:
    """Values of Newcombe (1998), table I."""
    assert [round(bound, 4) for bound in wilson(81, 263)] == [0.2553, 0.3662]
    assert [round(bound, 4) for bound in wilson(0, 20)] == [0.0, 0.1611]
