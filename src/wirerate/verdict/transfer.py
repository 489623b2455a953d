"""The verdict on one SSH connection at a link's rate, from the CPU time of its busier end."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue import security
from wirerate.links import Link
from wirerate.records import Interval, Measurement, Verdict
from wirerate.verdict.link import exit_status
from wirerate.verdict.rules import cores, headroom, word

__all__ = ["exit_status", "judge_transfers"]

# A full Ethernet segment: 1500 bytes of IP, less 20 of IPv4, 20 of TCP and 12 of timestamps (RFC 7323 section 3).
IP_BYTES, SEGMENT_BYTES = 1500, 1448
# What SSH adds to the 32 KiB of a packet: two lengths, channel header, padding, a tag of 16 (RFC 4253, RFC 4254).
_SSH = 1 + 36 / 32768

NOTE = "One connection runs on one core at each end; the CPU of the busier end decides, kernel and copies included."


def judge_transfers(link: Link, measurements: Sequence[Measurement], standings: dict[str, str]) -> list[Verdict]:
    """One verdict per compared candidate; `standings` names the catalogue's entry of each."""
    return [_judge(link, m, standings[m.subject]) for m in measurements if "cpu_low" in m.extra]


def _judge(link: Link, measurement: Measurement, standing: str) -> Verdict:
    extra = measurement.extra
    per_byte = [float(extra[name]) for name in ("cpu_ns_per_byte", "cpu_low", "cpu_high")]
    median, low, high = (value * SEGMENT_BYTES * _SSH for value in per_byte)
    measured = Interval(median, low, high, float(extra["cpu_confidence"]))
    needs = link.wire_ns(IP_BYTES)
    room = headroom(needs, measured)
    return Verdict(
        subject=measurement.subject,
        link=link.name,
        packets=str(IP_BYTES),
        verdict=word(room),
        needs_ns=needs,
        measured_ns=measured,
        headroom=room,
        cores=cores(needs, measured),
        security=security(standing),
        role="one connection",
        conditions={"protocol": "ssh", "ip_bytes": IP_BYTES, "covered_bytes": SEGMENT_BYTES},
        note=NOTE,
    )
