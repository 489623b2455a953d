# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The speed table: rate, time per message, cycles per byte, fixed and per-byte cost, and speed as a multiple of MD5's
(RFC 1810)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wirerate.authenticators.subjects import is_ways
from wirerate.catalogue.history import rfc1810_figures
from wirerate.records import AnyRun, Comparison, Conditions, Interval, Measurement
from wirerate.report import columns, labels, numbers
from wirerate.report.table import Cell, Column, Filled, Group, Table, Tone, grouped


@dataclass(frozen=True)
class _Timed:
    """A measurement, plain MD5 under the same condition, and its comparison with a reference."""

    measured: Measurement
    ns: Interval
    md5: Measurement | None
    comparison: Comparison | None = None

    @property
    def tone(self) -> Tone:
        return "dim" if self.measured.role != "subject" else ""

    @property
    def gbits(self) -> float | None:
        m = self.measured
        return numbers.gbits(m.bytes, self.ns.median) if m.bytes else None

    @property
    def times_md5(self) -> float | None:
        return self.md5.ns.median / self.ns.median if self.md5 and self.md5.ns else None


def _name(m: Measurement, tone: Tone) -> Cell:
    return Cell(labels.row_name(m, m.subject), tone, (m.subject, m.role, m.operation, m.keyed, m.status))


def _median(row: _Timed) -> Cell:
    m = row.measured
    shares = f", {numbers.percent(m.cpu_share)} of the CPU" if m.cpu_share is not None else ""
    figures = (row.ns.median, m.bytes, m.rounds)
    return Cell(numbers.significant(row.ns.median), row.tone, figures, f"{m.rounds} rounds{shares}")


def _spread(row: _Timed) -> Cell:
    ns, rounds = row.ns, row.measured.rounds
    hint = f"{numbers.bounds(ns)} ns, {numbers.confidence(ns)}, {rounds} rounds"
    return Cell(numbers.spread(ns), "dim", (ns.low, ns.high, ns.confidence), hint)


def _cycles(row: _Timed) -> Cell:
    per_byte, clock = cycles(row.measured)
    if per_byte is None:
        return Cell(numbers.NONE, row.tone, (None, None))
    text, misread = numbers.significant(per_byte), row.measured.misread
    if misread:
        return Cell(f"{text} misread", "bad", (per_byte, "misread"), f"below the bound of {misread:.3f}: not a speed")
    return Cell(text, row.tone, (per_byte, clock))


def _ratio(row: _Timed) -> Cell:
    """Return the ratio to the reference, an empty cell without one."""
    if row.comparison is None:
        return Cell("", "", (None,) * 4)
    ratio = row.comparison.ratio
    text = numbers.factor(ratio)
    return Cell(text, "", (*columns.ends(ratio), ratio.confidence))


COLUMNS: tuple[Filled[_Timed], ...] = (
    Filled(
        "subject", ("subject", "role", "operation", "keyed", "status"), numeric=False,
        cell=lambda row: _name(row.measured, row.tone),
    ),
    columns.figure("Gbit/s", "gbit_per_s", lambda row: row.gbits),
    Filled("ns", ("ns", "bytes", "rounds"), cell=_median),
    Filled("±", ("ns_low", "ns_high", "confidence"), cell=_spread),
    Filled("cyc/B", ("cycles_per_byte", "cycles"), cell=_cycles),
    columns.figure("fixed ns", "fixed_ns", lambda row: row.measured.fixed_ns, expendable=True),
    columns.figure("ns/B", "per_byte_ns", lambda row: row.measured.per_byte_ns, expendable=True),
    columns.figure("×MD5", "times_md5", lambda row: row.times_md5),
)  # fmt: skip
_RATIO: tuple[Filled[_Timed], ...] = (
    Filled(
        "against", ("against",), numeric=False,
        cell=lambda row: Cell(row.comparison.reference) if row.comparison else Cell("", "", (None,)),
    ),
    Filled("speed", ("ratio", "ratio_low", "ratio_high", "ratio_confidence"), cell=_ratio),
)  # fmt: skip


def table(run: AnyRun) -> Table:
    """Return the speeds by condition, without sweeps by working set. The ceiling comes first, then subjects from
    fastest to slowest, then the floor."""
    return _table(run, [m for m in run.rows if m.ns is None or m.cache != "sweep"], {})


def rates(run: AnyRun) -> Table:
    """Return rates in Gbit/s: a row for each subject, fastest first, and a column for each message size."""
    timed = [m for m in run.rows if m.ns and m.basis == "measured" and m.cache != "sweep"]
    missing = [m for m in run.rows if m.ns is None and m.basis == "measured"]
    sizes = list(dict.fromkeys(labels.message(m) for m in sorted(timed, key=lambda m: (bool(m.packets), m.bytes or 0))))
    groups: dict[str, dict[tuple[str, str], dict[str, Measurement]]] = {}
    for m in timed:
        heading = f"Gbit/s · {' · '.join((labels.cache(m), labels.batch(m.batch), labels.threads(m.threads)))}"
        row = groups.setdefault(heading, {}).setdefault((labels.row_name(m, m.subject), m.role), {})
        row[labels.message(m)] = m
    heads = (
        Column("subject", ("subject",), numeric=False),
        *(Column(size, (size,)) for size in sizes),
        Column("fixed ns", ("fixed_ns",), expendable=True),
        Column("cyc/B", ("cycles_per_byte",), expendable=True),
    )
    shown = tuple(
        Group(heading, tuple(_rates_row(name, role, by_size, sizes) for (name, role), by_size in _by_speed(rows)))
        for heading, rows in groups.items()
    )
    return Table("speed", heads, shown, " ".join(_rates_notes(run, timed, missing)))


def _by_speed(
    rows: Mapping[tuple[str, str], dict[str, Measurement]],
) -> list[tuple[tuple[str, str], dict[str, Measurement]]]:
    """Sort rows by the time of their longest message, with the ceiling first and the floor last."""
    return sorted(rows.items(), key=lambda item: _order(list(item[1].values())[-1]))


def _rates_row(name: str, role: str, by_size: Mapping[str, Measurement], sizes: Sequence[str]) -> tuple[Cell, ...]:
    tone: Tone = "dim" if role != "subject" else ""
    last = list(by_size.values())[-1]
    fixed = numbers.NONE if last.fixed_ns is None else numbers.significant(last.fixed_ns)
    return (
        Cell(name, tone or "strong"),
        *(_rate(by_size.get(size), tone) for size in sizes),
        Cell(fixed, tone),
        _cycles(_Timed(last, last.ns, None)) if last.ns else Cell(numbers.NONE, tone),
    )


def _rate(m: Measurement | None, tone: Tone) -> Cell:
    if m is None or m.ns is None or not m.bytes:
        return Cell(numbers.NONE, "dim")
    return Cell(numbers.significant(numbers.gbits(m.bytes, m.ns.median)), tone)


def _rates_notes(run: AnyRun, timed: Sequence[Measurement], missing: Sequence[Measurement]) -> list[str]:
    notes = [labels.drift(run)] if labels.drift(run) else []
    notes += list(dict.fromkeys(f"{m.subject} is {m.status}: {m.note}." for m in missing if m.note))
    notes += break_even_notes(m for m in timed if m.cache != "sweep")
    return [*notes, "Partial: the run was stopped early."] if run.partial else notes


def whole_table(run: AnyRun) -> Table:
    """Return the table for exports, which also has sweeps by working set and the ratio to the reference."""
    return _table(run, run.rows, {(c.subject, *_alike(c.conditions)): c for c in run.comparisons})


def _table(run: AnyRun, shown: Sequence[Measurement], ratios: Mapping[tuple[object, ...], Comparison]) -> Table:
    timed = [m for m in shown if m.ns and m.basis == "measured"]
    missing = [m for m in shown if m.ns is None and m.basis == "measured"]
    shown_columns = (*COLUMNS, *_RATIO) if ratios else COLUMNS
    groups = []
    for heading, measurements in _by_condition(timed):
        plain = md5(measurements)
        ordered = sorted(measurements, key=_order)
        rows = [_Timed(m, m.ns, plain, ratios.get((m.subject, *_alike(m)))) for m in ordered if m.ns]
        groups.append(grouped(heading, shown_columns, rows, *labels.condition_figures(measurements[0])))
    if missing:
        once = {(m.subject, m.role, m.operation, m.keyed, m.status): m for m in missing}  # of all sizes
        groups.append(Group("not measured", tuple(_missing_row(m, shown_columns) for m in once.values())))
    fields = ("condition", *labels.CONDITION_FIELDS)
    return Table("speed", shown_columns, tuple(groups), _note(run, timed, missing), fields)


def _alike(row: Measurement | Conditions) -> tuple[object, ...]:
    """Return what a measurement and its comparison have in common besides the subject."""
    return row.operation, row.bytes, row.cache, row.working_set, row.batch, row.keyed, row.threads


def md5(rows: Sequence[Measurement]) -> Measurement | None:
    """Return the group's first plain MD5, with which the group is compared."""
    return next((m for m in rows if labels.algorithm(m.subject) == "md5" and m.ns), None)


def _by_condition(measurements: Sequence[Measurement]) -> list[tuple[str, list[Measurement]]]:
    """Group measurements by condition, in the order measured. A mix is one condition, although its mean differs a
    little with the protocol."""
    groups: dict[tuple[object, ...], list[Measurement]] = {}
    for m in measurements:
        key = (m.packets or m.bytes, m.cache, m.working_set, m.batch, m.threads)
        groups.setdefault(key, []).append(m)
    return [(labels.condition(rows[0]), rows) for rows in groups.values()]


def _order(m: Measurement) -> tuple[int, float]:
    place = {"ceiling": 0, "floor": 2}.get(m.role, 1)
    return place, m.ns.median if m.ns else 0.0


def cycles(m: Measurement) -> tuple[float | None, str]:
    """Return cycles per byte, and which clock they count.

    That is the core's clock if each round measured it, or else the time-stamp counter's.
    """
    if m.core_cycles is not None:
        return m.core_cycles, "core"
    return m.reference_cycles, "reference"


def _missing_row(m: Measurement, shown: Sequence[Column]) -> tuple[Cell, ...]:
    blank = [Cell("", "", (None,) * len(column.fields)) for column in shown[2:]]
    tone: Tone = "bad" if m.status == "wrong" else "dim"
    return (_name(m, tone), Cell(m.status, tone, (None,)), *blank)


def _note(run: AnyRun, timed: Sequence[Measurement], missing: Sequence[Measurement]) -> str:
    notes = list(filter(None, [labels.drift(run), labels.caches_explained(m.cache for m in timed)]))
    notes += list(dict.fromkeys(f"{m.subject} is {m.status}: {m.note}." for m in missing if m.note))
    notes += break_even_notes(m for m in timed if m.cache != "sweep")
    if _beside_md5(timed):
        notes.append(
            "×MD5: RFC 1810 mentions unnamed alternatives of "
            f"{rfc1810_figures().alternatives.times_md5:g} times its speed."
        )
    if any(cycles(m)[1] == "reference" and m.reference_cycles is not None for m in timed):
        notes.append("cyc/B are reference cycles (ticks of the time-stamp counter), not core cycles.")
    if run.partial:
        notes.append("Partial: the run was stopped early.")
    return " ".join([*notes, f"Host: {labels.hardware(run)}."])


def _beside_md5(timed: Sequence[Measurement]) -> bool:
    """Return whether MD5 and an algorithm that could replace it were both measured."""
    modern = [m for m in timed if m.role == "subject" and not labels.historical(m.subject)]
    return md5(timed) is not None and bool(modern)


def break_even_notes(measurements: Iterable[Measurement]) -> list[str]:
    """Return, for each K-way subject and condition, a sentence on the length from which it is faster than plain MD5."""
    ways = (m for m in measurements if m.ns and is_ways(labels.algorithm(m.subject)))
    return list(dict.fromkeys(map(_break_even, ways)))


def _break_even(m: Measurement) -> str:
    name, crossing = labels.algorithm(m.subject), m.break_even
    if crossing is None:
        return f"Measure three lengths to see from which {name} is faster than md5: -l 64,576,1500."
    over, where = labels.short(crossing.over), f"{labels.cache(m)}, {labels.batch(m.batch)}"
    if crossing.bytes is None:
        return f"{name} is never faster than {over} ({where})."
    return f"{name} is faster than {over} from {crossing.bytes:.0f} bytes on ({where}), slower below."
