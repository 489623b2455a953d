# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake`: DTLS by end and by operation, and the messages."""

from __future__ import annotations

from dataclasses import replace

from wirerate.report import html, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Figure, Group, Table
from wirerate.wings.mcu.rows import Handshake, HandshakeMessage
from wirerate.wings.mcu.runs import HandshakeRun
from wirerate.wings.mcu.setups import SYMMETRIC
from wirerate.wings.mcu.view import common as firmware

_FULL = ("ECDHE-ECDSA", "PSK")  # the handshakes whose operations are shown, and on the terminal messages


def text(run: HandshakeRun, on: Paper) -> str:
    wire = messages(run)  # the other setups' differ little; -J and the page have them
    wire = replace(wire, groups=tuple(group for group in wire.groups if group.heading in _FULL))
    return firmware.answer(run.rows, [table(run), parts(run), wire], on)


def table(run: HandshakeRun) -> Table:
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
    groups: dict[str, list[Handshake]] = {}
    for m in run.rows:
        on_wire = f"{m.bytes:.0f} bytes in {m.datagrams} datagrams, {m.bytes_on_ipv4} with UDP and IPv4"
        open_later = ", no forward secrecy" if m.forward_secrecy is False else ""
        groups.setdefault(f"{m.setup}: {on_wire}{open_later}", []).append(m)
    rows = tuple(Group(heading, tuple(map(_row, found)), _figures(found[0])) for heading, found in groups.items())
    return Table("handshakes", columns, rows, _note(run), ("condition", *firmware.BOARD_FIELDS, *_ON_WIRE))


_ON_WIRE = ("wire_bytes", "datagrams", "bytes_on_ipv4", "forward_secrecy")


def _figures(own: Handshake) -> tuple[Figure, ...]:
    secrecy = None if own.forward_secrecy is None else int(own.forward_secrecy)
    return (*firmware.board_figures(own), own.bytes, own.datagrams, own.bytes_on_ipv4, secrecy)


def _note(run: HandshakeRun) -> str:
    note = (
        "RAM: contexts, heap and stack at their peaks, record buffers included; flash: the end alone, with what it "
        "stands on. Bytes: DTLS records with their headers."
    )
    lacking = dict.fromkeys(each for m in run.rows for each in m.absent)
    words = "; ".join(f"{each.extension}: {each.reason}" for each in lacking)
    return f"{note} Not measured: {words}." if words else note


def _row(own: Handshake) -> tuple[Cell, ...]:
    ram = (own.ram_bytes, own.stack_bytes, own.heap_bytes, own.context_bytes)
    return (
        Cell(own.side, "strong", (own.setup, own.side)),
        *firmware.time_cells(own),
        firmware.cycles_cell(own.cycles),
        Cell(firmware.size(own.ram_bytes), firmware.over(own, "ram"), ram),
        firmware.size_cell(own.flash_bytes, firmware.over(own, "flash")),
        firmware.energy_cell(own.energy),
    )


def parts(run: HandshakeRun) -> Table:
    """Where either end's cycles go, as shares; one column per end of the two full handshakes."""
    shown = [own for own in run.rows if own.setup in _FULL]
    shares = [_shares(own) for own in shown]
    titles = [f"{'PSK' if own.suite == 'psk' else 'ECDHE'} {own.side}" for own in shown]
    columns = (Column("operation", ("operation",), numeric=False), *(Column(title, (title,)) for title in titles))
    rows = tuple((Cell(name, "strong"), *(_share(each.get(name)) for each in shares))
                 for name in dict.fromkeys(name for each in shares for name in each))  # fmt: skip
    return Table("handshake-operations", columns, (Group("", rows),), "Shares of an end's cycles.")


def _shares(own: Handshake) -> dict[str, float]:
    return {part.operation: part.cycles / own.cycles.typical for part in own.parts}


def _share(share: float | None) -> Cell:
    return Cell(numbers.NONE, "dim", (None,)) if share is None else Cell(numbers.percent(share), "", (share,))


def messages(run: HandshakeRun) -> Table:
    """Each message of every setup, in the order of the wire."""
    columns = (
        Column("message", ("message",), numeric=False),
        Column("from", ("side",), numeric=False),
        Column("bytes", ("bytes",)),
    )
    setups = {m.setup: m.messages for m in run.rows}
    groups = tuple(Group(setup, tuple(map(_message, wire))) for setup, wire in setups.items())
    return Table("messages", columns, groups, "Bytes with record and handshake headers.", ("setup",))


def _message(message: HandshakeMessage) -> tuple[Cell, ...]:
    return Cell(message.name), Cell(message.side, "dim"), Cell(str(message.bytes), "", (message.bytes,))


# ---- the page ----


def page(run: HandshakeRun) -> Page:
    sections = [_ends(run), *_operations(run), _wire(run)] if run.rows else []
    return Page(f"wirerate {run.command}", _head(run), sections, emulated())


def _head(run: HandshakeRun) -> str:
    title = "What a DTLS handshake takes"
    if not run.rows:
        return head("DTLS 1.2 (RFC 7925)", title, partial=run.partial)
    first = run.rows[0]
    eyebrow = f"{firmware.where(first)}; {firmware.library(first)}"
    return head(eyebrow, title, firmware.NO_EVIDENCE, partial=run.partial)


def _ends(run: HandshakeRun) -> str:
    times = [f"{firmware.milliseconds(m)} ms {with_}" for m, with_ in _clients(run)]
    return tabled("handshakes", "DTLS 1.2 handshakes (RFC 7925)", f"A client takes {', '.join(times)}", table(run))


def _clients(run: HandshakeRun) -> list[tuple[Handshake, str]]:
    """Of the two full handshakes; a run that was interrupted may lack one."""
    found: dict[str, Handshake] = {}
    for m in run.rows:
        found.setdefault(m.setup, m)  # the client comes first
    words = zip(_FULL, ("with certificates", "with a shared key"), strict=True)
    return [(found[setup], with_) for setup, with_ in words if setup in found]


def _operations(run: HandshakeRun) -> list[str]:
    return [tabled("operations", "Where the time goes", _dearest(m), parts(run)) for m, _ in _clients(run)[:1]]


def _dearest(own: Handshake) -> str:
    """The operation with the largest share of a full handshake, and what symmetric cryptography has of it."""
    shares = _shares(own)
    most = max(shares, key=lambda name: shares[name])
    symmetric = sum(share for name, share in shares.items() if name in SYMMETRIC)
    return f"{most} takes {numbers.share(shares[most])}, symmetric cryptography {numbers.share(symmetric, 1)}"


def _wire(run: HandshakeRun) -> str:
    wire = messages(run)
    inner = html.scrolled(wire, wire.note) + html.csv_link(wire)
    body = f"<details><summary>Every message of every setup</summary>{inner}</details>"
    title = ", ".join(f"{m.bytes:,.0f} bytes {with_}" for m, with_ in _clients(run))
    return html.section("messages", "On the wire", title, body)
