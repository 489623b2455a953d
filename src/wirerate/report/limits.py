# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What limits a bound, and what a measurement has beyond it, in words."""

from __future__ import annotations

from wirerate.graph.bounds import CHAIN, FRONT_END, SOMETIMES
from wirerate.graph.processors import processor
from wirerate.graph.rows import (
    Bound,
    Instructions,
    Loads,
    Misread,
    ModelBeside,
    OtherText,
    OwnBlocks,
    OwnCode,
    Registers,
    Shuffles,
)


def limit(bound: Bound, cpu: str) -> str:
    """The sentence that names what limits a bound."""
    size = bound.cycles / bound.cycles_per_byte / bound.ways
    block = f"{bound.cycles:.0f} cycles for {_blocks(bound.ways)} of {size:.0f} bytes"
    if any(name.endswith(SOMETIMES) for name in bound.rewrites):
        told = "splitting more rotations would shorten the chain and overfill the pipes"
        return f"latency and issue in balance, {block}: {told}"
    if bound.limit == CHAIN:
        more = "more ways or messages" if bound.lanes < 0.95 * bound.cycles_per_byte else "a shorter chain"
        return (
            f"latency: each step waits for the one before it, {block}; the {bound.unit} unit is "
            f"{100 * bound.issue / bound.cycles_per_byte:.0f} % busy, and only {more} would fill it"
        )
    if bound.limit == FRONT_END:
        told = f"{processor(cpu).dispatch} operations a cycle"
        return f"front end: {told}, {block}; only fewer operations would help"
    pipes = bound.limit.removeprefix("pipes ")
    full = f"keep the pipes {pipes} of the {bound.unit} unit full"
    return f"issue: {block} {full}; only fewer operations or wider lanes would help"


def _blocks(ways: int) -> str:
    return "a block" if ways == 1 else f"{ways} blocks"


def span(low: Bound, high: Bound) -> str:
    """A bound's two ends in cycles per byte, or the one it has."""
    least, most = low.cycles_per_byte, high.cycles_per_byte
    return f"{least:.3f}" if most - least < 5e-4 else f"{least:.3f} – {most:.3f}"


COUNTED = 1.15  # measured over bound, from which on the answer says how much of the difference a cause explains


def why(found: ModelBeside) -> str:
    """Why a measurement is where it is: the limit, or the one unit that the model lacks; and where it is well above its
    bound, how many cycles that explains."""
    return ". ".join(filter(None, (_cause(found), _counted(found))))


def _counted(found: ModelBeside) -> str:
    """How much of what lies above the bound its cause explains, in cycles per byte."""
    if found.ratio <= COUNTED:
        return ""
    above = found.measured - found.high.cycles_per_byte
    known = min(getattr(found.beyond, "explains", None) or 0.0, above)
    rest, left_out = above - known, ", the layers left out of the graph among them" if found.left_out else ""
    if not known:
        return f"Not quantified: the {above:.3f} cycles per byte above the bound{left_out}"
    if rest < 5e-4:
        return f"That explains the {above:.3f} cycles per byte above the bound"
    return (
        f"That explains {known:.3f} of the {above:.3f} cycles per byte above the bound; the other {rest:.3f} are not "
        f"quantified{left_out}"
    )


def _cause(found: ModelBeside) -> str:
    beyond, at_most = found.beyond, limit(found.high, found.cpu)
    if beyond is None:
        end = found.high if found.measured >= found.high.cycles_per_byte else found.low
        return f"limited by {limit(end, found.cpu)}"
    match beyond:
        case Misread():
            return (
                f"not a speed but an error of the instrument: no code can take less than {beyond.bound:.3f} cycles per "
                "byte here, so the clock was misread or the model of this processor is wrong"
            )
        case OtherText():
            return (
                f"below its bound, which is of {beyond.graph}: the code computes it another way ({beyond.others}), "
                "which the model lacks"
            )
        case Instructions():
            if beyond.bound is None:
                return "below its bound: the code uses the CPU's SHA instructions, a unit that the model lacks"
            return (
                "below the bound of general instructions: the code uses the CPU's SHA instructions, whose own bound is "
                f"{beyond.bound:.3f} cycles per byte, and takes {found.measured / beyond.bound:.2f} times that"
            )
        case OwnBlocks():
            return (
                f"limited by {at_most}; {100 * beyond.share:.0f} % of the time is the message's own: {beyond.ways} "
                "prefixes and ends, and the digest of digests in one chain (three lengths tell it apart)"
            )
        case OwnCode():
            lacks = "no unit that it lacks would be busy with one chain, so it is the code: its order, its moves"
        case Registers():
            lacks = f"it lacks {_registers(beyond, found)}"
        case Shuffles():
            lacks = (
                f"it lacks the shuffle unit: a vector multiplication takes every other word, and {beyond.words} words "
                f"of a block of {beyond.block_bytes} bytes must be moved there first"
            )
        case Loads():
            lacks = f"it lacks {_loads(beyond, found.high.ways)}"
    return f"not limited by what the model has ({at_most}): {lacks}"


def _registers(lacking: Registers, found: ModelBeside) -> str:
    ways, unit, roomier = found.high.ways, found.high.unit, lacking.roomier
    said = (
        f"the register file: {ways} ways keep {lacking.needed} words at work, and the {unit} unit has {lacking.has} "
        "registers"
    )
    if roomier is None:
        return said
    return (
        f"{said}; in the {roomier.unit} unit, which holds them, the bound is {roomier.cycles_per_byte:.3f} and the "
        f"measurement {found.measured / roomier.cycles_per_byte:.2f} times that: {limit(roomier, found.cpu)}"
    )


def _loads(lacking: Loads, ways: int) -> str:
    if lacking.registers is None:
        return f"the load unit: {lacking.operands} operands come from memory for {ways} blocks"
    return (
        f"the load and store unit: for {ways} blocks {lacking.registers} registers of words are loaded, turned into "
        f"lanes and stored, and {lacking.operands} times one is loaded again by the step that adds it"
    )
