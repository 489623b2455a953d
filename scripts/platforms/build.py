"""Builds core_platform for a target with one set of flags, runs it, and keeps what it said."""

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
ASIDE = ("CMakeLists.txt", "abi.txt")
SUFFIXES = (".c", ".h", ".S", ".in", ".txt", ".cmake")
PROGRAM = Path("tests") / "core" / "platform" / "core_platform"
# Its files are not the user's, it says little, and a program that ends by an exception just ends.
WINE = {"WINEPREFIX": str(WORK / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "winedbg.exe=d"}
LONGEST = 1200  # seconds: an emulator that hangs must not hang us


@dataclass(frozen=True)
class Result:
    """What one build of the program said of its platform and of itself."""

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
    failure: str  # empty: passed


def sources_digest() -> str:
    """Changes with anything that the program is made of; results of another digest are not used again."""
    digest = hashlib.sha256()
    files = (path for name in SOURCES for path in (ROOT / name).rglob("*"))
    for path in sorted(path for path in files if path.suffix in SUFFIXES and path.name not in ASIDE):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def version(program: str) -> str:
    """The compiler's name and version as the page shows them."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return f"{'clang' if 'clang' in program else 'gcc'} {number(said.splitlines()[0])}"


def number(line: str) -> str:
    """Of a version; what stands in parentheses is the distribution's own."""
    found = re.search(r"\d+\.\d+\.\d+|(?<= )\d+(?=-)", re.sub(r"\(.*?\)", "", line))
    return found[0] if found else "?"


def missing(target: Target, compiler: str) -> list[str]:
    """Programs that the target needs and this machine lacks."""
    needed = [target.gcc, *emulator(target)[:1], *(["clang"] if compiler == "clang" else [])]
    return [program for program in needed if not shutil.which(program)]


def clang_options(target: Target) -> list[str]:
    """MIPS: clang 14 looks into gcc's own folder of headers before its own, and that stdatomic.h is for gcc alone."""
    options = [f"--target={target.clang}"]
    if target.name == "armel":
        options.append("-march=armv6k")  # below it clang calls libatomic for a load, which Linux programs do not link
    if target.clang.startswith("mips"):
        said = subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout
        options += ["-nostdinc", "-isystem", f"{said.strip()}/include", "-isystem", f"/usr/{target.clang}/include"]
    return options


def build(target: Target, compiler: str, flags: tuple[str, ...]) -> Path:
    """The program; CalledProcessError carries the build's output."""
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
    """What runs the target's programs; an x86-64 kernel runs i686's, too, as they are."""
    native = os.uname().machine == "x86_64" and target.name in ("x86-64", "i686")
    return [] if native else list(target.run)


def execute(command: list[str]) -> tuple[int, str]:
    """Exit status (negative: the signal) and all that it said. Never longer than LONGEST."""
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONGEST,
            check=False,
            env=os.environ | WINE,
        )
    except subprocess.TimeoutExpired as late:
        return -signal.SIGALRM, f"{(late.stdout or b'').decode()}\nno end after {LONGEST} s"
    return done.returncode, done.stdout


def faults(command: list[str]) -> bool:
    """Whether the program ends by the signal of an unaligned access, or by the sanitizer's trap."""
    status, said = execute(command)
    if status == 0:
        return False
    if -status in (signal.SIGBUS, signal.SIGILL, signal.SIGTRAP) or "Unhandled illegal instruction" in said:
        return True
    raise RuntimeError(f"{' '.join(command)}: exit status {status}: {said}")


def parsed(said: str) -> dict[str, str | int]:
    """The program's report as fields of a Result."""
    fields = dict(re.findall(r"^(platform|kernels): (.*)$", said, re.MULTILINE))
    vectors = re.search(r"^vectors: (\d+)$", said, re.MULTILINE)
    checks = sum(int(number) for number in re.findall(r"(\d+) checks, 0 failures", said))
    return {
        "platform": fields.get("platform", ""),
        "kernels": fields.get("kernels", ""),
        "checks": checks,
        "vectors": int(vectors[1]) if vectors else 0,
    }


def examine(target: Target, compiler: str, flags: tuple[str, ...], mode: str, sources: str) -> Result:
    """One row of the results: built, asked what faults, and run."""
    named = version("clang" if compiler == "clang" else target.gcc)
    blank: dict[str, str | int] = {"platform": "", "kernels": "", "checks": 0, "vectors": 0, "strict": ""}
    try:
        program = str(build(target, compiler, flags))
        command = [*emulator(target), program]
        blank["strict"] = " ".join(size for size in ("4", "8") if faults([*command, "unaligned", size]))
        status, said = execute([*command, mode])
        failure = "" if status == 0 else f"exit status {status}\n{said}"
        blank |= parsed(said)
    except subprocess.CalledProcessError as failed:
        failure = f"does not build\n{failed.stdout}"
    except RuntimeError as failed:
        failure = str(failed)
    return Result(target.name, named, " ".join(flags), mode, sources, failure=failure, **blank)  # type: ignore[arg-type]


def stored(line: str) -> Result | None:
    """A line of the results; None for one that an interrupted run left cut short."""
    try:
        return Result(**json.loads(line))
    except (ValueError, TypeError):
        return None


class Results:
    """Results of this working tree, one JSON line each, so that an interrupted run goes on where it stopped."""

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
            out.write("\n" + json.dumps(asdict(row)) + "\n")  # on a line of its own, whatever came before
