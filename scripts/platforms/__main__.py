"""Run the C library's tests on every platform this machine can compile for and emulate: `make platforms`.

    python scripts/platforms                  run everything and write docs/reference/platforms.md
    python scripts/platforms --quick          only the platforms and the optimisation level of `make test`
    python scripts/platforms s390x alpha      only these platforms
    python scripts/platforms --packages       print the Debian packages needed, one a line

Builds that passed and have not changed are not run again. Like scripts/stages.py, this uses the standard library only.
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

# The most common build comes first, then the one that traps on unaligned accesses.
VARIANTS = (
    ("gcc", ("-O2",)),
    ("gcc", STRICT),
    ("clang", ("-O2",)),
    *((compiler, (level,)) for level in LEVELS if level != "-O2" for compiler in ("gcc", "clang")),
)


def print_result(row: build.Result, seconds: float) -> None:
    """Print one line about a result, followed by the output if it failed."""
    verdict = "FAIL" if row.failure else "pass"
    print(f"  {verdict}  {row.target:<9} {row.compiler:<13} {row.flags.split(' -fsanitize-')[0]:<26} "
          f"{row.checks:>9} checks {seconds:6.1f} s", flush=True)  # fmt: skip
    if row.failure:
        print("\n".join(row.failure.splitlines()[-40:]))


def stored_or_new_result(
    target: Target, compiler: str, flags: tuple[str, ...], results: build.Results, sources: str
) -> build.Result:
    """Return the stored result of a build, or run it."""
    mode = "count" if target.count and flags == ("-O2",) and compiler == "gcc" else "quick"
    version = build.version("clang" if compiler == "clang" else target.gcc)
    stored = results.find(target.name, version, " ".join(flags), mode)
    if stored:
        return stored
    start = time.monotonic()
    row = build.examine(target, compiler, flags, mode, sources)
    print_result(row, time.monotonic() - start)
    results.add(row)
    return row


def is_lacking(target: Target, compiler: str) -> bool:
    """Print which programs a target needs and this machine lacks. Return whether there are any."""
    absent = build.missing(target, compiler)
    if absent:
        print(f"skipped: {target.name} with {compiler}: no {', '.join(absent)} "
              f"(Debian: {' '.join(target.packages)} qemu-user clang)")  # fmt: skip
    return bool(absent)


def matrix(targets: list[Target], quick: bool, results: build.Results, sources: str) -> list[build.Result]:
    """Run every build of these platforms. Platforms that fault on unaligned accesses need no trapping build."""
    usable = {
        (target.name, compiler)
        for target in targets
        for compiler in (("gcc", "clang") if target.clang and not quick else ("gcc",))
        if not is_lacking(target, compiler)
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
            results_of_variant = list(
                pool.map(stored_or_new_result, wanted, *map(repeat, (compiler, flags, results, sources)))
            )
            strict |= {row.target for row in results_of_variant if row.strict == "4 8"}
            rows += results_of_variant
    return rows


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/platforms", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="PLATFORM", help=" ".join(target.name for target in TARGETS))
    parser.add_argument("--quick", action="store_true", help="only what make test runs")
    parser.add_argument("--packages", action="store_true", help="print the Debian packages needed and stop")
    parser.add_argument("--page", action="store_true", help="write the page from stored results and stop")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - {target.name for target in TARGETS}:
        parser.error(f"unknown platform {', '.join(sorted(unknown))}; choose from: {' '.join(t.name for t in TARGETS)}")
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
