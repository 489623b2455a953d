"""Sets of files to hash, made once in a folder: equal large ones, equal small ones, and a mix as disks hold it."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from pathlib import Path

MIB = 1 << 20


@dataclass(frozen=True)
class FileSet:
    """A set by its name, in words, and what is asked of it: whole command, start-up subtracted, and two threads so."""

    name: str
    words: str
    sizes: tuple[int, ...]
    goals: dict[str, float]


def _mix() -> tuple[int, ...]:
    """Log-normal sizes: median 64 KiB, sigma 2, seed 1810, cut at 256 MiB, 4 GiB in all."""
    chance, sizes, total = random.Random(1810), [], 0
    while total < 4096 * MIB:
        size = min(int(65536 * math.exp(chance.gauss(0, 2))), 256 * MIB)
        sizes.append(size)
        total += size
    return tuple(sizes)


SETS = (
    FileSet("large", "2000 × 1 MiB", (MIB,) * 2000, {"whole": 7, "engine": 8.5, "two": 13}),
    FileSet("small", "20,000 × 16 KiB", (16384,) * 20000, {"whole": 2.3, "engine": 3.8, "two": 6.5}),
    FileSet("mix", "mix of 4 GiB", _mix(), {"engine": 6}),
)


def make(folder: Path, wanted: FileSet) -> Path:
    """The set's folder, filled unless it is; its last file is written last, so that a half-made set is made anew."""
    place = folder / wanted.name
    place.mkdir(parents=True, exist_ok=True)
    if (place / "complete").exists():
        return place
    chance = random.Random(len(wanted.sizes))
    block = chance.randbytes(MIB + 4096)
    for number, size in enumerate(wanted.sizes):
        begin = chance.randrange(4096)
        with (place / f"{number:05}").open("wb") as file:
            for at in range(0, size, MIB):
                file.write(block[begin : begin + min(MIB, size - at)])
    (place / "complete").touch()
    return place


def names(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir() if path.name != "complete")
