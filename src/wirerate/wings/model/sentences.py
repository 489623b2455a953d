# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is said of the model's rows: a step, silicon, chains, sums and slots in RFC 1810's terms; bounds and chains."""

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


def of(run: ModelRun, kind: type[D]) -> list[D]:
    """The run's rows of one kind."""
    return [m for m in run.rows if type(m) is kind]


# ---- RFC 1810's story ----

HISTORY = "RFC 1810's own tables beside this machine: wirerate history rfc1810"


def without_history(run: ModelRun) -> list[Row]:
    """Return the run's rows except those that RFC 1810 printed."""
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
    return f"{name} in RFC 1810's terms"


def step_facts(step: ModelStep) -> list[tuple[str, str]]:
    serial, parallel, hardware = (32 / per_word for per_word in (step.serial, step.parallel, step.hardware))
    better = step.parallel_rewritten < step.parallel_overlapped
    rewritten = f", {step.parallel_rewritten:.3g} with selection by addition" if better else ""
    formula = "8/3N" if hardware * 3 == 8 else f"{hardware:.3g}/N"
    return [
        ("One step", f"{step.operations} operations one after another, or {step.units:.3g} units of time side by side, "
         f"at most {step.parallelism} at once. {labels.UNIT}"),
        ("A word", f"{step.steps_per_word:.3g} steps: {step.serial:.3g} operations, {step.parallel:.3g} units; "
         f"{step.hardware:.3g} units in hardware, whose steps overlap"),
        ("Rates in Mbps", f"serial {serial:.2f} x MIPS, parallel {parallel:.2f} x MIPS, hardware {formula} x 1000 "
         "for N ns an operation"),
        ("The graph adds", f"{step.serial_counted:.3g} operations a word, each step counted as it is; "
         f"{step.parallel_overlapped:.3g} units where steps of the binary tree overlap after all{rewritten}"),
        *([("Left out", step.left_out)] if step.left_out else []),
    ]  # fmt: skip


def story(run: ModelRun) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield headings, each with its figures and an explanation of each figure."""
    for heading, rates in rfc1810.rates(without_history(run)):
        if rates:
            yield heading, [(rfc1810.mbps(value), source) for value, source in rates]
    if slots := of(run, ModelSlots):
        yield "On a machine that starts so many operations in a unit of time", _by_slots(slots)


def _by_slots(found: Sequence[ModelSlots]) -> list[tuple[str, str]]:
    facts = [
        (f"{each.slots} at once", f"{each.units_per_word:.3g} units a word, by a list schedule of the binary tree")
        for each in found
    ]
    return [*facts, ("List schedule", f"{labels.SCHEDULE}.")]


# ---- a processor's bounds ----

LIMITS = (
    "Latency, issue, lanes: cycles per byte by the chain alone, by the operations alone, and with every lane in use."
)


def two_ends(run: ModelRun) -> str:
    unknowns = dict.fromkeys(unknown for each in of(run, ModelBound) for unknown in each.unknowns)
    return f"Two ends: {'; '.join(unknowns)}." if unknowns else ""


def bound(about: ModelBound) -> str:
    """What limits it, and which graph it is of."""
    low = about.low
    name = "One chain" if low.ways == 1 else f"{low.ways} ways"
    rewrites = f" By {', '.join(low.rewrites)}." if low.rewrites else ""
    return f"{name}: {limits.limit(low, about.cpu)}.{rewrites}"


def least(algorithm: str, about: Processor) -> str:
    """Of which instructions the bounds are."""
    return f"The least cycles per byte that {about.title} allows {algorithm} by general instructions"


def instructions(run: ModelRun, about: Processor) -> str:
    """What the bounds are of, and what instructions of the algorithm's own would change."""
    general = f"These bounds are of general instructions ({about.instruction_set})."
    algorithm = of(run, ModelBound)[0]
    if not has_dedicated_instructions(ALGORITHMS[algorithm.subject.partition("-x")[0]]):
        return general
    found = of(run, ModelInstructions)
    if not found:
        return f"{general} No bound is modelled for SHA instructions: where the core has some, code can be faster."
    (own,) = found
    if not own.there:
        return f"{general} The core has no SHA instructions."
    rate = f" ({numbers.rate(numbers.gbits(own.bytes, own.ns.low))})" if own.ns and own.bytes else ""
    return (
        f"{general} With the SHA instructions the bound is {own.cycles_per_byte:.3f} cycles per byte{rate}: a block is "
        f"{own.count} {own.instruction}, each {own.latency:.0f} cycles after the one before it. Several messages at "
        f"once could reach {own.together:.3f}, as each keeps its unit for {own.occupies:.0f}. Source: {own.source}."
    )


_OPERATIONS = {
    "add": "add", "sub": "subtract", "add3": "add three", "addc": "add with carry", "mul": "multiply", "not": "not",
    "andn": "and-not", "orn": "or-not", "xnor": "xor-not", "logic3": "three-input logic", "rotl": "rotate",
    "shl": "shift left", "shr": "shift right", "insert": "shift and insert", "less": "compare",
}  # fmt: skip


def chain_title(about: ModelChain, processor: str) -> str:
    which = "The shortest chain" if about.mixed else "The chain"
    return f"{which} through one block on the {about.unit} unit of {processor}"


def chain(about: ModelChain) -> list[str]:
    """Its steps, what they sum up to, and what is done beside it."""
    lines = [f"{_range(steps)}: {_operations(steps)}" for steps in about.steps]
    lines.append(f"together {about.cycles:.0f} cycles per block, {about.cycles_per_byte:.3f} cycles per byte")
    known = f", {about.early} of them before the block before has ended" if about.early else ""
    others = about.operations - about.waited_for
    return [*lines, f"the other {others} of {about.operations} operations are done beside it{known}"]


def _range(steps: ChainSteps) -> str:
    if steps.end:
        return "the block's end"
    return f"step {steps.first}" if steps.first == steps.last else f"steps {steps.first} to {steps.last}"


def _operations(steps: ChainSteps) -> str:
    total = sum(operation.cycles for operation in steps.operations)
    chain = ", ".join(map(_operation, steps.operations))
    return f"{chain} = " + ("1 cycle" if total == 1 else f"{total:.0f} cycles")


def _operation(operation: ChainOperation) -> str:
    took = f" ({operation.cycles:.0f})" if operation.cycles != 1 else ""
    return _OPERATIONS.get(operation.kind, operation.kind) + took
