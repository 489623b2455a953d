"""What surrounds a core when it is placed: all inputs from one pin, all outputs to one pin, registers between, so that
the figures are the core's and not those of a package's pins."""

from __future__ import annotations

from collections.abc import Mapping

TOP = "placed"


def harness(module: str, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> str:
    """The top module for placing. Ports by name with their widths; every core has a clock, clk."""
    wide, out = sum(inputs.values()), sum(outputs.values())
    ports = [".clk(clk)"]
    at = 0
    for name, width in inputs.items():
        ports.append(f".{name}(source[{at + width - 1}:{at}])")
        at += width
    at = 0
    for name, width in outputs.items():
        ports.append(f".{name}(result[{at + width - 1}:{at}])")
        at += width
    levels = _folds(out)
    return "\n".join(
        [
            f"// {module} between two shift chains, for placing: its inputs come from one pin, its outputs go to one.",
            f"module {TOP} (input wire clk, input wire in, output wire out);",
            f"    reg  [{wide - 1}:0] source;",
            f"    wire [{out - 1}:0] result;",
            "    always @(posedge clk) source <= {source, in};",
            "",
            f"    {module} core ({', '.join(ports)});",
            "",
            *levels,
            "endmodule",
            "",
        ]
    )


def _folds(width: int) -> list[str]:
    """Exclusive-ors of four bits and a register, until one bit is left."""
    lines, name, level = [], "result", 0
    while width > 1 or level == 0:
        level += 1
        smaller = -(-width // 4)
        lines.append(f"    reg  [{smaller - 1}:0] fold{level};")
        terms = [f"^{name}[{min(4 * i + 3, width - 1)}:{4 * i}]" for i in range(smaller)]
        lines.append(f"    always @(posedge clk) fold{level} <= {{{', '.join(reversed(terms))}}};")
        name, width = f"fold{level}", smaller
    return [*lines, f"    assign out = {name}[0];"]
