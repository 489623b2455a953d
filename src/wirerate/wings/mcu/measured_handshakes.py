# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.2 handshakes between two emulated ends: either end's time by operation, RAM, flash, and the messages; and how
they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wirerate.catalogue.libraries import version_named
from wirerate.report import columns, html, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.table import Cell, Column, Figure, Filled, Group, Table, grouped
from wirerate.report.terminal import Paper
from wirerate.vocabulary import Basis
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.counted_runs import Counted
from wirerate.wings.mcu.counted_runs import Handshake as Stored
from wirerate.wings.mcu.rows import AbsentExtension, Handshake, HandshakeMessage, HandshakePart, HandshakeRun, Options
from wirerate.wings.mcu.setups import ABSENT, FORWARD_SECRET, FULL, SETUPS, SHARED_KEY, SYMMETRIC
from wirerate.wings.mcu.store import known_handshake
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.target_cost import STORED, timed, warm_cycles


def configurations(where: Target, version: str | None, level: str) -> Iterator[Handshake]:
    """Both ends of every full handshake, as something that a budget can hold: the board is one of them."""
    for name in SETUPS:
        found = known_handshake(name, where, version=version_named(version), level=level)
        if found is not None and not SETUPS[name].resumption:
            yield from sides(found, where, STORED)


def sides(found: Stored, target: Target, basis: Basis) -> Iterator[Handshake]:
    for side, counts in found.sides.items():
        takes = timed(counts.whole, target, counts.stack_bytes, counts.flash_bytes, heap_bytes=counts.heap_bytes,
                      context_bytes=counts.context_bytes)  # fmt: skip
        setup = SETUPS[found.name]
        yield Handshake(
            **takes,
            subject=f"dtls-{setup.suite}-{side}@mbedtls-{found.made.release}/{target.core}",
            operation="handshake",
            basis=basis,
            bytes=float(found.bytes),
            setup=found.name,
            side=side,
            suite=setup.suite,
            version=found.version,
            release=found.made.release,
            level=found.level.removeprefix("-"),
            options=Options(nist=setup.nist, fixed_point=setup.fixed_point, window=setup.window),
            context_bytes=counts.context_bytes,
            content_length=setup.content_length,
            datagrams=found.datagrams,
            bytes_on_ipv4=found.bytes_on_ipv4,
            messages=tuple(HandshakeMessage(side=m.side, name=m.name, bytes=m.bytes) for m in found.messages),
            parts=tuple(_parts(counts, target)),
            absent=tuple(AbsentExtension(extension=name, reason=why) for name, why in ABSENT.items()),
            command=found.made.command,
            forward_secrecy=setup.suite in FORWARD_SECRET,
        )


def _parts(side: Counted, target: Target) -> Iterator[HandshakePart]:
    """Cycles of each operation, typical; what is left is the library's bookkeeping."""
    for name, trace in side.runs.items():
        yield HandshakePart(operation=name, cycles=warm_cycles(trace, target).typical)


# ---- as they are shown ----


_FULL = (FULL, SHARED_KEY)  # the handshakes whose operations are shown, and on the terminal messages


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
