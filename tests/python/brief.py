# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate` with rounds as short as they may be, for tests of what it does and says, not of how fast this machine is.

A round is long because a clock read and an interrupt must not count beside it, a block because stolen time is told in
ticks of 10 ms: a tenth of a second for each of some thirty groups of a check, whatever --time says. Nothing else
differs. `python brief.py ARGUMENTS` is `wirerate ARGUMENTS`.
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
    """Short ones for what is called in this process meanwhile."""
    from wirerate.host import bench

    long = {name: getattr(bench, name) for name in SHORT}
    vars(bench).update(SHORT)
    try:
        yield
    finally:
        vars(bench).update(long)


class Shortened:
    """Finds the module as Python does, and shortens its rounds once it is loaded: most commands do not need it."""

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
    sys.path[0] = ""  # as for `python -m`, in place of this file's folder
    sys.meta_path.insert(0, Shortened)
    from wirerate.cli import main

    main()
