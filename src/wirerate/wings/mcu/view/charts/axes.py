# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Logarithmic axes of a plane: what lies across and what lies up, its title above its end."""

from __future__ import annotations

from wirerate.report.charts.rows import ticks
from wirerate.report.charts.theme import Spec


def across(title: str, ends: tuple[float, float]) -> Spec:
    return {"field": "x", **_scaled(ends), "axis": {**_described(title, ends), "grid": False, "labelOverlap": True}}


def up(title: str, ends: tuple[float, float], left: int) -> Spec:
    """`left`: pixels between the frame's edge and the axis."""
    placed = {"titleAngle": 0, "titleAlign": "left", "titleX": 6 - left, "titleY": -10, "titleBaseline": "bottom"}
    return {
        "field": "y",
        **_scaled(ends),
        "axis": {**_described(title, ends), "ticks": False, "domain": False, **placed},
    }


def _scaled(ends: tuple[float, float]) -> Spec:
    return {"type": "quantitative", "scale": {"type": "log", "domain": ends, "nice": False}}


def _described(title: str, ends: tuple[float, float]) -> Spec:
    return {"title": title, "values": ticks(*ends), "format": ",~r"}
