# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Charts of time and memory: configurations of a budget, handshakes, and post-quantum schemes with today's curve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.schemes import HYBRIDS, RECORDS, SCHEMES, SYMMETRIC
from wirerate.report import numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import SERIES, Dot, DotRow, dot_chart, legend, ticks
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.labels import algorithm
from wirerate.report.table import Cell, Filled, Table, listed
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.library import TITLES, records_table
from wirerate.wings.mcu.rows import (
    BoardOperation,
    BudgetAnswer,
    Configuration,
    Handshake13,
    LibraryCall,
    Limits,
    OnBoard,
    SchemeOperation,
)

# ---- a plane with two logarithmic axes; the title of the y axis is above its upper end ----

Ends = tuple[float, float]


def plane(titles: tuple[str, str], x: Ends, y: Ends, width: int, height: int = 420, *, left: int = 52, right: int = 28,
          top: int = 26) -> Spec:  # fmt: skip
    """Return an empty plane with logarithmic axes."""
    spec = theme.frame(width, height, left=left, right=right, top=top)
    across = {**_described(titles[0], x), "grid": False, "labelOverlap": True}
    spec["encoding"] = {"x": {"field": "x", **_scaled(x), "axis": across}, "y": up(titles[1], y, left)}
    return spec


def up(title: str, ends: Ends, left: int) -> Spec:
    """Return the y axis. `left` is the distance in pixels from the frame's edge to the axis."""
    placed = {"titleAngle": 0, "titleAlign": "left", "titleX": 6 - left, "titleY": -10, "titleBaseline": "bottom"}
    return {
        "field": "y",
        **_scaled(ends),
        "axis": {**_described(title, ends), "ticks": False, "domain": False, **placed},
    }


def _scaled(ends: Ends) -> Spec:
    return {"type": "quantitative", "scale": {"type": "log", "domain": ends, "nice": False}}


def _described(title: str, ends: Ends) -> Spec:
    return {"title": title, "values": ticks(*ends), "format": ",~r"}


def around(values: Sequence[float], below: float, above: float) -> Ends:
    """Return the ends of an axis: the smallest value divided by `below`, and the largest multiplied by `above`."""
    return min(values) / below, max(values) * above


def _label(name: str, *, left: bool, dx: int = 8, dy: int = -8, **style: object) -> Spec:
    """Return a mark's name, written to its left or right."""
    return {"type": "text", "align": "right" if left else "left", "dx": -dx if left else dx, "dy": dy, "aria": False,
            "text": name, **style}  # fmt: skip


def ms_of(m: OnBoard) -> float:
    return m.ns.median / 1e6


def dot(m: OnBoard, series: int, description: str) -> Dot:
    return Dot(m.ns.median / 1e6, m.ns.low / 1e6, m.ns.high / 1e6, series, description)


# ---- a budget ----

_COLORS = {"fits": theme.TONES["good"], "may fit": theme.TONES["unsure"], "misses": theme.TONES["bad"]}


def pareto(rows: Sequence[Configuration], answer: BudgetAnswer, optimal: Table) -> Chart | None:
    """Return the chart of all configurations; the table `optimal` is shown with it."""
    if not rows:
        return None
    chosen = None if answer.chosen is None else rows[answer.chosen]
    fitting = [m for m in rows if firmware.fit(m).word == "fits"]
    if chosen is None:
        title = f"None of {len(rows)} configurations fits"
    else:
        title = (
            f"{len(fitting)} of {len(rows)} configurations fit; the cheapest is {firmware.configuration_name(chosen)}: "
            f"{firmware.milliseconds(chosen)} ms, {firmware.octets(chosen.ram_bytes)} of RAM"
        )
    reads = (
        "Each mark is a configuration: typical time and peak RAM; its area grows with flash. Filled marks are "
        "Pareto-optimal. The shaded area is inside the budget. Bar: the range of time."
    )

    return Chart("mcu-budget", title, reads, optimal, partial(_spec, rows, chosen, answer.limits))


def _spec(rows: Sequence[Configuration], chosen: Configuration | None, limits: Limits, width: int) -> Spec:
    wide = width >= 600
    times = [end for m in rows for end in (m.ns.low / 1e6, m.ns.high / 1e6)]
    rams = [m.ram_bytes / 1024 for m in rows]
    # A limit far above all configurations is not drawn to scale: the box then ends at the edge.
    x, y = around(times, 1.2, 1.25), around(rams, 1.2, 1.25)
    spec = plane(("ms (log)", "RAM, KiB (log)"), x, y, width, 440 if wide else 400, left=48)
    spec["layer"] = [*_box(limits, x, y), *_configurations(rows), *(_proposal(chosen, x) if chosen else [])]
    return spec


def _box(limits: Limits, x: tuple[float, float], y: tuple[float, float]) -> list[Spec]:
    right = x[1] if limits.time is None else min(limits.time / 1e6, x[1])
    top = y[1] if limits.ram is None else min(limits.ram / 1024, y[1])
    if right <= x[0] or top <= y[0]:
        return []  # the box lies outside the plane
    shade = {"type": "rect", "color": theme.TONES["good"], "opacity": 0.09, "aria": False}
    corner = [{"x": x[0], "x2": right, "y": y[0], "y2": top}]
    return [theme.layer(shade, {"x2": {"field": "x2"}, "y2": {"field": "y2"}}, corner)]


def _configurations(rows: Sequence[Configuration]) -> list[Spec]:
    flashes = [m.flash_bytes for m in rows]
    least, most = min(flashes), max(flashes)
    layers: list[Spec] = []
    for optimal in (False, True):
        points = []
        for m in (m for m in rows if firmware.fit(m).front is optimal):
            share = (m.flash_bytes - least) / max(most - least, 1)
            color = _COLORS[firmware.fit(m).word]
            points.append({"x": ms_of(m), "y": m.ram_bytes / 1024, "low": m.ns.low / 1e6, "high": m.ns.high / 1e6,
                           "size": 30 + 130 * share, "color": color, "d": _description(m)})  # fmt: skip
        if not points:
            continue
        if optimal:
            bar = {"type": "rule", "strokeWidth": 5, "opacity": 0.22, "strokeCap": "round", "aria": False}
            layers.append(
                theme.layer(bar, {"x": theme.number("low"), "x2": {"field": "high"}, **_color_of_row()}, points)
            )
        mark = {"type": "point", "filled": optimal, "opacity": 1.0 if optimal else 0.35, "strokeWidth": 1.2}
        size = {"size": {"field": "size", "type": "quantitative", "scale": None, "legend": None}}
        layers.append(theme.layer(mark, {**size, **_color_of_row(), **theme.DESCRIBED}, points))
    return layers


def _color_of_row() -> Spec:
    return {"color": {"field": "color", "type": "nominal", "scale": None, "legend": None}}


def _proposal(m: Configuration, x: tuple[float, float]) -> list[Spec]:
    """Return a ring around the proposed configuration, and its name on the side with more room."""
    left = ms_of(m) > (x[0] * x[1]) ** 0.5
    at = [{"x": ms_of(m), "y": m.ram_bytes / 1024}]
    ring = {"type": "point", "filled": False, "size": 320, "color": theme.INK, "strokeWidth": 2, "aria": False}
    text = _label(firmware.configuration_name(m), left=left, dx=14, dy=-12, fontWeight=600)
    return [theme.layer(ring, {}, at), theme.layer(text, {}, at)]


def _description(m: Configuration) -> str:
    needs = f"{firmware.span(m)} ms, {numbers.size(m.ram_bytes)} of RAM, {numbers.size(m.flash_bytes)} of flash"
    return f"{firmware.configuration_name(m)}: {firmware.fit(m).word}, {needs}"


# ---- handshakes of TLS 1.3 ----


def handshake_times(rows: Sequence[Handshake13], twin: Table) -> Chart | None:
    """Return the chart of client times, with certificates at both ends; the table `twin` is shown with it."""
    clients = _clients(rows)
    if len(clients) < 2:
        return None
    fast, slow = (pick(clients, key=ms_of) for pick in (min, max))
    title = ", ".join(f"{m.setup} takes {firmware.milliseconds(m)} ms" for m in (fast, slow))
    reads = "Time of the client's operations, certificates at both ends; pale bar: its range. At the end: bytes sent."

    drawn = partial(dot_chart, [_line(m) for m in clients], list(firmware.KINDS.values()), "ms (log)")
    return Chart("handshakes-beside", title, reads, twin, drawn)


def _line(m: Handshake13) -> DotRow:
    description = f"{m.setup}: {firmware.milliseconds(m)} ms, {firmware.span(m)}; {m.wire_bytes:,} bytes"
    return DotRow(_pair(m), (dot(m, _kind(m), description),), numbers.size(m.wire_bytes))


def _pair(m: Handshake13) -> str:
    """Return the short names of the algorithms, which fit on the chart."""
    return f"{m.exchange} + {m.signature}"


def _kind(m: Handshake13) -> int:
    return list(firmware.KINDS).index(m.quantum)


def handshake_bytes(rows: Sequence[Handshake13], twin: Table) -> Chart | None:
    """Return the chart of the same clients with time on the x axis and bytes on the y axis."""
    clients = _clients(rows)
    if len(clients) < 2:
        return None
    short, long = (pick(clients, key=lambda m: m.wire_bytes) for pick in (min, max))
    ratio = long.wire_bytes / short.wire_bytes
    title = f"{long.setup} sends {numbers.significant(ratio, 2)} times the bytes of {short.setup}"
    reads = (
        "Each mark is a handshake with certificates at both ends: the client's typical time, bytes in both directions."
    )
    return Chart("handshakes-bytes", title, reads, twin, partial(_plane, clients))


def _clients(rows: Sequence[Handshake13]) -> list[Handshake13]:
    return [m for m in rows if m.side == "client" and m.mutual and not m.code]


def _plane(clients: Sequence[Handshake13], width: int) -> Spec:
    x, y = (around(values, 1.4, 1.4) for values in ([*map(ms_of, clients)], [m.wire_bytes for m in clients]))
    spec = plane(("ms (log)", "bytes (log)"), x, y, width)
    ordered = sorted(clients, key=lambda m: m.wire_bytes, reverse=True)
    spec["layer"] = [layer for number, m in enumerate(ordered) for layer in _mark(m, x, above=number % 2 == 0)]
    return spec


def _mark(m: Handshake13, x: Ends, *, above: bool) -> list[Spec]:
    """Return a mark with its name. Names alternate above and below the marks, because neighbouring marks are at nearly
    the same height."""
    description = f"{m.setup}: {firmware.milliseconds(m)} ms, {m.wire_bytes:,} bytes"
    at = [{"x": ms_of(m), "y": m.wire_bytes, "d": description}]
    left = ms_of(m) > (x[0] * x[1]) ** 0.5
    text = _label(_pair(m), left=left, dy=-8 if above else 12, color=theme.MUTED)
    return [theme.layer(theme.dot(*SERIES[_kind(m)]), theme.DESCRIBED, at), theme.layer(text, {}, at)]


# ---- schemes ----

_FAMILIES = ("curves", "ML-KEM", "ML-, SLH-DSA", "hybrids")
_LEGEND = 34  # px above the plane
_TODAY = "secp256r1"
_TODAY_OPERATIONS = ("sign", "verify", "ecdhe")

Drawn = BoardOperation | SchemeOperation


def _shown(rows: Sequence[OnBoard]) -> list[Drawn]:
    """Return the rows to draw: the curve that most devices use today, then the schemes. Return none without schemes."""
    schemes = [m for m in rows if isinstance(m, SchemeOperation)]
    curves = [m for m in rows if isinstance(m, BoardOperation) and m.curve == _TODAY]
    plain: dict[str, BoardOperation] = {}
    for m in curves:
        if m.operation in _TODAY_OPERATIONS and m.clock_hz == (schemes or curves)[0].clock_hz:
            plain.setdefault(m.operation, m)
    return [*plain.values(), *sorted(schemes, key=_place)] if schemes else []


def _place(m: SchemeOperation) -> tuple[int, int]:
    """Return the sort key: the catalogue's order, hybrids last."""
    names = [*SCHEMES, *HYBRIDS]
    operations = ("keygen", "encapsulate", "decapsulate", "agree", "sign", "verify")
    return names.index(m.scheme), operations.index(m.operation)


def schemes_and_curve(rows: Sequence[OnBoard]) -> Chart | None:
    """Return the chart of every operation's time, today's curve first."""
    shown = _shown(rows)
    if not shown:
        return None

    drawn = partial(dot_chart, [DotRow(_name(m), (_dot(m),)) for m in shown], _FAMILIES, "ms (log)")
    reads = "Time of each operation, for ML-DSA sign the mean; pale bar: its range."
    return Chart("mcu-beside", _headline(shown), reads, figures("mcu-beside", shown), drawn)


def _headline(rows: Sequence[Drawn]) -> str:
    """Return how ML-KEM-768 compares with today's key exchange; without their rows, name the slowest operation."""
    times = {_name(m): m.ns.median for m in rows}
    today, exchange = times.get(f"{_TODAY} ecdhe"), times.get("ml-kem-768 decapsulate")
    if today and exchange:
        client = times.get("ml-kem-768 keygen", 0.0) + exchange
        ratio = numbers.significant(client / today, 2)
        return f"ML-KEM-768's keygen and decapsulation take {ratio} times the time of ECDHE on {_TODAY}"
    slow = max(rows, key=ms_of)
    return f"{_name(slow)} takes longest: {firmware.milliseconds(slow)} ms"


def bytes_sent(rows: Sequence[OnBoard]) -> Chart | None:
    """Return the chart of each operation's time and the bytes that it produces for the peer."""
    shown = [m for m in _shown(rows) if _sent(m)]
    if len(shown) < 2:
        return None
    most = max(shown, key=_sent)
    title = f"{_name(most)} sends most: {_sent(most):,} bytes after {firmware.milliseconds(most)} ms"
    reads = "Each mark is an operation that sends a public key, a ciphertext or a signature; both axes are logarithmic."
    return Chart("mcu-bytes", title, reads, figures("mcu-bytes", shown),
                 partial(_scatter, shown, ("ms (log)", "bytes (log)"), ms_of, _sent))  # fmt: skip


def memories(rows: Sequence[OnBoard]) -> Chart | None:
    """Return the chart of RAM against flash."""
    shown = _shown(rows)
    if len(shown) < 2:
        return None
    most = max(shown, key=lambda m: m.ram_bytes)
    title = f"{_name(most)} takes most RAM: {firmware.octets(most.ram_bytes)}"
    reads = (
        "Each mark is an operation. Flash: all code it needs. RAM: stack and heap; for schemes also keys and messages."
    )
    return Chart("mcu-memories", title, reads, figures("mcu-memories", shown),
                 partial(_scatter, shown, ("flash, KiB (log)", "RAM, KiB (log)"), _flash, _ram))  # fmt: skip


def _scatter(
    rows: Sequence[Drawn], titles: tuple[str, str], across: Callable[[Drawn], float], up: Callable[[Drawn], float],
    width: int,
) -> Spec:  # fmt: skip
    """Return marks coloured by family. A scheme is named once, at its rightmost mark."""
    x, y = (around([coordinate(m) for m in rows], 1.3, 1.3) for coordinate in (across, up))
    spec = plane(titles, x, y, width, top=46)
    spec["layer"] = [*legend(_FAMILIES, _LEGEND), *_marks(rows, across, up), *_names(rows, across, up, x)]
    return spec


def _marks(rows: Sequence[Drawn], across: Callable[[Drawn], float], up: Callable[[Drawn], float]) -> Iterator[Spec]:
    for number in range(len(_FAMILIES)):
        points = [{"x": across(m), "y": up(m), "d": f"{_name(m)}: {firmware.milliseconds(m)} ms"}
                  for m in rows if _family(m) == number]  # fmt: skip
        if points:
            yield theme.layer(theme.dot(*SERIES[number]), theme.DESCRIBED, points)


def _names(
    rows: Sequence[Drawn], across: Callable[[Drawn], float], up: Callable[[Drawn], float], x: Ends
) -> Iterator[Spec]:
    rightmost: dict[str, Drawn] = {}
    for m in rows:
        name = _subject(m)
        if name not in rightmost or across(m) > across(rightmost[name]):
            rightmost[name] = m
    for name, m in rightmost.items():
        left = across(m) > (x[0] * x[1] ** 2) ** (1 / 3)
        yield theme.layer(_label(name, left=left, color=theme.MUTED), {}, [{"x": across(m), "y": up(m)}])


def figures(name: str, rows: Sequence[Drawn]) -> Table:
    """Return the table shown with a chart."""
    return listed(name, _FIGURES, rows)


def _bytes_sent(m: Drawn) -> Cell:
    sent = _sent(m)
    return Cell(f"{sent:,}" if sent else numbers.NONE, "", (sent or None,))


_FIGURES: tuple[Filled[Drawn], ...] = (
    Filled("", ("subject", "operation"), numeric=False,
           cell=lambda m: Cell(_name(m), "strong", (_subject(m), m.operation))),
    firmware.time_column(""),
    firmware.RANGE,
    Filled("sent", ("sent_bytes",), cell=_bytes_sent),
    firmware.memory_column("RAM", "ram_bytes", lambda m: m.ram_bytes),
    firmware.memory_column("flash", "flash_bytes", lambda m: m.flash_bytes),
)  # fmt: skip


def _dot(m: Drawn) -> Dot:
    return dot(m, _family(m), f"{_name(m)}: {firmware.milliseconds(m)} ms, {firmware.span(m)}")


def _family(m: Drawn) -> int:
    if isinstance(m, BoardOperation) or m.scheme.endswith("25519"):
        return 0
    if m.composed:
        return 3
    return 1 if m.scheme.startswith("ml-kem") else 2


def _subject(m: Drawn) -> str:
    return m.curve if isinstance(m, BoardOperation) else firmware.scheme_name(m)


def _name(m: Drawn) -> str:
    return f"{_subject(m)} {m.operation}"


def _sent(m: Drawn) -> int:
    """Return the bytes that an operation produces for the peer: for a curve, an uncompressed point or a signature's two
    numbers."""
    if not isinstance(m, BoardOperation):
        return m.sent_bytes or 0
    size = (CURVES[m.curve].bits + 7) // 8
    return {"sign": 2 * size, "ecdhe": 2 * size + 1}.get(m.operation, 0)


def _flash(m: Drawn) -> float:
    return m.flash_bytes / 1024


def _ram(m: Drawn) -> float:
    return m.ram_bytes / 1024


# ---- records ----


def records(rows: Sequence[LibraryCall]) -> Chart | None:
    """Return the chart with a line for each algorithm and a mark for each record length."""
    by_name: dict[str, list[LibraryCall]] = {}
    for m in rows:
        if m.bytes in RECORDS:
            by_name.setdefault(algorithm(m.subject), []).append(m)
    sealing = {name: _longest(calls) for name, calls in by_name.items() if SYMMETRIC[name].seals}
    if not sealing:
        return None

    lines = [DotRow(SYMMETRIC[name].title, tuple(map(_record_dot, calls))) for name, calls in by_name.items()]
    least = min(sealing, key=lambda name: sealing[name])
    title = f"{SYMMETRIC[least].title} encrypts 16 KiB fastest: {numbers.time_ns(sealing[least])}"
    reads = "Time of a record by its length, without key setup; pale bar: its range."
    return Chart("mcu-records", title, reads, records_table(rows), partial(dot_chart, lines, TITLES, "ms (log)"))


def _longest(calls: Sequence[LibraryCall]) -> float:
    return max(m.ns.median for m in calls)


def _record_dot(m: LibraryCall) -> Dot:
    description = f"{m.subject.partition('@')[0]}, {m.bytes:,.0f} bytes: {numbers.time_ns(m.ns.median)}"
    return dot(m, RECORDS.index(int(m.bytes)), description)
