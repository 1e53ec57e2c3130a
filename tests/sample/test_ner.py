"""The sample's annotated data: its files are what its sources give, and keep what its README promises."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from corpora.conll import read_conll
from dbpedia.noise import flagger, noise_rules
from dbpedia.ontology import build_ontology
from dbpedia.propagation import Sentence
from sample import make, ner
from schemas.domains import read_domain
from schemas.labels import ENTITY
from schemas.records import Mention
from tests.support.paths import PROJECT

DATA = PROJECT / "sample" / "ner"
SIZES = {"general": (300, 80, 80), "music": (60, 40, 60), "ai": (60, 40, 60)}
GENERAL = {"person", "organisation", "location", "misc"}


@pytest.mark.parametrize("seed", ["0", "1"])
def test_files_are_what_the_sources_give(seed: str) -> None:
    command = [sys.executable, "-m", "sample.ner", "--check"]
    done = subprocess.run(
        command, cwd=PROJECT, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_sizes_are_those_promised_and_no_sentence_stands_twice() -> None:
    files = {name: [read_conll(str(DATA / name / f"{split}.txt")) for split in ner.SPLITS] for name in SIZES}
    assert {name: tuple(len(each.sentences) for each in found) for name, found in files.items()} == SIZES
    assert {path.relative_to(DATA).as_posix() for path in DATA.rglob("*.*")} == {
        f"{name}/{split}.txt" for name in SIZES for split in ner.SPLITS
    }
    sentences = [tuple(each.tokens) for found in files.values() for file in found for each in file.sentences]
    assert len(set(sentences)) == len(sentences) == sum(map(sum, SIZES.values()))
    assert all(file.repaired == file.empty == 0 for found in files.values() for file in found)


@pytest.mark.parametrize("name", SIZES)
def test_labels_are_those_of_the_domain_and_every_sentence_has_an_entity(name: str) -> None:
    known = GENERAL if name == "general" else set(read_domain(str(PROJECT / "domains" / f"{name}.toml")).labels)
    assert known >= GENERAL
    types: dict[str, set[str]] = {}
    for split in ner.SPLITS:
        tags = [each.tags for each in read_conll(str(DATA / name / f"{split}.txt")).sentences]
        assert all(any(tag != "O" for tag in sentence) for sentence in tags)
        types[split] = {tag[2:] for tag in chain.from_iterable(tags) if tag != "O"}
    assert types["train"] <= known
    assert types["train"] & types["dev"] & types["test"] >= GENERAL
    assert types["dev"] | types["test"] <= known


# --- which sentences are taken ---------------------------------------------------------------------------------------

CLASSES = {"Person": "", "Place": "", "Work": "", "Device": "", "Instrument": "Device", "Song": "Work", "Office": ""}
RULES = noise_rules(build_ontology(CLASSES, [pair for pair in CLASSES.items() if pair[1]]), "en")
FLAG = flagger(RULES)
ANNOTATOR = ner.Annotator(
    RULES, {"Song": "song", "Instrument": "musicalinstrument"}, {"piano": "musicalinstrument"}, frozenset({"in", "he"})
)
ANCHOR = re.compile(r"\[([^]|]*)\|([^]|]*)\|([^]|]*)\]")


def annotate(marked: str) -> list[str] | None:
    """The entities, as `label: surface`, of a text in which links are written `[surface|target|class]`."""
    text, mentions, place = "", [], 0
    for match in ANCHOR.finditer(marked):
        text += marked[place : match.start()]
        surface, target, cls = match.groups()
        flag = FLAG(surface, target, cls, not text)
        mentions.append(Mention(len(text), len(text) + len(surface), cls, "direct", target, 0, "dump", flag))
        text += surface
        place = match.end()
    text += marked[place:]
    entities = ANNOTATOR.annotate(Sentence(text, mentions))
    return None if entities is None else [f"{label}: {text[start:end]}" for start, end, label in entities]


@pytest.mark.parametrize(
    ("text", "entities"),
    [
        ("In [Rome|Rome|Place] he sang.", ["location: Rome"]),
        ("He sang [Hey Jude|Hey Jude|Song] and [Solaris|Solaris|Work].", ["song: Hey Jude", "misc: Solaris"]),
        ("He met [the Pope|The Pope|Person] on 3 May.", ["person: Pope"]),
        ("He played a [violin|Violin|Instrument].", ["musicalinstrument: violin"]),
        ("He played two pianos and a piano-like thing.", ["musicalinstrument: pianos"]),
        ("He heard a [radio|Radio|Device].", []),
        ("He is [Italian|Italy|Place], and a Russian too.", ["misc: Italian", "misc: Russian"]),
        ("He left in [1923|Coup of 1923|Work].", []),
        ("He is one of the [towns|Town|Place].", []),
    ],
)
def test_what_is_certain_is_annotated(text: str, entities: list[str]) -> None:
    assert annotate(text) == entities


@pytest.mark.parametrize(
    "text",
    [
        f"He met [Ann|Ann|{ENTITY}] there.",
        f"He sang [songs|Song|{ENTITY}] there.",
        "He met Ann in [Rome|Rome|Place] there.",
        "Ann was in [Rome|Rome|Place] then.",
        "He saw the [Ford|Ford|Device] there.",
        "He became [Dean|Dean|Office] there.",
        "He left [Angola|Islam in Angola|Work] there.",
        "He saw [Lenet|Lenet|Work]-5 there.",
        "He heard [Neu!|Neu!|Work]",
        "He left [Rome|Rome|Place] on , after that.",
        "He left [Rome|Rome|Place] for Москва then.",
        "and left [Rome|Rome|Place] then.",
        "He left [Rome|Rome|Place] then",
    ],
)
def test_what_is_not_certain_is_left_out(text: str) -> None:
    assert annotate(text) is None


def test_a_class_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = make.read_sample()
    monkeypatch.setattr(make, "read_pairs", lambda _: {"Nowhere": "Wizard"})
    with pytest.raises(make.SourceError, match="untyped.tsv: 'Nowhere' has a class already, or 'Wizard' is not"):
        ner.files(sample)


def test_too_few_articles_are_named() -> None:
    sample = make.read_sample()
    few = [source for source in sample.articles if not source.where.startswith("articles/music/")]
    with pytest.raises(make.SourceError, match="music: 0 sentences, 160 wanted; write more articles"):
        ner.files(sample._replace(articles=few))


def test_differences_are_named_by_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ner, "HERE", tmp_path)
    monkeypatch.setattr(ner, "files", lambda _: {"music": {"train.txt": b"x\tO\n\n"}})
    monkeypatch.setattr(sys, "argv", ["sample.ner", "--check"])
    assert ner.main() == 1
    assert capsys.readouterr().err == "ner/music/train.txt is not what the sources give; run python -m sample.ner\n"
    monkeypatch.setattr(sys, "argv", ["sample.ner"])
    assert ner.main() == 0
    assert (tmp_path / "ner" / "music" / "train.txt").read_bytes() == b"x\tO\n\n"
