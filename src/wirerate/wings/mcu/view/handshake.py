# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake`: DTLS by end and by operation, and the messages."""

from __future__ import annotations

from dataclasses import replace

from wirerate.report import columns, html, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Figure, Filled, Group, Table, grouped
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
    return firmware.by_condition(
        "handshakes", _COLUMNS, run.rows, _condition, _note(run), (*firmware.BOARD_FIELDS, *_ON_WIRE), _figures
    )


def _condition(m: Handshake) -> str:
    on_wire = f"{m.bytes:.0f} bytes in {m.datagrams} datagrams, {m.bytes_on_ipv4} with UDP and IPv4"
    return f"{m.setup}: {on_wire}{', no forward secrecy' if m.forward_secrecy is False else ''}"


def _ram(m: Handshake) -> Cell:
    figures = (m.ram_bytes, m.stack_bytes, m.heap_bytes, m.context_bytes)
    return Cell(firmware.size(m.ram_bytes), firmware.over(m, "ram"), figures)


_COLUMNS: tuple[Filled[Handshake], ...] = (
    Filled("", ("setup", "side"), numeric=False, cell=lambda m: Cell(m.side, "strong", (m.setup, m.side))),
    firmware.MS,
    firmware.RANGE,
    firmware.CYCLES,
    Filled("RAM", ("ram_bytes", "stack_bytes", "heap_bytes", "context_bytes"), cell=_ram),
    firmware.FLASH,
    firmware.ENERGY,
)
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


def parts(run: HandshakeRun) -> Table:
    """Where either end's cycles go, as shares; one column per end of the two full handshakes."""
    shown = [own for own in run.rows if own.setup in _FULL]
    shares = [_shares(own) for own in shown]
    titles = [f"{'PSK' if own.suite == 'psk' else 'ECDHE'} {own.side}" for own in shown]
    heads = (Column("operation", ("operation",), numeric=False), *(Column(title, (title,)) for title in titles))
    rows = tuple((Cell(name, "strong"), *(_share(each.get(name)) for each in shares))
                 for name in dict.fromkeys(name for each in shares for name in each))  # fmt: skip
    return Table("handshake-operations", heads, (Group("", rows),), "Shares of an end's cycles.")


def _shares(own: Handshake) -> dict[str, float]:
    return {part.operation: part.cycles / own.cycles.typical for part in own.parts}


def _share(share: float | None) -> Cell:
    return Cell(numbers.NONE, "dim", (None,)) if share is None else Cell(numbers.percent(share), "", (share,))


def messages(run: HandshakeRun) -> Table:
    """Each message of every setup, in the order of the wire."""
    setups = {m.setup: m.messages for m in run.rows}
    groups = tuple(grouped(setup, _MESSAGES, wire) for setup, wire in setups.items())
    return Table("messages", _MESSAGES, groups, "Bytes with record and handshake headers.", ("setup",))


_MESSAGES: tuple[Filled[HandshakeMessage], ...] = (
    columns.words("message", "message", lambda message: message.name),
    columns.words("from", "side", lambda message: message.side, "dim"),
    columns.figure("bytes", "bytes", lambda message: message.bytes, str),
)


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
