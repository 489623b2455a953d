"""`ah speed`: RFC 1810's own question."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report import verdicts
from wirerate.report.page import authenticators
from wirerate.report.page.parts import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.ah import ah_text


def text(run: Run, on: Paper) -> str:
    return ah_text(run, on)


def table(run: Run) -> Table:
    return verdicts.table(run)


def page(run: Run) -> Page:
    return authenticators.page(run)
