# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The cross-compiler: found, asked for its version, run, and quoted where it refuses."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wirerate.errors import ConfigurationError, MissingError, unknown
from wirerate.wings.mcu.target import Core

INSTALL = "sudo apt-get install gcc-arm-none-eabi libnewlib-arm-none-eabi libnewlib-dev"
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
LEVEL = "-O2"  # of the grid
_GCC = "arm-none-eabi-gcc"
# The first line of what gcc or the linker says that tells what is wrong; "In file included from" comes before it.
_ERROR = re.compile(
    r"^.*(?:\b(?:fatal )?error: |undefined reference to |region .* overflowed|multiple definition).*$", re.M
)


def level_named(word: str | None) -> str:
    """-O2 for O2, 2 and -O2, and where no level is named."""
    if word is None:
        return LEVEL
    wanted = f"-{word.removeprefix('-')}" if word.lstrip("-")[:1] in ("O", "o") else f"-O{word}"
    if wanted not in LEVELS:
        raise unknown("compiler level", word, [each.removeprefix("-") for each in LEVELS])
    return wanted


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
        return _library(self.program, core.flags)


@cache
def toolchain() -> Toolchain:
    """GCC for bare-metal Arm with newlib-nano."""
    program = shutil.which(_GCC)
    if program is None:
        raise MissingError(f"{_GCC} is not here, and without it no firmware can be built", fix=INSTALL)
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return Toolchain(program, said.partition("\n")[0].strip())


@cache
def _library(program: str, flags: tuple[str, ...]) -> str:
    command = [program, *flags, "-print-file-name=libc_nano.a"]
    path = Path(subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip())
    if not path.is_absolute():
        raise MissingError("newlib-nano is not here, and without it no firmware can be linked", fix=INSTALL)
    return hashlib.sha256(path.read_bytes()).hexdigest()
