# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a core's clock should be, by RFC 1810's formula and by the same calibrated with what a part's operations take;
and its rates by those and as placed, each with where it comes from."""

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

# Of the tools' clock on a board.
DERATING = Derating(
    low=0.73,
    high=0.81,
    source="John the Ripper's ZTEX boards ran at 135 MHz where the tools said 166, and at 175 where they said 241 "
    "(openwall/john pull request 3374)",
)


# ---- the clock by formulas ----

IN_A_STEP = 3  # operations of RFC 1810's optimised tree: logic, two additions; rotations are wires
IN_THE_TEXT = 5  # operations of its binary tree


def rfc_mhz(core: Core, operation_ns: float) -> float:
    """The clock by RFC 1810: so many operations of N nanoseconds between registers, nothing for control, loading or
    routing."""
    return 1000 / (_between_registers(core) * operation_ns)


def rfc_clocks(core: Core) -> float:
    """Clocks per block as the RFC counts them: its steps, and nothing to load or add the seed."""
    steps = {"md5-naive": 64, "md5-overlapped": 64, "md5-4-steps": 16}
    return steps.get(core.name, core.clocks)


def _between_registers(core: Core) -> float:
    """Operations where they are most, in RFC 1810's counting."""
    folded = {"md5-naive": IN_THE_TEXT, "md5-overlapped": IN_A_STEP, "md5-4-steps": 4 * IN_A_STEP}
    if core.name in folded:
        return folded[core.name]
    return ceil(IN_A_STEP / core.cuts) if core.algorithm == "md5" else 1


@dataclass(frozen=True)
class Calibration:
    """Nanoseconds from register to register of what steps are made of, as placed on a part."""

    part: Part
    basis: str
    add: float  # RFC 1810's N on this part
    logic_add: float
    rotate: float  # by one of 16 amounts
    rotate_4: float  # by one of 4
    add_add: float  # two additions, one after the other
    crowd: tuple[Crowded, ...] = ()  # the cores that tell what the longest wire takes
    scale: float = 1.0  # of other silicon

    @property
    def shared(self) -> float:
        """What each was timed with and a chain of them pays once: the register and its wire."""
        return 2 * self.add - self.add_add

    def chained(self, *operations: float) -> float:
        """Operations one after another between two registers."""
        return sum(operations) - (len(operations) - 1) * self.shared

    def chain(self, core: Core) -> float:
        """The core's operations from register to register, each wired as in its bench."""
        step = (self.add if core.macro else self.logic_add, self.add)  # with the part's primitive, F is in the adder
        folded = {
            "md5-naive": (*step, self.add, self.rotate, self.add),
            "md5-overlapped": (*step, self.rotate),
            "md5-4-steps": 4 * (*step, self.rotate_4),
        }
        if core.name in folded:
            return self.chained(*folded[core.name])
        if core.algorithm != "md5":
            return self.logic_add  # the sum so far, or none: a choice before the addition
        if core.cuts > 1:
            return self.add
        return self.chained(*int(1 / core.cuts) * step)

    def scaled(self, add: float) -> Calibration:
        """Other silicon, whose operations have this part's proportions."""
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
        """What the longest wire takes beyond those of the small benches. Calibrated by every placed core but this one,
        so that the formula foretells it whether it was placed or not."""
        others = [each for each in self.crowd if each.core != core.name]
        weight = sum((each.folds / each.ns) ** 2 for each in others)  # so that relative errors count
        if not weight:
            return 0.0
        each_fold = sum((each.ns - each.bare_ns) * each.folds / each.ns**2 for each in others) / weight
        return self.scale * each_fold * _folds(_luts(core, self.part))

    def of(self, core: Core) -> OperationTimes:
        """Those that the core chains."""
        iterative = core.algorithm == "md5" and core.lanes == 1
        alone = core.algorithm == "md5" and (core.cuts > 1 or core.macro)  # no F in front of an addition
        four = core.name == "md5-4-steps"
        return OperationTimes(
            add_ns=self.add,
            logic_add_ns=None if alone else self.logic_add,
            rotation_ns=(self.rotate_4 if four else self.rotate) if iterative else None,
            rotation_amounts=(4 if four else 16) if iterative else None,
            shared_ns=self.shared if core.algorithm == "md5" and core.cuts <= 1 else None,
            wires_ns=self.wires(core) or None,
        )


BENCHES = ("bench-add", "bench-logic-add", "bench-rotate", "bench-rotate-4", "bench-add-add")  # as Calibration has them


def calibration(part: Part) -> Calibration:
    """From the benches. They are small: the stored table always has them."""
    found = [result(find_core(name), part) for name in BENCHES]
    known = [each for each in found if each is not None]
    basis = PLACED if all(each.basis == PLACED for each in known) else STORED
    if basis == STORED:
        known = [Result(each.core, part, STORED, _stored_of(each.core, part)) for each in known]
    return replace(_of_benches(part, basis, known), crowd=crowd(part))


def _of_benches(part: Part, basis: str, benches: Iterable[Result]) -> Calibration:
    add, logic_add, rotate, rotate_4, add_add = (1000 / each.fmax_mhz.median for each in benches)
    return Calibration(part, basis, add, logic_add, rotate, rotate_4, add_add)


@dataclass(frozen=True)
class Crowded:
    """A placed core: its clock, what the formula makes of its operations alone, and how large it is beside a bench."""

    core: str
    ns: float
    bare_ns: float
    folds: float


@cache
def crowd(part: Part) -> tuple[Crowded, ...]:
    """All that the project placed, but the benches. The slowest path is the one with the longest wire. Were the lengths
    of wires spread by chance, the longest of N would grow with the logarithm of N, and so it does: by about 0.3
    ns for each fold by e. By the square root of the area, the core's side, it would not."""
    benches = [Result(each, part, STORED, _stored_of(each, part)) for each in map(find_core, BENCHES)]
    bare = _of_benches(part, STORED, benches)
    found = []
    for core in map(find_core, CORES):
        if core.name not in BENCHES and (placements := _stored_of(core, part)):
            known = Result(core, part, STORED, placements)
            found.append(Crowded(core.name, 1000 / known.fmax_mhz.median, bare.chain(core), _folds(known.luts)))
    return tuple(found)


_BENCH_LUTS = 85  # of the middle one of the benches


def _folds(luts: int) -> float:
    return log(max(luts, _BENCH_LUTS) / _BENCH_LUTS)


def _luts(core: Core, part: Part) -> int:
    """As counted in the graph; of cores that it was not counted for, as placed: they all were."""
    return core.luts or max((each.luts for each in _stored_of(core, part)), default=0)


def _stored_of(core: Core, part: Part) -> tuple[Placement, ...]:
    return tuple(of_core(stored(part), core.name, core.sha256))


def calibrated_mhz(core: Core, cost: Calibration) -> float:
    """The clock from this part's own operations, chained as the core chains them, and the longest wire."""
    return 1000 / (cost.chain(core) + cost.wires(core))


# ---- rates ----


def formulas(core: Core, cost: Calibration, work: Workload, operation_ns: float | None) -> Iterator[CoreRate]:
    """RFC 1810's formula with its own operation and this part's, then the calibrated one; with an operation of the
    reader's, that silicon instead."""
    if operation_ns:
        cost, silicon, readings = cost.scaled(operation_ns), "own", [(operation_ns, "own")]
    else:
        silicon, readings = "part", [(OPERATION_NS, "rfc1810"), (cost.add, "part")]
    for add, whose in readings:
        fmax = _by_formula(rfc_mhz(core, add))
        yield _rate(core, cost.part, FORMULA, "rfc1810", fmax, rfc_clocks(core), work, operation_ns=add, silicon=whose)
    fmax = _by_formula(calibrated_mhz(core, cost))
    yield _rate(
        core, cost.part, FORMULA, "calibrated", fmax, core.clocks, work, operation_ns=cost.add, silicon=silicon,
        times=cost.of(core),
    )  # fmt: skip


def _by_formula(mhz: float) -> Interval:
    return Interval(mhz, mhz, mhz, None, (FORMULA,))


def placed(found: Result, work: Workload, **more: Any) -> CoreRate:
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
    core, fmax = found.core, found.fmax_mhz
    return _rate(core, found.part, found.basis, "placed", fmax, core.clocks, work, placed=details, **more)


def beside(ours: Result, theirs: Result, work: Workload) -> CoreRate:
    """The same of a core of ours, and what would become of it on another core's area."""
    size = ours.area / theirs.area
    copies, mbps = int(1 / size), ours.core.mbps(ours.fmax_mhz.median)
    room = OnArea(core=theirs.core.name, size=size, copies=copies, mbps=copies * mbps, per_area_mbps=mbps / size)
    return placed(ours, work, on_area=room)


def _rate(
    core: Core, part: Part, basis: Basis, source: str, fmax: Interval, clocks: float, work: Workload, **more: Any
) -> CoreRate:  # fmt: skip
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
