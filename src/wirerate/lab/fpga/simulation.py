"""A core against its vectors, in Icarus Verilog or Verilator."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from wirerate.errors import MissingError
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.testbench import VECTORS

COMMANDS = {
    "iverilog": ("iverilog -g2005 -o bench.vvp core.v bench.v", "vvp -n bench.vvp"),
    "verilator": ("verilator --binary --timing -Wno-fatal --top-module bench core.v bench.v", "obj_dir/Vbench"),
}


def simulator() -> str:
    """The one that is here."""
    for name in COMMANDS:
        if shutil.which(name):
            return name
    raise MissingError("no Verilog simulator is here, so a core cannot be checked", fix="sudo apt-get install iverilog")


def write_bench(core: Core, folder: Path) -> None:
    """The core, its bench and its vectors, as files."""
    assert core.bench is not None
    bench = core.bench()
    (folder / "core.v").write_text(core.verilog)
    (folder / "bench.v").write_text(bench.verilog)
    (folder / VECTORS).write_text(bench.vectors)


def simulate(core: Core, folder: Path) -> str:
    """Runs the bench in a folder and returns its last line, which begins with PASS or FAIL."""
    write_bench(core, folder)
    output = ""
    for command in COMMANDS[simulator()]:
        done = subprocess.run(command.split(), cwd=folder, capture_output=True, text=True, check=False)
        output = done.stdout + done.stderr
        if done.returncode:
            raise MissingError(f"{command.split()[0]} failed: {output.strip()[-300:]}", fix=f"look into {folder}")
    answers = [line for line in output.splitlines() if line.startswith(("PASS", "FAIL"))]
    return answers[-1] if answers else f"FAIL no answer: {output.strip()[-300:]}"
