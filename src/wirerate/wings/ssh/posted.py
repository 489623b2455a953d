# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The thread's 61 runs in numbers, once all of them and once without those far from the rest, as the thread had it.

Nothing measured here is ever trimmed; published runs are shown both ways, because the message was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from statistics import mean

from wirerate.catalogue.history import Series, openssh_2007_runs
from wirerate.records import Interval
from wirerate.statistics import CONFIDENCE, median_interval, outliers, quotient
from wirerate.wings.ssh.rows import PostedRuns, PostedSeries


def runs() -> tuple[PostedSeries, ...]:
    """Each series beside the first."""
    first, *_ = every = openssh_2007_runs().series
    return tuple(
        PostedSeries(
            name=each.name,
            what=each.what,
            outliers=sum(outliers(each.seconds)),
            every=_statistics(each, first, _all),
            without=_statistics(each, first, _near),
        )
        for each in every
    )


def _all(series: Series) -> list[bool]:
    return [True] * len(series.seconds)


def _near(series: Series) -> list[bool]:
    return [not far for far in outliers(series.seconds)]


def _statistics(series: Series, first: Series, kept: Callable[[Series], list[bool]]) -> PostedRuns:
    own, others = (list(compress(each.seconds, kept(each))) for each in (series, first))
    return PostedRuns(
        runs=len(own),
        seconds=median_interval(own),
        mean_mbps=mean(compress(series.mbps, kept(series))),
        speedup=None if series is first else speedup(others, own),
    )


def speedup(old: Sequence[float], new: Sequence[float]) -> Interval:
    """old / new of the medians; both intervals hold together with 95 %, because the runs are not paired."""
    each = 1 - (1 - CONFIDENCE) / 2
    return quotient(median_interval(old, each), median_interval(new, each))
