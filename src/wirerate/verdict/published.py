"""Figures and ratios of the ECC slides (2015) beside the model's: published / modelled, with the model's range.

The slides' code is in no registry, so every figure is compared with several versions of its successor, and what a
version changes is kept apart from what the model gets wrong: in a ratio of two published figures the speed of the code
cancels as far as it is common to both, so a ratio that the model misses in every version is the model's own error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.catalogue.ecc_slides import FIGURES, Figure
from wirerate.records import Comparison, Interval, Measurement

RATIO_AIM, TIME_AIM = 0.10, 0.15  # how near a ratio, and a time of known code, board and compiler, should come
HIT, NEAR, MISS = "hit", "near", "miss"
FIGURE, RATIO = "figure", "ratio"


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


def against_figure(figure: Figure, model: Measurement) -> Comparison:
    """Published / modelled time: below 1 the board was faster than the model says."""
    assert model.ns is not None
    published = figure.ms * 1e6
    ratio = Interval(published / model.ns.median, published / model.ns.high, published / model.ns.low, None,
                     model.ns.unknowns)  # fmt: skip
    return Comparison(
        subject=model.subject,
        reference=f"slide {figure.slide}",
        ratio=ratio,
        change="",
        conditions={
            "kind": FIGURE,
            "slide": figure.slide,
            "curve": figure.curve,
            "operation": figure.operation,
            "board": str(model.extra["board"]),
            "board_stated": int(figure.stated),
            "version": str(model.extra["version"]),
            "published_ms": figure.ms,
            "model_ms": model.ns.median / 1e6,
            "model_low_ms": model.ns.low / 1e6,
            "model_high_ms": model.ns.high / 1e6,
            "nist": figure.nist,
            "outcome": outcome(ratio, TIME_AIM),
        },
    )


def against_pair(pair: Pair, over: Measurement, under: Measurement) -> Comparison:
    """A published ratio / the model's. The ends of both ranges move together (branch refill, flash), so the model's
    ratio is taken at its low, typical and high ends, not crosswise, unless the boards differ."""
    assert over.ns is not None
    assert under.ns is not None
    published = pair.over.ms / pair.under.ms
    same = over.extra["board"] == under.extra["board"]
    lows = (under.ns.low, under.ns.high) if same else (under.ns.high, under.ns.low)
    ends = (over.ns.low / lows[0], over.ns.high / lows[1])
    middle = over.ns.median / under.ns.median
    ratio = Interval(published / middle, published / max(*ends, middle), published / min(*ends, middle), None,
                     over.ns.unknowns)  # fmt: skip
    return Comparison(
        subject=over.subject,
        reference=pair.name,
        ratio=ratio,
        change="",
        conditions={
            "kind": RATIO,
            "slide": pair.over.slide,
            "pair": pair.name,
            "board": str(over.extra["board"]),
            "other_board": str(under.extra["board"]),
            "version": str(over.extra["version"]),
            "published_ratio": published,
            "model_ratio": middle,
            "outcome": outcome(ratio, RATIO_AIM),
        },
    )


def outcome(ratio: Interval, aim: float) -> str:
    """hit: the typical value comes as near as is aimed at; near: the published figure lies in the model's range."""
    if abs(ratio.median - 1) <= aim:
        return HIT
    return NEAR if ratio.low <= 1 <= ratio.high else MISS


def reason(found: Sequence[Comparison]) -> str:
    """Why one figure or ratio is hit or missed, from how it stands in every version: version against model."""
    outcomes = [str(c.conditions["outcome"]) for c in found]
    medians = [c.ratio.median for c in found]
    spread = max(medians) / min(medians)
    versions = {str(c.conditions["version"]) for c in found}
    if all(word == MISS for word in outcomes):
        return _missed(found, medians, len(versions))
    if len(versions) == 1:
        return "one version only is stored: what is its doing, and what the model's, cannot be told"
    if any(word == MISS for word in outcomes):
        return f"the version decides: they differ by ×{spread:.2f}" if spread > 1 + RATIO_AIM else _BORDER
    return "the versions agree" if spread < 1 + RATIO_AIM else f"in range, though the versions differ by ×{spread:.2f}"


_BORDER = "at the border: the versions hardly differ, and lie on both sides of what counts as a hit"


def _missed(found: Sequence[Comparison], medians: Sequence[float], versions: int) -> str:
    """A miss that no version mends is the model's, or something that the slides do not tell."""
    where = "in every version" if versions > 1 else "in the one version that is stored"
    if min(medians) < 1 < max(medians):
        return "between the versions: none of them is the code that ran"
    if found[0].conditions["kind"] == RATIO:
        side = "larger" if medians[0] > 1 else "smaller"
        return f"missed {where}: the slides' ratio is {side}; flash, options or code of a side are not as assumed"
    if medians[0] > 1:
        return f"missed {where}: the board was slower; code, flash, allocator and compiler of 2015 are not known"
    return f"missed {where}: the board was faster than the model says"
