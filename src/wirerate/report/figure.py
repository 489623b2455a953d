# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The chart for README and docs: rate by packet size with link lines, as an SVG file that stands by itself."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.errors import UsageError
from wirerate.records import AnyRun
from wirerate.report import charts, naming
from wirerate.report.charts import rate


def rate_by_size(run: AnyRun, links: Sequence[str] = (), command: str = "") -> str:
    """SVG text. The caption names the hardware and `command`, which regenerates the chart. Needs the extra `report`."""
    chart = rate.chart(run, links)
    if chart is None:
        fix = "wirerate speed --length 64,128,256,576,1500,9000 --cache cold"
        raise UsageError("this run has no rate by packet size, so there is nothing to draw", fix=f"measure: {fix}")
    made = f" Made by: {command}" if command else ""
    return charts.standalone_svg(chart, f"{naming.hardware(run)}, cold, one core.{made}")
