"""Annotated data as its authors hand it on, made here in their forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corpora.conll import TaggedSentence, read_conll
from corpora.published import Splits, broad_twitter, finance, main, re3d, twitter, write_splits
from corpora.steps.ner_benchmark import split_files
from schemas.errors import InputError


def section(name: str, number: int) -> str:
    return "".join(f"{name}{each}\tB-PER\n@\tO\n\n" for each in range(number))


def test_broad_twitter_is_split_as_its_authors_recommend(tmp_path: Path) -> None:
    for name, number in (("a", 1), ("b", 2), ("e", 1), ("f", 3), ("g", 1), ("h", 5)):
        (tmp_path / f"{name}.conll").write_text(section(name, number))
    sentences = broad_twitter(str(tmp_path)).sentences
    found = {split: [each.tokens[0] for each in rows] for split, rows in sentences.items()}
    # Named as in CrossNER's CoNLL-2003, which is trained on first.
    assert {tuple(each.tags) for rows in sentences.values() for each in rows} == {("B-person", "O")}
    assert found == {
        "train": ["a0", "b0", "b1", "e0", "g0", "h0", "h1"],
        "dev": ["h2", "h3", "h4"],
        "test": ["f0", "f1", "f2"],
    }


def test_bionlp_has_splits_of_its_own_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("train", "devel", "test"):
        (tmp_path / f"{name}.tsv").write_text(f"UFT\tB-Simple_chemical\n{name}\tO\n\n")
    (tmp_path / "out").mkdir()
    assert main(["bionlp", str(tmp_path), "-o", str(tmp_path / "out" / "bionlp13cg")]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{split}.txt: 1 sentences" for split in ("train", "dev", "test")]
    files = split_files(str(tmp_path / "out"), "bionlp13cg")
    assert read_conll(files["dev"]).sentences == [(["UFT", "devel"], ["B-Simple_chemical", "O"])]


def test_the_images_of_tweets_are_passed_over(tmp_path: Path) -> None:
    for name in ("train", "valid", "test"):
        (tmp_path / f"{name}.txt").write_text(
            f"IMGID:16_05_01_732\n{name}\tO\n#\tO\nNashville\tB-LOC\n!\tO\n\n"
            "IMGID:O_4784\nNEW\tB-MISC\nDAY\tI-MISC\n😩\tO\n\nIMGID:17_06_1\n\n"
        )
    splits = twitter(str(tmp_path))
    assert splits.sentences == {
        split: [
            ([name, "#", "Nashville", "!"], ["O", "O", "B-location", "O"]),
            (["NEW", "DAY", "😩"], ["B-misc", "I-misc", "O"]),
        ]
        for split, name in (("train", "train"), ("dev", "valid"), ("test", "test"))
    }
    assert splits.left_out == {"sentences without tokens": 3}


def test_the_agreements_of_finance_have_tags_that_only_begin_with_i(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for split, name in (("train", "FIN5"), ("test", "FIN3")):
        (tmp_path / split).mkdir()
        (tmp_path / split / f"{name}.txt").write_text(
            "-DOCSTART- -X- O O\n\nSilicium NNP - I-ORG\nde IN - I-ORG\nProvence NNP - I-ORG\n"
            f'{name} NNP - I-LOC\n, , - O\n[ CD - O\n(" NNP - O\nBorrower NNP - I-PER\n"), , - O\n\n'
            "-DOCSTART- -X- O O\n\nLoan NNP - O\n. . - O\n\n"
        )
    splits = finance(str(tmp_path))
    assert splits.sentences == {
        split: [
            (
                ["Silicium", "de", "Provence", name, ",", "[", '("', "Borrower", '"),'],
                ["B-organisation", "I-organisation", "I-organisation", "B-location", "O", "O", "O", "B-person", "O"],
            ),
            (["Loan", "."], ["O", "O"]),
        ]
        for split, name in (("train", "FIN5"), ("test", "FIN3"))
    }
    assert main(["finance", str(tmp_path), "-o", str(tmp_path / "finance")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "train.txt: 2 sentences",
        "test.txt: 2 sentences",
        "read as B-: 6 tags that begin an entity with I-",
        "left out: 4 sentences without tokens",
    ]
    # No dev split: it is drawn when the data is read.
    assert split_files(str(tmp_path), "finance").keys() == {"train", "test"}


def entity(document: str, text: str, surface: str, kind: str, sentence: int, first: int, confidence: float = 1) -> str:
    begin = text.index(surface)
    place = f"{document}-{sentence}-{begin - first}-{begin - first + len(surface)}-{kind}"
    row = {"_id": place, "documentId": document, "begin": begin, "end": begin + len(surface), "type": kind}
    return json.dumps(row | {"value": surface, "confidence": confidence}) + "\n"


def write_re3d(folder: Path, text: str, entities: list[str]) -> str:
    place = folder / "re3d" / "BBC Online"
    place.mkdir(parents=True)
    (folder / "re3d" / "README.md").touch()
    (folder / "re3d" / "other").mkdir()
    (place / "documents.json").write_text(json.dumps({"_id": "D0", "text": text}) + "\n")
    (place / "entities.json").write_text("".join(entities))
    return str(folder / "re3d")


def test_re3d_is_cut_into_sentences_and_the_longest_sure_entity_counts(tmp_path: Path) -> None:
    text = "Fighting in Syria. The Kurdish YPG left Raqqa.\nNobody saw Maj. Smith."
    second = text.index("The")
    third = text.index("Nobody")
    folder = write_re3d(
        tmp_path,
        text,
        [
            entity("D0", text, "Syria", "Location", 0, 0),
            entity("D0", text, "The Kurdish YPG", "Organisation", 1, second, 0.9),
            entity("D0", text, "Kurdish", "Nationality", 1, second),
            entity("D0", text, "Raqqa", "Vehicle", 1, second, 0),
            entity("D0", text, "Raqqa", "Location", 1, second),
            entity("D0", text, "Maj. Smith", "Person", 2, third),
            entity("D0", text, "Raqqa.\nNobody", "Quantity", 1, second),
        ],
    )
    splits = re3d(folder)
    marked = {
        split: [" ".join(f"{token}/{tag}" for token, tag in zip(*each, strict=True)) for each in sentences]
        for split, sentences in splits.sentences.items()
    }
    assert marked == {
        "train": [
            "Fighting/O in/O Syria/B-location ./O",
            "The/B-organisation Kurdish/I-organisation YPG/I-organisation left/O Raqqa/B-location ./O",
        ],
        # By hash.
        "test": ["Nobody/O saw/O Maj./B-person Smith/I-person ./O"],
    }
    assert splits.left_out == {
        "doubtful entities": 1,
        "entities within or across longer ones": 1,
        "entities that are no part of a line": 1,
    }


def test_a_fifth_of_re3d_is_tested_on(tmp_path: Path) -> None:
    text = "\n".join(f"Line {number} has no names" for number in range(500))
    splits = re3d(write_re3d(tmp_path, text, []))
    sizes = {split: len(rows) for split, rows in splits.sentences.items()}
    assert sum(sizes.values()) == 500 and 80 < sizes["test"] < 120
    assert re3d(str(tmp_path / "re3d")).sentences == splits.sentences


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", r"entities.json, line 1: no JSON"),
        ('{"_id": "D0-1"}', r"entities.json, line 1: not an entity of re3d \(KeyError\('begin'\)\)"),
        ('{"begin": null}', r"entities.json, line 1: not an entity of re3d \(TypeError"),
        ('{"begin": 1e999}', r"entities.json, line 1: not an entity of re3d \(OverflowError"),
    ],
)
def test_what_is_broken_is_named(tmp_path: Path, row: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        re3d(write_re3d(tmp_path, "text", [row]))


def test_lines_end_where_files_have_their_ends_and_what_is_no_object_is_counted(tmp_path: Path) -> None:
    place = tmp_path / "re3d" / "BBC Online"
    place.mkdir(parents=True)
    document = json.dumps({"_id": "D0", "text": "One\u2028two"}, ensure_ascii=False)
    (place / "documents.json").write_text(f"{document}\n\n[3]\n")
    (place / "entities.json").write_text("null\n")
    splits = re3d(str(tmp_path / "re3d"))
    assert [each.tokens for rows in splits.sentences.values() for each in rows] == [["One", "two"]]
    assert splits.left_out == {"lines that are no JSON object": 2}


def test_what_was_repaired_and_skipped_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("train", "devel", "test"):
        (tmp_path / f"{name}.tsv").write_text("\n\nUFT\tI-Cell\n\n")
    assert main(["bionlp", str(tmp_path), "-o", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.splitlines()[3:] == [
        "read as B-: 3 tags that begin an entity with I-",
        "left out: 6 sentences without tokens",
    ]


def test_what_cannot_be_used_is_told_in_a_line_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    (tmp_path / "taken" / "file").mkdir(parents=True)
    for arguments, message in [
        (["re3d", str(tmp_path), "-o", str(out)], "no folders with documents.json and entities.json here"),
        (["broad-twitter", str(tmp_path), "-o", str(out)], "a.conll"),
        (["bionlp", str(tmp_path), "-o", str(tmp_path / "taken")], "exists; give the name of a new folder to -o"),
    ]:
        assert main(arguments) == 40
        error = capsys.readouterr().err
        assert error.startswith("python -m corpora.published: ") and message in error and error.count("\n") == 1
        assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    with pytest.raises(SystemExit, match="2"):
        main(["crossner", str(tmp_path), "-o", str(out)])
    assert "invalid choice: 'crossner'" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["bionlp", str(tmp_path)])
    assert "the following arguments are required: -o/--output\n" in capsys.readouterr().err


def test_a_document_without_text_is_named(tmp_path: Path) -> None:
    folder = write_re3d(tmp_path, "text", [])
    place = tmp_path / "re3d" / "BBC Online" / "documents.json"
    place.write_text(place.read_text() + '{"_id": "D1", "text": 3}\n')
    with pytest.raises(InputError, match=f"^{place}, line 2: a document needs a text$"):
        re3d(folder)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ([("a b", "X", 0.6), ("b c", "Y", 0.7)], "a/O b/B-y c/I-y d/O"),
        ([("b c", "Y", 0.7), ("a b", "X", 0.7)], "a/B-x b/I-x c/O d/O"),
        ([("a b", "Y", 0.7), ("a b", "X", 0.7)], "a/B-x b/I-x c/O d/O"),
        ([("a b c", "X", 0.6), ("b c", "Y", 0.9)], "a/B-x b/I-x c/I-x d/O"),
        ([("a ", "X", 0.6), ("b", "Y", 0.9)], "a/B-x b/B-y c/O d/O"),
        ([("a", "X", 0.5), ("b", "Y", 0.51)], "a/O b/B-y c/O d/O"),
        ([("d", "X", 1.0), ("a", "X", 1.0)], "a/B-x b/O c/O d/B-x"),
    ],
)
def test_of_entities_of_re3d_that_overlap_one_is_taken(
    tmp_path: Path, marked: list[tuple[str, str, float]], expected: str
) -> None:
    text = "a b c d"
    rows = [entity("D0", text, surface, kind, 0, 0, confidence) for surface, kind, confidence in marked]
    [sentence] = [each for rows in re3d(write_re3d(tmp_path, text, rows)).sentences.values() for each in rows]
    assert " ".join(f"{token}/{tag}" for token, tag in zip(*sentence, strict=True)) == expected


@pytest.mark.parametrize(("begin", "end"), [(-1, 1), (1, 1), (3, 1), (2, 8), (0, 3)])
def test_what_is_no_part_of_a_line_is_no_entity_of_re3d(tmp_path: Path, begin: int, end: int) -> None:
    row = {"_id": "D0-0-0-1-X", "documentId": "D0", "begin": begin, "end": end, "type": "X", "confidence": 1}
    splits = re3d(write_re3d(tmp_path, "a\nb c d", [json.dumps(row)]))
    tags = [tag for sentences in splits.sentences.values() for each in sentences for tag in each.tags]
    assert tags == ["O"] * 4
    assert splits.left_out == {"entities that are no part of a line": 1}


def test_white_space_at_the_edge_of_an_entity_of_re3d_is_none_of_it(tmp_path: Path) -> None:
    row = {"_id": "D0-0-0-1-X", "documentId": "D0", "begin": 1, "end": 4, "type": "X", "confidence": 1}
    splits = re3d(write_re3d(tmp_path, "a\nb\nc", [json.dumps(row)]))
    tagged = sorted(pair for rows in splits.sentences.values() for each in rows for pair in zip(*each, strict=True))
    assert tagged == [("a", "O"), ("b", "B-x"), ("c", "O")]


def test_a_sentence_that_a_file_cannot_hold_is_left_out_and_counted(tmp_path: Path) -> None:
    splits = Splits({"train": [TaggedSentence(["-DOCSTART-"], ["O"])] * 1200 + [TaggedSentence(["a"], ["B-x"])]})
    splits.repaired = 1500
    splits.left_out.update({"zebras": 2, "doubtful entities": 3, "no such thing": 0})
    assert write_splits(splits, tmp_path).splitlines() == [
        "train.txt: 1 sentences",
        "read as B-: 1,500 tags that begin an entity with I-",
        "left out: 3 doubtful entities",
        "left out: 1,200 sentences that begin as a document does",
        "left out: 2 zebras",
    ]
    assert (tmp_path / "train.txt").read_text() == "a\tB-x\n\n"
