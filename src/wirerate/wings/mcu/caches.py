# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What stored runs fetch through a cache, counted after them and kept beside them: by the run, and held against it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import msgspec

from wirerate.wings.mcu.results import rows
from wirerate.wings.mcu.trace import FetchCounts, Trace, fetched_of


class Followed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One operation's lines. `ended`: of a signature that begins with a failed attempt, what ended that."""

    code: str  # ml-kem-768@pqclean; secp256r1@mbedtls-3.6
    core: str
    level: str
    operation: str
    ended: str = ""
    instructions: int  # of the same run: it is a run's only if it ran as many
    fetched: FetchCounts
    command: str
    date: str

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """Two with the same key are the same run's."""
        return self.code, self.core, self.level, self.operation, self.ended


TABLE = "mcu-caches"


@cache
def stored() -> dict[tuple[str, str, str, str, str], Followed]:
    """The project's own, made by scripts/mcu_caches.py, by their keys."""
    return {each.key: each for each in rows(TABLE, msgspec.json.Decoder(Followed).decode)}


def followed(trace: Trace, key: tuple[str, str, str, str, str]) -> Trace:
    """The trace with what it fetched, if that is known of the same run."""
    found = stored().get(key)
    if trace.fetched or found is None or found.instructions != trace.instructions:
        return trace
    return replace(trace, fetched=fetched_of(found.fetched))
