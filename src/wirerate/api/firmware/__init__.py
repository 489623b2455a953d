"""`mcu`: one call for every question about firmware on a microcontroller; each kind of question has a file here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wirerate.api.firmware import answering, budgeting, functions, gridding, handshakes, publishing
from wirerate.api.firmware.question import Question, ask, known_version
from wirerate.api.session import Progress
from wirerate.errors import UsageError
from wirerate.records import Run

__all__ = ["mcu"]


def mcu(
    board: str | None = None,
    *,
    curves: Sequence[str] | None = None,
    operations: Sequence[str] | None = None,
    core: str | None = None,
    clock: float | None = None,
    flash: str | None = None,
    level: str | None = None,
    windows: Sequence[int] | None = None,
    nist: bool | None = None,
    fixed_point: bool | None = None,
    version: str | None = None,
    mbedtls: str | None = None,
    config: str | None = None,
    measure: bool = False,
    elf: str | None = None,
    function: str | None = None,
    arguments: str = "",
    handshake: bool = False,
    library: bool = False,
    budget: Mapping[str, float] | None = None,
    purpose: str = "sign",
    security: int = 128,
    grid: bool = False,
    published: bool = False,
    whole: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Operations on curves on a board, as ranges; or, by the one of `elf`, `handshake`, `library`, `budget`, `grid` and
    `published` that is given, another question. `budget` is in nanoseconds, bytes and millijoules, by resource. `whole`
    adds what the page shows besides. Stored results answer where there are any and `measure` is not set."""
    _one_question(elf=elf, handshake=handshake, library=library, budget=budget, grid=grid, published=published)
    if (elf is None) != (function is None):
        raise UsageError("--elf and --function belong together", fix="type: --elf firmware.elf --function md5_compress")
    if published:
        return publishing.published(measure, progress)
    if grid:
        return gridding.grid(known_version(version), progress)
    question = ask(
        Question(
            board=board, core=core, clock_hz=clock, flash=flash, curves=tuple(curves or ()),
            operations=tuple(operations or ()), level=level, windows=tuple(windows or ()), nist=nist,
            fixed_point=fixed_point, version=version, mbedtls=mbedtls, config=config, measure=measure,
        )
    )  # fmt: skip
    if elf is not None:
        return functions.timed_function(question, elf, str(function), arguments)
    if library:
        return functions.own_library(question, progress)
    if handshake:
        return handshakes.handshake(question, progress)
    if budget is not None:
        return budgeting.budget(question, dict(budget), purpose, security, progress)
    return answering.answer(question, whole, progress)


def _one_question(**asked: object) -> None:
    named = [name for name, value in asked.items() if value not in (None, False)]
    if len(named) > 1:
        words = " and ".join(f"--{name}" for name in named)
        raise UsageError(f"{words} are different questions", fix=f"ask one at a time: leave out --{named[1]}")
