# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rules for combinations of options, checked before a command runs. Options that would have no effect are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from wirerate.errors import Error, UsageError

F = TypeVar("F", bound=Callable[..., Any])
Refusal = tuple[str, str]  # the message, and what to type instead

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 80}
_RULES = "wirerate_rules"
_HEADINGS = {
    "Measurement": ("time", "threads", "cores", "affinity", "kernel", "with_kept"),
    "Output": ("explain", "output", "json", "export_json", "export_csv", "export_markdown"),
}
_EXPORTS = ("--export-json|csv|markdown FILE", "Write the run or its table to FILE.")
_TYPED = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


@dataclass(frozen=True)
class Rule:
    """A rule about options. `refusal` checks it, given the values by parameter name and the words the user typed."""

    words: tuple[str, ...]  # the rule's options, each in one spelling, and its arguments as in the usage line
    refusal: Callable[[Mapping[str, Any], set[str]], Refusal | None]


class _Context(click.Context):
    @property
    def command_path(self) -> str:
        """Return the words that name the command. The arguments of a family are left out, because its members do not
        accept them.
        """
        parent = self.parent.command_path if self.parent else ""
        return f"{parent} {self.info_name or ''}".strip()


class Command(click.Command):
    """A command that checks its rules, and groups its options in the help."""

    context_class = _Context

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"context_settings": SETTINGS} | settings)
        self.rules: list[Rule] = getattr(self.callback, _RULES, [])
        spellings = {
            word for param in self.params for word in (*param.opts, *param.secondary_opts, param.human_readable_name)
        }
        unknown = [word for rule in self.rules for word in rule.words if word not in spellings]
        assert not unknown, f"{self.name} has no {unknown}"

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the command's own options first, then the shared ones under their headings; the exports share a line."""
        blocks: dict[str, list[tuple[str, str]]] = {}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx) if isinstance(option, click.Option) else None
            heading = next((heading for heading, names in _HEADINGS.items() if option.name in names), "Options")
            if record:
                blocks.setdefault(heading, []).append(record)
        for heading in ("Options", *_HEADINGS):
            rows = blocks.get(heading, [])
            exports = [row for row in rows if row[0].startswith("--export-")]
            if len(exports) > 1:
                rows = [*(row for row in rows if row not in exports), _EXPORTS]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows, col_max=len(_EXPORTS[0]) + 2 if exports else 30)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            self._refuse_repeated_options(ctx, args)
        with self.with_cli_spelling():
            rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            typed = self.typed_words(ctx)
            for rule in self.rules:
                if refusal := rule.refusal(ctx.params, typed):
                    raise self.error(*refusal)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        with self.with_cli_spelling():
            return super().invoke(ctx)

    @contextmanager
    def with_cli_spelling(self) -> Iterator[None]:
        """In errors raised inside this context, replace every ‹field› by the command's option for it."""
        try:
            yield
        except Error as error:
            error.spell(self._spelling)
            raise

    def _spelling(self, field: str, value: str) -> str:
        """Return a field of the question as the user types it for this command: --quantum safe, --no-nist, [BOARD]."""
        param = next((param for param in self.params if param.name == field), None)
        value = value.strip('[]"')
        if param is None:
            return f"{field} {value}".rstrip()
        if isinstance(param, click.Argument):
            return value or param.human_readable_name
        word = max(param.secondary_opts if value == "False" else param.opts, key=len)
        return f"{word} {value}" if value and value not in ("True", "False") else word

    def _refuse_repeated_options(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse an option that is typed twice with values, because click would ignore the first one."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for param in self.params:
            has_value = isinstance(param, click.Option) and not (param.is_flag or param.count or param.multiple)
            if has_value and order.count(param) > 1:
                word = max(param.opts, key=len)
                fix = f"type {word} A,B" if getattr(param.type, "many", False) else f"type {word} once"
                raise self.error(f"{word} is typed {order.count(param)} times, but only one would be used", fix)

    def typed_words(self, ctx: click.Context) -> set[str]:
        """Return all spellings of the options that the user typed, and the names of the arguments."""
        words: set[str] = set()
        for param in self.params:
            if param.name and ctx.get_parameter_source(param.name) in _TYPED:
                off = bool(param.secondary_opts) and ctx.params[param.name] is False
                words |= {*(param.secondary_opts if off else param.opts), param.human_readable_name}
        return words

    def error(self, message: str, fix: str) -> Exception:
        """Return the exception for a broken rule."""
        return UsageError(message, fix=fix)


def needs(option: str, *alternatives: str) -> Callable[[F], F]:
    """Refuse `option` unless one of the alternatives is typed too, as in needs("--packet", "--link 10G")."""
    names = [example.partition(" ")[0] for example in alternatives]

    def refusal(values: Mapping[str, Any], typed: set[str]) -> Refusal | None:
        if option not in typed or typed & set(names):
            return None
        return f"{option} has no meaning without {' or '.join(names)}", f"add {alternatives[0]}, or leave out {option}"

    return _ruled(Rule((option, *names), refusal))


def excludes(option: str, *useless: str) -> Callable[[F], F]:
    """Refuse options that contradict `option` or have no effect together with it."""

    def refusal(values: Mapping[str, Any], typed: set[str]) -> Refusal | None:
        word = next((word for word in useless if word in typed), None)
        if option not in typed or word is None:
            return None
        return f"{word} has no meaning with {option}", f"leave out {option} or {word}"

    return _ruled(Rule((option, *useless), refusal))


def refuses(*options: str, when: Callable[[Mapping[str, Any]], bool], because: str, fix: str = "") -> Callable[[F], F]:
    """Refuse the options if `when` returns true for the values of all parameters."""

    def refusal(values: Mapping[str, Any], typed: set[str]) -> Refusal | None:
        word = next((word for word in options if word in typed), None)
        if word is None or not when(values):
            return None
        return f"{word} has no meaning here: {because}", fix or f"leave out {word}"

    return _ruled(Rule(options, refusal))


def checked_by(check: Callable[[Mapping[str, Any]], object]) -> Callable[[F], F]:
    """Call `check` with the values of all parameters; it raises a UsageError if they do not fit together."""

    def refusal(values: Mapping[str, Any], typed: set[str]) -> None:
        check(values)

    return _ruled(Rule((), refusal))


def single(option: str, name: str, because: str) -> Callable[[F], F]:
    """Refuse a list for an option that takes a list only in other commands; `name` is its parameter."""

    def refusal(values: Mapping[str, Any], typed: set[str]) -> Refusal | None:
        *rest, last = values[name] or (None,)
        return (f"{option} has {len(rest) + 1} values: {because}", f"type {option} {last}") if rest else None

    return _ruled(Rule((option,), refusal))


def one_of(message: str, *examples: str) -> Callable[[F], F]:
    """Require exactly one of several options, written as examples to type. `message` is the error if none is typed."""
    names = [example.partition(" ")[0] for example in examples]

    def refusal(values: Mapping[str, Any], typed: set[str]) -> Refusal | None:
        if len(typed & set(names)) == 1:
            return None
        return message, f"type {' or '.join(examples)}"

    return _ruled(Rule(tuple(names), refusal))


def complains(message: str, when: Callable[[Mapping[str, Any]], object]) -> Callable[[F], F]:
    """Refuse the command line with `message` if `when` returns true for the values of all parameters."""

    def refusal(values: Mapping[str, Any], typed: set[str]) -> Refusal | None:
        return (message, "") if when(values) else None

    return _ruled(Rule((), refusal))


def _ruled(rule: Rule) -> Callable[[F], F]:
    def decorated(function: F) -> F:
        function.__dict__.setdefault(_RULES, []).insert(0, rule)  # Python applies decorators from the last one up
        return function

    return decorated
