"""`speed`: how fast, and who is faster."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report import comparisons, speeds
from wirerate.report.page import authenticators
from wirerate.report.page.parts import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table, to_text
from wirerate.report.views import sweep


def text(run: Run, on: Paper) -> str:
    """Its tables, one after the other; a sweep's rates stand in a table of their own."""
    tables = [speeds.table(run), *sweep.tables(run, on.width), *([comparisons.table(run)] if run.comparisons else [])]
    parts = [to_text(each, width=on.width, color=on.color) for each in tables]
    return "\n".join(part for part in parts if part)


def table(run: Run) -> Table:
    return speeds.whole_table(run)


def page(run: Run) -> Page:
    return authenticators.page(run)
