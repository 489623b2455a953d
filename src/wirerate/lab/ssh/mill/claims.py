# SPDX-License-Identifier: Apache-2.0 OR MIT
"""At which packet sizes 2007's figures appear here, and what remains of them at full packets.

OpenSSH's announcement gave 12 to 16 % for keeping HMAC-MD5's state, "even bigger" for HMAC-SHA1, and UMAC-64 as 20 %
faster than HMAC-MD5 and 28 % faster than HMAC-SHA1, all over arcfour, without the packet size that decides it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.records import Comparison, Interval
from wirerate.records.details import MillGain

_MD5, _SHA1 = "hmac-md5@openssl", "hmac-sha1@openssl"
_KEEPING = (0.16, 0.12)
# Subject, reference, the reference's keyed state, and the gains published; SHA-1's was only said to be larger.
_CLAIMS = (
    (_MD5, _MD5, "rekey", _KEEPING),
    (_MD5, _MD5, "fresh", _KEEPING),
    (_SHA1, _SHA1, "rekey", _KEEPING),
    ("umac-64@wirerate", _MD5, "reuse", (0.20,)),
    ("umac-64@nettle", _MD5, "reuse", (0.20,)),
    ("umac-64@wirerate", _SHA1, "reuse", (0.28,)),
    ("umac-64@nettle", _SHA1, "reuse", (0.28,)),
)


@dataclass(frozen=True)
class Finding:
    """A gain of kept state by payload: where it passes the published figures, and what it is at the largest payload."""

    subject: str
    reference: str
    against_keyed: str  # how the reference handles its state: reuse | rekey | fresh
    gains: tuple[tuple[int, Interval], ...]  # payload bytes, ratio - 1
    published: tuple[float, ...]  # the gains of 2007
    crossings: tuple[float | None, ...]  # payload bytes at which the published gains appear here; None: nowhere

    @property
    def last(self) -> tuple[int, Interval]:
        return self.gains[-1]


def findings(comparisons: Sequence[Comparison]) -> list[Finding]:
    """The claims of 2007 that the comparisons can speak to."""
    found = []
    for subject, reference, against, published in _CLAIMS:
        gains = _gains(comparisons, subject, reference, against)
        if gains:
            crossings = tuple(crossing([(size, gain.median) for size, gain in gains], level) for level in published)
            found.append(Finding(subject, reference, against, gains, published, crossings))
    return found


def larger_for_sha1(found: Sequence[Finding]) -> tuple[int, int] | None:
    """At how many of the sizes measured HMAC-SHA1 gains more than HMAC-MD5, which 2007 expected; and of how many."""
    gains = {each.subject: each.gains for each in found if each.against_keyed == "rekey"}
    if not {_MD5, _SHA1} <= gains.keys():
        return None
    pairs = list(zip(gains[_MD5], gains[_SHA1], strict=True))
    return sum(other.median > one.median for (_, one), (_, other) in pairs), len(pairs)


def crossing(points: Sequence[tuple[int, float]], level: float) -> float | None:
    """Where a gain passes the level, read off the line between measured sizes on logarithmic scales.

    The gain of a fixed saving falls as 1 / (a + b x size), close to a straight line there. None when it never passes.
    """
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        if (y0 - level) * (y1 - level) <= 0 and y0 > 0 and y1 > 0 and y0 != y1:
            share = (math.log(level) - math.log(y0)) / (math.log(y1) - math.log(y0))
            return math.exp(math.log(x0) + share * (math.log(x1) - math.log(x0)))
    return None


def _gains(
    comparisons: Sequence[Comparison], subject: str, reference: str, against: str
) -> tuple[tuple[int, Interval], ...]:
    gains = {
        int(c.conditions.bytes or 0): Interval(
            c.ratio.median - 1, c.ratio.low - 1, c.ratio.high - 1, c.ratio.confidence
        )
        for c in comparisons
        if (c.subject, c.reference) == (subject, reference)
        and isinstance(c.details, MillGain)
        and c.details.against_keyed == against
    }
    return tuple(sorted(gains.items()))
