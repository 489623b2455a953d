# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run `wirerate` with the shortest possible rounds, for tests of its behaviour rather than its figures.

Rounds are normally long, so that clock reads and interrupts do not matter, and blocks of rounds are longer still,
because stolen time is reported in steps of 10 ms. Each of about thirty groups of a check then takes a tenth of a
second, whatever --time says. Only these lengths differ here. `python brief.py ARGUMENTS` runs `wirerate ARGUMENTS`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

PROGRAM = [sys.executable, str(Path(__file__).resolve())]
MODULE = "wirerate.host.bench"
SHORT = {"_ROUND_NS": 50_000, "_BLOCK_NS": 2_000_000}


@contextmanager
def rounds() -> Iterator[None]:
    """Use short rounds for calls in this process."""
    from wirerate.host import bench

    long = {name: getattr(bench, name) for name in SHORT}
    vars(bench).update(SHORT)
    try:
        yield
    finally:
        vars(bench).update(long)


class Shortened:
    """An importer that shortens the rounds of the measuring module when it is loaded; most commands do not load it."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path, target) if name == MODULE else None
        if found and found.loader:
            load = found.loader.exec_module

            def shortened(module: ModuleType) -> None:
                load(module)
                vars(module).update(SHORT)

            found.loader.exec_module = shortened  # type: ignore[method-assign]
        return found


if __name__ == "__main__":
    sys.path[0] = ""  # as in `python -m`, instead of this file's folder
    sys.meta_path.insert(0, Shortened)
    from wirerate.cli import main

    main()
