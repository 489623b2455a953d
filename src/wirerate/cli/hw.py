# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate hw`: an algorithm's rate in hardware, placed and routed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish
from wirerate.cli.progress import live
from wirerate.cli.types import ChoiceType, NameType, PositiveType


def _parts() -> Iterable[str]:
    from wirerate.lab.fpga.parts import PARTS

    return PARTS


def _check_core(given: Mapping[str, Any]) -> None:
    from wirerate.lab.fpga.question import choose

    choose(given["algorithm"], given["lanes"], given["ways"], given["core"])


def _check_sizes(given: Mapping[str, Any]) -> None:
    from wirerate.lab.fpga.workload import mixes

    mixes(given["packet"], given["links"], given["ways"])


@click.command("hw", cls=rules.Command)
@rules.holds(_check_core)
@click.argument(
    "algorithm",
    default="md5",
    type=ChoiceType("algorithm", "md5", "keyed-md5", "hmac-md5", "internet-checksum"),
    metavar="[ALGORITHM]",
)
@click.option("--lanes", type=click.IntRange(min=1), metavar="N", help="Messages at once: 1, 19, 35, 67, 131, 195.")
@click.option("--ways", type=click.IntRange(min=1), metavar="K", help="Chains of one message (K-way MD5): 4 to 64.")
@rules.excludes("--core", "--lanes", "--ways")
@click.option("--core", metavar="NAME", help="A core by name, as listed without options.")
@click.option(
    "--part",
    "part_name",
    type=NameType("part", _parts),
    metavar="NAME",
    default="ecp5-85k",
    show_default=True,
    help="Where it is placed.",
)
@options.link
@rules.needs("--link", "--lanes 67", "--ways", "--core")
@rules.single("--link", "links", "a core is held against one link")
@options.packet_list
@rules.holds(_check_sizes)
@options.policy
@rules.needs("--policy", "--link 40G")
@click.option(
    "--op-ns",
    "operation_ns",
    type=PositiveType(),
    metavar="NS",
    help="Silicon of your own: nanoseconds of a 32-bit addition.",
)
@rules.needs("--place", "--lanes 1", "--ways", "--core")
@rules.excludes("--op-ns", "--place")
@click.option("--place", "placing", is_flag=True, help="Place it now, three seeds; what is done stays done.")
@rules.needs("--emit", "--lanes 67", "--ways", "--core")
@click.option("--emit", "folder", metavar="DIR", type=click.Path(), help="Write Verilog, bench, vectors, commands.")
@options.page
@options.outputs
def command(folder: str | None, links: tuple[str, ...] | None, outputs: Outputs, **asked: Any) -> int:
    """The rate of ALGORITHM (md5, keyed-md5, hmac-md5, internet-checksum) in
    hardware: RFC 1810's formula, the same calibrated, and the core placed and
    routed on an FPGA.

    \b
    --lanes N: N packets at once, each with plain MD5. --ways K: one message
    over K chains (RFC 1810's K-way MD5, computed by no other program), held
    against --link by message size.

    \b
    Try:  wirerate hw md5
          wirerate hw md5 --lanes 67 --link 40G --packet 1500
          wirerate hw md5 --ways 4 --link 1G
          wirerate hw md5 --lanes 67 --emit md5-67

    \b
    Exit: 0 keeps up or tight, 1 falls short or must not be used (--policy),
    4 a tool is missing or failed.
    """
    from wirerate import api

    asked = options.named(asked)
    core = {name: asked[name] for name in ("algorithm", "lanes", "ways", "core", "part_name") if name in asked}
    written = api.emit(folder=folder, **core) if folder else []
    with live("placing") as progress:
        run = api.hw(**asked, link=links[0] if links else None, progress=progress if asked["placing"] else None)
    status = finish(run, outputs)
    for path in written:
        click.echo(f"written: {path}", err=True)
    return status
