# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The click command `wirerate list`."""

from __future__ import annotations

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish
from wirerate.cli.types import ChoiceType
from wirerate.commands.list import TOPICS

_HELP = "List the names that other commands take, with a short description of each.\n\n\b\n" + "\n".join(
    f"{topic:12}{summary}" for topic, summary in TOPICS.items()
)


@click.command("list", cls=rules.Command, help=_HELP)
@click.argument("topic", type=ChoiceType("topic", *TOPICS), required=False)
@options.json
def command(topic: str | None, json: bool) -> int:
    from wirerate.commands.list.names import list_names

    return finish(list_names(topic or ""), Outputs(json), keep=False)
