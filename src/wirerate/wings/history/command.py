# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate history`: a published table beside this machine's figures."""

from __future__ import annotations

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import ChoiceType


@click.command("history", cls=rules.Command)
@click.argument("source", type=ChoiceType("source", "rfc1810", "openssh-2007", "ecc-2015"), metavar="SOURCE")
@options.page
@options.explain
@options.outputs
def command(source: str, outputs: Outputs) -> int:
    """Show the figures of SOURCE beside this machine's. SOURCE is one of:

    \b
      rfc1810       Report on MD5 Performance, June 1995
      openssh-2007  OpenSSH's faster MACs, mailing list, June 2007
      ecc-2015      elliptic curves on Cortex-M boards, slides of March 2015

    \b
    Try:  wirerate history rfc1810
    """
    from wirerate.wings.history.history import history

    with live("measuring") as progress:
        run = history(source, progress=progress)
    return finish(run, outputs)
