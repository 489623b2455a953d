"""`ssh`: what holds a connection back, and which cipher and MAC it should have."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.page import ssh as sections
from wirerate.report.page.parts import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.ssh import ssh_text
from wirerate.report.views import ssh


def text(run: Run, on: Paper) -> str:
    return ssh_text(run, on)


def table(run: Run) -> Table:
    return ssh.table(run)


def page(run: Run) -> Page:
    return Page(f"wirerate {run.command}", sections.strip(run), sections.sections(run))
