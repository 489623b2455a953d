# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Families of commands that share their first word, such as `wirerate mcu` and `wirerate mcu budget`.

Each member has only the options that apply to it. If an option belongs to another member, the error names that member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wirerate.cli.rules import Command
from wirerate.errors import UsageError, nearest, unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_PLAIN = "wirerate.plain"  # in ctx.meta: the words after --, which are never members


class Member(Command):
    """A member of a family: `wirerate mcu budget`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _misplaced(ctx, ctx.parent, error) from error


class Family(Command, click.Group):
    """A group that is itself a command, with options and arguments, if the first word is not a member's name."""

    command_class = Member
    allow_extra_args = False  # as in click.Command; click.Group has the opposite default
    allow_interspersed_args = True

    def __init__(self, name: str | None = None, **settings: Any) -> None:
        super().__init__(name, **{"invoke_without_command": True, **settings})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # members, in the order of their definition

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        pieces = click.Command.collect_usage_pieces(self, ctx)
        return pieces if self._has_arguments() else [*pieces, self.subcommand_metavar]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        Command.format_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def _has_arguments(self) -> bool:
        return any(isinstance(param, click.Argument) for param in self.params)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_PLAIN] = args[args.index("--") :] if "--" in args else []
        if args and args[0] in self.commands:
            ctx.args = list(args)
            return ctx.args
        if args and not args[0].startswith("-") and not self._has_arguments() and not ctx.resilient_parsing:
            raise unknown("command", args[0], self.commands)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _misplaced(ctx, ctx, error) from error

    def invoke(self, ctx: click.Context) -> Any:
        if not ctx.args:
            with self.with_cli_spelling():
                return click.Command.invoke(self, ctx)
        ctx.invoked_subcommand, *rest = ctx.args
        member = self.commands[ctx.invoked_subcommand]
        with member.make_context(ctx.invoked_subcommand, rest, parent=ctx) as inner:
            return inner.command.invoke(inner)


class FirstWord(click.Argument):
    """The first argument of a family. A member's name in its place runs that member. To use such a name as an argument,
    type -- before it.
    """

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        if value in _commands(ctx) and value not in ctx.meta[_PLAIN] and not ctx.resilient_parsing:
            raise UsageError(f"{value} must come first", fix=f"type: {ctx.command_path} {value}")
        try:
            return super().process_value(ctx, value)
        except UsageError as error:
            near = nearest(value, _commands(ctx))
            if near is None or error.fix.startswith("did you mean"):
                raise
            raise UsageError(str(error), fix=f"did you mean: {ctx.command_path} {near}?") from error

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        words = [CompletionItem(name) for name in _commands(ctx) if name.startswith(incomplete)]
        return [*words, *super().shell_complete(ctx, incomplete)]


def options_of(command: click.Command) -> set[str]:
    """Return every spelling of the command's options."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    return {word for option in options for word in (*option.opts, *option.secondary_opts)}


def _commands(ctx: click.Context) -> dict[str, click.Command]:
    return dict(ctx.command.commands) if isinstance(ctx.command, click.Group) else {}


def _misplaced(ctx: click.Context, family: click.Context | None, error: click.NoSuchOption) -> Exception:
    """Return the error for an option that this command lacks; return `error` itself if the whole family lacks it."""
    assert family is not None
    members = _commands(family)
    option, path = error.option_name, family.command_path
    commands = {path: family.command, **{f"{path} {name}": member for name, member in members.items()}}
    takers = [name for name, command in commands.items() if option in options_of(command)]
    if not takers and option.removeprefix("--") in members:
        return UsageError(f"{option} is a command of its own", fix=f"type: {path} {option.removeprefix('--')}")
    if not takers:
        return error
    long_options = [word for word in options_of(ctx.command) if word.startswith("--")]
    near = [word for word in long_options if word.startswith(option) or option.startswith(word)]  # --cipher, --ciphers
    fix = f"type {near[0]}" if len(option) > 2 and near else "leave it out"
    *most, last = takers
    named = f"{', '.join(most)} and {last}" if most else last
    return UsageError(f"{option} is for {named}, not for {ctx.command_path}", fix=fix)
