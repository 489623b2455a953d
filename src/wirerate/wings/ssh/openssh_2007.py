# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What OpenSSH said in June 2007, beside what is measured here and in numbers.

The announcement gave 12 to 16 % for keeping HMAC-MD5's state, "even bigger" for HMAC-SHA1, and UMAC-64 as 20 % faster
than HMAC-MD5 and 28 % faster than HMAC-SHA1, all over arcfour, without the packet size that decides it. The thread's 61
runs are told once all of them and once without those far from the rest, as the thread had it: nothing measured here is
ever trimmed, published runs are shown both ways, because the message was.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Container, Sequence
from dataclasses import dataclass
from statistics import mean

from wirerate.catalogue.history import Series, openssh_2007_runs
from wirerate.records import Interval
from wirerate.statistics import CONFIDENCE, median_interval, outliers, quotient
from wirerate.vocabulary import Keyed
from wirerate.wings.ssh.rows import MillAnswer, MilledPacket, MillGain, PostedRuns, PostedSeries

_MD5, _SHA1 = "hmac-md5@openssl", "hmac-sha1@openssl"
_KEEPING = (0.16, 0.12)
# Subject, reference, the reference's keyed state, and the gains published; SHA-1's was only said to be larger.
_CLAIMS: tuple[tuple[str, str, Keyed, tuple[float, ...]], ...] = (
    (_MD5, _MD5, "rekey", _KEEPING),
    (_MD5, _MD5, "fresh", _KEEPING),
    (_SHA1, _SHA1, "rekey", _KEEPING),
    ("umac-64@wirerate", _MD5, "reuse", (0.20,)),
    ("umac-64@nettle", _MD5, "reuse", (0.20,)),
    ("umac-64@wirerate", _SHA1, "reuse", (0.28,)),
    ("umac-64@nettle", _SHA1, "reuse", (0.28,)),
)
# "Is the 20% improvement you quote for UMAC-64 relative to 4.6p1 or to a build that has Markus' improvement?" The first
# keyed HMAC-MD5 for every packet, the second keeps its state.
_ASKED = ("umac-64@wirerate", "umac-64@nettle")
_ASKED_GAIN = 0.20
_OWN_INSTRUCTIONS = ("sha_ni", "sha1")  # as x86 and Arm name them


@dataclass(frozen=True)
class Finding:
    """A gain of kept state by payload: where it passes the published figures, and what it is at the largest payload."""

    subject: str
    reference: str
    against_keyed: Keyed  # how the reference handles its state
    gains: tuple[tuple[int, Interval], ...]  # payload bytes, ratio - 1
    published: tuple[float, ...]  # the gains of 2007
    crossings: tuple[float | None, ...]  # payload bytes at which the published gains appear here; None: nowhere

    @property
    def last(self) -> tuple[int, Interval]:
        return self.gains[-1]


def findings(comparisons: Sequence[MillGain]) -> list[Finding]:
    """The claims of 2007 that the comparisons can speak to."""
    found = (_finding(comparisons, *claim) for claim in _CLAIMS)
    return [each for each in found if each]


def _finding(
    comparisons: Sequence[MillGain], subject: str, reference: str, against: Keyed, published: tuple[float, ...]
) -> Finding | None:
    gains = _gains(comparisons, subject, reference, against)
    if not gains:
        return None
    crossings = tuple(crossing([(size, gain.median) for size, gain in gains], level) for level in published)
    return Finding(subject, reference, against, gains, published, crossings)


def relative_to(comparisons: Sequence[MillGain]) -> list[tuple[Finding, Finding]]:
    """UMAC-64 over HMAC-MD5, as released and with its state kept, for each code of UMAC-64 that was held against both:
    the thread's own question."""
    found = []
    for subject in _ASKED:
        released, kept = (_finding(comparisons, subject, _MD5, mode, (_ASKED_GAIN,)) for mode in ("rekey", "reuse"))
        if released and kept:
            found.append((released, kept))
    return found


def answer(
    rows: Sequence[MilledPacket], comparisons: Sequence[MillGain], instructions: Container[str] | None
) -> MillAnswer | None:
    """Whether SHA-1 gains more; None where the two were not both measured. `instructions` are the CPU's as the system
    names them; None where OpenSSL does not use all of them."""
    md5, sha1 = (_finding(comparisons, name, name, "rekey", ()) for name in (_MD5, _SHA1))
    if md5 is None or sha1 is None:
        return None
    pairs = list(zip(md5.gains, sha1.gains, strict=True))
    has = None if instructions is None else any(each in instructions for each in _OWN_INSTRUCTIONS)
    return MillAnswer(
        sizes=len(pairs),
        larger=sum(other.median > one.median for (_, one), (_, other) in pairs),
        md5_ns=_call_ns(rows, _MD5),
        sha1_ns=_call_ns(rows, _SHA1),
        sha_instructions=has,
    )


def _call_ns(rows: Sequence[MilledPacket], subject: str) -> float | None:
    return next((row.compression_ns for row in rows if row.subject == subject), None)


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
    comparisons: Sequence[MillGain], subject: str, reference: str, against: Keyed
) -> tuple[tuple[int, Interval], ...]:
    gains = {
        int(c.conditions.bytes or 0): Interval(
            c.ratio.median - 1, c.ratio.low - 1, c.ratio.high - 1, c.ratio.confidence
        )
        for c in comparisons
        if (c.subject, c.reference, c.against_keyed) == (subject, reference, against)
    }
    return tuple(sorted(gains.items()))


# ---- the runs that were posted ----


def posted_runs() -> tuple[PostedSeries, ...]:
    """Each series beside the first."""
    first, *_ = every = openssh_2007_runs().series
    return tuple(
        PostedSeries(
            name=each.name,
            what=each.what,
            outliers=sum(outliers(each.seconds)),
            every=_statistics(each, first, trimmed=False),
            without=_statistics(each, first, trimmed=True),
        )
        for each in every
    )


def _statistics(series: Series, first: Series, *, trimmed: bool) -> PostedRuns:
    own, others = (_kept(each, each.seconds, trimmed) for each in (series, first))
    return PostedRuns(
        runs=len(own),
        seconds=median_interval(own),
        mean_mbps=mean(_kept(series, series.mbps, trimmed)),
        speedup=None if series is first else speedup(others, own),
    )


def _kept(series: Series, values: Sequence[float], trimmed: bool) -> list[float]:
    return [value for value, far in zip(values, outliers(series.seconds), strict=True) if not (trimmed and far)]


def speedup(old: Sequence[float], new: Sequence[float]) -> Interval:
    """old / new of the medians; both intervals hold together with 95 %, because the runs are not paired."""
    each = 1 - (1 - CONFIDENCE) / 2
    return quotient(median_interval(old, each), median_interval(new, each))
