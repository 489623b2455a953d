# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The curves of a run: measurements that differ only in their size, working set or key schedule.

Charts draw the condition nearest to practice (cold, packet by packet, key schedule reused); their tables have all
conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from wirerate.authenticators.subjects import RECEIVING
from wirerate.records import AnyRun, Interval, Measurement
from wirerate.report import labels, numbers
from wirerate.verdict import COLDEST_FIRST

Rows = TypeVar("Rows", "Curve", Measurement)

_STRIPS = 6  # subjects whose rounds are shown
_KEYED_ORDER = ("reuse", "", "rekey", "fresh")


@dataclass(frozen=True)
class Point:
    x: float  # bytes: of a message, or of a working set
    gbits: float
    low: float
    high: float
    ns: Interval


@dataclass(frozen=True)
class Curve:
    subject: str
    operation: str
    keyed: str
    batch: int
    role: str
    cache: str  # in words
    condition: str  # the condition in words, without the size
    points: tuple[Point, ...]

    @property
    def historical(self) -> bool:
        return labels.historical(self.subject)


def size_curves(run: AnyRun) -> list[Curve]:
    """Return rate by packet size for every subject with two sizes or more, the coldest cache state first."""
    sized = [m for m in run.rows if _timed(m) and not m.packets and m.cache != "sweep" and m.threads == 1]
    curves = _curves(sized, lambda m: (m.subject, m.operation, m.cache, m.batch, m.keyed), lambda m: m.bytes or 0)
    return sorted(curves, key=lambda c: _rank(c.cache, [labels.CACHES[name] for name in COLDEST_FIRST]))


def sweep_curves(run: AnyRun) -> list[Curve]:
    """Return rate by working set, for the first message size that was swept."""
    swept = [m for m in run.rows if _timed(m) and m.cache == "sweep" and m.working_set]
    size = next((m.bytes for m in swept), None)
    same = [m for m in swept if m.bytes == size]
    return _curves(same, lambda m: (m.subject, m.operation, m.batch, m.keyed), lambda m: m.working_set or 0)


def as_used(curves: Sequence[Curve]) -> list[Curve]:
    """Return the curves of normal use: sending, with the key schedule reused. A subject without such curves keeps its
    other curves."""
    reused = {labels.short(c.subject) for c in curves if c.keyed == "reuse"}
    return sending([c for c in curves if c.keyed not in ("rekey", "fresh") or labels.short(c.subject) not in reused])


def sending(rows: Sequence[Rows]) -> list[Rows]:
    """Return the sender's rows of each subject, or the receiver's where it has no others."""
    senders = {row.subject for row in rows if row.operation not in RECEIVING}
    return [row for row in rows if row.operation not in RECEIVING or row.subject not in senders]


def drawn(curves: Sequence[Curve]) -> list[Curve]:
    """Return the curve of each algorithm's fastest implementation, and a second one where batches are faster still."""
    if not curves:
        return []
    cache = curves[0].cache
    best: dict[tuple[str, bool], Curve] = {}
    for curve in as_used(curves):
        if curve.cache != cache:
            continue
        key = labels.algorithm(curve.subject), curve.batch > 1
        if key not in best or _speed(curve) > _speed(best[key]):
            best[key] = curve
    chosen = [c for (name, batched), c in best.items() if not batched or _speed(c) > 1.1 * _single(name, best)]
    return sorted(chosen, key=lambda c: (c.historical, c.role != "subject"))


def keyed_costs(run: AnyRun) -> list[Measurement]:
    """Return one measurement with separate fixed and per-byte cost for each MAC and key schedule."""
    fitted = [m for m in run.rows if m.fixed_ns is not None and m.per_byte_ns is not None and m.keyed]
    single = [m for m in sending(fitted) if m.batch == 1 and m.threads == 1 and m.cache != "sweep"]
    caches = [c for c in COLDEST_FIRST if any(m.cache == c for m in single)]
    best: dict[tuple[str, str], Measurement] = {}
    for m in single:
        if m.cache == caches[0]:
            best.setdefault((labels.short(m.subject), m.keyed), m)
    return list(best.values())


def one_per_algorithm(costs: Sequence[Measurement]) -> list[Measurement]:
    """Return, for each algorithm, the implementation with the most key schedules measured; of these, the fastest."""
    groups: dict[str, list[Measurement]] = {}
    for m in costs:
        groups.setdefault(labels.short(m.subject), []).append(m)
    best: dict[str, list[Measurement]] = {}
    for rows in groups.values():
        name = labels.algorithm(rows[0].subject)
        if name not in best or _worth(rows) > _worth(best[name]):
            best[name] = rows
    return [m for rows in best.values() for m in rows]


def _worth(rows: Sequence[Measurement]) -> tuple[int, float]:
    return len(rows), -min(m.fixed_ns or 0.0 for m in rows)


def round_series(run: AnyRun) -> list[Measurement]:
    """Return one measurement with its rounds for each subject: in the coldest cache state, of a packet mix or otherwise
    of the largest message. Subjects with a verdict come first."""
    sampled = [m for m in run.rows if len(m.samples_ns) > 1 and m.ns and m.cache != "sweep" and m.batch == 1]
    judged = {v.subject for v in run.verdicts}
    ranked = sorted(
        sending(sampled),
        key=lambda m: (_rank(m.cache, COLDEST_FIRST), not m.packets, -(m.bytes or 0), _rank(m.keyed, _KEYED_ORDER)),
    )
    best: dict[str, Measurement] = {}
    for m in ranked:
        best.setdefault(m.subject, m)
    ordered = sorted(
        best.values(), key=lambda m: (m.subject not in judged, m.role != "subject", labels.historical(m.subject))
    )
    return ordered[:_STRIPS]


def _timed(m: Measurement) -> bool:
    measured = m.basis == "measured" and m.status == "ok"
    return measured and m.ns is not None and m.ns.median > 0 and bool(m.bytes)


def _curves(
    measurements: Iterable[Measurement], same: Callable[[Measurement], Hashable], x: Callable[[Measurement], float]
) -> list[Curve]:
    groups: dict[Hashable, list[Measurement]] = {}
    for m in measurements:
        groups.setdefault(same(m), []).append(m)
    curves = []
    for rows in groups.values():
        points = {x(m): _point(x(m), m) for m in rows}
        if len(points) > 1:
            first = rows[0]
            ordered = tuple(points[place] for place in sorted(points))
            curves.append(
                Curve(
                    first.subject,
                    first.operation,
                    first.keyed,
                    first.batch,
                    first.role,
                    labels.cache(first),
                    _condition(first),
                    ordered,
                )
            )
    return curves


def _point(x: float, m: Measurement) -> Point:
    assert m.ns is not None
    assert m.bytes is not None
    low, high = (numbers.gbits(m.bytes, max(ns, 1e-9)) for ns in (m.ns.high, m.ns.low))
    return Point(x, numbers.gbits(m.bytes, m.ns.median), low, high, m.ns)


def _condition(m: Measurement) -> str:
    cache = numbers.size(m.bytes or 0) + " messages" if m.cache == "sweep" else labels.cache(m)
    operation = m.operation if m.operation in RECEIVING else ""
    parts = (operation, cache, labels.batch(m.batch), labels.MODES.get(m.keyed, ""))
    return " · ".join(part for part in parts if part)


def _rank(name: str, order: Sequence[str]) -> int:
    """Return the name's position in the order; unknown names come last."""
    return order.index(name) if name in order else len(order)


def _speed(curve: Curve) -> float:
    return curve.points[-1].gbits


def _single(name: str, best: dict[tuple[str, bool], Curve]) -> float:
    return _speed(best[name, False]) if (name, False) in best else 0.0
