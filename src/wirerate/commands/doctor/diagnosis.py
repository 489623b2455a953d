# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`doctor`: what on this host spoils measurements."""

from __future__ import annotations

from wirerate.host.doctor import examine
from wirerate.host.machine import environment
from wirerate.records import DoctorRun, Problem
from wirerate.report import labels
from wirerate.report.table import Table, wrap
from wirerate.report.terminal import Paper


def doctor() -> DoctorRun:
    """A run without measurements: the environment, and a problem for everything found."""
    host = environment()
    return DoctorRun(
        command="doctor",
        environment=host,
        problems=[Problem(code=f.code, message=f.message, fix=f.fix) for f in examine()],
    )


def text(run: DoctorRun, on: Paper) -> str:
    lines: list[str] = []
    for problem in run.problems:
        first, *rest = wrap(problem.message, on.width - 2) or [""]
        lines += [on.ink("≈ ", "warn") + on.ink(first, "strong"), *("  " + line for line in rest)]
        if problem.fix:
            lines += wrap(problem.fix, on.width, "    ")
    if not run.problems:
        lines.append(on.ink("✓ ", "good") + "Nothing found that spoils measurements on this host.")
    if run.environment is not None:
        hidden = run.environment.hidden_flags
        if hidden:
            lines += ["", *wrap(f"Hidden by this machine: {', '.join(hidden)}.", on.width)]
        absent = [f"{peer.name} ({peer.absent})" for peer in run.environment.peers if peer.absent]
        if absent:
            lines += ["", *wrap("Not here: " + ", ".join(absent) + ".", on.width)]
        lines += ["", *(on.ink(line, "dim") for line in wrap(f"Host: {labels.hardware(run)}.", on.width))]
    return "\n".join(lines) + "\n"


def table(run: DoctorRun) -> Table:
    from wirerate.report.document import problems_table

    return problems_table(run)
