# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`hw`: an algorithm's hardware, by formula and placed, against a link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wirerate.errors import EXIT_OK, Interrupted, worst
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.cores import core as find_core
from wirerate.host.machine import environment
from wirerate.links import Mix, load, parse_link
from wirerate.question import asks
from wirerate.records import Problem
from wirerate.verdict import exit_status
from wirerate.wings.hw.placements import own_table, part, result, work_folder
from wirerate.wings.hw.question import Emit, Hw, cores_of
from wirerate.wings.hw.rates import BENCHES, FORMULA, beside, calibration, formulas, placed
from wirerate.wings.hw.rows import BUSY, CoreRate, CoreVerdict, HwRun
from wirerate.wings.hw.workload import workload


@asks(Hw)
def hw(asked: Hw) -> HwRun:
    """All cores of the algorithm side by side; or, with `lanes`, `ways` or `core`, one of them in full, and with `link`
    its verdicts under `policy`, of K-way MD5 for every message size in `packet`. `placing` places it now (slow:
    minutes for a small core, half an hour for a pipeline), else the project's stored placements answer. With
    `operation_ns` only formulas do: that silicon was placed by nobody.

    With `verilog` the core is yours: the module `top` of those files, whose clock is the port `clock`, and which takes
    in `bits_per_cycle` bits of messages with all its `lanes` busy. It is placed as ours are, with ours beside it."""
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
    from wirerate.wings.hw.brought import bring

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


@asks(Emit)
def emit(asked: Emit) -> list[Path]:
    """Writes a core, its bench, its vectors and the commands that simulate and place it; returns the files."""
    from wirerate.wings.hw.placing import write_files

    return write_files(find_core(str(asked.chosen())), part(asked.part_name), Path(asked.folder))


def _place(core: Core, asked: Hw) -> None:
    """Every seed is written down when it is done, so that an interruption costs one."""
    from wirerate.wings.hw.placing import place

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
    from wirerate.wings.hw.verdict import judge_each, judge_ways

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
