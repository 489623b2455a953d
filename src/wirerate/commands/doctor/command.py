# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate doctor`: what on this host spoils measurements, and what to type."""

from __future__ import annotations

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish


@click.command("doctor", cls=rules.Command)
@options.json
def command(json: bool) -> int:
    """What on this host spoils measurements, hidden CPU features included.

    \b
    Exit: 0 whatever is found; what it found is the answer.
    """
    from wirerate.commands.doctor.diagnosis import doctor

    return finish(doctor(), Outputs(json), keep=False, warnings=False)
