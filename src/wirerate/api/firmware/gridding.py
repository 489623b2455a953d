"""The slides' whole grid, run here on all processors: every point is kept as it is made, and found again by `mcu`."""

from __future__ import annotations

from wirerate.api.session import Progress
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK
from wirerate.lab.host import environment
from wirerate.lab.mcu import grid as lab
from wirerate.lab.mcu import store
from wirerate.lab.mcu.rows import MODELLED, operation
from wirerate.lab.mcu.target import target
from wirerate.records import Problem, Run

_BOARDS = {
    "cortex-m0": "f091rc",
    "cortex-m3": "lpc1768",
    "cortex-m4": "f401re",
}  # the grid's cores on the slides' boards


def grid(version: str, progress: Progress | None = None) -> Run:
    """What is missing of the grid for one version; interrupted, it goes on when it is run again."""
    run = Run(command="mcu grid", kind="grid", environment=environment(), exit=EXIT_OK)
    table = store.own_table(version)
    command = f"wirerate mcu --grid --version {version}"
    try:
        for _ in lab.run(lab.Grid(version=version), table, command=command, progress=progress):
            pass
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
        run.problems.append(Problem(code="partial", message="interrupted: the points that were done are kept",
                                    fix=f"repeat it to go on: {command}"))  # fmt: skip
    made = store.Store(table.rows(), MODELLED)
    for point in made.points:
        run.measurements.append(operation(point, target(_BOARDS[point.core]), made.flash(point), made.source(point)))
    return run
