# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What every answer about a microcontroller has in common: words for boards and settings, figures, and footnotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import TypeVar

from wirerate.catalogue.boards import BOARDS, core_title, timing
from wirerate.catalogue.libraries import P256M
from wirerate.report import columns, numbers
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

NO_EVIDENCE = "Emulated time is no evidence of constant time."
_ALL = (
    "Stack and heap were counted in a library that has all curves, one operation after the other: with fewer they are "
    "less, which --measure shows."
)
KINDS = {"classical": "classical", "hybrid": "hybrid", "safe": "post-quantum"}
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


# What each kind withstands, as a sentence.
WITHSTANDS = {
    "classical": "Who records it today and has a quantum computer later reads it; who has one then can be either end.",
    "hybrid": "What is recorded today stays closed; who has a quantum computer later can be either end from then on, "
    "until the certificates change.",
    "safe": "What is recorded and both ends withstand every attack that is known for a quantum computer.",
}


_SCHEMES_WITHSTAND = {
    "kem": {
        "classical": "Who records it today and has a quantum computer later reads it.",
        "hybrid": "What is recorded today stays closed as long as either of the two does.",
        "safe": "What is recorded today stays closed to every attack that is known for a quantum computer.",
    },
    "signature": {
        "classical": "Who has a quantum computer later signs in its place from then on.",
        "safe": "It withstands every attack that is known for a quantum computer.",
    },
}


def withstands(own: Composed) -> str:
    return (_SCHEMES_WITHSTAND[own.purpose] if isinstance(own, ComposedScheme) else WITHSTANDS)[own.quantum]


def security(own: Composed) -> str:
    """NIST's category beside bits."""
    category = f"NIST category {own.category}" if own.category else "no NIST category"
    return f"{own.strength} bits, {category}"


def fit(m: Configuration) -> Fit:
    """How a configuration stands to the budget that it was held against."""
    assert m.fit is not None
    return m.fit


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
        lines += ["", *on.table(table).splitlines()]
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


def only(kind: type[M], rows: Sequence[OnBoard]) -> list[M]:
    """The rows of that kind."""
    return [m for m in rows if isinstance(m, kind)]


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


# ---- columns ----


def option_figures(own: BoardOperation) -> tuple[int | None, int | None, int | None]:
    """Window, reduction and comb, for a table's columns of these names."""
    if own.version == P256M:
        return None, None, None
    return own.options.window, int(own.options.nist), int(own.options.fixed_point)


def ms(tone: Tone = "strong") -> Filled[OnBoard]:
    return columns.interval("ms", "ns", lambda m: m.ns, lambda ns: numbers.significant(ns / 1e6), tone)


def sized(
    title: str, field: str, get: Callable[[M], int], resource: str = "", *, expendable: bool = False
) -> Filled[M]:
    """Bytes of memory; `resource`: which of the board's they may exceed."""
    return Filled(title, (field,), expendable=expendable,
                  cell=lambda m: Cell(size(get(m)), over(m, resource), (get(m),)))  # fmt: skip


MS = ms()
RANGE: Filled[OnBoard] = Filled("range", ("unknowns",), cell=lambda m: Cell(span(m), "dim", (joined_unknowns(m),)))
CYCLES: Filled[OnBoard] = Filled("cycles", ("cycles", "cycles_low", "cycles_high"), cell=lambda m: cycles_cell(m))
INSTRUCTIONS: Filled[OnBoard] = columns.figure(
    "instructions", "instructions", lambda m: m.instructions, lambda n: cycles(n), "dim", expendable=True
)
FLASH: Filled[OnBoard] = sized("flash", "flash_bytes", lambda m: m.flash_bytes, "flash")
ENERGY: Filled[OnBoard] = Filled("mJ", ("millijoules_low", "millijoules_high"), cell=lambda m: _energy(m.energy))
_COLD: Filled[OnBoard] = Filled(
    "cold", ("first_run_ns", "first_run_ns_low", "first_run_ns_high"), cell=lambda m: _first(m)
)
_COLD_NOTE = " cold: ms of a first run, whose cache is empty; the typical run follows one like it."


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
    """A group for each heading, or each key, in the order of the rows; `fields` and `figures`: its parts for an
    export."""
    groups: dict[object, list[M]] = {}
    for m in rows:
        groups.setdefault((key or heading)(m), []).append(m)
    found = tuple(grouped(heading(own[0]), shown, own, *figures(own[0])) for own in groups.values())
    return Table(name, tuple(shown), found, note, ("condition", *fields))


def with_first(
    name: str, shown: Sequence[Filled[M]], rows: Sequence[M], heading: Callable[[M], str], note: str = ""
) -> Table:
    """The same with how long first runs take beside the range, if any of the rows has that: milliseconds, typical."""
    if not any(m.first_run for m in rows):
        return by_condition(name, shown, rows, heading, note)
    at = [column.title for column in shown].index("range") + 1
    return by_condition(name, [*shown[:at], _COLD, *shown[at:]], rows, heading, note + _COLD_NOTE)


def made_here(m: OnBoard) -> str:
    """Whether it was built and run now."""
    return "here" if m.basis == "modelled" else "stored"


def joined_unknowns(m: OnBoard) -> str:
    return "; ".join(m.ns.unknowns)


def _first(m: OnBoard) -> Cell:
    first = m.first_run
    if first is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    ns = tuple(each * 1e9 / m.clock_hz for each in (first.typical, first.low, first.high))
    return Cell(numbers.significant(ns[0] / 1e6), "", ns)


def cycles_cell(m: OnBoard, tone: Tone = "") -> Cell:
    spent = m.cycles
    return Cell(cycles(spent.typical), tone, (spent.typical, spent.low, spent.high))


def over(m: OnBoard, resource: str) -> Tone:
    """The tone of a memory that the board may not have."""
    return "bad" if resource in m.over else ""


def _energy(energy: Energy | None) -> Cell:
    if energy is None:
        return Cell(numbers.NONE, "dim", (None, None))
    ends = (numbers.significant(end, 2) for end in (energy.low, energy.high))
    return Cell(" – ".join(ends), "", (energy.low, energy.high))


# ---- how far a time is to be trusted, as boards have shown: see docs/reference/pqm4.md ----

_CACHE, _MANUAL, _FLASH, _WAITS, _NOTHING = range(5)  # what is open, the worst first
_YOURS = "if library, compiler and level are yours, ±30 % if they are not"
_SAID = {
    _CACHE: "Plan with the range: this code is larger than the cache that it runs from.",
    _MANUAL: "Plan with ±30 %: Arm publishes no cycles for this core.",
    _FLASH: "Plan with ±30 %: what is known of this flash is from memory.",
    _WAITS: f"Plan with ±15 %, for the flash waits, {_YOURS}.",
    _NOTHING: f"Plan with ±5 %, as boards have shown, {_YOURS}.",
}


def trust(rows: Sequence[OnBoard]) -> str:
    """One sentence on all rows, by the one that is least known."""
    return _SAID[min(map(_open, rows))] if rows else ""


def _open(row: OnBoard) -> int:
    board = BOARDS.get(row.board)
    if board and board.flash.conflicts and row.flash_bytes > board.flash.cache_bytes and not _as_linked(row):
        return _CACHE
    if not timing(row.core).published:
        return _MANUAL
    if not row.wait_states:
        return _NOTHING
    return _FLASH if board and not board.flash.verified else _WAITS


def _as_linked(row: OnBoard) -> bool:
    """Whether it was followed through the cache in the order that the device has it in."""
    return isinstance(row, FunctionCall) and row.first_run is not None
