"""`wirerate sum` against GNU md5sum, files in the page cache: python bench/files/compare.py FOLDER [--write]

Makes the sets of files in FOLDER (6.5 GiB; a file system on a disk, as only its page cache is wanted), then runs both
programs over each in shuffled, interleaved rounds whose output must be the same, and prints paired ratios with their
exact intervals. `--write` puts them into the guide. Wants an idle machine with memory for the sets.
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
    """Seconds from start to end, seconds of CPU, and what the output was."""
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*program, "--", *files], cwd=place, stdout=subprocess.PIPE, check=True)
    took, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, worked, hashlib.sha256(done.stdout).hexdigest()


def start_up(place: Path, rounds: int, clock: int) -> float:
    return statistics.median(float(timed(OURS, place, ["/dev/null"])[clock]) for _ in range(rounds))


def measure(place: Path, rounds: int, clock: int) -> dict[str, list[float]]:
    """Seconds of every subject in every round; a first one that fills the page cache does not count."""
    files = names(place)
    seconds: dict[str, list[float]] = {subject: [] for subject in SUBJECTS}
    expected = timed(SUBJECTS["md5sum"], place, files)[2]
    chance = random.Random(1810)
    for _ in range(rounds):
        for subject in chance.sample(sorted(SUBJECTS), len(SUBJECTS)):
            *clocks, said = timed(SUBJECTS[subject], place, files)
            if said != expected:
                raise SystemExit(f"{subject} printed something else than md5sum")
            seconds[subject].append(float(clocks[clock]))
    return seconds


def ratios(seconds: dict[str, list[float]], start: float) -> dict[str, Interval]:
    """How many times faster than md5sum: the whole command, and without its start, on one thread and on two."""
    return {
        "whole": paired_ratio(seconds["md5sum"], seconds["one"]),
        "engine": paired_ratio(seconds["md5sum"], [took - start for took in seconds["one"]]),
        "two": paired_ratio(seconds["md5sum"], [took - start for took in seconds["two"]]),
    }


WORDS = {"whole": "whole command", "engine": "less start-up", "two": "two threads"}


def tell(wanted: FileSet, found: dict[str, Interval], seconds: dict[str, list[float]]) -> None:
    times = ", ".join(f"{subject} {statistics.median(took):.3f} s" for subject, took in seconds.items())
    print(f"{wanted.words}: {times}")
    for name, ratio in found.items():
        goal = wanted.goals.get(name)
        asked = f"   asked for: {goal:g}, {'reached' if ratio.median >= goal else 'NOT REACHED'}" if goal else ""
        print(f"  {WORDS[name]:<22} {numbers.times(ratio.median)} ({numbers.bounds(ratio)}){asked}", flush=True)


def block(rows: list[Row], rounds: int, start: float) -> str:
    """What the guide says: the picture, and its figures as a table."""
    lines = [
        "![Times as fast as md5sum](../images/sum.svg)",
        "",
        "| files | | times as fast as md5sum |",
        "|---|---|---|",
    ]
    lines += [
        f"| {files} | {what} | {numbers.times(each.median)} ({numbers.bounds(each)}) |" for files, what, each in rows
    ]
    lines += ["", f"Paired ratios of {rounds} rounds, 95 %; the start-up subtracted is {start * 1000:.0f} ms.", ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--only", choices=[each.name for each in SETS], help="one set, for a quick look")
    parser.add_argument("--write", action="store_true", help="put chart and table into the guide")
    parser.add_argument("--cpu", action="store_true", help="CPU seconds, where other programs run too")
    given = parser.parse_args()
    clock = int(given.cpu)
    wanted = [each for each in SETS if given.only in (None, each.name)]
    places = [make(given.folder, each) for each in wanted]
    start = start_up(places[0], max(given.rounds, 5), clock)
    print(f"start-up, median of `wirerate sum /dev/null`: {start * 1000:.0f} ms; load {os.getloadavg()[0]:.1f}")
    rows: list[Row] = []
    for each, place in zip(wanted, places, strict=True):
        seconds = measure(place, given.rounds, clock)
        found = ratios(seconds, start)
        tell(each, found, seconds)
        rows += [(each.words, WORDS[name], ratio) for name, ratio in found.items()]
    if given.write and not given.cpu:
        GUIDE.write_text(BLOCK.sub(lambda _: block(rows, given.rounds, start), GUIDE.read_text()))
        host = environment()
        caption = (
            f"{host.cpu}, {host.kernel}; files in the page cache, {given.rounds} interleaved rounds, 95 % intervals."
        )
        IMAGE.write_text(standalone_svg(chart(rows), caption))


if __name__ == "__main__":
    main()
