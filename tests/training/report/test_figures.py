from __future__ import annotations

import base64
import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib import colormaps
from matplotlib.image import imread

from training.report import figures
from training.report.figures import Line, Panel, curves, embed, heat_map, representations


def texts(svg: bytes) -> list[str]:
    """What is written in a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def marks(svg: bytes) -> int:
    """Markers in a picture, those of the legend included."""
    return sum(1 for _ in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}use"))


def clusters(entities: int, dimensions: int = 8) -> tuple[np.ndarray, list[str]]:
    types = [("film", "person")[number % 2] for number in range(entities)]
    vectors = np.random.default_rng(0).normal(size=(entities, dimensions)).astype(np.float32)
    vectors[1::2] += 20
    return vectors, types


def test_tsne_keeps_far_clusters_apart() -> None:
    vectors, types = clusters(60)
    points = embed(vectors)
    assert points.shape == (60, 2)
    film, person = (points[[name == each for each in types]] for name in ("film", "person"))
    spread = max(np.linalg.norm(each - each.mean(axis=0), axis=1).max() for each in (film, person))
    assert np.linalg.norm(film.mean(axis=0) - person.mean(axis=0)) > spread


@pytest.mark.parametrize("entities", [figures.FEWEST_POINTS, 6, 31])
def test_the_perplexity_fits_few_points(entities: int) -> None:
    assert np.isfinite(embed(clusters(entities, 3)[0])).all()


def test_vectors_that_are_alike_fall_on_one_point() -> None:
    assert embed(np.ones((7, 4), np.float32)).tolist() == [[0.0, 0.0]] * 7


def test_a_panel_draws_as_many_points_as_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "MOST_POINTS", 20)
    picture = representations({"plain": clusters(50), "ner-bert": clusters(10, 5)})
    assert marks(picture) == 20 + 10 + 2
    assert {"plain", "ner-bert", "film", "person"} <= set(texts(picture))


def test_points_are_chosen_evenly_from_the_first_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[np.ndarray] = []

    def remember(vectors: np.ndarray) -> np.ndarray:
        chosen.append(vectors)
        return embed(vectors)

    monkeypatch.setattr(figures, "MOST_POINTS", 9)
    monkeypatch.setattr(figures, "embed", remember)
    vectors, types = clusters(17)
    representations({"plain": (vectors, types)})
    assert [each.tolist() for each in chosen] == [vectors[::2].tolist()]


def test_a_label_is_in_the_legend_once_and_dollars_are_no_formula() -> None:
    line = Line("cost of $5 and $6 a_b", [1, 2], [3.0, 4.0], [0.5, 0.5])
    picture = curves([Panel("left", "x", "F1 (%)", [line]), Panel("right", "x", "F1 (%)", [line])])
    assert texts(picture).count("cost of $5 and $6 a_b") == 1
    assert {"left", "right"} <= set(texts(picture))


def test_shares_are_written_in_percent_unless_they_are_tiny() -> None:
    picture = heat_map(np.array([[0.75, 0.004], [0.0, 1.0]]), ["a", "b"], ["a", "missed"])
    assert [text for text in texts(picture) if text.isdigit()] == ["75", "100"]


def test_shares_are_written_white_where_the_cell_is_dark() -> None:
    picture = heat_map(np.array([[0.7, 0.5], [0.6, 1.0]]), ["a", "b"], ["a", "missed"]).decode()
    written = re.findall(r'<text style="([^"]*)"[^>]*>(70|50|60|100)</text>', picture)
    assert {share: "#ffffff" in how for how, share in written} == {"70": True, "50": False, "60": False, "100": True}


@pytest.mark.parametrize("others", [0.0, 0.9])
def test_a_colour_means_the_same_share_in_every_heat_map(others: float) -> None:
    """Shares have the whole scale from 0 to 1, whichever of it occurs."""
    names = ["a", "b"]
    svg = heat_map(np.array([[0.5, others], [others, others]]), names, names)
    [picture] = re.findall(rb"data:image/png;base64,([^\"]+)", svg)
    pixels = imread(io.BytesIO(base64.b64decode(re.sub(rb"\s", b"", picture))))
    # The picture begins at the upper edge, or at the lower one and is turned over.
    corners = [np.round(pixels[row, 1, :3].astype(float), 2).tolist() for row in (1, -2)]
    assert np.round(colormaps["Blues"](0.5)[:3], 2).tolist() in corners


def test_pictures_have_neither_date_nor_chance_in_them() -> None:
    panels = [Panel("", "x", "y", [Line("a", [1, 2], [3.0, 4.0])])]
    assert curves(panels) == curves(panels)
    assert b"<dc:date>" not in curves(panels)
