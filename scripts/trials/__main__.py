"""Test the built wheels on several Pythons and platforms: `python scripts/trials [--wheels FOLDER] [--only PLACE]...`.

Every place installs from a folder of wheels only, as in docs/guides/installing.md. Then a few commands run there,
and the vectors on every kernel that the processor supports. Places that this machine lacks are skipped.
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
# Commands to run, their accepted exit statuses, and the line of output to show.
COMMANDS = {
    "--version": ((0,), "version"),
    "doctor": ((0,), "wirerate .* with kernel|emulated by"),
    "speed md5 -t 0.2": ((0,), "^md5\\b"),
    "check md5 --link 1G -t 0.3": ((0, 1, 3), "^ *verdict"),
}
VECTORS = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_vectors.py", "-k", "each_file")


def test_place(place: Place, wheels: Path) -> Iterator[str]:
    """Install and run wirerate in a place, and yield lines about the results. Raise Failed if a result is wrong."""
    python, variables = installed(place, wheels)
    version = run(*python, "-c", "import platform; print(platform.python_version(), platform.machine())", **variables)
    yield f"{place.name}: Python {version.strip()}"
    for words, (statuses, pattern) in COMMANDS.items():
        output = run(*python, "-m", "wirerate", *words.split(), statuses=statuses, **variables)
        line = next((line for line in output.splitlines() if re.search(pattern, line)), "")
        if not line:
            raise Failed(f"{place.name}: wirerate {words} printed no expected line:\n{output}")
        if words == "doctor" and ("is emulated by" in output) != place.emulated:
            raise Failed(f"{place.name}: doctor {'does not report' if place.emulated else 'reports'} an emulator")
        yield f"  wirerate {words}: {' '.join(line.split())}"
    kernels = run(*python, "-c", "import wirerate; print(*wirerate.kernels())", **variables).split()
    for kernel in kernels:
        output = run(*python, *VECTORS, folder=_tests(), WIRERATE_KERNEL=kernel, **variables)
        yield f"  vectors on {kernel}: {output.strip().splitlines()[-1]}"


def _tests() -> Path:
    """Copy the vector test and its data to a folder without the package's source."""
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
            for line in test_place(place, chosen.wheels.resolve()):
                print(line, flush=True)
        except Absent as why:
            print(f"skipped: {place.name}: {why}", flush=True)
        except Failed as what:
            failed += 1
            print(f"FAILED: {place.name}: {what}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
