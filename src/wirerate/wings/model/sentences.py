# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Sentences about the model's rows: RFC 1810's figures, bounds and critical chains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import has_dedicated_instructions
from wirerate.graph.processors import Processor
from wirerate.graph.rows import (
    ChainOperation,
    ChainSteps,
    ModelBound,
    ModelChain,
    ModelChains,
    ModelInstructions,
    ModelIpRates,
    ModelMachine,
    ModelSilicon,
    ModelSlots,
    ModelStep,
    ModelSums,
)
from wirerate.records import Row
from wirerate.report import labels, limits, numbers, rfc1810
from wirerate.wings.model.rows import ModelRun

D = TypeVar("D", bound=Row)


def rows_of(run: ModelRun, kind: type[D]) -> list[D]:
    """Return the run's rows of this class, without subclasses."""
    return [m for m in run.rows if type(m) is kind]


# ---- RFC 1810's model ----

HISTORY = "RFC 1810's own tables beside this machine: wirerate history rfc1810"


def without_history(run: ModelRun) -> list[Row]:
    """Return the run's rows except the figures that RFC 1810 itself printed."""
    return [row for row in run.rows if not _of_1995(row, run.rows[0].subject)]


def _of_1995(row: Row, algorithm: str) -> bool:
    if isinstance(row, ModelMachine):
        return bool(row.machine) and not row.this
    if isinstance(row, ModelSilicon):
        return bool(row.reading)
    return isinstance(row, ModelIpRates) or (isinstance(row, ModelSums) and row.subject != algorithm)


def title(name: str) -> str:
    if name == "md5":
        return "MD5 as RFC 1810 models it, computed from its graph"
    return f"{name} by RFC 1810's model"


def _hardware_formula(step: ModelStep) -> str:
    hardware = 32 / step.hardware
    return "8/(3N)" if hardware * 3 == 8 else f"{hardware:.3g}/N"


def short_facts(run: ModelRun) -> list[tuple[str, str]]:
    """Return the figures of RFC 1810's model as short (label, text) lines."""
    (step,) = rows_of(run, ModelStep)
    serial, parallel = (32 / per_word for per_word in (step.serial, step.parallel))
    shown = [
        ("one step", f"{numbers.count(step.operations, 'operation')}, at most {step.parallelism} at the same time"),
        ("serial", f"{step.serial:.3g} operations per word of 32 bits: {serial:.2f} Mbps per MIPS"),
        ("parallel", f"{step.parallel:.3g} units of time per word: {parallel:.2f} Mbps per MIPS"),
        ("hardware", f"{step.hardware:.3g} units per word: {_hardware_formula(step)} x 1000 Mbps if a unit takes N ns"),
    ]
    for machine in rows_of(run, ModelMachine):
        if machine.this or not machine.machine:
            name = "this CPU" if machine.this else f"{machine.mips:g} MIPS"
            rate = f"{rfc1810.mbps(machine.low_mbps)} to {rfc1810.mbps(machine.high_mbps)} predicted"
            measured = f", {rfc1810.mbps(machine.measured.median)} measured" if machine.measured else ""
            mips = f"{machine.mips:,.0f} MIPS: " if machine.this else ""
            shown.append((name, f"{mips}{rate}{measured}"))
    chains = [f"{row.ways} reach {rfc1810.mbps(row.mbps)}" for row in rows_of(run, ModelChains)]
    silicon = [row for row in rows_of(run, ModelSilicon) if not row.reading]
    sums = [row for row in rows_of(run, ModelSums) if row.subject == step.subject]
    slots = [f"{row.slots}: {row.units_per_word:.3g}" for row in rows_of(run, ModelSlots)]
    return [
        *shown,
        *((f"{row.operation_ns:g} ns", f"{rfc1810.mbps(row.mbps)} in silicon") for row in silicon),
        *([("chains", f"{', '.join(chains)}, if one reaches the RFC's 256 Mbps")] if chains else []),
        *((f"{row.operation_ns:g} ns", f"{rfc1810.mbps(row.mbps)} with {numbers.count(row.partial_sums, 'sum')}")
          for row in sums),
        ("width", f"units of time per word if 1, 2 or more operations start at once: {', '.join(slots)}"),
        *([("left out", step.left_out)] if step.left_out else []),
    ]  # fmt: skip


def step_facts(step: ModelStep) -> list[tuple[str, str]]:
    """Return (label, text) pairs about a step of the algorithm and a 32-bit word of the message."""
    serial, parallel = (32 / per_word for per_word in (step.serial, step.parallel))
    better = step.parallel_rewritten < step.parallel_overlapped
    rewritten = f", {step.parallel_rewritten:.3g} with selection by addition" if better else ""
    formula = _hardware_formula(step)
    return [
        ("One step", f"{step.operations} operations one after another, or {step.units:.3g} units of time in parallel, "
         f"at most {step.parallelism} at once. {labels.UNIT}"),
        ("A word", f"{step.steps_per_word:.3g} steps: {step.serial:.3g} operations, {step.parallel:.3g} units; "
         f"{step.hardware:.3g} units in hardware, where steps overlap"),
        ("Rates in Mbps", f"serial {serial:.2f} x MIPS, parallel {parallel:.2f} x MIPS, hardware {formula} x 1000 "
         "for N ns an operation"),
        ("Exactly", f"{step.serial_counted:.3g} operations a word, counted step by step; "
         f"{step.parallel_overlapped:.3g} units if the steps of the binary tree overlap{rewritten}"),
        *([("Left out", step.left_out)] if step.left_out else []),
    ]  # fmt: skip


def figures(run: ModelRun) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield headings, each with its figures and an explanation of each figure."""
    for heading, rates in rfc1810.rates(without_history(run)):
        if rates:
            yield heading, [(rfc1810.mbps(value), source) for value, source in rates]
    if slots := rows_of(run, ModelSlots):
        yield "By the number of operations started in a unit of time", _by_slots(slots)


def _by_slots(rows: Sequence[ModelSlots]) -> list[tuple[str, str]]:
    facts = [
        (f"{row.slots} at once", f"{row.units_per_word:.3g} units a word, by a list schedule of the binary tree")
        for row in rows
    ]
    return [*facts, ("List schedule", f"{labels.SCHEDULE}.")]


# ---- a processor's bounds ----

LIMITS = (
    "Latency, issue and lanes: the limits in cycles per byte by the dependency chain, by the operations, and with "
    "every lane in use."
)


def two_ends(run: ModelRun) -> str:
    """Say why bounds are ranges."""
    unknowns = dict.fromkeys(unknown for bound in rows_of(run, ModelBound) for unknown in bound.unknowns)
    return f"Ranges: {'; '.join(unknowns)}." if unknowns else ""


def bound(row: ModelBound) -> str:
    """Say what limits the bound, and which rewrites of the graph lower it."""
    low = row.low
    name = "One chain" if low.ways == 1 else f"{low.ways} ways"
    rewrites = f" By {', '.join(low.rewrites)}." if low.rewrites else ""
    return f"{name}: {limits.limit(low, row.cpu)}.{rewrites}"


def short_instructions(run: ModelRun, cpu: Processor) -> str:
    """Say in one line which instructions the bounds assume."""
    general = f"Bounds for {cpu.instruction_set}"
    if not has_dedicated_instructions(ALGORITHMS[rows_of(run, ModelBound)[0].subject.partition("-x")[0]]):
        return f"{general}."
    rows = rows_of(run, ModelInstructions)
    if not rows:
        return f"{general}; code with SHA instructions can be faster."
    if not rows[0].there:
        return f"{general}; the core has no SHA instructions."
    return f"{general}; with SHA instructions {rows[0].cycles_per_byte:.3f} cycles per byte."


def instructions(run: ModelRun, cpu: Processor) -> str:
    """Say which instructions the bounds assume, and give the bound with dedicated instructions."""
    general = f"These bounds are for general instructions ({cpu.instruction_set})."
    algorithm = rows_of(run, ModelBound)[0]
    if not has_dedicated_instructions(ALGORITHMS[algorithm.subject.partition("-x")[0]]):
        return general
    rows = rows_of(run, ModelInstructions)
    if not rows:
        return f"{general} SHA instructions are not modelled for this core; code that uses them can be faster."
    (dedicated,) = rows
    if not dedicated.there:
        return f"{general} The core has no SHA instructions."
    rate = ""
    if dedicated.ns and dedicated.bytes:
        rate = f" ({numbers.rate(numbers.gbits(dedicated.bytes, dedicated.ns.low))})"
    return (
        f"{general} With the SHA instructions the bound is {dedicated.cycles_per_byte:.3f} cycles per byte{rate}: a "
        f"block takes {dedicated.count} {dedicated.instruction}, each {dedicated.latency:.0f} cycles after the one "
        f"before. Several messages at once could reach {dedicated.together:.3f}, because an instruction occupies its "
        f"unit for {dedicated.occupies:.0f}. Source: {dedicated.source}."
    )


_OPERATIONS = {
    "add": "add", "sub": "subtract", "add3": "add three", "addc": "add with carry", "mul": "multiply", "not": "not",
    "andn": "and-not", "orn": "or-not", "xnor": "xor-not", "logic3": "three-input logic", "rotl": "rotate",
    "shl": "shift left", "shr": "shift right", "insert": "shift and insert", "less": "compare",
}  # fmt: skip


def chain_title(row: ModelChain, processor: str) -> str:
    start = "The shortest dependency chain" if row.mixed else "The dependency chain"
    return f"{start} through one block on the {row.unit} unit of {processor}"


def chain(row: ModelChain) -> list[str]:
    """Return lines with the chain's steps, its total and the operations off the chain."""
    lines = [f"{_range(steps)}: {_operations(steps)}" for steps in row.steps]
    lines.append(f"total {row.cycles:.0f} cycles per block, {row.cycles_per_byte:.3f} cycles per byte")
    early = f", {row.early} of them before the previous block ends" if row.early else ""
    parallel = row.operations - row.waited_for
    return [*lines, f"the other {parallel} of {row.operations} operations run in parallel{early}"]


def _range(steps: ChainSteps) -> str:
    if steps.end:
        return "end of the block"
    return f"step {steps.first}" if steps.first == steps.last else f"steps {steps.first} to {steps.last}"


def _operations(steps: ChainSteps) -> str:
    total = sum(operation.cycles for operation in steps.operations)
    chain = ", ".join(map(_operation, steps.operations))
    return f"{chain} = " + ("1 cycle" if total == 1 else f"{total:.0f} cycles")


def _operation(operation: ChainOperation) -> str:
    cycles = f" ({operation.cycles:.0f})" if operation.cycles != 1 else ""
    return _OPERATIONS.get(operation.kind, operation.kind) + cycles
