# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`compare`: two subjects, or two runs."""

from __future__ import annotations

from wirerate.records import CompareRun
from wirerate.report import comparisons
from wirerate.report.html import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table, to_text


def text(run: CompareRun, on: Paper) -> str:
    return to_text(table(run), width=on.width, color=on.color)


def table(run: CompareRun) -> Table:
    return comparisons.table(run)


def page(run: CompareRun) -> Page:
    from wirerate.report import measured

    sections = measured.sections(run) if run.rows else []  # of two run files nothing was measured here
    return Page("wirerate compare", measured.head(run, "Comparison"), [measured.compared(run), *sections])
