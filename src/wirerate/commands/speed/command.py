# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate speed`: how fast subjects are, warm or cold, with the ceiling and the floor beside them."""

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
    help="Compare each with this one, or by this implementation (nettle), round by round.",
)
@options.time
@options.threads
@options.affinity
@options.kernel
@options.with_kept
@options.outputs
def command(outputs: Outputs, **asked: Any) -> int:
    """Rate, time per message, fixed and per-byte cost of each SUBJECT.

    A subject is ALGORITHM[@IMPLEMENTATION[/KERNEL]]: hmac-md5@openssl, umac-64,
    md5@wirerate/avx2, md5@./other-libwirerate.so. Without any: those in use.
    The algorithms are listed by: wirerate check --help

    \b
    Exit: 0 measured, 4 a subject asked for is missing or wrong.
    """
    from wirerate.commands.speed.speed import speed

    with live("measuring") as progress:
        run = speed(**options.named(asked), progress=progress)
    return finish(run, outputs)
