"""`ssh mill`: what keeping a MAC's keyed state is worth, by packet size."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.page import ssh as sections
from wirerate.report.page.parts import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.mill import mill_text
from wirerate.report.views import mill


def text(run: Run, on: Paper) -> str:
    return mill_text(run, on)


def table(run: Run) -> Table:
    return mill.table(run)


def page(run: Run) -> Page:
    return Page(f"wirerate {run.command}", sections.strip(run), sections.sections(run))
