"""Compare `wirerate sum` with GNU md5sum on files in the page cache: python bench/files/compare.py FOLDER [--write]

Create sets of files in FOLDER (6.5 GiB, on a disk), hash each with both programs in shuffled, interleaved rounds, check
that the output is the same, and print paired ratios with exact intervals. `--write` inserts them into the guide. Use an
idle machine with enough memory for the sets.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from drawing import Row, chart
from sets import SETS, FileSet, make, names

from wirerate.host.machine import environment
from wirerate.records import Interval
from wirerate.report import numbers
from wirerate.report.charts import standalone_svg
from wirerate.statistics import paired_ratio

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guides" / "sum.md"
BLOCK = re.compile(r"(?<=<!-- bench/files -->\n).*?(?=<!-- end -->)", re.DOTALL)
IMAGE = ROOT / "docs" / "images" / "sum.svg"
OURS = [str(Path(sys.executable).with_name("wirerate")), "sum"]
SUBJECTS = {"md5sum": ["md5sum"], "one": OURS, "two": [*OURS, "-j2"]}


def timed(program: list[str], place: Path, files: list[str]) -> tuple[float, float, str]:
    """Run a program. Return its wall time and CPU time in seconds, and a digest of its output."""
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*program, "--", *files], cwd=place, stdout=subprocess.PIPE, check=True)
    took, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, worked, hashlib.sha256(done.stdout).hexdigest()


def start_up(place: Path, rounds: int, clock: int) -> float:
    return statistics.median(float(timed(OURS, place, ["/dev/null"])[clock]) for _ in range(rounds))


def measure(place: Path, rounds: int, clock: int) -> dict[str, list[float]]:
    """Return the seconds of every subject in every round, after an uncounted run that fills the page cache."""
    files = names(place)
    seconds: dict[str, list[float]] = {subject: [] for subject in SUBJECTS}
    expected = timed(SUBJECTS["md5sum"], place, files)[2]
    generator = random.Random(1810)
    for _ in range(rounds):
        for subject in generator.sample(sorted(SUBJECTS), len(SUBJECTS)):
            *clocks, digest = timed(SUBJECTS[subject], place, files)
            if digest != expected:
                raise SystemExit(f"{subject}: the output differs from md5sum's")
            seconds[subject].append(float(clocks[clock]))
    return seconds


def ratios(seconds: dict[str, list[float]], start: float) -> dict[str, Interval]:
    """Return md5sum's time over ours: for the whole command, and without start-up on one and on two threads."""
    return {
        "whole": paired_ratio(seconds["md5sum"], seconds["one"]),
        "engine": paired_ratio(seconds["md5sum"], [took - start for took in seconds["one"]]),
        "two": paired_ratio(seconds["md5sum"], [took - start for took in seconds["two"]]),
    }


WORDS = {"whole": "whole command", "engine": "without start-up", "two": "two threads"}


def print_ratios(files: FileSet, ratios: dict[str, Interval], seconds: dict[str, list[float]]) -> None:
    times = ", ".join(f"{subject} {statistics.median(took):.3f} s" for subject, took in seconds.items())
    print(f"{files.words}: {times}")
    for name, ratio in ratios.items():
        goal = files.goals.get(name)
        outcome = f"   goal: {goal:g}, {'reached' if ratio.median >= goal else 'NOT REACHED'}" if goal else ""
        print(f"  {WORDS[name]:<22} {numbers.times(ratio.median)} ({numbers.bounds(ratio)}){outcome}", flush=True)


def block(rows: list[Row], rounds: int, start: float) -> str:
    """Return the guide's chart and table as Markdown."""
    lines = [
        "![Times as fast as md5sum](../images/sum.svg)",
        "",
        "| files | | times as fast as md5sum |",
        "|---|---|---|",
    ]
    lines += [
        f"| {files} | {part} | {numbers.times(ratio.median)} ({numbers.bounds(ratio)}) |" for files, part, ratio in rows
    ]
    lines += [
        "",
        f"Paired ratios of {rounds} rounds with 95 % intervals; the subtracted start-up time is {start * 1000:.0f} ms.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--only", choices=[files.name for files in SETS], help="measure only this set")
    parser.add_argument("--write", action="store_true", help="insert chart and table into the guide")
    parser.add_argument("--cpu", action="store_true", help="compare CPU time, for a machine that is not idle")
    options = parser.parse_args()
    clock = int(options.cpu)
    chosen = [files for files in SETS if options.only in (None, files.name)]
    places = [make(options.folder, files) for files in chosen]
    start = start_up(places[0], max(options.rounds, 5), clock)
    print(f"start-up, median of `wirerate sum /dev/null`: {start * 1000:.0f} ms; load {os.getloadavg()[0]:.1f}")
    rows: list[Row] = []
    for files, place in zip(chosen, places, strict=True):
        seconds = measure(place, options.rounds, clock)
        measured = ratios(seconds, start)
        print_ratios(files, measured, seconds)
        rows += [(files.words, WORDS[name], ratio) for name, ratio in measured.items()]
    if options.write and not options.cpu:
        GUIDE.write_text(BLOCK.sub(lambda _: block(rows, options.rounds, start), GUIDE.read_text()))
        host = environment()
        caption = (
            f"{host.cpu}, {host.kernel}; files in the page cache, {options.rounds} interleaved rounds, 95 % intervals."
        )
        IMAGE.write_text(standalone_svg(chart(rows), caption))


if __name__ == "__main__":
    main()
