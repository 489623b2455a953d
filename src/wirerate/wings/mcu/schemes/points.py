# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Operations of schemes that were run and checked, as counts: timed for any board afterwards."""

from __future__ import annotations

from functools import cache

import msgspec

from wirerate.wings.mcu.results import rows
from wirerate.wings.mcu.target import LEVEL
from wirerate.wings.mcu.trace import Part


class Point(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One operation of an implementation on a core; its result was the host's."""

    scheme: str
    implementation: str
    core: str
    level: str = LEVEL
    operation: str
    ran: Part  # signing: one that ends at once
    rejected: dict[str, Part] = {}  # what an attempt adds that ends without a signature, by what ended it
    composed: bool = False  # of runs with lower trees
    stack_bytes: int
    static_bytes: int
    blocks: dict[str, int]  # of flash, of an image with this operation alone
    whole_bytes: int  # of flash, of an image with all operations
    compiler: str
    emulator: str
    command: str = ""  # that made a stored result
    date: str

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """Two points with the same key are the same point."""
        return self.scheme, self.implementation, self.core, self.level, self.operation


TABLE = "mcu-schemes"


@cache
def stored() -> dict[tuple[str, str, str, str, str], Point]:
    """The project's own results, made by scripts/mcu_schemes.py, by their keys."""
    return {point.key: point for point in rows(TABLE, msgspec.json.Decoder(Point).decode)}
