"""`doctor`: what on this host spoils measurements."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report import environment
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.doctor import findings


def text(run: Run, on: Paper) -> str:
    return findings(run, on)


def table(run: Run) -> Table:
    return environment.problems(run)
