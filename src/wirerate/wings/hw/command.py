# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line of `wirerate hw`."""

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
    """A command whose `--verilog` accepts several files after it, so that a shell's `*.v` works."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_repeat_verilog(args)))


def _repeat_verilog(args: Iterable[str]) -> Iterator[str]:
    """Yield the arguments with `--verilog` repeated before every file after the first."""
    files = 0
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
    help="Messages hashed at once: 1, 19, 35, 67, 131 or 195 (any number for your own core).",
)
@click.option(
    "--ways",
    type=click.IntRange(min=1),
    metavar="K",
    help="Chains that share one message (K-way MD5): 4 to 64.",
)
@click.option("--core", metavar="NAME", help="A core by name; `wirerate hw ALGORITHM` lists them.")
@click.option(
    "--part",
    "part_name",
    type=NameType("part", _parts),
    metavar="NAME",
    default="ecp5-85k",
    show_default=True,
    help="The FPGA.",
)
@click.option("--link", type=LinksType(), help="Compare with this link: 10G, oc-3c, rate:622M.")
@rules.single("--link", "link", "a core is compared with one link")
@options.packet_list
@options.policy
@click.option(
    "--op-ns",
    "operation_ns",
    type=PositiveType(),
    metavar="NS",
    help="Estimate for your own silicon, whose 32-bit addition takes NS nanoseconds.",
)
@click.option("--place", "placing", is_flag=True, help="Place and route now, with three seeds (resumable).")
@rules.excludes("--verilog", "--emit")
@click.option(
    "--emit",
    "folder",
    metavar="DIR",
    type=click.Path(),
    help="Write Verilog, test bench, vectors, commands.",
)
@click.option("--verilog", multiple=True, metavar="FILE...", type=click.Path(), help="Place your own core instead.")
@click.option("--top", metavar="NAME", help="Top module of your core.")
@click.option("--clock", metavar="PORT", help="Clock port of your core.")
@click.option(
    "--bits-per-cycle",
    type=FractionType(),
    metavar="N",
    help="Message bits your core takes in per clock: 8, or 512/66.",
)
@click.option(
    "--start",
    metavar="PORT",
    help="Your core's input that starts a block, to measure its bits per clock by simulation.",
)
@click.option("--done", metavar="PORT", help="With --start: the output that rises at the end of a block.")
@click.option("--ready", metavar="PORT", help="With --start: the output that is high when a block can start.")
@click.option("--reset", metavar="PORT=LEVEL", help="With --start: the reset and its active level, as rst_n=0.")
@click.option("--hold", multiple=True, metavar="PORT=VALUE", help="With --start: a constant input (default 0).")
@options.page
@options.outputs
@options.explain
def command(folder: str | None, link: tuple[str, ...] | None, outputs: Outputs, **parameters: Any) -> int:
    """Show how fast ALGORITHM (md5, keyed-md5, hmac-md5, internet-checksum)
    runs on an FPGA, and whether it keeps up with a link.

    \b
    --lanes N hashes N packets at once. --ways K splits one message over K
    chains (RFC 1810's K-way MD5, an experiment that only wirerate computes).

    \b
    --verilog FILE... places your own core with the same tools and compares it
    with wirerate's cores on the same area.

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
    Exit: 0 keeps up or tight, 1 falls short or refused by --policy,
    4 a tool is missing or failed.
    """
    from wirerate.wings.hw.hardware import emit, hw

    parameters = options.named(parameters)
    with live("placing") as progress:
        places = parameters["placing"] or parameters["verilog"]
        run = hw(**parameters, link=link[0] if link else None, progress=progress if places else None)
    core = {
        name: parameters[name] for name in ("algorithm", "lanes", "ways", "core", "part_name") if name in parameters
    }
    written = emit(folder=folder, **core) if folder else []
    status = finish(run, outputs)
    for path in written:
        click.echo(f"written: {path}", err=True)
    return status
