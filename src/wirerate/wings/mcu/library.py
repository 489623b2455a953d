# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashes, MACs and ciphers on a core: by the record, beside operations on a board; and `mcu library`, this project's
own authenticators or Mbed TLS's, per byte and per message."""

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
from wirerate.report.table import Cell, Filled, Table, grouped, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.questions import McuLibrary
from wirerate.wings.mcu.rows import LibraryCall, LibraryRun
from wirerate.wings.mcu.target_cost import MODELLED, library_calls

TITLES = ("64 B", "1 KiB", "16 KiB")  # of the catalogue's records


def taken(title: str, size: int) -> Filled[Sequence[LibraryCall]]:
    """How long a record or message of that size takes."""

    def cell(records: Sequence[LibraryCall]) -> Cell:
        m = next((m for m in records if m.bytes == size), None)
        if m is None:
            return Cell(numbers.NONE, "dim", (None, None, None))
        return Cell(numbers.time_ns(m.ns.median), "", columns.ends(m.ns))

    return Filled(title, (f"ns_{size}", f"ns_{size}_low", f"ns_{size}_high"), cell=cell)


def _per_byte(records: Sequence[LibraryCall]) -> Cell:
    slope = records[-1].per_byte
    return Cell(numbers.significant(slope.typical), "strong", (slope.typical, slope.low, slope.high))


def slope_range(which: int) -> Filled[Sequence[LibraryCall]]:
    """Of cycles per byte; what it is over stands with each record: `which` of them is exported."""

    def cell(records: Sequence[LibraryCall]) -> Cell:
        slope = records[which].per_byte
        ends = f"{numbers.significant(slope.low)} – {numbers.significant(slope.high)}"
        return Cell(ends, "dim", (firmware.joined_unknowns(records[which]),))

    return Filled("range", ("unknowns",), cell=cell)


PER_BYTE: Filled[Sequence[LibraryCall]] = Filled(
    "cycles/B", ("per_byte", "per_byte_low", "per_byte_high"), cell=_per_byte
)


def sized(title: str, field: str, get: Callable[[LibraryCall], int]) -> Filled[Sequence[LibraryCall]]:
    """Bytes of memory that the longest takes."""
    return columns.figure(title, field, lambda records: get(records[-1]), firmware.size)


def _named(records: Sequence[LibraryCall]) -> Cell:
    name = algorithm(records[-1].subject)
    return Cell(SYMMETRIC[name].title, "strong", (name,))


def _made(records: Sequence[LibraryCall]) -> Cell:
    own = records[-1]
    return Cell(firmware.made_here(own), "dim", (own.basis, own.release, own.level, own.command))


def _record_flash(records: Sequence[LibraryCall]) -> Cell:
    return firmware.FLASH.cell(records[-1])


_RECORDS: tuple[Filled[Sequence[LibraryCall]], ...] = (
    Filled("", ("subject",), numeric=False, cell=_named),
    PER_BYTE,
    *(taken(title, size) for title, size in zip(TITLES, RECORDS, strict=True)),
    replace(slope_range(-1), expendable=True),
    sized("stack", "stack_bytes", lambda m: m.stack_bytes),
    sized("context", "context_bytes", lambda m: m.context_bytes or 0),
    Filled("flash", ("flash_bytes",), cell=_record_flash),
    Filled("from", ("basis", "release", "level", "command"), numeric=False, expendable=True, cell=_made),
)
_RECORDS_NOTE = (
    "cycles/B: of each further byte of a long record; then a record of that size, its key kept; context: of the key. "
    "An AEAD seals a record under a nonce and authenticates five bytes besides."
)


def records_text(found: Sequence[LibraryCall], on: Paper) -> list[str]:
    lines = on.table(records_table(found)).splitlines()
    own = found[0]
    return [*lines, "", *wrap(f"Mbed TLS {own.release}: licence: {own.licence}.", on.width)]


def records_table(found: Sequence[LibraryCall]) -> Table:
    """One row for each of them, with its records."""
    groups: dict[str, dict[str, list[LibraryCall]]] = {}
    for m in found:
        heading = f"{firmware.where(m)}; Mbed TLS {m.release}, -{m.level}"
        groups.setdefault(heading, {}).setdefault(algorithm(m.subject), []).append(m)
    shown = (
        grouped(heading, _RECORDS, each.values(), *firmware.board_figures(next(iter(each.values()))[0]))
        for heading, each in groups.items()
    )
    return Table("mcu-symmetric", _RECORDS, tuple(shown), _RECORDS_NOTE, ("condition", *firmware.BOARD_FIELDS))


# ---- mcu library ----


@asks(McuLibrary)
def mcu_library(asked: McuLibrary) -> LibraryRun:
    """MD5, HMAC-MD5, UMAC and the Internet checksum of this project ("wirerate"), or SHA-256, SHA3-256, HMAC-SHA-256,
    AES-128-CCM, AES-128-GCM and ChaCha20-Poly1305 of Mbed TLS ("mbedtls"), per message length on the core."""
    from wirerate.wings.mcu.lab import library
    from wirerate.wings.mcu.lab.source import fetch, release

    own = asked.whose == "wirerate"
    names = library.OF_LIBWIRERATE if own else library.SYMMETRIC
    code = asked.whose if own else f"mbedtls-{release(fetch())}"
    where, built_at = asked.where, asked.built_at
    run = LibraryRun(command="mcu library", environment=environment(), exit=EXIT_OK)
    for number, name in enumerate(names):
        if asked.progress:
            asked.progress(number / len(names), name)
        counted = library.count(name, where.core, built_at, buffers=(where.flash.buffers,))
        run.rows += library_calls(f"{name}@{code}", counted, where, built_at, MODELLED)
    return run


_SHORT, _LONG = 64, 1280  # bytes of the messages shown: a device's, and the least that IPv6 must carry
_COLUMNS: tuple[Filled[Sequence[LibraryCall]], ...] = (
    Filled("", ("subject",), numeric=False,
           cell=lambda calls: Cell(calls[0].subject.partition("@")[0], "strong", (calls[0].subject,))),
    PER_BYTE,
    slope_range(0),
    columns.figure("per message", "fixed_cycles", lambda calls: calls[0].fixed_cycles, firmware.cycles),
    taken("64 B", _SHORT),
    taken("1280 B", _LONG),
    sized("stack", "stack_bytes", lambda m: m.stack_bytes),
    sized("flash", "flash_bytes", lambda m: m.flash_bytes),
)  # fmt: skip


def text(run: LibraryRun, on: Paper) -> str:
    return firmware.answer(run.rows, [table(run)], on)


def table(run: LibraryRun) -> Table:
    subjects: dict[str, list[LibraryCall]] = {}
    for m in run.rows:
        subjects.setdefault(m.subject, []).append(m)
    note = "cycles/B: of each further byte of a long message; per message: what it costs beside its bytes."
    if any(m.operation == "seal" for m in run.rows):
        note += " An AEAD seals a record: its key is kept, its nonce and five bytes besides are authenticated."
    found = grouped("", _COLUMNS, subjects.values(), *firmware.board_figures(run.rows[0]))
    return Table("library", _COLUMNS, (found,), note, ("condition", *firmware.BOARD_FIELDS))


def page(run: LibraryRun) -> Page:
    where = firmware.where(run.rows[0])
    figures = tabled("figures", where, f"{_whose(run)} itself", table(run))
    return Page(f"wirerate {run.command}", head(where, f"What {_whose(run)} takes", partial=run.partial), [figures],
                emulated())  # fmt: skip


def _whose(run: LibraryRun) -> str:
    """The library, or Mbed TLS 3.6.7."""
    code = run.rows[0].subject.partition("@")[2].partition("/")[0]
    return f"Mbed TLS {code.removeprefix('mbedtls-')}" if code.startswith("mbedtls-") else "the library"
