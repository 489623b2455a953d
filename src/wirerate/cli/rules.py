# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What options say of each other, declared beside them, and held before the command runs: nothing is dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from wirerate.errors import Error, UsageError

F = TypeVar("F", bound=Callable[..., Any])
Said = tuple[str, str]  # what is wrong, and what to type instead

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 80}
_RULES = "wirerate_rules"
_HEADINGS = {
    "Measurement": ("time", "threads", "cores", "affinity", "kernel", "with_kept"),
    "Output": ("explained", "output", "json", "export_json", "export_csv", "export_markdown"),
}
_EXPORTS = ("--export-json|csv|markdown FILE", "Write the run or its table to FILE.")
_GIVEN = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


@dataclass(frozen=True)
class Rule:
    """`broken` sees the values by name, and the words that are there."""

    words: tuple[str, ...]  # options by one of their spellings, arguments as the usage line shows them
    broken: Callable[[Mapping[str, Any], set[str]], Said | None]


class _Context(click.Context):
    @property
    def command_path(self) -> str:
        """Names only: an argument of a group's own is not there where another of its commands is named."""
        above = self.parent.command_path if self.parent else ""
        return f"{above} {self.info_name or ''}".strip()


class Command(click.Command):
    """A command that holds its options to their rules."""

    context_class = _Context

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **{"context_settings": SETTINGS} | given)
        self.rules: list[Rule] = getattr(self.callback, _RULES, [])
        spelled = {
            word for each in self.params for word in (*each.opts, *each.secondary_opts, each.human_readable_name)
        }
        unknown = [word for rule in self.rules for word in rule.words if word not in spelled]
        assert not unknown, f"{self.name} has no {unknown}"

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the command's own options first, then those of `_HEADINGS`; the three exports share a line."""
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
            self._once(ctx, args)
        with self.spelled():
            rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            given = self.given(ctx)
            for rule in self.rules:
                if said := rule.broken(ctx.params, given):
                    raise self.refusal(*said)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        with self.spelled():
            return super().invoke(ctx)

    @contextmanager
    def spelled(self) -> Iterator[None]:
        """What goes wrong inside names fields as they are typed here."""
        try:
            yield
        except Error as error:
            error.spell(self._spelling)
            raise

    def _spelling(self, field: str, value: str) -> str:
        """A field of the question as it is typed here: --quantum safe, --no-nist, [BOARD]."""
        typed = next((each for each in self.params if each.name == field), None)
        value = value.strip('[]"')
        if typed is None:
            return f"{field} {value}".rstrip()
        if isinstance(typed, click.Argument):
            return value or typed.human_readable_name
        word = max(typed.secondary_opts if value == "False" else typed.opts, key=len)
        return f"{word} {value}" if value and value not in ("True", "False") else word

    def _once(self, ctx: click.Context, args: list[str]) -> None:
        """Of an option with a value that stands there twice one would be dropped."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for each in self.params:
            valued = isinstance(each, click.Option) and not (each.is_flag or each.count or each.multiple)
            if valued and order.count(each) > 1:
                word = max(each.opts, key=len)
                many = getattr(each.type, "many", False)
                fix = f"give it once, with commas: {word} A,B" if many else f"give {word} once"
                raise self.refusal(f"{word} stands there {order.count(each)} times, and one would count", fix)

    def given(self, ctx: click.Context) -> set[str]:
        """The words of what is on the command line: every spelling of an option, an argument's own."""
        found: set[str] = set()
        for each in self.params:
            if each.name and ctx.get_parameter_source(each.name) in _GIVEN:
                off = bool(each.secondary_opts) and ctx.params[each.name] is False
                found |= {*(each.secondary_opts if off else each.opts), each.human_readable_name}
        return found

    def refusal(self, what: str, fix: str) -> Exception:
        """What is raised for a broken rule."""
        return UsageError(what, fix=fix)


def needs(option: str, *one_of: str) -> Callable[[F], F]:
    """`option` says nothing without another, each written as one would type it: needs("--packet", "--link 10G")."""
    names = [each.partition(" ")[0] for each in one_of]

    def broken(values: Mapping[str, Any], given: set[str]) -> Said | None:
        if option not in given or given & set(names):
            return None
        return f"{option} has no meaning without {' or '.join(names)}", f"add {one_of[0]}, or leave out {option}"

    return _ruled(Rule((option, *names), broken))


def excludes(option: str, *others: str) -> Callable[[F], F]:
    """Each of the others says nothing, or the contrary, beside `option`."""

    def broken(values: Mapping[str, Any], given: set[str]) -> Said | None:
        other = next((each for each in others if each in given), None)
        if option not in given or other is None:
            return None
        return f"{other} has no meaning with {option}", f"leave out {option} or {other}"

    return _ruled(Rule((option, *others), broken))


def refuses(*options: str, when: Callable[[Mapping[str, Any]], bool], because: str, fix: str = "") -> Callable[[F], F]:
    """The options say nothing where others have some values: `when` sees all of them by name."""

    def broken(values: Mapping[str, Any], given: set[str]) -> Said | None:
        other = next((each for each in options if each in given), None)
        if other is None or not when(values):
            return None
        return f"{other} has no meaning here: {because}", fix or f"leave out {other}"

    return _ruled(Rule(options, broken))


def holds(check: Callable[[Mapping[str, Any]], object]) -> Callable[[F], F]:
    """What only the values together tell: `check` is given them by name, and raises what is to be said."""

    def broken(values: Mapping[str, Any], given: set[str]) -> None:
        check(values)

    return _ruled(Rule((), broken))


def single(option: str, name: str, because: str) -> Callable[[F], F]:
    """An option that takes a list elsewhere, and here one word of it; `name` is its value's."""

    def broken(values: Mapping[str, Any], given: set[str]) -> Said | None:
        *others, last = values[name] or (None,)
        return (f"{option} has {len(others) + 1} words: {because}", f"type {option} {last}") if others else None

    return _ruled(Rule((option,), broken))


def one_of(what: str, *options: str) -> Callable[[F], F]:
    """Exactly one of them, each written as one would type it. `what` asks for it."""
    names = [each.partition(" ")[0] for each in options]

    def broken(values: Mapping[str, Any], given: set[str]) -> Said | None:
        if len(given & set(names)) == 1:
            return None
        return what, f"type {' or '.join(options)}"

    return _ruled(Rule(tuple(names), broken))


def complains(words: str, when: Callable[[Mapping[str, Any]], object]) -> Callable[[F], F]:
    """The general form: these words where `when`, which sees the values by name, says so."""

    def broken(values: Mapping[str, Any], given: set[str]) -> Said | None:
        return (words, "") if when(values) else None

    return _ruled(Rule((), broken))


def _ruled(rule: Rule) -> Callable[[F], F]:
    def decorated(function: F) -> F:
        function.__dict__.setdefault(_RULES, []).insert(0, rule)  # decorators run from the last one up
        return function

    return decorated
