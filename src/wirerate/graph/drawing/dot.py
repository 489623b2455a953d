"""A picture as Graphviz text, for those who lay it out themselves."""

from __future__ import annotations

from wirerate.graph.drawing.layout import Picture


def to_dot(*pictures: Picture) -> str:
    """A cluster per picture."""
    lines = ["digraph step {", "  rankdir=TB; node [fontname=sans, fontsize=11]; edge [arrowsize=0.6];"]
    for p, picture in enumerate(pictures):
        lines += [f"  subgraph cluster_{p} {{", f"    label={_quoted(picture.title)};"]
        for i, box in enumerate(picture.boxes):
            shape = "plaintext" if box.operand else "box, style=rounded"
            heavy = ", penwidth=3" if box.critical else ""
            lines.append(f"    p{p}n{i} [label={_quoted(box.text)}, shape={shape}{heavy}];")
        for line in picture.lines:
            heavy = " [penwidth=3]" if line.critical else ""
            lines.append(f"    p{p}n{line.start} -> p{p}n{line.end}{heavy};")
        lines.append("  }")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
