# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is said of figures that do not answer a question whole: nothing fits a budget, a stack is a smaller window's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wirerate.records import Problem
from wirerate.report import numbers
from wirerate.wings.mcu.rows import BoardOperation, Composed, Configuration, Handshake
from wirerate.wings.mcu.view import common as firmware

if TYPE_CHECKING:
    from wirerate.wings.mcu.verdict.budget import Budget, Held


def missed(nearest: Held, budget: Budget) -> Problem:
    """What misses by least, by which resource and by how much."""
    name = nearest.worst
    needs, limit = nearest.taken.high[name], budget.limits[name]
    over = (needs / limit - 1) * 100
    board = name in budget.board and limit == budget.board[name]
    whose = "the board's own" if board else "the"
    return Problem(
        code="nothing-fits",
        message=f"nothing fits; {_what(nearest.row)} misses by least: {name} {_amount(name, needs)}, "
        f"{over:.0f} % over {whose} limit of {_amount(name, limit)}",
        fix="take a larger part" if board else f"allow {name}={_typed(name, needs)}",
    )


def _what(m: Configuration) -> str:
    if isinstance(m, Handshake):
        return f"{m.setup}, the {m.side},"
    if isinstance(m, Composed):
        return firmware.name(m)
    return f"{m.curve} of {m.release} with window {m.options.window}"


def _amount(name: str, value: float) -> str:
    if name == "time":
        return numbers.time_ns(value)
    return f"{numbers.significant(value, 2)} mJ" if name == "energy" else f"{value:,.0f} bytes"


def _typed(name: str, value: float) -> str:
    """As it is typed, rounded up."""
    if name == "time":
        return f"{int(value / 1e6) + 1}ms"
    if name == "energy":
        return f"{value * 1.01:.3g}mJ"
    return f"{int(value / 1024) + 1}Ki"


def shallow(m: BoardOperation) -> Problem:
    """A stored point whose window is the largest in use, of an answer for a larger one."""
    return Problem(
        code="smaller-window",
        message=f"{m.curve} {m.operation} does the same with a smaller window, and that is stored: a window of "
        f"{m.options.window} reserves more of the stack",
        fix="measure it: --measure",
    )
