# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page for a comparison of whole commands."""

from __future__ import annotations

from dataclasses import replace

from wirerate.records import AnyRun, CommandTime
from wirerate.report import html, measured, method, numbers
from wirerate.report.charts import rounds

_READS = (
    "The wall time of each execution relative to the command's median, in time order. The median's interval stands "
    "beside the name. Rings mark outliers (modified z-score), which are counted like all other rounds."
)


def are_in(run: AnyRun) -> bool:
    """Return whether the run compares whole commands."""
    return any(isinstance(row, CommandTime) for row in run.rows)


def page(run: AnyRun) -> html.Page:
    names = numbers.joined(list(dict.fromkeys(row.subject for row in run.rows)))
    chart = rounds.chart(run)
    drawn = measured.charted("rounds", "Rounds over time", chart and replace(chart, reads=_READS), run)
    return html.Page(
        "wirerate compare", measured.head(run, names), [measured.compared(run), drawn], method.whole_commands()
    )
