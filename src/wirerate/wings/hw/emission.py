# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A core's files for somebody else's tools: the Verilog, a bench that checks it, and the commands that run both."""

from __future__ import annotations

from pathlib import Path

from wirerate.errors import OutputError
from wirerate.graph.verilog.bench import VECTORS
from wirerate.graph.verilog.core import Core
from wirerate.wings.hw.parts import Part
from wirerate.wings.hw.placing import SEEDS, commands

SIMULATORS = {
    "iverilog": ("iverilog -g2005 -o bench.vvp core.v bench.v", "vvp -n bench.vvp"),
    "verilator": ("verilator --binary --timing -Wno-fatal --top-module bench core.v bench.v", "obj_dir/Vbench"),
}


def emit(core: Core, part: Part, folder: Path) -> list[Path]:
    """core.v, bench.v, vectors.hex, placed.v (what is placed) and commands.txt; returns their paths."""
    assert core.bench is not None
    bench = core.bench()
    texts = {
        "core.v": core.verilog,
        "bench.v": bench.verilog,
        VECTORS: bench.vectors,
        "placed.v": core.harness,
        "commands.txt": _commands(core, part),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror}", fix="name a folder you may write") from error
    return [folder / name for name in texts]


def _commands(core: Core, part: Part) -> str:
    lines = [f"# {core.name}: {core.title}", ""]
    for simulator, words in SIMULATORS.items():
        lines += [f"# simulate with {simulator}; the last line says PASS or FAIL", *words, ""]
    synthesis, _ = commands(core, part)
    lines += [f"# place on {part.title}; YoWASP's programs have the same names with yowasp- before them", synthesis]
    lines += [commands(core, part, seed)[1] for seed in SEEDS]
    return "\n".join(lines) + "\n"
