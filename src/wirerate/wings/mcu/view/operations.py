# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu`: what operations on elliptic curves and of post-quantum schemes take on a board, each with its range, and what
must be said of where schemes come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from wirerate.catalogue.schemes import IMPLEMENTATIONS
from wirerate.records import Interval
from wirerate.report import columns, html, numbers
from wirerate.report.html import Page, drawn, head, tabled
from wirerate.report.table import Cell, Filled, Table, grouped, stacked, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import library
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.rows import (
    BoardOperation,
    GridRun,
    LibraryCall,
    McuRun,
    OnBoard,
    Operation,
    Options,
    SchemeOperation,
    Signing,
)

if TYPE_CHECKING:
    from wirerate.report.charts import Chart


T = TypeVar("T", bound=Operation)
_SHOWN = ("secp256r1", "secp384r1", "secp521r1", "brainpoolP256r1")  # of the windows' lines


def text(run: McuRun | GridRun, on: Paper) -> str:
    found, others = _asked(firmware.only(BoardOperation, run.rows)), _asked(firmware.only(SchemeOperation, run.rows))
    records = _asked(firmware.only(LibraryCall, run.rows))
    parts = [on.table(curves(found)).splitlines()] if found else []
    parts += [schemes_text(others, on)] if others else []
    parts += [library.records_text(records, on)] if records else []
    if not parts:
        return firmware.NOTHING
    lines = [line for number, part in enumerate(parts) for line in ([""] * bool(number) + part)]
    lines += [] if others or records else [""]
    return "\n".join([*lines, *firmware.about([*found, *others, *records], on)]) + "\n"


_COLUMNS: tuple[Filled[BoardOperation], ...] = (
    Filled("", ("curve", "operation"), numeric=False,
           cell=lambda m: Cell(f"{m.curve} {m.operation}", "strong", (m.curve, m.operation))),
    firmware.MS,
    firmware.RANGE,
    firmware.CYCLES,
    firmware.sized("stack", "stack_bytes", lambda m: m.stack_bytes, "ram"),
    firmware.sized("heap", "heap_bytes", lambda m: m.heap_bytes, "ram"),
    firmware.FLASH,
    firmware.ENERGY,
    firmware.INSTRUCTIONS,
    Filled("from", ("basis", "version", "level", "window", "nist", "fixed_point"), numeric=False, expendable=True,
           cell=lambda m: Cell(firmware.made_here(m), "dim",
                               (m.basis, m.version, m.level, *firmware.option_figures(m)))),
)  # fmt: skip
_NOTE = (
    "ms: typical, and the range over branch refill, flash and what else is not modelled; stack and heap: bytes at "
    "their peak; flash: bytes of this operation and what it stands on; mJ: cycles × the datasheet's current × voltage."
)


def table(run: McuRun | GridRun) -> Table:
    """Those on curves, schemes, how long signatures take, and records, as one."""
    others = _asked(firmware.only(SchemeOperation, run.rows))
    parts = [
        ("on curves", curves(_asked(firmware.only(BoardOperation, run.rows)))),
        ("schemes", schemes_table(others)),
        ("signing", signing(others)),
        ("records", library.records_table(_asked(firmware.only(LibraryCall, run.rows)))),
    ]
    found = [(heading, each) for heading, each in parts if each]
    return found[0][1] if len(found) == 1 else stacked("mcu", found)


def _asked(found: Sequence[T]) -> list[T]:
    """Without what only the page shows besides."""
    return [m for m in found if m.role == "subject"]


def curves(found: Sequence[BoardOperation]) -> Table:
    """One group per setting; the curve named where it changes."""
    return firmware.with_first("mcu", _COLUMNS, found, _condition, _NOTE)


def _condition(m: BoardOperation) -> str:
    return f"{firmware.where(m)}; {firmware.library(m)}; {firmware.setting(m)}"


# ---- the page ----


def page(run: McuRun | GridRun) -> Page:
    from wirerate.report.method import emulated
    from wirerate.wings.mcu.view import charts

    others = firmware.only(SchemeOperation, run.rows)
    parts = _charts(firmware.only(BoardOperation, run.rows))
    beside = [] if not others else [
        drawn(eyebrow, chart, f"{firmware.where(others[0])}, emulated. {firmware.NO_EVIDENCE[:-1]}")
        for eyebrow, chart in (
            ("Classical beside post-quantum", charts.beside(run.rows)),
            ("Bytes against time", charts.bytes_sent(run.rows)),
            ("RAM against flash", charts.memories(run.rows)),
        )
    ]  # fmt: skip
    first = _first(run)
    leading = [*beside, *parts] if isinstance(first, SchemeOperation) else [*parts, *beside]
    records = _records(run)
    leading = [*records, *leading] if isinstance(first, LibraryCall) else [*leading, *records]
    tables = [every(run.rows), *_scheme_tables(others)]
    return Page(f"wirerate {run.command}", _head(run), [*leading, *tables], emulated())


def _records(run: McuRun | GridRun) -> list[str]:
    """The symmetric part: how long a record takes, and the figures."""
    from wirerate.wings.mcu.view import charts

    found = firmware.only(LibraryCall, run.rows)
    if not found:
        return []
    below = f"{firmware.where(found[0])}, emulated. {firmware.NO_EVIDENCE[:-1]}"
    table = tabled(
        "mcu-records-table", "Every figure of a record", "Hashes, MACs and ciphers", library.records_table(found)
    )
    return [drawn("The symmetric part", charts.records(found), below), table]


def _scheme_tables(others: Sequence[SchemeOperation]) -> list[str]:
    if not others:
        return []
    spread = signing(others)
    found = [tabled("mcu-schemes-table", "Every figure of a scheme", "Post-quantum schemes", schemes_table(others))]
    if spread:
        found.append(tabled("mcu-signing", "Signing is chance", "How long ML-DSA signs", spread))
    return found


def _first(run: McuRun | GridRun) -> Operation | None:
    """What was asked for first."""
    return next((m for m in run.rows if m.role == "subject"), None)


def _head(run: McuRun | GridRun) -> str:
    first = _first(run)
    if first is None:
        return head("wirerate mcu", "What a microcontroller takes", partial=run.partial)
    took = f"{firmware.milliseconds(first)} ms, between {firmware.span(first)}"
    if isinstance(first, BoardOperation):
        made, subject = firmware.library(first), first.curve
        lead = f"With {firmware.setting(first)}. {firmware.NO_EVIDENCE}"
    elif isinstance(first, LibraryCall):
        made, lead = f"Mbed TLS {first.release}, -{first.level}", firmware.NO_EVIDENCE
        subject = f"{first.subject.partition('@')[0]} of {first.bytes:,.0f} bytes,"
    else:
        made, subject, lead = made_by(first), first.scheme, firmware.NO_EVIDENCE
    title = f"{subject} {first.operation}: {took}"
    return head(f"{firmware.where(first)}; {made}", title, lead, partial=run.partial)


def _charts(found: Sequence[BoardOperation]) -> list[str]:
    """Of the first row's setting, and of those that differ from it in one option."""
    from wirerate.wings.mcu.view import curve_charts

    if not found:
        return []
    about = found[0]
    alike = [m for m in found if _made_as(m, about)]
    here = [m for m in alike if m.clock_hz == about.clock_hz]
    own = _with(here, about.options)
    off = _with(here, structs.replace(about.options, nist=not about.options.nist))
    bare = _with(here, structs.replace(about.options, fixed_point=not about.options.fixed_point))
    swept = [m for m in here if structs.replace(m.options, window=about.options.window) == about.options]
    clocked = [m for m in _with(alike, about.options) if (m.curve, m.operation) == ("secp256r1", "sign")]
    reduced = (own, off) if about.options.nist else (off, own)
    combed = (own, bare) if about.options.fixed_point else (bare, own)
    return [
        _drawn("Operations by curve", curve_charts.by_curve(own), own),
        _drawn("Sign against verify", curve_charts.sign_verify(own), own),
        _drawn("Brainpool against NIST", curve_charts.brainpool(own), own),
        _drawn("The NIST reduction", curve_charts.reduction(*map(_signing, reduced)), [*own, *off]),
        _drawn("The comb for the base point", curve_charts.comb(*map(_signing, combed)), [*own, *bare]),
        _drawn("The window", curve_charts.windows(_windows(swept)), swept),
        _drawn("The clock", curve_charts.clocks(clocked), clocked),
    ]


def _made_as(m: BoardOperation, about: BoardOperation) -> bool:
    return (m.board, m.version, m.level) == (about.board, about.version, about.level)


def _with(found: Sequence[BoardOperation], options: Options) -> list[BoardOperation]:
    return [m for m in found if m.options == options]


def _signing(found: Sequence[BoardOperation]) -> list[BoardOperation]:
    return [m for m in found if m.operation == "sign"]


def _windows(found: Sequence[BoardOperation]) -> list[BoardOperation]:
    """Verification: the window bounds what multiplies a point that is not the base, in every version."""
    return [m for m in found if m.operation == "verify" and m.curve in _SHOWN]


def _drawn(eyebrow: str, chart: Chart | None, found: Sequence[BoardOperation]) -> str:
    return drawn(eyebrow, chart, firmware.conditions(found) if found else "")


def every(found: Sequence[OnBoard]) -> str:
    """All operations as a table; nothing where there are none."""
    whole = curves(firmware.only(BoardOperation, found))
    if not whole:
        return ""
    count = sum(len(group.rows) for group in whole.groups)
    inner = html.scrolled(whole, whole.note) + html.csv_link(whole)
    body = f"<details><summary>All of them as a table</summary>{inner}</details>" if count > 16 else inner
    return html.section("mcu-table", "Every figure", f"{count} operations, each with its range", body)


# ---- post-quantum schemes ----

_SCHEMES: tuple[Filled[SchemeOperation], ...] = (
    Filled("", ("scheme", "operation"), numeric=False,
           cell=lambda m: Cell(f"{m.scheme} {m.operation}", "strong", (m.scheme, m.operation))),
    firmware.MS,
    firmware.RANGE,
    firmware.sized("RAM", "ram_bytes", lambda m: m.ram_bytes, "ram"),
    firmware.sized("stack", "stack_bytes", lambda m: m.stack_bytes, expendable=True),
    firmware.sized("static", "static_bytes", lambda m: m.static_bytes, expendable=True),
    firmware.sized("held", "held_bytes", lambda m: m.held_bytes),
    firmware.FLASH,
    columns.figure("sent", "sent_bytes", lambda m: m.sent_bytes, firmware.size, expendable=True),
    firmware.ENERGY,
    replace(firmware.CYCLES, expendable=True),
    firmware.INSTRUCTIONS,
    Filled("from", ("basis", "implementation", "level", "category", "by_parts", "hash_calls"), numeric=False,
           expendable=True, cell=lambda m: Cell(
               firmware.made_here(m) + (", parts" if m.by_parts else ""), "dim",
               (m.basis, m.implementation, m.level, m.category, int(m.by_parts), m.hash_calls))),
)  # fmt: skip
_SCHEMES_NOTE = (
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


def schemes_text(found: Sequence[SchemeOperation], on: Paper) -> list[str]:
    """The tables and what must be known of them."""
    lines = on.table(schemes_table(found)).splitlines()
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


def schemes_table(found: Sequence[SchemeOperation]) -> Table:
    """One group per implementation."""
    return firmware.with_first(
        "mcu-schemes", _SCHEMES, found, lambda m: f"{firmware.where(m)}; {made_by(m)}", _SCHEMES_NOTE
    )


def made_by(own: SchemeOperation) -> str:
    """PQClean, clean, -O2."""
    before = f"composed: {own.packages[0]} and " if own.composed else ""
    return f"{before}{IMPLEMENTATIONS[own.implementation].title}, -{own.level}"


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
