"""Tries the built wheels where they will run: `python scripts/trials [--wheels FOLDER] [--only PLACE]...`.

Each place gets a folder of wheels, once, and installs from that folder alone, as docs/guides/offline-build.md has it.
There the program answers, and the vectors run on every kernel that the processor has. A place that cannot be had here
is skipped, and why is said.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from places import PLACES, WORK, Absent, Failed, Place, installed, run

ROOT = Path(__file__).resolve().parents[2]
# What is typed in the first minute, the statuses that are an answer, and the line of it that is shown.
TYPED = {
    "--version": ((0,), "version"),
    "doctor": ((0,), "wirerate .* with kernel|emulated by"),
    "speed md5 -t 0.2": ((0,), "^md5\\b"),
    "check md5 --link 1G -t 0.3": ((0, 1, 3), "^ *verdict"),
}
VECTORS = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_vectors.py", "-k", "each_file")


def tried(place: Place, wheels: Path) -> Iterator[str]:
    """What was seen there, line by line; raises where it was not what a user should see."""
    python, variables = installed(place, wheels)
    version = run(*python, "-c", "import platform; print(platform.python_version(), platform.machine())", **variables)
    yield f"{place.name}: Python {version.strip()}"
    for words, (statuses, telling) in TYPED.items():
        said = run(*python, "-m", "wirerate", *words.split(), statuses=statuses, **variables)
        line = next((line for line in said.splitlines() if re.search(telling, line)), "")
        if not line:
            raise Failed(f"{place.name}: wirerate {words} does not answer:\n{said}")
        if words == "doctor" and ("is emulated by" in said) != place.emulated:
            raise Failed(f"{place.name}: doctor {'does not say' if place.emulated else 'says'} that it is emulated")
        yield f"  wirerate {words}: {' '.join(line.split())}"
    kernels = run(*python, "-c", "import wirerate; print(*wirerate.kernels())", **variables).split()
    for kernel in kernels:
        told = run(*python, *VECTORS, folder=_tests(), WIRERATE_KERNEL=kernel, **variables)
        yield f"  vectors on {kernel}: {told.strip().splitlines()[-1]}"


def _tests() -> Path:
    """The test of the vectors and its data, with no source of the package beside them."""
    copy = WORK / "vectors-only"
    shutil.rmtree(copy, ignore_errors=True)
    (copy / "a" / "tests").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "python" / "test_vectors.py", copy / "a" / "tests")
    shutil.copytree(ROOT / "vectors", copy / "vectors")
    return copy / "a"


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/trials", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--wheels", type=Path, default=ROOT / "dist", metavar="FOLDER")
    parser.add_argument("--only", action="append", choices=[place.name for place in PLACES])
    chosen = parser.parse_args()
    failed = 0
    for place in PLACES:
        if chosen.only and place.name not in chosen.only:
            continue
        try:
            for line in tried(place, chosen.wheels.resolve()):
                print(line, flush=True)
        except Absent as why:
            print(f"skipped: {place.name}: {why}", flush=True)
        except Failed as what:
            failed += 1
            print(f"FAILED: {place.name}: {what}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
