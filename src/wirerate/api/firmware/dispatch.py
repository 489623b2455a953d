"""The one call behind `wirerate mcu` with all its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wirerate.api.firmware.budget import mcu_budget
from wirerate.api.firmware.handshakes import mcu_handshake
from wirerate.api.firmware.operations import mcu
from wirerate.api.firmware.programs import mcu_function, mcu_library
from wirerate.api.firmware.published import mcu_published
from wirerate.errors import UsageError
from wirerate.progress import Progress
from wirerate.records import Run

_WHERE = ("board", "core", "clock", "flash")
_TAKEN = {
    "budget": (*_WHERE, "purpose", "security", "curves", "level", "windows", "nist", "fixed_point", "version"),
    "handshake": (*_WHERE, "level", "version", "mbedtls", "measure"),
    "library": (*_WHERE, "level"),
    "elf": (*_WHERE, "arguments"),
}


def mcu_any(
    *,
    handshake: bool = False,
    library: bool = False,
    budget: Mapping[str, float] | None = None,
    elf: str | None = None,
    function: str | None = None,
    grid: bool = False,
    published: bool = False,
    progress: Progress | None = None,
    **asked: Any,
) -> Run:
    """The call that answers what is asked."""
    named = [name for name, value in {"elf": elf, "handshake": handshake, "library": library, "budget": budget,
             "grid": grid, "published": published}.items() if value not in (None, False)]  # fmt: skip
    if len(named) > 1:
        words = " and ".join(f"--{name}" for name in named)
        raise UsageError(f"{words} are different questions", fix=f"ask one at a time: leave out --{named[1]}")
    if (elf is None) != (function is None):
        raise UsageError("--elf and --function belong together", fix="type: --elf firmware.elf --function md5_compress")
    if published:
        return mcu_published(measure=asked["measure"], progress=progress)
    if grid:
        from wirerate.api.firmware.running import mcu_grid

        return mcu_grid(asked["version"], progress=progress)
    if not named:
        for name in ("purpose", "security", "arguments"):
            del asked[name]
        return mcu(progress=progress, **asked)
    given = {name: asked[name] for name in _TAKEN[named[0]]}
    if elf is not None:
        return mcu_function(elf, str(function), **given)
    if library:
        return mcu_library(progress=progress, **given)
    return mcu_handshake(progress=progress, **given) if handshake else mcu_budget(budget or {}, **given)
