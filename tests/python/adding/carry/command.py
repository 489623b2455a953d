# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate carry`: the time that links take for a number of bytes."""

from __future__ import annotations

from typing import Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish


@click.command("carry", cls=rules.Command)
@options.link
@click.option("--size", type=int, help="Bytes.")
@options.page
@options.outputs
def command(outputs: Outputs, **asked: Any) -> int:
    """Print how long links take for a number of bytes."""
    from wirerate.wings.carry.carrying import carry

    return finish(carry(**options.named(asked)), outputs)
