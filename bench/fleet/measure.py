"""Compare the engine's two threads with two processes and with a Dask cluster: python bench/fleet/measure.py FOLDER

The cluster has two workers and TLS. All hash 20,000 names of 4,000 files of 0.5 to 1.5 MiB (4 GiB; files have five
names, so that the page cache can hold them) in interleaved rounds, and must get the same digests. The cluster's
start-up time is excluded. Prints paired ratios with exact intervals, and the main process's CPU time per object.
`--etag` compares the ETag of a 4 GiB file with hashlib instead. Use an idle machine.
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
    """Create the files if they are missing, and return their names in shuffled order."""
    generator = random.Random(1810)
    names = []
    for number in range(FILES):
        first = folder / f"{number:04d}-0"
        size = generator.randint(MIB // 2, 3 * MIB // 2)
        if not first.exists() or first.stat().st_size != size:
            first.write_bytes(generator.randbytes(size))
        for copy in range(NAMES):
            name = folder / f"{number:04d}-{copy}"
            if not name.exists():
                name.hardlink_to(first)
            names.append(name)
    generator.shuffle(names)
    return names


def clocked(work: Callable[[], list[str]]) -> tuple[float, float, list[str]]:
    """Call a function. Return its wall time and this process's CPU time in seconds, and its digests."""
    wall, cpu = time.perf_counter(), time.process_time()
    digests = work()
    return time.perf_counter() - wall, time.process_time() - cpu, digests


def cluster(folder: Path, rounds: int) -> None:
    names = make(folder)
    objects = [Object(name.as_uri(), name.stat().st_size) for name in names]
    total = sum(item.size or 0 for item in objects)
    security = Security.temporary()
    with LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None, security=security
    ) as dask, Client(dask) as client:  # fmt: skip
        need_workers(client)

        def engine() -> list[str]:
            return sorted(outcome.digest.hex() for outcome in hash_files(names, threads=2))

        def digests(batches_of_results: Iterable[list[Result]]) -> list[str]:
            return sorted(result.digest for results in batches_of_results for result in results)

        subjects = {
            "engine": engine,
            "processes": lambda: digests(jobs.results_of_processes(batches(objects), 2)),
            "cluster": lambda: digests(jobs.results_of_cluster(client, batches(objects))),
        }
        expected = engine()
        subjects["cluster"]()  # warm-up: workers import modules, the page cache fills
        walls: dict[str, list[float]] = {name: [] for name in subjects}
        cpus: dict[str, list[float]] = {name: [] for name in subjects}
        generator = random.Random(1810)
        for _ in range(rounds):
            for subject in generator.sample(sorted(subjects), len(subjects)):
                wall, cpu, hashed = clocked(subjects[subject])
                if hashed != expected:
                    raise SystemExit(f"{subject}: the digests differ from the engine's")
                walls[subject].append(wall)
                cpus[subject].append(cpu / len(objects) * 1e6)
    for subject, took in walls.items():
        median = statistics.median(took)
        print(f"{subject:<9} {median:6.2f} s, {total / median / 1e9:5.2f} GB/s, {len(objects) / median:,.0f} objects/s")
    for subject in ("processes", "cluster"):
        ratio = paired_ratio(walls["engine"], walls[subject])
        print(f"{subject} / engine: {ratio.median:.1%} ({ratio.low:.1%} to {ratio.high:.1%}); goal: 85 %")
        overhead = statistics.median(cpus[subject])
        print(f"{subject}: {overhead:.0f} us of the main process's CPU per object; goal: at most 60")


def sequential_etag(path: Path) -> str:
    digests = []
    with path.open("rb") as file:
        while part := file.read(PART):
            digests.append(hashlib.md5(part, usedforsecurity=False).digest())
    return f"{hashlib.md5(b''.join(digests), usedforsecurity=False).hexdigest()}-{len(digests)}"


def etag(folder: Path, rounds: int) -> None:
    path = folder / "large"
    if not path.exists() or path.stat().st_size != 4 << 30:
        generator = random.Random(1810)
        with path.open("wb") as file:
            for _ in range(64):
                file.write(generator.randbytes(64 * MIB))
    subjects: dict[str, Callable[[], str]] = {
        "hashlib": lambda: sequential_etag(path),
        "lanes": lambda: str(next(iter(etags([os.fsencode(path)], PART))).etag),
    }
    walls: dict[str, list[float]] = {name: [] for name in subjects}
    cpus: dict[str, list[float]] = {name: [] for name in subjects}
    answers = {work() for work in subjects.values()}
    generator = random.Random(1810)
    for _ in range(rounds):
        for name in generator.sample(sorted(subjects), 2):
            wall, cpu, hashed = clocked(lambda name=name: [subjects[name]()])  # type: ignore[misc]
            answers |= set(hashed)
            walls[name].append(wall)
            cpus[name].append(cpu)
    if len(answers) != 1:
        raise SystemExit(f"the ETags differ: {answers}")
    for clock, seconds in (("wall time", walls), ("CPU time", cpus)):
        ratio = paired_ratio(seconds["hashlib"], seconds["lanes"])
        medians = ", ".join(f"{name} {statistics.median(took):.2f} s" for name, took in seconds.items())
        print(f"4 GiB in parts of 8 MiB, {clock}: {medians}; {numbers.times(ratio.median)} ({numbers.bounds(ratio)})")
    print("goal: at least 7 in wall time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--etag", action="store_true")
    parser.add_argument("--task", type=int, metavar="MIB", default=jobs.TASK_BYTES // MIB, help="size of a task")
    options = parser.parse_args()
    jobs.TASK_BYTES = options.task * MIB
    options.folder.mkdir(parents=True, exist_ok=True)
    print(f"load {os.getloadavg()[0]:.1f}")
    (etag if options.etag else cluster)(options.folder, options.rounds)


if __name__ == "__main__":
    main()
