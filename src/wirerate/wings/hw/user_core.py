# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The user's own Verilog core: read it with Yosys, list its ports, and connect them to two shift chains for place
and route, as for wirerate's cores."""

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

TARGET_MHZ = 150.0  # the router's target
_MODULES, _READ = "modules.txt", "core.il"
_PORT = re.compile(r"^  wire (?P<words>.*\b(?P<way>input|output|inout) \d+\b.*) \\(?P<name>\S+)$", re.MULTILINE)


def load_user_core(request: Hw, work: Path) -> tuple[Core, Brought]:
    """Return the core, ready to be placed, and its description. Raise MissingError with Yosys's message if the Verilog
    is wrong, and UsageError if a file, module or port does not exist."""
    digest = _digest(request.verilog)
    folder = work / f"read-{re.sub(r'[^A-Za-z0-9_]', '_', request.top)}-{digest}"
    text = _read(request, folder)
    inputs, outputs = _ports(text, request)
    bits_per_cycle, pace = pace_of(request, folder, inputs, outputs)
    command = f"yosys -q -p '{_script(request.top)}' {' '.join(request.verilog)}"
    description = Brought(
        files=tuple(request.verilog), top=request.top, clock=request.clock, input_bits=sum(inputs.values()),
        output_bits=sum(outputs.values()), bits_per_cycle=bits_per_cycle, pace=pace, command=command,
    )  # fmt: skip
    _check_width(description)
    return _core(request, text, inputs, outputs, description), description


def _core(request: Hw, text: str, inputs: Mapping[str, int], outputs: Mapping[str, int], description: Brought) -> Core:
    checksum = request.algorithm == CHECKSUM
    lanes = request.lanes or 1
    return Core(
        name=request.top,
        title=f"{', '.join(Path(name).name for name in request.verilog)}, {pace_in_words(description)}",
        module=request.top,
        verilog=text,
        inputs=inputs,
        outputs=outputs,
        target_mhz=TARGET_MHZ,
        algorithm=CHECKSUM if checksum else "md5",
        lanes=lanes,
        bits=MD5_BLOCK,
        clocks=lanes * MD5_BLOCK / description.bits_per_cycle,
        clock=request.clock,
        rtlil=True,
    )


# ---- reading ----


def _digest(files: Sequence[str]) -> str:
    """Return a hash of the files' present contents."""
    digest = hashlib.sha256()
    for file in files:
        try:
            digest.update(Path(file).read_bytes() + b"\0")
        except OSError as error:
            raise UsageError(
                f"cannot read {file}: {error.strerror}", fix="name Verilog files that you may read"
            ) from error
    return digest.hexdigest()[:12]


def _script(top: str) -> str:
    """Return the Yosys script that resolves parameters and submodules."""
    return f"tee -q -o {_MODULES} ls; hierarchy -check -top {top}; write_rtlil {_READ}"


def _read(request: Hw, folder: Path) -> str:
    """Return the module and its submodules in Yosys's RTLIL. Always read afresh, because files may include others."""
    _check_name(request.top)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _MODULES).unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(
            f"cannot write {folder}: {error.strerror}", fix="set XDG_CACHE_HOME to a folder you may write to"
        ) from error
    # Relative paths: YoWASP's programs see another /tmp.
    paths = [os.path.relpath(Path(name).resolve(), folder.resolve()) for name in request.verilog]
    try:
        run([synthesizer().program, "-q", "-p", _script(request.top), *paths], folder, "read.log")
    except MissingError as error:
        if (modules := list(_modules(folder))) and request.top not in modules:
            raise unknown("module", request.top, modules) from None
        raise _with_typed_names(error, dict(zip(paths, request.verilog, strict=True))) from None
    return (folder / _READ).read_text()


def _with_typed_names(error: MissingError, names: Mapping[str, str]) -> MissingError:
    """Return Yosys's error with the files named as the user typed them."""
    message = str(error)
    for path, name in names.items():
        message = message.replace(path, name)
    return MissingError(message, fix=error.fix)


def _modules(folder: Path) -> Iterator[str]:
    """Yield the modules that Yosys read before it stopped."""
    with suppress(OSError):
        for line in (folder / _MODULES).read_text().splitlines():
            if line.startswith("  "):
                yield line.strip().removeprefix("$abstract").removeprefix("\\")


def _check_name(top: str) -> None:
    if not re.fullmatch(r"[A-Za-z_][\w$]*", top, re.ASCII):
        raise UsageError(f"{top!r} is not a module name", fix="type the name that follows the keyword module")


# ---- ports ----


def _ports(text: str, request: Hw) -> tuple[dict[str, int], dict[str, int]]:
    """Return the inputs without the clock, and the outputs, with their widths."""
    start = text.index(f"\nmodule \\{request.top}\n")
    ports: dict[str, dict[str, int]] = {"input": {}, "output": {}, "inout": {}}
    for port in _PORT.finditer(text[start : text.index("\nend\n", start)]):
        width = re.search(r"\bwidth (\d+)", port["words"])
        ports[port["way"]][port["name"]] = int(width[1]) if width else 1
    inputs, outputs = ports["input"], ports["output"]
    if request.clock not in inputs:
        raise unknown("input", request.clock, [name for name, bits in inputs.items() if bits == 1] or inputs)
    if (bits := inputs.pop(request.clock)) != 1:
        raise UsageError(f"{request.clock} has {bits} bits; a clock has one", fix="name the clock port")
    if ports["inout"]:
        raise UsageError(
            f"{request.top} has the inout port {next(iter(ports['inout']))}, which cannot be tested",
            fix="split it into an input and an output",
        )
    for direction, members in (("input except the clock", inputs), ("output", outputs)):
        if not members:
            raise UsageError(f"{request.top} has no {direction}; Yosys would remove it all", fix="name another ‹top›")
    return inputs, outputs


def _check_width(description: Brought) -> None:
    if description.bits_per_cycle > description.input_bits:
        raise UsageError(
            f"{description.top} has {description.input_bits} input bits and cannot take in "
            f"{description.bits_per_cycle:.4g} per clock",
            fix="divide a block by its clocks: MD5's 512 bits in 64 clocks are 8",
        )
