# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate compare`: did it get faster or slower, as an exit status that CI can act on."""

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


def _are_run_files(given: Mapping[str, Any]) -> bool:
    files = [isinstance(given[side], Path) for side in "ab"]
    if any(files) and not all(files):
        other = ",".join(map(str, given["b" if files[0] else "a"]))
        raise UsageError(f"one of the two is a run file and {other} is not", fix="name two run files, or two subjects")
    return all(files)


def _are_commands(given: Mapping[str, Any]) -> bool:
    return isinstance(given["a"], str)


class _Compare(rules.Command):
    """Words after -- are commands, not subjects or files."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args and not ctx.resilient_parsing:
            words = args[args.index("--") + 1 :]
            if len(words) != len("ab"):
                raise UsageError(
                    f"two commands are expected after --, not {len(words)}",
                    fix="quote each command as a whole: wirerate compare -- 'md5sum FILE' 'cksum FILE'",
                )
            ctx.meta[WHOLE_COMMANDS] = True
        return super().parse_args(ctx, args)


@click.command("compare", cls=_Compare)
@click.argument("a", type=SideType(), metavar="A")
@click.argument("b", type=SideType(), metavar="B")
@rules.holds(_are_run_files)
@rules.refuses(
    "--length", "--packet", "--cache", "--keyed", "--operation", "--batch", "--time", "--threads", "--affinity",
    "--kernel", "--instructions",
    when=_are_run_files, because="nothing is measured where run files are compared",
)  # fmt: skip
@rules.refuses(
    "--length", "--packet", "--cache", "--keyed", "--operation", "--batch", "--threads", "--kernel",
    "--instructions", "--against", when=_are_commands, because="whole commands are compared, not subjects",
)  # fmt: skip
@rules.refuses(
    "--against", when=lambda given: not _are_run_files(given), because="B is held against A",
    fix="name two run files, or two subjects without --against",
)  # fmt: skip
@click.option("--threshold", type=ShareType(), default="5%", show_default=True, help="A change that matters.")
@click.option(
    "--unsure", type=ChoiceType("word", "pass", "fail"), default="fail", show_default=True,
    help="What CANNOT TELL means for the exit status.",
)  # fmt: skip
@click.option("--instructions", is_flag=True, help="Judge the number of instructions too, which hardly varies.")
@click.option("--against", type=SubjectType(), metavar="SUBJECT", help="Hold run files against this one in each.")
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
def command(
    a: Path | tuple[Subject, ...] | str,
    b: Path | tuple[Subject, ...] | str,
    against: Subject | None,
    outputs: Outputs,
    **asked: Any,
) -> int:
    """What changed from A to B: two run files, subjects or commands.

    Subjects are measured interleaved and paired, which a noisy host spoils
    least, until each has its word or the time is up. Builds of libwirerate,
    OpenSSL, nettle and ipsec-mb go by their paths, and several subjects in
    one list; B may leave out what A names:

    \b
      wirerate compare md5@./old.so @./new.so
      wirerate compare sha256,hmac-sha256@openssl @/opt/lib/libcrypto.so.3

    Commands stand after --, each quoted, and are timed as whole processes. No
    shell runs unless you name one: 'sh -c "a | b"'.

    \b
      wirerate compare -- 'openssl dgst -md5 FILE' 'md5sum FILE'

    \b
    Exit: 0 improved or no change, 1 regressed, 3 cannot tell (0 with
    --unsure pass), 4 a library or command is missing or fails.
    """
    if isinstance(a, str) and isinstance(b, str):
        from wirerate.commands.compare.command_lines import compare_commands

        judged = {name: asked[name] for name in ("threshold", "unsure", "time", "affinity")}
        with live("comparing") as progress:
            run = compare_commands(a, b, **options.named(judged), progress=progress)
        return finish(run, outputs)

    from wirerate.commands.compare.compare import compare, compare_runs

    if isinstance(a, Path) and isinstance(b, Path):
        judged = {name: asked[name] for name in ("threshold", "unsure")}
        return finish(compare_runs(a, b, **judged, against=against or ""), outputs)
    assert isinstance(a, tuple)
    assert isinstance(b, tuple)
    with live("comparing") as progress:
        run = compare(a, b, **options.named(asked), progress=progress)
    return finish(run, outputs)
