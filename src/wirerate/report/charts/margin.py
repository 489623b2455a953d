# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The headroom of every subject on one link, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wirerate.records import AnyRun, Verdict
from wirerate.report import headrooms, labels, numbers, questions, verdicts
from wirerate.report.charts import theme
from wirerate.report.charts.rows import Rows, bar_frame, rows
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.places import place_of, places
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.verdict.rules import MARGIN

_TICKS = (
    0.01,
    0.02,
    0.05,
    0.1,
    0.2,
    0.5,
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    1000,
    2000,
    5000,
    10_000,
    20_000,
    50_000,
    100_000,
)
_ROWS = 24  # more rows do not fit the chart; the table has all of them

_PHRASES = {
    KEEPS_UP: "keeps up",
    TIGHT: "is tight",
    CANNOT_TELL: "is undecided",
    FALLS_SHORT: "falls short",
}
_BEST_FIRST = tuple(_PHRASES)


def chart(run: AnyRun) -> Chart | None:
    """Draw the headrooms for the link and packets on which the subjects' verdicts differ most. Return None if no
    verdict has a headroom."""
    judged = [v for v in run.verdicts if v.headroom and v.headroom.median > 0]
    if not judged:
        return None
    chosen = questions.contested(judged)
    question = questions.question(chosen)
    shown = sorted((v for v in judged if questions.question(v) == question), key=_order)[:_ROWS]

    unit = "message" if questions.messages_of(chosen) else "packet"
    reads = (
        f"Headroom on {verdicts.processors(run)} {where(chosen)}: time available per {unit} ÷ time needed. Solid red "
        f"line: ×1, line rate; dotted: ×{MARGIN}, keeps up. Bar: the interval."
    )
    return Chart("headroom", finding(shown, where(chosen)), reads, headrooms.table(run), partial(_spec, shown))


def where(verdict: Verdict) -> str:
    """Return a verdict's link and packets for a sentence: 'at 10G with 1,500-byte packets'."""
    return places([place_of(verdict)], [])


def _order(verdict: Verdict) -> tuple[bool, float]:
    """Return the sort key: permitted subjects first, then by decreasing headroom."""
    return not verdict.permitted, -(verdict.headroom.median if verdict.headroom else 0.0)


def finding(shown: Sequence[Verdict], place: str) -> str:
    """Return how many rows keep up, are undecided, or must not be used; for one subject, its best verdict."""
    if len({v.subject for v in shown}) == 1:
        best = min(shown, key=lambda v: _BEST_FIRST.index(v.verdict))
        refused = "" if best.permitted else ", but must not be used"
        return f"{labels.short(best.subject)} {_PHRASES[best.verdict]} {place}{refused}"
    able = sum(v.permitted and v.verdict == KEEPS_UP for v in shown)
    parts = [f"{able} of {len(shown)} {'keeps' if able == 1 else 'keep'} up"]
    if not able:
        parts = ["neither keeps up" if len(shown) == 2 else f"none of {len(shown)} keeps up"]
    for word, phrase in ((TIGHT, "tight"), (CANNOT_TELL, "undecided")):
        if some := sum(v.permitted and v.verdict == word for v in shown):
            parts.append(f"{some} {'is' if some == 1 else 'are'} {phrase}")
    if banned := sum(not v.permitted for v in shown):
        parts.append(f"{banned} must not be used")
    return f"{place[0].upper()}{place[1:]}, {numbers.joined(parts)}"


def _spec(shown: Sequence[Verdict], width: int) -> Spec:
    laid = rows([numbers.with_role(labels.short(v.subject), v.role) for v in shown], width)
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
    """Draw line rate and the margin above it beside one row only, so that names above the rows stay free of lines."""
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
    word = "undecided" if verdict.verdict == CANNOT_TELL else verdict.verdict.lower()
    return word if verdict.permitted else "do not use"
