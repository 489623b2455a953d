# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the terminal can show: its width, whether colour is welcome, whether it takes more than ASCII; and lines that
begin with a word on the left."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TextIO

from wirerate.report.table import Table, Tone, paint, to_text, width_of, wrap

_PIPE_WIDTH = 80
_WIDEST = 120  # longer lines are hard to follow with the eye

_NARROWEST = 40

# Each its own: what falls short is no × of a factor.
_ASCII = str.maketrans(
    {"✓": "+", "✗": "#", "≈": "~", "⊘": "!", "▲": "^", "▼": "v", "×": "x", "±": "+-", "–": "-", "·": "-", "µ": "u",
     "…": "...", "→": "->", "≥": ">=", "░": ".", "▒": ":", "▓": "=", "█": "@", "■": "&", "▞": "%"}
)  # fmt: skip
_WIDER = 2  # columns that a line of these may be wider by


@dataclass(frozen=True)
class Paper:
    width: int = _PIPE_WIDTH
    color: bool = False
    ascii: bool = False
    explain: bool = False  # whether the reader asked for terms, method and host too

    def ink(self, text: str, tone: Tone) -> str:
        return paint(text, tone, color=self.color)

    def table(self, shown: Table) -> str:
        return to_text(shown, width=self.width, color=self.color)

    def fit(self, text: str) -> str:
        """`text` with its signs replaced where the terminal lacks them, and lines that no table made folded to its
        width; names pass unchanged."""
        said = text.translate(_ASCII) if self.ascii else text
        lines = said.split("\n")
        return "\n".join(part for line in lines for part in (_folded(line, self.width) if line else [line]))


def _folded(line: str, width: int) -> list[str]:
    if width_of(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    return wrap(line, width, indent)


def paper(stream: TextIO | None = None) -> Paper:
    """What `stream` (standard output by default) shows. NO_COLOR: https://no-color.org. COLUMNS holds for a file and a
    pipe too."""
    stream = stream or sys.stdout
    terminal = stream.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    asked = terminal or os.environ.get("COLUMNS")
    width = min(shutil.get_terminal_size((_PIPE_WIDTH, 24)).columns, _WIDEST) if asked else _PIPE_WIDTH
    plain = _c_locale() or not _unicode(stream)
    return Paper(max(width, _NARROWEST) - (_WIDER if plain else 0), color, plain)


def _c_locale() -> bool:
    """Whether the C locale was asked for by name. Python writes UTF-8 there, which the reader may not see as such."""
    if os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8"):
        return False
    asked = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, asked), "") in ("C", "POSIX")


def _unicode(stream: TextIO) -> bool:
    try:
        "✓×≈⊘–".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


LABEL = 12  # columns of the words on the left


def labelled(label: str, text: str, on: Paper, tone: Tone = "") -> list[str]:
    """'  label       text', wrapped under itself."""
    indent = " " * (LABEL + 2)
    lines = wrap(text, on.width, indent) or [indent]
    lines[0] = "  " + label.ljust(LABEL) + lines[0][len(indent) :]
    return [on.ink(line, tone) for line in lines]


def facts(pairs: Iterable[tuple[str, str]], column: int, on: Paper, tone: Tone = "") -> list[str]:
    """A label each, and its sentence in the column of that number; a longer label comes before its sentence."""
    lines: list[str] = []
    for label, told in pairs:
        first, *rest = wrap(told, on.width - column) or [""]
        before = label.ljust(column) if len(label) < column else f"{label}: "
        lines += [on.ink(before, tone) + first, *(" " * column + line for line in rest)]
    return lines
