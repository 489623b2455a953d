"""Run the stages of `make test` (or only those named), write their logs to build/logs, and print a summary.

This uses the standard library only, so that it can report what is missing before anything is installed.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from threading import Event

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "logs"
WHEEL = ROOT / "build" / "wheel"  # compiled once for all stages
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wirerate"
BIN = Path(sys.executable).parent
JOBS = str(os.cpu_count() or 1)
LOW_PRIORITY = 5  # a nice value: about a third of the processor when it is contended
TAIL = 40  # lines shown from a failed stage's log

OWN_C = ("include", "core", "host", "scripts", "tests", "bench", "docs")
RELEASE = ("-DCMAKE_BUILD_TYPE=Release",)
LIGHT = (
    "-DCMAKE_BUILD_TYPE=None",
    "-DCMAKE_C_FLAGS=-O1",
)  # for sanitizers: optimisation removes some of the errors they detect


@dataclass
class Stage:
    """Commands to run in order until one fails. A stage is skipped if a program or module it needs is missing."""

    name: str
    commands: list[list[str]]
    programs: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    nice: int = 0  # lower priority than the stages beside it

    def missing(self) -> str:
        """Return the programs and modules that the stage needs and this machine lacks."""
        invalidate_caches()  # an earlier stage may have installed it
        absent = [name for name in self.programs if not shutil.which(name)]
        absent += [name for name in self.modules if not find_spec(name)]
        return ", ".join(absent)


def configured(folder: str, *options: str, targets: tuple[str, ...] = ("all",)) -> list[list[str]]:
    """Return the commands that configure a C build folder and build targets in it."""
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
    """Return the sources in the compilation database, from which clang-tidy reads their flags."""
    database = ROOT / "build" / "c" / "compile_commands.json"
    built = database.read_text() if database.exists() else ""
    return [name for name in c_sources("core", "host", suffixes=(".c",)) if f"/{name}" in built]


def measuring_files() -> list[str]:
    """Return the test files with measuring tests, so that pytest need not collect the rest."""
    files = sorted((ROOT / "tests" / "python").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if "pytest.mark.machine" in file.read_text()]


def steps() -> list[list[list[Stage]]]:
    """Return the steps in order: cheap ones first, and measuring tests last, when nothing else runs.

    The lists in a step are lanes that run in parallel, since few stages keep all processors busy. Within a lane, a
    stage comes after those it needs. C stages have a lower priority than the Python tests, some of which have timeouts.
    """
    python = sys.executable
    warnings = "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"
    built = ("cmake", "ninja", "cc")
    offline = ("--no-build-isolation", "--no-deps", "--no-index", "--config-settings", f"build-dir={WHEEL}")
    tested = ("pytest", "xdist", "hypothesis", "wirerate", "scipy")

    style = [
        Stage("ruff", [["ruff", "check", "."], ["ruff", "format", "--check", "."]], ("ruff",)),
        Stage(
            "clang-format",
            [["clang-format", "--dry-run", "-Werror", *c_sources(*OWN_C)]],
            ("clang-format",),
        ),
        Stage("words", [[python, "scripts/words.py"]]),
        Stage("mypy", [[python, "-m", "mypy", "--strict"]], (), ("mypy",)),
    ]
    package = Stage(
        "package",
        [[python, "-m", "pip", "install", *offline, "."]],
        ("cc",),
        ("scikit_build_core", "cffi"),
    )
    usual_build = [
        Stage(
            "c",
            [
                *configured("c", *RELEASE, "-DWIRERATE_BUILD_BENCH=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", warnings),
                ctest("c"),
            ],
            built,
        ),
        Stage("clang-tidy", [["sh", "-c", tidy_command()]], ("clang-tidy", *built)),
        Stage("platforms", [[python, "scripts/platforms", "--quick"]], (*built, "qemu-s390x")),
    ]
    other_builds = [
        Stage(
            "c-clang",
            [
                *configured("clang", *RELEASE, "-DCMAKE_C_COMPILER=clang", warnings),
                ctest("clang", "--label-exclude", "^any-compiler$"),  # stage c runs these
            ],
            (*built, "clang"),
        ),
        Stage(
            "c-address-undefined",
            [*configured("sanitize", *LIGHT, "-DWIRERATE_SANITIZE=address,undefined"), ctest("sanitize")],
            built,
            env={"UBSAN_OPTIONS": "print_stacktrace=1", "ASAN_OPTIONS": "detect_leaks=1"},
        ),
        Stage(
            "c-threads",
            [
                *configured("threads", *LIGHT, "-DWIRERATE_SANITIZE=thread", targets=("core_threads", "host_files")),
                ctest("threads", "-R", "^(core/threads|host/files)$"),
            ],
            built,
        ),
        Stage("packaging", [[python, "scripts/packaging.py"]], ("cc",), ("scikit_build_core", "cffi", "abi3audit")),
    ]
    tests = Stage(
        "python",
        [[python, "-m", "pytest", "-m", "not network and not machine", "-n", JOBS, "--dist", "loadfile"]],
        (),
        tested,
    )
    measuring = Stage("python-machine", [[python, "-m", "pytest", "-m", "machine", *measuring_files()]], (), tested)
    for stage in [*usual_build, *other_builds]:
        stage.nice = LOW_PRIORITY
    return [[style, [package]], [[tests], usual_build, other_builds], [[measuring]]]


def tidy_command() -> str:
    """Return the shell command for clang-tidy, which first configures the C build if there is none."""
    configure = " ".join(configured("c", *RELEASE, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")[0])
    check = f"{sys.executable} {Path(__file__)} --tidy"
    return f"test -f build/c/compile_commands.json || {configure} && {check}"


def tidy() -> int:
    """Run clang-tidy on all built sources, in parallel.

    A source that passed is not checked again until the source, its headers, its flags, the checks or clang-tidy change.
    """
    database = json.loads((ROOT / "build" / "c" / "compile_commands.json").read_text())
    commands = {entry["file"]: entry["command"] for entry in database}
    program = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    known = hashlib.sha256((program + (ROOT / ".clang-tidy").read_text()).encode())
    passed = CACHE / "clang-tidy"
    passed.mkdir(parents=True, exist_ok=True)

    def check(name: str) -> int:
        stamp = passed / _inputs_digest(known.copy(), commands[str(ROOT / name)])
        if stamp.exists():
            return 0
        own_flags = "--extra-arg=-Wno-unknown-warning-option"  # the database has gcc's flags, some unknown to clang
        words = ["clang-tidy", "-p", "build/c", "--quiet", "--warnings-as-errors=*", own_flags, name]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode == 0:
            stamp.touch()
        else:
            print_lines(done.stdout.rstrip())
        return done.returncode

    with ThreadPoolExecutor(int(JOBS)) as pool:
        return max(pool.map(check, tidy_sources()), default=0)


def _inputs_digest(known: hashlib._Hash, command: str) -> str:
    """Return a digest of a source's compiler command and of every file it includes, system headers too."""
    words = shlex.split(command)
    del words[words.index("-o") : words.index("-o") + 2]
    listed = subprocess.run([*words, "-M"], cwd=ROOT / "build" / "c", capture_output=True, text=True, check=True).stdout
    known.update(command.replace(str(ROOT), ".").encode())
    for name in listed.partition(":")[2].replace("\\\n", " ").split():
        known.update((ROOT / "build" / "c" / name).read_bytes())
    return known.hexdigest()


def counts(text: str) -> str:
    """Return the numbers of passed, failed and skipped tests in CTest's or pytest's output, or an empty string."""
    ctest_total = re.search(r"% tests passed(?:, (\d+) tests? failed)? out of (\d+)", text)
    if ctest_total:
        failed, total = int(ctest_total[1] or 0), int(ctest_total[2])
        skipped = len(re.findall(r"\*\*\*Skipped", text))
        return f"{total - failed - skipped} passed, {failed} failed, {skipped} skipped"
    last = text.splitlines()[-1] if text else ""
    numbers = {word: re.findall(rf"(\d+)(?: builds)? {word}", last) for word in ("passed", "failed", "skipped")}
    if any(numbers.values()):
        return ", ".join(f"{matches[-1] if matches else 0} {word}" for word, matches in numbers.items())
    return ""


def print_lines(*lines: str) -> None:
    """Print lines together, so that other lanes cannot print between them."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def run(stage: Stage, environment: dict[str, str]) -> tuple[str, str]:
    """Run one stage, writing its output to a log. Return its name and "pass", "FAIL" or "skip"."""
    if absent := stage.missing():
        print_lines(f"  skip  {stage.name:<20} needs {absent}")
        return stage.name, "skip"
    print_lines(f"  ....  {stage.name}")
    log, status = LOGS / f"{stage.name}.log", 0
    start, spent = time.monotonic(), 0.0
    with log.open("w") as out:
        for command in stage.commands:
            out.write("$ " + " ".join(command) + "\n")
            out.flush()
            nice = ["nice", "-n", str(stage.nice)] if stage.nice else []
            running = subprocess.Popen(
                [*nice, *command], cwd=ROOT, env=environment | stage.env, stdout=out, stderr=subprocess.STDOUT
            )
            _, wait_status, usage = os.wait4(running.pid, 0)
            status = running.returncode = os.waitstatus_to_exitcode(wait_status)
            spent += usage.ru_utime + usage.ru_stime
            if status:
                break
    text = log.read_text(errors="replace").rstrip()
    word = "FAIL" if status else "pass"
    took = f"{time.monotonic() - start:6.1f} s {spent:6.1f} s of CPU"
    line = f"  {word}  {stage.name:<20} {took}  {counts(text)}".rstrip()
    print_lines(*(*text.splitlines()[-TAIL:], f"  full log: {log.relative_to(ROOT)}") if status else (), line)
    return stage.name, word


def run_lanes(lanes: list[list[Stage]], environment: dict[str, str]) -> list[tuple[str, str]]:
    """Run the lanes of a step in parallel. After Ctrl-C, which ends running stages, start no more."""
    stopped = Event()

    def lane(stages: list[Stage]) -> list[tuple[str, str]]:
        return [run(stage, environment) for stage in stages if not stopped.is_set()]

    with ThreadPoolExecutor(len(lanes)) as pool:
        try:
            return [outcome for done in [pool.submit(lane, stages) for stages in lanes] for outcome in done.result()]
        except KeyboardInterrupt:
            stopped.set()
            raise


def skip_reasons(names: list[str]) -> list[str]:
    """Return the reasons for skipped tests in these stages' logs, without duplicates."""
    reasons: dict[str, None] = {}
    for name in names:
        for line in (LOGS / f"{name}.log").read_text(errors="replace").splitlines():
            match = re.match(r"SKIPPED \[\d+\] (.*)", line) or re.match(r"skipped: (.*)", line)
            if match:
                reasons[match[1]] = None
    return list(reasons)


def main() -> int:
    chosen = sys.argv[1:]
    everything = steps()
    names = [stage.name for lanes in everything for lane in lanes for stage in lane]
    if chosen == ["lint"]:
        chosen = ["ruff", "words", "mypy", "clang-format", "clang-tidy"]
    if unknown := set(chosen) - set(names):
        print(f"unknown stage {', '.join(unknown)}; choose from: {', '.join(names)}")
        return 2
    LOGS.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    os.environ["PATH"] = environment["PATH"]
    print_lines(f"test: {platform.machine()}, Python {platform.python_version()}, logs in build/logs")
    outcomes: dict[str, str] = {}
    for lanes in everything:
        wanted = [[stage for stage in lane if not chosen or stage.name in chosen] for lane in lanes]
        outcomes |= run_lanes(wanted, environment)
    passed, failed, skipped = (
        [name for name in outcomes if outcomes[name] == word] for word in ("pass", "FAIL", "skip")
    )
    for reason in skip_reasons(passed + failed):
        print(f"  skipped: {reason}")
    print(f"test: {len(passed)} stages passed, {len(failed)} failed, {len(skipped)} skipped")
    if failed:
        print(f"failed: {', '.join(failed)}; to run one again: {BIN.name}/python scripts/stages.py {failed[0]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(tidy() if sys.argv[1:] == ["--tidy"] else main())
