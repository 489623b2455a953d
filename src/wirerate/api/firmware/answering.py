"""Operations on curves on one target: what is asked for, and for the page what stands around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from wirerate.api.firmware.counting import cases_of, own_tree, run_now
from wirerate.api.firmware.question import Asked, Question
from wirerate.api.session import Progress
from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.curves import CURVES
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK
from wirerate.lab.host import environment
from wirerate.lab.mcu.build import LEVELS
from wirerate.lab.mcu.ecc_config import OPERATIONS, WINDOWS, Toggles
from wirerate.lab.mcu.store import Case, known
from wirerate.lab.mcu.target import Target, target
from wirerate.records import Measurement, Problem, Run
from wirerate.records.details import BoardOperation, LevelFactor

CLOCK_CURVE, CLOCK_OPERATION = "secp256r1", "sign"
_REFERENCE = "secp256r1"  # the curve that compiler levels are measured on


def answer(asked: Asked, whole: bool, progress: Progress | None) -> Run:
    run = Run(command="mcu", kind="mcu", environment=environment(), exit=EXIT_OK)
    cases, tree = cases_of(asked), own_tree(asked)
    fresh = asked.question.measure or asked.question.mbedtls is not None
    try:
        for number, case in enumerate(cases):
            found = None if fresh else known(case, asked.target)
            if found is None and progress:
                progress(number / len(cases), f"{case.curve} {case.operation}")
            run.measurements.append(found or run_now(case, asked.target, *tree))
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    _level_factors(run.measurements, asked)
    run.problems += _beyond_board(run.measurements, asked.target)
    if whole and not run.partial:
        run.measurements += _around(asked, run.measurements)
    return run


def complete(run: Run) -> Run:
    """The run with what the page shows besides; one about something else than operations on a board lacks nothing."""
    first = run.measurements[0].details if run.kind == "mcu" and run.measurements else None
    if not isinstance(first, BoardOperation) or first.board not in BOARDS:
        return run
    toggles = Toggles(first.options.nist, first.options.fixed_point, first.options.window)
    where = target(first.board, clock_hz=first.clock_hz)
    about = Asked(Question(), where, first.version, f"-{first.level}", (), (), (toggles,))
    run.measurements += _around(about, run.measurements)
    return run


def _level_factors(rows: Iterable[Measurement], asked: Asked) -> None:
    """How far another level would move the time: measured on one curve, said beside all."""
    base = _at_level(asked, asked.level)
    if base is None or base.ns is None:
        return
    factors = []
    for level in LEVELS:
        other = _at_level(asked, level)
        if other is not None and other.ns is not None and level != asked.level:
            factors.append(LevelFactor(level=level.removeprefix("-"), factor=other.ns.median / base.ns.median))
    for row in rows:
        row.details = replace(details(row), level_factors=tuple(factors))


def _at_level(asked: Asked, level: str) -> Measurement | None:
    return known(Case(asked.version, level, _REFERENCE, "sign", asked.toggles[0]), asked.target)


def _beyond_board(rows: Iterable[Measurement], where: Target) -> list[Problem]:
    over = [m for m in rows if details(m).over]
    if not over or where.board is None:
        return []
    names = ", ".join(dict.fromkeys(f"{details(m).curve} {m.operation} ({','.join(details(m).over)})" for m in over))
    return [
        Problem(
            code="beyond-board",
            message=f"{where.title} has {where.board.ram_bytes:,} bytes of RAM and {where.board.flash_bytes:,} of "
            f"flash, which is too little for {names}",
            fix="see what fits: wirerate mcu " + where.name + " --budget time=10s",
        )
    ]


def _around(asked: Asked, have: list[Measurement]) -> Iterator[Measurement]:
    """What the page shows besides: every curve and operation, options off, windows, clocks; stored ones only."""
    seen = {key(m) for m in have}
    own = asked.toggles[0]
    settings = dict.fromkeys([own, Toggles(False, own.fixed_point, own.window), Toggles(own.nist, False, own.window),
                              *(Toggles(own.nist, own.fixed_point, window) for window in WINDOWS)])  # fmt: skip
    targets = [(asked.target, settings)]
    board = asked.target.board
    if board is not None:
        for clock in _clocks(board.flash.wait_states, board.fastest_hz):
            targets.append((target(board.name, clock_hz=clock), {own: None}))
    for where, wanted in targets:
        for toggles in wanted:
            for curve in CURVES if where is asked.target else (CLOCK_CURVE,):
                for operation in OPERATIONS if where is asked.target else (CLOCK_OPERATION,):
                    if not CURVES[curve].signs and not operation.startswith("ecdh"):
                        continue
                    found = known(Case(asked.version, asked.level, curve, operation, toggles), where)
                    if found is not None and key(found) not in seen:
                        seen.add(key(found))
                        found.role = "reference"
                        yield found


def _clocks(wait_states: Iterable[tuple[int, int]], fastest: int) -> list[float]:
    """Both sides of every step in the wait states, and the fastest."""
    ends = sorted({min(up_to, fastest) for up_to, _ in wait_states} | {fastest})
    starts = [end + 1_000_000 for end in ends[:-1]]
    return [float(clock) for clock in sorted({ends[0] // 2, *ends, *starts}) if 0 < clock <= fastest]


def key(m: Measurement) -> tuple[object, ...]:
    own = details(m)
    return m.operation, own.board, own.clock_hz, own.curve, own.version, own.level, own.options


def details(m: Measurement) -> BoardOperation:
    assert isinstance(m.details, BoardOperation)
    return m.details
