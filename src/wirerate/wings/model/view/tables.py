# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model's tables: RFC 1810's machines with this one under them, its other rates, and a processor's bounds by
ways."""

from __future__ import annotations

from dataclasses import replace

from wirerate.graph.rows import (
    ModelBeside,
    ModelBound,
    ModelChains,
    ModelIpRates,
    ModelMachine,
    ModelSilicon,
    ModelSlots,
    ModelSums,
)
from wirerate.report import limits, naming, numbers
from wirerate.report.charts import bound as beside
from wirerate.report.table import Cell, Column, Group, Table, stacked
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
        ("hardware and chains", _rates(run)),
        ("issue slots", _slots(run)),
    )
    return stacked("model", tuple(part for part in parts if part[1]))


def machines(run: ModelRun) -> Table:
    """RFC 1810's table, and this machine under it."""
    columns = (
        Column("machine", ("machine",), numeric=False),
        Column("MIPS", ("mips",)),
        Column("predicted Mbps", ("mbps_low", "mbps_high")),
        Column("measured", ("measured_mbps",)),
        Column("±", ("measured_low", "measured_high", "confidence")),
        Column("of the lower", ("share",)),
    )
    rows = tuple(_machine(about) for about in words.of(run, ModelMachine))
    return Table("machines", columns, (Group("", rows),))


def _machine(about: ModelMachine) -> tuple[Cell, ...]:
    low, high = about.low_mbps, about.high_mbps
    measured = about.measured.median if about.measured else None
    return (
        Cell(words.machine(about), "strong" if about.this else ""),
        Cell(f"{about.mips:,.0f}", figures=(about.mips,)),
        Cell(f"{low:,.0f} – {high:,.0f}", figures=(low, high)),
        Cell(f"{measured:,.0f}" if measured else numbers.NONE, figures=(measured,)),
        _spread(about),
        Cell(f"{measured / low:.2f}" if measured else numbers.NONE, figures=(measured / low if measured else None,)),
    )


def _spread(about: ModelMachine) -> Cell:
    """RFC 1810 gives no intervals; what is measured here has one."""
    found = about.measured
    if not about.this or found is None:
        return Cell(numbers.NONE, figures=(None, None, None))
    return Cell(numbers.spread(found), "dim", (found.low, found.high, found.confidence))


def against_ip(run: ModelRun) -> Table:
    """RFC 1810's question: each machine's MD5 against what IP carried then. Empty without the RFC's rates."""
    found = words.of(run, ModelIpRates)
    if not found:
        return Table("ip", (), ())
    (ip,) = found
    columns = (
        Column("machine", ("machine",), numeric=False),
        Column("measured", ("measured_mbps",)),
        Column("cache not defeated", ("cached_mbps",)),
        Column(f"of TCP's {ip.tcp_mbps:.0f}", ("of_tcp",)),
        Column(f"of UDP's {ip.udp_mbps:.0f}", ("of_udp",)),
    )
    rows = tuple(_of_ip(about, ip) for about in words.of(run, ModelMachine) if about.measured)
    return Table("ip", columns, (Group("", rows),), words.against_ip(run))


def _of_ip(about: ModelMachine, ip: ModelIpRates) -> tuple[Cell, ...]:
    assert about.measured is not None
    measured = about.measured.median
    cached = about.cached.median if about.cached else None
    return (
        Cell(words.machine(about), "strong" if about.this else ""),
        Cell(f"{measured:,.0f}", figures=(measured,)),
        Cell(f"{cached:,.0f}" if cached else numbers.NONE, figures=(cached,)),
        *(Cell(numbers.significant(measured / rate, 2), figures=(measured / rate,))
          for rate in (ip.tcp_mbps, ip.udp_mbps)),
    )  # fmt: skip


def _rates(run: ModelRun) -> Table:
    """Silicon, chains and sums; what each follows from names it."""
    columns = (Column("", ("row",), numeric=False), Column("predicted Mbps", ("mbps_low", "mbps_high")))
    found: list[tuple[str, float]] = [(words.silicon(each), each.mbps) for each in words.of(run, ModelSilicon)]
    found += [(words.chains(each), each.mbps) for each in words.of(run, ModelChains)]
    found += [(words.sums(each), each.mbps) for each in words.of(run, ModelSums)]
    rows = tuple((Cell(name), Cell(f"{mbps:,.0f}", figures=(mbps, mbps))) for name, mbps in found)
    return Table("rates", columns, (Group("", rows),))


def _slots(run: ModelRun) -> Table:
    columns = (Column("", ("slots",), numeric=False), Column("units a word", ("units_per_word",)))
    rows = tuple(
        (Cell(f"{each.slots} at once"), Cell(f"{each.units_per_word:.3g}", figures=(each.units_per_word,)))
        for each in words.of(run, ModelSlots)
    )
    return Table("slots", columns, (Group("", rows),))


def bounds(run: ModelRun) -> Table:
    """Cycles per byte by ways, and which limit makes them; rates where the clock is known."""
    found = words.of(run, ModelBound)
    one = next((each.low.cycles_per_byte for each in found if each.low.ways == 1), None)
    columns = [
        Column("ways", ("ways",)),
        Column("cycles/byte", ("cycles_per_byte_low", "cycles_per_byte_high")),
        Column("rate", ("gbit_per_s",)),
        Column("gain", ("gain",)),
        Column("latency", ("latency",), expendable=True),
        Column("issue", ("issue",), expendable=True),
        Column("lanes", ("lanes",), expendable=True),
        Column("unit", ("unit",), numeric=False),
        Column("limit", ("limit",), numeric=False),
    ]
    shown = [_bound(each, one) for each in found]
    if not any(each.ns for each in found):
        del columns[2]
        shown = [cells[:2] + cells[3:] for cells in shown]
    left_out = dict.fromkeys(each.left_out for each in found if each.left_out)
    note = f"Left out: {'; '.join(left_out)}." if left_out else ""
    return Table("bounds", tuple(columns), (Group("", tuple(shown)),), note)


def _bound(about: ModelBound, one: float | None) -> tuple[Cell, ...]:
    low, high = about.low, about.high
    gbits = numbers.gbits(about.bytes, about.ns.low) if about.ns and about.bytes else None
    gain = one / low.cycles_per_byte if one else None
    return (
        Cell(f"{low.ways}"),
        Cell(limits.span(low, high), "strong", (low.cycles_per_byte, high.cycles_per_byte)),
        Cell(numbers.rate(gbits) if gbits else numbers.NONE, figures=(gbits,)),
        Cell(numbers.times(gain) if gain else numbers.NONE, figures=(gain,)),
        *(Cell(f"{figure:.3f}", "dim", (figure,)) for figure in (low.latency, low.issue, low.lanes)),
        Cell(low.unit),
        Cell(low.limit),
    )
