# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict on a core in hardware: what a packet costs it, against what the link leaves."""

from __future__ import annotations

from math import ceil

from msgspec.structs import replace

from wirerate.catalogue import security
from wirerate.links import Load
from wirerate.records import Alternative, Conditions, CoreVerdict, Interval, Measurement, Security, Verdict
from wirerate.records.details import CoreRate
from wirerate.verdict.alternatives import MOST, suggestions
from wirerate.verdict.policy import check, objection
from wirerate.verdict.rules import KEEPS_UP, Cores, cores, headroom, word

ALONE, BUSY = "one message at a time", "every lane busy"  # of a message over several ways
KEYED_MD5 = "keyed-md5"  # RFC 1828; no stack measured here has it
_KEYED = Security(
    claim="forgery as hard as finding the key",
    attack="forged from about 2^64 known messages, its key found in parts (Preneel and van Oorschot 1996)",
    standing="Superseded by HMAC in 1997. Not for new designs.",
    source="RFC 2104 section 6",
    date="1997-02",
)


def judge_core(load: Load, mode: str, measured: Measurement, blocks: float, policy: str = "modern") -> Verdict:
    """One verdict on a core with every lane busy; `measured` is what it costs per packet of so many blocks. Being fast
    in hardware is no better an excuse than being fast in software: the policy refuses here what it refuses there."""
    rate = _rate(measured)
    assert measured.ns is not None
    scale = blocks / rate.blocks
    ns = _scaled(measured.ns, scale)
    details = _details(load, measured, ns, blocks, rate.lanes, rate.latency_ns * scale)
    return _judged(load, mode, ns, f"{rate.lanes} lanes", details, cores(load.needs_ns, ns), policy)


def judge_ways(load: Load, measured: Measurement, policy: str = "modern") -> tuple[Verdict, Verdict]:
    """K-way MD5 on a core, twice: one message at a time, which keeps its K lanes until its digest is there, and every
    lane busy with the chains of several. Plain MD5 does the same work in fewer blocks: only the first can gain."""
    rate, ns = _rate(measured), measured.ns
    assert ns is not None
    assert rate.one_message is not None
    ways, needs = rate.one_message.ways, load.needs_ns
    alone = _scaled(ns, rate.latency_ns / ns.median)
    at_once = cores(needs, alone)
    side_by_side = rate.lanes // ways
    in_flight = ceil(rate.latency_ns / ns.median)
    busy_lanes = max(ways, ceil(rate.lanes * ns.median / needs))
    return (
        _judged(
            load, load.algorithm, alone, ALONE,
            replace(_details(load, measured, alone, rate.blocks, 1, rate.latency_ns), lanes=ways * at_once.likely,
                    gain=rate.one_message.plain_ns / rate.latency_ns),
            Cores(*(ceil(count / side_by_side) for count in at_once)), policy,
        ),
        _judged(
            load, load.algorithm, ns, BUSY,
            replace(_details(load, measured, ns, rate.blocks, in_flight, rate.latency_ns), lanes=busy_lanes,
                    gain=rate.one_message.plain_blocks / rate.blocks),
            cores(needs, ns), policy,
        ),
    )  # fmt: skip


def _rate(measured: Measurement) -> CoreRate:
    assert isinstance(measured.details, CoreRate)
    return measured.details


def _details(
    load: Load, measured: Measurement, ns: Interval, blocks: float, in_flight: int, latency_ns: float
) -> CoreVerdict:
    rate, room = _rate(measured), headroom(load.needs_ns, ns)
    derating = rate.placed.derating if rate.placed else None
    return CoreVerdict(
        basis=measured.basis,
        core=rate.core,
        packets_in_flight=in_flight,
        blocks=blocks,
        blocks_per_second=blocks * 1e9 / ns.median,
        packets_per_second=1e9 / ns.median,
        latency_ns=latency_ns,
        derated_headroom_low=room.low * derating.low if derating else None,
        derated_headroom_high=room.high * derating.high if derating else None,
    )


def _judged(
    load: Load, subject: str, ns: Interval, role: str, details: CoreVerdict, count: Cores, policy: str
) -> Verdict:
    check(policy)
    room = headroom(load.needs_ns, ns)
    said = word(room)
    against = _against(load, subject, policy)
    return Verdict(
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
        details=details,
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
