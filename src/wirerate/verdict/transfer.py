# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict on one SSH connection at a link's rate, from the CPU time of its busier end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.catalogue import security
from wirerate.links import Link
from wirerate.records import Alternative, Conditions, Interval, Measurement, Verdict
from wirerate.records.details import Transfer
from wirerate.verdict.link import exit_status
from wirerate.verdict.rules import KEEPS_UP, cores, headroom, word

# A full Ethernet segment: 1500 bytes of IP, less 20 of IPv4, 20 of TCP and 12 of timestamps (RFC 7323 section 3).
IP_BYTES, SEGMENT_BYTES = 1500, 1448
# What SSH adds to the 32 KiB of a packet: two lengths, channel header, padding, a tag of 16 (RFC 4253, RFC 4254).
_SSH = 1 + 36 / 32768


@dataclass(frozen=True)
class Contender:
    """A cipher and MAC as measured, what the catalogue calls it, and whether it may be proposed."""

    measurement: Measurement
    standing: str
    permitted: bool


def judge_transfers(link: Link, contenders: Sequence[Contender]) -> list[Verdict]:
    """One verdict per contender. What falls short is answered with what does not, else with several connections."""
    verdicts = [_judge(link, each) for each in contenders]
    able = sorted((v for v in verdicts if v.permitted and v.headroom), key=lambda v: -_room(v))
    for verdict in verdicts:
        if verdict.verdict != KEEPS_UP or not verdict.permitted:
            better = [v for v in able if v.verdict == KEEPS_UP and v is not verdict][:3]
            verdict.alternatives = tuple(_alternative(v) for v in better or able[:1])
    return verdicts


def status(verdicts: Sequence[Verdict], subject: str) -> int:
    """The exit status of the one that is proposed, over all links: nobody has to use the others."""
    return exit_status([v for v in verdicts if v.subject == subject])


def _judge(link: Link, contender: Contender) -> Verdict:
    details = contender.measurement.details
    assert isinstance(details, Transfer)
    assert details.cpu is not None
    cpu, segment = details.cpu, SEGMENT_BYTES * _SSH
    measured = Interval(cpu.median * segment, cpu.low * segment, cpu.high * segment, cpu.confidence)
    needs = link.wire_ns(IP_BYTES)
    room = headroom(needs, measured)
    return Verdict(
        subject=contender.measurement.subject,
        link=link.name,
        packets=str(IP_BYTES),
        verdict=word(room),
        needs_ns=needs,
        measured_ns=measured,
        headroom=room,
        cores=cores(needs, measured),
        security=security(contender.standing),
        permitted=contender.permitted,
        role="one connection",
        conditions=Conditions(protocol="ssh", ip_bytes=IP_BYTES, covered_bytes=SEGMENT_BYTES),
    )


def _alternative(verdict: Verdict) -> Alternative:
    several = verdict.cores if verdict.verdict != KEEPS_UP else None  # connections at once
    return Alternative(subject=verdict.subject, headroom=verdict.headroom, security=verdict.security, cores=several)


def _room(verdict: Verdict) -> float:
    return verdict.headroom.low if verdict.headroom else 0.0
