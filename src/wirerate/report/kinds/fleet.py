# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`fleet`: hosts by headroom (or by time per message), the slowest named with the CPU features that it lacks."""

from __future__ import annotations

from dataclasses import replace

from wirerate.records import Environment, Measurement, Run, Verdict
from wirerate.report import headrooms, naming, numbers, questions, speeds, verdicts
from wirerate.report.page.parts import Page, head, tabled
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table, to_text, wrap

_HOST = Column("host", ("host",), numeric=False)
_LACKS = Column("lacks", ("lacks",), numeric=False)
_CPU = Column("CPU", ("cpu",), numeric=False, expendable=True)


def text(run: Run, on: Paper) -> str:
    if not run.hosts:
        return "no host answered\n"
    lines = [to_text(table(run), width=on.width, color=on.color)]
    if told := _slowest(run):
        lines.append("\n".join(wrap(told, on.width)) + "\n")
    return "\n".join(lines)


def table(run: Run) -> Table:
    return _judged(run) if run.verdicts else _timed(run)


def page(run: Run) -> Page:
    from wirerate.report.page import html, measured

    answered = numbers.count(len(run.hosts), "host")
    told = _slowest(run) or f"{answered} answered"
    hosts, rows = table(run), _measured(run)
    asked = "Headroom by host, the most first" if run.verdicts else "Time by host, the quickest first"
    inner = html.scrolled(rows, f"{len(run.measurements):,} measurements of {answered}") + html.csv_link(rows)
    body = f"<details><summary>All of them as a table</summary>{inner}</details>"
    sections = [
        tabled("fleet", "Hosts", asked, hosts) if hosts else "",
        html.section("speeds", "Everything measured", "Every row, host by host", body) if rows else "",
        measured.security(run),
    ]
    lead = "" if run.verdicts else "These hosts were not held against a link. To have verdicts: wirerate fleet check"
    return Page(
        f"{told} · wirerate", head("wirerate fleet", told[:1].upper() + told[1:], lead, partial=run.partial), sections
    )


def _measured(run: Run) -> Table:
    """What `speed` shows, a host after the other."""
    groups = []
    for host in run.hosts:
        rows = [m for m in run.measurements if m.host == host.host]
        own = Run(command=run.command, kind=run.kind, environment=host, measurements=rows)
        groups += [replace(group, heading=f"{host.host}: {group.heading}") for group in speeds.table(own).groups]
    return Table("speed", speeds.COLUMNS, tuple(groups))


def _lacks(run: Run, host: str) -> tuple[str, ...]:
    """Features that another host of the fleet has, or that this one's hypervisor hides; in that order."""
    here = _environment(run, host)
    if here is None:
        return ()
    elsewhere = {flag for each in run.hosts if _kin(each, here) for flag in each.flags}
    missing = sorted(elsewhere - set(here.flags) - set(here.hidden_flags))
    return (*missing, *(f"{flag} (hidden)" for flag in here.hidden_flags))


def _slowest(run: Run) -> str:
    """'slowest: b (EPYC 7551): ×1.20 for hmac-md5; it lacks avx512f'; empty for a fleet of one or none."""
    if len(run.hosts) < 2:
        return ""
    judged = [v for v in run.verdicts if v.headroom]
    timed = [m for m in run.measurements if m.ns and m.role == "subject"]
    if judged:
        worst = min(judged, key=lambda v: v.headroom.median if v.headroom else 0.0)
        host, what = worst.host, f"headroom {_room(worst)} for {worst.subject}"
    elif timed:
        last = max(timed, key=lambda m: _relative(run, m))
        host, what = (
            last.host,
            f"×{numbers.significant(_relative(run, last))} the best host's time for {last.subject}",
        )
    else:
        return ""
    here = _environment(run, host)
    without = _lacks(run, host)
    cpu = f" ({here.cpu})" if here else ""
    lacking = f"; it lacks {' '.join(without)}" if without else "; it lacks no CPU feature that the others have"
    return f"slowest: {host}{cpu}: {what}{lacking}"


def _judged(run: Run) -> Table:
    """A group for each subject and question, the most headroom first."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in run.verdicts:
        heading = f"{naming.algorithm(verdict.subject)}, {verdicts.way(verdict)}: {questions.question(verdict)}"
        groups.setdefault(heading, []).append(verdict)
    columns = (
        _HOST,
        Column("ns measured", ("measured_ns",)),
        Column("headroom", ("headroom", "low", "high")),
        Column("verdict", headrooms.VERDICT, numeric=False),
        Column("by", headrooms.SUBJECT, numeric=False, expendable=True),
        _LACKS,
        _CPU,
    )
    return Table(
        "fleet",
        columns,
        tuple(
            Group(
                heading,
                tuple(_judged_row(run, v) for v in sorted(rows, key=_least_room, reverse=True)),
                headrooms.asked_figures(rows[0]),
            )
            for heading, rows in groups.items()
        ),
        _note(run),
        headrooms.ASKED,
    )


def _judged_row(run: Run, verdict: Verdict) -> tuple[Cell, ...]:
    shown, measured, room = naming.judged(verdict), verdict.measured_ns, verdict.headroom
    return (
        Cell(verdict.host, "strong"),
        Cell(
            numbers.significant(measured.median) if measured else numbers.NONE,
            "",
            (measured.median if measured else None,),
        ),
        Cell(_room(verdict), shown.tone, (room.median, room.low, room.high) if room else (None,) * 3),
        Cell(f"{shown.glyph} {verdict.verdict}", shown.tone, headrooms.verdict_figures(verdict)),
        Cell(verdict.subject.partition("@")[2], "", headrooms.subject_figures(verdict)),
        *_machine(run, verdict.host),
    )


def _timed(run: Run) -> Table:
    """A group for each subject and condition, the quickest first."""
    groups: dict[str, list[Measurement]] = {}
    for m in run.measurements:
        if m.ns and m.role == "subject":
            name = naming.short(m.subject) + naming.aside(m.operation, "")
            heading = f"{name}, {naming.condition(m)}" + (f", {m.keyed}" if m.keyed else "")
            groups.setdefault(heading, []).append(m)
    columns = (
        Column("host", ("host", "subject", "operation", "keyed"), numeric=False),
        Column("Gbit/s", ("gbit_per_s",)),
        Column("ns", ("ns", "low", "high")),
        Column("time / best", ("relative",)),
        _LACKS,
        _CPU,
    )
    return Table(
        "fleet",
        columns,
        tuple(
            Group(
                heading,
                tuple(_timed_row(run, m) for m in sorted(rows, key=lambda m: m.ns.median if m.ns else 0.0)),
                (rows[0].bytes, *naming.condition_figures(rows[0])),
            )
            for heading, rows in groups.items()
        ),
        _note(run),
        ("condition", "bytes", *naming.CONDITION_FIELDS),
    )


def _timed_row(run: Run, m: Measurement) -> tuple[Cell, ...]:
    assert m.ns is not None
    rate = numbers.gbits(m.bytes, m.ns.median) if m.bytes else None
    relative = _relative(run, m)
    return (
        Cell(m.host, "strong", (m.host, m.subject, m.operation, m.keyed)),
        Cell(numbers.significant(rate) if rate else numbers.NONE, "", (rate,)),
        Cell(numbers.significant(m.ns.median), "", (m.ns.median, m.ns.low, m.ns.high)),
        Cell(numbers.times(relative), "", (relative,)),
        *_machine(run, m.host),
    )


def _machine(run: Run, host: str) -> tuple[Cell, ...]:
    here, without = _environment(run, host), " ".join(_lacks(run, host))
    cpu = here.cpu if here else ""
    return Cell(without or numbers.NONE, "", (without,)), Cell(cpu, "dim", (cpu,))


def _relative(run: Run, m: Measurement) -> float:
    """Its time over the best host's of the same question."""

    def question(other: Measurement) -> tuple[object, ...]:
        return naming.short(other.subject), other.operation, naming.condition(other), other.keyed

    same = [o.ns.median for o in run.measurements if o.ns and o.role == m.role and question(o) == question(m)]
    return m.ns.median / min(same) if m.ns else 0.0


def _environment(run: Run, host: str) -> Environment | None:
    return next((each for each in run.hosts if each.host == host), None)


def _kin(one: Environment, other: Environment) -> bool:
    """Of one architecture: what another one's processors have is no lack."""
    return ("asimd" in one.flags) == ("asimd" in other.flags)


def _least_room(verdict: Verdict) -> float:
    return verdict.headroom.median if verdict.headroom else 0.0


def _room(verdict: Verdict) -> str:
    return numbers.times(verdict.headroom.median) if verdict.headroom else numbers.NONE


def _note(run: Run) -> str:
    stopped = ", and the run was stopped" if run.partial else ""
    return f"{numbers.count(len(run.hosts), 'host')} answered{stopped}. lacks: what others have, or its VM hides."
