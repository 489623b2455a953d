"""Sets of files to hash: equal large ones, equal small ones, and a mix with sizes as on a typical disk."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from pathlib import Path

MIB = 1 << 20


@dataclass(frozen=True)
class FileSet:
    """A set of files, with goals for the ratios: whole command, without start-up, and that on two threads."""

    name: str
    words: str
    sizes: tuple[int, ...]
    goals: dict[str, float]


def _mix() -> tuple[int, ...]:
    """Return log-normal sizes: median 64 KiB, sigma 2, at most 256 MiB, 4 GiB in total."""
    generator, sizes, total = random.Random(1810), [], 0
    while total < 4096 * MIB:
        size = min(int(65536 * math.exp(generator.gauss(0, 2))), 256 * MIB)
        sizes.append(size)
        total += size
    return tuple(sizes)


SETS = (
    FileSet("large", "2000 × 1 MiB", (MIB,) * 2000, {"whole": 7, "engine": 8.5, "two": 13}),
    FileSet("small", "20,000 × 16 KiB", (16384,) * 20000, {"whole": 2.3, "engine": 3.8, "two": 6.5}),
    FileSet("mix", "mix of 4 GiB", _mix(), {"engine": 6}),
)


def make(folder: Path, files: FileSet) -> Path:
    """Create a set's files and return its folder. The file "complete" is written last and marks a finished set."""
    place = folder / files.name
    place.mkdir(parents=True, exist_ok=True)
    if (place / "complete").exists():
        return place
    generator = random.Random(len(files.sizes))
    block = generator.randbytes(MIB + 4096)
    for number, size in enumerate(files.sizes):
        begin = generator.randrange(4096)
        with (place / f"{number:05}").open("wb") as file:
            for offset in range(0, size, MIB):
                file.write(block[begin : begin + min(MIB, size - offset)])
    (place / "complete").touch()
    return place


def names(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir() if path.name != "complete")
