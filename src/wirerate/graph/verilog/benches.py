"""The small circuits that calibrate RFC 1810's formula on a part: one operation between registers."""

from __future__ import annotations

from wirerate.graph.algorithms.md5 import ROTATION
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.expressions import logic3, rotated


def add() -> Core:
    """RFC 1810's operation: "32-bit addition, including register retrieval and storage"."""
    return _bench("add", "an addition", {"x": 32, "y": 32}, "x_1 + y_1", 400)


def logic_add() -> Core:
    """A step's first half in one clock."""
    select = logic3(0xCA).format("b_1", "c_1", "d_1")
    ports = {"b": 32, "c": 32, "d": 32, "p": 32}
    return _bench("logic-add", "F of three words and an addition", ports, f"p_1 + ({select})", 310)


def rotate() -> Core:
    """What an iterative core needs and a pipeline does not."""
    amounts = [amount for group in ROTATION for amount in group]
    cases = [f"        {i}: rotation = {rotated('x_1', amount)};" for i, amount in enumerate(amounts)]
    body = ["    reg  [31:0] rotation;", "    always @* case (choice_1)", *cases, "    endcase"]
    title = "a rotation by one of 16 amounts"
    return _bench("rotate", title, {"x": 32, "choice": 4}, "rotation", 340, "\n".join(body) + "\n")


def _bench(name: str, title: str, inputs: dict[str, int], result: str, target_mhz: float, body: str = "") -> Core:
    module = f"bench_{name.replace('-', '_')}"
    ports = "".join(f"    input  wire [{width - 1}:0] {name},\n" for name, width in inputs.items())
    registers = "".join(f"    reg  [{width - 1}:0] {name}_1;\n" for name, width in inputs.items())
    loads = "".join(f"        {name}_1 <= {name};\n" for name in inputs)
    verilog = (
        f"// From register to register: {title}.\n"
        f"module {module} (\n    input  wire clk,\n{ports}    output reg  [31:0] result\n);\n{registers}{body}"
        f"    always @(posedge clk) begin\n{loads}        result <= {result};\n    end\nendmodule\n"
    )
    return Core(f"bench-{name}", title, module, verilog, inputs, {"result": 32}, target_mhz, bits=32)
