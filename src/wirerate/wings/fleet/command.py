# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line of `wirerate fleet`."""

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
_ONLY_PASSED_ON = {
    **rules.SETTINGS,
    "allow_interspersed_args": False,
}  # everything after the first argument is passed on
_PASSED_ON = {**rules.SETTINGS, "ignore_unknown_options": True}


@click.command("fleet", cls=Family)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Run check or speed on many hosts and compare the hosts in one table.

    \b
    wirerate fleet check hmac-sha256 --link 25G --hosts a,b,c
    wirerate fleet speed umac-64 --cluster tls://scheduler:8786
    """
    click.echo(ctx.get_help())


def _fleet_command(name: str, summary: str) -> click.Command:
    @click.command(name, cls=Member, context_settings=_PASSED_ON, short_help=f"{summary}.")
    @rules.one_of("name the hosts in exactly one way", "--hosts a,b,c", cluster.EXAMPLE)
    @rules.excludes("--cluster", "--program")
    @rules.complains("--program is empty; type --program wirerate", lambda values: not values["program"].strip())
    @click.option("--hosts", type=HostsType(), help="Hosts that your ssh reaches without a password.")
    @cluster.options("The hosts of a Dask cluster: tls://HOST:8786.")
    @click.option("--program", default="wirerate", show_default=True, help="The wirerate program on --hosts.")
    @options.outputs
    @rules.checked_by(lambda values: _check(name, values["arguments"]))
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[ARGUMENT]...")
    def measuring(
        hosts: tuple[str, ...] | None,
        program: str,
        outputs: Outputs,
        arguments: tuple[str, ...],
        **cluster_options: Any,
    ) -> int:
        from wirerate.wings.fleet import dispatch
        from wirerate.wings.fleet.hosts import merge

        command = [name, "-J", *arguments]
        scheduler, targets = cluster.scheduler(cluster_options), hosts or ()
        place = "the cluster" if scheduler else targets[0] if len(targets) == 1 else f"{len(targets)} hosts"
        with live(f"{name} on {place}") as progress:
            if scheduler:
                answers = dispatch.ask_cluster(scheduler, command, pinned=_names_no_cpu(name, arguments))
            else:
                answers = dispatch.ask_by_ssh(targets, command, program, _counting(len(targets), progress))
        run = merge(answers)
        run.command = f"fleet {name}"
        return finish(run, outputs)

    measuring.help = f"""{summary} on every host, all at once.

    ARGUMENTs are passed on to `wirerate {name}` ({_USUAL[name]}, ...).

    \b
    Exit: the worst exit status of the hosts; 4 if one did not answer.
    """
    return measuring


def _counting(hosts: int, progress: Progress | None) -> Callable[[str], object]:
    """Return a function to call once per host, with the name of the host that answered."""
    done: list[str] = []

    def answered(host: str) -> None:
        done.append(host)
        if progress:
            progress(len(done) / hosts, f"{host} answered")

    return answered


def _check(name: str, arguments: tuple[str, ...]) -> None:
    """Check the arguments before any host runs them; refuse options that would write files on the hosts."""
    written = [word for word in arguments if word.startswith(("-o", "--output", "--export"))]
    if written:
        raise UsageError(f"{written[0]} would write a file on every host", fix=f"type it directly after fleet {name}")
    _parse_arguments(name, arguments)


def _names_no_cpu(name: str, arguments: tuple[str, ...]) -> bool:
    """Return whether the arguments ask for a single thread without naming its CPU."""
    values = _parse_arguments(name, arguments)
    return not (values["affinity"] or values["threads"] != 1 or values.get("cores"))


def _parse_arguments(name: str, arguments: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of the command's parameters; raise UsageError if a value is wrong."""
    from wirerate import registry

    target: Command = registry.command(name)
    values = target.make_context(f"wirerate fleet {name}", list(arguments)).params
    question = registry.call(name).question
    parameters = {item.name for item in fields(question)}
    with target.with_cli_spelling():
        question(**options.named({key: value for key, value in values.items() if key in parameters}))
    return values


@click.command(
    "here", cls=Member, context_settings=_ONLY_PASSED_ON, short_help="Answer for one host; --hosts runs this on each."
)
@click.argument("arguments", nargs=-1, required=True, type=click.UNPROCESSED, metavar="check|speed [ARGUMENT]...")
def _until_input_ends(arguments: tuple[str, ...]) -> int:
    """Run `wirerate check` or `speed` until standard input ends.

    With `--hosts`, ssh runs this on every host, so that measurements stop when
    the fleet command ends, for whatever reason.
    """
    from wirerate.cli.main import run
    from wirerate.wings.fleet.dispatch import end_with_input

    if arguments[0] not in _USUAL:
        raise unknown("command", arguments[0], _USUAL)
    end_with_input()
    return run(arguments)


command.add_command(_fleet_command("check", "Check whether authenticators keep up"))
command.add_command(_fleet_command("speed", "Measure how fast authenticators are"))
command.add_command(_until_input_ends)
