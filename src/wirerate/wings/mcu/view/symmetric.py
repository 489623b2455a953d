# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashes, MACs and ciphers by the record, beside operations on a board: the table, and what must be said of it."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.symmetric import RECORDS, SYMMETRIC
from wirerate.records import Measurement
from wirerate.records.details import LibraryCall
from wirerate.report import numbers
from wirerate.report.naming import algorithm
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Figure, Group, Table, to_text, wrap
from wirerate.wings.mcu.view import common as firmware

TITLES = ("64 B", "1 KiB", "16 KiB")  # of the catalogue's records
_COLUMNS = (
    Column("", ("subject",), numeric=False),
    Column("cycles/B", ("per_byte", "per_byte_low", "per_byte_high")),
    *(
        Column(title, (f"ns_{size}", f"ns_{size}_low", f"ns_{size}_high"))
        for title, size in zip(TITLES, RECORDS, strict=True)
    ),
    Column("range", ("unknowns",), expendable=True),
    Column("stack", ("stack_bytes",)),
    Column("context", ("context_bytes",)),
    Column("flash", ("flash_bytes",)),
    Column("from", ("basis", "release", "level", "command"), numeric=False, expendable=True),
)
_NOTE = (
    "cycles/B: of each further byte of a long record; then a record of that size, its key kept; context: of the key. "
    "An AEAD seals a record under a nonce and authenticates five bytes besides."
)


def call(m: Measurement) -> LibraryCall:
    assert isinstance(m.details, LibraryCall)
    return m.details


def rows(measurements: Sequence[Measurement]) -> list[Measurement]:
    return [m for m in measurements if isinstance(m.details, LibraryCall) and m.ns]


def text(found: Sequence[Measurement], on: Paper) -> list[str]:
    lines = to_text(table(found), width=on.width, color=on.color).splitlines()
    own = call(found[0])
    return [*lines, "", *wrap(f"Mbed TLS {own.release}: licence: {own.licence}.", on.width)]


def table(found: Sequence[Measurement]) -> Table:
    """One row for each of them, with its records."""
    groups: dict[str, dict[str, list[Measurement]]] = {}
    for m in found:
        own = call(m)
        heading = f"{firmware.where(m)}; Mbed TLS {own.release}, -{own.level}"
        groups.setdefault(heading, {}).setdefault(algorithm(m.subject), []).append(m)
    shown = (
        Group(heading, tuple(map(_row, each.values())), firmware.board_figures(next(iter(each.values()))[0]))
        for heading, each in groups.items()
    )
    return Table("mcu-symmetric", _COLUMNS, tuple(shown), _NOTE, ("condition", *firmware.BOARD_FIELDS))


def _row(records: Sequence[Measurement]) -> tuple[Cell, ...]:
    first, sized = records[-1], {m.bytes: m for m in records}
    own, slope = call(first), call(first).per_byte
    assert first.ns is not None
    return (
        Cell(SYMMETRIC[algorithm(first.subject)].title, "strong", (algorithm(first.subject),)),
        Cell(numbers.significant(slope.typical), "strong", (slope.typical, slope.low, slope.high)),
        *(_time(sized.get(float(size))) for size in RECORDS),
        Cell(f"{numbers.significant(slope.low)} – {numbers.significant(slope.high)}", "dim",
             ("; ".join(first.ns.unknowns),)),
        firmware.size_cell(own.stack_bytes),
        firmware.size_cell(own.context_bytes or 0),
        firmware.size_cell(own.flash_bytes, firmware.over(first, "flash")),
        Cell("here" if first.basis == "modelled" else "stored", "dim",
             (first.basis, own.release, own.level, own.command)),
    )  # fmt: skip


def _time(m: Measurement | None) -> Cell:
    figures: tuple[Figure, ...] = (None, None, None)
    if m is None or m.ns is None:
        return Cell(numbers.NONE, "dim", figures)
    return Cell(numbers.time_ns(m.ns.median), "", (m.ns.median, m.ns.low, m.ns.high))
