# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Draw an algorithm's steps as SVG or Graphviz text: a row per unit of time, as in RFC 1810's figure, and a column per
step. Operands from outside the picture are labels, repeated at every use, so that a step looks like a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

from wirerate.graph.algorithm import FREE, Algorithm, Graph, Node
from wirerate.graph.rfc1810 import binary_tree, hardware, hardware_tree, software
from wirerate.graph.timing import NEVER_LATE, Latency, arrivals, critical_path, depth, entry_times, slope

TABLES = {0b10010110: "xor of three", 0b11101000: "majority"}
SYMBOLS = {
    "add": "+",
    "sub": "−",
    "mul": "×",
    "add3": "+ +",
    "addc": "+ carry",
    "less": "<",
    "andn": "and not",
    "orn": "or not",
}


@dataclass(frozen=True)
class Box:
    """An operation or an operand: its position in columns and rows (possibly fractions), and whether it is on the
    critical chain."""

    text: str
    x: float
    y: float
    operand: bool
    critical: bool = False
    step: int = 0


@dataclass(frozen=True)
class Line:
    """A line between two boxes, by their numbers."""

    start: int
    end: int
    critical: bool


@dataclass
class Picture:
    """Boxes, lines, row labels, a title and a note."""

    title: str
    note: str
    boxes: list[Box] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    rows: dict[float, str] = field(default_factory=dict)


def symbol(node: Node) -> str:
    """Return the operation's usual symbol."""
    if node.kind in ("rotl", "shl", "shr"):
        return f"{ {'rotl': '<<<', 'shl': '<<', 'shr': '>>'}[node.kind] } {node.amount}"
    if node.kind == "logic3":
        return TABLES.get(node.amount, "3-input logic")
    return SYMBOLS.get(node.kind, node.kind)


def text_width(text: str) -> float:
    """Return the width of a label in columns."""
    return max(1.0, 0.2 * len(text) + 0.55)


def single_step(algorithm: Algorithm, number: int = 0) -> Picture:
    """Draw one step as RFC 1810's binary operation tree."""
    whole = binary_tree(algorithm)
    graph = whole.step(number)
    latency = software().low
    times = arrivals(graph, latency)
    starts = {i: times[i] - latency(node) for i, node in graph.operations()}
    fresh = _fresh(whole, number)
    entries = {name: 0.0 if name in fresh else NEVER_LATE for name in graph.inputs}
    picture = Picture(
        f"{algorithm.title}, step {number}: the binary operation tree",
        "A row is a unit of time. *: a word from the previous step. Red: the chain that waits for it, "
        f"{depth(graph, latency):.0f} rows.",
    )
    placer = _Placer(picture, graph, latency, starts, critical_path(graph, latency, entries), {number: fresh})
    placer.place(sorted(graph.outputs.values()))
    _label_rows(picture)
    return picture


def overlapped_steps(algorithm: Algorithm, first: int = 0, count: int = 3) -> Picture:
    """Draw consecutive steps as RFC 1810's optimized hardware tree, each operation as late as possible."""
    whole = hardware_tree(algorithm)
    latency = hardware().low
    graph = whole.between(first, first + count)
    entries = {name: time for name, time in entry_times(whole, latency).items() if name in graph.inputs}
    starts = _latest_starts(graph, latency, entries)
    base = min(starts.values())
    per_step = slope(whole, latency) / len(whole.steps())
    picture = Picture(
        f"{algorithm.title}, steps {first} to {first + count - 1}: the hardware tree, overlapped",
        f"Logic and additions take one row, rotations none. Red: the critical chain, {per_step:.3g} rows per step.",
    )
    fresh = {number: _fresh(whole, number) for number in range(first, first + count)}
    path = critical_path(graph, latency, entries)
    placer = _Placer(picture, graph, latency, {i: start - base for i, start in starts.items()}, path, fresh)
    for number in range(first, first + count):
        placer.place([i for i, node in graph.operations() if node.step == number][::-1])
        placer.next_column()
    _label_rows(picture)
    return picture


def _fresh(graph: Graph, number: int) -> set[str]:
    """Return the words that a step takes from the previous step, or for the first step from the previous block."""
    if number > graph.steps()[0]:
        return set(graph.step(number - 1).outputs)
    last = graph.step(graph.steps()[-1]).outputs
    return {name for name, i in graph.outputs.items() if graph.nodes[i].name in last}


def _latest_starts(graph: Graph, latency: Latency, entries: dict[str, float]) -> dict[int, float]:
    """Return the latest time at which every operation can start without delaying the end."""
    times = arrivals(graph, latency, entries)
    end = max(times[i] for i in graph.outputs.values())
    users = graph.users()
    finish = [end] * len(graph.nodes)
    for i in range(len(graph.nodes) - 1, -1, -1):
        starts = [finish[user] - latency(graph.nodes[user]) for user in users[i]]
        finish[i] = min(starts, default=end)
    return {i: finish[i] - latency(node) for i, node in graph.operations()}


def _label_rows(picture: Picture) -> None:
    last = max(box.y for box in picture.boxes)
    picture.rows = {float(row): f"t{row + 1}" for row in range(int(last) + 1)}


class _Placer:
    """Places a graph's operations in a picture: operands from left to right, rows by start time."""

    def __init__(
        self,
        picture: Picture,
        graph: Graph,
        latency: Latency,
        starts: Mapping[int, float],
        path: list[int],
        fresh: Mapping[int, set[str]],
    ) -> None:
        self.picture, self.graph, self.latency, self.starts = picture, graph, latency, starts
        self.path = set(path)
        self.fresh = fresh
        self.chain = set(pairwise(path))
        self.placed: dict[int, int] = {}
        self.next_x = 0.0

    def place(self, roots: list[int]) -> None:
        for root in roots:
            if root not in self.placed:
                self._place(root)

    def next_column(self) -> None:
        self.next_x += 0.4

    def _place(self, i: int) -> int:
        node = self.graph.nodes[i]
        y = self.starts[i] - (0.0 if self.latency(node) else 0.5)  # between two rows
        left = self.next_x
        # Labels are drawn to the right of other operands.
        order = sorted(node.args, key=lambda arg: (self._is_label(arg, i), arg not in self.path))
        boxes = {arg: self._operand(arg, i, y) for arg in order}
        self.next_x = max(self.next_x, left + text_width(symbol(node)))
        centres = [self.picture.boxes[number].x for number, same_column in boxes.values() if same_column]
        x = sum(centres) / len(centres) if centres else (left + self.next_x) / 2
        self.picture.boxes.append(Box(symbol(node), x, y, operand=False, critical=i in self.path, step=node.step))
        index = self.placed[i] = len(self.picture.boxes) - 1
        self.picture.lines += [Line(number, index, (arg, i) in self.chain) for arg, (number, _) in boxes.items()]
        return index

    def _operand(self, arg: int, user: int, y: float) -> tuple[int, bool]:
        """Return an operand's box, and whether it is in its user's column."""
        node, reader = self.graph.nodes[arg], self.graph.nodes[user]
        if not self._is_label(arg, user):
            same_column = node.step == reader.step
            return (self.placed[arg] if arg in self.placed else self._place(arg)), same_column
        text = f"0x{node.amount:08x}" if node.kind == "const" else node.name
        text += "*" if text in self.fresh.get(reader.step, ()) else ""
        width = text_width(text if len(reader.args) > 1 else max(text, symbol(reader), key=len))
        self.picture.boxes.append(Box(text, self.next_x + width / 2, y - 0.5, operand=True, step=reader.step))
        self.next_x += width
        return len(self.picture.boxes) - 1, True

    def _is_label(self, arg: int, user: int) -> bool:
        """Return whether an operand is drawn as a label: it comes from outside the picture, or from an earlier step
        off the critical chain."""
        node = self.graph.nodes[arg]
        return node.kind in FREE or (node.step != self.graph.nodes[user].step and (arg, user) not in self.chain)


# ---- SVG and Graphviz ----

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
    """Return a picture as an SVG element for a page that includes STYLE. Wide pictures shrink by at most a fifth."""
    parts, (width, height) = _draw(picture, 0)
    scale = max(0.8, min(1.0, _PAGE / width))
    box = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width * scale:.0f}" height="{height * scale:.0f}"'
    name = escape(picture.title)
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-label="{name}"><title>{name}</title>'
    return "".join([opening, *parts, "</svg>"])


def to_svg(*pictures: Picture) -> str:
    """Return an SVG file with the pictures below one another."""
    parts: list[str] = []
    width, y = 480.0, 0.0
    for picture in pictures:
        drawn, size = _draw(picture, y)
        parts += drawn
        width, y = max(width, size[0]), y + size[1]
    box = f'viewBox="0 0 {width:.0f} {y:.0f}" width="{width:.0f}" height="{y:.0f}"'
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', f"<style>{STYLE}</style>"]
    return "\n".join([*head, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>", ""])


def _draw(picture: Picture, base: float) -> tuple[list[str], tuple[float, float]]:
    first = min(box.y for box in picture.boxes)
    last = max(box.y for box in picture.boxes)
    right = max(box.x + _half_width(box) / COLUMN for box in picture.boxes)

    def position(box: Box) -> tuple[float, float]:
        return MARGIN + (box.x + 0.3) * COLUMN, base + TOP + (box.y - first + 0.4) * ROW

    end = base + TOP + (last - first + 1) * ROW
    width = max(MARGIN + (right + 1) * COLUMN, 8.2 * max(len(picture.title) * 1.15, len(picture.note)) + 24)
    parts = [f'<text class="title" x="16" y="{base + 26:.0f}">{escape(picture.title)}</text>']
    for row, label in picture.rows.items():
        y = base + TOP + (row - first + 0.4) * ROW
        parts.append(f'<line class="rule" x1="{MARGIN - 8}" x2="{width - 16:.0f}" y1="{y:.0f}" y2="{y:.0f}"/>')
        parts.append(f'<text class="row" x="16" y="{y + 4.5:.0f}">{label}</text>')
    parts += _lines(picture, position)
    for box in picture.boxes:
        x, y = position(box)
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


def _lines(picture: Picture, position: Callable[[Box], tuple[float, float]]) -> Iterable[str]:
    light = [line for line in picture.lines if not line.critical]
    for line in [*light, *(line for line in picture.lines if line.critical)]:
        yield _line(line, picture.boxes, position)


def _line(line: Line, boxes: list[Box], position: Callable[[Box], tuple[float, float]]) -> str:
    (x1, y1), (x2, y2) = position(boxes[line.start]), position(boxes[line.end])
    y1 += 9 if boxes[line.start].operand else 14
    y2 -= 14
    middle = (y1 + y2) / 2
    heavy = " heavy" if line.critical else ""
    bends = f"C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}"
    return f'<path class="line{heavy}" d="M{x1:.1f} {y1:.1f}{bends}"/>'


def to_dot(*pictures: Picture) -> str:
    """Return Graphviz text with a cluster per picture."""
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
