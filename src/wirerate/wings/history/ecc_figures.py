# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Times and ratios of the ECC slides (2015) beside the estimates of `wirerate mcu`, with the estimates' ranges.

The slides' own code is in no package registry, so every time is compared with estimates for several versions of Mbed
TLS, its successor. In a ratio of two published times, the speed of the common code cancels. So if the estimates of all
versions miss a ratio, the model is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.history import SlideFigure, ecc_2015_slides
from wirerate.catalogue.libraries import VERSIONS
from wirerate.records import Interval
from wirerate.wings.history.history import call
from wirerate.wings.history.rows import Outcome, SlideRatio, SlideTime

RATIO_AIM, TIME_AIM = (
    0.10,
    0.15,
)  # relative error that counts as a hit, for a ratio and for a time
WINDOW = 6  # PolarSSL 1.3's default: it configured 7, which ecp_mul_comb limited to 6
_STEPS = 4  # iterations of the search for a clock; several, because the clock affects the flash wait states

# Pairs of published times to divide, each identified by its slide and its milliseconds: (numerator, denominator).
PAIRS = {
    "verify / sign, secp256r1": ((18, 458), (16, 122)),
    "secp256r1 / secp192r1, sign": ((16, 122), (16, 66)),
    "secp521r1 / secp256r1, sign": ((19, 351), (16, 122)),
    "NIST reduction off / on, secp192r1 ECDHE": ((20, 5986), (20, 638)),
    "L152RE / LPC1768, secp192r1 ECDHE": ((28, 1155), (28, 229)),
}


def slide_times() -> Iterator[SlideTime]:
    """Yield every distinct published time beside every version of Mbed TLS, the oldest version first."""
    for figure in ecc_2015_slides().distinct:
        for board in figure.boards:
            for version in reversed(VERSIONS):
                estimate = _estimate(figure, board, version)
                yield slide_time(figure, estimate, _fitting_clock(figure, estimate))


def slide_time(figure: SlideFigure, estimate: Any, fits_hz: float | None = None) -> SlideTime:
    ns, published = estimate.ns, figure.ms * 1e6
    ratio = Interval(published / ns.median, published / ns.high, published / ns.low, None, ns.unknowns)
    return SlideTime(
        subject=estimate.subject,
        operation=figure.operation,
        ns=ns,
        slide=figure.slide,
        printed=figure.printed,
        name=figure.name,
        published_ms=figure.ms,
        board=estimate.board,
        version=estimate.version,
        ratio=ratio,
        outcome=outcome(ratio, TIME_AIM),
        fits_hz=fits_hz,
    )


def outcome(ratio: Interval, aim: float) -> Outcome:
    """Return "hit" if the typical estimate is within `aim`, "near" if the published figure is within its range,
    otherwise "miss"."""
    if abs(ratio.median - 1) <= aim:
        return "hit"
    return "near" if ratio.low <= 1 <= ratio.high else "miss"


def slide_ratios(times: Sequence[SlideTime]) -> Iterator[SlideRatio]:
    """Yield the ratios of pairs of times, for every version and board. If a slide names two boards, both
    times are for the same board."""
    by_key = {(row.slide, row.published_ms, row.board, row.version): row for row in times}
    for name, (numerator, denominator) in PAIRS.items():
        boards = {row.board for row in times if (row.slide, row.published_ms) == denominator}
        for row in times:
            if (row.slide, row.published_ms) == numerator:
                board = row.board if row.board in boards else next(iter(boards))
                yield slide_ratio(name, row, by_key[*denominator, board, row.version])


def slide_ratio(name: str, over: SlideTime, under: SlideTime) -> SlideRatio:
    """Return the published quotient of two times beside the estimated quotient. On one board, the uncertainties (branch
    refill, flash) affect both times alike, so the low ends are divided by each other, and so are the high ends. On two
    boards they are independent, so the low end of one time is divided by the high end of the other."""
    published, estimated = over.published_ms / under.published_ms, over.ns.median / under.ns.median
    ends = (under.ns.low, under.ns.high) if over.board == under.board else (under.ns.high, under.ns.low)
    quotients = (over.ns.low / ends[0], over.ns.high / ends[1], estimated)
    unknowns = over.ns.unknowns
    ratio = Interval(published / estimated, published / max(quotients), published / min(quotients), None, unknowns)
    return SlideRatio(
        subject=name,
        operation=over.operation,
        board=over.board,
        version=over.version,
        published=published,
        estimated=estimated,
        ratio=ratio,
        outcome=outcome(ratio, RATIO_AIM),
    )


def _estimate(figure: SlideFigure, board: str, version: str, clock: float | None = None) -> Any:
    """Return the row of `wirerate mcu` for the slide's options, or for the slides' defaults where it states none."""
    run = call("mcu")(
        board,
        curves=[figure.curve],
        operations=[figure.operation],
        windows=[figure.window or WINDOW],
        nist=figure.nist != "off",
        fixed_point=figure.fixed_point != "off",
        version=version,
        clock=clock,
    )
    return run.rows[0]


def _fitting_clock(figure: SlideFigure, estimate: Any) -> float | None:
    """Return the clock at which the board would take the published time, or None if the part has no such clock."""
    board = BOARDS[estimate.board]
    for _ in range(_STEPS):
        hz = float(estimate.cycles.typical / figure.ms * 1e3)
        if hz > board.fastest_hz:
            return None
        if board.flash.wait_states_at(hz) == estimate.wait_states:
            return hz
        estimate = _estimate(figure, estimate.board, estimate.version, hz)
    return None


# ---- why an estimate agrees with a figure or not ----

_BORDER = "at the limit: the versions hardly differ, but only some of them count as hits"


def reasons(rows: Sequence[SlideTime | SlideRatio]) -> list[str]:
    """Return a sentence for each published figure on why the estimates hit or miss it."""
    figures = {figure.printed: figure for figure in ecc_2015_slides().figure}
    sentences = []
    for title, records in groupby(rows, key=printed):
        known = _known(figures[title]) if title in figures else ""
        sentences.append(f"{title}: {reason([*records])}.{known}")
    return sentences


def printed(row: SlideTime | SlideRatio) -> str:
    return row.printed if isinstance(row, SlideTime) else row.subject


def reason(rows: Sequence[SlideTime | SlideRatio]) -> str:
    """Return why the estimate agrees with a figure or not: because of the library's version or of the model."""
    outcomes = {row.outcome for row in rows}
    medians = [row.ratio.median for row in rows]
    spread = max(medians) / min(medians)
    if outcomes == {"miss"}:
        return _missed(isinstance(rows[0], SlideRatio), medians)
    if "miss" in outcomes:
        return f"the version decides: they differ by ×{spread:.2f}" if spread > 1 + RATIO_AIM else _BORDER
    return "the versions agree" if spread < 1 + RATIO_AIM else f"in range, though the versions differ by ×{spread:.2f}"


def _missed(is_ratio: bool, medians: Sequence[float]) -> str:
    if min(medians) < 1 < max(medians):
        return "between the versions: none of them is the code that ran"
    if is_ratio:
        side = "larger" if medians[0] > 1 else "smaller"
        return f"missed in every version: the slides' ratio is {side}; flash, options or code are not as assumed"
    slower = "the board was slower" if medians[0] > 1 else "the board was faster than the model says"
    return f"missed in every version: {slower}"


def _known(figure: SlideFigure) -> str:
    sentences = ""
    if figure.own_code is not None:
        low, high = figure.own_code
        sentences += f" With the slides' own code: {low:.2f}{'' if low == high else f' to {high:.2f}'}."
    hypothesis = figure.hypothesis.strip()
    return sentences + (f" Hypothesis, documented nowhere: {hypothesis}." if hypothesis else "")
