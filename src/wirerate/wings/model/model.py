# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`model`: RFC 1810's numbers from an algorithm's graph, or what a processor allows; beside it a little of this
machine."""

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
from wirerate.graph.processors import Processor, like, processor, processors
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
        for each in ("cpu", "run", "explain"):
            self.excludes(each, "mips", "operation_ns", "width")
        if self.processor is None and self.algorithm != "md5":
            fix = "add ‹cpu=this›, or leave out ‹ways›"
            self.refuses("ways", because="RFC 1810 chains MD5 only", fix=fix)
        for ways in self.ways:
            if ways not in WAYS and not (self.processor and ways == 1):
                raise UsageError(
                    f"{ways} ways cannot be: RFC 1810 wants a multiple of 4", fix=f"one of {', '.join(map(str, WAYS))}"
                )

    @property
    def processor(self) -> str | None:
        """Whose bounds are asked for; None: RFC 1810's story."""
        return self.cpu or (THIS if self.run or self.explain else None)


@asks(Model)
def model(asked: Model) -> ModelRun:
    """Without `cpu`, RFC 1810's story for the algorithm, with this machine as one more row; with it, the bounds of that
    processor ("this": the one at hand) and, from `run`, what was measured beside them. `explain` adds the chain that
    the bounds follow from."""
    graph, inside = _algorithm(asked.algorithm)
    ways = asked.ways or ((inside,) if inside > 1 else ())
    here = environment()
    found = ModelRun(command="model", environment=here, exit=EXIT_OK)
    if asked.processor is None:
        measured = _measured(graph)
        here.core_hz = next((m.core_hz for m in measured if m.core_hz), here.core_hz)
        found.rows += [*_story(graph, here, ways, measured, asked), *measured]
        found.problems += [replace(caution, fix=_longer(graph.name)) for caution in cautions(measured)]
        return found
    about, run = _processor(asked.processor), asked.run
    clock = run.core_hz if run else here.core_hz if about is this_processor() else 0.0
    if run and run.environment:
        found.environment = replace(run.environment, core_hz=clock)
    found.rows += _bounds(graph, about, ways or USUAL_WAYS, clock)
    found.rows += dedicated_rows(graph, about, clock)
    if run is not None:
        beside = _beside(run, about, graph)
        found.rows += beside
        found.problems += [
            below_bound(each.subject, each.measured, each.beyond.bound, _longer(graph.name, "warm"))
            for each in beside
            if isinstance(each.beyond, Misread)
        ]
    if asked.explain:
        found.rows.append(chain_of(graph, about, best(graph, about, 1)))  # the chain behind the bound of one way
    return found


def draw(algorithm: str, path: str | os.PathLike[str], *, form: str = "svg") -> None:
    """Writes the drawing of a step and of steps overlapped, as "svg" or "dot"."""
    graph, _ = _algorithm(algorithm)
    pictures = single_step(graph), overlapped_steps(graph)
    write_file(path, (to_svg(*pictures) if form == "svg" else to_dot(*pictures)).encode())


def this_processor() -> Processor | None:
    """The processor at hand, if its unit costs are known."""
    cpu = machine.cpu()
    return like(cpu.vendor, cpu.family, cpu.model)


def _algorithm(name: str) -> tuple[Algorithm, int]:
    """The graph behind a name, and the ways that the name asks for."""
    found = inner_algorithm(name)
    if found is None:
        raise unknown("algorithm", name, ALGORITHMS)
    return found


def _processor(name: str) -> Processor:
    if name != THIS:
        return processor(name)
    found = this_processor()
    if found is None:
        known = ", ".join(processors())
        raise UsageError(
            f"the unit costs of this CPU ({machine.cpu().name}) are not known", fix=f"name one like it: {known}"
        )
    return found


# ---- RFC 1810's story ----


def _story(
    algorithm: Algorithm, here: Environment, ways: Sequence[int], measured: Sequence[Measurement], asked: Model
) -> list[ModelRow]:
    name, is_md5 = algorithm.name, algorithm.name == "md5"
    rows: list[ModelRow] = [_step(algorithm)]
    if is_md5:
        rows += [_ip_rates(name), *_printed_machines(name)]
    if MEASURES:
        rows.append(_this_machine(name, here, measured))
    if asked.mips is not None:
        rows.append(_machine(name, "", asked.mips))
    if is_md5:
        for reading, mbps in rfc1810.hardware_figures().items():
            rows.append(ModelSilicon(subject=name, reading=reading, operation_ns=rfc1810.OPERATION_NS, mbps=mbps))
    if asked.operation_ns is not None:
        mbps = rfc1810.hardware_mbps(asked.operation_ns, name)
        rows.append(ModelSilicon(subject=name, reading="", operation_ns=asked.operation_ns, mbps=mbps))
    if is_md5:
        rows += [_chains(each) for each in ways or (4, 16)]
    if is_md5 or name == CHECKSUM.name:
        rows += [_sums(*each) for each in ((32.0, 1), (rfc1810.OPERATION_NS, 1), (rfc1810.OPERATION_NS, 4))]
    return rows + [_slots(algorithm, slots) for slots in ((asked.width,) if asked.width else (1, 2, 3))]


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
    """RFC 1810's own, each with its prediction recomputed."""
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
    about = rfc1810_figures().ip
    return ModelIpRates(
        subject=name,
        basis="published",
        tcp_mbps=about.tcp,
        udp_mbps=about.udp,
        over=about.over,
        machine=about.machine,
    )


def _this_machine(name: str, here: Environment, measured: Sequence[Measurement]) -> ModelMachine:
    """The ninth row: MIPS from the two clocks' measurements, and the algorithm's rates, the cache defeated and not."""
    adds = meter.adds_per_cycle()
    predicted = _machine(name, here.cpu, here.core_hz * adds / 1e6)
    cold, warm = (next((m for m in measured if m.cache == cache), None) for cache in CACHES)
    return replace(
        predicted, this=True, measured=_mbps(cold), cached=_mbps(warm), rounds=cold.rounds if cold else None,
        core_hz=here.core_hz, adds_per_cycle=adds,
    )  # fmt: skip


def _mbps(measured: Measurement | None) -> Interval | None:
    if measured is None or measured.ns is None or not measured.bytes:
        return None
    bits, ns = measured.bytes * 8e3, measured.ns
    return Interval(bits / ns.median, bits / ns.high, bits / ns.low, ns.confidence)


def _longer(name: str, cache: Cache = "cold") -> str:
    return f"repeat it when the host is quieter, or longer: wirerate speed {name} --cache {cache} -l {BYTES} --time 60s"


def _measured(algorithm: Algorithm) -> list[Measurement]:
    """The algorithm on this machine as RFC 1810 measured it, one message at a time from memory; MD5 from the cache too,
    as others had."""
    if not MEASURES or algorithm.name not in SUBJECTS:
        return []
    subject = Subject(algorithm.name)
    caches = CACHES if algorithm.name == "md5" else CACHES[:1]
    requests = [Condition(Messages((BYTES,)), cache).request(subject, modes(subject)[0]) for cache in caches]
    found, _ = measure(requests, budget_s=SECONDS)
    return [m for m in found if m.status == "ok"]


# ---- a processor's bounds ----


def _bounds(algorithm: Algorithm, about: Processor, ways: Sequence[int], clock: float) -> list[ModelBound]:
    rows = []
    for each in ways:
        name = algorithm.name if each == 1 or algorithm.exact_ways else f"{algorithm.name}-x{each}"
        low, high = best(algorithm, about, each), best(algorithm, about, each, worst=True)
        rows.append(bound_row(name, about, low, high, clock))
    return rows


def _beside(run: AnyRun, about: Processor, algorithm: Algorithm) -> list[ModelBeside]:
    """What the run measured of the algorithm, each with its bound; that it has none is said, not passed over."""
    found = compare_run_with_bounds(run, about, algorithm)
    if found:
        return found
    name = algorithm.name
    inner = [inner_algorithm(m.subject) for m in run.rows if m.basis == "measured" and m.status == "ok"]
    short = any(each and each[0] is algorithm for each in inner)
    has = f"{name} only in messages or caches that the model cannot judge" if short else f"no {name}"
    raise UsageError(
        f"the run has {has}: there is nothing to hold against the bounds",
        fix=f"make one with: wirerate speed {name} -l {BYTES} --cache warm --export-json run.jsonl"
        if name in SUBJECTS
        else "leave out --run",
    )
