# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake --quantum … --of`: handshakes of DTLS 1.3 that were run whole, beside today's, each held against what
it comes to when it is composed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wirerate.report import numbers
from wirerate.report.html import Page, tabled
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.wings.mcu.rows import Handshake13, WholeHandshake
from wirerate.wings.mcu.runs import HandshakeAnswer, WholeRun
from wirerate.wings.mcu.view import common as firmware
from wirerate.wings.mcu.view import composed
from wirerate.wings.mcu.view.composed_words import KINDS, WITHSTANDS, security


def text(run: WholeRun, on: Paper) -> str:
    return composed.in_full(run, on, sentence, _told, (table, held, parts, composed.messages))


def sentence(run: WholeRun, answer: HandshakeAnswer) -> str:
    """The answer a person wants first."""
    today, own = run.rows[answer.today], run.rows[answer.chosen]
    if answer.chosen == answer.today:
        return (
            f"On this board today's handshake, emulated whole, takes {firmware.milliseconds(today)} ms, "
            f"{firmware.octets(own.ram_bytes)} of RAM and {own.wire_bytes:,} bytes"
        )
    time, ram, wire = (numbers.significant(each, 2) for each in (answer.time, answer.ram, answer.wire))
    return (
        f"On this board {own.library}'s {KINDS[answer.quantum]} handshake, emulated whole, takes {time} times the "
        f"time, {ram} times the RAM and {wire} times the bytes of today's"
    )


def _told(run: WholeRun, answer: HandshakeAnswer) -> str:
    """Between what, what it withstands, and what the figures are."""
    own = run.rows[answer.chosen]
    between = f"{own.setup} ({security(own)})"
    if answer.chosen != answer.today:
        between += f" beside {run.rows[answer.today].setup}"
    what = f"{own.protocol}, {between}, the client, certificates at both ends."
    return f"{what} {WITHSTANDS[answer.quantum]} {_basis(own, answer)}"


def _basis(own: WholeHandshake, answer: HandshakeAnswer) -> str:
    time, wire = (f"{numbers.significant(each * 100)} %" for each in (answer.emulated_time, answer.emulated_wire))
    return (
        f"Run, not composed: {own.library} {own.release} at both ends, built here or where it was stored, and no part "
        f"of wirerate. Its licence: {own.licence}. Composed of {own.library}'s own operations and the standards' "
        f"message layouts it comes to {time} of this time and {wire} of these bytes."
    )


def table(run: WholeRun) -> Table:
    """A group per end, a row per pair of algorithms."""
    columns = (
        Column("", ("setup", "quantum", "code"), numeric=False),
        Column("ms", ("ns", "ns_low", "ns_high")),
        Column("RAM", ("ram_bytes", "stack_bytes", "heap_bytes")),
        Column("bytes", ("wire_bytes", "bytes_on_ipv6")),
        Column("datagrams", ("datagrams", "records", "flights")),
        Column("frames", ("frames", "frame_bytes", "air_ms")),
        Column("flash", ("flash_bytes",), expendable=True),
        Column("category", ("category", "strength"), expendable=True),
        Column("mJ", ("millijoules_low", "millijoules_high"), expendable=True),
        Column("range", ("unknowns",), expendable=True),
    )
    return Table("whole", columns, _groups(run, _row), _NOTE, composed.FIELDS)


_NOTE = (
    "RAM: heap and stack at their peaks, contexts, buffers and credentials included; a signature of ML-DSA takes the "
    "mean of its attempts. Bytes: records with their headers; datagrams of at most 1,280 bytes with IPv6; frames of "
    "127 bytes on an 802.15.4 radio (6LoWPAN)."
)


def _groups(run: WholeRun, row: Callable[[WholeHandshake], tuple[Cell, ...]]) -> tuple[Group, ...]:
    groups: dict[str, list[WholeHandshake]] = {}
    for m in run.rows:
        groups.setdefault(m.side, []).append(m)
    return tuple(
        Group(composed.heading(found[0]), tuple(map(row, found)), composed.figures(found[0]))
        for found in groups.values()
    )


def _row(own: WholeHandshake) -> tuple[Cell, ...]:
    time, span = firmware.time_cells(own)
    return (
        Cell(own.setup, "strong", (own.setup, own.quantum, own.library)),
        time,
        Cell(firmware.size(own.ram_bytes), firmware.over(own, "ram"), (own.ram_bytes, own.stack_bytes, own.heap_bytes)),
        Cell(f"{own.wire_bytes:,}", "", (own.wire_bytes, own.bytes_on_ipv6)),
        Cell(f"{own.datagrams}", "", (own.datagrams, own.records, own.flights)),
        composed.frames(own),
        firmware.size_cell(own.flash_bytes, firmware.over(own, "flash")),
        Cell(str(own.category or numbers.NONE), "", (own.category, own.strength)),
        firmware.energy_cell(own.energy),
        span,
    )


def held(run: WholeRun) -> Table:
    """The composition of the same library's operations over what was run."""
    columns = (
        Column("composed / run", ("setup",), numeric=False),
        Column("cycles", ("composed_cycles", "cycles")),
        Column("time", ("time_ratio",)),
        Column("bytes", ("composed_bytes", "wire_ratio")),
        Column("datagrams", ("composed_datagrams", "datagrams")),
    )
    return Table("composed-beside", columns, _groups(run, _beside), _BESIDE, composed.FIELDS)


_BESIDE = (
    "Composed: each operation run alone in the same build, blocks of SHA-256 and AES-CCM, and messages of the lengths "
    "that the standards give; not in it: the library's own bookkeeping, copies, certificates parsed, and what it does "
    "twice: the client makes a key pair that does not fit its first datagram, and makes another after the cookie."
)


def _beside(own: WholeHandshake) -> tuple[Cell, ...]:
    time, wire = own.composed_cycles / own.cycles.typical, own.composed_bytes / own.wire_bytes
    return (
        Cell(own.setup, "strong", (own.setup,)),
        Cell(f"{firmware.cycles(own.composed_cycles)} / {firmware.cycles(own.cycles.typical)}", "",
             (own.composed_cycles, own.cycles.typical)),
        Cell(numbers.percent(time), "", (time,)),
        Cell(f"{own.composed_bytes:,} ({numbers.percent(wire)})", "", (own.composed_bytes, wire)),
        Cell(f"{own.composed_datagrams} / {own.datagrams}", "", (own.composed_datagrams, own.datagrams)),
    )  # fmt: skip


def parts(run: WholeRun) -> Table:
    """Where the client's time goes."""
    columns = (
        Column("client", ("setup", "operation"), numeric=False),
        Column("cycles", ("cycles",)),
        Column("share", ("share",)),
    )
    groups = tuple(Group(own.setup, tuple(_parts(own))) for own in composed.compared(run))
    return Table("whole-parts", columns, groups, "An operation's hashes and random numbers are its own.")


def _parts(own: Handshake13) -> Iterator[tuple[Cell, ...]]:
    for part in own.parts:
        share = part.cycles / own.cycles.typical
        yield (
            Cell(part.scheme, "strong", (own.setup, part.scheme)),
            Cell(firmware.cycles(part.cycles), "", (part.cycles,)),
            Cell(numbers.percent(share), "", (share,)),
        )


# ---- the page ----


def page(run: WholeRun) -> Page:
    from wirerate.report.method import emulated

    sections = _sections(run) if run.rows else []
    return Page(f"wirerate {run.command}", composed.headed(run, sentence, _told), sections, emulated())


def _sections(run: WholeRun) -> list[str]:
    each = table(run)
    sections = [
        *composed.drawings(run, each, firmware.conditions(run.rows)),
        tabled("whole", "Every handshake", composed.spread(run), each),
        tabled("composed-beside", "Composed beside run", _closest(run), held(run)),
    ]
    if composed.compared(run):
        sections += [
            tabled("whole-parts", "Where the time goes", composed.dearest(run), parts(run)),
            tabled("composed-messages", "On the wire", composed.on_wire(run), composed.messages(run)),
        ]
    return sections


def _closest(run: WholeRun) -> str:
    shares = [own.composed_cycles / own.cycles.typical for own in run.rows]
    low, high = numbers.percent(min(shares)), numbers.percent(max(shares))
    return f"A composition comes to {low} to {high} of the time"
