# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hardware's tables: all cores side by side, one core by formula and placed, its verdicts, and what was placed."""

from __future__ import annotations

from wirerate.records import Verdict
from wirerate.report import naming, numbers
from wirerate.report.table import Cell, Column, Group, Table, Tone
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.wings.hw.rows import CoreRate, HwRun, Placed
from wirerate.wings.hw.view import words
from wirerate.wings.hw.view.words import mbps

_TONES: dict[str, Tone] = {KEEPS_UP: "good", TIGHT: "warn", FALLS_SHORT: "bad", CANNOT_TELL: "unsure"}


def by_core(run: HwRun) -> list[dict[str, CoreRate]]:
    """Each core's rates by source; of RFC 1810's two the later, with this part's adder."""
    found: dict[str, dict[str, CoreRate]] = {}
    for rate in run.rows:
        found.setdefault(rate.core, {})[rate.source] = rate
    return list(found.values())


def cores(run: HwRun) -> Table:
    """RFC 1810's formula with this part's adder, the calibrated one, and the placed result."""
    columns = (
        Column("core", ("core",), numeric=False),
        Column("lanes", ("lanes",)),
        Column("RFC 1810", ("rfc1810_mbps",)),
        Column("calibrated", ("calibrated_mbps",)),
        Column("placed", ("mbps", "mbps_low", "mbps_high")),
        Column("range", ("seeds",), expendable=True),
        Column("one chain", ("chain_mbps",)),
        Column("area", ("area",)),
    )
    return Table("cores", columns, (Group("", tuple(map(_core, by_core(run)))),))


def _core(by_source: dict[str, CoreRate]) -> tuple[Cell, ...]:
    placed, calibrated = by_source.get("placed"), by_source["calibrated"]
    shown = placed or calibrated
    area = placed.placed.area if placed and placed.placed else None
    return (
        Cell(shown.core, "strong"),
        Cell(str(shown.lanes)),
        *(Cell(mbps(rate.mbps), figures=(rate.mbps,)) for rate in (by_source["rfc1810"], calibrated)),
        _placed_cell(placed),
        _range_cell(placed),
        Cell(mbps(shown.chain_mbps), "" if placed else "dim", (shown.chain_mbps,)),
        Cell(numbers.percent(area) if area else numbers.NONE, figures=(area,)),
    )


def ends(rate: CoreRate) -> tuple[float, float, float]:
    """All lanes together, at the median clock, the slowest seed's and the fastest's."""
    fmax = rate.fmax_mhz
    return rate.mbps, rate.mbps * fmax.low / fmax.median, rate.mbps * fmax.high / fmax.median


def _placed_cell(rate: CoreRate | None) -> Cell:
    if rate is None:
        return Cell("not placed", "dim", (None, None, None))
    return Cell(mbps(rate.mbps), "strong", ends(rate))


def _range_cell(rate: CoreRate | None) -> Cell:
    """How far the seeds lie apart."""
    if rate is None or rate.placed is None:
        return Cell(numbers.NONE, figures=(None,))
    fmax, seeds = rate.fmax_mhz, rate.placed.seeds
    apart = f"-{(1 - fmax.low / fmax.median) * 100:.0f}/+{numbers.share(fmax.high / fmax.median - 1)}"
    return Cell(apart if seeds > 1 else "1 seed", "dim", (seeds,))


def beside(run: HwRun) -> Table:
    """A core that was brought, and ours that were placed: each one's size by its, and what it does for that."""
    columns = (
        Column("core", ("core",), numeric=False),
        Column("lanes", ("lanes",)),
        Column("placed", ("mbps", "mbps_low", "mbps_high")),
        Column("range", ("seeds",), expendable=True),
        Column("one chain", ("chain_mbps",)),
        Column("area", ("area",)),
        Column("size", ("size",)),
        Column("per size", ("per_area_mbps",)),
    )
    note = "Size: the area in that of the core brought. Per size: the rate for each such area."
    return Table("cores", columns, (Group("", tuple(_beside(m) for m in run.rows)),), note)


def _beside(rate: CoreRate) -> tuple[Cell, ...]:
    assert rate.placed is not None
    size, each = (rate.on_area.size, rate.on_area.per_area_mbps) if rate.on_area else (1.0, rate.mbps)
    return (
        Cell(rate.core, "strong"),
        Cell(str(rate.lanes)),
        _placed_cell(rate),
        _range_cell(rate),
        Cell(mbps(rate.chain_mbps), figures=(rate.chain_mbps,)),
        Cell(numbers.percent(rate.placed.area), figures=(rate.placed.area,)),
        Cell(numbers.times(size), figures=(size,)),
        Cell(mbps(each), figures=(each,)),
    )


def rates(run: HwRun) -> Table:
    """The formulas and the placed result, each with what it rests on."""
    columns = (
        Column("", ("source",), numeric=False),
        Column("MHz", ("fmax_mhz", "fmax_low", "fmax_high")),
        Column("one chain", ("chain_mbps",)),
        Column("all lanes", ("mbps",)),
        Column("from", ("from",), numeric=False, expendable=True),
    )
    return Table("rates", columns, (Group("", tuple(map(_rate_row, words.first_size(run)))),))


def _rate_row(m: CoreRate) -> tuple[Cell, ...]:
    rate, fmax = m, m.fmax_mhz
    tone: Tone = "strong" if rate.placed else ""
    return (
        Cell(words.source(m), tone),
        Cell(numbers.significant(fmax.median), figures=(fmax.median, fmax.low, fmax.high)),
        Cell(mbps(rate.chain_mbps), figures=(rate.chain_mbps,)),
        Cell(mbps(rate.mbps), tone, (rate.mbps,)),
        Cell(words.rests_on(m), "dim"),
    )


def verdicts(run: HwRun) -> Table:
    """Each way of using the core, against the link."""
    columns = (
        Column("", ("subject",), numeric=False),
        Column("blocks", ("blocks",)),
        Column("a packet", ("ns", "ns_low", "ns_high")),
        Column("headroom", ("headroom", "headroom_low", "headroom_high")),
        Column("cores", ("cores",)),
        Column("verdict", ("verdict",), numeric=False),
    )
    return Table("verdicts", columns, (Group("", tuple(map(_verdict, run.verdicts))),))


def _verdict(v: Verdict) -> tuple[Cell, ...]:
    ns, room, blocks = v.measured_ns, v.headroom, words.judged_core(v).blocks
    assert ns is not None
    assert room is not None
    tone: Tone = _TONES[v.verdict] if v.permitted else "bad" if v.verdict == FALLS_SHORT else "warn"
    return (
        Cell(words.NAMES[v.subject], "strong"),
        Cell(numbers.significant(blocks, 2), figures=(blocks,)),
        Cell(numbers.time_ns(ns.median), figures=(ns.median, ns.low, ns.high)),
        Cell(numbers.times(room.median), figures=(room.median, room.low, room.high)),
        Cell(str(v.cores), figures=(v.cores,)),
        Cell(naming.judged(v).words, tone),
    )


def placements(run: HwRun) -> Table:
    """What was placed, when and by which tools, and the path that sets each core's clock."""
    columns = (
        Column("core", ("core",), numeric=False),
        Column("MHz", ("fmax_mhz", "fmax_low", "fmax_high", "target_mhz")),
        Column("seeds", ("seeds",)),
        Column("LUTs", ("luts",)),
        Column("FFs", ("ffs",)),
        Column("RAMs", ("ram_blocks",)),
        Column("slowest path", ("path_start", "path_end")),
        Column("passes", ("path_luts", "path_additions")),
        Column("ns", ("path_logic_ns", "path_routing_ns")),
        Column("placed", ("date", "yosys", "nextpnr")),
    )
    rows = tuple(_placement(rate, rate.placed) for rate in run.rows if rate.placed)
    note = "MHz: the median over the seeds. Passes: look-ups + additions; ns: logic + wires."
    return Table("placements", columns, (Group("", rows),), note)


def _placement(rate: CoreRate, placed: Placed) -> tuple[Cell, ...]:
    fmax, path = rate.fmax_mhz, placed.path
    return (
        Cell(rate.core, "strong"),
        Cell(numbers.significant(fmax.median), figures=(fmax.median, fmax.low, fmax.high, placed.target_mhz)),
        Cell(str(placed.seeds)),
        *(Cell(f"{count:,}", figures=(count,)) for count in (placed.luts, placed.ffs, placed.ram_blocks)),
        Cell(f"{path.start} → {path.end}", figures=(path.start, path.end)),
        Cell(f"{path.luts} + {path.additions}", figures=(path.luts, path.additions)),
        Cell(f"{path.logic_ns:.2f} + {path.routing_ns:.2f}", figures=(path.logic_ns, path.routing_ns)),
        Cell(placed.date[:10], figures=(placed.date, placed.yosys, placed.nextpnr)),
    )
