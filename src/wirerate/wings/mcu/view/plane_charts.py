# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Charts in a plane with logarithmic axes: what fits a budget by time and RAM, handshakes by time and bytes; beside the
latter the time of each."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.report import numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import SERIES, Dot, DotRow, dot_chart, ticks
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Table
from wirerate.wings.mcu.rows import Configuration, Handshake13, OnBoard
from wirerate.wings.mcu.runs import BudgetAnswer, Limits
from wirerate.wings.mcu.view import common as firmware

# ---- axes: the title of what lies up stands above its end ----


def across(title: str, ends: tuple[float, float]) -> Spec:
    return {"field": "x", **_scaled(ends), "axis": {**_described(title, ends), "grid": False, "labelOverlap": True}}


def up(title: str, ends: tuple[float, float], left: int) -> Spec:
    """`left`: pixels between the frame's edge and the axis."""
    placed = {"titleAngle": 0, "titleAlign": "left", "titleX": 6 - left, "titleY": -10, "titleBaseline": "bottom"}
    return {
        "field": "y",
        **_scaled(ends),
        "axis": {**_described(title, ends), "ticks": False, "domain": False, **placed},
    }


def _scaled(ends: tuple[float, float]) -> Spec:
    return {"type": "quantitative", "scale": {"type": "log", "domain": ends, "nice": False}}


def _described(title: str, ends: tuple[float, float]) -> Spec:
    return {"title": title, "values": ticks(*ends), "format": ",~r"}


# ---- a budget ----

_COLORS = {"fits": theme.TONES["good"], "may fit": theme.TONES["unsure"], "misses": theme.TONES["bad"]}


def pareto(rows: Sequence[Configuration], answer: BudgetAnswer, front: Table) -> Chart | None:
    """`rows`: configurations held against a budget; `front`: the table twin."""
    if not rows:
        return None
    chosen = None if answer.chosen is None else rows[answer.chosen]
    fitting = [m for m in rows if firmware.fit(m).word == "fits"]
    if chosen is None:
        title = f"None of {len(rows)} configurations fits"
    else:
        title = (
            f"{len(fitting)} of {len(rows)} configurations fit; {firmware.name(chosen)} takes least of it: "
            f"{firmware.milliseconds(chosen)} ms, {firmware.octets(chosen.ram_bytes)} of RAM"
        )
    reads = (
        "Each mark a configuration: typical time, peak stack and heap together; area grows with flash. Full: the "
        "front, which nothing beats in everything. Shaded: inside the budget. Bar: the range of time."
    )

    def spec(width: int) -> Spec:
        return _spec(rows, chosen, answer.limits, width)

    return Chart("mcu-budget", title, reads, front, spec)


def _spec(rows: Sequence[Configuration], chosen: Configuration | None, limits: Limits, width: int) -> Spec:
    wide = width >= 600
    times = [end for m in rows for end in (m.ns.low / 1e6, m.ns.high / 1e6)]
    rams = [m.ram_bytes / 1024 for m in rows]
    # A limit far beyond every configuration is not drawn to scale: the box then ends at the edge.
    x = (min(times) / 1.2, max(times) * 1.25)
    y = (min(rams) / 1.2, max(rams) * 1.25)
    left = 48
    spec = theme.frame(width, 440 if wide else 400, left=left, right=28, top=26)
    spec["encoding"] = {"x": across("ms (log)", x), "y": up("RAM, KiB (log)", y, left)}
    spec["layer"] = [*_box(limits, x, y), *_marks(rows), *(_named(chosen, x) if chosen else [])]
    return spec


def _box(limits: Limits, x: tuple[float, float], y: tuple[float, float]) -> list[Spec]:
    right = x[1] if limits.time is None else min(limits.time / 1e6, x[1])
    top = y[1] if limits.ram is None else min(limits.ram / 1024, y[1])
    if right <= x[0] or top <= y[0]:
        return []  # nothing that was measured comes near
    shade = {"type": "rect", "color": theme.TONES["good"], "opacity": 0.09, "aria": False}
    corner = [{"x": x[0], "x2": right, "y": y[0], "y2": top}]
    return [theme.layer(shade, {"x2": {"field": "x2"}, "y2": {"field": "y2"}}, corner)]


def _marks(rows: Sequence[Configuration]) -> list[Spec]:
    flashes = [m.flash_bytes for m in rows]
    least, most = min(flashes), max(flashes)
    layers: list[Spec] = []
    for full in (False, True):
        points = []
        for m in (m for m in rows if firmware.fit(m).front is full):
            share = (m.flash_bytes - least) / max(most - least, 1)
            color = _COLORS[firmware.fit(m).word]
            points.append({"x": _ms(m), "y": m.ram_bytes / 1024, "low": m.ns.low / 1e6, "high": m.ns.high / 1e6,
                           "size": 30 + 130 * share, "color": color, "d": _says(m)})  # fmt: skip
        if not points:
            continue
        if full:
            bar = {"type": "rule", "strokeWidth": 5, "opacity": 0.22, "strokeCap": "round", "aria": False}
            low = {"field": "low", "type": "quantitative"}
            layers.append(theme.layer(bar, {"x": low, "x2": {"field": "high"}, **_own_color()}, points))
        mark = {"type": "point", "filled": full, "opacity": 1.0 if full else 0.35, "strokeWidth": 1.2}
        size = {"size": {"field": "size", "type": "quantitative", "scale": None, "legend": None}}
        described = {"description": {"field": "d", "type": "nominal"}}
        layers.append(theme.layer(mark, {**size, **_own_color(), **described}, points))
    return layers


def _own_color() -> Spec:
    return {"color": {"field": "color", "type": "nominal", "scale": None, "legend": None}}


def _named(m: Configuration, x: tuple[float, float]) -> list[Spec]:
    """The proposal, ringed and named on the side that has room."""
    left = _ms(m) > (x[0] * x[1]) ** 0.5
    at = [{"x": _ms(m), "y": m.ram_bytes / 1024}]
    ring = {"type": "point", "filled": False, "size": 320, "color": theme.INK, "strokeWidth": 2, "aria": False}
    text = {"type": "text", "align": "right" if left else "left", "dx": -14 if left else 14, "dy": -12, "aria": False,
            "text": firmware.name(m), "fontWeight": 600}  # fmt: skip
    return [theme.layer(ring, {}, at), theme.layer(text, {}, at)]


def _says(m: Configuration) -> str:
    takes = f"{firmware.span(m)} ms, {numbers.size(m.ram_bytes)} of RAM, {numbers.size(m.flash_bytes)} of flash"
    return f"{firmware.name(m)}: {firmware.fit(m).word}, {takes}"


# ---- handshakes of TLS 1.3 ----


def handshakes_beside(rows: Sequence[Handshake13], twin: Table) -> Chart | None:
    """Clients that show a certificate: the time of each."""
    found = _clients(rows)
    if len(found) < 2:
        return None
    fast, slow = (pick(found, key=_ms) for pick in (min, max))
    took = [f"{m.setup} takes {firmware.milliseconds(m)} ms" for m in (fast, slow)]
    title = ", ".join(took)
    reads = "Time of the client's operations, certificates at both ends; pale bar: its range. At the end: bytes sent."

    def spec(width: int) -> Spec:
        return dot_chart([_line(m) for m in found], list(firmware.KINDS.values()), "ms (log)", width)

    return Chart("handshakes-beside", title, reads, twin, spec)


def _line(own: Handshake13) -> DotRow:
    ns = own.ns
    says = f"{own.setup}: {firmware.milliseconds(own)} ms, {firmware.span(own)}; {own.wire_bytes:,} bytes"
    dot = Dot(ns.median / 1e6, ns.low / 1e6, ns.high / 1e6, list(firmware.KINDS).index(own.quantum), says)
    return DotRow(_name(own), (dot,), numbers.size(own.wire_bytes))


def _name(own: Handshake13) -> str:
    """In the catalogue's small letters, which take less room."""
    return f"{own.exchange} + {own.signature}"


def handshakes_bytes(rows: Sequence[Handshake13], twin: Table) -> Chart | None:
    """The same clients in the plane of what they take: time across, bytes up."""
    found = _clients(rows)
    if len(found) < 2:
        return None
    short, long = (pick(found, key=lambda m: m.wire_bytes) for pick in (min, max))
    ratio = long.wire_bytes / short.wire_bytes
    title = f"{long.setup} sends {numbers.significant(ratio, 2)} times the bytes of {short.setup}"
    reads = (
        "Each mark a handshake with certificates at both ends: the client's typical time, bytes of records both ways."
    )
    return Chart("handshakes-bytes", title, reads, twin, lambda width: _plane(found, width))


def _clients(rows: Sequence[Handshake13]) -> list[Handshake13]:
    return [own for own in rows if own.side == "client" and own.mutual and not own.code]


def _ms(m: OnBoard) -> float:
    return m.ns.median / 1e6


def _plane(found: Sequence[Handshake13], width: int) -> Spec:
    x, y = (_domain(values) for values in ([_ms(m) for m in found], [m.wire_bytes for m in found]))
    left = 52
    spec = theme.frame(width, 420, left=left, right=28, top=26)
    spec["encoding"] = {"x": across("ms (log)", x), "y": up("bytes (log)", y, left)}
    ordered = sorted(found, key=lambda m: m.wire_bytes, reverse=True)
    spec["layer"] = [layer for number, m in enumerate(ordered) for layer in _mark(m, x, above=number % 2 == 0)]
    return spec


def _domain(values: Sequence[float]) -> tuple[float, float]:
    return min(values) / 1.4, max(values) * 1.4


def _mark(own: Handshake13, x: tuple[float, float], *, above: bool) -> list[Spec]:
    """Named on the side that has room, and in turn above and below: neighbours send nearly as much."""
    color, shape = SERIES[list(firmware.KINDS).index(own.quantum)]
    left = _ms(own) > (x[0] * x[1]) ** 0.5
    at = [
        {
            "x": _ms(own),
            "y": own.wire_bytes,
            "d": f"{own.setup}: {firmware.milliseconds(own)} ms, {own.wire_bytes:,} bytes",
        }
    ]
    mark = {"type": "point", "filled": True, "size": 62, "opacity": 1, "color": color, "shape": shape}
    text = {"type": "text", "align": "right" if left else "left", "dx": -8 if left else 8, "dy": -8 if above else 12,
            "aria": False, "text": _name(own), "color": theme.MUTED}  # fmt: skip
    return [theme.layer(mark, {"description": {"field": "d", "type": "nominal"}}, at), theme.layer(text, {}, at)]
