"""How often `wirerate compare` is wrong, and how often it finds: python bench/compare/honesty.py [--equal 100] ...

Compares a library with itself, and with a build that computes three blocks more for every hundred (slower.c), again
and again, while other programs keep the CPUs busy. Of equals at most one in twenty may be called faster or slower; the
slowdown of 3 % is to be found, at a threshold of 1.5 % and within 30 s, nine times in ten. Exit 1 where either fails.
100 and 10 of them take about an hour; needs cc and libcrypto.so.3. Says what it compared, one line for each.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parents[1] / "include"
LENGTH = 100 * 64 - 9  # with its padding a hundred blocks
MOST_WRONG, LEAST_FOUND = 0.05, 0.9
WRONG = ("REGRESSED", "IMPROVED")


@dataclass(frozen=True)
class Told:
    """What one comparison said."""

    word: str
    ratio: float
    low: float
    high: float
    rounds: int
    finds: float | None
    seconds: float

    def __str__(self) -> str:
        finds = "-" if self.finds is None else f"{self.finds:.1%}"
        within = f"x{self.ratio:.4f} ({self.low:.4f} - {self.high:.4f})"
        return f"{self.word:12}{within:28}{self.rounds:6} rounds  finds {finds:8}{self.seconds:6.1f} s"


def build(folder: Path) -> dict[str, Path]:
    """Two equal libraries, each a file of its own, and the slower one."""
    made = {}
    for name, extra in (("a", 0), ("b", 0), ("slower", 3)):
        made[name] = folder / f"{name}.so"
        flags = ["-O2", "-shared", "-fPIC", f"-DEXTRA={extra}", f"-I{INCLUDE}", "-DWR_API="]
        subprocess.run(["cc", *flags, str(HERE / "slower.c"), "-o", str(made[name]), "-ldl"], check=True)
    return made


@contextmanager
def busy(programs: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many programs that each want a CPU all the time, in turns of working and waiting as jobs beside one do."""
    turn = "from time import *\nwhile sleep(0.2) is None:\n  t = monotonic()\n  while monotonic() < t + 0.3: pass"
    running = [subprocess.Popen([sys.executable, "-c", turn]) for _ in range(programs)]
    try:
        yield running
    finally:
        for each in running:
            each.kill()
            each.wait()


def compare(a: Path, b: Path, threshold: str, seconds: float) -> Told:
    command = [sys.executable, "-m", "wirerate", "compare", f"md5@{a}", f"md5@{b}", "-l", str(LENGTH), "-J"]
    began = time.monotonic()
    done = subprocess.run([*command, "--threshold", threshold, "-t", str(seconds)], stdout=subprocess.PIPE, check=False)
    took, answer = time.monotonic() - began, json.loads(done.stdout)
    if not answer["comparisons"]:
        raise SystemExit("; ".join(problem["message"] for problem in answer["problems"]))
    (found,) = answer["comparisons"]
    ratio = found["ratio"]
    return Told(found["change"], ratio["median"], ratio["low"], ratio["high"], found["rounds"], found["finds"], took)


def told(times: int, a: Path, b: Path, threshold: str, seconds: float) -> Iterator[Told]:
    for number in range(times):
        each = compare(a, b, threshold, seconds)
        print(f"{number + 1:4} {b.stem:8}{each}", flush=True)
        yield each


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--equal", type=int, default=100, metavar="N", help="comparisons of equals")
    parser.add_argument("--slower", type=int, default=10, metavar="N", help="comparisons with what is 3 %% slower")
    parser.add_argument("--time", type=float, default=30, metavar="SECONDS", help="for each of those at most")
    parser.add_argument("--threshold", default="1.5%", help="of either")
    parser.add_argument("--load", type=int, default=1, metavar="N", help="other programs that want a CPU meanwhile")
    asked = parser.parse_args(words)
    began = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, busy(asked.load):
        made = build(Path(folder))
        equal = Counter(t.word for t in told(asked.equal, made["a"], made["b"], asked.threshold, asked.time))
        slower = Counter(t.word for t in told(asked.slower, made["a"], made["slower"], asked.threshold, asked.time))
    wrong, found = sum(equal[word] for word in WRONG), slower["REGRESSED"]
    print(f"load average {began:.1f} before and {os.getloadavg()[0]:.1f} after, {os.cpu_count()} CPUs")
    print(f"equals: {wrong} of {asked.equal} wrong  {dict(equal)}")
    print(f"3 % slower: {found} of {asked.slower} found  {dict(slower)}")
    return int(wrong > MOST_WRONG * asked.equal or found < LEAST_FOUND * asked.slower)


if __name__ == "__main__":
    sys.exit(main())
