# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Questions: frozen dataclasses that are checked when they are created, by a Python caller or by the command line.

An error message names fields between ‹ and ›: ‹quantum› or ‹quantum=safe›. They are shown as the user types them:
`quantum="safe"` in Python, `--quantum safe` on the command line (`wirerate.errors`).
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

Progress = Callable[[float, str], None]  # called with the share of the work done (0 to 1) and what is running


@dataclass(frozen=True, kw_only=True)
class Question:
    """The base of all questions. A subclass checks its fields in `__post_init__` with the methods below.

    Fields in a rule may have a value, which is an example to type: needs("top", "verilog=core.v").
    """

    progress: Progress | None = field(default=None, repr=False, compare=False)

    def changed_fields(self, *names: str) -> list[str]:
        """Return those of the named fields whose value is not the default."""
        defaults = {row.name: row.default for row in fields(self)}
        return [name for name in names if getattr(self, name) != defaults[name]]

    def needs(self, name: str, *alternatives: str) -> None:
        """Refuse the field `name` unless one of the alternatives is set."""
        names = [example.partition("=")[0] for example in alternatives]
        if self.changed_fields(name) and not self.changed_fields(*names):
            listed = " or ".join(f"‹{other}›" for other in names)
            raise UsageError(
                f"‹{name}› has no meaning without {listed}", fix=f"add ‹{alternatives[0]}›, or leave out ‹{name}›"
            )

    def excludes(self, name: str, *useless: str) -> None:
        """Refuse fields that contradict the field `name` or have no effect together with it."""
        field_name = next(iter(self.changed_fields(*useless)), None)
        if self.changed_fields(name) and field_name:
            raise UsageError(
                f"‹{field_name}› has no meaning with ‹{name}›", fix=f"leave out ‹{name}› or ‹{field_name}›"
            )

    def refuses(self, *names: str, because: str, fix: str = "") -> None:
        """Refuse the fields, which have no effect on this question."""
        for name in self.changed_fields(*names):
            spelling = f"{name}=False" if getattr(self, name) is False else name
            raise UsageError(f"‹{spelling}› has no meaning here: {because}", fix=fix or f"leave out ‹{spelling}›")


def asks(question: Callable[P, Q]) -> Callable[[Callable[[Q], R]], Callable[P, R]]:
    """Turn a function of a question into one that takes the question's fields, as the functions of `wirerate` do."""

    def decorated(answer: Callable[[Q], R]) -> Callable[P, R]:
        @wraps(answer)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            return answer(question(*args, **kwargs))

        signature = _signature(question).replace(return_annotation=answer.__annotations__["return"])
        call.question = question  # type: ignore[attr-defined]  # for callers that only validate a question
        call.__signature__ = signature  # type: ignore[attr-defined]  # for help() and the docs
        return call

    return decorated


def _signature(question: Callable[..., object]) -> inspect.Signature:
    """Return a question's fields as a signature, with its own keyword-only fields before inherited ones."""
    classes = inspect.getmro(question) if inspect.isclass(question) else ()
    depth = {name: i for i, base in reversed([*enumerate(classes)]) for name in inspect.get_annotations(base)}
    signature = inspect.signature(question)
    ordered = sorted(
        signature.parameters.values(),
        key=lambda row: (row.kind, depth[row.name] if row.kind == row.KEYWORD_ONLY else 0),
    )
    return signature.replace(parameters=ordered)
