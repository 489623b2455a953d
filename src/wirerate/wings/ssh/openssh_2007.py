# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Decide whether keeping the key schedule gains more for HMAC-SHA1 than for HMAC-MD5, as OpenSSH expected in June
2007."""

from __future__ import annotations

from collections.abc import Container, Sequence

from wirerate.wings.ssh.rows import MillAnswer, MilledPacket, MillGain

_MD5, _SHA1 = "hmac-md5@openssl", "hmac-sha1@openssl"
_SHA_INSTRUCTIONS = ("sha_ni", "sha1")  # the CPU flags on x86 and Arm


def answer(
    rows: Sequence[MilledPacket], comparisons: Sequence[MillGain], instructions: Container[str] | None
) -> MillAnswer | None:
    """Return the answer, or None unless both MACs were measured.

    `instructions` are the CPU's flags; None if an environment variable makes OpenSSL ignore some of them.
    """
    md5, sha1 = (_gains(comparisons, name) for name in (_MD5, _SHA1))
    if not md5 or not sha1:
        return None
    has = None if instructions is None else any(name in instructions for name in _SHA_INSTRUCTIONS)
    return MillAnswer(
        sizes=len(md5),
        larger=sum(sha1[size] > gain for size, gain in md5.items()),
        md5_ns=_call_ns(rows, _MD5),
        sha1_ns=_call_ns(rows, _SHA1),
        sha_instructions=has,
    )


def _call_ns(rows: Sequence[MilledPacket], subject: str) -> float | None:
    return next((row.compression_ns for row in rows if row.subject == subject), None)


def _gains(comparisons: Sequence[MillGain], subject: str) -> dict[float, float]:
    """Return the ratio of rekeyed to kept time by payload."""
    return {
        c.conditions.bytes or 0: c.ratio.median
        for c in comparisons
        if (c.subject, c.reference, c.against_keyed) == (subject, subject, "rekey")
    }
