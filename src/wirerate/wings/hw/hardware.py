# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The `hw` call: the rates of hardware cores, by formula and placed and routed, and verdicts against a link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Any

from wirerate import links
from wirerate.catalogue import security
from wirerate.errors import EXIT_OK, Interrupted, worst
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.cores import core as find_core
from wirerate.host.machine import environment
from wirerate.links import Load, Mix, load, parse_link
from wirerate.question import asks
from wirerate.records import Alternative, Conditions, Interval, Problem, Security
from wirerate.verdict import exit_status
from wirerate.verdict.alternatives import MOST, suggestions
from wirerate.verdict.policy import check, objection
from wirerate.verdict.rules import KEEPS_UP, Cores, cores, headroom, word
from wirerate.wings.hw.placements import own_table, part, result, work_folder
from wirerate.wings.hw.question import CHECKSUM, MODES, Emit, Hw, cores_of, mean_blocks, workload
from wirerate.wings.hw.rates import BENCHES, FORMULA, calibration, formulas, placed_rate, rate_on_area
from wirerate.wings.hw.rows import ALONE, BUSY, SIMULATED, Brought, CoreRate, CoreVerdict, HwRun


@asks(Hw)
def hw(request: Hw) -> HwRun:
    """Return the rates of all cores of `algorithm`, or all figures of one core.

    `lanes`, `ways` or `core` selects one core; `link` adds its verdicts under `policy`. K-way MD5 gets a verdict for
    every message size in `packet`. `placing` runs place and route now, which takes minutes for a small core and half an
    hour for a pipeline; by default stored placements are used. `operation_ns` is the time of a 32-bit addition on other
    silicon, for which only the formulas are evaluated.

    `verilog` names the files of your own core, `top` its module and `clock` its clock port. `bits_per_cycle` is the
    number of message bits it takes in per clock with all `lanes` busy. If the 1-bit ports `start` and `done` are given,
    simulation measures that number: `start` is high for one clock, and `done` rises at the end of the block. The next
    block starts at once or, with a port `ready`, when `ready` is high. `reset` is a port with its active level
    ("rst_n=0"); `hold` sets other inputs, which are 0 by default. A `bits_per_cycle` that disagrees with the simulation
    is an error. Your core is placed with the same tools as wirerate's, whose rates are returned for comparison."""
    run = HwRun(command="hw", environment=environment(), exit=EXIT_OK)
    if request.verilog:
        _add_brought(run, request)
        return run
    chosen = request.chosen()
    if request.placing:
        for name in (*BENCHES, chosen):
            _place(find_core(str(name)), request)
    for mix in request.mixes():
        for name in (chosen,) if chosen else cores_of(request.algorithm):
            run.rows += _rows(find_core(name), mix, request)
        _add_verdicts(run, run.rows[-1], mix, request)
    if chosen and not request.operation_ns and run.rows[-1].basis == FORMULA:
        run.problems.append(_not_placed(find_core(chosen)))
    return run


def _add_brought(run: HwRun, request: Hw) -> None:
    """Place the user's core, and compare it with the link and with wirerate's placed cores."""
    from wirerate.wings.hw.user_core import load_user_core

    library = [find_core(name) for name in cores_of(request.algorithm)]
    (mix,) = request.mixes()
    with _resumable():
        user_core, description = load_user_core(request, work_folder())
        _place(user_core, request)
    user_result = result(user_core, part(request.part_name))
    assert user_result is not None
    run.rows.append(placed_rate(user_result, workload(user_core, mix), brought=description))
    library_results = [known for core in library if (known := result(core, part(request.part_name)))]
    run.rows += [rate_on_area(known, user_result, workload(known.core, mix)) for known in library_results]
    _add_verdicts(run, run.rows[0], mix, request)
    run.problems += _not_simulated(request, description)


def _not_simulated(request: Hw, description: Brought) -> list[Problem]:
    """Return a problem if the simulator that measures bits per cycle is not installed."""
    if not request.start or description.pace.source == SIMULATED:
        return []
    message = (
        f"{description.top} was not simulated because Icarus Verilog is not installed; your bits per cycle are used"
    )
    return [Problem(code="not-simulated", message=message, fix="sudo apt-get install iverilog")]


@asks(Emit)
def emit(request: Emit) -> list[Path]:
    """Write a core, its test bench, its vectors and the commands that simulate and place it; return the paths."""
    from wirerate.wings.hw.toolchain import write_files

    return write_files(find_core(str(request.chosen())), part(request.part_name), Path(request.folder))


def _place(core: Core, request: Hw) -> None:
    """Place and route the core with every seed, storing each placement as soon as it is done."""
    from wirerate.wings.hw.toolchain import place

    table = own_table()
    with _resumable():
        for _ in place(
            core, part(request.part_name), request.seeds, table.read(), table, work_folder(), progress=request.progress
        ):
            pass


@contextmanager
def _resumable() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted("interrupted; finished seeds are stored", fix="repeat the command to continue") from None


def _rows(core: Core, mix: Mix, request: Hw) -> list[CoreRate]:
    """Return the rates by formula, then the placed rate if there is one and the request is not about other silicon."""
    fpga, work = part(request.part_name), workload(core, mix, request.ways)
    rows = list(formulas(core, calibration(fpga), work, request.operation_ns))
    placed = None if request.operation_ns else result(core, fpga)
    return [*rows, placed_rate(placed, work)] if placed else rows


def _add_verdicts(run: HwRun, rate: CoreRate, mix: Mix, request: Hw) -> None:
    """Judge the core by `rate`. The exit status follows the requested algorithm with every lane busy; an algorithm
    that the policy refuses fails, as in `check`."""
    if request.link is None:
        return

    if request.ways is not None:
        kway_load = load(parse_link(request.link), mix, f"md5-x{request.ways}")
        verdicts: tuple[CoreVerdict, ...] = judge_ways(kway_load, rate, request.policy)
        deciding = [v for v in verdicts if v.role == BUSY]
    else:
        verdicts = judge_modes(request.algorithm, request.link, mix, rate, request.policy)
        deciding = [v for v in verdicts if v.subject == request.algorithm]
    run.verdicts += verdicts
    run.exit = worst((run.exit, exit_status(deciding)))


def _not_placed(core: Core) -> Problem:
    return Problem(
        code="not-placed",
        message=f"{core.name} has not been placed and routed; its rates are estimates",
        fix=f"wirerate hw {core.algorithm} --core {core.name} --place",
    )


# ---- verdicts against a link ----

KEYED_MD5 = "keyed-md5"  # RFC 1828; the catalogue lacks it because no measured library implements it
_KEYED = Security(
    claim="forgery as hard as finding the key",
    attack="forgery from about 2^64 known messages; key recovery in parts (Preneel and van Oorschot 1996)",
    standing="Superseded by HMAC in 1997. Not for new designs.",
    source="RFC 2104 section 6",
    date="1997-02",
)


def judge_modes(algorithm: str, link: str, mix: Mix, rate: CoreRate, policy: str) -> tuple[CoreVerdict, ...]:
    """Judge a checksum core once, and an MD5 core for plain MD5, keyed MD5 and HMAC-MD5."""
    verdicts = []
    for mode in (CHECKSUM,) if algorithm == CHECKSUM else MODES:
        link_load = links.load(links.parse_link(link), mix, "hmac-md5" if mode == KEYED_MD5 else mode)
        blocks = rate.blocks if mode == CHECKSUM else mean_blocks(mix, MODES[mode])
        verdicts.append(judge_core(link_load, mode, rate, blocks, policy))
    return tuple(verdicts)


def judge_core(load: Load, mode: str, measured: CoreRate, blocks: float, policy: str = "modern") -> CoreVerdict:
    """Return the verdict on a core with every lane busy. `blocks` is the mean number of blocks per packet in this mode;
    the measured time per packet is scaled to that number."""
    assert measured.ns is not None
    scale = blocks / measured.blocks
    ns = _scaled(measured.ns, scale)
    details = _details(load, measured, ns, blocks, measured.lanes, measured.latency_ns * scale)
    return _judged(load, mode, ns, f"{measured.lanes} lanes", details, cores(load.needs_ns, ns), policy)


def judge_ways(load: Load, measured: CoreRate, policy: str = "modern") -> tuple[CoreVerdict, CoreVerdict]:
    """Judge K-way MD5 on a core twice: with one message at a time, which occupies K lanes until its digest is ready,
    and with all lanes busy with several messages. With all lanes busy, plain MD5 is always faster, because it hashes
    fewer blocks."""
    ns = measured.ns
    assert ns is not None
    assert measured.one_message is not None
    ways, needs = measured.one_message.ways, load.needs_ns
    alone = _scaled(ns, measured.latency_ns / ns.median)
    at_once = cores(needs, alone)
    side_by_side = measured.lanes // ways
    in_flight = ceil(measured.latency_ns / ns.median)
    busy_lanes = max(ways, ceil(measured.lanes * ns.median / needs))
    return (
        _judged(
            load, load.algorithm, alone, ALONE,
            _details(load, measured, alone, measured.blocks, 1, measured.latency_ns) | {
                "lanes": ways * ceil(alone.median / needs),
                "gain": measured.one_message.plain_ns / measured.latency_ns},
            Cores(*(ceil(count / side_by_side) for count in at_once)), policy,
        ),
        _judged(
            load, load.algorithm, ns, BUSY,
            _details(load, measured, ns, measured.blocks, in_flight, measured.latency_ns) | {"lanes": busy_lanes,
                "gain": measured.one_message.plain_blocks / measured.blocks},
            cores(needs, ns), policy,
        ),
    )  # fmt: skip


def _details(
    load: Load, measured: CoreRate, ns: Interval, blocks: float, in_flight: int, latency_ns: float
) -> dict[str, Any]:
    """Return the fields that `CoreVerdict` adds to those of every verdict."""
    room = headroom(load.needs_ns, ns)
    derating = measured.placed.derating if measured.placed else None
    return {
        "basis": measured.basis,
        "core": measured.core,
        "packets_in_flight": in_flight,
        "blocks": blocks,
        "blocks_per_second": blocks * 1e9 / ns.median,
        "packets_per_second": 1e9 / ns.median,
        "latency_ns": latency_ns,
        "bits_per_cycle": measured.brought.bits_per_cycle if measured.brought else None,
        "pace": measured.brought.pace if measured.brought else None,
        "derated_headroom_low": room.low * derating.low if derating else None,
        "derated_headroom_high": room.high * derating.high if derating else None,
    }


def _judged(
    load: Load, subject: str, ns: Interval, role: str, details: dict[str, Any], count: Cores, policy: str
) -> CoreVerdict:
    check(policy)
    room = headroom(load.needs_ns, ns)
    verdict = word(room)
    refusal = _objection(load, subject, policy)
    return CoreVerdict(
        subject=subject,
        link=load.link.name,
        packets=load.mix.name,
        verdict=verdict,
        needs_ns=load.needs_ns,
        measured_ns=ns,
        headroom=room,
        cores=count.likely,
        cores_worst=count.worst,
        cores_tight=count.tight,
        security=_KEYED if subject == KEYED_MD5 else security(load.algorithm),
        permitted=not refusal,
        objection=refusal,
        role=role,
        conditions=Conditions(protocol=load.protocol.name, policy=policy),
        alternatives=() if verdict == KEEPS_UP and not refusal else _alternatives(load, policy),
        **details,
    )


def _objection(load: Load, subject: str, policy: str) -> str:
    """Return the policy's objection to the subject, or "". The catalogue lacks keyed MD5, so `load` is HMAC-MD5's."""
    if subject == KEYED_MD5 and policy != "any":
        return "NOT FOR NEW DESIGNS (RFC 2104)"
    return objection(load, policy)


def _alternatives(load: Load, policy: str) -> tuple[Alternative, ...]:
    """Return sound replacements, without headroom because wirerate has no core for them."""
    return tuple(
        Alternative(
            subject=suggestion.algorithm,
            headroom=None,
            security=security(suggestion.algorithm, suggestion.protocol.name),
        )
        for suggestion in suggestions(load, policy)[:MOST]
    )


def _scaled(ns: Interval, factor: float) -> Interval:
    return Interval(ns.median * factor, ns.low * factor, ns.high * factor, ns.confidence, ns.unknowns)
