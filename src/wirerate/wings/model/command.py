# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line of `wirerate model`."""

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
    help="Show a processor's bounds: zen4, neoverse-n1, ..., or this.",
)
@click.option("--run", metavar="RUN|last", help="Compare this run file with the bounds.")
@click.option(
    "--ways",
    type=NumbersType("ways", "number of ways", "16 or 1,4,16"),
    help="Chains within one message, or a list: 1,4,16.",
)
@click.option("--mips", type=PositiveType(), help="Predict a machine with this many MIPS.")
@click.option(
    "--op-ns", "operation_ns", type=PositiveType(), help="Predict hardware whose operation takes this many ns."
)
@click.option(
    "--width",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Predict a machine that starts N operations per unit of time.",
)
@click.option("--explain", is_flag=True, help="Add the critical chain, the terms and the sources.")
@click.option("--svg", metavar="FILE", type=click.Path(), help="Draw a step and overlapping steps.")
@click.option("--dot", metavar="FILE", type=click.Path(), help="Write the same drawing as Graphviz text.")
@options.page
@options.outputs
def command(run: str | None, svg: str | None, dot: str | None, outputs: Outputs, **parameters: Any) -> int:
    """Show how fast ALGORITHM (md5, sha1, sha256, internet-checksum, umac-64,
    poly1305) can be, calculated from its dependency graph: by RFC 1810's model,
    or with --cpu, the lower bound on a processor.

    RFC 1810 counts every operation as one unit of time. --width limits the
    operations started per unit.

    \b
    Try:  wirerate model md5
          wirerate model md5 --cpu this --explain
          wirerate model sha256 --cpu zen4 --run last
    """
    from wirerate.records import read
    from wirerate.wings.model.model import draw, model

    measured = read(store.last("check", "speed", "compare") if run == "last" else run) if run else None
    answer = model(**options.named(parameters), run=measured, explain=outputs.explain)
    for path, form in ((svg, "svg"), (dot, "dot")):
        if path:
            draw(parameters["algorithm"], path, form=form)
    return finish(answer, outputs)
