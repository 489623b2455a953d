"""A run on the terminal, and the same tables as Markdown and CSV for `--export-markdown` and `--export-csv`.

Every function returns the text to print, with a line end. Colour goes to a terminal only, never under NO_COLOR.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from wirerate.records import Run
from wirerate.report import comparisons, speeds, verdicts
from wirerate.report import table as dress
from wirerate.report.paper import Paper, paper
from wirerate.report.terminal.block import block
from wirerate.report.terminal.doctor import findings
from wirerate.report.views import fleet as hosts  # `fleet` here is the package's own module
from wirerate.report.views import sweep

Dress = Literal["text", "markdown", "csv"]

__all__ = [
    "Dress",
    "Paper",
    "compare_table",
    "doctor_list",
    "model_text",
    "paper",
    "run_table",
    "speed_table",
    "sweep_table",
    "verdict_block",
]


def verdict_block(run: Run, on: Paper | None = None) -> str:
    """The answer to `check`: question, needs, measured, verdict, security, instead, host."""
    on = on or paper()
    return on.fit(block(run, on))


def speed_table(run: Run, form: Dress = "text", on: Paper | None = None) -> str:
    return _dressed(speeds.table(run, sweep=form != "text"), form, on)


def sweep_table(run: Run, on: Paper | None = None) -> str:
    """Rate by working set, or nothing when no sweep was measured; Markdown and CSV have it in the speed table."""
    on = on or paper()
    return on.fit("\n".join(dress.to_text(t, width=on.width, color=on.color) for t in sweep.tables(run, on.width)))


def compare_table(run: Run, form: Dress = "text", on: Paper | None = None) -> str:
    return _dressed(comparisons.table(run), form, on)


def doctor_list(run: Run, on: Paper | None = None) -> str:
    """What on this host spoils measurements, each with what to type; says so when nothing does."""
    on = on or paper()
    return on.fit(findings(run, on))


def model_text(run: Run, on: Paper | None = None, *, explain: bool = False) -> str:
    """The answer to `model`: RFC 1810's story, or a processor's bounds and why."""
    from wirerate.report.terminal.model import model  # the graphs load only for the command that asks for them

    on = on or paper()
    return on.fit(model(run, on, explain=explain))


def run_table(run: Run, form: Dress) -> str:
    """The one table that stands for a run in an export: verdicts if it has some, else comparisons, else speeds."""
    if hosts.is_fleet(run):
        return _dressed(hosts.table(run), form, None)
    views: tuple[tuple[object, Callable[[Run], dress.Table]], ...] = (
        (run.verdicts, verdicts.table),
        (run.comparisons, comparisons.table),
        (True, speeds.whole_table),
    )
    view = next(view for present, view in views if present)
    return _dressed(view(run), form, None)


def _dressed(table: dress.Table, form: Dress, on: Paper | None) -> str:
    if form == "markdown":
        return dress.to_markdown(table)
    if form == "csv":
        return dress.to_csv(table)
    on = on or paper()
    return on.fit(dress.to_text(table, width=on.width, color=on.color))
