# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What this lab yields: a core's rates as measurements, by the formulas and placed, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from wirerate.graph.rfc1810 import OPERATION_NS
from wirerate.graph.verilog.core import Core
from wirerate.records import Interval
from wirerate.vocabulary import Basis
from wirerate.wings.hw.chaining import gains_from
from wirerate.wings.hw.formulas import Calibration, calibrated_mhz, rfc_clocks, rfc_mhz
from wirerate.wings.hw.placements import Result
from wirerate.wings.hw.rows import Brought, CoreRate, Derating, OnArea, OneMessage, OperationTimes, Placed
from wirerate.wings.hw.workload import Workload

FORMULA: Final = "formula"

# Of the tools' clock on a board.
DERATING = Derating(
    low=0.73,
    high=0.81,
    source="John the Ripper's ZTEX boards ran at 135 MHz where the tools said 166, and at 175 where they said 241 "
    "(openwall/john pull request 3374)",
)


def formulas(core: Core, cost: Calibration, work: Workload, operation_ns: float | None) -> Iterator[CoreRate]:
    """RFC 1810's formula with its own operation and this part's, then the calibrated one; with an operation of the
    reader's, that silicon instead."""
    if operation_ns:
        cost = cost.scaled(operation_ns)
    else:
        yield _rfc(core, cost, work, OPERATION_NS, "rfc1810")
    silicon = "own" if operation_ns else "part"
    yield _rfc(core, cost, work, cost.add, silicon)
    mhz = calibrated_mhz(core, cost)
    yield _formula(core, cost, work, "calibrated", mhz, core.clocks, cost.add, silicon, cost.of(core))


def _rfc(core: Core, cost: Calibration, work: Workload, operation_ns: float, silicon: str) -> CoreRate:
    mhz = rfc_mhz(core, operation_ns)
    return _formula(core, cost, work, "rfc1810", mhz, rfc_clocks(core), operation_ns, silicon, None)


def _formula(
    core: Core, cost: Calibration, work: Workload, source: str, mhz: float, clocks: float, operation_ns: float,
    silicon: str, times: OperationTimes | None,
) -> CoreRate:  # fmt: skip
    fmax = Interval(mhz, mhz, mhz, None, (FORMULA,))
    rate = _rate(core, cost.part.name, FORMULA, source, fmax, clocks, work)
    return replace(rate, operation_ns=operation_ns, silicon=silicon, times=times)


def placed(found: Result, work: Workload) -> CoreRate:
    """The placements of a core: rates, area, path, tools."""
    one = found.placements[0]
    details = Placed(
        package=one.package,
        speed=one.speed,
        seeds=len(found.placements),
        target_mhz=one.target_mhz,
        luts=found.luts,
        ffs=found.ffs,
        ram_blocks=found.ram_blocks,
        area=found.area,
        fitting=found.fitting,
        path=found.path,
        netlist_sha256=one.netlist_sha256,
        verilog_sha256=one.verilog_sha256,
        yosys=one.yosys,
        nextpnr=one.nextpnr,
        date=one.date,
        command=one.command,
        derating=DERATING,
    )
    rate = _rate(found.core, found.part.name, found.basis, "placed", found.fmax_mhz, found.core.clocks, work)
    return replace(rate, placed=details)


def brought(found: Result, work: Workload, theirs: Brought) -> CoreRate:
    """The same of a core that somebody brought."""
    return replace(placed(found, work), brought=theirs)


def beside(ours: Result, theirs: Result, work: Workload) -> CoreRate:
    """The same of a core of ours, and what would become of it on another core's area."""
    row = placed(ours, work)
    size = ours.area / theirs.area
    copies = int(1 / size)
    room = OnArea(
        core=theirs.core.name, size=size, copies=copies, mbps=copies * row.mbps,
        per_area_mbps=row.mbps / size,
    )  # fmt: skip
    return replace(row, on_area=room)


def _rate(core: Core, part: str, basis: Basis, source: str, fmax: Interval, clocks: float, work: Workload) -> CoreRate:
    """All lanes busy, and what a packet takes then; a single chain's rate and latency beside them, and those of one
    message over its ways."""
    chain = core.chain_mbps(fmax.median, clocks)
    per_packet = work.blocks * clocks * 1000 / core.lanes  # at one MHz
    return CoreRate(
        subject=core.name,
        operation="checksum" if work.checksum else "hash",
        basis=basis,
        bytes=work.bytes,
        packets=work.packets,
        ns=Interval(per_packet / fmax.median, per_packet / fmax.high, per_packet / fmax.low, None, fmax.unknowns),
        source=source,
        core=core.name,
        title=core.title,
        part=part,
        lanes=core.lanes,
        fmax_mhz=fmax,
        clocks=clocks,
        chain_mbps=chain,
        mbps=core.mbps(fmax.median, clocks),
        blocks=work.blocks,
        latency_ns=work.turns * clocks * 1000 / fmax.median,
        one_message=_one_message(work, chain, clocks * 1000 / fmax.median),
    )


def _one_message(work: Workload, chain_mbps: float, turn_ns: float) -> OneMessage | None:
    """So many of the lanes, and a turn around the pipeline for every block of a chain."""
    if work.ways is None:
        return None
    return OneMessage(
        ways=work.ways,
        mbps=work.ways * chain_mbps,
        turns=work.turns,
        ns=work.turns * turn_ns,
        plain_blocks=work.plain_blocks,
        plain_ns=work.plain_blocks * turn_ns,
        gains_from=gains_from(work.ways),
    )
