"""Which of a run's measurements make a curve, and under which condition they are drawn.

The condition nearest to the question is taken: cold, packet by packet, keyed state kept. What is left out of a drawing
stands in the table under it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from wirerate.records import Interval, Measurement, Run
from wirerate.report import numbers
from wirerate.report.views import naming

_CACHE_ORDER = ("cold", "llc", "warm")
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
    keyed: str
    batch: int
    role: str
    cache: str  # in words
    condition: str  # in words, all but the size
    points: tuple[Point, ...]

    @property
    def historical(self) -> bool:
        return naming.historical(self.subject)


def size_curves(run: Run) -> list[Curve]:
    """Rate by packet size, every subject that has two sizes or more; the leading condition's curves come first."""
    sized = [m for m in run.measurements if _timed(m) and not m.packets and m.cache != "sweep" and m.threads == 1]
    curves = _curves(sized, lambda m: (m.subject, m.cache, m.batch, m.keyed), lambda m: m.bytes or 0)
    return sorted(curves, key=lambda c: _leading(c.cache))


def sweep_curves(run: Run) -> list[Curve]:
    """Rate by working set; one message size, the first one swept."""
    swept = [m for m in run.measurements if _timed(m) and m.cache == "sweep" and m.working_set]
    size = next((m.bytes for m in swept), None)
    same = [m for m in swept if m.bytes == size]
    return _curves(same, lambda m: (m.subject, m.batch, m.keyed), lambda m: m.working_set or 0)


def drawn(curves: Sequence[Curve]) -> list[Curve]:
    """One line per algorithm, of its fastest implementation; a second one where batches are faster still."""
    if not curves:
        return []
    cache = curves[0].cache
    best: dict[tuple[str, bool], Curve] = {}
    for curve in curves:
        if curve.cache != cache or (curve.keyed in ("rekey", "fresh") and _has_reuse(curve, curves)):
            continue
        key = naming.algorithm(curve.subject), curve.batch > 1
        if key not in best or _speed(curve) > _speed(best[key]):
            best[key] = curve
    kept = [c for (name, batched), c in best.items() if not batched or _speed(c) > 1.1 * _single(name, best)]
    return sorted(kept, key=lambda c: (c.historical, c.role != "subject"))


def keyed_costs(run: Run) -> list[Measurement]:
    """One measurement per MAC and keyed state that carries the fixed + per-byte split, under the leading condition."""
    fitted = [m for m in run.measurements if m.fixed_ns is not None and m.per_byte_ns is not None and m.keyed]
    single = [m for m in fitted if m.batch == 1 and m.threads == 1 and m.cache != "sweep"]
    caches = [c for c in _CACHE_ORDER if any(m.cache == c for m in single)]
    best: dict[tuple[str, str], Measurement] = {}
    for m in single:
        if m.cache == caches[0]:
            best.setdefault((m.subject, m.keyed), m)
    return list(best.values())


def round_series(run: Run, limit: int = 6) -> list[Measurement]:
    """Measurements with their rounds, one per subject: those that the verdicts rest on, else the largest message."""
    sampled = [m for m in run.measurements if len(m.samples_ns) > 1 and m.ns and m.cache != "sweep" and m.batch == 1]
    ranked = sorted(sampled, key=lambda m: (_cache_rank(m.cache), not m.packets, -(m.bytes or 0), _keyed_rank(m.keyed)))
    best: dict[str, Measurement] = {}
    for m in ranked:
        best.setdefault(m.subject, m)
    asked = sorted(best.values(), key=lambda m: (m.role != "subject", naming.historical(m.subject)))
    return asked[:limit]


def _timed(m: Measurement) -> bool:
    return m.ns is not None and m.ns.median > 0 and m.status == "ok" and bool(m.bytes)


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
            ordered = tuple(points[at] for at in sorted(points))
            curves.append(
                Curve(
                    first.subject, first.keyed, first.batch, first.role, naming.cache(first), _condition(first), ordered
                )
            )
    return curves


def _point(x: float, m: Measurement) -> Point:
    assert m.ns is not None
    assert m.bytes is not None
    low, high = (numbers.gbits(m.bytes, max(ns, 1e-9)) for ns in (m.ns.high, m.ns.low))
    return Point(x, numbers.gbits(m.bytes, m.ns.median), low, high, m.ns)


def _condition(m: Measurement) -> str:
    cache = numbers.size(m.bytes or 0) + " messages" if m.cache == "sweep" else naming.cache(m)
    return " · ".join(part for part in (cache, naming.batch(m.batch), naming.MODES.get(m.keyed, "")) if part)


def _leading(cache: str) -> int:
    return next((i for i, name in enumerate(_CACHE_ORDER) if naming.CACHES[name] == cache), len(_CACHE_ORDER))


def _cache_rank(cache: str) -> int:
    return _CACHE_ORDER.index(cache) if cache in _CACHE_ORDER else len(_CACHE_ORDER)


def _keyed_rank(keyed: str) -> int:
    return _KEYED_ORDER.index(keyed) if keyed in _KEYED_ORDER else len(_KEYED_ORDER)


def _has_reuse(curve: Curve, curves: Iterable[Curve]) -> bool:
    return any(c.subject == curve.subject and c.keyed == "reuse" for c in curves)


def _speed(curve: Curve) -> float:
    return curve.points[-1].gbits


def _single(name: str, best: dict[tuple[str, bool], Curve]) -> float:
    return _speed(best[name, False]) if (name, False) in best else 0.0
