# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Statistics of the scp runs posted to OpenSSH's mailing list in June 2007, with and without outliers.

Both are calculated because the message reports both; measurements of this project are never trimmed.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from wirerate.catalogue.history import PostedRuns, PostedSeries, Series, openssh_2007_runs
from wirerate.records import Interval
from wirerate.statistics import CONFIDENCE, median_interval, outliers, quotient


def posted_series() -> tuple[PostedSeries, ...]:
    """Return each series with its speedup over the first one."""
    first, *_ = series = openssh_2007_runs().series
    return tuple(
        PostedSeries(
            name=one.name,
            what=one.what,
            outliers=sum(outliers(one.seconds)),
            every=_statistics(one, first, trimmed=False),
            without=_statistics(one, first, trimmed=True),
        )
        for one in series
    )


def _statistics(series: Series, first: Series, *, trimmed: bool) -> PostedRuns:
    seconds = _kept(series, series.seconds, trimmed)
    return PostedRuns(
        runs=len(seconds),
        seconds=median_interval(seconds),
        mean_mbps=mean(_kept(series, series.mbps, trimmed)),
        speedup=None if series is first else speedup(_kept(first, first.seconds, trimmed), seconds),
    )


def _kept(series: Series, values: Sequence[float], trimmed: bool) -> list[float]:
    return [value for value, far in zip(values, outliers(series.seconds), strict=True) if not (trimmed and far)]


def speedup(old: Sequence[float], new: Sequence[float]) -> Interval:
    """Return the old median over the new one, with an interval at 95 %.

    The runs are not paired, so each median has an interval of its own, at a level that makes both hold at 95 %.
    """
    single = 1 - (1 - CONFIDENCE) / 2
    return quotient(median_interval(old, single), median_interval(new, single))
