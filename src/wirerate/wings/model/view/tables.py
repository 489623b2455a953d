# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model's tables: RFC 1810's machines with this one under them, its other rates, and a processor's bounds by
ways."""

from __future__ import annotations

from dataclasses import replace

from wirerate.graph.rows import (
    ModelBeside,
    ModelBound,
    ModelIpRates,
    ModelMachine,
    ModelSlots,
)
from wirerate.report import columns, limits, naming, numbers
from wirerate.report.charts import bound as beside
from wirerate.report.columns import figure
from wirerate.report.table import Cell, Filled, Table, listed, stacked
from wirerate.wings.model.rows import ModelRun
from wirerate.wings.model.view import words


def exported(run: ModelRun) -> Table:
    """All rows that the screen shows, each with the algorithm, and the processor that bounds are of."""
    found = _rows(run)
    about = next((each.cpu for each in words.of(run, ModelBound)), None)
    figures = run.rows[0].subject.partition("-x")[0], about
    groups = tuple(replace(group, figures=figures) for group in found.groups)
    slots = (
        f"{naming.UNIT} Issue slots: {naming.SCHEDULE}, as a list schedule does." if words.of(run, ModelSlots) else ""
    )
    note = " ".join(filter(None, (found.note, slots)))
    return replace(found, groups=groups, note=note, group_fields=("condition", "algorithm", "cpu"))


def _rows(run: ModelRun) -> Table:
    if words.of(run, ModelBound):
        measured = list(words.of(run, ModelBeside))
        found = bounds(run)
        return stacked("model", (("bounds", found), ("measured", beside.table(measured)))) if measured else found
    parts = (
        ("machines", machines(run)),
        ("against IP", against_ip(run)),
        ("hardware and chains", listed("rates", _RATES, (rate for _, found in words.rates(run) for rate in found))),
        ("issue slots", listed("slots", _SLOTS, words.of(run, ModelSlots))),
    )
    return stacked("model", tuple(part for part in parts if part[1]))


# ---- RFC 1810's story ----


def _measured(about: ModelMachine) -> float | None:
    return about.measured.median if about.measured else None


def _cached(about: ModelMachine) -> float | None:
    return about.cached.median if about.cached else None


def _of_the_lower(about: ModelMachine) -> float | None:
    measured = _measured(about)
    return measured and measured / about.low_mbps


def _predicted(about: ModelMachine) -> Cell:
    low, high = about.low_mbps, about.high_mbps
    return Cell(f"{low:,.0f} – {high:,.0f}", figures=(low, high))


def _spread(about: ModelMachine) -> Cell:
    """RFC 1810 gives no intervals; what is measured here has one."""
    found = about.measured
    if not about.this or found is None:
        return Cell(numbers.NONE, figures=(None, None, None))
    return Cell(numbers.spread(found), "dim", (found.low, found.high, found.confidence))


_MACHINE: Filled[ModelMachine] = Filled(
    "machine", ("machine",), False, cell=lambda about: Cell(words.machine(about), "strong" if about.this else "")
)
_MEASURED: Filled[ModelMachine] = figure("measured", "measured_mbps", _measured, "{:,.0f}".format)
_MACHINES: tuple[Filled[ModelMachine], ...] = (
    _MACHINE,
    figure("MIPS", "mips", lambda about: about.mips, "{:,.0f}".format),
    Filled("predicted Mbps", ("mbps_low", "mbps_high"), cell=_predicted),
    _MEASURED,
    Filled("±", ("measured_low", "measured_high", "confidence"), cell=_spread),
    figure("of the lower", "share", _of_the_lower, "{:.2f}".format),
)


def machines(run: ModelRun) -> Table:
    """RFC 1810's table, and this machine under it."""
    return listed("machines", _MACHINES, words.of(run, ModelMachine))


def against_ip(run: ModelRun) -> Table:
    """RFC 1810's question: each machine's MD5 against what IP carried then. Empty without the RFC's rates."""
    found = words.of(run, ModelIpRates)
    if not found:
        return Table("ip", (), ())
    (ip,) = found
    shown: tuple[Filled[ModelMachine], ...] = (
        _MACHINE,
        _MEASURED,
        figure("cache not defeated", "cached_mbps", _cached, "{:,.0f}".format),
        _share_of("TCP", ip.tcp_mbps),
        _share_of("UDP", ip.udp_mbps),
    )
    measured = [about for about in words.of(run, ModelMachine) if about.measured]
    return listed("ip", shown, measured, words.against_ip(run))


def _share_of(name: str, mbps: float) -> Filled[ModelMachine]:
    def share(about: ModelMachine) -> float | None:
        measured = _measured(about)
        return measured and measured / mbps

    title = f"of {name}'s {mbps:.0f}"
    return figure(title, f"of_{name.lower()}", share, lambda value: numbers.significant(value, 2))


_Rate = tuple[float, str]  # Mbps, and what it follows from
_RATES: tuple[Filled[_Rate], ...] = (
    columns.words("", "row", lambda rate: rate[1]),
    Filled(
        "predicted Mbps", ("mbps_low", "mbps_high"), cell=lambda rate: Cell(f"{rate[0]:,.0f}", "", (rate[0], rate[0]))
    ),
)
_SLOTS: tuple[Filled[ModelSlots], ...] = (
    columns.words("", "slots", lambda each: f"{each.slots} at once"),
    figure("units a word", "units_per_word", lambda each: each.units_per_word, "{:.3g}".format),
)


# ---- a processor's bounds ----


def _cycles(about: ModelBound) -> Cell:
    low, high = about.low, about.high
    return Cell(limits.span(low, high), "strong", (low.cycles_per_byte, high.cycles_per_byte))


def _gbits(about: ModelBound) -> float | None:
    return numbers.gbits(about.bytes, about.ns.low) if about.ns and about.bytes else None


_WAYS: Filled[ModelBound] = figure("ways", "ways", lambda about: about.low.ways, str)
_CYCLES: Filled[ModelBound] = Filled("cycles/byte", ("cycles_per_byte_low", "cycles_per_byte_high"), cell=_cycles)
_RATE: Filled[ModelBound] = figure("rate", "gbit_per_s", _gbits, numbers.rate)
_LIMITS: tuple[Filled[ModelBound], ...] = (
    figure("latency", "latency", lambda about: about.low.latency, "{:.3f}".format, "dim", expendable=True),
    figure("issue", "issue", lambda about: about.low.issue, "{:.3f}".format, "dim", expendable=True),
    figure("lanes", "lanes", lambda about: about.low.lanes, "{:.3f}".format, "dim", expendable=True),
    columns.words("unit", "unit", lambda about: about.low.unit),
    columns.words("limit", "limit", lambda about: about.low.limit),
)


def bounds(run: ModelRun) -> Table:
    """Cycles per byte by ways, and which limit makes them; rates where the clock is known."""
    found = words.of(run, ModelBound)
    one = next((each.low.cycles_per_byte for each in found if each.low.ways == 1), None)
    gain: Filled[ModelBound] = figure(
        "gain", "gain", lambda each: one and one / each.low.cycles_per_byte, numbers.times
    )
    rate = (_RATE,) if any(each.ns for each in found) else ()
    left_out = dict.fromkeys(each.left_out for each in found if each.left_out)
    note = f"Left out: {'; '.join(left_out)}." if left_out else ""
    return listed("bounds", (_WAYS, _CYCLES, *rate, gain, *_LIMITS), found, note)
