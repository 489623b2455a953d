# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake --quantum`: handshakes of TLS 1.3 composed of operations and of messages on paper, beside today's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from wirerate.report import numbers
from wirerate.report.html import Page, drawn, head, tabled
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Figure, Group, Table, to_text, wrap
from wirerate.wings.mcu.rows import ComposedHandshake, Handshake13
from wirerate.wings.mcu.runs import ComposedRun, HandshakeAnswer, WholeRun
from wirerate.wings.mcu.view import common as firmware
from wirerate.wings.mcu.view.composed_words import KINDS, WITHSTANDS, security, step

# What heads each group of a table, as `figures` has it.
FIELDS = ("condition", *firmware.BOARD_FIELDS, "protocol", "side", "mutual")
R = TypeVar("R", bound=ComposedRun | WholeRun)
Words = Callable[[R, HandshakeAnswer], str]


def text(run: ComposedRun, on: Paper) -> str:
    return in_full(run, on, sentence, _told, (table, parts, messages))


def in_full(run: R, on: Paper, first: Words[R], then: Words[R], tables: Sequence[Callable[[R], Table]]) -> str:
    """The answer's two paragraphs, where there is one, and the tables."""
    if not run.rows:
        return firmware.NOTHING
    answer, where = run.findings, f"{firmware.where(run.rows[0])}."
    lines = []
    if answer is not None:
        lines += [*(on.ink(line, "strong") for line in wrap(first(run, answer), on.width)), ""]
        where += f" {then(run, answer)}"
    lines += wrap(where, on.width)
    for each in tables:
        lines += ["", *to_text(each(run), width=on.width, color=on.color).splitlines()]
    return "\n".join([*lines, "", *firmware.about(run.rows, on)]) + "\n"


def sentence(run: ComposedRun, answer: HandshakeAnswer) -> str:
    """The answer a person wants first."""
    today = run.rows[answer.today]
    if answer.chosen == answer.today:
        return (
            f"On this board today's handshake takes {firmware.milliseconds(today)} ms, "
            f"{firmware.octets(today.ram_bytes)} of RAM and {today.wire_bytes:,} bytes"
        )
    time, ram, wire = (numbers.significant(each, 2) for each in (answer.time, answer.ram, answer.wire))
    return (
        f"On this board the {KINDS[answer.quantum]} handshake takes {time} times the time, {ram} times the RAM and "
        f"{wire} times the bytes of today's"
    )


def _told(run: ComposedRun, answer: HandshakeAnswer) -> str:
    """Between what, what it withstands, and what the figures are."""
    today, own = run.rows[answer.today], run.rows[answer.chosen]
    between = f"{own.setup} ({security(own)})"
    if own is not today:
        between += f" beside {today.setup}"
    what = f"{own.protocol}, {between}, the client, certificates at both ends."
    return f"{what} {WITHSTANDS[answer.quantum]}{_otherwise(run, answer)} {_basis(answer)}"


def _otherwise(run: ComposedRun, answer: HandshakeAnswer) -> str:
    """What other code would take."""
    if answer.alternative is None:
        return ""
    today, other = (run.rows[n] for n in (answer.today, answer.alternative))
    time, ram = other.ns.median / today.ns.median, other.ram_bytes / today.ram_bytes
    times = f"{numbers.significant(time, 2)} times the time and {numbers.significant(ram, 2)} times the RAM"
    return f" By {other.code} it takes {times}."


def _basis(answer: HandshakeAnswer) -> str:
    time, wire = (f"{numbers.significant(each * 100)} %" for each in (answer.emulated_time, answer.emulated_wire))
    return (
        "Composed, not run: measured operations and the standards' message layouts. Composed in the same way, the "
        f"emulated DTLS 1.2 handshake comes to {time} of its time and {wire} of its bytes."
    )


def table(run: ComposedRun) -> Table:
    """A group per end and kind of proof, a row per pair of algorithms."""
    columns = (
        Column("", ("setup", "quantum", "code"), numeric=False),
        Column("ms", ("ns", "ns_low", "ns_high")),
        Column("RAM", ("ram_bytes", "stack_bytes", "heap_bytes", "kept_bytes")),
        Column("bytes", ("wire_bytes", "bytes_on_ipv6")),
        Column("datagrams", ("datagrams", "records", "flights")),
        Column("frames", ("frames", "frame_bytes", "air_ms")),
        Column("category", ("category", "strength"), expendable=True),
        Column("flash", ("flash_bytes",), expendable=True),
        Column("mJ", ("millijoules_low", "millijoules_high"), expendable=True),
        Column("range", ("unknowns",), expendable=True),
    )
    groups: dict[tuple[str, bool, bool], list[ComposedHandshake]] = {}
    for m in run.rows:
        groups.setdefault((m.side, m.mutual, bool(m.code)), []).append(m)
    shown = (Group(heading(found[0]), tuple(map(_row, found)), figures(found[0])) for found in groups.values())
    return Table("composed", columns, tuple(shown), _NOTE, FIELDS)


_NOTE = (
    "RAM: the deepest operation with keys and messages, record buffers, and what the emulated handshake keeps beside "
    "them; a signature's time is the mean. Bytes: records with their headers; datagrams (of TLS segments) of at most "
    "1,280 bytes with IPv6; frames of 127 bytes on an 802.15.4 radio (6LoWPAN). Category: NIST's, – where it gave none."
)


def heading(own: Handshake13) -> str:
    proof = "certificates at both ends" if own.mutual else "the server alone shows a certificate"
    return f"{own.side}, {proof}{f'; by {own.code}' if own.code else ''}"


def figures(own: Handshake13) -> tuple[Figure, ...]:
    return (*firmware.board_figures(own), own.protocol, own.side, int(own.mutual))


def _row(own: ComposedHandshake) -> tuple[Cell, ...]:
    time, span = firmware.time_cells(own)
    ram = (own.ram_bytes, own.stack_bytes, own.heap_bytes, own.kept_bytes)
    return (
        Cell(own.setup, "strong", (own.setup, own.quantum, own.code)),
        time,
        Cell(firmware.size(own.ram_bytes), firmware.over(own, "ram"), ram),
        Cell(f"{own.wire_bytes:,}", "", (own.wire_bytes, own.bytes_on_ipv6)),
        Cell(f"{own.datagrams}", "", (own.datagrams, own.records, own.flights)),
        frames(own),
        Cell(str(own.category or numbers.NONE), "", (own.category, own.strength)),
        firmware.size_cell(own.flash_bytes, firmware.over(own, "flash")),
        firmware.energy_cell(own.energy),
        span,
    )


def frames(own: Handshake13) -> Cell:
    if own.frames is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    return Cell(f"{own.frames}", "", (own.frames, own.frame_bytes, own.air), f"{own.air:.0f} ms on air")


def compared(run: ComposedRun | WholeRun) -> list[Handshake13]:
    """Today's client, and the one that is told of."""
    answer = run.findings
    return [] if answer is None else [run.rows[n] for n in dict.fromkeys((answer.today, answer.chosen))]


def parts(run: ComposedRun) -> Table:
    """What the client computes, in its order; what it must hold meanwhile."""
    columns = (
        Column("client", ("setup", "scheme", "operation"), numeric=False),
        Column("cycles", ("cycles",)),
        Column("share", ("share",)),
        Column("works in", ("working_bytes",)),
        Column("holds", ("held_bytes",)),
    )
    groups = tuple(Group(own.setup, tuple(_parts(own))) for own in compared(run))
    note = "Works in: stack, heap and static memory. Holds: keys and messages meanwhile."
    return Table("composed-parts", columns, groups, note)


def _parts(own: Handshake13) -> Iterator[tuple[Cell, ...]]:
    whole = sum(part.cycles for part in own.parts)
    for part in own.parts:
        memory = [Cell(firmware.size(size) if size else numbers.NONE, "" if size else "dim", (size,))
                  for size in (part.working_bytes, part.held_bytes)]  # fmt: skip
        share = part.cycles / whole
        yield (
            Cell(step(part.scheme, part.operation), "strong", (own.setup, part.scheme, part.operation)),
            Cell(firmware.cycles(part.cycles), "", (part.cycles,)),
            Cell(numbers.percent(share), "", (share,)),
            *memory,
        )


def messages(run: ComposedRun | WholeRun) -> Table:
    """Each message in the order of the wire."""
    found = compared(run)
    columns = (
        Column("message", ("message",), numeric=False),
        Column("from", ("side",), numeric=False),
        *(Column(own.setup, (own.setup,)) for own in found),
    )
    rows = tuple(
        (Cell(each[0].name), Cell(each[0].side, "dim"), *(Cell(f"{m.bytes:,}", "", (m.bytes,)) for m in each))
        for each in zip(*(own.messages for own in found), strict=True)
    )
    return Table("composed-messages", columns, (Group("", rows),), "Bytes with the headers of their records.")


# ---- the page ----


def page(run: ComposedRun) -> Page:
    from wirerate.report.method import composed as method

    sections = _sections(run) if run.rows else []
    return Page(f"wirerate {run.command}", headed(run, sentence, _told), sections, method())


def headed(run: R, first: Words[R], then: Words[R]) -> str:
    answer = run.findings
    if answer is None:
        return head("TLS 1.3", "What a handshake takes", firmware.NO_EVIDENCE, partial=run.partial)
    today = run.rows[answer.today]
    where = f"{firmware.where(today)}; {today.protocol}"
    return head(where, first(run, answer), f"{then(run, answer)} {firmware.NO_EVIDENCE}", partial=run.partial)


def _sections(run: ComposedRun) -> list[str]:
    conditions = f"{firmware.where(run.rows[0])}. {firmware.NO_EVIDENCE[:-1]}"
    sections = [*drawings(run, table(run), conditions), tabled("composed", "Every handshake", spread(run), table(run))]
    if compared(run):
        sections += [
            tabled("composed-parts", "Where the time goes", dearest(run), parts(run)),
            tabled("composed-messages", "On the wire", on_wire(run), messages(run)),
        ]
    return sections


def drawings(run: ComposedRun | WholeRun, each: Table, conditions: str) -> list[str]:
    """`each`: the charts' table twin."""
    from wirerate.wings.mcu.view import charts

    return [
        drawn("Classical beside post-quantum", charts.handshakes_beside(run.rows, each), conditions),
        drawn("Time against bytes", charts.handshakes_bytes(run.rows, each), conditions),
    ]


def spread(run: ComposedRun | WholeRun) -> str:
    low, high = min(own.wire_bytes for own in run.rows), max(own.wire_bytes for own in run.rows)
    return f"{low:,} to {high:,} bytes"


def dearest(run: ComposedRun | WholeRun) -> str:
    own = compared(run)[-1]
    most = max(own.parts, key=lambda part: part.cycles)
    share = most.cycles / sum(part.cycles for part in own.parts)
    return f"{own.setup}: {step(most.scheme, most.operation)} takes {numbers.share(share)}"


def on_wire(run: ComposedRun | WholeRun) -> str:
    own = compared(run)[-1]
    longest = max(own.messages, key=lambda message: message.bytes)
    return f"{own.setup}: {own.wire_bytes:,} bytes, {longest.bytes:,} of them the {longest.side}'s {longest.name}"
