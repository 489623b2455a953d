# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`doctor`: what disturbs measurements on this host, and which libraries it has."""

from __future__ import annotations

from wirerate.host.doctor import examine
from wirerate.host.machine import environment
from wirerate.records import DoctorRun, Peer, Problem
from wirerate.report import labels
from wirerate.report.table import Table, wrap
from wirerate.report.terminal import Paper


def doctor() -> DoctorRun:
    """Examine this host. Return a run without measurements: it has the environment, and a problem for every finding."""
    host = environment()
    return DoctorRun(
        command="doctor",
        environment=host,
        problems=[Problem(code=row.code, message=row.message, fix=row.fix) for row in examine()],
    )


def text(run: DoctorRun, paper: Paper) -> str:
    lines: list[str] = []
    for problem in run.problems:
        first, *rest = wrap(problem.message, paper.width - 2) or [""]
        lines += [paper.ink("! ", "warn") + paper.ink(first, "strong"), *("  " + line for line in rest)]
        if problem.fix:
            lines += wrap(problem.fix, paper.width, "    ")
    if not run.problems:
        lines.append(paper.ink("✓ ", "good") + "Nothing on this host disturbs measurements.")
    if run.environment is not None:
        peers = run.environment.peers
        present = ", ".join(_version(peer) for peer in peers if not peer.absent)
        absent = ", ".join(f"{peer.name} ({peer.absent})" for peer in peers if peer.absent)
        hidden = ", ".join(run.environment.hidden_flags)
        for label, words in (
            ("Libraries", present),
            ("Absent", absent),
            ("Hidden CPU features", hidden),
        ):
            if words:
                lines += ["", *wrap(f"{label}: {words}.", paper.width)]
        lines += ["", *(paper.ink(line, "dim") for line in wrap(f"Host: {labels.hardware(run)}.", paper.width))]
    return "\n".join(lines) + "\n"


def _version(peer: Peer) -> str:
    """Return a library's name and version, such as 'nettle 3.8'. Some version strings begin with the name already."""
    return peer.version if peer.name in peer.version.lower() else f"{peer.name} {peer.version}"


def table(run: DoctorRun) -> Table:
    from wirerate.report.document import problems_table

    return problems_table(run)
