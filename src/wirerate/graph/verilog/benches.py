"""The small circuits that calibrate RFC 1810's formula on a part: one operation between registers."""

from __future__ import annotations

from wirerate.graph.algorithms.md5 import ROTATION
from wirerate.graph.verilog.expressions import logic3, rotated

ADD, LOGIC_ADD, ROTATE = "add", "logic-add", "rotate"


def add() -> str:
    """RFC 1810's operation: "32-bit addition, including register retrieval and storage"."""
    return _bench("bench_add", {"x": 32, "y": 32}, "x_1 + y_1")


def logic_add() -> str:
    """A step's first half: F of three words and an addition, in one clock."""
    select = logic3(0xCA).format("b_1", "c_1", "d_1")
    return _bench("bench_logic_add", {"b": 32, "c": 32, "d": 32, "p": 32}, f"p_1 + ({select})")


def rotate() -> str:
    """What an iterative core needs and a pipeline does not: MD5's 16 rotations, chosen by a register."""
    amounts = [amount for group in ROTATION for amount in group]
    cases = [f"        {i}: rotation = {rotated('x_1', amount)};" for i, amount in enumerate(amounts)]
    body = ["    reg  [31:0] rotation;", "    always @* case (choice_1)", *cases, "    endcase"]
    return _bench("bench_rotate", {"x": 32, "choice": 4}, "rotation", "\n".join(body) + "\n")


def _bench(module: str, inputs: dict[str, int], result: str, body: str = "") -> str:
    ports = "".join(f"    input  wire [{width - 1}:0] {name},\n" for name, width in inputs.items())
    registers = "".join(f"    reg  [{width - 1}:0] {name}_1;\n" for name, width in inputs.items())
    loads = "".join(f"        {name}_1 <= {name};\n" for name in inputs)
    return (
        f"module {module} (\n    input  wire clk,\n{ports}    output reg  [31:0] result\n);\n{registers}{body}"
        f"    always @(posedge clk) begin\n{loads}        result <= {result};\n    end\nendmodule\n"
    )
