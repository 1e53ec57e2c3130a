"""The report's pictures as SVG: the same bytes for the same data. No other module imports matplotlib or sklearn."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from matplotlib import colormaps, style
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE
from threadpoolctl import threadpool_limits

_STYLE = {
    # Ids of elements come from the salt, and text stays text: nothing random and no font of the machine is in the file.
    "svg.hashsalt": "wiki-ner-corpora",
    "svg.fonttype": "none",
    "font.size": 9,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}
_COLUMNS = 3
_PANEL = 3.6
"""Inches of a panel's side."""
_SEED = 0
_PERPLEXITY = 30.0
_DIMENSIONS = 50
_MARKERS = "os^Dv"
_COLOURS = 10
_MOST_MARKERS = 30
"""Lines with more points have no markers."""
_DASHES = ("-", "--", ":", "-.")

FEWEST_POINTS, MOST_POINTS = 5, 1000
"""Entities of a panel: fewer show nothing, more would overlap, and t-SNE would take minutes."""


class Line(NamedTuple):
    """A curve."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    deviation: Sequence[float] = ()
    """Half the height of the band around it; empty for none."""


class Panel(NamedTuple):
    """A coordinate system with its curves."""

    title: str
    x_label: str
    y_label: str
    lines: Sequence[Line]


def curves(panels: Sequence[Panel]) -> bytes:
    """Panels side by side; lines with one label look the same in all of them, and one legend is for all."""
    labels = list(dict.fromkeys(line.label for panel in panels for line in panel.lines))
    looks = {label: _line_look(number) for number, label in enumerate(labels)}
    with _drawing(len(panels)) as (figure, axes, output):
        for axis, panel in zip(axes, panels, strict=True):
            if panel.y_label == panels[0].y_label and axis is not axes[0]:
                axis.sharey(axes[0])
            for line in panel.lines:
                size = 3 if len(line.x) <= _MOST_MARKERS else 0
                axis.plot(line.x, line.y, markersize=size, linewidth=1.2, **looks[line.label])
                if line.deviation:
                    low, high = np.subtract(line.y, line.deviation), np.add(line.y, line.deviation)
                    axis.fill_between(line.x, low, high, alpha=0.15, linewidth=0, color=looks[line.label]["color"])
            axis.set(title=panel.title, xlabel=panel.x_label, ylabel=panel.y_label)
        _legend(figure, [Line2D([], [], label=label, markersize=3, **looks[label]) for label in labels])
    return output.getvalue()


def representations(panels: Mapping[str, tuple[np.ndarray, Sequence[str]]]) -> bytes:
    """t-SNE of vectors: a panel for each encoder with its vectors (entities × dimensions) and their types.

    Of more than MOST_POINTS vectors only so many are drawn, chosen evenly over their order.
    """
    types = sorted({name for _, names in panels.values() for name in names})
    looks = {name: _point_look(number) for number, name in enumerate(types)}
    with _drawing(len(panels)) as (figure, axes, output):
        for axis, (title, (vectors, names)) in zip(axes, panels.items(), strict=True):
            drawn = np.linspace(0, len(names) - 1, min(len(names), MOST_POINTS)).astype(int)
            points = embed(vectors[drawn])
            for name in types:
                chosen = points[[names[number] == name for number in drawn]]
                axis.plot(chosen[:, 0], chosen[:, 1], markersize=3, alpha=0.7, linestyle="", **looks[name])
            axis.set(title=title, xticks=[], yticks=[])
        _legend(figure, [Line2D([], [], label=name, linestyle="", markersize=5, **looks[name]) for name in types])
    return output.getvalue()


def embed(vectors: np.ndarray) -> np.ndarray:
    """Two dimensions for each vector, by t-SNE from the first two principal components; the same for the same input.

    Vectors that are all alike fall on one point.
    """
    if not np.ptp(vectors, axis=0).any():
        return np.zeros((len(vectors), 2))
    # The picture must not depend on the number of cores, nor take long where other processes use them.
    with threadpool_limits(1):
        reduced = PCA(min(_DIMENSIONS, *vectors.shape), random_state=_SEED).fit_transform(vectors.astype(np.float64))
        perplexity = min(_PERPLEXITY, (len(vectors) - 1) / 3)
        return np.asarray(TSNE(perplexity=perplexity, init="pca", random_state=_SEED).fit_transform(reduced))


def heat_map(shares: np.ndarray, rows: Sequence[str], columns: Sequence[str], what: str = "type") -> bytes:
    """Shares (0 to 1) by row and column, those of at least half a percent written in their cells."""
    with _drawing(1, side=1.5 + 0.42 * len(columns)) as (_, (axis,), output):
        axis.imshow(shares, cmap="Blues", vmin=0, vmax=1, interpolation="nearest")
        for (row, column), share in np.ndenumerate(shares):
            if share >= 0.005:
                colour = "white" if share > 0.6 else "black"
                axis.text(column, row, f"{100 * share:.0f}", ha="center", va="center", fontsize=7, color=colour)
        axis.set_xticks(range(len(columns)), columns, rotation=90)
        axis.set_yticks(range(len(rows)), rows)
        axis.set(xlabel="taken for", ylabel=f"{what} by the benchmark")
    return output.getvalue()


@contextmanager
def _drawing(panels: int, side: float = _PANEL) -> Iterator[tuple[Figure, list[Axes], io.BytesIO]]:
    """A figure with so many axes; when the block ends, it is written to the stream."""
    output = io.BytesIO()
    with style.context(["default", _STYLE]):
        columns = min(panels, _COLUMNS)
        rows = -(-panels // columns)
        figure = Figure(figsize=(side * columns, side * rows), layout="constrained")
        FigureCanvasSVG(figure)
        yield figure, [figure.add_subplot(rows, columns, number + 1) for number in range(panels)], output
        figure.savefig(output, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})


def _legend(figure: Figure, handles: Sequence[Line2D]) -> None:
    columns = 1 if max(len(str(handle.get_label())) for handle in handles) > 24 else 4
    figure.legend(handles=handles, loc="outside lower center", ncols=columns)


def _line_look(number: int) -> dict[str, Any]:
    dash = _DASHES[number // _COLOURS % len(_DASHES)]
    return {"color": _colour(number), "linestyle": dash, "marker": _MARKERS[number % len(_MARKERS)]}


def _point_look(number: int) -> dict[str, Any]:
    # Types beyond the tenth repeat colours with other markers.
    return {"color": _colour(number), "marker": _MARKERS[number // _COLOURS % len(_MARKERS)], "markeredgewidth": 0}


def _colour(number: int) -> object:
    return colormaps["tab10"](number % _COLOURS)
