# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a core's clock should be: RFC 1810's formula, and the same calibrated with what a part's operations take."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.cores import core as find_core
from wirerate.lab.fpga.parts import Part
from wirerate.lab.fpga.placements import PLACED, STORED, Placement, Result, of_core, result, stored
from wirerate.records.details import OperationTimes

IN_A_STEP = 3  # operations of RFC 1810's optimised tree: logic, two additions; rotations are wires
IN_THE_TEXT = 5  # operations of its binary tree

CROWDING = {1: 0.94, 2: 0.87, 3: 0.87}
"""Of the clock that bare operations reach, what is left of it between thousands of others, by registers a step: slices
of such pipelines reached 155, 247 and 318 MHz where the bare benches reached 166, 284 and 355 (with two, F was not yet
inside the addition)."""


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

    @property
    def logic(self) -> float:
        """A look-up in front of an operation."""
        return self.logic_add - self.add

    @property
    def shared(self) -> float:
        """What each was timed with and a chain of them pays once: the register and its wire."""
        return 2 * self.add - self.add_add

    def chained(self, *operations: float) -> float:
        """Operations one after another between two registers."""
        return sum(operations) - (len(operations) - 1) * self.shared

    def scaled(self, add: float) -> Calibration:
        """Other silicon, whose operations have this part's proportions."""
        others = (self.logic_add, self.rotate, self.rotate_4, self.add_add)
        return Calibration(self.part, self.basis, add, *(each * add / self.add for each in others))

    def of(self, core: Core) -> OperationTimes:
        """Those that the core chains."""
        iterative = core.algorithm == "md5" and core.lanes == 1
        four = core.name == "md5-4-steps"
        return OperationTimes(
            add_ns=self.add,
            logic_add_ns=self.logic_add,
            rotation_ns=(self.rotate_4 if four else self.rotate) if iterative else None,
            rotation_amounts=(4 if four else 16) if iterative else None,
            shared_ns=self.shared if core.algorithm == "md5" and core.cuts <= 1 else None,
        )


BENCHES = ("bench-add", "bench-logic-add", "bench-rotate", "bench-rotate-4", "bench-add-add")  # as Calibration has them


def calibration(part: Part) -> Calibration:
    """From the benches. They are small: the stored table always has them."""
    found = [result(find_core(name), part) for name in BENCHES]
    known = [each for each in found if each is not None]
    basis = PLACED if all(each.basis == PLACED for each in known) else STORED
    if basis == STORED:
        known = [Result(each.core, part, STORED, _stored_of(each.core, part)) for each in known]
    return Calibration(part, basis, *(1000 / each.fmax_mhz.median for each in known))


def _stored_of(core: Core, part: Part) -> tuple[Placement, ...]:
    return tuple(of_core(stored(part), core.name, core.sha256))


def calibrated_mhz(core: Core, cost: Calibration) -> float:
    """The clock from this part's own operations, chained as the core chains them. A folded core's result passes one
    look-up more: is it a step's, a seed's, or the seed added?"""
    step = (cost.logic_add, cost.add)
    folded = {
        "md5-naive": (*step, cost.add, cost.rotate, cost.add),
        "md5-overlapped": (*step, cost.rotate),
        "md5-4-steps": 4 * (*step, cost.rotate_4),
    }
    if core.name in folded:
        return 1000 / (cost.chained(*folded[core.name]) + cost.logic)
    if core.algorithm != "md5":
        return 1000 / cost.logic_add  # the sum so far, or none: a choice before the addition
    if core.cuts < 1:
        return 1000 / cost.chained(*int(1 / core.cuts) * step)
    clock = cost.chained(*step) if core.cuts == 1 else cost.add  # with two, F is in the adder's own tables
    return CROWDING[int(core.cuts)] * 1000 / clock
