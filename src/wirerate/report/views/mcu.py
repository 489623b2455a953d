"""`mcu`: what an operation on a curve takes, with its range; and the words that name a setting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wirerate.lab.mcu.target import core_title
from wirerate.records import Measurement, Run
from wirerate.report import numbers
from wirerate.report.table import Cell, Column, Group, Table, Tone
from wirerate.report.views.model import figure

OPERATIONS = ("sign", "verify", "ecdh", "ecdhe")
NAMES = {"sign": "ECDSA sign", "verify": "ECDSA verify", "ecdh": "ECDH", "ecdhe": "ECDHE"}
NO_EVIDENCE = "Emulated time is no evidence of constant time."

_WORDS = {"fits": "good", "may fit": "unsure", "misses": "bad"}


def is_mcu(run: Run) -> bool:
    return any("core" in m.extra and "instructions" in m.extra for m in run.measurements) or run.command == "mcu"


def rows_of(run: Run, role: str = "") -> list[Measurement]:
    """Operations on curves that have a time; with `role`, only those."""
    found = [m for m in run.measurements if m.operation in OPERATIONS and "curve" in m.extra and m.ns]
    return [m for m in found if m.role == role] if role else found


def where(m: Measurement) -> str:
    """mbed NXP LPC1768, Cortex-M3 at 96 MHz."""
    return f"{_part(m)} at {_clock(m)}"


def _part(m: Measurement) -> str:
    core, title = core_title(str(m.extra["core"])), str(m.extra["title"])
    return title if title == core else f"{title}, {core}"


def _clock(m: Measurement) -> str:
    return f"{figure(m, 'clock_hz') / 1e6:g} MHz"


def library(m: Measurement) -> str:
    """Mbed TLS 3.6.7, -O2."""
    small = "p256-m of " if str(m.extra["version"]).startswith("p256") else ""
    return f"{small}Mbed TLS {m.extra['release']}, -{m.extra['level']}"


def setting(m: Measurement) -> str:
    """The options of the library, in words."""
    if str(m.extra["version"]).startswith("p256"):
        return "no options"
    nist = "NIST reduction" if m.extra["nist"] else "no NIST reduction"
    comb = "comb for the base point" if m.extra["fixed_point"] else "no comb"
    return f"window {m.extra['window']}, {nist}, {comb}"


def conditions(rows: Sequence[Measurement]) -> str:
    """The line under a table or chart, of what its rows have in common."""
    first = rows[0]
    parts = [f(first) for f in (_part, _clock, library) if len({f(m) for m in rows}) == 1]
    options = [setting(m).split(", ") for m in rows]
    if len({len(words) for words in options}) == 1:  # p256-m has none
        parts += [words[0] for words in zip(*options, strict=True) if len(set(words)) == 1]
    bases = {m.basis for m in rows}
    emulated = "emulated here" if bases == {"modelled"} else "emulated, stored with wirerate"
    return f"{', '.join([*parts, emulated])}. {NO_EVIDENCE[:-1]}"


def unknowns(rows: Sequence[Measurement]) -> list[str]:
    """What the ranges are over, each once: of one row with its share, of several without."""
    found = [u for m in rows if m.ns for u in m.ns.unknowns]
    if len(rows) > 1:
        found = [re.sub(r" \(\d+ % of the interval\)", "", u) for u in found]
    return list(dict.fromkeys(found))


def milliseconds(m: Measurement) -> str:
    assert m.ns is not None
    return numbers.significant(m.ns.median / 1e6)


def span(m: Measurement) -> str:
    """The range in ms, '–' between its ends."""
    assert m.ns is not None
    return f"{numbers.significant(m.ns.low / 1e6)} – {numbers.significant(m.ns.high / 1e6)}"


def cycles(value: float) -> str:
    if value >= 1e6:
        return f"{numbers.significant(value / 1e6)} M"
    return f"{value:,.0f}"


def size(octets: float) -> str:
    """Bytes of memory, where a firmware engineer counts KiB from 10 of them on."""
    return f"{octets / 1024:.1f} Ki" if octets >= 10240 else f"{octets:,.0f}"


def octets(value: float) -> str:
    """The same in a sentence."""
    return f"{value / 1024:.1f} KiB" if value >= 10240 else f"{value:,.0f} bytes"


_COLUMNS = (
    Column("", ("curve", "operation"), numeric=False),
    Column("ms", ("ns", "ns_low", "ns_high")),
    Column("range", ("unknowns",)),
    Column("cycles", ("cycles", "cycles_low", "cycles_high")),
    Column("stack", ("stack_bytes",)),
    Column("heap", ("heap_bytes",)),
    Column("flash", ("flash_bytes",)),
    Column("mJ", ("millijoules_low", "millijoules_high")),
    Column("instructions", ("instructions",), expendable=True),
    Column("from", ("basis", "version", "level", "nist", "fixed_point", "window"), numeric=False, expendable=True),
)


def table(run: Run) -> Table:
    """One group per setting; the curve named where it changes."""
    groups: dict[str, list[Measurement]] = {}
    for m in rows_of(run):
        groups.setdefault(f"{where(m)}; {library(m)}; {setting(m)}", []).append(m)
    return Table("mcu", _COLUMNS, tuple(Group(head, tuple(map(_row, found))) for head, found in groups.items()), _NOTE)


_NOTE = (
    "ms: typical, and the range over branch refill, flash and what else is not modelled; stack and heap: bytes at "
    "their peak; flash: bytes of this operation and what it stands on; mJ: cycles × the datasheet's current × voltage."
)


def _row(m: Measurement) -> tuple[Cell, ...]:
    assert m.ns is not None
    options = (m.extra["version"], m.extra["level"], m.extra["nist"], m.extra["fixed_point"], m.extra["window"])
    over = str(m.extra.get("over", ""))
    return (
        Cell(f"{m.extra['curve']} {m.operation}", "strong", (m.extra["curve"], m.operation)),
        Cell(milliseconds(m), "strong", (m.ns.median, m.ns.low, m.ns.high)),
        Cell(span(m), "dim", ("; ".join(m.ns.unknowns),)),
        Cell(cycles(figure(m, "cycles")), "", tuple(m.extra[n] for n in ("cycles", "cycles_low", "cycles_high"))),
        Cell(size(figure(m, "stack_bytes")), _over(over, "ram"), (m.extra["stack_bytes"],)),
        Cell(size(figure(m, "heap_bytes")), _over(over, "ram"), (m.extra["heap_bytes"],)),
        Cell(size(figure(m, "flash_bytes")), _over(over, "flash"), (m.extra["flash_bytes"],)),
        energy(m),
        Cell(cycles(figure(m, "instructions")), "dim", (m.extra["instructions"],)),
        Cell("here" if m.basis == "modelled" else "stored", "dim", (m.basis, *options)),
    )


def _over(over: str, resource: str) -> Tone:
    return "bad" if resource in over.split(",") else ""


def energy(m: Measurement) -> Cell:
    if "millijoules_low" not in m.extra:
        return Cell(numbers.NONE, "dim", (None, None))
    low, high = (figure(m, f"millijoules_{end}") for end in ("low", "high"))
    return Cell(f"{numbers.significant(low, 2)} – {numbers.significant(high, 2)}", "", (low, high))


def export(run: Run) -> Table:
    """The table that stands for a run in an export."""
    from wirerate.report.views import firmware, published

    if published.is_published(run):
        return published.whole(run)
    views = (
        (firmware.HANDSHAKE, firmware.handshakes),
        (firmware.TAG, firmware.library),
        (firmware.CALL, firmware.calls),
    )
    return next((view(run) for operation, view in views if firmware.of(run, operation)), table(run))


def budget_table(rows: Iterable[Measurement], limit: int = 12) -> Table:
    """The front: what no other configuration beats in everything, cheapest first."""
    columns = (
        Column("configuration", ("curve", "level", "window", "nist", "fixed_point"), numeric=False),
        Column("ms", ("ns", "ns_low", "ns_high")),
        Column("range", ("unknowns",)),
        Column("RAM", ("ram_bytes",)),
        Column("flash", ("flash_bytes",)),
        Column("mJ", ("millijoules_high",)),
        Column("", ("fits", "worst", "share"), numeric=False),
    )
    front = sorted((m for m in rows if m.extra.get("front")), key=lambda m: figure(m, "total"))
    return Table("budget", columns, (Group("", tuple(map(_fit, front[:limit]))),))


def name(m: Measurement) -> str:
    """A configuration in few words: secp256r1 w4 nist comb O2."""
    if "setup" in m.extra:
        return f"{m.extra['setup']}, {m.extra['side']}"
    if str(m.extra["version"]).startswith("p256"):
        return f"{m.extra['curve']} by p256-m {m.extra['level']}"
    options = [f"w{m.extra['window']}", "nist" if m.extra["nist"] else "", "comb" if m.extra["fixed_point"] else ""]
    return " ".join([str(m.extra["curve"]), *filter(None, options), str(m.extra["level"])])


def _fit(m: Measurement) -> tuple[Cell, ...]:
    assert m.ns is not None
    word = str(m.extra["fits"])
    high = m.extra.get("millijoules_high")
    tone: Tone = _WORDS[word]  # type: ignore[assignment]
    figures = tuple(m.extra.get(n) for n in ("curve", "level", "window", "nist", "fixed_point"))
    share = f", {m.extra['worst']} {figure(m, 'share'):.0%}" if m.extra["worst"] else ""
    return (
        Cell(name(m), "strong" if m.extra.get("config") else "", figures),
        Cell(milliseconds(m), "", (m.ns.median, m.ns.low, m.ns.high)),
        Cell(span(m), "dim", ("; ".join(m.ns.unknowns),)),
        Cell(size(figure(m, "ram_bytes")), "", (m.extra["ram_bytes"],)),
        Cell(size(figure(m, "flash_bytes")), "", (m.extra["flash_bytes"],)),
        Cell(numbers.significant(float(high), 2) if high is not None else numbers.NONE, "", (high,)),
        Cell(f"{word}{share}", tone, (word, m.extra["worst"], m.extra["share"])),
    )
