"""Build the source distribution and the wheels reproducibly: the same commit gives the same bytes on every machine.

The compiler is zig, which includes the C libraries of all targets and can link against an old glibc. This Python's
headers serve all targets, because they use the stable interface only and all processors have the same type sizes.
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
PASSED_ON = ("PATH", "HOME", "TMPDIR", "LANG", "SSL_CERT_FILE")  # the caller's compiler flags must not affect a release


class Failed(Exception):
    """A step failed; the message is its output."""


def run(*command: str | Path, folder: Path = ROOT, **variables: str) -> str:
    """Run a command with only these environment variables, and return its output. Raise Failed if it fails."""
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
    """Return the timestamp of all files in a release, in seconds: SOURCE_DATE_EPOCH, or else the commit's time."""
    configured = os.environ.get("SOURCE_DATE_EPOCH")
    return configured or run("git", "log", "-1", "--format=%ct").strip()


def source_distribution(out: Path) -> Path:
    """Build the source distribution from all files that git does not ignore."""
    out.mkdir(parents=True, exist_ok=True)
    code = f"from scikit_build_core import build; build.build_sdist({str(out)!r})"
    run(sys.executable, "-c", code, SOURCE_DATE_EPOCH=epoch())
    return next(out.glob("*.tar.gz"))


def wheel(target: Target, source: Path, work: Path, out: Path) -> Path:
    """Build a target's wheel in `work`. Raise Failed if it lacks a kernel of its processor."""
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
    _check_kernels(target, tree, work / "build")
    built = next((work / "out").glob("*.whl"))
    out.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(built, out))


def zig() -> Path:
    """Return the compiler's path in the PyPI package."""
    try:
        import ziglang
    except ImportError as error:
        raise Failed("the compiler zig is not installed; type: make wheels, which installs it") from error

    return Path(ziglang.__file__).parent / "zig"


# zig rejects -march=armv8-a+crypto, which other compilers accept, and takes a processor's features instead.
_COMPILER = """\
for word do
    shift
    [ "$word" != -march=armv8-a+crypto ] || word=-mcpu=generic+crypto
    set -- "$@" "$word"
done
exec "{zig}" cc {flags} "$@\""""


def _toolchain(target: Target, tree: Path, tools: Path) -> Path:
    """Write the CMake toolchain file for zig. Paths of this machine do not get into the compiled files."""
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
    """Copy this Python's headers. Debian's pyconfig.h only includes a processor's own, so copy that one."""
    headers = Path(sysconfig.get_path("include"))
    shutil.copytree(headers, folder)
    processor_header = headers.parent / str(sysconfig.get_config_var("MULTIARCH")) / headers.name / "pyconfig.h"
    if processor_header.exists():
        shutil.copy(processor_header, folder / "pyconfig.h")
    return folder


def _check_kernels(target: Target, tree: Path, build: Path) -> None:
    """Check that all kernels were compiled. The build omits kernels that the compiler does not support."""
    for kernel in target.kernels:
        wanted = {f"{path.parent.parent.name}/kernels/{path.name}" for path in tree.glob(f"core/*/kernels/{kernel}.c")}
        built = {str(path) for path in build.rglob(f"{kernel}.c.o")}
        if not wanted or (lacking := {name for name in wanted if not any(f"/{name}.o" in path for path in built)}):
            raise Failed(f"{target.name}: not compiled: {', '.join(sorted(lacking)) if wanted else kernel}")
