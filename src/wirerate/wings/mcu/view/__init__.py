# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Parts that every answer about a microcontroller shares: names of boards and builds, columns, figures and caveats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import PurePath
from typing import TypeVar

from wirerate.catalogue.boards import BOARDS, core_title, timing
from wirerate.catalogue.libraries import P256M
from wirerate.catalogue.schemes import HYBRIDS, implemented
from wirerate.report import columns, html, numbers
from wirerate.report.table import Cell, Figure, Filled, Table, Tone, grouped, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.mcu.counted_runs import ALL_CURVES
from wirerate.wings.mcu.rows import (
    BoardOperation,
    Composed,
    ComposedScheme,
    Configuration,
    Energy,
    Fit,
    FunctionCall,
    Handshake,
    Handshake13,
    LibraryCall,
    OnBoard,
    SchemeOperation,
    WholeHandshake,
)

M = TypeVar("M", bound=OnBoard)

NO_EVIDENCE = "Emulated times do not show whether code runs in constant time."
_ALL_CURVES = (
    "Stack and heap were counted in a build with all curves. A build with fewer curves needs less: --measure counts it."
)
KINDS = {"classical": "classical", "hybrid": "hybrid", "safe": "post-quantum"}
NOTHING = "There are no results for this question.\n"

Configured = BoardOperation | Handshake | Composed  # rows of one library build, or estimated from rows of one build


# ---- names ----


def board_and_clock(m: OnBoard) -> str:
    """Return the board, core and clock: "mbed NXP LPC1768, Cortex-M3 at 96 MHz"."""
    return f"{_board_and_core(m)} at {_clock(m)}"


BOARD_FIELDS = ("board", "core", "clock_hz")


def board_figures(m: OnBoard) -> tuple[Figure, ...]:
    """Return the values of BOARD_FIELDS for an export."""
    return m.title, m.core, m.clock_hz


def _board_and_core(m: OnBoard) -> str:
    core = core_title(m.core)
    return m.title if m.title == core else f"{m.title}, {core}"


def _clock(m: OnBoard) -> str:
    return f"{m.clock_hz / 1e6:g} MHz"


def build_name(m: Configured) -> str:
    """Return the library, its release and the compiler level: "Mbed TLS 3.6.7, -O2".

    A user's own configuration file and a special allocator are added; for an estimate, all packages of its parts are
    named.
    """
    if isinstance(m, WholeHandshake):
        return f"{m.library} {m.release}, -{m.level}"
    if isinstance(m, Composed):
        return f"{numbers.joined(m.packages)}, -{m.level}"
    small = f"{P256M} of " if m.version == P256M else ""
    under = f", {PurePath(m.configuration).name}" if isinstance(m, BoardOperation) and m.configuration else ""
    memory = _ALLOCATORS.get(m.allocator, "") if isinstance(m, BoardOperation) else ""
    return f"{small}Mbed TLS {m.release}, -{m.level}{under}{memory}"


_ALLOCATORS = {"buffer": ", its buffer allocator", "buffer-verify": ", its buffer allocator with verification"}


def options_text(m: Configured) -> str:
    """Return the library's options for curves in words."""
    return ", ".join(_options(m)) or "no options"


def _options(m: Configured) -> list[str]:
    if isinstance(m, Composed) or m.version == P256M:
        return []
    nist = "NIST reduction" if m.options.nist else "no NIST reduction"
    comb = "comb for the base point" if m.options.fixed_point else "no comb"
    return [f"window {m.options.window}", nist, comb]


def configuration_name(m: Configured) -> str:
    """Return a short name of a configuration: "secp256r1 w4 nist comb O2"."""
    if isinstance(m, Handshake13):
        by = f" by {m.code}" if m.code else ""
        return f"{m.setup}{by}, {m.side}{', mutual' if m.mutual else ''}"
    if isinstance(m, Composed):
        return f"{m.setup}{f' by {m.code}' if m.code else ''} {m.level}"
    if isinstance(m, Handshake):
        return f"{m.setup}, {m.side}"
    if m.version == P256M:
        return f"{m.curve} by {P256M} {m.level}"
    nist, comb = "nist" if m.options.nist else "", "comb" if m.options.fixed_point else ""
    return " ".join(filter(None, (m.curve, f"w{m.options.window}", nist, comb, m.level)))


def scheme_name(m: SchemeOperation) -> str:
    """Return the scheme, with @IMPLEMENTATION where that is not the default one."""
    scheme = HYBRIDS[m.scheme].scheme if m.scheme in HYBRIDS else m.scheme
    return m.scheme if m.implementation == implemented(scheme)[0] else f"{m.scheme}@{m.implementation}"


# What a future quantum computer could do to a handshake of each kind.
RESISTANCE = {
    "classical": "A future quantum computer could decrypt recorded traffic and forge signatures.",
    "hybrid": "Recorded traffic stays safe; a future quantum computer could forge signatures.",
    "safe": "No known quantum attack breaks this handshake.",
}


_SCHEME_RESISTANCE = {
    "kem": {
        "classical": "A future quantum computer could decrypt recorded traffic.",
        "hybrid": "Recorded traffic stays safe as long as one of the two schemes is unbroken.",
        "safe": "No known quantum attack breaks this scheme.",
    },
    "signature": {
        "classical": "A future quantum computer could forge its signatures.",
        "safe": "No known quantum attack breaks this scheme.",
    },
}


def quantum_resistance(estimate: Composed) -> str:
    """Return a sentence that says what an attacker with a quantum computer could do."""
    if isinstance(estimate, ComposedScheme):
        return _SCHEME_RESISTANCE[estimate.purpose][estimate.quantum]
    return RESISTANCE[estimate.quantum]


def security_level(estimate: Composed) -> str:
    """Return the strength in bits and NIST's category: "128 bits, NIST category 1"."""
    category = f"NIST category {estimate.category}" if estimate.category else "no NIST category"
    return f"{estimate.strength} bits, {category}"


def fit(m: Configuration) -> Fit:
    """Return how a configuration compares with its budget. Rows of other commands have no such comparison."""
    assert m.fit is not None
    return m.fit


def conditions(rows: Sequence[Configured]) -> str:
    """Return the line under a chart: the settings that all its rows share, and how the rows were obtained."""
    bases = {m.basis for m in rows}
    parts = shared_words(rows, (_board_and_core, _clock) if bases == {"composed"} else (_board_and_core, _clock,
                                                                                       build_name))  # fmt: skip
    origin = "emulated on this machine" if bases == {"modelled"} else "emulated, stored with wirerate"
    if bases == {"composed"}:
        origin = "estimated from emulated operations"
    return f"{', '.join([*parts, origin])}. {NO_EVIDENCE[:-1]}"


def shared_words(rows: Sequence[Configured], words: Sequence[Callable[[Configured], str]]) -> list[str]:
    """Return the words and options that all rows share."""
    parts = [word(rows[0]) for word in words if len({word(m) for m in rows}) == 1]
    options = [_options(m) for m in rows]
    if all(options):
        parts += [values[0] for values in zip(*options, strict=True) if len(set(values)) == 1]
    return parts


def differing_words(rows: Sequence[BoardOperation]) -> list[list[str]]:
    """Return, for each row, short words for those of clock, build and options that differ between the rows."""
    described = [[_clock(m), build_name(m), *_short_options(m)] for m in rows]
    different = [len(set(column)) > 1 for column in zip(*described, strict=True)]
    return [[word for word, shown in zip(words, different, strict=True) if shown and word] for words in described]


def _short_options(m: BoardOperation) -> list[str]:
    if m.version == P256M:
        return ["", "", ""]
    nist, comb = "nist" if m.options.nist else "no nist", "comb" if m.options.fixed_point else "no comb"
    return [f"w{m.options.window}", nist, comb]


# ---- caveats: one line on the terminal, in full on the HTML page ----


def unknowns(rows: Sequence[OnBoard]) -> list[str]:
    """Return the reasons for the width of the ranges, without repetition. Shares of the range are kept only for a
    single row."""
    details = [u for m in rows for u in m.ns.unknowns]
    if len(rows) > 1:
        details = [re.sub(r" \([\d,]+ (?:% of the (?:interval|range)|lines(?: here)?)\)", "", u) for u in details]
    return list(dict.fromkeys(details))


_WithCommand = BoardOperation | Handshake | LibraryCall | SchemeOperation


def notes(rows: Sequence[OnBoard]) -> list[str]:
    """Return paragraphs on the limits of the figures: accuracy, unknowns, origin and facts of the board."""
    details = unknowns(rows)
    paragraphs = [trust(rows)]
    paragraphs += [f"The range covers: {'; '.join(details)}."] if details else []
    commands = {m.command for m in rows if m.basis == "stored" and isinstance(m, _WithCommand)}
    commands |= {command for m in rows if isinstance(m, Composed) for command in m.commands}
    paragraphs += [f"Stored results come from: {'; '.join(sorted(commands))}."] if commands else []
    if any(isinstance(m, BoardOperation) and m.image == ALL_CURVES for m in rows):
        paragraphs.append(_ALL_CURVES)
    paragraphs += [_board_note(board) for board in dict.fromkeys(m.board for m in rows) if board in BOARDS]
    return [*filter(None, paragraphs), NO_EVIDENCE]


def notes_section(rows: Sequence[OnBoard], more: Iterable[str] = ()) -> str:
    """Return the HTML page's section with all caveats, `more` first."""
    return html.section("notes", "About these figures", trust(rows), html.paragraphs([*more, *notes(rows)[1:]]))


def answer(
    paper: Paper,
    sentence: str,
    rows: Sequence[OnBoard],
    short: Sequence[Table],
    full: Sequence[Table | str],
    caveats: Iterable[str] = (),
    terms: Iterable[str] = (),
) -> str:
    """Return the answer for the terminal, which starts with `sentence`.

    The tables of `short` and a line for each of `caveats` follow. With --explain, `full`, `terms` and all notes follow
    instead.
    """
    lines = [paper.ink(line, "strong") for line in wrap(sentence, paper.width)]
    for table in () if paper.explain else short:
        lines += paper.table(replace(table, note="")).splitlines()
    for part in full if paper.explain else ():
        lines += ["", *(part if isinstance(part, str) else paper.table(part)).splitlines()]
    lines += [""] if paper.explain else []
    for note in filter(None, [*caveats, *(chain(terms, notes(rows)) if paper.explain else (trust(rows), NO_EVIDENCE))]):
        lines += wrap(note, paper.width)
    return "\n".join(lines) + "\n"


def _board_note(name: str) -> str:
    board = BOARDS[name]
    words = [
        f"The {board.part} has {board.ram_bytes / 1024:g} KiB of RAM and {board.flash_bytes / 1024:g} KiB of flash."
    ]
    if board.note:
        words.append(f"{board.note[0].upper()}{board.note[1:]}.")
    if board.accelerator:
        words.append(f"Its cryptographic hardware is not used here: {board.accelerator}.")
    if board.missing:
        words.append(f"No energy: {board.missing}.")
    if board.unverified():
        words.append(f"Not checked against a datasheet: {numbers.joined(board.unverified())}.")
    return " ".join(words)


def rows_of(kind: type[M], rows: Sequence[OnBoard]) -> list[M]:
    """Return the rows of one kind."""
    return [m for m in rows if isinstance(m, kind)]


# ---- figures ----


def milliseconds(m: OnBoard) -> str:
    return numbers.significant(m.ns.median / 1e6)


def span(m: OnBoard) -> str:
    """Return the range in milliseconds: "96.9 – 119"."""
    return f"{numbers.significant(m.ns.low / 1e6)} – {numbers.significant(m.ns.high / 1e6)}"


def time_span(m: OnBoard) -> str:
    """Return the range with its unit, for a sentence: "96.9–119 ms", "1.03–1.27 s"."""
    low, high = m.ns.low, m.ns.high
    for unit, ns in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if high >= ns:
            return f"{numbers.significant(low / ns)}–{numbers.significant(high / ns)} {unit}"
    return f"{numbers.significant(low)}–{numbers.significant(high)} ns"


def cycles(value: float) -> str:
    if value >= 1e6:
        return f"{numbers.significant(value / 1e6)} M"
    return f"{value:,.0f}"


def size(octets: float) -> str:
    """Return a number of bytes as text for a table; numbers from 10 KiB on are in KiB."""
    return f"{octets / 1024:.1f} Ki" if octets >= 10240 else f"{octets:,.0f}"


def octets(value: float) -> str:
    """Return a number of bytes as text for a sentence; numbers from 10 KiB on are in KiB."""
    return f"{value / 1024:.1f} KiB" if value >= 10240 else f"{value:,.0f} bytes"


# ---- columns ----


def option_figures(m: BoardOperation) -> tuple[int | None, int | None, int | None]:
    """Return the values for the columns window, NIST reduction and comb, which are None for p256-m."""
    if m.version == P256M:
        return None, None, None
    return m.options.window, int(m.options.nist), int(m.options.fixed_point)


def time_column(tone: Tone = "strong") -> Filled[OnBoard]:
    return columns.interval("ms", "ns", lambda m: m.ns, lambda ns: numbers.significant(ns / 1e6), tone)


def memory_column(
    title: str, field: str, get: Callable[[M], int], resource: str = "", *, expendable: bool = False
) -> Filled[M]:
    """Return a column of bytes. Figures that exceed the board's `resource` ("ram" or "flash") are highlighted."""
    return Filled(title, (field,), expendable=expendable,
                  cell=lambda m: Cell(size(get(m)), memory_tone(m, resource), (get(m),)))  # fmt: skip


MS = time_column()
RANGE: Filled[OnBoard] = Filled("range", ("unknowns",), cell=lambda m: Cell(span(m), "dim", (joined_unknowns(m),)))
CYCLES: Filled[OnBoard] = Filled("cycles", ("cycles", "cycles_low", "cycles_high"), cell=lambda m: cycles_cell(m))
INSTRUCTIONS: Filled[OnBoard] = columns.figure(
    "instructions", "instructions", lambda m: m.instructions, lambda n: cycles(n), "dim", expendable=True
)
FLASH: Filled[OnBoard] = memory_column("flash", "flash_bytes", lambda m: m.flash_bytes, "flash")
ENERGY: Filled[OnBoard] = Filled("mJ", ("millijoules_low", "millijoules_high"), cell=lambda m: _energy(m.energy))
_COLD: Filled[OnBoard] = Filled(
    "cold", ("first_run_ns", "first_run_ns_low", "first_run_ns_high"), cell=lambda m: _first_run(m)
)
_COLD_NOTE = " cold: ms of a first run, whose cache is empty; the other times are of a repeated run."


def by_condition(
    name: str,
    shown: Sequence[Filled[M]],
    rows: Sequence[M],
    heading: Callable[[M], str],
    note: str = "",
    fields: tuple[str, ...] = BOARD_FIELDS,
    figures: Callable[[M], tuple[Figure, ...]] = board_figures,
    key: Callable[[M], object] | None = None,
) -> Table:
    """Return a table with a group for each heading (or each `key`), in the order of the rows.

    `fields` names the parts of a heading in an export, `figures` returns their values.
    """
    groups: dict[object, list[M]] = {}
    for m in rows:
        groups.setdefault((key or heading)(m), []).append(m)
    filled = tuple(grouped(heading(members[0]), shown, members, *figures(members[0])) for members in groups.values())
    return Table(name, tuple(shown), filled, note, ("condition", *fields))


def with_first_runs(
    name: str, shown: Sequence[Filled[M]], rows: Sequence[M], heading: Callable[[M], str], note: str = ""
) -> Table:
    """Return a table like that of `by_condition`, with the column `cold` after the range if any row has a first run."""
    if not any(m.first_run for m in rows):
        return by_condition(name, shown, rows, heading, note)
    at = [column.title for column in shown].index("range") + 1
    return by_condition(name, [*shown[:at], _COLD, *shown[at:]], rows, heading, note + _COLD_NOTE)


def origin(m: OnBoard) -> str:
    """Return "here" for a program that was built and run just now, else "stored"."""
    return "here" if m.basis == "modelled" else "stored"


def joined_unknowns(m: OnBoard) -> str:
    return "; ".join(m.ns.unknowns)


def _first_run(m: OnBoard) -> Cell:
    first = m.first_run
    if first is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    ns = tuple(count * 1e9 / m.clock_hz for count in (first.typical, first.low, first.high))
    return Cell(numbers.significant(ns[0] / 1e6), "", ns)


def cycles_cell(m: OnBoard, tone: Tone = "") -> Cell:
    return Cell(cycles(m.cycles.typical), tone, (m.cycles.typical, m.cycles.low, m.cycles.high))


def memory_tone(m: OnBoard, resource: str) -> Tone:
    """Return the tone of a memory size: bad if the board has less memory."""
    return "bad" if resource in m.over else ""


def _energy(energy: Energy | None) -> Cell:
    if energy is None:
        return Cell(numbers.NONE, "dim", (None, None))
    ends = (numbers.significant(end, 2) for end in (energy.low, energy.high))
    return Cell(" – ".join(ends), "", (energy.low, energy.high))


# ---- accuracy of a time, by comparison with boards: see docs/reference/pqm4.md ----

_CACHE, _MANUAL, _FLASH, _WAITS, _NOTHING = range(5)  # the largest source of error, the worst first
_ACCURACY = {
    _CACHE: "Use the whole range: the code is larger than the cache it runs from.",
    _MANUAL: "Times ±30 %: Arm publishes no cycle counts for this core.",
    _FLASH: "Times ±30 %: this flash's timing has not been checked against a datasheet.",
    _WAITS: "Times ±15 % for the same library, compiler and level; ±30 % for others.",
    _NOTHING: "Times ±5 % for the same library, compiler and level; ±30 % for others.",
}


def trust(rows: Sequence[OnBoard]) -> str:
    """Return one sentence on the accuracy of the rows, which is that of the least accurate row; "" for no rows."""
    return _ACCURACY[min(map(_least_certain, rows))] if rows else ""


def _least_certain(row: OnBoard) -> int:
    board = BOARDS.get(row.board)
    if board and board.flash.conflicts and row.flash_bytes > board.flash.cache_bytes and not _linked_for_device(row):
        return _CACHE
    if not timing(row.core).published:
        return _MANUAL
    if not row.wait_states:
        return _NOTHING
    return _FLASH if board and not board.flash.verified else _WAITS


def _linked_for_device(row: OnBoard) -> bool:
    """Return whether the cache was simulated with the code at the addresses that the device uses."""
    return isinstance(row, FunctionCall) and row.first_run is not None
