# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A core that somebody brings as Verilog: read by Yosys, its ports found, and put between the same two shift chains as
ours, so that it is placed as they are."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from wirerate.errors import MissingError, OutputError, UsageError, unknown
from wirerate.graph.verilog.core import Core
from wirerate.wings.hw.question import CHECKSUM, MD5_BLOCK, Hw
from wirerate.wings.hw.rows import Brought
from wirerate.wings.hw.sentences import pace as pace_in_words
from wirerate.wings.hw.simulation import pace_of
from wirerate.wings.hw.toolchain import run, synthesizer

TARGET_MHZ = 150.0  # asked of the router, which does not know what the core can do
_MODULES, _READ = "modules.txt", "core.il"
_PORT = re.compile(r"^  wire (?P<words>.*\b(?P<way>input|output|inout) \d+\b.*) \\(?P<name>\S+)$", re.MULTILINE)


def bring(asked: Hw, work: Path) -> tuple[Core, Brought]:
    """The core, ready to be placed, and what is known of it. Wrong Verilog is a MissingError with Yosys's sentence;
    a file, a module or a port that is not there is a UsageError that names what is."""
    digest = _digest(asked.verilog)
    folder = work / f"read-{re.sub(r'[^A-Za-z0-9_]', '_', asked.top)}-{digest}"
    text = _read(asked, folder)
    inputs, outputs = _ports(text, asked)
    bits_per_cycle, pace = pace_of(asked, folder, inputs, outputs)
    command = f"yosys -q -p '{_script(asked.top)}' {' '.join(asked.verilog)}"
    about = Brought(
        files=tuple(asked.verilog), top=asked.top, clock=asked.clock, input_bits=sum(inputs.values()),
        output_bits=sum(outputs.values()), bits_per_cycle=bits_per_cycle, pace=pace, command=command,
    )  # fmt: skip
    _check_width(about)
    return _core(asked, text, inputs, outputs, about), about


def _core(asked: Hw, text: str, inputs: Mapping[str, int], outputs: Mapping[str, int], about: Brought) -> Core:
    checksum = asked.algorithm == CHECKSUM
    lanes = asked.lanes or 1
    return Core(
        name=asked.top,
        title=f"{', '.join(Path(each).name for each in asked.verilog)}, {pace_in_words(about)}",
        module=asked.top,
        verilog=text,
        inputs=inputs,
        outputs=outputs,
        target_mhz=TARGET_MHZ,
        algorithm=CHECKSUM if checksum else "md5",
        lanes=lanes,
        bits=MD5_BLOCK,
        clocks=lanes * MD5_BLOCK / about.bits_per_cycle,
        clock=asked.clock,
        rtlil=True,
    )


# ---- reading ----


def _digest(files: Sequence[str]) -> str:
    """Of the files as they are now."""
    found = hashlib.sha256()
    for each in files:
        try:
            found.update(Path(each).read_bytes() + b"\0")
        except OSError as error:
            raise UsageError(
                f"cannot read {each}: {error.strerror}", fix="name Verilog files that you may read"
            ) from error
    return found.hexdigest()[:12]


def _script(top: str) -> str:
    """Parameters are put in and parts looked for."""
    return f"tee -q -o {_MODULES} ls; hierarchy -check -top {top}; write_rtlil {_READ}"


def _read(asked: Hw, folder: Path) -> str:
    """Yosys's form of the module and what it is made of. Read anew every time, for files may include others."""
    _check_name(asked.top)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _MODULES).unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(
            f"cannot write {folder}: {error.strerror}", fix="set XDG_CACHE_HOME to a folder you may write"
        ) from error
    # By a path from there: YoWASP's programs see another /tmp.
    there = [os.path.relpath(Path(each).resolve(), folder.resolve()) for each in asked.verilog]
    try:
        run([synthesizer().program, "-q", "-p", _script(asked.top), *there], folder, "read.log")
    except MissingError as error:
        if (modules := list(_modules(folder))) and asked.top not in modules:
            raise unknown("module", asked.top, modules) from None
        raise _in_own_words(error, dict(zip(there, asked.verilog, strict=True))) from None
    return (folder / _READ).read_text()


def _in_own_words(error: MissingError, names: Mapping[str, str]) -> MissingError:
    """Yosys's sentence with the files called as they were typed."""
    said = str(error)
    for path, name in names.items():
        said = said.replace(path, name)
    return MissingError(said, fix=error.fix)


def _modules(folder: Path) -> Iterator[str]:
    """Those that the files have, as far as Yosys came."""
    with suppress(OSError):
        for line in (folder / _MODULES).read_text().splitlines():
            if line.startswith("  "):
                yield line.strip().removeprefix("$abstract").removeprefix("\\")


def _check_name(top: str) -> None:
    if not re.fullmatch(r"[A-Za-z_][\w$]*", top, re.ASCII):
        raise UsageError(f"{top!r} is no name of a module", fix="type it as it stands after the word module")


# ---- ports ----


def _ports(text: str, asked: Hw) -> tuple[dict[str, int], dict[str, int]]:
    """Inputs but the clock, and outputs, with their widths."""
    start = text.index(f"\nmodule \\{asked.top}\n")
    ports: dict[str, dict[str, int]] = {"input": {}, "output": {}, "inout": {}}
    for found in _PORT.finditer(text[start : text.index("\nend\n", start)]):
        width = re.search(r"\bwidth (\d+)", found["words"])
        ports[found["way"]][found["name"]] = int(width[1]) if width else 1
    inputs, outputs = ports["input"], ports["output"]
    if asked.clock not in inputs:
        raise unknown("input", asked.clock, [name for name, bits in inputs.items() if bits == 1] or inputs)
    if (bits := inputs.pop(asked.clock)) != 1:
        raise UsageError(f"{asked.clock} has {bits} bits, and a clock has one", fix="name the port of the clock")
    if ports["inout"]:
        raise UsageError(
            f"{asked.top} has a port that goes both ways, {next(iter(ports['inout']))}: no shift chain can feed it",
            fix="give it an input and an output instead",
        )
    for way, found_ports in (("input but the clock", inputs), ("output", outputs)):
        if not found_ports:
            raise UsageError(f"{asked.top} has no {way}: all of it would be optimised away", fix="name another ‹top›")
    return inputs, outputs


def _check_width(about: Brought) -> None:
    if about.bits_per_cycle > about.input_bits:
        raise UsageError(
            f"{about.top} has {about.input_bits} input bits beside its clock, and cannot take in "
            f"{about.bits_per_cycle:.4g} per cycle",
            fix="MD5's blocks have 512 bits: of 64 cycles a block, say 8",
        )
