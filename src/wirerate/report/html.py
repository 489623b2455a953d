# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The building blocks of a page. Text is escaped here and in table.py."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from wirerate.errors import install
from wirerate.report import numbers
from wirerate.report.labels import Judged
from wirerate.report.table import Table, to_csv, to_html

if TYPE_CHECKING:  # the terminal never loads the charts
    from wirerate.report.charts import Chart


@dataclass(frozen=True)
class Page:
    """The parts of a page that depend on the kind of run: window title, head and sections as HTML, and the method where
    it differs from that of authenticators."""

    title: str
    head: str
    sections: Sequence[str]
    method: str = ""


def text(value: object) -> str:
    return html.escape(str(value))


def style() -> str:
    """Return the style sheet in one line, with the dark colours of the charts."""
    from wirerate.report import charts

    sheet = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    return " ".join(sheet.split()) + charts.dark_rules("svg ")


def section(name: str, eyebrow: str, title: str, body: str) -> str:
    return (
        f'<section id="{name}" aria-labelledby="{name}-title"><p class="eyebrow">{text(eyebrow)}</p>'
        f'<h2 id="{name}-title">{text(title)}</h2>{body}</section>'
    )


def fact_list(pairs: Sequence[tuple[str, str]]) -> str:
    """Return names with their values, in two columns where there is room."""
    rows = "".join(f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in pairs)
    return f'<dl class="facts">{rows}</dl>'


def paragraphs(lines: Iterable[str]) -> str:
    return "".join(f"<p>{text(line)}</p>" for line in lines)


def items(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{text(line)}</li>' for line in lines)}</ul>"


def folded(summary: str, body: str) -> str:
    """Return a body that the reader can unfold."""
    return f"<details><summary>{text(summary)}</summary>{body}</details>"


def kept(table: Table, caption: str, kind: str = "") -> str:
    """Return a table with a link that saves it as CSV."""
    return scrolled(table, caption, kind) + csv_link(table)


def scrolled(table: Table, caption: str, kind: str = "") -> str:
    """Return a table that scrolls inside its frame on narrow screens and can be reached by keyboard."""
    inner = to_html(table, name=caption, kind=kind)
    note = f'<p class="note">{text(caption)}</p>'
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{text(caption)}">{inner}</div>{note}'


def download(content: bytes, name: str, kind: str, label: str) -> str:
    """Return a link that saves a file stored in the page itself."""
    data = base64.b64encode(content).decode()
    return f'<a download="{text(name)}" href="data:{kind};base64,{data}">{text(label)}</a>'


def csv_link(table: Table) -> str:
    return f'<p class="files">{download(to_csv(table).encode(), f"{table.name}.csv", "text/csv", "Save as CSV")}</p>'


def drawing(chart: Chart, hardware: str) -> str:
    """Return a chart with its caption, and its figures as a folded table."""
    from wirerate.report import charts

    table = kept(chart.table, chart.title)
    opened = "" if charts.available() else " open"
    return f"{figure(chart, hardware)}<details{opened}><summary>The figures as a table</summary>{table}</details>"


def figure(chart: Chart, hardware: str) -> str:
    """Return a chart drawn for wide and for narrow screens, with its caption."""
    from wirerate.report import charts
    from wirerate.report.charts.theme import NARROW, WIDE

    drawn = "".join(
        f'<div class="{name}">{charts.svg(chart, width)}</div>' for name, width in (("wide", WIDE), ("narrow", NARROW))
    ) if charts.available() else _undrawn()  # fmt: skip
    return f"<figure>{drawn}<figcaption>{text(chart.reads)} <br>{text(hardware)}.</figcaption></figure>"


def _undrawn() -> str:
    missing = f"The chart is not drawn because the chart library is missing. To draw it, {install('report')}"
    return f'<p class="empty">{text(missing)}</p>'


def strip(
    eyebrow: str,
    judged: Judged,
    title: str,
    facts: Sequence[tuple[str, str]],
    *,
    partial: bool = False,
    problems: int = 0,
) -> str:
    """Return a page's head with a verdict: its word, sign and colour, the answer, and the facts behind it."""
    note = _PARTIAL if partial else ""
    return (
        f'<header><p class="eyebrow">{text(eyebrow)}</p><div class="strip {judged.tone}">'
        f'<p class="word"><span class="icon" aria-hidden="true">{judged.glyph}</span>{text(judged.words)}</p>'
        f"<h1>{text(title)}</h1>{fact_list(facts)}{note}</div>{warnings_link(problems)}</header>"
    )


def warnings_link(problems: int) -> str:
    """Return a link to the section on problems, '' where there are none."""
    count = numbers.count(problems, "warning")
    return f'<p class="note"><a href="#problems">{count} about this run</a></p>' if problems else ""


_PARTIAL = '<p class="note">Partial: the run was stopped early; finished rounds are counted.</p>'


def head(eyebrow: str, title: str, lead: str = "", *, partial: bool = False) -> str:
    """Return the page's first screen: the question, the answer in one sentence, and the facts behind it."""
    lead_html = f"<p>{text(lead)}</p>" if lead else ""
    note = _PARTIAL if partial else ""
    return f'<header><p class="eyebrow">{text(eyebrow)}</p><h1>{text(title)}</h1>{lead_html}{note}</header>'


def tabled(name: str, eyebrow: str, title: str, table: Table, kind: str = "", caption: str = "") -> str:
    """Return a section that consists of a table."""
    return section(name, eyebrow, title, kept(table, caption or table.note or title, kind))


def drawn(eyebrow: str, chart: Chart | None, conditions: str) -> str:
    """Return a section that consists of a chart with its conditions below; '' without a chart."""
    return section(chart.name, eyebrow, chart.title, drawing(chart, conditions)) if chart else ""
