# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashes, MACs and ciphers that were run and checked, as counts: timed for any board afterwards."""

from __future__ import annotations

from functools import cache

import msgspec

from wirerate.wings.mcu.results import rows
from wirerate.wings.mcu.target import LEVEL
from wirerate.wings.mcu.trace import Part


class Point(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of them on a core, its key kept; every tag was the host's."""

    name: str
    release: str  # of Mbed TLS
    core: str
    level: str = LEVEL
    records: dict[int, Part]  # by bytes
    stack_bytes: int
    context_bytes: int  # of the key, kept between records
    blocks: dict[str, int]  # of flash
    compiler: str
    emulator: str
    command: str = ""  # that made a stored result
    date: str

    @property
    def key(self) -> tuple[str, str, str]:
        """Two points with the same key are the same point."""
        return self.name, self.core, self.level


TABLE = "mcu-symmetric"


@cache
def stored() -> dict[tuple[str, str, str], Point]:
    """The project's own results, made by scripts/mcu_symmetric.py, by their keys."""
    return {point.key: point for point in rows(TABLE, msgspec.json.Decoder(Point).decode)}
