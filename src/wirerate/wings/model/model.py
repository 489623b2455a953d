# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The `model` call: an algorithm's speed by RFC 1810's model or by a processor's bounds, compared with measurements."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from msgspec.structs import replace

from wirerate.authenticators.subjects import ALGORITHMS as SUBJECTS
from wirerate.authenticators.subjects import WAYS, Subject
from wirerate.catalogue.history import rfc1810_figures
from wirerate.errors import EXIT_OK, UsageError, unknown
from wirerate.graph import rfc1810
from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms import ALGORITHMS, CHECKSUM
from wirerate.graph.bounds import best, chain_of, dedicated_rows
from wirerate.graph.explanation import bound_row, compare_run_with_bounds, inner_algorithm
from wirerate.graph.picture import overlapped_steps, single_step, to_dot, to_svg
from wirerate.graph.processors import Processor, identified_core, processor, processors
from wirerate.graph.rows import (
    Misread,
    ModelBeside,
    ModelBound,
    ModelChains,
    ModelIpRates,
    ModelMachine,
    ModelSilicon,
    ModelSlots,
    ModelStep,
    ModelSums,
)
from wirerate.graph.timing import cycles_per_block
from wirerate.host import machine, meter
from wirerate.host.machine import environment
from wirerate.host.measure import measure
from wirerate.question import Question, asks
from wirerate.records import AnyRun, Environment, Interval, Measurement, write_file
from wirerate.running.cautions import below_bound, cautions
from wirerate.running.workloads import Condition, Messages, modes
from wirerate.system import MEASURES
from wirerate.vocabulary import Cache
from wirerate.wings.model.rows import ModelRow, ModelRun

USUAL_WAYS = (1, 4, 8, 16, 32)
THIS = "this"
BYTES, SECONDS = 65536, 1.0
CACHES: tuple[Cache, ...] = ("cold", "warm")


@dataclass(frozen=True)
class Model(Question):
    algorithm: str = "md5"
    _: KW_ONLY
    cpu: str | None = None
    ways: Sequence[int] = ()
    mips: float | None = None
    operation_ns: float | None = None
    width: int | None = None
    run: AnyRun | None = None
    explain: bool = False

    def __post_init__(self) -> None:
        _algorithm(self.algorithm)
        for option in ("cpu", "run", "explain"):
            self.excludes(option, "mips", "operation_ns", "width")
        if self.processor is None and self.algorithm != "md5":
            fix = "add ‹cpu=this›, or leave out ‹ways›"
            self.refuses("ways", because="RFC 1810 splits only MD5 into chains", fix=fix)
        for ways in self.ways:
            if ways not in WAYS and not (self.processor and ways == 1):
                raise UsageError(
                    f"there is no {ways}-way form; RFC 1810 requires a multiple of 4",
                    fix=f"one of {', '.join(map(str, WAYS))}",
                )

    @property
    def processor(self) -> str | None:
        """The processor whose bounds are shown; None for RFC 1810's model."""
        return self.cpu or (THIS if self.run or self.explain else None)


@asks(Model)
def model(request: Model) -> ModelRun:
    """Return the algorithm's figures by RFC 1810's model, including this machine; or with `cpu`, a processor's bounds.

    `cpu` is a processor's name, or "this". `run` compares a run's measurements with the bounds. `explain` adds the
    critical chain behind the bound for one way."""
    graph, inside = _algorithm(request.algorithm)
    ways = request.ways or ((inside,) if inside > 1 else ())
    host = environment()
    answer = ModelRun(command="model", environment=host, exit=EXIT_OK)
    if request.processor is None:
        measured = _measured(graph)
        host.core_hz = next((m.core_hz for m in measured if m.core_hz), host.core_hz)
        answer.rows += [*_rfc1810_rows(graph, host, ways, measured, request), *measured]
        answer.problems += [replace(caution, fix=_longer(graph.name)) for caution in cautions(measured)]
        return answer
    cpu, run = _processor(request.processor), request.run
    clock = run.core_hz if run else host.core_hz if cpu is this_processor() else 0.0
    if run and run.environment:
        answer.environment = replace(run.environment, core_hz=clock)
    answer.rows += _bounds(graph, cpu, ways or USUAL_WAYS, clock)
    answer.rows += dedicated_rows(graph, cpu, clock)
    if run is not None:
        compared = _compared(run, cpu, graph)
        answer.rows += compared
        answer.problems += [
            below_bound(row.subject, row.measured, row.beyond.bound, _longer(graph.name, "warm"))
            for row in compared
            if isinstance(row.beyond, Misread)
        ]
    if request.explain:
        answer.rows.append(chain_of(graph, cpu, best(graph, cpu, 1)))
    return answer


def draw(algorithm: str, path: str | os.PathLike[str], *, form: str = "svg") -> None:
    """Write a drawing of a step and of overlapping steps, as "svg" or "dot"."""
    graph, _ = _algorithm(algorithm)
    pictures = single_step(graph), overlapped_steps(graph)
    write_file(path, (to_svg(*pictures) if form == "svg" else to_dot(*pictures)).encode())


def this_processor() -> Processor | None:
    """Return this machine's processor, or None if its operation costs are unknown."""
    cpu = machine.cpu()
    return identified_core(cpu.vendor, cpu.family, cpu.model)


def _algorithm(name: str) -> tuple[Algorithm, int]:
    """Return an algorithm's graph, and the number of ways in its name (4 for md5-x4)."""
    inner = inner_algorithm(name)
    if inner is None:
        raise unknown("algorithm", name, ALGORITHMS)
    return inner


def _processor(name: str) -> Processor:
    if name != THIS:
        return processor(name)
    cpu = this_processor()
    if cpu is None:
        known = ", ".join(processors())
        raise UsageError(
            f"the operation costs of this CPU ({machine.cpu().name}) are unknown", fix=f"name a similar one: {known}"
        )
    return cpu


# ---- RFC 1810's model ----


def _rfc1810_rows(
    algorithm: Algorithm, host: Environment, ways: Sequence[int], measured: Sequence[Measurement], request: Model
) -> list[ModelRow]:
    name, is_md5 = algorithm.name, algorithm.name == "md5"
    rows: list[ModelRow] = [_step(algorithm)]
    if is_md5:
        rows += [_ip_rates(name), *_printed_machines(name)]
    if MEASURES:
        rows.append(_this_machine(name, host, measured))
    if request.mips is not None:
        rows.append(_machine(name, "", request.mips))
    if is_md5:
        for reading, mbps in rfc1810.hardware_figures().items():
            rows.append(ModelSilicon(subject=name, reading=reading, operation_ns=rfc1810.OPERATION_NS, mbps=mbps))
    if request.operation_ns is not None:
        mbps = rfc1810.hardware_mbps(request.operation_ns, name)
        rows.append(ModelSilicon(subject=name, reading="", operation_ns=request.operation_ns, mbps=mbps))
    if is_md5:
        rows += [_chains(count) for count in ways or (4, 16)]
    if is_md5 or name == CHECKSUM.name:
        rows += [_sums(*parameters) for parameters in ((32.0, 1), (rfc1810.OPERATION_NS, 1), (rfc1810.OPERATION_NS, 4))]
    return rows + [_slots(algorithm, slots) for slots in ((request.width,) if request.width else (1, 2, 3))]


def _step(algorithm: Algorithm) -> ModelStep:
    step, numbers = rfc1810.step(algorithm), rfc1810.per_word(algorithm.name)
    return ModelStep(
        subject=algorithm.name,
        operations=step.operations,
        units=step.units,
        parallelism=step.parallelism,
        steps_per_word=numbers.steps,
        serial=numbers.serial,
        parallel=numbers.parallel,
        hardware=numbers.hardware,
        serial_counted=numbers.serial_counted,
        parallel_overlapped=numbers.parallel_overlapped,
        parallel_rewritten=numbers.parallel_rewritten,
        left_out=algorithm.left_out,
    )


def _chains(ways: int) -> ModelChains:
    blocks, hashed = rfc1810.digest_blocks(ways)
    mbps = rfc1810.chained_mbps(ways)
    return ModelChains(subject=f"md5-x{ways}", ways=ways, mbps=mbps, digest_blocks=blocks, hashed_blocks=hashed)


def _sums(operation_ns: float, sums: int) -> ModelSums:
    mbps = rfc1810.checksum_mbps(operation_ns, sums)
    return ModelSums(subject=CHECKSUM.name, partial_sums=sums, operation_ns=operation_ns, mbps=mbps)


def _slots(algorithm: Algorithm, slots: int) -> ModelSlots:
    tree, unit = rfc1810.binary_tree(algorithm), rfc1810.software()
    units = cycles_per_block(tree, unit.low, slots) / (algorithm.block_bytes / 4)
    return ModelSlots(subject=algorithm.name, slots=slots, units_per_word=units)


def _machine(name: str, machine: str, mips: float) -> ModelMachine:
    low, high = rfc1810.software_mbps(mips, name)
    return ModelMachine(subject=name, machine=machine, mips=mips, low_mbps=low, high_mbps=high)


def _printed_machines(name: str) -> list[ModelMachine]:
    """Return RFC 1810's machines with recomputed predictions."""
    return [
        replace(
            _machine(name, row.name, row.specint92),
            named=row.named,
            measured=_exactly(row.measured),
            cached=_exactly(row.cached),
        )
        for row in rfc1810_figures().machines
    ]


def _exactly(mbps: float | None) -> Interval | None:
    return None if mbps is None else Interval(mbps, mbps, mbps, None)


def _ip_rates(name: str) -> ModelIpRates:
    rates = rfc1810_figures().ip
    return ModelIpRates(
        subject=name,
        basis="published",
        tcp_mbps=rates.tcp,
        udp_mbps=rates.udp,
        over=rates.over,
        machine=rates.machine,
    )


def _this_machine(name: str, host: Environment, measured: Sequence[Measurement]) -> ModelMachine:
    """Return this machine's row: MIPS (core clock × additions per cycle), and the algorithm's measured rates with data
    from memory and from the cache."""
    adds = meter.adds_per_cycle()
    predicted = _machine(name, host.cpu, host.core_hz * adds / 1e6)
    cold, warm = (next((m for m in measured if m.cache == cache), None) for cache in CACHES)
    return replace(
        predicted, this=True, measured=_mbps(cold), cached=_mbps(warm), rounds=cold.rounds if cold else None,
        core_hz=host.core_hz, adds_per_cycle=adds,
    )  # fmt: skip


def _mbps(measured: Measurement | None) -> Interval | None:
    if measured is None or measured.ns is None or not measured.bytes:
        return None
    bits, ns = measured.bytes * 8e3, measured.ns
    return Interval(bits / ns.median, bits / ns.high, bits / ns.low, ns.confidence)


def _longer(name: str, cache: Cache = "cold") -> str:
    command = f"wirerate speed {name} --cache {cache} -l {BYTES} --time 60s"
    return f"repeat the measurement on a quieter host or for longer: {command}"


def _measured(algorithm: Algorithm) -> list[Measurement]:
    """Measure the algorithm on this machine as RFC 1810 did: one message at a time, read from memory. MD5 is also
    measured from the cache."""
    if not MEASURES or algorithm.name not in SUBJECTS:
        return []
    subject = Subject(algorithm.name)
    caches = CACHES if algorithm.name == "md5" else CACHES[:1]
    requests = [Condition(Messages((BYTES,)), cache).request(subject, modes(subject)[0]) for cache in caches]
    measured, _ = measure(requests, budget_s=SECONDS)
    return [m for m in measured if m.status == "ok"]


# ---- a processor's bounds ----


def _bounds(algorithm: Algorithm, cpu: Processor, ways: Sequence[int], clock: float) -> list[ModelBound]:
    rows = []
    for count in ways:
        name = algorithm.name if count == 1 or algorithm.exact_ways else f"{algorithm.name}-x{count}"
        low, high = best(algorithm, cpu, count), best(algorithm, cpu, count, worst=True)
        rows.append(bound_row(name, cpu, low, high, clock))
    return rows


def _compared(run: AnyRun, cpu: Processor, algorithm: Algorithm) -> list[ModelBeside]:
    """Return the run's measurements of the algorithm, each with its bound; raise UsageError if it has none."""
    rows = compare_run_with_bounds(run, cpu, algorithm)
    if rows:
        return rows
    name = algorithm.name
    inner = [inner_algorithm(m.subject) for m in run.rows if m.basis == "measured" and m.status == "ok"]
    unsuitable = any(pair and pair[0] is algorithm for pair in inner)
    has = f"{name} only with short messages or from memory" if unsuitable else f"no {name}"
    raise UsageError(
        f"the run has {has}, so there is nothing to compare with the bounds",
        fix=f"measure it: wirerate speed {name} -l {BYTES} --cache warm --export-json run.jsonl"
        if name in SUBJECTS
        else "leave out --run",
    )
