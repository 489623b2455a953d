# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate ssh`: what holds a connection back, and which cipher and MAC it should have; `wirerate ssh mill`: what
keeping the MAC's keyed state is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wirerate.cli import options
from wirerate.cli.groups import Family, FirstWord
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import CheckedType, ChoiceType, SizesType, SizeType

if TYPE_CHECKING:
    from wirerate.wings.ssh.transfers import Transfers

_SAID = {
    "up": "uploads (--direction both: downloads too)",
    "down": "downloads",
    "both": "uploads, then downloads",
}
_CIPHERS = ("arcfour", "aes128-ctr", "aes128-cbc", "aes256-cbc", "none")


@click.command("ssh", cls=Family)
@click.argument("host", cls=FirstWord, required=False)
@click.option("--rounds", type=click.IntRange(min=1), metavar="N", help="Rounds, whatever time they take.")
@click.option("--size", type=SizeType(), help="Bytes of one transfer: 512Mi.")
@click.option("--ciphers", metavar="LIST", help="Only these ciphers: aes128-gcm,aes256-ctr.")
@click.option("--macs", metavar="LIST", help="Only these MACs: umac-64-etm,hmac-sha2-256-etm.")
@click.option("--direction", type=ChoiceType("direction", "up", "down", "both"), metavar="WAY",
              help="up (without another word), down, or both.")  # fmt: skip
@click.option("--file", metavar="FILE", help="Send this file instead of zeros from memory.")
@options.link
@options.page
@options.outputs
def command(outputs: Outputs, **asked: Any) -> int:
    """Transfers to HOST with your own ssh, or to a private sshd on this machine,
    in shuffled rounds: the bottleneck, a ranked table, and a Host block.

    At most two minutes and 8 GiB, unless --rounds or --size ask for more:
    --rounds 20 --size 512Mi is the protocol of 2007. The host needs a key that
    works without a password, and a shell, else sftp. One that is called mill is
    written: wirerate ssh -- mill

    \b
    Exit: 0 answered, 1 falls short of --link, 3 cannot tell (the ends are too
    busy), 4 the host or a tool is missing or failed.
    """
    from wirerate.wings.ssh.transfers import Transfers, ssh

    _announce(Transfers(**options.named(asked)))
    with live("transferring") as progress:
        run = ssh(**options.named(asked), progress=progress)
    return finish(run, outputs)


@command.command("mill", short_help="What keeping the MAC's keyed state is worth.")
@click.option("--cipher", type=ChoiceType("cipher of the mill", *_CIPHERS), default="arcfour", show_default=True,
              metavar="NAME", help="aes128-ctr, ...; none: the MAC alone.")  # fmt: skip
@click.option("--macs", type=CheckedType("macs", lambda value: _macs(value)), metavar="LIST", default="",
              help="Only these MACs: hmac-md5,umac-64@nettle.")  # fmt: skip
@click.option("--etm", is_flag=True, help="Encrypt-then-MAC, not encrypt-and-MAC.")
@click.option("--size", "payloads", type=SizesType(), help="Payloads of 1 to 32Ki: 64,1Ki,32Ki.")
@options.time
@options.page
@options.outputs
def mill(macs: str, outputs: Outputs, **asked: Any) -> int:
    """Packets sealed and opened in one process, without a network: the keyed
    state kept, set up again, or allocated anew for each packet. At which packet
    size do the gains that OpenSSH published in 2007 appear on this machine?
    """
    from wirerate.wings.ssh.mill import mill

    with live("milling packets") as progress:
        run = mill(_macs(macs), **options.named(asked), progress=progress)
    return finish(run, outputs)


def _macs(value: str) -> list[str]:
    from wirerate.wings.ssh.mill import parse_mac

    return [str(parse_mac(name)) for name in value.split(",") if name]


def _announce(asked: Transfers) -> None:
    """What will be used, before it is."""
    from wirerate.report import numbers
    from wirerate.wings.ssh.contest import LARGEST, MOST_CELLS, ROUNDS

    where = f"to {asked.host}" if asked.host else "to a private sshd on 127.0.0.1, stopped afterwards"
    much = "at most 2 minutes and 8 GiB"
    if asked.rounds or asked.size:
        each = numbers.size(asked.size) if asked.size else f"up to {numbers.size(LARGEST)}"
        turns = asked.rounds or f"up to {ROUNDS}"
        much = f"{turns} rounds of up to {MOST_CELLS} transfers of {each}, without a limit of time"
    click.echo(f"wirerate ssh: transfers {where}: {much}; {_SAID[asked.direction]}", err=True)
