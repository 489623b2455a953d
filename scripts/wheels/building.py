"""The source distribution, and a wheel from it for each target: the same bytes from the same commit, wherever built.

zig is the compiler, because it brings the C libraries of every target along and links against a glibc as old as asked.
The headers of this Python serve all targets: the stable interface is one, and these processors have types of one size.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from targets import Target

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "wheels"
PASSED_ON = ("PATH", "HOME", "TMPDIR", "LANG", "SSL_CERT_FILE")  # flags of the caller's do not get into a release


class Failed(Exception):
    """A step failed; the message is what it said."""


def run(*command: str | Path, folder: Path = ROOT, **variables: str) -> str:
    """Output of a command that succeeds in an environment that holds nothing but what is named."""
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ} | variables
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"$ {' '.join(words)}\n{done.stdout}")
    return done.stdout


def epoch() -> str:
    """The time that every file of a release carries: SOURCE_DATE_EPOCH, else the commit's, in seconds."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return given or run("git", "log", "-1", "--format=%ct").strip()


def source_distribution(out: Path) -> Path:
    """Everything in the tree that git does not ignore."""
    out.mkdir(parents=True, exist_ok=True)
    code = f"from scikit_build_core import build; build.build_sdist({str(out)!r})"
    run(sys.executable, "-c", code, SOURCE_DATE_EPOCH=epoch())
    return next(out.glob("*.tar.gz"))


def wheel(target: Target, source: Path, work: Path, out: Path) -> Path:
    """The target's wheel, built in `work`; it holds every kernel of its processor, or this fails."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    shutil.unpack_archive(source, work)
    tree = next(work.iterdir())
    tools = work / "tools"
    settings = {
        "build-dir": work / "build",
        "wheel.tags": f"cp311-abi3-{target.platform}",
        "cmake.define.CMAKE_TOOLCHAIN_FILE": _toolchain(target, tree, tools),
        "cmake.define.Python_INCLUDE_DIR": _headers(work / "include"),
    }
    run(
        *(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", work / "out"),
        *(word for name, value in settings.items() for word in ("--config-settings", f"{name}={value}")),
        tree,
        SOURCE_DATE_EPOCH=epoch(),
        PYTHONHASHSEED="0",
        ZIG_GLOBAL_CACHE_DIR=str(WORK / "zig-cache"),
        ZIG_LOCAL_CACHE_DIR=str(work / "zig-cache"),
    )
    _holds_every_kernel(target, tree, work / "build")
    built = next((work / "out").glob("*.whl"))
    out.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(built, out))


def zig() -> Path:
    """The compiler, as the package from PyPI unpacked it."""
    try:
        import ziglang
    except ImportError as error:
        raise Failed("no zig, which compiles for every target; type: make wheels, which installs it") from error

    return Path(ziglang.__file__).parent / "zig"


# zig knows processors by their features, and refuses the architecture's names that other compilers take.
_COMPILER = """\
for word do
    shift
    [ "$word" != -march=armv8-a+crypto ] || word=-mcpu=generic+crypto
    set -- "$@" "$word"
done
exec "{zig}" cc {flags} "$@\""""


def _toolchain(target: Target, tree: Path, tools: Path) -> Path:
    """The file that tells CMake to compile with zig; no path of this machine gets into what is compiled."""
    tools.mkdir()
    flags = f"-target {target.triple} -g0 -fno-sanitize=undefined -ffile-prefix-map={tree.parent}=. -Wl,-s"
    for name, script in {"cc": _COMPILER, "ar": 'exec "{zig}" ar "$@"', "ranlib": 'exec "{zig}" ranlib "$@"'}.items():
        tool = tools / name
        tool.write_text("#!/bin/sh\n" + script.format(zig=zig(), flags=flags) + "\n")
        tool.chmod(0o755)
    file = tools / "toolchain.cmake"
    file.write_text(
        "set(CMAKE_SYSTEM_NAME Linux)\n"
        f"set(CMAKE_SYSTEM_PROCESSOR {target.processor})\n"
        f"set(CMAKE_C_COMPILER {tools}/cc)\n"
        f"set(CMAKE_ASM_COMPILER {tools}/cc)\n"
        f"set(CMAKE_AR {tools}/ar)\n"
        f"set(CMAKE_RANLIB {tools}/ranlib)\n"
    )
    return file


def _headers(folder: Path) -> Path:
    """This Python's headers. Debian's pyconfig.h only asks for the one of a folder that is for one processor."""
    headers = Path(sysconfig.get_path("include"))
    shutil.copytree(headers, folder)
    of_processor = headers.parent / str(sysconfig.get_config_var("MULTIARCH")) / headers.name / "pyconfig.h"
    if of_processor.exists():
        shutil.copy(of_processor, folder / "pyconfig.h")
    return folder


def _holds_every_kernel(target: Target, tree: Path, build: Path) -> None:
    """A compiler that lacks an instruction set leaves its kernels out: right for users, not for a release."""
    for kernel in target.kernels:
        wanted = {f"{path.parent.parent.name}/kernels/{path.name}" for path in tree.glob(f"core/*/kernels/{kernel}.c")}
        built = {str(path) for path in build.rglob(f"{kernel}.c.o")}
        if not wanted or (lacking := {name for name in wanted if not any(f"/{name}.o" in path for path in built)}):
            raise Failed(f"{target.name}: not compiled: {', '.join(sorted(lacking)) if wanted else kernel}")
