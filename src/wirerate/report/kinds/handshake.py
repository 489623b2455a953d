"""`mcu handshake`: DTLS, both ends."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.page import mcu as sections
from wirerate.report.page.parts import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.mcu import answer
from wirerate.report.views import mcu


def text(run: Run, on: Paper) -> str:
    return answer(run, on)


def table(run: Run) -> Table:
    return mcu.export(run)


def page(run: Run) -> Page:
    return Page(f"wirerate {run.command}", sections.strip(run), sections.sections(run), sections.method())
