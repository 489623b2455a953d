"""`hw`: cores in hardware, by formula and placed."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.page.parts import Page, head, tabled
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.hardware import hardware
from wirerate.report.views import hardware as views


def text(run: Run, on: Paper) -> str:
    return hardware(run, on)


def table(run: Run) -> Table:
    return views.cores(run) if len({m.subject for m in run.measurements}) > 1 else views.rates(run)


def page(run: Run) -> Page:
    return Page("wirerate hw", head("Hardware", "Cores"), [tabled("cores", "Cores", "Rates", table(run))])
