# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What every answer about a microcontroller has in common: words for boards and settings, figures, and footnotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePath

from wirerate.catalogue.boards import BOARDS, core_title
from wirerate.catalogue.libraries import P256M
from wirerate.report import numbers
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Figure, Table, Tone, to_text, wrap
from wirerate.wings.mcu.ecc.points import ALL_CURVES
from wirerate.wings.mcu.rows import (
    BoardOperation,
    Composed,
    CycleRange,
    Energy,
    Handshake,
    Handshake13,
    LibraryCall,
    OnBoard,
    SchemeOperation,
    WholeHandshake,
)
from wirerate.wings.mcu.view.trust import trust

NO_EVIDENCE = "Emulated time is no evidence of constant time."
_ALL = (
    "Stack and heap were counted in a library that has all curves, one operation after the other: with fewer they are "
    "less, which --measure shows."
)
NOTHING = "Nothing was found for that question.\n"

Configured = BoardOperation | Handshake | Composed  # what is of one library and level, or composed of such


# ---- words ----


def where(m: OnBoard) -> str:
    """mbed NXP LPC1768, Cortex-M3 at 96 MHz."""
    return f"{_part(m)} at {_clock(m)}"


BOARD_FIELDS = ("board", "core", "clock_hz")


def board_figures(m: OnBoard) -> tuple[Figure, ...]:
    """What `where` says, part by part."""
    return m.title, m.core, m.clock_hz


def _part(m: OnBoard) -> str:
    core = core_title(m.core)
    return m.title if m.title == core else f"{m.title}, {core}"


def _clock(m: OnBoard) -> str:
    return f"{m.clock_hz / 1e6:g} MHz"


def library(m: Configured) -> str:
    """Mbed TLS 3.6.7, -O2; and the configuration's file, where it is the reader's. What was composed names all its
    packages."""
    if isinstance(m, WholeHandshake):
        return f"{m.library} {m.release}, -{m.level}"
    if isinstance(m, Composed):
        return f"composed of {', '.join(m.packages)} at -{m.level}"
    small = f"{P256M} of " if m.version == P256M else ""
    under = f", {PurePath(m.configuration).name}" if isinstance(m, BoardOperation) and m.configuration else ""
    memory = _MEMORY.get(m.allocator, "") if isinstance(m, BoardOperation) else ""
    return f"{small}Mbed TLS {m.release}, -{m.level}{under}{memory}"


_MEMORY = {"buffer": ", its own buffer allocator", "buffer-verify": ", its own buffer allocator, verifying itself"}


def setting(m: Configured) -> str:
    """The options of the library, in words."""
    return ", ".join(_options(m)) or "no options"


def _options(m: Configured) -> list[str]:
    if isinstance(m, Composed) or m.version == P256M:
        return []
    nist = "NIST reduction" if m.options.nist else "no NIST reduction"
    comb = "comb for the base point" if m.options.fixed_point else "no comb"
    return [f"window {m.options.window}", nist, comb]


def name(m: Configured) -> str:
    """A configuration in few words: secp256r1 w4 nist comb O2."""
    if isinstance(m, Composed):
        return _composed(m)
    if isinstance(m, Handshake):
        return f"{m.setup}, {m.side}"
    if m.version == P256M:
        return f"{m.curve} by {P256M} {m.level}"
    nist, comb = "nist" if m.options.nist else "", "comb" if m.options.fixed_point else ""
    return " ".join(filter(None, (m.curve, f"w{m.options.window}", nist, comb, m.level)))


def _composed(own: Composed) -> str:
    by = f" by {own.code}" if own.code else ""
    if not isinstance(own, Handshake13):
        return f"{own.setup}{by} {own.level}"
    return f"{own.setup}{by}, {own.side}{', mutual' if own.mutual else ''}"


def conditions(rows: Sequence[Configured]) -> str:
    """The line under a table or chart, of what its rows have in common."""
    first, bases = rows[0], {m.basis for m in rows}
    words: tuple[Callable[[Configured], str], ...] = (_part, _clock)
    words += () if bases == {"composed"} else (library,)
    parts = [f(first) for f in words if len({f(m) for m in rows}) == 1]
    options = [_options(m) for m in rows]
    if all(options):
        parts += [each[0] for each in zip(*options, strict=True) if len(set(each)) == 1]
    emulated = "emulated here" if bases == {"modelled"} else "emulated, stored with wirerate"
    if bases == {"composed"}:
        emulated = "composed of operations that were emulated"
    return f"{', '.join([*parts, emulated])}. {NO_EVIDENCE[:-1]}"


def unknowns(rows: Sequence[OnBoard]) -> list[str]:
    """What the ranges are over, each once: of one row with its share, of several without."""
    found = [u for m in rows for u in m.ns.unknowns]
    if len(rows) > 1:
        found = [re.sub(r" \([\d,]+ (?:% of the interval|lines here)\)", "", u) for u in found]
    return list(dict.fromkeys(found))


_MADE = BoardOperation | Handshake | LibraryCall | SchemeOperation


def about(rows: Sequence[OnBoard], on: Paper) -> list[str]:
    """What the reader must know of the figures: unknowns, provenance, the board, and what emulation cannot tell."""
    over = unknowns(rows)
    lines = wrap(f"Range over: {'; '.join(over)}.", on.width) if over else []
    lines += wrap(trust(rows), on.width)
    stored = {m.command for m in rows if m.basis == "stored" and isinstance(m, _MADE)}
    stored |= {each for m in rows if isinstance(m, Composed) for each in m.commands}
    lines += [line for command in sorted(stored) for line in wrap(f"Stored by: {command}.", on.width)]
    if any(isinstance(m, BoardOperation) and m.image == ALL_CURVES for m in rows):
        lines += wrap(_ALL, on.width)
    lines += [line for board in dict.fromkeys(m.board for m in rows) for line in _board(board, on)]
    return [*lines, NO_EVIDENCE]


def answer(rows: Sequence[OnBoard], tables: Sequence[Table], on: Paper) -> str:
    """Tables of one target, between its name and what must be known of the figures."""
    if not rows:
        return NOTHING
    first = rows[0]
    made = f", {library(first)}" if isinstance(first, BoardOperation | Handshake) else ""
    lines = [on.ink(f"{where(first)}{made}", "strong")]
    for table in tables:
        lines += ["", *to_text(table, width=on.width, color=on.color).splitlines()]
    return "\n".join([*lines, "", *about(rows, on)]) + "\n"


def _board(name: str, on: Paper) -> list[str]:
    board = BOARDS.get(name)
    if board is None:
        return []
    words = [f"{board.part}: {board.ram_bytes / 1024:g} KiB of RAM, {board.flash_bytes / 1024:g} KiB of flash."]
    if board.note:
        words.append(f"{board.note[0].upper()}{board.note[1:]}.")
    if board.accelerator:
        words.append(f"It has hardware that these figures do not use: {board.accelerator}.")
    if board.missing:
        words.append(f"No energy: {board.missing}.")
    if board.unverified():
        words.append(f"Written down from memory, to be checked: {', '.join(board.unverified())}.")
    return wrap(" ".join(words), on.width)


# ---- figures ----


def milliseconds(m: OnBoard) -> str:
    return numbers.significant(m.ns.median / 1e6)


def span(m: OnBoard) -> str:
    """The range in ms, '–' between its ends."""
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


# ---- cells ----


def option_figures(own: BoardOperation) -> tuple[int | None, int | None, int | None]:
    """Window, reduction and comb, for a table's columns of these names."""
    if own.version == P256M:
        return None, None, None
    return own.options.window, int(own.options.nist), int(own.options.fixed_point)


def time_cells(m: OnBoard, tone: Tone = "strong") -> tuple[Cell, Cell]:
    """Typical milliseconds, and their range with what it is over."""
    figures = (m.ns.median, m.ns.low, m.ns.high)
    return Cell(milliseconds(m), tone, figures), Cell(span(m), "dim", ("; ".join(m.ns.unknowns),))


_FIRST = Column("cold", ("first_run_ns", "first_run_ns_low", "first_run_ns_high"))
_COLD = " cold: ms of a first run, whose cache is empty; the typical run follows one like it."


def with_first(table: Table, groups: Sequence[Sequence[OnBoard]]) -> Table:
    """The table with how long first runs take beside the range, if any of its rows has that: milliseconds, typical."""
    if not any(m.first_run for group in groups for m in group):
        return table
    at = [column.title for column in table.columns].index("range") + 1
    shown = tuple(
        replace(group, rows=tuple((*row[:at], _first(m), *row[at:]) for row, m in zip(group.rows, rows, strict=True)))
        for group, rows in zip(table.groups, groups, strict=True)
    )
    columns = (*table.columns[:at], _FIRST, *table.columns[at:])
    return replace(table, columns=columns, groups=shown, note=table.note + _COLD)


def _first(m: OnBoard) -> Cell:
    first = m.first_run
    if first is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    ns = tuple(each * 1e9 / m.clock_hz for each in (first.typical, first.low, first.high))
    return Cell(numbers.significant(ns[0] / 1e6), "", ns)


def cycles_cell(spent: CycleRange, tone: Tone = "") -> Cell:
    return Cell(cycles(spent.typical), tone, (spent.typical, spent.low, spent.high))


def size_cell(value: int, tone: Tone = "") -> Cell:
    return Cell(size(value), tone, (value,))


def over(m: OnBoard, resource: str) -> Tone:
    """The tone of a memory that the board may not have."""
    return "bad" if resource in m.over else ""


def energy_cell(energy: Energy | None) -> Cell:
    if energy is None:
        return Cell(numbers.NONE, "dim", (None, None))
    ends = (numbers.significant(end, 2) for end in (energy.low, energy.high))
    return Cell(" – ".join(ends), "", (energy.low, energy.high))
