# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict on a core in hardware: what a packet costs it, against what the link leaves."""

from __future__ import annotations

from math import ceil
from typing import Any

from wirerate import links
from wirerate.catalogue import security
from wirerate.links import Load, Mix
from wirerate.records import Alternative, Conditions, Interval, Security
from wirerate.verdict.alternatives import MOST, suggestions
from wirerate.verdict.policy import check, objection
from wirerate.verdict.rules import KEEPS_UP, Cores, cores, headroom, word
from wirerate.wings.hw.rows import ALONE, BUSY, CoreRate, CoreVerdict
from wirerate.wings.hw.workload import CHECKSUM, MODES, mean_blocks

KEYED_MD5 = "keyed-md5"  # RFC 1828; no stack measured here has it
_KEYED = Security(
    claim="forgery as hard as finding the key",
    attack="forged from about 2^64 known messages, its key found in parts (Preneel and van Oorschot 1996)",
    standing="Superseded by HMAC in 1997. Not for new designs.",
    source="RFC 2104 section 6",
    date="1997-02",
)


def judge_each(algorithm: str, link: str, mix: Mix, decides: CoreRate, policy: str) -> tuple[CoreVerdict, ...]:
    """Each way of using the core: of one of MD5's, plain and as the two MACs."""
    found = []
    for mode in (CHECKSUM,) if algorithm == CHECKSUM else MODES:
        about = links.load(links.parse_link(link), mix, "hmac-md5" if mode == KEYED_MD5 else mode)
        blocks = decides.blocks if mode == CHECKSUM else mean_blocks(mix, MODES[mode])
        found.append(judge_core(about, mode, decides, blocks, policy))
    return tuple(found)


def judge_core(load: Load, mode: str, measured: CoreRate, blocks: float, policy: str = "modern") -> CoreVerdict:
    """One verdict on a core with every lane busy; `measured` is what it costs per packet of so many blocks. Being fast
    in hardware is no better an excuse than being fast in software: the policy refuses here what it refuses there."""
    assert measured.ns is not None
    scale = blocks / measured.blocks
    ns = _scaled(measured.ns, scale)
    own = _own(load, measured, ns, blocks, measured.lanes, measured.latency_ns * scale)
    return _judged(load, mode, ns, f"{measured.lanes} lanes", own, cores(load.needs_ns, ns), policy)


def judge_ways(load: Load, measured: CoreRate, policy: str = "modern") -> tuple[CoreVerdict, CoreVerdict]:
    """K-way MD5 on a core, twice: one message at a time, which keeps its K lanes until its digest is there, and every
    lane busy with the chains of several. Plain MD5 does the same work in fewer blocks: only the first can gain."""
    ns = measured.ns
    assert ns is not None
    assert measured.one_message is not None
    ways, needs = measured.one_message.ways, load.needs_ns
    alone = _scaled(ns, measured.latency_ns / ns.median)
    at_once = cores(needs, alone)
    side_by_side = measured.lanes // ways
    in_flight = ceil(measured.latency_ns / ns.median)
    busy_lanes = max(ways, ceil(measured.lanes * ns.median / needs))
    return (
        _judged(
            load, load.algorithm, alone, ALONE,
            _own(load, measured, alone, measured.blocks, 1, measured.latency_ns) | {"lanes": ways * at_once.likely,
                "gain": measured.one_message.plain_ns / measured.latency_ns},
            Cores(*(ceil(count / side_by_side) for count in at_once)), policy,
        ),
        _judged(
            load, load.algorithm, ns, BUSY,
            _own(load, measured, ns, measured.blocks, in_flight, measured.latency_ns) | {"lanes": busy_lanes,
                "gain": measured.one_message.plain_blocks / measured.blocks},
            cores(needs, ns), policy,
        ),
    )  # fmt: skip


def _own(
    load: Load, measured: CoreRate, ns: Interval, blocks: float, in_flight: int, latency_ns: float
) -> dict[str, Any]:
    """What a verdict on a core says beside what every verdict does."""
    room = headroom(load.needs_ns, ns)
    derating = measured.placed.derating if measured.placed else None
    return {
        "basis": measured.basis,
        "core": measured.core,
        "packets_in_flight": in_flight,
        "blocks": blocks,
        "blocks_per_second": blocks * 1e9 / ns.median,
        "packets_per_second": 1e9 / ns.median,
        "latency_ns": latency_ns,
        "derated_headroom_low": room.low * derating.low if derating else None,
        "derated_headroom_high": room.high * derating.high if derating else None,
    }


def _judged(
    load: Load, subject: str, ns: Interval, role: str, own: dict[str, Any], count: Cores, policy: str
) -> CoreVerdict:
    check(policy)
    room = headroom(load.needs_ns, ns)
    said = word(room)
    against = _against(load, subject, policy)
    return CoreVerdict(
        subject=subject,
        link=load.link.name,
        packets=load.mix.name,
        verdict=said,
        needs_ns=load.needs_ns,
        measured_ns=ns,
        headroom=room,
        cores=count.likely,
        cores_worst=count.worst,
        security=_KEYED if subject == KEYED_MD5 else security(load.algorithm),
        permitted=not against,
        objection=against,
        role=role,
        conditions=Conditions(protocol=load.protocol.name, policy=policy),
        alternatives=() if said == KEEPS_UP and not against else _alternatives(load, policy),
        **own,
    )


def _against(load: Load, subject: str, policy: str) -> str:
    """Keyed MD5 stands in no catalogue but here, and its load is HMAC-MD5's."""
    if subject == KEYED_MD5 and policy != "any":
        return "NOT FOR NEW DESIGNS (RFC 2104)"
    return objection(load, policy)


def _alternatives(load: Load, policy: str) -> tuple[Alternative, ...]:
    """By their standing alone: no core of theirs has been placed."""
    return tuple(
        Alternative(subject=other.algorithm, headroom=None, security=security(other.algorithm, other.protocol.name))
        for other in suggestions(load, policy)[:MOST]
    )


def _scaled(ns: Interval, by: float) -> Interval:
    return Interval(ns.median * by, ns.low * by, ns.high * by, ns.confidence, ns.unknowns)
