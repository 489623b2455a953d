# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The ECC slides of 2015 beside the model: figures, ratios, observations."""

from __future__ import annotations

from collections.abc import Iterator

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.catalogue.ecc_slides import Figure
from wirerate.catalogue.libraries import DEFAULT, VERSIONS
from wirerate.errors import EXIT_OK, MissingError
from wirerate.host.machine import environment
from wirerate.progress import Progress
from wirerate.records import Problem
from wirerate.wings.mcu.answers import dtls12
from wirerate.wings.mcu.curve_options import WINDOWS, Toggles
from wirerate.wings.mcu.ecc.points import stored_versions
from wirerate.wings.mcu.ecc.store import Case, known, own
from wirerate.wings.mcu.rows import BoardOperation, Options
from wirerate.wings.mcu.runs import Observation, PublishedRatio, PublishedRun
from wirerate.wings.mcu.target import LEVEL, target
from wirerate.wings.mcu.verdict.observations import Rows, observe
from wirerate.wings.mcu.verdict.published import PAIRS, against_figure, against_pair, distinct

_BOARD = "lpc1768"  # the observations are decided on: the one whose clock two slides name
_WINDOW = 6  # of PolarSSL 1.3 by default; its 7 was capped to 6 (ecp_mul_comb)
_CLOCKS = (24e6, 48e6, 96e6)
_OBSERVED = ("2.28", DEFAULT)  # the versions whose grids decide the observations
_STEPS, _NEAR = 12, 0.01  # of looking for a clock, and how near it must come

Models = dict[tuple[int, str, str], BoardOperation]  # by figure, board and version


def mcu_published(*, measure: bool = False, progress: Progress | None = None) -> PublishedRun:
    """The ECC slides of 2015: every figure beside every version that is stored; with `measure` those that are not are
    run now."""
    run = PublishedRun(command="mcu published", environment=environment(), exit=EXIT_OK)
    have = stored_versions() | own().versions()
    versions = [version for version in reversed(VERSIONS) if measure or version in have]
    models: Models = {}
    cases = [(figure, board, version) for figure in distinct() for board in figure.boards for version in versions]
    for number, (figure, board, version) in enumerate(cases):
        if progress and measure:
            progress(number / len(cases), f"{figure.curve} {figure.operation}, {version}")
        found = _model(figure, board, version, measure)
        if found is not None:
            models[id(figure), board, version] = found
            run.rows += [found, against_figure(figure, found, _fitting(figure, board, version))]
    if not models:
        raise MissingError("no results are stored that the slides could stand beside",
                           fix="wirerate mcu published --measure")  # fmt: skip
    run.rows += _pairs(models, versions)
    for version in _OBSERVED:
        run.rows += _observations(version)
    run.problems += [_not_stored(figure) for figure in distinct() if not any(key[0] == id(figure) for key in models)]
    return run


def toggles_of(figure: Figure) -> Toggles:
    """As the slide says; where it says nothing, as its code had it by default."""
    return Toggles(figure.nist != "off", figure.fixed_point != "off", figure.window or _WINDOW)


def _model(
    figure: Figure, board: str, version: str, measure: bool, clock_hz: float | None = None
) -> BoardOperation | None:
    case = Case(version, LEVEL, figure.curve, figure.operation, toggles_of(figure))
    where = target(board, clock_hz=clock_hz)
    found = known(case, where)
    if found is None and measure:
        from wirerate.wings.mcu.answers.running import run_now

        return run_now(case, where)
    return found


def _fitting(figure: Figure, board: str, version: str) -> float | None:
    """The clock at which the board would take what is published, its flash waiting as it must there; None where that is
    beyond what the part can, where a wait state less jumps over it, or where nothing is stored: a run of its own for
    each clock that is tried would take too long."""
    most = target(board).clock_hz
    hz = most
    for _ in range(_STEPS):
        found = _model(figure, board, version, False, hz)
        if found is None:
            return None
        ratio = found.ns.median / (figure.ms * 1e6)
        if abs(ratio - 1) < _NEAR:
            return hz
        hz = min(hz * ratio, most)
    return None


def _pairs(models: Models, versions: list[str]) -> Iterator[PublishedRatio]:
    for pair in PAIRS:
        for version in versions:
            for board in pair.over.boards:
                other = board if board in pair.under.boards else pair.under.boards[0]
                over, under = models.get((id(pair.over), board, version)), models.get((id(pair.under), other, version))
                if over is not None and under is not None:
                    yield against_pair(pair, over, under)


def _observations(version: str) -> list[Observation]:
    where = target(_BOARD)
    rows = [known(case, where) for case in _grid(version)]
    signing = Case(version, LEVEL, "secp256r1", "sign", Toggles(window=_WINDOW))
    clocks = [known(signing, target(_BOARD, clock_hz=clock)) for clock in _CLOCKS]
    return observe(
        Rows(row for row in rows if row is not None),
        Options(nist=True, fixed_point=True, window=_WINDOW),
        [row for row in clocks if row is not None],
        dtls12.symmetric_shares(version),
        version=version,
        board=_BOARD,
    )


def _grid(version: str) -> Iterator[Case]:
    for nist in (True, False):
        for comb in (True, False):
            for window in WINDOWS:
                for curve in CURVES:
                    for operation in OPERATIONS:
                        if CURVES[curve].has(operation):
                            yield Case(version, LEVEL, curve, operation, Toggles(nist, comb, window))


def _not_stored(figure: Figure) -> Problem:
    return Problem(
        code="not-stored",
        message=f"slide {figure.slide}, {figure.curve} {figure.operation}, {figure.ms:g} ms: not stored in any version",
        fix="wirerate mcu published --measure",
    )
