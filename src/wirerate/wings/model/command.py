# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate model`: why an algorithm has the speed it has, from its graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish
from wirerate.cli.types import NameType, NumbersType, PositiveType
from wirerate.records import store


def _processors() -> Iterable[str]:
    from wirerate.graph.processors import processors

    return ("this", *processors())


@click.command("model", cls=rules.Command)
@click.argument("algorithm", default="md5", metavar="[ALGORITHM]")
@click.option(
    "--cpu",
    type=NameType("CPU", _processors),
    metavar="NAME",
    help="Bounds of a processor: zen4, neoverse-n1, ...; this: the one at hand.",
)
@click.option("--run", metavar="RUN|last", help="A run file to hold against the bounds.")
@click.option(
    "--ways",
    type=NumbersType("ways", "number of ways", "16 or 1,4,16"),
    help="Chains inside one message, or a list: 1,4,16.",
)
@click.option("--mips", type=PositiveType(), help="Predict a machine of so many MIPS.")
@click.option("--op-ns", "operation_ns", type=PositiveType(), help="Predict silicon with so many ns an operation.")
@click.option(
    "--width",
    type=click.IntRange(1, 64),
    metavar="N",
    help="An imagined machine: operations that start in a unit of time.",
)
@click.option("--explain", is_flag=True, help="The chain in words.")
@click.option("--svg", metavar="FILE", type=click.Path(), help="Draw a step, and steps overlapped.")
@click.option("--dot", metavar="FILE", type=click.Path(), help="The same drawing as Graphviz text.")
@options.page
@options.outputs
def command(run: str | None, svg: str | None, dot: str | None, outputs: Outputs, **asked: Any) -> int:
    """RFC 1810's numbers for ALGORITHM (md5, sha1, sha256, internet-checksum,
    umac-64, poly1305), derived from its graph; with --cpu, what a processor
    allows.

    A unit of time is what one operation takes; --width schedules the operations
    of each unit by a list, the ones with the longest way to the end first.

    \b
    Try:  wirerate model md5
          wirerate model md5 --cpu this --explain
          wirerate model sha256 --cpu zen4 --run last
    """
    from wirerate.records import read
    from wirerate.wings.model.model import draw, model

    measured = read(store.last("check", "speed", "compare") if run == "last" else run) if run else None
    answer = model(**options.named(asked), run=measured, explain=outputs.explain)
    for path, form in ((svg, "svg"), (dot, "dot")):
        if path:
            draw(asked["algorithm"], path, form=form)
    return finish(answer, outputs)
