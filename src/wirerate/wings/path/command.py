# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command `wirerate path`."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import RECORD_LIST, WordType


class _Command(rules.Command):
    """Lists the paths at the end of the help."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from wirerate.wings.path.catalogue import ALIASES, PATHS, RECORD_PATHS

        names_by_title = {
            "Paths": [path.name for path in PATHS],
            "TLS paths": [path.name for path in RECORD_PATHS],
            "Short names": [f"{alias} = {name}" for alias, name in ALIASES.items()],
        }
        for title, names in names_by_title.items():
            lines = fill(", ".join(names), formatter.width - 2, break_on_hyphens=False, initial_indent="  ",
                         subsequent_indent="  ")  # fmt: skip
            formatter.write(f"\n{title}:\n{lines}\n")


class PathType(WordType):
    """Parameter type for the name of a path, such as esp-gcm/ip6."""

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
@click.option("--record", type=RECORD_LIST, help="TLS record sizes in bytes: 1400,16Ki.")
@options.policy
@click.option("--duplex", is_flag=True, help="One core carries both directions, each at line rate.")
@options.time
@options.cpu
@rules.single("--affinity", "affinity", "one thread sends the packets")
@options.page
@options.outputs
@options.explain
def command(outputs: Outputs, **request: Any) -> int:
    """Measure this kernel's own IPsec, MACsec, WireGuard and TLS.

    The answer splits the time per packet into forwarding, protocol, cipher and
    authenticator, and says whether faster crypto would help or whether it takes
    more cores, offload or larger packets.

    A PATH is a protocol with its algorithms, and may end with /transport, /ip6,
    /esn or /udp. Without a PATH, everything this kernel supports is measured.

    TLS 1.3 is measured per record over a loopback connection, using OpenSSL
    (tls), kernel TLS (ktls) or plain TCP (tcp).

    Takes about 5 seconds. Needs root or permission to create a user namespace;
    TLS needs neither. The host's own network is not touched.

    \b
    Try:  wirerate path --link 10G --packet imix
          wirerate path esp-gcm wireguard --link 25G --packet imix,1400
          wirerate path tls ktls --link 10G --record 1400,16Ki
    Exit: 0 keeps up or tight, 1 falls short or must not be used, 3 undecided,
          4 this kernel lacks the path, or this user may not measure it.
    """
    from wirerate.wings.path.answer import path

    with live("measuring") as progress:
        run = path(**options.named(request), progress=progress)
    return finish(run, outputs)
