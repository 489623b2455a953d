"""`model`: RFC 1810's numbers from an algorithm's graph, or what a processor allows; beside it a little of this
machine."""

from __future__ import annotations

import os
from collections.abc import Sequence

from msgspec.structs import replace

from wirerate.api.cautions import cautions
from wirerate.api.workloads import Condition, Messages, modes
from wirerate.authenticators.subjects import ALGORITHMS as SUBJECTS
from wirerate.authenticators.subjects import WAYS, Subject
from wirerate.errors import EXIT_OK, UsageError, unknown
from wirerate.graph import rfc1810
from wirerate.graph.against import all_against, inner_algorithm
from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import best
from wirerate.graph.costs import Core, core, cores, like
from wirerate.graph.drawing import to_dot, to_svg
from wirerate.graph.picture import overlapped_steps, single_step
from wirerate.graph.rows import beside_row, bound_row, left_out
from wirerate.graph.timing import cycles_per_block
from wirerate.lab.host import machine, meter
from wirerate.lab.host.machine import environment
from wirerate.lab.host.measure import measure
from wirerate.records import Environment, Measurement, Run, write_file

USUAL_WAYS = (1, 4, 8, 16, 32)
THIS = "this"
COLD_BYTES, COLD_SECONDS = 65536, 1.0


def model(
    algorithm: str = "md5",
    *,
    cpu: str | None = None,
    ways: Sequence[int] = (),
    mips: float | None = None,
    operation_ns: float | None = None,
    width: int | None = None,
    run: Run | None = None,
) -> Run:
    """Without `cpu`, RFC 1810's story for the algorithm, with this machine as one more row; with it, the bounds of that
    processor ("this": the one at hand) and, from `run`, what was measured beside them."""
    graph, inside = _algorithm(algorithm)
    ways = ways or ((inside,) if inside > 1 else ())
    _check(ways, cpu)
    if (cpu or run) and (mips, operation_ns, width) != (None, None, None):
        raise UsageError(
            "MIPS, operation time and width belong to RFC 1810's own model, not to a processor's",
            fix="leave out --cpu and --run, or --mips, --op-ns and --width",
        )
    here = environment()
    found = Run(command="model", kind="model", environment=here, exit=EXIT_OK)
    if cpu is None and run is None:
        measured = _measured(graph)
        found.measurements += _story(graph, here, mips, operation_ns, ways, width, measured)
        if measured:
            found.measurements.append(measured)
            found.problems += [replace(caution, fix=_longer(graph.name)) for caution in cautions([measured])]
        return found
    about = _core(cpu or THIS)
    clock = run.environment.core_hz if run and run.environment else here.core_hz if about is this_core() else 0.0
    if run and run.environment:
        found.environment = run.environment
    found.measurements += _bounds(graph, about, ways or USUAL_WAYS, clock)
    if run is not None:
        found.measurements += [beside_row(each, about, clock) for each in all_against(run, about, graph)]
    return found


def draw(algorithm: str, path: str | os.PathLike[str], *, form: str = "svg") -> None:
    """Writes the drawing of a step and of steps overlapped, as "svg" or "dot"."""
    graph, _ = _algorithm(algorithm)
    pictures = single_step(graph), overlapped_steps(graph)
    write_file(path, (to_svg(*pictures) if form == "svg" else to_dot(*pictures)).encode())


def this_core() -> Core | None:
    """The processor at hand, if its unit costs are known."""
    cpu = machine.cpu()
    return like(cpu.vendor, cpu.family, cpu.model)


def _algorithm(name: str) -> tuple[Algorithm, int]:
    """The graph behind a name, and the ways that the name asks for."""
    found = inner_algorithm(name)
    if found is None:
        raise unknown("algorithm", name, ALGORITHMS)
    return found


def _core(name: str) -> Core:
    if name != THIS:
        return core(name)
    found = this_core()
    if found is None:
        known = ", ".join(cores())
        raise UsageError(
            f"the unit costs of this CPU ({machine.cpu().name}) are not known", fix=f"name one like it: {known}"
        )
    return found


def _check(ways: Sequence[int], cpu: str | None) -> None:
    for each in ways:
        if each not in WAYS and not (cpu and each == 1):
            raise UsageError(
                f"{each} ways cannot be: RFC 1810 wants a multiple of 4", fix=f"one of {', '.join(map(str, WAYS))}"
            )


# ---- RFC 1810's story ----


def _formula(name: str, what: str, note: str, **extra: float | int | str) -> Measurement:
    return Measurement(subject=name, basis="formula", operation="hash", note=note, extra={"what": what, **extra})


def _story(
    algorithm: Algorithm,
    here: Environment,
    mips: float | None,
    operation_ns: float | None,
    ways: Sequence[int],
    width: int | None,
    measured: Measurement | None,
) -> list[Measurement]:
    name = algorithm.name
    numbers = rfc1810.per_word(name)
    step = rfc1810.step(algorithm)
    rows = [
        _formula(
            name, "step", "one step, and the same per word of input",
            operations=step.operations, units=step.units, parallelism=step.parallelism, steps_per_word=numbers.steps,
            serial=numbers.serial, parallel=numbers.parallel, hardware=numbers.hardware,
            serial_counted=numbers.serial_counted, parallel_overlapped=numbers.parallel_overlapped,
            parallel_rewritten=numbers.parallel_rewritten, **left_out(name),
        )
    ]  # fmt: skip
    if name == "md5":
        rows += [_machine(name, row) for row in rfc1810.machines()]
    rows.append(_this_machine(name, here, measured))
    if mips is not None:
        rows.append(_machine(name, rfc1810.machine(f"a machine of {mips:g} MIPS", mips, None, name=name)))
    if name == "md5":
        for figure in rfc1810.hardware_figures():
            rows.append(_formula(name, "hardware", figure.reading, mbps=figure.mbps, sentence=figure.sentence))
    if operation_ns is not None:
        rate = rfc1810.hardware_mbps(operation_ns, name)
        formula = f"32 / {numbers.hardware:g} / {operation_ns:g} ns"
        rows.append(
            _formula(
                name, "hardware", f"silicon that takes {operation_ns:g} ns an operation", mbps=rate, sentence=formula
            )
        )
    if name == "md5":
        for each in ways or (4, 16):
            blocks, padded = rfc1810.digest_blocks(each)
            note = f"{each} digests fill {_blocks(blocks)}; a standard MD5 over them takes {padded}"
            rows.append(_formula(f"md5-x{each}", "ways", note, ways=each, mbps=rfc1810.chained_mbps(each)))
    if name in ("md5", "internet-checksum"):
        rows += [_checksum(*each) for each in ((32.0, 1), (rfc1810.OPERATION_NS, 1), (rfc1810.OPERATION_NS, 4))]
    for slots in (width,) if width else (1, 2, 3):
        tree, unit = rfc1810.binary_tree(algorithm), rfc1810.software()
        units = cycles_per_block(tree, unit.low, slots) / (algorithm.block_bytes / 4)
        note = f"a list schedule on {slots} issue slot{'s' if slots > 1 else ''}"
        rows.append(_formula(name, "slots", note, slots=slots, units_per_word=units))
    return rows


def _checksum(operation_ns: float, sums: int) -> Measurement:
    note = f"an addition in {operation_ns:g} ns, {sums} partial sum{'s' if sums > 1 else ''}"
    return _formula("internet-checksum", "checksum", note, mbps=rfc1810.checksum_mbps(operation_ns, sums))


def _blocks(count: float) -> str:
    return "a block" if count == 1 else f"{count:g} blocks"


def _this_machine(name: str, here: Environment, measured: Measurement | None) -> Measurement:
    """The ninth row: MIPS from the two clocks' measurements, and the algorithm's rate with the cache defeated."""
    adds = meter.adds_per_cycle()
    mbps: dict[str, float] = {}
    median = None
    if measured and measured.ns and measured.bytes:
        bits, ns = measured.bytes * 8e3, measured.ns
        median = bits / ns.median
        mbps = {"measured_low": bits / ns.high, "measured_high": bits / ns.low, "rounds": measured.rounds}
        mbps |= {"confidence": ns.confidence} if ns.confidence is not None else {}
    row = rfc1810.machine(f"this machine ({here.cpu})", here.core_hz * adds / 1e6, median, name=name)
    return _machine(name, row, core_hz=here.core_hz, adds_per_cycle=adds, **mbps)


def _longer(name: str) -> str:
    return (
        f"repeat it when the host is quieter, or longer: wirerate speed {name} --cache cold -l {COLD_BYTES} --time 60s"
    )


def _measured(algorithm: Algorithm) -> Measurement | None:
    """The algorithm on this machine as RFC 1810 measured it: one message at a time, from memory."""
    if algorithm.name not in SUBJECTS:
        return None
    subject = Subject(algorithm.name)
    request = Condition(Messages((COLD_BYTES,)), "cold").request(subject, modes(subject)[0])
    (found,), _ = measure([request], budget_s=COLD_SECONDS)
    return found if found.status == "ok" else None


def _machine(name: str, row: rfc1810.Machine, **extra: float) -> Measurement:
    if row.measured is not None:
        extra["measured_mbps"] = row.measured
    return _formula(
        name, "machine", row.name, mips=row.mips, mbps_low=row.lower, mbps_high=row.upper, named=row.named, **extra
    )


def _bounds(algorithm: Algorithm, about: Core, ways: Sequence[int], clock: float) -> list[Measurement]:
    rows = []
    for each in ways:
        name = algorithm.name if each == 1 or algorithm.exact_ways else f"{algorithm.name}-x{each}"
        low, high = best(algorithm, about, each), best(algorithm, about, each, worst=True)
        rows.append(bound_row(name, about, low, high, clock))
    return rows
