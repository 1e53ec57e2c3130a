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
    return Experiment(annotated, encoder, "tagger", [CHANCE, "entropy_mean"], "sentences", 4, 3, 2, 4, 4, 5e-3)


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
    assert list(points) == [(1, "", 0), *((1, way, number) for number in (1, 2) for way in (CHANCE, "entropy_mean"))]
    assert [point.sentences for point in points.values()] == [4, 7, 7, 10, 10]
    begun = points[1, "", 0]
    for way in experiment.ways:
        # Each round adds to the sentences of the one before, and the first ones are those of all ways.
        first, second = begun.chosen[way], points[1, way, 1].chosen[way]
        assert [len(first), len(second)] == [7, 10] and second[:7] == first
        assert len({*second}) == 10
        # After the last round nothing is chosen.
        assert points[1, way, 2].chosen == {}
    assert begun.chosen[CHANCE][:4] == begun.chosen["entropy_mean"][:4]

    lines = (tmp_path / "whole").read_text().splitlines(keepends=True)
    (tmp_path / "killed").write_text("".join(lines[:3]) + lines[3][:9])
    resumed = Results(tmp_path / "killed", experiment)
    assert len(resumed.points) == 2
    measure(Curves(experiment, runtime), experiment, [1], resumed)
    assert (tmp_path / "killed").read_text() == "".join(lines)
    show(list(points.values()), experiment.ways)
    assert "1 seeds: 1" in capsys.readouterr().out


def test_all_seeds_have_a_round_before_the_next_one_begins(
    experiment: Experiment, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = Results(tmp_path / "results", experiment)
    measure(
        Curves(experiment, start(tmp_path / "scratch", tmp_path / "cache", device="cpu")), experiment, [1, 2], results
    )
    assert [(seed, number) for seed, way, number in results.points if way != CHANCE] == [
        *((1, 0), (2, 0)),
        *((1, 1), (2, 1)),
        *((1, 2), (2, 2)),
    ]
    # Of a command that was killed, the rounds are shown that all seeds have.
    show(list(results.points.values())[:-1], experiment.ways)
    said = capsys.readouterr().out
    assert "round 1" in said and "round 2" not in said


def test_words_of_a_round_are_as_many_whatever_is_chosen(experiment: Experiment, tmp_path: Path) -> None:
    """Up to the last sentence, which is not cut, and of which nothing is left over for the next round."""
    rows = [ner_row(" ".join([f"w{number}a", *["x"] * (number % 4), "ann/B-person"])) for number in range(24)]
    annotated = benchmark(tmp_path / "target", train=rows, test=rows[:4])
    by_words = replace(experiment, benchmark=annotated, by="words", start=9, step=6)
    results = Results(tmp_path / "results", by_words)
    measure(Curves(by_words, start(tmp_path / "scratch", tmp_path / "cache", device="cpu")), by_words, [1, 2], results)
    for (_, _, number), point in results.points.items():
        asked = 9 + 6 * number
        # A sentence has five words at most.
        assert asked <= point.words < asked + 5
    assert len({point.sentences for point in results.points.values()}) > 3


def test_the_most_doubted_sentences_are_chosen(experiment: Experiment, tmp_path: Path) -> None:
    curves = Curves(experiment, start(tmp_path / "scratch", tmp_path / "cache", device="cpu"))
    begun = curves.first(1)
    pool = curves._halves(1)[1]
    model = curves._trained(subset(curves._train, begun.chosen[CHANCE][:4]), 1)
    ranks = dict(zip(sorted(pool), curves._ranks(model, 1, "entropy_mean", sorted(pool)), strict=True))
    chosen = begun.chosen["entropy_mean"][4:]
    assert [ranks[each] for each in chosen] == sorted(ranks[each] for each in chosen)
    texts = {curves._texts[each] for each in chosen}
    others = [each for each in pool if curves._texts[each] not in texts]
    assert max(ranks[each] for each in chosen) <= min(ranks[each] for each in others)


def test_a_round_needs_as_many_sentences_that_are_no_near_duplicates(experiment: Experiment, tmp_path: Path) -> None:
    rows = [ner_row(f"ann/B-person left rome/B-place {number}") for number in range(12)]
    annotated = benchmark(tmp_path / "target", train=rows, test=rows)
    curves = Curves(replace(experiment, benchmark=annotated), start(tmp_path, tmp_path, device="cpu"))
    with pytest.raises(InputError, match="--start and --step times --rounds ask for 7 sentences: .* there are 5$"):
        curves.first(1)


def test_figures_are_means_over_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    points = [
        Point(seed, way, number, 4 + 3 * number, 40 + seed, f1, {})
        for seed, way, number, f1 in [
            *((1, "", 0, 0.25), (1, CHANCE, 1, 0.5), (1, "margin", 1, 0.75)),
            *((2, "", 0, 0.25), (2, CHANCE, 1, 0.5), (2, "margin", 1, 0.5)),
        ]
    ]
    show(points, [CHANCE, "margin"])
    said = capsys.readouterr().out
    assert "before any choice: 0.250 ± 0.000, 4 sentences, 42 words" in said
    assert "| chance | 0.500 ± 0.000, 7 sentences, 42 words |" in said
    assert "| margin | 0.625 ± 0.177, 7 sentences, 42 words |" in said
    assert "| margin | +0.125 ± 0.177 | 1 of 2 |" in said


def test_points_of_another_experiment_are_refused(experiment: Experiment, tmp_path: Path) -> None:
    Results(tmp_path / "results", experiment)
    other = replace(experiment, rate=1e-3)
    with pytest.raises(InputError, match="has points of another experiment, .*take another file"):
        Results(tmp_path / "results", other)


def test_more_sentences_than_half_of_the_split_are_refused(experiment: Experiment, tmp_path: Path) -> None:
    curves = Curves(replace(experiment, start=13), start(tmp_path, tmp_path, device="cpu"))
    with pytest.raises(InputError, match="--start ask for 13 sentences: .* there are 12$"):
        curves.first(1)
