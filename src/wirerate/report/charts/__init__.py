# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page's charts: hand-written Vega-Lite, drawn to SVG while the page is written.

Drawing at build time, and not shipping Vega with the page, gives a page without any script: it opens where scripts are
blocked, prints, can be read aloud mark by mark, and is smaller than the 880 KiB library alone. The price is that
each chart is drawn twice, for wide and for narrow screens; the style sheet shows one of them.
"""

from __future__ import annotations

from wirerate.report.charts.chart import Chart
from wirerate.report.charts.draw import available, dark_rules, standalone_svg, svg

__all__ = ["Chart", "available", "dark_rules", "standalone_svg", "svg"]
