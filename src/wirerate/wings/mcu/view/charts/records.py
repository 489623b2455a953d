# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The symmetric part: how long a record takes to be hashed, authenticated or sealed."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.schemes import RECORDS, SYMMETRIC
from wirerate.report import numbers
from wirerate.report.charts.rows import Dot, DotRow, dot_chart
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.naming import algorithm
from wirerate.wings.mcu.rows import LibraryCall
from wirerate.wings.mcu.view.symmetric import TITLES, table


def records(found: Sequence[LibraryCall]) -> Chart | None:
    """One line for each algorithm, a mark for each record."""
    by_name: dict[str, list[LibraryCall]] = {}
    for m in found:
        if m.bytes in RECORDS:
            by_name.setdefault(algorithm(m.subject), []).append(m)
    sealing = {name: _longest(each) for name, each in by_name.items() if SYMMETRIC[name].seals}
    if not sealing:
        return None

    def spec(width: int) -> Spec:
        lines = [DotRow(SYMMETRIC[name].title, tuple(map(_dot, each))) for name, each in by_name.items()]
        return dot_chart(lines, TITLES, "ms (log)", width)

    least = min(sealing, key=lambda name: sealing[name])
    title = f"{SYMMETRIC[least].title} seals 16 KiB in the least time: {numbers.time_ns(sealing[least])}"
    reads = "Time of a record by its length, its key kept; pale bar: its range."
    return Chart("mcu-records", title, reads, table(found), spec)


def _longest(each: Sequence[LibraryCall]) -> float:
    return max(m.ns.median for m in each)


def _dot(m: LibraryCall) -> Dot:
    says = f"{m.subject.partition('@')[0]}, {m.bytes:,.0f} bytes: {numbers.time_ns(m.ns.median)}"
    return Dot(m.ns.median / 1e6, m.ns.low / 1e6, m.ns.high / 1e6, RECORDS.index(int(m.bytes)), says)
