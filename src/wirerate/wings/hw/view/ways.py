# SPDX-License-Identifier: Apache-2.0 OR MIT
"""K-way MD5 against a link by message size: a message alone, and every lane busy with several."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.records import Verdict
from wirerate.report import naming, numbers
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.verdict.rules import KEEPS_UP, TIGHT
from wirerate.wings.hw.rows import HwRun, OneMessage
from wirerate.wings.hw.verdict import ALONE, BUSY
from wirerate.wings.hw.view.words import judged_core


def judged(run: HwRun) -> bool:
    """Whether the run's verdicts are on it."""
    return any(v.role in (ALONE, BUSY) for v in run.verdicts)


def table(run: HwRun) -> Table:
    """A row for every size, once for each use of the core."""
    columns = (
        Column("message", ("packets",), numeric=False),
        Column("time for it", ("needs_ns",)),
        Column("takes", ("ns", "ns_low", "ns_high")),
        Column("headroom", ("headroom", "headroom_low", "headroom_high")),
        Column("lanes", ("lanes",)),
        Column("cores", ("cores",)),
        Column("gain", ("gain",)),
        Column("verdict", ("verdict",), numeric=False),
    )
    first = run.verdicts[0]
    groups = [
        Group(f"{first.subject} at {first.link}, {role}", tuple(_row(v) for v in run.verdicts if v.role == role))
        for role in (ALONE, BUSY)
    ]
    return Table("ways", columns, tuple(groups), group_fields=("use",))


def _row(v: Verdict) -> tuple[Cell, ...]:
    about, ns, room = judged_core(v), v.measured_ns, v.headroom
    assert ns is not None
    assert room is not None
    glyph, tone = naming.shown_as(v.verdict, permitted=v.permitted)
    return (
        Cell(_size(v), "strong", figures=(v.packets,)),
        Cell(numbers.time_ns(v.needs_ns), figures=(v.needs_ns,)),
        Cell(numbers.time_ns(ns.median), figures=(ns.median, ns.low, ns.high)),
        Cell(numbers.times(room.median), figures=(room.median, room.low, room.high)),
        Cell(str(about.lanes), figures=(about.lanes,)),
        Cell(str(v.cores), figures=(v.cores,)),
        Cell(numbers.times(about.gain) if about.gain else numbers.NONE, figures=(about.gain,)),
        Cell(f"{glyph} {v.verdict}", tone, figures=(v.verdict,)),
    )


def _size(v: Verdict) -> str:
    return numbers.size(float(v.packets)) if v.packets.isdecimal() else v.packets


def question(run: HwRun) -> str:
    first = run.verdicts[0]
    basis = {"formula": "by formula", "stored": "as the project placed it", "placed": "as placed here"}
    said = basis[judged_core(first).basis]
    return f"{first.subject} on {judged_core(first).core} against {first.link}, by message size; {said}"


def answer(verdicts: Sequence[Verdict]) -> str:
    """Which sizes one message at a time carries, and whether several at once carry the rest."""
    first = verdicts[0]
    alone, busy = ([v for v in verdicts if v.role == role] for role in (ALONE, BUSY))
    fast, slow = [v for v in alone if _fast(v)], [v for v in alone if not _fast(v)]
    what = f"{first.subject} on {judged_core(first).core}, one message at a time,"
    if not slow:
        return f"{what} is fast enough for {first.link}: {_sizes(fast)}"
    told = f"fast enough for {first.link} with {_sizes(fast)}, not with" if fast else f"too slow for {first.link} with"
    kept = [v for v in busy if _fast(v) and v.packets in {each.packets for each in slow}]
    if len(kept) == len(slow):
        return f"{what} is {told} {_sizes(slow)}, which takes several at once"
    return f"{what} is {told} {_sizes(slow)}"


def _fast(v: Verdict) -> bool:
    return v.verdict in (KEEPS_UP, TIGHT)


def _sizes(verdicts: Sequence[Verdict]) -> str:
    return numbers.one_of([_size(v) for v in verdicts])


def explained(run: HwRun) -> list[str]:
    """What the columns mean here, what they come to, and what is to be known about it."""
    first, one = run.verdicts[0], _one_message(run)
    packets = ",".join(dict.fromkeys(v.packets for v in run.verdicts))
    return [
        "Takes: alone, until the digest of digests is there; else for each of several. Lanes: that carry "
        f"{first.link}; alone, a message keeps {one.ways} from first to last. Gain: over plain MD5 on the same core, "
        "alone on one lane, else on all.",
        f"A message alone gains from {numbers.size(one.gains_from)} on, and {one.ways}-fold at most. Where several are "
        f"at hand, plain MD5 fills the lanes as well and takes fewer blocks: {one.ways} ways only cost.",
        f"⊘ {first.objection}. {first.security.standing}" if first.objection else first.security.standing,
        f"In software: wirerate check md5 {first.subject} --link {first.link} --packet {packets}.",
    ]


def _one_message(run: HwRun) -> OneMessage:
    one = run.rows[0].one_message
    assert one is not None
    return one
