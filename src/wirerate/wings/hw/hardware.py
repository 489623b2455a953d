# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`hw`: an algorithm's hardware, by formula and placed, against a link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from wirerate.errors import EXIT_OK, Interrupted, UsageError, unknown, worst
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.cores import core as find_core
from wirerate.host.machine import environment
from wirerate.links import Mix, load, parse_link
from wirerate.progress import Progress
from wirerate.records import Problem
from wirerate.verdict import exit_status
from wirerate.wings.hw import emission
from wirerate.wings.hw.brought import Wanted, bring
from wirerate.wings.hw.formulas import BENCHES, calibration
from wirerate.wings.hw.parts import Part, part
from wirerate.wings.hw.placements import own_table, result, work_folder
from wirerate.wings.hw.placing import SEEDS, place
from wirerate.wings.hw.question import ALGORITHMS, CHECKSUM, MODES, choose, cores_of, mean_blocks
from wirerate.wings.hw.rates import FORMULA, beside, brought, formulas, placed
from wirerate.wings.hw.rows import CoreRate, CoreVerdict, HwRun
from wirerate.wings.hw.verdict import BUSY, KEYED_MD5, judge_core, judge_ways
from wirerate.wings.hw.workload import mixes, workload

DEFAULT_PART = "ecp5-85k"


def hw(
    algorithm: str = "md5",
    *,
    lanes: int | None = None,
    ways: int | None = None,
    core: str | None = None,
    part_name: str = DEFAULT_PART,
    link: str | None = None,
    packet: str | None = None,
    policy: str = "modern",
    operation_ns: float | None = None,
    placing: bool = False,
    verilog: Sequence[str] = (),
    top: str | None = None,
    clock: str | None = None,
    bits_per_cycle: float | None = None,
    seeds: Sequence[int] = SEEDS,
    progress: Progress | None = None,
) -> HwRun:
    """All cores of the algorithm side by side; or, with `lanes`, `ways` or `core`, one of them in full, and with `link`
    its verdicts under `policy`, of K-way MD5 for every message size in `packet`. `placing` places it now (slow:
    minutes for a small core, half an hour for a pipeline), else the project's stored placements answer. With
    `operation_ns` only formulas do: that silicon was placed by nobody.

    With `verilog` the core is yours: the module `top` of those files, whose clock is the port `clock`, and which takes
    in `bits_per_cycle` bits of messages with all its `lanes` busy. It is placed as ours are, with ours beside it."""
    if verilog or top or clock or bits_per_cycle is not None:
        if ways is not None or core is not None or operation_ns is not None or placing:
            raise UsageError("ways, core, operation_ns and placing are about wirerate's cores, verilog about yours",
                             fix="leave them out: a core of yours is always placed")  # fmt: skip
        wanted = _wanted(verilog, top, clock, bits_per_cycle, lanes)
        return _brought(algorithm, wanted, part(part_name), link, packet, policy, seeds, progress)
    where, chosen = part(part_name), _chosen(algorithm, lanes, ways, core)
    if placing and chosen is None:
        raise UsageError("--place places one core, and none is chosen", fix="add --lanes 1, or --core with one of: "
                         + ", ".join(cores_of(algorithm)))  # fmt: skip
    if placing and operation_ns:
        raise UsageError("--place is about a part, --op-ns about silicon of your own", fix="leave one of them out")
    if link is not None and chosen is None:
        raise UsageError("a verdict is on one core, and none is chosen", fix="add --lanes with one of those listed "
                         "by: wirerate hw " + algorithm)  # fmt: skip
    asked = mixes(packet, link, ways)
    run = HwRun(command="hw", environment=environment(), exit=EXIT_OK)
    if placing:
        for name in (*BENCHES, chosen):
            _place(find_core(str(name)), where, seeds, progress)
    for mix in asked:
        for name in (chosen,) if chosen else cores_of(algorithm):
            run.rows += _rows(find_core(name), where, mix, operation_ns, ways)
        if link is not None:
            _add_verdicts(run, run.rows[-1], algorithm, link, mix, ways, policy)
    if chosen and not operation_ns and run.rows[-1].basis == FORMULA:
        run.problems.append(_not_placed(find_core(chosen)))
    return run


def _wanted(
    verilog: Sequence[str], top: str | None, clock: str | None, bits_per_cycle: float | None, lanes: int | None
) -> Wanted:
    if not verilog or not top or not clock or bits_per_cycle is None:
        raise UsageError("a core of yours is its files, its top module, its clock and its bits per cycle",
                         fix="--verilog FILE --top NAME --clock PORT --bits-per-cycle N")  # fmt: skip
    return Wanted(tuple(verilog), top, clock, bits_per_cycle, lanes or 1)


def _brought(
    algorithm: str, wanted: Wanted, where: Part, link: str | None, packet: str | None, policy: str,
    seeds: Sequence[int], progress: Progress | None,
) -> HwRun:  # fmt: skip
    """A core of the reader's: placed, held against the link, with ours that were placed beside it."""
    ours = [find_core(name) for name in cores_of(_known(algorithm))]
    (mix,) = mixes(packet, link, None)
    run = HwRun(command="hw", environment=environment(), exit=EXIT_OK)
    with _kept():
        theirs, about = bring(wanted, algorithm, work_folder())
        _place(theirs, where, seeds, progress)
    found = result(theirs, where)
    assert found is not None
    run.rows.append(brought(found, workload(theirs, mix), about))
    placements = [known for one in ours if (known := result(one, where))]
    run.rows += [beside(known, found, workload(known.core, mix)) for known in placements]
    if link is not None:
        _add_verdicts(run, run.rows[0], algorithm, link, mix, None, policy)
    return run


def emit(
    algorithm: str, folder: str, *, lanes: int | None = None, ways: int | None = None, core: str | None = None,
    part_name: str = DEFAULT_PART,
) -> list[Path]:  # fmt: skip
    """Writes a core, its bench, its vectors and the commands that simulate and place it; returns the files."""
    chosen = _chosen(algorithm, lanes, ways, core)
    if chosen is None:
        raise UsageError("--emit writes one core, and none is chosen", fix="add --lanes 67, or --core with one of: "
                         + ", ".join(cores_of(algorithm)))  # fmt: skip
    return emission.emit(find_core(chosen), part(part_name), Path(folder))


def _chosen(algorithm: str, lanes: int | None, ways: int | None, core: str | None) -> str | None:
    return choose(_known(algorithm), lanes, ways, core)


def _known(algorithm: str) -> str:
    if algorithm not in ALGORITHMS:
        raise unknown("algorithm", algorithm, ALGORITHMS)
    return algorithm


def _place(core: Core, where: Part, seeds: Sequence[int], progress: Progress | None) -> None:
    """Every seed is written down when it is done, so that an interruption costs one."""
    table = own_table()
    with _kept():
        for _ in place(core, where, seeds, table.read(), table, work_folder(), progress=progress):
            pass


@contextmanager
def _kept() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted("interrupted: the seeds that were done are kept", fix="repeat the command to go on") from None


def _rows(core: Core, where: Part, mix: Mix, operation_ns: float | None, ways: int | None) -> list[CoreRate]:
    """Formulas, and the placed result last, where there is one and the question is about the part."""
    work = workload(core, mix, ways)
    rows = list(formulas(core, calibration(where), work, operation_ns))
    found = None if operation_ns else result(core, where)
    return [*rows, placed(found, work)] if found else rows


def _add_verdicts(
    run: HwRun, decides: CoreRate, algorithm: str, link: str, mix: Mix, ways: int | None, policy: str
) -> None:
    """On the placed result, else on the calibrated formula; the exit status is that of the algorithm asked about, with
    every lane busy, and what the policy refuses fails as it does in `check`."""
    if ways is not None:
        found: tuple[CoreVerdict, ...] = judge_ways(load(parse_link(link), mix, f"md5-x{ways}"), decides, policy)
        asked = [v for v in found if v.role == BUSY]
    else:
        found = _by_mode(algorithm, link, mix, decides, policy)
        asked = [v for v in found if v.subject == algorithm]
    run.verdicts += found
    run.exit = worst((run.exit, exit_status(asked)))


def _by_mode(algorithm: str, link: str, mix: Mix, decides: CoreRate, policy: str) -> tuple[CoreVerdict, ...]:
    """Each way of using the core."""
    found = []
    for mode in (CHECKSUM,) if algorithm == CHECKSUM else MODES:
        about = load(parse_link(link), mix, "hmac-md5" if mode == KEYED_MD5 else mode)
        blocks = decides.blocks if mode == CHECKSUM else mean_blocks(mode, mix)
        found.append(judge_core(about, mode, decides, blocks, policy))
    return tuple(found)


def _not_placed(core: Core) -> Problem:
    return Problem(
        code="not-placed",
        message=f"{core.name} has not been placed, so only formulas answer for it",
        fix=f"wirerate hw {core.algorithm} --core {core.name} --place",
    )
