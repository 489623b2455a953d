# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Composed handshakes: classical beside post-quantum, and time against bytes."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.report import numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import SERIES, Dot, DotRow, dot_chart
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Table
from wirerate.wings.mcu.rows import Handshake13
from wirerate.wings.mcu.view import common as firmware
from wirerate.wings.mcu.view.charts.axes import across, up


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


def _ms(m: Handshake13) -> float:
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
