"""Cross-compile for other systems: the C library for macOS with zig and for Windows with mingw-w64.

For macOS this includes the host code for files and emulators. Nothing is run: `make platforms` runs the Windows tests
under Wine, and macOS programs cannot run here.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "elsewhere"
MACS = ("x86_64-macos", "aarch64-macos")
MINGW = "x86_64-w64-mingw32-gcc"


def compiled() -> Iterator[tuple[str, str]]:
    """Yield each system with the output of a failed build, or "" if it built without warnings."""
    try:
        import ziglang
    except ImportError:
        ziglang = None
    zig = Path(ziglang.__file__).parent / "zig" if ziglang else None
    for name in MACS:
        if zig:
            yield name, _built(name, "Darwin", name.partition("-")[0], f'"{zig}" cc -target {name}', f'"{zig}"')
    if shutil.which(MINGW):
        yield "x86_64-windows", _built("x86_64-windows", "Windows", "x86_64", MINGW, "")


def _built(name: str, system: str, processor: str, compiler: str, archiver: str) -> str:
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "tools").mkdir(parents=True)
    tools = {"cc": compiler}
    tools |= {"ar": f"{archiver} ar", "ranlib": f"{archiver} ranlib"} if archiver else {}
    file = folder / "toolchain.cmake"
    lines = [f"set(CMAKE_SYSTEM_NAME {system})", f"set(CMAKE_SYSTEM_PROCESSOR {processor})"]
    for tool, words in tools.items():
        script = folder / "tools" / tool
        script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        script.chmod(0o755)
    lines += [f"set({variable} {folder}/tools/cc)" for variable in ("CMAKE_C_COMPILER", "CMAKE_ASM_COMPILER")]
    lines += [f"set(CMAKE_{tool.upper()} {folder}/tools/{tool})" for tool in tools if tool != "cc"]
    file.write_text("\n".join(lines) + "\n")
    options = (
        "-DWIRERATE_BUILD_TESTS=OFF",
        f"-DWIRERATE_BUILD_HOST={'ON' if system == 'Darwin' else 'OFF'}",
        "-DWIRERATE_SHARED=OFF",
        "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON",
    )
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder / "build"), f"-DCMAKE_TOOLCHAIN_FILE={file}", *options]
    for command in (configure, ["cmake", "--build", str(folder / "build"), "-j", "2"]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            return done.stdout
    return ""
