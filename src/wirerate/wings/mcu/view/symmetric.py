# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashes, MACs and ciphers by the record, beside operations on a board: the table, and what must be said of it."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.schemes import RECORDS, SYMMETRIC
from wirerate.report import numbers
from wirerate.report.naming import algorithm
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table, to_text, wrap
from wirerate.wings.mcu.rows import LibraryCall, OnBoard
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


def rows(found: Sequence[OnBoard]) -> list[LibraryCall]:
    return [m for m in found if isinstance(m, LibraryCall)]


def text(found: Sequence[LibraryCall], on: Paper) -> list[str]:
    lines = to_text(table(found), width=on.width, color=on.color).splitlines()
    own = found[0]
    return [*lines, "", *wrap(f"Mbed TLS {own.release}: licence: {own.licence}.", on.width)]


def table(found: Sequence[LibraryCall]) -> Table:
    """One row for each of them, with its records."""
    groups: dict[str, dict[str, list[LibraryCall]]] = {}
    for m in found:
        heading = f"{firmware.where(m)}; Mbed TLS {m.release}, -{m.level}"
        groups.setdefault(heading, {}).setdefault(algorithm(m.subject), []).append(m)
    shown = (
        Group(heading, tuple(map(_row, each.values())), firmware.board_figures(next(iter(each.values()))[0]))
        for heading, each in groups.items()
    )
    return Table("mcu-symmetric", _COLUMNS, tuple(shown), _NOTE, ("condition", *firmware.BOARD_FIELDS))


def _row(records: Sequence[LibraryCall]) -> tuple[Cell, ...]:
    own, sized = records[-1], {m.bytes: m for m in records}
    slope = own.per_byte
    return (
        Cell(SYMMETRIC[algorithm(own.subject)].title, "strong", (algorithm(own.subject),)),
        Cell(numbers.significant(slope.typical), "strong", (slope.typical, slope.low, slope.high)),
        *(_time(sized.get(float(size))) for size in RECORDS),
        Cell(f"{numbers.significant(slope.low)} – {numbers.significant(slope.high)}", "dim",
             ("; ".join(own.ns.unknowns),)),
        firmware.size_cell(own.stack_bytes),
        firmware.size_cell(own.context_bytes or 0),
        firmware.size_cell(own.flash_bytes, firmware.over(own, "flash")),
        Cell("here" if own.basis == "modelled" else "stored", "dim",
             (own.basis, own.release, own.level, own.command)),
    )  # fmt: skip


def _time(m: LibraryCall | None) -> Cell:
    if m is None:
        return Cell(numbers.NONE, "dim", (None, None, None))
    return Cell(numbers.time_ns(m.ns.median), "", (m.ns.median, m.ns.low, m.ns.high))
