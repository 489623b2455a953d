# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Charts of what takes time and memory beside each other: what fits a budget, handshakes, schemes beside what is used
today; planes with logarithmic axes, and the time of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.schemes import HYBRIDS, RECORDS, SCHEMES, SYMMETRIC, implemented
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

# ---- a plane: the title of what lies up stands above its end ----

Ends = tuple[float, float]


def plane(titles: tuple[str, str], x: Ends, y: Ends, width: int, height: int = 420, *, left: int = 52, right: int = 28,
          top: int = 26) -> Spec:  # fmt: skip
    """Logarithmic axes without anything between them."""
    spec = theme.frame(width, height, left=left, right=right, top=top)
    across = {**_described(titles[0], x), "grid": False, "labelOverlap": True}
    spec["encoding"] = {"x": {"field": "x", **_scaled(x), "axis": across}, "y": up(titles[1], y, left)}
    return spec


def up(title: str, ends: Ends, left: int) -> Spec:
    """`left`: pixels between the frame's edge and the axis."""
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
    """Their ends, with so many times the room."""
    return min(values) / below, max(values) * above


def _label(said: str, *, left: bool, dx: int = 8, dy: int = -8, **style: object) -> Spec:
    """A name beside a mark, on the side that has room."""
    return {"type": "text", "align": "right" if left else "left", "dx": -dx if left else dx, "dy": dy, "aria": False,
            "text": said, **style}  # fmt: skip


def ms_of(m: OnBoard) -> float:
    return m.ns.median / 1e6


def dot(m: OnBoard, series: int, says: str) -> Dot:
    return Dot(m.ns.median / 1e6, m.ns.low / 1e6, m.ns.high / 1e6, series, says)


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

    return Chart("mcu-budget", title, reads, front, partial(_spec, rows, chosen, answer.limits))


def _spec(rows: Sequence[Configuration], chosen: Configuration | None, limits: Limits, width: int) -> Spec:
    wide = width >= 600
    times = [end for m in rows for end in (m.ns.low / 1e6, m.ns.high / 1e6)]
    rams = [m.ram_bytes / 1024 for m in rows]
    # A limit far beyond every configuration is not drawn to scale: the box then ends at the edge.
    x, y = around(times, 1.2, 1.25), around(rams, 1.2, 1.25)
    spec = plane(("ms (log)", "RAM, KiB (log)"), x, y, width, 440 if wide else 400, left=48)
    spec["layer"] = [*_box(limits, x, y), *_configurations(rows), *(_named(chosen, x) if chosen else [])]
    return spec


def _box(limits: Limits, x: tuple[float, float], y: tuple[float, float]) -> list[Spec]:
    right = x[1] if limits.time is None else min(limits.time / 1e6, x[1])
    top = y[1] if limits.ram is None else min(limits.ram / 1024, y[1])
    if right <= x[0] or top <= y[0]:
        return []  # nothing that was measured comes near
    shade = {"type": "rect", "color": theme.TONES["good"], "opacity": 0.09, "aria": False}
    corner = [{"x": x[0], "x2": right, "y": y[0], "y2": top}]
    return [theme.layer(shade, {"x2": {"field": "x2"}, "y2": {"field": "y2"}}, corner)]


def _configurations(rows: Sequence[Configuration]) -> list[Spec]:
    flashes = [m.flash_bytes for m in rows]
    least, most = min(flashes), max(flashes)
    layers: list[Spec] = []
    for full in (False, True):
        points = []
        for m in (m for m in rows if firmware.fit(m).front is full):
            share = (m.flash_bytes - least) / max(most - least, 1)
            color = _COLORS[firmware.fit(m).word]
            points.append({"x": ms_of(m), "y": m.ram_bytes / 1024, "low": m.ns.low / 1e6, "high": m.ns.high / 1e6,
                           "size": 30 + 130 * share, "color": color, "d": _says(m)})  # fmt: skip
        if not points:
            continue
        if full:
            bar = {"type": "rule", "strokeWidth": 5, "opacity": 0.22, "strokeCap": "round", "aria": False}
            layers.append(theme.layer(bar, {"x": theme.number("low"), "x2": {"field": "high"}, **_own_color()}, points))
        mark = {"type": "point", "filled": full, "opacity": 1.0 if full else 0.35, "strokeWidth": 1.2}
        size = {"size": {"field": "size", "type": "quantitative", "scale": None, "legend": None}}
        layers.append(theme.layer(mark, {**size, **_own_color(), **theme.DESCRIBED}, points))
    return layers


def _own_color() -> Spec:
    return {"color": {"field": "color", "type": "nominal", "scale": None, "legend": None}}


def _named(m: Configuration, x: tuple[float, float]) -> list[Spec]:
    """The proposal, ringed and named on the side that has room."""
    left = ms_of(m) > (x[0] * x[1]) ** 0.5
    at = [{"x": ms_of(m), "y": m.ram_bytes / 1024}]
    ring = {"type": "point", "filled": False, "size": 320, "color": theme.INK, "strokeWidth": 2, "aria": False}
    text = _label(firmware.name(m), left=left, dx=14, dy=-12, fontWeight=600)
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
    fast, slow = (pick(found, key=ms_of) for pick in (min, max))
    took = [f"{m.setup} takes {firmware.milliseconds(m)} ms" for m in (fast, slow)]
    title = ", ".join(took)
    reads = "Time of the client's operations, certificates at both ends; pale bar: its range. At the end: bytes sent."

    drawn = partial(dot_chart, [_line(m) for m in found], list(firmware.KINDS.values()), "ms (log)")
    return Chart("handshakes-beside", title, reads, twin, drawn)


def _line(own: Handshake13) -> DotRow:
    says = f"{own.setup}: {firmware.milliseconds(own)} ms, {firmware.span(own)}; {own.wire_bytes:,} bytes"
    return DotRow(_pair(own), (dot(own, _kind(own), says),), numbers.size(own.wire_bytes))


def _pair(own: Handshake13) -> str:
    """In the catalogue's small letters, which take less room."""
    return f"{own.exchange} + {own.signature}"


def _kind(own: Handshake13) -> int:
    return list(firmware.KINDS).index(own.quantum)


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
    return Chart("handshakes-bytes", title, reads, twin, partial(_plane, found))


def _clients(rows: Sequence[Handshake13]) -> list[Handshake13]:
    return [own for own in rows if own.side == "client" and own.mutual and not own.code]


def _plane(found: Sequence[Handshake13], width: int) -> Spec:
    x, y = (around(values, 1.4, 1.4) for values in ([*map(ms_of, found)], [m.wire_bytes for m in found]))
    spec = plane(("ms (log)", "bytes (log)"), x, y, width)
    ordered = sorted(found, key=lambda m: m.wire_bytes, reverse=True)
    spec["layer"] = [layer for number, m in enumerate(ordered) for layer in _mark(m, x, above=number % 2 == 0)]
    return spec


def _mark(own: Handshake13, x: Ends, *, above: bool) -> list[Spec]:
    """Named in turn above and below: neighbours send nearly as much."""
    says = f"{own.setup}: {firmware.milliseconds(own)} ms, {own.wire_bytes:,} bytes"
    at = [{"x": ms_of(own), "y": own.wire_bytes, "d": says}]
    left = ms_of(own) > (x[0] * x[1]) ** 0.5
    text = _label(_pair(own), left=left, dy=-8 if above else 12, color=theme.MUTED)
    return [theme.layer(theme.dot(*SERIES[_kind(own)]), theme.DESCRIBED, at), theme.layer(text, {}, at)]


# ---- schemes ----

_FAMILIES = ("curves", "ML-KEM", "ML-, SLH-DSA", "hybrids")
_LEGEND = 34  # px above the plane
_TODAY = "secp256r1"
_USED = ("sign", "verify", "ecdhe")

Drawn = BoardOperation | SchemeOperation


def _shown(rows: Sequence[OnBoard]) -> list[Drawn]:
    """Schemes, and the curve that most have today; nothing where there are no schemes."""
    schemes = [m for m in rows if isinstance(m, SchemeOperation)]
    curves = [m for m in rows if isinstance(m, BoardOperation) and m.curve == _TODAY]
    plain: dict[str, BoardOperation] = {}
    for m in curves:
        if m.operation in _USED and m.clock_hz == (schemes or curves)[0].clock_hz:
            plain.setdefault(m.operation, m)
    return [*plain.values(), *sorted(schemes, key=_place)] if schemes else []


def _place(m: SchemeOperation) -> tuple[int, int]:
    """In the catalogue's order, hybrids last."""
    names = [*SCHEMES, *HYBRIDS]
    operations = ("keygen", "encapsulate", "decapsulate", "agree", "sign", "verify")
    return names.index(m.scheme), operations.index(m.operation)


def beside(rows: Sequence[OnBoard]) -> Chart | None:
    """Every operation's time, today's first."""
    found = _shown(rows)
    if not found:
        return None

    drawn = partial(dot_chart, [DotRow(_name(m), (_dot(m),)) for m in found], _FAMILIES, "ms (log)")
    reads = "Time of each operation, of signing with ML-DSA the mean; pale bar: its range."
    return Chart("mcu-beside", _finding(found), reads, figures("mcu-beside", found), drawn)


def _finding(found: Sequence[Drawn]) -> str:
    """The key exchange and the verification, each against today's."""
    times = {_name(m): m.ns.median for m in found}
    today, exchange = times.get(f"{_TODAY} ecdhe"), times.get("ml-kem-768 decapsulate")
    if today and exchange:
        made = times.get("ml-kem-768 keygen", 0.0) + exchange
        ratio = numbers.significant(made / today, 2)
        return f"ML-KEM-768's keygen and decapsulation take {ratio} times the time of ECDHE on {_TODAY}"
    slow = max(found, key=ms_of)
    return f"{_name(slow)} takes longest: {firmware.milliseconds(slow)} ms"


def bytes_sent(rows: Sequence[OnBoard]) -> Chart | None:
    """What an operation makes for the other side, against its time."""
    found = [m for m in _shown(rows) if _sent(m)]
    if len(found) < 2:
        return None
    most = max(found, key=_sent)
    title = f"{_name(most)} sends most: {_sent(most):,} bytes after {firmware.milliseconds(most)} ms"
    reads = (
        "Each mark an operation that sends something: a public key, a ciphertext, a signature; both axes logarithmic."
    )
    return Chart("mcu-bytes", title, reads, figures("mcu-bytes", found),
                 partial(_scatter, found, ("ms (log)", "bytes (log)"), ms_of, _sent))  # fmt: skip


def memories(rows: Sequence[OnBoard]) -> Chart | None:
    """RAM against flash."""
    found = _shown(rows)
    if len(found) < 2:
        return None
    most = max(found, key=lambda m: m.ram_bytes)
    title = f"{_name(most)} takes most RAM: {firmware.octets(most.ram_bytes)}"
    reads = "Each mark an operation: flash with what it stands on; RAM: stack, heap, and of schemes keys and messages."
    return Chart("mcu-memories", title, reads, figures("mcu-memories", found),
                 partial(_scatter, found, ("flash, KiB (log)", "RAM, KiB (log)"), _flash, _ram))  # fmt: skip


def _scatter(
    found: Sequence[Drawn], titles: tuple[str, str], across: Callable[[Drawn], float], up: Callable[[Drawn], float],
    width: int,
) -> Spec:  # fmt: skip
    """Marks by family; each scheme is named once, at its mark farthest to the right."""
    x, y = (around([at(m) for m in found], 1.3, 1.3) for at in (across, up))
    spec = plane(titles, x, y, width, top=46)
    spec["layer"] = [*legend(_FAMILIES, _LEGEND), *_marks(found, across, up), *_names(found, across, up, x)]
    return spec


def _marks(found: Sequence[Drawn], across: Callable[[Drawn], float], up: Callable[[Drawn], float]) -> Iterator[Spec]:
    for number in range(len(_FAMILIES)):
        points = [{"x": across(m), "y": up(m), "d": f"{_name(m)}: {firmware.milliseconds(m)} ms"}
                  for m in found if _family(m) == number]  # fmt: skip
        if points:
            yield theme.layer(theme.dot(*SERIES[number]), theme.DESCRIBED, points)


def _names(
    found: Sequence[Drawn], across: Callable[[Drawn], float], up: Callable[[Drawn], float], x: Ends
) -> Iterator[Spec]:
    farthest: dict[str, Drawn] = {}
    for m in found:
        if _of(m) not in farthest or across(m) > across(farthest[_of(m)]):
            farthest[_of(m)] = m
    for name, m in farthest.items():
        left = across(m) > (x[0] * x[1] ** 2) ** (1 / 3)
        yield theme.layer(_label(name, left=left, color=theme.MUTED), {}, [{"x": across(m), "y": up(m)}])


def figures(name: str, rows: Sequence[Drawn]) -> Table:
    """The table twin of each."""
    return listed(name, _FIGURES, rows)


def _bytes_sent(m: Drawn) -> Cell:
    sent = _sent(m)
    return Cell(f"{sent:,}" if sent else numbers.NONE, "", (sent or None,))


_FIGURES: tuple[Filled[Drawn], ...] = (
    Filled("", ("subject", "operation"), numeric=False,
           cell=lambda m: Cell(_name(m), "strong", (_of(m), m.operation))),
    firmware.ms(""),
    firmware.RANGE,
    Filled("sent", ("sent_bytes",), cell=_bytes_sent),
    firmware.sized("RAM", "ram_bytes", lambda m: m.ram_bytes),
    firmware.sized("flash", "flash_bytes", lambda m: m.flash_bytes),
)  # fmt: skip


def _dot(m: Drawn) -> Dot:
    return dot(m, _family(m), f"{_name(m)}: {firmware.milliseconds(m)} ms, {firmware.span(m)}")


def _family(m: Drawn) -> int:
    if isinstance(m, BoardOperation) or m.scheme.endswith("25519"):
        return 0
    if m.composed:
        return 3
    return 1 if m.scheme.startswith("ml-kem") else 2


def _of(m: Drawn) -> str:
    """A curve, or a scheme, and who has it where that is not who is meant."""
    if isinstance(m, BoardOperation):
        return m.curve
    meant = implemented(HYBRIDS[m.scheme].scheme if m.scheme in HYBRIDS else m.scheme)[0]
    return m.scheme if m.implementation == meant else f"{m.scheme}@{m.implementation}"


def _name(m: Drawn) -> str:
    return f"{_of(m)} {m.operation}"


def _sent(m: Drawn) -> int:
    """Bytes for the other side; of a curve an uncompressed point, or two numbers."""
    if not isinstance(m, BoardOperation):
        return m.sent_bytes or 0
    size = (CURVES[m.curve].bits + 7) // 8
    return {"sign": 2 * size, "ecdhe": 2 * size + 1}.get(m.operation, 0)


def _flash(m: Drawn) -> float:
    return m.flash_bytes / 1024


def _ram(m: Drawn) -> float:
    return m.ram_bytes / 1024


# ---- records ----


def records(found: Sequence[LibraryCall]) -> Chart | None:
    """One line for each algorithm, a mark for each record."""
    by_name: dict[str, list[LibraryCall]] = {}
    for m in found:
        if m.bytes in RECORDS:
            by_name.setdefault(algorithm(m.subject), []).append(m)
    sealing = {name: _longest(each) for name, each in by_name.items() if SYMMETRIC[name].seals}
    if not sealing:
        return None

    lines = [DotRow(SYMMETRIC[name].title, tuple(map(_record_dot, each))) for name, each in by_name.items()]
    least = min(sealing, key=lambda name: sealing[name])
    title = f"{SYMMETRIC[least].title} seals 16 KiB in the least time: {numbers.time_ns(sealing[least])}"
    reads = "Time of a record by its length, its key kept; pale bar: its range."
    return Chart("mcu-records", title, reads, records_table(found), partial(dot_chart, lines, TITLES, "ms (log)"))


def _longest(each: Sequence[LibraryCall]) -> float:
    return max(m.ns.median for m in each)


def _record_dot(m: LibraryCall) -> Dot:
    says = f"{m.subject.partition('@')[0]}, {m.bytes:,.0f} bytes: {numbers.time_ns(m.ns.median)}"
    return dot(m, RECORDS.index(int(m.bytes)), says)
