# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu`: what operations on elliptic curves and of post-quantum schemes take on a board, each with its range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from wirerate.catalogue import history
from wirerate.catalogue.history import KeyLength
from wirerate.report import columns, html
from wirerate.report.html import Page, drawn, head, tabled
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Filled, Table, Tone, listed, stacked
from wirerate.wings.mcu import library
from wirerate.wings.mcu.rows import BoardOperation, LibraryCall, OnBoard, Operation, Options, SchemeOperation
from wirerate.wings.mcu.runs import GridRun, McuRun
from wirerate.wings.mcu.view import common as firmware
from wirerate.wings.mcu.view import schemes

if TYPE_CHECKING:
    from wirerate.report.charts import Chart

T = TypeVar("T", bound=Operation)
_SHOWN = ("secp256r1", "secp384r1", "secp521r1", "brainpoolP256r1")  # of the windows' lines


def rows(found: Sequence[OnBoard]) -> list[BoardOperation]:
    """Operations on curves."""
    return [m for m in found if isinstance(m, BoardOperation)]


def text(run: McuRun | GridRun, on: Paper) -> str:
    found, others = _asked(rows(run.rows)), _asked(schemes.rows(run.rows))
    records = _asked(library.records(run.rows))
    parts = [on.table(curves(found)).splitlines()] if found else []
    parts += [schemes.text(others, on)] if others else []
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
    others = _asked(schemes.rows(run.rows))
    parts = [
        ("on curves", curves(_asked(rows(run.rows)))),
        ("schemes", schemes.table(others)),
        ("signing", schemes.signing(others)),
        ("records", library.records_table(_asked(library.records(run.rows)))),
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
    from wirerate.wings.mcu.view import scheme_charts

    others = schemes.rows(run.rows)
    parts = _charts(rows(run.rows))
    beside = [] if not others else [
        drawn(eyebrow, chart, f"{firmware.where(others[0])}, emulated. {firmware.NO_EVIDENCE[:-1]}")
        for eyebrow, chart in (
            ("Classical beside post-quantum", scheme_charts.beside(run.rows)),
            ("Bytes against time", scheme_charts.bytes_sent(run.rows)),
            ("RAM against flash", scheme_charts.memories(run.rows)),
        )
    ]  # fmt: skip
    first = _first(run)
    leading = [*beside, *parts] if isinstance(first, SchemeOperation) else [*parts, *beside]
    records = _records(run)
    leading = [*records, *leading] if isinstance(first, LibraryCall) else [*leading, *records]
    tables = [every(run.rows), *_scheme_tables(others)]
    return Page(f"wirerate {run.command}", _head(run), [*leading, *tables, _key_lengths_section()], emulated())


def _records(run: McuRun | GridRun) -> list[str]:
    """The symmetric part: how long a record takes, and the figures."""
    from wirerate.wings.mcu.view import scheme_charts

    found = library.records(run.rows)
    if not found:
        return []
    below = f"{firmware.where(found[0])}, emulated. {firmware.NO_EVIDENCE[:-1]}"
    table = tabled(
        "mcu-records-table", "Every figure of a record", "Hashes, MACs and ciphers", library.records_table(found)
    )
    return [drawn("The symmetric part", scheme_charts.records(found), below), table]


def _scheme_tables(others: Sequence[SchemeOperation]) -> list[str]:
    if not others:
        return []
    spread = schemes.signing(others)
    found = [tabled("mcu-schemes-table", "Every figure of a scheme", "Post-quantum schemes", schemes.table(others))]
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
        made, subject, lead = schemes.made(first), first.scheme, firmware.NO_EVIDENCE
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
    off = _with(here, replace(about.options, nist=not about.options.nist))
    bare = _with(here, replace(about.options, fixed_point=not about.options.fixed_point))
    swept = [m for m in here if replace(m.options, window=about.options.window) == about.options]
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
    whole = curves(rows(found))
    if not whole:
        return ""
    count = sum(len(group.rows) for group in whole.groups)
    inner = html.scrolled(whole, whole.note) + html.csv_link(whole)
    body = f"<details><summary>All of them as a table</summary>{inner}</details>" if count > 16 else inner
    return html.section("mcu-table", "Every figure", f"{count} operations, each with its range", body)


# ---- slide 11 of 2015: key lengths that are comparable, with what is recommended today ----

_STANDING: dict[str, Tone] = {"forbidden": "bad", "legacy": "warn", "recommended": "good"}


_KEY_LENGTHS: tuple[Filled[KeyLength], ...] = (
    columns.figure("symmetric", "symmetric", lambda row: row.symmetric, str, "strong"),
    columns.figure("ECC", "ecc", lambda row: row.ecc, str),
    columns.figure("DH/DSA/RSA", "rsa", lambda row: row.rsa, str),
    Filled("today", ("today", "standing"), numeric=False,
           cell=lambda row: Cell(row.today, _STANDING[row.standing], (row.today, row.standing))),
    Filled("source", ("source", "verified"), numeric=False,
           cell=lambda row: Cell(row.source, "dim", (row.source, int(row.verified)))),
)  # fmt: skip


def key_lengths() -> Table:
    found = history.key_lengths()
    return listed("key-lengths", _KEY_LENGTHS, found.row, f"Slide 11 of 2015: {found.then}.")


def _key_lengths_section() -> str:
    whole = key_lengths()
    body = html.scrolled(whole, whole.note, "prose")
    return html.section("key-lengths", "Slide 11", "Which strength is recommended today", body)
