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

_KEEPING = "keeping {}'s state instead of rekeying"


@dataclass(frozen=True)
class Finding:
    """A gain by payload: where it passes the published figures, and what it is at the largest payload."""

    what: str
    gains: tuple[tuple[int, Interval], ...]  # payload bytes, ratio - 1
    published: tuple[float, ...]  # the gains of 2007; empty where only a word was given
    crossings: tuple[float | None, ...]  # payload bytes at which the published gains appear here; None: nowhere

    @property
    def last(self) -> tuple[int, Interval]:
        return self.gains[-1]


def findings(comparisons: Sequence[Comparison]) -> list[Finding]:
    """The claims of 2007 that the comparisons can speak to."""
    md5, sha1, reuse = "hmac-md5@openssl", "hmac-sha1@openssl", (0.16, 0.12)
    claims = [
        (_KEEPING.format("hmac-md5"), md5, md5, "rekey", reuse),
        ("keeping hmac-md5's state instead of allocating", md5, md5, "fresh", reuse),
        (_KEEPING.format("hmac-sha1"), sha1, sha1, "rekey", reuse),
        ("umac-64 (libwirerate) over hmac-md5", "umac-64@wirerate", md5, "reuse", (0.20,)),
        ("umac-64 (nettle) over hmac-md5", "umac-64@nettle", md5, "reuse", (0.20,)),
        ("umac-64 (libwirerate) over hmac-sha1", "umac-64@wirerate", sha1, "reuse", (0.28,)),
        ("umac-64 (nettle) over hmac-sha1", "umac-64@nettle", sha1, "reuse", (0.28,)),
    ]
    found = []
    for what, subject, reference, against, published in claims:
        gains = _gains(comparisons, subject, reference, against)
        if gains:
            crossings = tuple(crossing([(size, gain.median) for size, gain in gains], level) for level in published)
            found.append(Finding(what, gains, published, crossings))
    return found


def larger_for_sha1(found: Sequence[Finding]) -> tuple[int, int] | None:
    """At how many of the sizes measured HMAC-SHA1 gains more than HMAC-MD5, which 2007 expected; and of how many."""
    gains = {each.what: each.gains for each in found}
    md5, sha1 = gains.get(_KEEPING.format("hmac-md5")), gains.get(_KEEPING.format("hmac-sha1"))
    if not md5 or not sha1:
        return None
    pairs = list(zip(md5, sha1, strict=True))
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
    chosen = [
        c for c in comparisons if (c.subject, c.reference, c.conditions["against"]) == (subject, reference, against)
    ]
    return tuple(
        (
            int(c.conditions["bytes"]),
            Interval(c.ratio.median - 1, c.ratio.low - 1, c.ratio.high - 1, c.ratio.confidence),
        )
        for c in sorted(chosen, key=lambda c: c.conditions["bytes"])
    )
