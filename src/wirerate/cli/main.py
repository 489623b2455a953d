# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The `wirerate` group of commands. It turns every failure into an exit status and one line on stderr."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Sequence

import click

from wirerate import registry
from wirerate._version import VERSION_LINE, __version__
from wirerate.cli import rules
from wirerate.cli.streams import abandon_stdout
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OUTPUT, EXIT_USAGE, Error, UsageError, nearest
from wirerate.registry import COMMANDS


class Commands(click.Group):
    """The group of all commands. A command's module is imported only when the user types its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for heading in dict.fromkeys(entry.group for entry in COMMANDS.values()):
            with formatter.section(heading):
                rows = [
                    (name.ljust(width), entry.summary) for name, entry in COMMANDS.items() if entry.group == heading
                ]
                formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = registry.command(cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            near = nearest(args[0], COMMANDS)
            fix = f"did you mean {near}?" if near else "one of: " + ", ".join(COMMANDS)
            raise UsageError(f"unknown command {args[0]!r}", fix=fix)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, invoke_without_command=True, context_settings=rules.SETTINGS)
@click.version_option(__version__, message=VERSION_LINE)
@click.pass_context
def wirerate(ctx: click.Context) -> None:
    """Does your authentication keep up with your link, and what should you use
    when it does not?

    \b
    Try:  wirerate check
          wirerate check hmac-sha256 --link 10G --packet imix
    Help: wirerate COMMAND --help
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit status. Errors are printed as one line, never as a traceback."""
    json = "-J" in arguments or "--json" in arguments
    try:
        status = wirerate.main(args=list(arguments), prog_name="wirerate", standalone_mode=False)
        sys.stdout.flush()  # flush now: a full disk can be reported here but not at exit
        return int(status or 0)
    except click.ClickException as error:
        path = " ".join(f"wirerate {_command_name(arguments)}".split())
        message = error.format_message().strip().removesuffix(".")
        return _report(_command_name(arguments), json, EXIT_USAGE, message, f"see: {path} --help")
    except Error as error:
        return _report(_command_name(arguments), json, error.exit_code, str(error), error.fix)
    except (KeyboardInterrupt, click.Abort):
        return _report(_command_name(arguments), json, EXIT_INTERRUPTED, "interrupted before anything was measured", "")
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _UNWRITABLE:
            abandon_stdout()
            return _report(
                _command_name(arguments), json, EXIT_OUTPUT, f"cannot write the answer: {error.strerror}", _SPACE
            )
        if os.environ.get("WIRERATE_DEBUG"):
            raise
        return _report(
            _command_name(arguments), json, EXIT_OUTPUT, f"internal failure: {type(error).__name__}: {error}", _BUG
        )


def _command_name(arguments: Sequence[str]) -> str:
    """Return the command in the arguments, such as "mcu budget", without imports, because an import may have failed."""
    words = list(arguments)
    name = next((word for word in words if word in COMMANDS), "")
    family = registry.loaded_command(name)
    second = "".join(words[words.index(name) + 1 :][:1]) if name else ""
    return f"{name} {second}" if isinstance(family, click.Group) and second in family.commands else name


def _report(command: str, json: bool, status: int, message: str, fix: str) -> int:
    """Print an error as one line on stderr, and with -J also as an object on stdout. Return the exit status."""
    line = " ".join(f"wirerate {command}".split()) + f": {message}" + (f"; {fix}" if fix else "")
    with contextlib.suppress(OSError):
        click.echo(" ".join(line.split()), err=True)
    if json:
        from wirerate.records import FailedRun, Problem

        problem = Problem(code=_CODES.get(status, "internal"), message=message, fix=fix)
        failed = FailedRun(
            command=command,
            environment=None,
            exit=status,
            partial=status == EXIT_INTERRUPTED,
            problems=[problem],
        )
        try:
            click.echo(failed.to_json())
            sys.stdout.flush()
        except OSError:
            abandon_stdout()
    return status


_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EPIPE)
_SPACE = "send it to a disk with free space"
_BUG = "this is a bug: please report it with the output of the same command under WIRERATE_DEBUG=1"
_CODES = {2: "usage", 4: "missing", 5: "output", 130: "interrupted"}
