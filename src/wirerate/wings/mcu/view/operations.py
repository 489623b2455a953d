# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The view of `mcu`: time, memory and energy of curve operations, post-quantum schemes and ciphers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from wirerate.catalogue.schemes import IMPLEMENTATIONS
from wirerate.records import Interval
from wirerate.report import columns, html, numbers
from wirerate.report.html import Page, drawn, head, tabled
from wirerate.report.table import Cell, Filled, Table, grouped, stacked
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
_WINDOW_CURVES = ("secp256r1", "secp384r1", "secp521r1", "brainpoolP256r1")  # the curves in the chart of time by window


# ---- the terminal ----


def text(run: McuRun | GridRun, paper: Paper) -> str:
    on_curves = _requested(firmware.rows_of(BoardOperation, run.rows))
    schemes = _requested(firmware.rows_of(SchemeOperation, run.rows))
    records = _requested(firmware.rows_of(LibraryCall, run.rows))
    rows = [*on_curves, *schemes, *records]
    if not rows:
        return firmware.NOTHING
    symmetric = library.records_table(records)
    short = [_curves_with_names(on_curves), _schemes_with_names(schemes), library.records_with_names(records)]
    full = [curves(on_curves), schemes_table(schemes), signing(schemes), symmetric]
    caveats = [] if paper.explain else [_build(on_curves), *_scheme_caveats(schemes), library.build(records)]
    return firmware.answer(
        paper,
        sentence(rows),
        rows,
        list(filter(None, short)),
        list(filter(None, full)),
        caveats,
        _scheme_notes(schemes),
    )


def sentence(rows: Sequence[OnBoard]) -> str:
    """Return the answer in one sentence: the times of the first subject's operations."""
    first = rows[0]
    if isinstance(first, LibraryCall):
        return library.sentence(firmware.rows_of(LibraryCall, rows))
    assert isinstance(first, BoardOperation | SchemeOperation)
    name = _subject(first)
    times: dict[str, str] = {}
    for m in rows:
        if isinstance(m, BoardOperation | SchemeOperation) and _subject(m) == name:
            times.setdefault(m.operation, firmware.time_span(m))
    words = [f"{operation} {time}" for operation, time in times.items() if operation != "keygen" or len(times) < 2]
    words[0] = words[0].replace(" ", " takes ", 1)
    return f"{firmware.board_and_clock(first)}: {name} {numbers.joined(words)}."


def _subject(m: BoardOperation | SchemeOperation) -> str:
    return m.curve if isinstance(m, BoardOperation) else firmware.scheme_name(m)


def _curves_with_names(rows: Sequence[BoardOperation]) -> Table:
    """Return a table without headings whose rows name the settings that differ."""
    words = firmware.differing_words(rows)
    names = {
        id(m): " ".join((f"{m.curve} {m.operation}", *differing)) for m, differing in zip(rows, words, strict=True)
    }
    named = replace(_COLUMNS[0], cell=lambda m: replace(_curve_cell(m), text=names[id(m)]))
    shown = [replace(column, expendable=True) if column is firmware.CYCLES else column for column in _COLUMNS[1:]]
    return firmware.with_first_runs("mcu", [named, *shown], rows, lambda _: "")


def _schemes_with_names(rows: Sequence[SchemeOperation]) -> Table:
    """Return a table without headings whose rows name the implementation if it is not the default one."""
    named = replace(
        _SCHEMES[0], cell=lambda m: replace(_scheme_cell(m), text=f"{firmware.scheme_name(m)} {m.operation}")
    )
    return firmware.with_first_runs("mcu-schemes", [named, *_SCHEMES[1:]], rows, lambda _: "")


def _build(rows: Sequence[BoardOperation]) -> str:
    """Return the library and options that all curve operations share."""
    return f"{', '.join(firmware.shared_words(rows, (firmware.build_name,)))}." if rows else ""


def _scheme_caveats(rows: Sequence[SchemeOperation]) -> list[str]:
    """Return lines that say how long signatures can take, which implementation was measured, and which figures are
    estimates."""
    lines = [_longest_signature(m) for m in rows if m.signing]
    for name in dict.fromkeys(m.implementation for m in rows):
        code = IMPLEMENTATIONS[name]
        level = next(m.level for m in rows if m.implementation == name)
        lines.append("; ".join(filter(None, (f"{code.title}, -{level}: {code.licence}", code.note))) + ".")
    lines += ["Hybrids: sums of their parts' figures."] if any(m.composed for m in rows) else []
    lines += ["SLH-DSA: extrapolated from runs with smaller trees."] if any(m.by_parts for m in rows) else []
    return lines


def _longest_signature(m: SchemeOperation) -> str:
    assert m.signing is not None
    rare = next(end for end in m.signing.ends if end.share == 0.99)
    attempts = f"{m.signing.attempts:.1f} attempts"
    return (
        f"{firmware.scheme_name(m)} signs in {firmware.milliseconds(m)} ms on average ({attempts}); "
        f"1 in 100 takes over {_ms(rare.ns)} ms."
    )


# ---- tables ----


def _curve_cell(m: BoardOperation) -> Cell:
    return Cell(f"{m.curve} {m.operation}", "strong", (m.curve, m.operation))


_COLUMNS: tuple[Filled[BoardOperation], ...] = (
    Filled("", ("curve", "operation"), numeric=False, cell=_curve_cell),
    firmware.MS,
    firmware.RANGE,
    firmware.CYCLES,
    firmware.memory_column("stack", "stack_bytes", lambda m: m.stack_bytes, "ram"),
    firmware.memory_column("heap", "heap_bytes", lambda m: m.heap_bytes, "ram"),
    firmware.FLASH,
    firmware.ENERGY,
    firmware.INSTRUCTIONS,
    Filled("from", ("basis", "version", "level", "window", "nist", "fixed_point"), numeric=False, expendable=True,
           cell=lambda m: Cell(firmware.origin(m), "dim",
                               (m.basis, m.version, m.level, *firmware.option_figures(m)))),
)  # fmt: skip
_NOTE = (
    "ms: typical time, and its range over branch refill, flash and other details not modelled. Stack and heap: peaks "
    "in bytes. Flash: bytes of this operation with all it needs. mJ: cycles × the datasheet's current × voltage."
)


def table(run: McuRun | GridRun) -> Table:
    """Return the requested curve operations, schemes, signing times and records as one table."""
    schemes = _requested(firmware.rows_of(SchemeOperation, run.rows))
    parts = [
        ("on curves", curves(_requested(firmware.rows_of(BoardOperation, run.rows)))),
        ("schemes", schemes_table(schemes)),
        ("signing", signing(schemes)),
        ("records", library.records_table(_requested(firmware.rows_of(LibraryCall, run.rows)))),
    ]
    filled = [(heading, part) for heading, part in parts if part]
    return filled[0][1] if len(filled) == 1 else stacked("mcu", filled)


def _requested(rows: Sequence[T]) -> list[T]:
    """Return the requested rows. All other rows are for comparison on the HTML page."""
    return [m for m in rows if m.role == "subject"]


def curves(rows: Sequence[BoardOperation]) -> Table:
    """Return a table of curve operations with a group for each setting."""
    return firmware.with_first_runs("mcu", _COLUMNS, rows, _setting, _NOTE)


def _setting(m: BoardOperation) -> str:
    return f"{firmware.board_and_clock(m)}; {firmware.build_name(m)}; {firmware.options_text(m)}"


# ---- the HTML page ----


def page(run: McuRun | GridRun) -> Page:
    from wirerate.report.method import emulated
    from wirerate.wings.mcu.view import charts

    schemes = firmware.rows_of(SchemeOperation, run.rows)
    of_curves = _curve_charts(firmware.rows_of(BoardOperation, run.rows))
    of_schemes = [] if not schemes else [
        drawn(eyebrow, chart, f"{firmware.board_and_clock(schemes[0])}, emulated. {firmware.NO_EVIDENCE[:-1]}")
        for eyebrow, chart in (
            ("Classical and post-quantum", charts.schemes_and_curve(run.rows)),
            ("Bytes against time", charts.bytes_sent(run.rows)),
            ("RAM against flash", charts.memories(run.rows)),
        )
    ]  # fmt: skip
    first = _first(run)
    leading = [*of_schemes, *of_curves] if isinstance(first, SchemeOperation) else [*of_curves, *of_schemes]
    records = _records(run)
    leading = [*records, *leading] if isinstance(first, LibraryCall) else [*leading, *records]
    tables = [every_figure(run.rows), *_scheme_tables(schemes)]
    notes = [firmware.notes_section(run.rows, _scheme_notes(schemes))] if run.rows else []
    sections = [*leading, *tables, *notes]
    return Page(f"wirerate {run.command}", _head(run), sections, emulated())


def _records(run: McuRun | GridRun) -> list[str]:
    """Return the chart and the table of hashes, MACs and ciphers."""
    from wirerate.wings.mcu.view import charts

    calls = firmware.rows_of(LibraryCall, run.rows)
    if not calls:
        return []
    below = f"{firmware.board_and_clock(calls[0])}, emulated. {firmware.NO_EVIDENCE[:-1]}"
    table = tabled(
        "mcu-records-table", "Every figure of a record", "Hashes, MACs and ciphers", library.records_table(calls)
    )
    return [drawn("Symmetric cryptography", charts.records(calls), below), table]


def _scheme_tables(schemes: Sequence[SchemeOperation]) -> list[str]:
    if not schemes:
        return []
    times = signing(schemes)
    tables = [tabled("mcu-schemes-table", "Every figure of a scheme", "Post-quantum schemes", schemes_table(schemes))]
    if times:
        tables.append(tabled("mcu-signing", "Signing time varies", "How long ML-DSA takes to sign", times))
    return tables


def _first(run: McuRun | GridRun) -> Operation | None:
    """Return the first requested row."""
    return next((m for m in run.rows if m.role == "subject"), None)


def _head(run: McuRun | GridRun) -> str:
    first = _first(run)
    if first is None:
        return head("wirerate mcu", "Time and memory on a microcontroller", partial=run.partial)
    time = f"{firmware.milliseconds(first)} ms ({firmware.span(first)})"
    lead = firmware.NO_EVIDENCE
    if isinstance(first, BoardOperation):
        made, subject = firmware.build_name(first), first.curve
        lead = f"Options: {firmware.options_text(first)}. {lead}"
    elif isinstance(first, LibraryCall):
        made, subject = f"Mbed TLS {first.release}, -{first.level}", first.subject.partition("@")[0]
        time = f"{first.bytes:,.0f} bytes, {time}"
    else:
        made, subject = made_by(first), first.scheme
    eyebrow = f"{firmware.board_and_clock(first)}; {made}"
    return head(eyebrow, f"{subject} {first.operation}: {time}", lead, partial=run.partial)


def _curve_charts(rows: Sequence[BoardOperation]) -> list[str]:
    """Return the charts for the first row's settings, and for settings with one option changed."""
    from wirerate.wings.mcu.view import curve_charts

    if not rows:
        return []
    first = rows[0]
    same_build = [m for m in rows if (m.board, m.version, m.level) == (first.board, first.version, first.level)]
    same_clock = [m for m in same_build if m.clock_hz == first.clock_hz]
    base = _with_options(same_clock, first.options)
    other_nist = _with_options(same_clock, structs.replace(first.options, nist=not first.options.nist))
    other_comb = _with_options(same_clock, structs.replace(first.options, fixed_point=not first.options.fixed_point))
    windows = [m for m in same_clock if structs.replace(m.options, window=first.options.window) == first.options]
    clocks = [m for m in _with_options(same_build, first.options) if (m.curve, m.operation) == ("secp256r1", "sign")]
    nist = (base, other_nist) if first.options.nist else (other_nist, base)
    comb = (base, other_comb) if first.options.fixed_point else (other_comb, base)
    return [
        _drawn("Operations by curve", curve_charts.by_curve(base), base),
        _drawn("Sign and verify", curve_charts.sign_verify(base), base),
        _drawn("Brainpool and NIST", curve_charts.brainpool(base), base),
        _drawn("The NIST reduction", curve_charts.reduction(*map(_signing_rows, nist)), [*base, *other_nist]),
        _drawn("The comb for the base point", curve_charts.comb(*map(_signing_rows, comb)), [*base, *other_comb]),
        _drawn("The window", curve_charts.windows(_window_rows(windows)), windows),
        _drawn("The clock", curve_charts.clocks(clocks), clocks),
    ]


def _with_options(rows: Sequence[BoardOperation], options: Options) -> list[BoardOperation]:
    return [m for m in rows if m.options == options]


def _signing_rows(rows: Sequence[BoardOperation]) -> list[BoardOperation]:
    return [m for m in rows if m.operation == "sign"]


def _window_rows(rows: Sequence[BoardOperation]) -> list[BoardOperation]:
    """Return the rows of verification. It multiplies a point other than the base point, which the window limits in
    every version."""
    return [m for m in rows if m.operation == "verify" and m.curve in _WINDOW_CURVES]


def _drawn(eyebrow: str, chart: Chart | None, rows: Sequence[BoardOperation]) -> str:
    return drawn(eyebrow, chart, firmware.conditions(rows) if rows else "")


def every_figure(rows: Sequence[OnBoard]) -> str:
    """Return a section with all curve operations as a table, folded if it is long; "" where there are none."""
    whole = curves(firmware.rows_of(BoardOperation, rows))
    if not whole:
        return ""
    count = sum(len(group.rows) for group in whole.groups)
    inner = html.scrolled(whole, whole.note) + html.csv_link(whole)
    body = f"<details><summary>Show the table</summary>{inner}</details>" if count > 16 else inner
    return html.section("mcu-table", "Every figure", f"{count} operations, each with its range", body)


# ---- post-quantum schemes ----


def _scheme_cell(m: SchemeOperation) -> Cell:
    return Cell(f"{m.scheme} {m.operation}", "strong", (m.scheme, m.operation))


_SCHEMES: tuple[Filled[SchemeOperation], ...] = (
    Filled("", ("scheme", "operation"), numeric=False, cell=_scheme_cell),
    firmware.MS,
    firmware.RANGE,
    firmware.memory_column("RAM", "ram_bytes", lambda m: m.ram_bytes, "ram"),
    firmware.memory_column("stack", "stack_bytes", lambda m: m.stack_bytes, expendable=True),
    firmware.memory_column("static", "static_bytes", lambda m: m.static_bytes, expendable=True),
    firmware.memory_column("held", "held_bytes", lambda m: m.held_bytes),
    firmware.FLASH,
    columns.figure("sent", "sent_bytes", lambda m: m.sent_bytes, firmware.size, expendable=True),
    firmware.ENERGY,
    replace(firmware.CYCLES, expendable=True),
    firmware.INSTRUCTIONS,
    Filled("from", ("basis", "implementation", "level", "category", "by_parts", "hash_calls"), numeric=False,
           expendable=True, cell=lambda m: Cell(
               firmware.origin(m) + (", parts" if m.by_parts else ""), "dim",
               (m.basis, m.implementation, m.level, m.category, int(m.by_parts), m.hash_calls))),
)  # fmt: skip
_SCHEMES_NOTE = (
    "ms: the typical time; the mean for signing. RAM: stack, heap, static memory, keys and messages. Held: keys and "
    "messages. Flash: this operation with all it needs. Sent: the public key, ciphertext or signature."
)
_RANDOMNESS = "Randomness is fixed and takes no time here: your board's generator adds to these figures."
_HYBRIDS = (
    "A hybrid's time, energy and flash are the sums of its parts'; its stack is the deeper one. The code that "
    "combines the two secrets is not counted."
)
_EXTRAPOLATED = (
    "Long SLH-DSA operations are extrapolated from runs of the same code with smaller trees and fewer layers, whose "
    "cost grows by an exact formula. One full signature and one full key were run: instructions agree within 0.01 %."
)
Signed = tuple[SchemeOperation, Signing]
_ENDS = (("half", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("1-2^-20", 1 - 2**-20))  # titles, and shares of all signatures


def _scheme_notes(rows: Sequence[SchemeOperation]) -> list[str]:
    """Return paragraphs on the origin of the code and on how figures were estimated."""
    notes = []
    for name in dict.fromkeys(m.implementation for m in rows):
        members = [m for m in rows if m.implementation == name]
        packages = dict.fromkeys(package for m in members for package in m.packages[1 if m.composed else 0 :])
        code = IMPLEMENTATIONS[name]
        note = f"; {code.note}" if code.note else ""
        notes.append(f"{code.title}: from {', '.join(packages)}; licence: {code.licence}{note}.")
    notes += [_HYBRIDS] if any(m.composed for m in rows) else []
    notes += [_EXTRAPOLATED] if any(m.by_parts for m in rows) else []
    return [*notes, _RANDOMNESS] if rows else []


def schemes_table(rows: Sequence[SchemeOperation]) -> Table:
    """Return a table of scheme operations with a group for each implementation."""
    return firmware.with_first_runs(
        "mcu-schemes", _SCHEMES, rows, lambda m: f"{firmware.board_and_clock(m)}; {made_by(m)}", _SCHEMES_NOTE
    )


def made_by(m: SchemeOperation) -> str:
    """Return the implementation and compiler level: "PQClean, clean, -O2"."""
    before = f"hybrid of {m.packages[0]} and " if m.composed else ""
    return f"{before}{IMPLEMENTATIONS[m.implementation].title}, -{m.level}"


def signing(rows: Sequence[SchemeOperation]) -> Table | None:
    """Return the distribution of signing times of schemes that may need several attempts; None where there is none."""
    signed = [(m, m.signing) for m in rows if m.signing]
    if not signed:
        return None
    note = (
        "In parentheses: attempts. Every attempt succeeds with the same probability. Half of all signatures take "
        'at most the time in column "half", 90 % at most the next; one in 2^20 takes longer than the last.'
    )
    group = grouped("", _SIGNING, signed, *firmware.board_figures(signed[0][0]))
    return Table("mcu-signing", _SIGNING, (group,), note, ("condition", *firmware.BOARD_FIELDS))


def _ms(ns: Interval) -> str:
    return numbers.significant(ns.median / 1e6)


def _end(number: int, title: str, share: float) -> Filled[Signed]:
    """Return a column with the time and the attempts within which this share of signatures succeeds."""

    def cell(signed: Signed) -> Cell:
        end = next((end for end in signed[1].ends if end.share == share), None)
        if end is None:
            return Cell(numbers.NONE, "", (None, None))
        return Cell(f"{_ms(end.ns)} ({end.attempts})", "", (end.ns.median, end.attempts))

    return Filled(title, (f"ns_{number}", f"attempts_{number}"), cell=cell)


_SIGNING: tuple[Filled[Signed], ...] = (
    Filled("signing, ms", ("signing", "implementation"), numeric=False,
           cell=lambda signed: Cell(signed[0].scheme, "strong", (signed[0].scheme, signed[0].implementation))),
    Filled("at once", ("at_once_ns",),
           cell=lambda signed: Cell(_ms(signed[1].at_once), "", (signed[1].at_once.median,))),
    Filled("mean", ("mean_ns", "mean_attempts"),
           cell=lambda signed: Cell(f"{_ms(signed[0].ns)} ({signed[1].attempts:.2f})", "strong",
                                    (signed[0].ns.median, signed[1].attempts))),
    *(_end(number, title, share) for number, (title, share) in enumerate(_ENDS, start=1)),
)  # fmt: skip
