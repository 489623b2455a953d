"""What a core's clock should be: RFC 1810's formula, and the same calibrated with what a part's operations take."""

from __future__ import annotations

from math import ceil

from wirerate.graph.verilog.core import Core
from wirerate.lab.fpga.results import Calibration

OPERATIONS = 3  # of a step in RFC 1810's optimised tree: logic, two additions; rotations are wires
TEXT_OPERATIONS = 5  # of its binary tree

CROWDING = {1: 0.94, 2: 0.87, 3: 0.87}
"""Of the clock that bare operations reach, what is left of it between thousands of others, by registers a step: slices
of such pipelines reached 155, 247 and 318 MHz where the bare benches reached 166, 284 and 355 (with two, F was not yet
inside the addition)."""

DERATING = (0.73, 0.81)
DERATING_SOURCE = (
    "John the Ripper's ZTEX boards ran at 135 MHz where the tools said 166, and at 175 where they said 241 "
    "(openwall/john pull request 3374)"
)


def rfc_mhz(core: Core, operation_ns: float) -> float:
    """The clock by RFC 1810: so many operations of N nanoseconds between registers, nothing for control, loading or
    routing."""
    return 1000 / (_operations(core) * operation_ns)


def rfc_clocks(core: Core) -> int:
    """Clocks per block as the RFC counts them: its steps, and nothing to load or add the seed."""
    steps = {"md5-naive": 64, "md5-overlapped": 64, "md5-4-steps": 16}
    return steps.get(core.name, core.clocks)


def _operations(core: Core) -> float:
    """Operations between two registers where they are most, in RFC 1810's counting."""
    folded = {"md5-naive": TEXT_OPERATIONS, "md5-overlapped": OPERATIONS, "md5-4-steps": 4 * OPERATIONS}
    if core.name in folded:
        return folded[core.name]
    return 1 if core.name.startswith("checksum-") else ceil(OPERATIONS / core.cuts)


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
    if core.name.startswith("checksum-"):
        return 1000 / cost.logic_add  # the sum so far, or none: a choice before the addition
    if core.cuts < 1:
        return 1000 / cost.chained(*int(1 / core.cuts) * step)
    clock = cost.chained(*step) if core.cuts == 1 else cost.add  # with two, F is in the adder's own tables
    return CROWDING[int(core.cuts)] * 1000 / clock
