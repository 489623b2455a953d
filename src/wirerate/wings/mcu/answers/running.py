# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The slides' whole grid, run here on all processors; and a tree of the reader's own, run where it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.catalogue.libraries import version_named
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, ConfigurationError, UsageError
from wirerate.host.machine import environment
from wirerate.question import asks
from wirerate.records import Problem
from wirerate.wings.mcu.curve_options import Case, case_of
from wirerate.wings.mcu.lab import grid
from wirerate.wings.mcu.lab.own_tree import Overrides, OwnTree, own_tree
from wirerate.wings.mcu.on_board import MODELLED, operation_on_curve
from wirerate.wings.mcu.questions import Mcu, McuGrid
from wirerate.wings.mcu.runs import GridRun
from wirerate.wings.mcu.store import own_table, weighed
from wirerate.wings.mcu.target import core_named, target

_BOARDS = {
    "cortex-m0": "f091rc",
    "cortex-m3": "lpc1768",
    "cortex-m4": "f401re",
}  # the grid's cores on the slides' boards


@asks(McuGrid)
def mcu_grid(asked: McuGrid) -> GridRun:
    """What is missing of the slides' grid for one version of the library, run on all processors: every point is kept as
    it is made, and found again by `mcu`. Interrupted, it goes on when it is run again."""
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
            whole = replace(point, counted=replace(point.counted, blocks=blocks))
            run.rows.append(operation_on_curve(whole, case, target(_BOARDS[point.core]), MODELLED))
    return run


# ---- a tree of the reader's own: the cases that its configuration has, and what it lacks in words ----


def own_trees(asked: Mcu) -> list[OwnTree]:
    """The tree under its configuration, once for each window that is asked for."""
    assert asked.mbedtls
    tree, config, core = Path(asked.mbedtls), Path(asked.config) if asked.config else None, core_named(asked.where.core)
    windows = dict.fromkeys(asked.windows or (None,))
    return [own_tree(tree, config, core, Overrides(asked.nist, asked.fixed_point, window)) for window in windows]


def own_cases(
    trees: Sequence[OwnTree], level: str, curves: Sequence[str], operations: Sequence[str]
) -> tuple[list[tuple[Case, OwnTree | None]], list[Problem]]:
    """All that the configuration has of these operations; one that is named must be there. Those that were not named
    and are not there are told."""
    found: list[tuple[Case, OwnTree | None]] = []
    problems: dict[str, Problem] = {}
    for tree in trees:
        for curve in curves:
            has = tree.operations(curve)
            missing = [name for name in operations or OPERATIONS if name not in has and CURVES[curve].has(name)]
            if missing and (operations or not has):
                raise _absent(tree, curve, missing[0])
            if missing:
                problem = _told(tree, curve, missing, has)
                problems[problem.message] = problem
            wanted = [name for name in operations or OPERATIONS if name in has]
            if "sign" in wanted and tree.draws_nonces:
                problems["drawn"] = _drawn(tree)
            found += [(Case(tree.version, level, curve, name, tree.toggles), tree) for name in wanted]
    if not found:
        raise UsageError(
            f"{', '.join(curves)} has no {' or '.join(operations)}: it is for key agreement only",
            fix="type ‹operations=[ecdh,ecdhe]›, or another ‹curves›",
        )
    return found, list(problems.values())


def _absent(tree: OwnTree, curve: str, operation: str) -> ConfigurationError:
    there = tree.curves
    others = f", or type ‹curves=[{there[0]}]›" if there and curve not in there else ""
    return ConfigurationError(
        f"{tree.config} defines no {', '.join(tree.lacks(curve, operation))}, without which there is no {operation} on "
        f"{curve}",
        fix=f"define that there{others}",
    )


def _drawn(tree: OwnTree) -> Problem:
    return Problem(
        code="nonce-drawn",
        message=f"{tree.config} defines no MBEDTLS_ECDSA_DETERMINISTIC: signatures are measured with a nonce from a "
        "source of randomness that is fixed here, whose own cost on your board is not in them",
        fix="define that there to measure the nonces of RFC 6979",
    )


def _told(tree: OwnTree, curve: str, missing: Sequence[str], has: Sequence[str]) -> Problem:
    lacks = dict.fromkeys(name for operation in missing for name in tree.lacks(curve, operation))
    return Problem(
        code="not-configured",
        message=f"{tree.config} defines no {', '.join(lacks)}, so that {curve} is measured without "
        f"{' and '.join(missing)}",
        fix=f"define that there, or type --op {','.join(has)}",
    )
