# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`doctor`: what on this host spoils measurements."""

from __future__ import annotations

from wirerate.host.doctor import examine
from wirerate.host.machine import environment
from wirerate.records import DoctorRun, Problem


def doctor() -> DoctorRun:
    """A run without measurements: the environment, and a problem for everything found."""
    host = environment()
    return DoctorRun(
        command="doctor",
        environment=host,
        problems=[Problem(code=f.code, message=f.message, fix=f.fix) for f in examine()],
    )
