# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake --quantum`: TLS 1.3 handshakes compared with today's, estimated from measured operations or, with
`--of`, run end to end and compared with such an estimate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wirerate.report import columns, numbers
from wirerate.report.html import Page, drawn, head, tabled
from wirerate.report.table import Cell, Column, Figure, Filled, Group, Table, grouped, listed
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
from wirerate.wings.mcu.setups import CLIENT, SERVER

Run13 = ComposedRun | WholeRun


def part_name(scheme: str, operation: str) -> str:
    """Return the name of a part: scheme and operation. For a handshake that was run, `scheme` is already the whole
    name."""
    return scheme if operation in ("", "blocks") else f"{scheme} {operation}"


# ---- the answer ----


def text(run: Run13, paper: Paper) -> str:
    if not run.rows:
        return firmware.NOTHING
    answer = run.findings
    caveats = [] if answer is None else [firmware.RESISTANCE[answer.quantum], _basis(run, answer)]
    if answer is not None and paper.explain:
        caveats += [_other_code(run, answer), _method(run, answer)]
    estimates = [with_estimates(run)] if isinstance(run, WholeRun) else []
    full = [table(run), *estimates, parts(run), messages(run)]
    return firmware.answer(paper, sentence(run), run.rows, [_setups(run)], full, caveats)


def sentence(run: Run13) -> str:
    """Return the answer: time, RAM and bytes of the client, and those of today's handshake."""
    answer, first = run.findings, run.rows[0]
    if answer is None:
        return f"{firmware.board_and_clock(first)}: {_figures_text(first)} (interrupted)."
    today, new = run.rows[answer.today], run.rows[answer.chosen]
    before = "" if new is today else f" Today's {_figures_text(today)}."
    return f"{firmware.board_and_clock(first)}, {new.protocol} client: {_figures_text(new)}.{before}"


def _figures_text(m: Handshake13) -> str:
    time = f"{firmware.milliseconds(m)} ms"
    return f"{m.setup} takes {time}, {firmware.octets(m.ram_bytes)} of RAM and {m.wire_bytes:,} bytes sent"


def title(run: Run13, answer: HandshakeAnswer) -> str:
    """Return the page's headline: the cost in multiples of today's handshake."""
    today, new = run.rows[answer.today], run.rows[answer.chosen]
    library = f"{new.library}'s" if isinstance(new, WholeHandshake) else "The"
    if new is today:
        return f"Today's handshake: {_figures_text(today)}"
    time, ram, wire = (numbers.significant(ratio, 2) for ratio in (answer.time, answer.ram, answer.wire))
    return (
        f"{library} {firmware.KINDS[answer.quantum]} handshake takes {time} times the time, {ram} times the RAM and "
        f"{wire} times the bytes of today's"
    )


def _other_code(run: Run13, answer: HandshakeAnswer) -> str:
    """Return a sentence with the cost of other implementations of the same algorithms; "" if there are none."""
    if answer.alternative is None:
        return ""
    new, other = (run.rows[n] for n in (answer.chosen, answer.alternative))
    time, ram = firmware.milliseconds(other), firmware.octets(other.ram_bytes)
    return f"The same by {other.code}: {time} ms and {ram} of RAM." if other is not new else ""


def _basis(run: Run13, answer: HandshakeAnswer) -> str:
    new = run.rows[answer.chosen]
    if isinstance(new, WholeHandshake):
        licence = new.licence.rstrip(".")
        return f"Run end to end in {new.library} {new.release}, which is not part of wirerate: {licence}."
    error = numbers.percent(abs(1 - answer.emulated_time))
    return f"Estimated, not run end to end; for DTLS 1.2 the same method is {error} off."


def _method(run: Run13, answer: HandshakeAnswer) -> str:
    """Return a sentence that says how the figures were obtained, and how close estimates are to emulated handshakes."""
    new = run.rows[answer.chosen]
    time, wire = (f"{numbers.significant(share * 100)} %" for share in (answer.emulated_time, answer.emulated_wire))
    if isinstance(new, WholeHandshake):
        return (
            f"An estimate from {new.library}'s own operations comes to {time} of this time and {wire} of these bytes."
        )
    return f"The same estimate for DTLS 1.2 comes to {time} of the emulated time and {wire} of the bytes."


# ---- tables ----


def _setups(run: Run13) -> Table:
    """Return the terminal's table: a row for each pair of algorithms, with certificates at both ends."""
    rows: dict[str, dict[str, Handshake13]] = {}
    for m in run.rows:
        if m.mutual and not m.code:
            rows.setdefault(m.setup, {})[m.side] = m
    ends = [(sides.get(CLIENT) or sides[SERVER], sides.get(SERVER)) for sides in rows.values()]
    return listed("handshakes", _SETUPS, ends)


Pair = tuple[Handshake13, Handshake13 | None]  # client and server; an interrupted run may lack the server

_FIELDS = (*firmware.BOARD_FIELDS, "protocol", "side", "mutual")  # the parts of a group's heading in an export


def _figures(m: Handshake13) -> tuple[Figure, ...]:
    return (*firmware.board_figures(m), m.protocol, m.side, int(m.mutual))


def _heading(m: Handshake13) -> str:
    proof = "certificates at both ends" if m.mutual else "server certificate only"
    return f"{m.side}, {proof}{f'; by {m.code}' if m.code else ''}"


def _group(m: Handshake13) -> tuple[str, bool, bool]:
    """Return the key of a row's group. All rows with alternative implementations share a group, whose heading comes
    from its first row."""
    return m.side, m.mutual, bool(m.code)


def table(run: Run13) -> Table:
    """Return a table: a row for each pair of algorithms, grouped by end and by the way that the ends authenticate."""
    if isinstance(run, WholeRun):
        return firmware.by_condition("whole", _WHOLE, run.rows, _heading, _WHOLE_NOTE, _FIELDS, _figures)
    return firmware.by_condition("composed", _ESTIMATE, run.rows, _heading, _ESTIMATE_NOTE, _FIELDS, _figures, _group)


_COLUMN_NOTE = (
    "Signing with ML-DSA: the mean over its attempts. Bytes: records with their headers. Datagrams (segments in TLS): "
    "at most 1,280 bytes with IPv6. Frames: 127 bytes on an 802.15.4 radio (6LoWPAN)."
)
_ESTIMATE_NOTE = (
    "RAM: the operation that needs most, with its keys and messages, plus record buffers and the state that the "
    f"emulated DTLS 1.2 handshake keeps. {_COLUMN_NOTE} Category: NIST's security category, – if it has none."
)
_WHOLE_NOTE = f"RAM: peak heap and stack, with contexts, buffers and credentials. {_COLUMN_NOTE}"


def _setup(m: Handshake13) -> Cell:
    code = m.library if isinstance(m, WholeHandshake) else m.code
    return Cell(m.setup, "strong", (m.setup, m.quantum, code))


def _ram(m: Handshake13) -> Cell:
    kept = (m.kept_bytes,) if isinstance(m, ComposedHandshake) else ()
    figures = (m.ram_bytes, m.stack_bytes, m.heap_bytes, *kept)
    return Cell(firmware.size(m.ram_bytes), firmware.memory_tone(m, "ram"), figures)


def _frames(m: Handshake13) -> Cell:
    if m.frames is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    return Cell(f"{m.frames}", "", (m.frames, m.frame_bytes, m.air), f"{m.air:.0f} ms on air")


def _of_client(column: Filled[Handshake13], title: str) -> Filled[Pair]:
    return Filled(title, (title,), cell=lambda ends: column.cell(ends[0]))


def _of_server(column: Filled[Handshake13], title: str) -> Filled[Pair]:
    return Filled(title, (title,), cell=lambda ends: column.cell(ends[1]) if ends[1] else Cell(numbers.NONE))


_SETUP: Filled[Handshake13] = Filled("", ("setup", "quantum", "code"), numeric=False, cell=_setup)
_SENT: tuple[Filled[Handshake13], ...] = (
    Filled("bytes", ("wire_bytes", "bytes_on_ipv6"),
           cell=lambda m: Cell(f"{m.wire_bytes:,}", "", (m.wire_bytes, m.bytes_on_ipv6))),
    Filled("datagrams", ("datagrams", "records", "flights"),
           cell=lambda m: Cell(f"{m.datagrams}", "", (m.datagrams, m.records, m.flights))),
    Filled("frames", ("frames", "frame_bytes", "air_ms"), cell=_frames),
)  # fmt: skip
_CATEGORY: Filled[Handshake13] = Filled(
    "category", ("category", "strength"), expendable=True,
    cell=lambda m: Cell(str(m.category or numbers.NONE), "", (m.category, m.strength)),
)  # fmt: skip
_FLASH = replace(firmware.FLASH, expendable=True)
_LAST = (replace(firmware.ENERGY, expendable=True), replace(firmware.RANGE, expendable=True))
_RAM_FIELDS = ("ram_bytes", "stack_bytes", "heap_bytes")
_RAM: Filled[Handshake13] = Filled("RAM", _RAM_FIELDS, cell=_ram)
_ESTIMATE: tuple[Filled[ComposedHandshake], ...] = (
    _SETUP, firmware.MS, replace(_RAM, fields=(*_RAM_FIELDS, "kept_bytes")), *_SENT, _CATEGORY, _FLASH, *_LAST,
)  # fmt: skip
_WHOLE: tuple[Filled[WholeHandshake], ...] = (
    _SETUP, firmware.MS, _RAM, *_SENT, _FLASH, _CATEGORY, *_LAST,
)  # fmt: skip
_SETUPS: tuple[Filled[Pair], ...] = (
    Filled("", ("setup",), numeric=False, cell=lambda ends: _setup(ends[0])),
    _of_client(firmware.MS, "client ms"),
    _of_client(_RAM, "RAM"),
    _of_server(firmware.MS, "server ms"),
    _of_server(_RAM, "RAM"),
    _of_client(_SENT[0], "bytes"),
    replace(_of_client(_SENT[1], "datagrams"), expendable=True),
)


def with_estimates(run: WholeRun) -> Table:
    """Return a table with handshakes that were run, each next to the estimate from the same library's operations."""
    return firmware.by_condition("composed-beside", _COMPARED, run.rows, _heading, _COMPARED_NOTE, _FIELDS, _figures)


_COMPARED_NOTE = (
    "Estimate: every operation run alone in the same build, SHA-256 and AES-CCM counted per block, and messages of the "
    "lengths in the standards. It leaves out bookkeeping, copies, certificate parsing and repeated work: a client "
    "whose key pair does not fit its first datagram makes another one after the cookie."
)


def _time_ratio(m: WholeHandshake) -> float:
    return m.composed_cycles / m.cycles.typical


def _cycles_compared(m: WholeHandshake) -> Cell:
    estimate, run = m.composed_cycles, m.cycles.typical
    return Cell(f"{firmware.cycles(estimate)} / {firmware.cycles(run)}", "", (estimate, run))


def _bytes_compared(m: WholeHandshake) -> Cell:
    share = m.composed_bytes / m.wire_bytes
    return Cell(f"{m.composed_bytes:,} ({numbers.percent(share)})", "", (m.composed_bytes, share))


def _datagrams_compared(m: WholeHandshake) -> Cell:
    return Cell(f"{m.composed_datagrams} / {m.datagrams}", "", (m.composed_datagrams, m.datagrams))


_COMPARED: tuple[Filled[WholeHandshake], ...] = (
    Filled("estimate / run", ("setup",), numeric=False, cell=lambda m: Cell(m.setup, "strong", (m.setup,))),
    Filled("cycles", ("composed_cycles", "cycles"), cell=_cycles_compared),
    columns.figure("time", "time_ratio", _time_ratio, numbers.percent),
    Filled("bytes", ("composed_bytes", "wire_ratio"), cell=_bytes_compared),
    Filled("datagrams", ("composed_datagrams", "datagrams"), cell=_datagrams_compared),
)


def compared(run: Run13) -> list[Handshake13]:
    """Return the rows of today's client and of the answer's client; a single row if they are the same."""
    answer = run.findings
    return [] if answer is None else [run.rows[n] for n in dict.fromkeys((answer.today, answer.chosen))]


def parts(run: Run13) -> Table:
    """Return the client's operations in order with their cycles, and for an estimate the RAM that each operation
    needs."""
    whole = isinstance(run, WholeRun)
    shown = _PARTS_RUN if whole else _PARTS
    groups = tuple(grouped(m.setup, shown, [(m, part) for part in m.parts]) for m in compared(run))
    if whole:
        return Table("whole-parts", shown, groups, "An operation includes its own hashes and random numbers.")
    note = "Works in: stack, heap and static memory. Holds: keys and messages in RAM at that time."
    return Table("composed-parts", shown, groups, note)


PartOf = tuple[Handshake13, ComposedPart]


def _part(row: PartOf) -> Cell:
    m, part = row
    return Cell(part_name(part.scheme, part.operation), "strong", (m.setup, part.scheme, part.operation))


def _share(row: PartOf) -> float:
    m, part = row
    return part.cycles / sum(other.cycles for other in m.parts)


def _size_or_dash(size: int) -> Cell:
    return Cell(firmware.size(size) if size else numbers.NONE, "" if size else "dim", (size,))


_PART_CYCLES: Filled[PartOf] = columns.figure("cycles", "cycles", lambda row: row[1].cycles, firmware.cycles)
_PARTS: tuple[Filled[PartOf], ...] = (
    Filled("client", ("setup", "scheme", "operation"), numeric=False, cell=_part),
    _PART_CYCLES,
    columns.figure("share", "share", _share, numbers.percent),
    Filled("works in", ("working_bytes",), cell=lambda row: _size_or_dash(row[1].working_bytes)),
    Filled("holds", ("held_bytes",), cell=lambda row: _size_or_dash(row[1].held_bytes)),
)
_PARTS_RUN: tuple[Filled[PartOf], ...] = (
    Filled("client", ("setup", "operation"), numeric=False,
           cell=lambda row: Cell(row[1].scheme, "strong", (row[0].setup, row[1].scheme))),
    _PART_CYCLES,
    columns.figure("share", "share", lambda row: row[1].cycles / row[0].cycles.typical, numbers.percent),
)  # fmt: skip


def messages(run: Run13) -> Table:
    """Return the messages of the compared handshakes in the order they are sent."""
    handshakes = compared(run)
    heads = (
        Column("message", ("message",), numeric=False),
        Column("from", ("side",), numeric=False),
        *(Column(m.setup, (m.setup,)) for m in handshakes),
    )
    rows = tuple(
        (Cell(row[0].name), Cell(row[0].side, "dim"), *(Cell(f"{m.bytes:,}", "", (m.bytes,)) for m in row))
        for row in zip(*(m.messages for m in handshakes), strict=True)
    )
    return Table("composed-messages", heads, (Group("", rows),), "Bytes with the headers of their records.")


# ---- the HTML page ----


def page(run: Run13) -> Page:
    from wirerate.report import method

    how = method.emulated() if isinstance(run, WholeRun) else method.composed()
    return Page(f"wirerate {run.command}", _head(run), _sections(run) if run.rows else [], how)


def _head(run: Run13) -> str:
    answer = run.findings
    if answer is None:
        return head("TLS 1.3", "Time and memory of a handshake", firmware.NO_EVIDENCE, partial=run.partial)
    today, new = run.rows[answer.today], run.rows[answer.chosen]
    compared = f"{new.setup} ({firmware.security_level(new)}) {'' if new is today else f'and {today.setup} '}as client"
    lead = [f"{compared}, certificates at both ends.", firmware.RESISTANCE[answer.quantum], _other_code(run, answer)]
    lead += [_basis(run, answer), _method(run, answer), firmware.NO_EVIDENCE]
    where = f"{firmware.board_and_clock(today)}; {today.protocol}"
    return head(where, title(run, answer), " ".join(filter(None, lead)), partial=run.partial)


def _sections(run: Run13) -> list[str]:
    from wirerate.wings.mcu.view import charts

    rows, time = table(run), parts(run)
    conditions = f"{firmware.board_and_clock(run.rows[0])}. {firmware.NO_EVIDENCE[:-1]}"
    if isinstance(run, WholeRun):
        conditions = firmware.conditions(run.rows)
    sections = [
        drawn("Classical and post-quantum", charts.handshake_times(run.rows, rows), conditions),
        drawn("Time against bytes", charts.handshake_bytes(run.rows, rows), conditions),
        tabled(rows.name, "Every handshake", _bytes_range(run.rows), rows),
    ]
    if isinstance(run, WholeRun):
        sections.append(tabled("composed-beside", "Estimated and run", _estimate_range(run), with_estimates(run)))
    if compared(run):
        sections += [
            tabled(time.name, "Where the time goes", _costliest(run), time),
            tabled("composed-messages", "On the wire", _longest_message(run), messages(run)),
        ]
    return [*sections, firmware.notes_section(run.rows)]


def _bytes_range(rows: Sequence[Handshake13]) -> str:
    low, high = min(m.wire_bytes for m in rows), max(m.wire_bytes for m in rows)
    return f"{low:,} to {high:,} bytes"


def _estimate_range(run: WholeRun) -> str:
    shares = [_time_ratio(m) for m in run.rows]
    low, high = numbers.percent(min(shares)), numbers.percent(max(shares))
    return f"An estimate comes to {low} to {high} of the time"


def _costliest(run: Run13) -> str:
    m = compared(run)[-1]
    most = max(m.parts, key=lambda part: part.cycles)
    return f"{m.setup}: {part_name(most.scheme, most.operation)} takes {numbers.share(_share((m, most)))}"


def _longest_message(run: Run13) -> str:
    m = compared(run)[-1]
    longest = max(m.messages, key=lambda message: message.bytes)
    return f"{m.setup}: {m.wire_bytes:,} bytes, {longest.bytes:,} of them the {longest.side}'s {longest.name}"
