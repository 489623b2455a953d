# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fixed and per-byte cost by key schedule, and what reusing the key schedule saves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from wirerate.records import AnyRun, Measurement
from wirerate.report import columns, labels, numbers, series
from wirerate.report.charts import theme
from wirerate.report.charts.rows import Rows, bar_frame, rows
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Cell, Filled, Table, listed

_PACKET = 576  # bytes: the middle size of IMIX, at which both parts of the cost are visible
_ORDER = ("reuse", "rekey", "fresh")
_ROWS = 24


def chart(run: AnyRun) -> Chart | None:
    """Draw the costs; None when no MAC has separate fixed and per-byte costs."""
    costs = sorted(
        series.keyed_costs(run), key=lambda m: (labels.historical(m.subject), m.subject, _ORDER.index(m.keyed))
    )
    if not costs:
        return None
    shown = series.one_per_algorithm(costs)[:_ROWS]

    modes = "; ".join(f"{mode}: {labels.MODES[mode]}" for mode in _ORDER)
    reads = (
        f"Time for one {_PACKET}-byte packet, {labels.cache(costs[0])}. Dark: the fixed cost; light: the cost of its "
        f"bytes. {modes}. One implementation per algorithm; the table has all."
    )
    return Chart("cost", finding(shown), reads, table(costs), partial(_spec, shown))


def finding(costs: Sequence[Measurement]) -> str:
    """Return the title: the largest saving from reusing the key schedule."""
    fixed = {(labels.short(m.subject), m.keyed): m.fixed_ns or 0.0 for m in costs}
    savings = [
        (ns - fixed[subject, "reuse"], subject, mode)
        for (subject, mode), ns in fixed.items()
        if mode != "reuse" and (subject, "reuse") in fixed
    ]
    if savings and max(savings)[0] > 0:
        _, subject, mode = max(savings)
        before, after = (numbers.time_ns(fixed[subject, keyed]) for keyed in (mode, "reuse"))
        label = labels.algorithm(subject)
        return f"Reusing the key schedule reduces the fixed cost of {label} from {before} to {after} per packet"
    cheapest = min(costs, key=lambda m: m.fixed_ns or 0.0)
    least = numbers.time_ns(cheapest.fixed_ns or 0.0)
    return f"{labels.short(cheapest.subject)} has the lowest fixed cost: {least}"


def _spec(costs: Sequence[Measurement], width: int) -> Spec:
    names = {m.subject: labels.algorithm(m.subject) for m in costs}
    above = ["", *(m.subject for m in costs)]
    laid = rows(
        [
            f"{names[m.subject]} · {m.keyed}" if m.subject != last else m.keyed
            for m, last in zip(costs, above, strict=False)
        ],
        width,
    )
    longest = max(_fixed(m) + _bytes(m) for m in costs)
    scale = {"type": "linear", "domain": [0, longest * 1.02], "nice": False}
    axis = {
        "title": f"ns per {_PACKET}-byte packet",
        "domain": False,
        "ticks": False,
        "labelOverlap": True,
        "format": ",d",
        "tickCount": 5,
    }
    spec = bar_frame(laid, width, scale, axis, right=64)
    spec["layer"] = [*laid.labels(), *(layer for i, m in enumerate(costs) for layer in _bar(m, laid, i))]
    return spec


def _fixed(m: Measurement) -> float:
    return max(m.fixed_ns or 0.0, 0.0)


def _bytes(m: Measurement) -> float:
    return max((m.per_byte_ns or 0.0) * _PACKET, 0.0)


def _bar(m: Measurement, laid: Rows, index: int) -> list[Spec]:
    color, _ = theme.look(labels.algorithm(m.subject))
    fixed, whole = _fixed(m), _fixed(m) + _bytes(m)
    per_byte = numbers.significant(m.per_byte_ns or 0.0)
    name = f"{m.subject}, {m.keyed}: {numbers.time_ns(fixed)} fixed, {per_byte} ns per byte"
    data = [{"x": 0, "f": fixed, "w": whole, "d": name, "label": f"{numbers.significant(whole)} ns"}]
    y = {"value": laid.middle(index)}
    bar = {"type": "bar", "size": 13, "color": color}
    return [
        theme.layer({**bar, "opacity": 0.38, "aria": False}, {"x2": {"field": "w"}, "y": y}, data),
        theme.layer(bar, {"x2": {"field": "f"}, "y": y, **theme.DESCRIBED}, data),
        theme.layer(theme.word(6), {"x": theme.number("w"), "y": y, "text": {"field": "label"}}, data),
    ]


_COLUMNS: tuple[Filled[Measurement], ...] = (
    columns.words("subject", "subject", lambda m: m.subject, "strong"),
    Filled(
        "key schedule", ("keyed",), numeric=False,
        cell=lambda m: Cell(m.keyed, "", (m.keyed,), labels.MODES.get(m.keyed, "")),
    ),
    columns.figure("fixed ns", "fixed_ns", lambda m: m.fixed_ns),
    columns.figure("ns per byte", "per_byte_ns", lambda m: m.per_byte_ns),
    Filled(
        "residual", ("residual",),
        cell=lambda m: Cell(numbers.NONE if m.residual is None else numbers.percent(m.residual), "", (m.residual,)),
    ),
)  # fmt: skip


def table(costs: Sequence[Measurement]) -> Table:
    return listed("cost", _COLUMNS, costs)
