"""Count wirerate's wrong and missed results: python bench/compare/honesty.py equals|slower|coverage

equals     compare a library with a copy of itself, for several subjects and lengths and in both orders. At most one
           interval in twenty may exclude x1, and at most one comparison in a hundred may report a change.
slower     compare libwirerate with a build that computes every 33rd message twice, at a threshold of 1.5 %. At least
           nine in ten comparisons must report it, and at most one in ten may report a change between copies.
coverage   run `speed` repeatedly within an hour. At least 90 % of its 95 % intervals must contain the mean of all runs;
           the share that contains the result of a later run is printed too.

All print a line per run and a table. --load runs that many other busy programs meanwhile. --write inserts the table
into docs/concepts/measurement.md. The exit status is 1 if a requirement is not met. Needs cc; copies libcrypto.so.3.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice, product
from pathlib import Path
from statistics import fmean, median
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "concepts" / "measurement.md"
OURS = ("umac-64", "umac-128", "hmac-md5", "md5")
CRYPTO = ("aes-128-gmac", "aes-128-gcm")
LENGTHS = (64, 576, 1500)
EVERY = 33  # the slower build computes every 33rd message twice
CHANGES = ("REGRESSED", "IMPROVED")


@dataclass
class Comparison:
    """The result of one comparison."""

    subject: str
    length: int
    word: str
    ratio: float
    low: float
    high: float
    seconds: float

    @property
    def excludes_one(self) -> bool:
        return not self.low <= 1 <= self.high

    def __str__(self) -> str:
        within = f"x{self.ratio:.4f} ({self.low:.4f} - {self.high:.4f})"
        return f"{self.subject:13}{self.length:6}  {self.word:12}{within:28}{self.seconds:6.1f} s"


@dataclass
class Answer:
    """A table, a summary sentence, and whether the requirement was met."""

    heading: Sequence[str]
    rows: list[Sequence[object]] = field(default_factory=list)
    sentence: str = ""
    kept: bool = True

    def __str__(self) -> str:
        lines = [self.heading, ["---"] * len(self.heading), *self.rows]
        return "\n".join(["| " + " | ".join(map(str, line)) + " |" for line in lines] + ["", self.sentence])


def build(folder: Path, every: int = 0) -> Path:
    """Build a libwirerate that computes every `every`th message twice; 0 means none."""
    source = folder / "source"
    if not source.exists():
        amalgamate = [sys.executable, "-B", str(ROOT / "scripts" / "amalgamate.py"), str(source)]
        subprocess.run(amalgamate, check=True, stdout=subprocess.DEVNULL)
    library = folder / f"every-{every}.so"
    flags = ["-O3", "-shared", "-fPIC", f"-DSLOWER_EVERY={every}", f"-I{source}"]
    sources = [str(HERE / "slower.c"), *map(str, source.glob("*.S"))]
    subprocess.run(["cc", *flags, *sources, "-o", str(library)], check=True)
    return library


def copies(file: Path, folder: Path) -> tuple[Path, Path]:
    """Copy a file twice and return the copies."""
    targets = folder / f"a-{file.name}", folder / f"b-{file.name}"
    for target in targets:
        shutil.copy(file, target)
    return targets


def libcrypto() -> Path:
    """Return the path of the system's libcrypto."""
    ctypes.CDLL("libcrypto.so.3")
    maps = Path("/proc/self/maps").read_text().splitlines()
    return Path(next(line.split(maxsplit=5)[5] for line in maps if "/libcrypto.so" in line))


@contextmanager
def busy(count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run programs that alternate between computing and sleeping, as other jobs on a machine do."""
    turn = "from time import *\nwhile sleep(0.2) is None:\n  t = monotonic()\n  while monotonic() < t + 0.3: pass"
    running = [subprocess.Popen([sys.executable, "-c", turn]) for _ in range(count)]
    try:
        yield running
    finally:
        for program in running:
            program.kill()
            program.wait()


def wirerate(*words: str) -> tuple[dict[str, Any], float]:
    """Run a wirerate command. Return its JSON output and the seconds it took."""
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "wirerate", *words, "-J"], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout), time.monotonic() - began


def compare(subject: str, length: int, a: Path, b: Path, *options: str) -> Comparison:
    answer, took = wirerate("compare", f"{subject}@{a}", f"{subject}@{b}", "-l", str(length), *options)
    if not answer["comparisons"]:
        raise SystemExit("; ".join(problem["message"] for problem in answer["problems"]))
    (row,) = answer["comparisons"]
    ratio = row["ratio"]
    comparison = Comparison(subject, length, row["change"], ratio["median"], ratio["low"], ratio["high"], took)
    print(comparison, flush=True)
    return comparison


def equals(runs: int, folder: Path) -> Answer:
    ours, crypto = copies(build(folder), folder), copies(libcrypto(), folder)
    sides = dict.fromkeys(OURS, ours) | dict.fromkeys(CRYPTO, crypto)
    plan = [(subject, length, swapped) for length, subject, swapped in product(LENGTHS, sides, (False, True))]
    by_subject: dict[str, list[Comparison]] = {subject: [] for subject in sides}
    for subject, length, swapped in islice(cycle(plan), runs):
        a, b = sides[subject][::-1] if swapped else sides[subject]
        by_subject[subject].append(compare(subject, length, a, b))
    answer = Answer(
        ("subject", "comparisons", "medians", "mean half-width", "intervals excluding ×1", "reported changes")
    )
    for subject, results in by_subject.items():
        if results:
            ratios = [result.ratio for result in results]
            half = fmean(math.log(result.high / result.low) / 2 for result in results)
            wrong, changes = count_false(results)
            span = f"×{min(ratios):.3f} to ×{max(ratios):.3f}"
            answer.rows.append((subject, len(results), span, f"{half:.1%}", wrong, changes))
    every = [result for results in by_subject.values() for result in results]
    outside, changed = count_false(every)
    undecided = sum(result.word == "CANNOT TELL" for result in every)
    answer.sentence = (
        f"{len(every)} comparisons of a library with its copy: {outside} intervals exclude ×1, {changed} report a "
        f"change, {undecided} are undecided. A comparison takes {median(result.seconds for result in every):.1f} s."
    )
    answer.kept = outside <= 0.05 * runs and changed <= 0.01 * runs
    return answer


def count_false(results: Sequence[Comparison]) -> tuple[int, int]:
    """Return how many intervals exclude 1, and how many comparisons report a change."""
    return sum(result.excludes_one for result in results), sum(result.word in CHANGES for result in results)


def slower(runs: int, folder: Path, seconds: float) -> Answer:
    plain, slow = build(folder), build(folder, EVERY)
    a, b = copies(plain, folder)
    answer = Answer(("subject", "bytes", "slowdown reported", "reported IMPROVED", "changes between copies", "seconds"))
    options = ("--threshold", "1.5%", "--time", f"{seconds:g}s")
    for subject, length in (("hmac-md5", 576), ("umac-64", 1500)):
        different = [compare(subject, length, plain, slow, *options) for _ in range(runs)]
        same = [compare(subject, length, a, b, *options) for _ in range(runs)]
        right, wrong = (sum(result.word == word for result in different) for word in CHANGES)
        _, false = count_false(same)
        took = f"{median(result.seconds for result in different):.1f}"
        answer.rows.append((subject, length, f"{right} of {runs}", wrong, f"{false} of {runs}", took))
        answer.kept &= right >= 0.9 * runs and wrong == 0 and false <= 0.1 * runs
    answer.sentence = f"The threshold is 1.5 %; a comparison may take {seconds:g} s."
    return answer


def coverage(runs: int, folder: Path) -> Answer:
    del folder
    subjects = ("umac-64@wirerate", "umac-128@wirerate", "hmac-md5@wirerate", "md5@openssl", "aes-128-gmac@openssl")
    intervals: dict[tuple[str, float], list[dict[str, float]]] = {}
    for run in range(runs):
        answer, took = wirerate("speed", *subjects, "-l", ",".join(map(str, LENGTHS)))
        for row in answer["rows"]:
            if row["role"] == "subject" and row["ns"]:
                intervals.setdefault((row["subject"], row["bytes"]), []).append(row["ns"])
        print(f"run {run + 1} of {runs}, {took:.1f} s", flush=True)
    answer = Answer(("subject", "bytes", "medians, ns", "mean half-width", "covers the mean", "covers a later run"))
    hits = [0, 0]
    for (subject, length), results in intervals.items():
        medians = [interval["median"] for interval in results]
        mean = sum(interval["low"] <= fmean(medians) <= interval["high"] for interval in results)
        pairs = [(first, second) for i, first in enumerate(results) for second in results[i + 1 :]]
        later = fmean(first["low"] <= second["median"] <= first["high"] for first, second in pairs)
        half = fmean((interval["high"] - interval["low"]) / 2 / interval["median"] for interval in results)
        span = f"{min(medians):.1f} to {max(medians):.1f}"
        answer.rows.append((subject, f"{length:g}", span, f"{half:.1%}", f"{mean / len(results):.0%}", f"{later:.0%}"))
        hits = [hits[0] + mean, hits[1] + len(results)]
    share = hits[0] / hits[1]
    answer.sentence = f"{hits[0]} of {hits[1]} intervals of `speed` ({share:.0%}) cover the mean of {runs} runs."
    answer.kept = share >= 0.9
    return answer


def conditions(load: int) -> str:
    """Return the machine, its load, the version and the date."""
    answer, _ = wirerate("speed", "md5@openssl", "-l", "64", "-t", "0.1s")
    host = answer["environment"]
    load_words = f"beside {load} busy programs" if load else "otherwise idle"
    version, cpu = f"wirerate {host['wirerate']}", f"{host['cpu']}, {host['cores']} CPUs"
    return (
        f"{cpu}{', ' + host['virtual'] if host['virtual'] else ''}, {load_words}; {version}, {datetime.date.today()}."
    )


def write(name: str, text: str) -> None:
    """Replace the text between the page's markers of that name."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    page = PAGE.read_text()
    if begin not in page:
        raise SystemExit(f"{PAGE} has no marker {begin}")
    PAGE.write_text(re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{text}\n{end}", page, flags=re.DOTALL))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", choices=("equals", "slower", "coverage"))
    parser.add_argument("--runs", type=int, metavar="N", help="default: 200 for equals, 10 for slower, 31 for coverage")
    parser.add_argument(
        "--time", type=float, default=60, metavar="SECONDS", help="time limit of a comparison in `slower`"
    )
    parser.add_argument("--load", type=int, default=0, metavar="N", help="run this many other busy programs meanwhile")
    parser.add_argument("--write", action="store_true", help="insert the table into docs/concepts/measurement.md")
    options = parser.parse_args(words)
    runs = options.runs or {"equals": 200, "slower": 10, "coverage": 31}[options.experiment]
    with tempfile.TemporaryDirectory() as folder, busy(options.load):
        if options.experiment == "equals":
            answer = equals(runs, Path(folder))
        elif options.experiment == "slower":
            answer = slower(runs, Path(folder), options.time)
        else:
            answer = coverage(runs, Path(folder))
        answer.sentence += f" {conditions(options.load)}"
    print(f"\n{answer}\n\nload average now {os.getloadavg()[0]:.1f}; {'passed' if answer.kept else 'FAILED'}")
    if options.write:
        write(options.experiment + (" under load" if options.load else ""), str(answer))
    return int(not answer.kept)


if __name__ == "__main__":
    sys.exit(main())
