"""The charts of the build report, as Vega-Lite specifications. No other module imports Altair or Vega.

A chart is one view as wide as its place. Colours come from the page, which has them for light and for dark; a
specification names only which of them (`style`, the order of a legend).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
from vl_convert import javascript_bundle

Spec = dict[str, Any]
Rows = Sequence[Mapping[str, Any]]

_BAR, _THIN_BAR, _GAP = 18, 13, 8
"""Pixels: height of a bar that stands alone, of one of several, and of the space between names."""


@functools.cache
def script() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script that needs nothing else; it defines `vegaEmbed`. Takes seconds."""
    version = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
    return str(javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=version))


def ranks(rows: Rows, stages: Sequence[str]) -> Spec:
    """Mentions of each category over its rank, a line for each stage. Rows: stage, category, rank, mentions."""
    chart = (
        _chart(rows)
        .mark_line(point={"size": 18, "filled": True}, strokeWidth=1.5)
        .encode(
            x=alt.X("rank:Q", title="rank of the category at that stage", scale=alt.Scale(nice=False, zero=False)),
            y=alt.Y("mentions:Q", title="mentions (log scale)", scale=alt.Scale(type="log"), axis=_log_axis()),
            color=_color("stage", stages),
            strokeDash=alt.StrokeDash("stage:N", sort=list(stages), legend=None),
            tooltip=["category:N", "stage:N", "rank:Q", alt.Tooltip("mentions:Q", format=",")],
        )
    )
    return _spec(chart, "Mentions of each entity category by rank, before and after filtering and balancing", 300)


def changes(rows: Rows) -> Spec:
    """How often balancing repeats a category. Rows: category, before, after, ratio."""
    base = _chart(rows)
    points = base.mark_point(size=34, filled=True, opacity=0.75).encode(
        x=alt.X(
            "before:Q", title="mentions before balancing (log scale)", scale=alt.Scale(type="log"), axis=_log_axis()
        ),
        y=alt.Y("ratio:Q", title="mentions after ÷ before"),
        tooltip=[
            "category:N",
            alt.Tooltip("before:Q", format=","),
            alt.Tooltip("after:Q", format=","),
            alt.Tooltip("ratio:Q", format=".2f"),
        ],
    )
    rule = alt.Chart(alt.InlineData(values=[{"y": 1}])).mark_rule(strokeDash=[4, 4], style="guide").encode(y="y:Q")
    return _spec(rule + points, "Ratio of mentions after balancing to before, by frequency of the category", 300)


def stacked_shares(rows: Rows, row: str, part: str, parts: Sequence[str]) -> Spec:
    """Bars that add up to 100 %. Rows: the row's and the part's name, number, share."""
    names = list(dict.fromkeys(str(each[row]) for each in rows))
    chart = (
        _chart(rows)
        .mark_bar()
        .encode(
            y=_names(row, names),
            x=alt.X(
                "share:Q",
                title="share of links",
                axis=alt.Axis(format="%", tickCount=5),
                scale=alt.Scale(domain=[0, 1]),
            ),
            color=_color(part, parts),
            order=alt.Order("order:Q"),
            tooltip=[
                f"{row}:N",
                f"{part}:N",
                alt.Tooltip("number:Q", format=","),
                alt.Tooltip("share:Q", format=".1%"),
            ],
        )
    )
    return _spec(chart, f"Share of links by {part}", _height(len(names)))


def grouped_bars(rows: Rows, name: str, group: str, groups: Sequence[str], value: str, title: str) -> Spec:
    """Bars side by side for each name. Rows: name, group, value."""
    names = list(dict.fromkeys(str(each[name]) for each in rows))
    chart = (
        _chart(rows)
        .mark_bar()
        .encode(
            y=_names(name, names),
            yOffset=alt.YOffset(f"{group}:N", sort=list(groups)),
            x=alt.X(f"{value}:Q", title=title),
            color=_color(group, groups),
            tooltip=[f"{name}:N", f"{group}:N", alt.Tooltip(f"{value}:Q", format=",")],
        )
    )
    return _spec(chart, title, _height(len(names), bars=len(groups)))


def levels(rows: Rows, levels: Sequence[str]) -> Spec:
    """Size of the levels beside those of the paper. Rows: domain, level, share, published (or null)."""
    names = list(dict.fromkeys(str(each["domain"]) for each in rows))
    base = _chart(rows).encode(y=_names("domain", names), yOffset=alt.YOffset("level:N", sort=list(levels)))
    tooltip = [
        "domain:N",
        "level:N",
        alt.Tooltip("share:Q", format=".2f"),
        alt.Tooltip("published:Q", format=".2f", title="CrossNER"),
    ]
    bars = base.mark_bar().encode(
        x=alt.X("share:Q", title="tokens ÷ those of the domain level"),
        color=_color("level", levels),
        tooltip=tooltip,
    )
    ticks = base.mark_tick(thickness=3, style="mark").encode(x="published:Q", tooltip=tooltip)
    return _spec(bars + ticks, "Size of the levels by domain, with CrossNER's as ticks", _height(len(names), bars=3))


def heat_map(rows: Rows, names: Sequence[str]) -> Spec:
    """Shares of common words, written in their cells. Rows: one, other, share; the diagonal is left out."""
    base = _chart(rows).encode(
        x=alt.X("one:N", sort=list(names), title=None, axis=alt.Axis(orient="top", labelAngle=-45, labelOverlap=False)),
        y=alt.Y("other:N", sort=list(names), title=None),
    )
    # The scale ends at the largest share: overlaps of real domains are alike, and would all be one colour otherwise.
    cells = base.mark_rect().encode(
        color=alt.Color("share:Q", scale=alt.Scale(domainMin=0), legend=None),
        tooltip=["one:N", "other:N", alt.Tooltip("share:Q", format=".1%")],
    )
    largest = max((float(row["share"]) for row in rows), default=1.0)
    text = base.encode(text=alt.Text("share:Q", format=".0%"))
    low = text.transform_filter(f"datum.share < {largest / 2}").mark_text(fontSize=12, style="on-low")
    high = text.transform_filter(f"datum.share >= {largest / 2}").mark_text(fontSize=12, style="on-high")
    description = "Share of their most frequent words that two domains have in common"
    return _spec(cells + low + high, description, 60 + 44 * len(names))


def by_depth(rows: Rows, value: str, title: str, form: str, names: Sequence[str], *, log: bool = False) -> Spec:
    """A line for each domain over the depth of its crawl. Rows: domain, depth, the value."""
    scale = alt.Scale(type="log") if log else alt.Scale(domainMin=0)
    axis = _log_axis() if log else alt.Axis(format=form)
    chart = (
        _chart(rows)
        .mark_line(point={"size": 36, "filled": True})
        .encode(
            x=alt.X("depth:O", title="depth below the root categories", axis=alt.Axis(labelAngle=0)),
            y=alt.Y(f"{value}:Q", title=title, scale=scale, axis=axis),
            color=_color("domain", names),
            strokeDash=alt.StrokeDash("domain:N", sort=list(names), legend=None),
            tooltip=["domain:N", "depth:O", alt.Tooltip(f"{value}:Q", format=form)],
        )
    )
    return _spec(chart, title, 260)


def bars(rows: Rows, name: str, value: str, title: str) -> Spec:
    """A bar for each row, in their order. Rows: name, value."""
    names = [str(row[name]) for row in rows]
    chart = (
        _chart(rows)
        .mark_bar()
        .encode(
            y=_names(name, names),
            x=alt.X(f"{value}:Q", title=title, axis=alt.Axis(format=",.3~r", tickCount=5)),
            tooltip=[f"{name}:N", alt.Tooltip(f"{value}:Q", format=",.3~r")],
        )
    )
    return _spec(chart, title, _height(len(names)))


def scores(rows: Rows, settings: Sequence[str]) -> Spec:
    """F1 with its deviation. Rows: run, setting, target, f1, low, high."""
    names = list(dict.fromkeys(str(row["run"]) for row in rows))
    base = _chart(rows).encode(y=_names("run", names), yOffset=alt.YOffset("setting:N", sort=list(settings)))
    points = base.mark_point(filled=True, size=60).encode(
        x=alt.X("f1:Q", title="F1 on the test split", scale=alt.Scale(zero=False), axis=alt.Axis(format=".2f")),
        color=_color("setting", settings),
        shape=alt.Shape("setting:N", sort=list(settings), legend=None),
        tooltip=["run:N", "setting:N", alt.Tooltip("f1:Q", format=".3f"), alt.Tooltip("deviation:Q", format=".3f")],
    )
    spread = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q", color=_color("setting", settings))
    return _spec(spread + points, "F1 of the models on the test split", _height(len(names), bars=len(settings)))


def _chart(rows: Rows) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=list(rows)))


def _names(field: str, order: Sequence[str]) -> alt.Y:
    return alt.Y(f"{field}:N", sort=list(order), title=None)


def _color(field: str, order: Sequence[str]) -> alt.Color:
    return alt.Color(
        f"{field}:N",
        sort=list(order),
        scale=alt.Scale(domain=list(order)),
        legend=alt.Legend(title=None, labelLimit=220),
    )


def _log_axis() -> alt.Axis:
    return alt.Axis(format="~s", tickCount=5)


def _height(names: int, bars: int = 1) -> float:
    """Pixels for so many names, each with so many bars."""
    return names * (_GAP + bars * (_BAR if bars == 1 else _THIN_BAR)) + 2 * _GAP


def _spec(chart: Any, description: str, height: float) -> Spec:
    found: Spec = chart.properties(width="container", height=round(height), description=description).to_dict()
    # The page has the configuration, and the version of the library that it brings.
    for key in ("config", "$schema"):
        found.pop(key, None)
    return found
