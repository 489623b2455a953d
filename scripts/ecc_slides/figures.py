"""Figures and ratios of the ECC slides (2015) beside the model's: published / modelled, with the model's range.

The slides' code is in no registry, so every figure is compared with several versions of its successor, and what a
version changes is kept apart from what the model gets wrong: in a ratio of two published figures the speed of the code
cancels as far as it is common to both, so a ratio that the model misses in every version is the model's own error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scripts.ecc_slides.slides import DISTINCT, FIGURES, Figure

from wirerate.catalogue.libraries import VERSIONS
from wirerate.records import Interval
from wirerate.wings.mcu.curve_options import Case, Toggles
from wirerate.wings.mcu.rows import BoardOperation
from wirerate.wings.mcu.store import on_curve, on_curves, stored
from wirerate.wings.mcu.target import LEVEL, Target, target
from wirerate.wings.mcu.target_cost import MODELLED, STORED, operation_on_curve

RATIO_AIM, TIME_AIM = 0.10, 0.15  # how near a ratio, and a time of known code, board and compiler, should come
HIT, NEAR, MISS = "hit", "near", "miss"
WINDOW = 6  # of PolarSSL 1.3 by default; its 7 was capped to 6 (ecp_mul_comb)
_STEPS, _CLOSE = 12, 0.01  # of looking for a clock, and how near it must come

Models = Callable[[Case, Target], BoardOperation | None]  # where a case's time comes from


@dataclass(frozen=True)
class Pair:
    """Two published figures of which the first is divided by the second."""

    name: str
    over: Figure
    under: Figure


def _figure(slide: int, curve: str, operation: str, ms: float) -> Figure:
    return next(f for f in FIGURES if (f.slide, f.curve, f.operation, f.ms) == (slide, curve, operation, ms))


_SIGN_256 = _figure(16, "secp256r1", "sign", 122)
PAIRS = (
    Pair("verify / sign, secp256r1", _figure(18, "secp256r1", "verify", 458), _SIGN_256),
    Pair("secp256r1 / secp192r1, sign", _SIGN_256, _figure(16, "secp192r1", "sign", 66)),
    Pair("secp521r1 / secp256r1, sign", _figure(19, "secp521r1", "sign", 351), _SIGN_256),
    Pair("NIST reduction off / on, secp192r1 ECDHE", _figure(20, "secp192r1", "ecdhe", 5986),
         _figure(20, "secp192r1", "ecdhe", 638)),
    Pair("L152RE / LPC1768, secp192r1 ECDHE", _figure(28, "secp192r1", "ecdhe", 1155),
         _figure(28, "secp192r1", "ecdhe", 229)),
)  # fmt: skip


@dataclass(frozen=True)
class FigureBeside:
    """A printed time beside the model's, on one board with one version."""

    figure: Figure
    model: BoardOperation
    fits_hz: float | None = None  # the clock of the board at which the model would take as long

    @property
    def subject(self) -> str:
        return self.figure.printed

    @property
    def version(self) -> str:
        return self.model.version

    @property
    def ratio(self) -> Interval:
        """Published / modelled time: below 1 the board was faster than the model says."""
        published, ns = self.figure.ms * 1e6, self.model.ns
        return Interval(published / ns.median, published / ns.high, published / ns.low, None, ns.unknowns)

    @property
    def outcome(self) -> str:
        return outcome(self.ratio, TIME_AIM)


@dataclass(frozen=True)
class RatioBeside:
    """A quotient of two printed figures beside the model's."""

    pair: Pair
    over: BoardOperation
    under: BoardOperation

    @property
    def subject(self) -> str:
        return self.pair.name

    @property
    def version(self) -> str:
        return self.over.version

    @property
    def published(self) -> float:
        return self.pair.over.ms / self.pair.under.ms

    @property
    def modelled(self) -> float:
        return self.over.ns.median / self.under.ns.median

    @property
    def ratio(self) -> Interval:
        """Published / modelled. The ends of both ranges move together (branch refill, flash), so the model's ratio is
        taken at its low, typical and high ends, not crosswise, unless the boards differ."""
        over, under, published = self.over, self.under, self.published
        lows = (under.ns.low, under.ns.high) if over.board == under.board else (under.ns.high, under.ns.low)
        ends = (over.ns.low / lows[0], over.ns.high / lows[1], self.modelled)
        middle = published / self.modelled
        return Interval(middle, published / max(ends), published / min(ends), None, over.ns.unknowns)

    @property
    def outcome(self) -> str:
        return outcome(self.ratio, RATIO_AIM)


Beside = FigureBeside | RatioBeside


def outcome(ratio: Interval, aim: float) -> str:
    """hit: the typical value comes as near as is aimed at; near: the published figure lies in the model's range."""
    if abs(ratio.median - 1) <= aim:
        return HIT
    return NEAR if ratio.low <= 1 <= ratio.high else MISS


def shipped(case: Case, where: Target) -> BoardOperation | None:
    """The model's time that is stored with wirerate: a page is the same wherever it is written."""
    point = on_curve(stored(on_curves(case.version)), case, where)
    return operation_on_curve(point, case, where, STORED) if point else None


def measured(case: Case, where: Target) -> BoardOperation:
    """The same, built and run now where it is not stored."""
    from wirerate.wings.mcu.lab import count_on_curve

    return shipped(case, where) or operation_on_curve(count_on_curve(case, where), case, where, MODELLED)


def figures_beside(models: Models) -> list[FigureBeside]:
    """Every distinct figure beside every version that there is a time of, the oldest first."""
    return [
        FigureBeside(figure, found, _fitting(figure, board, version))
        for figure in DISTINCT
        for board in figure.boards
        for version in reversed(VERSIONS)
        if (found := models(case_of(figure, version), target(board))) is not None
    ]


def ratios_beside(found: Sequence[FigureBeside]) -> Iterator[RatioBeside]:
    """Of those figures; of one without the other board, with whose board there is."""
    models = {(each.figure.printed, each.model.board, each.version): each.model for each in found}
    for pair in PAIRS:
        for version in reversed(VERSIONS):
            for board in pair.over.boards:
                other = board if board in pair.under.boards else pair.under.boards[0]
                over = models.get((pair.over.printed, board, version))
                under = models.get((pair.under.printed, other, version))
                if over is not None and under is not None:
                    yield RatioBeside(pair, over, under)


def case_of(figure: Figure, version: str) -> Case:
    """As the slide says; where it says nothing, as its code had it by default."""
    toggles = Toggles(figure.nist != "off", figure.fixed_point != "off", figure.window or WINDOW)
    return Case(version, LEVEL, figure.curve, figure.operation, toggles)


def _fitting(figure: Figure, board: str, version: str) -> float | None:
    """The clock at which the board would take what is published, its flash waiting as it must there; None where that is
    beyond what the part can, where a wait state less jumps over it, or where nothing is stored: a run of its own for
    each clock that is tried would take too long."""
    most = target(board).clock_hz
    hz = most
    for _ in range(_STEPS):
        found = shipped(case_of(figure, version), target(board, clock_hz=hz))
        if found is None:
            return None
        ratio = found.ns.median / (figure.ms * 1e6)
        if abs(ratio - 1) < _CLOSE:
            return hz
        hz = min(hz * ratio, most)
    return None
