# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How many cores, from what was measured on several: a curve of throughput over threads."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wirerate.records import Interval, Measurement, Scaled, Verdict
from wirerate.verdict.directions import BOTH, one_after_the_other
from wirerate.verdict.rules import Cores, headroom


def scaled(verdict: Verdict, measured: Sequence[Measurement], physical: int) -> Verdict:
    """The verdict with its curve and the cores that it tells; as it was where nothing more was measured. `physical`
    cores are taken first, each by one thread."""
    curve = tuple(
        Scaled(threads=threads, ns=ns, headroom=headroom(verdict.needs_ns, ns), siblings=threads > physical)
        for threads, ns in _costs(verdict, measured)
    )
    if not curve or verdict.measured_ns is None:
        return verdict
    found = _cores(verdict.needs_ns, [(verdict.conditions.threads or 1, verdict.measured_ns),
                                      *((each.threads, each.ns) for each in curve)])  # fmt: skip
    itself = tuple(
        replace(each, cores=found.likely, cores_worst=found.worst) if each.subject == verdict.subject else each
        for each in verdict.alternatives
    )
    return replace(verdict, scaling=curve, cores=found.likely, cores_worst=found.worst, alternatives=itself)


def _costs(verdict: Verdict, measured: Sequence[Measurement]) -> Iterator[tuple[int, Interval]]:
    """By threads: what was measured of one direction; of cores that carry both, the two one after the other."""
    found: dict[int, list[Interval]] = {}
    for m in measured:
        if m.status == "ok" and m.ns is not None:
            found.setdefault(m.threads, []).append(m.ns)
    for threads, ns in sorted(found.items()):
        if verdict.conditions.direction != BOTH:
            yield threads, ns[0]
        elif len(ns) == len(verdict.directions):  # one, where the receiver does what the sender did
            yield threads, one_after_the_other(ns[0], ns[-1])


def steps(cpus: int, threads: int = 1) -> list[int]:
    """The numbers of threads to measure beyond those of the verdict: doubled, and all."""
    doubled = [threads * 2**n for n in range(1, 12) if threads * 2**n < cpus]
    return [*doubled, cpus] if cpus > threads else []


def _cores(needs_ns: float, curve: Sequence[tuple[int, Interval]]) -> Cores:
    likely, worst = (
        _needed(needs_ns, [(threads, getattr(ns, end)) for threads, ns in curve]) for end in ("median", "high")
    )
    return Cores(likely, max(likely, worst))


def _needed(needs_ns: float, curve: Sequence[tuple[int, float]]) -> int:
    """The least threads whose throughput suffices: on the straight line between two that were measured, and beyond the
    last by what a thread brings there."""
    wanted = 1 / needs_ns
    before, reached = 0, 0.0
    for threads, ns in curve:
        if 1 / ns >= wanted:
            part = (wanted - reached) / (1 / ns - reached)
            return max(1, before + math.ceil(part * (threads - before) - 1e-9))
        before, reached = threads, max(reached, 1 / ns)
    return math.ceil(before * wanted / reached)
