# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.2 handshakes between two emulated ends, and their view: time by operation, RAM, flash and messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wirerate.catalogue.libraries import version_named
from wirerate.report import columns, html, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.table import Cell, Column, Figure, Filled, Group, Table, grouped, listed
from wirerate.report.terminal import Paper
from wirerate.vocabulary import Basis
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.counted_runs import Counted
from wirerate.wings.mcu.counted_runs import Handshake as Stored
from wirerate.wings.mcu.rows import AbsentExtension, Handshake, HandshakeMessage, HandshakePart, HandshakeRun, Options
from wirerate.wings.mcu.setups import (
    ABSENT,
    CLIENT,
    FORWARD_SECRET,
    FULL,
    SERVER,
    SETUPS,
    SHARED_KEY,
    SIDES,
    SYMMETRIC,
)
from wirerate.wings.mcu.store import find_handshake
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.target_cost import STORED, timed, warm_cycles


def configurations(where: Target, version: str | None, level: str) -> Iterator[Handshake]:
    """Yield both ends of every stored full handshake, for a budget of a board that may be either end."""
    for name in SETUPS:
        handshake = find_handshake(name, where, version=version_named(version), level=level)
        if handshake is not None and not SETUPS[name].resumption:
            yield from ends(handshake, where, STORED)


def ends(handshake: Stored, target: Target, basis: Basis) -> Iterator[Handshake]:
    """Yield a row for the client and one for the server."""
    for side, counts in handshake.sides.items():
        figures = timed(counts.whole, target, counts.stack_bytes, counts.flash_bytes, heap_bytes=counts.heap_bytes,
                        context_bytes=counts.context_bytes)  # fmt: skip
        setup = SETUPS[handshake.name]
        yield Handshake(
            **figures,
            subject=f"dtls-{setup.suite}-{side}@mbedtls-{handshake.made.release}/{target.core}",
            operation="handshake",
            basis=basis,
            bytes=float(handshake.bytes),
            setup=handshake.name,
            side=side,
            suite=setup.suite,
            version=handshake.version,
            release=handshake.made.release,
            level=handshake.level.removeprefix("-"),
            options=Options(nist=setup.nist, fixed_point=setup.fixed_point, window=setup.window),
            context_bytes=counts.context_bytes,
            content_length=setup.content_length,
            datagrams=handshake.datagrams,
            bytes_on_ipv4=handshake.bytes_on_ipv4,
            messages=tuple(HandshakeMessage(side=m.side, name=m.name, bytes=m.bytes) for m in handshake.messages),
            parts=tuple(_parts(counts, target)),
            absent=tuple(AbsentExtension(extension=name, reason=why) for name, why in ABSENT.items()),
            command=handshake.made.command,
            forward_secrecy=setup.suite in FORWARD_SECRET,
        )


def _parts(side: Counted, target: Target) -> Iterator[HandshakePart]:
    """Yield the typical cycles of every operation; the last part is everything else, the library's bookkeeping."""
    for name, trace in side.runs.items():
        yield HandshakePart(operation=name, cycles=warm_cycles(trace, target).typical)


# ---- view ----


_FULL = (FULL, SHARED_KEY)  # --explain shows the operations and messages of these setups


def text(run: HandshakeRun, paper: Paper) -> str:
    if not run.rows:
        return firmware.NOTHING
    wire = messages(run)  # only -J and the HTML page show the other setups, which differ little
    wire = replace(wire, groups=tuple(group for group in wire.groups if group.heading in _FULL))
    caveats = [] if paper.explain else [_summary(run)]
    return firmware.answer(paper, sentence(run), run.rows, [_setups(run)], [table(run), parts(run), wire], caveats)


def sentence(run: HandshakeRun) -> str:
    """Return the answer in one sentence: the client's time with certificates and with a pre-shared key."""
    times = [f"{firmware.time_span(m)} {proof}" for m, proof in _clients(run)] or [firmware.time_span(run.rows[0])]
    client = f"a DTLS 1.2 client ({firmware.build_name(run.rows[0])})"
    return f"{firmware.board_and_clock(run.rows[0])}: {client} takes {' and '.join(times)}."


def _summary(run: HandshakeRun) -> str:
    """Return the costliest operation of a full handshake, and name the setups without forward secrecy."""
    shares = [f"{_costliest(m)}." for m, _ in _clients(run)[:1]]
    without = dict.fromkeys(m.setup for m in run.rows if m.forward_secrecy is False)
    return " ".join([*shares, *([f"No forward secrecy: {', '.join(without)}."] if without else [])])


Pair = tuple[Handshake | None, Handshake | None]  # client and server of a setup; an interrupted run may lack one


def _setups(run: HandshakeRun) -> Table:
    """Return the terminal's table: a row for each setup, with both ends."""
    rows: dict[str, dict[str, Handshake]] = {}
    for m in run.rows:
        rows.setdefault(m.setup, {})[m.side] = m
    return listed("handshakes", _SETUPS, [(ends.get(CLIENT), ends.get(SERVER)) for ends in rows.values()])


def _either(pair: Pair) -> Handshake:
    client, server = pair
    end = client or server
    assert end is not None
    return end


def _end_time(number: int) -> Filled[Pair]:
    def cell(pair: Pair) -> Cell:
        end = pair[number]
        return firmware.MS.cell(end) if end else Cell(numbers.NONE)

    return Filled(f"{SIDES[number]} ms", (SIDES[number],), cell=cell)


def _end_ram(number: int) -> Filled[Pair]:
    def cell(pair: Pair) -> Cell:
        end = pair[number]
        return _ram(end) if end else Cell(numbers.NONE)

    return Filled(f"{SIDES[number]} RAM", (f"{SIDES[number]}_ram",), cell=cell)


_SETUPS: tuple[Filled[Pair], ...] = (
    Filled("", ("setup",), numeric=False, cell=lambda pair: Cell(_either(pair).setup, "strong")),
    _end_time(0),
    _end_time(1),
    _end_ram(0),
    _end_ram(1),
    columns.figure("bytes", "bytes", lambda pair: _either(pair).bytes, lambda n: f"{n:,.0f}"),
    columns.figure("datagrams", "datagrams", lambda pair: _either(pair).datagrams, str, expendable=True),
)


def table(run: HandshakeRun) -> Table:
    """Return a table with a group for each setup and a row for each end."""
    return firmware.by_condition(
        "handshakes", _COLUMNS, run.rows, _condition, _note(run), (*firmware.BOARD_FIELDS, *_ON_WIRE), _figures
    )


def _condition(m: Handshake) -> str:
    on_wire = f"{m.bytes:.0f} bytes in {m.datagrams} datagrams, {m.bytes_on_ipv4} with UDP and IPv4"
    return f"{m.setup}: {on_wire}{', no forward secrecy' if m.forward_secrecy is False else ''}"


def _ram(m: Handshake) -> Cell:
    figures = (m.ram_bytes, m.stack_bytes, m.heap_bytes, m.context_bytes)
    return Cell(firmware.size(m.ram_bytes), firmware.memory_tone(m, "ram"), figures)


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


def _figures(m: Handshake) -> tuple[Figure, ...]:
    secrecy = None if m.forward_secrecy is None else int(m.forward_secrecy)
    return (*firmware.board_figures(m), m.bytes, m.datagrams, m.bytes_on_ipv4, secrecy)


def _note(run: HandshakeRun) -> str:
    note = (
        "RAM: contexts, heap and stack at their peaks, record buffers included. Flash: a program with this end only. "
        "Bytes: DTLS records with their headers."
    )
    absent = dict.fromkeys(extension for m in run.rows for extension in m.absent)
    words = "; ".join(f"{missing.extension}: {missing.reason}" for missing in absent)
    return f"{note} Not measured: {words}." if words else note


def parts(run: HandshakeRun) -> Table:
    """Return the share of each operation in the cycles of both ends of the two full handshakes."""
    shown = [m for m in run.rows if m.setup in _FULL]
    shares = [_shares(m) for m in shown]
    titles = [f"{'PSK' if m.suite == 'psk' else 'ECDHE'} {m.side}" for m in shown]
    heads = (Column("operation", ("operation",), numeric=False), *(Column(title, (title,)) for title in titles))
    rows = tuple((Cell(name, "strong"), *(_share(of_end.get(name)) for of_end in shares))
                 for name in dict.fromkeys(name for of_end in shares for name in of_end))  # fmt: skip
    return Table("handshake-operations", heads, (Group("", rows),), "Shares of an end's cycles.")


def _shares(m: Handshake) -> dict[str, float]:
    return {part.operation: part.cycles / m.cycles.typical for part in m.parts}


def _share(share: float | None) -> Cell:
    return Cell(numbers.NONE, "dim", (None,)) if share is None else Cell(numbers.percent(share), "", (share,))


def messages(run: HandshakeRun) -> Table:
    """Return the messages of every setup in the order they are sent."""
    setups = {m.setup: m.messages for m in run.rows}
    groups = tuple(grouped(setup, _MESSAGES, wire) for setup, wire in setups.items())
    return Table("messages", _MESSAGES, groups, "Bytes with record and handshake headers.", ("setup",))


_MESSAGES: tuple[Filled[HandshakeMessage], ...] = (
    columns.words("message", "message", lambda message: message.name),
    columns.words("from", "side", lambda message: message.side, "dim"),
    columns.figure("bytes", "bytes", lambda message: message.bytes, str),
)


# ---- the HTML page ----


def page(run: HandshakeRun) -> Page:
    sections = []
    if run.rows:
        sections = [_ends_section(run), *_operations(run), _wire(run), firmware.notes_section(run.rows)]
    return Page(f"wirerate {run.command}", _head(run), sections, emulated())


def _head(run: HandshakeRun) -> str:
    title = "Time and memory of a DTLS handshake"
    if not run.rows:
        return head("DTLS 1.2 (RFC 7925)", title, partial=run.partial)
    first = run.rows[0]
    eyebrow = f"{firmware.board_and_clock(first)}; {firmware.build_name(first)}"
    return head(eyebrow, title, firmware.NO_EVIDENCE, partial=run.partial)


def _ends_section(run: HandshakeRun) -> str:
    times = [f"{firmware.milliseconds(m)} ms {proof}" for m, proof in _clients(run)]
    return tabled("handshakes", "DTLS 1.2 handshakes (RFC 7925)", f"A client takes {', '.join(times)}", table(run))


def _clients(run: HandshakeRun) -> list[tuple[Handshake, str]]:
    """Return the clients of the two full handshakes, described as "with certificates" and "with a PSK". An interrupted
    run may lack one of them."""
    first: dict[str, Handshake] = {}
    for m in run.rows:
        first.setdefault(m.setup, m)  # the client, in a complete run
    words = zip(_FULL, ("with certificates", "with a PSK"), strict=True)
    return [(first[setup], proof) for setup, proof in words if setup in first]


def _operations(run: HandshakeRun) -> list[str]:
    return [tabled("operations", "Where the time goes", _costliest(m), parts(run)) for m, _ in _clients(run)[:1]]


def _costliest(m: Handshake) -> str:
    """Return the operation with the largest share of a full handshake, and the share of symmetric cryptography."""
    shares = _shares(m)
    most = max(shares, key=lambda name: shares[name])
    symmetric = sum(share for name, share in shares.items() if name in SYMMETRIC)
    return f"{most} takes {numbers.share(shares[most])}, symmetric cryptography {numbers.share(symmetric, 1)}"


def _wire(run: HandshakeRun) -> str:
    wire = messages(run)
    inner = html.scrolled(wire, wire.note) + html.csv_link(wire)
    body = f"<details><summary>Messages of every setup</summary>{inner}</details>"
    title = ", ".join(f"{m.bytes:,.0f} bytes {proof}" for m, proof in _clients(run))
    return html.section("messages", "On the wire", title, body)
