"""How often `wirerate` is wrong, and how often it finds: python bench/compare/honesty.py equals|slower|coverage

equals     compares a library with its own copy, subject by subject, length by length and in both orders. At most one
           interval in twenty may exclude x1, and at most one comparison in a hundred may find a change.
slower     compares libwirerate with a build that computes every 33rd message twice, at a threshold of 1.5 %. Nine in
           ten must be found, and copies must stay quiet.
coverage   runs `speed` again and again within the hour. At least 90 % of its 95 % intervals must contain what the
           later runs say: the mean of all, and each single one is told as well.

Each prints a line for every run, and a table. --load keeps so many other programs busy meanwhile. --write puts the
table into docs/concepts/measurement.md. Exit 1 where a promise is broken. Needs cc; copies libcrypto.so.3.
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
OWN = ("umac-64", "umac-128", "hmac-md5", "md5")
CRYPTO = ("aes-128-gmac", "aes-128-gcm")
LENGTHS = (64, 576, 1500)
EVERY = 33  # messages, of which the slower build computes one twice
CHANGES = ("REGRESSED", "IMPROVED")


@dataclass
class Told:
    """What one comparison said."""

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
    """A table, what it says in a sentence, and whether the promise was kept."""

    heading: Sequence[str]
    rows: list[Sequence[object]] = field(default_factory=list)
    sentence: str = ""
    kept: bool = True

    def __str__(self) -> str:
        lines = [self.heading, ["---"] * len(self.heading), *self.rows]
        return "\n".join(["| " + " | ".join(map(str, line)) + " |" for line in lines] + ["", self.sentence])


def build(folder: Path, every: int = 0) -> Path:
    """A libwirerate that is `every`th message slower."""
    source = folder / "source"
    if not source.exists():
        amalgamate = [sys.executable, "-B", str(ROOT / "scripts" / "amalgamate.py"), str(source)]
        subprocess.run(amalgamate, check=True, stdout=subprocess.DEVNULL)
    made = folder / f"every-{every}.so"
    flags = ["-O3", "-shared", "-fPIC", f"-DSLOWER_EVERY={every}", f"-I{source}"]
    sources = [str(HERE / "slower.c"), *map(str, source.glob("*.S"))]
    subprocess.run(["cc", *flags, *sources, "-o", str(made)], check=True)
    return made


def copies(file: Path, folder: Path) -> tuple[Path, Path]:
    """Two files of the same bytes."""
    made = folder / f"a-{file.name}", folder / f"b-{file.name}"
    for each in made:
        shutil.copy(file, each)
    return made


def libcrypto() -> Path:
    """The system's, where it is loaded from."""
    ctypes.CDLL("libcrypto.so.3")
    maps = Path("/proc/self/maps").read_text().splitlines()
    return Path(next(line.split(maxsplit=5)[5] for line in maps if "/libcrypto.so" in line))


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


def wirerate(*words: str) -> tuple[dict[str, Any], float]:
    """The answer of a command, and the seconds that it took."""
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "wirerate", *words, "-J"], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout), time.monotonic() - began


def compare(subject: str, length: int, a: Path, b: Path, *options: str) -> Told:
    answer, took = wirerate("compare", f"{subject}@{a}", f"{subject}@{b}", "-l", str(length), *options)
    if not answer["comparisons"]:
        raise SystemExit("; ".join(problem["message"] for problem in answer["problems"]))
    (found,) = answer["comparisons"]
    ratio = found["ratio"]
    told = Told(subject, length, found["change"], ratio["median"], ratio["low"], ratio["high"], took)
    print(told, flush=True)
    return told


def equals(runs: int, folder: Path) -> Answer:
    own, crypto = copies(build(folder), folder), copies(libcrypto(), folder)
    sides = dict.fromkeys(OWN, own) | dict.fromkeys(CRYPTO, crypto)
    plan = [(subject, length, swapped) for length, subject, swapped in product(LENGTHS, sides, (False, True))]
    found: dict[str, list[Told]] = {subject: [] for subject in sides}
    for subject, length, swapped in islice(cycle(plan), runs):
        a, b = sides[subject][::-1] if swapped else sides[subject]
        found[subject].append(compare(subject, length, a, b))
    answer = Answer(("subject", "comparisons", "medians", "mean half-width", "intervals without ×1", "called changed"))
    for subject, told in found.items():
        if told:
            ratios = [each.ratio for each in told]
            half = fmean(math.log(each.high / each.low) / 2 for each in told)
            wrong, words = sum(each.excludes_one for each in told), sum(each.word in CHANGES for each in told)
            span = f"×{min(ratios):.3f} to ×{max(ratios):.3f}"
            answer.rows.append((subject, len(told), span, f"{half:.1%}", wrong, words))
    every = [each for told in found.values() for each in told]
    outside, called = sum(each.excludes_one for each in every), sum(each.word in CHANGES for each in every)
    unsure = sum(each.word == "CANNOT TELL" for each in every)
    answer.sentence = (
        f"Of {len(every)} comparisons of a library with its copy {outside} intervals exclude ×1 and {called} find a "
        f"change; {unsure} cannot tell. One takes {median(each.seconds for each in every):.1f} s."
    )
    answer.kept = outside <= 0.05 * runs and called <= 0.01 * runs
    return answer


def slower(runs: int, folder: Path, seconds: float) -> Answer:
    plain, slow = build(folder), build(folder, EVERY)
    a, b = copies(plain, folder)
    answer = Answer(("subject", "bytes", "found slower by 3 %", "called IMPROVED", "copies called changed", "seconds"))
    options = ("--threshold", "1.5%", "--time", f"{seconds:g}s")
    for subject, length in (("hmac-md5", 576), ("umac-64", 1500)):
        told = [compare(subject, length, plain, slow, *options) for _ in range(runs)]
        same = [compare(subject, length, a, b, *options) for _ in range(runs)]
        found, wrong = (sum(each.word == word for each in told) for word in CHANGES)
        false = sum(each.word in CHANGES for each in same)
        took = f"{median(each.seconds for each in told):.1f}"
        answer.rows.append((subject, length, f"{found} of {runs}", wrong, f"{false} of {runs}", took))
        answer.kept &= found >= 0.9 * runs and wrong == 0 and false <= 0.1 * runs
    answer.sentence = f"At a threshold of 1.5 %, within {seconds:g} s."
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
    for (subject, length), told in intervals.items():
        truth = fmean(each["median"] for each in told)
        mean = sum(each["low"] <= truth <= each["high"] for each in told)
        pairs = [(told[i], told[j]) for i in range(len(told)) for j in range(i + 1, len(told))]
        later = fmean(first["low"] <= second["median"] <= first["high"] for first, second in pairs)
        half = fmean((each["high"] - each["low"]) / 2 / each["median"] for each in told)
        span = f"{min(each['median'] for each in told):.1f} to {max(each['median'] for each in told):.1f}"
        answer.rows.append((subject, f"{length:g}", span, f"{half:.1%}", f"{mean / len(told):.0%}", f"{later:.0%}"))
        hits = [hits[0] + mean, hits[1] + len(told)]
    share = hits[0] / hits[1]
    answer.sentence = f"{hits[0]} of {hits[1]} intervals of `speed` ({share:.0%}) cover the mean of {runs} runs."
    answer.kept = share >= 0.9
    return answer


def conditions(load: int) -> str:
    """When and on what."""
    answer, _ = wirerate("speed", "md5@openssl", "-l", "64", "-t", "0.1s")
    host = answer["environment"]
    beside = f"beside {load} programs that want a CPU" if load else "quiet"
    version, cpu = f"wirerate {host['wirerate']}", f"{host['cpu']}, {host['cores']} CPUs"
    return f"{cpu}{', ' + host['virtual'] if host['virtual'] else ''}, {beside}; {version}, {datetime.date.today()}."


def write(name: str, text: str) -> None:
    """Between the page's marks of that name."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    page = PAGE.read_text()
    if begin not in page:
        raise SystemExit(f"{PAGE} has no mark {begin}")
    PAGE.write_text(re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{text}\n{end}", page, flags=re.DOTALL))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("equals", "slower", "coverage"))
    parser.add_argument("--runs", type=int, metavar="N", help="default: 200 of equals, 10 of slower, 31 of coverage")
    parser.add_argument("--time", type=float, default=60, metavar="SECONDS", help="for each that is to be found slower")
    parser.add_argument("--load", type=int, default=0, metavar="N", help="other programs that want a CPU meanwhile")
    parser.add_argument("--write", action="store_true", help="put the table into docs/concepts/measurement.md")
    asked = parser.parse_args(words)
    runs = asked.runs or {"equals": 200, "slower": 10, "coverage": 31}[asked.what]
    with tempfile.TemporaryDirectory() as folder, busy(asked.load):
        if asked.what == "equals":
            answer = equals(runs, Path(folder))
        elif asked.what == "slower":
            answer = slower(runs, Path(folder), asked.time)
        else:
            answer = coverage(runs, Path(folder))
        answer.sentence += f" {conditions(asked.load)}"
    print(f"\n{answer}\n\nload average now {os.getloadavg()[0]:.1f}; {'kept' if answer.kept else 'NOT KEPT'}")
    if asked.write:
        write(asked.what + (" under load" if asked.load else ""), str(answer))
    return int(not answer.kept)


if __name__ == "__main__":
    sys.exit(main())
