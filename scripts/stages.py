"""Runs the stages of `make test` (or only those named), keeps each one's output under build/logs, and sums up.

Standard library only: it must be able to say what is missing before anything is installed.
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
WHEEL = ROOT / "build" / "wheel"  # compiled once for all stages that build it
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wirerate"
BIN = Path(sys.executable).parent
JOBS = str(os.cpu_count() or 1)
GIVES_WAY = 5  # of nice: about a third of the time, where another wants it
TAIL = 40  # lines of a failed stage's log that are shown

OWN_C = ("include", "core", "host", "scripts", "tests", "bench", "docs")
RELEASE = ("-DCMAKE_BUILD_TYPE=Release",)
LIGHT = ("-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O1")  # for sanitizers: optimizers remove what these would find


@dataclass
class Stage:
    """Commands run in order until one fails; skipped when a program or module it needs is absent."""

    name: str
    commands: list[list[str]]
    programs: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    nice: int = 0  # a stage that gives way to those beside it

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


def measured() -> list[str]:
    """Files with tests that have the machine to themselves: the others need not be collected for them."""
    files = sorted((ROOT / "tests" / "python").rglob("test_*.py"))
    return [str(file.relative_to(ROOT)) for file in files if "pytest.mark.machine" in file.read_text()]


def steps() -> list[list[list[Stage]]]:
    """What is done step by step: the cheap first, and what measures last, with the machine to itself.

    The lists in a step are lanes that run side by side, since few stages keep every processor busy to their end. A
    stage stands below what it needs. The C stages give way to the Python tests, some of which wait for answers, and
    take the processors whenever these are idle.
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
    measuring = Stage("python-machine", [[python, "-m", "pytest", "-m", "machine", *measured()]], (), tested)
    for stage in [*usual_build, *other_builds]:
        stage.nice = GIVES_WAY
    return [[style, [package]], [[tests], usual_build, other_builds], [[measuring]]]


def tidy_command() -> str:
    """Configures the database when no C stage has, then checks a file per processor at a time."""
    configure = " ".join(configured("c", *RELEASE, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")[0])
    check = f"{sys.executable} {Path(__file__)} --tidy"
    return f"test -f build/c/compile_commands.json || {configure} && {check}"


def tidy() -> int:
    """clang-tidy over every built source, several at once. What passed is not checked again while all that it was read
    from stays as it is: its headers, its flags, the checks and the program."""
    database = json.loads((ROOT / "build" / "c" / "compile_commands.json").read_text())
    commands = {each["file"]: each["command"] for each in database}
    program = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    known = hashlib.sha256((program + (ROOT / ".clang-tidy").read_text()).encode())
    passed = CACHE / "clang-tidy"
    passed.mkdir(parents=True, exist_ok=True)

    def check(name: str) -> int:
        stamp = passed / _read_from(known.copy(), commands[str(ROOT / name)])
        if stamp.exists():
            return 0
        own_flags = "--extra-arg=-Wno-unknown-warning-option"  # the database has gcc's, which clang does not all know
        words = ["clang-tidy", "-p", "build/c", "--quiet", "--warnings-as-errors=*", own_flags, name]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode == 0:
            stamp.touch()
        else:
            told(done.stdout.rstrip())
        return done.returncode

    with ThreadPoolExecutor(int(JOBS)) as pool:
        return max(pool.map(check, tidy_sources()), default=0)


def _read_from(known: hashlib._Hash, command: str) -> str:
    """The digest of what a source is compiled with and of every file that goes into it, the system's among them."""
    words = shlex.split(command)
    del words[words.index("-o") : words.index("-o") + 2]
    listed = subprocess.run([*words, "-M"], cwd=ROOT / "build" / "c", capture_output=True, text=True, check=True).stdout
    known.update(command.replace(str(ROOT), ".").encode())
    for name in listed.partition(":")[2].replace("\\\n", " ").split():
        known.update((ROOT / "build" / "c" / name).read_bytes())
    return known.hexdigest()


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


def told(*lines: str) -> None:
    """In one piece, whatever another lane says."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def run(stage: Stage, environment: dict[str, str]) -> tuple[str, str]:
    """Runs one stage into its log, whose tail goes to the terminal if it failed. Its name, and pass, FAIL or skip."""
    if absent := stage.missing():
        told(f"  skip  {stage.name:<20} needs {absent}")
        return stage.name, "skip"
    told(f"  ....  {stage.name}")
    log, status = LOGS / f"{stage.name}.log", 0
    start, spent = time.monotonic(), 0.0
    with log.open("w") as out:
        for command in stage.commands:
            out.write("$ " + " ".join(command) + "\n")
            out.flush()
            polite = ["nice", "-n", str(stage.nice)] if stage.nice else []
            running = subprocess.Popen(
                [*polite, *command], cwd=ROOT, env=environment | stage.env, stdout=out, stderr=subprocess.STDOUT
            )
            _, left, usage = os.wait4(running.pid, 0)
            status = running.returncode = os.waitstatus_to_exitcode(left)
            spent += usage.ru_utime + usage.ru_stime
            if status:
                break
    text = log.read_text(errors="replace").rstrip()
    word = "FAIL" if status else "pass"
    took = f"{time.monotonic() - start:6.1f} s {spent:6.1f} s of CPU"
    line = f"  {word}  {stage.name:<20} {took}  {counts(text)}".rstrip()
    told(*(*text.splitlines()[-TAIL:], f"  the whole log: {log.relative_to(ROOT)}") if status else (), line)
    return stage.name, word


def side_by_side(lanes: list[list[Stage]], environment: dict[str, str]) -> list[tuple[str, str]]:
    """Every stage of a step. After Ctrl-C, which ends what runs, nothing more is started."""
    stopped = Event()

    def lane(stages: list[Stage]) -> list[tuple[str, str]]:
        return [run(stage, environment) for stage in stages if not stopped.is_set()]

    with ThreadPoolExecutor(len(lanes)) as pool:
        try:
            return [outcome for done in [pool.submit(lane, each) for each in lanes] for outcome in done.result()]
        except KeyboardInterrupt:
            stopped.set()
            raise


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
    everything = steps()
    names = [stage.name for lanes in everything for lane in lanes for stage in lane]
    if chosen == ["lint"]:
        chosen = ["ruff", "mypy", "clang-format", "clang-tidy"]
    if unknown := set(chosen) - set(names):
        print(f"no stage {', '.join(unknown)}; there are: {', '.join(names)}")
        return 2
    LOGS.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    os.environ["PATH"] = environment["PATH"]
    told(f"test: {platform.machine()}, Python {platform.python_version()}, logs in build/logs")
    outcomes: dict[str, str] = {}
    for lanes in everything:
        wanted = [[stage for stage in lane if not chosen or stage.name in chosen] for lane in lanes]
        outcomes |= side_by_side(wanted, environment)
    passed, failed, skipped = (
        [name for name in outcomes if outcomes[name] == word] for word in ("pass", "FAIL", "skip")
    )
    for reason in skip_reasons(passed + failed):
        print(f"  skipped: {reason}")
    print(f"test: {len(passed)} stages passed, {len(failed)} failed, {len(skipped)} skipped")
    if failed:
        print(f"failed: {', '.join(failed)}; run one alone: {BIN.name}/python scripts/stages.py {failed[0]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(tidy() if sys.argv[1:] == ["--tidy"] else main())
