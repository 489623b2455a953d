# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a kind of run gives to the page, and the pieces that several kinds make theirs of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wirerate.report import numbers
from wirerate.report.naming import Judged
from wirerate.report.page import html
from wirerate.report.table import Table

if TYPE_CHECKING:  # a run that is shown on the terminal has no use for them
    from wirerate.report.charts import Chart


@dataclass(frozen=True)
class Page:
    """The window's title, the head, the sections in their order, and how the figures came about."""

    title: str
    head: str
    sections: Sequence[str]
    method: str = ""

    def told(self) -> str:
        from wirerate.report.page.method import method

        return self.method or method()


def strip(
    eyebrow: str,
    judged: Judged,
    title: str,
    facts: Sequence[tuple[str, str]],
    *,
    below: str = "",
    cards: Sequence[str] = (),
    partial: bool = False,
    problems: int = 0,
) -> str:
    """A head that holds a verdict: its word, sign and colour, the answer, what it rests on, and a card for each part of
    the question. `below` is HTML."""
    listed = f'<ul class="cards">{"".join(cards)}</ul>' if cards else ""
    note = _PARTIAL if partial else ""
    told = f"{numbers.count(problems, 'thing')} to know about this run"
    warned = f'<p class="note"><a href="#problems">{told}</a></p>' if problems else ""
    return (
        f'<header><p class="eyebrow">{html.text(eyebrow)}</p><div class="strip {judged.tone}">'
        f'<p class="word"><span class="icon" aria-hidden="true">{judged.glyph}</span>{html.text(judged.words)}</p>'
        f"<h1>{html.text(title)}</h1>{html.facts(facts)}{below}{note}</div>{listed}{warned}</header>"
    )


_PARTIAL = '<p class="note">Partial: stopped before its end; what had finished is counted.</p>'


def head(eyebrow: str, title: str, lead: str = "", *, partial: bool = False) -> str:
    """The page's first screen: the question, the answer in one sentence, what it rests on."""
    text = f"<p>{html.text(lead)}</p>" if lead else ""
    note = _PARTIAL if partial else ""
    return f'<header><p class="eyebrow">{html.text(eyebrow)}</p><h1>{html.text(title)}</h1>{text}{note}</header>'


def tabled(name: str, eyebrow: str, title: str, table: Table, kind: str = "") -> str:
    """A section that is a table, with its CSV."""
    return html.section(name, eyebrow, title, html.scrolled(table, table.note or title, kind) + html.csv_link(table))


def drawn(eyebrow: str, chart: Chart | None, conditions: str) -> str:
    """A section that is a chart, with its conditions under it; nothing where the run has no rows for it."""
    return html.section(chart.name, eyebrow, chart.title, html.drawing(chart, conditions)) if chart else ""
