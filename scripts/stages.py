"""Runs the stages of `make test` (or only those named), keeps each one's output under build/logs, and sums up.

Standard library only: it must be able to say what is missing before anything is installed.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "logs"
WHEEL = ROOT / "build" / "wheel"  # compiled once for all stages that build it
BIN = Path(sys.executable).parent
JOBS = str(os.cpu_count() or 1)
TAIL = 40  # lines of a failed stage's log that are shown

RELEASE = ("-DCMAKE_BUILD_TYPE=Release",)


@dataclass
class Stage:
    """Commands run in order until one fails; skipped when a program or module it needs is absent."""

    name: str
    commands: list[list[str]]
    programs: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)

    def missing(self) -> str:
        """What keeps the stage from running, as words for the summary; empty when nothing does."""
        invalidate_caches()  # an earlier stage may have installed it
        absent = [name for name in self.programs if not shutil.which(name)]
        absent += [name for name in self.modules if not find_spec(name)]
        return ", ".join(absent)


def configured(folder: str, *options: str, targets: tuple[str, ...] = ("all",)) -> list[list[str]]:
    """Configure one C build folder and build what is tested there."""
    configure = ["cmake", "-S", ".", "-B", f"build/{folder}", "-G", "Ninja", *options]
    return [configure, ["cmake", "--build", f"build/{folder}", "-j", JOBS, "--target", *targets]]


def ctest(folder: str, *options: str) -> list[str]:
    return ["ctest", "--test-dir", f"build/{folder}", "--output-on-failure", "--no-tests=error", "-j", JOBS, *options]


def c_sources(*folders: str, suffixes: tuple[str, ...] = (".c", ".h")) -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in suffixes
    ]


def tidy_sources() -> list[str]:
    """Sources that this machine's build compiles: clang-tidy reads their flags from its database."""
    database = ROOT / "build" / "c" / "compile_commands.json"
    built = database.read_text() if database.exists() else ""
    return [name for name in c_sources("core", "host", suffixes=(".c",)) if f"/{name}" in built]


def stages() -> list[Stage]:
    """Every stage: the cheap ones first, then C, then Python; what measures has the machine to itself at the end."""
    python = sys.executable
    warnings = "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"
    built = ("cmake", "ninja", "cc")
    offline = ("--no-build-isolation", "--no-deps", "--no-index", "-C", f"build-dir={WHEEL}")
    tested = ("pytest", "xdist", "hypothesis", "wirerate", "scipy")
    return [
        Stage("ruff", [["ruff", "check", "."], ["ruff", "format", "--check", "."]], ("ruff",)),
        Stage(
            "clang-format",
            [["clang-format", "--dry-run", "-Werror", *c_sources("include", "core", "host", "tests", "bench", "docs")]],
            ("clang-format",),
        ),
        Stage("mypy", [[python, "-m", "mypy", "--strict"]], (), ("mypy",)),
        Stage(
            "c",
            [*configured("c", *RELEASE, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", warnings), ctest("c")],
            built,
        ),
        Stage(
            "c-clang",
            [*configured("clang", *RELEASE, "-DCMAKE_C_COMPILER=clang", warnings), ctest("clang")],
            (*built, "clang"),
        ),
        Stage(
            "c-address-undefined",
            [*configured("sanitize", "-DWIRERATE_SANITIZE=address,undefined"), ctest("sanitize")],
            built,
            env={"UBSAN_OPTIONS": "print_stacktrace=1", "ASAN_OPTIONS": "detect_leaks=1"},
        ),
        Stage(
            "c-threads",
            [
                *configured("threads", "-DWIRERATE_SANITIZE=thread", targets=("core_threads", "host_files")),
                ctest("threads", "-R", "^(core/threads|host/files)$"),
            ],
            built,
        ),
        Stage("clang-tidy", [["sh", "-c", tidy_command()]], ("clang-tidy", *built)),
        Stage("platforms", [[python, "scripts/platforms", "--quick"]], (*built, "qemu-s390x")),
        Stage(
            "package",
            [[python, "-m", "pip", "install", *offline, "."]],
            ("cc",),
            ("scikit_build_core", "cffi"),
        ),
        Stage("packaging", [[python, "scripts/packaging.py"]], ("cc",), ("scikit_build_core", "cffi", "abi3audit")),
        Stage(
            "python",
            [[python, "-m", "pytest", "-m", "not network and not machine", "-n", JOBS, "--dist", "worksteal"]],
            (),
            tested,
        ),
        Stage("python-machine", [[python, "-m", "pytest", "-m", "machine and not network"]], (), tested),
    ]


def tidy_command() -> str:
    """Configures the database when no C stage has, then checks a file per processor at a time."""
    configure = " ".join(configured("c", *RELEASE, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")[0])
    check = f"{sys.executable} {Path(__file__)} --tidy"
    return f"test -f build/c/compile_commands.json || {configure} && {check}"


def tidy() -> int:
    """clang-tidy over every built source, several at once."""
    own_flags = "--extra-arg=-Wno-unknown-warning-option"  # the database has gcc's, which clang does not all know
    found = subprocess.run(
        [*f"xargs -0 -n 1 -P {JOBS} clang-tidy -p build/c --quiet --warnings-as-errors=*".split(), own_flags],
        input="\0".join(tidy_sources()),
        text=True,
        check=False,
    )
    return found.returncode


def counts(text: str) -> str:
    """Passed, failed and skipped tests as CTest and pytest report them; empty for a stage that counts nothing."""
    ctest_total = re.search(r"% tests passed(?:, (\d+) tests? failed)? out of (\d+)", text)
    if ctest_total:
        failed, total = int(ctest_total[1] or 0), int(ctest_total[2])
        skipped = len(re.findall(r"\*\*\*Skipped", text))
        return f"{total - failed - skipped} passed, {failed} failed, {skipped} skipped"
    last = text.splitlines()[-1] if text else ""
    numbers = {word: re.findall(rf"(\d+)(?: builds)? {word}", last) for word in ("passed", "failed", "skipped")}
    if any(numbers.values()):
        return ", ".join(f"{found[-1] if found else 0} {word}" for word, found in numbers.items())
    return ""


def run(stage: Stage, environment: dict[str, str]) -> tuple[bool, str]:
    """Runs one stage into its log; the log's tail goes to the terminal if it failed."""
    log = LOGS / f"{stage.name}.log"
    with log.open("w") as out:
        for command in stage.commands:
            out.write("$ " + " ".join(command) + "\n")
            out.flush()
            status = subprocess.run(
                command, cwd=ROOT, env=environment | stage.env, stdout=out, stderr=subprocess.STDOUT, check=False
            ).returncode
            if status:
                break
    text = log.read_text(errors="replace").rstrip()
    if status:
        print("\n".join(text.splitlines()[-TAIL:]))
        print(f"  the whole log: {log.relative_to(ROOT)}")
    return status == 0, counts(text)


def processor_seconds() -> float:
    """What the stages have used so far: unlike the time on the clock, it hardly depends on what else runs."""
    times = os.times()
    return times.children_user + times.children_system


def skip_reasons(names: list[str]) -> list[str]:
    """Why the tests of these stages were skipped where they were, each reason once."""
    reasons: dict[str, None] = {}
    for name in names:
        for line in (LOGS / f"{name}.log").read_text(errors="replace").splitlines():
            found = re.match(r"SKIPPED \[\d+\] (.*)", line) or re.match(r"skipped: (.*)", line)
            if found:
                reasons[found[1]] = None
    return list(reasons)


def main() -> int:
    chosen = sys.argv[1:]
    everything = stages()
    if chosen == ["lint"]:
        chosen = ["ruff", "mypy", "clang-format", "clang-tidy"]
    unknown = set(chosen) - {stage.name for stage in everything}
    if unknown:
        print(f"no stage {', '.join(unknown)}; there are: {', '.join(stage.name for stage in everything)}")
        return 2
    LOGS.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    os.environ["PATH"] = environment["PATH"]
    failed: list[str] = []
    skipped: list[str] = []
    passed: list[str] = []
    print(f"test: {platform.machine()}, Python {platform.python_version()}, logs in build/logs")
    for stage in everything:
        if chosen and stage.name not in chosen:
            continue
        if absent := stage.missing():
            print(f"  skip  {stage.name:<20} needs {absent}")
            skipped.append(stage.name)
            continue
        print(f"  ....  {stage.name}", flush=True)
        start, spent = time.monotonic(), processor_seconds()
        good, numbers = run(stage, environment)
        (passed if good else failed).append(stage.name)
        took, spent = time.monotonic() - start, processor_seconds() - spent
        print(
            f"  {'pass' if good else 'FAIL'}  {stage.name:<20} {took:6.1f} s {spent:6.1f} s of CPU  {numbers}".rstrip(),
            flush=True,
        )
    for reason in skip_reasons(passed + failed):
        print(f"  skipped: {reason}")
    print(f"test: {len(passed)} stages passed, {len(failed)} failed, {len(skipped)} skipped")
    if failed:
        print(f"failed: {', '.join(failed)}; run one alone: {BIN.name}/python scripts/stages.py {failed[0]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(tidy() if sys.argv[1:] == ["--tidy"] else main())
