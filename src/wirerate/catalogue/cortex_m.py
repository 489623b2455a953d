# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads cortex_m.toml: cycles of instructions by class, core by core."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files

import msgspec

from wirerate.errors import unknown


class ClassCycles(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "class"}):
    """Cycles of one class of instructions."""

    name: str
    cycles: tuple[int, int]
    verified: bool
    source: str = "manual"
    note: str = ""


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One core's table; the file says what the fields mean."""

    title: str
    manual: str
    refill: tuple[int, int]
    rows: tuple[ClassCycles, ...]
    beyond: float = 0.0

    @cached_property
    def costs(self) -> dict[str, ClassCycles]:
        return {row.name: row for row in self.rows}

    @property
    def choosable_multiplier(self) -> bool:
        """Whether the makers of parts choose between a fast and a small multiplier."""
        return self.costs["multiply"].note.startswith("or ")

    @property
    def published(self) -> bool:
        """Whether Arm gives figures for this core."""
        return not self.manual.startswith("none")


TIMINGS: dict[str, Timing] = msgspec.toml.decode(
    files(__package__).joinpath("cortex_m.toml").read_bytes(), type=dict[str, Timing]
)


def timing(core: str) -> Timing:
    """The table of a core."""
    if core not in TIMINGS:
        raise unknown("core", core, TIMINGS)
    return TIMINGS[core]
