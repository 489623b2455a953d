# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`check --cores`: what does not keep up is measured on more threads."""

from __future__ import annotations

import os
from dataclasses import replace

from wirerate.host.machine import physical_first
from wirerate.host.request import Request
from wirerate.records import CheckRun, Verdict
from wirerate.running.session import Session
from wirerate.verdict import BOTH, KEEPS_UP
from wirerate.verdict.scaling import scaled, steps


def measure_scaling(session: Session[CheckRun], seconds: float) -> None:
    """On physical cores first, then on their siblings; the run's verdicts have the curve and the cores it tells."""
    with session.as_asked():
        order, physical = physical_first(os.sched_getaffinity(0))
    short = [verdict for verdict in session.run.verdicts if verdict.verdict != KEEPS_UP and verdict.permitted]
    planned = {
        id(verdict): [
            replace(request, threads=threads)
            for threads in steps(len(order), session.threads)
            for request in _decided_by(session, verdict)
        ]
        for verdict in short
    }
    if not any(planned.values()) or session.run.partial:
        return
    session.measure([request for requests in planned.values() for request in requests], seconds)
    for at, verdict in enumerate(session.run.verdicts):
        found = [session.results[request] for request in planned.get(id(verdict), ()) if request in session.results]
        session.run.verdicts[at] = scaled(verdict, found, physical)


def _decided_by(session: Session[CheckRun], verdict: Verdict) -> list[Request]:
    """What its cost was measured by: the end that is judged, or both where they are judged together."""
    both = verdict.conditions.direction == BOTH
    costs = [end.ns for end in verdict.directions] if both else [verdict.measured_ns]
    return [r for r, m in session.results.items() if m.subject == verdict.subject and m.ns and m.ns in costs]
