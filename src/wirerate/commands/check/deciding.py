# SPDX-License-Identifier: Apache-2.0 OR MIT
"""When a check's rounds may end: more could change no verdict, and no figure is too wide to stand in a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from wirerate.host.measure import Settled
from wirerate.host.request import Request
from wirerate.links import Load
from wirerate.records import Comparison, Interval, Measurement
from wirerate.rounds.row import are_precise
from wirerate.running.cautions import WIDE
from wirerate.verdict import COLDEST_FIRST, headroom, is_decided
from wirerate.verdict.directions import one_after_the_other

Planned = tuple[Load, Sequence[Request]]


def verdicts_known(planned: Iterable[Planned], *, duplex: bool = False) -> Settled:
    """Of everything asked about or proposed, each under its load: what is cold decides, the others are shown."""
    needs: dict[tuple[object, ...], set[float]] = {}
    for load, requests in planned:
        for request in requests:
            condition = (sum(request.lengths) / len(request.lengths), request.batch, request.cache)
            needs.setdefault((request.subject.name, *condition), set()).add(load.needs_ns)

    def known(m: Measurement, costs: Sequence[Interval]) -> bool:
        if m.ns is None or not are_precise([m.ns], WIDE):
            return m.ns is None
        asked = needs.get((m.subject.partition("@")[0], m.bytes, m.batch, m.cache), set())
        judged = reduce(one_after_the_other, costs) if duplex else m.ns
        return m.cache != COLDEST_FIRST[0] or all(is_decided(headroom(each, judged)) for each in asked)

    def settled(measurements: Sequence[Measurement], _comparisons: Sequence[Comparison]) -> bool:
        ways: dict[tuple[object, ...], list[Interval]] = {}
        for m in measurements:
            if m.ns is not None:
                ways.setdefault((m.subject, m.batch, m.keyed, m.cache), []).append(m.ns)
        return all(known(m, ways.get((m.subject, m.batch, m.keyed, m.cache), [])) for m in measurements)

    return settled
