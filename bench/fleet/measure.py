"""Two processes of our own, and a Dask cluster of two with TLS, against the engine's two threads: python
bench/fleet/measure.py FOLDER

20,000 names of 4,000 files of 0.5 to 1.5 MiB (4 GiB; each file has five names, so that all of them fit into the page
cache), hashed by all in interleaved rounds whose digests must be the same. The cluster's start-up is left out. Prints
the paired ratios with their exact intervals, and the CPU time of the process that lists and asks, per object.
`--etag` measures a 4 GiB file's ETag against hashlib, part after part, instead. Wants an idle machine.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from distributed import Client, LocalCluster, Security

from wirerate.remote.cluster import need_workers
from wirerate.report import numbers
from wirerate.statistics import paired_ratio
from wirerate.wings.sum import jobs
from wirerate.wings.sum.engine import hash_files
from wirerate.wings.sum.etag_files import etags
from wirerate.wings.sum.jobs import batches
from wirerate.wings.sum.stores import Object, Result

FILES, NAMES, MIB = 4_000, 5, 1 << 20
PART = 8 * MIB


def make(folder: Path) -> list[Path]:
    """The names, in shuffled order; made once."""
    chance = random.Random(1810)
    names = []
    for number in range(FILES):
        first = folder / f"{number:04d}-0"
        size = chance.randint(MIB // 2, 3 * MIB // 2)
        if not first.exists() or first.stat().st_size != size:
            first.write_bytes(chance.randbytes(size))
        for again in range(NAMES):
            name = folder / f"{number:04d}-{again}"
            if not name.exists():
                name.hardlink_to(first)
            names.append(name)
    chance.shuffle(names)
    return names


def clocked(work: Callable[[], list[str]]) -> tuple[float, float, list[str]]:
    """Seconds by the clock, seconds of this process's CPU, and the digests."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = work()
    return time.perf_counter() - wall, time.process_time() - cpu, found


def cluster(folder: Path, rounds: int) -> None:
    names = make(folder)
    objects = [Object(name.as_uri(), name.stat().st_size) for name in names]
    total = sum(each.size or 0 for each in objects)
    security = Security.temporary()
    with LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None, security=security
    ) as made, Client(made) as client:  # fmt: skip
        need_workers(client)

        def engine() -> list[str]:
            return sorted(outcome.digest.hex() for outcome in hash_files(names, threads=2))

        def of(found: Iterable[list[Result]]) -> list[str]:
            return sorted(result.digest for some in found for result in some)

        subjects = {
            "engine": engine,
            "processes": lambda: of(jobs.results_of_processes(batches(objects), 2)),
            "cluster": lambda: of(jobs.results_of_cluster(client, batches(objects))),
        }
        expected = engine()
        subjects["cluster"]()  # workers import what they need, the page cache fills
        walls: dict[str, list[float]] = {name: [] for name in subjects}
        cpus: dict[str, list[float]] = {name: [] for name in subjects}
        chance = random.Random(1810)
        for _ in range(rounds):
            for subject in chance.sample(sorted(subjects), len(subjects)):
                wall, cpu, found = clocked(subjects[subject])
                if found != expected:
                    raise SystemExit(f"the {subject} found other digests")
                walls[subject].append(wall)
                cpus[subject].append(cpu / len(objects) * 1e6)
    for subject, took in walls.items():
        median = statistics.median(took)
        print(f"{subject:<9} {median:6.2f} s, {total / median / 1e9:5.2f} GB/s, {len(objects) / median:,.0f} objects/s")
    for subject in ("processes", "cluster"):
        ratio = paired_ratio(walls["engine"], walls[subject])
        print(f"{subject} / engine: {ratio.median:.1%} ({ratio.low:.1%} to {ratio.high:.1%}); asked for: 85 %")
        asking = statistics.median(cpus[subject])
        print(f"listing and asking the {subject}: {asking:.0f} us of CPU an object; asked for: at most 60")


def one_after_the_other(path: Path) -> str:
    digests = []
    with path.open("rb") as file:
        while part := file.read(PART):
            digests.append(hashlib.md5(part, usedforsecurity=False).digest())
    return f"{hashlib.md5(b''.join(digests), usedforsecurity=False).hexdigest()}-{len(digests)}"


def etag(folder: Path, rounds: int) -> None:
    path = folder / "large"
    if not path.exists() or path.stat().st_size != 4 << 30:
        chance = random.Random(1810)
        with path.open("wb") as file:
            for _ in range(64):
                file.write(chance.randbytes(64 * MIB))
    subjects: dict[str, Callable[[], str]] = {
        "hashlib": lambda: one_after_the_other(path),
        "lanes": lambda: str(next(iter(etags([os.fsencode(path)], PART))).etag),
    }
    walls: dict[str, list[float]] = {name: [] for name in subjects}
    cpus: dict[str, list[float]] = {name: [] for name in subjects}
    answers = {work() for work in subjects.values()}
    chance = random.Random(1810)
    for _ in range(rounds):
        for name in chance.sample(sorted(subjects), 2):
            wall, cpu, found = clocked(lambda name=name: [subjects[name]()])  # type: ignore[misc]
            answers |= set(found)
            walls[name].append(wall)
            cpus[name].append(cpu)
    if len(answers) != 1:
        raise SystemExit(f"they differ: {answers}")
    for clock, seconds in (("clock", walls), ("CPU", cpus)):
        ratio = paired_ratio(seconds["hashlib"], seconds["lanes"])
        medians = ", ".join(f"{name} {statistics.median(took):.2f} s" for name, took in seconds.items())
        print(f"4 GiB in parts of 8 MiB, {clock}: {medians}; {numbers.times(ratio.median)} ({numbers.bounds(ratio)})")
    print("asked for: at least 7 by the clock")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--etag", action="store_true")
    parser.add_argument("--task", type=int, metavar="MIB", default=jobs.TASK_BYTES // MIB, help="bytes of a task")
    given = parser.parse_args()
    jobs.TASK_BYTES = given.task * MIB
    given.folder.mkdir(parents=True, exist_ok=True)
    print(f"load {os.getloadavg()[0]:.1f}")
    (etag if given.etag else cluster)(given.folder, given.rounds)


if __name__ == "__main__":
    main()
