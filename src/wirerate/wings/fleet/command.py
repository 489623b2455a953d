# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate fleet`: a measuring command once on each of many hosts, and one answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from wirerate.cli import cluster, options, rules
from wirerate.cli.groups import Family, Member
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import HostsType
from wirerate.errors import UsageError, unknown

if TYPE_CHECKING:
    from wirerate.cli.rules import Command
    from wirerate.question import Progress

_USUAL = {"check": "--link, --packet, --time", "speed": "--length, --cache, --time"}
_BEHIND = {**rules.SETTINGS, "allow_interspersed_args": False}  # all behind the first word is passed on
_PASSED_ON = {**rules.SETTINGS, "ignore_unknown_options": True}


@click.command("fleet", cls=Family)
@click.pass_context
def command(ctx: click.Context) -> None:
    """A measuring command once on each of many hosts, and one table of them.

    \b
    wirerate fleet check hmac-sha256 --link 25G --hosts a,b,c
    wirerate fleet speed umac-64 --cluster tls://scheduler:8786
    """
    click.echo(ctx.get_help())


def _measuring(name: str, what: str) -> click.Command:
    @click.command(name, cls=Member, context_settings=_PASSED_ON, short_help=what)
    @rules.one_of("name the hosts in one way", "--hosts a,b,c", cluster.EXAMPLE)
    @rules.excludes("--cluster", "--program")
    @rules.complains("--program is empty; type --program wirerate", lambda given: not given["program"].strip())
    @click.option("--hosts", type=HostsType(), help="Hosts, reached by your own ssh without a password.")
    @cluster.options("The hosts of a Dask cluster: tls://HOST:8786.")
    @click.option("--program", default="wirerate", show_default=True, help="What to run on --hosts.")
    @options.outputs
    @rules.checked_by(lambda given: _check(name, given["arguments"]))
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[ARGUMENT]...")
    def measuring(
        hosts: tuple[str, ...] | None, program: str, outputs: Outputs, arguments: tuple[str, ...], **given: Any
    ) -> int:
        from wirerate.wings.fleet import dispatch
        from wirerate.wings.fleet.hosts import merge

        command = [name, "-J", *arguments]
        scheduler, asked = cluster.scheduler(given), hosts or ()
        where = "the cluster" if scheduler else asked[0] if len(asked) == 1 else f"{len(asked)} hosts"
        with live(f"{name} on {where}") as progress:
            if scheduler:
                answers = dispatch.ask_cluster(scheduler, command, pinned=_names_no_cpu(name, arguments))
            else:
                answers = dispatch.ask_by_ssh(asked, command, program, _counting(len(asked), progress))
        run = merge(answers)
        run.command = f"fleet {name}"
        return finish(run, outputs)

    measuring.help = f"""{what[0].upper()}{what[1:]} on each host, all at once.

    ARGUMENTs are those of `wirerate {name}` ({_USUAL[name]}, ...), passed
    on as they are. On each host it is a process of its own with pinned threads.

    \b
    Exit: the worst of the hosts' own; 4 when one of them did not answer.
    """
    return measuring


def _counting(hosts: int, progress: Progress | None) -> Callable[[str], object]:
    """What is told of each host that has answered."""
    done: list[str] = []

    def came(host: str) -> None:
        done.append(host)
        if progress:
            progress(len(done) / hosts, f"{host} answered")

    return came


def _check(name: str, arguments: tuple[str, ...]) -> None:
    """A typing error is found here, once, and not on every host. Files would be written there, not here."""
    written = [word for word in arguments if word.startswith(("-o", "--output", "--export"))]
    if written:
        raise UsageError(f"{written[0]} would write on each host", fix="put it right after fleet " + name)
    _understood(name, arguments)


def _names_no_cpu(name: str, arguments: tuple[str, ...]) -> bool:
    """Whether one CPU of our choice will do; with several threads the meter gives each its own."""
    given = _understood(name, arguments)
    return not (given["affinity"] or given["threads"] != 1 or given.get("cores"))


def _understood(name: str, arguments: tuple[str, ...]) -> dict[str, Any]:
    """The values of the command's own parameters, which make a question of it."""
    from wirerate import registry

    target: Command = registry.command(name)
    given = target.make_context(f"wirerate fleet {name}", list(arguments)).params
    question = registry.call(name).question
    own = {each.name for each in fields(question)}
    with target.with_cli_spelling():
        question(**options.named({each: value for each, value in given.items() if each in own}))
    return given


@click.command("here", cls=Member, context_settings=_BEHIND, short_help="what --hosts runs on each of them")
@click.argument("arguments", nargs=-1, required=True, type=click.UNPROCESSED, metavar="check|speed [ARGUMENT]...")
def _here(arguments: tuple[str, ...]) -> int:
    """`wirerate check` or `speed`, ended when standard input ends.

    `--hosts` runs this on each of them, by ssh: so the measuring there ends
    with the command here, however that ends.
    """
    from wirerate.cli.main import run
    from wirerate.wings.fleet.dispatch import end_with_input

    if arguments[0] not in _USUAL:
        raise unknown("command", arguments[0], _USUAL)
    end_with_input()
    return run(arguments)


command.add_command(_measuring("check", "whether authenticators keep up"))
command.add_command(_measuring("speed", "how fast authenticators are"))
command.add_command(_here)
