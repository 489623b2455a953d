# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The click command `wirerate speed`."""

from __future__ import annotations

from typing import Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import ReferenceType


@click.command("speed", cls=rules.Command)
@options.subjects
@options.length
@options.packet_list
@options.cache
@options.keyed
@options.operation
@options.batch
@click.option(
    "--against",
    type=ReferenceType(),
    metavar="SUBJECT",
    help="Compare with this subject, or with this implementation of each subject: nettle",
)
@options.time
@options.threads
@options.affinity
@options.kernel
@options.with_kept
@options.outputs
@options.explain
def command(outputs: Outputs, **values: Any) -> int:
    """Measure how fast authenticators are: rate, time per message, fixed and
    per-byte cost.

    A SUBJECT is ALGORITHM[@IMPLEMENTATION[/KERNEL]]: hmac-md5@openssl, umac-64, md5@wirerate/avx2,
    md5@./other-libwirerate.so. Default: the algorithms in use today. All names: wirerate list algorithms

    \b
    Exit: 0 measured, 4 a SUBJECT is absent or computes wrong results.
    """
    from wirerate.commands.speed.speed import speed

    with live("measuring") as progress:
        run = speed(**options.named(values), progress=progress)
    return finish(run, outputs)
