"""`fleet`: one command on many hosts."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.page import authenticators
from wirerate.report.page.parts import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.fleet import fleet_text
from wirerate.report.views import fleet


def text(run: Run, on: Paper) -> str:
    return fleet_text(run, on)


def table(run: Run) -> Table:
    return fleet.table(run)


def page(run: Run) -> Page:
    return authenticators.page(run)
