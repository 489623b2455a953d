"""Headroom of every subject against one link, with its interval: the verdicts as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.records import Run, Verdict
from wirerate.report import numbers
from wirerate.report.charts import theme
from wirerate.report.charts.bars import Rows, bar_frame, rows
from wirerate.report.charts.chart import Chart
from wirerate.report.charts.theme import Spec
from wirerate.report.views import naming, verdicts
from wirerate.verdict import KEEPS_UP, TIGHT
from wirerate.verdict.rules import MARGIN

_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_ROWS = 24  # more do not fit a picture; the table has all


def chart(run: Run) -> Chart | None:
    """None when the run has no verdict with a headroom."""
    judged = [v for v in run.verdicts if v.headroom and v.headroom.median > 0]
    if not judged:
        return None
    asked = contested(judged)
    shown = [v for v in judged if verdicts.question(v) == asked][:_ROWS]

    def spec(width: int) -> Spec:
        return _spec(shown, width)

    reads = (
        f"Headroom on one core for {asked}: time available per packet / time needed; 1 is the link. Bars: the interval. "
        f"Green: keeps up ({MARGIN} or more); amber: tight; red: falls short, or must not be used."
    )
    return Chart("headroom", finding(shown, asked), reads, verdicts.table(run), spec)


def contested(judged: Sequence[Verdict]) -> str:
    """The question that divides the subjects most; the first one asked where none does."""
    questions = list(dict.fromkeys(map(verdicts.question, judged)))
    return max(questions, key=lambda q: (len({v.verdict for v in judged if verdicts.question(v) == q}), -questions.index(q)))


def finding(shown: Sequence[Verdict], asked: str) -> str:
    allowed = [v for v in shown if v.permitted]
    able = {v.subject for v in allowed if v.verdict in (KEEPS_UP, TIGHT)}
    subjects = {v.subject for v in shown}
    barred = {v.subject for v in shown if not v.permitted}
    head = f"{len(able)} of {len(subjects)} keep up with {asked}" if able else f"None of {len(subjects)} keeps up with {asked}"
    if len(subjects) == 1:
        (only,) = subjects
        head = f"{only} {'keeps up' if able else 'does not do'} for {asked}"
    return f"{head}; {len(barred)} must not be used" if barred and len(subjects) > 1 else head


def _spec(shown: Sequence[Verdict], width: int) -> Spec:
    several = len({v.role for v in shown}) > 1
    laid = rows([f"{v.subject}, {v.role}" if several and v.role else v.subject for v in shown], width)
    bounds = [b for v in shown if v.headroom for b in (v.headroom.low, v.headroom.high)]
    low, high = min(0.5, *bounds) / 1.3, max(2.0, *bounds) * 1.3
    ticks = [t for t in _TICKS if low <= t <= high]
    scale = {"type": "log", "domain": [low, high], "nice": False}
    axis = {"title": "headroom (log)", "values": ticks, "labelExpr": "'×' + format(datum.value, '~r')", "domain": False,
            "ticks": False, "labelOverlap": True}  # fmt: skip
    spec = bar_frame(laid, width, scale, axis, right=64 if width >= 600 else 56)
    needed = {"data": {"values": [{"x": 1}]}, "mark": {"type": "rule", "color": theme.LINK, "strokeWidth": 1.4, "aria": False}}
    margin = {"data": {"values": [{"x": MARGIN}]},
              "mark": {"type": "rule", "color": theme.LINK, "strokeDash": [2, 3], "aria": False}}  # fmt: skip
    spec["layer"] = [needed, margin, *laid.labels(), *(layer for i, v in enumerate(shown) for layer in _row(v, laid, i))]
    return spec


def _row(verdict: Verdict, laid: Rows, index: int) -> list[Spec]:
    room, shown = verdict.headroom, naming.judged(verdict)
    assert room is not None
    color, y = theme.TONES[shown.tone], {"value": laid.middle(index)}
    name = f"{verdict.subject} {verdict.role}: {shown.words}, headroom {numbers.times(room.median)} ({numbers.bounds(room)})"
    row = {"x": room.median, "low": room.low, "high": room.high, "d": name, "label": numbers.times(room.median)}
    data = {"values": [row]}
    span = {"type": "rule", "color": color, "strokeWidth": 7, "opacity": 0.3, "strokeCap": "round", "aria": False}
    dot = {"type": "point", "filled": True, "size": 90, "opacity": 1, "color": color, "shape": theme.TONE_SHAPES[shown.tone]}
    text = {"type": "text", "align": "left", "baseline": "middle", "dx": 12, "color": color, "aria": False}
    return [
        {"data": data, "mark": span, "encoding": {"x": _x("low"), "x2": {"field": "high"}, "y": y}},
        {"data": data, "mark": dot, "encoding": {"y": y, "description": {"field": "d", "type": "nominal"}}},
        {"data": data, "mark": text, "encoding": {"x": _x("high"), "y": y, "text": {"field": "label"}}},
    ]


def _x(name: str) -> Spec:
    return {"field": name, "type": "quantitative"}
