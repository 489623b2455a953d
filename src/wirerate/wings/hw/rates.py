# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A core's clock and rates by RFC 1810's formula, by the formula calibrated to an FPGA, and as placed and routed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, log
from typing import Any, Final

from wirerate.graph.rfc1810 import OPERATION_NS
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.cores import CORES
from wirerate.graph.verilog.cores import core as find_core
from wirerate.records import Interval
from wirerate.vocabulary import Basis
from wirerate.wings.hw.placements import PLACED, STORED, Part, Placement, Result, of_core, result, stored
from wirerate.wings.hw.question import Workload, gains_from
from wirerate.wings.hw.rows import CoreRate, Derating, OnArea, OneMessage, OperationTimes, Placed

FORMULA: Final = "formula"

# The clocks of real boards as a share of the clocks that the tools reported.
DERATING = Derating(
    low=0.73,
    high=0.81,
    source="John the Ripper's ZTEX boards ran at 135 MHz instead of the tools' 166, and at 175 instead of 241 "
    "(openwall/john pull request 3374)",
)


# ---- clock estimates ----

IN_A_STEP = 3  # operations per MD5 step in RFC 1810's optimised tree: logic and two additions; rotations are wires
IN_THE_TEXT = 5  # operations per MD5 step in RFC 1810's binary tree


def rfc_mhz(core: Core, operation_ns: float) -> float:
    """Return the clock rate by RFC 1810: N nanoseconds per operation between registers, nothing for control, loading or
    routing."""
    return 1000 / (_between_registers(core) * operation_ns)


def rfc_clocks(core: Core) -> float:
    """Return the clocks per block as the RFC counts them: only the steps, not loading or adding the initial value."""
    steps = {"md5-naive": 64, "md5-overlapped": 64, "md5-4-steps": 16}
    return steps.get(core.name, core.clocks)


def _between_registers(core: Core) -> float:
    """Return the most operations between two registers, as RFC 1810 counts them."""
    folded = {"md5-naive": IN_THE_TEXT, "md5-overlapped": IN_A_STEP, "md5-4-steps": 4 * IN_A_STEP}
    if core.name in folded:
        return folded[core.name]
    return ceil(IN_A_STEP / core.cuts) if core.algorithm == "md5" else 1


@dataclass(frozen=True)
class Calibration:
    """The register-to-register times in nanoseconds of an MD5 step's operations, each placed alone on a part."""

    part: Part
    basis: str
    add: float  # one 32-bit addition: RFC 1810's N on this part
    logic_add: float
    rotate: float  # rotation by one of 16 amounts
    rotate_4: float  # rotation by one of 4 amounts
    add_add: float  # two additions, one after the other
    wire_samples: tuple[WireSample, ...] = ()  # placed cores from which the longest wire is estimated
    scale: float = 1.0  # operation times of other silicon ÷ this part's

    @property
    def shared(self) -> float:
        """The time of one register and wire, which every measured operation includes but a chain of operations needs
        only once."""
        return 2 * self.add - self.add_add

    def chained(self, *operations: float) -> float:
        """Return the time of several operations in sequence between two registers."""
        return sum(operations) - (len(operations) - 1) * self.shared

    def chain(self, core: Core) -> float:
        """Return the time of the core's longest chain of operations between two registers, if all wires were as short
        as in the benches."""
        step = (self.add if core.macro else self.logic_add, self.add)  # the part's primitive computes F in the adder
        folded = {
            "md5-naive": (*step, self.add, self.rotate, self.add),
            "md5-overlapped": (*step, self.rotate),
            "md5-4-steps": 4 * (*step, self.rotate_4),
        }
        if core.name in folded:
            return self.chained(*folded[core.name])
        if core.algorithm != "md5":
            return self.logic_add  # the checksum adds to the sum so far or to 0, which takes logic before the adder
        if core.cuts > 1:
            return self.add
        return self.chained(*int(1 / core.cuts) * step)

    def scaled(self, add: float) -> Calibration:
        """Return the calibration of other silicon whose addition takes `add` ns, with the other times in proportion."""
        scale = add / self.add
        return replace(
            self,
            add=add,
            logic_add=self.logic_add * scale,
            rotate=self.rotate * scale,
            rotate_4=self.rotate_4 * scale,
            add_add=self.add_add * scale,
            scale=self.scale * scale,
        )

    def wires(self, core: Core) -> float:
        """Return how much longer the core's longest wire takes than a bench's wire, in ns. The fit excludes this core,
        so the estimate is the same whether or not it was placed."""
        samples = [sample for sample in self.wire_samples if sample.core != core.name]
        weight = sum((sample.folds / sample.ns) ** 2 for sample in samples)  # least squares of relative errors
        if not weight:
            return 0.0
        ns_per_fold = sum((s.ns - s.bare_ns) * s.folds / s.ns**2 for s in samples) / weight
        return self.scale * ns_per_fold * _folds(_luts(core, self.part))

    def operation_times(self, core: Core) -> OperationTimes:
        """Return the times of the operations in the core's longest chain, for the answer."""
        iterative = core.algorithm == "md5" and core.lanes == 1
        # F has its own clock or is in the adder's lookup tables.
        alone = core.algorithm == "md5" and (core.cuts > 1 or core.macro)
        four = core.name == "md5-4-steps"
        return OperationTimes(
            add_ns=self.add,
            logic_add_ns=None if alone else self.logic_add,
            rotation_ns=(self.rotate_4 if four else self.rotate) if iterative else None,
            rotation_amounts=(4 if four else 16) if iterative else None,
            shared_ns=self.shared if core.algorithm == "md5" and core.cuts <= 1 else None,
            wires_ns=self.wires(core) or None,
        )


BENCHES = (
    "bench-add",
    "bench-logic-add",
    "bench-rotate",
    "bench-rotate-4",
    "bench-add-add",
)  # in the order of Calibration's fields


def calibration(part: Part) -> Calibration:
    """Return the part's calibration from placed benches, which are cores of one operation: this machine's placements if
    it has them all, else the stored ones."""
    results = [result(find_core(name), part) for name in BENCHES]
    benches = [bench for bench in results if bench is not None]
    basis = PLACED if all(bench.basis == PLACED for bench in benches) else STORED
    if basis == STORED:
        benches = [Result(bench.core, part, STORED, _stored_of(bench.core, part)) for bench in benches]
    return replace(_of_benches(part, basis, benches), wire_samples=wire_samples(part))


def _of_benches(part: Part, basis: str, benches: Iterable[Result]) -> Calibration:
    add, logic_add, rotate, rotate_4, add_add = (1000 / bench.fmax_mhz.median for bench in benches)
    return Calibration(part, basis, add, logic_add, rotate, rotate_4, add_add)


@dataclass(frozen=True)
class WireSample:
    """A placed core's clock period, the time of its operations alone, and its size relative to a bench."""

    core: str
    ns: float
    bare_ns: float  # operations alone
    folds: float  # natural logarithm of the size ratio


@cache
def wire_samples(part: Part) -> tuple[WireSample, ...]:
    """Return the samples from every stored core except the benches.

    The slowest path is assumed to have the longest wire. If wire lengths are random, the longest of N wires grows with
    log N. The placed cores agree: about 0.3 ns for each factor of e. Growth with the square root of the area does not
    fit them."""
    benches = [Result(core, part, STORED, _stored_of(core, part)) for core in map(find_core, BENCHES)]
    bare = _of_benches(part, STORED, benches)
    samples = []
    for core in map(find_core, CORES):
        if core.name not in BENCHES and (placements := _stored_of(core, part)):
            known = Result(core, part, STORED, placements)
            samples.append(WireSample(core.name, 1000 / known.fmax_mhz.median, bare.chain(core), _folds(known.luts)))
    return tuple(samples)


_BENCH_LUTS = 85  # the median bench


def _folds(luts: int) -> float:
    return log(max(luts, _BENCH_LUTS) / _BENCH_LUTS)


def _luts(core: Core, part: Part) -> int:
    """Return the core's LUTs as counted in its graph, or as placed if the graph has no count."""
    return core.luts or max((placement.luts for placement in _stored_of(core, part)), default=0)


def _stored_of(core: Core, part: Part) -> tuple[Placement, ...]:
    return tuple(of_core(stored(part), core.name, core.sha256))


def calibrated_mhz(core: Core, cost: Calibration) -> float:
    """Return the clock rate from the time of the core's longest chain of operations and its longest wire."""
    return 1000 / (cost.chain(core) + cost.wires(core))


# ---- rates ----


def formulas(core: Core, cost: Calibration, work: Workload, operation_ns: float | None) -> Iterator[CoreRate]:
    """Yield the rates by RFC 1810's formula with the RFC's operation time and with this part's, then by the calibrated
    formula. With `operation_ns`, both formulas are evaluated for other silicon with that operation time."""
    if operation_ns:
        cost, silicon, readings = cost.scaled(operation_ns), "own", [(operation_ns, "own")]
    else:
        silicon, readings = "part", [(OPERATION_NS, "rfc1810"), (cost.add, "part")]
    for add, operation_source in readings:
        fmax = _by_formula(rfc_mhz(core, add))
        yield _rate(
            core,
            cost.part,
            FORMULA,
            "rfc1810",
            fmax,
            rfc_clocks(core),
            work,
            operation_ns=add,
            silicon=operation_source,
        )
    fmax = _by_formula(calibrated_mhz(core, cost))
    yield _rate(
        core, cost.part, FORMULA, "calibrated", fmax, core.clocks, work, operation_ns=cost.add, silicon=silicon,
        times=cost.operation_times(core),
    )  # fmt: skip


def _by_formula(mhz: float) -> Interval:
    return Interval(mhz, mhz, mhz, None, (FORMULA,))


def placed_rate(placed: Result, work: Workload, **more: Any) -> CoreRate:
    """Return a placed core's rates with its area, critical path and tools."""
    one = placed.placements[0]
    details = Placed(
        package=one.package,
        speed=one.speed,
        seeds=len(placed.placements),
        target_mhz=one.target_mhz,
        luts=placed.luts,
        ffs=placed.ffs,
        ram_blocks=placed.ram_blocks,
        area=placed.area,
        fitting=placed.fitting,
        path=placed.path,
        netlist_sha256=one.netlist_sha256,
        verilog_sha256=one.verilog_sha256,
        yosys=one.yosys,
        nextpnr=one.nextpnr,
        date=one.date,
        command=one.command,
        derating=DERATING,
    )
    core, fmax = placed.core, placed.fmax_mhz
    return _rate(core, placed.part, placed.basis, "placed", fmax, core.clocks, work, placed=details, **more)


def rate_on_area(library: Result, user: Result, work: Workload) -> CoreRate:
    """Return the rates of one of wirerate's cores, and the rate of as many copies as fit on the area of the user's
    core."""
    size = library.area / user.area
    copies, mbps = int(1 / size), library.core.mbps(library.fmax_mhz.median)
    room = OnArea(core=user.core.name, size=size, copies=copies, mbps=copies * mbps, per_area_mbps=mbps / size)
    return placed_rate(library, work, on_area=room)


def _rate(
    core: Core, part: Part, basis: Basis, source: str, fmax: Interval, clocks: float, work: Workload, **more: Any
) -> CoreRate:  # fmt: skip
    """Return the rates of a core with all lanes busy, of a single chain, and of one K-way message if `work` has
    ways."""
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
        part=part.name,
        lanes=core.lanes,
        fmax_mhz=fmax,
        clocks=clocks,
        chain_mbps=chain,
        mbps=core.mbps(fmax.median, clocks),
        blocks=work.blocks,
        latency_ns=work.turns * clocks * 1000 / fmax.median,
        one_message=_one_message(work, chain, clocks * 1000 / fmax.median),
        **more,
    )


def _one_message(work: Workload, chain_mbps: float, turn_ns: float) -> OneMessage | None:
    """Return the rate and time of a single K-way message; None without `ways`."""
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
