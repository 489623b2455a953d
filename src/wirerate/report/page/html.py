# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page's building blocks: text is escaped here and nowhere else."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from wirerate.errors import install
from wirerate.report.table import Table, to_csv, to_html

if TYPE_CHECKING:
    from wirerate.report.charts import Chart


def text(value: object) -> str:
    return html.escape(str(value))


def style() -> str:
    """The style sheet without comments and line ends, the charts' dark colours added."""
    from wirerate.report import charts

    sheet = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    return " ".join(sheet.split()) + charts.dark_rules("svg ")


def section(name: str, eyebrow: str, title: str, body: str) -> str:
    return (
        f'<section id="{name}" aria-labelledby="{name}-title"><p class="eyebrow">{text(eyebrow)}</p>'
        f'<h2 id="{name}-title">{text(title)}</h2>{body}</section>'
    )


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """Names and what is said of each, side by side where there is room."""
    rows = "".join(f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in pairs)
    return f'<dl class="facts">{rows}</dl>'


def scrolled(table: Table, caption: str, kind: str = "") -> str:
    """A table that scrolls inside its frame on narrow screens, reachable by keyboard."""
    inner = to_html(table, name=caption, kind=kind)
    note = f'<p class="note">{text(caption)}</p>'
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{text(caption)}">{inner}</div>{note}'


def download(content: bytes, name: str, kind: str, label: str) -> str:
    """A file inside the page, saved without a request."""
    data = base64.b64encode(content).decode()
    return f'<a download="{text(name)}" href="data:{kind};base64,{data}">{text(label)}</a>'


def csv_link(table: Table) -> str:
    return f'<p class="files">{download(to_csv(table).encode(), f"{table.name}.csv", "text/csv", "Save as CSV")}</p>'


def drawing(chart: Chart, hardware: str) -> str:
    """Both drawings of a chart, its caption, and its figures as a table."""
    from wirerate.report import charts
    from wirerate.report.charts.theme import NARROW, WIDE

    drawn = "".join(
        f'<div class="{name}">{charts.svg(chart, width)}</div>' for name, width in (("wide", WIDE), ("narrow", NARROW))
    ) if charts.available() else _undrawn()  # fmt: skip
    caption = f"<figcaption>{text(chart.reads)} <br>{text(hardware)}.</figcaption>"
    table = f"{scrolled(chart.table, chart.title)}{csv_link(chart.table)}"
    opened = "" if charts.available() else " open"
    twin = f"<details{opened}><summary>The figures as a table</summary>{table}</details>"
    return f"<figure>{drawn}{caption}</figure>{twin}"


def _undrawn() -> str:
    missing = f"Not drawn: the chart library is missing. The figures are below. To draw them, {install('report')}"
    return f'<p class="empty">{text(missing)}</p>'
