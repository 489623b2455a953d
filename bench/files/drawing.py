"""Draw the ratios as a chart in the style of the report."""

from __future__ import annotations

from wirerate.records import Interval
from wirerate.report import numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import Rows, bar_frame, rows
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Cell, Column, Group, Table

Row = tuple[str, str, Interval]


def chart(ratio_rows: list[Row]) -> Chart:
    ratios = [ratio.median for _, _, ratio in ratio_rows]
    title = f"Many files at a time: {min(ratios):.1f} to {max(ratios):.0f} times as fast as GNU md5sum"
    columns = (Column("files", ("files", "what"), numeric=False), Column("times", ("median", "low", "high")))
    cells = tuple(
        (Cell(f"{words}, {part}", figures=(words, part)), Cell(numbers.times(ratio.median), figures=_figures(ratio)))
        for words, part, ratio in ratio_rows
    )
    reads = "Time of md5sum / time of wirerate sum, paired by rounds; 1 is md5sum. The line marks the interval."
    return Chart(
        "sum",
        title,
        reads,
        Table("sum", columns, (Group("page cache", cells),)),
        lambda width: _spec(ratio_rows, width),
    )


def _figures(ratio: Interval) -> tuple[float, float, float]:
    return ratio.median, ratio.low, ratio.high


def _spec(ratio_rows: list[Row], width: int) -> Spec:
    laid = rows([f"{words}, {part}" for words, part, _ in ratio_rows], width)
    high = max(ratio.high for _, _, ratio in ratio_rows) * 1.1
    axis = {"title": "times as fast as md5sum", "domain": False, "ticks": False}
    spec = bar_frame(laid, width, {"domain": [0, high], "nice": False}, axis, right=70)
    spec["layer"] = [
        *laid.labels(),
        *(layer for index, row in enumerate(ratio_rows) for layer in _row(row, laid, index)),
    ]
    return spec


def _row(row: Row, laid: Rows, index: int) -> list[Spec]:
    words, part, ratio = row
    y = {"value": laid.middle(index)}
    data = {"values": [{"x": 0, "low": ratio.low, "high": ratio.high, "median": ratio.median,
                        "d": f"{words}, {part}: {numbers.times(ratio.median)} ({numbers.bounds(ratio)})",
                        "label": numbers.times(ratio.median)}]}  # fmt: skip
    bar = {"type": "bar", "height": 12, "color": theme.BLUE, "opacity": 0.85}
    rule = {"type": "rule", "color": theme.INK, "strokeWidth": 2, "aria": False}
    text = {"type": "text", "align": "left", "baseline": "middle", "dx": 10, "aria": False}
    value = {"type": "quantitative"}
    return [
        {"data": data, "mark": bar, "encoding": {"x": {"field": "x", **value}, "x2": {"field": "median"}, "y": y,
                                                 "description": {"field": "d", "type": "nominal"}}},
        {"data": data, "mark": rule, "encoding": {"x": {"field": "low", **value}, "x2": {"field": "high"}, "y": y}},
        {"data": data, "mark": text, "encoding": {"x": {"value": "width"}, "y": y, "text": {"field": "label"}}},
    ]  # fmt: skip
