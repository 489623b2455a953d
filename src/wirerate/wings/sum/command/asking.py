# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What takes many requests of a store is told first, and on a terminal asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from wirerate.wings.sum.command.request import Request
from wirerate.wings.sum.jobs import job


def agreed(cost: job.Cost, request: Request, tell: Callable[[str], object], refuse: Callable[[str], object]) -> bool:
    """Whether to go on; `refuse` is told where nobody says so."""
    if request.yes or cost.requests <= job.ASK_FROM:
        return True
    tell(f"this takes {cost}")
    if sys.stdin and sys.stdin.isatty() and sys.stderr.isatty() and click.confirm("Go on?", err=True):
        return True
    refuse("nothing was read; to go on without being asked, type --yes")
    return False
