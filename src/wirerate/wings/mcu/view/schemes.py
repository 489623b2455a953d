# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes on a board: their tables, and what must be said of where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wirerate.catalogue.schemes import IMPLEMENTATIONS
from wirerate.records import Interval
from wirerate.report import columns, numbers
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Filled, Table, grouped, wrap
from wirerate.wings.mcu.rows import OnBoard, SchemeOperation, Signing
from wirerate.wings.mcu.view import common as firmware

_SENT = {"keygen": "public_key_bytes", "encapsulate": "ciphertext_bytes", "sign": "signature_bytes"}
_COLUMNS: tuple[Filled[SchemeOperation], ...] = (
    Filled("", ("scheme", "operation"), numeric=False,
           cell=lambda m: Cell(f"{m.scheme} {m.operation}", "strong", (m.scheme, m.operation))),
    firmware.MS,
    firmware.RANGE,
    firmware.sized("RAM", "ram_bytes", lambda m: m.ram_bytes, "ram"),
    firmware.sized("stack", "stack_bytes", lambda m: m.stack_bytes, expendable=True),
    firmware.sized("static", "static_bytes", lambda m: m.static_bytes, expendable=True),
    firmware.sized("held", "held_bytes", lambda m: m.held_bytes),
    firmware.FLASH,
    columns.figure("sent", "sent_bytes", lambda m: sent_bytes(m), firmware.size, expendable=True),
    firmware.ENERGY,
    replace(firmware.CYCLES, expendable=True),
    firmware.INSTRUCTIONS,
    Filled("from", ("basis", "implementation", "level", "category", "by_parts", "hash_calls"), numeric=False,
           expendable=True, cell=lambda m: Cell(
               firmware.made_here(m) + (", parts" if m.by_parts else ""), "dim",
               (m.basis, m.implementation, m.level, m.category, int(m.by_parts), m.hash_calls))),
)  # fmt: skip
_NOTE = (
    "ms: typical, of signing the mean; RAM: stack, heap, static memory and held: keys and messages; flash: of this "
    "operation and what it stands on; sent: the public key, the ciphertext, the signature."
)
_DRAWN = "Randomness is fixed and free here: your board's generator costs time besides."
_COMPOSED = (
    "Composed: a hybrid's time, energy and flash are the sums of its parts', its stack is the deeper one's; the little "
    "that joins them is not counted."
)
_PARTS = (
    "Parts: what takes the emulator many minutes of SLH-DSA is composed of parts, runs of the same code with lower "
    "trees and fewer layers, whose growth is exact; a whole signature and a whole key agree within 0.01 % of the "
    "instructions."
)
Signed = tuple[SchemeOperation, Signing]
_ENDS = (("half", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("1-2^-20", 1 - 2**-20))  # titles, and shares of all signatures


def rows(found: Sequence[OnBoard]) -> list[SchemeOperation]:
    """Operations of schemes."""
    return [m for m in found if isinstance(m, SchemeOperation)]


def text(found: Sequence[SchemeOperation], on: Paper) -> list[str]:
    """The tables and what must be known of them."""
    lines = on.table(table(found)).splitlines()
    if spread := signing(found):
        lines += ["", *on.table(spread).splitlines()]
    return [*lines, "", *_about(found, on)]


def _about(found: Sequence[SchemeOperation], on: Paper) -> list[str]:
    lines = []
    for name in dict.fromkeys(m.implementation for m in found):
        its = [m for m in found if m.implementation == name]
        packages = dict.fromkeys(each for own in its for each in own.packages[1 if own.composed else 0 :])
        code = IMPLEMENTATIONS[name]
        note = f"; {code.note}" if code.note else ""
        lines += wrap(f"{code.title}: from {', '.join(packages)}; licence: {code.licence}{note}.", on.width)
    if any(m.composed for m in found):
        lines += wrap(_COMPOSED, on.width)
    if any(m.by_parts for m in found):
        lines += wrap(_PARTS, on.width)
    return [*lines, *wrap(_DRAWN, on.width)]


def table(found: Sequence[SchemeOperation]) -> Table:
    """One group per implementation."""
    return firmware.with_first("mcu-schemes", _COLUMNS, found, lambda m: f"{firmware.where(m)}; {made(m)}", _NOTE)


def made(own: SchemeOperation) -> str:
    """PQClean, clean, -O2."""
    before = f"composed: {own.packages[0]} and " if own.composed else ""
    return f"{before}{IMPLEMENTATIONS[own.implementation].title}, -{own.level}"


def sent_bytes(own: SchemeOperation) -> int | None:
    """What goes to the other side once it is done."""
    field = _SENT.get(own.operation)
    return getattr(own, field) if field else None


def signing(found: Sequence[SchemeOperation]) -> Table | None:
    """How long signatures take that are attempted again and again; None where there are none."""
    signed = [(m, m.signing) for m in found if m.signing]
    if not signed:
        return None
    note = (
        "In parentheses: attempts. Each succeeds with the scheme's probability, whatever was before: half of all "
        "signatures take no more than the column of that name says, and so on; one in 2^20 exceeds the last."
    )
    group = grouped("", _SIGNING, signed, *firmware.board_figures(signed[0][0]))
    return Table("mcu-signing", _SIGNING, (group,), note, ("condition", *firmware.BOARD_FIELDS))


def _ms(ns: Interval) -> str:
    return numbers.significant(ns.median / 1e6)


def _end(number: int, title: str, share: float) -> Filled[Signed]:
    """What no more than that share of all signatures exceeds."""

    def cell(each: Signed) -> Cell:
        end = next((end for end in each[1].ends if end.share == share), None)
        if end is None:
            return Cell(numbers.NONE, "", (None, None))
        return Cell(f"{_ms(end.ns)} ({end.attempts})", "", (end.ns.median, end.attempts))

    return Filled(title, (f"ns_{number}", f"attempts_{number}"), cell=cell)


_SIGNING: tuple[Filled[Signed], ...] = (
    Filled("signing, ms", ("signing", "implementation"), numeric=False,
           cell=lambda each: Cell(each[0].scheme, "strong", (each[0].scheme, each[0].implementation))),
    Filled("at once", ("at_once_ns",),
           cell=lambda each: Cell(_ms(each[1].at_once), "", (each[1].at_once.median,))),
    Filled("mean", ("mean_ns", "mean_attempts"),
           cell=lambda each: Cell(f"{_ms(each[0].ns)} ({each[1].attempts:.2f})", "strong",
                                  (each[0].ns.median, each[1].attempts))),
    *(_end(number, title, share) for number, (title, share) in enumerate(_ENDS, start=1)),
)  # fmt: skip
