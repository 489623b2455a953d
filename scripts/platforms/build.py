"""Build core_platform for a target with one set of flags, run it, and store its results."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from targets import Target

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "platforms"
SOURCES = ("include", "core", "cmake", "tests/core", "vectors")
IGNORED = ("CMakeLists.txt", "abi.txt")
SUFFIXES = (".c", ".h", ".S", ".in", ".txt", ".cmake")
PROGRAM = Path("tests") / "core" / "platform" / "core_platform"
# Keep Wine's files out of the user's home, silence it, and open no debugger when a program crashes.
WINE = {"WINEPREFIX": str(WORK / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "winedbg.exe=d"}
TIMEOUT_S = 1200  # an emulator may hang


@dataclass(frozen=True)
class Result:
    """The report of one build of the program about its platform and its checks."""

    target: str
    compiler: str  # "gcc 12.2.0"
    flags: str
    mode: str  # argument of the program: quick or count
    sources: str  # digest of what was compiled
    platform: str
    kernels: str
    strict: str  # sizes of loads that fault when unaligned: "", "4 8" or "8"
    checks: int
    vectors: int
    failure: str  # empty if it passed


def sources_digest() -> str:
    """Return a digest of the program's sources. Stored results with another digest are obsolete."""
    digest = hashlib.sha256()
    files = (path for name in SOURCES for path in (ROOT / name).rglob("*"))
    for path in sorted(path for path in files if path.suffix in SUFFIXES and path.name not in IGNORED):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def version(program: str) -> str:
    """Return the compiler's name and version, as shown on the page."""
    output = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return f"{'clang' if 'clang' in program else 'gcc'} {number(output.splitlines()[0])}"


def number(line: str) -> str:
    """Return the version number in a line, ignoring the distribution's version in parentheses."""
    match = re.search(r"\d+\.\d+\.\d+|(?<= )\d+(?=-)", re.sub(r"\(.*?\)", "", line))
    return match[0] if match else "?"


def missing(target: Target, compiler: str) -> list[str]:
    """Return the programs that a target needs and this machine lacks."""
    needed = [target.gcc, *emulator(target)[:1], *(["clang"] if compiler == "clang" else [])]
    return [program for program in needed if not shutil.which(program)]


def clang_options(target: Target) -> list[str]:
    """Return options for clang. On MIPS they keep clang 14 from gcc's stdatomic.h, which it cannot compile."""
    options = [f"--target={target.clang}"]
    if target.name == "armel":
        options.append(
            "-march=armv6k"
        )  # on older cores clang calls libatomic for a load, and the program does not link it
    if target.clang.startswith("mips"):
        folder = subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout
        options += ["-nostdinc", "-isystem", f"{folder.strip()}/include", "-isystem", f"/usr/{target.clang}/include"]
    return options


def build(target: Target, compiler: str, flags: tuple[str, ...]) -> Path:
    """Build the program and return its path. Raise CalledProcessError with the output if the build fails."""
    name = "_".join([target.name, compiler, *flags]).replace("-fsanitize=alignment", "strict")
    folder = WORK / re.sub(r"[^\w.]+", "", name.removesuffix("_-fsanitize-undefined-trap-on-error"))
    program = "clang" if compiler == "clang" else target.gcc
    options = [*target.flags, *flags, *(clang_options(target) if compiler == "clang" else [])]
    static = ["-DCMAKE_EXE_LINKER_FLAGS=-static"] if target.static else []
    system = [f"-DCMAKE_SYSTEM_NAME={target.system}", f"-DCMAKE_SYSTEM_PROCESSOR={target.name}"]
    parts = ["-DWIRERATE_BUILD_HOST=OFF", "-DWIRERATE_SHARED=OFF", "-DWIRERATE_BUILD_TESTS=ON"]
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", *system]
    configure += [f"-DCMAKE_C_COMPILER={program}", f"-DCMAKE_ASM_COMPILER={program}", *static, *parts]
    configure += [f"-DCMAKE_C_FLAGS={' '.join(options)}", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"]
    jobs = str(os.cpu_count() or 1)
    for command in (configure, ["cmake", "--build", str(folder), "-j", jobs, "--target", "core_platform"]):
        subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    return (folder / PROGRAM).with_suffix(".exe" if target.system == "Windows" else "")


def emulator(target: Target) -> list[str]:
    """Return the emulator command for a target; empty on an x86-64 machine for x86-64 and i686."""
    native = os.uname().machine == "x86_64" and target.name in ("x86-64", "i686")
    return [] if native else list(target.run)


def execute(command: list[str]) -> tuple[int, str]:
    """Run a command. Return its exit status (negative for a signal) and its output. Stop it after TIMEOUT_S."""
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
            env=os.environ | WINE,
        )
    except subprocess.TimeoutExpired as late:
        return -signal.SIGALRM, f"{(late.stdout or b'').decode()}\nstopped after {TIMEOUT_S} s"
    return done.returncode, done.stdout


def faults(command: list[str]) -> bool:
    """Return whether the program ends by the signal of an unaligned access or by the sanitizer's trap."""
    status, output = execute(command)
    if status == 0:
        return False
    if -status in (signal.SIGBUS, signal.SIGILL, signal.SIGTRAP) or "Unhandled illegal instruction" in output:
        return True
    raise RuntimeError(f"{' '.join(command)}: exit status {status}: {output}")


def parsed(output: str) -> dict[str, str | int]:
    """Return the fields of a Result from the program's output."""
    fields = dict(re.findall(r"^(platform|kernels): (.*)$", output, re.MULTILINE))
    vectors = re.search(r"^vectors: (\d+)$", output, re.MULTILINE)
    checks = sum(int(number) for number in re.findall(r"(\d+) checks, 0 failures", output))
    return {
        "platform": fields.get("platform", ""),
        "kernels": fields.get("kernels", ""),
        "checks": checks,
        "vectors": int(vectors[1]) if vectors else 0,
    }


def examine(target: Target, compiler: str, flags: tuple[str, ...], mode: str, sources: str) -> Result:
    """Build the program, test whether unaligned accesses fault, and run the checks."""
    compiler_version = version("clang" if compiler == "clang" else target.gcc)
    blank: dict[str, str | int] = {"platform": "", "kernels": "", "checks": 0, "vectors": 0, "strict": ""}
    try:
        program = str(build(target, compiler, flags))
        command = [*emulator(target), program]
        blank["strict"] = " ".join(size for size in ("4", "8") if faults([*command, "unaligned", size]))
        status, output = execute([*command, mode])
        failure = "" if status == 0 else f"exit status {status}\n{output}"
        blank |= parsed(output)
    except subprocess.CalledProcessError as failed:
        failure = f"the build failed\n{failed.stdout}"
    except RuntimeError as failed:
        failure = str(failed)
    return Result(target.name, compiler_version, " ".join(flags), mode, sources, failure=failure, **blank)  # type: ignore[arg-type]


def stored(line: str) -> Result | None:
    """Parse a line of the results; return None if an interrupted run left it incomplete."""
    try:
        return Result(**json.loads(line))
    except (ValueError, TypeError):
        return None


class Results:
    """The stored results of this working tree, one JSON line each. An interrupted run can be continued."""

    def __init__(self, path: Path, sources: str) -> None:
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        rows = [row for line in lines if (row := stored(line))]
        self.rows = [row for row in rows if row.sources == sources and not row.failure]

    def find(self, target: str, compiler: str, flags: str, mode: str) -> Result | None:
        wanted = (target, compiler, flags, mode)
        return next((r for r in self.rows if (r.target, r.compiler, r.flags, r.mode) == wanted), None)

    def add(self, row: Result) -> None:
        self.rows.append(row)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as out:
            out.write("\n" + json.dumps(asdict(row)) + "\n")  # the line before may be incomplete
