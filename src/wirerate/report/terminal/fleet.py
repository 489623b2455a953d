"""The answer of a fleet: the table by headroom, and the slowest host under it."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.paper import Paper, paper
from wirerate.report.table import to_text, wrap
from wirerate.report.views import fleet


def fleet_text(run: Run, on: Paper | None = None) -> str:
    on = on or paper()
    if not run.hosts:
        return "no host answered\n"
    lines = [to_text(fleet.table(run), width=on.width, color=on.color)]
    if told := fleet.slowest(run):
        lines.append("\n".join(wrap(told, on.width)) + "\n")
    return on.fit("\n".join(lines))
