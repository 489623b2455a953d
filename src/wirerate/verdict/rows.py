# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which of a subject's measurements decide: the best implementation present, per packet and batched, coldest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wirerate.links import Load
from wirerate.records import Interval, Measurement

PER_PACKET = "per packet"  # one at a time with the keyed state kept, as stacks do it today
BATCHED = "batched"  # up to 256 packets per call

_MOST_BATCHED = 256
COLDEST_FIRST = ("cold", "llc", "warm")  # the coldest that was measured decides, the others are shown


@dataclass(frozen=True)
class Case:
    """An algorithm under a load, with all that was measured of it at the load's lengths."""

    load: Load
    measurements: tuple[Measurement, ...]


@dataclass(frozen=True)
class Row:
    """One way of using one implementation, in every cache state measured."""

    load: Load
    role: str
    decides: Measurement
    others: tuple[Measurement, ...] = ()

    @property
    def ns(self) -> Interval | None:
        return self.decides.ns if self.decides.status == "ok" else None

    def in_cache(self, cache: str) -> Interval | None:
        """The cost in a warmer cache, to be shown beside the one that decides."""
        return next((other.ns for other in self.others if other.cache == cache), None)


def rows(case: Case) -> list[Row]:
    """The per-packet row and the batched row, as far as they were measured."""
    found = (_row(case, PER_PACKET), _row(case, BATCHED))
    return [row for row in found if row is not None]


def _row(case: Case, role: str) -> Row | None:
    batches = range(1, 2) if role == PER_PACKET else range(2, _MOST_BATCHED + 1)
    measured = [m for m in case.measurements if m.batch in batches and m.cache in COLDEST_FIRST]
    measured = _as_keyed_by(case.load, measured)
    working = [m for m in measured if m.status == "ok" and m.ns is not None]
    if not working:
        return Row(case.load, role, measured[0]) if measured and role == PER_PACKET else None
    coldest = min((m.cache for m in working), key=COLDEST_FIRST.index)
    decides = min((m for m in working if m.cache == coldest), key=_median)
    return Row(case.load, role, decides, tuple(m for m in working if m is not decides and _same_way(m, decides)))


def _as_keyed_by(load: Load, measurements: Sequence[Measurement]) -> list[Measurement]:
    """Those in the keyed mode that the protocol allows; when only others were asked for, these."""
    return [m for m in measurements if m.keyed in ("", load.keyed)] or list(measurements)


def _same_way(one: Measurement, other: Measurement) -> bool:
    return (one.subject, one.batch, one.keyed, one.threads) == (other.subject, other.batch, other.keyed, other.threads)


def _median(measurement: Measurement) -> float:
    return measurement.ns.median if measurement.ns else float("inf")


def fastest(candidates: Iterable[Row]) -> Row | None:
    """The row with the lowest median; None when none was measured."""
    timed = [row for row in candidates if row.ns is not None]
    return min(timed, key=lambda row: _median(row.decides), default=None)
