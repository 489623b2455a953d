"""`model`: why an algorithm has the speed it has."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.page.parts import Page, head, tabled
from wirerate.report.paper import Paper
from wirerate.report.table import Table
from wirerate.report.terminal.model import model
from wirerate.report.views import model as views


def text(run: Run, on: Paper, *, explain: bool = False) -> str:
    return model(run, on, explain=explain)


def table(run: Run) -> Table:
    return views.bounds(run) if views.rows(run, "bound") else views.machines(run)


def page(run: Run) -> Page:
    return Page(
        "wirerate model",
        head("Model", "Why it has the speed it has"),
        [tabled("model", "Model", "Figures", table(run))],
    )
