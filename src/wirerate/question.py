# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A question is a frozen struct that is checked once, when it is made: by a Python caller or by the command line.

A refusal names fields between ‹ and ›, ‹quantum› or ‹quantum=safe›; whoever reports it spells them as its reader types
them, `quantum="safe"` or `--quantum safe` (`wirerate.errors`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import ParamSpec, TypeVar

from wirerate.errors import UsageError

P = ParamSpec("P")
Q = TypeVar("Q", bound="Question")
R = TypeVar("R")

Progress = Callable[[float, str], None]  # tells the share of the work done (0 to 1), and what is running


@dataclass(frozen=True, kw_only=True)
class Question:
    """What all questions have in common. A subclass holds its fields to each other in `__post_init__`; the others that
    a rule names are written as one would type them: needs("top", "verilog=core.v")."""

    progress: Progress | None = field(default=None, repr=False, compare=False)  # is told how far the answer is

    def given(self, *names: str) -> list[str]:
        """Those of the fields that were not left as they are by default."""
        defaults = {each.name: each.default for each in fields(self)}
        return [name for name in names if getattr(self, name) != defaults[name]]

    def needs(self, name: str, *one_of: str) -> None:
        """`name` says nothing without one of the others."""
        others = [each.partition("=")[0] for each in one_of]
        if self.given(name) and not self.given(*others):
            listed = " or ".join(f"‹{each}›" for each in others)
            raise UsageError(
                f"‹{name}› has no meaning without {listed}", fix=f"add ‹{one_of[0]}›, or leave out ‹{name}›"
            )

    def excludes(self, name: str, *others: str) -> None:
        """Each of the others says nothing, or the contrary, beside `name`."""
        other = next(iter(self.given(*others)), None)
        if self.given(name) and other:
            raise UsageError(f"‹{other}› has no meaning with ‹{name}›", fix=f"leave out ‹{name}› or ‹{other}›")

    def refuses(self, *names: str, because: str, fix: str = "") -> None:
        """None of them says anything to this question."""
        for name in self.given(*names):
            said = f"{name}=False" if getattr(self, name) is False else name
            raise UsageError(f"‹{said}› has no meaning here: {because}", fix=fix or f"leave out ‹{said}›")


def asks(question: Callable[P, Q]) -> Callable[[Callable[[Q], R]], Callable[P, R]]:
    """Makes what answers a question callable with the question's fields, as `wirerate` and the commands call it."""

    def decorated(answer: Callable[[Q], R]) -> Callable[P, R]:
        @wraps(answer)
        def call(*args: P.args, **given: P.kwargs) -> R:
            return answer(question(*args, **given))

        shown = _signature(question).replace(return_annotation=answer.__annotations__["return"])
        call.question = question  # type: ignore[attr-defined]  # to be made without being answered
        call.__signature__ = shown  # type: ignore[attr-defined]  # the one that help() and the docs see
        return call

    return decorated


def _signature(question: Callable[..., object]) -> inspect.Signature:
    """A question's fields as parameters, its own before those that it shares with others."""
    classes = inspect.getmro(question) if inspect.isclass(question) else ()
    depth = {name: at for at, each in reversed([*enumerate(classes)]) for name in inspect.get_annotations(each)}
    signature = inspect.signature(question)
    ordered = sorted(
        signature.parameters.values(),
        key=lambda each: (each.kind, depth[each.name] if each.kind == each.KEYWORD_ONLY else 0),
    )
    return signature.replace(parameters=ordered)
