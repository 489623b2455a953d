"""`mcu` beyond curves: handshakes by end and by operation, their messages, the library itself, and functions."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.records import Measurement, Run
from wirerate.report import numbers
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.report.views import mcu
from wirerate.report.views.model import figure

HANDSHAKE, TAG, CALL = "handshake", "tag", "call"
_CYCLES = "cycles of "
FULL = ("ECDHE-ECDSA", "PSK")  # the handshakes whose operations and messages are shown
_SHORT, _LONG = 64.0, 1280.0  # of the library's messages shown: a device's, and the least that IPv6 must carry


def of(run: Run, operation: str) -> list[Measurement]:
    return [m for m in run.measurements if m.operation == operation and "core" in m.extra]


def handshakes(run: Run) -> Table:
    """One group per setup, its two ends."""
    columns = (
        Column("", ("setup", "side"), numeric=False),
        Column("ms", ("ns", "ns_low", "ns_high")),
        Column("range", ("unknowns",)),
        Column("cycles", ("cycles", "cycles_low", "cycles_high")),
        Column("RAM", ("ram_bytes", "stack_bytes", "heap_bytes", "context_bytes")),
        Column("flash", ("flash_bytes",)),
        Column("mJ", ("millijoules_low", "millijoules_high")),
    )
    groups: dict[str, list[Measurement]] = {}
    for m in of(run, HANDSHAKE):
        head = f"{m.extra['setup']}: {m.bytes:.0f} bytes in {m.extra['datagrams']} datagrams"
        groups.setdefault(f"{head}, {m.extra['bytes_on_ipv4']} with UDP and IPv4", []).append(m)
    note = (
        "RAM: contexts, heap and stack at their peaks, record buffers included; flash: the end alone, with what it "
        "stands on. Bytes: DTLS records with their headers."
    )
    for absent in sorted({str(m.extra["absent"]) for m in of(run, HANDSHAKE)}):
        note += f" Not measured: {absent}."
    rows = tuple(Group(head, tuple(map(_end, found))) for head, found in groups.items())
    return Table("handshakes", columns, rows, note)


def _end(m: Measurement) -> tuple[Cell, ...]:
    assert m.ns is not None
    over = str(m.extra.get("over", "")).split(",")
    ram = tuple(m.extra[name] for name in ("ram_bytes", "stack_bytes", "heap_bytes", "context_bytes"))
    return (
        Cell(str(m.extra["side"]), "strong", (m.extra["setup"], m.extra["side"])),
        Cell(mcu.milliseconds(m), "strong", (m.ns.median, m.ns.low, m.ns.high)),
        Cell(mcu.span(m), "dim", ("; ".join(m.ns.unknowns),)),
        Cell(mcu.cycles(figure(m, "cycles")), "", tuple(m.extra[n] for n in ("cycles", "cycles_low", "cycles_high"))),
        Cell(mcu.size(figure(m, "ram_bytes")), "bad" if "ram" in over else "", ram),
        Cell(mcu.size(figure(m, "flash_bytes")), "bad" if "flash" in over else "", (m.extra["flash_bytes"],)),
        mcu.energy(m),
    )


def parts(run: Run) -> Table:
    """Where either end's cycles go, as shares; one column per end of the two full handshakes."""
    shown = [m for m in of(run, HANDSHAKE) if m.extra["setup"] in FULL]
    names = list(dict.fromkeys(key for m in shown for key in m.extra if key.startswith(_CYCLES)))
    columns = (
        Column("operation", ("operation",), numeric=False),
        *(Column(_name(m), (_name(m),)) for m in shown),
    )
    rows = tuple((Cell(key.removeprefix(_CYCLES), "strong"), *(_share(m, key) for m in shown)) for key in names)
    return Table("handshake-operations", columns, (Group("", rows),), "Shares of an end's cycles.")


def _name(m: Measurement) -> str:
    return f"{'PSK' if m.extra['suite'] == 'psk' else 'ECDHE'} {m.extra['side']}"


def _share(m: Measurement, key: str) -> Cell:
    if key not in m.extra:
        return Cell(numbers.NONE, "dim", (None,))
    share = figure(m, key) / figure(m, "cycles")
    return Cell(numbers.percent(share), "", (share,))


def messages(run: Run) -> Table:
    """Each message of every setup, in the order of the wire."""
    columns = (
        Column("message", ("message",), numeric=False),
        Column("from", ("side",), numeric=False),
        Column("bytes", ("bytes",)),
    )
    groups = []
    seen = set()
    for m in of(run, HANDSHAKE):
        if m.extra["setup"] not in seen:
            seen.add(m.extra["setup"])
            groups.append(Group(str(m.extra["setup"]), tuple(map(_message, str(m.extra["messages"]).split("; ")))))
    return Table("messages", columns, tuple(groups), "Bytes with record and handshake headers.", ("setup",))


def _message(text: str) -> tuple[Cell, ...]:
    side, rest = text.split(" ", 1)
    name, octets = rest.rsplit(" ", 1)
    return Cell(name), Cell(side, "dim"), Cell(octets, "", (int(octets),))


def library(run: Run) -> Table:
    """The library's own authenticators: cost per byte and per message."""
    columns = (
        Column("", ("subject",), numeric=False),
        Column("cycles/B", ("per_byte", "per_byte_low", "per_byte_high")),
        Column("range", ("unknowns",)),
        Column("per message", ("fixed_cycles",)),
        Column("64 B", ("ns_64", "ns_64_low", "ns_64_high")),
        Column("1280 B", ("ns_1280", "ns_1280_low", "ns_1280_high")),
        Column("stack", ("stack_bytes",)),
        Column("flash", ("flash_bytes",)),
    )
    subjects: dict[str, list[Measurement]] = {}
    for m in of(run, TAG):
        subjects.setdefault(m.subject, []).append(m)
    note = "cycles/B: of each further byte of a long message; per message: what it costs beside its bytes."
    return Table("library", columns, (Group("", tuple(map(_subject, subjects.values()))),), note)


def _subject(found: Sequence[Measurement]) -> tuple[Cell, ...]:
    first = found[0]
    assert first.ns is not None
    slope = tuple(figure(first, name) for name in ("per_byte", "per_byte_low", "per_byte_high"))
    sized = {m.bytes: m for m in found}
    return (
        Cell(first.subject.partition("@")[0], "strong", (first.subject,)),
        Cell(numbers.significant(slope[0]), "strong", slope),
        Cell(f"{numbers.significant(slope[1])} – {numbers.significant(slope[2])}", "dim",
             ("; ".join(first.ns.unknowns),)),
        Cell(mcu.cycles(figure(first, "fixed_cycles")), "", (first.extra["fixed_cycles"],)),
        *(_time(sized[length]) for length in (_SHORT, _LONG)),
        Cell(mcu.size(figure(first, "stack_bytes")), "", (first.extra["stack_bytes"],)),
        Cell(mcu.size(figure(first, "flash_bytes")), "", (first.extra["flash_bytes"],)),
    )  # fmt: skip


def _time(m: Measurement) -> Cell:
    assert m.ns is not None
    return Cell(numbers.time_ns(m.ns.median), "", (m.ns.median, m.ns.low, m.ns.high))


def calls(run: Run) -> Table:
    """Functions of the reader's own program."""
    columns = (
        Column("function", ("subject",), numeric=False),
        Column("cycles", ("cycles", "cycles_low", "cycles_high")),
        Column("range", ("unknowns",)),
        Column("time", ("ns", "ns_low", "ns_high")),
        Column("instructions", ("instructions",)),
        Column("stack", ("stack_bytes",)),
        Column("its code", ("function_bytes",)),
        Column("R0", ("result",)),
    )
    return Table("function", columns, (Group("", tuple(map(_call, of(run, CALL)))),))


def _call(m: Measurement) -> tuple[Cell, ...]:
    assert m.ns is not None
    low, typical, high = (figure(m, name) for name in ("cycles_low", "cycles", "cycles_high"))
    return (
        Cell(str(m.extra["function"]), "strong", (m.subject,)),
        Cell(mcu.cycles(typical), "strong", (typical, low, high)),
        Cell(f"{mcu.cycles(low)} – {mcu.cycles(high)}", "dim", ("; ".join(m.ns.unknowns),)),
        Cell(numbers.time_ns(m.ns.median), "", (m.ns.median, m.ns.low, m.ns.high)),
        Cell(f"{figure(m, 'instructions'):,.0f}", "", (m.extra["instructions"],)),
        Cell(mcu.size(figure(m, "stack_bytes")), "", (m.extra["stack_bytes"],)),
        Cell(mcu.size(figure(m, "function_bytes")), "", (m.extra["function_bytes"],)),
        Cell(str(m.extra["result"]), "dim", (m.extra["result"],)),
    )
