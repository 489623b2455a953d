"""`check`: the verdicts, what to use instead, and everything measured for them."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report import speeds, verdicts
from wirerate.report.page import authenticators
from wirerate.report.page.parts import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.block import block


def text(run: Run, on: Paper) -> str:
    return block(run, on)


def table(run: Run) -> Table:
    return verdicts.table(run) if run.verdicts else speeds.whole_table(run)


def page(run: Run) -> Page:
    return authenticators.page(run)
