# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The click command `wirerate check`, and the commands that it suggests next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wirerate import registry
from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.records import CheckRun

if TYPE_CHECKING:
    from wirerate.records import Verdict

Step = tuple[str, str]  # command, why


@click.command("check", cls=rules.Command)
@options.subjects
@options.link
@options.packet_list
@options.protocol
@options.frame
@options.over
@options.messages
@options.ip
@options.judged_cache
@options.whole_path
@options.policy
@click.option("--duplex", is_flag=True, help="One core handles both directions at line rate.")
@options.time
@options.threads
@options.cores
@options.affinity
@options.kernel
@options.with_kept
@options.outputs
@options.explain
def command(outputs: Outputs, **values: Any) -> int:
    """Check whether authenticators keep up with a link.

    A SUBJECT is ALGORITHM[@IMPLEMENTATION[/KERNEL]]: hmac-sha256, aes-128-gcm@openssl. Default: those in use today, at
    the speeds of this machine's network cards. Names: wirerate list algorithms|protocols|links

    Headroom is the time available per packet divided by the time needed: below
    1 a SUBJECT falls short, from 1.25 it keeps up. Only cryptography is timed.

    \b
    Exit: 0 keeps up or tight, 1 falls short or must not be used, 3 cannot tell.
    """
    from wirerate.commands.check.check import check

    with live("checking") as progress:
        run = check(**options.named(values), progress=progress)
    status = finish(run, outputs)
    if not outputs.json:
        _suggest(after_check(run))
    return status


def _suggest(commands: list[Step]) -> None:
    """Print the next commands on stderr, as they are not part of the answer."""
    if commands:
        click.echo("\nnext:", err=True)
    for line, why in commands:
        click.echo(f"  {line}\n      {why}", err=True)


def after_check(run: CheckRun) -> list[Step]:
    """Return the commands that a reader would most likely type next on this host; none without verdicts."""
    if not run.verdicts:
        return []
    additions = [step for addition in registry.check_additions() if (step := addition.next_step(run))]
    unsure = any(v.verdict == "CANNOT TELL" for v in run.verdicts)
    second = ("wirerate doctor", "find what disturbs measurements on this host") if unsure else _keyed_state(run)
    page = ("wirerate report", "write this run as a page with charts: report.html")
    return [_worst_case(run), second, *additions, page]


def _worst_case(run: CheckRun) -> Step:
    """Return the command that checks the best permitted subject with the smallest frames, on the fastest link it keeps
    up with."""
    from wirerate.authenticators.subjects import is_ways
    from wirerate.records import MessageVerdict

    sound = [v for v in run.verdicts if v.permitted and v.headroom] or run.verdicts
    keeping_up = [v for v in sound if v.verdict == "KEEPS UP"] or sound
    best = max(keeping_up, key=lambda v: (-v.needs_ns, v.headroom.low if v.headroom else 0.0))
    protocol = best.conditions.protocol
    if isinstance(best, MessageVerdict):
        more = f"wirerate check {_algorithm(best)} --protocol {protocol} --messages 100k/s"
        return more, "judge another rate of messages"
    if is_ways(_algorithm(best)):
        command = f"wirerate check md5 {_algorithm(best)} --link {best.link} --packet 64,512,1500,9000"
        return command, "compare with plain MD5 by message size, which decides the gain"
    carried = f" --protocol {protocol}" if protocol not in ("none", "") else ""
    carried += f" --over {best.conditions.over}" if best.conditions.over else ""
    carried += " --duplex" if best.conditions.direction == "both" else ""
    command = f"wirerate check {_algorithm(best)} --link {best.link} --frame 64{carried}"
    return command, "judge the worst case: only the smallest frames"


def _keyed_state(run: CheckRun) -> Step:
    """Return the command that measures the first subject's key schedule. If no subject has a key, return the one that
    models MD5."""
    keyed = [v for v in run.verdicts if v.conditions.keyed]
    if not keyed:
        return "wirerate model", "explain the speed of MD5"
    name = _algorithm(keyed[0])
    return f"wirerate speed {name} --keyed reuse,rekey,fresh --cache cold", "measure the cost of the key schedule"


def _algorithm(verdict: Verdict) -> str:
    return verdict.subject.partition("@")[0]
