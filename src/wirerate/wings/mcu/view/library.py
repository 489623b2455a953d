# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu library`: this project's own authenticators, or Mbed TLS's, on a core: cost per byte and per message."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.report import columns
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Filled, Table, grouped
from wirerate.wings.mcu.rows import LibraryCall
from wirerate.wings.mcu.runs import LibraryRun
from wirerate.wings.mcu.view import common as firmware
from wirerate.wings.mcu.view import symmetric

_SHORT, _LONG = 64, 1280  # bytes of the messages shown: a device's, and the least that IPv6 must carry
_COLUMNS: tuple[Filled[Sequence[LibraryCall]], ...] = (
    Filled("", ("subject",), numeric=False,
           cell=lambda calls: Cell(calls[0].subject.partition("@")[0], "strong", (calls[0].subject,))),
    symmetric.PER_BYTE,
    symmetric.slope_range(0),
    columns.figure("per message", "fixed_cycles", lambda calls: calls[0].fixed_cycles, firmware.cycles),
    symmetric.taken("64 B", _SHORT),
    symmetric.taken("1280 B", _LONG),
    symmetric.sized("stack", "stack_bytes", lambda m: m.stack_bytes),
    symmetric.sized("flash", "flash_bytes", lambda m: m.flash_bytes),
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
