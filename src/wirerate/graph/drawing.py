# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A picture as SVG (no script, no font of its own, readable in print and on screen), and as Graphviz text for those who
lay it out themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from wirerate.graph.picture import Box, Line, Picture

COLUMN, ROW, MARGIN, TOP = 44.0, 64.0, 56.0, 64.0
_PAGE = 790.0  # px across
STYLE = """
text { font: 13px sans-serif; fill: #1a1a1a; text-anchor: middle }
.title { font-size: 16px; font-weight: 600; text-anchor: start }
.note, .row { fill: #555; text-anchor: start }
.operand { font-style: italic }
.rule { stroke: #e3e3e3 }
.op { fill: #fff; stroke: #555; stroke-width: 1.2 }
.op.heavy { stroke: #b3261e; stroke-width: 2.6 }
.line { fill: none; stroke: #777; stroke-width: 1.2 }
.line.heavy { stroke: #b3261e; stroke-width: 3 }
"""


def to_inline(picture: Picture) -> str:
    """One picture for a page, whose style sheet dresses it; it shrinks by a fifth at most to fit in."""
    parts, (width, height) = _one(picture, 0)
    scale = max(0.8, min(1.0, _PAGE / width))
    box = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width * scale:.0f}" height="{height * scale:.0f}"'
    name = escape(picture.title)
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label="{name}"><title>{name}</title>'
    return "".join([opening, *parts, "</svg>"])


def to_svg(*pictures: Picture) -> str:
    """The pictures below one another."""
    parts: list[str] = []
    width, y = 480.0, 0.0
    for picture in pictures:
        drawn, size = _one(picture, y)
        parts += drawn
        width, y = max(width, size[0]), y + size[1]
    box = f'viewBox="0 0 {width:.0f} {y:.0f}" width="{width:.0f}" height="{y:.0f}"'
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', f"<style>{STYLE}</style>"]
    return "\n".join([*head, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>", ""])


def _one(picture: Picture, base: float) -> tuple[list[str], tuple[float, float]]:
    first = min(box.y for box in picture.boxes)
    last = max(box.y for box in picture.boxes)
    right = max(box.x + _half_width(box) / COLUMN for box in picture.boxes)

    def at(box: Box) -> tuple[float, float]:
        return MARGIN + (box.x + 0.3) * COLUMN, base + TOP + (box.y - first + 0.4) * ROW

    end = base + TOP + (last - first + 1) * ROW
    width = max(MARGIN + (right + 1) * COLUMN, 8.2 * max(len(picture.title) * 1.15, len(picture.note)) + 24)
    parts = [f'<text class="title" x="16" y="{base + 26:.0f}">{escape(picture.title)}</text>']
    for row, label in picture.rows.items():
        y = base + TOP + (row - first + 0.4) * ROW
        parts.append(f'<line class="rule" x1="{MARGIN - 8}" x2="{width - 16:.0f}" y1="{y:.0f}" y2="{y:.0f}"/>')
        parts.append(f'<text class="row" x="16" y="{y + 4.5:.0f}">{label}</text>')
    parts += _lines(picture, at)
    for box in picture.boxes:
        x, y = at(box)
        if not box.operand:
            half, heavy = _half_width(box), " heavy" if box.critical else ""
            place = f'x="{x - half:.1f}" y="{y - 14:.1f}" width="{2 * half:.1f}"'
            parts.append(f'<rect class="op{heavy}" {place} height="28" rx="14"/>')
        kind = ' class="operand"' if box.operand else ""
        parts.append(f'<text{kind} x="{x:.1f}" y="{y + 4.5:.1f}">{escape(box.text)}</text>')
    parts.append(f'<text class="note" x="16" y="{end:.0f}">{escape(picture.note)}</text>')
    return parts, (width, end - base + 28)


def _half_width(box: Box) -> float:
    return max(15.0, 4.1 * len(box.text) + 8)


def _lines(picture: Picture, at: Callable[[Box], tuple[float, float]]) -> Iterable[str]:
    light = [line for line in picture.lines if not line.critical]
    for line in [*light, *(line for line in picture.lines if line.critical)]:
        yield _line(line, picture.boxes, at)


def _line(line: Line, boxes: list[Box], at: Callable[[Box], tuple[float, float]]) -> str:
    (x1, y1), (x2, y2) = at(boxes[line.start]), at(boxes[line.end])
    y1 += 9 if boxes[line.start].operand else 14
    y2 -= 14
    middle = (y1 + y2) / 2
    heavy = " heavy" if line.critical else ""
    bends = f"C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}"
    return f'<path class="line{heavy}" d="M{x1:.1f} {y1:.1f}{bends}"/>'


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
