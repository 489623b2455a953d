# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page's charts: Vega-Lite specifications that vl-convert (the extra `report`) draws to SVG for the page.

The page therefore needs no script: it opens where scripts are blocked, can be printed and read aloud mark by mark, and
is smaller than the 880 KiB of Vega alone. Each chart is drawn twice, for wide and for narrow screens; the style sheet
shows one of the two.
"""

from __future__ import annotations

import html
import importlib.util
import re

from wirerate.errors import MissingError, install
from wirerate.report.charts.theme import DARK, FONT, INK, MUTED, WIDE, Chart, clipped
from wirerate.report.table import wrap

__all__ = ["Chart", "available", "dark_rules", "standalone_svg", "svg"]


_VEGA_LITE = "6.1"
_FIX = install("report")
_LABELLED = re.compile(r'<(path|rect|text)( [^>]*?aria-label="([^"]+)"[^>]*?)(?:/>|></\1>)')
_CLIP = re.compile(r"\bclip\d+\b")
_STAMP = re.compile(r"^<svg [^>]*>")


def available() -> bool:
    return importlib.util.find_spec("vl_convert") is not None


def svg(chart: Chart, width: int) -> str:
    """Return the chart as inline SVG. The chart and each mark have an accessible name, which marks also show as a
    tooltip."""
    body, viewed = _drawing(chart, width)
    name = html.escape(chart.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {viewed[0]} {viewed[1]}" width="{viewed[0]}" '
        f'height="{viewed[1]}" role="graphics-document" aria-roledescription="chart" aria-label="{name}">{body}</svg>'
    )


def standalone_svg(chart: Chart, caption: str) -> str:
    """Return the chart as an SVG file for the docs, with title and caption, in dark colours if the reader's system uses
    them."""
    body, (wide, high) = _drawing(chart, WIDE)
    title = _lines(chart.title, wide - 32, 10.4)
    notes = _lines(caption, wide - 32, 5.9)
    top = 16 + 22 * len(title)
    text = [f'<text x="16" y="{30 + 22 * i}" font-size="17" font-weight="600" fill="{INK}">{html.escape(line)}</text>'
            for i, line in enumerate(title)]  # fmt: skip
    text += [f'<text x="16" y="{top + high + 14 + 16 * i}" font-size="11.5" fill="{MUTED}">{html.escape(line)}</text>'
             for i, line in enumerate(notes)]  # fmt: skip
    tall = top + high + 14 + 16 * len(notes)
    name = html.escape(chart.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" '
        f'font-family="{html.escape(FONT)}" role="img" aria-label="{name}"><style>{dark_rules("")}</style>'
        f'<rect class="paper" width="100%" height="100%" rx="8" fill="#ffffff"/>{"".join(text)}'
        f'<g transform="translate(0,{top})">{body}</g></svg>\n'
    )


def dark_rules(scope: str) -> str:
    """Return the style sheet that replaces the charts' light colours by dark ones."""
    rules = [f'{scope}[fill="{light}"]{{fill:{dark}}}{scope}[stroke="{light}"]{{stroke:{dark}}}'
             for light, dark in DARK.items()]  # fmt: skip
    paper = "" if scope else ".paper{fill:#12171d}"
    return f"@media screen and (prefers-color-scheme:dark){{{paper}{''.join(rules)}}}"


def _drawing(chart: Chart, width: int) -> tuple[str, tuple[int, int]]:
    try:
        import vl_convert
    except ImportError as error:
        raise MissingError("charts cannot be drawn: the library vl-convert is not installed", fix=_FIX) from error
    whole = str(vl_convert.vegalite_to_svg(chart.spec(width), vl_version=_VEGA_LITE))
    stamp = _STAMP.match(whole)
    assert stamp is not None
    size = re.search(r'viewBox="0 0 (\d+)\D+(\d+)', stamp[0])
    assert size is not None
    body = _renumbered(whole[stamp.end() :].removesuffix("</svg>"), f"{chart.name}-{width}")
    return _LABELLED.sub(r"<\1\2><title>\3</title></\1>", body), (int(size[1]), int(size[2]))


def _renumbered(body: str, prefix: str) -> str:
    """Rename the clip paths, which Vega numbers across all drawings of the process. Identifiers stay unique on a page,
    and the same run always gives the same page."""
    names = {name: f"{prefix}-{number}" for number, name in enumerate(dict.fromkeys(_CLIP.findall(body)))}
    return _CLIP.sub(lambda match: names[match[0]], body)


def _lines(text: str, pixels: float, character: float) -> list[str]:
    return [clipped(line, pixels * 7 / character) for line in wrap(text, int(pixels / character))]
