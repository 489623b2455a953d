"""`make platforms`: the C library's tests on every platform that this machine can compile for and emulate.

    python scripts/platforms                  everything; then docs/reference/platforms.md
    python scripts/platforms --quick          the platforms and the one level of `make test`; no page
    python scripts/platforms s390x alpha      these only; no page
    python scripts/platforms --packages       the Debian packages that everything takes, one a line

What passed and has not changed since is not run again. Standard library only, like scripts/stages.py.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import build
import cortex
import page
import processors
from targets import LEVELS, STRICT, TARGETS, Target

# What most people build first, then the build that traps on unaligned accesses, then the others.
VARIANTS = (
    ("gcc", ("-O2",)),
    ("gcc", STRICT),
    ("clang", ("-O2",)),
    *((compiler, (level,)) for level in LEVELS if level != "-O2" for compiler in ("gcc", "clang")),
)


def told(row: build.Result, seconds: float) -> None:
    """One line of progress; a failure's output follows it."""
    verdict = "FAIL" if row.failure else "pass"
    print(f"  {verdict}  {row.target:<9} {row.compiler:<13} {row.flags.split(' -fsanitize-')[0]:<26} "
          f"{row.checks:>9} checks {seconds:6.1f} s", flush=True)  # fmt: skip
    if row.failure:
        print("\n".join(row.failure.splitlines()[-40:]))


def one(target: Target, compiler: str, flags: tuple[str, ...], results: build.Results, sources: str) -> build.Result:
    """A result from the last time, or a new one."""
    mode = "count" if target.count and flags == ("-O2",) and compiler == "gcc" else "quick"
    named = build.version("clang" if compiler == "clang" else target.gcc)
    found = results.find(target.name, named, " ".join(flags), mode)
    if found:
        return found
    start = time.monotonic()
    row = build.examine(target, compiler, flags, mode, sources)
    told(row, time.monotonic() - start)
    results.add(row)
    return row


def lacking(target: Target, compiler: str) -> bool:
    """Whether a program is missing for this; said once for each."""
    absent = build.missing(target, compiler)
    if absent:
        print(f"skipped: {target.name} with {compiler}: no {', '.join(absent)} "
              f"(Debian: {' '.join(target.packages)} qemu-user clang)")  # fmt: skip
    return bool(absent)


def matrix(targets: list[Target], quick: bool, results: build.Results, sources: str) -> list[build.Result]:
    """Every build of these platforms; of those that fault by themselves when unaligned, none that traps."""
    usable = {
        (target.name, compiler)
        for target in targets
        for compiler in (("gcc", "clang") if target.clang and not quick else ("gcc",))
        if not lacking(target, compiler)
    }
    rows: list[build.Result] = []
    strict: set[str] = set()
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # one emulator takes one processor
        for compiler, flags in VARIANTS[:1] if quick else VARIANTS:
            wanted = [
                target
                for target in targets
                if (target.name, compiler) in usable and not (flags == STRICT and target.name in strict)
            ]
            made = list(pool.map(one, wanted, *map(repeat, (compiler, flags, results, sources))))
            strict |= {row.target for row in made if row.strict == "4 8"}
            rows += made
    return rows


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/platforms", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="PLATFORM", help=" ".join(target.name for target in TARGETS))
    parser.add_argument("--quick", action="store_true", help="what make test runs")
    parser.add_argument("--packages", action="store_true", help="print the Debian packages needed and stop")
    parser.add_argument("--page", action="store_true", help="write the page from what is there already and stop")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - {target.name for target in TARGETS}:
        parser.error(f"no platform {', '.join(sorted(unknown))}; there are: {' '.join(t.name for t in TARGETS)}")
    return chosen


def packages() -> list[str]:
    return list(dict.fromkeys(["qemu-user", "clang", *(name for target in TARGETS for name in target.packages)]))


def main() -> int:
    chosen = arguments()
    if chosen.packages:
        print("\n".join(packages()))
        return 0
    sources = build.sources_digest()
    results = build.Results(build.WORK / "results.jsonl", sources)
    targets = [t for t in TARGETS if t.name in chosen.names or not (chosen.names or (chosen.quick and not t.smoke))]
    rows = [] if chosen.page else matrix(targets, chosen.quick, results, sources)
    failed = [row for row in rows if row.failure]
    if not chosen.names and not chosen.quick and not failed:
        levels = processors.examine(results, sources)
        cores = cortex.examine(results, sources)
        failed += [row for row in [*levels, *cores] if row.failure]
        page.write(results.rows)
    print(f"platforms: {len(rows) - len(failed)} builds passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
