# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every host that was asked: its processor and what that lacks, or why it has no figures."""

from __future__ import annotations

from wirerate.records import ERRORS, Environment
from wirerate.report import numbers
from wirerate.wings.fleet.rows import FleetRun

SIGN = "✗"


def environment(run: FleetRun, host: str) -> Environment | None:
    return next((each for each in run.hosts if each.host == host), None)


def lacks(run: FleetRun, host: str) -> tuple[str, ...]:
    """Features that another host of the fleet has, or that this one's hypervisor hides; in that order."""
    here = environment(run, host)
    if here is None:
        return ()
    elsewhere = {flag for each in run.hosts if _kin(each, here) for flag in each.flags}
    missing = sorted(elsewhere - set(here.flags) - set(here.hidden_flags))
    return (*missing, *(f"{flag} (hidden)" for flag in here.hidden_flags))


def causes(run: FleetRun, host: str) -> list[str]:
    """Why figures of it are missing, each with what to do."""
    found = (each for each in run.problems if each.host == host and each.code in ERRORS)
    return [f"{each.message}; {each.fix}" if each.fix else each.message for each in found]


def answered(run: FleetRun) -> list[str]:
    return list(dict.fromkeys((*(each.host for each in run.hosts), *(each.host for each in run.rows),
                               *(each.host for each in run.verdicts))))  # fmt: skip


def silent(run: FleetRun) -> list[str]:
    """The hosts without an answer, in the order in which they were asked."""
    heard = answered(run)
    return list(dict.fromkeys(each.host for each in run.problems if each.host and each.host not in heard))


def told(run: FleetRun, host: str) -> str:
    """'AMD EPYC 7551, 4 cores; lacks avx512f', and what is missing."""
    here, without = environment(run, host), lacks(run, host)
    parts = [f"{here.cpu}, {numbers.count(here.cores, 'core')}"] if here else []
    if without:
        parts.append(f"lacks {' '.join(without)}")
    return "; ".join([*parts, *(f"{SIGN} {cause}" for cause in causes(run, host))])


def _kin(one: Environment, other: Environment) -> bool:
    """Of one architecture: what another one's processors have is no lack."""
    return ("asimd" in one.flags) == ("asimd" in other.flags)
