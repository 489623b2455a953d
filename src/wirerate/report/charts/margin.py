# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Headroom of every subject against one link, with its interval: the verdicts as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wirerate.records import AnyRun, Verdict
from wirerate.report import headrooms, labels, numbers, questions, verdicts
from wirerate.report.charts import theme
from wirerate.report.charts.rows import Rows, bar_frame, rows
from wirerate.report.charts.theme import Chart, Spec
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, PER_PACKET, TIGHT
from wirerate.verdict.rules import MARGIN

_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_ROWS = 24  # more do not fit a picture; the table has all

_SAID = {
    KEEPS_UP: "keeps up with",
    TIGHT: "just keeps up with",
    CANNOT_TELL: "may or may not keep up with",
    FALLS_SHORT: "falls short of",
}
_BEST_FIRST = tuple(_SAID)


def chart(run: AnyRun) -> Chart | None:
    """None when the run has no verdict with a headroom."""
    judged = [v for v in run.verdicts if v.headroom and v.headroom.median > 0]
    if not judged:
        return None
    asked = questions.question(questions.contested(judged))
    shown = sorted((v for v in judged if questions.question(v) == asked), key=_order)[:_ROWS]

    reads = (
        f"Headroom on {verdicts.processors(run)} for {asked}: time available per packet / time needed; 1 is the link. "
        f"Bar: the interval. Green: keeps up ({MARGIN} or more); amber: tight; red: falls short, or not to be used."
    )
    return Chart("headroom", finding(shown, asked), reads, headrooms.table(run), partial(_spec, shown))


def _order(verdict: Verdict) -> tuple[bool, float]:
    """Usable ones first, most headroom on top."""
    return not verdict.permitted, -(verdict.headroom.median if verdict.headroom else 0.0)


def finding(shown: Sequence[Verdict], asked: str) -> str:
    """How many rows keep up, of how many one cannot tell, how many are not to be used; of one subject, its best."""
    subjects = {v.subject for v in shown}
    if len(subjects) == 1:
        best = min(shown, key=lambda v: _BEST_FIRST.index(v.verdict))
        barred = "" if best.permitted else ", and is not to be used"
        return f"{labels.short(best.subject)} {_SAID[best.verdict]} {asked}{barred}"
    able = sum(v.permitted and v.verdict in (KEEPS_UP, TIGHT) for v in shown)
    unsure = sum(v.permitted and v.verdict == CANNOT_TELL for v in shown)
    forbidden = sum(not v.permitted for v in shown)
    none = "Neither" if len(shown) == 2 else "None"
    parts = [f"{able or none} of {len(shown)} {'keep' if able > 1 else 'keeps'} up with {asked}"]
    if unsure:
        parts.append(f"of {unsure} one cannot tell")
    if forbidden:
        parts.append(f"{forbidden} {'is' if forbidden == 1 else 'are'} not to be used")
    return "; ".join(parts)


def _spec(shown: Sequence[Verdict], width: int) -> Spec:
    laid = rows(
        [f"{labels.short(v.subject)}{f', {v.role}' if v.role not in ('', PER_PACKET) else ''}" for v in shown], width
    )
    bounds = [b for v in shown if v.headroom for b in (v.headroom.low, v.headroom.high)]
    low, high = min(0.5, *bounds) / 1.3, max(2.0, *bounds) * 1.3
    ticks = [t for t in _TICKS if low <= t <= high]
    scale = {"type": "log", "domain": [low, high], "nice": False}
    axis = {"title": "headroom (log)", "values": ticks, "labelExpr": "'×' + format(datum.value, '~r')", "domain": False,
            "ticks": False, "labelOverlap": "greedy", "labelSeparation": 8}  # fmt: skip
    spec = bar_frame(laid, width, scale, axis, right=176)
    spec["layer"] = [
        *(layer for i in range(len(shown)) for layer in _link(laid, i)),
        *laid.labels(),
        *(layer for i, v in enumerate(shown) for layer in _row(v, laid, i)),
    ]
    return spec


def _link(laid: Rows, index: int) -> list[Spec]:
    """The link at 1 and the margin above it, beside one row: names above the rows stay free of lines."""
    reach = laid.pitch / 2 if laid.beside else 10
    span = {"y": {"value": laid.middle(index) - reach}, "y2": {"value": laid.middle(index) + reach}}
    rule = {"type": "rule", "color": theme.LINK, "aria": False}
    return [
        theme.layer({**rule, "strokeWidth": 1.4}, span, [{"x": 1}]),
        theme.layer({**rule, "strokeDash": [2, 3]}, span, [{"x": MARGIN}]),
    ]


def _row(verdict: Verdict, laid: Rows, index: int) -> list[Spec]:
    room, shown = verdict.headroom, labels.judged(verdict)
    assert room is not None
    color, y = theme.TONES[shown.tone], {"value": laid.middle(index)}
    figures = numbers.factor(room)
    name = f"{verdict.subject} {verdict.role}: {shown.words}, headroom {figures}"
    label = f"{numbers.times(room.median)} {shown.glyph} {_word(verdict)}"
    data = [{"x": room.median, "low": room.low, "high": room.high, "d": name, "label": label}]
    ends = {"x": theme.number("low"), "x2": {"field": "high"}, "y": y}
    return [
        theme.layer(theme.span(color, 0.3), ends, data),
        theme.layer(theme.dot(color, theme.TONE_SHAPES[shown.tone], 90), {"y": y, **theme.DESCRIBED}, data),
        theme.layer(theme.word(12, color), {"x": {"value": "width"}, "y": y, "text": {"field": "label"}}, data),
    ]


def _word(verdict: Verdict) -> str:
    return verdict.verdict.lower() if verdict.permitted else "not to be used"
