# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Sentences on what limits a bound, and on why a measurement lies above or below it."""

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
    """Return the sentence that names what limits a bound."""
    size = bound.cycles / bound.cycles_per_byte / bound.ways
    block = f"{bound.cycles:.0f} cycles for {_blocks(bound.ways)} of {size:.0f} bytes"
    if any(name.endswith(SOMETIMES) for name in bound.rewrites):
        rotations = "splitting more rotations would shorten the chain but overfill the pipes"
        return f"latency and issue in balance, {block}: {rotations}"
    if bound.limit == CHAIN:
        more = "more ways or messages" if bound.lanes < 0.95 * bound.cycles_per_byte else "a shorter chain"
        return (
            f"latency: each step waits for the previous one, {block}; the {bound.unit} unit is "
            f"{100 * bound.issue / bound.cycles_per_byte:.0f} % busy, and only {more} would fill it"
        )
    if bound.limit == FRONT_END:
        rate = f"{processor(cpu).dispatch} operations a cycle"
        return f"front end: {rate}, {block}; only fewer operations would help"
    pipes = bound.limit.removeprefix("pipes ")
    full = f"keep the pipes {pipes} of the {bound.unit} unit full"
    return f"issue: {block} {full}; only fewer operations or wider lanes would help"


def _blocks(ways: int) -> str:
    return "a block" if ways == 1 else f"{ways} blocks"


def span(low: Bound, high: Bound) -> str:
    """Return a bound's two ends in cycles per byte, or one figure where they agree."""
    least, most = low.cycles_per_byte, high.cycles_per_byte
    return f"{least:.3f}" if most - least < 5e-4 else f"{least:.3f} – {most:.3f}"


COUNTED = 1.15  # above this ratio of measurement to bound, the answer says how much of the difference a cause explains


def why(row: ModelBeside) -> str:
    """Return what explains a measurement: its limit or a unit that the model lacks, and how many cycles this
    explains."""
    return ". ".join(filter(None, (_cause(row), _counted(row))))


def _counted(row: ModelBeside) -> str:
    """Return how many of the cycles above the bound the cause explains."""
    if row.ratio <= COUNTED:
        return ""
    above = row.measured - row.high.cycles_per_byte
    known = min(getattr(row.beyond, "explains", None) or 0.0, above)
    rest, left_out = above - known, ", the layers left out of the graph among them" if row.left_out else ""
    if not known:
        return f"Not quantified: the {above:.3f} cycles per byte above the bound{left_out}"
    if rest < 5e-4:
        return f"That explains the {above:.3f} cycles per byte above the bound"
    return (
        f"That explains {known:.3f} of the {above:.3f} cycles per byte above the bound; the other {rest:.3f} are not "
        f"quantified{left_out}"
    )


def _cause(row: ModelBeside) -> str:
    beyond, at_most = row.beyond, limit(row.high, row.cpu)
    if beyond is None:
        end = row.high if row.measured >= row.high.cycles_per_byte else row.low
        return f"limited by {limit(end, row.cpu)}"
    match beyond:
        case Misread():
            return (
                f"a measurement error: this processor needs at least {beyond.bound:.3f} cycles per byte, so the clock "
                "was misread or the model of the processor is wrong"
            )
        case OtherText():
            return (
                f"below its bound, which is for {beyond.graph}: the code uses another method ({beyond.others}), which "
                "the model lacks"
            )
        case Instructions():
            if beyond.bound is None:
                return "below its bound: the code uses the CPU's SHA instructions, a unit that the model lacks"
            return (
                "below the bound for general instructions: the code uses the CPU's SHA instructions, whose bound is "
                f"{beyond.bound:.3f} cycles per byte; it takes {row.measured / beyond.bound:.2f} times that"
            )
        case OwnBlocks():
            return (
                f"limited by {at_most}; {100 * beyond.share:.0f} % of the time is a fixed cost per message: "
                f"{beyond.ways} prefixes and paddings, and the final digest in a single chain "
                "(separated by measuring three lengths)"
            )
        case OwnCode():
            lacks = "no other unit can limit one chain, so the cause is the code: its instruction order or its moves"
        case Registers():
            lacks = f"the model lacks {_registers(beyond, row)}"
        case Shuffles():
            lacks = (
                f"the model lacks the shuffle unit: a vector multiplication reads every other word, so {beyond.words} "
                f"words of a {beyond.block_bytes}-byte block must be moved first"
            )
        case Loads():
            lacks = f"the model lacks {_loads(beyond, row.high.ways)}"
    return f"not limited by the modelled units ({at_most}): {lacks}"


def _registers(lacking: Registers, row: ModelBeside) -> str:
    ways, unit, roomier = row.high.ways, row.high.unit, lacking.roomier
    shortage = f"registers: {ways} ways need {lacking.needed}, and the {unit} unit has {lacking.has}"
    if roomier is None:
        return shortage
    return (
        f"{shortage}; in the {roomier.unit} unit, which has enough, the bound is {roomier.cycles_per_byte:.3f} and the "
        f"measurement {row.measured / roomier.cycles_per_byte:.2f} times that: {limit(roomier, row.cpu)}"
    )


def _loads(lacking: Loads, ways: int) -> str:
    if lacking.registers is None:
        return f"the load unit: {lacking.operands} operands come from memory for {ways} blocks"
    return (
        f"the load and store unit: for {ways} blocks, {lacking.registers} registers of words are loaded, transposed "
        f"into lanes and stored, and the steps that add them load one {lacking.operands} times"
    )
