"""A core's files for somebody else's tools."""

from __future__ import annotations

from pathlib import Path

from wirerate.errors import OutputError
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.testbench import VECTORS
from wirerate.lab.fpga.parts import Part
from wirerate.lab.fpga.placing import SEEDS, commands
from wirerate.lab.fpga.simulation import COMMANDS, write_bench


def emit(core: Core, part: Part, folder: Path) -> list[Path]:
    """core.v, bench.v, vectors.hex, placed.v (what is placed) and commands.txt; returns their paths."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_bench(core, folder)
        (folder / "placed.v").write_text(core.harness)
        (folder / "commands.txt").write_text(_commands(core, part))
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror}", fix="name a folder you may write") from error
    return [folder / name for name in ("core.v", "bench.v", VECTORS, "placed.v", "commands.txt")]


def _commands(core: Core, part: Part) -> str:
    lines = [f"# {core.name}: {core.title}", ""]
    for simulator, words in COMMANDS.items():
        lines += [f"# simulate with {simulator}; the last line says PASS or FAIL", *words, ""]
    synthesis, _ = commands(core, part)
    lines += [f"# place on {part.title}; YoWASP's programs have the same names with yowasp- before them", synthesis]
    lines += [commands(core, part, seed)[1] for seed in SEEDS]
    return "\n".join(lines) + "\n"
