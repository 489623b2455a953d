# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu`: curve operations, schemes and records on one target, with stored rows for comparison on the HTML page. Also
`mcu grid`, which stores results of all curves, options and levels."""

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
from wirerate.wings.mcu.store import flash_blocks, grid_table
from wirerate.wings.mcu.target import LEVELS, Target, target
from wirerate.wings.mcu.target_cost import MODELLED, beyond_board, find_operation, operation_on_curve

if TYPE_CHECKING:
    from wirerate.wings.mcu.lab.user_tree import UserTree

CLOCK_CURVE, CLOCK_OPERATION = "secp256r1", "sign"
_REFERENCE = "secp256r1"  # the curve on which compiler levels are compared
_DEFAULT_CURVE = "secp256r1"


@asks(Mcu)
def mcu(question: Mcu) -> McuRun:
    """Return time, RAM, flash and energy, as ranges, of cryptography on a board or on a `core` at a `clock`.

    `operations` names curve operations ("sign", "verify", "ecdh", "ecdhe"), post-quantum schemes ("ml-kem-768",
    "ml-dsa-44@pqclean"), and hashes, MACs and ciphers ("sha-256", "aes-128-ccm"). The defaults are all curve operations
    on secp256r1 with the library's default options. `mbedtls` names a user's own source tree and `config` its
    configuration; `windows`, `nist` and `fixed_point` override the configuration. `allocator` is "libc" or Mbed TLS's
    "buffer" or "buffer-verify". Stored results are used if there are any, unless `measure` is set. `whole` adds the
    rows that the HTML page shows for comparison.
    """
    where = question.where
    host = environment_in_background()
    run = McuRun(command="mcu", environment=None, exit=EXIT_OK)
    cases, run.problems = _requested_cases(question)
    count_now = question.measure or question.allocator != LIBC
    try:
        for number, (case, tree) in enumerate(cases):
            row = None if count_now or tree else find_operation(case, where)
            if row is None:
                from wirerate.wings.mcu.lab import count_on_curve

                if question.progress:
                    question.progress(number / len(cases), f"{case.curve} {case.operation}")
                point = count_on_curve(case, where, tree, question.allocator)
                file = str(tree.config) if tree else ""
                row = operation_on_curve(point, case, where, MODELLED, configuration=file, allocator=question.allocator)
            run.rows.append(row)
        for scheme in question.requested.schemes:
            if question.progress:
                question.progress(len(run.rows) / (len(run.rows) + 1), scheme[0].name)
            run.rows += schemes.scheme_rows([scheme], where, question.built_at, question.measure)
        run.rows += schemes.record_rows(question.requested.symmetric, where, question.built_at, question.measure)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    on_curves = [m for m in run.rows if isinstance(m, BoardOperation)]
    first = cases[0][0] if cases else None
    if first:
        _set_level_factors(on_curves, first, where)
    run.problems += beyond_board(run.rows, where, lambda m: f"{_subject(m)} {m.operation}",
                                 f"see what fits: wirerate mcu budget {where.name} time=10s")  # fmt: skip
    run.problems += [_smaller_window(m) for m in on_curves if m.basis != MODELLED and _uses_smaller_window(m)]
    if question.whole and not run.partial:
        run.rows += _comparison_rows(first, where, question.built_at, run.rows)
    run.environment = host()
    return run


def complete(run: McuRun) -> McuRun:
    """Return the run, with the rows that the HTML page shows for comparison if the board is known."""
    first = next(iter(run.rows), None)
    if first is None or first.board not in BOARDS:
        return run
    case = None
    if isinstance(first, BoardOperation):
        toggles = Toggles(first.options.nist, first.options.fixed_point, first.options.window)
        case = Case(first.version, f"-{first.level}", first.curve, first.operation, toggles)
    where = target(first.board, clock_hz=first.clock_hz)
    run.rows += _comparison_rows(case, where, f"-{first.level}", run.rows)
    return run


def _requested_cases(question: Mcu) -> tuple[list[tuple[Case, UserTree | None]], list[Problem]]:
    """Return the requested curve operations, each with the user's source tree if there is one, and problems for
    operations that the tree lacks."""
    if not question.on_curves:
        return [], []
    names, operations = tuple(curve(name).name for name in question.curves or ()), question.requested.curves
    if question.mbedtls:
        from wirerate.wings.mcu.lab.user_tree import user_cases, user_trees

        return user_cases(user_trees(question), question.built_at, names or (_DEFAULT_CURVE,), operations)
    release = version_named(question.version)
    cases = _cases(release, question.built_at, names, operations, _toggles(release, question))
    return [(case, None) for case in cases], []


def _toggles(version: str, question: Mcu) -> tuple[Toggles, ...]:
    """Return the options for each requested window, with the library's defaults for options that are not requested."""
    nist = True if question.nist is None else question.nist
    comb = True if question.fixed_point is None else question.fixed_point
    windows = question.windows or (library(version).window,)
    return tuple(dict.fromkeys(Toggles(nist, comb, window) for window in windows))


def _cases(
    version: str, level: str, curves: Sequence[str], operations: Sequence[str], toggles: Sequence[Toggles]
) -> list[Case]:
    """Return the combinations that exist: curve25519, for example, has no signatures.

    Raise UsageError if there is none.
    """
    names = tuple(curves) or (_DEFAULT_CURVE,)
    if version == P256M and names != (_DEFAULT_CURVE,):
        raise UsageError("p256-m has no curve but secp256r1", fix="type ‹curves=[secp256r1]›, or another ‹version›")
    cases = [
        Case(version, level, name, operation, options)
        for options in toggles
        for name in names
        for operation in operations or OPERATIONS
        if CURVES[name].has(operation)
    ]
    if not cases:
        raise UsageError(
            f"{', '.join(names)} has no {' or '.join(operations)}: it is for key agreement only",
            fix="type ‹operations=[ecdh,ecdhe]›, or another ‹curves›",
        )
    return cases


def _set_level_factors(rows: Iterable[BoardOperation], case: Case, where: Target) -> None:
    """Add to all rows the ratios of the time at other compiler levels, measured on one curve."""

    def time_at(level: str) -> float | None:
        row = find_operation(replace(case, level=level, curve=_REFERENCE, operation="sign"), where)
        return row.ns.median if row is not None else None

    base = time_at(case.level)
    times = {level: time_at(level) for level in LEVELS if level != case.level} if base else {}
    factors = tuple(
        LevelFactor(level=level.removeprefix("-"), factor=time / base) for level, time in times.items() if time and base
    )
    for row in rows:
        row.level_factors = factors


def _uses_smaller_window(m: BoardOperation) -> bool:
    """Return whether the row was stored for a smaller window: the library reserves stack for the requested window, but
    computes with the smaller one."""
    requested = Toggles(m.options.nist, m.options.fixed_point, m.options.window)
    used = effective(m.version, m.curve, m.operation, requested).window
    return m.version != P256M and used < requested.window and requested.window in DEEP_WINDOWS


def _smaller_window(m: BoardOperation) -> Problem:
    return Problem(
        code="smaller-window",
        message=f"{m.curve} {m.operation} was measured with a smaller window, which takes the same time; a window of "
        f"{m.options.window} needs more stack",
        fix="measure it: --measure",
    )


def _subject(m: Operation) -> str:
    """Return the curve, the scheme, or the hash, MAC or cipher of a row."""
    if isinstance(m, LibraryCall):
        return m.subject.partition("@")[0]
    return m.scheme if isinstance(m, SchemeOperation) else m.curve


def _comparison_rows(case: Case | None, where: Target, level: str, rows: Iterable[Operation]) -> Iterator[Operation]:
    """Yield stored rows for comparison that are not in `rows`: other curves, options and clocks, and all schemes."""
    seen = {_key(m) for m in rows}
    cases = _variations(case, where) if case else _today(where, level)
    on_curves = (find_operation(other, place) for other, place in cases)
    for row in (*on_curves, *schemes.stored_scheme_rows(where, level), *schemes.stored_record_rows(where, level)):
        if row is not None and _key(row) not in seen:
            seen.add(_key(row))
            row.role = "reference"
            yield row


def _today(where: Target, level: str) -> Iterator[tuple[Case, Target]]:
    """Yield the operations on the curve that most devices use today, to compare schemes with."""
    for operation in OPERATIONS:
        yield Case(DEFAULT, level, _DEFAULT_CURVE, operation, Toggles(window=library(DEFAULT).window)), where


def _variations(case: Case, where: Target) -> Iterator[tuple[Case, Target]]:
    """Yield the case with every curve and operation, unchanged and with one option changed, and the case at other
    clocks."""
    options = [case.toggles, replace(case.toggles, nist=False), replace(case.toggles, fixed_point=False)]
    options += [replace(case.toggles, window=window) for window in WINDOWS]
    for toggles in dict.fromkeys(options):
        for name in CURVES:
            for operation in OPERATIONS:
                if CURVES[name].has(operation):
                    yield replace(case, curve=name, operation=operation, toggles=toggles), where
    if where.board is not None:
        for clock in _clocks(where.board.flash.wait_states, where.board.fastest_hz):
            yield replace(case, curve=CLOCK_CURVE, operation=CLOCK_OPERATION), target(where.name, clock_hz=clock)


def _clocks(wait_states: Iterable[tuple[int, int]], fastest: int) -> list[float]:
    """Return the clocks on both sides of every change in the wait states, and the fastest one."""
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

# A board for each core of the grid.
_GRID_BOARDS = {"cortex-m0": "f091rc", "cortex-m3": "lpc1768", "cortex-m4": "f401re"}


@asks(McuGrid)
def mcu_grid(question: McuGrid) -> GridRun:
    """Run all curves, options, levels and cores of one library version that are not stored yet, on all processors.

    Every result is stored immediately, so that `mcu` can use it later. An interrupted grid continues when it is run
    again.
    """
    from wirerate.wings.mcu.lab import grid

    version = version_named(question.version)
    run = GridRun(command="mcu grid", environment=environment(), exit=EXIT_OK)
    table = grid_table(version)
    command = f"wirerate mcu grid --version {version}"
    try:
        for _ in grid.run(grid.Grid(version=version), table, command=command, progress=question.progress):
            pass
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
        run.problems.append(Problem(code="partial", message="interrupted; finished results are stored",
                                    fix=f"repeat the command to continue: {command}"))  # fmt: skip
    points = table.by_key()
    for point in points.values():
        if point.counted.runs:
            case = case_of(point.code, point.level, point.operation)
            blocks = flash_blocks(points, case, (case.operation,), point.core)
            whole = structs.replace(point, counted=structs.replace(point.counted, blocks=blocks))
            run.rows.append(operation_on_curve(whole, case, target(_GRID_BOARDS[point.core]), MODELLED))
    return run
