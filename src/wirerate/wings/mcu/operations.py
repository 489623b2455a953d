# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Operations on curves and of schemes on one target: what is asked for, for the page what stands around it, and the
slides' whole grid, run here on all processors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import structs

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.curves import CURVES, OPERATIONS, curve
from wirerate.catalogue.libraries import DEFAULT, P256M, library, version_named
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, UsageError
from wirerate.host.machine import environment, environment_in_background
from wirerate.question import asks
from wirerate.records import Problem
from wirerate.wings.mcu import schemes
from wirerate.wings.mcu.curve_options import DEEP_WINDOWS, LIBC, WINDOWS, Case, Toggles, case_of, effective
from wirerate.wings.mcu.questions import Mcu, McuGrid
from wirerate.wings.mcu.rows import (
    BoardOperation,
    GridRun,
    LevelFactor,
    LibraryCall,
    McuRun,
    Operation,
    SchemeOperation,
)
from wirerate.wings.mcu.store import own_table, weighed
from wirerate.wings.mcu.target import LEVELS, Target, target
from wirerate.wings.mcu.target_cost import MODELLED, beyond_board, known_operation, operation_on_curve

if TYPE_CHECKING:
    from wirerate.wings.mcu.lab.user_tree import UserTree

CLOCK_CURVE, CLOCK_OPERATION = "secp256r1", "sign"
_REFERENCE = "secp256r1"  # the curve that compiler levels are measured on
_DEFAULT_CURVE = "secp256r1"


@asks(Mcu)
def mcu(asked: Mcu) -> McuRun:
    """Time, RAM, flash and energy of ECDSA and ECDH, of post-quantum schemes, or of hashes, MACs and ciphers by the
    record, on a board or on a `core` at a `clock`, as ranges.

    `operations` are those on curves ("sign", "verify", "ecdh", "ecdhe"), schemes, each with all of its own
    ("ml-kem-768", "ml-dsa-44@pqclean", "slh-dsa-sha2-128s"), and "aes-128-ccm", "sha-256" and the like. Without them it
    is all on curves, without `curves` secp256r1; `windows`, `nist` and `fixed_point` are the library's own where they
    are left out. `mbedtls` names a tree of one's own, `config` the configuration that it is built under, else its own;
    what that has is measured, and what is asked for besides takes its place. Stored results answer where there are any,
    `measure` is not set and the `allocator` is the C library's ("libc"; "buffer" and "buffer-verify" are Mbed TLS's
    own); `whole` adds what the page shows besides.
    """
    where = asked.where
    here = environment_in_background()
    run = McuRun(command="mcu", environment=None, exit=EXIT_OK)
    cases, run.problems = _asked_cases(asked)
    try:
        for number, (case, tree) in enumerate(cases):
            found = None if asked.measure or tree or asked.allocator != LIBC else known_operation(case, where)
            if found is None:
                from wirerate.wings.mcu.lab import count_on_curve

                if asked.progress:
                    asked.progress(number / len(cases), f"{case.curve} {case.operation}")
                point = count_on_curve(case, where, tree, asked.allocator)
                file = str(tree.config) if tree else ""
                found = operation_on_curve(point, case, where, MODELLED, configuration=file, allocator=asked.allocator)
            run.rows.append(found)
        for scheme in asked.wanted.schemes:
            if asked.progress:
                asked.progress(len(run.rows) / (len(run.rows) + 1), scheme[0].name)
            run.rows += schemes.answers([scheme], where, asked.built_at, asked.measure)
        run.rows += schemes.records(asked.wanted.symmetric, where, asked.built_at, asked.measure)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    curved = [m for m in run.rows if isinstance(m, BoardOperation)]
    first = cases[0][0] if cases else None
    if first:
        _level_factors(curved, first, where)
    run.problems += beyond_board(run.rows, where, lambda m: f"{_subject(m)} {m.operation}",
                                 f"see what fits: wirerate mcu budget {where.name} time=10s")  # fmt: skip
    run.problems += [_shallow(m) for m in curved if m.basis != MODELLED and _narrower(m)]
    if asked.whole and not run.partial:
        run.rows += _around(first, where, asked.built_at, run.rows)
    run.environment = here()
    return run


def complete(run: McuRun) -> McuRun:
    """The run with what the page shows besides; one about something else than operations on a board lacks nothing."""
    first = next(iter(run.rows), None)
    if first is None or first.board not in BOARDS:
        return run
    case = None
    if isinstance(first, BoardOperation):
        toggles = Toggles(first.options.nist, first.options.fixed_point, first.options.window)
        case = Case(first.version, f"-{first.level}", first.curve, first.operation, toggles)
    where = target(first.board, clock_hz=first.clock_hz)
    run.rows += _around(case, where, f"-{first.level}", run.rows)
    return run


def _asked_cases(asked: Mcu) -> tuple[list[tuple[Case, UserTree | None]], list[Problem]]:
    """Of curves, each with the reader's own tree where there is one; and what that tree lacks."""
    if not asked.on_curves:
        return [], []
    names, operations = tuple(curve(name).name for name in asked.curves or ()), asked.wanted.curves
    if asked.mbedtls:
        from wirerate.wings.mcu.lab.user_tree import user_cases, user_trees

        return user_cases(user_trees(asked), asked.built_at, names or (_DEFAULT_CURVE,), operations)
    release = version_named(asked.version)
    cases = _cases(release, asked.built_at, names, operations, _toggles(release, asked))
    return [(case, None) for case in cases], []


def _toggles(version: str, asked: Mcu) -> tuple[Toggles, ...]:
    """One for each window; the library's own defaults, where nothing else was asked for."""
    nist = True if asked.nist is None else asked.nist
    comb = True if asked.fixed_point is None else asked.fixed_point
    return tuple(dict.fromkeys(Toggles(nist, comb, window) for window in asked.windows or (library(version).window,)))


def _cases(
    version: str, level: str, curves: Sequence[str], operations: Sequence[str], toggles: Sequence[Toggles]
) -> list[Case]:
    """Those that exist: there is no signature on curve25519."""
    names = tuple(curves) or (_DEFAULT_CURVE,)
    if version == P256M and names != (_DEFAULT_CURVE,):
        raise UsageError(
            "p256-m has secp256r1 and no other curve", fix="type ‹curves=[secp256r1]›, or another ‹version›"
        )
    found = [
        Case(version, level, name, operation, options)
        for options in toggles
        for name in names
        for operation in operations or OPERATIONS
        if CURVES[name].has(operation)
    ]
    if not found:
        raise UsageError(
            f"{', '.join(names)} has no {' or '.join(operations)}: it is for key agreement only",
            fix="type ‹operations=[ecdh,ecdhe]›, or another ‹curves›",
        )
    return found


def _level_factors(rows: Iterable[BoardOperation], case: Case, where: Target) -> None:
    """How far another level would move the time: measured on one curve, said beside all."""

    def time_at(level: str) -> float | None:
        found = known_operation(replace(case, level=level, curve=_REFERENCE, operation="sign"), where)
        return found.ns.median if found is not None else None

    base = time_at(case.level)
    times = {level: time_at(level) for level in LEVELS if level != case.level} if base else {}
    factors = tuple(
        LevelFactor(level=level.removeprefix("-"), factor=time / base) for level, time in times.items() if time and base
    )
    for row in rows:
        row.level_factors = factors


def _narrower(m: BoardOperation) -> bool:
    """Whether a stored point stands for a window that is reserved on the stack and not used."""
    asked = Toggles(m.options.nist, m.options.fixed_point, m.options.window)
    used = effective(m.version, m.curve, m.operation, asked).window
    return m.version != P256M and used < asked.window and asked.window in DEEP_WINDOWS


def _shallow(m: BoardOperation) -> Problem:
    """A stored point whose window is the largest in use, of an answer for a larger one."""
    return Problem(
        code="smaller-window",
        message=f"{m.curve} {m.operation} does the same with a smaller window, and that is stored: a window of "
        f"{m.options.window} reserves more of the stack",
        fix="measure it: --measure",
    )


def _subject(m: Operation) -> str:
    """A curve, a scheme, or what takes records."""
    if isinstance(m, LibraryCall):
        return m.subject.partition("@")[0]
    return m.scheme if isinstance(m, SchemeOperation) else m.curve


def _around(about: Case | None, where: Target, level: str, have: Iterable[Operation]) -> Iterator[Operation]:
    """What the page shows besides: every curve and operation, options off, windows, clocks, and every scheme; stored
    ones only."""
    seen = {_key(m) for m in have}
    curved = (
        known_operation(case, place) for case, place in (_neighbours(about, where) if about else _today(where, level))
    )
    for found in (*curved, *schemes.around(where, level), *schemes.records_around(where, level)):
        if found is not None and _key(found) not in seen:
            seen.add(_key(found))
            found.role = "reference"
            yield found


def _today(where: Target, level: str) -> Iterator[tuple[Case, Target]]:
    """What stands beside schemes: the curve that most have today."""
    for operation in OPERATIONS:
        yield Case(DEFAULT, level, _DEFAULT_CURVE, operation, Toggles(window=library(DEFAULT).window)), where


def _neighbours(about: Case, where: Target) -> Iterator[tuple[Case, Target]]:
    own = about.toggles
    options = [own, replace(own, nist=False), replace(own, fixed_point=False)]
    options += [replace(own, window=window) for window in WINDOWS]
    for toggles in dict.fromkeys(options):
        for name in CURVES:
            for operation in OPERATIONS:
                if CURVES[name].has(operation):
                    yield replace(about, curve=name, operation=operation, toggles=toggles), where
    if where.board is not None:
        for clock in _clocks(where.board.flash.wait_states, where.board.fastest_hz):
            yield replace(about, curve=CLOCK_CURVE, operation=CLOCK_OPERATION), target(where.name, clock_hz=clock)


def _clocks(wait_states: Iterable[tuple[int, int]], fastest: int) -> list[float]:
    """Both sides of every step in the wait states, and the fastest."""
    ends = sorted({min(up_to, fastest) for up_to, _ in wait_states} | {fastest})
    starts = [end + 1_000_000 for end in ends[:-1]]
    return [float(clock) for clock in sorted({ends[0] // 2, *ends, *starts}) if 0 < clock <= fastest]


def _key(m: Operation) -> tuple[object, ...]:
    if isinstance(m, LibraryCall):
        return m.subject, m.bytes, m.board, m.clock_hz, m.level
    if isinstance(m, SchemeOperation):
        return m.operation, m.board, m.clock_hz, m.scheme, m.implementation, m.level
    return m.operation, m.board, m.clock_hz, m.curve, m.version, m.level, m.options


# ---- the grid ----

# The grid's cores on the slides' boards.
_GRID_BOARDS = {"cortex-m0": "f091rc", "cortex-m3": "lpc1768", "cortex-m4": "f401re"}


@asks(McuGrid)
def mcu_grid(asked: McuGrid) -> GridRun:
    """What is missing of the slides' grid for one version of the library, run on all processors: every point is kept as
    it is made, and found again by `mcu`. Interrupted, it goes on when it is run again."""
    from wirerate.wings.mcu.lab import grid

    named = version_named(asked.version)
    run = GridRun(command="mcu grid", environment=environment(), exit=EXIT_OK)
    table = own_table(named)
    command = f"wirerate mcu grid --version {named}"
    try:
        for _ in grid.run(grid.Grid(version=named), table, command=command, progress=asked.progress):
            pass
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
        run.problems.append(Problem(code="partial", message="interrupted: the points that were done are kept",
                                    fix=f"repeat it to go on: {command}"))  # fmt: skip
    points = table.by_key()
    for point in points.values():
        if point.counted.runs:
            case = case_of(point.code, point.level, point.operation)
            blocks = weighed(points, case, (case.operation,), point.core)
            whole = structs.replace(point, counted=structs.replace(point.counted, blocks=blocks))
            run.rows.append(operation_on_curve(whole, case, target(_GRID_BOARDS[point.core]), MODELLED))
    return run
