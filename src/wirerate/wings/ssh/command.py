# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The commands `wirerate ssh` and `wirerate ssh mill`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wirerate.cli import options
from wirerate.cli.groups import Family, FirstWord
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import CheckedType, ChoiceType, SizesType, SizeType

if TYPE_CHECKING:
    from wirerate.wings.ssh.transfers import Transfers

_DIRECTIONS = {
    "up": "uploads (--direction both: downloads too)",
    "down": "downloads",
    "both": "uploads, then downloads",
}
_CIPHERS = ("arcfour", "aes128-ctr", "aes128-cbc", "aes256-cbc", "none")


@click.command("ssh", cls=Family)
@click.argument("host", cls=FirstWord, required=False)
@click.option("--rounds", type=click.IntRange(min=1), metavar="N", help="Run N rounds, however long that takes.")
@click.option("--size", type=SizeType(), help="Bytes per transfer: 512Mi.")
@click.option("--ciphers", metavar="LIST", help="Only these ciphers: aes128-gcm,aes256-ctr.")
@click.option("--macs", metavar="LIST", help="Only these MACs: umac-64-etm,hmac-sha2-256-etm.")
@click.option("--direction", type=ChoiceType("direction", "up", "down", "both"), metavar="WAY",
              help="up (default), down, or both.")  # fmt: skip
@click.option("--file", metavar="FILE", help="Send this file instead of zeros from memory.")
@options.link
@options.page
@options.outputs
@options.explain
def command(outputs: Outputs, **request: Any) -> int:
    """Find the bottleneck and the best cipher and MAC for ssh to HOST.

    Your own ssh sends data to HOST, or to a private sshd on this machine, with
    one cipher and MAC after another. The answer names what to use, ranks all
    candidates and has the lines for ~/.ssh/config.

    Takes at most two minutes and 8 GiB, unless --rounds or --size ask for more.
    HOST needs a key that works without a password, and a shell or sftp. For a
    host named "mill": wirerate ssh -- mill

    \b
    Exit: 0 answered, 1 falls short of --link, 3 undecided (an end is too busy),
    4 the host or a tool is missing or failed.
    """
    from wirerate.wings.ssh.transfers import Transfers, ssh

    _announce(Transfers(**options.named(request)))
    with live("transferring") as progress:
        run = ssh(**options.named(request), progress=progress)
    return finish(run, outputs)


@command.command("mill", short_help="What keeping a MAC's key schedule gains.")
@click.option("--cipher", type=ChoiceType("cipher of the mill", *_CIPHERS), default="arcfour", show_default=True,
              metavar="NAME", help="aes128-ctr, ...; none measures the MAC alone.")  # fmt: skip
@click.option("--macs", type=CheckedType("macs", lambda value: _macs(value)), metavar="LIST", default="",
              help="Only these MACs: hmac-md5,umac-64@nettle.")  # fmt: skip
@click.option("--etm", is_flag=True, help="Encrypt-then-MAC instead of encrypt-and-MAC.")
@click.option("--size", "payloads", type=SizesType(), help="Payload bytes, 1 to 32Ki: 64,1Ki,32Ki.")
@options.time
@options.page
@options.outputs
@options.explain
def mill(macs: str, outputs: Outputs, **request: Any) -> int:
    """Measure what keeping a MAC's key schedule between packets gains.

    SSH packets are sealed and opened in one process, without a network, with
    the key schedule kept, recomputed, or allocated and recomputed per packet.
    OpenSSH announced such gains in 2007: wirerate history openssh-2007
    """
    from wirerate.wings.ssh.mill import mill

    with live("milling packets") as progress:
        run = mill(_macs(macs), **options.named(request), progress=progress)
    return finish(run, outputs)


def _macs(value: str) -> list[str]:
    from wirerate.wings.ssh.mill import parse_mac

    return [str(parse_mac(name)) for name in value.split(",") if name]


def _announce(question: Transfers) -> None:
    """Print what will be transferred before anything is sent."""
    from wirerate.report import numbers
    from wirerate.wings.ssh.contest import LARGEST, MOST_CELLS, ROUNDS

    peer = question.host or "a private sshd on 127.0.0.1, which is stopped afterwards"
    limit = "at most 2 minutes and 8 GiB"
    if question.rounds or question.size:
        size = numbers.size(question.size) if question.size else f"up to {numbers.size(LARGEST)}"
        rounds = question.rounds or f"up to {ROUNDS}"
        limit = f"{rounds} rounds of up to {MOST_CELLS} transfers of {size}, without a time limit"
    click.echo(f"wirerate ssh: transfers to {peer}: {limit}; {_DIRECTIONS[question.direction]}", err=True)
