from __future__ import annotations

import base64
import io
import json
import os
import re
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib import colormaps, rcParams
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import imread

from tests.support.golden import different_lines
from tests.support.paths import PROJECT
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


GOLDEN = PROJECT / "tests" / "golden" / "figures.txt"


def flat(value: Any, name: str) -> Iterator[str]:
    """A line for each thing that has no names in it."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        for number, each in enumerate(value):
            yield from flat(each, f"{name} {number}")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from flat(each, f"{name}, {key}")
    else:
        yield f"{name}: {json.dumps(value, ensure_ascii=False)}"


def hexadecimal(colour: Any) -> str:
    return str(to_hex(colour, keep_alpha=True))


def described_line(line: Any) -> dict[str, Any]:
    return {
        "points": np.round(np.column_stack(line.get_data()), 3).tolist(),
        "colour": hexadecimal(line.get_color()),
        "line": f"{line.get_linestyle()} {line.get_linewidth()}",
        "marker": f"{line.get_marker()} {line.get_markersize()}, edge {line.get_markeredgewidth()}",
        "alpha": line.get_alpha(),
    }


def described_axes(axes: Any, first: Any) -> dict[str, Any]:
    place = axes.get_subplotspec()
    return {
        "place": list(place.get_geometry()) if place else [],
        "names": [axes.get_title(), axes.get_xlabel(), axes.get_ylabel()],
        "shares its y axis": bool(first.get_shared_y_axes().joined(first, axes)) and axes is not first,
        "ticks": [
            [f"{tick.get_text()} {tick.get_rotation():.0f}" for tick in axis.get_ticklabels() if tick.get_text()]
            for axis in (axes.xaxis, axes.yaxis)
        ],
        "lines": list(map(described_line, axes.lines)),
        "bands": [
            {
                "corners": sorted(map(list, set(map(tuple, np.round(band.get_paths()[0].vertices, 3).tolist())))),
                "colour": hexadecimal(band.get_facecolor()[0]),
                "edge": band.get_linewidth().tolist(),
            }
            for band in axes.collections
        ],
        "texts": [
            [
                *each.get_position(),
                each.get_text(),
                each.get_horizontalalignment(),
                each.get_verticalalignment(),
                each.get_fontsize(),
                each.get_color(),
            ]
            for each in axes.texts
        ],
        "images": [
            [image.get_cmap().name, image.get_clim(), image.get_interpolation(), image.get_array().tolist()]
            for image in axes.images
        ],
    }


def described(figure: Any, saved: dict[str, Any]) -> dict[str, Any]:
    settings: Any = rcParams
    style = ("svg.hashsalt", "svg.fonttype", "font.size", "text.parse_math", "axes.spines.top", "axes.spines.right")
    legends = [
        {
            "columns": legend._ncols,
            "place": legend._outside_loc,
            "lines": [
                {"label": text.get_text(), **described_line(line)}
                for text, line in zip(legend.get_texts(), legend.get_lines(), strict=True)
            ],
            "frame": legend.get_frame_on(),
        }
        for legend in figure.legends
    ]
    return {
        "size": np.round(figure.get_size_inches(), 3).tolist(),
        "layout": type(figure.get_layout_engine()).__name__,
        "saved": saved,
        "style": {name: settings[name] for name in style},
        "legends": legends,
        "axes": [described_axes(each, figure.axes[0]) for each in figure.axes],
    }


def test_the_figures_are_drawn_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn and how, without the file that the version of matplotlib makes of it.

    `UPDATE_GOLDEN=1 pytest tests/training/report/test_figures.py` writes the golden file anew; look at the pictures.
    """
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, _to, **saved: found.append(described(figure, saved)))
    monkeypatch.setattr(figures, "embed", lambda vectors: vectors[:, :2])
    plain = Line("x" * 24, [1, 2], [3.0, 4.0], [0.5, 0.25])
    many = Line("dapt", list(range(31)), [0.5] * 31)
    curves(
        [
            *(Panel(name, "sentences", "F1 (%)", [plain]) for name in ("direct", "joint")),
            Panel("", "pieces", "loss", [many, Line("30 points", list(range(30)), [0.5] * 30)]),
            Panel("last", "pieces", "F1 (%)", [plain, many]),
        ]
    )
    curves([Panel("", "x", "y", [Line("x" * 25, [1], [1.0])])])
    vectors = np.arange(36.0).reshape(12, 3)
    types = [f"type {number:02}" for number in range(11)]
    representations({"plain": (vectors, [*types, "type 00"]), "large": (vectors[:5], types[:5])})
    heat_map(np.array([[0.75, 0.004, 0.005], [0.6, 0.61, 0.0]]), ["a", "b"], ["a", "b", "missed"])
    heat_map(np.array([[1.0]]), ["O"], ["O"], "tag")
    text = "\n".join(flat(found, "figure")) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    if differences := different_lines(GOLDEN.read_text(encoding="utf-8"), text):
        pytest.fail(f"the figures differ from {GOLDEN.relative_to(PROJECT)}:\n{differences}", pytrace=False)


def test_looks_repeat_after_all_colours_dashes_and_markers() -> None:
    numbers = (0, 4, 5, 9, 10, 39, 40, 49, 50)
    looks = [figures._line_look(number) for number in numbers]
    assert [look["linestyle"] for look in looks] == ["-", "-", "-", "-", "--", "-.", "-", "-", "--"]
    assert [look["marker"] for look in looks] == ["o", "v", "o", "v", "o", "v", "o", "v", "o"]
    assert [figures._point_look(number)["marker"] for number in numbers] == [
        "o",
        "o",
        "o",
        "o",
        "s",
        "D",
        "v",
        "v",
        "o",
    ]
    assert [looks[0]["color"] == look["color"] for look in looks] == [number % 10 == 0 for number in numbers]


def test_tsne_begins_with_the_same_components_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    class Reduced:
        def __init__(self, *size: int, **options: Any) -> None:
            told.append((size, options))

        def fit_transform(self, vectors: np.ndarray) -> np.ndarray:
            told.append(vectors.dtype)
            return vectors

    def limits(number: int) -> Any:
        told.append(number)
        return nullcontext()

    monkeypatch.setattr(figures, "PCA", Reduced)
    monkeypatch.setattr(figures, "TSNE", Reduced)
    monkeypatch.setattr(figures, "threadpool_limits", limits)
    for entities, dimensions in ((100, 60), (40, 8), (7, 20)):
        embed(clusters(entities, dimensions)[0])
    assert [each for each in told if isinstance(each, tuple)] == [
        *(((50,), {"random_state": 0}), ((), {"perplexity": 30.0, "init": "pca", "random_state": 0})),
        *(((8,), {"random_state": 0}), ((), {"perplexity": 13.0, "init": "pca", "random_state": 0})),
        *(((7,), {"random_state": 0}), ((), {"perplexity": 2.0, "init": "pca", "random_state": 0})),
    ]
    assert [each for each in told if not isinstance(each, tuple)] == [1, np.float64, np.float64] * 3
