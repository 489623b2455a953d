# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Commands that share a first word: `wirerate mcu`, `wirerate mcu budget`. Each has the options that apply to it and no
others; one that belongs to a sibling is refused with that sibling's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wirerate.cli.rules import Command
from wirerate.errors import UsageError, nearest, unknown

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_PLAIN = "wirerate.plain"  # words behind --, which name no command


class Member(Command):
    """One of a family, behind a word of its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _misplaced(ctx, ctx.parent, error) from error


class Family(Command, click.Group):
    """A group that is a command too: its own options and arguments hold where no member's word comes first."""

    command_class = Member
    allow_extra_args = False  # those of the command itself, where click.Group has the opposite
    allow_interspersed_args = True

    def __init__(self, name: str | None = None, **given: Any) -> None:
        super().__init__(name, **{"invoke_without_command": True, **given})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order of the file

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        pieces = click.Command.collect_usage_pieces(self, ctx)
        return pieces if self._takes_words() else [*pieces, self.subcommand_metavar]

    def _takes_words(self) -> bool:
        return any(isinstance(param, click.Argument) for param in self.params)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_PLAIN] = args[args.index("--") :] if "--" in args else []
        if args and args[0] in self.commands:
            ctx.args = list(args)
            return ctx.args
        if args and not args[0].startswith("-") and not self._takes_words() and not ctx.resilient_parsing:
            raise unknown("command", args[0], self.commands)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _misplaced(ctx, ctx, error) from error

    def invoke(self, ctx: click.Context) -> Any:
        if not ctx.args:
            with self.spelled():
                return click.Command.invoke(self, ctx)
        ctx.invoked_subcommand, *rest = ctx.args
        member = self.commands[ctx.invoked_subcommand]
        with member.make_context(ctx.invoked_subcommand, rest, parent=ctx) as inner:
            return inner.command.invoke(inner)


class FirstWord(click.Argument):
    """A family's own first argument: the members' words stand in its place, and nowhere behind it but after --."""

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
    """Every spelling of its options."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    return {word for option in options for word in (*option.opts, *option.secondary_opts)}


def _commands(ctx: click.Context) -> dict[str, click.Command]:
    return dict(ctx.command.commands) if isinstance(ctx.command, click.Group) else {}


def _misplaced(here: click.Context, family: click.Context | None, error: click.NoSuchOption) -> Exception:
    """What to say of an option that `here` has not; the error itself where no one in the family has it."""
    assert family is not None
    members = _commands(family)
    option, path = error.option_name, family.command_path
    everyone = {path: family.command, **{f"{path} {name}": member for name, member in members.items()}}
    takers = [name for name, each in everyone.items() if option in options_of(each)]
    if not takers and option.removeprefix("--") in members:
        return UsageError(f"{option} is a command of its own", fix=f"type: {path} {option.removeprefix('--')}")
    if not takers:
        return error
    own = [each for each in options_of(here.command) if each.startswith("--")]
    near = [each for each in own if each.startswith(option) or option.startswith(each)]  # --cipher and --ciphers
    fix = f"type {near[0]}" if len(option) > 2 and near else "leave it out"
    *most, last = takers
    named = f"{', '.join(most)} and {last}" if most else last
    return UsageError(f"{option} is for {named}, not for {here.command_path}", fix=fix)
