# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Charts of post-quantum schemes beside what is used today: their time, what they send against it, and RAM against
flash; and of how long a record takes to be hashed, authenticated or sealed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.schemes import HYBRIDS, RECORDS, SCHEMES, SYMMETRIC, implemented
from wirerate.report import numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import SERIES, Dot, DotRow, dot_chart, legend
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.naming import algorithm
from wirerate.report.table import Cell, Filled, Table, listed
from wirerate.wings.mcu.library import TITLES, records_table
from wirerate.wings.mcu.rows import BoardOperation, LibraryCall, OnBoard, SchemeOperation
from wirerate.wings.mcu.view import common as firmware
from wirerate.wings.mcu.view import plane_charts
from wirerate.wings.mcu.view.schemes import sent_bytes

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

    def spec(width: int) -> Spec:
        lines = [DotRow(_name(m), (_dot(m),)) for m in found]
        return dot_chart(lines, _FAMILIES, "ms (log)", width)

    reads = "Time of each operation, of signing with ML-DSA the mean; pale bar: its range."
    return Chart("mcu-beside", _finding(found), reads, figures("mcu-beside", found), spec)


def _finding(found: Sequence[Drawn]) -> str:
    """The key exchange and the verification, each against today's."""
    times = {_name(m): m.ns.median for m in found}
    today, exchange = times.get(f"{_TODAY} ecdhe"), times.get("ml-kem-768 decapsulate")
    if today and exchange:
        made = times.get("ml-kem-768 keygen", 0.0) + exchange
        ratio = numbers.significant(made / today, 2)
        return f"ML-KEM-768's keygen and decapsulation take {ratio} times the time of ECDHE on {_TODAY}"
    slow = max(found, key=_ms)
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
                 _scatter(found, ("ms (log)", "bytes (log)"), _ms, _sent))  # fmt: skip


def memories(rows: Sequence[OnBoard]) -> Chart | None:
    """RAM against flash."""
    found = _shown(rows)
    if len(found) < 2:
        return None
    most = max(found, key=lambda m: m.ram_bytes)
    title = f"{_name(most)} takes most RAM: {firmware.octets(most.ram_bytes)}"
    reads = "Each mark an operation: flash with what it stands on; RAM: stack, heap, and of schemes keys and messages."
    return Chart("mcu-memories", title, reads, figures("mcu-memories", found),
                 _scatter(found, ("flash, KiB (log)", "RAM, KiB (log)"), _flash, _ram))  # fmt: skip


def _scatter(
    found: Sequence[Drawn],
    titles: tuple[str, str],
    across: Callable[[Drawn], float],
    up: Callable[[Drawn], float],
) -> Callable[[int], Spec]:
    """Marks by family; each scheme is named once, at its mark farthest to the right."""

    def spec(width: int) -> Spec:
        x, y = (_domain([at(m) for m in found]) for at in (across, up))
        left = 52
        drawn = theme.frame(width, 420, left=left, right=28, top=46)
        drawn["encoding"] = {"x": plane_charts.across(titles[0], x), "y": plane_charts.up(titles[1], y, left)}
        drawn["layer"] = [*legend(_FAMILIES, _LEGEND), *_marks(found, across, up), *_names(found, across, up, x)]
        return drawn

    return spec


def _domain(values: Sequence[float]) -> tuple[float, float]:
    return min(values) / 1.3, max(values) * 1.3


def _marks(found: Sequence[Drawn], across: Callable[[Drawn], float], up: Callable[[Drawn], float]) -> list[Spec]:
    layers = []
    for number, (color, shape) in enumerate(SERIES[: len(_FAMILIES)]):
        points = [{"x": across(m), "y": up(m), "d": f"{_name(m)}: {firmware.milliseconds(m)} ms"}
                  for m in found if _family(m) == number]  # fmt: skip
        if points:
            mark = {"type": "point", "filled": True, "size": 62, "opacity": 1, "color": color, "shape": shape}
            layers.append(theme.layer(mark, {"description": {"field": "d", "type": "nominal"}}, points))
    return layers


def _names(
    found: Sequence[Drawn],
    across: Callable[[Drawn], float],
    up: Callable[[Drawn], float],
    x: tuple[float, float],
) -> list[Spec]:
    farthest: dict[str, Drawn] = {}
    for m in found:
        if _of(m) not in farthest or across(m) > across(farthest[_of(m)]):
            farthest[_of(m)] = m
    layers = []
    for name, m in farthest.items():
        left = across(m) > (x[0] * x[1] ** 2) ** (1 / 3)
        text = {"type": "text", "align": "right" if left else "left", "dx": -8 if left else 8, "dy": -8, "aria": False,
                "text": name, "color": theme.MUTED}  # fmt: skip
        layers.append(theme.layer(text, {}, [{"x": across(m), "y": up(m)}]))
    return layers


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
    says = f"{_name(m)}: {firmware.milliseconds(m)} ms, {firmware.span(m)}"
    return Dot(m.ns.median / 1e6, m.ns.low / 1e6, m.ns.high / 1e6, _family(m), says)


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
        return sent_bytes(m) or 0
    size = (CURVES[m.curve].bits + 7) // 8
    return {"sign": 2 * size, "ecdhe": 2 * size + 1}.get(m.operation, 0)


def _ms(m: Drawn) -> float:
    return m.ns.median / 1e6


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

    def spec(width: int) -> Spec:
        lines = [DotRow(SYMMETRIC[name].title, tuple(map(_record_dot, each))) for name, each in by_name.items()]
        return dot_chart(lines, TITLES, "ms (log)", width)

    least = min(sealing, key=lambda name: sealing[name])
    title = f"{SYMMETRIC[least].title} seals 16 KiB in the least time: {numbers.time_ns(sealing[least])}"
    reads = "Time of a record by its length, its key kept; pale bar: its range."
    return Chart("mcu-records", title, reads, records_table(found), spec)


def _longest(each: Sequence[LibraryCall]) -> float:
    return max(m.ns.median for m in each)


def _record_dot(m: LibraryCall) -> Dot:
    says = f"{m.subject.partition('@')[0]}, {m.bytes:,.0f} bytes: {numbers.time_ns(m.ns.median)}"
    return Dot(m.ns.median / 1e6, m.ns.low / 1e6, m.ns.high / 1e6, RECORDS.index(int(m.bytes)), says)
