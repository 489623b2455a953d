"""`wirerate check`: does it keep up, and what to use when it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish
from wirerate.cli.progress import live

if TYPE_CHECKING:
    from wirerate.authenticators.subjects import Subject


@click.command("check", cls=rules.Command, short_help="Does it keep up, and what to use when it does not.")
@options.subjects
@options.link
@options.packet
@options.protocol
@options.policy
@options.time
@options.threads
@options.affinity
@options.kernel
@options.kernel_of_subjects
@options.json
@options.exports
def command(
    subjects: tuple[Subject, ...],
    link: tuple[str, ...] | None,
    packet: str | None,
    protocol: str | None,
    policy: str,
    time: float | None,
    threads: int,
    affinity: tuple[int, ...] | None,
    kernel: str | None,
    json: bool,
    export_json: str | None,
    export_csv: str | None,
    export_markdown: str | None,
) -> int:
    """Hold authenticators against a link and a packet mix.

    Without arguments: the authenticators in use today, the speeds of this
    machine's network cards (else 1G, 10G and 100G), and IMIX.

    \b
    Exit: 0 keeps up or tight, 1 falls short or must not be used, 3 cannot tell.
    """
    from wirerate import api
    from wirerate.cli.next_steps import after_check

    with live("checking") as progress:
        run = api.check(
            subjects,
            links=link or (),
            packet=packet or "imix",
            protocol=protocol,
            policy=policy,
            time=time,
            threads=threads,
            affinity=affinity or (),
            kernel=kernel,
            progress=progress,
        )
    status = finish(run, Outputs(json, export_json, export_csv, export_markdown))
    if not json:
        _suggest(after_check(run))
    return status


def _suggest(commands: list[tuple[str, str]]) -> None:
    """The next commands for this host, on stderr: they are no part of the answer."""
    if commands:
        click.echo("\nnext:", err=True)
    for line, why in commands:
        click.echo(f"  {line}\n      {why}", err=True)
