"""A fleet: hosts by headroom (or by time per message), the slowest named with the CPU features that it lacks."""

from __future__ import annotations

from wirerate.records import Environment, Measurement, Run, Verdict
from wirerate.report import naming, numbers, verdicts
from wirerate.report.table import Cell, Column, Group, Table

_HOST = Column("host", ("host",), numeric=False)
_LACKS = Column("lacks", ("lacks",), numeric=False)
_CPU = Column("CPU", ("cpu",), numeric=False, expendable=True)


def is_fleet(run: Run) -> bool:
    return run.command == "fleet"


def table(run: Run) -> Table:
    return _judged(run) if run.verdicts else _timed(run)


def lacks(run: Run, host: str) -> tuple[str, ...]:
    """Features that another host of the fleet has, or that this one's hypervisor hides; in that order."""
    here = _environment(run, host)
    if here is None:
        return ()
    elsewhere = {flag for each in run.hosts if _kin(each, here) for flag in each.flags}
    missing = sorted(elsewhere - set(here.flags) - set(here.hidden_flags))
    return (*missing, *(f"{flag} (hidden)" for flag in here.hidden_flags))


def slowest(run: Run) -> str:
    """'slowest: b (EPYC 7551): ×1.20 for hmac-md5; it lacks avx512f'; empty for a fleet of one or none."""
    if len(run.hosts) < 2:
        return ""
    judged = [v for v in run.verdicts if v.headroom]
    timed = [m for m in run.measurements if m.ns and m.role == "subject"]
    if judged:
        worst = min(judged, key=lambda v: v.headroom.median if v.headroom else 0.0)
        host, what = str(worst.conditions.get("host", "")), f"headroom {_room(worst)} for {worst.subject}"
    elif timed:
        last = max(timed, key=lambda m: _relative(run, m))
        host, what = (
            str(last.extra.get("host", "")),
            f"×{numbers.significant(_relative(run, last))} the best host's time for {last.subject}",
        )
    else:
        return ""
    here = _environment(run, host)
    without = lacks(run, host)
    cpu = f" ({here.cpu})" if here else ""
    lacking = f"; it lacks {' '.join(without)}" if without else "; it lacks no CPU feature that the others have"
    return f"slowest: {host}{cpu}: {what}{lacking}"


def _judged(run: Run) -> Table:
    """A group for each subject and question, the most headroom first."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in run.verdicts:
        heading = f"{naming.algorithm(verdict.subject)}, {verdicts.manner(verdict)}: {verdicts.question(verdict)}"
        groups.setdefault(heading, []).append(verdict)
    columns = (
        _HOST,
        Column("ns measured", ("measured_ns",)),
        Column("headroom", ("headroom", "low", "high")),
        Column("verdict", ("verdict",), numeric=False),
        Column("by", ("subject",), numeric=False, expendable=True),
        _LACKS,
        _CPU,
    )
    return Table(
        "fleet",
        columns,
        tuple(
            Group(heading, tuple(_judged_row(run, v) for v in sorted(rows, key=_least_room, reverse=True)))
            for heading, rows in groups.items()
        ),
        _note(run),
        group_fields=("question",),
    )


def _judged_row(run: Run, verdict: Verdict) -> tuple[Cell, ...]:
    shown, measured, room = naming.judged(verdict), verdict.measured_ns, verdict.headroom
    return (
        *_named(verdict.conditions.get("host", "")),
        Cell(
            numbers.significant(measured.median) if measured else numbers.NONE,
            "",
            (measured.median if measured else None,),
        ),
        Cell(_room(verdict), shown.tone, (room.median, room.low, room.high) if room else (None,) * 3),
        Cell(f"{shown.glyph} {verdict.verdict}", shown.tone, (verdict.verdict,)),
        Cell(verdict.subject.partition("@")[2], "", (verdict.subject,)),
        *_machine(run, str(verdict.conditions.get("host", ""))),
    )


def _timed(run: Run) -> Table:
    """A group for each subject and condition, the quickest first."""
    groups: dict[str, list[Measurement]] = {}
    for m in run.measurements:
        if m.ns and m.role == "subject":
            heading = f"{naming.short(m.subject)}, {naming.condition(m)}" + (f", {m.keyed}" if m.keyed else "")
            groups.setdefault(heading, []).append(m)
    columns = (_HOST, Column("Gbit/s", ("gbit_per_s",)), Column("ns", ("ns", "low", "high")),
               Column("time / best", ("relative",)), _LACKS, _CPU)  # fmt: skip
    return Table(
        "fleet",
        columns,
        tuple(
            Group(heading, tuple(_timed_row(run, m) for m in sorted(rows, key=lambda m: m.ns.median if m.ns else 0.0)))
            for heading, rows in groups.items()
        ),
        _note(run),
    )


def _timed_row(run: Run, m: Measurement) -> tuple[Cell, ...]:
    assert m.ns is not None
    rate = numbers.gbits(m.bytes, m.ns.median) if m.bytes else None
    relative = _relative(run, m)
    return (
        *_named(m.extra.get("host", "")),
        Cell(numbers.significant(rate) if rate else numbers.NONE, "", (rate,)),
        Cell(numbers.significant(m.ns.median), "", (m.ns.median, m.ns.low, m.ns.high)),
        Cell(numbers.times(relative), "", (relative,)),
        *_machine(run, str(m.extra.get("host", ""))),
    )


def _named(host: object) -> tuple[Cell, ...]:
    return (Cell(str(host), "strong", (str(host),)),)


def _machine(run: Run, host: str) -> tuple[Cell, ...]:
    here, without = _environment(run, host), " ".join(lacks(run, host))
    cpu = here.cpu if here else ""
    return Cell(without or numbers.NONE, "", (without,)), Cell(cpu, "dim", (cpu,))


def _relative(run: Run, m: Measurement) -> float:
    """Its time over the best host's of the same question."""

    def question(other: Measurement) -> tuple[object, ...]:
        return naming.short(other.subject), naming.condition(other), other.keyed

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
