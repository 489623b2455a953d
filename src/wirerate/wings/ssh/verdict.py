# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict on one SSH connection at a link's rate.

It is about the CPU time of the busier end where a CPU is the limit, else about the rate that was reached: what holds
the connection back there holds it back on that link, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.catalogue import security
from wirerate.links import Link
from wirerate.records import Alternative, Conditions, Interval, Verdict
from wirerate.verdict.link import exit_status
from wirerate.verdict.rules import KEEPS_UP, cores, headroom, word
from wirerate.wings.ssh.rows import Bottleneck, ConnectionVerdict, SshRun, Transfer

# A full Ethernet segment: 1500 bytes of IP, less 20 of IPv4, 20 of TCP and 12 of timestamps (RFC 7323 section 3).
IP_BYTES, SEGMENT_BYTES = 1500, 1448
# What SSH adds to the 32 KiB of a packet: two lengths, channel header, padding, a tag of 16 (RFC 4253, RFC 4254).
_SSH = 1 + 36 / 32768
# A network that carries this share of the link's rate is the link asked about, and full: then the CPU's room counts.
_FULL = 0.9
# Several connections at once share neither a core nor a window; a network or a source they do share.
_SHARED: tuple[Bottleneck, ...] = ("network", "source")


@dataclass(frozen=True)
class Contender:
    """A cipher and MAC as measured, what the catalogue calls it, and why it may not be proposed ("": it may)."""

    transfer: Transfer
    standing: str
    objection: str = ""


def judge_transfers(
    link: Link, contenders: Sequence[Contender], limit: Bottleneck, noise: float = 0.0
) -> list[ConnectionVerdict]:
    """One verdict per contender, all held by the same `limit`. What falls short is answered with what does not, else
    with several connections. Times may be wrong by `noise`, as a control showed: only what holds anyway is told."""
    verdicts = [_judge(link, each, limit, noise) for each in contenders]
    able = sorted((v for v in verdicts if v.permitted), key=lambda v: -v.headroom.low)
    for verdict in verdicts:
        if verdict.verdict != KEEPS_UP or not verdict.permitted:
            better = [v for v in able if v.verdict == KEEPS_UP and v is not verdict][:3]
            verdict.alternatives = tuple(_alternative(v) for v in better or able[:1])
    return verdicts


def answered(run: SshRun) -> str:
    """The subject that the run's answer is about: what is proposed, else the cheapest that could be."""
    if run.findings and run.findings.chosen:
        return run.findings.chosen
    cheapest = [v.subject for v in run.verdicts if v.permitted] + [m.subject for m in run.rows]
    return cheapest[0] if cheapest else ""


def status(verdicts: Sequence[Verdict], subject: str) -> int:
    """The exit status of the one that is proposed, over all links: nobody has to use the others."""
    return exit_status([v for v in verdicts if v.subject == subject])


def _judge(link: Link, contender: Contender, limit: Bottleneck, noise: float) -> ConnectionVerdict:
    transfer = contender.transfer
    assert transfer.cpu is not None
    assert transfer.ns is not None
    assert transfer.bytes
    needs = link.wire_ns(IP_BYTES)
    cpu = _of_segment(transfer.cpu, 1, noise)
    wall = _of_segment(transfer.ns, transfer.bytes, noise)
    full = limit == "network" and needs / wall.median >= _FULL
    measured = cpu if limit.startswith("cpu") or full else wall
    room = headroom(needs, measured)
    count = None if measured is wall and limit in _SHARED else cores(needs, measured)
    return ConnectionVerdict(
        subject=transfer.subject,
        link=link.name,
        packets=str(IP_BYTES),
        verdict=word(room),
        needs_ns=needs,
        measured_ns=measured,
        headroom=room,
        cores=count.likely if count else None,
        cores_worst=count.worst if count else None,
        security=security(contender.standing),
        permitted=not contender.objection,
        objection=contender.objection,
        role="one connection",
        conditions=Conditions(
            protocol="ssh", operation=transfer.operation, ip_bytes=IP_BYTES, covered_bytes=SEGMENT_BYTES
        ),
        limit=limit,
        mbps=transfer.mbps or 0.0,
        cpu_headroom=headroom(needs, cpu),
    )


def _of_segment(ns: Interval, of_bytes: float, noise: float) -> Interval:
    """The time that a full segment takes, where so many bytes take `ns`."""
    scale, wider = SEGMENT_BYTES * _SSH / of_bytes, 1 + noise
    return Interval(ns.median * scale, ns.low * scale / wider, ns.high * scale * wider, ns.confidence)


def _alternative(verdict: ConnectionVerdict) -> Alternative:
    several = verdict.cores if verdict.verdict != KEEPS_UP else None  # connections at once
    return Alternative(subject=verdict.subject, headroom=verdict.headroom, security=verdict.security, cores=several)
