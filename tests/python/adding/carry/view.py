# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The output of `carry` on the terminal, in exports and on the page."""

from __future__ import annotations

from wirerate.wings.carry.carrying import Carriage, CarryRun

from wirerate.report import columns
from wirerate.report.html import Page, head, tabled
from wirerate.report.table import Filled, Table, listed, to_text
from wirerate.report.terminal import Paper

_COLUMNS: tuple[Filled[Carriage], ...] = (
    columns.words("link", "subject", lambda row: row.subject, "strong"),
    columns.figure("seconds", "takes", lambda row: row.takes),
)


def text(run: CarryRun, on: Paper) -> str:
    return to_text(table(run), width=on.width, color=on.color)


def table(run: CarryRun) -> Table:
    return listed("carry", _COLUMNS, run.rows)


def page(run: CarryRun) -> Page:
    lead = head("wirerate carry", "How long links take", partial=run.partial)
    return Page("wirerate carry", lead, [tabled("carry", "Seconds", "By link", table(run))])
