# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Firmware from its sources: compiled and linked by the cross-compiler once per configuration, then found again by what
went into it."""

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
from wirerate.wings.mcu.lab.source import cache_folder, made_whole
from wirerate.wings.mcu.target import LEVEL, LEVELS, Core, core_named

INSTALL = "sudo apt-get install gcc-arm-none-eabi libnewlib-arm-none-eabi libnewlib-dev"
_GCC = "arm-none-eabi-gcc"
# The first line of what gcc or the linker says that tells what is wrong; "In file included from" comes before it.
_ERROR = re.compile(
    r"^.*(?:\b(?:fatal )?error: |undefined reference to |region .* overflowed|multiple definition).*$", re.M
)


@dataclass(frozen=True)
class Toolchain:
    """A compiler with its C library, and what identifies both."""

    program: str
    version: str

    def run(self, arguments: Sequence[str], folder: Path) -> None:
        """Compiles or links in a folder. A refusal is a ConfigurationError with the first error."""
        self._answer(arguments, "", folder)

    def definitions(self, flags: Sequence[str], source: str) -> dict[str, str]:
        """The macros that stand after a source was read, by name: those with arguments too, by the name alone."""
        said = self._answer([*flags, "-E", "-dM", "-x", "c", "-"], source)
        lines = [line.removeprefix("#define ") for line in said.splitlines() if line.startswith("#define ")]
        return {re.split(r"[ (]", line)[0]: line.partition(" ")[2] for line in lines}

    def _answer(self, arguments: Sequence[str], given: str, folder: Path | None = None) -> str:
        command = [self.program, *arguments]
        done = subprocess.run(command, cwd=folder, input=given, capture_output=True, text=True, check=False)
        if done.returncode:
            found = _ERROR.search(done.stderr)
            first = (found[0] if found else done.stderr.strip()[-300:]).strip()
            raise ConfigurationError(
                f"this configuration does not build: {first}", fix="change the configuration where the compiler points"
            )
        return done.stdout

    def library_sha256(self, core: Core) -> str:
        """Identifies the C library that firmware for this core is linked with."""
        return _c_library(self.program, core.flags)


@cache
def toolchain() -> Toolchain:
    """GCC for bare-metal Arm with newlib-nano."""
    program = shutil.which(_GCC)
    if program is None:
        raise MissingError(f"{_GCC} is not here, and without it no firmware can be built", fix=INSTALL)
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return Toolchain(program, said.partition("\n")[0].strip())


@cache
def _c_library(program: str, flags: tuple[str, ...]) -> str:
    command = [program, *flags, "-print-file-name=libc_nano.a"]
    path = Path(subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip())
    if not path.is_absolute():
        raise MissingError("newlib-nano is not here, and without it no firmware can be linked", fix=INSTALL)
    return hashlib.sha256(path.read_bytes()).hexdigest()


INSTRUMENT = Path(__file__).parents[1] / "firmware"
_HEAP = "heap.c"
_INSTRUMENT_SOURCES = ("start.c", _HEAP, "end.c")
_CONFIG = "wirerate_config.h"
_WRAPPED = ("malloc", "calloc", "realloc", "free")
_FLAGS = ("-std=gnu11", "-g0", "-ffunction-sections", "-fdata-sections", "-fno-common", "--specs=nano.specs")
_TEST = r"!?defined\(MBEDTLS_(?!CONFIG_FILE)\w+\)"  # older sources begin with how they find their configuration
_OPENED = re.compile(rf"^#if ({_TEST}(?: (?:&&|\|\|) {_TEST})*)\s*$", re.MULTILINE)
_CLOSED = re.compile(r"#endif\s*/\*(.*)\*/\s*$")
_MACRO = re.compile(r"MBEDTLS_\w+")
_ASK = """#if __has_include("mbedtls/build_info.h")
#include "mbedtls/build_info.h"
#else
#include MBEDTLS_CONFIG_FILE
#endif
"""


@dataclass(frozen=True)
class Firmware:
    """What an image is made of. Every function and variable of `sources` is kept, of `library` only what they use."""

    name: str
    sources: tuple[Path, ...]
    include: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    library: Path | None = None  # a tree of Mbed TLS
    config_h: str = ""  # its configuration, as text,
    config_key: str = ""  # and what tells it from others, where the text does not: it includes files
    leave_out: tuple[str, ...] = ()  # patterns of names of its sources that are of no use here
    core: str = "cortex-m3"
    level: str = LEVEL
    parts: tuple[tuple[str, tuple[Path, ...]], ...] = ()  # further sources by building block; kept where they are used
    allocates: bool = True  # whether anything of it calls malloc: without, none is linked


def build(firmware: Firmware, jobs: int | None = None) -> Image:
    """The image, from the cache when the same sources, flags and compiler made it before. `jobs` compilers at once (all
    processors)."""
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
    made = cache_folder() / "images" / f"{firmware.name}-{core.name}{firmware.level}-{key}"
    if not made.is_dir():
        with made_whole(made) as new:
            _make_image(firmware, flags, library, new, workers)
    return Image(made / "firmware.elf", made / "firmware.map")


def _make_image(firmware: Firmware, flags: list[str], library: Path | None, new: Path, jobs: int) -> None:
    own = [*flags, *(f"-D{define}" for define in firmware.defines), *_configured(firmware, new)]
    own += [f"-I{folder.resolve()}" for folder in firmware.include]
    # Whoever traces the instrument's own code sees the same at every level.
    instrument = [*flags, "-O2"]
    names = _INSTRUMENT_SOURCES if firmware.allocates else [n for n in _INSTRUMENT_SOURCES if n != _HEAP]
    objects = _compile([INSTRUMENT / name for name in names], instrument, new / "instrument", jobs)
    objects += _compile([path.resolve() for path in firmware.sources], own, new / "harness", jobs)
    for block, sources in firmware.parts:
        objects += _compile([path.resolve() for path in sources], own, new / f"{PART}{block}", jobs)
    archive = sorted(library.glob("*.o")) if library else []
    wraps = [f"-Wl,--wrap={name}" for name in _WRAPPED if firmware.allocates]
    script = ["-nostartfiles", f"-Wl,-T,{INSTRUMENT / 'flat.ld'}", "-Wl,--gc-sections", "-Wl,-Map,firmware.map"]
    quiet = ["-Wl,--no-warn-rwx-segments"]
    words = [str(path.relative_to(new)) for path in objects] + [str(path) for path in archive]
    toolchain().run([*flags, *script, *quiet, *wraps, *words, "-lc", "-lgcc", "-o", "firmware.elf"], new)


def _library(firmware: Firmware, core: Core, flags: list[str], jobs: int) -> Path:
    """The library's objects under this configuration, shared by every image that is made with it."""
    assert firmware.library is not None
    tree = firmware.library.resolve()
    found = sorted((tree / "library").glob("*.c")) + sorted((tree / "3rdparty" / "p256-m").rglob("*.c"))
    sources = [path for path in found if not any(fnmatch(path.stem, pattern) for pattern in firmware.leave_out)]
    key = _Key([toolchain().version, core.name, *flags, *_library_defines(firmware)])
    key.text(firmware.config_key or firmware.config_h)
    key.files(sources)
    key.files((tree / "library").glob("*.h"))
    key.files((tree / "include").rglob("*.h"))
    key.files((tree / "3rdparty").rglob("*.h"))
    made = cache_folder() / "objects" / f"mbedtls-{core.name}{firmware.level}-{key}"
    if not made.is_dir():
        with made_whole(made) as new:
            configured = [*flags, *_configured(firmware, new)]
            _compile(with_content(sources, configured), configured, new, jobs)
    return made


def _library_defines(firmware: Firmware) -> list[str]:
    """Definitions that reach the library too: those with its own prefixes."""
    return [f"-D{define}" for define in firmware.defines if define.startswith(("MBEDTLS_", "PSA_"))]


def _configured(firmware: Firmware, new: Path) -> list[str]:
    """Flags that make sources see the library under its configuration, which is written into `new`."""
    if firmware.library is None:
        return []
    return [*_seeing(firmware.library.resolve(), firmware.config_h, new), *_library_defines(firmware)]


def _seeing(tree: Path, config_h: str, new: Path) -> list[str]:
    (new / _CONFIG).write_text(config_h)
    include = [new, tree / "include", tree / "library"]
    include += [p for p in (tree / "3rdparty" / "p256-m", tree / "3rdparty" / "p256-m" / "p256-m") if p.is_dir()]
    include += [p for p in (tree / "3rdparty" / "p256-m" / "p256-m" / "include",) if p.is_dir()]
    # Its asserts and debug texts name files: the same bytes wherever the tree lies.
    mapped = [f"-ffile-prefix-map={tree}=mbedtls", f"-ffile-prefix-map={new}=build"]
    return [f'-DMBEDTLS_CONFIG_FILE="{_CONFIG}"', *(f"-I{p}" for p in include), *mapped]


def definitions(tree: Path, config_h: str, core: Core, asked: str) -> dict[str, str]:
    """All macros under a configuration, as the compiler has them behind the headers that `asked` includes. A
    configuration that it cannot read is a ConfigurationError."""
    with temporary_folder("mcu") as scratch:
        return toolchain().definitions([*core.flags, *_FLAGS, *_seeing(tree, config_h, scratch)], _ASK + asked)


def _compile(sources: Sequence[Path], flags: Sequence[str], into: Path, jobs: int) -> list[Path]:
    """Objects of the sources in a folder, several compilers at once with several files each."""
    into.mkdir(exist_ok=True)
    shares = [share for share in (sources[first :: 4 * jobs] for first in range(4 * jobs)) if share]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda share: toolchain().run(["-c", *flags, *map(str, share)], into), shares))
    return [into / f"{source.stem}.o" for source in sources]


def with_content(sources: Sequence[Path], flags: Sequence[str]) -> list[Path]:
    """Those that the configuration in `flags` leaves anything of: most files of Mbed TLS are one
    `#if defined(MBEDTLS_…_C)` around everything, and reading their headers only to compile nothing takes longer than
    the rest of a build. Where the compiler does not read the configuration it is all of them: compiling the first says
    what is wrong."""
    try:
        defined = toolchain().definitions(flags, _ASK).keys()
    except ConfigurationError:
        return list(sources)
    return [source for source in sources if _holds(_whole_condition(source), defined)]


def _whole_condition(source: Path) -> str:
    """The condition that a file is nothing without, if it is written as such a file: the first one is of the library's
    macros alone, and the last line closes a condition of the same. Empty for any other file."""
    text = source.read_text(errors="replace")
    opened, closed = _OPENED.search(text), _CLOSED.search(text)
    if not opened or not closed or set(_MACRO.findall(opened[1])) != set(_MACRO.findall(closed[1])):
        return ""
    return opened[1]


def _holds(condition: str, defined: Collection[str]) -> bool:
    """`defined(A) && !defined(B) || defined(C)`, where && binds closer; an empty condition holds."""
    return (
        any(
            all((_MACRO.findall(test)[0] in defined) != test.startswith("!") for test in choice.split(" && "))
            for choice in condition.split(" || ")
            if condition
        )
        or not condition
    )


class _Key:
    """A hash over everything that decides what comes out of a build."""

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
