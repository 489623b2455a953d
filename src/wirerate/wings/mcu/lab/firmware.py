# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compile and link firmware with the cross-compiler, and cache the images by all of their inputs."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from wirerate.cleanup import temporary_folder
from wirerate.errors import ConfigurationError, MissingError, unknown
from wirerate.wings.mcu.lab.image import PART, Image
from wirerate.wings.mcu.lab.source import atomic_folder, cache_folder
from wirerate.wings.mcu.target import LEVEL, LEVELS, Core, core_named

INSTALL = "sudo apt-get install gcc-arm-none-eabi libnewlib-arm-none-eabi libnewlib-dev"
_GCC = "arm-none-eabi-gcc"
# The first line of gcc's or the linker's output that names an error; "In file included from" may precede it.
_ERROR = re.compile(
    r"^.*(?:\b(?:fatal )?error: |undefined reference to |region .* overflowed|multiple definition).*$", re.M
)


@dataclass(frozen=True)
class Toolchain:
    """The cross-compiler. `version` identifies it and its C library."""

    program: str
    version: str

    def run(self, arguments: Sequence[str], folder: Path) -> None:
        """Compile or link in a folder. Raise ConfigurationError with the first error message."""
        self._run(arguments, "", folder)

    def definitions(self, flags: Sequence[str], source: str) -> dict[str, str]:
        """Return the macros that are defined at the end of a source, by name without arguments."""
        output = self._run([*flags, "-E", "-dM", "-x", "c", "-"], source)
        lines = [line.removeprefix("#define ") for line in output.splitlines() if line.startswith("#define ")]
        return {re.split(r"[ (]", line)[0]: line.partition(" ")[2] for line in lines}

    def _run(self, arguments: Sequence[str], source: str, folder: Path | None = None) -> str:
        command = [self.program, *arguments]
        done = subprocess.run(command, cwd=folder, input=source, capture_output=True, text=True, check=False)
        if done.returncode:
            match = _ERROR.search(done.stderr)
            first = (match[0] if match else done.stderr.strip()[-300:]).strip()
            raise ConfigurationError(
                f"this configuration does not build: {first}", fix="change the configuration where the compiler points"
            )
        return done.stdout

    def library_sha256(self, core: Core) -> str:
        """Return the SHA-256 of the C library that firmware for this core is linked with."""
        return _c_library(self.program, core.flags)


@cache
def toolchain() -> Toolchain:
    """Return GCC for bare-metal Arm with newlib-nano."""
    program = shutil.which(_GCC)
    if program is None:
        raise MissingError(f"{_GCC} is not installed; it is needed to build firmware", fix=INSTALL)
    output = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return Toolchain(program, output.partition("\n")[0].strip())


@cache
def _c_library(program: str, flags: tuple[str, ...]) -> str:
    command = [program, *flags, "-print-file-name=libc_nano.a"]
    path = Path(subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip())
    if not path.is_absolute():
        raise MissingError("newlib-nano is not installed; it is needed to link firmware", fix=INSTALL)
    return hashlib.sha256(path.read_bytes()).hexdigest()


INSTRUMENT = Path(__file__).parents[1] / "firmware"
_HEAP = "heap.c"
_INSTRUMENT_SOURCES = ("start.c", _HEAP, "end.c")
_CONFIG = "wirerate_config.h"
_WRAPPED = ("malloc", "calloc", "realloc", "free")
_FLAGS = ("-std=gnu11", "-g0", "-ffunction-sections", "-fdata-sections", "-fno-common", "--specs=nano.specs")
_TEST = r"!?defined\(MBEDTLS_(?!CONFIG_FILE)\w+\)"  # older source files start by including their configuration
_OPENED = re.compile(rf"^#if ({_TEST}(?: (?:&&|\|\|) {_TEST})*)\s*$", re.MULTILINE)
_CLOSED = re.compile(r"#endif\s*/\*(.*)\*/\s*$")
_MACRO = re.compile(r"MBEDTLS_\w+")
_INCLUDE_CONFIGURATION = """#if __has_include("mbedtls/build_info.h")
#include "mbedtls/build_info.h"
#else
#include MBEDTLS_CONFIG_FILE
#endif
"""


@dataclass(frozen=True)
class Firmware:
    """The inputs of an image. All code in `sources` is linked, but from `library` only the code that they use."""

    name: str
    sources: tuple[Path, ...]
    include: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    library: Path | None = None  # the source tree of Mbed TLS
    config_h: str = ""  # the text of its configuration
    config_key: str = ""  # identifies a configuration that includes other files; if empty, its text does
    leave_out: tuple[str, ...] = ()  # patterns for the names of library sources not to compile
    core: str = "cortex-m3"
    level: str = LEVEL
    parts: tuple[tuple[str, tuple[Path, ...]], ...] = ()  # further sources by building block; linked if used
    allocates: bool = True  # whether it calls malloc; otherwise no heap is linked


def build(firmware: Firmware, jobs: int | None = None) -> Image:
    """Build an image, or return it from the cache if sources, flags and compiler are unchanged.

    `jobs` is the number of compilers to run at once; the default is the number of processors.
    """
    if firmware.level not in LEVELS:
        raise unknown("optimisation level", firmware.level, LEVELS)
    core = core_named(firmware.core)
    flags = [*core.flags, firmware.level, *_FLAGS]
    workers = jobs or os.cpu_count() or 1
    library = _library(firmware, core, flags, workers) if firmware.library else None
    key = _Key([toolchain().version, toolchain().library_sha256(core), *flags, *firmware.defines])
    key.text(library.name if library else "")
    key.text(firmware.config_key or firmware.config_h)
    key.text("" if firmware.allocates else "no malloc")
    key.files(INSTRUMENT.glob("*.[ch]"))
    key.files(INSTRUMENT.glob("*.ld"))
    key.files(firmware.sources)
    for block, sources in firmware.parts:
        key.text(block)
        key.files(sources)
    for folder in firmware.include:
        key.files(folder.rglob("*.h"))
    folder = cache_folder() / "images" / f"{firmware.name}-{core.name}{firmware.level}-{key}"
    if not folder.is_dir():
        with atomic_folder(folder) as new:
            _make_image(firmware, flags, library, new, workers)
    return Image(folder / "firmware.elf", folder / "firmware.map")


def _make_image(firmware: Firmware, flags: list[str], library: Path | None, new: Path, jobs: int) -> None:
    own_flags = [*flags, *(f"-D{define}" for define in firmware.defines), *_configured(firmware, new)]
    own_flags += [f"-I{folder.resolve()}" for folder in firmware.include]
    # Our start-up and heap-counting code is always compiled at -O2, so that its cost does not depend on the level.
    instrument = [*flags, "-O2"]
    names = _INSTRUMENT_SOURCES if firmware.allocates else [n for n in _INSTRUMENT_SOURCES if n != _HEAP]
    objects = _compile([INSTRUMENT / name for name in names], instrument, new / "instrument", jobs)
    objects += _compile([path.resolve() for path in firmware.sources], own_flags, new / "harness", jobs)
    for block, sources in firmware.parts:
        objects += _compile([path.resolve() for path in sources], own_flags, new / f"{PART}{block}", jobs)
    archive = sorted(library.glob("*.o")) if library else []
    wraps = [f"-Wl,--wrap={name}" for name in _WRAPPED if firmware.allocates]
    script = ["-nostartfiles", f"-Wl,-T,{INSTRUMENT / 'flat.ld'}", "-Wl,--gc-sections", "-Wl,-Map,firmware.map"]
    quiet = ["-Wl,--no-warn-rwx-segments"]
    words = [str(path.relative_to(new)) for path in objects] + [str(path) for path in archive]
    toolchain().run([*flags, *script, *quiet, *wraps, *words, "-lc", "-lgcc", "-o", "firmware.elf"], new)


def _library(firmware: Firmware, core: Core, flags: list[str], jobs: int) -> Path:
    """Return the folder of the library's objects in this configuration; images with the same configuration share it."""
    assert firmware.library is not None
    tree = firmware.library.resolve()
    paths = sorted((tree / "library").glob("*.c")) + sorted((tree / "3rdparty" / "p256-m").rglob("*.c"))
    sources = [path for path in paths if not any(fnmatch(path.stem, pattern) for pattern in firmware.leave_out)]
    key = _Key([toolchain().version, core.name, *flags, *_library_defines(firmware)])
    key.text(firmware.config_key or firmware.config_h)
    key.files(sources)
    key.files((tree / "library").glob("*.h"))
    key.files((tree / "include").rglob("*.h"))
    key.files((tree / "3rdparty").rglob("*.h"))
    objects = cache_folder() / "objects" / f"mbedtls-{core.name}{firmware.level}-{key}"
    if not objects.is_dir():
        with atomic_folder(objects) as new:
            configured = [*flags, *_configured(firmware, new)]
            _compile(enabled_sources(sources, configured), configured, new, jobs)
    return objects


def _library_defines(firmware: Firmware) -> list[str]:
    """Return the definitions that also apply to the library: those with its prefixes."""
    return [f"-D{define}" for define in firmware.defines if define.startswith(("MBEDTLS_", "PSA_"))]


def _configured(firmware: Firmware, new: Path) -> list[str]:
    """Write the library's configuration into `new` and return the flags that select it."""
    if firmware.library is None:
        return []
    return [*_configuration_flags(firmware.library.resolve(), firmware.config_h, new), *_library_defines(firmware)]


def _configuration_flags(tree: Path, config_h: str, new: Path) -> list[str]:
    (new / _CONFIG).write_text(config_h)
    include = [new, tree / "include", tree / "library"]
    include += [p for p in (tree / "3rdparty" / "p256-m", tree / "3rdparty" / "p256-m" / "p256-m") if p.is_dir()]
    include += [p for p in (tree / "3rdparty" / "p256-m" / "p256-m" / "include",) if p.is_dir()]
    # Asserts and debug messages contain file names. Map them, so that the tree's location does not matter.
    mapped = [f"-ffile-prefix-map={tree}=mbedtls", f"-ffile-prefix-map={new}=build"]
    return [f'-DMBEDTLS_CONFIG_FILE="{_CONFIG}"', *(f"-I{p}" for p in include), *mapped]


def definitions(tree: Path, config_h: str, core: Core, includes: str) -> dict[str, str]:
    """Return all macros that the compiler defines for a configuration followed by the lines `includes`.

    Raise ConfigurationError if it does not compile.
    """
    with temporary_folder("mcu") as scratch:
        return toolchain().definitions(
            [*core.flags, *_FLAGS, *_configuration_flags(tree, config_h, scratch)], _INCLUDE_CONFIGURATION + includes
        )


def _compile(sources: Sequence[Path], flags: Sequence[str], into: Path, jobs: int) -> list[Path]:
    """Compile sources into a folder, with several compilers at once, and return the objects."""
    into.mkdir(exist_ok=True)
    shares = [share for share in (sources[first :: 4 * jobs] for first in range(4 * jobs)) if share]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda share: toolchain().run(["-c", *flags, *map(str, share)], into), shares))
    return [into / f"{source.stem}.o" for source in sources]


def enabled_sources(sources: Sequence[Path], flags: Sequence[str]) -> list[Path]:
    """Return the sources that are not empty in the configuration of `flags`.

    Most files of Mbed TLS are wrapped in one `#if defined(MBEDTLS_…_C)`; preprocessing the disabled ones takes longer
    than the rest of a build. If the configuration does not compile, return all sources: the first one shows the error.
    """
    try:
        defined = toolchain().definitions(flags, _INCLUDE_CONFIGURATION).keys()
    except ConfigurationError:
        return list(sources)
    return [source for source in sources if _holds(_whole_condition(source), defined)]


def _whole_condition(source: Path) -> str:
    """Return the condition that a whole file depends on, or an empty string.

    The file's first condition must use only the library's macros, and its last line must close a condition on the same
    macros.
    """
    text = source.read_text(errors="replace")
    opened, closed = _OPENED.search(text), _CLOSED.search(text)
    if not opened or not closed or set(_MACRO.findall(opened[1])) != set(_MACRO.findall(closed[1])):
        return ""
    return opened[1]


def _holds(condition: str, defined: Collection[str]) -> bool:
    """Evaluate a condition such as `defined(A) && !defined(B) || defined(C)`. An empty condition is true."""
    return (
        any(
            all((_MACRO.findall(test)[0] in defined) != test.startswith("!") for test in choice.split(" && "))
            for choice in condition.split(" || ")
            if condition
        )
        or not condition
    )


class _Key:
    """A hash of everything that affects the result of a build."""

    def __init__(self, words: Iterable[str]) -> None:
        self._hash = hashlib.sha256()
        for word in words:
            self.text(word)

    def text(self, word: str) -> None:
        data = word.encode()
        self._hash.update(len(data).to_bytes(8, "little") + data)

    def files(self, paths: Iterable[Path]) -> None:
        for path in sorted(paths):
            self.text(path.name)
            data = path.read_bytes()
            self._hash.update(len(data).to_bytes(8, "little") + data)

    def __str__(self) -> str:
        return self._hash.hexdigest()[:24]
