# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Figures and ratios of the ECC slides (2015) beside the model's: published / modelled, with the model's range.

The slides' code is in no registry, so every figure is compared with several versions of its successor, and what a
version changes is kept apart from what the model gets wrong: in a ratio of two published figures the speed of the code
cancels as far as it is common to both, so a ratio that the model misses in every version is the model's own error.
"""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.catalogue.ecc_slides import FIGURES, Figure
from wirerate.records import Interval
from wirerate.wings.mcu.rows import BoardOperation
from wirerate.wings.mcu.runs import PublishedFigure, PublishedRatio

RATIO_AIM, TIME_AIM = 0.10, 0.15  # how near a ratio, and a time of known code, board and compiler, should come
HIT, NEAR, MISS = "hit", "near", "miss"


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


def distinct() -> list[Figure]:
    """Without those that a later slide prints again."""
    return [figure for figure in FIGURES if not figure.repeats]


def against_figure(figure: Figure, model: BoardOperation, fits_hz: float | None = None) -> PublishedFigure:
    """Published / modelled time: below 1 the board was faster than the model says. `fits_hz`: the clock at which the
    two would be the same."""
    published = figure.ms * 1e6
    ratio = Interval(published / model.ns.median, published / model.ns.high, published / model.ns.low, None,
                     model.ns.unknowns)  # fmt: skip
    return PublishedFigure(
        subject=model.subject,
        basis="published",
        ratio=ratio,
        slide=figure.slide,
        curve=figure.curve,
        operation=figure.operation,
        board=model.board,
        board_stated=figure.stated,
        version=model.version,
        published_ms=figure.ms,
        model_ms=model.ns.median / 1e6,
        model_low_ms=model.ns.low / 1e6,
        model_high_ms=model.ns.high / 1e6,
        nist=figure.nist,
        fits_hz=fits_hz,
        own_code=figure.own_code,
        hypothesis=figure.hypothesis,
        outcome=outcome(ratio, TIME_AIM),
    )


def against_pair(pair: Pair, over: BoardOperation, under: BoardOperation) -> PublishedRatio:
    """A published ratio / the model's. The ends of both ranges move together (branch refill, flash), so the model's
    ratio is taken at its low, typical and high ends, not crosswise, unless the boards differ."""
    published = pair.over.ms / pair.under.ms
    lows = (under.ns.low, under.ns.high) if over.board == under.board else (under.ns.high, under.ns.low)
    ends = (over.ns.low / lows[0], over.ns.high / lows[1])
    middle = over.ns.median / under.ns.median
    ratio = Interval(published / middle, published / max(*ends, middle), published / min(*ends, middle), None,
                     over.ns.unknowns)  # fmt: skip
    return PublishedRatio(
        subject=over.subject,
        basis="published",
        ratio=ratio,
        slide=pair.over.slide,
        pair=pair.name,
        board=over.board,
        other_board=under.board,
        version=over.version,
        published=published,
        model=middle,
        outcome=outcome(ratio, RATIO_AIM),
    )


def outcome(ratio: Interval, aim: float) -> str:
    """hit: the typical value comes as near as is aimed at; near: the published figure lies in the model's range."""
    if abs(ratio.median - 1) <= aim:
        return HIT
    return NEAR if ratio.low <= 1 <= ratio.high else MISS
