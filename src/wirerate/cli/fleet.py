# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate fleet`: a measuring command once on each of many hosts, and one answer."""

from __future__ import annotations

from typing import Any

import click

from wirerate.cli import cluster, options, rules
from wirerate.cli.groups import Family, Member
from wirerate.cli.output import Outputs, finish
from wirerate.errors import UsageError

_USUAL = {"check": "--link, --packet, --time", "speed": "--length, --cache, --time"}
_PASSED_ON = {**rules.SETTINGS, "ignore_unknown_options": True}


@click.command("fleet", cls=Family, short_help="check or speed on many hosts.")
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
    @click.option("--hosts", metavar="A,B,C", help="Hosts, reached by your own ssh without a password.")
    @cluster.options("The hosts of a Dask cluster: tls://HOST:8786.")
    @click.option("--program", default="wirerate", show_default=True, help="What to run on --hosts.")
    @options.outputs
    @rules.holds(lambda given: _check(name, given["arguments"]))
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[ARGUMENT]...")
    def measuring(hosts: str | None, program: str, outputs: Outputs, arguments: tuple[str, ...], **given: Any) -> int:
        from wirerate.cli.progress import live
        from wirerate.fleet.hosts import by_cluster, by_ssh, merge

        found = cluster.scheduler(given)
        asked = [name, "-J", *arguments]
        names = list(dict.fromkeys(host.strip() for host in (hosts or "").split(",")))
        with live(f"{name} on {len(names)} hosts" if hosts else f"{name} on the cluster") as progress:
            done: list[str] = []

            def came(host: str) -> None:
                done.append(host)
                if progress:
                    progress(len(done) / max(len(names), 1) if hosts else 0.5, f"{host} answered")

            run = merge(by_cluster(found, asked) if found else by_ssh(names, asked, program), came)
        run.command = f"fleet {name}"
        return finish(run, outputs)

    measuring.help = f"""{what[0].upper()}{what[1:]} on each host, all at once.

    ARGUMENTs are those of `wirerate {name}` ({_USUAL[name]}, ...), passed
    on as they are. On each host it is a process of its own with pinned threads.

    \b
    Exit: the worst of the hosts' own; 4 when one of them did not answer.
    """
    return measuring


def _check(name: str, arguments: tuple[str, ...]) -> None:
    """A typing error is found here, once, and not on every host. Files would be written there, not here."""
    import importlib

    written = [word for word in arguments if word.startswith(("-o", "--output", "--export"))]
    if written:
        raise UsageError(f"{written[0]} would write on each host", fix="put it right after fleet " + name)
    target = importlib.import_module(f"wirerate.cli.{name}").command
    target.make_context(f"wirerate fleet {name}", list(arguments))


command.add_command(_measuring("check", "whether authenticators keep up"))
command.add_command(_measuring("speed", "how fast authenticators are"))
