# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu library`: this project's own authenticators, or Mbed TLS's, on a core: cost per byte and per message."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.report import numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.wings.mcu.rows import LibraryCall
from wirerate.wings.mcu.runs import LibraryRun
from wirerate.wings.mcu.view import common as firmware

_SHORT, _LONG = 64.0, 1280.0  # of the messages shown: a device's, and the least that IPv6 must carry


def text(run: LibraryRun, on: Paper) -> str:
    return firmware.answer(run.rows, [table(run)], on)


def table(run: LibraryRun) -> Table:
    columns = (
        Column("", ("subject",), numeric=False),
        Column("cycles/B", ("per_byte", "per_byte_low", "per_byte_high")),
        Column("range", ("unknowns",)),
        Column("per message", ("fixed_cycles",)),
        Column("64 B", ("ns_64", "ns_64_low", "ns_64_high")),
        Column("1280 B", ("ns_1280", "ns_1280_low", "ns_1280_high")),
        Column("stack", ("stack_bytes",)),
        Column("flash", ("flash_bytes",)),
    )
    subjects: dict[str, list[LibraryCall]] = {}
    for m in run.rows:
        subjects.setdefault(m.subject, []).append(m)
    note = "cycles/B: of each further byte of a long message; per message: what it costs beside its bytes."
    if any(m.operation == "seal" for m in run.rows):
        note += " An AEAD seals a record: its key is kept, its nonce and five bytes besides are authenticated."
    rows = Group("", tuple(map(_row, subjects.values())), firmware.board_figures(run.rows[0]))
    return Table("library", columns, (rows,), note, ("condition", *firmware.BOARD_FIELDS))


def _row(lengths: Sequence[LibraryCall]) -> tuple[Cell, ...]:
    first, sized = lengths[0], {m.bytes: m for m in lengths}
    slope = first.per_byte
    return (
        Cell(first.subject.partition("@")[0], "strong", (first.subject,)),
        Cell(numbers.significant(slope.typical), "strong", (slope.typical, slope.low, slope.high)),
        Cell(f"{numbers.significant(slope.low)} – {numbers.significant(slope.high)}", "dim",
             ("; ".join(first.ns.unknowns),)),
        Cell(firmware.cycles(first.fixed_cycles), "", (first.fixed_cycles,)),
        *(_time(sized[length]) for length in (_SHORT, _LONG)),
        firmware.size_cell(first.stack_bytes),
        firmware.size_cell(first.flash_bytes),
    )  # fmt: skip


def _time(m: LibraryCall) -> Cell:
    return Cell(numbers.time_ns(m.ns.median), "", (m.ns.median, m.ns.low, m.ns.high))


def page(run: LibraryRun) -> Page:
    where = firmware.where(run.rows[0])
    figures = tabled("figures", where, f"{_whose(run)} itself", table(run))
    return Page(f"wirerate {run.command}", head(where, f"What {_whose(run)} takes", partial=run.partial), [figures],
                emulated())  # fmt: skip


def _whose(run: LibraryRun) -> str:
    """The library, or Mbed TLS 3.6.7."""
    code = run.rows[0].subject.partition("@")[2].partition("/")[0]
    return f"Mbed TLS {code.removeprefix('mbedtls-')}" if code.startswith("mbedtls-") else "the library"
