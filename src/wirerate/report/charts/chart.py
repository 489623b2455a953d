# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A chart: a finding as its title, a drawing for any width, and the table that says the same in figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wirerate.report.charts.theme import Spec
from wirerate.report.table import Table


@dataclass(frozen=True)
class Chart:
    name: str  # of the section, in links
    title: str  # the finding, computed from the run
    reads: str  # how to read it: axes, lines, what is left out
    table: Table
    spec: Callable[[int], Spec]  # the drawing at a width in px
