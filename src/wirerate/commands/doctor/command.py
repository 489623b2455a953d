# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The click command `wirerate doctor`."""

from __future__ import annotations

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish


@click.command("doctor", cls=rules.Command)
@options.json
def command(json: bool) -> int:
    """Find what disturbs measurements on this host, and how to mend it.

    The answer also names the libraries found, and CPU features that a virtual
    machine hides.

    \b
    Exit: 0 whatever it finds.
    """
    from wirerate.commands.doctor.diagnosis import doctor

    return finish(doctor(), Outputs(json), keep=False, warnings=False)
