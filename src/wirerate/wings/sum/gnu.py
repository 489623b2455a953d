# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Parse command lines as GNU's getopt_long does: long options may be abbreviated, and errors exit with status 1."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from wirerate.cli.rules import Command
from wirerate.errors import EXIT_INTERRUPTED, EXIT_NO, Error


class GnuError(Error):
    """An error that exits with 1, as in GNU's tools, whatever the cause."""

    exit_code = EXIT_NO


class GnuCommand(Command):
    """A command that parses options itself, quickly even for many operands, and leaves types and help to click.

    `order` lists the options as typed, because the last of several contradicting options wins.
    """

    def __init__(self, *args: Any, headline: str, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.headline = headline  # the first line of the help

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"{self.headline}\n\n")
        super().format_usage(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _status_1():
            options, operands, order = self._split(ctx, args)
            ctx.params["order"], ctx.params["files"] = order, tuple(operands)
            return super().parse_args(ctx, options)

    def invoke(self, ctx: click.Context) -> Any:
        with _status_1():
            return super().invoke(ctx)

    def typed_words(self, ctx: click.Context) -> set[str]:
        """Return all spellings of the options that were typed, such as -c and --check."""
        order = set(ctx.params["order"])
        return {word for option in self._options(ctx) if order & {*option.opts} for word in option.opts}

    def error(self, message: str, fix: str) -> Exception:
        """Print the error as GNU's tools do, on two lines, and return the exception with their exit status."""
        text = f"{message}; {fix}" if fix else message
        click.echo(f"wirerate sum: {text}\nTry 'wirerate sum --help' for more information.", err=True)
        return click.exceptions.Exit(EXIT_NO)

    def _split(self, ctx: click.Context, args: list[str]) -> tuple[list[str], list[str], list[str]]:
        takes_value = {name: not option.is_flag for option in self._options(ctx) for name in option.opts}
        takes_value |= {name: False for option in self._options(ctx) for name in option.secondary_opts}
        options: list[str] = []
        operands: list[str] = []
        order: list[str] = []
        words = iter(args)
        for word in words:
            if word[:1] != "-" or word == "-":
                operands.append(word)
            elif word == "--":
                operands.extend(words)
            else:
                for name, value in _read(word, takes_value):
                    order.append(name)
                    options.append(name)
                    if takes_value[name]:
                        options.append(_value(name, words) if value is None else value)
        return options, operands, order

    def _options(self, ctx: click.Context) -> list[Any]:
        return [option for option in self.get_params(ctx) if isinstance(option, click.Option)]


@contextmanager
def _status_1() -> Iterator[None]:
    try:
        yield
    except click.UsageError as error:
        raise GnuError(error.format_message().rstrip()) from error
    except Error as error:
        if error.exit_code in (EXIT_NO, EXIT_INTERRUPTED):
            raise
        raise GnuError(str(error), fix=error.fix) from error


def _value(name: str, words: Iterator[str]) -> str:
    value = next(words, None)
    if value is None:
        raise GnuError(f"option '{name}' requires an argument", fix=_TRY)
    return value


def _read(word: str, takes_value: dict[str, bool]) -> list[tuple[str, str | None]]:
    """Return the options in one argument, each with its attached value or None: -rj2 has -r and -j."""
    if word.startswith("--"):
        typed, equals, value = word.partition("=")
        name = _completed(typed, takes_value)
        if equals and not takes_value[name]:
            raise GnuError(f"option '{name}' doesn't allow an argument", fix=_TRY)
        return [(name, value if equals else None)]
    options: list[tuple[str, str | None]] = []
    for end, letter in enumerate(word[1:], 2):
        name = f"-{letter}"
        if name not in takes_value:
            raise GnuError(f"invalid option -- '{letter}'", fix=_TRY)
        if takes_value[name]:
            return [*options, (name, word[end:] or None)]
        options.append((name, None))
    return options


def _completed(typed: str, names: dict[str, bool]) -> str:
    near = [name for name in names if name.startswith(typed) and name.startswith("--")]
    if typed in names or len(near) == 1:
        return typed if typed in names else near[0]
    if near:
        raise GnuError(
            f"option '{typed}' is ambiguous; possibilities: " + " ".join(f"'{name}'" for name in near), fix=_TRY
        )
    raise GnuError(f"unrecognized option '{typed}'", fix=_TRY)


_TRY = "all options: wirerate sum --help"
