# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu`: what operations on elliptic curves and of post-quantum schemes take on a board, each with its range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wirerate.records import Measurement, Run
from wirerate.records.details import BoardOperation, LibraryCall, Options
from wirerate.report.page import html
from wirerate.report.page.parts import Page, drawn, head, tabled
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table, stacked, to_text
from wirerate.wings.mcu.view import common as firmware
from wirerate.wings.mcu.view import schemes, symmetric
from wirerate.wings.mcu.view.common import operation

if TYPE_CHECKING:
    from wirerate.report.charts import Chart

_SHOWN = ("secp256r1", "secp384r1", "secp521r1", "brainpoolP256r1")  # of the windows' lines


def rows(run: Run) -> list[Measurement]:
    """Operations on curves that have a time."""
    return [m for m in run.measurements if isinstance(m.details, BoardOperation) and m.ns]


def text(run: Run, on: Paper) -> str:
    found, others = _asked(rows(run)), _asked(schemes.rows(run.measurements))
    records = _asked(symmetric.rows(run.measurements))
    parts = [to_text(curves(found), width=on.width, color=on.color).splitlines()] if found else []
    parts += [schemes.text(others, on)] if others else []
    parts += [symmetric.text(records, on)] if records else []
    if not parts:
        return firmware.NOTHING
    lines = [line for number, part in enumerate(parts) for line in ([""] * bool(number) + part)]
    lines += [] if others or records else [""]
    return "\n".join([*lines, *firmware.about([*found, *others, *records], on)]) + "\n"


_COLUMNS = (
    Column("", ("curve", "operation"), numeric=False),
    Column("ms", ("ns", "ns_low", "ns_high")),
    Column("range", ("unknowns",)),
    Column("cycles", ("cycles", "cycles_low", "cycles_high")),
    Column("stack", ("stack_bytes",)),
    Column("heap", ("heap_bytes",)),
    Column("flash", ("flash_bytes",)),
    Column("mJ", ("millijoules_low", "millijoules_high")),
    Column("instructions", ("instructions",), expendable=True),
    Column("from", ("basis", "version", "level", "window", "nist", "fixed_point"), numeric=False, expendable=True),
)
_NOTE = (
    "ms: typical, and the range over branch refill, flash and what else is not modelled; stack and heap: bytes at "
    "their peak; flash: bytes of this operation and what it stands on; mJ: cycles × the datasheet's current × voltage."
)


def table(run: Run) -> Table:
    """Those on curves, schemes, how long signatures take, and records, as one."""
    others = _asked(schemes.rows(run.measurements))
    parts = [
        ("on curves", curves(_asked(rows(run)))),
        ("schemes", schemes.table(others)),
        ("signing", schemes.signing(others)),
        ("records", symmetric.table(_asked(symmetric.rows(run.measurements)))),
    ]
    found = [(heading, each) for heading, each in parts if each]
    return found[0][1] if len(found) == 1 else stacked("mcu", found)


def _asked(found: Sequence[Measurement]) -> list[Measurement]:
    """Without what only the page shows besides."""
    return [m for m in found if m.role == "subject"]


def curves(found: Sequence[Measurement]) -> Table:
    """One group per setting; the curve named where it changes."""
    groups: dict[str, list[Measurement]] = {}
    for m in found:
        groups.setdefault(f"{firmware.where(m)}; {firmware.library(m)}; {firmware.setting(m)}", []).append(m)
    shown = (
        Group(heading, tuple(map(_row, each)), firmware.board_figures(each[0])) for heading, each in groups.items()
    )
    table = Table("mcu", _COLUMNS, tuple(shown), _NOTE, ("condition", *firmware.BOARD_FIELDS))
    return firmware.with_first(table, list(groups.values()))


def _row(m: Measurement) -> tuple[Cell, ...]:
    own = operation(m)
    return (
        Cell(f"{own.curve} {m.operation}", "strong", (own.curve, m.operation)),
        *firmware.time_cells(m),
        firmware.cycles_cell(own.cycles),
        firmware.size_cell(own.stack_bytes, firmware.over(m, "ram")),
        firmware.size_cell(own.heap_bytes, firmware.over(m, "ram")),
        firmware.size_cell(own.flash_bytes, firmware.over(m, "flash")),
        firmware.energy_cell(own.energy),
        Cell(firmware.cycles(own.instructions), "dim", (own.instructions,)),
        Cell(
            "here" if m.basis == "modelled" else "stored",
            "dim",
            (m.basis, own.version, own.level, *firmware.option_figures(own)),
        ),
    )


# ---- the page ----


def page(run: Run) -> Page:
    from wirerate.report.page.method import emulated
    from wirerate.wings.mcu.view import charts, key_lengths

    others = schemes.rows(run.measurements)
    parts = _charts(rows(run))
    beside = [] if not others else [
        drawn(eyebrow, chart, f"{firmware.where(others[0])}, emulated. {firmware.NO_EVIDENCE[:-1]}")
        for eyebrow, chart in (
            ("Classical beside post-quantum", charts.beside(run.measurements)),
            ("Bytes against time", charts.bytes_sent(run.measurements)),
            ("RAM against flash", charts.memories(run.measurements)),
        )
    ]  # fmt: skip
    leading = [*beside, *parts] if _first(run) in others else [*parts, *beside]
    records = _records(run)
    leading = [*records, *leading] if _first(run) in symmetric.rows(run.measurements) else [*leading, *records]
    tables = [every(run), *_scheme_tables(others)]
    return Page(f"wirerate {run.command}", _head(run), [*leading, *tables, key_lengths.section()], emulated())


def _records(run: Run) -> list[str]:
    """The symmetric part: how long a record takes, and the figures."""
    from wirerate.wings.mcu.view import charts

    found = symmetric.rows(run.measurements)
    if not found:
        return []
    below = f"{firmware.where(found[0])}, emulated. {firmware.NO_EVIDENCE[:-1]}"
    table = tabled("mcu-records-table", "Every figure of a record", "Hashes, MACs and ciphers", symmetric.table(found))
    return [drawn("The symmetric part", charts.records(found), below), table]


def _scheme_tables(others: Sequence[Measurement]) -> list[str]:
    if not others:
        return []
    spread = schemes.signing(others)
    found = [tabled("mcu-schemes-table", "Every figure of a scheme", "Post-quantum schemes", schemes.table(others))]
    if spread:
        found.append(tabled("mcu-signing", "Signing is chance", "How long ML-DSA signs", spread))
    return found


def _first(run: Run) -> Measurement | None:
    """What was asked for first."""
    found = [*rows(run), *schemes.rows(run.measurements), *symmetric.rows(run.measurements)]
    return next((m for m in run.measurements if m.role == "subject" and m in found), None)


def _head(run: Run) -> str:
    first = _first(run)
    if first is None:
        return head("wirerate mcu", "What a microcontroller takes", partial=run.partial)
    took = f"{firmware.milliseconds(first)} ms, between {firmware.span(first)}"
    if isinstance(first.details, BoardOperation):
        made, subject = firmware.library(first), operation(first).curve
        lead = f"With {firmware.setting(first)}. {firmware.NO_EVIDENCE}"
    elif isinstance(first.details, LibraryCall):
        made, lead = f"Mbed TLS {first.details.release}, -{first.details.level}", firmware.NO_EVIDENCE
        subject = f"{first.subject.partition('@')[0]} of {first.bytes:,.0f} bytes,"
    else:
        made, subject, lead = schemes.made(first), schemes.scheme(first).scheme, firmware.NO_EVIDENCE
    title = f"{subject} {first.operation}: {took}"
    return head(f"{firmware.where(first)}; {made}", title, lead, partial=run.partial)


def _charts(found: Sequence[Measurement]) -> list[str]:
    """Of the first row's setting, and of those that differ from it in one option."""
    from wirerate.wings.mcu.view import charts

    if not found:
        return []
    about = operation(found[0])
    alike = [m for m in found if _made_as(m, about)]
    here = [m for m in alike if operation(m).clock_hz == about.clock_hz]
    own = _with(here, about.options)
    off = _with(here, replace(about.options, nist=not about.options.nist))
    bare = _with(here, replace(about.options, fixed_point=not about.options.fixed_point))
    swept = [m for m in here if replace(operation(m).options, window=about.options.window) == about.options]
    clocked = [m for m in _with(alike, about.options) if (operation(m).curve, m.operation) == ("secp256r1", "sign")]
    reduced = (own, off) if about.options.nist else (off, own)
    combed = (own, bare) if about.options.fixed_point else (bare, own)
    return [
        _drawn("Operations by curve", charts.by_curve(own), own),
        _drawn("Sign against verify", charts.sign_verify(own), own),
        _drawn("Brainpool against NIST", charts.brainpool(own), own),
        _drawn("The NIST reduction", charts.reduction(*map(_signing, reduced)), [*own, *off]),
        _drawn("The comb for the base point", charts.comb(*map(_signing, combed)), [*own, *bare]),
        _drawn("The window", charts.windows(_windows(swept)), swept),
        _drawn("The clock", charts.clocks(clocked), clocked),
    ]


def _made_as(m: Measurement, about: BoardOperation) -> bool:
    own = operation(m)
    return (own.board, own.version, own.level) == (about.board, about.version, about.level)


def _with(found: Sequence[Measurement], options: Options) -> list[Measurement]:
    return [m for m in found if operation(m).options == options]


def _signing(found: Sequence[Measurement]) -> list[Measurement]:
    return [m for m in found if m.operation == "sign"]


def _windows(found: Sequence[Measurement]) -> list[Measurement]:
    """Verification: the window bounds what multiplies a point that is not the base, in every version."""
    return [m for m in found if m.operation == "verify" and operation(m).curve in _SHOWN]


def _drawn(eyebrow: str, chart: Chart | None, found: Sequence[Measurement]) -> str:
    return drawn(eyebrow, chart, firmware.conditions(found) if found else "")


def every(run: Run) -> str:
    """All operations as a table; nothing where there are none."""
    whole = curves(rows(run))
    if not whole:
        return ""
    count = sum(len(group.rows) for group in whole.groups)
    inner = html.scrolled(whole, whole.note) + html.csv_link(whole)
    body = f"<details><summary>All of them as a table</summary>{inner}</details>" if count > 16 else inner
    return html.section("mcu-table", "Every figure", f"{count} operations, each with its range", body)
