from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.learning_curve import CHANCE, Curves, Experiment, Point, Results, measure, show, subset
from schemas.errors import InputError
from tests.support.training.benchmarks import benchmark, sentences, write_encoder
from tests.support.training.datasets import ner_row
from training.data.corpus import NerSplit, bio_tags
from training.data.tokenised import tokenise_ner
from training.loop.runtime import start
from training.models.encoders import load_tokenizer


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Experiment:
    folder = tmp_path_factory.mktemp("curve")
    annotated = benchmark(folder / "target", train=sentences(24, 1), test=sentences(8, 3))
    encoder = write_encoder(folder / "encoder")
    return Experiment(annotated, encoder, "tagger", [CHANCE, "entropy_mean"], 4, 3, 2, 4, 4, 5e-3)


def test_a_subset_is_what_tokenising_its_sentences_alone_would_give(experiment: Experiment, tmp_path: Path) -> None:
    split = NerSplit(experiment.benchmark, "train")
    tokenizer, tags = load_tokenizer(experiment.encoder), bio_tags(split)
    # Windows of four pieces, so that a sentence has several.
    whole, first = (
        tokenise_ner(NerSplit(split.location, "train", limit), tokenizer, tags, 4, tmp_path) for limit in (0, 6)
    )
    assert first.n_windows > 6
    found = subset(whole, [3, 0, 5, 1, 4, 2])
    for name in ("pieces", "piece_offsets", "word_starts", "word_offsets", "tag_ids", "sentence"):
        assert getattr(found, name).tolist() == getattr(first, name).tolist(), name
    assert found.counts["sentences"] == 6 and found.counts["windows"] == first.n_windows
    assert subset(whole, [7, 2]).sentence.tolist() == sorted(subset(whole, [7, 2]).sentence.tolist())


def test_a_curve_goes_on_where_it_was(
    experiment: Experiment, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runtime = start(tmp_path / "scratch", tmp_path / "cache", device="cpu")
    curves = Curves(experiment, runtime)
    results = Results(tmp_path / "whole", experiment)
    measure(curves, experiment, [1], results)
    points = results.points
    assert list(points) == [(1, "", 4), *((1, way, size) for size in (7, 10) for way in (CHANCE, "entropy_mean"))]
    begun = points[1, "", 4]
    for way in experiment.ways:
        # Each round adds to the sentences of the one before, and the first ones are those of all ways.
        chosen = [begun.chosen[way], *(points[1, way, size].chosen[way] for size in (7, 10))]
        assert [len(each) for each in chosen] == [7, 10, 13]
        assert chosen[1][:7] == chosen[0] and chosen[2][:10] == chosen[1]
        assert all(len({*each}) == len(each) for each in chosen)
    assert begun.chosen[CHANCE][:4] == begun.chosen["entropy_mean"][:4]

    lines = (tmp_path / "whole").read_text().splitlines(keepends=True)
    (tmp_path / "killed").write_text("".join(lines[:3]) + lines[3][:9])
    resumed = Results(tmp_path / "killed", experiment)
    assert len(resumed.points) == 2
    measure(Curves(experiment, runtime), experiment, [1], resumed)
    assert (tmp_path / "killed").read_text() == "".join(lines)
    show(list(points.values()), experiment.ways)
    assert "1 seeds: 1" in capsys.readouterr().out


def test_a_round_needs_as_many_sentences_that_are_no_near_duplicates(experiment: Experiment, tmp_path: Path) -> None:
    rows = [ner_row(f"ann/B-person left rome/B-place {number}") for number in range(12)]
    annotated = benchmark(tmp_path / "target", train=rows, test=rows)
    curves = Curves(replace(experiment, benchmark=annotated), start(tmp_path, tmp_path, device="cpu"))
    with pytest.raises(InputError, match="--step = 3: only 1 of the sentences left are no near duplicates"):
        curves.first(1)


def test_figures_are_means_over_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    points = [
        Point(seed, way, size, 40 + seed, f1, {})
        for seed, way, size, f1 in [
            *((1, "", 4, 0.25), (1, CHANCE, 7, 0.5), (1, "margin", 7, 0.75)),
            *((2, "", 4, 0.25), (2, CHANCE, 7, 0.5), (2, "margin", 7, 0.5)),
        ]
    ]
    show(points, [CHANCE, "margin"])
    said = capsys.readouterr().out
    assert "4 sentences, before any choice: F1 0.250 ± 0.000" in said
    assert "| chance | 0.500 ± 0.000, 42 words |" in said
    assert "| margin | 0.625 ± 0.177, 42 words |" in said
    assert "| margin | +0.125 ± 0.177 | 1 of 2 |" in said


def test_points_of_another_experiment_are_refused(experiment: Experiment, tmp_path: Path) -> None:
    Results(tmp_path / "results", experiment)
    other = replace(experiment, rate=1e-3)
    with pytest.raises(InputError, match="has points of another experiment, .*take another file"):
        Results(tmp_path / "results", other)


def test_more_sentences_than_half_of_the_split_are_refused(experiment: Experiment, tmp_path: Path) -> None:
    asked = replace(experiment, rounds=5)
    with pytest.raises(InputError, match="--step times --rounds = 15: half of the train split has 12 sentences"):
        Curves(asked, start(tmp_path, tmp_path, device="cpu"))
