# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The frame of charts with one named row per subject: names on the left, or above each row where there is no room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.report.charts import theme
from wirerate.report.charts.theme import Spec


@dataclass(frozen=True)
class Rows:
    """Where the rows of a chart lie, in px of the plot."""

    names: tuple[str, ...]
    beside: bool  # names stand beside their rows, not above them
    left: int
    pitch: int

    @property
    def height(self) -> int:
        return self.pitch * len(self.names)

    def middle(self, index: int) -> float:
        return self.pitch * index + (self.pitch / 2 if self.beside else self.pitch - 11)

    def labels(self) -> list[Spec]:
        return [self._label(i, name) for i, name in enumerate(self.names)]

    def _label(self, index: int, name: str) -> Spec:
        room = self.left - 12 if self.beside else 300
        mark = {"type": "text", "align": "right" if self.beside else "left", "baseline": "middle", "aria": False,
                "text": theme.clipped(name, room), "color": theme.INK}  # fmt: skip
        y = self.middle(index) if self.beside else self.pitch * index + 10
        return {"data": {"values": [{}]}, "mark": mark,
                "encoding": {"x": {"value": -10 if self.beside else 0}, "y": {"value": y}}}  # fmt: skip


def rows(names: Sequence[str], width: int) -> Rows:
    wide = width >= 600
    longest = max(map(len, names), default=0)
    left = min(int(longest * theme.CHARACTER) + 18, 260) if wide else 6
    return Rows(tuple(names), wide, left, 26 if wide else 36)


def bar_frame(laid: Rows, width: int, scale: Spec, axis: Spec, *, right: int = 40) -> Spec:
    """A view with a quantitative x axis and the rows of `laid`; `y` is given to each layer as px."""
    spec = theme.frame(width, laid.height + 60, left=laid.left, right=right, top=10, bottom=50)
    spec["encoding"] = {"x": {"field": "x", "type": "quantitative", "scale": scale, "axis": axis}}
    return spec
