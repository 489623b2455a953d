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
    rounds = [[rotated("x_1", amount) for amount in group] for group in ROTATION]
    body = [
        f"    wire [31:0] round{i} = choice_1[1] ? choice_1[0] ? {of[3]} : {of[2]}\n"
        f"        : choice_1[0] ? {of[1]} : {of[0]};\n"
        for i, of in enumerate(rounds)
    ]
    body.append(
        "    wire [31:0] rotation = choice_1[3] ? choice_1[2] ? round3 : round2 : choice_1[2] ? round1 : round0;\n"
    )
    title = "a rotation by one of 16 amounts"
    return _bench("rotate", title, {"x": 32, "choice": 4}, "rotation", 300, "".join(body))


def rotate_of_four() -> Core:
    """What four steps a clock need: a step's place in its group of four is fixed, so that only the round chooses."""
    one, two, three, four = (rotated("x_1", group[0]) for group in ROTATION)
    body = (
        f"    wire [31:0] rotation = choice_1[1] ? choice_1[0] ? {four} : {three}\n"
        f"        : choice_1[0] ? {two} : {one};\n"
    )
    title = "a rotation by one of 4 amounts"
    return _bench("rotate-4", title, {"x": 32, "choice": 2}, "rotation", 400, body)


def add_add() -> Core:
    """Two operations between one pair of registers: what they share is not paid twice. The rotation between them is a
    wire, and keeps the second carry chain from running along with the first."""
    body = f"    wire [31:0] sum = x_1 + y_1;\n    wire [31:0] rotated = {rotated('sum', ROTATION[0][0])};\n"
    ports = {"x": 32, "y": 32, "z": 32}
    return _bench("add-add", "two additions, a fixed rotation between them", ports, "rotated + z_1", 250, body)


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
