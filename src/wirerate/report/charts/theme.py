# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Colours, fonts and the frame of all charts. SVGs contain light colours, which a style sheet maps to dark ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wirerate.report.table import Table, Tone

Spec = dict[str, Any]

INK, MUTED, GRID, BAND = "#1d2733", "#566270", "#e4e7eb", "#f1f3f6"
HISTORICAL, CEILING = "#8a7f72", "#9aa3ad"
LINK = "#b3261e"
BLUE, ORANGE, GREEN, PLUM = "#0b6bb0", "#c8500a", "#0a7f5c", "#a0528a"
OCHRE, INDIGO, TEAL, UMBER = "#94690a", "#4b5bb5", "#1f7f8e", "#7a5a3c"
TONES: dict[Tone, str] = {"good": "#17784a", "warn": "#8f6400", "bad": "#b4261f", "unsure": "#4f6276", "": INK}
TONE_SHAPES: dict[Tone, str] = {
    "good": "circle",
    "warn": "diamond",
    "bad": "cross",
    "unsure": "triangle-up",
    "": "circle",
}

# Light colours with their dark ones. Contrast is at least 3:1 for marks and 4.5:1 for text on both backgrounds.
DARK = {
    INK: "#e7ebf0",
    MUTED: "#a3aebb",
    GRID: "#2c343e",
    BAND: "#1c232c",
    HISTORICAL: "#a99e90",
    CEILING: "#76818d",
    LINK: "#ff8a80",
    BLUE: "#6cb6f2",
    ORANGE: "#ff9a62",
    GREEN: "#4fd0a5",
    PLUM: "#e39acb",
    OCHRE: "#e3b341",
    INDIGO: "#a3b0ff",
    TEAL: "#62c9d8",
    UMBER: "#d0a983",
    "#17784a": "#56c78d",
    "#8f6400": "#e3b341",
    "#b4261f": "#ff8a80",
    "#4f6276": "#a9bccf",
}

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
WIDE, NARROW = 780, 328
CHARACTER = 7.1  # width in px of a semi-bold character at 12 px, in the widest of the common system fonts


# An algorithm has the same colour and the same shape in every chart.
_LOOKS = {
    "aes-128-gmac": (BLUE, "circle"),
    "umac-64": (ORANGE, "square"),
    "hmac-sha256": (GREEN, "triangle-up"),
    "poly1305": (PLUM, "diamond"),
    "hmac-sha1": (OCHRE, "triangle-down"),
    "aes-128-cmac": (INDIGO, "cross"),
    "aes-128-gcm": (TEAL, "circle"),
    "chacha20-poly1305": (UMBER, "diamond"),
    "aes-256-gcm": (TEAL, "square"),
    "umac-128": (ORANGE, "triangle-up"),
    "umac-96": (ORANGE, "diamond"),
    "umac-32": (ORANGE, "triangle-down"),
    "sha256": (GREEN, "circle"),
    "sha1": (OCHRE, "circle"),
}


def look(algorithm: str) -> tuple[str, str]:
    """Return an algorithm's colour and shape. Algorithms that differ only in tag length look the same."""
    named = algorithm if algorithm in _LOOKS else algorithm.rpartition("-")[0]
    if "md5" in algorithm:
        return HISTORICAL, "circle"
    return _LOOKS.get(named, (INK, "cross"))


@dataclass(frozen=True)
class Chart:
    """A chart: its title states a finding, and its table has the same figures."""

    name: str  # for links to the section
    title: str  # the finding, computed from the run
    reads: str  # how to read the chart: axes, lines, omissions
    table: Table
    spec: Callable[[int], Spec]  # the drawing at a width in px


def frame(width: int, height: int, left: int, right: int, top: int = 14, bottom: int = 46) -> Spec:
    """Return a view of `width` x `height` px, margins included, without automatic layout."""
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": width - left - right,
        "height": height - top - bottom,
        "padding": {"left": left, "right": right, "top": top, "bottom": bottom},
        "autosize": "none",
        "background": None,
        "config": {
            "font": FONT,
            "view": {"stroke": None},
            "axis": {
                "gridColor": GRID,
                "domainColor": GRID,
                "tickColor": GRID,
                "labelColor": MUTED,
                "titleColor": MUTED,
                "labelFontSize": 12,
                "titleFontSize": 12,
                "titleFontWeight": "normal",
                "labelPadding": 6,
                "aria": False,
            },
            "text": {"color": INK, "fontSize": 12},
        },
    }


DESCRIBED = {
    "description": {"field": "d", "type": "nominal"}
}  # encodes the text that screen readers read aloud for a mark


def number(field: str) -> Spec:
    """Return the encoding of a numeric field."""
    return {"field": field, "type": "quantitative"}


def layer(mark: Spec, encoding: Spec, rows: Sequence[Spec] = ({},)) -> Spec:
    """Return a layer with a mark for each row; by default one mark, placed by the encoding in pixels."""
    return {"data": {"values": list(rows)}, "mark": mark, "encoding": encoding}


def dot(color: str, shape: str = "circle", size: int = 62) -> Spec:
    """Return a filled mark."""
    return {"type": "point", "filled": True, "size": size, "opacity": 1, "color": color, "shape": shape}


def word(beside: int, color: str = MUTED, **more: Any) -> Spec:
    """Return text that begins `beside` pixels to the right of its position."""
    return {"type": "text", "align": "left", "baseline": "middle", "dx": beside, "color": color, "aria": False, **more}


def span(color: str, opacity: float) -> Spec:
    """Return an interval as a pale bar."""
    return {"type": "rule", "color": color, "strokeWidth": 7, "opacity": opacity, "strokeCap": "round", "aria": False}


def clipped(text: str, pixels: float) -> str:
    """Return `text` shortened in the middle to fit; the table below the chart has the full text."""
    room = max(int(pixels / CHARACTER), 4)
    if len(text) <= room:
        return text
    head = (room - 1) * 2 // 3
    return f"{text[:head]}…{text[len(text) - (room - 1 - head) :]}"


def apart(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions in the same order, at least `gap` apart and as near as possible to the requested ones."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = [0.0] * len(wanted)
    previous = low - gap
    for i in order:
        previous = placed[i] = max(wanted[i], previous + gap)
    limit = high
    for i in reversed(order):
        if placed[i] <= limit:
            break
        placed[i] = limit
        limit -= gap
    return placed
