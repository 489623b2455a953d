# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate hw`: an algorithm's rate in hardware, placed and routed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import ChoiceType, FractionType, LinksType, NameType, PositiveType


def _parts() -> Iterable[str]:
    from wirerate.wings.hw.placements import PARTS

    return PARTS


class _Command(rules.Command):
    """`--verilog` takes all the files that follow it, as a shell's `*.v` gives them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_each_file(args)))


def _each_file(args: Iterable[str]) -> Iterator[str]:
    files = 0  # that the option has so far; the first needs no option of its own
    for word in args:
        if word.startswith("-"):
            files = 1 if word == "--verilog" else 0
        elif files:
            if files > 1:
                yield "--verilog"
            files += 1
        yield word


@click.command("hw", cls=_Command)
@click.argument(
    "algorithm",
    default="md5",
    type=ChoiceType("algorithm", "md5", "keyed-md5", "hmac-md5", "internet-checksum"),
    metavar="[ALGORITHM]",
)
@click.option(
    "--lanes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Messages at once: 1, 19, 35, 67, 131, 195; of --verilog any.",
)
@click.option("--ways", type=click.IntRange(min=1), metavar="K", help="Chains of one message (K-way MD5): 4 to 64.")
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
@click.option("--link", type=LinksType(), help="One: 10G, oc-3c, rate:622M.")
@rules.single("--link", "link", "a core is held against one link")
@options.packet_list
@options.policy
@click.option(
    "--op-ns",
    "operation_ns",
    type=PositiveType(),
    metavar="NS",
    help="Silicon of your own: nanoseconds of a 32-bit addition.",
)
@click.option("--place", "placing", is_flag=True, help="Place it now, three seeds; what is done stays done.")
@rules.excludes("--verilog", "--emit")
@click.option("--emit", "folder", metavar="DIR", type=click.Path(), help="Write Verilog, bench, vectors, commands.")
@click.option(
    "--verilog", multiple=True, metavar="FILE...", type=click.Path(), help="A core of your own, placed as ours are."
)
@click.option("--top", metavar="NAME", help="Its top module.")
@click.option("--clock", metavar="PORT", help="Its clock's port.")
@click.option(
    "--bits-per-cycle", type=FractionType(), metavar="N", help="Bits of messages that it takes in: 8, or 512/66."
)
@click.option("--start", metavar="PORT", help="Count the bits by simulation: starts a block, high for a clock.")
@click.option("--done", metavar="PORT", help="With --start: rises at the end of a block.")
@click.option("--ready", metavar="PORT", help="With --start: high when a block can start.")
@click.option("--reset", metavar="PORT=LEVEL", help="With --start: its reset, rst_n=0 or rst=1.")
@click.option("--hold", multiple=True, metavar="PORT=VALUE", help="With --start: an input to hold; the others are 0.")
@options.page
@options.outputs
def command(folder: str | None, link: tuple[str, ...] | None, outputs: Outputs, **asked: Any) -> int:
    """The rate of ALGORITHM (md5, keyed-md5, hmac-md5, internet-checksum) in
    hardware: RFC 1810's formula, the same calibrated, and the core placed and
    routed on an FPGA.

    \b
    --lanes N: N packets at once, each with plain MD5. --ways K: one message
    over K chains (RFC 1810's K-way MD5, computed by no other program), held
    against --link by message size.

    \b
    --verilog FILE...: a core of your own, placed by the same tools, with ours
    of the same ALGORITHM beside it: what would they do on its area?

    \b
    Try:  wirerate hw md5
          wirerate hw md5 --lanes 67 --link 40G --packet 1500
          wirerate hw md5 --ways 4 --link 1G
          wirerate hw md5 --lanes 67 --emit md5-67
          wirerate hw md5 --verilog md5.v --top md5 --clock clk
              --bits-per-cycle 512/64 --link 1G
          wirerate hw md5 --verilog md5_core.v --top md5_core --clock clk
              --start next --done ready --reset reset_n=0 --link 1G

    \b
    Exit: 0 keeps up or tight, 1 falls short or must not be used (--policy),
    4 a tool is missing or failed.
    """
    from wirerate.wings.hw.hardware import emit, hw

    asked = options.named(asked)
    with live("placing") as progress:
        places = asked["placing"] or asked["verilog"]
        run = hw(**asked, link=link[0] if link else None, progress=progress if places else None)
    core = {name: asked[name] for name in ("algorithm", "lanes", "ways", "core", "part_name") if name in asked}
    written = emit(folder=folder, **core) if folder else []
    status = finish(run, outputs)
    for path in written:
        click.echo(f"written: {path}", err=True)
    return status
