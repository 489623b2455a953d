# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which paths this kernel has: each is set up once, and what the kernel refuses it says itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.errors import MissingError
from wirerate.wings.path.catalogue import PLAIN, Path
from wirerate.wings.path.found import Driver
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.session import Session
from wirerate.wings.path.stages import Cell

_SIZE = 576


@dataclass(frozen=True)
class Asked:
    """Of the paths asked about: those that carry packets here, and why the others do not."""

    paths: tuple[Path, ...]
    refusals: tuple[Refusal, ...]
    drivers: dict[Path, Driver]


def ask(paths: Sequence[Path]) -> Asked:
    """Raises MissingError where nothing can be asked: no permission, no forwarding."""
    has: list[Path] = []
    refusals: list[Refusal] = []
    drivers: dict[Path, Driver] = {}
    with Session() as session:
        for path in paths:
            cell = Cell("plain", path.family) if path == PLAIN else Cell("both", path.family, path)
            built = session.build(cell, [_SIZE])
            if built.refusal is None:
                has.append(path)
            elif path == PLAIN:
                raise MissingError(built.refusal.message, fix=built.refusal.fix)
            else:
                refusals.append(built.refusal)
            if built.driver:
                drivers[path] = built.driver
    return Asked(tuple(has), tuple(refusals), drivers)
