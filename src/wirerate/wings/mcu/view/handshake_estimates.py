# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake --quantum`: handshakes of TLS 1.3 beside today's, composed of operations and of messages on paper;
with `--of` run whole, each held against what it comes to when it is composed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wirerate.report import columns, numbers
from wirerate.report.html import Page, drawn, head, tabled
from wirerate.report.table import Cell, Column, Figure, Filled, Group, Table, grouped, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.rows import (
    ComposedHandshake,
    ComposedPart,
    ComposedRun,
    Handshake13,
    HandshakeAnswer,
    WholeHandshake,
    WholeRun,
)

Run13 = ComposedRun | WholeRun


def step(scheme: str, operation: str) -> str:
    """One of the parts in words; of what was run whole they are words already."""
    return scheme if operation in ("", "blocks") else f"{scheme} {operation}"


# ---- the answer ----


def text(run: Run13, on: Paper) -> str:
    """The answer's two paragraphs, where there is one, and the tables."""
    if not run.rows:
        return firmware.NOTHING
    answer, where = run.findings, f"{firmware.where(run.rows[0])}."
    lines = []
    if answer is not None:
        lines += [*(on.ink(line, "strong") for line in wrap(sentence(run, answer), on.width)), ""]
        where += f" {_told(run, answer)}"
    lines += wrap(where, on.width)
    for each in (table(run), *([held(run)] if isinstance(run, WholeRun) else []), parts(run), messages(run)):
        lines += ["", *on.table(each).splitlines()]
    return "\n".join([*lines, "", *firmware.about(run.rows, on)]) + "\n"


def sentence(run: Run13, answer: HandshakeAnswer) -> str:
    """The answer a person wants first."""
    today, own = run.rows[answer.today], run.rows[answer.chosen]
    whose, ran = (f"{own.library}'s", ", emulated whole,") if isinstance(own, WholeHandshake) else ("the", "")
    if own is today:
        return (
            f"On this board today's handshake{ran} takes {firmware.milliseconds(today)} ms, "
            f"{firmware.octets(today.ram_bytes)} of RAM and {today.wire_bytes:,} bytes"
        )
    time, ram, wire = (numbers.significant(each, 2) for each in (answer.time, answer.ram, answer.wire))
    return (
        f"On this board {whose} {firmware.KINDS[answer.quantum]} handshake{ran} takes {time} times the time, {ram} "
        f"times the RAM and {wire} times the bytes of today's"
    )


def _told(run: Run13, answer: HandshakeAnswer) -> str:
    """Between what, what it withstands, and what the figures are."""
    today, own = run.rows[answer.today], run.rows[answer.chosen]
    between = f"{own.setup} ({firmware.security(own)})"
    if own is not today:
        between += f" beside {today.setup}"
    what = f"{own.protocol}, {between}, the client, certificates at both ends."
    return f"{what} {firmware.WITHSTANDS[answer.quantum]}{_otherwise(run, answer)} {_basis(own, answer)}"


def _otherwise(run: Run13, answer: HandshakeAnswer) -> str:
    """What other code would take."""
    if answer.alternative is None:
        return ""
    today, other = (run.rows[n] for n in (answer.today, answer.alternative))
    time, ram = other.ns.median / today.ns.median, other.ram_bytes / today.ram_bytes
    times = f"{numbers.significant(time, 2)} times the time and {numbers.significant(ram, 2)} times the RAM"
    return f" By {other.code} it takes {times}."


def _basis(own: Handshake13, answer: HandshakeAnswer) -> str:
    time, wire = (f"{numbers.significant(each * 100)} %" for each in (answer.emulated_time, answer.emulated_wire))
    if isinstance(own, WholeHandshake):
        return (
            f"Run, not composed: {own.library} {own.release} at both ends, built here or where it was stored, and no "
            f"part of wirerate. Its licence: {own.licence}. Composed of {own.library}'s own operations and the "
            f"standards' message layouts it comes to {time} of this time and {wire} of these bytes."
        )
    return (
        "Composed, not run: measured operations and the standards' message layouts. Composed in the same way, the "
        f"emulated DTLS 1.2 handshake comes to {time} of its time and {wire} of its bytes."
    )


# ---- tables ----

_FIELDS = (*firmware.BOARD_FIELDS, "protocol", "side", "mutual")  # of what heads a group, beside its words


def _figures(own: Handshake13) -> tuple[Figure, ...]:
    return (*firmware.board_figures(own), own.protocol, own.side, int(own.mutual))


def _heading(own: Handshake13) -> str:
    proof = "certificates at both ends" if own.mutual else "the server alone shows a certificate"
    return f"{own.side}, {proof}{f'; by {own.code}' if own.code else ''}"


def _kind(own: Handshake13) -> tuple[str, bool, bool]:
    """Other code stands in one group, whose heading names the first row's."""
    return own.side, own.mutual, bool(own.code)


def table(run: Run13) -> Table:
    """A group per end and kind of proof, a row per pair of algorithms."""
    if isinstance(run, WholeRun):
        return firmware.by_condition("whole", _WHOLE, run.rows, _heading, _WHOLE_NOTE, _FIELDS, _figures)
    return firmware.by_condition("composed", _COMPOSED, run.rows, _heading, _COMPOSED_NOTE, _FIELDS, _figures, _kind)


_COMPOSED_NOTE = (
    "RAM: the deepest operation with keys and messages, record buffers, and what the emulated handshake keeps beside "
    "them; a signature's time is the mean. Bytes: records with their headers; datagrams (of TLS segments) of at most "
    "1,280 bytes with IPv6; frames of 127 bytes on an 802.15.4 radio (6LoWPAN). Category: NIST's, – where it gave none."
)
_WHOLE_NOTE = (
    "RAM: heap and stack at their peaks, contexts, buffers and credentials included; a signature of ML-DSA takes the "
    "mean of its attempts. Bytes: records with their headers; datagrams of at most 1,280 bytes with IPv6; frames of "
    "127 bytes on an 802.15.4 radio (6LoWPAN)."
)


def _setup(own: Handshake13) -> Cell:
    code = own.library if isinstance(own, WholeHandshake) else own.code
    return Cell(own.setup, "strong", (own.setup, own.quantum, code))


def _ram(own: Handshake13) -> Cell:
    kept = (own.kept_bytes,) if isinstance(own, ComposedHandshake) else ()
    figures = (own.ram_bytes, own.stack_bytes, own.heap_bytes, *kept)
    return Cell(firmware.size(own.ram_bytes), firmware.over(own, "ram"), figures)


def _frames(own: Handshake13) -> Cell:
    if own.frames is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    return Cell(f"{own.frames}", "", (own.frames, own.frame_bytes, own.air), f"{own.air:.0f} ms on air")


_SETUP: Filled[Handshake13] = Filled("", ("setup", "quantum", "code"), numeric=False, cell=_setup)
_SENT: tuple[Filled[Handshake13], ...] = (
    Filled("bytes", ("wire_bytes", "bytes_on_ipv6"),
           cell=lambda own: Cell(f"{own.wire_bytes:,}", "", (own.wire_bytes, own.bytes_on_ipv6))),
    Filled("datagrams", ("datagrams", "records", "flights"),
           cell=lambda own: Cell(f"{own.datagrams}", "", (own.datagrams, own.records, own.flights))),
    Filled("frames", ("frames", "frame_bytes", "air_ms"), cell=_frames),
)  # fmt: skip
_CATEGORY: Filled[Handshake13] = Filled(
    "category", ("category", "strength"), expendable=True,
    cell=lambda own: Cell(str(own.category or numbers.NONE), "", (own.category, own.strength)),
)  # fmt: skip
_FLASH = replace(firmware.FLASH, expendable=True)
_LAST = (replace(firmware.ENERGY, expendable=True), replace(firmware.RANGE, expendable=True))
_RAM = ("ram_bytes", "stack_bytes", "heap_bytes")
_COMPOSED: tuple[Filled[ComposedHandshake], ...] = (
    _SETUP, firmware.MS, Filled("RAM", (*_RAM, "kept_bytes"), cell=_ram), *_SENT, _CATEGORY, _FLASH, *_LAST,
)  # fmt: skip
_WHOLE: tuple[Filled[WholeHandshake], ...] = (
    _SETUP, firmware.MS, Filled("RAM", _RAM, cell=_ram), *_SENT, _FLASH, _CATEGORY, *_LAST,
)  # fmt: skip


def held(run: WholeRun) -> Table:
    """The composition of the same library's operations over what was run."""
    return firmware.by_condition("composed-beside", _BESIDE, run.rows, _heading, _BESIDE_NOTE, _FIELDS, _figures)


_BESIDE_NOTE = (
    "Composed: each operation run alone in the same build, blocks of SHA-256 and AES-CCM, and messages of the lengths "
    "that the standards give; not in it: the library's own bookkeeping, copies, certificates parsed, and what it does "
    "twice: the client makes a key pair that does not fit its first datagram, and makes another after the cookie."
)


def _time_held(own: WholeHandshake) -> float:
    return own.composed_cycles / own.cycles.typical


def _cycles_held(own: WholeHandshake) -> Cell:
    composed, ran = own.composed_cycles, own.cycles.typical
    return Cell(f"{firmware.cycles(composed)} / {firmware.cycles(ran)}", "", (composed, ran))


def _bytes_held(own: WholeHandshake) -> Cell:
    share = own.composed_bytes / own.wire_bytes
    return Cell(f"{own.composed_bytes:,} ({numbers.percent(share)})", "", (own.composed_bytes, share))


def _datagrams_held(own: WholeHandshake) -> Cell:
    figures = (own.composed_datagrams, own.datagrams)
    return Cell(f"{own.composed_datagrams} / {own.datagrams}", "", figures)


_BESIDE: tuple[Filled[WholeHandshake], ...] = (
    Filled("composed / run", ("setup",), numeric=False, cell=lambda own: Cell(own.setup, "strong", (own.setup,))),
    Filled("cycles", ("composed_cycles", "cycles"), cell=_cycles_held),
    columns.figure("time", "time_ratio", _time_held, numbers.percent),
    Filled("bytes", ("composed_bytes", "wire_ratio"), cell=_bytes_held),
    Filled("datagrams", ("composed_datagrams", "datagrams"), cell=_datagrams_held),
)


def compared(run: Run13) -> list[Handshake13]:
    """Today's client, and the one that is told of."""
    answer = run.findings
    return [] if answer is None else [run.rows[n] for n in dict.fromkeys((answer.today, answer.chosen))]


def parts(run: Run13) -> Table:
    """What the client computes, in its order, and where its time goes; of a composition what it must hold meanwhile."""
    whole = isinstance(run, WholeRun)
    shown = _PARTS_RUN if whole else _PARTS
    groups = tuple(grouped(own.setup, shown, [(own, part) for part in own.parts]) for own in compared(run))
    if whole:
        return Table("whole-parts", shown, groups, "An operation's hashes and random numbers are its own.")
    note = "Works in: stack, heap and static memory. Holds: keys and messages meanwhile."
    return Table("composed-parts", shown, groups, note)


Done = tuple[Handshake13, ComposedPart]


def _step(each: Done) -> Cell:
    own, part = each
    return Cell(step(part.scheme, part.operation), "strong", (own.setup, part.scheme, part.operation))


def _share(each: Done) -> float:
    own, part = each
    return part.cycles / sum(other.cycles for other in own.parts)


def _none_if_0(size: int) -> Cell:
    return Cell(firmware.size(size) if size else numbers.NONE, "" if size else "dim", (size,))


_PART_CYCLES: Filled[Done] = columns.figure("cycles", "cycles", lambda each: each[1].cycles, firmware.cycles)
_PARTS: tuple[Filled[Done], ...] = (
    Filled("client", ("setup", "scheme", "operation"), numeric=False, cell=_step),
    _PART_CYCLES,
    columns.figure("share", "share", _share, numbers.percent),
    Filled("works in", ("working_bytes",), cell=lambda each: _none_if_0(each[1].working_bytes)),
    Filled("holds", ("held_bytes",), cell=lambda each: _none_if_0(each[1].held_bytes)),
)
_PARTS_RUN: tuple[Filled[Done], ...] = (
    Filled("client", ("setup", "operation"), numeric=False,
           cell=lambda each: Cell(each[1].scheme, "strong", (each[0].setup, each[1].scheme))),
    _PART_CYCLES,
    columns.figure("share", "share", lambda each: each[1].cycles / each[0].cycles.typical, numbers.percent),
)  # fmt: skip


def messages(run: Run13) -> Table:
    """Each message in the order of the wire."""
    found = compared(run)
    heads = (
        Column("message", ("message",), numeric=False),
        Column("from", ("side",), numeric=False),
        *(Column(own.setup, (own.setup,)) for own in found),
    )
    rows = tuple(
        (Cell(each[0].name), Cell(each[0].side, "dim"), *(Cell(f"{m.bytes:,}", "", (m.bytes,)) for m in each))
        for each in zip(*(own.messages for own in found), strict=True)
    )
    return Table("composed-messages", heads, (Group("", rows),), "Bytes with the headers of their records.")


# ---- the page ----


def page(run: Run13) -> Page:
    from wirerate.report import method

    told = method.emulated() if isinstance(run, WholeRun) else method.composed()
    return Page(f"wirerate {run.command}", _head(run), _sections(run) if run.rows else [], told)


def _head(run: Run13) -> str:
    answer = run.findings
    if answer is None:
        return head("TLS 1.3", "What a handshake takes", firmware.NO_EVIDENCE, partial=run.partial)
    today = run.rows[answer.today]
    where = f"{firmware.where(today)}; {today.protocol}"
    return head(where, sentence(run, answer), f"{_told(run, answer)} {firmware.NO_EVIDENCE}", partial=run.partial)


def _sections(run: Run13) -> list[str]:
    from wirerate.wings.mcu.view import charts

    each, time = table(run), parts(run)
    conditions = f"{firmware.where(run.rows[0])}. {firmware.NO_EVIDENCE[:-1]}"
    if isinstance(run, WholeRun):
        conditions = firmware.conditions(run.rows)
    sections = [
        drawn("Classical beside post-quantum", charts.handshakes_beside(run.rows, each), conditions),
        drawn("Time against bytes", charts.handshakes_bytes(run.rows, each), conditions),
        tabled(each.name, "Every handshake", _spread(run.rows), each),
    ]
    if isinstance(run, WholeRun):
        sections.append(tabled("composed-beside", "Composed beside run", _closest(run), held(run)))
    if compared(run):
        sections += [
            tabled(time.name, "Where the time goes", _dearest(run), time),
            tabled("composed-messages", "On the wire", _on_wire(run), messages(run)),
        ]
    return sections


def _spread(rows: Sequence[Handshake13]) -> str:
    low, high = min(own.wire_bytes for own in rows), max(own.wire_bytes for own in rows)
    return f"{low:,} to {high:,} bytes"


def _closest(run: WholeRun) -> str:
    shares = [_time_held(own) for own in run.rows]
    low, high = numbers.percent(min(shares)), numbers.percent(max(shares))
    return f"A composition comes to {low} to {high} of the time"


def _dearest(run: Run13) -> str:
    own = compared(run)[-1]
    most = max(own.parts, key=lambda part: part.cycles)
    return f"{own.setup}: {step(most.scheme, most.operation)} takes {numbers.share(_share((own, most)))}"


def _on_wire(run: Run13) -> str:
    own = compared(run)[-1]
    longest = max(own.messages, key=lambda message: message.bytes)
    return f"{own.setup}: {own.wire_bytes:,} bytes, {longest.bytes:,} of them the {longest.side}'s {longest.name}"
