# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashes, MACs and ciphers on a core: the tables of records that `mcu` shows for Mbed TLS's algorithms, and `mcu
library`, which builds and runs this project's or Mbed TLS's algorithms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from wirerate.catalogue.schemes import RECORDS, SYMMETRIC
from wirerate.errors import EXIT_OK
from wirerate.host.machine import environment
from wirerate.question import asks
from wirerate.report import columns, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.labels import algorithm
from wirerate.report.method import emulated
from wirerate.report.table import Cell, Filled, Table, grouped
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.questions import McuLibrary
from wirerate.wings.mcu.rows import LibraryCall, LibraryRun
from wirerate.wings.mcu.target_cost import MODELLED, library_calls

TITLES = ("64 B", "1 KiB", "16 KiB")  # column titles for the catalogue's record lengths

Calls = Sequence[LibraryCall]  # one algorithm's messages, the shortest first


def time_column(title: str, size: int) -> Filled[Calls]:
    """Return a column with the time of a message of `size` bytes."""

    def cell(calls: Calls) -> Cell:
        m = next((m for m in calls if m.bytes == size), None)
        if m is None:
            return Cell(numbers.NONE, "dim", (None, None, None))
        return Cell(numbers.time_ns(m.ns.median), "", columns.ends(m.ns))

    return Filled(title, (f"ns_{size}", f"ns_{size}_low", f"ns_{size}_high"), cell=cell)


def _per_byte(calls: Calls) -> Cell:
    slope = calls[-1].per_byte
    return Cell(numbers.significant(slope.typical), "strong", (slope.typical, slope.low, slope.high))


def slope_range(exported: int) -> Filled[Calls]:
    """Return a column with the range of cycles per byte. An export adds the reasons for the range's width at message
    number `exported`."""

    def cell(calls: Calls) -> Cell:
        slope = calls[exported].per_byte
        ends = f"{numbers.significant(slope.low)} – {numbers.significant(slope.high)}"
        return Cell(ends, "dim", (firmware.joined_unknowns(calls[exported]),))

    return Filled("range", ("unknowns",), cell=cell)


PER_BYTE: Filled[Calls] = Filled("cycles/B", ("per_byte", "per_byte_low", "per_byte_high"), cell=_per_byte)


def memory_column(title: str, field: str, get: Callable[[LibraryCall], int]) -> Filled[Calls]:
    """Return a column with the memory that the longest message needs, in bytes."""
    return columns.figure(title, field, lambda calls: get(calls[-1]), firmware.size)


def _title(calls: Calls) -> Cell:
    name = algorithm(calls[-1].subject)
    return Cell(SYMMETRIC[name].title, "strong", (name,))


def _origin(calls: Calls) -> Cell:
    m = calls[-1]
    return Cell(firmware.origin(m), "dim", (m.basis, m.release, m.level, m.command))


def _record_flash(calls: Calls) -> Cell:
    return firmware.FLASH.cell(calls[-1])


_RECORDS: tuple[Filled[Calls], ...] = (
    Filled("", ("subject",), numeric=False, cell=_title),
    PER_BYTE,
    *(time_column(title, size) for title, size in zip(TITLES, RECORDS, strict=True)),
    replace(slope_range(-1), expendable=True),
    memory_column("stack", "stack_bytes", lambda m: m.stack_bytes),
    memory_column("context", "context_bytes", lambda m: m.context_bytes or 0),
    Filled("flash", ("flash_bytes",), cell=_record_flash),
    Filled("from", ("basis", "release", "level", "command"), numeric=False, expendable=True, cell=_origin),
)
_RECORDS_NOTE = (
    "cycles/B: cost of one more byte of a long record. 64 B to 16 KiB: time of a record of that length, key setup not "
    "included. Context: RAM for the key. An AEAD encrypts the record and authenticates five more bytes."
)


def records_table(rows: Calls) -> Table:
    """Return a table with a row for each algorithm and a group for each board and build."""
    groups: dict[str, list[Calls]] = {}
    for calls in _by_algorithm(rows):
        m = calls[0]
        groups.setdefault(f"{firmware.board_and_clock(m)}; {_release(m)}", []).append(calls)
    filled = (
        grouped(heading, _RECORDS, members, *firmware.board_figures(members[0][0]))
        for heading, members in groups.items()
    )
    return Table("mcu-symmetric", _RECORDS, tuple(filled), _RECORDS_NOTE, ("condition", *firmware.BOARD_FIELDS))


def records_with_names(rows: Calls) -> Table:
    """Return a table of records without headings, for an answer that names board and build elsewhere."""
    return Table("mcu-symmetric", _RECORDS, (grouped("", _RECORDS, _by_algorithm(rows)),) if rows else ())


def _by_algorithm(rows: Calls) -> list[Calls]:
    calls: dict[tuple[str, ...], list[LibraryCall]] = {}
    for m in rows:
        calls.setdefault((m.subject, m.board, f"{m.clock_hz}", m.level, m.release), []).append(m)
    return list(calls.values())


def _release(m: LibraryCall) -> str:
    return f"Mbed TLS {m.release}, -{m.level}"


def build(rows: Calls) -> str:
    """Return the library, compiler level and licence: "Mbed TLS 3.6.7, -O2: Apache-2.0 OR …"."""
    return f"{_release(rows[0])}: {rows[0].licence}." if rows else ""


def sentence(rows: Calls) -> str:
    """Return the answer in one sentence: the lowest and the highest cost per byte."""
    costs = {calls[-1].subject.partition("@")[0]: calls[-1].per_byte.typical for calls in _by_algorithm(rows)}
    low, high = (pick(costs, key=lambda name: costs[name]) for pick in (min, max))
    cost = f"{low} costs {numbers.significant(costs[low])}"
    if low != high:
        cost += f" and {high} {numbers.significant(costs[high])}"
    return f"{firmware.board_and_clock(rows[0])}: {cost} cycles per byte of a long message."


# ---- mcu library ----


@asks(McuLibrary)
def mcu_library(question: McuLibrary) -> LibraryRun:
    """Build, run and time hashes, MACs and ciphers on a core, for several message lengths.

    `whose` is "wirerate" (MD5, HMAC-MD5, UMAC and the Internet checksum of this project) or "mbedtls" (SHA-256,
    SHA3-256, HMAC-SHA-256, AES-128-CCM, AES-128-GCM and ChaCha20-Poly1305 of Mbed TLS).
    """
    from wirerate.wings.mcu.lab import library
    from wirerate.wings.mcu.lab.source import fetch, release

    own_code = question.whose == "wirerate"
    names = library.OF_LIBWIRERATE if own_code else library.SYMMETRIC
    code = question.whose if own_code else f"mbedtls-{release(fetch())}"
    where, level = question.where, question.built_at
    run = LibraryRun(command="mcu library", environment=environment(), exit=EXIT_OK)
    for number, name in enumerate(names):
        if question.progress:
            question.progress(number / len(names), name)
        counted = library.count(name, where.core, level, buffers=(where.flash.buffers,))
        run.rows += library_calls(f"{name}@{code}", counted, where, level, MODELLED)
    return run


_SHORT, _LONG = 64, 1280  # bytes of the messages shown: a small device's, and IPv6's minimum MTU
_COLUMNS: tuple[Filled[Calls], ...] = (
    Filled("", ("subject",), numeric=False,
           cell=lambda calls: Cell(calls[0].subject.partition("@")[0], "strong", (calls[0].subject,))),
    PER_BYTE,
    slope_range(0),
    columns.figure("per message", "fixed_cycles", lambda calls: calls[0].fixed_cycles, firmware.cycles),
    time_column("64 B", _SHORT),
    time_column("1280 B", _LONG),
    memory_column("stack", "stack_bytes", lambda m: m.stack_bytes),
    memory_column("flash", "flash_bytes", lambda m: m.flash_bytes),
)  # fmt: skip


def text(run: LibraryRun, paper: Paper) -> str:
    return firmware.answer(paper, sentence(run.rows), run.rows, [table(run)], [table(run)])


def table(run: LibraryRun) -> Table:
    note = "cycles/B: cost of one more byte of a long message; per message: cycles that do not depend on its length."
    if any(m.operation == "seal" for m in run.rows):
        note += " An AEAD encrypts a record with a key it keeps, and authenticates a nonce and five more bytes."
    rows = grouped("", _COLUMNS, _by_algorithm(run.rows), *firmware.board_figures(run.rows[0]))
    return Table("library", _COLUMNS, (rows,), note, ("condition", *firmware.BOARD_FIELDS))


def page(run: LibraryRun) -> Page:
    where = firmware.board_and_clock(run.rows[0])
    figures = tabled("figures", where, "Time and memory", table(run))
    title = f"Cycles per byte of {_library_name(run)}"
    sections = [figures, firmware.notes_section(run.rows)]
    return Page(f"wirerate {run.command}", head(where, title, partial=run.partial), sections, emulated())


def _library_name(run: LibraryRun) -> str:
    code = run.rows[0].subject.partition("@")[2].partition("/")[0]
    return f"Mbed TLS {code.removeprefix('mbedtls-')}" if code.startswith("mbedtls-") else "the wirerate library"
