# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashes, MACs and ciphers by the record on one target: what is stored answers, what is not is built and run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.catalogue.schemes import SYMMETRIC
from wirerate.wings.mcu.rows import LibraryCall
from wirerate.wings.mcu.target import Target, built_for


def answers(names: Sequence[str], where: Target, level: str, measure: bool) -> Iterator[LibraryCall]:
    """A call for each of the catalogue's records."""
    from wirerate.wings.mcu.symmetric.store import calls, known

    for name in names:
        found = [] if measure else known(name, level, where)
        if not found:
            from wirerate.wings.mcu.symmetric.run import point

            ran = point(name, built_for(where.core), level, buffers=(where.flash.buffers,))
            found = list(calls(ran, where))
        yield from found


def around(where: Target, level: str) -> Iterator[LibraryCall]:
    """Every one that is stored."""
    from wirerate.wings.mcu.symmetric.store import known

    for name in SYMMETRIC:
        yield from known(name, level, where)
