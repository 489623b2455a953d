# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Charts of curve operations: by curve, by operation, and by the settings reduction, window, comb and clock."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from wirerate.catalogue.curves import CURVES
from wirerate.report import columns, numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import SERIES, Dot, DotRow, dot_chart
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Cell, Filled, Table, listed
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.rows import BoardOperation
from wirerate.wings.mcu.view.charts import around, dot, ms_of, plane, up

NAMES = {"sign": "ECDSA sign", "verify": "ECDSA verify", "ecdh": "ECDH", "ecdhe": "ECDHE"}  # in drawing order

Pair = tuple[BoardOperation, BoardOperation]
_LENGTHS = (("secp256r1", "brainpoolP256r1"), ("secp384r1", "brainpoolP384r1"), ("secp521r1", "brainpoolP512r1"))


def by_curve(rows: Sequence[BoardOperation]) -> Chart | None:
    """Return the chart of the time of every operation on every curve, with the same settings."""
    lines = [DotRow(curve, tuple(_dot(m, list(NAMES).index(m.operation), m.operation) for m in members))
             for curve, members in _curves(rows).items()]  # fmt: skip
    if not lines:
        return None
    signed = [m for m in rows if m.operation == "sign"]
    title = _spread(signed or rows)
    reads = "Time of each operation; pale bar: the range over branch refill, flash and what is not modelled."
    return _chart("mcu-operations", title, reads, rows, lines, list(NAMES.values()))


def _spread(rows: Sequence[BoardOperation]) -> str:
    fast, slow = (pick(rows, key=_median) for pick in (min, max))
    operation = NAMES[rows[0].operation]
    if fast is slow:
        return f"{operation} on {fast.curve} takes {_ms(fast)}"
    return (
        f"{operation} takes {_ms(fast)} on {fast.curve}, {_ms(slow)} on {slow.curve}: "
        f"{numbers.times(_median(slow) / _median(fast))}"
    )


def sign_verify(rows: Sequence[BoardOperation]) -> Chart | None:
    pairs = _pairs(rows, "sign", "verify")
    if not pairs:
        return None
    lines = _paired_lines(pairs, ("sign", "verify"), lambda m: m.curve)
    title = f"Verifying takes {_range(pairs)} the time of signing"
    return _chart("mcu-sign-verify", title, "At the end of each row: verify / sign.", _flat(pairs), lines,
                  ["ECDSA sign", "ECDSA verify"])  # fmt: skip


def brainpool(rows: Sequence[BoardOperation]) -> Chart | None:
    """Return the chart that compares Brainpool's curves, whose primes are random, with NIST's, whose primes are fast,
    at equal strength."""
    signs = {m.curve: m for m in rows if m.operation == "sign"}
    pairs = [(signs[nist], signs[other]) for nist, other in _LENGTHS if nist in signs and other in signs]
    if not pairs:
        return None
    lines = _paired_lines(pairs, ("sign", "sign"), lambda m: f"{CURVES[m.curve].bits} bits")
    title = f"Signing on Brainpool's curves takes {_range(pairs)} the time of NIST's"
    reads = (
        "ECDSA sign. Brainpool's primes are random, so no special reduction applies. 521 bits are compared with 512."
    )
    return _chart("mcu-brainpool", title, reads, _flat(pairs), lines, ["NIST", "Brainpool"])


def reduction(on: Sequence[BoardOperation], off: Sequence[BoardOperation]) -> Chart | None:
    """Return the chart of one operation with MBEDTLS_ECP_NIST_OPTIM off and on, for every NIST curve."""
    without = {m.curve: m for m in off}
    pairs = [(m, without[m.curve]) for m in on
             if m.curve in without and CURVES[m.curve].family == "nist"]  # fmt: skip
    if not pairs:
        return None
    lines = _paired_lines(pairs, ("on", "off"), lambda m: m.curve)
    operation = NAMES[pairs[0][0].operation]
    title = f"Without the NIST reduction {operation} takes {_range(pairs)} the time"
    return _chart("mcu-reduction", title, f"{operation}; at the end of each row: off / on.", _flat(pairs), lines,
                  ["reduction on", "off"])  # fmt: skip


def figures(name: str, rows: Sequence[BoardOperation]) -> Table:
    """Return the table shown with a chart of times."""
    return listed(name, _FIGURES, rows)


_FIGURES: tuple[Filled[BoardOperation], ...] = (
    columns.words("curve", "curve", lambda m: m.curve, "strong"),
    columns.words("operation", "operation", lambda m: m.operation),
    Filled("options", ("window", "nist", "fixed_point"), numeric=False,
           cell=lambda m: Cell(firmware.configuration_name(m).partition(" ")[2], "dim", firmware.option_figures(m))),
    columns.figure("MHz", "clock_hz", lambda m: m.clock_hz, lambda hz: f"{hz / 1e6:g}"),
    firmware.time_column(""),
    firmware.RANGE,
    firmware.memory_column("heap", "heap_bytes", lambda m: m.heap_bytes),
    firmware.memory_column("flash", "flash_bytes", lambda m: m.flash_bytes),
)  # fmt: skip


def _chart(
    name: str, title: str, reads: str, rows: Sequence[BoardOperation], lines: Sequence[DotRow], series: Sequence[str]
) -> Chart:
    return Chart(name, title, reads, figures(name, rows), partial(dot_chart, lines, series, "ms (log)"))


def _dot(m: BoardOperation, series: int, label: str) -> Dot:
    return dot(m, series, f"{m.curve} {label}: {_ms(m)}, {firmware.span(m)}")


def _curves(rows: Sequence[BoardOperation]) -> dict[str, list[BoardOperation]]:
    """Return the rows of each curve, in the catalogue's order: by family and length."""
    members = {curve: [m for m in rows if m.curve == curve] for curve in CURVES}
    return {curve: of_curve for curve, of_curve in members.items() if of_curve}


def _pairs(rows: Sequence[BoardOperation], one: str, other: str) -> list[Pair]:
    pairs = []
    for members in _curves(rows).values():
        by_operation = {m.operation: m for m in members}
        if one in by_operation and other in by_operation:
            pairs.append((by_operation[one], by_operation[other]))
    return pairs


def _flat(pairs: Sequence[Pair]) -> list[BoardOperation]:
    return [m for pair in pairs for m in pair]


def _ratio(pair: Pair) -> float:
    """Return the time of the pair's second row divided by the time of its first."""
    return _median(pair[1]) / _median(pair[0])


def _paired_lines(
    pairs: Sequence[Pair], labels: tuple[str, str], name: Callable[[BoardOperation], str]
) -> list[DotRow]:
    """Return a line for each pair, with the name of its first row and the ratio at its end."""
    return [
        DotRow(name(one), (_dot(one, 0, labels[0]), _dot(other, 1, labels[1])), numbers.times(_ratio((one, other))))
        for one, other in pairs
    ]


def _range(pairs: Sequence[Pair]) -> str:
    ratios = [*map(_ratio, pairs)]
    low, high = numbers.significant(min(ratios), 2), numbers.significant(max(ratios), 2)
    return f"{low} times" if low == high else f"{low} to {high} times"


def _ms(m: BoardOperation) -> str:
    return f"{firmware.milliseconds(m)} ms"


def _median(m: BoardOperation) -> float:
    return m.ns.median


# ---- effect of a setting on time, with memory or the ideal time ----

_GAP = 15  # px between names
_LEFT = 48  # px for the y axis


def windows(rows: Sequence[BoardOperation]) -> Chart | None:
    """Return the chart of one operation's time by window, with a line for each curve; its table adds the heap."""
    lines = {curve: sorted(members, key=_window) for curve, members in _curves(rows).items() if len(members) > 1}
    if not lines:
        return None
    longest = max(lines, key=lambda curve: _median(lines[curve][0]) / _median(lines[curve][-1]))
    first, last = lines[longest][0], lines[longest][-1]
    time = numbers.share(_median(last) / _median(first))
    title = (
        f"From window {_window(first)} to {_window(last)} {longest} takes {time} "
        f"the time and {numbers.times(last.heap_bytes / max(first.heap_bytes, 1))} the heap"
    )
    operation = NAMES[rows[0].operation]
    reads = f"{operation} by MBEDTLS_ECP_WINDOW_SIZE; where a line is flat, the library caps the window."

    def spec(width: int) -> Spec:
        drawn = [_Line(curve, [(_window(m), m) for m in members], *SERIES[i % len(SERIES)])
                 for i, (curve, members) in enumerate(lines.items())]  # fmt: skip
        return _lines(drawn, "window", width, [2, 3, 4, 5, 6, 7])

    ordered = [m for members in lines.values() for m in members]
    return Chart("mcu-window", title, reads, figures("mcu-window", ordered), spec)


def clocks(rows: Sequence[BoardOperation]) -> Chart | None:
    """Return the chart of one operation's time by clock, and of the time that constant cycles would give."""
    ordered = sorted(rows, key=_clock)
    if len(ordered) < 2:
        return None
    slow, fast = ordered[0], ordered[-1]
    gain, ideal = _median(slow) / _median(fast), _clock(fast) / _clock(slow)
    title = f"{numbers.times(ideal)} the clock makes {fast.curve} {numbers.times(gain)} as fast" + (
        ": the flash keeps up" if gain > 0.97 * ideal else f": flash waits cost {numbers.share(1 - gain / ideal)}"
    )
    reads = f"{NAMES[fast.operation]}. Band: the range. Dashed: if cycles did not depend on the clock."

    def spec(width: int) -> Spec:
        name = fast.curve
        ideals = [(_clock(m), _median(slow) * _clock(slow) / _clock(m) / 1e6) for m in ordered]
        line = _Line(name, [(_clock(m), m) for m in ordered], *SERIES[0])
        return _lines([line], "MHz", width, _steps([x for x, _ in ideals]), ideals)

    return Chart("mcu-clock", title, reads, figures("mcu-clock", ordered), spec)


def comb(on: Sequence[BoardOperation], off: Sequence[BoardOperation]) -> Chart | None:
    """Return the chart of the comb for the base point: an arrow in time and heap for each curve."""
    without = {m.curve: m for m in off}
    # The Koblitz curves would overlap other marks.
    pairs = [(without[m.curve], m) for m in on
             if m.curve in without and CURVES[m.curve].family != "koblitz"]  # fmt: skip
    if not pairs:
        return None
    times = [_median(m) / _median(before) for before, m in pairs]
    heaps = [m.heap_bytes / max(before.heap_bytes, 1) for before, m in pairs]
    flash = [m.flash_bytes - before.flash_bytes for before, m in pairs]
    title = f"The comb takes {_percents(times)} the time of {NAMES[on[0].operation]} and {_percents(heaps)} the heap"
    reads = (
        f"Each arrow is a curve, from MBEDTLS_ECP_FIXED_POINT_OPTIM 0 to 1. Flash grows by {min(flash):,.0f} to "
        f"{max(flash):,.0f} bytes per curve."
    )

    return Chart("mcu-comb", title, reads, figures("mcu-comb", _flat(pairs)), partial(_arrows, pairs))


def _steps(clocks: Sequence[float]) -> list[float]:
    """Return the clocks to label: all but those close to the next clock."""
    return [x for x, after in zip(clocks, [*clocks[1:], clocks[-1] * 2], strict=True) if after > 1.1 * x]


class _Line:
    def __init__(self, name: str, points: Sequence[tuple[float, BoardOperation]], color: str, shape: str) -> None:
        self.name, self.points, self.color, self.shape = name, points, color, shape


def _lines(
    lines: Sequence[_Line], axis: str, width: int, stops: Sequence[float],
    ideal: Sequence[tuple[float, float]] = (),
) -> Spec:  # fmt: skip
    wide = width >= 600
    ends = [end / 1e6 for line in lines for _, m in line.points for end in (m.ns.low, m.ns.high)]
    ends += [y for _, y in ideal]
    low, high = around(ends, 1.1, 1.1)
    right = int(max(len(line.name) for line in lines) * theme.CHARACTER) + 22
    height = 400 if wide else 360
    spec = theme.frame(width, height, left=_LEFT, right=right, top=26)
    spec["encoding"] = {"x": _x(axis, stops), "y": up("ms (log)", (low, high), _LEFT)}
    layers: list[Spec] = []
    if ideal:
        dashed = {"type": "line", "color": theme.CEILING, "strokeDash": [4, 4], "strokeWidth": 1.5, "aria": False}
        layers.append(theme.layer(dashed, {}, [{"x": x, "y": y} for x, y in ideal]))
    layers += [layer for line in lines for layer in _line(line)]
    spec["layer"] = [*layers, *_names(lines, low, high, spec["height"])]
    return spec


def _x(title: str, stops: Sequence[float]) -> Spec:
    pad = (max(stops) - min(stops)) * 0.03 or 1
    scale = {"domain": [min(stops) - pad, max(stops) + pad], "nice": False}
    axis = {"title": title, "values": list(stops), "grid": False, "format": ".9~g", "labelOverlap": True}
    return {"field": "x", "type": "quantitative", "scale": scale, "axis": axis}


def _line(line: _Line) -> list[Spec]:
    rows = []
    for x, m in line.points:
        rows.append({"x": x, "y": m.ns.median / 1e6, "low": m.ns.low / 1e6, "high": m.ns.high / 1e6,
                     "d": f"{line.name}, {x:g}: {firmware.milliseconds(m)} ms, {firmware.span(m)}"})  # fmt: skip
    band = {"type": "area", "color": line.color, "opacity": 0.14, "aria": False}
    stroke = {"type": "line", "color": line.color, "strokeWidth": 2.2, "aria": False}
    return [
        theme.layer(band, {"y": theme.number("low"), "y2": {"field": "high"}}, rows),
        theme.layer(stroke, {}, rows),
        theme.layer(theme.dot(line.color, line.shape, 46), theme.DESCRIBED, rows),
    ]


def _names(lines: Sequence[_Line], low: float, high: float, height: float) -> list[Spec]:
    def pixel(ms: float) -> float:
        return height * (1 - math.log(ms / low) / math.log(high / low))

    wanted = [pixel(_median(line.points[-1][1]) / 1e6) for line in lines]
    placed = theme.apart(wanted, _GAP, 4, height - 4)
    return [
        theme.layer(theme.word(9, line.color, text=line.name, fontWeight=600),
                    {"x": {"value": "width"}, "y": {"value": y}})
        for line, y in zip(lines, placed, strict=True)
    ]  # fmt: skip


def _arrows(pairs: Sequence[Pair], width: int) -> Spec:
    wide = width >= 600
    times = [ms_of(m) for pair in pairs for m in pair]
    heaps = [m.heap_bytes / 1024 for pair in pairs for m in pair]
    x, y = around(times, 1.25, 1.25), around(heaps, 1.2, 1.2)
    spec = plane(("ms (log)", "heap, KiB (log)"), x, y, width, 420 if wide else 380, left=_LEFT, right=24)
    layers: list[Spec] = []
    for index, (before, after) in enumerate(pairs):
        layers += _arrow(before, after, SERIES[index % len(SERIES)][0])
    spec["layer"] = layers
    return spec


def _arrow(before: BoardOperation, after: BoardOperation, color: str) -> list[Spec]:
    name = after.curve
    ends = [{"x": ms_of(m), "y": m.heap_bytes / 1024} for m in (before, after)]
    description = f"{name}: {firmware.milliseconds(before)} ms and {before.heap_bytes:,.0f} bytes without, " + (
        f"{firmware.milliseconds(after)} ms and {after.heap_bytes:,.0f} bytes with the comb"
    )
    line = {"type": "line", "color": color, "strokeWidth": 1.8, "opacity": 0.8, "aria": False}
    hollow = {"type": "point", "filled": False, "size": 40, "color": color, "strokeWidth": 1.8, "aria": False}
    full = {"type": "point", "filled": True, "size": 60, "color": color, "opacity": 1}
    text = {"type": "text", "align": "right", "dx": -8, "baseline": "middle", "color": color, "fontWeight": 600,
            "text": name.removeprefix("secp").removeprefix("brainpool"), "aria": False}  # fmt: skip
    return [
        theme.layer(line, {}, ends),
        theme.layer(hollow, {}, ends[:1]),
        theme.layer(full, {"description": {"value": description}}, ends[1:]),
        theme.layer(text, {}, ends[1:]),
    ]


def _window(m: BoardOperation) -> int:
    return m.options.window


def _clock(m: BoardOperation) -> float:
    return m.clock_hz / 1e6


def _percents(shares: Sequence[float]) -> str:
    low, high = (f"{share * 100:.0f}" for share in (min(shares), max(shares)))
    return f"{low} %" if low == high else f"{low} to {high} %"
