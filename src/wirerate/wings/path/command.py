# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate path`: what the authenticator is worth on the whole packet path of this kernel."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import RECORD_LIST, WordType


class _Command(rules.Command):
    """Its help ends with what can be asked about, as the catalogue of paths has it."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from wirerate.wings.path.catalogue import ALIASES, PATHS, RECORD_PATHS

        said = {
            "Paths": [path.name for path in PATHS],
            "By the record": [path.name for path in RECORD_PATHS],
            "Short": [f"{a} = {b}" for a, b in ALIASES.items()],
        }
        for title, words in said.items():
            listed = fill(", ".join(words), formatter.width - 2, break_on_hyphens=False, initial_indent="  ",
                          subsequent_indent="  ")  # fmt: skip
            formatter.write(f"\n{title}:\n{listed}\n")


class PathType(WordType):
    """A path of the kernel, esp-gcm/ip6."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from wirerate.wings.path.catalogue import parse_path

        return parse_path(value).name

    def words(self) -> tuple[str, ...]:
        from wirerate.wings.path.catalogue import ALIASES, PATHS, RECORD_PATHS

        return (*(path.name for path in (*PATHS, *RECORD_PATHS)), *ALIASES)


@click.command("path", cls=_Command)
@click.argument("paths", nargs=-1, type=PathType(), metavar="[PATH]...")
@options.link
@options.packet_list
@click.option("--record", type=RECORD_LIST, help="TLS records instead: bytes, or a list: 1400,16Ki.")
@options.policy
@click.option("--duplex", is_flag=True, help="One core does both ways, each at line rate.")
@options.time
@options.cpu
@rules.single("--affinity", "affinity", "one thread sends the packets")
@options.page
@options.outputs
def command(outputs: Outputs, **asked: Any) -> int:
    """Send packets through this kernel's own gateways, and account for them.

    A PATH is a protocol with its algorithms; behind slashes /transport, /ip6,
    /esn or /udp. Without arguments: what this kernel has, and what it lacks.

    Shares of a packet's time: forwarding, the protocol's path with algorithms
    that do nothing, cipher, authenticator. "free" is the headroom that is left
    if the crypto costs nothing: where that falls short too, another
    authenticator does not help, and cores, offload or larger packets do.

    TLS 1.3 goes by the record: one thread writes it into a connection over
    loopback and reads it back, by OpenSSL (tls), by the kernel (ktls) and as it
    is (tcp). Any user may ask.

    Runs as root, or as any user who may have a user namespace; nothing of this
    host's network is touched. About 5 seconds.

    \b
    Try:  wirerate path --link 10G --packet imix
          wirerate path esp-gcm wireguard --link 25G --packet imix,1400
          wirerate path tls ktls --link 10G --record 1400,16Ki
    Exit: 0 keeps up or tight, 1 falls short or must not be used, 3 cannot tell,
          4 not on this kernel, or not for this user.
    """
    from wirerate.wings.path.answer import path

    with live("measuring") as progress:
        run = path(**options.named(asked), progress=progress)
    return finish(run, outputs)
