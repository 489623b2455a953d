# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of `hw`: all cores, one core's rates, verdicts, and placements."""

from __future__ import annotations

from typing import NamedTuple

from wirerate.report import columns, labels, numbers
from wirerate.report.columns import figure, interval
from wirerate.report.table import Cell, Filled, Table, Tone, grouped, listed
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.wings.hw import sentences
from wirerate.wings.hw.rows import ALONE, BUSY, CoreRate, CoreVerdict, HwRun, Placed
from wirerate.wings.hw.sentences import mbps

BySource = dict[str, CoreRate]
_TONES: dict[str, Tone] = {KEEPS_UP: "good", TIGHT: "warn", FALLS_SHORT: "bad", CANNOT_TELL: "unsure"}


def by_core(run: HwRun) -> list[BySource]:
    """Return every core's rates by source. RFC 1810's formula has two rows; the one with this part's addition time is
    returned."""
    cores: dict[str, BySource] = {}
    for rate in run.rows:
        cores.setdefault(rate.core, {})[rate.source] = rate
    return list(cores.values())


def ends(rate: CoreRate) -> tuple[float, float, float]:
    """Return the rate of all lanes in Mbit/s at the median, the slowest and the fastest seed's clock."""
    fmax = rate.fmax_mhz
    return rate.mbps, rate.mbps * fmax.low / fmax.median, rate.mbps * fmax.high / fmax.median


# ---- cores side by side ----


def _shown(rates: BySource) -> CoreRate:
    return rates.get("placed") or rates["calibrated"]


def _placed(rates: BySource) -> Placed | None:
    return rates["placed"].placed if "placed" in rates else None


def _rate(rates: BySource) -> Cell:
    if "placed" not in rates:
        return Cell("not placed", "dim", (None, None, None))
    return Cell(mbps(rates["placed"].mbps), "strong", ends(rates["placed"]))


def _range(rates: BySource) -> Cell:
    """Return the seeds' range around the median."""
    placed = _placed(rates)
    if placed is None:
        return Cell(numbers.NONE, figures=(None,))
    fmax = rates["placed"].fmax_mhz
    spread = f"-{(1 - fmax.low / fmax.median) * 100:.0f}/+{numbers.share(fmax.high / fmax.median - 1)}"
    return Cell(spread if placed.seeds > 1 else "1 seed", "dim", (placed.seeds,))


def _one_chain(rates: BySource) -> Cell:
    chain = _shown(rates).chain_mbps
    return Cell(mbps(chain), "" if "placed" in rates else "dim", (chain,))


def _area(rates: BySource) -> float | None:
    placed = _placed(rates)
    return placed.area if placed else None


def _on_area(rates: BySource) -> tuple[float, float]:
    """Return the core's size relative to the user's core, and its rate divided by that size."""
    rate = rates["placed"]
    return (rate.on_area.size, rate.on_area.per_area_mbps) if rate.on_area else (1.0, rate.mbps)


_CORE: tuple[Filled[BySource], ...] = (
    columns.words("core", "core", lambda rates: _shown(rates).core, "strong"),
    figure("lanes", "lanes", lambda rates: _shown(rates).lanes, str),
)
_FORMULAS: tuple[Filled[BySource], ...] = (
    figure("RFC 1810", "rfc1810_mbps", lambda rates: rates["rfc1810"].mbps, mbps),
    figure("calibrated", "calibrated_mbps", lambda rates: rates["calibrated"].mbps, mbps),
)
_AS_PLACED: tuple[Filled[BySource], ...] = (
    Filled("placed", ("mbps", "mbps_low", "mbps_high"), cell=_rate),
    Filled("range", ("seeds",), expendable=True, cell=_range),
    Filled("one chain", ("chain_mbps",), cell=_one_chain),
    figure("area", "area", _area, numbers.percent),
)
_BESIDE: tuple[Filled[BySource], ...] = (
    figure("size", "size", lambda rates: _on_area(rates)[0], numbers.times),
    figure("per size", "per_area_mbps", lambda rates: _on_area(rates)[1], mbps),
)


def cores(run: HwRun) -> Table:
    """Return the table of all cores: RFC 1810's formula, the calibrated formula and the placed result."""
    return listed("cores", (*_CORE, *_FORMULAS, *_AS_PLACED), by_core(run))


def comparison(run: HwRun) -> Table:
    """Return the table of the user's core and wirerate's placed cores, with their sizes relative to it."""
    note = "Size: area ÷ your core's area. Per size: rate ÷ size."
    return listed("cores", (*_CORE, *_AS_PLACED, *_BESIDE), by_core(run), note)


# ---- one core ----


def _strong(rate: CoreRate) -> Tone:
    return "strong" if rate.placed else ""


def _clock(rate: CoreRate) -> Cell:
    fmax = rate.fmax_mhz
    return Cell(numbers.significant(fmax.median), figures=(fmax.median, fmax.low, fmax.high))


_RATES: tuple[Filled[CoreRate], ...] = (
    Filled("", ("source",), numeric=False, cell=lambda rate: Cell(sentences.source(rate), _strong(rate))),
    Filled("MHz", ("fmax_mhz", "fmax_low", "fmax_high"), cell=_clock),
    figure("one chain", "chain_mbps", lambda rate: rate.chain_mbps, mbps),
    Filled("all lanes", ("mbps",), cell=lambda rate: Cell(mbps(rate.mbps), _strong(rate), (rate.mbps,))),
    columns.words("from", "from", sentences.basis, "dim", expendable=True),
)


def rates(run: HwRun) -> Table:
    """Return one core's rates by formula and as placed, with their sources."""
    return listed("rates", _RATES, sentences.first_size(run))


# ---- verdicts ----


def _judged(v: CoreVerdict) -> Cell:
    tone: Tone = _TONES[v.verdict] if v.permitted else "bad" if v.verdict == FALLS_SHORT else "warn"
    return Cell(labels.judged(v).words, tone)


def _signed(v: CoreVerdict) -> Cell:
    glyph, tone = labels.shown_as(v.verdict, permitted=v.permitted)
    return Cell(f"{glyph} {v.verdict}", tone, (v.verdict,))


_HEADROOM: Filled[CoreVerdict] = interval("headroom", "headroom", lambda v: v.headroom, numbers.times)
_CORES: Filled[CoreVerdict] = figure("cores", "cores", lambda v: v.cores, str)
_VERDICTS: tuple[Filled[CoreVerdict], ...] = (
    columns.words("", "subject", lambda v: sentences.NAMES[v.subject], "strong"),
    figure("blocks", "blocks", lambda v: v.blocks, lambda blocks: numbers.significant(blocks, 2)),
    interval("a packet", "ns", lambda v: v.measured_ns, numbers.time_ns),
    _HEADROOM,
    _CORES,
    Filled("verdict", ("verdict",), numeric=False, cell=_judged),
)
_WAYS: tuple[Filled[CoreVerdict], ...] = (
    Filled("message", ("packets",), numeric=False, cell=lambda v: Cell(sentences.size(v), "strong", (v.packets,))),
    figure("available", "needs_ns", lambda v: v.needs_ns, numbers.time_ns),
    interval("takes", "ns", lambda v: v.measured_ns, numbers.time_ns),
    _HEADROOM,
    figure("lanes", "lanes", lambda v: v.lanes, str),
    _CORES,
    figure("gain", "gain", lambda v: v.gain, numbers.times),
    Filled("verdict", ("verdict",), numeric=False, cell=_signed),
)


def verdicts(run: HwRun) -> Table:
    """Return the table of verdicts: a row per mode, or for K-way MD5 a row per message size and use."""
    if not sentences.by_size(run):
        return listed("verdicts", _VERDICTS, run.verdicts)
    first = run.verdicts[0]
    groups = (
        grouped(f"{first.subject} at {first.link}, {role}", _WAYS, [v for v in run.verdicts if v.role == role])
        for role in (ALONE, BUSY)
    )
    return Table("ways", _WAYS, tuple(groups), group_fields=("use",))


class _Ways(NamedTuple):
    """The verdicts on one message size: one message at a time, and every lane busy."""

    alone: CoreVerdict
    busy: CoreVerdict


_BY_SIZE: tuple[Filled[_Ways], ...] = (
    columns.words("message", "packets", lambda row: sentences.size(row.alone), "strong"),
    figure("available", "needs_ns", lambda row: row.alone.needs_ns, numbers.time_ns),
    interval("one alone", "ns", lambda row: row.alone.measured_ns, numbers.time_ns),
    interval("headroom", "headroom", lambda row: row.alone.headroom, numbers.times),
    figure("vs MD5", "gain", lambda row: row.alone.gain, numbers.times),
    interval("lanes busy", "busy_headroom", lambda row: row.busy.headroom, numbers.times),
)


def sizes(run: HwRun) -> Table:
    """Return a short table of K-way MD5's verdicts, a row per message size."""
    alone, busy = ([v for v in run.verdicts if v.role == role] for role in (ALONE, BUSY))
    return listed("sizes", _BY_SIZE, [_Ways(*pair) for pair in zip(alone, busy, strict=True)])


# ---- placements ----


class _Placement(NamedTuple):
    rate: CoreRate
    placed: Placed


def _target(row: _Placement) -> Cell:
    fmax = row.rate.fmax_mhz
    return Cell(numbers.significant(fmax.median), "", (fmax.median, fmax.low, fmax.high, row.placed.target_mhz))


def _ends(row: _Placement) -> Cell:
    path = row.placed.path
    return Cell(f"{path.start} → {path.end}", "", (path.start, path.end))


def _passes(row: _Placement) -> Cell:
    path = row.placed.path
    return Cell(f"{path.luts} + {path.additions}", "", (path.luts, path.additions))


def _delays(row: _Placement) -> Cell:
    path = row.placed.path
    return Cell(f"{path.logic_ns:.2f} + {path.routing_ns:.2f}", "", (path.logic_ns, path.routing_ns))


def _made(row: _Placement) -> Cell:
    return Cell(row.placed.date[:10], "", (row.placed.date, row.placed.yosys, row.placed.nextpnr))


_PLACEMENTS: tuple[Filled[_Placement], ...] = (
    columns.words("core", "core", lambda row: row.rate.core, "strong"),
    Filled("MHz", ("fmax_mhz", "fmax_low", "fmax_high", "target_mhz"), cell=_target),
    figure("seeds", "seeds", lambda row: row.placed.seeds, str),
    figure("LUTs", "luts", lambda row: row.placed.luts, "{:,}".format),
    figure("FFs", "ffs", lambda row: row.placed.ffs, "{:,}".format),
    figure("RAMs", "ram_blocks", lambda row: row.placed.ram_blocks, "{:,}".format),
    Filled("slowest path", ("path_start", "path_end"), cell=_ends),
    Filled("passes", ("path_luts", "path_additions"), cell=_passes),
    Filled("ns", ("path_logic_ns", "path_routing_ns"), cell=_delays),
    Filled("placed", ("date", "yosys", "nextpnr"), cell=_made),
)


def placements(run: HwRun) -> Table:
    """Return the table of placements with their dates, tools and critical paths."""
    note = "MHz: the median over the seeds. On the slowest path, passes: lookup tables + additions; ns: logic + wires."
    return listed("placements", _PLACEMENTS, [_Placement(rate, rate.placed) for rate in run.rows if rate.placed], note)
