"""The ECC slides of 2015 beside the model, from the stored grid: figures, ratios, observations."""

from __future__ import annotations

from wirerate.api.firmware import handshakes
from wirerate.api.session import Progress
from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.ecc_slides import Figure
from wirerate.errors import EXIT_OK, MissingError
from wirerate.lab.host import environment
from wirerate.lab.mcu.ecc_config import OPERATIONS, WINDOWS, Toggles
from wirerate.lab.mcu.points import LEVEL
from wirerate.lab.mcu.source import DEFAULT, VERSIONS
from wirerate.lab.mcu.store import Case, known, own, project
from wirerate.lab.mcu.target import target
from wirerate.records import Comparison, Measurement, Run
from wirerate.verdict.observations import Rows, Setting, observe
from wirerate.verdict.published import PAIRS, against_figure, against_pair, distinct

_BOARD = "lpc1768"  # the observations are decided on: the one whose clock two slides name
_WINDOW = 6  # of PolarSSL 1.3 by default; its 7 was capped to 6 (ecp_mul_comb)
_CLOCKS = (24e6, 48e6, 96e6)


def published(progress: Progress | None = None) -> Run:
    """Every figure with the oldest and the default version, and those between."""
    run = Run(command="mcu", environment=environment(), exit=EXIT_OK)
    have = project().versions() | own().versions()
    versions = [version for version in reversed(VERSIONS) if version in have]
    if not versions:
        raise MissingError("no results are stored that the slides could stand beside", fix="wirerate mcu --grid")
    models: dict[tuple[int, str, str], Measurement] = {}
    for figure in distinct():
        for board in figure.boards:
            for version in versions:
                found = _model(figure, board, version)
                if found is not None:
                    models[id(figure), board, version] = found
                    run.measurements.append(found)
                    run.comparisons.append(against_figure(figure, found))
    for pair in PAIRS:
        for version in versions:
            for board in pair.over.boards:
                other = board if board in pair.under.boards else pair.under.boards[0]
                over, under = models.get((id(pair.over), board, version)), models.get((id(pair.under), other, version))
                if over is not None and under is not None:
                    run.comparisons.append(against_pair(pair, over, under))
    for version in (versions[0], DEFAULT) if versions[0] != DEFAULT else (DEFAULT,):
        run.comparisons += _observations(version)
    return run


def toggles_of(figure: Figure) -> Toggles:
    """As the slide says; where it says nothing, as its code had it by default."""
    return Toggles(figure.nist != "off", figure.fixed_point != "off", figure.window or _WINDOW)


def _model(figure: Figure, board: str, version: str) -> Measurement | None:
    case = Case(version, LEVEL, figure.curve, figure.operation, toggles_of(figure))
    return known(case, target(board))


def _observations(version: str) -> list[Comparison]:
    where = target(_BOARD)
    rows = []
    for nist in (True, False):
        for comb in (True, False):
            for window in WINDOWS:
                for curve in CURVES:
                    for operation in OPERATIONS:
                        case = Case(version, LEVEL, curve, operation, Toggles(nist, comb, window))
                        if CURVES[curve].signs or operation.startswith("ecdh"):
                            found = known(case, where)
                            rows += [found] if found else []
    signing = Case(version, LEVEL, "secp256r1", "sign", Toggles(window=_WINDOW))
    clocks = [known(signing, target(_BOARD, clock_hz=clock)) for clock in _CLOCKS]
    told = observe(Rows(rows), Setting(window=_WINDOW), [m for m in clocks if m], handshakes.symmetric_shares(version))
    for comparison in told:
        comparison.conditions |= {"version": version, "board": _BOARD}
    return told
