"""The model's tables: RFC 1810's own, a processor's bounds by ways, and measurements beside their bounds."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.records import Interval, Measurement, Run
from wirerate.report import numbers
from wirerate.report.table import Cell, Column, Group, Table

Extra = dict[str, float | int | str]


def rows(run: Run, what: str) -> list[Measurement]:
    """The run's modelled rows of one kind."""
    return [m for m in run.measurements if m.extra.get("what") == what]


def figure(measurement: Measurement, name: str) -> float:
    return float(measurement.extra.get(name, 0.0))


def machines(run: Run) -> Table:
    """RFC 1810's table, and this machine under it."""
    columns = (
        Column("machine", ("machine",), numeric=False),
        Column("MIPS", ("mips",)),
        Column("predicted Mbps", ("mbps_low", "mbps_high")),
        Column("measured", ("measured_mbps",)),
        Column("±", ("measured_low", "measured_high", "confidence")),
        Column("of the lower", ("share",)),
    )
    return Table("machines", columns, (Group("", tuple(_machine(m) for m in rows(run, "machine"))),))


def _machine(m: Measurement) -> tuple[Cell, ...]:
    low, high, measured = figure(m, "mbps_low"), figure(m, "mbps_high"), figure(m, "measured_mbps")
    return (
        Cell(m.note, "strong" if m.note.startswith("this machine") else ""),
        Cell(f"{figure(m, 'mips'):,.0f}", figures=(figure(m, "mips"),)),
        Cell(f"{low:,.0f} – {high:,.0f}", figures=(low, high)),
        Cell(f"{measured:,.0f}" if measured else numbers.NONE, figures=(measured or None,)),
        _spread(m, measured),
        Cell(f"{measured / low:.2f}" if measured else numbers.NONE, figures=(measured / low if measured else None,)),
    )


def _spread(m: Measurement, measured: float) -> Cell:
    """RFC 1810 gives no intervals; what is measured here has one."""
    if "measured_low" not in m.extra:
        return Cell(numbers.NONE, figures=(None, None, None))
    interval = Interval(measured, figure(m, "measured_low"), figure(m, "measured_high"), figure(m, "confidence"))
    return Cell(numbers.spread(interval), "dim", (interval.low, interval.high, interval.confidence))


def bounds(run: Run) -> Table:
    """Cycles per byte by ways, and which limit makes them; rates where the clock is known."""
    found = rows(run, "bound")
    one = next((figure(m, "cycles_per_byte_low") for m in found if figure(m, "ways") == 1), None)
    columns = [
        Column("ways", ("ways",)),
        Column("cycles/byte", ("cycles_per_byte_low", "cycles_per_byte_high")),
        Column("rate", ("gbit_per_s",)),
        Column("gain", ("gain",)),
        Column("latency", ("latency",), expendable=True),
        Column("issue", ("issue",), expendable=True),
        Column("lanes", ("lanes",), expendable=True),
        Column("unit", ("unit",), numeric=False),
        Column("limit", ("limit",), numeric=False),
    ]
    shown = [_bound(m, one) for m in found]
    if not any(m.ns for m in found):
        del columns[2]
        shown = [cells[:2] + cells[3:] for cells in shown]
    left_out = dict.fromkeys(str(m.extra["left_out"]) for m in found if m.extra.get("left_out"))
    note = f"Left out: {'; '.join(left_out)}." if left_out else ""
    return Table("bounds", tuple(columns), (Group("", tuple(shown)),), note)


def _bound(m: Measurement, one: float | None) -> tuple[Cell, ...]:
    low, high = figure(m, "cycles_per_byte_low"), figure(m, "cycles_per_byte_high")
    gbits = numbers.gbits(m.bytes, m.ns.low) if m.ns and m.bytes else None
    return (
        Cell(f"{figure(m, 'ways'):.0f}"),
        Cell(span(low, high), "strong", (low, high)),
        Cell(numbers.rate(gbits) if gbits else numbers.NONE, figures=(gbits,)),
        Cell(numbers.times(one / low) if one else numbers.NONE, figures=(one / low if one else None,)),
        *(Cell(f"{figure(m, name):.3f}", "dim", (figure(m, name),)) for name in ("latency", "issue", "lanes")),
        Cell(str(m.extra["unit"])),
        Cell(str(m.extra["limit"])),
    )


def span(low: float, high: float) -> str:
    """A bound's two ends, or the one it has."""
    return f"{low:.3f}" if high - low < 5e-4 else f"{low:.3f} – {high:.3f}"


def beside(found: Sequence[Measurement]) -> Table:
    """Measured cycles per byte beside the bound."""
    columns = (
        Column("subject", ("subject",), numeric=False),
        Column("batch", ("batch",)),
        Column("measured", ("measured_cycles_per_byte",)),
        Column("bound", ("cycles_per_byte_low", "cycles_per_byte_high")),
        Column("ratio", ("ratio",)),
        Column("unit", ("unit",), numeric=False, expendable=True),
        Column("why", ("sentence",), numeric=False, expendable=True),
    )
    note = (
        "Core cycles per byte, warm, long messages. Bound: the least that the kernel's instructions allow; it has two "
        "ends where the costs of instructions do. Ratio: measured over the bound, 1 between its ends."
    )
    return Table("beside", columns, (Group("", tuple(map(_beside, found))),), note)


def _beside(m: Measurement) -> tuple[Cell, ...]:
    low, high, ratio = (figure(m, name) for name in ("cycles_per_byte_low", "cycles_per_byte_high", "ratio"))
    return (
        Cell(m.subject, "strong", (m.subject,)),
        Cell(f"{m.batch}"),
        Cell(f"{figure(m, 'measured_cycles_per_byte'):.3f}", figures=(figure(m, "measured_cycles_per_byte"),)),
        Cell(span(low, high), figures=(low, high)),
        Cell(f"{ratio:.2f}", "warn" if ratio < 0.99 else "", (ratio,)),
        Cell(str(m.extra["unit"]), "dim"),
        Cell(str(m.extra["sentence"]), "dim"),
    )
