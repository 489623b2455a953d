"""Operations by curve, signing against verifying, Brainpool against NIST, and the reduction for NIST primes."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.curves import CURVES
from wirerate.records import Measurement
from wirerate.report import numbers
from wirerate.report.charts.chart import Chart
from wirerate.report.charts.dots import Dot, DotRow, dot_chart
from wirerate.report.charts.theme import Spec
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.report.views import mcu

_AXIS = "ms (log)"
_LENGTHS = (("secp256r1", "brainpoolP256r1"), ("secp384r1", "brainpoolP384r1"), ("secp521r1", "brainpoolP512r1"))


def by_curve(rows: Sequence[Measurement]) -> Chart | None:
    """Every operation on every curve, one setting."""
    lines = [DotRow(curve, tuple(_dot(m, mcu.OPERATIONS.index(m.operation), m.operation) for m in found))
             for curve, found in _curves(rows).items()]  # fmt: skip
    if not lines:
        return None
    signed = [m for m in rows if m.operation == "sign"]
    title = _spread(signed or rows)
    reads = "Time of each operation; pale bar: the range over branch refill, flash and what is not modelled."
    return _chart("mcu-operations", title, reads, rows, lines, [mcu.NAMES[op] for op in mcu.OPERATIONS])


def _spread(rows: Sequence[Measurement]) -> str:
    fast, slow = (pick(rows, key=_median) for pick in (min, max))
    operation = mcu.NAMES[rows[0].operation]
    if fast is slow:
        return f"{operation} on {fast.extra['curve']} takes {_ms(fast)}"
    return (
        f"{operation} takes {_ms(fast)} on {fast.extra['curve']}, {_ms(slow)} on {slow.extra['curve']}: "
        f"{numbers.times(_median(slow) / _median(fast))}"
    )


def sign_verify(rows: Sequence[Measurement]) -> Chart | None:
    pairs = _pairs(rows, "sign", "verify")
    if not pairs:
        return None
    ratios = [_median(verify) / _median(sign) for sign, verify in pairs]
    lines = [
        DotRow(str(sign.extra["curve"]), (_dot(sign, 0, "sign"), _dot(verify, 1, "verify")), numbers.times(ratio))
        for (sign, verify), ratio in zip(pairs, ratios, strict=True)
    ]
    title = f"Verifying takes {_range(ratios)} the time of signing"
    return _chart("mcu-sign-verify", title, "At the end of each row: verify / sign.", _flat(pairs), lines,
                  ["ECDSA sign", "ECDSA verify"])  # fmt: skip


def brainpool(rows: Sequence[Measurement]) -> Chart | None:
    """Random primes against those that reduce fast, at equal strength."""
    signs = {str(m.extra["curve"]): m for m in rows if m.operation == "sign"}
    pairs = [(signs[nist], signs[other]) for nist, other in _LENGTHS if nist in signs and other in signs]
    if not pairs:
        return None
    ratios = [_median(other) / _median(nist) for nist, other in pairs]
    lines = [
        DotRow(f"{CURVES[str(nist.extra['curve'])].bits} bits", (_dot(nist, 0, "sign"), _dot(other, 1, "sign")),
               numbers.times(ratio))
        for (nist, other), ratio in zip(pairs, ratios, strict=True)
    ]  # fmt: skip
    title = f"Signing on Brainpool's curves takes {_range(ratios)} the time of NIST's"
    reads = (
        "ECDSA sign. Brainpool's primes are random, so that no special reduction applies; 521 bits stand against 512."
    )
    return _chart("mcu-brainpool", title, reads, _flat(pairs), lines, ["NIST", "Brainpool"])


def reduction(on: Sequence[Measurement], off: Sequence[Measurement]) -> Chart | None:
    """MBEDTLS_ECP_NIST_OPTIM off and on, curve by curve, for one operation."""
    without = {str(m.extra["curve"]): m for m in off}
    pairs = [(m, without[str(m.extra["curve"])]) for m in on
             if str(m.extra["curve"]) in without and CURVES[str(m.extra["curve"])].family == "nist"]  # fmt: skip
    if not pairs:
        return None
    ratios = [_median(slow) / _median(fast) for fast, slow in pairs]
    lines = [
        DotRow(str(fast.extra["curve"]), (_dot(fast, 0, "on"), _dot(slow, 1, "off")), numbers.times(ratio))
        for (fast, slow), ratio in zip(pairs, ratios, strict=True)
    ]
    operation = mcu.NAMES[pairs[0][0].operation]
    title = f"Without the NIST reduction {operation} takes {_range(ratios)} the time"
    return _chart("mcu-reduction", title, f"{operation}; at the end of each row: off / on.", _flat(pairs), lines,
                  ["reduction on", "off"])  # fmt: skip


def figures(name: str, rows: Sequence[Measurement]) -> Table:
    """The table twin of every chart of times."""
    columns = (
        Column("curve", ("curve",), numeric=False),
        Column("operation", ("operation",), numeric=False),
        Column("options", ("window", "nist", "fixed_point"), numeric=False),
        Column("MHz", ("clock_hz",)),
        Column("ms", ("ns", "ns_low", "ns_high")),
        Column("range", ("unknowns",)),
        Column("heap", ("heap_bytes",)),
        Column("flash", ("flash_bytes",)),
    )
    return Table(name, columns, (Group("", tuple(map(_figures, rows))),))


def _figures(m: Measurement) -> tuple[Cell, ...]:
    assert m.ns is not None
    options = (m.extra["window"], m.extra["nist"], m.extra["fixed_point"])
    clock = float(m.extra["clock_hz"])
    return (
        Cell(str(m.extra["curve"]), "strong"),
        Cell(m.operation),
        Cell(mcu.name(m).partition(" ")[2], "dim", options),
        Cell(f"{clock / 1e6:g}", "", (clock,)),
        Cell(mcu.milliseconds(m), "", (m.ns.median, m.ns.low, m.ns.high)),
        Cell(mcu.span(m), "dim", ("; ".join(m.ns.unknowns),)),
        Cell(mcu.size(float(m.extra["heap_bytes"])), "", (m.extra["heap_bytes"],)),
        Cell(mcu.size(float(m.extra["flash_bytes"])), "", (m.extra["flash_bytes"],)),
    )


def _chart(
    name: str, title: str, reads: str, rows: Sequence[Measurement], lines: Sequence[DotRow], series: Sequence[str]
) -> Chart:
    def spec(width: int) -> Spec:
        return dot_chart(lines, series, _AXIS, width)

    return Chart(name, title, reads, figures(name, rows), spec)


def _dot(m: Measurement, series: int, what: str) -> Dot:
    assert m.ns is not None
    says = f"{m.extra['curve']} {what}: {_ms(m)}, {mcu.span(m)}"
    return Dot(m.ns.median / 1e6, m.ns.low / 1e6, m.ns.high / 1e6, series, says)


def _curves(rows: Sequence[Measurement]) -> dict[str, list[Measurement]]:
    """In the catalogue's order, which is by family and length."""
    found = {curve: [m for m in rows if m.extra["curve"] == curve] for curve in CURVES}
    return {curve: each for curve, each in found.items() if each}


def _pairs(rows: Sequence[Measurement], one: str, other: str) -> list[tuple[Measurement, Measurement]]:
    found = []
    for each in _curves(rows).values():
        by_operation = {m.operation: m for m in each}
        if one in by_operation and other in by_operation:
            found.append((by_operation[one], by_operation[other]))
    return found


def _flat(pairs: Sequence[tuple[Measurement, Measurement]]) -> list[Measurement]:
    return [m for pair in pairs for m in pair]


def _range(ratios: Sequence[float]) -> str:
    low, high = numbers.significant(min(ratios), 2), numbers.significant(max(ratios), 2)
    return f"{low} times" if low == high else f"{low} to {high} times"


def _ms(m: Measurement) -> str:
    return f"{mcu.milliseconds(m)} ms"


def _median(m: Measurement) -> float:
    return m.ns.median if m.ns else 0.0
