# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The click command `wirerate compare`, whose exit status CI can act on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import WHOLE_COMMANDS, ChoiceType, ShareType, SideType, SubjectType
from wirerate.errors import UsageError

if TYPE_CHECKING:
    from wirerate.authenticators.subjects import Subject


def _are_run_files(values: Mapping[str, Any]) -> bool:
    files = [isinstance(values[side], Path) for side in "ab"]
    if any(files) and not all(files):
        subjects = ",".join(map(str, values["b" if files[0] else "a"]))
        raise UsageError(f"only one side is a run file; {subjects} is not", fix="name two run files, or two subjects")
    return all(files)


def _are_commands(values: Mapping[str, Any]) -> bool:
    return isinstance(values["a"], str)


class _Compare(rules.Command):
    """The command `compare`: words after -- are command lines, not subjects or files."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args and not ctx.resilient_parsing:
            words = args[args.index("--") + 1 :]
            if len(words) != len("ab"):
                raise UsageError(
                    f"compare takes two commands after --, not {len(words)}",
                    fix="quote each command as a whole: wirerate compare -- 'md5sum FILE' 'cksum FILE'",
                )
            ctx.meta[WHOLE_COMMANDS] = True
        return super().parse_args(ctx, args)


@click.command("compare", cls=_Compare)
@click.argument("a", type=SideType(), metavar="A")
@click.argument("b", type=SideType(), metavar="B")
@rules.checked_by(_are_run_files)
@rules.refuses(
    "--length", "--packet", "--cache", "--keyed", "--operation", "--batch", "--time", "--threads", "--affinity",
    "--kernel", "--instructions",
    when=_are_run_files, because="run files are compared without measuring",
)  # fmt: skip
@rules.refuses(
    "--length", "--packet", "--cache", "--keyed", "--operation", "--batch", "--threads", "--kernel",
    "--instructions", "--against", when=_are_commands, because="A and B are command lines, not subjects",
)  # fmt: skip
@rules.refuses(
    "--against", when=lambda values: not _are_run_files(values), because="A is the reference",
    fix="name two run files, or two subjects without --against",
)  # fmt: skip
@click.option("--threshold", type=ShareType(), default="5%", show_default=True, help="Smallest change that counts.")
@click.option(
    "--unsure", type=ChoiceType("word", "pass", "fail"), default="fail", show_default=True,
    help="Exit status of CANNOT TELL: 0 if pass, 3 if fail.",
)  # fmt: skip
@click.option("--instructions", is_flag=True, help="Compare instruction counts too; they vary little.")
@click.option("--against", type=SubjectType(), metavar="SUBJECT", help="Reference subject that both run files contain.")
@options.length
@options.packet
@options.cache
@options.keyed
@options.operation
@options.batch
@options.time
@options.threads
@options.affinity
@options.kernel
@options.outputs
@options.explain
def command(
    a: Path | tuple[Subject, ...] | str,
    b: Path | tuple[Subject, ...] | str,
    against: Subject | None,
    outputs: Outputs,
    **values: Any,
) -> int:
    """Tell whether B is faster or slower than A: subjects, run files or commands.

    Two subjects are measured in alternating rounds, in pairs, so that noise hits both alike. Measuring ends when every
    comparison is decided or the time is up. Give a library as a path, and several subjects as a list. B may omit the
    algorithms if they are those of A:

    \b
      wirerate compare md5@./old.so @./new.so
      wirerate compare sha256,hmac-sha256@openssl @/opt/lib/libcrypto.so.3

    Command lines follow --, each in quotes, and are timed as whole processes. No
    shell runs unless you name one: 'sh -c "a | b"'.

    \b
      wirerate compare -- 'openssl dgst -md5 FILE' 'md5sum FILE'

    \b
    Exit: 0 improved or no change, 1 regressed, 3 cannot tell (0 with
    --unsure pass), 4 a library or command is missing or fails.
    """
    if isinstance(a, str) and isinstance(b, str):
        from wirerate.commands.compare.command_lines import compare_commands

        limits = {name: values[name] for name in ("threshold", "unsure", "time", "affinity")}
        with live("comparing") as progress:
            run = compare_commands(a, b, **options.named(limits), progress=progress)
        return finish(run, outputs)

    from wirerate.commands.compare.compare import compare, compare_runs

    if isinstance(a, Path) and isinstance(b, Path):
        limits = {name: values[name] for name in ("threshold", "unsure")}
        return finish(compare_runs(a, b, **limits, against=against or ""), outputs)
    assert isinstance(a, tuple)
    assert isinstance(b, tuple)
    with live("comparing") as progress:
        run = compare(a, b, **options.named(values), progress=progress)
    return finish(run, outputs)
