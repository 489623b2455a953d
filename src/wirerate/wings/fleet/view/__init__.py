# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`fleet`: all hosts in one table, what to use instead, the slowest named with the CPU features that it lacks, and why
others are silent."""

from __future__ import annotations

from dataclasses import replace

from wirerate.records import SpeedRun
from wirerate.report import numbers, speeds
from wirerate.report.html import Page, head, tabled
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table, to_text, wrap
from wirerate.report.verdicts import barred
from wirerate.wings.fleet.rows import FleetRun
from wirerate.wings.fleet.view import instead, roll, tables
from wirerate.wings.fleet.view.asked import heading, legend, questions
from wirerate.wings.fleet.view.slowest import order, slowest


def text(run: FleetRun, on: Paper) -> str:
    asked = questions(run)
    hosts = order(run, asked)
    lines = _figures(run, on) if asked else ["No host answered." if not hosts else "No host measured anything.", ""]
    lines += [on.ink(line, "dim") for line in _roll(run, hosts, on)]
    if told := slowest(run, asked):
        lines += ["", *wrap(told, on.width)]
    if run.partial:
        lines += ["", on.ink("Partial: stopped before the end; what had finished is counted.", "warn")]
    return "\n".join(lines) + "\n"


def _figures(run: FleetRun, on: Paper) -> list[str]:
    asked = questions(run)
    lines = [*(on.ink(line, "strong") for line in wrap(heading(run), on.width)), ""]
    for part in tables.in_width(tables.matrix(asked, order(run, asked)), on.width):
        lines += [*_shown(part, on), ""]
    lines += [on.ink(line, "dim") for told in legend(run) for line in wrap(told, on.width, "  ")]
    lines += [*barred(run.verdicts, on), ""]
    return [*lines, *_shown(others, on), ""] if (others := instead.table(run)) else lines


def _shown(shown: Table, on: Paper) -> list[str]:
    return to_text(shown, width=on.width, color=on.color).splitlines()


def _roll(run: FleetRun, hosts: list[str], on: Paper) -> list[str]:
    """A line for each host, wrapped under itself: also for those that did not answer."""
    names = [*hosts, *roll.silent(run)]
    column = min(max(map(len, names), default=0), 24)
    lines = []
    for host in names:
        indent = " " * (column + 4)
        told = wrap(roll.told(run, host), on.width, indent)
        begin = f"  {host.ljust(column)}  "
        fits = len(begin) == len(indent)
        lines += [begin + told[0][len(indent) :], *told[1:]] if fits and told else [begin.rstrip(), *told]
    return lines


def table(run: FleetRun) -> Table:
    return tables.rows(run, order(run, questions(run)))


def page(run: FleetRun) -> Page:
    from wirerate.report import measured

    asked = questions(run)
    hosts = order(run, asked)
    told = slowest(run, asked) or f"{numbers.count(len(run.hosts), 'host')} answered"
    every, others = _hosts(run, hosts), instead.table(run)
    sections = [
        tabled("fleet", "Fleet", heading(run), _captioned(run, tables.matrix(asked, hosts)), "heat") if asked else "",
        tabled("instead", "Instead", "What to use instead, by its headroom there", others, "prose") if others else "",
        tabled("hosts", "Hosts", "Each host, and why any has no figures", every, "prose") if every else "",
        _folded("rows", "Every figure", "A row for each host's", table(run)),
        _folded("speeds", "Everything measured", "Every row, host by host", _measured(run)) if run.verdicts else "",
        measured.security(run),
    ]
    lead = "" if run.verdicts else "These hosts were not held against a link. To have verdicts: wirerate fleet check"
    return Page(
        f"{told} · wirerate", head("wirerate fleet", told[:1].upper() + told[1:], lead, partial=run.partial), sections
    )


def _captioned(run: FleetRun, shown: Table) -> Table:
    return replace(shown, note=". ".join(legend(run)))


def _hosts(run: FleetRun, hosts: list[str]) -> Table:
    columns = (Column("host", ("host",), numeric=False), Column("", ("told",), numeric=False))
    names = (*hosts, *roll.silent(run))
    return Table("hosts", columns, (Group("", tuple((Cell(n, "strong"), Cell(roll.told(run, n))) for n in names)),))


def _folded(name: str, eyebrow: str, title: str, shown: Table) -> str:
    from wirerate.report import html

    if not shown:
        return ""
    inner = html.scrolled(shown, shown.note or title) + html.csv_link(shown)
    return html.section(name, eyebrow, title, f"<details><summary>All of them as a table</summary>{inner}</details>")


def _measured(run: FleetRun) -> Table:
    """What `speed` shows, a host after the other."""
    groups = []
    for host in run.hosts:
        rows = [m for m in run.rows if m.host == host.host]
        own = SpeedRun(command=run.command, environment=host, rows=rows)
        groups += [replace(group, heading=f"{host.host}: {group.heading}") for group in speeds.table(own).groups]
    return Table("speed", speeds.COLUMNS, tuple(groups))
