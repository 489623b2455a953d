# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`hw`: an algorithm's hardware, by formula and placed; and the verdict on it: what a packet costs it, against what a
link leaves."""

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
from wirerate.wings.hw.rates import BENCHES, FORMULA, beside, calibration, formulas, placed
from wirerate.wings.hw.rows import ALONE, BUSY, SIMULATED, Brought, CoreRate, CoreVerdict, HwRun


@asks(Hw)
def hw(asked: Hw) -> HwRun:
    """All cores of the algorithm side by side; or, with `lanes`, `ways` or `core`, one of them in full, and with `link`
    its verdicts under `policy`, of K-way MD5 for every message size in `packet`. `placing` places it now (slow:
    minutes for a small core, half an hour for a pipeline), else the project's stored placements answer. With
    `operation_ns` only formulas do: that silicon was placed by nobody.

    With `verilog` the core is yours: the module `top` of those files, whose clock is the port `clock`, and which takes
    in `bits_per_cycle` bits of messages with all its `lanes` busy. With `start` and `done`, ports of one bit, the bits
    per cycle are counted instead, by simulating blocks of one message: `start` is high for a clock, `done` rises at the
    block's end, and the next block starts then, or when `ready` is high too. `reset` is a port with the level that
    resets, "rst_n=0"; `hold` gives other inputs a value, which are 0 else. A `bits_per_cycle` that differs from what
    was counted is refused. The core is placed as ours are, with ours beside it."""
    run = HwRun(command="hw", environment=environment(), exit=EXIT_OK)
    if asked.verilog:
        _add_brought(run, asked)
        return run
    chosen = asked.chosen()
    if asked.placing:
        for name in (*BENCHES, chosen):
            _place(find_core(str(name)), asked)
    for mix in asked.mixes():
        for name in (chosen,) if chosen else cores_of(asked.algorithm):
            run.rows += _rows(find_core(name), mix, asked)
        _add_verdicts(run, run.rows[-1], mix, asked)
    if chosen and not asked.operation_ns and run.rows[-1].basis == FORMULA:
        run.problems.append(_not_placed(find_core(chosen)))
    return run


def _add_brought(run: HwRun, asked: Hw) -> None:
    """A core of the reader's: placed, held against the link, with ours that were placed beside it."""
    from wirerate.wings.hw.user_core import bring

    ours = [find_core(name) for name in cores_of(asked.algorithm)]
    (mix,) = asked.mixes()
    with _kept():
        theirs, about = bring(asked, work_folder())
        _place(theirs, asked)
    found = result(theirs, part(asked.part_name))
    assert found is not None
    run.rows.append(placed(found, workload(theirs, mix), brought=about))
    placements = [known for one in ours if (known := result(one, part(asked.part_name)))]
    run.rows += [beside(known, found, workload(known.core, mix)) for known in placements]
    _add_verdicts(run, run.rows[0], mix, asked)
    run.problems += _unsimulated(asked, about)


def _unsimulated(asked: Hw, about: Brought) -> list[Problem]:
    """One where the bits per cycle were to be counted and were not."""
    if not asked.start or about.pace.source == SIMULATED:
        return []
    said = f"{about.top} was not simulated, as Icarus Verilog is not installed: its bits per cycle are as you said"
    return [Problem(code="not-simulated", message=said, fix="sudo apt-get install iverilog")]


@asks(Emit)
def emit(asked: Emit) -> list[Path]:
    """Writes a core, its bench, its vectors and the commands that simulate and place it; returns the files."""
    from wirerate.wings.hw.toolchain import write_files

    return write_files(find_core(str(asked.chosen())), part(asked.part_name), Path(asked.folder))


def _place(core: Core, asked: Hw) -> None:
    """Every seed is written down when it is done, so that an interruption costs one."""
    from wirerate.wings.hw.toolchain import place

    table = own_table()
    with _kept():
        for _ in place(
            core, part(asked.part_name), asked.seeds, table.read(), table, work_folder(), progress=asked.progress
        ):
            pass


@contextmanager
def _kept() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted("interrupted: the seeds that were done are kept", fix="repeat the command to go on") from None


def _rows(core: Core, mix: Mix, asked: Hw) -> list[CoreRate]:
    """Formulas, and the placed result last, where there is one and the question is about the part."""
    where, work = part(asked.part_name), workload(core, mix, asked.ways)
    rows = list(formulas(core, calibration(where), work, asked.operation_ns))
    found = None if asked.operation_ns else result(core, where)
    return [*rows, placed(found, work)] if found else rows


def _add_verdicts(run: HwRun, decides: CoreRate, mix: Mix, asked: Hw) -> None:
    """On the placed result, else on the calibrated formula; the exit status is that of the algorithm asked about, with
    every lane busy, and what the policy refuses fails as it does in `check`."""
    if asked.link is None:
        return

    if asked.ways is not None:
        about = load(parse_link(asked.link), mix, f"md5-x{asked.ways}")
        found: tuple[CoreVerdict, ...] = judge_ways(about, decides, asked.policy)
        counts = [v for v in found if v.role == BUSY]
    else:
        found = judge_each(asked.algorithm, asked.link, mix, decides, asked.policy)
        counts = [v for v in found if v.subject == asked.algorithm]
    run.verdicts += found
    run.exit = worst((run.exit, exit_status(counts)))


def _not_placed(core: Core) -> Problem:
    return Problem(
        code="not-placed",
        message=f"{core.name} has not been placed, so only formulas answer for it",
        fix=f"wirerate hw {core.algorithm} --core {core.name} --place",
    )


# ---- against a link ----

KEYED_MD5 = "keyed-md5"  # RFC 1828; no stack measured here has it
_KEYED = Security(
    claim="forgery as hard as finding the key",
    attack="forged from about 2^64 known messages, its key found in parts (Preneel and van Oorschot 1996)",
    standing="Superseded by HMAC in 1997. Not for new designs.",
    source="RFC 2104 section 6",
    date="1997-02",
)


def judge_each(algorithm: str, link: str, mix: Mix, decides: CoreRate, policy: str) -> tuple[CoreVerdict, ...]:
    """Each way of using the core: of one of MD5's, plain and as the two MACs."""
    found = []
    for mode in (CHECKSUM,) if algorithm == CHECKSUM else MODES:
        about = links.load(links.parse_link(link), mix, "hmac-md5" if mode == KEYED_MD5 else mode)
        blocks = decides.blocks if mode == CHECKSUM else mean_blocks(mix, MODES[mode])
        found.append(judge_core(about, mode, decides, blocks, policy))
    return tuple(found)


def judge_core(load: Load, mode: str, measured: CoreRate, blocks: float, policy: str = "modern") -> CoreVerdict:
    """One verdict on a core with every lane busy; `measured` is what it costs per packet of so many blocks. Being fast
    in hardware is no better an excuse than being fast in software: the policy refuses here what it refuses there."""
    assert measured.ns is not None
    scale = blocks / measured.blocks
    ns = _scaled(measured.ns, scale)
    own = _own(load, measured, ns, blocks, measured.lanes, measured.latency_ns * scale)
    return _judged(load, mode, ns, f"{measured.lanes} lanes", own, cores(load.needs_ns, ns), policy)


def judge_ways(load: Load, measured: CoreRate, policy: str = "modern") -> tuple[CoreVerdict, CoreVerdict]:
    """K-way MD5 on a core, twice: one message at a time, which keeps its K lanes until its digest is there, and every
    lane busy with the chains of several. Plain MD5 does the same work in fewer blocks: only the first can gain."""
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
            _own(load, measured, alone, measured.blocks, 1, measured.latency_ns) | {"lanes": ways * at_once.likely,
                "gain": measured.one_message.plain_ns / measured.latency_ns},
            Cores(*(ceil(count / side_by_side) for count in at_once)), policy,
        ),
        _judged(
            load, load.algorithm, ns, BUSY,
            _own(load, measured, ns, measured.blocks, in_flight, measured.latency_ns) | {"lanes": busy_lanes,
                "gain": measured.one_message.plain_blocks / measured.blocks},
            cores(needs, ns), policy,
        ),
    )  # fmt: skip


def _own(
    load: Load, measured: CoreRate, ns: Interval, blocks: float, in_flight: int, latency_ns: float
) -> dict[str, Any]:
    """What a verdict on a core says beside what every verdict does."""
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
    load: Load, subject: str, ns: Interval, role: str, own: dict[str, Any], count: Cores, policy: str
) -> CoreVerdict:
    check(policy)
    room = headroom(load.needs_ns, ns)
    said = word(room)
    against = _against(load, subject, policy)
    return CoreVerdict(
        subject=subject,
        link=load.link.name,
        packets=load.mix.name,
        verdict=said,
        needs_ns=load.needs_ns,
        measured_ns=ns,
        headroom=room,
        cores=count.likely,
        cores_worst=count.worst,
        security=_KEYED if subject == KEYED_MD5 else security(load.algorithm),
        permitted=not against,
        objection=against,
        role=role,
        conditions=Conditions(protocol=load.protocol.name, policy=policy),
        alternatives=() if said == KEEPS_UP and not against else _alternatives(load, policy),
        **own,
    )


def _against(load: Load, subject: str, policy: str) -> str:
    """Keyed MD5 stands in no catalogue but here, and its load is HMAC-MD5's."""
    if subject == KEYED_MD5 and policy != "any":
        return "NOT FOR NEW DESIGNS (RFC 2104)"
    return objection(load, policy)


def _alternatives(load: Load, policy: str) -> tuple[Alternative, ...]:
    """By their standing alone: no core of theirs has been placed."""
    return tuple(
        Alternative(subject=other.algorithm, headroom=None, security=security(other.algorithm, other.protocol.name))
        for other in suggestions(load, policy)[:MOST]
    )


def _scaled(ns: Interval, by: float) -> Interval:
    return Interval(ns.median * by, ns.low * by, ns.high * by, ns.confidence, ns.unknowns)
