# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The 61 runs that OpenSSH's list was sent in June 2007, one block beside a run of today: with outliers and without."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.history import openssh_2007_runs
from wirerate.report import numbers
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.wings.ssh.rows import PostedRuns, PostedSeries

TITLE = "OpenSSH, June 2007: the runs that were posted"


def table(series: Sequence[PostedSeries]) -> Table:
    """Every run first, then without those far from the rest."""
    columns = (
        Column("series", ("series",), numeric=False),
        Column("runs", ("runs", "outliers")),
        Column("median s", ("seconds", "seconds_low", "seconds_high", "confidence")),
        Column("interval", ("interval",)),
        Column("mean MB/s", ("mean_mbps",)),
        Column(f"over {series[0].name}" if series else "speed-up", ("speedup", "speedup_low", "speedup_high")),
    )
    groups = (
        Group("every run", tuple(_row(each, each.every) for each in series)),
        Group("without outliers", tuple(_row(each, each.without) for each in series)),
    )
    return Table("posted", columns, groups, _note(series), ("outliers_are",))


def _row(series: PostedSeries, runs: PostedRuns) -> tuple[Cell, ...]:
    ns, over = runs.seconds, runs.speedup
    faster = f"{numbers.times(over.median)} ({numbers.bounds(over)})" if over else numbers.NONE
    return (
        Cell(series.name, "strong"),
        Cell(str(runs.runs), figures=(runs.runs, series.outliers)),
        Cell(f"{ns.median:g}", figures=(ns.median, ns.low, ns.high, ns.confidence)),
        Cell(f"{ns.low:g} – {ns.high:g}", "dim"),
        Cell(f"{runs.mean_mbps:.2f}", figures=(runs.mean_mbps,)),
        Cell(faster, figures=(over.median, over.low, over.high) if over else (None, None, None)),
    )


def _note(series: Sequence[PostedSeries]) -> str:
    about, total = openssh_2007_runs(), sum(each.every.runs for each in series)
    kinds = "; ".join(f"{each.name}: {each.what}" for each in series)
    return (
        f"Published, not measured here: {total} runs of {about.command} ({about.source}); {about.title}. {kinds}. An "
        "outlier lies far from its series' median (modified z-score above 3.5, or any other time where half of them "
        "are equal). The series ran one after the other: what changed in between is in the last column, and HPN, which "
        "leaves the MAC alone, gained as much as the kept context."
    )
