# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes on a board: their tables, and what must be said of where they come from."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.schemes import IMPLEMENTATIONS
from wirerate.records import Interval
from wirerate.report import numbers
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Figure, Group, Table, to_text, wrap
from wirerate.wings.mcu.rows import OnBoard, SchemeOperation, Signing
from wirerate.wings.mcu.view import common as firmware

_SENT = {"keygen": "public_key_bytes", "encapsulate": "ciphertext_bytes", "sign": "signature_bytes"}
_FROM = ("basis", "implementation", "level", "category", "by_parts", "hash_calls")
_COLUMNS = (
    Column("", ("scheme", "operation"), numeric=False),
    Column("ms", ("ns", "ns_low", "ns_high")),
    Column("range", ("unknowns",)),
    Column("RAM", ("ram_bytes",)),
    Column("stack", ("stack_bytes",), expendable=True),
    Column("static", ("static_bytes",), expendable=True),
    Column("held", ("held_bytes",)),
    Column("flash", ("flash_bytes",)),
    Column("sent", ("sent_bytes",), expendable=True),
    Column("mJ", ("millijoules_low", "millijoules_high")),
    Column("cycles", ("cycles", "cycles_low", "cycles_high"), expendable=True),
    Column("instructions", ("instructions",), expendable=True),
    Column("from", _FROM, numeric=False, expendable=True),
)
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
_ENDS = (("half", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("1-2^-20", 1 - 2**-20))  # titles, and shares of all signatures


def rows(found: Sequence[OnBoard]) -> list[SchemeOperation]:
    """Operations of schemes."""
    return [m for m in found if isinstance(m, SchemeOperation)]


def text(found: Sequence[SchemeOperation], on: Paper) -> list[str]:
    """The tables and what must be known of them."""
    lines = to_text(table(found), width=on.width, color=on.color).splitlines()
    if spread := signing(found):
        lines += ["", *to_text(spread, width=on.width, color=on.color).splitlines()]
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
    groups: dict[str, list[SchemeOperation]] = {}
    for m in found:
        groups.setdefault(f"{firmware.where(m)}; {made(m)}", []).append(m)
    shown = (
        Group(heading, tuple(map(_row, each)), firmware.board_figures(each[0])) for heading, each in groups.items()
    )
    table = Table("mcu-schemes", _COLUMNS, tuple(shown), _NOTE, ("condition", *firmware.BOARD_FIELDS))
    return firmware.with_first(table, list(groups.values()))


def made(own: SchemeOperation) -> str:
    """PQClean, clean, -O2."""
    before = f"composed: {own.packages[0]} and " if own.composed else ""
    return f"{before}{IMPLEMENTATIONS[own.implementation].title}, -{own.level}"


def sent_bytes(own: SchemeOperation) -> int | None:
    """What goes to the other side once it is done."""
    field = _SENT.get(own.operation)
    return getattr(own, field) if field else None


def _row(own: SchemeOperation) -> tuple[Cell, ...]:
    sent = sent_bytes(own)
    return (
        Cell(f"{own.scheme} {own.operation}", "strong", (own.scheme, own.operation)),
        *firmware.time_cells(own),
        firmware.size_cell(own.ram_bytes, firmware.over(own, "ram")),
        firmware.size_cell(own.stack_bytes),
        firmware.size_cell(own.static_bytes),
        firmware.size_cell(own.held_bytes),
        firmware.size_cell(own.flash_bytes, firmware.over(own, "flash")),
        Cell(numbers.NONE, "dim", (None,)) if sent is None else firmware.size_cell(sent),
        firmware.energy_cell(own.energy),
        firmware.cycles_cell(own.cycles),
        Cell(firmware.cycles(own.instructions), "dim", (own.instructions,)),
        Cell(
            ("here" if own.basis == "modelled" else "stored") + (", parts" if own.by_parts else ""),
            "dim",
            (own.basis, own.implementation, own.level, own.category, int(own.by_parts), own.hash_calls),
        ),
    )


def signing(found: Sequence[SchemeOperation]) -> Table | None:
    """How long signatures take that are attempted again and again; None where there are none."""
    signed = [(m, m.signing) for m in found if m.signing]
    if not signed:
        return None
    columns = (
        Column("signing, ms", ("signing", "implementation"), numeric=False),
        Column("at once", ("at_once_ns",)),
        Column("mean", ("mean_ns", "mean_attempts")),
        *(Column(title, (f"ns_{n}", f"attempts_{n}")) for n, (title, _) in enumerate(_ENDS, start=1)),
    )
    note = (
        "In parentheses: attempts. Each succeeds with the scheme's probability, whatever was before: half of all "
        "signatures take no more than the column of that name says, and so on; one in 2^20 exceeds the last."
    )
    where = tuple(firmware.board_figures(signed[0][0]))
    group = Group("", tuple(_spread(*each) for each in signed), where)
    return Table("mcu-signing", columns, (group,), note, ("condition", *firmware.BOARD_FIELDS))


def _spread(own: SchemeOperation, of: Signing) -> tuple[Cell, ...]:
    shown: list[Cell] = [
        Cell(own.scheme, "strong", (own.scheme, own.implementation)),
        Cell(_ms(of.at_once), "", (of.at_once.median,)),
        Cell(f"{_ms(own.ns)} ({of.attempts:.2f})", "strong", (own.ns.median, of.attempts)),
    ]
    for _, share in _ENDS:
        figures: tuple[Figure, ...] = (None, None)
        end = next((each for each in of.ends if each.share == share), None)
        if end is not None:
            figures = (end.ns.median, end.attempts)
        shown.append(Cell(f"{_ms(end.ns)} ({end.attempts})" if end else numbers.NONE, "", figures))
    return tuple(shown)


def _ms(ns: Interval) -> str:
    return numbers.significant(ns.median / 1e6)
