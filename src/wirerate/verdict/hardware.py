# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict on a core in hardware: what a packet costs it, against what the link leaves."""

from __future__ import annotations

from wirerate.catalogue import security
from wirerate.links import Load
from wirerate.records import Alternative, Conditions, CoreVerdict, Interval, Measurement, Security, Verdict
from wirerate.records.details import CoreRate
from wirerate.verdict.alternatives import MOST, suggestions
from wirerate.verdict.policy import objection
from wirerate.verdict.rules import KEEPS_UP, cores, headroom, word

KEYED_MD5 = "keyed-md5"  # RFC 1828; no stack measured here has it
_KEYED = Security(
    claim="forgery as hard as finding the key",
    attack="forged from about 2^64 known messages, its key found in parts (Preneel and van Oorschot 1996)",
    standing="Superseded by HMAC in 1997. Not for new designs.",
    source="RFC 2104 section 6",
    date="1997-02",
)


def judge_core(load: Load, mode: str, measured: Measurement, blocks: float) -> Verdict:
    """One verdict on a core with every lane busy; `measured` is what it costs per packet of so many blocks.

    What speaks against the algorithm is said whatever the rate, but does not decide the exit status: the question is
    whether the hardware keeps up.
    """
    rate = measured.details
    assert measured.ns is not None
    assert isinstance(rate, CoreRate)
    scale = blocks / rate.blocks
    ns = _scaled(measured.ns, scale)
    room, count = headroom(load.needs_ns, ns), cores(load.needs_ns, ns)
    said = word(room)
    against = "NOT FOR NEW DESIGNS (RFC 2104)" if mode == KEYED_MD5 else objection(load, "modern")
    derating = rate.placed.derating if rate.placed else None
    details = CoreVerdict(
        basis=measured.basis,
        core=rate.core,
        packets_in_flight=rate.lanes,
        blocks=blocks,
        blocks_per_second=blocks * 1e9 / ns.median,
        packets_per_second=1e9 / ns.median,
        latency_ns=rate.latency_ns * scale,
        derated_headroom_low=room.low * derating.low if derating else None,
        derated_headroom_high=room.high * derating.high if derating else None,
    )
    return Verdict(
        subject=mode,
        link=load.link.name,
        packets=load.mix.name,
        verdict=said,
        needs_ns=load.needs_ns,
        measured_ns=ns,
        headroom=room,
        cores=count.likely,
        cores_worst=count.worst,
        security=_KEYED if mode == KEYED_MD5 else security(load.algorithm),
        permitted=not against,
        objection=against,
        role=f"{rate.lanes} lanes",
        conditions=Conditions(protocol=load.protocol.name, policy="any"),
        alternatives=() if said == KEEPS_UP and not against else _alternatives(load),
        details=details,
    )


def _alternatives(load: Load) -> tuple[Alternative, ...]:
    """By their standing alone: no core of theirs has been placed."""
    return tuple(
        Alternative(subject=other.algorithm, headroom=None, security=security(other.algorithm, other.protocol.name))
        for other in suggestions(load)[:MOST]
    )


def _scaled(ns: Interval, by: float) -> Interval:
    return Interval(ns.median * by, ns.low * by, ns.high * by, ns.confidence, ns.unknowns)
